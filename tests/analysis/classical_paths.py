# SPDX-License-Identifier: BSD-2-Clause
"""Classical paths: Lee's frame, Williams' toggle, shallow arches, bars and domes that snap through and back, Argyris' frame, the ring that folds. Against
closed forms, or a second computation here: frames by shooting along Reissner's beam, trusses by small sums of their own."""
import unittest

import numpy as np

import gmsh_file  # tools/
from path import beam, chain, path
from studies import extrapolated, roots

STIFFNESS = 1000  # EA of trusses


def shoot(start, legs, ea, ga, ei, steps=40):
    """Where legs of a plane beam (Reissner 1972) end: rows x, z, turn, moment, force x, z, each [number of starts], by Runge-Kutta's method; 40 steps
    leave 1e-6. legs: length, direction, force that acts down at its begin."""
    y = np.array(start)

    def slope(y, direction):
        c, s = np.cos(direction + y[2]), np.sin(direction + y[2])
        stretch, shear = 1 + (y[4] * c + y[5] * s) / ea, (y[5] * c - y[4] * s) / ga
        x, z = stretch * c - shear * s, stretch * s + shear * c
        return np.array([x, z, y[3] / ei, z * y[4] - x * y[5], 0 * x, 0 * x])

    for length, direction, force in legs:
        y[5] = y[5] + force
        h = length / steps
        for _ in range(steps):
            a = slope(y, direction)
            b = slope(y + h / 2 * a, direction)
            c = slope(y + h / 2 * b, direction)
            y = y + h / 6 * (a + 2 * b + 2 * c + slope(y + h * c, direction))
    return y


def derivative(f, u):
    """df/du [rows][unknowns], by complex steps: exact."""
    return f(u[:, None] + 1e-30j * np.eye(len(u))).imag / 1e-30


def newton(correction, u):
    """Where corrections of u vanish."""
    for _ in range(30):
        step = correction(u)
        u = u - step
        if abs(step).max() < 1e-9:
            return u
    raise ArithmeticError("Newton's method fails")


def nearest(f, u):
    """The point of the curve f = 0 that is nearest to u, one row less than unknowns."""
    return newton(lambda u: np.linalg.lstsq(derivative(f, u), f(u[:, None])[:, 0], rcond=None)[0], u)


def turning(f, u, gradient):
    """The point of the curve f = 0 near u at which a quantity turns: f and it have a singular derivative there."""
    singular = lambda u: np.linalg.det(np.vstack([derivative(f, u), gradient(u)]))

    def correction(u):
        change = np.array([(singular(u + h) - singular(u - h)) / 2e-5 for h in 1e-5 * np.eye(len(u))])
        return np.linalg.solve(np.vstack([derivative(f, u), change]), np.append(f(u[:, None])[:, 0], singular(u)))

    return newton(correction, u)


def turns(series):
    """Where a series has an extreme."""
    return [i for i in range(1, len(series) - 1) if (series[i] - series[i - 1]) * (series[i + 1] - series[i]) < 0]


def limits(f, points):
    """Limit loads, the load being the last of the unknowns, beside those of points along the curve."""
    return [turning(f, points[i], lambda u: np.eye(len(u))[-1])[-1] for i in turns(points[:, -1])]


def interpolated(at, x, y):
    """y at a place, by the polynomial through the seven points nearest to it."""
    near = np.argsort(abs(x - at))[:7]
    return np.polyval(np.polyfit(x[near] - at, y[near], 6), 0)


def frame(points, per_leg, ea, ga, ei, **keys):
    """A plane frame along points, per_leg three-node beams each; sets: its corners, c0, c1, ..."""
    corners = np.cumsum([0, *per_leg]) * 2
    nodes, cells = chain(np.column_stack([np.interp(np.arange(corners[-1] + 1), corners, x) for x in zip(*points)]))
    sets = {f"c{k}": (gmsh_file.POINT, [(i,)]) for k, i in enumerate(corners)}
    return beam(nodes, cells, sets, ea, ei, part_beam_gay=ga, part_beam_gaz=ga, part_beam_direction="0,1,0", **keys)


class Frames(unittest.TestCase):
    """Unknowns of the shooting: turn or moment at the left foot, forces x, z there, load."""

    def on_the_curve(self, out, f, points, distance):
        """A path is on the curve of the shooting, whose determinant changes its sign with the number of unstable directions."""
        first = np.linalg.det(derivative(f, points[0])[:, :-1])
        for u, index in list(zip(points, out["stability_index"]))[::8]:
            exact = nearest(f, u)
            self.assertLess(abs(exact - u).max(), distance)
            self.assertEqual(np.linalg.det(derivative(f, exact)[:, :-1]) * first < 0, index % 2 == 1)

    # ---- Lee, Manuel & Rossow 1968: two legs of 120, hinged feet, section 3 x 2, nu 0.3; here in units of the leg and of EI
    LEE = 6 / 2 * 120**2, 6 / 2 * 120**2 * 5 / 6 / 2.6, 1

    def lee(self, n, ranks=1, load="-15,40"):
        return path(ranks, dt=5, path_steps=200, path_load=load, **frame([(0, 0, 0), (0, 0, 1), (0.2, 0, 1), (1, 0, 1)], [n, n // 5, n - n // 5], *self.LEE,
                    joints="c0,c3", joint_c0_type="spherical", joint_c3_type="spherical", loads="c2", load_c2_force="0,0,-1", probes="foot,c2", probe_foot_set="c0"))

    def lee_load(self, u):
        """The state at the load."""
        zero = 0 * u[0]
        return shoot([zero, zero, u[0], zero, u[1], u[2]], [(1, np.pi / 2, 0), (0.2, 0, 0)], *self.LEE)

    def lee_curve(self, u):
        return (shoot(self.lee_load(u), [(0.8, 0, u[3])], *self.LEE) - np.array([1, 1, 0, 0, 0, 0])[:, None])[[0, 1, 3]]

    def lee_points(self, out):
        q, reaction = out["foot/rotation"], out["c0/reaction"]
        return np.column_stack([np.unwrap(-2 * np.arctan2(q[:, 2], q[:, 0])), -reaction[:, 0], -reaction[:, 2], out["load_factor"]])

    def test_lee(self):
        """Load and deflection turn, each twice."""
        out = self.lee(20)
        points, deflection = self.lee_points(out), -out["c2/displacement"][:, 2]
        self.on_the_curve(out, self.lee_curve, points, 1e-4)  # of about 10: the mesh's
        peaks = limits(self.lee_curve, points)
        self.assertEqual(out["critical"]["kind"].decode(), "limit,limit")
        np.testing.assert_allclose(out["critical"]["load_factor"], peaks, rtol=2e-5)
        coarse, fine = (abs(self.lee(n)["critical"]["load_factor"] - peaks) for n in (5, 10))
        np.testing.assert_allclose(np.log2(coarse / fine), 4, atol=0.3)  # order of the elements
        self.assertTrue(18.485 < peaks[0] < 18.557)  # published for E = 720, EI/L^2 = 0.1: 1.8485 to 1.8557
        back = turns(deflection)
        self.assertEqual(len(back), 2)
        for i in back:
            exact = turning(self.lee_curve, points[i], lambda u: derivative(self.lee_load, u)[1])
            a, b, c = np.polyfit(out["arc_length"][i - 1 : i + 2], deflection[i - 1 : i + 2], 2)
            self.assertAlmostEqual(c - b * b / (4 * a), 1 - self.lee_load(exact[:, None])[1, 0], delta=2e-4)  # a parabola through three points

    def test_ranks(self):
        """Until the load is down to a half after its first limit."""
        one = self.lee(5, load="-1,40")
        for ranks in (2, 3):
            out = self.lee(5, ranks, "-1,40")
            for name in ("load_factor", "arc_length", "c2/displacement", "foot/rotation", "c0/reaction", "stability_index"):
                np.testing.assert_allclose(out[name], one[name], rtol=1e-9, atol=1e-9 * abs(one[name]).max(), err_msg=name)
            np.testing.assert_allclose(out["critical"]["load_factor"], one["critical"]["load_factor"], rtol=1e-9)

    # ---- Williams 1964: toggle of two clamped bars, 12.943 by 0.386 inches, section 0.753 x 0.243, E 1.03e7 psi
    SPAN, RISE, TOGGLE = 12.943, 0.386, (1.03e7 * 0.753 * 0.243, 1.03e7 * 0.753 * 0.243, 1.03e7 * 0.753 * 0.243**3 / 12)

    def toggle_curve(self, u):
        """Moments are in units of 100, forces of 1000 and 10, the load of 10: all are about 1 then."""
        zero, slope, length = 0 * u[0], np.arctan(self.RISE / self.SPAN), np.hypot(self.SPAN, self.RISE)
        end = shoot([zero, zero, zero, 100 * u[0], 1000 * u[1], 10 * u[2]], [(length, slope, 0), (length, -slope, 10 * u[3])], *self.TOGGLE)
        return (end - np.array([2 * self.SPAN, 0, 0, 0, 0, 0])[:, None])[[0, 1, 2]]

    def test_williams(self):
        """It snaps through: both limit loads, and that it is stable outside of them."""
        out = path(dt=5, path_step=0.002, path_steps=100, path_load="0,80", **frame([(0, 0, 0), (self.SPAN, 0, self.RISE), (2 * self.SPAN, 0, 0)], [16, 16], *self.TOGGLE,
                   joints="c0,c2", joint_c0_type="weld", joint_c2_type="weld", loads="c1", load_c1_force="0,0,-1", probes="c1"))
        points = np.column_stack([out["c0/reaction"][:, [4, 0, 2]] / [100, -1000, -10], out["load_factor"] / 10])
        self.on_the_curve(out, self.toggle_curve, points, 1e-4)  # the mesh's
        peaks = 10 * np.array(limits(self.toggle_curve, points))
        self.assertEqual(out["critical"]["kind"].decode(), "limit,limit")
        np.testing.assert_allclose(out["critical"]["load_factor"], peaks, rtol=1e-5)  # the mesh's and the shooting's
        self.assertAlmostEqual(peaks[0], 34, delta=0.5)  # pounds; published: about 34


class Arches(unittest.TestCase):
    """Hinged, e sin(pi x), under q sin(pi x), with EI = span = 1 (Timoshenko & Gere 1961, 7.7): two modes a sin(pi x) + b sin(2 pi x) are the whole
    answer of the shallow theory, with the thrust N = EA pi^2 (a^2 + 4 b^2 - e^2) / 4. What the theory leaves out is of the order of e^2."""

    def arch(self, rise, slender, **keys):
        """slender: half the rise over the section's radius of gyration."""
        n, ea = 12, (2 * slender / rise) ** 2
        x = np.arange(2 * n + 1) / (2 * n)
        nodes, cells = chain(np.column_stack([x, 0 * x, rise * np.sin(np.pi * x)]))
        sets = {"feet": (gmsh_file.POINT, [(0,), (2 * n,)]), "top": (gmsh_file.POINT, [(n,)]), **{f"p{i}": (gmsh_file.POINT, [(i,)]) for i in range(1, 2 * n)}}
        simpson = {f"load_p{i}_force": f"0,0,{-np.sin(np.pi * x[i]) * (4 if i % 2 else 2) / (6 * n):.17g}" for i in range(1, 2 * n)}
        top = self.load(slender, self.critical(slender)[0]) * rise
        return path(dt=top / 5, path_step=rise / 10, path_steps=60, path_load=f"{-2 * top},{2 * top}", **beam(nodes, cells, sets, ea, 1, supports="feet", support_feet_fix="xz",
                    loads=",".join(f"p{i}" for i in range(1, 2 * n)), probes="top", part_beam_direction="0,1,0", **simpson, **keys))

    def load(self, slender, a):
        """q/e where b = 0, a in units of e."""
        return np.pi**4 * (1 - a - slender**2 * (a**2 - 1) * a)

    def critical(self, slender):
        """a at the limit point, and at the bifurcation: N = -4 pi^2."""
        return np.sqrt([(1 - 1 / slender**2) / 3, max(1 - 4 / slender**2, 0)])

    def loads(self, slender):
        """Critical loads/rise as the rise vanishes, and the path of the shallowest arch."""
        rises = (0.04, 0.02, 0.01)
        runs = [self.arch(rise, slender) for rise in rises]
        return extrapolated([run["critical"]["load_factor"] / rise for run, rise in zip(runs, rises)])[0], runs[-1]

    def test_follower(self):
        """A low arch under a load at its top: as a follower, which makes the tangent unsymmetric, it has the same symmetric path, as the top does not turn, and is stable where that is;
        told by eigenvalues then."""
        n, rise, ea = 8, 0.05, (2 * 1.8 / 0.05) ** 2
        x = np.arange(2 * n + 1) / (2 * n)
        nodes, cells = chain(np.column_stack([x, 0 * x, rise * np.sin(np.pi * x)]))
        sets = {"feet": (gmsh_file.POINT, [(0,), (2 * n,)]), "top": (gmsh_file.POINT, [(n,)])}
        keys = beam(nodes, cells, sets, ea, 1, supports="feet", support_feet_fix="xz", loads="top", load_top_force="0,0,-1", probes="top", part_beam_direction="0,1,0", dt=0.4, path_step=0.004, path_steps=50)
        dead, follower = path(**keys), path(load_top_follower=True, **keys)
        np.testing.assert_allclose(follower["load_factor"][:20], dead["load_factor"][:20], rtol=1e-6)
        for run in (dead, follower):
            turn = np.argmax(np.diff(run["load_factor"]) < 0)  # the limit point is in the step to it, or the one after
            np.testing.assert_array_equal(run["stability_index"][[*range(turn), turn + 2, turn + 3]], [0] * turn + [1, 1])

    def test_low(self):
        """It snaps through and never leaves its symmetry."""
        found, out = self.loads(1.5)
        self.assertEqual(out["critical"]["kind"].decode(), "limit,limit")
        np.testing.assert_allclose(found, self.load(1.5, self.critical(1.5)[0] * np.array([1, -1])), rtol=1e-4)  # of the mesh

    def test_index(self):
        """A higher one may leave its symmetry, after its limit point or before it: the number of unstable directions."""
        for slender in (2.2, 3):
            out = self.arch(0.01, slender)
            a = abs(1 + out["top/displacement"][:, 2] / 0.01)
            critical = self.critical(slender)
            clear = (abs(a[:, None] - critical) > 2e-3).all(1)  # e^2 = 1e-4, times slender^2
            self.assertEqual(set(out["stability_index"]), {0, 1, 2})
            np.testing.assert_array_equal(out["stability_index"][clear], (a[:, None] < critical).sum(1)[clear])

    def test_bifurcations(self):
        for slender in (2.2, 3):
            found, out = self.loads(slender)
            a = self.critical(slender)
            kinds = np.array(["limit", "bifurcation"])[np.argsort(-a)]
            self.assertEqual(out["critical"]["kind"].decode(), ",".join([*kinds, *kinds[::-1]]))
            a = np.sort([*a, *-a])[::-1]
            np.testing.assert_allclose(found, self.load(slender, a), atol=2e-4 * max(found))  # of the mesh

    def test_branch(self):
        """To the side the thrust stays -4 pi^2, and the load is linear in a; it is unstable there."""
        for sign in (1, -1):
            out = self.arch(0.01, 3, path_switch=1, path_direction=sign)
            aside = out["stability_index"] == 1
            a = 1 + out["top/displacement"][aside, 2] / 0.01
            self.assertLess(min(a), -0.5)
            np.testing.assert_allclose(out["load_factor"][aside] / 0.01, np.pi**4 * (1 + 3 * a), atol=0.3)  # e^2 = 1e-4 of about 300, times slender^2

    def test_third_mode(self):
        """Higher still, the symmetric path turns into the third mode, where N = -9 pi^2: its limit load is less than that of one mode."""
        found, a = self.arch(0.01, 4.5)["critical"], np.sqrt(1 - 9 / 4.5**2)
        self.assertAlmostEqual(found["load_factor"][found["limit"] == 1][0] / 0.01 / (np.pi**4 * (1 + 8 * a)), 1, delta=5e-3)  # the rise


def bars(nodes, cells, free, **keys):
    """Trusses on nodes; those of free are sets n0, n1, ... and probes, the others held."""
    held = [i for i in range(len(nodes)) if i not in free]
    sets = {"bars": (gmsh_file.LINE, cells), "held": (gmsh_file.POINT, [(i,) for i in held]), **{f"n{i}": (gmsh_file.POINT, [(i,)]) for i in free}}
    return {"own": (nodes, sets), "parts": "bars", "part_bars_element": "truss", "part_bars_ea": STIFFNESS, "part_bars_mass_per_length": 0, "supports": "held", "loads": "load",
            "load_load_set": f"n{free[0]}", "load_load_force": "0,0,-1", "probes": ",".join(f"n{i}" for i in free), **keys}


class Bars(unittest.TestCase):
    """One bar that leans by 1 over 2, whose upper end slides down a wall, pushed through a spring: by closed form."""

    HEIGHT, SOFT, FORCE = 1.0, 20, {"green": lambda s: s * (s**2 - 1) / 2, "biot": lambda s: s - 1, "logarithmic": lambda s: np.log(s) / s}

    def bar(self, strain):
        keys = bars([(0, 0, self.HEIGHT), (2, 0, 0), (0, 0, 2)], [(0, 1)], [0, 2], part_bars_strain=strain, directions="xz", supports="held,n0,n2", support_n0_fix="x", support_n2_fix="x")
        keys["own"][1]["spring"] = (gmsh_file.LINE, [(2, 0)])
        return path(dt=10, path_step=0.02, path_steps=120, **{**keys, "parts": "bars,spring", "load_load_set": "n2"}, part_spring_element="spring", part_spring_stiffness=self.SOFT)

    def load(self, strain, y):
        """That holds the upper end at y."""
        length = np.sqrt(4 + y * y)
        return -STIFFNESS * self.FORCE[strain](length / np.sqrt(4 + self.HEIGHT**2)) * y / length

    def test_strains(self):
        """Through and beyond, for each measure of strain; the spring is softer than the bar: where the load acts the path goes back, too."""
        for strain in self.FORCE:
            out, slope = self.bar(strain), lambda y, strain=strain: self.load(strain, y + 1e-30j).imag / 1e-30
            y, end = (z + out[name][:, 2] for z, name in ((self.HEIGHT, "n0/displacement"), (0, "n2/displacement")))
            peaks, back = roots(slope, 1, -1, 51, 2), roots(lambda y, slope=slope: 1 - slope(y) / self.SOFT, 1, -1, 51, 2)
            self.assertLess(y[-1], -1.2)
            np.testing.assert_allclose(out["load_factor"], self.load(strain, y), atol=1e-8)  # of 100: Newton's tolerance
            np.testing.assert_allclose(end, y - self.HEIGHT - out["load_factor"] / self.SOFT, atol=1e-9)
            np.testing.assert_allclose(out["critical"]["load_factor"], self.load(strain, peaks), rtol=1e-9)
            np.testing.assert_array_equal(out["stability_index"], (abs(y) < peaks[0]).astype(int))
            np.testing.assert_allclose(y[turns(end)], back, atol=max(abs(np.diff(y))))  # a step


class Domes(unittest.TestCase):
    # Hangai & Kawamata's star: an apex, a ring of 6 and 6 held nodes
    RING, BASE, TOP, SHOULDER = 25.0, 50.0, 8.216, 6.216
    STAR = [(0, i) for i in range(1, 7)] + [(i, i % 6 + 1) for i in range(1, 7)] + [(i, i + 6) for i in range(1, 7)] + [(i % 6 + 1, i + 6) for i in range(1, 7)]

    def nodes(self):
        angle = np.pi / 3 * np.arange(6)
        at = lambda radius, turn, z: np.column_stack([radius * np.cos(angle + turn), radius * np.sin(angle + turn), np.full(6, z)])
        return np.vstack([[(0, 0, self.TOP)], at(self.RING, 0, self.SHOULDER), at(self.BASE, np.pi / 6, 0)])

    def tangent(self, x):
        """Of the 21 free coordinates, from the bars one by one: N/L and EA/L^3 d d^T."""
        X, K = self.nodes(), np.zeros((13, 3, 13, 3))
        for a, b in self.STAR:
            D, d = X[b] - X[a], x[b] - x[a]
            k = STIFFNESS * ((d @ d / (D @ D) - 1) / 2 * np.eye(3) + np.outer(d, d) / (D @ D)) / np.sqrt(D @ D)
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                K[i, :, j] += sign * k
        return K[:7, :, :7].reshape(21, 21)

    def symmetric(self, u):
        """Forces left at the apex, and at the ring outwards and up. u: height of the apex, radius and height of the ring, load."""
        top, r, z, load = u
        across, R2 = np.cos(np.pi / 6) * self.BASE, self.RING**2
        part = lambda now, then: STIFFNESS / then**1.5 * (now - then) / 2  # N/L of a bar from the squares of its lengths
        upper = part(r**2 + (top - z) ** 2, R2 + (self.TOP - self.SHOULDER) ** 2)
        hoop = part(r**2, R2)
        lower = part(r**2 + self.BASE**2 - 2 * across * r + z**2, R2 + self.BASE**2 - 2 * across * self.RING + self.SHOULDER**2)
        return np.array([6 * upper * (top - z) + load, upper * r + hoop * r + 2 * lower * (r - across), upper * (z - top) + 2 * lower * z])

    def test_star(self):
        """Pushed down at the apex: forces of all points, eigenvalues of the tangent, both limit loads."""
        nodes = self.nodes()
        out = path(dt=0.1, path_step=0.001, path_steps=100, **bars(nodes, self.STAR, range(7)))
        u = np.stack([out[f"n{i}/displacement"] for i in range(7)], 1)
        points = np.column_stack([self.TOP + u[:, 0, 2], self.RING + u[:, 1, 0], self.SHOULDER + u[:, 1, 2], out["load_factor"]])
        np.testing.assert_allclose(self.symmetric(points.T), 0, atol=1e-9)  # of 1: Newton's tolerance
        for k, index in enumerate(out["stability_index"]):
            self.assertEqual((np.linalg.eigvalsh(self.tangent(nodes + np.vstack([u[k], np.zeros((6, 3))]))) < 0).sum(), index, k)
        self.assertEqual(out["critical"]["kind"].decode(), "limit,limit")
        np.testing.assert_allclose(out["critical"]["load_factor"], limits(self.symmetric, points), rtol=1e-9)

    def test_star_switched(self):
        """Pushed down everywhere: the first bifurcation is double. Null vectors are those of the tangent, and one of them a mirror image of itself; from each a
        branch leaves, whose points are equilibria; the same on any ranks."""
        nodes, load, mirror = self.nodes(), np.zeros((7, 3)), [0, 4, 3, 2, 1, 6, 5]  # x to -x
        load[:, 2] = [-1] + 6 * [-0.25]
        ring = {"load_ring_set": "ring", "load_ring_force": "0,0,-0.25"}
        keys = dict(dt=2, path_step=0.005, path_steps=35, path_switch=1, **{**bars(nodes, self.STAR, range(7)), "loads": "load,ring"}, **ring)
        keys["own"][1]["ring"] = (gmsh_file.POINT, [(i,) for i in range(1, 7)])
        for null, several in ((1, (1, 2, 3)), (2, (1, 3))):
            runs = [path(ranks, path_null=null, **keys) for ranks in several]
            at = [int(run["critical"]["kind"].decode().split(",").index("bifurcation")) for run in runs]
            for run, k in zip(runs, at):
                critical = run["critical"]
                self.assertEqual((critical["multiplicity"][k], critical["before"][k], critical["after"][k]), (2, 0, 2))
                np.testing.assert_array_equal(critical["point"][k : k + 2], [k, k])
                np.testing.assert_allclose(critical["load_factor"][k], runs[0]["critical"]["load_factor"][at[0]], rtol=1e-9)
                shape = critical["shape"][k : k + 2, [np.argmin(np.linalg.norm(run["nodes"] - x, axis=1)) for x in nodes[:7]]]
                first = shape if run is runs[0] else first
                np.testing.assert_allclose(shape, first, atol=1e-5)
                for one in shape:
                    image = one[mirror] * [-1, 1, 1]
                    self.assertLess(min(abs(image - one).max(), abs(image + one).max()), 1e-5)
                u = np.stack([run[f"n{i}/displacement"] for i in range(7)], 1)
                left = np.stack([self.forces(nodes + np.vstack([one, np.zeros((6, 3))])) for one in u]) - run["load_factor"][:, None, None] * load
                np.testing.assert_allclose(left, 0, atol=1e-7)  # of about 3
                self.assertGreater(abs(u[-1, 1:, 2].max() - u[-1, 1:, 2].min()), 0.3)  # no longer all alike
                np.testing.assert_allclose(run["load_factor"], runs[0]["load_factor"], atol=1e-5)

    def forces(self, x):
        """Of the bars on the 7 free nodes."""
        X, f = self.nodes(), np.zeros((13, 3))
        for a, b in self.STAR:
            D, d = X[b] - X[a], x[b] - x[a]
            pull = STIFFNESS * (d @ d / (D @ D) - 1) / 2 / np.sqrt(D @ D) * d
            f[a] -= pull
            f[b] += pull
        return f[:7]

    def tent(self, radius, turn, ranks=1, **keys):
        """Bars from feet at radius, the first at an angle, to an apex 2 above."""
        angle = turn + 2 * np.pi * np.arange(len(radius)) / len(radius)
        nodes = np.vstack([[(0, 0, 2)], np.column_stack([radius * np.cos(angle), radius * np.sin(angle), 0 * angle])])
        return path(ranks, dt=50, path_steps=40, **bars(nodes, [(0, i + 1) for i in range(len(radius))], [0]), **keys)

    def test_tripod_switched(self):
        """Green's strain makes it as stiff to all sides: beyond the double bifurcation the apex may be anywhere on |x|^2 = h^2 - 1, and one of these paths is
        followed; the load is that of the height. A direction without stiffness is not unstable."""
        for turn, ranks in ((0, 1), (0.3, 1), (0.3, 3)):
            for null, sign in ((1, 1), (1, -1), (2, 1)):
                out = self.tent(np.ones(3), turn, ranks, path_switch=1, path_null=null, path_direction=sign)
                x = (out["n0/displacement"] + [0, 0, 2])[out["branch"] == 1]
                np.testing.assert_allclose((x**2).sum(1), 3, atol=1e-8)
                np.testing.assert_allclose(out["load_factor"][out["branch"] == 1], 3 * STIFFNESS / 5**1.5 / 2 * x[:, 2], rtol=1e-8)
                self.assertLess(min(x[:, 2]), 0)
                side = np.cross(x[0], [0, 0, 1])
                np.testing.assert_allclose(x @ side, 0, atol=1e-6)
                self.assertGreater(sign * x[0, null - 1], 0)  # null vectors along x and y
                np.testing.assert_array_equal(out["stability_index"][out["branch"] == 1], 1)

    def test_tripod(self):
        """Three bars at 120 degrees, 2 over 1: both directions to the side at once, where y^2 = h^2 - 1."""
        found, y = self.tent(np.ones(3), 0)["critical"], np.sqrt([3, 4 / 3])
        self.assertEqual(found["kind"].decode().split(",")[:2], ["bifurcation", "limit"])
        np.testing.assert_allclose(found["load_factor"][:2], 3 * STIFFNESS / 5**1.5 * (4 - y * y) / 2 * y, rtol=1e-7)
        np.testing.assert_array_equal(found["after"][:2], [2, 3])

    def test_turned_pyramid(self):
        """Four bars, 2 over 1 and 1.3, turned against the axes: the same critical points."""
        for turn in (0, 0.3):
            radius = np.array([1, 1.3, 1, 1.3])
            found, per = self.tent(radius, turn, path_critical=3)["critical"], STIFFNESS / (4 + radius[:2] ** 2) ** 1.5
            y = np.sqrt(np.append(4 - 2 * per * radius[:2] ** 2 / per.sum(), 4 / 3))
            self.assertEqual(found["kind"].decode(), "bifurcation,bifurcation,limit")
            np.testing.assert_allclose(found["load_factor"], per.sum() * (4 - y**2) * y, rtol=1e-7)


class Space(unittest.TestCase):
    # Argyris' right-angle frame, 240 + 240, section 30 x 0.6: E 71240, nu 0.3
    FRAME = {"part_frame_ea": 71240 * 18, "part_frame_gay": 27400 * 15, "part_frame_gaz": 27400 * 15, "part_frame_gj": 27400 * 2.16, "part_frame_eiy": 71240 * 0.54,
             "part_frame_eiz": 71240 * 1350, "part_frame_mass_per_length": 0}

    def angle(self, n, force, **keys):
        nodes, cells = chain([(0, 120 * i / n, 0) for i in range(2 * n)] + [(120 * i / n, 240, 0) for i in range(2 * n + 1)])
        sets = {"frame": (gmsh_file.LINE3, cells), "foot": (gmsh_file.POINT, [(0,)]), "tip": (gmsh_file.POINT, [(4 * n,)])}
        return path(own=(nodes, sets), parts="frame", part_frame_element="beam", **self.FRAME, supports="foot", loads="tip", load_tip_force=f"0,{force},0", probes="tip", dt=0.2, **keys)

    def test_right_angle(self):
        """To the side, without an imperfection. Published: linear buckling by code_aster (SSLL105), without the bending before, 0.54/1350 = 4e-4."""
        for force, published in ((-1, 0.681323581), (1, 1.090064344)):
            coarse, fine = (self.angle(n, force, path_critical=1)["critical"] for n in (4, 8))
            np.testing.assert_allclose(fine["load_factor"], published, rtol=1e-3)
            np.testing.assert_allclose(coarse["load_factor"], fine["load_factor"], rtol=3e-5)  # fourth order: 2e-6 are left
            there, back = (self.angle(4, force, path_steps=40, path_switch=1, path_direction=sign) for sign in (1, -1))
            tip, rows = there["tip/displacement"], abs(there["tip/displacement"][:, 2]) > 1e-3
            self.assertGreater(max(abs(tip[:, 2])), 20)
            np.testing.assert_allclose(back["tip/displacement"], tip * [1, 1, -1], atol=1e-7)  # mirror images, to Newton's tolerance
            np.testing.assert_allclose(back["load_factor"], there["load_factor"], rtol=1e-9)
            self.assertTrue((np.diff(there["load_factor"][rows]) > 0).all())
            np.testing.assert_array_equal(there["stability_index"], 0)  # a branch that rises is stable (Koiter)

    # Goto, Watanabe, Kasugai & Obata 1992: a ring of R = 20, section 1/3 x 1, E 2.1e7, nu 0.3, GJ = 9.753e-3 G
    R, WEAK = 20, 2.1e7 / 27 / 12
    RING = {"part_ring_ea": 2.1e7 / 3, "part_ring_gay": 2.1e7 / 2.6 / 3.6, "part_ring_gaz": 2.1e7 / 2.6 / 3.6, "part_ring_gj": 2.1e7 / 2.6 * 9.753e-3, "part_ring_eiy": WEAK,
            "part_ring_eiz": 2.1e7 / 3 / 12, "part_ring_direction": "0,0,1", "part_ring_mass_per_length": 0}

    def ring(self, n):
        """Turned about its diameter by a driver at one end of it, which slides, the other held."""
        angle = np.pi * np.arange(2 * n) / n
        nodes = np.column_stack([-self.R * np.cos(angle), -self.R * np.sin(angle), 0 * angle])
        sets = {"ring": (gmsh_file.LINE3, [(i, (i + 2) % (2 * n), i + 1) for i in range(0, 2 * n, 2)]), "held": (gmsh_file.POINT, [(0,)]), "turned": (gmsh_file.POINT, [(n,)])}
        return path(own=(nodes, sets), parts="ring", part_ring_element="beam", **self.RING, supports="held", joints="driver", joint_driver_set="turned", joint_driver_type="cylindrical",
                    joint_driver_axis="1,0,0", joint_driver_angle="t", probes="turned", dt=0.5, path_step=0.02, path_steps=700, path_load="0,12.7", quiet=False)

    def test_ring(self):
        """Driven by 2 pi it folds to three coils of R/3: of the curvature 3/R, without a moment at the driver; by 4 pi it is the ring again."""
        length = []
        for n in (10, 20):
            out = self.ring(n)
            self.assertNotRegex(out["text"], "e\\+308|inf")  # lines of progress: no last level
            self.assertGreater(out["load_factor"][-1], 4 * np.pi)
            np.testing.assert_array_equal(out["stability_index"], 0)
            x, moment, energy = out["turned/displacement"][:, 0], out["driver/reaction"][:, 3], out["energy/strain"]
            coiled, ring = (lambda series, angle=angle: interpolated(angle, out["load_factor"], series) for angle in (2 * np.pi, 4 * np.pi))
            length.append(coiled(x) + 4 / 3 * self.R)
            for left in (coiled(moment) / max(moment), ring(moment) / max(moment), ring(x) / self.R, ring(energy) / max(energy)):
                self.assertAlmostEqual(left, 0, delta=1e-8)  # of interpolation
        self.assertAlmostEqual(np.log2(length[0] / length[1]), 4, delta=0.3)  # order of the elements
        self.assertAlmostEqual(length[1] / self.R, 0, delta=2e-4)
        self.assertAlmostEqual(coiled(energy) / (self.WEAK / 2 * (2 / self.R) ** 2 * 2 * np.pi * self.R), 1, delta=1e-5)  # of the mesh


if __name__ == "__main__":
    unittest.main()
