"""Runs the code of a notebook, cell by cell. Usage: notebook.py NOTEBOOK

With TREY_NOTEBOOK_SHORT in the environment the notebooks do less, so that they can be
tests.
"""

import json
import pathlib
import sys


def main() -> None:
    notebook = json.loads(pathlib.Path(sys.argv[1]).read_text())
    names: dict = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "notebooks are kept without outputs"
            exec(compile("".join(cell["source"]), sys.argv[1], "exec"), names)


main()
