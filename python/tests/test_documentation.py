"""Every example in a docstring runs, and everything public has a docstring."""

import doctest
import inspect
import pathlib

import pytest

import boyi
import boyi._boyi
import boyi._state
import boyi._vector
import boyi.paths


def documented():
    """Names and objects: the package, its functions and classes, and their methods."""
    found = {"boyi": boyi, "boyi.paths": boyi.paths}
    for module in (boyi, boyi.paths):
        for name in module.__all__:
            thing = getattr(module, name)
            found[f"{module.__name__}.{name}"] = thing
            if inspect.isclass(thing):
                for attribute, value in vars(thing).items():
                    is_method = callable(value) or isinstance(value, property) or inspect.isdatadescriptor(value)
                    if not attribute.startswith("_") and is_method:
                        found[f"{module.__name__}.{name}.{attribute}"] = value
    return found


@pytest.mark.parametrize("name", sorted(documented()))
def test_examples_run(name):
    text = getattr(documented()[name], "__doc__", None) or ""
    names = {"boyi": boyi, **{key: getattr(boyi.paths, key) for key in boyi.paths.__all__}}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failures, _ = runner.run(test)
    assert failures == 0


def test_everything_public_says_what_it_is():
    silent = [
        name
        for name, thing in documented().items()
        if not isinstance(thing, str) and not (getattr(thing, "__doc__", None) or "").strip()
    ]
    assert silent == []


def test_the_readme_runs():
    readme = pathlib.Path(__file__).parent.parent / "README.md"
    failures, tried = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failures == 0 and tried > 5
