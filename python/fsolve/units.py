# SPDX-License-Identifier: BSD-2-Clause
"""Units of forces and lengths in which tables and pictures show results.

fsolve has no units of its own. Results are in the units of the case, such as N and m.
"""
from __future__ import annotations

from fsolve.error import FsolveError

FORCES = {"N": 1.0, "kN": 1e3, "MN": 1e6, "lbf": 4.4482216152605, "kip": 4448.2216152605}  # [N]
LENGTHS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "ft": 0.3048, "in": 0.0254}  # [m]
# Powers of force and of length in quantities of histories, and what follows their unit.
HISTORIES = {"force": (1, 0, ""), "moment": (1, 1, ""), "energy": (1, 1, ""),
             "motor_power": (1, 1, "/s"), "displacement": (0, 1, ""), "velocity": (0, 1, "/s"),
             "acceleration": (0, 1, "/s²"), "angle": (0, 0, "rad"), "rotation": (0, 0, ""),
             "angular_velocity": (0, 0, "rad/s"), "time": (0, 0, "s"), "dt": (0, 0, "s"), "frequency": (0, 0, "Hz"),
             "momentum": (1, 0, " s"), "angular_momentum": (1, 1, " s")}


# Results of elements whose unit is a force on an area.
STRESSES = ("stress", "stress_max", "stress_min", "stress_top", "stress_bottom", "stress_middle", "von_mises",
            "shear_stress", "pressure")


def ratio(known: dict[str, float], shown: str, case: str) -> float:
    """Returns the factor from the unit of the case to the shown one. Equal names are 1."""
    if shown == case:
        return 1.0
    for name in (shown, case):
        if name not in known:
            raise FsolveError(f"there is no unit '{name}' here; there are {', '.join(known)}")
    return known[case] / known[shown]


class Units:
    """The units of a table or picture, and the factors from the units of the case to them.

    force, length, moment     names, such as "kN", "m" and "kN m"
    force_factor, length_factor, moment_factor
    """

    def __init__(self, shown: str | None = None, case: str = "N,m"):
        """shown: a force and a length, such as "kN,m"; default: the units of the case.

        case: the units of the case in the same form.
        """
        pairs = []
        for text in (shown or case, case):
            words = [word.strip() for word in text.split(",")]
            if len(words) != 2 or not all(words):
                raise FsolveError(f"'{text}' is not a unit of force and one of length, as in kN,m")
            pairs.append(words)
        (self.force, self.length), (force, length) = pairs
        self.moment = f"{self.force} {self.length}"
        self.force_factor = ratio(FORCES, self.force, force)
        self.length_factor = ratio(LENGTHS, self.length, length)
        self.moment_factor = self.force_factor * self.length_factor

    def of(self, quantity: str) -> tuple[str, float]:
        """Returns the name of the unit and the factor of a quantity of a section, such as "My"."""
        if quantity in ("T", "My", "Mz"):
            return self.moment, self.moment_factor
        return self.force, self.force_factor

    def of_result(self, name: str) -> tuple[str, float]:
        """Returns the name of the unit and the factor of a field or a result of elements.

        name: such as "displacement" or "skin/von_mises"; one that is not known has no unit, and 1
        """
        what = name.split("/")[-1]
        if what in STRESSES:
            return f"{self.force}/{self.length}²", self.force_factor / self.length_factor**2
        return self.of_history(what)

    def of_history(self, quantity: str) -> tuple[str, float]:
        """Returns the name of the unit and the factor of a quantity of HISTORIES; others have none, and 1."""
        force, length, rest = HISTORIES.get(quantity, (0, 0, ""))
        names = [self.force] * force + [self.length] * length
        return " ".join(names) + rest, self.force_factor**force * self.length_factor**length
