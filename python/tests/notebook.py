"""Runs the code of a notebook, cell by cell. Usage: notebook.py NOTEBOOK

With TREY_NOTEBOOK_SHORT in the environment the notebooks do less, so that they can be
tests.
"""

import json
import os
import pathlib
import sys


def main() -> None:
    notebook = json.loads(pathlib.Path(sys.argv[1]).read_text())
    os.chdir(pathlib.Path(sys.argv[1]).parent)  # as Jupyter does
    names: dict = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not any(one["output_type"] == "error" for one in cell["outputs"])
            exec(compile("".join(cell["source"]), sys.argv[1], "exec"), names)
    assert any(cell.get("outputs") for cell in notebook["cells"]), "outputs are kept"


main()
