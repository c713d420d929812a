"""The stubs: mypy --strict accepts an example that uses every call, and they name what is there."""

import ast
import inspect
import pathlib
import subprocess
import sys

import boyi._boyi

HERE = pathlib.Path(__file__).parent.parent
EXAMPLE = HERE / "examples" / "every_call.py"


def test_mypy_strict_accepts_every_call(tmp_path):
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(EXAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_example_runs():
    done = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True)
    assert done.returncode == 0 and "every call" in done.stdout, done.stderr


def test_the_example_uses_every_public_name():
    text = EXAMPLE.read_text(encoding="utf-8")
    missing = [name for name in boyi.__all__ if name not in text]
    assert missing == []


def test_the_stubs_name_what_is_there():
    stubs = ast.parse((HERE / "lib" / "boyi" / "_boyi.pyi").read_text(encoding="utf-8"))
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stubs.body if isinstance(node, ast.FunctionDef)}
    for name, thing in vars(boyi._boyi).items():
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            described = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
            there = {attribute for attribute in vars(thing) if not attribute.startswith("_")}
            assert there == {method for method in described if not method.startswith("_")}, name
        elif callable(thing) and not inspect.isclass(thing):
            assert name in functions
