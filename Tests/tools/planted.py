"""Loads the checks of scripts/, which have no ending, as modules."""
import importlib.machinery, importlib.util, pathlib, sys

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"


def load(name):
    sys.path.insert(0, str(SCRIPTS))
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module
