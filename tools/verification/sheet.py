# SPDX-License-Identifier: BSD-2-Clause
"""The pages of the verification manual: a sheet for each case, the coverage, and a table of all targets."""
from __future__ import annotations

import csv
import io
import math
import os
import shutil
from typing import Any

from fsolve.draw import plt, save
from verification import changes_page, collections_page
from verification.case import ANALYSES, ELEMENTS, ROOT, SUITES, Case, inputs
from verification.limits import limit_of
from verification.picture import draw_model
from verification.runs import ROUND_OFF, apart, on_one_rank, order, read, shortfalls

LARGE = 0.05  # a relative error that the verdict names
NARROW = 1.5  # limit over error, below which the verdict names the error
NAMED = 12  # largest number of curves in a picture that are named
RANKS = {1: "one rank", 2: "two ranks", 3: "three ranks", 8: "eight ranks"}


def number(value: float) -> str:
    return f"{value:.8g}"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |", *("| " + " | ".join(row) + " |" for row in rows), ""]


def is_narrow(case: Case, data: dict[str, Any]) -> bool:
    """Whether a limit is so near to its error that a little more error would fall short."""
    return any(limit_of(q, data).value < NARROW * data["errors"][q.name] for q in case.quantities)


def percent(error: float) -> str:
    """An error in percent, rounded up to two digits."""
    digits = 1 - math.floor(math.log10(100 * error))
    return f"{math.ceil(100 * error * 10**digits) / 10**digits:g} %"


def verdict(case: Case, data: dict[str, Any] | None) -> str:
    if not data:
        return "not run yet"
    if data["mark"] != case.mark:
        return "older than its case"
    if shortfalls(case, data):
        return "falls short"
    error = max((data["errors"][q.name] for q in case.quantities if q.reference.value), default=0)
    return f"agrees within {percent(error)}" if error > LARGE or error and is_narrow(case, data) else "agrees"


def results(case: Case, data: dict[str, Any]) -> list[str]:
    rows, source, reason = [], "", ""
    for q in case.quantities:
        limit = limit_of(q, data)
        for k, r in enumerate(q.references):
            error = abs(data["values"][q.name] - r.value) / (abs(r.value) or 1)
            first = [q.name + (f" [{q.unit}]" if q.unit else ""), f"**{number(data['values'][q.name])}**"] if not k else ["", ""]
            doubt = f" ± {r.uncertainty * (abs(r.value) or 1):.1g}" if r.uncertainty else ""
            said = r.source + (f". **Wrong**: {r.wrong}" if r.wrong else "")
            counts = f"{limit.value:.2g}" + (f": {limit.reason}" if limit.reason != reason else "") if r is q.reference else ""
            rows.append([*first, number(r.value) + doubt, f"{error:.1e}", counts, "the same" if said == source else said])
            source, reason = said, limit.reason if r is q.reference else reason
    return table(["quantity", "fsolve", "reference", "relative error", "limit of the error", "source of the reference"], rows)


def picture(case: Case, way: dict[str, Any], path: str) -> None:
    """Draws the errors over the sizes of a refinement, with the slope of its claimed order."""
    figure, axes = plt.subplots(figsize=(5.2, 3.4), layout="constrained")
    for name, found in way["errors"].items():
        reached = order(way["sizes"], found)
        axes.loglog(way["sizes"], [max(e, 1e-16) for e in found], "o-", label=f"{name}: " + ("round-off" if math.isinf(reached) else f"order {reached:.2f}"))
    first = max(found[0] for found in way["errors"].values())
    axes.loglog(way["sizes"], [first * (way["sizes"][0] / n) ** way["least"] for n in way["sizes"]], "k--", lw=0.8, label=f"slope {way['least']:g}")
    if min(min(found) for found in way["errors"].values()) < 1e3 * ROUND_OFF:
        axes.axhline(ROUND_OFF, color="0.8", lw=0.8)
    axes.set(xlabel=way["what"], ylabel="relative error")
    axes.set_xticks(way["sizes"], [str(n) for n in way["sizes"]])
    axes.minorticks_off()
    if len(way["errors"]) <= NAMED:  # the table below the picture has all names
        axes.legend(fontsize=8)
    save(figure, path, 90, 32)


def refinements(case: Case, data: dict[str, Any], folder: str) -> list[str]:
    lines = []
    for way in data["refinements"]:
        name = f"{case.name}_{way['what']}.png"
        picture(case, way, os.path.join(folder, name))
        lines += [f"![errors over {way['what']}]({name})", ""]
        rows = [[str(n), *(f"{found[k]:.2e}" for found in way["errors"].values())] for k, n in enumerate(way["sizes"])]
        lines += table([way["what"], *("error of " + name for name in way["errors"])], rows)
    for way in data.get("finer", []):
        changes = "; ".join(f"{name}: {number(value)}" for name, value in way["values"].items())
        lines += [f"With finer {way['what']} the results are: {changes}. The difference tells the error.", ""]
    return lines


def on_ranks(case: Case, data: dict[str, Any]) -> str:
    if not data["ranks"]:
        return "This case runs on one rank."
    several = [n for n in data["ranks"] if n != "1"]
    difference = max(apart(q, data["ranks"][n], on_one_rank(data)) for n in several for q in case.quantities)
    short = ", in runs with " + " ".join(f"`-{key} {value}`" for key, value in case.short.items()) if case.short else ""
    return f"On {', '.join(RANKS.get(int(n), n + ' ranks') for n in several)} the results differ from those on one rank by at most {difference:.0e} of their size{short}."


def certificate(data: dict[str, Any]) -> str:
    """Says whether the run proved that no mode or critical load is missing."""
    if "certified" not in data:
        return ""
    return "The run proved by inertia that none is missing." if data["certified"] else "The run did not prove that none is missing."


def spent(data: dict[str, Any]) -> str:
    used = data["cost"]
    parts = [f"{used[key]} {words}" for key, words in (("steps", "steps"), ("newton", "iterations of Newton's method"), ("linear", "linear iterations")) if used.get(key)]
    every = f"; all runs of this case took {used['all']:g} s of processor time" if "all" in used else ""
    return f"Cost on one rank: {', '.join([*parts, str(used['seconds']) + ' s'])}{every}."


def sheet(case: Case, folder: str) -> str:
    """The page of a case. Pictures and the options file come beside it, in a folder."""
    data = read(case)
    with open(os.path.join(ROOT, case.options), encoding="utf-8") as file:
        options = file.read()
    shutil.copy(os.path.join(ROOT, case.options), os.path.join(folder, case.name + ".opts"))
    for path in inputs(case.options):
        shutil.copy(os.path.join(ROOT, path), folder)
    lines = [f"# {case.title}", "", case.text.strip(), ""]
    words = [*case.elements, *case.analyses, *case.features, *case.suites]
    state = verdict(case, data)
    lines += [f"**This case {state}.**" if data and state != "older than its case" else f"**{state}.**", "", "Keywords: " + ", ".join(words) + ".", ""]
    if data:
        draw_model(case, data, os.path.join(folder, case.name + ".png"))
        lines += [f"![the model]({case.name}.png)", "", "## Results", "", *results(case, data)]
        short = shortfalls(case, data)
        lines += (["What falls short:", "", *("- " + line for line in short), ""] if short else [])
        lines += refinements(case, data, folder) + [" ".join(filter(None, (certificate(data), on_ranks(case, data), spent(data)))), ""]
        lines += changes_page.section(case, data)
        lines += [f"Computed by {data['commit']} on {data['date']}; `scripts/verify {case.name}` computes it again.", ""]
    more = ["With these further options:", "", "```text", *(f"-{key} {value}" for key, value in case.keys.items()), "```", ""] if case.keys else []
    files = [case.name + ".opts", *(os.path.basename(path) for path in inputs(case.options))]
    return "\n".join(lines + ["## Options", "", ", ".join(f"{{download}}`{name}`" for name in files), "", "```text", options.rstrip(), "```", "", *more])


def coverage(cases: dict[str, Case], words: tuple[str, ...], of: str) -> list[str]:
    rows = []
    for word in words:
        found = [f"[{c.name}]({c.name}.md)" for c in cases.values() if word in getattr(c, of)]
        rows.append([word, str(len(found)), ", ".join(found) or "none yet"])
    return ["```{tabularcolumns} |p{35mm}|r|p{105mm}|", "```", "", *table([of, "cases", ""], rows)]  # in the PDF


def total(cases: dict[str, Case]) -> str:
    """The processor time of all runs that have recorded it."""
    known = [data["cost"]["all"] for data in map(read, cases.values()) if data and "all" in data["cost"]]
    return f"All runs of {len(known)} cases, with those on several ranks and of the refinements, took {sum(known) / 60:.0f} minutes of processor time."


def largest_error(case: Case) -> str:
    """The largest relative error of a quantity; that of a run to round-off is written as such."""
    data = read(case)
    if not data:
        return ""
    error = max(data["errors"].values())
    return f"{error:.0e}" if error > ROUND_OFF else "round-off"


def index(cases: dict[str, Case]) -> str:
    """The first page: all cases with their verdicts, and what they cover."""
    states = {name: verdict(c, read(c)) for name, c in cases.items()}
    lines = ["# Verification", "", f"{len(cases)} cases with exact or published references; {sum(s.startswith('agrees') for s in states.values())} agree. `scripts/verify` runs them,",
             "and their sheets are made from what the runs wrote. The [table of all targets](targets.csv) serves other programs, too.", "",
             "A case agrees if the relative error of each of its quantities is below a limit, which its sheet prints with the reason. An error over 5 %, or one that nearly reaches its limit, is part of the verdict.",
             "[Planted changes](changes.md) show which errors of a model the sheets would notice. A case must also give the same results on all numbers of ranks, and converge with its order.",
             "Modes and waves of plates and shells are listed with these structures. [Coverage](#coverage) lists the cases by element, analysis and collection, such as NAFEMS.", "", total(cases), ""]
    for subject in dict.fromkeys(c.subject for c in cases.values()):
        heading, _, detail = subject.rstrip(".").partition(": ")
        rows = [[f"[{c.title}]({c.name}.md)", ", ".join(c.analyses), states[c.name], largest_error(c)] for c in cases.values() if c.subject == subject]
        lines += [f"## {heading}", "", *([f"{detail[0].upper()}{detail[1:]}.", ""] if detail else []), *table(["case", "analysis", "state", "largest error"], rows)]
    lines += ["## Published collections", "", "A sheet whose title says `as in` has the problem of the collection with other numbers. The reference of each sheet is computed anew, and the printed value stands beside it.", "",
              "```{tabularcolumns} |p{30mm}|r|p{60mm}|p{50mm}|", "```", "", *table(["collection", "cases", "", "what is missing, and why"], collections_page.rows(cases))]
    lines += ["## Coverage", "", *coverage(cases, ELEMENTS, "elements"), *coverage(cases, ANALYSES, "analyses"), *coverage(cases, SUITES, "suites")]
    lines += coverage(cases, tuple(sorted({word for c in cases.values() for word in c.features}, key=str.lower)), "features")
    lines += ["```{toctree}", ":hidden:", "", "changes", *cases, "```", ""]
    return "\n".join(lines)


def targets(cases: dict[str, Case]) -> str:
    """All references as CSV."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["case", "quantity", "unit", "value", "relative uncertainty", "source", "why it is wrong"])
    for c in cases.values():
        for q in c.quantities:
            rows.writerows([c.name, q.name, q.unit, repr(r.value), r.uncertainty, r.source, r.wrong] for r in q.references)
    return out.getvalue()


def write_all(cases: dict[str, Case], folder: str) -> None:
    """Writes all pages into a folder."""
    os.makedirs(folder, exist_ok=True)
    pages = {name + ".md": sheet(c, folder) for name, c in cases.items()}
    for name, text in {**pages, "index.md": index(cases), "changes.md": changes_page.page(cases), "targets.csv": targets(cases)}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
