# SPDX-License-Identifier: BSD-2-Clause
"""Runs cases of the verification manual, and keeps their results as data: verification/results/<case>.json."""
from __future__ import annotations

import datetime
import json
import math
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import fsolve
from verification.case import FOLDER, ROOT, Case, Quantity
from verification.changes import outcomes, run_changes
from verification.limits import limit_of, order_of
from verification.measure import measured

RESULTS = os.path.join(FOLDER, "results")
ROUND_OFF = 1e-11  # relative; below it an error does not fall any more


def result_path(case: Case) -> str:
    return os.path.join(RESULTS, case.name + ".json")


def errors(case: Case, values: dict[str, float]) -> dict[str, float]:
    """Relative errors; absolute ones where the reference is 0."""
    return {q.name: abs(values[q.name] - q.reference.value) / (abs(q.reference.value) or 1) for q in case.quantities}


def cost(result: Any, seconds: float) -> dict[str, Any]:
    """The cost of a run, from its results and the clock."""
    found: dict[str, Any] = {"seconds": round(seconds, 2)}
    for name, path in (("steps", "time"), ("newton", "solver/newton"), ("linear", "solver/linear")):
        if result.has("history/" + path):
            values = np.asarray(result[path])
            found[name] = len(values) - 1 if path == "time" else int(values.sum())
    return found


def certified(result: Any) -> bool | None:
    """Whether a run of modes or buckling has proved that its list is complete; None for other analyses."""
    for name in ("modes", "buckling"):
        found = result.attributes(name)
        if "certified" in found:
            return bool(found["certified"])
    return None


def processor_seconds() -> float:
    """The processor time of all programs that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Runs:
    """The runs of a case, in a folder that is removed at the end."""

    def __init__(self, case: Case):
        self.case = case
        self.path = os.path.join(ROOT, case.options)

    def run(self, folder: str, ranks: int = 1, **keys: Any) -> tuple[Any, float]:
        start = time.monotonic()
        result = fsolve.run(self.path, ranks=ranks, folder=folder, output="run.h5", overwrite=True, **{**self.case.keys, **keys})
        return result, time.monotonic() - start

    def runner(self, folder: str, ranks: int = 1, **keys: Any) -> Callable[..., Any]:
        """Returns a function that runs the case with these options and further ones. Those of a size or of a short run come first."""
        return lambda **more: self.run(folder, ranks, **{**more, **keys})[0]

    def refinement(self, folder: str, way: Any) -> dict[str, Any]:
        found = [measured(self.case, self.runner(folder, **way.keys(size))) for size in way.sizes]
        wrong = [errors(self.case, values) for values in found]
        return {"what": way.what, "sizes": list(way.sizes), "least": way.least, "orders": {q.name: q.order for q in self.case.quantities if q.order is not None},
                **{key: {q.name: [one[q.name] for one in all_sizes] for q in self.case.quantities} for key, all_sizes in (("values", found), ("errors", wrong))}}

    def finer(self, folder: str, way: Any) -> dict[str, Any]:
        return {"what": way.what, "order": way.order, "ratio": way.ratio, "values": measured(self.case, self.runner(folder, **way.keys))}

    def all(self) -> dict[str, Any]:
        """Runs the case as it is, on several ranks, and its refinements. Returns the data of its sheet."""
        case = self.case
        before = processor_seconds()
        with tempfile.TemporaryDirectory() as folder:
            result, seconds = self.run(folder)
            used, proved = cost(result, seconds), certified(result)
            values = measured(case, lambda **keys: self.run(folder, **keys)[0] if keys else result)
            on = {str(n): measured(case, self.runner(folder, n, **case.short)) for n in case.ranks if n > 1 or case.short}
            ways = [self.refinement(folder, way) for way in case.refinements]
            finer = [self.finer(folder, way) for way in case.finer]
        used["all"] = round(processor_seconds() - before, 1)
        return {"case": case.name, "mark": case.mark, "commit": commit(), "date": datetime.date.today().isoformat(),
                "values": values, "errors": errors(case, values), "ranks": on, "refinements": ways, "finer": finer, "cost": used, **({} if proved is None else {"certified": proved})}


def commit() -> str:
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=10"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def order(sizes: list[int], found: list[float]) -> float:
    """The order between the last two sizes whose errors are above round-off; infinite if there are no such two."""
    above = [(n, e) for n, e in zip(sizes, found) if e > ROUND_OFF]
    if len(above) < 2:
        return math.inf
    (n, e), (m, f) = above[-2:]
    return math.log(e / f) / math.log(m / n)


def apart(quantity: Quantity, one: dict[str, float], other: dict[str, float]) -> float:
    """The difference of two measured values, relative to the reference as errors are."""
    return abs(one[quantity.name] - other[quantity.name]) / (abs(quantity.reference.value) or 1)


def on_one_rank(data: dict[str, Any]) -> dict[str, float]:
    """The values with which those on several ranks are compared."""
    return data["ranks"].get("1", data["values"])


def shortfalls(case: Case, data: dict[str, Any]) -> list[str]:
    """The claims of a case that a run does not show: a line each."""
    found = []
    for q in case.quantities:
        error, limit = data["errors"][q.name], limit_of(q, data)
        if not error <= limit.value:
            found.append(f"{q.name}: the error is {error:.2g}, its limit {limit.value:.2g}: {limit.reason}")
        for n, values in data["ranks"].items():
            difference = apart(q, values, on_one_rank(data))
            if not difference <= case.same:
                found.append(f"{q.name}: on {n} ranks it differs by {difference:.2g}, allowed are {case.same:.2g}")
        for way in data["refinements"]:
            reached, least = order(way["sizes"], way["errors"][q.name]), order_of(way, q)
            if not reached >= least:
                found.append(f"{q.name}: the order over {way['what']} is {reached:.2f}, claimed {least:g}")
    return found


def write(case: Case, data: dict[str, Any]) -> None:
    os.makedirs(RESULTS, exist_ok=True)
    with open(result_path(case), "w", encoding="utf-8") as file:
        json.dump(data, file, indent=1)
        file.write("\n")


def verify(case: Case) -> list[str]:
    """Runs a case, writes its data, and returns what falls short. Outcomes of changes of the same case are kept."""
    before, data = read(case), Runs(case).all()
    if before and before["mark"] == case.mark and "changes" in before:
        data["changes"] = before["changes"]
    write(case, data)
    return shortfalls(case, data)


def mutate(case: Case) -> dict[str, str]:
    """Runs a case with planted changes, adds their outcomes to its data, and returns them."""
    data = read(case)
    if not data or data["mark"] != case.mark:
        raise fsolve.FsolveError(f"the results of {case.name} are older than the case; run scripts/verify {case.name} first", 2)
    data["changes"] = run_changes(case)
    write(case, data)
    return outcomes(case, data)


def read(case: Case) -> dict[str, Any] | None:
    """The data of the last run of a case; None without a run."""
    if not os.path.exists(result_path(case)):
        return None
    with open(result_path(case), encoding="utf-8") as file:
        return json.load(file)
