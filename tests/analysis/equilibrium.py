# SPDX-License-Identifier: BSD-2-Clause
"""Equilibria: where they are, what begins in one stays, what has none is refused."""
import os
import tempfile
import unittest

import numpy as np

from models import BEAM, SLENDER, STATIC, angle, cantilever, orders, tip
import gmsh_file  # tools/
from run import RELEASE, fsolve, options, release, run


class Statics(unittest.TestCase):
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

    def test_slack_line_that_is_drawn_straight(self):
        """80 m of cable between points 40 m apart, drawn straight on and folded back: the elastic catenary; held at one end alone it hangs down."""
        EA, w, L, span, at = 1e7, 2 * 9.81, 80.0, 40.0, 60.0
        keys = {"analysis": "static", "mesh": "frame", "points": "a,b,c", "point_a": "0,0,0", "point_b": f"{at},0,0", "point_c": f"{span},0,0", "members": "line,back", "member_line": "a,b",
                "member_line_n": 60, "member_back": "b,c", "member_back_n": 20, "directions": "xz", "parts": "line", "part_line_set": "all", "part_line_element": "cable", "part_line_ea": EA,
                "part_line_mass_per_length": 2, "gravity": "0,0,-9.81", "probes": "b"}
        x = lambda H, s: H / w * (np.arcsinh(w * (s - L / 2) / H) + np.arcsinh(w * L / 2 / H)) + H * s / EA
        low, high = 1.0, EA
        for _ in range(200):
            H = (low + high) / 2
            low, high = (H, high) if x(H, L) < span else (low, H)
        z = (np.hypot(H, w * (at - L / 2)) - np.hypot(H, w * L / 2)) / w + w / EA * (at**2 - at * L) / 2
        found = tip(run(**keys, supports="a,c"), "b")
        np.testing.assert_allclose((found[0], found[2]), (x(H, at) - at, z), atol=1e-3 * L)  # of elements of 1 m: order 2 in the mesh
        found = tip(run(**keys, supports="a"), "b")
        np.testing.assert_allclose((found[0], found[2]), (-at, -at - w / EA * (L * at - at**2 / 2)), atol=1e-6 * L)

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
        """A beam on a ball joint under a moment, and a free one under a force have no equilibrium."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**STATIC, "mesh": "line", "mesh_n": 3, "mesh_upper": 10, **BEAM, "part_beam_set": "all", **SLENDER, "loads": "end", "output": os.path.join(folder, "out.h5")}
            for case in ({**keys, "supports": "start", "support_start_fix": "xyz", "load_end_moment": "0,0,1"},
                         {**keys, "mesh_order": 2, "supports": "start", "support_start_fix": "xyz", "load_end_moment": "0,0,1"},
                         {**keys, "supports": "start", "support_start_fix": "xyz", "load_end_force": "0,0,1"}, {**keys, "load_end_force": "0,0,1"}):
                for ranks in (1, 2, 3) if RELEASE else (3,) if "load_end_moment" in case and "mesh_order" not in case else (1,):
                    done = fsolve(options(**case, overwrite=True), ranks=ranks)
                    self.assertEqual(done.returncode, 3, (case, ranks, done.stdout, done.stderr))
                    self.assertRegex(done.stderr, "no equilibrium beyond t = .*mechanism")

    def test_clamped_is_no_mechanism(self):
        """A clamped cantilever under a follower load that no equilibrium bears: the message does not blame the supports."""
        rod = {"mesh": "line", **BEAM, "part_beam_set": "all", "part_beam_section": "circle", "part_beam_radius": 0.01, "part_beam_young": 2e11, "part_beam_poisson": 0.3,
               "part_beam_density": 7800, "supports": "start", "loads": "end", "load_end_force": "0,1e9,0", "load_end_follower": True}
        with tempfile.TemporaryDirectory() as folder:
            for n in (2, 8):
                done = fsolve(options(**rod, mesh_n=n, analysis="modes", initial_static=True), cwd=folder)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertNotIn("rigid motion", done.stderr)

    def test_carried_far(self):
        """An elastica whose clamp is first carried by 3e5 lengths: where it is makes no difference; coordinates have 1e-11 of a length left there, and steps of any size spread by 2e-7."""
        out = run("elastica", supports="start", support_start_fix="all", support_start_motion_x="3e5*min(1,2*t)", load_end_time="max(0,2*t-1)")
        np.testing.assert_allclose(tip(out)[2], tip(run("elastica"))[2], atol=5e-7)

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


def green_truss(**keys):
    """One truss of EA 3 and L 1 under a force of -0.5: 1.5 s (s^2 - 1) = -0.5 has the stable root 0.742227 and the unstable one 0.394931."""
    return run(**{**STATIC, "mesh": "line", "mesh_n": 1, "parts": "truss", "part_truss_set": "all", "part_truss_element": "truss", "part_truss_ea": 3, "part_truss_mass_per_length": 1,
                  "supports": "start,end", "support_end_fix": "yz", "loads": "end", "load_end_force": "-0.5,0,0", "probes": "end", **keys})


class FirstRow(unittest.TestCase):
    STABLE = max(np.roots([1.5, 0, -1.5, 0.5])) - 1

    def test_own_axes(self):
        """A support whose own axis x is z, and whose motion is 0.01 m at the start, is the support that moves z, in statics, before a motion and in linear models; on three ranks, too."""
        keys = {"mesh": "line", "mesh_n": 4, "mesh_upper": 1, "parts": "b", "part_b_set": "all", "part_b_element": "beam", "part_b_ea": 1e6, "part_b_gay": 1e6, "part_b_gaz": 1e6, "part_b_gj": 100,
                "part_b_eiy": 100, "part_b_eiz": 100, "part_b_mass_per_length": 1, "supports": "start,end", "support_start_fix": "xyz", "support_start_fix_rotation": "all", "probes": "end"}
        for more in ({"analysis": "static"}, {"initial_static": True, "dt": 1e-3, "t_end": 3e-3}, {"analysis": "static", "linearize": True}):
            plain = run(**keys, **more, support_end_fix="z", support_end_motion_z="0.01+t^2/100")
            for ranks in (1, 3):
                own = run(**keys, **more, support_end_axes="0,0,1,0,1,0", support_end_fix="x", support_end_motion_x="0.01+t^2/100", ranks=ranks)
                self.assertAlmostEqual(own.probe["end"]["displacement"][0, 2], 0.01, delta=1e-14)
                np.testing.assert_allclose(own.probe["end"]["displacement"][[0, -1]], plain.probe["end"]["displacement"][[0, -1]], atol=1e-9)

    def test_loads_that_act_at_once(self):
        """The first row is the equilibrium at -t_start, and a path stays on its branch: loads that stay push nothing on, at once or after a jump."""
        for keys in ({"load_end_time": 1}, {"t_start": 1, "t_end": 2, "load_end_time": "min(t,1)"}, {"load_end_force": "0,0,0", "base_acceleration_x": 1}):
            out = green_truss(**keys)
            np.testing.assert_allclose(out.probe["end"]["displacement"][:, 0], self.STABLE, atol=1e-9)
        jump = green_truss(load_end_time="t>0.35", dt=0.1)
        np.testing.assert_allclose(jump.probe["end"]["displacement"][:, 0], np.where(jump.time > 0.35, self.STABLE, 0), atol=1e-9)
        beam = cantilever(**STATIC, t_start=0.5, t_end=1, loads="end", load_end_moment="0,-10,0")
        self.assertAlmostEqual(angle(beam.probe["end"]["rotation"][0]), 0.5, delta=1e-9)

    def test_linear(self):
        out = cantilever(**STATIC, linearize=True, t_start=0.5, t_end=1, loads="end", load_end_moment="0,-10,0")
        np.testing.assert_allclose(out.energy["strain"][1] / out.energy["strain"][0], 4, rtol=1e-9)

    def test_guess(self):
        """Initial displacements without a load are a guess: the first row is the equilibrium after it, of two cables that have none at rest."""
        out = cables([(-1, 0, 0), (0, 0, 0), (1, 0, 0)], initials="node", initial_node_displacement_z=0.1, load_node_force="0,0,100", dt=0.5)
        np.testing.assert_allclose(out.time, [0.5, 1])
        np.testing.assert_allclose(out.probe["node"]["displacement"][:, 2], [5e-4 ** (1 / 3), 1e-3 ** (1 / 3)], rtol=1e-9)


def cables(nodes, ranks=1, **keys):
    """Two cables of EA 1e5 between three nodes, and a force on the middle one."""
    sets = {"cable": (gmsh_file.LINE, [(0, 1), (1, 2)]), "held": (gmsh_file.POINT, [(0,), (2,)]), "node": (gmsh_file.POINT, [(1,)])}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mesh.msh")
        gmsh_file.write(path, nodes, sets)
        return run(**{**STATIC, "mesh": path, "parts": "cable", "part_cable_element": "cable", "part_cable_ea": 1e5, "part_cable_mass_per_length": 1, "supports": "held",
                      "loads": "node", "probes": "node", **keys}, ranks=ranks)


class Told(unittest.TestCase):
    def test_case_of_a_motion(self):
        """A case that has the options of a motion runs statically, and a line names them; an end of the load factor beside 1 is told."""
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 2) if RELEASE else (1,):
                done = fsolve(options("roll_up", output=os.path.join(folder, "out.h5"), overwrite=True, integrator="ss4", rho_inf=0.5, adapt=True, initial_static=True, t_end=2,
                                      initials="end", initial_end_velocity_x=1), ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("ignored options of other analyses: -integrator, -rho_inf, -adapt, -initial_static, -initial_end_velocity_x\n", done.stdout)
                self.assertIn("loads without a time function end at 2 times their values", done.stdout)
            done = fsolve(options("roll_up", output=os.path.join(folder, "out.h5"), overwrite=True, buckling=6, modes=4, response_points=3))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("ignored options of other analyses: -modes, -buckling, -response_points\n", done.stdout)
            done = fsolve(options("roll_up", output=os.path.join(folder, "out.h5"), overwrite=True))
            self.assertNotRegex(done.stdout, "ignored options|times their values")


class Slack(unittest.TestCase):
    """Cables without any stiffness at the start are pulled taut by the exact model: N = EA (s^2 - 1)/2 of Green's strain, P = N s."""

    def balance(self, out, nodes, force, prestress=0):
        x = np.array(nodes[1]) + tip(out, "node")
        pull = np.zeros(3)
        for end in (nodes[0], nodes[2]):
            d, L = np.array(end) - x, np.linalg.norm(np.array(end) - nodes[1])
            s = np.linalg.norm(d) / L
            pull += max(0, prestress + 1e5 * (s**2 - 1) / 2) * d / L
        np.testing.assert_allclose(pull, -np.array(force), atol=1e-7 * np.linalg.norm(force))

    def test_two_cables(self):
        down, line = [(-1, 1, 0), (0, 0, 0), (1, 1, 0)], [(-1, 0, 0), (0, 0, 0), (1, 0, 0)]
        for nodes, force, keys in ((down, (0, -1000, 0), {}), (down, (0, -1000, 0), {"part_cable_prestress": -500}), (down, (0, 100, 50), {}), (line, (0, 0, 1), {}),
                                   (line, (0, 0, 1), {"part_cable_element": "truss"})):
            for ranks in (1, 2) if RELEASE else (1,):
                with self.subTest(f"{nodes} {force} {keys} {ranks}"):
                    out = cables(nodes, ranks, load_node_force="{},{},{}".format(*force), **keys)
                    self.balance(out, nodes, force, keys.get("part_cable_prestress", 0))

    def test_line_of_trusses(self):
        """Across a line of 8 trusses at most a load can act that they carry by sagging: each node in equilibrium, by the ratio of the slopes' moments."""
        out = run(**STATIC, mesh="line", mesh_n=8, parts="truss", part_truss_set="all", part_truss_element="truss", part_truss_ea=1, part_truss_mass_per_length=1,
                  supports="start,end", loads="all", load_all_force="0,0,1", probes="a,b", probe_a_point="0.5,0,0", probe_b_point="0.125,0,0")
        ends = run(**STATIC, mesh="line", mesh_n=8, parts="truss", part_truss_set="all", part_truss_element="truss", part_truss_ea=1, part_truss_mass_per_length=1,
                   supports="start,end", loads="all", load_all_force="0,0,1", initials="all", initial_all_displacement_z="x*(1-x)", probes="a,b", probe_a_point="0.5,0,0", probe_b_point="0.125,0,0")
        for probe in ("a", "b"):
            np.testing.assert_allclose(tip(out, probe), tip(ends, probe), atol=1e-8)


class Fixed(unittest.TestCase):
    """One element whose dofs are all fixed: its fixed-end forces."""

    BEAM = {"mesh": "line", "mesh_n": 1, "mesh_upper": 3, **BEAM, "part_beam_set": "all", **SLENDER, "part_beam_expansion": 1e-5, "part_beam_temperature": 0.06, "part_beam_temperature_gradient_z": 3.6,
            "part_beam_mass_per_length": 2, "supports": "start,end", "support_end_fix": "all"}

    def test_clamped_beam(self):
        """EA alpha T and EI alpha T' of a heated beam, and half of its weight at each end; linear and not, moved, in statics and in motions, on ranks without dofs. Strains are so small that the nonlinear answers agree to 1e-6."""
        keys = {**self.BEAM, "gravity": "0,0,-0.01"}
        moved = {"support_end_motion_x": "1e-7*t"}
        for more in ({}, {"linearize": True}, {"linearize": True, **moved}, moved):
            for ranks in (1, 2, 3) if RELEASE else (1, 3) if more == {} or len(more) == 2 else (1,):
                out = run(**STATIC, **keys, **more, ranks=ranks)
                force = 0.6 - (1e6 * 1e-7 / 3 if "support_end_motion_x" in more else 0)
                moment = 2 * 0.01 * 3**2 / 12
                np.testing.assert_allclose(out.reaction["start"][-1], [force, 0, 0.03, 0, 3.6e-3 - moment, 0], atol=1e-6, err_msg=f"{more}, {ranks}")
                np.testing.assert_allclose(out.reaction["end"][-1], [-force, 0, 0.03, 0, moment - 3.6e-3, 0], atol=1e-6)
        for more in ({}, {"initial_static": True}, {"integrator": "central_difference"}, {"linearize": True}):
            out = run(**keys, **more, dt=0.1, t_end=0.2)
            np.testing.assert_allclose(out.reaction["start"][-1, [0, 2, 4]], [0.6, 0.03, 3.6e-3 - moment], atol=1e-6, err_msg=str(more))

    def test_truss(self):
        """A truss between two ends that move apart, statically and in a motion: EA (s - 1) of the engineering strain."""
        keys = {"mesh": "line", "mesh_n": 1, "parts": "truss", "part_truss_set": "all", "part_truss_element": "truss", "part_truss_ea": 3, "part_truss_strain": "biot",
                "part_truss_mass_per_length": 1, "supports": "start,end", "support_start_fix": "yz", "support_end_fix": "yz", "support_start_motion_x": "-0.1*t^3", "support_end_motion_x": "0.2*t^3"}
        for ranks in (1, 3):
            self.assertAlmostEqual(run(**STATIC, **keys, ranks=ranks).reaction["end"][-1, 0], 0.9, delta=1e-9)
        pulled = run(**keys, dt=0.25, t_end=1).reaction["end"][-1, 0]  # and the inertia of 1 kg as linear functions move it: a = -0.6, 1.2
        self.assertAlmostEqual(pulled, 0.9 + 1.2 / 3 - 0.6 / 6, delta=1e-9)

    def test_nothing_vibrates(self):
        for analysis in ("modes", "buckling", "path"):
            done = fsolve(options(**self.BEAM, analysis=analysis))
            self.assertEqual(done.returncode, 2)
            self.assertIn("supports fix all dofs of the model, so that nothing can move; take sets out of -supports", done.stderr)


class Levels(unittest.TestCase):
    def test_multiples_are_hit(self):
        """Every multiple of -dt is a row, also after steps that were cut back."""
        for case, dt in (("bend_45", 0.4), ("elastica", 0.45))[0 if RELEASE else 1:]:
            out = run(case, dt=dt, snes_max_it=7, newton_mixed=False)
            self.assertGreater(len(out.time), 1 + np.ceil(1 / dt), "nothing was cut back")
            for level in (*np.arange(0, 1, dt), 1):
                self.assertEqual(np.count_nonzero(abs(out.time - level) < 1e-12), 1, (case, level, out.time))

    @release
    def test_equal_steps_are_counted(self):
        out = run(**STATIC, mesh="line", mesh_n=1, parts="bar", part_bar_set="all", part_bar_element="bar", part_bar_young=1, part_bar_area=1, part_bar_density=1,
                  supports="start", support_start_fix="all", loads="end", load_end_force="1,0,0", dt=1e-5)
        self.assertEqual(out.attrs["steps"], 100000)


if __name__ == "__main__":
    unittest.main()
