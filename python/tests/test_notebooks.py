"""The notebooks run from top to bottom; the long one is told to be short."""

import pathlib
import re

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((pathlib.Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def printed(notebook):
    texts = [output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", [])]
    return "".join(texts)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    monkeypatch.setenv("BOYI_NOTEBOOK_ROUNDS", "8")
    monkeypatch.setenv("BOYI_NOTEBOOK_SECONDS", "3600")
    monkeypatch.setenv("BOYI_NOTEBOOK_GAMES", "4")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    if "alphazero" in path.stem:
        # A few rounds are too few to play better, but enough to see the loss fall.
        before, after = map(float, re.search(r"the loss fell from (\S+) to (\S+)", printed(notebook)).groups())
        assert after < 0.8 * before
    else:
        assert printed(notebook)


def test_there_are_five():
    assert len(NOTEBOOKS) == 5
