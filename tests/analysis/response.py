# SPDX-License-Identifier: BSD-2-Clause
"""Steady harmonic response against closed forms: directly and by modes, with loss factors, joints, moving supports, prestress and spin."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import body, joint
from run import MORE_RANKS, fsolve, options
from studies import extrapolated, line, study

ONE = ([(0, 0, 0)], {"one": (gmsh_file.POINT, [(0,)])})


def response(frequencies, ranks=1, **keys):
    """Everything in /history; of a probe 'tip' the complex displacement is under "u"."""
    out = study("history", None, ranks, analysis="response", quiet=True, response_frequencies=",".join(f"{f:.17g}" for f in frequencies), **{"probes": "tip", **keys})
    if "tip/real/displacement" in out:
        out["u"] = out["tip/real/displacement"] + 1j * out["tip/imaginary/displacement"]
    return out


def oscillator(m, c, k, **keys):
    """A mass on a spring and a damper to ground along x; the force 2 at 30 degrees acts."""
    parts = {f"part_{n}_{key}": v for n, value in (("spring", ("stiffness", k)), ("damper", ("damping", c))) for key, v in (("element", n), ("set", "one"), ("direction", "1,0,0"), value)}
    return {"own": ONE, "parts": "one,spring,damper", "part_one_element": "mass", "part_one_mass": m, "directions": "x", "loads": "push", "load_push_set": "one", "load_push_force": "2,0,0",
            "load_push_harmonic": "1,30", "probe_tip_set": "one", **parts, **keys}


class Oscillators(unittest.TestCase):
    f = np.array([0, 0.05, 0.19, 0.2, 1.0])
    w = 2 * np.pi * f
    force = 2 * np.exp(1j * np.pi / 6)

    def test_receptance(self):
        for modes in (0, 5):
            u = response(self.f, **oscillator(2, 0.3, 3), response_modes=modes)["u"]
            np.testing.assert_allclose(u[:, 0], self.force / (3 - 2 * self.w**2 + 0.3j * self.w), rtol=1e-11)

    def test_loss_factor(self):
        for modes in (0, 5):
            out = response(self.f, **oscillator(2, 0.3, 3), part_spring_loss_factor=0.1, response_modes=modes)
            exact = self.force / (3 * (1 + 0.1j) - 2 * self.w**2 + 0.3j * self.w)
            np.testing.assert_allclose(out["u"][:, 0], exact, rtol=1e-11)
            velocity = out["tip/real/velocity"][:, 0] + 1j * out["tip/imaginary/velocity"][:, 0]
            np.testing.assert_allclose(velocity, 1j * self.w * exact, rtol=1e-11, atol=1e-14)

    def test_loss_factor_by_frequency(self):
        """A formula of the frequency and a table: an oscillator in closed form, with modes and without, also where the loss is 0."""
        f = np.array([0.05, 0.19, 0.2, 1.0])
        w = 2 * np.pi * f
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "eta.csv")
            with open(path, "w") as file:
                file.write("0 0\n0.1 0.02\n2 0.4\n")
            for text, eta in (("0.1*f/(0.2+f)", 0.1 * f / (0.2 + f)), ("eta(f)", np.interp(f, (0, 0.1, 2), (0, 0.02, 0.4))), ("0.1*max(f-0.1,0)", 0.1 * np.maximum(f - 0.1, 0))):
                for modes in (0, 5):
                    out = response(f, **oscillator(2, 0.3, 3), part_spring_loss_factor=text, response_modes=modes, **({"tables": "eta", "table_eta": path} if "eta" in text else {}))
                    np.testing.assert_allclose(out["u"][:, 0], self.force / (3 * (1 + 1j * eta) - 2 * w**2 + 0.3j * w), rtol=1e-11, err_msg=f"{text}, {modes}")

    def test_loss_factor_outside(self):
        """A table that ends, a negative loss, and an analysis that has no frequency are rejected before anything is written."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "eta.csv")
            with open(path, "w") as file:
                file.write("0 0\n0.1 0.02\n")
            table = {"tables": "eta", "table_eta": path, "part_spring_loss_factor": "eta(f)"}
            for keys, message in ((table, "eta"), ({"part_spring_loss_factor": "0.1-f"}, "it must not be negative"), ({"part_spring_loss_factor": -0.1}, "must not be negative")):
                with self.assertRaisesRegex(RuntimeError, f"(?s){message}.*status 2"):
                    response(self.f, **oscillator(2, 0.3, 3), **keys)
            with self.assertRaisesRegex(RuntimeError, "(?s)depends on the frequency f.*status 2"):
                study("modes", analysis="modes", modes=1, part_spring_loss_factor="0.1*f", **{k: v for k, v in oscillator(2, 0.3, 3).items() if not k.startswith(("load", "probe"))})

    def test_small_amplitudes(self):
        """A chain of masses far above its frequencies: the motion dies out, and the last mass has its 1e-15 of the first, not 0."""
        n, m, k, w = 11, 2, 3, 2 * np.pi
        nodes = [(10 + i, 0, 0) for i in range(n)]
        sets = {"all": (gmsh_file.LINE, [(i, i + 1) for i in range(n - 1)]), "one": (gmsh_file.POINT, [(i,) for i in range(n)]), "push": (gmsh_file.POINT, [(0,)]), "tip": (gmsh_file.POINT, [(n - 1,)])}
        u = response([1], own=(nodes, sets), parts="one,all", part_one_element="mass", part_one_mass=m, part_all_element="spring", part_all_stiffness=k, directions="x", loads="push", load_push_force="2,0,0",
                     load_push_harmonic="1,0", probe_tip_set="tip")["u"]
        K = np.diag([k] + [2 * k] * (n - 2) + [k]) - k * (np.eye(n, k=1) + np.eye(n, k=-1))
        exact = np.linalg.solve(K - m * w**2 * np.eye(n), [2] + [0] * (n - 1))
        self.assertLess(abs(exact[-1]), 1e-14)
        np.testing.assert_allclose(u[:, 0].real, exact[-1:], rtol=1e-9)

    def test_base(self):
        """The ground accelerates; displacements are relative to it."""
        keys = {k: v for k, v in oscillator(2, 0.3, 3, base_harmonic_x="0.7,90").items() if not k.startswith("load")}
        u = response(self.f, **keys)["u"]
        np.testing.assert_allclose(u[:, 0], -2 * 0.7j / (3 - 2 * self.w**2 + 0.3j * self.w), rtol=1e-11)

    def test_reactions(self):
        """Supports at both ends of a spring, a damper and a mass between: what the ground gives is what inertia and force leave; with a moving one, too."""
        nodes = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
        sets = {"spring": (gmsh_file.LINE, [(0, 1)]), "damper": (gmsh_file.LINE, [(1, 2)]), "one": (gmsh_file.POINT, [(1,)]), "left": (gmsh_file.POINT, [(0,)]), "right": (gmsh_file.POINT, [(2,)])}
        parts = {"parts": "one,spring,damper", "part_one_element": "mass", "part_one_mass": 2, "part_spring_element": "spring", "part_spring_stiffness": 3, "part_damper_element": "damper",
                 "part_damper_damping": 0.3, "directions": "x", "supports": "left,right", "probe_tip_set": "one"}
        dynamic = 3 - 2 * self.w**2 + 0.3j * self.w
        for ranks, load, u, left in ((1, {"loads": "one", "load_one_force": "2,0,0", "load_one_harmonic": "1,30"}, self.force / dynamic, 0),
                                     (2, {"support_left_motion_harmonic_x": "0.5,0"}, 3 * 0.5 / dynamic, 0.5)):
            out = response(self.f, ranks, own=(nodes, sets), **parts, **load)
            np.testing.assert_allclose(out["u"][:, 0], u, rtol=1e-11)
            for name, exact in (("left", 3 * (left - u)), ("right", -0.3j * self.w * u)):
                found = out[f"{name}/real/reaction"] + 1j * out[f"{name}/imaginary/reaction"]
                np.testing.assert_allclose(found[:, 0], exact, rtol=0, atol=1e-10 * abs(exact).max())  # the differences' round-off
                self.assertEqual(abs(found[:, 1:]).max(), 0)

    def test_reactions_about_an_equilibrium(self):
        """Of a support as of a weld, at the root of a beam that hangs out under its weight and a tip force; moments about the root."""
        keys = {**line(1, 4), "mesh_order": 2, **{k: v for k, v in BEAM.items() if k != "part_beam_set"}, "part_beam_set": "all", "parts": "beam", "gravity": "0,0,-9.81", "initial_static": True, "loads": "end",
                "load_end_force": "0,0.3,1", "load_end_harmonic": "1,0", "probe_tip_set": "end", "dt_max": 0.2}
        one, other = response([1, 3], supports="start", **keys), response([1, 3], joints="start", joint_start_type="weld", **keys)
        for half in ("real", "imaginary"):
            a, b = one[f"start/{half}/reaction"], other[f"start/{half}/reaction"]
            np.testing.assert_allclose(a, b, rtol=0, atol=1e-6 * abs(one["start/real/reaction"]).max())  # EA times the round-off of positions, over the differences

    def test_loss_factors_leave_no_reactions(self):
        """Their forces are in no element, so that a support would miss them."""
        keys = {"mesh": "line", "mesh_n": 1, "parts": "rod", "part_rod_set": "all", "part_rod_element": "bar", "part_rod_young": 1, "part_rod_area": 1, "part_rod_density": 1, "supports": "start",
                "directions": "x", "loads": "end", "load_end_force": "1,0,0", "load_end_harmonic": "1,0", "probe_tip_set": "end"}
        self.assertIn("start/real/reaction", response([0.1], **keys))
        self.assertNotIn("start/real/reaction", response([0.1], part_rod_loss_factor=0.1, **keys))

    def test_range(self):
        """Through a sharp resonance: steps follow it, and the peak is there."""
        out = study("history", analysis="response", probes="tip", quiet=True, response_range="0.1,0.3", response_points=20, **oscillator(2, 0.004, 3))
        f, u = out["frequency"], out["tip/real/displacement"][:, 0] + 1j * out["tip/imaginary/displacement"][:, 0]
        w = 2 * np.pi * f
        np.testing.assert_allclose(u, self.force / (3 - 2 * w**2 + 0.004j * w), rtol=1e-9)
        self.assertEqual((f[0], f[-1]), (0.1, 0.3))
        self.assertTrue((np.diff(f) > 0).all())
        self.assertLess(abs(abs(u).max() / (2 / (0.004 * np.sqrt(1.5))) - 1), 0.02)
        self.assertLess(len(f), 400)

    def test_undamped_resonance(self):
        with tempfile.TemporaryDirectory() as folder:
            mesh = os.path.join(folder, "m.msh")
            gmsh_file.write(mesh, *ONE)
            keys = {k: v for k, v in oscillator(2, 0, 8 * np.pi**2, parts="one,spring").items() if k != "own" and "damper" not in k}
            done = fsolve(options(analysis="response", mesh=mesh, output=os.path.join(folder, "o.h5"), probes="tip", response_frequencies="0.5,1", **keys))
            self.assertEqual(done.returncode, 3)
            self.assertIn("at 1 Hz", done.stderr)
            with h5py.File(os.path.join(folder, "o.h5")) as out:
                self.assertEqual(len(out["history/frequency"]), 1)


class Bars(unittest.TestCase):
    E, A, rho, length = 3.0, 2.0, 5.0, 2.0
    f = np.array([0.05, 0.11, 0.3])

    def keys(self, n, **more):
        return {**line(self.length, n), "parts": "bar", "part_bar_set": "all", "part_bar_element": "bar", "part_bar_young": self.E, "part_bar_area": self.A, "part_bar_density": self.rho, "directions": "x",
                "part_bar_loss_factor": 0.02, "probe_tip_set": "end", **more}

    def compare(self, exact, **more):
        found = [response(self.f, **self.keys(n, **more))["u"][:, 0] for n in (20, 40, 80, 160)]
        for part in (np.real, np.imag):
            np.testing.assert_allclose(extrapolated([part(u) for u in found])[0], part(exact), rtol=1e-7, atol=1e-8 * abs(exact).max())

    def test_tip_force(self):
        """tan(k L) / (E A k) with a complex Young's modulus."""
        E = self.E * (1 + 0.02j)
        k = 2 * np.pi * self.f * np.sqrt(self.rho / E)
        self.compare(np.tan(k * self.length) / (E * self.A * k), supports="start", loads="end", load_end_force="1,0,0", load_end_harmonic=1)

    def test_moving_support(self):
        """The start moves by 0.01 at 90 degrees: 0.01 i / cos(k L) at the end."""
        k = 2 * np.pi * self.f * np.sqrt(self.rho / (self.E * (1 + 0.02j)))
        self.compare(0.01j / np.cos(k * self.length), supports="start", support_start_motion_harmonic_x="0.01,90", part_bar_loss_factor=0.02)

    def test_loss_by_frequency(self):
        """Both of the above with a loss factor that grows with the frequency."""
        E = self.E * (1 + 1j * (0.01 + 0.3 * self.f))
        k = 2 * np.pi * self.f * np.sqrt(self.rho / E)
        eta = {"part_bar_loss_factor": "0.01+0.3*f", "supports": "start"}
        self.compare(np.tan(k * self.length) / (E * self.A * k), loads="end", load_end_force="1,0,0", load_end_harmonic=1, **eta)
        self.compare(0.01j / np.cos(k * self.length), support_start_motion_harmonic_x="0.01,90", **eta)


BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e6, "part_beam_gay": 1e5, "part_beam_gaz": 1e5, "part_beam_gj": 3e3, "part_beam_eiy": 1e2, "part_beam_eiz": 4e2,
        "part_beam_mass_per_length": 2.0, "part_beam_inertia": "0.02,0.01,0.01,0,0,0", "part_beam_damping": 1e-3}


def cantilever(omega, length=3.0):
    """Deflection at the end of a Timoshenko beam under a unit force there, with Kelvin and Voigt's damping."""
    soft = 1 / (1 + 1e-3j * omega)
    A = np.array([[0, 1, 0, soft / 1e5], [0, 0, soft / 1e2, 0], [0, -0.01 * omega**2, 0, -1], [-2 * omega**2, 0, 0, 0]], complex)
    values, vectors = np.linalg.eig(A * length)
    T = vectors @ np.diag(np.exp(values)) @ np.linalg.inv(vectors)
    root = np.linalg.solve(T[2:, 2:], [0, 1])
    return T[0, 2:] @ root


class Beams(unittest.TestCase):
    f = np.array([0.3, 0.9, 2.0])

    def test_cantilever(self):
        exact = np.array([cantilever(w) for w in 2 * np.pi * self.f])
        found = [response(self.f, **line(3.0, n), **BEAM, supports="start", probe_tip_set="end", loads="end", load_end_force="0,0,1", load_end_harmonic=1)["u"][:, 2] for n in (10, 20, 40, 80)]
        for part in (np.real, np.imag):
            np.testing.assert_allclose(extrapolated([part(u) for u in found])[0], part(exact), rtol=1e-6, atol=1e-7 * abs(exact).max())

    def frame(self, **more):
        """The beam ends in a body on a hinge with a spring; the load acts on the body, about the state under gravity."""
        nodes = [(0.3 * i, 0, 0) for i in range(11)] + [(3.0, 0, 0), (3.4, 0, 0.2)]
        sets = {"beam": (gmsh_file.LINE, [(i, i + 1) for i in range(10)]), "root": (gmsh_file.POINT, [(0,)]), "tip": (gmsh_file.POINT, [(12,)]), "pair": (gmsh_file.LINE, [(10, 12)])}
        return {"own": (nodes, sets), **BEAM, "part_beam_set": "beam", "parts": "beam,tip", **body("tip", mass=0.5, inertia="0.02,0.03,0.04,0,0,0"), "supports": "root", "joints": "hinge",
                **joint("hinge", "revolute", set="pair", axis="0,1,0", angle_stiffness=20, angle_damping=0.3), "gravity": "0,0,-9.81", "initial_static": True, "loads": "shake",
                "load_shake_set": "tip", "load_shake_force": "1,2,3", "load_shake_harmonic": "1,0", "probe_tip_set": "tip", **more}

    def test_modal(self):
        """With a joint on the load's way, damped and under gravity: all modes give the direct answer, half of them with the static correction nearly; the
        reaction of the joint with its spring balances load and inertia."""
        direct = response(self.f, **self.frame())
        every = response(self.f, **self.frame(), response_modes=1000)
        few = response(self.f, **self.frame(), response_modes=15)
        for name in ("tip/%s/displacement", "tip/%s/angular_velocity", "hinge/%s/reaction", "hinge/%s/angle"):
            for half in ("real", "imaginary"):
                exact = direct[name % half]
                size = abs(direct[name % "real"]).max()
                np.testing.assert_allclose(every[name % half], exact, rtol=1e-7, atol=1e-8 * size)
                np.testing.assert_allclose(few[name % half], exact, rtol=1e-2, atol=1e-3 * size)
        force = direct["hinge/real/reaction"][:, :3] + 1j * direct["hinge/imaginary/reaction"][:, :3]
        inertia = -0.5 * (2 * np.pi * self.f[:, None]) ** 2 * direct["u"]
        np.testing.assert_allclose(force + [1, 2, 3], inertia, rtol=1e-8, atol=1e-8)

    def test_ranks(self):
        one = response(self.f, **self.frame())["u"]
        for ranks in MORE_RANKS:
            np.testing.assert_allclose(response(self.f, ranks, **self.frame())["u"], one, rtol=1e-8, atol=1e-9 * abs(one).max())

    def test_turning_support(self):
        """The root turns by 1e-3 i about y: a stiff beam's end moves by -1e-3 i L in z, and less at omega > 0 than a rigid one does."""
        u = response([1e-4, 0.3], **line(3.0, 10), **BEAM, supports="start", support_start_fix="xyz", support_start_fix_rotation="all", support_start_rotation_harmonic_y="1e-3,90", probe_tip_set="end")["u"]
        np.testing.assert_allclose(u[0], [0, 0, -3e-3j], rtol=1e-6, atol=1e-9)
        self.assertGreater(abs(u[1, 2]), 3e-3)

    def test_pendulum(self):
        """On a joint, whose pivot shakes: u = -a / (g/L - w^2)."""
        f = np.array([0.1, 0.5, 1.0])
        u = response(f, own=([(0, 0, 0), (0, 0, -2.5)], {"body": (gmsh_file.POINT, [(1,)])}), parts="body", **body("body", mass=3, inertia="1e-9,1e-9,1e-9,0,0,0"), gravity="0,0,-9.81", initial_static=True,
                     joints="pivot", **joint("pivot", "revolute", set="body", point="0,0,0", axis="0,1,0"), base_harmonic_x="0.01,0", probe_tip_set="body")["u"]
        np.testing.assert_allclose(u[:, 0], -0.01 / (9.81 / 2.5 - (2 * np.pi * f) ** 2), rtol=1e-7)

    def test_spin(self):
        """A mass on springs in a turning frame: (k - m W^2 - m w^2) u - 2 i m W w J u = F."""
        m, k, c, spin = 2.0, 100.0, 0.5, 3.0
        parts = {f"part_{n}{d}_{key}": v for n, value in (("spring", ("stiffness", k)), ("damper", ("damping", c))) for d, axis in (("x", "1,0,0"), ("y", "0,1,0"))
                 for key, v in (("element", n), ("set", "one"), ("direction", axis), value)}
        f = np.array([0.2, 0.63, 1.5])
        u = response(f, own=ONE, parts="one,springx,springy,damperx,dampery", part_one_element="mass", part_one_mass=m, directions="xy", spin=f"0,0,{spin}", loads="push", load_push_set="one",
                     load_push_force="1,0,0", load_push_harmonic=1, probe_tip_set="one", **parts)["u"]
        for w, found in zip(2 * np.pi * f, u):
            A = (k - m * spin**2 - m * w**2 + 1j * w * c) * np.eye(2) + 2j * w * m * spin * np.array([[0, -1], [1, 0]])
            np.testing.assert_allclose(found[:2], np.linalg.solve(A, [1, 0]), rtol=1e-10)


class Slender(unittest.TestCase):
    """Far below the first frequency the reaction is minus the load and the forces are those of statics, however slender the model is. Round-off
    of 1e-16 in places is EA 1e-16 beside forces of bending, EA (h/L)^2/12."""

    LINE = {"mesh": "line", "mesh_n": 4, "mesh_upper": "1,0,0", "parts": "rod", "part_rod_set": "all", "part_rod_element": "beam", "part_rod_section": "rectangle", "part_rod_young": 8e10,
            "part_rod_poisson": 0.3, "part_rod_density": 600, "part_rod_direction": "0,0,1", "supports": "start"}
    LOAD = {"loads": "end", "load_end_force": "0,0,0.5", "load_end_harmonic": "1,30", "probes": "foot", "probe_foot_part": "rod", "probe_foot_point": "0,0,0"}
    PLATE = {"mesh": "rectangle", "mesh_n": "4,4", "mesh_upper": "1,0.8", "mesh_rotate": "20,30,40", "parts": "skin", "part_skin_set": "all", "part_skin_element": "shell", "part_skin_young": 7e10,
             "part_skin_poisson": 0.25, "part_skin_density": 600, "supports": "left", "loads": "push", "load_push_set": "all", "load_push_traction": "0,0,0.5", "load_push_traction_per": "area",
             "load_push_harmonic": "1,30", "probes": "top_right"}
    PHASE = np.exp(1j * np.pi / 6)

    def amplitude(self, out, name):
        path, _, last = name.rpartition("/")
        return out[f"{path}/real/{last}"][0] + 1j * out[f"{path}/imaginary/{last}"][0]

    def beam(self, h, **keys):
        return study("history", analysis="response", quiet=True, response_frequencies=1e-4 * h, part_rod_width=h, part_rod_height=h, **{**self.LINE, **self.LOAD, **keys})

    def check_beam(self, out, h, pull=0):
        tolerance = 1e-11 + 1e-13 / h**2  # of the largest
        reaction, force, moment = (self.amplitude(out, name) for name in ("start/reaction", "foot/force_start", "foot/moment_start"))
        np.testing.assert_allclose(reaction[:3], [0, 0, -0.5 * self.PHASE], atol=tolerance, err_msg=str(h))
        np.testing.assert_allclose(np.sort_complex(abs(force)), [0, 0, 0.5], atol=tolerance)
        if not pull:
            np.testing.assert_allclose(reaction[3:], [0, 0.5 * self.PHASE, 0], atol=tolerance)
            np.testing.assert_allclose(np.sort(abs(moment)), [0, 0, 0.5], atol=tolerance)

    def test_beams(self):
        for h in (1e-1, 1e-3, 1e-5):
            self.check_beam(self.beam(h), h)

    def test_variants(self):
        """With damping, by modes, with modal damping, about an equilibrium under tension; a base that shakes moves the mass."""
        h = 1e-4
        for keys in ({"part_rod_damping": 1e-3}, {"damping_mass": 0.1}, {"response_modes": 12}, {"damping_modal": 0.02}):
            self.check_beam(self.beam(h, **keys), h)
        h = 1e-3  # tension as large as the critical load of compression
        pulled = {"initial_static": True, "loads": "end,pull", "load_pull_set": "end", "load_pull_force": f"{8e10 * h**4},0,0"}
        self.check_beam(self.beam(h, **pulled), h, pull=1)
        shaken = {key: value for key, value in self.LOAD.items() if not key.startswith("load")}
        for h in (1e-1, 1e-4):
            out = study("history", analysis="response", quiet=True, response_frequencies=1e-4 * h, part_rod_width=h, part_rod_height=h, base_harmonic_z="1,30", **self.LINE, **shaken)
            weight = 600 * h**2 * self.PHASE
            np.testing.assert_allclose(self.amplitude(out, "start/reaction")[:3], [0, 0, weight], atol=1e-13 / h**2 * abs(weight))

    def test_moved_supports(self):
        """The end of a cantilever moves: it is as stiff as 3 EI/L^3 with bending and shear."""
        for h in (1e-1, 1e-4):
            EI = 8e10 * h**4 / 12
            keys = {**self.LINE, "supports": "start,end", "part_rod_section": None, "part_rod_young": None, "part_rod_poisson": None, "part_rod_density": None, "part_rod_ea": 8e10 * h**2, "part_rod_gay": 1e6 * EI,
                    "part_rod_gaz": 1e6 * EI, "part_rod_gj": EI, "part_rod_eiy": EI, "part_rod_eiz": EI, "part_rod_mass_per_length": 600 * h**2, "part_rod_inertia": f"{h**4},{h**4},{h**4},0,0,0", "mesh_n": 2}
            keys = {key: value for key, value in keys.items() if value is not None}
            out = study("history", analysis="response", quiet=True, response_frequencies=1e-5 * h, support_end_motion_harmonic_z="1e-3,30", **keys)
            for name, sign in (("start", -1), ("end", 1)):
                np.testing.assert_allclose(self.amplitude(out, name + "/reaction")[:3], [0, 0, sign * 3e-3 * EI * self.PHASE / (1 + 3e-6)], atol=(1e-8 + 1e-13 / h**2) * 3e-3 * EI)

    def test_shells(self):
        for h in (1e-1, 1e-3, 1e-5):
            out = study("history", analysis="response", quiet=True, response_frequencies=1e-4 * h, part_skin_thickness=h, **self.PLATE)
            np.testing.assert_allclose(self.amplitude(out, "left/reaction")[:3], [0, 0, -0.4 * self.PHASE], atol=1e-11 + 1e-13 / h**2, err_msg=str(h))


class Wrong(unittest.TestCase):
    """What differences, steps and modes might miss."""

    def test_weak_peaks(self):
        """A sharp resonance that is weakly loaded, beside a broad one, and one in the first step of a range: the peak is there."""
        nodes, sets = [(0, 0, 0), (1, 0, 0)], {"one": (gmsh_file.POINT, [(0,)]), "two": (gmsh_file.POINT, [(1,)])}
        parts = {f"part_{kind}{n}_{key}": v for n, k, c in (("one", 40.0, 2.0), ("two", 100.0, 1e-3)) for kind, value in (("k", ("stiffness", k)), ("c", ("damping", c)))
                 for key, v in (("element", {"k": "spring", "c": "damper"}[kind]), ("set", n), ("direction", "1,0,0"), value)}
        keys = {"own": (nodes, sets), "parts": "one,two,kone,ktwo,cone,ctwo", "part_one_element": "mass", "part_one_mass": 1, "part_two_element": "mass", "part_two_mass": 1, "directions": "x",
                "loads": "one,two", "load_one_force": "1,0,0", "load_one_harmonic": 1, "load_two_force": "1e-4,0,0", "load_two_harmonic": 1, "probes": "two", "quiet": True, "analysis": "response"}
        for low in (1.0, 1.5914):
            out = study("history", **keys, response_range=f"{low},2.5", response_points=20, **parts)
            peak = np.hypot(out["two/real/displacement"], out["two/imaginary/displacement"])[:, 0].max()
            self.assertAlmostEqual(peak / (1e-4 / (1e-3 * 10)), 1, delta=0.01)  # F / (c omega)

    def test_short_parts(self):
        """The force in a short prestressed truss between long ones, and with a harmonic load of 1e-12 N beside 1e4 N: amplitudes are right."""
        lengths = [50.0, 0.01, 50.0]
        nodes = [(x, 0, 0) for x in np.cumsum([0, *lengths])]
        sets = {"cable": (gmsh_file.LINE, [(0, 1), (1, 2), (2, 3)]), "ends": (gmsh_file.POINT, [(0,), (3,)]), "middle": (gmsh_file.POINT, [(1,)])}
        for force in (1.0, 1e-12):
            out = study("history", analysis="response", own=(nodes, sets), quiet=True, parts="cable", part_cable_element="truss", part_cable_ea=1e6, part_cable_mass_per_length=1e-9, part_cable_prestress=1e4,
                        supports="ends", loads="middle", load_middle_force=f"{force},0,0", load_middle_harmonic=1, response_frequencies="0", probes="short", probe_short_point="50.005,0,0", probe_short_part="cable")
            share = 50 / 100.01  # statics: the load goes to either side by the lengths
            np.testing.assert_allclose(out["short/real/force"].ravel()[0], -force * share, rtol=1e-5)  # differences of 1e-6 of 100 m over 0.01 m

    def test_floating(self):
        """A free mass by its modes, -F/(m w^2) at any frequency; with losses at 0 Hz it has no answer."""
        keys = {"own": ONE, "parts": "one", "part_one_element": "mass", "part_one_mass": 2, "directions": "x", "loads": "push", "load_push_set": "one", "load_push_force": "3,0,0", "load_push_harmonic": 1, "probe_tip_set": "one"}
        f = np.array([0.1, 10, 1000, 1e4])
        for modes in (0, 1):
            np.testing.assert_allclose(response(f, **keys, response_modes=modes)["u"][:, 0], -3 / (2 * (2 * np.pi * f) ** 2), rtol=1e-9)

    def test_refused(self):
        good = {k: v for k, v in oscillator(2, 0.3, 3, analysis="response", probes="tip", response_frequencies="1").items() if k != "own"}
        for keys, words in (({"response_range": "1,2"}, "give either"), ({"response_points": 3}, "need a -response_range"), ({"response_frequencies": "1e200"}, "between 0 and 1e50"), ({"load_push_harmonic": "1e300"}, "must be below 1e100"),
                            ({"part_damper_loss_factor": 0.1}, "no stiffness"), ({"response_frequencies": None, "response_range": "1,1.0000000000000004"}, "must be above"), ({"load_push_harmonic": None}, "nothing is harmonic"),
                            ({"analysis": "static", "response_frequencies": None, "dt": 1, "t_end": 1}, "is for -analysis response")):
            with tempfile.TemporaryDirectory() as folder:
                mesh = os.path.join(folder, "m.msh")
                gmsh_file.write(mesh, *ONE)
                done = fsolve(options(mesh=mesh, output=os.path.join(folder, "o.h5"), **{k: v for k, v in {**good, **keys}.items() if v is not None}))
                self.assertEqual((done.returncode, os.listdir(folder)), (2, ["m.msh"]), done.stderr)
                self.assertIn(words, done.stderr)


class Restart(unittest.TestCase):
    def test_more_frequencies(self):
        f = np.linspace(0.1, 1.0, 7)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "o.h5")
            keys = {**line(3.0, 10), **BEAM, "supports": "start", "probes": "end", "loads": "end", "load_end_force": "0,0,1", "load_end_harmonic": 1, "analysis": "response", "quiet": True}
            lists = [",".join(f"{v:.17g}" for v in some) for some in (f[:3], f)]
            for k, words in enumerate(({"checkpoint": os.path.join(folder, "c")}, {"restart": os.path.join(folder, "c"), "checkpoint": os.path.join(folder, "c")})):
                done = fsolve(options(output=path, response_frequencies=lists[k], **keys, **words))
                self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(path) as h:
                rows = h["history/end/real/displacement"][:]
        straight = study("history", **keys, response_frequencies=lists[1])
        np.testing.assert_array_equal(rows, straight["end/real/displacement"])


class Beams(unittest.TestCase):
    def test_shaken_supports(self):
        """One support moves by 10 mm, the other by -20 mm; elements that rotate much for their length do not change the loss forces. Two meshes agree by the fourth order of the coarser one."""
        beam = {"element": "beam", "set": "all", "ea": 1e7, "gay": 1e8, "gaz": 1e8, "gj": 1, "eiy": 10, "eiz": 10, "mass_per_length": 0.5, "loss_factor": 0.05}
        coarse, fine = (response([5], **line(1, n), directions="xy", parts="beam", **{f"part_beam_{key}": value for key, value in beam.items()}, supports="start,end", support_start_fix="xyz",
                                 support_start_motion_harmonic_y=0.01, support_end_fix="yz", support_end_motion_harmonic_y=-0.02, probe_tip_point="0.5,0,0")["u"][0, 1] for n in (16, 64))
        self.assertLess(abs(coarse.imag - fine.imag), 1e-5 * abs(fine.imag))


if __name__ == "__main__":
    unittest.main()
