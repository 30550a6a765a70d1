# SPDX-License-Identifier: BSD-2-Clause
"""Draws spectral radius, amplitude decay and period elongation of -analysis spectrum.

Without a file this runs fsolve for all schemes, and draws Figs. 1-8 of paper 003 (Zhang, Zhang &
Masarati 2021), Figs. 2-7 of paper 000 (Zhang et al. 2022), and other schemes, into a folder.

    plot_spectrum file.h5 [--out picture]
    plot_spectrum [--out folder]
"""
from __future__ import annotations

import argparse
import os
import sys
import tempfile
from typing import TYPE_CHECKING, Any, Dict, Tuple

import numpy as np

from fsolve import FsolveError, Result, run
from fsolve.draw import plt, save
from fsolve.error import check_new
from fsolve.plot.command import AGAIN

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OUT = "default: <file>_spectrum.png; without a file the folder spectrum"
RHOS = (0, 0.2, 0.4, 0.6, 0.8, 1)
MEASURES = (("radius", "spectral radius", 1), ("amplitude_decay", "amplitude decay [%]", 100),
            ("period_elongation", "period elongation [%]", 100))
LIMITS = {"radius": (0, 1.05), "amplitude_decay": (-2, 10), "period_elongation": (-5, 25)}
SECOND = ("lms2", "lms3", "lms4", "bathe", "generalized_alpha")
TUNABLE = ("lms2", "lms3", "lms4", "bathe", "msstc3", "msstc4", "msstc5",
           "mssth3", "mssth4", "mssth5")
HIGHER = ("esdirk32_4l", "esdirk32_5l", "esdirk43_6l", "mssth3", "mssth4", "mssth5")
NEWMARK = ("trapezoidal", "newmark", "hht", "wbz", "generalized_alpha", "bdf2", "tr_bdf2_q")
OVERSHOOT = ("lms2", "lms3", "lms4", "ss2", "ss3", "ss4", "bathe", "generalized_alpha", "wbz",
             "esdirk43_6l", "mssth5")

Spectra = Dict[Tuple[str, float], Dict[str, Any]]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", help="output file of fsolve")
    parser.add_argument("picture", nargs="?", help=argparse.SUPPRESS)


# ---- the spectra of a file ----------------------------------------------------------------------


def draw_file(path: str) -> Figure:
    """Draws all schemes of a file."""
    result = Result(path)
    if not result.has("spectrum"):
        raise FsolveError(f"{path} has no spectra; run -analysis spectrum")
    group = result.group("spectrum")
    figure, axes = plt.subplots(1, 3, figsize=(19, 8), layout="constrained")
    for name in sorted({n.rsplit("/", 1)[0] for n in group}):
        for axis, (key, label, factor) in zip(axes, MEASURES):
            axis.plot(group[f"{name}/dt_over_nT"], factor * group[f"{name}/{key}"], lw=1.2,
                      label=name.replace("/rho_", ", rho_inf "))
            axis.set(xlabel="dt/(nT)", ylabel=label, ylim=LIMITS[key])
            if key == "radius":
                axis.set_xscale("log")
            else:
                axis.set_xlim(0, 0.2)
            axis.grid(alpha=0.3)
    axes[2].legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize="xx-small", ncols=2)
    return figure


# ---- the figures of the papers ------------------------------------------------------------------


def spectra(damping: float = 0) -> Spectra:
    """Runs fsolve and returns {(scheme, rho_inf): {table: values, "solves": solves per step}}."""
    with tempfile.TemporaryDirectory() as folder:
        result = run(output=os.path.join(folder, "out.h5"), analysis="spectrum",
                     spectrum_rho_inf=RHOS, spectrum_range=(1e-3, 100), spectrum_points=501,
                     spectrum_damping=damping)
        group, found = result.group("spectrum"), {}
        for name in {n.rsplit("/", 1)[0] for n in group}:
            attributes = result.attributes("spectrum/" + name)
            tables = {table: group[f"{name}/{table}"] for table in group[name]}
            found[name.split("/")[0], float(attributes["rho_inf"])] = {
                **tables, "solves": int(attributes["solves"])}
    return found


def draw_roots(undamped: Spectra, damped: Spectra) -> Figure:
    """Paper 003, Figs. 1-4: moduli of all roots of lms3 and lms4."""
    figure, axes = plt.subplots(2, 2, figsize=(11, 8), layout="constrained", sharey=True)
    for row, (data, xi) in zip(axes, ((undamped, 0), (damped, 0.1))):
        for axis, scheme in zip(row, ("lms3", "lms4")):
            for rho, color in zip((0, 0.4, 0.8), ("C0", "C1", "C2")):
                s = data[scheme, rho]
                moduli = np.hypot(s["roots"][:, 0::2], s["roots"][:, 1::2])
                moduli = moduli[:, 0::2 if xi == 0 else 1]
                axis.semilogx(s["dt_over_nT"], moduli, color=color, lw=0.8)
                axis.plot([], [], color=color, label=f"rho_inf {rho:g}")
            axis.set(title=f"{scheme}, damping ratio {xi}", xlabel="dt/T",
                     ylabel="moduli of the roots", ylim=(0, 1.05))
            axis.legend(fontsize="small")
    return figure


def draw_error_constants(data: Spectra) -> Figure:
    """Paper 003, Fig. 5: period elongation over (omega dt)^2 for short steps."""
    figure, axis = plt.subplots(figsize=(6, 4.5), layout="constrained")
    for scheme in SECOND:
        n = data[scheme, 0]["solves"]
        constants = []
        for rho in RHOS:
            s = data[scheme, rho]
            k = np.argmin(abs(s["dt_over_nT"] - 3e-3))
            constants.append(s["period_elongation"][k] / (2 * np.pi * s["dt_over_nT"][k]) ** 2)
        axis.plot(RHOS, constants, ".-", label=scheme + (f", per dt/{n}" if n > 1 else ""))
    axis.set(title="error constants", xlabel="rho_inf",
             ylabel="period elongation / (omega dt/n)²")
    axis.legend()
    return figure


def draw_measures(data: Spectra, schemes: tuple[str, ...], rhos: tuple[float, ...],
                  title: str) -> Figure:
    """Draws the three measures over dt/(nT), with a row for each rho_inf.

    A scheme without the choice of rho_inf is in the first row.
    """
    figure, axes = plt.subplots(len(rhos), 3, figsize=(15, 4 * len(rhos)), layout="constrained",
                                squeeze=False)
    for row, rho in zip(axes, rhos):
        for axis, (key, label, factor) in zip(row, MEASURES):
            for i, scheme in enumerate(schemes):
                own = [r for name, r in data if name == scheme]
                if rho not in own and rho != rhos[0]:
                    continue
                s = data[scheme, rho if rho in own else own[0]]
                axis.plot(s["dt_over_nT"], factor * s[key], label=scheme, color=f"C{i % 10}",
                          ls="-" if i < 10 else "--", lw=1.2)
            axis.set(xlim=(0, 0.2), ylim=LIMITS[key], xlabel="dt/(nT)", ylabel=label,
                     title=f"rho_inf {rho:g}" if len(rhos) > 1 else "")
            if key == "radius":
                axis.set(xscale="log", xlim=(1e-2, 1e2))
            axis.grid(alpha=0.3)
        row[0].legend(fontsize="small")
    figure.suptitle(title)
    return figure


def draw_overshoot(data: Spectra) -> Figure:
    """Draws the largest displacement and velocity within ten steps of free motion."""
    figure, axes = plt.subplots(1, 2, figsize=(12, 4.5), layout="constrained")
    names = ("|q| from q = 1, v = 0", "|v|/omega from q = 1, v = 0")
    for axis, column, label in zip(axes, (0, 1), names):
        for i, scheme in enumerate(OVERSHOOT):
            s = data[scheme, 0]
            axis.loglog(s["dt_over_nT"], s["overshoot"][:, column], label=scheme,
                        color=f"C{i % 10}", ls="-" if i < 10 else "--")
        axis.set(xlabel="dt/(nT)", ylabel="largest " + label, ylim=(1e-3, 10),
                 title="rho_inf 0; more than 1 is overshoot")
        axis.grid(alpha=0.3)
    axes[0].legend(fontsize="small", ncols=2)
    return figure


PICTURES = ("003_fig1-4_roots", "003_fig5_error_constants", "003_fig6-8_second_order",
            "000_fig2-4_tunable", "000_fig5-7_higher_order", "newmark_family", "explicit",
            "overshoot")


def draw_papers(folder: str, overwrite: bool) -> None:
    """Runs fsolve and writes all PICTURES into a folder."""
    paths = {name: os.path.join(folder, name + ".png") for name in PICTURES}
    for path in paths.values():
        check_new(path, overwrite, "--overwrite")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FsolveError(f"{folder}: {error.strerror}") from None
    data = spectra()
    explicit = tuple(sorted({n for n, _ in data if n.startswith(("ce", "central"))}))
    figures = (
        draw_roots(data, spectra(0.1)),
        draw_error_constants(data),
        draw_measures(data, SECOND, (0, 0.4, 0.8, 1), "003 Figs. 6-8"),
        draw_measures(data, TUNABLE, (0, 0.6, 1), "000 Figs. 2-4"),
        draw_measures(data, HIGHER, (0,), "000 Figs. 5-7"),
        draw_measures(data, NEWMARK, (0, 0.6), "Newmark's family and backward differences; the "
                      "first row also has schemes without rho_inf, and hht from 0.5"),
        draw_measures(data, explicit, (1,), "conditionally explicit schemes; beyond radius 1 they "
                      "grow, whatever the decay of the motion's root"),
        draw_overshoot(data),
    )
    for path, figure in zip(paths.values(), figures):
        print(save(figure, path, colours=None))


def one_picture(given: argparse.Namespace) -> bool:
    return bool(given.file) and (os.path.isfile(given.file) or given.file.endswith(".h5"))


def draw(given: argparse.Namespace) -> Figure | None:
    if one_picture(given):
        return draw_file(given.file)
    if given.file:  # earlier releases took the folder as the first argument
        print(f"plot_spectrum: {AGAIN}", file=sys.stderr)
    draw_papers(given.out or given.file or "spectrum", given.overwrite)
    return None
