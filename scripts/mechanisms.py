#!/usr/bin/python3
"""The meshes of the mechanisms in inputs/: bodies are points at their centers of mass, joints are lines between them. usage: scripts/mechanisms.py [folder]

Reference configurations are the initial ones, so that every joint is given where it is at the start."""
import os
import sys

import numpy as np

from gmsh import LINE, LINE3, POINT, write


def slider_crank(path):
    """Negrut, Jay & Khude 2009, Fig. 1: crank of 0.3 m and rod of 0.6 m, both along x."""
    write(path, [(0.15, 0, 0), (0.6, 0, 0)], {"crank": (POINT, [(0,)]), "rod": (POINT, [(1,)]), "pin": (LINE, [(0, 1)])})


def flexible_slider_crank(path, n=8):
    """The same with a rod of n three-node beams; pin: its first node, slider: its last."""
    rod = [(0.3 + 0.6 * i / (2 * n), 0, 0) for i in range(2 * n + 1)]
    cells = [(1 + 2 * e, 3 + 2 * e, 2 + 2 * e) for e in range(n)]
    sets = {"crank": (POINT, [(0,)]), "rod": (LINE3, cells), "pin": (LINE, [(0, 1)]), "slider": (POINT, [(2 * n + 1,)]), "middle": (POINT, [(n + 1,)])}
    write(path, [(0.15, 0, 0)] + rod, sets)


# Andrews' squeezer, Zhang et al. 2022, Table 2: body, its two points in its axes (for E-B-D: E and B), center of mass.
SQUEEZER = {
    "OF": ((0.007, 0), (0.00092, 0)),
    "EF": ((0.028, 0), (0.01650, 0)),
    "HE": ((0.02, 0), (0.00579, 0)),
    "GE": ((0.02, 0), (0.00579, 0)),
    "AG": ((0.04, 0), (0.02308, 0.00916)),
    "AH": ((0.04, 0), (0.01228, -0.00449)),
    "EBD": ((0, 0.035), (0.01043, 0.01626)),
}
SQUEEZER_GROUND = {"O": (0, 0), "A": (-0.06934, -0.00227), "B": (-0.03635, 0.03273), "C": (0.01400, 0.07200)}


def turn(angle, x):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * x[0] - s * x[1], s * x[0] + c * x[1]])


def meet(a, ra, b, rb, near):
    """Where the circles about a and b meet, the point nearer to near."""
    a, b = np.array(a), np.array(b)
    d = np.linalg.norm(b - a)
    x = (d**2 + ra**2 - rb**2) / (2 * d)
    y = np.sqrt(ra**2 - x**2)
    u = (b - a) / d
    points = [a + x * u + s * y * np.array([-u[1], u[0]]) for s in (1, -1)]
    return min(points, key=lambda p: np.linalg.norm(p - near))


def squeezer_points(beta0):
    """All points and centers of mass of the squeezer at the angle beta0 of O-F."""
    p = {k: np.array(x) for k, x in SQUEEZER_GROUND.items()}
    p["F"] = turn(beta0, (0.007, 0))
    p["E"] = meet(p["F"], 0.028, p["B"], 0.035, np.array([-0.021, 0.0013]))
    p["G"] = meet(p["A"], 0.04, p["E"], 0.02, np.array([-0.034, 0.0165]))
    p["H"] = meet(p["A"], 0.04, p["E"], 0.02, np.array([-0.0316, -0.0156]))
    centers = {}
    for body, (second, center) in SQUEEZER.items():
        first, other = p[body[0]], p[body[1]]
        angle = np.arctan2(*(other - first)[::-1]) - np.arctan2(*second[::-1])
        centers[body] = first + turn(angle, center)
        if body == "EBD":
            p["D"] = first + turn(angle, (0.02, 0.017))
    return p, centers


def squeezer(path, beta0):
    """Bodies at their centers; e1, e2, e3 join E-B-D to the three others at E."""
    _, centers = squeezer_points(beta0)
    bodies = list(SQUEEZER)
    at = bodies.index
    sets = {b: (POINT, [(i,)]) for i, b in enumerate(bodies)}
    for name, (a, b) in {"f": ("OF", "EF"), "e1": ("EBD", "EF"), "e2": ("EBD", "HE"), "e3": ("EBD", "GE"), "h": ("HE", "AH"), "g": ("GE", "AG")}.items():
        sets[name] = (LINE, [(at(a), at(b))])
    write(path, [(*centers[b], 0) for b in bodies], sets)


def bars(corners, counts):
    """Chains of three-node beams from corner to corner; bars do not share nodes. Returns nodes and the cells of each bar."""
    nodes, cells = [], []
    for (a, b), n in zip(corners, counts):
        first = len(nodes)
        nodes += [tuple(np.array(a) + (np.array(b) - np.array(a)) * i / (2 * n)) for i in range(2 * n + 1)]
        cells.append([(first + 2 * e, first + 2 * e + 2, first + 2 * e + 1) for e in range(n)])
    return nodes, cells


def four_bar(path, n=5):
    """Zhang et al. 2022, Fig. 13: A-B up along z, B-C along x, C-D down, n elements each; a, b, c, d: joints."""
    A, B, C, D = (0, 0, 0), (0, 0, 0.12), (0.24, 0, 0.12), (0.24, 0, 0)
    nodes, (ab, bc, cd) = bars([(A, B), (B, C), (C, D)], [n] * 3)
    m = 2 * n + 1
    sets = {"AB": (LINE3, ab), "BC": (LINE3, bc), "CD": (LINE3, cd), "a": (POINT, [(0,)]), "b": (LINE, [(m - 1, m)]), "c": (LINE, [(2 * m - 1, 2 * m)]), "d": (POINT, [(3 * m - 1,)]), "tip": (POINT, [(2 * m - 1,)])}
    write(path, nodes, sets)


def lateral_buckling(path, n=5, d=1e-4):
    """Zhang et al. 2022, Fig. 17: the beam along x, the link down from its tip, d beside it, the crank along x at its foot; n, 1, 1 elements."""
    upper, foot, ground = (1, d, 0), (1, d, -0.25), (0.95, d, -0.25)
    nodes, (beam, link, crank) = bars([((0, 0, 0), (1, 0, 0)), (upper, foot), (ground, foot)], [n, 1, 1])
    (tip,), (top, bottom), (shaft, pin) = (2 * n,), link[0][:2], crank[0][:2]
    lines = {"ball": (tip, top), "elbow": (pin, bottom)}
    points = {"clamp": 0, "midspan": n, "tip": tip, "shaft": shaft}
    sets = {"beam": (LINE3, beam), "link": (LINE3, link), "crank": (LINE3, crank)}
    write(path, nodes, {**sets, **{k: (LINE, [x]) for k, x in lines.items()}, **{k: (POINT, [(x,)]) for k, x in points.items()}})


def rotating_shaft(path, n=16):
    """Zhang et al. 2022, Fig. 21: a shaft of 6 m along x, a disk in its middle."""
    nodes, (shaft,) = bars([((0, 0, 0), (6, 0, 0))], [n])
    write(path, nodes, {"shaft": (LINE3, shaft), "R": (POINT, [(0,)]), "T": (POINT, [(2 * n,)]), "disk": (POINT, [(n,)])})


def chain(path, n):
    """n bodies one behind the other along x, 1 m apart, their joints between them; the first hangs on ground half a meter before."""
    nodes = [(0.5 + i, 0, 0) for i in range(n)]
    sets = {"link": (POINT, [(i,) for i in range(n)]), "pin": (LINE, [(i, i + 1) for i in range(n - 1)]), "first": (POINT, [(0,)]), "last": (POINT, [(n - 1,)])}
    write(path, nodes, sets)


MESHES = {
    "slider_crank": slider_crank,
    "flexible_slider_crank": flexible_slider_crank,
    "squeezer": lambda path: squeezer(path, -0.0620),
    "seven_body": lambda path: squeezer(path, -0.0617138900142764),
    "four_bar": four_bar,
    "lateral_buckling": lateral_buckling,
    "rotating_shaft": rotating_shaft,
    "double_pendulum": lambda path: chain(path, 2),
}

if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "meshes")
    for name, make in MESHES.items():
        make(os.path.join(folder, name + ".msh"))
