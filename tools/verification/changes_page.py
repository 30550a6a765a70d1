# SPDX-License-Identifier: BSD-2-Clause
"""Pages about planted changes of the verification manual: a section of each sheet, and the table of all."""
from __future__ import annotations

from typing import Any

from verification.case import Case
from verification.changes import changes, declared, outcomes
from verification.runs import read

KINDS = ("noticed", "refused", "without influence", "not noticed")


def sorted_by_outcome(case: Case, data: dict[str, Any]) -> dict[str, list[str]]:
    """{outcome: what was changed}."""
    found = outcomes(case, data)
    return {kind: [what for what, outcome in found.items() if outcome == kind] for kind in KINDS}


def reasons(case: Case, data: dict[str, Any]) -> dict[str, str]:
    """{change that is not noticed: why, or an empty text if the case does not say so}."""
    keys = {change.what: change.key for change in changes(case)}
    missed = sorted_by_outcome(case, data)["not noticed"]
    return {what: case.untested.get(declared(case.untested, keys[what]) or "", "") for what in missed if what in keys}


def counts(case: Case, data: dict[str, Any]) -> dict[str, int]:
    """How many changes have each outcome; those that the case declares as untested are counted apart."""
    found = {kind: len(names) for kind, names in sorted_by_outcome(case, data).items()}
    untested = sum(map(bool, reasons(case, data).values()))
    return {**found, "not noticed": found["not noticed"] - untested, "untested": untested}


def coded(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def section(case: Case, data: dict[str, Any]) -> list[str]:
    """Says on a sheet which planted changes of the model it notices: what it tests, and what it does not."""
    if not data.get("changes"):
        return []
    found, why = sorted_by_outcome(case, data), reasons(case, data)
    lines = ["## What this case tests", "", f"The model was changed in {len(data['changes'])} ways, one at a time. A case that tests a parameter does not agree any more when this parameter is wrong.", ""]
    for kind, words in (("noticed", "It falls short with: "), ("refused", "The program refuses: "), ("without influence", "None of its quantities depends on the following, and so it does not test them: ")):
        if found[kind]:
            lines += [words + coded(found[kind]) + ".", ""]
    for reason in dict.fromkeys(why.values()):
        names = coded([what for what, one in why.items() if one == reason])
        lines += [f"It still agrees with {names}, and so it does not test this" + (f": {reason}." if reason else "."), ""]
    return lines


def total(cases: dict[str, Case]) -> dict[str, int]:
    """The counts of all cases whose changes have been run."""
    each = [counts(c, data) for c, data in ((c, read(c)) for c in cases.values()) if data and data.get("changes")]
    return {kind: sum(one[kind] for one in each) for kind in (*KINDS, "untested")}


def page(cases: dict[str, Case]) -> str:
    """The table of all planted changes."""
    run = {name: data for name, data in ((name, read(c)) for name, c in cases.items()) if data and data.get("changes")}
    of = total(cases)
    seen, everything = of["noticed"], of["noticed"] + of["not noticed"]
    lines = ["# Planted changes", "", "A sheet can agree by accident: its quantities may not depend on what it claims to test. Therefore each number that describes a model, such as a stiffness, a component of",
             "a force or a variable, was made larger by a tenth, one at a time, and schemes were replaced by others. A sheet notices a change if one of its quantities is then beyond its limit.", "",
             f"{sum(of.values())} changes of {len(run)} sheets were run. {of['noticed']} are noticed, and the program refuses {of['refused']}. No quantity depends on {of['without influence']} of the changed",
             f"parameters: the torsional stiffness of a beam that bends in a plane is an example. {of['untested']} changes have less influence than the limits allow, and the sheet says why it does not test them.",
             f"{of['not noticed']} others are not noticed: {100 * seen / everything:.1f} % of the changes that the sheets promise to notice are noticed." if everything else "", "",
             "`scripts/verify --mutate` runs the changes of a case again.", "",
             "| sheet | noticed | refused | without influence | untested, with a reason | not noticed |", "| --- | --- | --- | --- | --- | --- |"]
    for name, data in run.items():
        one, why = counts(cases[name], data), reasons(cases[name], data)
        missed = [what for what, reason in why.items() if not reason]
        lines.append(f"| [{cases[name].title}]({name}.md) | {one['noticed']} | {one['refused']} | {one['without influence']} | {one['untested']} | {one['not noticed']}" + (f": {coded(missed)}" if missed else "") + " |")
    left = [f"[{cases[name].title}]({name}.md)" for name in cases if name not in run]
    lines += ["", f"The changes of {len(left)} sheets have not been run, most of them because a run takes long: {', '.join(left)}." if left else "", ""]
    return "\n".join(lines)
