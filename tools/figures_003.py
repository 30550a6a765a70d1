# SPDX-License-Identifier: BSD-2-Clause
"""Makes the data of Figs. 9-17, 30-32 and 34-35 of paper 003 by runs of fsolve.

The paper is Zhang, Zhang & Masarati 2021. Each group of figures has a function. tools/figures draws
them, and tests/figures/paper_003.py checks the statements of the paper.
"""
import numpy as np

import runs

MULTI = ("lms2", "lms3", "lms4")
SINGLE = ("ss2", "ss3", "ss4")
METHODS = ("generalized_alpha", "bathe") + MULTI + SINGLE
PERIOD = 1.0  # of the oscillators of Figs. 9-14, omega = 2 pi
TRUSS_LENGTH, TRUSS_SPEED, TRUSS_MASS = 3.0443, 7.72, 10.0  # of Fig. 33; half the rod's mass, at its free end


def oscillator(**options):
    """A spring and a unit mass on a line: q'' + (2 pi)^2 q = 0 from q = 1; component x of probe 'mass'."""
    model = dict(mesh="line", mesh_n=1, parts="spring,mass", part_spring_set="all", part_spring_element="spring",
                 part_spring_stiffness=repr(4 * np.pi**2), part_mass_set="end", part_mass_element="mass", part_mass_mass=1,
                 supports="start", initials="end", initial_end_displacement_x=1, probes="mass", probe_mass_set="end")
    return runs.fsolve(runs.history("mass", 0), **dict(model, **options))


def figures_9_10(steps=15):
    """Free motion with dt = 10 T: {(scheme and start-up, rho_inf): (t, q, v, a)}."""
    starts = {name: {} for name in MULTI + SINGLE} | {name + ", trapezoidal": {"lms_startup": "trapezoidal"} for name in MULTI}
    return {
        (name, rho): oscillator(integrator=name.split(",")[0], rho_inf=rho, dt=10 * PERIOD, t_end=10 * PERIOD * steps, **start)
        for name, start in starts.items()
        for rho in (0, 0.6, 1)
    }


def exact_sdof(t):
    """(77)-(78): q, q', q'' as arrays [3][n]."""
    xi, w, forces = 0.1, 2 * np.pi, ((-10j, 3.0), (15, 1.0))
    q = np.zeros((3, len(t)))
    start = np.array([1.0, 3.0])
    for size, u in forces:  # steady state: real part of Q exp(iut)
        amplitude = size / (w * w - u * u + 2j * xi * w * u)
        wave = amplitude * np.exp(1j * u * t)
        q += [wave.real, (1j * u * wave).real, (-u * u * wave).real]
        start -= [amplitude.real, (1j * u * amplitude).real]
    root = w * (-xi + 1j * np.sqrt(1 - xi * xi))
    free = start[0] - 1j * (start[1] + xi * w * start[0]) / root.imag  # real part of free exp(root t)
    wave = free * np.exp(root * t)
    return q + [wave.real, (root * wave).real, (root**2 * wave).real]


def sdof_errors(scheme, dt, **options):
    """t and the errors of q, v, a at every step, [3][n]."""
    t, *qva = runs.fsolve(runs.history("mass", 0), "sdof", integrator=scheme, dt=dt, t_end=10, **options)
    return t, np.array(qva) - exact_sdof(t)


def figure_11(steps=(0.02, 0.01, 0.005, 0.0025)):
    """Global errors (79) with rho_inf = 0 against dt/n: {scheme: [len(steps)][3]}."""
    def errors(scheme, dt):
        t, error = sdof_errors(scheme, dt * runs.schemes()[scheme], rho_inf=0)
        return np.linalg.norm(error[:, 1:], axis=1) / np.linalg.norm(exact_sdof(t)[:, 1:], axis=1)

    return {scheme: np.array([errors(scheme, dt) for dt in steps]) for scheme in METHODS}


def figures_12_13(rho):
    """Absolute errors with dt/n = 0.01: {scheme: (t, errors [3][n])}."""
    return {scheme: sdof_errors(scheme, 0.01 * runs.schemes()[scheme], rho_inf=rho) for scheme in METHODS}


STARTS = {"lms4": ("lms4", {}), "ss4": ("ss4", {}), "lms4, trapezoidal": ("lms4", {"lms_startup": "trapezoidal"})}


def figure_14():
    """Absolute errors of lms4 by its start-up, dt = 0.01, rho_inf = 0."""
    return {name: sdof_errors(scheme, 0.01, rho_inf=0, **start) for name, (scheme, start) in STARTS.items()}


def figures_16_17(names=None):
    """Mass m1 of the stiff-soft oscillator, dt/n = 0.1309, rho_inf = 0: {name: (t, q, v, a)}."""
    methods = STARTS if names == "starts" else {scheme: (scheme, {}) for scheme in METHODS}
    return {
        name: runs.fsolve(runs.history("m1", 0), "stiff_soft", integrator=scheme, rho_inf=0, dt=0.1309 * runs.schemes()[scheme],
                          t_end=0.1309 * 76, **start)
        for name, (scheme, start) in methods.items()
    }


def spring_pendulum(scheme, dt, stiff=False, **options):
    """t, r, theta."""
    if stiff:
        options["load_motion_law_x"] = "-98.1e6*ux + (0.5+ux)*vy^2 + 9.81*cos(uy)"

    def read(file):
        q = file["history/mass/displacement"]
        return file["history/time"][:], q[:, 0], q[:, 1]

    return runs.fsolve(read, "spring_pendulum", integrator=scheme, dt=dt, **options)


def figures_30_31(t_end=10):
    """r and theta of the compliant pendulum, dt/n = 0.01, rho_inf = 0, and their errors: {scheme: (t, r, theta, error r, error theta)}."""
    fine = 10  # steps of the reference to one of theirs: its error is 1e-7 of theirs
    _, *exact = spring_pendulum("esdirk43_6l", 0.01 / fine, t_end=t_end)
    result = {}
    for scheme in METHODS:
        n = runs.schemes()[scheme]
        t, r, theta = spring_pendulum(scheme, 0.01 * n, rho_inf=0, t_end=t_end)
        result[scheme] = (t, r, theta, r - exact[0][:: fine * n], theta - exact[1][:: fine * n])
    return result


def figure_32(t_end=0.5):
    """r and theta of the stiff pendulum: {scheme: (t, r, theta)}."""
    return {
        scheme: spring_pendulum(scheme, 0.01 * runs.schemes()[scheme], stiff=True, rho_inf=0, t_end=t_end) for scheme in METHODS
    }


def truss_pendulum(scheme, dt, stiff=False, **options):
    """t, elongation, angle from the vertical (many turns), total energy."""
    if stiff:
        options.update(part_rod_ea=1e10, allow_unstable=True)  # steps that make energy are what Fig. 35 shows

    def read(file):
        x, y = (file["history/tip/displacement"][:, :2] + (0, -TRUSS_LENGTH)).T
        return file["history/time"][:], np.hypot(x, y) - TRUSS_LENGTH, np.unwrap(np.arctan2(x, -y)), file["history/energy/total"][:]

    return runs.fsolve(read, "truss_pendulum", integrator=scheme, dt=dt, **options)


def figures_34_35(stiff=False, t_end=10, methods=METHODS):
    """dt/n = 0.01, rho_inf = 0, compliant (Fig. 34) or stiff (Fig. 35): {scheme: (t, elongation, angle, total energy)}."""
    return {
        scheme: truss_pendulum(scheme, 0.01 * runs.schemes()[scheme], stiff, rho_inf=0, t_end=t_end) for scheme in methods
    }
