# SPDX-License-Identifier: BSD-2-Clause
"""The drag of a fluid on lines: closed forms of bars that move sideways, in currents and in waves; balance of energy; ranks."""
import os
import tempfile
import unittest

import numpy as np

from models import orders
from run import MORE_RANKS, fsolve, options, run

RHO, CD, D, M = 1000.0, 1.2, 0.02, 3.0  # of the fluid, of the line, of the line's mass per length
C = RHO * CD * D / 2                    # force per length and velocity squared
ROD = {"mesh": "line", "mesh_upper": 2, "mesh_n": 4, "parts": "bar,water", "part_bar_set": "all", "part_bar_element": "truss", "part_bar_ea": 1e6,
       "part_bar_mass_per_length": M, "part_water_set": "all", "part_water_element": "drag", "part_water_fluid_density": RHO,
       "part_water_diameter": D, "part_water_drag_coefficient": CD, "probes": "end"}
FINE = {"integrator": "esdirk43_6l", "dt": 0.01, "t_end": 1}
CHAIN = {**ROD, "supports": "start", "gravity": "0,0,-9.81", "part_bar_ea": 1e4, "part_bar_damping": 0.01, "dt": 0.005, "t_end": 1, "energies": True,
         "part_water_flow_y": "0.5+0.4*sin(2*x-3*t)*exp(z)", "part_water_flow_z": "0.4*cos(2*x-3*t)*exp(z)"}


class Drag(unittest.TestCase):
    def test_slows_down(self):
        """A rod that moves across its axis slows down as v0/(1 + k v0 t), k = c/m, and keeps its velocity along the axis."""
        out = run(**ROD, **FINE, initials="all", initial_all_velocity_x=0.7, initial_all_velocity_z=3)
        v, t = out.probe["end"]["velocity"], out.time
        np.testing.assert_allclose(v[:, 2], 3 / (1 + C / M * 3 * t), rtol=1e-6)  # the error of the scheme
        np.testing.assert_allclose(v[:, 0], 0.7, rtol=1e-12)

    def test_terminal_velocity(self):
        """A rod that falls across its axis in a current takes the velocity of the current, and falls at sqrt(m g/c)."""
        out = run(**ROD, integrator="esdirk43_6l", dt=0.02, t_end=6, gravity="0,0,-9.81", part_water_flow_y=0.6, part_water_flow_x=5)
        np.testing.assert_allclose(out.probe["end"]["velocity"][-1], [0, 0.6, -np.sqrt(M * 9.81 / C)], atol=1e-8)

    def test_wave(self):
        """The drag of a wave on a fixed rod is the integral of c |u| u; the result of order 4 in space, which a table gives, too."""
        def force(n, **keys):
            out = run(**{**ROD, "mesh_n": n}, supports="all", t_end=0.5, dt=0.5, output_reactions=True, **keys)
            return sum(np.asarray(out.frames[-1][f"water/line/force"]))
        wave = {"part_water_flow_z": "1.5+sin(1.3*x-2*t)"}
        x = (np.polynomial.legendre.leggauss(40)[0] + 1)
        u = 1.5 + np.sin(1.3 * x - 1)
        exact = C * np.sum(np.polynomial.legendre.leggauss(40)[1] * u * u)
        errors = [abs(force(n, **wave)[2] - exact) for n in (2, 4, 8)]
        self.assertAlmostEqual(orders(errors)[-1], 4, delta=0.2, msg=f"{errors}")
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "u.txt")
            with open(table, "w", encoding="utf8") as f:
                f.write("0 1\n1 2\n3 2\n")
            got = force(4, tables="u", table_u=table, part_water_flow_y="u(x)")
        self.assertAlmostEqual(got[1] / C, 7 / 3 + 4, delta=1e-9)  # integrals of (1 + x)^2 and of 4, by a rule that is exact for squares

    def test_balance(self):
        """What the fluid takes from a chain in waves, and from a rod that slows down, is in the energy: works are sums over steps, of order 2.
        Newton's method takes few iterations."""
        def imbalance(step, **keys):
            out = run(**{**keys, "integrator": "esdirk43_6l", "dt": step, "energies": True, "t_end": 0.2})
            e = out.energy
            self.assertLess(out.newton[1:].mean() / 5, 3)  # stages of a step
            return np.abs(np.diff(e["kinetic"] + e["strain"] + e["damping"] - e["external"]).sum()) / e["kinetic"].max()
        for keys in (CHAIN, {**ROD, "initials": "all", "initial_all_velocity_z": 3}):
            errors = [imbalance(dt, **keys) for dt in (0.01, 0.005, 0.0025)]
            self.assertAlmostEqual(orders(errors)[-1], 2, delta=0.2, msg=f"{errors}")

    def test_ranks(self):
        """The same on several ranks."""
        keys = {**CHAIN, "t_end": 0.1}
        one = run(**keys)
        for ranks in MORE_RANKS:
            many = run(**keys, ranks=ranks)
            np.testing.assert_allclose(many.probe["end"]["displacement"], one.probe["end"]["displacement"], atol=1e-10)

    def test_refused(self):
        """What the element cannot do, and a flow without a value."""
        for keys, text, status in (
                ({"linearize": True}, "part 'water': -linearize: the forces of a fluid on a drag are quadratic", 2),
                ({"part_water_flow_x": "1", "spin": "0,0,3"}, "-spin and -part_water_flow_x", 2),
                ({"part_water_flow_x": "sin("}, "-part_water_flow_x", 2),
                ({"part_water_flow_x": "log(z-1)", "t_end": 0.1, "dt": 0.1, "dt_min": 0.1}, r'-part_water_flow_x "log\(z-1\)" has no finite value', 3)):
            done = fsolve(options(**{**CHAIN, **keys}))
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertRegex(done.stderr, text)


if __name__ == "__main__":
    unittest.main()
