# SPDX-License-Identifier: BSD-2-Clause
"""Bending waves in plates: a blow at a point, and edges that absorb them."""
import math

import numpy as np
from scipy.special import j0

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

PATH = "verification/cases/"
BENDING, MASS = 7e10 * 0.01**3 / (12 * 0.91), 27.0  # of the strip [N m, kg/m2]
AMPLITUDE = 100 / (math.sqrt(2) * BENDING * (MASS * (2000 * math.pi)**2 / BENDING)**0.75)


def strip_amplitudes(places, force=100, omega=2000 * math.pi, h=0.01, young=7e10, poisson=0.3, density=2700):
    """Amplitudes of a strip without end, by Mindlin's theory: a wave that runs and one that decays, without moment at the loaded end and with its shear force."""
    bending, shear, mass, inertia = young * h**3 / 12 / (1 - poisson**2), 5 / 12 * young / (1 + poisson) * h, density * h, density * h**3 / 12
    k = np.sqrt(np.roots([shear * bending, -shear * inertia * omega**2 - mass * omega**2 * bending, -mass * omega**2 * (shear - inertia * omega**2)]).astype(complex))
    k = np.where(np.abs(k.imag) > 1e-9, -1j * np.abs(k.imag), k)
    turn = (shear * k**2 - mass * omega**2) / (1j * shear * k)
    share = np.linalg.solve([-1j * bending * k * turn, shear * (-1j * k - turn)], [0, force])
    return [abs(share @ np.exp(-1j * k * x)) for x in places]


STRUCK = 5e-3 / (8 * math.sqrt(7e10 * 0.005**3 / 10.92 * 13.5))  # I/(8 sqrt(D m)) of the plate


def mindlin(distance, t=3e-4, points=100000, top=1000.0):
    """The displacement of the struck plate at a distance from the blow F sin(pi t/T)^2, after the blow [m].

    A wave J0(k r) has the equations m w'' + S k (k w + p) = F and J p'' + (S + D k^2) p + S k w = 0 with the rotation p, shear stiffness S, bending stiffness D and masses m, J per area.
    Their modes are the two branches of Mindlin's plate, and each moves as an oscillator. The integral over k is by the midpoint rule.
    """
    force, T, h, young, poisson, density = 100, 1e-4, 0.005, 7e10, 0.3, 2700
    m, J, S, D = density * h, density * h**3 / 12, 5 / 6 * young / (2 * (1 + poisson)) * h, young * h**3 / (12 * (1 - poisson**2))
    k = (np.arange(points) + 0.5) * top / points
    a, b, c = S * k**2 / m, S * k / math.sqrt(m * J), (S + D * k**2) / J  # stiffness over masses: [[a, b], [b, c]]
    radius = np.hypot((a - c) / 2, b)
    upper = (a + c) / 2 + radius
    lower = S * D * k**4 / (m * J) / upper
    w = np.zeros(points)
    for square, share in ((lower, 0.5 + (c - a) / (4 * radius)), (upper, 0.5 + (a - c) / (4 * radius))):
        omega, blow = np.sqrt(square), 2 * math.pi / T
        # the integral of sin(pi s/T)^2 sin(omega (t - s)) over the blow
        oscillator = blow**2 / (blow**2 - square) / omega * np.sin(omega * (t - T / 2)) * np.sin(omega * T / 2)
        w += share / (m * omega) * oscillator
    return float(force / (2 * math.pi) * np.sum(k * j0(k * distance) * w) * top / points)


def amplitude(result, probe):
    u = result.response[probe + "/displacement"][0, 2]
    return math.hypot(u.real, u.imag)


@case
def plate_absorbed():
    return Case(
        title="Bending waves leave a strip through an absorbing edge",
        text="""A harmonic force q per length acts on the free end of a strip of a plate. The other end has the dashpots of this frequency. An infinite strip has the amplitude
√2 q/(D k³) at its end, and waves of q/(√2 D k³) beyond. The last two points are a quarter of a wave apart, so that a reflected wave would make them differ. The reference is
Mindlin's plate, which shears and has rotary inertia; Kirchhoff's, whose amplitudes these are, is 0.4 % off it.""",
        options=PATH + "plate_absorbed.opts",
        quantities=tuple(Quantity(f"amplitude {where}", "m", lambda r, probe=probe: amplitude(r, probe), (Reference(exact, "Mindlin's plate, infinite, closed form"), Reference(value, "Kirchhoff's plate, infinite", 4e-3)))
                         for exact, (probe, where, value) in zip(strip_amplitudes((0, 1, 1.075)), (("left", "of the loaded end", 2 * AMPLITUDE), ("a", "at 1 m", AMPLITUDE), ("b", "at 1.075 m", AMPLITUDE)))),
        elements=("shell",), analyses=("response",), features=("absorbing ends", "waves", "plate", "harmonic loads"), ranks=(1, 2, 3),
        finer=(Finer("cells", {"mesh_n": "320,1", "mesh_upper": "2,0.00625"}),))


@case
def plate_struck():
    return Case(
        title="A plate that is struck at a point",
        text="""A blow with the impulse I acts at a point of an infinite plate. After it, Kirchhoff's plate rests there at I/(8 √(D m)), with the mass m per area. The references are
Mindlin's plate: an integral over the wave numbers of both branches, by quadrature.
A thin plate answers a blow by a step of its displacement and not by an oscillation, because energy runs away in waves of all lengths. Close to the
point shear and rotary inertia matter, and Kirchhoff's plate would move at once everywhere. The run ends before waves come back from the edges.""",
        options=PATH + "plate_struck.opts",
        quantities=(Quantity("displacement of the point", "m", lambda r: r["struck/displacement"][-1, 2],
                             (Reference(mindlin(0), "Mindlin's plate, by quadrature", 3e-7), Reference(STRUCK, "Kirchhoff's plate: I/(8 √(D m))", 3e-3))),
                    Quantity("displacement at 0.1 m", "m", lambda r: r["near/displacement"][-1, 2], (Reference(mindlin(0.1), "Mindlin's plate, by quadrature", 3e-7),))),
        elements=("shell",), analyses=("transient",), features=("waves", "plate", "lms4"), ranks=(1, 2, 3), short={"t_end": 5e-5, "mesh_n": "30,30"},
        refinements=(Refinement("cells", (30, 60), lambda n: {"mesh_n": f"{n},{n}", "dt": 3e-4 / n}, 1.5),))
