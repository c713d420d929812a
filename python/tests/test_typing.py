"""The stubs: mypy --strict accepts the package and an example that uses every call, and stubtest finds no lie in them."""

import ast
import inspect
import pathlib
import subprocess
import sys

import pytest

import boyi
import boyi._boyi
import boyi.gymnasium
import boyi.paths
import boyi.pettingzoo
import boyi.widget

EXAMPLES = sorted((pathlib.Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("what", [map(str, EXAMPLES), ["-p", "boyi"]], ids=["examples", "package"])
def test_mypy_strict_accepts(what, tmp_path):
    command = [sys.executable, "-m", "mypy", "--strict", *what, "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_say_what_is_there(tmp_path):
    """Names, arguments and their defaults, by mypy's own stubtest."""
    command = [sys.executable, "-m", "mypy.stubtest", "boyi._boyi"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path):
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True)
    assert done.returncode == 0 and "every call" in done.stdout, done.stderr


def public(thing):
    """The names of a module or a class that are meant for others, without what it inherits from elsewhere."""
    names = getattr(thing, "__all__", None) or list(vars(thing))
    names = [name for name in names if not name.startswith("_")]
    if inspect.isclass(thing):
        return names
    own = [name for name in names if getattr(getattr(thing, name), "__module__", "boyi").startswith("boyi")]
    return [name for name in own if not inspect.ismodule(getattr(thing, name))]


def test_the_examples_use_every_call():
    nodes = [node for path in EXAMPLES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    used |= {name.name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names}
    missing = []
    for module in (boyi, boyi.paths, boyi.gymnasium, boyi.pettingzoo, boyi.widget):
        for name in public(module):
            thing = getattr(module, name)
            missing += [] if name in used else [f"{module.__name__}.{name}"]
            if inspect.isclass(thing):
                missing += [f"{module.__name__}.{name}.{inner}" for inner in public(thing) if inner not in used]
    assert missing == []
