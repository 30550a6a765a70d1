# SPDX-License-Identifier: BSD-2-Clause
"""Makes the data of Figs. 9-12, 14-16, 18-20 and 22-28 of paper 000 by runs of fsolve.

The paper is Zhang et al. 2022, "Performance of implicit A-stable time integration methods for
multibody system dynamics". tools/figures draws them, and tests/figures/paper_000.py
checks the statements of the paper.
"""
import functools

import numpy as np

import runs

SECOND = ("lms2", "lms3", "lms4", "ss2", "ss3", "ss4", "bathe", "msstc3", "msstc4", "msstc5")
HIGHER = ("mssth3", "mssth4", "mssth5", "esdirk32_4l", "esdirk32_5l", "esdirk43_6l")
GROUPS = {"second order, rho_inf 0": [(s, 0) for s in SECOND], "second order, rho_inf 0.6": [(s, 0.6) for s in SECOND], "higher order": [(s, 0) for s in HIGHER]}
METHODS = [m for group in GROUPS.values() for m in group]


def angle_about_x(q):
    """Returns the x component of the rotation vector of quaternions [n][4]."""
    angle = 2 * np.arctan2(np.linalg.norm(q[:, 1:], axis=1), q[:, 0])
    return angle * q[:, 1] / np.maximum(np.linalg.norm(q[:, 1:], axis=1), 1e-300)


@functools.cache
def run(case, read, scheme, rho, dt_per_solve, **options):
    """Returns read(file) of a run with steps of that cost per solve, or None if the run fails."""
    dt = dt_per_solve * runs.schemes()[scheme]
    try:
        return runs.fsolve(read, case, integrator=scheme, rho_inf=rho, dt=repr(dt), **options)
    except RuntimeError as failure:
        print(failure)
        return None


def squeezer(file):
    """Returns t, the angular velocity of O-F and the energy balance, eq. (23).

    The balance is E - E_0 - T (beta - beta_0). Its work is exact, because the torque T is constant.
    """
    h = file["history"]
    energy, beta = h["energy/total"][:], h["o/angle"][:]
    return h["time"][:], h["crank/angular_velocity"][:, 2], energy - energy[0] - 0.033 * (beta - beta[0]), iterations(file)


def iterations(file):
    """Returns the number of Newton iterations per solve."""
    return file["history/solver/stage_newton"][1:].sum() / (file["history/solver/stage_newton"].shape[1] * (len(file["history/time"]) - 1))


def four_bar(file):
    """t, angle and angular velocity about x at C, from t = 0 on."""
    h = file["history"]
    t = h["time"][:]
    late = t >= 0
    return t[late], angle_about_x(h["c/rotation"][:])[late], h["c/angular_velocity"][:, 0][late], iterations(file)


def lateral_buckling(file):
    """t, angle and angular velocity about x at mid-span, shear force along z of the element there."""
    h = file["history"]
    return h["time"][:], angle_about_x(h["midspan/rotation"][:]), h["midspan/angular_velocity"][:, 0], h["half/force"][:, 2], iterations(file)


def rotating_shaft(file):
    """t, displacement, velocity and acceleration along z at mid-span, from t = 0 on."""
    h = file["history"]
    t = h["time"][:]
    late = t >= -1e-9
    return t[late], *(h["midspan/" + field][:, 2][late] for field in ("displacement", "velocity", "acceleration")), iterations(file)


READERS = {"squeezer": squeezer, "four_bar": four_bar, "lateral_buckling": lateral_buckling, "rotating_shaft": rotating_shaft}
STEPS = {"squeezer": (1e-4, 1e-5), "four_bar": (4e-3, 1e-3), "lateral_buckling": (1e-3, 5e-4), "rotating_shaft": (1e-3, 5e-4)}  # dt per solve; Fig. 28


def curves(case, dt_per_solve, methods=METHODS, **options):
    """{(scheme, rho): arrays of the case's reader}: Figs. 9-12, 14-16, 18-20, 22-24."""
    found = {m: run(case, READERS[case], *m, dt_per_solve, **options) for m in methods}
    return {m: data for m, data in found.items() if data is not None}


def relative_error(x, exact):
    """(26)"""
    return np.sqrt(((x - exact) ** 2).sum() / (exact**2).sum())


def figures_25_27(dt_per_solve=(2e-3, 1e-3, 5e-4, 2.5e-4), methods=METHODS, every=0.02, reference=2.5e-4, t_end=2.5):
    """Relative errors of u_3, v_3, a_3 of the shaft at the multiples of every: {method: ([steps per solve], [n][3])}. The reference is esdirk43_6l; the
    steps divide every."""
    def sample(scheme, rho, dt, **options):
        def read(file):
            n = round(every / dt)
            start = round(1 / dt)
            return np.array([file["history/midspan/" + field][start::n, 2] for field in ("displacement", "velocity", "acceleration")])

        return runs.fsolve(read, "rotating_shaft", integrator=scheme, rho_inf=rho, dt=repr(dt), t_end=t_end, **options)

    exact = sample("esdirk43_6l", 0, reference, stabilize="projection")
    found = {}
    for scheme, rho in methods:
        n = runs.schemes()[scheme]
        steps = [every / np.ceil(every / (n * h) - 1e-9) for h in dt_per_solve]
        found[scheme, rho] = np.array(steps) / n, np.array([[relative_error(a, b) for a, b in zip(sample(scheme, rho, dt), exact)] for dt in steps])
    return found
