# SPDX-License-Identifier: BSD-2-Clause
"""The part of the front page of the verification manual about published collections: which of their cases there are, and why others are missing."""
from __future__ import annotations

import re

from verification.case import Case

# A pattern of the names in titles and sources, the heading, and why the other cases are missing.
COLLECTIONS = (
    (r"\bLE\d+\b", "NAFEMS, linear elastic",
     "LE4 and LE7 to LE11 need solids or axisymmetric elements, which fsolve does not have"),
    (r"\bFV\d+\b", "NAFEMS, natural frequencies",
     "FV42, a thick sphere, needs axisymmetric elements, FV51 and FV53 need solids; other beams and plates of the collection have no sheet yet"),
    (r"\b(?:5|13|21)[HT]\b", "NAFEMS, forced vibration",
     "the random cases (5R, 13R, 21R) need an analysis that fsolve does not have; the periodic ones (5P, 13P, 21P) have no sheet yet"),
    (r"\b3DNLG-\d+\b", "NAFEMS, nonlinear beams and shells", "the collapse of a pipe needs plasticity; other cases have no sheet yet"),
    (r"\bR0031/\d\b", "NAFEMS, composites", "test 2, a thick cylinder, needs solids"),
    (r"\b(?:SSL[LS]|SDL[LS]|SSNL|SDN[LD])\d+\b", "VPCS",
     "the guide has more beams, plates and shells, which have no sheet yet, and solids and heat, which fsolve does not have"),
    (r"\bVM\d+\b", "Ansys VM",
     "the rest of about 320 needs solids, axisymmetric elements, heat, fields, fluids, plasticity, creep, fracture or surfaces in contact; random vibration or spectra, or has no sheet yet"),
)


def names_of(case: Case, pattern: str) -> list[str]:
    """The names of a collection that a case has in its title or in the sources of its references."""
    sources = " ".join(r.source for q in case.quantities for r in q.references)
    return re.findall(pattern, f"{case.title} {sources}")


def by_number(name: str) -> tuple[str, int]:
    """A key that sorts SSLL6 before SSLL11."""
    return re.sub(r"\d+", "", name[:4]), int(re.findall(r"\d+", name)[-1])


def rows(cases: dict[str, Case]) -> list[list[str]]:
    """A row for each collection: its name, how many of its cases there are, which ones with links to their sheets, and what is missing."""
    found = []
    for pattern, heading, missing in COLLECTIONS:
        sheets = {name: case.name for case in cases.values() for name in names_of(case, pattern)}
        links = [f"[{name}]({sheets[name]}.md)" for name in sorted(sheets, key=by_number)]
        found.append([heading, str(len(links)), ", ".join(links), missing])
    return found
