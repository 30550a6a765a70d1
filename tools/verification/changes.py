# SPDX-License-Identifier: BSD-2-Clause
"""Planted changes of a case: a sheet that agrees must not agree any more if a parameter of its model is wrong.

A sheet can agree by accident, because its quantities do not depend on what it claims to test. Therefore each number that
describes the model, such as a stiffness or a force, is made larger by a tenth, one at a time, and the scheme is
replaced by another one. A change is noticed if a quantity is beyond its limit then."""
from __future__ import annotations

import os
import re
import shlex
import tempfile
from dataclasses import dataclass
from typing import Any

import fsolve
from verification.case import ROOT, Case
from verification.limits import limit_of

FACTOR = 1.1
SUBJECTS = "part|load|joint|initial|support|coupling|tie|slider"
QUANTITIES = ("acceleration|angular_velocity|area|damping|density|displacement(?:_[xyz])?|ea|ei[yz]|expansion|force|friction(?:_force)?|ga[yz]|gj|height|inertia|law(?:_[xyz])?|"
              "length|line_force|loss_factor|mass|mass_per_area|mass_per_length|moment|motion_(?:harmonic_)?[xyz]|poisson|pressure|prestress|radius|rotation(?:_[xyz])?|stiffness|"
              "strain|temperature(?:_gradient_[yz])?|tension|thickness|traction|unstrained_length|velocity(?:_[xyz])?|weight|width|young")
NUMBER = re.compile(rf"-(?:(?:{SUBJECTS})_\w+_(?:{QUANTITIES})|gravity)$")
SCHEMES = ("newmark", "generalized_alpha")  # the first one that the case does not have


@dataclass(frozen=True)
class Change:
    """A change of a case: what it is, for the sheet, and the options that make it."""

    what: str
    keys: dict[str, str]


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


def larger(text: str) -> str | None:
    """The value with each component made larger; None if it has none that is not 0."""
    parts = components(text)
    if all(re.fullmatch(r"[-+]?0*\.?0*", part) for part in parts):
        return None
    return ",".join(part if re.fullmatch(r"[-+]?0*\.?0*", part) else f"({part})*{FACTOR}" for part in parts)


def options_of(case: Case) -> dict[str, str]:
    """The options of a case, without their dashes: those of its file, and those that it adds."""
    words = words_of(case.options)
    found = {word[1:]: value for word, value in zip(words, words[1:]) if re.fullmatch(r"-[a-z]\w*", word)}
    given = {key: ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value) for key, value in case.keys.items()}
    return {**found, **given}


def changes(case: Case) -> list[Change]:
    found = []
    options = options_of(case)
    for key, value in options.items():
        new = larger(value) if NUMBER.match("-" + key) else None
        if new:
            found.append(Change(f"{key} larger by a tenth", {key: new}))
    if options.get("analysis", "transient") == "transient":
        other = next(name for name in SCHEMES if name != options.get("integrator"))
        found.append(Change(f"the scheme {other}", {"integrator": other}))
    return found


def notices(case: Case, values: dict[str, float], data: dict[str, Any]) -> bool:
    """Whether a quantity is beyond its limit."""
    return any(not abs(values[q.name] - q.reference.value) / (abs(q.reference.value) or 1) <= limit_of(q, data).value for q in case.quantities)


def outcome(case: Case, change: Change, data: dict[str, Any]) -> str:
    """Runs a changed case. Returns "noticed", "not noticed", or "refused" if the program does not run it."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            result = fsolve.run(os.path.join(ROOT, case.options), folder=folder, output="run.h5", overwrite=True, **{**case.keys, **change.keys})
            values = {q.name: float(q.measure(result)) for q in case.quantities}
        except (fsolve.FsolveError, AttributeError, IndexError, KeyError, ValueError):
            return "refused"
    return "noticed" if notices(case, values, data) else "not noticed"


def outcomes(case: Case, data: dict[str, Any]) -> dict[str, str]:
    """The outcomes of all changes of a case, by what they are."""
    return {change.what: outcome(case, change, data) for change in changes(case)}
