# SPDX-License-Identifier: BSD-2-Clause
"""Equilibria of structures without supports: -hold_rigid, and inertia relief."""
import os
import tempfile
import unittest

import numpy as np

from models import BEAM, SLENDER, STATIC
from run import RANKS, RELEASE, Output, fsolve, options, run
from studies import extrapolated, line, modes, roots


def failing(ranks=1, **keys):
    with tempfile.TemporaryDirectory() as folder:
        return fsolve(options(**keys, quiet=True), ranks, cwd=folder)


BAR = {**STATIC, "mesh": "line", "mesh_n": 8, "parts": "bar", "part_bar_set": "all", "part_bar_element": "bar", "part_bar_young": 2, "part_bar_area": 3, "part_bar_density": 5}
ROD = {**STATIC, "mesh": "line", "mesh_n": 8, "mesh_upper": 2, **BEAM, "part_beam_set": "all", **SLENDER, "part_beam_mass_per_length": 3, "part_beam_inertia": "0.01,0.005,0.005,0,0,0"}


def pull(start, end):
    return {"loads": "a,b", "load_a_set": "start", "load_a_force": start, "load_b_set": "end", "load_b_force": end}


def places(out):
    return out.by_id("position") if "position" in out.frames[-1] else out.nodes[np.argsort(out.node_id)] + out.by_id("displacement")


def frame(seed):
    """A space frame of beams, with loads at three of its points."""
    random = np.random.default_rng(seed)
    points = {p: x + random.uniform(-0.2, 0.2, 3) for p, x in zip("abcd", np.array([[0, 0, 0], [2, 0, 0], [1, 2, 0], [1, 1, 2.0]]))}
    members = ("ab", "bc", "ca", "ad", "bd", "cd")
    keys = {**STATIC, "mesh": "frame", "points": ",".join(points), "members": ",".join(members), **BEAM, "part_beam_set": "all", **SLENDER, "part_beam_eiz": 30, "part_beam_mass_per_length": 1}
    keys.update({f"point_{p}": ",".join(f"{c:.17g}" for c in x) for p, x in points.items()})
    keys.update({f"member_{m}": ",".join(m) for m in members})
    keys.update({f"member_{m}_n": 3 for m in members})
    center = sum(points.values()) / 4
    loads = {p: random.uniform(0.5, 1.5, 3) * (points[p] - center) for p in "bcd"}  # they pull apart, so that the orientation is stable
    return keys, points, loads


def with_loads(loads, moment=None):
    keys = {"loads": ",".join("load" + p for p in loads)}
    for p, f in loads.items():
        keys.update({f"load_load{p}_set": p, f"load_load{p}_force": ",".join(f"{c:.17g}" for c in f)})
    if moment is not None:
        keys["loads"] += ",turn"
        keys.update(load_turn_set="a", load_turn_moment=",".join(f"{c:.17g}" for c in moment))
    return keys


class Held(unittest.TestCase):
    def test_pulled_bar(self):
        """A free bar pulled at both ends becomes longer by F L/(E A), on any number of ranks."""
        for ranks in RANKS:
            out = run(**BAR, **pull("-1,0,0", "1,0,0"), probes="start,end", hold_rigid=True, ranks=ranks)
            self.assertAlmostEqual(out.probe["end"]["displacement"][-1, 0] - out.probe["start"]["displacement"][-1, 0], 1 / 6, delta=1e-13)

    def test_membrane(self):
        """A free membrane under edge loads of both signs has the slope of the load over the tension; its matrix is matrix-free without the option."""
        keys = {**STATIC, "mesh": "rectangle", "mesh_n": "24,24", "parts": "skin", "part_skin_set": "all", "part_skin_element": "membrane", "part_skin_tension": 4, "part_skin_mass_per_area": 1,
                "loads": "a,b", "load_a_set": "left", "load_a_traction": "0,0,-1", "load_b_set": "right", "load_b_traction": "0,0,1"}
        for ranks in (1, 3) if RELEASE else (1,):
            out = run(**keys, hold_rigid=True, ranks=ranks)
            x, z = out.nodes[:, 0], out.frames[-1]["displacement"][:, 2]
            np.testing.assert_allclose(z - z[np.argmin(x)], (x - x.min()) / 4, atol=1e-7)

    def test_pulled_rod_turns(self):
        """Dead loads that pull at an angle turn a free rod until it lies along them; it is longer by F L/(E A)."""
        for angle in (0.5, 2.0):
            force = 50 * np.array([np.cos(angle), np.sin(angle), 0])
            words = [",".join(f"{s * c:.17g}" for c in force) for s in (-1, 1)]
            for ranks in RANKS if RELEASE and angle < 1 else (1,):
                out = run(**ROD, **pull(*words), hold_rigid=True, ranks=ranks)
                x = places(out)
                np.testing.assert_allclose(x[-1] - x[0], 2 * (1 + 50 / 1e6) * force / 50, atol=1e-8)

    def test_frame_equals_its_supported_twin(self):
        """The frame that is clamped at a point, and the free one with the forces of the clamp as loads, have one shape."""
        for seed in range(3 if RELEASE else 1):
            keys, points, loads = frame(seed)
            clamped = run(**keys, supports="a", **with_loads({p: 50 * f for p, f in loads.items()}))
            x, order = places(clamped), np.argsort(clamped.node_id)
            at = {p: int(np.argmin(np.linalg.norm(clamped.nodes[order] - points[p], axis=1))) for p in points}
            moment = -sum(np.cross(x[at[p]] - x[at["a"]], 50 * loads[p]) for p in loads)
            whole = {"a": -50 * sum(loads.values()), **{p: 50 * f for p, f in loads.items()}}
            self.assertGreater(np.abs(x - clamped.nodes[order]).max(), 0.05)  # large displacements
            for ranks in (1, 3) if not seed else (1,):
                free = run(**keys, hold_rigid=True, **with_loads(whole, moment), ranks=ranks)
                y = places(free)
                np.testing.assert_allclose(y - y[at["a"]], x - x[at["a"]], atol=1e-6, err_msg=f"seed {seed}, {ranks} ranks")

    def test_linear_frame(self):
        """With -linearize the difference is a small rigid motion: the stretches of all distances agree."""
        keys, points, loads = frame(7)
        keys["linearize"] = True
        clamped = run(**keys, supports="a", **with_loads(loads))
        nodes = clamped.nodes[np.argsort(clamped.node_id)]
        moment = -sum(np.cross(points[p] - points["a"], loads[p]) for p in loads)
        free = run(**keys, hold_rigid=True, **with_loads({"a": -sum(loads.values()), **loads}, moment))
        stretch = lambda u: np.einsum("ijc,ijc->ij", u[:, None] - u[None], nodes[:, None] - nodes[None])
        u, v = clamped.by_id("displacement"), free.by_id("displacement")
        np.testing.assert_allclose(stretch(v), stretch(u), atol=1e-9 * np.abs(stretch(u)).max())

    def test_soft_springs(self):
        """Six springs to ground of 1 N/m or 0.01 N/m: right, or refused with a message that names -hold_rigid, which solves it."""
        for stiffness in (1, 0.01, 1e-6)[0 if RELEASE else 1:]:
            keys = {**ROD, **pull("-50,0,0", "50,0,0"), "joints": "soft", "joint_soft_type": "bushing", "joint_soft_set": "start", "joint_soft_stiffness": ",".join([str(stiffness)] * 6)}
            done = failing(**keys)
            if done.returncode:
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("-hold_rigid", done.stderr)
            if stiffness < 1:
                x = places(run(**keys, hold_rigid=True))
                np.testing.assert_allclose(np.linalg.norm(x[-1] - x[0]), 2 * (1 + 50 / 1e6), atol=1e-8)

    def test_without_the_option(self):
        for keys in (BAR, ROD):
            done = failing(**keys, **pull("-1,0,0", "1,0,0"))
            self.assertEqual(done.returncode, 3)
            self.assertIn("-hold_rigid", done.stderr)

    def test_partial_supports(self):
        """A rod on a hinge can turn about it: loads that pass through the hinge balance, others do not."""
        keys = {**ROD, "supports": "start", "support_start_fix": "xyz", "loads": "end"}
        x = places(run(**keys, load_end_force="30,40,0", hold_rigid=True))
        np.testing.assert_allclose(x[-1], 2 * (1 + 50 / 1e6) * np.array([0.6, 0.8, 0]), atol=1e-8)
        done = failing(**keys, linearize=True, load_end_force="30,40,0", hold_rigid=True)
        self.assertEqual(done.returncode, 3)
        self.assertIn("moment is 80 N m about the free axis (0, 0, 1) through (0, 0, 0)", done.stderr)

    def test_unbalanced_loads(self):
        """Status 3, with force and moment about the center."""
        for ranks in (1, 3) if RELEASE else (1,):
            done = failing(ranks, **BAR, **pull("-1,0,0", "3,0,0"), hold_rigid=True)
            self.assertEqual(done.returncode, 3)
            self.assertIn("force is 2 N along the free direction (1, 0, 0)", done.stderr)
        done = failing(**ROD, linearize=True, **pull("0,-1,0", "0,1,0"), hold_rigid=True)
        self.assertEqual(done.returncode, 3)
        self.assertIn("force (0, 0, 0) N and the moment (0, 0, 2) N m about (1, 0, 0)", done.stderr)

    def test_a_supported_model_is_the_same(self):
        keys = {**ROD, "supports": "start", "loads": "end", "load_end_force": "0,5,0", "probes": "end"}
        one, other = (run(**keys, **hold).probe["end"]["displacement"] for hold in ({}, {"hold_rigid": True}))
        np.testing.assert_array_equal(one, other)

    def test_refused(self):
        for keys, words in (({"analysis": "buckling"}, "-hold_rigid"), ({"hold_rigid": "maybe"}, "inertia")):
            done = failing(**{**ROD, **pull("1,0,0", "-1,0,0"), "hold_rigid": True, **keys})
            self.assertEqual((done.returncode, words in done.stderr), (2, True), done.stderr)


class Accelerated(unittest.TestCase):
    def test_axial_force(self):
        """A force F at the end of a free bar: the axial force is F x/L, the acceleration F/m."""
        for keys, name, mass in ((BAR, "bar", 15), (ROD, "beam", 6)):
            for ranks in RANKS if RELEASE or name == "beam" else (1,):
                out = run(**keys, loads="end", load_end_force="4,0,0", hold_rigid="inertia", ranks=ranks, output_fields="displacement,acceleration,force")
                last = out.frames[-1]
                force = next(v for k, v in last.items() if k.endswith("/force"))
                force = np.sort(force[:, 0] if force.ndim > 1 else force)
                np.testing.assert_allclose(force, 4 * (np.arange(8) + 0.5) / 8, atol=1e-6)
                np.testing.assert_allclose(out.by_id("acceleration")[:, 0], 4 / mass, atol=1e-9)

    def test_start_of_a_motion(self):
        """A bar that starts in the shape of its acceleration does not vibrate: all points move by F t^2/(2 m)."""
        keys = {**{k: v for k, v in ROD.items() if k != "analysis"}, "loads": "end", "load_end_force": "4,0,0", "probes": "start,end", "dt": 0.01, "t_end": 0.5, "integrator": "esdirk43_6l"}
        out = run(**keys, initial_static=True, hold_rigid="inertia")
        start, end = (out.probe[p]["displacement"][:, 0] for p in ("start", "end"))
        np.testing.assert_allclose(end - start, end[0] - start[0], atol=1e-9)
        np.testing.assert_allclose(end - end[0], 4 / 6 * out.time**2 / 2, atol=1e-6)


def free_determinant(omega, compression):
    """It is zero at a frequency of a free beam with EI = 1, mass 1 and length 1 under dead forces at its ends: w'''' + N w'' = omega^2 w with w'' = w''' + N w' = 0 there."""
    root = np.sqrt(compression**2 + 4 * omega**2)
    a, b = np.sqrt((root - compression) / 2), np.sqrt((root + compression) / 2)

    def moment_and_force(x):
        return np.array([[a**2 * np.cosh(a * x), a**2 * np.sinh(a * x), -(b**2) * np.cos(b * x), -(b**2) * np.sin(b * x)],
                         [(a**2 + compression) * a * np.sinh(a * x), (a**2 + compression) * a * np.cosh(a * x), (b**2 - compression) * b * np.sin(b * x), (compression - b**2) * b * np.cos(b * x)]])

    return np.linalg.det(np.vstack([moment_and_force(0), moment_and_force(1)]))


class Modes(unittest.TestCase):
    BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e7, "part_beam_gay": 1e7, "part_beam_gaz": 1e7, "part_beam_gj": 1, "part_beam_eiy": 1, "part_beam_eiz": 1,
            "part_beam_mass_per_length": 1, "directions": "xz", "initial_static": True, "modes": 7}

    def test_under_axial_forces(self):
        """A free beam under balanced dead forces: bending frequencies of the closed form; it turns over under compression, and swings under tension. No support, no -hold_rigid."""
        for force in (3, -3):
            exact = roots(lambda w: free_determinant(w, force), 8 if force > 0 else 0.5, 150, 3000, 3 if force > 0 else 4) / (2 * np.pi)
            found = []
            for n in (8, 16, 32, 64):
                out = modes(**line(1, n), **self.BEAM, **pull(f"{force},0,0", f"{-force},0,0"))
                self.assertEqual(out["certified"], 1)
                self.assertEqual(sum((out["rigid"] == 1) & (out["growth"] < 1e-3)), 2)
                self.assertEqual(sum(out["growth"] > 1e-3), force > 0)
                found.append(np.sort(out["frequency"][(out["rigid"] == 0) & (out["growth"] < 1e-3)])[:len(exact)])
            np.testing.assert_allclose(extrapolated(found)[0], exact, rtol=1e-4)
            self.assertIn("holds the rigid motions (-hold_rigid)", out["text"])

    def test_ranks(self):
        keys = {**line(1, 16), **self.BEAM, **pull("3,0,0", "-3,0,0")}
        one = modes(**keys)
        for ranks in (2, 3) if RELEASE else (3,):
            np.testing.assert_allclose(modes(ranks=ranks, **keys)["frequency"], one["frequency"], rtol=1e-6, atol=1e-6)

    def test_from_a_checkpoint(self):
        """About the state of a static run."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**line(1, 16), **self.BEAM, **pull("3,0,0", "-3,0,0")}
            kept = os.path.join(folder, "kept")
            static = {k: v for k, v in keys.items() if k not in ("initial_static", "modes")}
            done = fsolve(options(**static, analysis="static", t_end=1, dt=1, hold_rigid=True, checkpoint=kept, output="static.h5"), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            there = modes(**{**keys, "initial_static": False}, state_from=kept)
            np.testing.assert_allclose(there["frequency"], modes(**keys)["frequency"], rtol=1e-6, atol=1e-6)

    def test_unbalanced(self):
        """The message has the resultant and the remedy, and -hold_rigid false is respected."""
        keys = {**line(1, 8), **self.BEAM, "analysis": "modes"}
        for more, words in ((pull("2,0,0", "-3,0,0"), "-hold_rigid inertia"), ({**pull("3,0,0", "-3,0,0"), "hold_rigid": False}, "hold the motions with -hold_rigid")):
            done = failing(**keys, **more)
            self.assertEqual((done.returncode, words in done.stderr), (3, True), done.stderr)


class Restart(unittest.TestCase):
    def test_bits(self):
        with tempfile.TemporaryDirectory() as folder:
            words = options(**ROD, **pull("0,-1,0", "0,1,0"), dt=0.25, quiet=True) + ["-load_a_force", "-30,-40,0", "-load_b_force", "30,40,0", "-hold_rigid"]
            keep = ["-checkpoint", "kept"]
            self.assertEqual(fsolve(words + ["-output", "whole.h5"], cwd=folder).returncode, 0)
            self.assertEqual(fsolve(words + ["-output", "half.h5", "-t_end", "0.5"] + keep, cwd=folder).returncode, 0)
            done = fsolve(words + ["-output", "rest.h5", "-restart", "kept"], cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            whole, rest = (places(Output(os.path.join(folder, p + ".h5"))) for p in ("whole", "rest"))
            np.testing.assert_allclose(whole - whole[0], rest - rest[0], atol=1e-9)


if __name__ == "__main__":
    unittest.main()
