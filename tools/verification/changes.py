# SPDX-License-Identifier: BSD-2-Clause
"""Planted changes of a case: a sheet that agrees must not agree any more if a parameter of its model is wrong.

A sheet can agree by accident, because its quantities do not depend on what it claims to test. Therefore each number that
describes the model, such as a stiffness, a component of a force or a variable of -let, is made larger by a tenth, one at a time,
and the scheme is replaced by another one. A stiffness that the case declares as rigid is made a thousand times smaller instead,
because a tenth more does not matter then. The measured values of each run are kept, so that the outcome follows from the limits of today.
A change is noticed if a quantity is beyond its limit, and refused if the program does not run it."""
from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import fsolve
from verification.case import ROOT, Case
from verification.limits import limit_of
from verification.measure import measured

FACTOR = 1.1
SOFT = 1e-3        # the factor of what is declared as rigid
NO_INFLUENCE = 1e-7  # relative; what is left of the tolerances of solvers in the difference of two runs
SUBJECTS = "part|load|joint|initial|support|coupling|tie|slider"
QUANTITIES = ("acceleration|angular_velocity|area|damping|density|displacement(?:_[xyz])?|ea|ei[yz]|expansion|force|friction(?:_force)?|ga[yz]|gj|height|inertia|law_[xyz]|"
              "length|line_force|loss_factor|mass|mass_per_area|mass_per_length|moment|motion_(?:harmonic_)?[xyz]|poisson|pressure|prestress|radius|(?<!fix_)rotation(?:_[xyz])?|stiffness|"
              "temperature(?:_gradient_[yz])?|tension|thickness|traction|unstrained_length|velocity(?:_[xyz])?|weight|width|young")
NUMBER = re.compile(rf"-(?:(?:{SUBJECTS})_\w+_(?:{QUANTITIES})|gravity)$")
ZERO = re.compile(r"[-+]?0*\.?0*")
WORD = re.compile(r"[a-z_]+")
SCHEMES = ("newmark", "generalized_alpha")  # the first one that the case does not have
SCHEMES_OF_JOINTS = ("bdf2", "esdirk43_6l")


@dataclass(frozen=True)
class Change:
    """A change of a case: what it is, for the sheet, the options that make it, and the name of the option that it changes."""

    what: str
    keys: dict[str, str]
    key: str


def words_of(path: str) -> list[str]:
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return [word for line in file for word in shlex.split(line, comments=True)]


def components(text: str) -> list[str]:
    """The components of a value: its parts between the commas that are in no brackets."""
    depth, parts = 0, [""]
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def variables(options: dict[str, str]) -> dict[str, str]:
    """The variables of -let, but not those that are numbers of cells."""
    counts = " ".join(value for key, value in options.items() if re.search(r"(^|_)n$", key))
    pairs = [part.split("=", 1) for part in components(options.get("let", "")) if "=" in part]
    return {name: value for name, value in pairs if not re.search(rf"\b{name}\b", counts)}


def scaled(text: str, factor: float, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The value with one of its components multiplied by a factor, for each component that is a number and not 0: the component's ordinal, and the value."""
    parts = components(text)
    numbers = [k for k, part in enumerate(parts) if not ZERO.fullmatch(part) and (not WORD.fullmatch(part) or part in names)]
    for k in numbers:
        where = f"component {k + 1} of " if len(numbers) > 1 else ""
        yield where, ",".join(f"({part})*{factor:g}" if j == k else part for j, part in enumerate(parts))


def options_of(case: Case) -> dict[str, str]:
    """The options of a case, without their dashes: those of its file, and those that it adds."""
    words = words_of(case.options)
    pairs = [(word[1:], value) for word, value in zip(words, words[1:]) if re.fullmatch(r"-[a-z]\w*", word)]
    found = {**dict(pairs), **({"let": ",".join(value for key, value in pairs if key == "let")} if "-let" in words else {})}
    given = {key: ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value) for key, value in case.keys.items()}
    return {**found, **given}


def declared(names: dict[str, str] | tuple[str, ...], key: str) -> str | None:
    """The entry of a declaration that holds for an option: its whole name, or how it ends. Several names may stand in one entry."""
    return next((entry for entry in names for name in entry.split() if key == name or key.endswith("_" + name)), None)


def changes_of_numbers(case: Case, options: dict[str, str]) -> Iterator[Change]:
    names = variables(options)
    for key, value in options.items():
        if NUMBER.match("-" + key):
            soft = declared(case.rigid, key)
            for where, new in scaled(value, SOFT if soft else FACTOR, names):
                yield Change(f"{where}{key} " + ("a thousandth" if soft else "larger by a tenth"), {key: new}, key)
    for name, value in names.items():
        for _, new in scaled(value, FACTOR, names):
            yield Change(f"{name} of let larger by a tenth", {"let": ",".join(f"{n}={new if n == name else v}" for n, v in let_of(options).items())}, "let_" + name)


def let_of(options: dict[str, str]) -> dict[str, str]:
    return dict(part.split("=", 1) for part in components(options["let"]))


def changes(case: Case) -> list[Change]:
    options = options_of(case)
    found = list(changes_of_numbers(case, options))
    if options.get("analysis", "transient") == "transient":
        known = SCHEMES_OF_JOINTS if "joints" in options or "ties" in options else SCHEMES
        other = next(name for name in known if name != options.get("integrator"))
        found.append(Change(f"the scheme {other}", {"integrator": other}, "integrator"))
    return found + [Change(what, keys, "planted") for what, keys in case.planted.items()]


def values_of(case: Case, change: Change) -> dict[str, float] | None:
    """Runs a changed case. Returns what it measures, or None if the program does not run it."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return measured(case, lambda **keys: fsolve.run(os.path.join(ROOT, case.options), folder=folder, output="run.h5", overwrite=True, **{**case.keys, **keys, **change.keys}))
        except (fsolve.FsolveError, AttributeError, IndexError, KeyError, ValueError):
            return None


def influence(case: Case, values: dict[str, float], data: dict[str, Any]) -> float:
    """The largest change of a quantity relative to its reference."""
    return max(abs(values[q.name] - data["values"][q.name]) / (abs(q.reference.value) or 1) for q in case.quantities)


def outcome(case: Case, values: dict[str, float] | None, data: dict[str, Any]) -> str:
    """Returns "noticed", "not noticed", "without influence", or "refused" if the program did not run the change."""
    if values is None:
        return "refused"
    if any(not abs(values[q.name] - q.reference.value) / (abs(q.reference.value) or 1) <= limit_of(q, data).value for q in case.quantities):
        return "noticed"
    return "not noticed" if influence(case, values, data) > NO_INFLUENCE else "without influence"


def outcomes(case: Case, data: dict[str, Any]) -> dict[str, str]:
    """The outcomes of the changes that were run, by what they are."""
    return {what: outcome(case, values, data) for what, values in data.get("changes", {}).items()}


def run_changes(case: Case) -> dict[str, dict[str, float] | None]:
    """Runs all changes of a case, and returns what each one measures, by what it is."""
    return {change.what: values_of(case, change) for change in changes(case)}
