"""Large displacements and rotations, case by case: closed forms, orders in space, invariants, what loads and results mean."""
import os
import re
import tempfile
import unittest

import numpy as np

from run import fsolve, options, run
import gmsh  # scripts/

BEAM = {"parts": "beam", "part_beam_element": "beam"}
SLENDER = {"part_beam_ea": 1e6, "part_beam_gay": 1e6, "part_beam_gaz": 1e6, "part_beam_gj": 100, "part_beam_eiy": 100, "part_beam_eiz": 100}
STATIC = {"analysis": "static"}


def cantilever(**keys):
    """Ten elements along x, length 10, clamped at the start."""
    return run(**{"mesh": "line", "mesh_n": 10, "mesh_upper": 10, **BEAM, "part_beam_set": "all", **SLENDER, "supports": "start", "probes": "end", **keys})


def tip(out, probe="end"):
    return out.probe[probe]["displacement"][-1]


def angle(quaternion):
    return 2 * np.arctan2(np.linalg.norm(quaternion[1:]), abs(quaternion[0]))


def orders(errors, ratio=2):
    return np.log(np.array(errors[:-1]) / np.array(errors[1:])) / np.log(ratio)


class Statics(unittest.TestCase):
    def test_roll_up(self):
        """Pure bending is exact: every element turns by 36 degrees and none stretches; the work is the energy M^2 L/(2 EI)."""
        for order in (1, 2):
            out = run("roll_up", mesh_order=order)
            np.testing.assert_allclose(tip(out), [-10, 0, 0], atol=1e-8)
            self.assertLess(angle(out.probe["end"]["rotation"][-1]), 1e-10)  # round-off of ten products
            for k in ("strain", "external"):
                self.assertAlmostEqual(out.energy[k][-1] / (2 * np.pi**2 * 10), 1, delta=1e-9)
        again = run("roll_up", load_end_follower=True)  # the axis of the moment does not turn: the same
        np.testing.assert_allclose(tip(again), [-10, 0, 0], atol=1e-8)

    def test_roll_up_in_one_step(self):
        """A tip that turns by 2 pi in one load step, and three circles: the work of the moment knows how far it went."""
        for keys, turns in (({"dt": 1}, 1), ({"load_end_time": "0.6*t", "dt": 1}, 0.6), ({"load_end_time": "3*t"}, 3), ({"load_end_follower": True}, 1)):
            out = run("roll_up", **keys)
            for k in ("strain", "external"):
                self.assertAlmostEqual(out.energy[k][-1] / (2 * np.pi**2 * 10 * turns**2), 1, delta=1e-9, msg=f"{k} {keys}")

    def test_elastica(self):
        """w/L for P L^2/EI = 10, of a beam without shear or stretch; those of the model are 1e-7 of the bending."""
        exact = 0.81060902488
        for order, wanted, n in ((1, 2, (16, 32, 64)), (2, 4, (4, 8, 16))):
            errors = [abs(tip(run("elastica", mesh_n=k, mesh_order=order))[2] - exact) for k in n]
            self.assertAlmostEqual(orders(errors)[-1], wanted, delta=0.25, msg=f"{errors}")

    def bend(self, n, order, **keys):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bend.msh")
            gmsh.curve(path, n, order, lambda s: (100 * np.sin(np.pi / 4 * s), 100 * (1 - np.cos(np.pi / 4 * s)), 0), "arc")
            return run("bend_45", mesh=path, **keys)

    def test_bend(self):
        """The tip of benchmarks.md; orders 2 and 4 in space; one element for 45 degrees does not lock."""
        exact = np.array([47.150439, 15.684801, 53.474859]) - [100 * np.sin(np.pi / 4), 100 * (1 - np.cos(np.pi / 4)), 0]
        for order, wanted, n in ((1, 2, (8, 16, 32)), (2, 4, (2, 4, 8))):
            errors = [np.linalg.norm(tip(self.bend(k, order)) - exact) for k in n]
            self.assertAlmostEqual(orders(errors)[-1], wanted, delta=0.2, msg=f"{errors}")
        np.testing.assert_allclose(tip(self.bend(16, 2)), exact, atol=5e-5)  # 1e-6 of the radius: six digits are known
        self.assertLess(np.linalg.norm(tip(self.bend(1, 2)) - exact), 0.02 * np.linalg.norm(exact))

    def test_newton_is_quadratic(self):
        """The order at which the norms of Newton's steps (as PETSc prints them) shrink, of steps that are small and those after them, above round-off. The beam is
        a thick one: in a slender one steps that bend and steps that mend the stretch of the bending alternate, and only every second one tells."""
        thick = {"part_beam_ea": 20, "part_beam_gay": 10, "part_beam_gaz": 10}
        for case, keys in (("elastica", thick), ("inflated_membrane", {}), ("hanging_cable", {"t_end": 0.01, "part_cable_ea": 1e3})):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(case, output=os.path.join(folder, "out.h5"), snes_monitor=True, snes_monitor_solution_update=True, **keys))
            self.assertEqual(done.returncode, 0, done.stderr)
            found = []
            for solve in done.stdout.split("  0 SNES Function norm")[1:]:
                steps = [np.linalg.norm(np.fromstring(" ".join(re.findall(r"^\s*(-?\d[\d.e+-]*)\.?$", text, re.M)), sep=" "))
                         for text in re.split(r"\d+ SNES Function norm.*", solve)[1:]]
                found += [np.log(c / b) / np.log(b / a) for a, b, c in zip(steps, steps[1:], steps[2:]) if b < 0.02 * max(steps) and c > 1e-10 * max(steps)]
            print(case, "orders of Newton's method:", " ".join(f"{p:.2f}" for p in found))
            self.assertGreater(len(found), 2)
            self.assertAlmostEqual(np.mean(found), 2, delta=0.4)  # linear convergence is 1

    def test_path_independence(self):
        """Around a closed loop of two loads (bending in two planes and torsion of the bend) all returns to round-off: 1e-9 of the radius."""
        for order in (1, 2):
            out = self.bend(4, order, loads="end,side", load_end_time="sin(pi*t)", load_side_set="end", load_side_force="300,-200,0",
                            load_side_time="sin(pi*t)^2*cos(pi*t)", dt=0.05, dt_max=0.05)
            self.assertGreater(np.abs(out.probe["end"]["displacement"]).max(), 20)
            np.testing.assert_allclose(tip(out), 0, atol=1e-7)
            self.assertLess(angle(out.probe["end"]["rotation"][-1]), 1e-9)
            self.assertLess(abs(out.energy["strain"][-1]), 1e-9 * out.energy["strain"].max())

    def test_objectivity(self):
        """A bent beam whose clamp makes three turns about x: its strain energy, its forces in section axes do not change."""
        for order in (1, 2):
            out = cantilever(**STATIC, mesh_order=order, loads="end", load_end_force="0,0,3", load_end_follower=True, load_end_time="min(t,1)",
                             support_start_fix="all", support_start_rotation_x="t<1 ? 0 : (t-1)*6*pi", t_end=2, dt=0.05, dt_max=0.05,
                             probes="end,root", probe_root_part="beam", probe_root_point="0.5,0,0", energies=True)
            turning = out.history["time"] if "time" in out.history else out.time
            strain = out.energy["strain"][turning >= 1 - 1e-9]
            self.assertLess(np.ptp(strain), 1e-7 * strain[0])  # Newton leaves 1e-10 of the displacement, and EA L^2/EI is 1e6
            moment = out.probe["root"]["moment"][turning >= 1 - 1e-9]
            self.assertLess(np.abs(moment - moment[0]).max(), 1e-7 * np.abs(moment[0]).max())
            self.assertLess(np.abs(out.energy["external"][-1] - strain[-1]), 1e-2 * strain[-1])  # trapezoidal sums of the loading

    def test_prescribed_rotation(self):
        """The end turned by 2 rad: the moment is EI theta/L, the work half its product with theta."""
        out = cantilever(**STATIC, supports="start,end", support_end_rotation_z="2*t", support_end_fix_rotation="all", probes="end,root",
                         probe_root_part="beam", probe_root_point="0.5,0,0")
        np.testing.assert_allclose(out.probe["root"]["moment"][-1], [0, 0, 20], atol=1e-8)
        np.testing.assert_allclose(out.probe["end"]["rotation"][-1], [np.cos(1), 0, 0, np.sin(1)], atol=1e-12)
        self.assertAlmostEqual(out.energy["external"][-1], 20, delta=1e-7)
        self.assertAlmostEqual(out.energy["strain"][-1], 20, delta=1e-7)

    def test_balloon(self):
        """Pressure of an incompressible neo-Hookean sphere, 2 mu h/R (1/s - 1/s^7), and order 2 in the mesh."""
        errors = []
        with tempfile.TemporaryDirectory() as folder:
            for n in (4, 8, 16):
                path = os.path.join(folder, "octant.msh")
                gmsh.octant(path, n)
                out = run("inflated_membrane", mesh=path)
                errors.append(abs(tip(out, "top")[2] - 0.25))
        self.assertAlmostEqual(orders(errors)[-1], 2, delta=0.15, msg=f"{errors}")
        self.assertLess(errors[-1], 1e-3)
        stress = out.frames[-1]["skin/quadrilateral/stress"]
        hoop = 1e5 * (1.25**2 - 1.25**-4)
        np.testing.assert_allclose(stress[:, :2], hoop, rtol=5e-3)  # order 2 in the mesh, 16 cells per edge
        np.testing.assert_allclose(stress[:, 2], 0, atol=5e-3 * hoop)

    def test_catenary(self):
        """The elastic catenary of the hanging cable at its start: sag by bisection of the span, order 2 in the mesh."""
        EA, N0, w, L = 1e5, 100.0, 9.81, 100.0
        span = lambda H: 2 * (1 - N0 / EA) * H / w * np.arcsinh(w * L / 2 / H) + H * L / EA
        low, high = 1.0, EA
        for _ in range(200):
            H = (low + high) / 2
            low, high = (H, high) if span(H) < L else (low, H)
        T = np.hypot(H, w * L / 2)
        sag = (1 - N0 / EA) * (T - H) / w + w / EA * (L / 2) ** 2 / 2
        errors = [abs(run("hanging_cable", mesh_n=n, t_end=0.02).probe["middle"]["displacement"][0, 2] + sag) for n in (10, 20, 40)]
        self.assertAlmostEqual(orders(errors)[-1], 2, delta=0.1, msg=f"{errors}, sag {sag}")
        self.assertLess(errors[-1], 1e-3 * sag)

    def test_initial_static_stays(self):
        """What begins in equilibrium stays there."""
        out = run("hanging_cable", load_pluck_time="0", t_end=1)
        self.assertLess(np.ptp(out.probe["middle"]["displacement"][:, 2]), 1e-8 * 10)
        self.assertLess(out.energy["kinetic"].max(), 1e-12 * out.energy["strain"].max())

    def test_moved_supports_are_still(self):
        """What supports move in a static analysis has no velocity and no acceleration: neither dampers nor mass act."""
        bar = run(**STATIC, mesh="line", mesh_n=4, mesh_upper=4, parts="bar", part_bar_set="all", part_bar_element="bar", part_bar_young=10, part_bar_area=1,
                  part_bar_density=100, supports="start,end", support_end_motion_x="0.1*t^2", probes="p", probe_p_point="1,0,0")
        self.assertAlmostEqual(tip(bar, "p")[0], 0.025, delta=1e-12)
        keys = dict(STATIC, support_start_fix="all", support_start_rotation_z="t", loads="end", load_end_force="0,1,0")
        np.testing.assert_allclose(tip(cantilever(**keys, part_beam_damping=0.1)), tip(cantilever(**keys)), atol=1e-9)

    def test_initial_velocity_of_a_turned_node(self):
        """Angular velocities are given in global axes, whatever equilibrium has done to the axes of the node."""
        out = cantilever(part_beam_mass_per_length=1, part_beam_inertia="0.02,0.01,0.01,0,0,0", gravity="0,0,-0.5", initial_static=True, initials="end",
                         initial_end_angular_velocity_x=1, dt=1e-3, t_end=1e-3)
        self.assertGreater(angle(out.probe["end"]["rotation"][0]), 0.5)
        np.testing.assert_allclose(out.probe["end"]["angular_velocity"][0], [1, 0, 0], atol=1e-12)

    def test_mechanisms_are_refused(self):
        """A beam on a ball joint under a moment, a free one under a force, and a line of trusses across which a load acts have no equilibrium."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**STATIC, "mesh": "line", "mesh_n": 3, "mesh_upper": 10, **BEAM, "part_beam_set": "all", **SLENDER, "loads": "end", "output": os.path.join(folder, "out.h5")}
            trusses = {**STATIC, "mesh": "line", "mesh_n": 8, "parts": "truss", "part_truss_set": "all", "part_truss_element": "truss", "part_truss_ea": 1, "part_truss_mass_per_length": 1,
                       "supports": "start,end", "loads": "all", "load_all_force": "0,0,1", "output": os.path.join(folder, "out.h5")}
            for case in ({**keys, "supports": "start", "support_start_fix": "xyz", "load_end_moment": "0,0,1"},
                         {**keys, "mesh_order": 2, "supports": "start", "support_start_fix": "xyz", "load_end_moment": "0,0,1"},
                         {**keys, "supports": "start", "support_start_fix": "xyz", "load_end_force": "0,0,1"}, {**keys, "load_end_force": "0,0,1"}, trusses):
                for ranks in (1, 2, 3):
                    done = fsolve(options(**case, overwrite=True), ranks=ranks)
                    self.assertEqual(done.returncode, 3, (case, ranks, done.stdout, done.stderr))
                    self.assertRegex(done.stderr, "no equilibrium beyond t = .*mechanism")

    def test_carried_far(self):
        """An elastica whose clamp is first carried by 3e5 lengths: where it is makes no difference; coordinates have 1e-11 of a length left there."""
        out = run("elastica", supports="start", support_start_fix="all", support_start_motion_x="3e5*min(1,2*t)", load_end_time="max(0,2*t-1)")
        np.testing.assert_allclose(tip(out)[2], tip(run("elastica"))[2], atol=1e-7)

    def test_initial_static_with_moved_supports(self):
        """Supports that are already somewhere else at the start get there with the loads."""
        keys = dict(support_start_fix="all", support_end_fix="all", t_end=0.02)
        moved = run("hanging_cable", support_start_motion_x=1, support_end_motion_x=1, **keys)
        np.testing.assert_allclose(moved.probe["middle"]["displacement"][0], tip(run("hanging_cable", **keys), "middle") * [0, 0, 1] + [1, 0, 0], atol=1e-4)

    def test_too_much_of_a_turn(self):
        """Half a turn within one beam element, or of a spring of rotation, ends the run: what follows could be either way round."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**STATIC, "mesh": "line", "mesh_upper": 10, **BEAM, "part_beam_set": "all", **SLENDER, "supports": "start,end", "support_end_fix": "yz",
                    "support_end_rotation_x": "4*t", "support_end_fix_rotation": "all", "output": os.path.join(folder, "out.h5")}
            self.assertEqual(fsolve(options(**keys, mesh_n=1, overwrite=True)).returncode, 3)
            self.assertEqual(fsolve(options(**keys, mesh_n=3, overwrite=True)).returncode, 0)
            spring = {"mesh": "line", "parts": "body,spring", "part_body_set": "end", "part_body_element": "body", "part_body_mass": 1, "part_body_inertia": "2,3,4,0,0,0",
                      "part_spring_set": "end", "part_spring_element": "rotational_spring", "part_spring_stiffness": 1, "supports": "end", "support_end_fix": "xyz",
                      "initials": "end", "initial_end_angular_velocity_x": 4, "dt": 0.01, "t_end": 3, "output": os.path.join(folder, "out.h5"), "overwrite": True}
            self.assertEqual(fsolve(options(**spring)).returncode, 3)

    def test_no_equilibrium(self):
        """Above the largest pressure that the balloon bears there is no equilibrium: status 3, and what was found is kept."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options("inflated_membrane", output=path, load_skin_pressure=2500))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, r"no equilibrium beyond t = 0\.4\d*")  # 2 mu h/R (7^(-1/6) - 7^(-7/6)) = 1239, 0.4957 of it
            self.assertTrue(os.path.exists(path))


class Sections(unittest.TestCase):
    """A linear cantilever of one 3-node element: stiffness by force over strain, against the formulas of handbooks."""

    def stiffnesses(self, **section):
        found = []
        for load in ("force", "moment"):
            for c in range(3):
                value = ",".join("1e-6" if k == c else "0" for k in range(3))  # results are of finite strain, loads are small
                out = run(**STATIC, linearize=True, mesh="line", mesh_order=2, **BEAM, part_beam_set="all", part_beam_direction="0,1,0", supports="start",
                          loads="end", **{f"load_end_{load}": value}, **section)
                strain = out.frames[-1]["beam/line3/" + ("strain" if load == "force" else "curvature")][0, c]
                found.append(1e-6 / strain)
        return np.array(found)

    def check(self, wanted, **section):
        np.testing.assert_allclose(self.stiffnesses(part_beam_young=2e5, part_beam_poisson=0.25, **section), wanted, rtol=1e-6)

    def test_shapes(self):
        E, G, nu = 2e5, 8e4, 0.25
        r = 0.1
        A, I = np.pi * r**2, np.pi * r**4 / 4
        k = 6 * (1 + nu) / (7 + 6 * nu)
        self.check([E * A, k * G * A, k * G * A, 2 * G * I, E * I, E * I], part_beam_section="circle", part_beam_radius=r)
        A, I, m2 = np.pi * (r**2 - 0.08**2), np.pi * (r**4 - 0.08**4) / 4, 0.64
        k = 6 * (1 + nu) * (1 + m2) ** 2 / ((7 + 6 * nu) * (1 + m2) ** 2 + (20 + 12 * nu) * m2)
        self.check([E * A, k * G * A, k * G * A, 2 * G * I, E * I, E * I], part_beam_section="tube", part_beam_radius=r, part_beam_thickness=0.02)

    def test_rectangle(self):
        """Torsion of a square: 0.140577 a^4 (Timoshenko & Goodier); of 2:1: 0.228682 a b^3."""
        E, G, nu = 2e5, 8e4, 0.25
        k = 10 * (1 + nu) / (12 + 11 * nu)
        for b, h, c in ((0.2, 0.2, 0.1405770), (0.1, 0.2, 0.2286817)):
            self.check([E * b * h, k * G * b * h, k * G * b * h, G * c * max(b, h) * min(b, h) ** 3, E * b * h**3 / 12, E * h * b**3 / 12],
                       part_beam_section="rectangle", part_beam_width=b, part_beam_height=h)

    def test_i(self):
        E, G = 2e5, 8e4
        b, h, tf, tw = 0.2, 0.3, 0.02, 0.01
        A = 2 * b * tf + (h - 2 * tf) * tw
        Iy = b * tf * 2 * ((h - tf) / 2) ** 2 + 2 * b * tf**3 / 12 + tw * (h - 2 * tf) ** 3 / 12
        Iz = 2 * tf * b**3 / 12 + (h - 2 * tf) * tw**3 / 12
        J = (2 * b * tf**3 + (h - tf) * tw**3) / 3
        self.check([E * A, G * 5 / 6 * 2 * b * tf, G * (h - 2 * tf) * tw, G * J, E * Iy, E * Iz], part_beam_section="i", part_beam_width=b,
                   part_beam_height=h, part_beam_flange_thickness=tf, part_beam_web_thickness=tw)

    def test_tip_of_linear_beam(self):
        """The tangent at the start is Timoshenko's beam: w = P L^3/(3 EI) + P L/(GA); 3-node elements are exact at their ends."""
        out = cantilever(**STATIC, mesh_order=2, linearize=True, loads="end", load_end_force="0,0,1e-3")
        self.assertAlmostEqual(tip(out)[2] / (1e-3 * (1000 / 300 + 10 / 1e6)), 1, delta=1e-7)  # GA L^2/EI = 1e6 times round-off
        exact = cantilever(**STATIC, mesh_order=2, loads="end", load_end_force="0,0,1e-3")
        self.assertAlmostEqual(tip(exact)[2] / tip(out)[2], 1, delta=1e-5)  # (w/L)^2

    def test_offset(self):
        """An axial force on the node line of a section that lies 0.3 beside it bends the beam by EA-weighted eccentricity: M = N e."""
        out = cantilever(**STATIC, linearize=True, part_beam_offset="0,0.3", loads="end", load_end_force="2,0,0", probes="end,root", probe_root_part="beam",
                         probe_root_point="0.5,0,0")
        self.assertAlmostEqual(abs(tip(out)[2]) / (2 * 0.3 * 10**2 / (2 * 100)), 1, delta=1e-9)
        self.assertAlmostEqual(tip(out)[0] / (2 * 10 / 1e6 + 2 * 0.3**2 * 10 / 100), 1, delta=1e-9)

    def test_twist(self):
        """A blade twisted by a right angle: the section's y axis at the end is where z was; its stiff direction follows."""
        keys = dict(STATIC, mesh_order=2, linearize=True, loads="end", part_beam_eiy=1000, part_beam_eiz=10, load_end_force="0,0,1e-3")
        plain = tip(cantilever(**keys))
        turned = tip(cantilever(**keys, part_beam_twist="pi/2"))
        self.assertAlmostEqual(plain[2] / (1e-3 * (1000 / 3000 + 10 / 1e6)), 1, delta=1e-7)
        self.assertAlmostEqual(turned[2] / (1e-3 * (1000 / 30 + 10 / 1e6)), 1, delta=1e-6)
        blade = tip(cantilever(**keys, part_beam_twist="pi/2*x/10", mesh_n=40))
        self.assertTrue(plain[2] < blade[2] < turned[2] and abs(blade[1]) > 0.1 * blade[2])


class Loads(unittest.TestCase):
    def test_follower(self):
        """A follower force at the end of a cantilever stays square to it: the moment at the clamp is its force times its arm in the turned position."""
        out = cantilever(**STATIC, loads="end", load_end_force="0,0,4", load_end_follower=True, probes="end,root", probe_root_part="beam", probe_root_point="0.5,0,0",
                         mesh_n=40, mesh_order=2)
        q = out.probe["end"]["rotation"][-1]
        theta = -2 * np.arctan2(q[2], q[0])  # about -y
        force = 4 * np.array([-np.sin(theta), 0, np.cos(theta)])
        np.testing.assert_allclose(np.linalg.norm(out.frames[-1]["beam/line3/force"][-1]), 4, rtol=1e-3)
        first = out.frames[-1]["beam/line3/moment"][0]
        arm = np.array([10, 0, 0]) + tip(out) - [0.125, 0, 0]
        self.assertAlmostEqual(abs(first[1]) / abs(np.cross(arm, force)[1]), 1, delta=2e-3)  # mean over the first element

    def test_line_load(self):
        """A uniform load on a linear cantilever: w = q L^4/(8 EI) + q L^2/(2 GA) with consistent nodal forces."""
        out = cantilever(**STATIC, linearize=True, mesh_order=2, mesh_n=20, loads="all", load_all_traction="0,0,1e-3")
        self.assertAlmostEqual(tip(out)[2] / (1e-3 * (1e4 / 800 + 100 / 2e6)), 1, delta=1e-5)

    def test_gravity_is_base_acceleration(self):
        """A heavy cantilever on ground that accelerates upwards: the same motion as under gravity."""
        keys = dict(part_beam_mass_per_length=1, part_beam_inertia="0.02,0.01,0.01,0,0,0", part_beam_center="0.05,0.1", dt=0.05, t_end=2, integrator="ss4")
        a = cantilever(**keys, gravity="0,0,-9.81")
        b = cantilever(**keys, base_acceleration_z="9.81")
        self.assertGreater(abs(tip(a)[2]), 1)
        np.testing.assert_allclose(tip(a), tip(b), atol=1e-9)
        self.assertLess(abs(a.energy["total"] - a.energy["external"]).max(), 2e-2 * a.energy["kinetic"].max())

    def test_free_fall(self):
        """A body, its center beside its node, spins as it falls: its center moves on a parabola."""
        center = np.array([0.3, -0.1, 0.2])
        out = run(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=2, part_body_inertia="1,2,2.5,0.1,0,0.2",
                  part_body_center="0.3,-0.1,0.2", gravity="0,0,-9.81", initials="end", initial_end_angular_velocity_x=3, initial_end_angular_velocity_y=0.1,
                  initial_end_velocity_x=1, probes="end", integrator="esdirk43_6l", dt=0.01, t_end=2)
        w, x, y, z = out.probe["end"]["rotation"].T
        R = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
        at = out.probe["end"]["displacement"] + np.einsum("ijt,j->ti", R, center)
        start = np.array([1, 0, 0]) + np.cross([3, 0.1, 0], center)
        t = out.time[:, None]
        np.testing.assert_allclose(at, center + start * t + [0, 0, -9.81 / 2] * t**2, atol=1e-7)  # order 4 at 0.01
        spin = out.history["angular_momentum"] - np.cross(np.array([1.0, 0, 0]) + at, out.history["momentum"])
        self.assertLess(np.abs(spin - spin[0]).max(), 1e-6 * np.linalg.norm(spin[0]))  # likewise
        self.assertLess(np.abs(out.energy["total"] - out.energy["external"] - out.energy["total"][0]).max(), 1e-3 * out.energy["total"][0])  # work: order 2


class Dynamics(unittest.TestCase):
    def test_flying_beam(self):
        """From t = 5 on nothing acts. Linear momentum is 8 (2.5 s of mean force) exactly, for every scheme of Runge-Kutta type; multi-step schemes and those with an
        averaged acceleration remember the load for some steps. Angular momentum is kept to the order of the scheme, none keeps it exactly."""
        after = lambda out, t: out.time > t
        for scheme in ("trapezoidal", "bathe", "msstc3", "esdirk32_5l", "esdirk43_6l", "mssth3", "tr_bdf2_q"):
            out = run("flying_beam", integrator=scheme, t_end=8)
            P = out.history["momentum"][after(out, 5.05)]
            self.assertLess(np.ptp(P, axis=0).max(), 1e-9 * 20, scheme)
            self.assertAlmostEqual(P[-1, 0], 20, delta=1e-4 * 20, msg=scheme)  # kinks of the force within steps
        for scheme in ("lms2", "lms4", "ss2", "ss4", "generalized_alpha", "hht"):
            out = run("flying_beam", integrator=scheme, t_end=12)
            P = out.history["momentum"][after(out, 10)]  # rho_inf^100 of what was remembered
            self.assertLess(np.ptp(P, axis=0).max(), 1e-7 * 20, scheme)

    def test_rigid_mass_and_inertia(self):
        """A beam that turns as a whole has m v, the inertia of a rod with its sections' own, and the kinetic energy of both."""
        w, u = np.array([0.3, -0.7, 0.5]), np.array([1.0, 2.0, -0.5])
        middle, along = np.array([3.0, 4.0, 0]), np.array([-0.6, 0.8, 0])
        fields = {f"initial_all_velocity_{c}": f"{u[k]}+{w[(k + 1) % 3]}*({'xyz'[(k + 2) % 3]}-{middle[(k + 2) % 3]})-{w[(k + 2) % 3]}*({'xyz'[(k + 1) % 3]}-{middle[(k + 1) % 3]})"
                  for k, c in enumerate("xyz")}
        spin = {f"initial_all_angular_velocity_{c}": w[k] for k, c in enumerate("xyz")}
        rod = 100 * 10 / 12 * (np.eye(3) - np.outer(along, along))
        for order in (1, 2):
            for mass, least in (("consistent", 1e-12), ("lumped", None)):
                out = run("flying_beam", mesh_order=order, initials="all", **fields, **spin, part_beam_mass=mass, dt=1e-3, t_end=1e-3)
                sections = 10 * (20 * np.outer(along, along) + 10 * (np.eye(3) - np.outer(along, along)))
                inertia = rod + sections
                if least is None:  # mass at the nodes: the trapezoidal sum of x^2 (Simpson's is exact)
                    inertia = inertia + (1 / 10**2 * rod * 2 if order == 1 else 0)
                np.testing.assert_allclose(out.history["momentum"][0], 10 * u, rtol=1e-12)
                np.testing.assert_allclose(out.history["angular_momentum"][0], np.cross(middle, 10 * u) + inertia @ w, rtol=1e-11)
                self.assertAlmostEqual(out.energy["kinetic"][0] / (5 * u @ u + w @ inertia @ w / 2), 1, delta=1e-12)

    def test_modified_newton(self):
        """With matrices that are kept the answer is the same, for less: long steps and short ones, bending and membranes, steps of one size and of many."""
        cases = [("flying_beam", {"integrator": scheme, "dt": dt, "t_end": 100 * dt}) for scheme in ("lms4", "ss3", "generalized_alpha", "esdirk43_6l") for dt in (0.1, 0.005)]
        cases += [("flying_beam", {"adapt": True, "t_end": 5}), ("flying_beam", {"dt": 0.5}), ("truss_pendulum", {}), ("right_angle_cantilever", {})]
        for case, keys in cases:
            with self.subTest(f"{case} {keys}"):
                full, modified = (run(case, newton=newton, **keys) for newton in ("full", "modified"))
                for field in ("displacement", "velocity"):
                    a, b = full.by_id(field), modified.by_id(field)
                    self.assertLessEqual(abs(a - b).max(), 1e-9 * abs(a).max(), field)

    def test_kept_matrices(self):
        """Short steps take a matrix for many of them; iterations are counted as they are."""
        with tempfile.TemporaryDirectory() as folder:
            count = {}
            for newton in ("full", "modified"):
                log = os.path.join(folder, newton)
                done = fsolve(options("flying_beam", dt=0.002, t_end=0.4, newton=newton, output=os.path.join(folder, "out.h5"), overwrite=True, log_view=":" + log))
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(log) as file:
                    stepping = file.read().split("Event  ")[1].split(": Stepping\n")[1]
                count[newton] = {name: int(re.search(rf"^{name} +(\d+)", stepping, re.M).group(1)) for name in ("ElementTangents", "MatSolve")}
        self.assertEqual(count["full"]["ElementTangents"], count["full"]["MatSolve"])
        self.assertLess(count["modified"]["ElementTangents"], count["modified"]["MatSolve"] / 5)

    def test_angular_momentum(self):
        for scheme, order in (("trapezoidal", 2), ("ss4", 2), ("esdirk43_6l", 4)):
            drift = []
            for dt in (0.1, 0.05):
                out = run("flying_beam", integrator=scheme, dt=dt, t_end=8)
                L = out.history["angular_momentum"][out.time > 6]
                drift.append(np.ptp(L, axis=0).max())
            self.assertGreater(orders(drift)[-1], order - 0.5, f"{scheme} {drift}")

    def test_orders_in_space(self):
        """A cantilever let go from a bend: the tip at t = 1 against a fine mesh, at one small step."""
        keys = dict(part_beam_mass_per_length=1, part_beam_inertia="0.02,0.01,0.01,0,0,0", loads="end", load_end_force="1,4,6", load_end_time="sin(pi*t/4)^2",
                    integrator="esdirk43_6l", dt=0.02, t_end=2)
        fine = tip(cantilever(**keys, mesh_n=64, mesh_order=2))
        for order, wanted, n in ((1, 2, (16, 32, 64)), (2, 4, (4, 8, 16))):
            errors = [np.linalg.norm(tip(cantilever(**keys, mesh_n=k, mesh_order=order)) - fine) for k in n]
            self.assertGreater(orders(errors)[-1], wanted - 0.25, f"{errors}")

    def test_fast_turns_are_cut_back(self):
        """A body that turns by 6 rad a step: the step is cut, the motion is that of short steps."""
        keys = dict(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=1, part_body_inertia="2,3,4,0,0,0", supports="end",
                    support_end_fix="xyz", initials="end", initial_end_angular_velocity_x=60, initial_end_angular_velocity_y=1, probes="end", t_end=1)
        long = run(**keys, integrator="esdirk43_6l", dt=0.1)
        short = run(**keys, integrator="esdirk43_6l", dt=0.005)
        self.assertGreater(long.attrs["steps"], 0)
        self.assertLess(np.ptp(long.energy["total"]), 1e-2 * long.energy["total"][0])
        self.assertLess(abs(abs(long.probe["end"]["rotation"][-1] @ short.probe["end"]["rotation"][-1]) - 1), 1e-2)

    def test_moved_nodes_that_carry_loads(self):
        """Energy balance, trapezoidal rule: a membrane under pressure whose edge is moved; works are sums of order 2 in time."""
        skin = run(mesh="rectangle", mesh_n="8,8", parts="all", part_all_element="finite_membrane", part_all_young=1e6, part_all_poisson=0.3, part_all_thickness=0.01,
                   part_all_density=1000, part_all_prestress=1e4, supports="left,right", support_left_fix="xyz", support_left_motion_z="0.1*sin(3*t)^2", loads="all",
                   load_all_pressure=500, integrator="trapezoidal", dt=1e-3, t_end=0.3)
        balance = skin.energy["total"] - skin.energy["external"]
        self.assertLess(np.ptp(balance), 2e-3 * skin.energy["total"].max())

    def test_far_flight(self):
        """A free body that spins about its middle axis, at home and at 6.4e6 m: the same motion."""
        keys = dict(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=1, part_body_inertia="1,2,2.5,0,0,0", initials="end",
                    initial_end_angular_velocity_x=0.1, initial_end_angular_velocity_y=5, probes="end", integrator="lms4", rho_inf=1, dt=0.1, t_end=20)
        home, away = run(**keys), run(**keys, initial_end_displacement_x=6.4e6)
        np.testing.assert_allclose(away.probe["end"]["angular_velocity"], home.probe["end"]["angular_velocity"], atol=1e-7)

    def test_compound_pendulum(self):
        """A body on a hinge, its center 1 m beside, J about the hinge 3: at the bottom after a fall from the horizontal w^2 = 2 m g l/J."""
        out = run(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=2, part_body_center="1,0,0", part_body_inertia="1,1,1,0,0,0",
                  supports="end", support_end_fix="xyz", support_end_fix_rotation="xz", gravity="0,0,-9.81", probes="end", integrator="esdirk43_6l", dt=5e-3, t_end=2)
        self.assertAlmostEqual(out.probe["end"]["angular_velocity"][:, 1].max() / np.sqrt(2 * 2 * 9.81 / 3), 1, delta=1e-4)  # samples near the bottom

    def test_small_things(self):
        """A beam of 100 micrometres in SI units: entries of 1e-25 are not zero."""
        keys = dict(mesh="line", mesh_n=10, mesh_upper=1e-4, **BEAM, part_beam_set="all", part_beam_section="rectangle", part_beam_width=2e-6, part_beam_height=2e-6,
                    part_beam_young=160e9, part_beam_poisson=0.2, part_beam_density=2330, supports="start", loads="end", load_end_force="0,0,1e-6", probes="end",
                    integrator="trapezoidal", dt=1e-7, t_end=1e-5)
        self.assertGreater(abs(tip(run(**keys))[2]), 1e-8)
        wire = run(**STATIC, mesh="line", mesh_n=40, mesh_upper=1e-5, **BEAM, part_beam_set="all", part_beam_section="circle", part_beam_radius=5e-8, part_beam_young=1e12,
                   part_beam_poisson=0.3, supports="start", loads="end", load_end_force="0,0,4.9087e-10", probes="end")
        self.assertAlmostEqual(tip(wire)[2] / (4.9087e-10 * 1e-15 / (3 * 1e12 * np.pi / 4 * 5e-8**4)), 1, delta=2e-3)  # (w/L)^2, and h^2

    def test_torsional_oscillator(self):
        """A body on a rotational spring to ground: theta'' = -(k/J) theta about one axis, any angle."""
        keys = dict(mesh="line", parts="body,spring", part_body_set="end", part_body_element="body", part_body_mass=1, part_body_inertia="2,3,4,0,0,0",
                    part_spring_set="end", part_spring_element="rotational_spring", part_spring_stiffness=8, supports="end", support_end_fix="xyz",
                    initials="end", initial_end_rotation_x=2, probes="end", integrator="esdirk43_6l", dt=0.01, t_end=3)
        out = run(**keys)
        theta = 2 * np.arctan2(out.probe["end"]["rotation"][:, 1], out.probe["end"]["rotation"][:, 0])
        np.testing.assert_allclose(theta, 2 * np.cos(2 * out.time), atol=1e-6)
        self.assertLess(np.ptp(out.energy["total"]), 1e-6 * 16)
        damped = run(**keys, part_spring_damping=0.8)
        xi, w = 0.1, 2
        wd = w * np.sqrt(1 - xi**2)
        exact = 2 * np.exp(-xi * w * out.time) * (np.cos(wd * out.time) + xi * w / wd * np.sin(wd * out.time))
        theta = 2 * np.arctan2(damped.probe["end"]["rotation"][:, 1], damped.probe["end"]["rotation"][:, 0])
        np.testing.assert_allclose(theta, exact, atol=1e-6)
        self.assertLess(np.ptp(damped.energy["total"] + damped.energy["damping"]), 1e-4 * 16)  # the sum is of order 2

    def test_eccentric_body(self):
        """A body that only turns, its center of mass at (1, 2, 3): weight moves it though no displacement is free, and 2 g (3 - height) is its energy."""
        out = run(mesh="line", parts="body", part_body_set="end", part_body_element="body", part_body_mass=2, part_body_center="1,2,3", part_body_inertia="1,1.2,1.4,0,0,0",
                  supports="end", support_end_fix="xyz", gravity="0,0,-10", probes="end", integrator="esdirk43_6l", dt=0.01, t_end=1)
        w, x, y, z = out.probe["end"]["rotation"].T
        height = 2 * (x * z - w * y) * 1 + 2 * (y * z + w * x) * 2 + (1 - 2 * (x**2 + y**2)) * 3
        self.assertGreater(out.energy["kinetic"][-1], 50)
        np.testing.assert_allclose(out.energy["kinetic"], 2 * 10 * (3 - height), atol=1e-7)  # the steps leave 2e-9

    def test_slack_damped_cable(self):
        """Explicit schemes take the damping of a cable that is slack at the start and taut from the initial displacement on: without it all of these fall to order 1."""
        keys = dict(mesh="line", mesh_n=1, parts="cable,mass", part_cable_set="all", part_cable_element="cable", part_cable_ea=100, part_cable_mass_per_length=1,
                    part_cable_mass="lumped", part_cable_prestress=-10, part_cable_damping=0.02, part_mass_set="end", part_mass_element="mass", part_mass_mass=1,
                    supports="start", initials="end", initial_end_displacement_x=0.3, probes="end", t_end=0.08)
        exact = tip(run(**keys, integrator="esdirk43_6l", dt=0.0002))
        for scheme, wanted in (("central_difference", 2), ("ce4", 3), ("ce4_1_4", 3)):
            errors = [np.linalg.norm(tip(run(**keys, integrator=scheme, dt=dt)) - exact) for dt in (0.008, 0.004, 0.002)]
            self.assertAlmostEqual(orders(errors)[-1], wanted, delta=0.1, msg=f"{scheme} {errors}")

    def test_damped_beam(self):
        """Kelvin-Voigt: energy goes where the balance says."""
        out = cantilever(part_beam_mass_per_length=1, part_beam_inertia="0.02,0.01,0.01,0,0,0", part_beam_damping=0.05, loads="end", load_end_force="1,4,6",
                         load_end_time="t<1 ? sin(pi*t)^2 : 0", integrator="trapezoidal", dt=0.01, t_end=4)
        self.assertGreater(out.energy["damping"][-1], 0.1 * out.energy["external"][-1])
        balance = out.energy["total"] + out.energy["damping"] - out.energy["external"]
        self.assertLess(np.abs(balance).max(), 5e-3 * out.energy["total"].max())


if __name__ == "__main__":
    unittest.main()
