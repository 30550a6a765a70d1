# SPDX-License-Identifier: BSD-2-Clause
"""Draws the spectra of all schemes for the pages of the manual, from steps of the schemes themselves.

draw_all(program, folder) writes spectra_<family>.png. Each picture has the spectral radius and the period elongation over omega dt per solve."""
import os
import subprocess
import tempfile

import h5py
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

FAMILIES = {
    "lms": ("lms2", "lms3", "lms4"),  # ss2, ss3 and ss4 have the same spectra
    "composite": ("bathe", "msstc3", "msstc4", "msstc5", "tr_bdf2_q"),
    "higher": ("mssth3", "mssth4", "mssth5", "esdirk32_4l", "esdirk32_5l", "esdirk43_6l"),
    "alpha": ("trapezoidal", "hht", "wbz", "generalized_alpha"),
    "explicit": ("central_difference", "ce3", "ce3_2", "ce4", "ce5", "ce5_a", "ce5_4_5"),
}
RHOS = ("0", "0.6", "1")
LINES = {"0": "-", "0.6": "--", "1": ":"}


def run(program, folder):
    path = os.path.join(folder, "spectra.h5")
    names = ",".join(name for family in FAMILIES.values() for name in family)
    words = ["-analysis", "spectrum", "-output", path, "-spectrum_schemes", names, "-spectrum_rho_inf", ",".join(RHOS), "-spectrum_range", "0.001,100", "-spectrum_points", "161"]
    subprocess.run([program, *words, "-quiet"], check=True, stdout=subprocess.DEVNULL)
    return path


def draw(group, schemes, path):
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    explicit = schemes[0] == "central_difference"
    for color, scheme in enumerate(schemes):
        for row in sorted(group[scheme]):
            table, rho = group[scheme][row], row[len("rho_"):]
            free = len(group[scheme]) > 1
            label = f"{scheme}, {rho}" if free else scheme
            x = 2 * np.pi * table["dt_over_nT"][:]
            look = {"color": f"C{color}", "ls": LINES.get(rho, "-") if free else "-", "lw": 1}
            axes[0].semilogx(x, table["radius"][:], label=label, **look)
            axes[1].plot(x, 100 * table["period_elongation"][:], **look)
    axes[0].set(xlabel="omega dt / solves", ylabel="spectral radius", ylim=(0.6, 1.4) if explicit else (0, 1.1), xlim=(0.05, 10) if explicit else (0.03, 600))
    axes[1].set(xlabel="omega dt / solves", ylabel="period elongation [%]", xlim=(0, 1), ylim=(-4, 2) if explicit else (-2, 12))
    for axis in axes:
        axis.grid(alpha=0.3)
    axes[1].legend(*axes[0].get_legend_handles_labels(), loc="upper left", bbox_to_anchor=(1, 1), fontsize="x-small", title="scheme, rho_inf", title_fontsize="x-small")
    figure.savefig(path, dpi=90)
    plt.close(figure)


def draw_all(program, folder):
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, h5py.File(run(program, scratch)) as file:
        for family, schemes in FAMILIES.items():
            draw(file["spectrum"], schemes, os.path.join(folder, f"spectra_{family}.png"))
