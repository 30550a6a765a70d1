# SPDX-License-Identifier: BSD-2-Clause
"""Envelopes over combinations of load cases."""
from __future__ import annotations

import numpy as np

from fsolve.file import Group


class Envelope:
    """The extremes of a field or result over all combinations of a run.

    largest, least                          the values
    largest_combination, least_combination  the names of the combinations that govern, as arrays of
                                            the same shape; "" where there is no value
    """

    def __init__(self, group: Group, names: list[str]):
        self.largest, self.least = group["largest"], group["least"]
        self.largest_combination = self._name(group["largest_time"], names)
        self.least_combination = self._name(group["least_time"], names)

    @staticmethod
    def _name(time: np.ndarray, names: list[str]) -> np.ndarray:
        number = np.nan_to_num(time).round().astype(int)
        return np.array(["", *names], dtype=object)[number]

    def __repr__(self) -> str:
        return f"<envelope of {self.largest.shape} values over combinations>"
