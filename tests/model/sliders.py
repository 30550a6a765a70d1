# SPDX-License-Identifier: BSD-2-Clause
"""Points that slide along beams: motions along straight and curved paths against closed forms, elastic beams, borders of elements."""
import os
import tempfile
import unittest

import numpy as np

import refusal
from models import orders
from run import fsolve, options, run

G = 9.81
ACCURATE = {"integrator": "esdirk43_6l", "stabilize": "projection"}
MASS = {"part_bead_element": "mass", "part_bead_mass": 2}
BEAM = {"part_wire_element": "beam", "part_wire_section": "circle", "part_wire_radius": 0.02, "part_wire_young": 2e11, "part_wire_poisson": 0.3, "part_wire_density": 7850}


def wire(start, end, bead, n=6, ranks=1, held=True, **keys):
    """A bead of 2 kg on a wire, all of whose nodes are held, or the first of which is clamped."""
    text = [",".join(f"{x:.17g}" for x in p) for p in (start, end, bead)]
    mesh = {"mesh": "frame", "points": "a,b,bead", "point_a": text[0], "point_b": text[1], "point_bead": text[2], "members": "wire", "member_wire": "a,b", "member_wire_n": n}
    support = "wire" if held else "a"
    model = {"parts": "wire,bead", **BEAM, **MASS, "supports": support, f"support_{support}_fix": "all", "sliders": "ring", "slider_ring_set": "bead", "slider_ring_along": "wire",
             "probes": "bead,b", "dt": 0.02, "t_end": 1, **ACCURATE}
    return run(ranks=ranks, **{k: v for k, v in {**mesh, **model, **keys}.items() if v is not None})


def drift(out):
    e = out.energy["total"] - out.energy["external"]
    return abs(e - e[0]).max()


class Rigid(unittest.TestCase):
    def test_incline(self):
        """Down a straight wire the acceleration is g sin: a motion of second degree, which Runge-Kutta schemes have to rounding, over all borders, and
        schemes that must be started to 5 dt^2; the wire carries m g cos. Point on axis is the same."""
        down = np.array([3, 0, -4]) / 5
        for scheme, stabilize, tolerance in (("esdirk43_6l", "projection", 1e-11), ("lms4", "velocity", 2e-3), ("ss4", "none", 2e-3)):
            with self.subTest(scheme):
                out = wire((0, 0, 0), 5 * down, 0.3 * down, gravity=f"0,0,{-G}", integrator=scheme, stabilize=stabilize)
                np.testing.assert_allclose(out.probe["ring"]["displacement"], 0.3 + 0.5 * G * 0.8 * out.time**2, atol=tolerance)
                np.testing.assert_allclose(out.probe["ring"]["force"][-1], 2 * G * 0.6 * np.array([0.8, 0, 0.6]), atol=1e3 * tolerance)
                self.assertGreater(out.probe["ring"]["displacement"][-1], 4)

    def test_point(self):
        """A point of a body beside its node: the body is a pendulum that hangs on a bead; with the wire vertical it falls."""
        out = wire((0, 0, 0), (0, 0, -6), (0.1, 0, -0.3), gravity=f"0,0,{-G}", part_bead_element="body", part_bead_inertia="0.1,0.1,0.1,0,0,0", slider_ring_point="0,0,-0.3")
        np.testing.assert_allclose(out.probe["bead"]["displacement"][:, 2], -G * out.time**2 / 2, atol=1e-11)
        np.testing.assert_allclose(out.probe["ring"]["displacement"], 0.3 + G * out.time**2 / 2, atol=1e-11)

    def bumps(self, **keys):
        """Along lines that go up and down."""
        points = {"points": "a,c,d,e,b,bead", "point_c": "1,0,0", "point_d": "2,0,0.4", "point_e": "3,0,0.1", "member_wire": "a,c,d,e,b"}
        return wire((0, 0, 0), (4, 0, 0), (0.5, 0, 0), n=1, initials="bead", initial_bead_velocity_x=4, assemble="all", t_end=0.6, **points, **keys)

    def test_orders_over_borders(self):
        """Where lines meet the curvature jumps, and the force does; steps end there, so that schemes whose stages are within the step keep their
        order, here 3, in places and in the speed, which stays what it is."""
        out = [self.bumps(dt=0.6 / n, integrator="esdirk32_4l") for n in (40, 80, 160, 1280)]
        errors = [np.linalg.norm(o.probe["bead"]["displacement"][-1] - out[-1].probe["bead"]["displacement"][-1]) for o in out[:-1]]
        speeds = [np.ptp(np.linalg.norm(o.probe["bead"]["velocity"], axis=1)) for o in out[:-1]]
        self.assertGreater(min(orders(errors)), 2.6, errors)
        self.assertGreater(min(orders(speeds)), 2.6, speeds)


class Elastic(unittest.TestCase):
    def test_deflection(self):
        """The tip of a cantilever under P at a comes down by P a^2 (3 L - a) / (6 E I) + P a / (G A), the trolley held along the beam. Forces at
        nodes are exact. Between nodes P is that of Hermite's polynomials: forces and moments on both."""
        EI, GA, h = 2e11 * np.pi / 4 * 0.02**4, 2e11 / 2.6 * 0.9 * np.pi * 0.02**2, 0.5
        for a in (0.5, 0.7, 1.75, 2.9):
            out = wire((0, 0, 0), (3, 0, 0), (a, 0, 0), held=False, supports="a,bead", support_bead_fix="x", loads="bead", load_bead_force="0,0,-0.01", analysis="static", dt=1,
                       integrator=None, stabilize=None)
            xi, x = a / h % 1, a - a % h
            tip = 0
            for at, force, moment in ((x, 1 - 3 * xi**2 + 2 * xi**3, h * xi * (1 - xi) ** 2), (x + h, 3 * xi**2 - 2 * xi**3, -h * xi**2 * (1 - xi))):
                tip -= 0.01 * (force * (at**2 * (9 - at) / 6 / EI + at / GA) + moment * (at**2 / 2 + at * (3 - at)) / EI)
            exact = -0.01 * (a**2 * (9 - a) / (6 * EI) + a / GA)
            self.assertAlmostEqual(out.probe["b"]["displacement"][-1, 2] / tip, 1, delta=1e-4)
            self.assertAlmostEqual(out.probe["b"]["displacement"][-1, 2] / exact, 1, delta=0.04)
            np.testing.assert_allclose(out.probe["ring"]["force"][-1], [0, 0, 0.01], atol=1e-7)

    def case(self, ranks=1, **keys):
        return run("beam_slider", ranks=ranks, **keys)

    def test_energy_and_ranks(self):
        """A trolley that runs over an elastic cantilever, and three borders of elements: energy is kept to the order of the scheme, and all is the same
        on any number of ranks."""
        one = self.case()
        self.assertLess(drift(one), 1e-4 * one.energy["total"].max())
        self.assertLess(max(one.constraint["position"].max(), one.constraint["velocity"].max()), 1e-12)
        self.assertLess(drift(self.case(dt=0.0025)), drift(one) / 5)
        for ranks in (2, 3):
            other = self.case(ranks, t_end=0.5)
            n = len(other.time)
            for name in ("displacement", "force"):
                np.testing.assert_allclose(other.probe["wheel"][name], one.probe["wheel"][name][:n], rtol=0, atol=1e-7 if name == "force" else 1e-12)
            np.testing.assert_allclose(other.probe["tip"]["displacement"], one.probe["tip"]["displacement"][:n], rtol=0, atol=1e-12)

    def test_end(self):
        """Beyond an end of the path there is nothing: the run ends with status 3, and says so."""
        for velocity, end in ((3, "end"), (-3, "start")):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options("beam_slider", initial_trolley_velocity_x=velocity, output="out.h5"), cwd=folder)
                self.assertEqual(done.returncode, 3)
                self.assertRegex(done.stderr, rf"slider 'wheel' has reached the {end} of its path before t = ")
                self.assertTrue(os.path.exists(os.path.join(folder, "out.h5")))


class Refused(refusal.Table):
    ROWS = [
        ("beam_slider", {"slider_wheel_along": "ghost"}, r"-slider_wheel_along: the mesh has no set 'ghost'"),
        ("beam_slider", {"sliders": "wheel,more", "slider_more_set": "tip"}, r"slider 'more' has no path: give -slider_more_along, a set of beams"),
        ("beam_slider", {"slider_wheel_along": "tip"}, r"slider 'wheel': the set 'tip' of -slider_wheel_along has no lines"),
        ("beam_slider", {"slider_wheel_set": "beam"}, r"slider 'wheel': the set 'beam' has 0 points; it must have one, the sliding node"),
        ("beam_slider", {"slider_wheel_set": "tip"}, r"slider 'wheel': its node belongs to the path itself"),
        ("beam_slider", {"member_beam_order": 2}, r"slider 'wheel': the path 'beam' has lines of 3 nodes"),
        ("beam_slider", {"points": "root,tip,trolley,side", "point_side": "3,1,0", "members": "beam,fork,prong", "member_fork": "tip,side", "member_prong": "tip,root", "member_fork_sets": "path", "member_prong_sets": "path",
                         "member_beam_sets": "path", "slider_wheel_along": "path", "part_beam_set": "path"}, r"slider 'wheel': the path 'path' branches at \(3, 0, 0\)"),
        ("beam_slider", {"part_beam_element": "truss", "part_beam_section": None, "part_beam_radius": None, "part_beam_poisson": None, "part_beam_area": 1e-3}, r"slider 'wheel': the path 'beam' has nodes that do not rotate"),
        ("beam_slider", {"parts": "beam"}, r"slider 'wheel': its node belongs to no part"),
        ("beam_slider", {"linearize": True}, r"-sliders exclude -linearize"),
        ("beam_slider", {"slider_wheel_point": "0.7,0,0.1"}, r"slider 'wheel': its node does not rotate: its point must be there"),
        ("beam_slider", {"point_trolley": "3.7,0,0"}, r"slider 'wheel': its point is not beside the path 'beam'"),
        ("beam_slider", {"point_trolley": "0.7,0,0.1"}, r"the initial positions do not fit the joints: slider 'wheel' is off by 0.1 m"),
        ("beam_slider", {"probes": "wheel", "probe_wheel_set": "tip"}, r"probe 'wheel' and slider 'wheel' have the same name"),
    ]


if __name__ == "__main__":
    unittest.main()
