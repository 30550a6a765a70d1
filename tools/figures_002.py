# SPDX-License-Identifier: BSD-2-Clause
"""Makes the data of Figs. 3-12 and 16 of paper 002 by runs of fsolve.

The paper is Negrut, Jay & Khude 2009, "A discussion of low-order numerical integration formulas for
rigid and flexible multibody dynamics". tools/figures draws them, and tests/figures/paper_002.py
checks the statements of the paper.
"""
import functools

import numpy as np

import runs

FROM_ALPHA = {"hht_alpha": -0.3, "rho_inf": 0.7 / 1.3}  # that of alpha; some cases ask for 0
METHODS = {
    "nstiff": {},
    "newmark": {"newmark_gamma": 0.6, "newmark_beta": 0.3025},  # dissipates as the others do; of first order
    "hht_i3": FROM_ALPHA,
    "nstiff_si2": {},
    "hht_add": FROM_ALPHA,
    "hht_si2": FROM_ALPHA,
}
CRANK_RATE = -0.1331480940833359  # of the rigid slider-crank at t = 2


def orders(h, errors):
    """Returns the slope of log error over log h, by least squares."""
    return np.polyfit(np.log(h), np.log(errors), 1)[0]


def last(path, column=None):
    return lambda file: file["history/" + path][-1] if column is None else file["history/" + path][-1, column]


def figure_3(steps=tuple(2.0**-k for k in range(7, 13)), methods=METHODS):
    """Returns {scheme: errors of the crank's angular velocity at t = 2 [n]}."""
    return {s: np.array([abs(runs.fsolve(last("crank/angular_velocity", 2), "slider_crank", integrator=s, dt=repr(h), **METHODS[s]) - CRANK_RATE) for h in steps]) for s in methods}


DAMPED = {"part_rod_damping": 1e-4}


def figure_4(steps=tuple(2.0**-k for k in range(8, 12)), methods=METHODS, reference=2.0**-12, t_end=2):
    """Returns the same for the flexible slider-crank, with esdirk43_6l as reference.

    The sudden weight makes the rod ring at 1665 rad/s and more. A little damping, a tenth of the
    critical one, lets it decay. Else the rate would show no order before steps resolve the ringing.
    """
    read = last("crank/angular_velocity", 2)
    exact = runs.fsolve(read, "flexible_slider_crank", integrator="esdirk43_6l", stabilize="projection", dt=repr(reference), t_end=t_end, **DAMPED)
    return {s: np.array([abs(runs.fsolve(read, "flexible_slider_crank", integrator=s, dt=repr(h), t_end=t_end, **METHODS[s], **DAMPED) - exact) for h in steps]) for s in methods}


def figures_5_6(steps=(8e-5, 4e-5, 2e-5, 1e-5), methods=METHODS):
    """Seven bodies: errors of orientation (of the angle at A) and angular velocity of A-G at t = 0.03: {scheme: [n][2]}."""
    def read(file):
        return file["history/a1/angle"][-1], file["history/knee/angular_velocity"][-1, 2]

    keys = {"probes": "crank,knee", "probe_knee_set": "AG"}
    exact = runs.fsolve(read, "seven_body", integrator="esdirk43_6l", stabilize="projection", dt=1e-5, **keys)
    return {s: np.array([np.abs(np.subtract(runs.fsolve(read, "seven_body", integrator=s, dt=repr(h), **keys, **METHODS[s]), exact)) for h in steps]) for s in methods}


CONSERVATIVE = {"joint_slider_displacement_damping": 0}


def total_energy(file):
    """t and kinetic + strain energy less the work of gravity: 0 from the start on."""
    return file["history/time"][:], file["history/energy/total"][:] - file["history/energy/external"][:]


@functools.cache
def conservative(scheme, h, t_end=2, **options):
    return runs.fsolve(total_energy, "slider_crank", integrator=scheme, dt=repr(h), t_end=t_end, **CONSERVATIVE, **dict(METHODS[scheme], **options))


def figure_7(h=2.0**-7, t_end=10):
    """Energy of the slider-crank without its damper by HHT-SI2 with much and little dissipation: {alpha: (t, E)}."""
    return {alpha: conservative("hht_si2", h, t_end, hht_alpha=alpha) for alpha in (-0.3, -0.05)}


def figure_8(steps=(2.0**-7, 2.0**-8, 2.0**-9), t_end=10):
    """The same against the step: {h: (t, E)}."""
    return {h: conservative("hht_si2", h, t_end) for h in steps}


def dissipation(t, energy):
    """(14): mean size of the energy error."""
    return np.trapz(np.abs(energy), t) / (t[-1] - t[0])


def figure_9(steps=tuple(2.0**-k for k in range(6, 11)), methods=METHODS):
    """Mean energy error of the rigid slider-crank: {scheme: [n]}."""
    return {s: np.array([dissipation(*conservative(s, h)) for h in steps]) for s in methods}


def figure_10(steps=tuple(2.0**-k for k in range(8, 12)), methods=METHODS, t_end=2):
    """The same of the flexible one, which starts with some energy."""
    def read(file):
        t, energy = total_energy(file)
        return dissipation(t, energy - energy[0])

    return {s: np.array([runs.fsolve(read, "flexible_slider_crank", integrator=s, dt=repr(h), t_end=t_end, **METHODS[s]) for h in steps]) for s in methods}


def figures_11_15(h=2.0**-10, t_end=10, methods=METHODS):
    """How the joint between crank and ground is violated in x and y, at the level of velocities: {scheme: [n][2]}."""
    def read(file):
        v, w, q = (file["history/crank/" + field][:] for field in ("velocity", "angular_velocity", "rotation"))
        angle = 2 * np.arctan2(q[:, 3], q[:, 0])
        return v[:, :2] - w[:, 2:] * 0.15 * np.column_stack([-np.sin(angle), np.cos(angle)])

    return {s: runs.fsolve(read, "slider_crank", integrator=s, dt=repr(h), t_end=t_end, **CONSERVATIVE, **METHODS[s]) for s in methods}


def figure_16(repeat=3, methods=METHODS):
    """Seconds over those of HHT-I3, medians of runs in turn: {model: {scheme: ratio}}."""
    models = {"slider_crank": 1e-3, "flexible_slider_crank": 1e-3, "seven_body": 1e-5, "double_pendulum": 1e-3}
    seconds = {(m, s): [] for m in models for s in methods}
    for _ in range(repeat):
        for (m, s), values in seconds.items():
            values.append(runs.fsolve(lambda file: file.attrs["seconds_stepping"], m, integrator=s, dt=models[m], **METHODS[s]))
    return {m: {s: np.median(seconds[m, s]) / np.median(seconds[m, "hht_i3"]) for s in methods} for m in models}
