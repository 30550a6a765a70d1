# SPDX-License-Identifier: BSD-2-Clause
"""Makes the data of Figs. 3, 4, 6, 8 and 9 of paper 004 by runs of fsolve.

The paper is Zupan & Zupan, "Third-order time integration scheme for structural dynamics".
tools/figures draws them, and tests/figures/paper_004.py
checks the statements of the paper.
"""
import functools

import numpy as np

import runs

METHODS = ("generalized_alpha", "ss4", "trapezoidal", "tr_bdf2_q", "esdirk32_5l", "esdirk43_6l")


def exact_rotation(case, t):
    """Rotation vectors [n][3] of cases (i) and (ii)."""
    if case == "quadratic":
        return np.column_stack([t**2, 0 * t, t / 5])
    return np.column_stack([t + np.sin(t), 0 * t, np.cos(t)])


def quaternions(theta):
    angle = np.linalg.norm(theta, axis=1)
    return np.column_stack([np.cos(angle / 2), theta * np.sinc(angle / (2 * np.pi))[:, None] / 2])


def rotation_error(q, p):
    """Returns the angle of R(p)^T R(q). A quaternion and its negative are one rotation."""
    distance = np.minimum(np.linalg.norm(q - p, axis=1), np.linalg.norm(q + p, axis=1))
    return 4 * np.arcsin(distance / 2)


def angle_error(q, theta):
    """Returns the error of the angle of rotation, as the paper draws it.

    Both angles are taken to [0, pi], the range of the angle of a rotation matrix.
    """
    angle = 2 * np.arctan2(np.linalg.norm(q[:, 1:], axis=1), abs(q[:, 0]))
    exact = np.linalg.norm(theta, axis=1)
    return abs(angle - abs(exact - 2 * np.pi * np.round(exact / (2 * np.pi))))


@functools.cache
def rotating_body(case, scheme, dt, **options):
    """t and the errors of the angle of rotation and of the rotation, at every step."""
    def read(file):
        t, q = file["history/time"][:], file["history/body/rotation"][:]
        theta = exact_rotation(case, t)
        return t, angle_error(q, theta), rotation_error(q, quaternions(theta))

    return runs.fsolve(read, "rotating_body_" + case, integrator=scheme, dt=dt, **options)


def figures_3_4_6():
    """Errors of the angle: {(figure, case, dt): {scheme: (t, error)}}."""
    return {
        (figure, case, dt): {scheme: rotating_body(case, scheme, dt)[:2] for scheme in METHODS}
        for figure, case, dt in ((3, "quadratic", 0.05), (4, "quadratic", 0.01), (6, "harmonic", 0.05))
    }


# The pulse of the paper has corners at t = 1 and 2, and its frame hardly stretches. A smooth pulse
# on a soft frame shows the full order.
SMOOTH = {"part_frame_ea": 1e3, "part_frame_gay": 1e3, "part_frame_gaz": 1e3, "load_pulse_time": "t<2 ? sin(pi*t/2)^6 : 0"}


def elbow(scheme, dt, every=0.1, **options):
    """Displacement [n][3] and quaternion [n][4] of the elbow at the multiples of every."""
    def read(file):
        n = round(every / dt)
        return [file["history/elbow/" + field][::n] for field in ("displacement", "rotation")]

    return runs.fsolve(read, "right_angle_cantilever", integrator=scheme, dt=dt, **options)


def figures_8_9(steps=(0.05, 0.025, 0.0125, 0.00625), methods=METHODS, **options):
    """Errors at the elbow, mean squares over the time, against dt: {scheme: [len(steps)][displacement, rotation]}. The reference is
    esdirk43_6l with dt = 0.002, for the pulse with corners esdirk32_5l: esdirk43_6l has a stage at 1.047 dt, which looks round them."""
    u, q = elbow("esdirk43_6l" if "load_pulse_time" in options else "esdirk32_5l", 0.002, **options)

    def errors(scheme, dt):
        displacement, rotation = elbow(scheme, dt, **options)
        return [np.sqrt(np.mean(e**2)) for e in (np.linalg.norm(displacement - u, axis=1), rotation_error(rotation, q))]

    return {scheme: np.array([errors(scheme, dt) for dt in steps]) for scheme in methods}


def observed_order(steps, errors):
    """Slope of log error over log dt, least squares."""
    return np.polyfit(np.log(steps), np.log(errors), 1)[0]
