# SPDX-License-Identifier: BSD-2-Clause
"""A case of the verification manual: a file of options, quantities with references, refinements."""
from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))
FOLDER = os.path.join(ROOT, "verification")
ELEMENTS = ("beam", "truss", "bar", "cable", "membrane", "finite_membrane", "shell", "body", "mass", "spring", "damper", "joint")
ANALYSES = ("static", "transient", "kinematic", "modes", "buckling", "path", "response", "spectrum")
SUITES = ("NAFEMS", "VPCS", "Ansys VM", "Abaqus", "MacNeal-Harder", "Sze", "IFToMM", "papers")


@dataclass(frozen=True)
class Reference:
    """A value from elsewhere.

    value        the number
    source       who says so: an equation, a book, a program; for the sheet
    uncertainty  relative; printed digits, the mesh of another program
    wrong        why a published value is wrong; then nothing is compared with it
    """

    value: float
    source: str
    uncertainty: float = 0
    wrong: str = ""


@dataclass(frozen=True)
class Quantity:
    """A result of a case.

    measure     returns the number of a fsolve.Result
    references  the first one that is not wrong is the one that counts
    given       largest relative error of the case as its file is, where the mesh and the steps have no error. Without it, the
                limit follows from the uncertainty of the reference and from the refinements (verification.limits)
    reason      why a given limit is larger than the tolerance of a solver
    keys        further options of the run that gives this quantity; quantities with the same options share a run
    order       the order of this quantity in refinements, if it is not that of the refinement
    """

    name: str
    unit: str
    measure: Callable[[Any], float]
    references: tuple[Reference, ...]
    given: float | None = None
    reason: str = ""
    keys: dict[str, Any] = field(default_factory=dict)
    order: float | None = None

    @property
    def reference(self) -> Reference:
        return next(r for r in self.references if not r.wrong)


@dataclass(frozen=True)
class Refinement:
    """Runs with finer and finer meshes or steps.

    what   "cells" or "steps": the axis of the picture
    sizes  numbers of cells or of steps
    keys   returns the options of a size
    least  the error of each quantity falls at least with this order at the last sizes
    """

    what: str
    sizes: tuple[int, ...]
    keys: Callable[[int], dict[str, Any]]
    least: float


@dataclass(frozen=True)
class Finer:
    """One run with more cells or shorter steps, from which the error of the mesh or of the steps is estimated.

    keys   the options of this run
    order  of the method
    ratio  of the numbers of cells or steps; the error is the difference of both runs over 1 - ratio^-order
    """

    what: str
    keys: dict[str, Any]
    order: float = 2
    ratio: float = 2


@dataclass(frozen=True)
class Case:
    """A case.

    options   the file of options, from the top of the tree
    text      the problem, in Markdown
    same      largest relative difference of the results on several numbers of ranks
    keys      further options of all runs
    short     further options of runs on several ranks, which are compared with such a run on one rank
    rigid     ends of names of stiffnesses that are so large that they do not matter; a planted change makes them soft
    untested  ends of names of parameters whose planted change is not noticed, and the reason: what the case does not test
    planted   further changes of the model that the case must notice: {what: options}
    drawn     further options of the run that is drawn, if the run of the file is long
    subject   the first line of the file of definitions, which is the heading above its cases
    """

    title: str
    text: str
    options: str
    quantities: tuple[Quantity, ...]
    elements: tuple[str, ...]
    analyses: tuple[str, ...]
    features: tuple[str, ...] = ()
    suites: tuple[str, ...] = ()
    refinements: tuple[Refinement, ...] = ()
    finer: tuple[Finer, ...] = ()
    ranks: tuple[int, ...] = (1, 2, 3, 8)
    keys: dict[str, Any] = field(default_factory=dict)
    short: dict[str, Any] = field(default_factory=dict)
    rigid: tuple[str, ...] = ()
    untested: dict[str, str] = field(default_factory=dict)
    planted: dict[str, dict[str, Any]] = field(default_factory=dict)
    drawn: dict[str, Any] = field(default_factory=dict)
    same: float = 1e-9
    name: str = ""
    subject: str = ""
    mark: str = ""


CASES: dict[str, Case] = {}


def read_bytes(path: str) -> bytes:
    with open(os.path.join(ROOT, path), "rb") as file:
        return file.read()


def inputs(options: str) -> list[str]:
    """The meshes, tables and options files that an options file names, directly or by others, from the top of the tree."""
    text = re.sub(r"#.*", "", read_bytes(options).decode())
    names = [os.path.normpath(os.path.join(os.path.dirname(options), name)) for name in re.findall(r"\s([\w./]+\.(?:msh|csv|opts))\b", text)]
    found = [name for name in dict.fromkeys(names) if os.path.isfile(os.path.join(ROOT, name))]
    return list(dict.fromkeys(one for name in found for one in [name, *(inputs(name) if name.endswith(".opts") else [])]))


@functools.cache
def definitions(path: str) -> dict[str, tuple[str, frozenset[str]]]:
    """The functions and constants of a Python file, by their names: the text, and the names that it uses."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = {}
    for part in ast.parse(text).body:
        targets = part.targets if isinstance(part, ast.Assign) else [part]
        if isinstance(part, (ast.FunctionDef, ast.ClassDef, ast.Assign)):
            used = frozenset(one.id for one in ast.walk(part) if isinstance(one, ast.Name))
            names = [one.id if isinstance(one, ast.Name) else getattr(one, "name", "") for target in targets for one in getattr(target, "elts", [target])]
            found.update(dict.fromkeys(names, (ast.get_source_segment(text, part) or "", used)))
    return found


def helpers(make: Callable[[], Case]) -> str:
    """The text of the functions and constants that a case uses, directly or by others of its file, in the order of the file."""
    known = definitions(inspect.getsourcefile(make) or "")
    found, new = set(), {make.__name__}
    while new:
        found |= new
        new = {name for one in new for name in known[one][1] if name in known} - found
    return "\n".join(dict.fromkeys(known[name][0] for name in known if name in found and name != make.__name__))


def without_words(source: str) -> str:
    """The text of a function without the title and the text of its case, because other words do not need another run."""
    words = [one.value for part in ast.walk(ast.parse(source)) if isinstance(part, ast.Call) for one in part.keywords if one.arg in ("title", "text")]
    for text in [ast.get_source_segment(source, one) or "" for one in words]:
        source = source.replace(text, "", 1)
    return source


def case(make: Callable[[], Case]) -> Callable[[], Case]:
    """Adds the case that a function returns. The function's name is that of the case."""
    made = make()
    for words, known in ((made.elements, ELEMENTS), (made.analyses, ANALYSES), (made.suites, SUITES)):
        for word in words:
            if word not in known:
                raise ValueError(f"{make.__name__}: {word} is none of {', '.join(known)}")
    text = read_bytes(made.options) + (without_words(inspect.getsource(make)) + without_words(helpers(make))).encode()
    mark = hashlib.sha256(text + b"".join(read_bytes(path) for path in inputs(made.options))).hexdigest()[:16]
    subject = (inspect.getdoc(inspect.getmodule(make)) or "").splitlines()[0]
    CASES[make.__name__] = Case(**{**made.__dict__, "name": make.__name__, "subject": subject, "mark": mark})
    return make


def load() -> dict[str, Case]:
    """Returns all cases, by their names: those of each Python file of verification, in the order of the files."""
    if not CASES:
        sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "python")]
        for file in sorted(os.listdir(FOLDER)):
            if file.endswith(".py"):
                found = importlib.util.spec_from_file_location("verification_" + file[:-3], os.path.join(FOLDER, file))
                module = importlib.util.module_from_spec(found)
                sys.modules[found.name] = module
                found.loader.exec_module(module)
    return CASES
