"""Compares every struct of trey._library with the headers, by the compiler's sizes and
offsets. Usage: structs.py COMPILER INCLUDE-DIRECTORY [RUNNER]

COMPILER may have options; RUNNER runs a program of another system, such as wine."""

import ctypes
import pathlib
import shlex
import subprocess
import sys
import tempfile

from trey._library import STRUCTS


def program() -> str:
    lines = ["#include <trey/trey.h>", "#include <trey/batch.h>", "#include <trey/odds.h>",
             "#include <trey/advise.h>", "#include <trey/engine.h>", "#include <trey/review.h>",
             "#include <trey/plan.h>", "#include <trey/learn.h>",
             "#include <trey/played.h>", "#include <trey/selfplay.h>", "#include <trey/exact.h>",
             "#include <stddef.h>", "#include <stdio.h>", "int main(void)", "{"]
    for name, made in STRUCTS.items():
        lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
        for field, *_ in made._fields_:
            lines.append(f'printf("{name}.{field} %zu %zu\\n", '
                         f"offsetof(struct {name}, {field}), "
                         f"sizeof((struct {name} *)0)->{field});")
    return "\n".join(lines + ["}"])


def of_python() -> str:
    lines = []
    for name, made in STRUCTS.items():
        lines.append(f"{name} {ctypes.sizeof(made)}")
        for field, *_ in made._fields_:
            place = getattr(made, field)
            lines.append(f"{name}.{field} {place.offset} {place.size}")
    return "\n".join(lines) + "\n"


def main() -> None:
    compiler, include, *runner = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "structs.c")
        source.write_text(program())
        binary = str(source.with_suffix(".exe"))
        subprocess.run([*shlex.split(compiler), "-I", include, "-o", binary, str(source)],
                       check=True)
        of_c = subprocess.run([*runner, binary], check=True, capture_output=True, text=True).stdout
    wrong = [f"{theirs} (C), {ours} (Python)"
             for theirs, ours in zip(of_c.splitlines(), of_python().splitlines())
             if theirs != ours]
    for line in wrong:
        print(line)
    print(f"{len(STRUCTS) - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(bool(wrong))


main()
