"""The wheel is made from the test's build, unpacked, and used like an installed
package."""

import importlib.util
import os
import pathlib
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
                             [str(site / "trey" / "libtrey.so.0.2"), "network-small"])


if __name__ == "__main__":
    unittest.main()
