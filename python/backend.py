"""Build backend of the Python package (PEP 517): makes a wheel of the source tree.

A wheel has the package, the shared library, the command, the networks that are small, and
the libraries that those need and not every Linux system has, so that neither a compiler
nor any other package but numpy is needed where it is installed. Library and command are
built by CMake in a temporary directory; DESTDIR, CC and CFLAGS are respected as CMake
does. The tag of the wheel names the oldest glibc that has all symbols it needs.

Usage without pip: python3 backend.py wheel DIRECTORY
                   python3 backend.py windows DIRECTORY    (wheel for Windows, cross-built;
                                                           docs/platforms.md)
                   python3 backend.py metadata DIRECTORY   (dist-info only, for packages)
"""

from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent
NETWORKS = ("window-small", "threes-2x4", "threes-3x3", "threes-3x4", "2048-4x4-small")
# Sources of the libraries that are in the binaries for Windows (tools/build-static-deps).
STATIC_SOURCES = pathlib.Path(
    os.environ.get("TREY_STATIC_DEPS") or pathlib.Path(
        os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "trey-static"),
    "source")
# Libraries that every Linux system with glibc has, by the manylinux rules.
SYSTEM = ("linux-vdso", "libc", "libm", "libpthread", "libdl", "librt", "libutil",
          "ld-linux", "libgcc_s")


def version() -> str:
    text = (TOP / "CMakeLists.txt").read_text()
    found = re.search(r"project\(trey VERSION ([0-9.]+)", text)
    if found is None:
        raise RuntimeError("CMakeLists.txt: no version")
    return found[1]


def metadata() -> str:
    return "\n".join([
        "Metadata-Version: 2.1", "Name: trey", f"Version: {version()}",
        "Summary: Threes!, 2048 and their family: games, search, learning, exact solutions",
        "Requires-Python: >=3.9", "Requires-Dist: numpy",
        "Classifier: Operating System :: Microsoft :: Windows",
        "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Programming Language :: Python :: 3",
        "Classifier: Topic :: Games/Entertainment :: Puzzle Games",
        "Classifier: Typing :: Typed",
        "Description-Content-Type: text/markdown", "",
        (HERE / "README.md").read_text()])


def info_name() -> str:
    return f"trey-{version()}.dist-info"


def write_info(folder: pathlib.Path, tag: str) -> None:
    """Writes the dist-info directory, without RECORD."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text(metadata())
    (folder / "WHEEL").write_text("Wheel-Version: 1.0\nGenerator: trey\n"
                                  f"Root-Is-Purelib: false\nTag: {tag}\n")
    (folder / "top_level.txt").write_text("trey\n")
    (folder / "entry_points.txt").write_text(
        "[console_scripts]\ntrey = trey.__main__:main\n")
    shutil.copyfile(TOP / "LICENSE", folder / "LICENSE")


def build(folder: pathlib.Path) -> None:
    """Builds the library and the command in a directory. They look for libraries in `lib`
    beside the library and above the command."""
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DTREY_TESTS=OFF",
               "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON",
               "-DCMAKE_INSTALL_RPATH=$ORIGIN/lib:$ORIGIN/../lib"]
    # DT_RPATH, unlike DT_RUNPATH, also applies to dependencies of dependencies.
    options += [f"-DCMAKE_{kind}_LINKER_FLAGS=-Wl,--disable-new-dtags"
                for kind in ("SHARED", "EXE")]
    subprocess.run(["cmake", "-S", str(TOP), "-B", str(folder), *options], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder), "--parallel", str(os.cpu_count() or 1),
                    "--target", "trey", "trey_shared"], check=True)


def needed(file: pathlib.Path) -> dict[str, pathlib.Path]:
    """The libraries that a file needs, except those that every system has."""
    listed = subprocess.run(["ldd", str(file)], check=True, capture_output=True, text=True)
    found = {}
    for name, path in re.findall(r"(\S+) => (\S+)", listed.stdout):
        if not name.startswith(tuple(f"{system}." for system in SYSTEM)):
            if not path.startswith("/"):
                raise RuntimeError(f"{file.name} needs {name}, which is not installed")
            found[name] = pathlib.Path(path)
    return found


def licence_of(library: pathlib.Path) -> pathlib.Path | None:
    """The text of a library's licence, if Debian's package database has it."""
    for path in (library, library.resolve(), pathlib.Path("/usr", *library.parts[1:]),
                 pathlib.Path("/usr", *library.resolve().parts[1:])):
        try:
            owner = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True)
        except OSError:
            return None
        if owner.returncode == 0:
            package = owner.stdout.split(":")[0]
            text = pathlib.Path("/usr/share/doc", package, "copyright")
            if text.exists():
                return text
    return None


def glibc_of(files: list[pathlib.Path]) -> int:
    """Minor number of the oldest glibc 2 that has all symbols these files need."""
    return max([int(minor) for file in files
                for minor in re.findall(rb"GLIBC_2\.(\d+)", file.read_bytes())] or [17])


def add_sources(package: pathlib.Path) -> None:
    """Puts the modules and the small networks into the package."""
    shutil.copytree(HERE / "trey", package,
                    ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    (package / "share" / "trey").mkdir(parents=True)
    for name in NETWORKS:
        file = f"{name}.network"
        shutil.copyfile(TOP / "data" / file, package / "share" / "trey" / file)


def assemble_windows(root: pathlib.Path, built: pathlib.Path,
                     sources: pathlib.Path = STATIC_SOURCES) -> str:
    """Puts the contents of the wheel for Windows together; returns its tag. Library and
    command contain the libraries that they need, built from `sources`."""
    package, info = root / "trey", root / info_name()
    add_sources(package)
    (package / "bin").mkdir()
    shutil.copyfile(built / "libtrey.dll", package / "trey.dll")
    shutil.copyfile(built / "trey.exe", package / "bin" / "trey.exe")
    for binary in (package / "trey.dll", package / "bin" / "trey.exe"):
        subprocess.run(["x86_64-w64-mingw32-strip", "--strip-unneeded", str(binary)],
                       check=False)
    (info / "licenses").mkdir(parents=True)
    for folder in sorted(sources.iterdir()) if sources.is_dir() else []:
        for text in sorted([*folder.glob("LICENSE*"), *folder.glob("COPYING*")]):
            shutil.copyfile(text, info / "licenses" / f"{folder.name}-{text.name}")
    tag = "py3-none-win_amd64"
    write_info(info, tag)
    return tag


def assemble(root: pathlib.Path, built: pathlib.Path) -> str:
    """Puts the contents of the wheel together; returns its tag."""
    package = root / "trey"
    add_sources(package)
    soname = f"libtrey.so.{'.'.join(version().split('.')[:2])}"
    for folder in ("bin", "lib"):
        (package / folder).mkdir(parents=True)
    shutil.copyfile(built / soname, package / soname)
    shutil.copyfile(built / "trey", package / "bin" / "trey")
    (package / "bin" / "trey").chmod(0o755)
    binaries = [package / soname, package / "bin" / "trey"]
    libraries: dict[str, pathlib.Path] = {}
    for binary in (built / soname, built / "trey"):
        libraries.update(needed(binary))
    info = root / info_name()
    (info / "licenses").mkdir(parents=True)
    for name, path in sorted(libraries.items()):
        shutil.copyfile(path, package / "lib" / name)
        binaries.append(package / "lib" / name)
        text = licence_of(path)
        if text is not None:
            shutil.copyfile(text, info / "licenses" / f"{name}.txt")
    for binary in binaries:
        subprocess.run(["strip", "--strip-unneeded", str(binary)], check=False)
    tag = f"py3-none-manylinux_2_{glibc_of(binaries)}_{platform.machine()}"
    write_info(info, tag)
    return tag


def pack(root: pathlib.Path, wheel: pathlib.Path) -> None:
    """Writes the wheel, with RECORD; equal contents make equal files."""
    stamp = (1980, 1, 1, 0, 0, 0)
    record = []
    unfinished = wheel.with_suffix(".tmp")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, data: bytes, mode: int) -> None:
            entry = zipfile.ZipInfo(name, stamp)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)

        for file in sorted(path for path in root.rglob("*") if path.is_file()):
            name, data = file.relative_to(root).as_posix(), file.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
            record.append(f"{name},sha256={digest.decode()},{len(data)}")
            add(name, data, 0o755 if os.access(file, os.X_OK) else 0o644)
        record.append(f"{info_name()}/RECORD,,")
        add(f"{info_name()}/RECORD", ("\n".join(record) + "\n").encode(), 0o644)
    unfinished.replace(wheel)


# --- the hooks of PEP 517 -----------------------------------------------------------------


def build_wheel(wheel_directory: str, config_settings: object = None,
                metadata_directory: object = None) -> str:
    """Makes the wheel; returns its name."""
    with tempfile.TemporaryDirectory() as work:
        root, built = pathlib.Path(work, "wheel"), pathlib.Path(work, "build")
        root.mkdir()
        build(built)
        tag = assemble(root, built)
        name = f"trey-{version()}-{tag}.whl"
        pathlib.Path(wheel_directory).mkdir(parents=True, exist_ok=True)
        pack(root, pathlib.Path(wheel_directory, name))
    return name


def build_windows(wheel_directory: str) -> str:
    """Makes the wheel for Windows by the preset `windows`; returns its name."""
    for command in (["tools/build-static-deps", "windows"], ["cmake", "--preset", "windows"],
                    ["cmake", "--build", "--preset", "windows", "--parallel",
                     str(os.cpu_count() or 1), "--target", "trey", "trey_shared"]):
        subprocess.run(command, check=True, cwd=TOP, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as work:
        tag = assemble_windows(pathlib.Path(work), TOP / "build-windows")
        name = f"trey-{version()}-{tag}.whl"
        pathlib.Path(wheel_directory).mkdir(parents=True, exist_ok=True)
        pack(pathlib.Path(work), pathlib.Path(wheel_directory, name))
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """Not supported: the package is built from trey's source tree, including the C
    sources."""
    raise RuntimeError("build a wheel from trey's source tree: pip wheel ./python")


def main() -> None:
    if len(sys.argv) != 3 or sys.argv[1] not in ("wheel", "windows", "metadata"):
        sys.exit("usage: backend.py wheel|windows|metadata DIRECTORY")
    if sys.argv[1] == "metadata":
        write_info(pathlib.Path(sys.argv[2], info_name()), "py3-none-any")
    else:
        make = build_wheel if sys.argv[1] == "wheel" else build_windows
        print(pathlib.Path(sys.argv[2], make(sys.argv[2])))


if __name__ == "__main__":
    main()
