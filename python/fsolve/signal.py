# SPDX-License-Identifier: BSD-2-Clause
"""Power spectral densities of histories, as means of periodograms.

Welch 1967, IEEE Trans. Audio Electroacoust. 15, 70-73.
"""
from __future__ import annotations

import numpy as np

from fsolve.error import FsolveError

ALIKE = 1e-6  # relative difference below which steps count as equal


def evenly(t: np.ndarray, values: np.ndarray) -> tuple[float, np.ndarray]:
    """Returns the step and the values at equal steps.

    Values of steps that differ, as with -adapt, are interpolated on straight lines.
    """
    steps = np.diff(t)
    n = len(t)
    if n < 4 or t[-1] <= t[0] or steps.min() < 0:
        raise FsolveError(
            f"a spectrum needs a history over the time, with 4 rows and more; there are {n}")
    step = (t[-1] - t[0]) / (n - 1)
    if np.ptp(steps) <= ALIKE * step:
        return step, values
    step = np.median(steps[steps > 0])
    even = t[0] + step * np.arange(int((t[-1] - t[0]) / step * (1 + 1e-12)) + 1)
    return step, np.column_stack([np.interp(even, t, column) for column in values.T])


def welch(t: np.ndarray, values: np.ndarray, segments: int = 8) -> tuple[np.ndarray, np.ndarray]:
    """Returns frequencies [f] in Hz and the one-sided power spectral density.

    t         times [m] in s
    values    [m] or [m][c]; the density has shape [f] or [f][c]
    segments  number of segments that overlap by half, each less its mean, under a Hann window

    The integral of the density over the frequency is the variance. More segments give less scatter
    and a coarser resolution in frequency.
    """
    flat = np.reshape(values, (len(t), int(np.prod(np.shape(values)[1:]))))
    step, x = evenly(np.asarray(t), flat)
    length = max(4, int(2 * len(x) / (segments + 1)) if segments > 1 else len(x))
    half = max(1, length // 2)
    window = np.sin(np.pi * np.arange(length) / length) ** 2  # periodic Hann window
    total, count = 0.0, 0
    for start in range(0, len(x) - length + 1, half):
        piece = x[start:start + length]
        spectrum = np.fft.rfft(window[:, None] * (piece - piece.mean(0)), axis=0)
        total = total + np.abs(spectrum) ** 2
        count += 1
    density = total * step / (count * (window**2).sum())
    density[1:(length + 1) // 2] *= 2  # negative frequencies; 0 and the Nyquist frequency have none
    return np.fft.rfftfreq(length, step), density[:, 0] if np.ndim(values) == 1 else density
