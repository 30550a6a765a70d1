# SPDX-License-Identifier: BSD-2-Clause
"""Models seen in a frame that turns steadily, against closed forms and against the same motion seen from outside."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import body, on_mesh
from run import RANKS, fsolve, options, run
from studies import extrapolated, line, modes, study

SPEED = 3.0


def z_of(out):
    return out["growth"] + 2j * np.pi * out["frequency"]


def springs(k, set="one"):
    """Linear springs to ground in x, y and z."""
    return {"parts": "one,kx,ky,kz", **{f"part_k{c}_{key}": v for c, d in (("x", "1,0,0"), ("y", "0,1,0"), ("z", "0,0,1"))
                                        for key, v in (("element", "spring"), ("set", set), ("stiffness", k), ("direction", d))}}


class Steady(unittest.TestCase):
    def test_mass_on_springs(self):
        """u = m w^2 r / (k - m w^2) outwards; it swings at omega +- w in the frame, at omega along the axis. As a mass and as a body."""
        m, k, r = 2.0, 100.0, 1.5
        sets = {"one": (gmsh_file.POINT, [(0,)])}
        mass = {"part_one_element": "mass", "part_one_mass": m}
        ball = {**body("one", mass=m, inertia="0.3,0.3,0.3,0,0,0"), "supports": "hold", "support_hold_set": "one", "support_hold_fix": "none", "support_hold_fix_rotation": "all"}
        for one in (mass, ball):
            keys = {**springs(k), **one, "spin": f"0,0,{SPEED}", "spin_point": "0.2,0.3,0"}
            out = on_mesh([(0.2 + r, 0.3, 4)], sets, analysis="static", dt=1, t_end=1, probes="one", **keys)
            np.testing.assert_allclose(out.probe["one"]["displacement"][-1], [m * SPEED**2 * r / (k - m * SPEED**2), 0, 0], rtol=1e-10, atol=1e-12)
            found = modes(own=([(0.2 + r, 0.3, 4)], sets), modes=3, quiet=True, **keys)
            omega = np.sqrt(k / m)
            np.testing.assert_allclose(z_of(found), 1j * np.array([omega - SPEED, omega, omega + SPEED]), rtol=1e-10, atol=1e-9)

    def test_rotor(self):
        """A disc on rotational springs: A phi'' - i C w phi' + k phi = 0 from outside; in the frame w less."""
        A, C, k, w = 0.2, 0.35, 90.0, 12.0
        found = modes(own=([(0, 0, 0)], {"disc": (gmsh_file.POINT, [(0,)])}), parts="disc,hinge", **body("disc", mass=1, inertia=f"{A},{A},{C},0,0,0"), part_hinge_element="rotational_spring",
                      part_hinge_set="disc", part_hinge_stiffness=k, supports="hold", support_hold_set="disc", support_hold_fix="xyz", spin=f"0,0,{w}", modes=3, quiet=True)
        whirl = np.abs(np.roots([A, -C * w, -k]) - w)
        np.testing.assert_allclose(z_of(found).imag, np.sort([*whirl, np.sqrt(k / C)]), rtol=1e-9)

    def test_rotating_beam(self):
        """First flap of a slender cantilever on the axis, and lag^2 = flap^2 - w^2: Hamza Cherif & Houmat (2004), table 2, five digits. At w L^2 sqrt(m/EI) = 50
        the beam is a string but for its root."""
        flap = {2: 4.1373, 4: 5.5850, 6: 7.3603, 10: 11.2023, 50: 51.0805}
        for eta, exact in flap.items():
            found = []
            for n in (20, 40, 80):
                out = modes(**line(1.0, n), parts="blade", part_blade_element="beam", part_blade_set="all", part_blade_ea=1e8, part_blade_gay=1e7, part_blade_gaz=1e7, part_blade_gj=1e4,
                            part_blade_eiy=1, part_blade_eiz=1, part_blade_mass_per_length=1, part_blade_inertia="1e-9,1e-9,1e-9,0,0,0", supports="start", spin=f"0,0,{eta}", modes=12, quiet=True)
                by = {c: 2 * np.pi * f for f, c in zip(out["frequency"][::-1], out["component"].decode().split(",")[::-1]) if c in "yz"}
                found.append((by["z"], by["y"]))
            flapping, lagging = extrapolated(found)[0]
            self.assertLess(abs(flapping - exact), 2e-4 * exact)  # digits of the table, and shear: EI / (GA L^2) = 1e-7
            self.assertLess(abs(lagging - np.sqrt(flapping**2 - eta**2)), 1e-4 * exact)


class Rotor(unittest.TestCase):
    def test_swept_tip(self):
        """Flap of a blade whose tip is swept back, as Epps & Chandra (1996) measured it [Hz] at 0, 500, 750 rpm; inches, pounds. Within a tenth: at rest the second one
        measured is 7.4 times the first, that of a uniform beam 6.27 times."""
        measured = {0: [(1.4, 10.2, 14.8), (10.3, 25.2, 36.1), (27.7, 47.0, 62.9)], 45: [(1.6, 10.2, 14.7), (10.4, 21.6, 26.1), (24.8, 35.1, 44.8)]}
        for sweep, table in measured.items():
            angle = np.radians(sweep)
            inner = [(2.5 + 31.5 * k / 20, 0, 0) for k in range(21)]
            nodes = inner + [(34 + k * np.cos(angle), -k * np.sin(angle), 0) for k in range(1, 7)]
            sets = {"blade": (gmsh_file.LINE, [(k, k + 1) for k in range(26)]), "root": (gmsh_file.POINT, [(0,)])}
            for column, rpm in enumerate((0, 500, 750)):
                out = modes(own=(nodes, sets), parts="blade", part_blade_element="beam", part_blade_set="blade", part_blade_section="rectangle", part_blade_width=1, part_blade_height=0.063,
                            part_blade_young=1.06e7, part_blade_poisson=0.325, part_blade_density=2.51e-4, supports="root", spin=f"0,0,{2 * np.pi * rpm / 60}", modes=8, modes_damped=True, quiet=True)
                flap = [f for f, c in zip(out["frequency"], out["component"].decode().split(",")) if c == "z"][:3]
                np.testing.assert_allclose(flap, [row[column] for row in table], rtol=0.1)


class Campbell(unittest.TestCase):
    EA, EI, PER_LENGTH = 2.06e11 * np.pi * 0.025**2, 2.06e11 * np.pi * 0.025**4 / 4, 7800 * np.pi * 0.025**2
    SHAFT = {"parts": "shaft,disc", "part_shaft_element": "beam", "part_shaft_set": "shaft", "part_shaft_ea": EA, "part_shaft_gay": 1e3 * EA, "part_shaft_gaz": 1e3 * EA, "part_shaft_gj": EI,
             "part_shaft_eiy": EI, "part_shaft_eiz": EI, "part_shaft_mass_per_length": PER_LENGTH, "part_shaft_inertia": f"{PER_LENGTH * 0.025**2 / 2},0,0,0,0,0",
             **body("disc", mass=0.03829, inertia="3e-6,0,0,0,0,0"), "supports": "ends", "support_ends_fix": "xyz"}

    @staticmethod
    def campbell(**keys):
        out = study("history", analysis="modes", **{"spin": "1,0,0", "quiet": True, **keys})
        return [out[f"campbell/{name}"] for name in ("speed", "frequency", "mac", "growth")]

    def test_shaft(self):
        """code_aster's SDLL123 (V2.02.123): a shaft with a disc at 10000 rpm, from outside 123.915 and 497.033 Hz backward, 124.546 and 499.575 Hz forward; in the frame these
        are f + 166.7 Hz and |f - 166.7 Hz|."""
        turn = 10000 / 60
        inside = np.sort([123.915 + turn, turn - 124.546, 497.033 + turn, 499.575 - turn])
        found = []
        for n in (12, 24, 48):
            nodes = [(0.45 * k / n, 0, 0) for k in range(2 * n + 1)]
            sets = {"shaft": (gmsh_file.LINE3, [(2 * k, 2 * k + 2, 2 * k + 1) for k in range(n)]), "ends": (gmsh_file.POINT, [(0,), (2 * n,)]), "disc": (gmsh_file.POINT, [(n,)])}
            out = modes(own=(nodes, sets), modes=6, quiet=True, spin=f"{2 * np.pi * turn},0,0", **self.SHAFT)
            self.assertEqual(out["rigid"][0], 1)
            found.append(out["frequency"][1:5])
        np.testing.assert_allclose(extrapolated(found)[0], inside, rtol=1e-4)  # of 18 elements of third order, which it has

    def test_disc(self):
        """Whirl over the speed, a straight line for the one that stays, followed through where the two meet."""
        A, C, k = 0.2, 0.35, 90.0
        speeds = np.linspace(0, 30, 16)
        keys = {"own": ([(0, 0, 0)], {"disc": (gmsh_file.POINT, [(0,)])}), "parts": "disc,hinge", **body("disc", mass=1, inertia=f"{C},{A},{A},0,0,0"), "part_hinge_element": "rotational_spring",
                "part_hinge_set": "disc", "part_hinge_stiffness": k, "supports": "hold", "support_hold_set": "disc", "support_hold_fix": "xyz", "modes": 3}
        speed, frequency, mac, growth = self.campbell(spin_speeds=",".join(map(str, speeds)), **keys)
        np.testing.assert_allclose(speed, speeds)
        for w, row in zip(speeds, 2 * np.pi * frequency):
            np.testing.assert_allclose(np.sort(row), np.sort([*abs(np.roots([A, -C * w, -k]) - w), np.sqrt(k / C)]), rtol=1e-8)
        axial = np.argmin(np.ptp(frequency, axis=0))
        np.testing.assert_allclose(2 * np.pi * frequency[:, axial], np.sqrt(k / C), rtol=1e-9)
        self.assertGreater(mac[2:].min(), 0.9)
        self.assertLess(abs(growth).max(), 1e-6)

    def test_ranks(self):
        """Campbell diagram of the blade of inputs/ on 1, 2, 3 and 8 ranks."""
        rows = [study("history", "blade", ranks, quiet=True, spin_speeds="0,50,100", modes=4)["campbell/frequency"] for ranks in RANKS]
        for row in rows[1:]:
            np.testing.assert_allclose(row, rows[0], rtol=1e-9)

    def test_slow_growth(self):
        """A mass on springs and dampers that turn: z^2 + (2 i w + c) z + k - w^2 = 0. Twice as fast as its frequency its whirl grows by c/2. A growth of 5e-6 of |z| is told in any
        unit of time, and one of 5e-11, which may be round-off, is none."""
        keys = {"own": ([(0, 0, 0)], {"one": (gmsh_file.POINT, [(0,)])}), "parts": "one,kx,ky,cx,cy", "part_one_element": "mass", "part_one_mass": 1, "directions": "xy", "modes": 2}
        for unit in (1e-6, 1, 1e6):
            for damping, told in ((1e-4, 1), (1e-9, 0)):
                parts = {f"part_{name}{d}_{key}": v for d, axis in (("x", "1,0,0"), ("y", "0,1,0")) for name, element, value in (("k", "spring", ("stiffness", 100 / unit**2)), ("c", "damper", ("damping", damping / unit)))
                         for key, v in (("element", element), ("set", "one"), ("direction", axis), value)}
                out = study("history", analysis="modes", spin="0,0,1", spin_speeds=f"{5 / unit},{20 / unit}", **keys, **parts)
                np.testing.assert_allclose(out["campbell/largest_growth"], [0, told * damping / 2 / unit], rtol=1e-9)

    def test_unstable(self):
        """A mass on springs of 100 and 144: between 10 and 12 rad/s it flies out, which is told; through 10 rad/s of equal springs its whirl is followed."""
        parts = {f"part_k{d}_{key}": v for d, k, axis in (("x", 100, "1,0,0"), ("y", 144, "0,1,0")) for key, v in (("element", "spring"), ("set", "one"), ("stiffness", k), ("direction", axis))}
        keys = {"own": ([(0, 0, 0)], {"one": (gmsh_file.POINT, [(0,)])}), "parts": "one,kx,ky", "part_one_element": "mass", "part_one_mass": 1, "directions": "xy", "modes": 2, **parts}
        out = study("history", analysis="modes", spin="0,0,1", spin_speeds="9,11,13", **keys)
        a, b = 100 - 11**2, 144 - 11**2  # z^4 + (a + b + 4 w^2) z^2 + a b = 0
        grows = np.sqrt(max(np.roots([1, a + b + 4 * 11**2, a * b]).real))
        np.testing.assert_allclose(out["campbell/largest_growth"], [0, grows, 0], rtol=1e-9)
        self.assertAlmostEqual(np.nanmax(out["campbell/growth"][1]), grows, delta=1e-9)
        self.assertIn("unstable: growth rate 0.9959", out["text"])
        speed, frequency, mac, _ = self.campbell(spin="0,0,1", spin_speeds="0,2,4,6,8,9,11,12,14", **{**keys, "part_ky_stiffness": 100})
        self.assertGreater(mac[2:].min(), 0.9)
        backward = np.argmax(frequency[-1])
        np.testing.assert_allclose(2 * np.pi * frequency[1:, backward], 10 + speed[1:], rtol=1e-8)
        np.testing.assert_allclose(2 * np.pi * frequency[1:, 1 - backward], abs(10 - speed[1:]), rtol=1e-7)

    def test_refused(self):
        blade = {**line(1.0, 4), "parts": "bar", "part_bar_element": "truss", "part_bar_set": "all", "part_bar_ea": 1, "part_bar_mass_per_length": 1, "supports": "start", "analysis": "modes", "spin": "0,0,1"}
        for keys, words in (({"gravity": "1,0,0"}, "gravity across the axis"), ({"base_acceleration_x": "t"}, "motions of the ground"), ({"support_start_motion_y": "t"}, "-support_start_motion_y"),
                            ({"linearize": True}, "-linearize"), ({"spin": "0,0,0", "spin_speeds": "1,2"}, "give the axis"), ({"spin_speeds": "2,1"}, "each must be above the one before"),
                            ({"modes_damped": "false"}, "gyroscopic"), ({"spin_speeds": "0,1", "modes_damped": "false"}, "are damped"), ({"modes_below": 3}, "cannot be counted"), ({"modes_point": "0,0,0"}, "-modes_point")):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(output=os.path.join(folder, "o.h5"), **{**blade, **keys}))
                self.assertEqual((done.returncode, os.listdir(folder)), (2, []), done.stderr)
                self.assertIn(words, done.stderr)

    def test_restart(self):
        """Speed by speed, with a stop between: the same numbers."""
        blade = {**line(1.0, 6), "parts": "blade", "part_blade_element": "beam", "part_blade_set": "all", "part_blade_section": "rectangle", "part_blade_width": 0.1, "part_blade_height": 0.02, "part_blade_young": 7e10,
                 "part_blade_poisson": 0.3, "part_blade_density": 2700, "supports": "start", "spin": "0,0,1", "modes": 4, "analysis": "modes", "quiet": True}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "o.h5")
            for words in ({"spin_speeds": "0,20", "checkpoint": os.path.join(folder, "c")}, {"spin_speeds": "0,20,40,60", "restart": os.path.join(folder, "c")}):
                done = fsolve(options(output=path, **blade, **words))
                self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(path) as f:
                rows = {name: f[f"history/campbell/{name}"][:] for name in ("speed", "frequency", "mac")}
        straight = study("history", **blade, spin_speeds="0,20,40,60")
        for name, row in rows.items():
            np.testing.assert_allclose(row, straight[f"campbell/{name}"], rtol=1e-8)  # eigenvectors from vectors of chance
        self.assertGreater(rows["mac"][:, :3].min(), 0.98)  # the fourth mode mixes with a neighbour at the last speed
        self.assertGreater(rows["frequency"][-1, 0], 1.1 * rows["frequency"][0, 0])


class Moving(unittest.TestCase):
    TIME = {"integrator": "esdirk43_6l", "dt": 0.01, "t_end": 2, "output_every": 100}

    def test_free_particle(self):
        """It flies straight on, seen from a turning frame."""
        sets = {"one": (gmsh_file.POINT, [(0,)])}
        out = on_mesh([(1, 0.5, 0)], sets, parts="one", part_one_element="mass", part_one_mass=2, spin=f"0,0,{SPEED}", spin_point="0.3,0,0", initials="one",
                      initial_one_velocity_x=0.4, initial_one_velocity_z=0.1, probes="one", directions="xyz", **self.TIME)
        t = out.time
        arm, start = np.array([0.7, 0.5]), np.array([0.4 - SPEED * 0.5, SPEED * 0.7])  # velocity from outside: v + w x r
        straight = arm[:, None] + start[:, None] * t
        turned = np.array([straight[0] * np.cos(SPEED * t) + straight[1] * np.sin(SPEED * t), straight[1] * np.cos(SPEED * t) - straight[0] * np.sin(SPEED * t)]).T
        np.testing.assert_allclose(out.probe["one"]["displacement"][:, :2], turned - arm, atol=1e-7)  # fourth order, w h = 0.03
        np.testing.assert_allclose(out.probe["one"]["displacement"][:, 2], 0.1 * t, rtol=1e-9, atol=1e-12)

    def test_seen_from_outside(self):
        """A beam that turns with its support and is struck: in the frame, and by a support that turns."""
        keys = {**line(1.0, 6), "parts": "blade,tip", "part_blade_element": "beam", "part_blade_set": "all", "part_blade_ea": 1e4, "part_blade_gay": 4e3, "part_blade_gaz": 4e3, "part_blade_gj": 4.0,
                "part_blade_eiy": 2.0, "part_blade_eiz": 3.0, "part_blade_mass_per_length": 1.0, "part_blade_inertia": "2e-3,1e-3,1e-3,0,0,0", **body("tip", set="end", mass=0.2, inertia="0.01,0.02,0.03,0,0,0", center="0,0.05,0.1"),
                "supports": "start", "integrator": "ss2", "rho_inf": 1, "dt": 0.002, "t_end": 0.5, "probes": "end", "output_every": 1000}
        struck = {"loads": "end", "load_end_force": "0,0,3", "load_end_time": "t"}
        steady = run(**keys, **struck, spin=f"0,0,{SPEED}")
        outside = run(**{**keys, "support_start_fix": "xyz", "support_start_fix_rotation": "all", "support_start_rotation_z": f"{SPEED}*t"}, **struck, initials="all", initial_all_velocity_y=f"{SPEED}*x", initial_all_angular_velocity_z=SPEED)
        angle = SPEED * steady.time
        x = np.array([1.0, 0, 0]) + outside.probe["end"]["displacement"]
        back = np.array([x[:, 0] * np.cos(angle) + x[:, 1] * np.sin(angle), x[:, 1] * np.cos(angle) - x[:, 0] * np.sin(angle), x[:, 2]]).T
        found = np.array([1.0, 0, 0]) + steady.probe["end"]["displacement"]
        self.assertGreater(abs(found[-1, 2]), 0.03)
        np.testing.assert_allclose(found, back, atol=2e-4)  # second order; 4 times less at half the step
        # what the frame leaves of the energy is kept: work of the load against kinetic, strain and centrifugal energy
        change = steady.energy["kinetic"] + steady.energy["strain"] - steady.energy["external"]
        np.testing.assert_allclose(change, change[0], atol=1e-3 * np.ptp(steady.energy["kinetic"]))


if __name__ == "__main__":
    unittest.main()
