"""`python -m trey …` runs the trey command."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys


def main() -> None:
    """Replaces this process by the command: from the package, from a source tree's build,
    or from $PATH."""
    here = pathlib.Path(__file__).resolve().parent
    places = [here / "bin" / "trey", here.parent.parent / "build" / "trey"]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            os.execv(place, ["trey", *sys.argv[1:]])
    # A console script of this package in $PATH would only call this function again.
    found = shutil.which("trey")
    if found is not None and pathlib.Path(found).read_bytes()[:2] != b"#!":
        os.execv(found, ["trey", *sys.argv[1:]])
    sys.exit("trey: the command is not installed; it is in the wheel, in the package "
             "'trey' of Debian, and in build/ after `make`")


if __name__ == "__main__":
    main()
