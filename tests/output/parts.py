# SPDX-License-Identifier: BSD-2-Clause
"""Probes of a whole part: extremes of results against frames of every step, and how a part moves as a whole against closed forms."""
import unittest

import numpy as np

import gmsh_file  # tools/
from models import BEAM, body, on_mesh
from run import MORE_RANKS, run

FLYING = {"t_end": 1, "output_every": 1, "probes": "start,hot", "probe_hot_part": "beam", "probe_hot_extreme": "moment"}
SECTION = {"mesh": "line", "mesh_n": 5, "mesh_order": 2, "mesh_upper": 2, **BEAM, "part_beam_set": "all", "part_beam_section": "circle", "part_beam_radius": 0.01,
           "part_beam_young": 2e11, "part_beam_poisson": 0.3, "part_beam_density": 7850, "supports": "start", "gravity": "0,3,-9.81", "integrator": "ss4", "dt": 0.002,
           "t_end": 0.04, "output_every": 1, "probes": "hot", "probe_hot_part": "beam", "probe_hot_extreme": "von_mises_max"}
SKIN = {"output_every": 1, "dt": 0.2, "probes": "hot", "probe_hot_part": "skin", "probe_hot_extreme": "stress"}
WAVE = {"mesh_n": "7,6", "dt": 0.117, "t_end": 1.17, "output_every": 1, "probes": "hot", "probe_hot_part": "skin", "probe_hot_extreme": "slope"}


def cells_of(out, part, result):
    """values [steps][cells][c] of a result."""
    shapes = sorted(k.split("/")[1] for k in out.frames[0] if k.startswith(part + "/") and k.endswith("/" + result))
    return np.array([np.concatenate([f[f"{part}/{s}/{result}"].reshape(len(f[f"{part}/{s}/{result}"]), -1) for s in shapes]) for f in out.frames])


class Extremes(unittest.TestCase):
    def test_frames(self):
        """The same bits as the extremes over all cells in frames of every step; a place is in the cell that has the value."""
        for case, keys, part, result in (("flying_beam", FLYING, "beam", "moment"), (None, SECTION, "beam", "von_mises_max"), ("inflated_membrane", SKIN, "skin", "stress"),
                                         ("wave2d", WAVE, "skin", "slope")):
            with self.subTest(case or "section"):
                out = run(case, **keys)
                values, hot = cells_of(out, part, result), out.probe["hot"]
                self.assertGreater(np.ptp(values), 0)
                np.testing.assert_array_equal(hot["largest"], values.max(axis=1))
                np.testing.assert_array_equal(hot["least"], values.min(axis=1))
                self.assertEqual(hot["largest_place"].shape, (len(out.time), 3 * values.shape[2]))

    def test_places(self):
        """Of ten elements of equal length along the line from (6, 0, 0) to (0, 8, 0); of equal ones, such as moments of round-off, the first one."""
        out = run("flying_beam", **FLYING)
        moment, hot = cells_of(out, "beam", "moment"), out.probe["hot"]
        middle = np.array([[6 - 0.6 * (k + 0.5), 0.8 * (k + 0.5), 0] for k in range(10)])
        for name, sign in (("largest_place", 1), ("least_place", -1)):
            for step in range(1, len(out.time)):
                high = sign * moment[step]
                first = (high >= high.max(axis=0) - 1e-6 * abs(high).max()).argmax(axis=0)
                places = middle[first].ravel()
                np.testing.assert_allclose(hot[name][step], places, atol=1e-14 * 8)
            np.testing.assert_allclose(hot[name][0], np.tile(middle[0], 3), atol=1e-14 * 8)


def rotated(q, d):
    """R d of quaternions [n][4]."""
    w, v = q[:, :1], q[:, 1:]
    return d + 2 * np.cross(v, np.cross(v, d) + w * d)


WHOLE = {"probe_all_whole": True}


class Wholes(unittest.TestCase):
    def test_a_body(self):
        """Thrown and turning, its center of mass away from its node: by the formulas of a rigid body from what its node does, and as it must fly."""
        m, d, J, v0, w0, g = 2.0, np.array([0.3, -0.2, 0.1]), np.diag([0.5, 0.6, 0.7]), np.array([1.0, 2, 3]), np.array([2.0, -1, 3]), np.array([0.5, 0, -9.81])
        keys = {f"initial_body_velocity_{c}": v for c, v in zip("xyz", v0)} | {f"initial_body_angular_velocity_{c}": w for c, w in zip("xyz", w0)}
        out = on_mesh([(1, 1, 0)], {"body": (gmsh_file.POINT, [(0,)])}, parts="body", integrator="esdirk43_6l", t_end=1, **body("body", mass=m, center="0.3,-0.2,0.1", inertia="0.5,0.6,0.7,0,0,0"), gravity="0.5,0,-9.81", initials="body", probes="body,all", **WHOLE,
                       **keys, dt=0.005)
        node, found, t = out.probe["body"], out.probe["all"], out.time[:, None]
        arm = rotated(node["rotation"], d)
        back = node["rotation"] * np.array([1, -1, -1, -1])
        spin = rotated(node["rotation"], rotated(back, node["angular_velocity"]) @ J)
        center, momentum = np.array([1, 1, 0]) + node["displacement"] + arm, m * (node["velocity"] + np.cross(node["angular_velocity"], arm))
        close = {"rtol": 0, "atol": 1e-13 * 100}
        np.testing.assert_allclose(found["center_of_mass"], center, **close)
        np.testing.assert_allclose(found["momentum"], momentum, **close)
        np.testing.assert_allclose(found["angular_momentum"], np.cross(center, momentum) + spin, **close)
        start = v0 + np.cross(w0, d)
        # of order 4: the error of half the step is a sixteenth, and below that
        np.testing.assert_allclose(found["center_of_mass"], np.array([1, 1, 0]) + d + start * t + g * t**2 / 2, atol=1e-6)
        np.testing.assert_allclose(found["momentum"], m * (start + g * t), atol=1e-5)

    def test_a_beam(self):
        """In free flight with an offset section, bending: P = P0 + m g t, c = c0 + P0/m t + g t^2/2."""
        out = run("flying_beam", loads="kick", load_kick_set="start", load_kick_force="8,0,5", load_kick_time="t<0.5", gravity="1,-2,-9.81", t_end=1.5, dt=0.01, probes="all",
                  integrator="esdirk43_6l", **WHOLE)
        c, P, t, g, m = out.probe["all"]["center_of_mass"], out.probe["all"]["momentum"], out.time[:, None], np.array([1, -2, -9.81]), 10
        np.testing.assert_allclose(c[0], [3, 4, 0], atol=1e-14)
        # the end of the kick is a multiple of the step; from then on weight alone acts
        a = np.searchsorted(out.time, 0.52)
        s = t[a:] - t[a]
        np.testing.assert_allclose(P[a:], P[a] + m * g * s, atol=1e-6 * abs(P).max())
        np.testing.assert_allclose(c[a:], c[a] + P[a] / m * s + g * s**2 / 2, atol=1e-6 * abs(c).max())
        np.testing.assert_allclose(P, out.history["momentum"], atol=1e-12 * abs(P).max())

    def whole(self, case, parts, tolerance=1e-12, ranks=1, **keys):
        """Sums over parts are those of the model, which the energies and momenta have."""
        probes = {k: v for p in parts for k, v in ((f"probe_w{p}_whole", True), (f"probe_w{p}_part", p))}
        out = run(case, ranks=ranks, probes=",".join(["all"] + ["w" + p for p in parts]), **WHOLE, **probes, **keys)
        for name, model in (("momentum", out.history["momentum"]), ("angular_momentum", out.history["angular_momentum"]), ("kinetic", out.energy["kinetic"])):
            scale = max(abs(out.probe[p][name]).max() for p in out.probe if p.startswith("w") or p == "all")
            self.assertTrue(scale > 0 or name == "angular_momentum")  # of a line along x that moves in x it is 0
            np.testing.assert_allclose(sum(out.probe["w" + p][name] for p in parts), model, atol=tolerance * scale, err_msg=name)
            np.testing.assert_allclose(out.probe["all"][name], model, atol=tolerance * scale, err_msg=name)
        return out

    def test_sums(self):
        """Bodies and beams, turned and moved supports, linear elements, linearized ones, a turning frame."""
        self.whole("flexible_slider_crank", ("crank", "rod"), t_end=0.01)
        self.whole("rotating_shaft", ("shaft", "disk"), dt=1e-3, t_end=0.02)
        self.whole("wave2d", ("skin",), mesh_n="7,6", t_end=1)
        self.whole("stiff_soft", ("m1", "m2"), t_end=1)
        self.whole("flying_beam", ("beam",), t_end=1, linearize=True)
        self.whole("flying_beam", ("beam",), t_end=1, spin="0.1,0.2,0.5", spin_point="1,0,0")

    def test_the_center_moves_with_the_momentum(self):
        """Average acceleration in a linear model: c1 - c0 = dt/2 (P0 + P1)/m to the last digits; held nodes do not move."""
        plate = {"mesh_n": "7,6", "t_end": 2, "integrator": "newmark"}
        beam = {"t_end": 1, "linearize": True, "integrator": "newmark"}
        for case, part, m, keys in (("wave2d", "skin", 15.166666666666666**2, plate), ("flying_beam", "beam", 10, beam)):
            with self.subTest(case):
                out = self.whole(case, (part,), **keys)
                c, P = out.probe["all"]["center_of_mass"], out.probe["all"]["momentum"]
                np.testing.assert_allclose(np.diff(c, axis=0), np.diff(out.time)[:, None] * (P[1:] + P[:-1]) / 2 / m, atol=1e-11 * abs(c - c[0]).max())
                self.assertGreater(abs(c - c[0]).max(), 0)


class Ranks(unittest.TestCase):
    def test_same(self):
        """Values to what Newton's method leaves, 1e-10 of the displacements times the stiffness; places the same, as no two elements are equal."""
        for case, keys in (("flying_beam", {**FLYING, "t_end": 0.5}), ("wave2d", {**WAVE, "mesh_upper": "15,14"})):
            keys["probes"] = "hot,all"
            one = run(case, **keys, **WHOLE).probe
            for ranks in MORE_RANKS:
                with self.subTest(case, ranks=ranks):
                    other = run(case, ranks=ranks, **keys, **WHOLE).probe
                    for name, values in one["all"].items():
                        np.testing.assert_allclose(other["all"][name], values, atol=1e-8 * abs(values).max(), err_msg=name)
                    for name in ("largest", "least"):
                        values, places = one["hot"][name], one["hot"][name + "_place"]
                        np.testing.assert_allclose(other["hot"][name], values, atol=1e-6 * abs(values).max(), err_msg=name)
                        clear = np.repeat(abs(values) > 1e-3 * abs(values).max(axis=0), 3, axis=1)  # not rounding
                        np.testing.assert_allclose(other["hot"][name + "_place"][clear], places[clear], atol=1e-13, err_msg=name)


if __name__ == "__main__":
    unittest.main()
