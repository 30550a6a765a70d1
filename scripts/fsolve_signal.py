"""Power spectral density of what a history has, by the mean of periodograms. Welch 1967, IEEE Trans. Audio Electroacoust. 15, 70-73."""
import numpy as np

from fsolve_file import FsolveError

ALIKE = 1e-6  # steps that differ by less, relatively, are equal


def evenly(t, values):
    """The same at equal steps: as it is, or on straight lines between the rows where steps differ (-adapt). Also the step."""
    steps = np.diff(t)
    n = len(t)
    if n < 4 or t[-1] <= t[0] or steps.min() < 0:
        raise FsolveError(f"a spectrum needs a history over the time, with 4 rows and more; there are {n}")
    step = (t[-1] - t[0]) / (n - 1)
    if np.ptp(steps) <= ALIKE * step:
        return step, values
    step = np.median(steps[steps > 0])
    even = t[0] + step * np.arange(int((t[-1] - t[0]) / step * (1 + 1e-12)) + 1)
    return step, np.column_stack([np.interp(even, t, column) for column in values.T])


def welch(t, values, segments=8):
    """Frequencies [f] in Hz and the one-sided power spectral density [f] or [f][c] of values [m] or [m][c] at times t [s]: its integral over
    the frequency is the variance. The mean over segments that overlap by half, each less its mean, under a Hann window: more segments have
    less scatter and see frequencies less sharply."""
    flat = np.reshape(values, (len(t), int(np.prod(np.shape(values)[1:]))))
    step, x = evenly(np.asarray(t), flat)
    length = max(4, int(2 * len(x) / (segments + 1)) if segments > 1 else len(x))
    half = max(1, length // 2)
    window = np.sin(np.pi * np.arange(length) / length) ** 2  # Hann's, periodic
    total, count = 0.0, 0
    for start in range(0, len(x) - length + 1, half):
        piece = x[start : start + length]
        total = total + np.abs(np.fft.rfft(window[:, None] * (piece - piece.mean(0)), axis=0)) ** 2
        count += 1
    density = total * step / (count * (window**2).sum())
    density[1 : (length + 1) // 2] *= 2  # what is at negative frequencies; 0 and Nyquist's are there once
    return np.fft.rfftfreq(length, step), density[:, 0] if np.ndim(values) == 1 else density
