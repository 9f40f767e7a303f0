"""The wheel is made from the test's build, unpacked, and used like an installed
package."""

import importlib.util
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SPEC = importlib.util.spec_from_file_location("backend", HERE.parent / "backend.py")
assert SPEC is not None and SPEC.loader is not None
backend = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(backend)
BUILT = pathlib.Path(os.environ.get("TREY_LIBRARY", HERE.parents[1] / "build/x")).parent


WINDOWS = HERE.parents[1] / "build-windows"


def pe_names(data: bytes) -> tuple[set, set]:
    """Names that a DLL or program of Windows exports, and the DLLs that it needs."""
    head, = struct.unpack_from("<I", data, 60)
    assert data[head:head + 6] == b"PE\0\0\x64\x86"  # 64 bits
    sections, size = struct.unpack_from("<H12xH", data, head + 6)
    places = [struct.unpack_from("<4I", data, head + 24 + size + 40 * i + 8)
              for i in range(sections)]

    def at(address: int) -> int:
        for _, start, length, place in places:
            if start <= address < start + length:
                return place + address - start
        raise ValueError(address)

    def text(address: int) -> str:
        return data[at(address):data.index(b"\0", at(address))].decode()

    exports, _, imports, _ = struct.unpack_from("<4I", data, head + 24 + 112)
    names, dlls = set(), set()
    if exports:
        count, _, table = struct.unpack_from("<3I", data, at(exports) + 24)
        names = {text(address)
                 for address in struct.unpack_from(f"<{count}I", data, at(table))}
    while name := struct.unpack_from("<I", data, at(imports) + 12)[0]:
        dlls.add(text(name).lower())
        imports += 20
    return names, dlls


class Wheel(unittest.TestCase):
    def test_metadata(self) -> None:
        text = backend.metadata()
        self.assertIn(f"\nVersion: {backend.version()}\n", text)
        self.assertIn("\nRequires-Dist: numpy\n", text)
        project = (HERE.parent / "pyproject.toml").read_text()
        self.assertIn('requires-python = ">=3.9"', project)
        self.assertIn("\nRequires-Python: >=3.9\n", text)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(HERE.parent / "backend.py"), "metadata",
                            folder], check=True)
            info = pathlib.Path(folder, backend.info_name())
            self.assertEqual((info / "METADATA").read_text(), text)

    def test_oldest_glibc(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            one, other = pathlib.Path(folder, "1"), pathlib.Path(folder, "2")
            one.write_bytes(b"\0GLIBC_2.4\0GLIBC_2.17\0")
            other.write_bytes(b"\0GLIBC_2.34\0GLIBC_PRIVATE\0GLIBC_2.9")
            self.assertEqual(backend.glibc_of([one]), 17)
            self.assertEqual(backend.glibc_of([one, other]), 34)

    @unittest.skipUnless((BUILT / "trey").exists(), "the command is not built")
    def test_an_unpacked_wheel_works(self) -> None:
        with tempfile.TemporaryDirectory() as work:
            root, site = pathlib.Path(work, "wheel"), pathlib.Path(work, "site")
            root.mkdir()
            tag = backend.assemble(root, BUILT)
            wheel = pathlib.Path(work, f"trey-{backend.version()}-{tag}.whl")
            backend.pack(root, wheel)
            first = wheel.read_bytes()
            backend.pack(root, wheel)
            self.assertEqual(wheel.read_bytes(), first)
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(site)
                record = archive.read(f"{backend.info_name()}/RECORD").decode()
                listed = {line.split(",")[0] for line in record.splitlines()}
                self.assertEqual(listed, set(archive.namelist()))
            (site / "trey/bin/trey").chmod(0o755)
            environment = {"PATH": "/nonexistent", "PYTHONPATH": str(site),
                           "PYTHONDONTWRITEBYTECODE": "1"}

            def run(*arguments: str) -> str:
                return subprocess.run([sys.executable, *arguments], check=True, cwd=work,
                                      env=environment, capture_output=True,
                                      text=True).stdout

            self.assertIn(backend.version(), run("-m", "trey", "--version"))
            shown = run("-c", "import trey; print(trey._library.lib._name); "
                              "print(trey.Evaluator('network-small').name)")
            self.assertEqual(shown.splitlines(),
                             [str(site / "trey" / "libtrey.so.0.3"), "network-small"])

    @unittest.skipUnless((WINDOWS / "libtrey.dll").exists() and (WINDOWS / "trey.exe").exists(),
                         "not built for Windows")
    def test_windows(self) -> None:
        """The wheel for Windows: tag, contents, and that the DLL exports all functions that
        the package binds and needs only DLLs that every Windows has."""
        with tempfile.TemporaryDirectory() as work:
            root = pathlib.Path(work, "wheel")
            root.mkdir()
            tag = backend.assemble_windows(root, WINDOWS)
            self.assertEqual(tag, "py3-none-win_amd64")
            wheel = pathlib.Path(work, f"trey-{backend.version()}-{tag}.whl")
            backend.pack(root, wheel)
            with zipfile.ZipFile(wheel) as archive:
                names = set(archive.namelist())
                info = backend.info_name()
                self.assertIn(f"\nTag: {tag}\n", archive.read(f"{info}/WHEEL").decode())
                library, program = (archive.read(f"trey/{name}")
                                    for name in ("trey.dll", "bin/trey.exe"))
                source = archive.read("trey/_library.py").decode()
        modules = {f"trey/{path.name}" for path in (HERE.parent / "trey").glob("*.py")}
        networks = {f"trey/share/trey/{name}.network" for name in backend.NETWORKS}
        self.assertLessEqual(modules | networks, names)
        self.assertFalse([name for name in names if ".so" in name])
        exported, needed = pe_names(library)
        bound = set(re.findall(r'"(trey_\w+)": \(', source))
        self.assertGreater(len(bound), 100)
        self.assertEqual(bound - exported, set())
        self.assertLessEqual(needed | pe_names(program)[1],
                             {"advapi32.dll", "kernel32.dll", "msvcrt.dll", "shell32.dll",
                              "user32.dll", "ws2_32.dll", "bcrypt.dll"})


if __name__ == "__main__":
    unittest.main()
