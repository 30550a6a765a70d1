# SPDX-License-Identifier: BSD-2-Clause
"""energy_momentum: energy and both momenta of models in free flight, to round-off, in large rotations and with coarse steps; order 2; what it does not serve."""
import os
import unittest

import numpy as np

from models import body, joint, on_mesh, orders
from run import MORE_RANKS, RELEASE, FolderTest, Output, fsolve, options, release, run
import gmsh_file  # tools/

SCHEME = {"integrator": "energy_momentum"}
TUMBLING = {"initial_all_angular_velocity_x": 1, "initial_all_angular_velocity_y": 5, "initial_all_angular_velocity_z": 0.3, "initial_all_velocity_x": 1}
RUBBER = {"young": 1e7, "poisson": 0.3, "density": 1000}
TIMES = 1 if not RELEASE else 5


def part(element, name="p", **keys):
    return {"parts": name, **{f"part_{name}_{key}": value for key, value in {"element": element, "set": "all", **keys}.items()}}


# a beam and a plate that are thrown: they turn by about 2 rad/s, bend, twist and stretch
BEAM = {"mesh": "line", "mesh_n": 4, "mesh_upper": "2,0,0", **part("beam", section="rectangle", width=0.02, height=0.04, mass="linear", **RUBBER), "initials": "all", "initial_all_velocity_y": "3*x*(x-1.3)",
        "initial_all_velocity_z": "2*sin(2*x)", "initial_all_angular_velocity_x": "3*x"}
PLATE = {"mesh": "rectangle", "mesh_n": "4,2", "mesh_upper": "2,1", **part("shell", thickness=0.02, **RUBBER), "initials": "all", "initial_all_velocity_z": "3*x*(x-1.3)+y", "initial_all_velocity_y": "x"}
MEMBRANE = {**PLATE, **part("finite_membrane", thickness=0.02, young=1e5, poisson=0.4, density=1000)}
ROPE = {"mesh": "line", "mesh_n": 4, "mesh_upper": "2,0,0", "initials": "all", "initial_all_velocity_y": "3*x*(x-1.3)", "initial_all_velocity_z": "2*sin(2*x)", "initial_all_velocity_x": "x"}
FLIGHTS = {
    "beam": (BEAM, 0.02, 1),
    "stiff beam": ({**BEAM, "part_p_young": 1e10}, 0.01, 0.5),
    "beam without correction": ({**BEAM, "part_p_correction": "none"}, 0.02, 1),
    "beam, mass at the nodes": ({**BEAM, "part_p_mass": "lumped", "part_p_correction": "axial"}, 0.02, 1),
    "beams of three nodes": ({**BEAM, "mesh_order": 2}, 0.02, 1),
    "plate": (PLATE, 0.02, 0.6),
    "trusses": ({**ROPE, **part("truss", ea=100, mass_per_length=1)}, 0.05, 2),
    "trusses, logarithmic": ({**ROPE, **part("truss", ea=100, mass_per_length=1, strain="logarithmic")}, 0.05, 2),
}
JOINTS = ("spherical", "revolute", "universal", "cylindrical", "prismatic", "weld", "rigid_link", "planar", "in_plane", "point_on_axis", "constant_velocity", "distance")


def drift(out):
    """The largest changes of energy, angular and linear momentum, over their largest values."""
    series = out.energy["kinetic"] + out.energy["strain"], out.history["angular_momentum"], out.history["momentum"]
    return [np.ptp(x, axis=0).max() / max(abs(x).max(), 1e-300) for x in series]


def pair(type, **keys):
    """Two bodies in free flight that a joint connects; the second one has a velocity that the joint allows."""
    sets = {"one": (gmsh_file.POINT, [(0,)]), "two": (gmsh_file.POINT, [(1,)]), "pair": (gmsh_file.LINE, [(0, 1)])}
    axes = {} if type in ("spherical", "weld", "rigid_link", "distance", "constant_velocity") else {"axis": "0.2,0.3,0.9"}
    if type == "universal":
        axes["second_axis"] = "0.9,0,-0.2"
    if type == "constant_velocity":
        axes = {"axis": "1,0,0"}
    return on_mesh([(0, 0, 0), (1, 0.2, 0.1)], sets, **{"parts": "one,two", **body("one", inertia="0.1,0.25,0.2,0.02,0.01,-0.03"), **body("two", mass=2, inertia="0.3,0.2,0.25,0,0,0"), "joints": "j",
                                                       **joint("j", type, set="pair", point="0.4,0.2,0.3", **axes), "initials": "one", "initial_one_angular_velocity_x": 2, "initial_one_angular_velocity_y": -3,
                                                       "initial_one_angular_velocity_z": 1, "initial_one_velocity_y": 1, "assemble": "velocities", **SCHEME, "dt": 0.02, "t_end": 2 * TIMES, **keys})


class FreeFlight(unittest.TestCase):
    """Nothing but the model's own forces: the errors are those of the stage solver's tolerance."""

    def check(self, out, bound=1e-10):
        for name, x in zip(("energy", "angular momentum", "momentum"), drift(out)):
            self.assertLess(x, bound, name)

    def test_body(self):
        """A body turns by 0.26 rad in each step about an axis that is unstable."""
        flying = {"mesh": "line", **part("body", set="start", mass=2, inertia="1,2,2.7,0.1,0.2,-0.1"), "initials": "start", **{k.replace("all", "start"): x for k, x in TUMBLING.items()}}
        out = run(**flying, **SCHEME, dt=0.05, t_end=20)
        self.check(out)
        self.assertGreater(drift(run(**flying, integrator="trapezoidal", dt=0.05, t_end=20))[0], 1e-4)

    def test_elastic(self):
        for name, (case, dt, t_end) in FLIGHTS.items():
            with self.subTest(name):
                out = run(**case, **SCHEME, dt=dt, t_end=t_end * TIMES)
                self.check(out)
                strain = out.energy["strain"]
                self.assertGreater(strain.max(), 0.05 * (out.energy["kinetic"] + strain).max())  # it exchanges energies
                for ranks in MORE_RANKS if name in ("beam", "plate") else ():
                    again = run(ranks=ranks, **case, **SCHEME, dt=dt, t_end=t_end)
                    self.check(again)
                    np.testing.assert_allclose(again.energy["strain"], strain[: len(again.time)], atol=1e-9 * strain.max())

    def test_triangles(self):
        """A plate of triangles."""
        nodes = [(x, y, 0) for x in (0, 0.5, 1, 1.5, 2) for y in (0, 0.5, 1)]
        squares = [(3 * i + j, 3 * i + 3 + j, 3 * i + 4 + j, 3 * i + 1 + j) for i in range(4) for j in range(2)]
        triangles = [t for a, b, c, d in squares for t in ((a, b, c), (a, c, d))]
        keys = {k: x for k, x in PLATE.items() if not k.startswith("mesh")}
        self.check(on_mesh(nodes, {"all": (gmsh_file.TRIANGLE, triangles)}, **keys, **SCHEME, dt=0.01, t_end=0.5 * TIMES))

    def test_joints(self):
        for type in JOINTS:
            with self.subTest(type):
                out = pair(type)
                self.check(out)
                self.assertLess(abs(out.constraint["position"]).max(), 1e-10)
                if type in ("revolute", "spherical"):
                    for ranks in MORE_RANKS:
                        again = pair(type, ranks=ranks, t_end=1)
                        np.testing.assert_allclose(again.history["angular_momentum"], out.history["angular_momentum"][: len(again.time)], atol=1e-10)

    def test_mechanism(self):
        """A body on the hinge of a beam, by its first moment on one side: both turn, and the beam bends."""
        nodes = [(0.5 * i, 0, 0) for i in range(5)] + [(2.5, 0, 0)]
        sets = {"all": (gmsh_file.LINE, [(i, i + 1) for i in range(4)]), "ball": (gmsh_file.POINT, [(5,)]), "hinge": (gmsh_file.LINE, [(4, 5)])}
        keys = {k: x for k, x in BEAM.items() if not k.startswith("mesh")}
        out = on_mesh(nodes, sets, **{**keys, "parts": "p,ball", **body("ball", set="ball", inertia="0.02,0.05,0.04,0,0,0"), "joints": "h", **joint("h", "revolute", set="hinge", axis="0,1,0.3", point="2,0,0")},
                      initial_all_velocity_x=1, assemble="velocities", **SCHEME, dt=0.01, t_end=TIMES)
        self.check(out)
        self.assertGreater(out.energy["strain"].max(), 0.05 * out.energy["kinetic"].max())


@release
class LongFlight(unittest.TestCase):
    """Thousands of steps: 1e5 steps of the hinge change the energy by 2e-12, and of the beam with a body by 1e-9 (docs/measurements.md)."""

    def test_long(self):
        flights = {"hinge": pair("revolute", t_end=200, output_every=10**6), "beam": run(**BEAM, **SCHEME, dt=0.01, t_end=10, output_every=10**6),
                   "plate": run(**PLATE, **SCHEME, dt=0.001, t_end=1, output_every=10**6)}
        for name, out in flights.items():
            self.assertGreaterEqual(len(out.time), 1000)
            self.assertLess(max(drift(out)), 1e-10, name)


class Order(unittest.TestCase):
    def test_two(self):
        """Displacements, velocities and accelerations of a beam and of a hinge against a fine solution, with loads, gravity and damping."""
        beam = {**BEAM, "part_p_damping": 0.01, "supports": "start", "initial_all_velocity_y": "3*x^2", "gravity": "0,-3,0", "loads": "end", "load_end_force": "0,2,1", "load_end_time": "sin(9*t)", "probes": "end"}
        exact = run(**beam, integrator="esdirk43_6l", dt=2.5e-4, t_end=0.4)
        found = [run(**beam, **SCHEME, dt=dt, t_end=0.4) for dt in (0.01, 0.005, 0.0025)]
        for name in ("displacement", "velocity", "acceleration", "angular_velocity"):
            errors = [abs(out.probe["end"][name][-1] - exact.probe["end"][name][-1]).max() for out in found]
            self.assertGreater(orders(errors)[-1], 1.7, (name, errors))
        exact = pair("revolute", integrator="esdirk43_6l", stabilize="projection", dt=2e-3, t_end=1, probes="two")
        found = [pair("revolute", dt=dt, t_end=1, probes="two") for dt in (0.02, 0.01, 0.005)]
        for probe, name in (("two", "displacement"), ("two", "angular_velocity"), ("two", "acceleration"), ("j", "reaction")):
            errors = [abs(out.probe[probe][name][-1] - exact.probe[probe][name][-1]).max() for out in found]
            self.assertGreater(orders(errors)[-1], 1.7, (name, errors))


class Linear(unittest.TestCase):
    def test_linear(self):
        """A linear model without loads moves as with the trapezoidal rule; its energy is constant."""
        for case in ({**BEAM, "linearize": True, "supports": "start", "initial_all_velocity_y": "x^2", "initial_all_velocity_z": 0}, {"mesh": "line", "mesh_n": 8, **part("bar", area=1, young=4, density=1), "supports": "start", "initials": "all", "initial_all_velocity_x": "x"}):
            out, same = (run(**case, integrator=scheme, dt=0.02, t_end=1, probes="end") for scheme in ("energy_momentum", "trapezoidal"))
            self.assertLess(drift(out)[0], 1e-11)
            for name in ("displacement", "velocity"):
                np.testing.assert_allclose(out.probe["end"][name], same.probe["end"][name], atol=1e-9 * abs(same.probe["end"][name]).max())


class Restart(FolderTest):
    def test_same(self):
        """A run of two parts equals one run, bit by bit; on three ranks to round-off, as sums of a parallel factorization follow the order of messages."""
        for case in ({**BEAM, "dt": 0.02}, {**PLATE, "dt": 0.02}):
            for ranks in (1, *MORE_RANKS):
                whole = run(ranks=ranks, **case, **SCHEME, t_end=0.4)
                saved, out = self.path(f"{ranks}.chk"), self.path("out.h5")
                for words in ({"t_end": 0.2, "checkpoint": saved}, {"t_end": 0.4, "restart": saved}):
                    done = fsolve(options(**case, **SCHEME, output=out, overwrite=True, quiet=True, **words), ranks)
                    self.assertEqual(done.returncode, 0, done.stderr)
                strain = whole.energy["strain"]
                np.testing.assert_allclose(Output(out).energy["strain"], strain, rtol=0, atol=0 if ranks == 1 else 1e-11 * abs(strain).max())


class Refused(FolderTest):
    def test_parts(self):
        """What has no strains, or inertia off the nodes: the message names it and what helps."""
        flying = {"mesh": "line", **part("body", set="start", mass=2, center="0,0,1", inertia="1,2,2.7,0,0,0"), "dt": 0.1, "t_end": 1}
        for case, said in (({**BEAM, "part_p_mass": "consistent"}, "the beam of part 'p' has inertia between its nodes: give its part _mass linear"),
                           (flying, "the body of part 'p' has its center of mass off its nodes"),
                           ({**BEAM, "spin": "0,0,1"}, "-spin: .* take lms4")):
            for ranks in (1, 2):
                done = fsolve(options(**{**case, **SCHEME, "dt": 0.01, "t_end": 0.1, "output": self.path("out.h5")}), ranks)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, said)


if __name__ == "__main__":
    unittest.main()
