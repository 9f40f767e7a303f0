"""`python -m trey …` runs the trey command."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
from typing import NoReturn


def run(program: str) -> NoReturn:
    """Replaces this process by the program. Windows cannot: there it runs as a child,
    which gets Ctrl-C as well."""
    arguments = ["trey", *sys.argv[1:]]
    if os.name != "nt":
        os.execv(program, arguments)
    with subprocess.Popen(arguments, executable=program) as child:
        while True:
            try:
                sys.exit(child.wait())
            except KeyboardInterrupt:
                pass


def main() -> None:
    """Runs the command: from the package, from a source tree's build, or from $PATH."""
    here = pathlib.Path(__file__).resolve().parent
    end = ".exe" if os.name == "nt" else ""
    places = [here / "bin" / f"trey{end}", here.parent.parent / "build" / "trey"]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            run(str(place))
    # A console script of this package in $PATH would only call this function again.
    found = shutil.which("trey")
    if os.name != "nt" and found is not None and \
            pathlib.Path(found).read_bytes()[:2] != b"#!":
        run(found)
    sys.exit("trey: the command is not installed; it is in the wheel, in the package "
             "'trey' of Debian, and in build/ after `make`")


if __name__ == "__main__":
    main()
