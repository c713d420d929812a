"""The rules against other people's, where they are installed; `benches/agreement.py` does the same at length."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "benches"))
import agreement

#: Every test run looks at some; the README says how many once were.
POSITIONS = 2000


def test_othello_agrees_with_open_spiel():
    pytest.importorskip("pyspiel")
    assert agreement.othello(POSITIONS) >= POSITIONS


def test_xiangqi_agrees_with_pyffish():
    pytest.importorskip("pyffish")
    assert agreement.xiangqi(POSITIONS) >= POSITIONS
