# SPDX-License-Identifier: BSD-2-Clause
"""Steps that end at kinks of the laws of elements (-events kinks): orders, energies, ranks, restarts, many kinks at once, and what is refused."""
import math
import os
import re
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from laws import CHAIN, KINK, RATIO, SWINGING, tabulated
from models import on_mesh, orders
from run import Output, fsolve, options, run

SPRING = [(0, 0, 0), (1, 0, 0)], {"b": (gmsh_file.LINE, [(0, 1)]), "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(1,)])}
SPEED, SOFT = 1.7, 0.3  # velocity in the middle, stiffness beyond the kink at 1
OSCILLATOR = {"directions": "x", "parts": "b,end", "part_b_element": "spring", "part_b_stiffness": 1, "part_b_law": "bilinear", "part_b_law_strain": 1, "part_b_law_ratio": SOFT,
              "part_end_element": "mass", "part_end_mass": 1, "supports": "start", "probes": "end", "initials": "end", "initial_end_velocity_x": SPEED, "t_end": 20, "energies": True}


def exact(t):
    """A mass of 1 on the bilinear spring: harmonic in each piece, with the circular frequency 1 within the kinks and the root of SOFT beyond them."""
    w, inner = math.sqrt(SOFT), math.asin(1 / SPEED)
    speed = SPEED * math.cos(inner)  # at the kink
    outer = math.atan(speed * w) / w  # from the kink to the turning point
    half = 2 * (inner + outer)
    n = math.floor(t / half)
    s, sign = t - n * half, (-1) ** n
    if s < inner:
        return sign * SPEED * math.sin(s)
    if s > inner + 2 * outer:
        return sign * SPEED * math.sin(half - s)
    s -= inner
    return sign * (1 + (math.cos(w * s) - 1) / SOFT + speed / w * math.sin(w * s))


def error(out):
    return max(abs(x - exact(t)) for t, x in zip(out.time, out.probe["end"]["displacement"][:, 0]))


class Oscillator(unittest.TestCase):
    def test_orders(self):
        """Schemes keep their order over nine kinks if steps end there; an order of 3 is lost if not."""
        for scheme, order in (("trapezoidal", 2), ("esdirk32_5l", 3), ("mssth3", 3)):
            errors = {events: [error(on_mesh(*SPRING, **OSCILLATOR, integrator=scheme, dt=dt, **({"events": "kinks"} if events else {}))) for dt in (0.1, 0.05, 0.025)]
                      for events in (True, False)}
            with self.subTest(scheme=scheme, errors=errors):
                self.assertGreater(orders(errors[True]).min(), order - 0.2)
                self.assertLess(errors[True][-1], 1e-2 if order == 2 else 2e-4)
                if order > 2:
                    self.assertLess(orders([errors[False][0], errors[False][2]], 4)[0], 2.5)
                    self.assertLess(errors[True][-1], errors[False][-1] / 5)

    def test_energy(self):
        """The trapezoidal rule keeps the energy of each line of a law, so that steps that end at kinks keep all of it, up to the 1e-8 of a step by which they pass the kink."""
        nodes, sets = SPRING
        two = [*nodes, (2, 0, 0)], {**sets, "c": (gmsh_file.LINE, [(1, 2)]), "start": (gmsh_file.POINT, [(0,), (2,)])}
        bilinear = {k: v for k, v in OSCILLATOR.items() if k.startswith("part_b_law")}
        rest = {k: v for k, v in OSCILLATOR.items() if k not in bilinear}
        with tempfile.TemporaryDirectory() as folder:
            table = {**{k: v for k, v in rest.items() if k != "part_b_stiffness"}, "part_b_law": "table", "part_b_law_table": tabulated(folder), "initial_end_velocity_x": 0.1}
            one_sided = {**rest, "part_b_law": "tension_only", "parts": "b,c,end", "part_c_element": "spring", "part_c_stiffness": 0.5}
            for mesh, case in ((SPRING, OSCILLATOR), (SPRING, table), (two, one_sided)):
                drift = []
                for events in ({"events": "kinks"}, {}):
                    out = on_mesh(*mesh, **case, **events, integrator="trapezoidal", dt=0.05)
                    drift.append(np.ptp(out.energy["total"]) / out.energy["total"][0])
                with self.subTest(law=case["part_b_law"], drift=drift):
                    self.assertLess(drift[0], 1e-7)
                    self.assertGreater(drift[1], 1e-5)

    def test_cable(self):
        """A mass that falls on a cable, with a law of one side or without a law: at the end of its fall the cable is taut, the energy is kept, and the time of the first contact is that of the free fall."""
        for law in ({}, {"part_b_law": "tension_only"}):
            out = on_mesh([(0, 0, 0), (0, 0, -1)], {"b": (gmsh_file.LINE, [(0, 1)]), "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(1,)])}, directions="z", parts="b,end", part_b_element="cable",
                          part_b_ea=400, part_b_strain="biot", part_b_mass_per_length=0, **law, part_end_element="mass", part_end_mass=1, supports="start", probes="end", initials="end",
                          initial_end_displacement_z=0.2, gravity="0,0,-10", integrator="trapezoidal", dt=0.01, t_end=1, events="kinks", energies=True)
            total = out.energy["total"] - out.energy["external"]
            self.assertLess(np.ptp(total), 1e-7 * out.energy["strain"].max())
            self.assertAlmostEqual(out.energy["strain"].max(), 400 * 0.11**2 / 2, delta=1.5)  # m g (0.2 + x) = k x^2/2: x = 0.128


class Many(unittest.TestCase):
    def test_ranks_and_restart(self):
        """A chain whose bars pass kinks at different times: the same on two, three and eight ranks, and after a restart."""
        keys = {**SWINGING, "events": "kinks", "mesh_n": 4, "mesh_upper": 4, "dt": 0.05}
        one = run(**keys)
        x = one.probe["end"]["displacement"]
        self.assertGreater(np.abs(x - run(**{k: v for k, v in keys.items() if k != "events"}).probe["end"]["displacement"]).max(), 1e-6)
        for ranks in (2, 3, 8):
            np.testing.assert_allclose(run(ranks=ranks, **keys).probe["end"]["displacement"], x, rtol=1e-7, atol=1e-9)
        with tempfile.TemporaryDirectory() as folder:
            for n, end in ((2, 2), (3, 4)):
                done = fsolve(options(**{**keys, "t_end": end, "output": "out.h5", "checkpoint": "kept", "quiet": True, **({"restart": "kept"} if n > 2 else {})}), n, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            again = Output(os.path.join(folder, "out.h5"))
        np.testing.assert_allclose(again.probe["end"]["displacement"], x, rtol=1e-7, atol=1e-9)

    def test_thousands(self):
        """A chain with thousands of kinks is not cut to pieces: after a few steps with eight events each, steps pass over kinks."""
        steps = 200
        keys = {**CHAIN, "mesh_n": 200, "mesh_upper": 200, "part_b_element": "bar", "part_b_young": 100, "part_b_area": 1, "part_b_density": 1, "part_b_law": "bilinear",
                "part_b_law_strain": KINK / 100, "part_b_law_ratio": RATIO, "load_end_force": "3,0,0", "load_end_time": "sin(9*t)", "integrator": "trapezoidal", "dt": 0.05, "t_end": steps * 0.05, "events": "kinks"}
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(**keys, output="out.h5"), cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        events = int(re.search(r"(\d+) events? located", done.stdout).group(1))
        self.assertGreater(events, 8)
        self.assertLess(events, 2 * steps)


class Refused(unittest.TestCase):
    def test_refused(self):
        for keys, said in (({"events": "kinks", "part_b_law": None, "part_b_law_strain": None, "part_b_law_ratio": None}, "-events kinks has no effect"),
                           ({"events": "ignore"}, "kinks of laws are located by -events kinks alone")):
            case = {k: v for k, v in {**OSCILLATOR, **keys, "integrator": "trapezoidal", "dt": 0.1}.items() if v is not None}
            with self.assertRaisesRegex(RuntimeError, said):
                on_mesh(*SPRING, **case)


if __name__ == "__main__":
    unittest.main()
