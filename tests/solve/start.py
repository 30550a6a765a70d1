# SPDX-License-Identifier: BSD-2-Clause
"""Consistent starts of mechanisms: positions and velocities are assembled, reactions are right from the first step."""
import unittest

import numpy as np

from models import joint, one_body, rotation_vector, two_bodies
from run import fsolve, options, run


class Starts(unittest.TestCase):
    def test_positions_are_assembled(self):
        """Pulled off its place, the bob goes back to the nearest point of the circle; turned, it turns back."""
        keys = {"initials": "end", "initial_end_displacement_x": 0.3, "initial_end_displacement_y": 0.4, "assemble": "all", "t_end": 0.01}
        out = run("pendulum_dae", **keys)
        self.assertLess(out.constraint["position"][0], 1e-12)
        x = out.probe["bob"]["displacement"][0, :2] + [1, 0]
        np.testing.assert_allclose(x / np.linalg.norm(x), np.array([1.3, 0.4]) / np.hypot(1.3, 0.4), atol=0.1)

    def test_velocities_are_assembled(self):
        """What the joint does not allow goes; what it allows stays."""
        out = run("pendulum_dae", initials="end", initial_end_velocity_x=3, initial_end_velocity_y=2, initial_end_angular_velocity_z=2, assemble="velocities", t_end=0.01)
        np.testing.assert_allclose(out.probe["bob"]["velocity"][0], [0, 2, 0], atol=1e-12)

    def test_quadrature_is_refused(self):
        """The paper's quadrature of 004 leaves the constraints, unless the step is projected."""
        done = fsolve(options("slider_crank", integrator="tr_bdf2_q", tr_bdf2_q_advance="quadrature"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("-tr_bdf2_q_advance quadrature leaves the constraints", done.stderr)
        self.assertLess(run("slider_crank", integrator="tr_bdf2_q", tr_bdf2_q_advance="quadrature", stabilize="projection", t_end=0.1).constraint["position"].max(), 1e-13)

    def test_misaligned_axis(self):
        """An axis that the body has 0.1 rad beside that of ground: assembled, the body is turned by that, and turns about ground's axis."""
        keys = joint("hinge", "revolute", set="body", axis="0,0,1", second_axis=f"{np.sin(0.1)!r},0,{np.cos(0.1)!r}")
        out = one_body((0, 0, 0), joints="hinge", assemble="all", initials="body", initial_body_angular_velocity_z=3, **keys)
        self.assertAlmostEqual(np.linalg.norm(rotation_vector(out.probe["body"]["rotation"][:1])), 0.1, delta=1e-10)
        w = out.probe["body"]["angular_velocity"]
        np.testing.assert_allclose(w, [[0, 0, w[0, 2]]] * len(w), atol=1e-9)

    def test_reactions_at_short_steps(self):
        """Constraints are scaled with the step: reactions of steps of 0.1 us are not lost in round-off."""
        out = run("pendulum_dae", integrator="bathe", stabilize="velocity", dt=1e-7, t_end=2e-6, initials="end", initial_end_velocity_y=2, initial_end_angular_velocity_z=2)
        np.testing.assert_allclose(out.probe["pivot"]["reaction"][:, 0], -4, atol=1e-3)

    def test_small_misfits_are_mended(self):
        out = run("slider_crank", joint_pin_point="0.3000001,0,0", t_end=0.01)
        self.assertLess(out.constraint["position"].max(), 1e-13)

    def test_angles_of_any_size(self):
        """A body that is turned by up to half a turn goes back by that about that axis, on every joint that holds it; to ground and to another body that is as heavy."""
        axis = np.array([2.0, -1, 2]) / 3
        start = lambda angle, name: {f"initial_{name}_rotation_{c}": angle * x for c, x in zip("xyz", axis)}
        for angle in (1.6, 2.4, 3.1):
            for type, keys in (("weld", {}), ("prismatic", {"axis": "0,1,0"}), ("revolute", {"axis": "0,1,0", "angle": "0"})):
                out = one_body((1, 0, 0), joints="hold", initials="body", assemble="positions", t_end=0.01, **joint("hold", type, set="body", **keys), **start(angle, "body"))
                np.testing.assert_allclose(out.probe["body"]["rotation"][0], [1, 0, 0, 0], atol=1e-12, err_msg=f"{type} {angle}")
                out = two_bodies((0, 0, 0), (0, 0, 0), joints="hold", initials="two", assemble="positions", t_end=0.01, **joint("hold", type, set="pair", **keys), **start(angle, "two"))
                half = [np.cos(angle / 4), *(np.sin(angle / 4) * axis)]
                for name in ("one", "two"):
                    np.testing.assert_allclose(out.probe[name]["rotation"][0], half, atol=1e-11, err_msg=f"{type} {angle}")

    def test_a_driver_half_a_turn_away(self):
        """The crank that a driver wants at the angle pi is turned there."""
        out = one_body((1, 0, 0), joints="motor", assemble="positions", t_end=0.01, **joint("motor", "revolute", set="body", axis="0,0,1", point="0,0,0", angle="pi"))
        np.testing.assert_allclose(out.probe["body"]["displacement"][0], [-2, 0, 0], atol=1e-12)

    def test_the_least_motion(self):
        """Two bodies that a weld turns and shifts: with m = 1, J = 0.1 and a distance of 1, the second turned by phi about z, the first turns by the theta of the least
        theta^2 J + (phi - theta)^2 J + m |shift|^2, where the second body's shift and the first's are opposite and 2 sin(theta/2) together."""
        phi = 0.8
        theta = np.linspace(0, phi, 2000001)
        least = theta[np.argmin(0.1 * theta**2 + 0.1 * (phi - theta) ** 2 + 2 * np.sin(theta / 2) ** 2)]
        out = two_bodies((0, 0, 0), (1, 0, 0), joints="weld", initials="two", initial_two_rotation_z=phi, assemble="positions", t_end=0.01, **joint("weld", "weld", set="pair"))
        self.assertAlmostEqual(2 * np.arcsin(out.probe["one"]["rotation"][0, 3]), least, delta=1e-6)

    def test_rounding_is_relative_to_the_model(self):
        """Misfits of 1e-8 of the size are mended in a model of any size, those of 1e-5 refused; so are velocities. One of rounding alone: a driver that begins at rest."""
        keys = {"joints": "pin", **joint("pin", "spherical", set="body", point="0,0,0", second_point="{0!r},0,0")}
        for size in (1e-3, 1.0, 1e3):
            grow = lambda by: {**keys, "joint_pin_second_point": f"{size * by!r},0,0"}
            out = one_body((size, 0, 0), t_end=0.01, **grow(1e-8))
            self.assertLess(out.constraint["position"].max(), 1e-12 * size)
            with self.assertRaisesRegex(RuntimeError, "initial positions do not fit"):
                one_body((size, 0, 0), t_end=0.01, **grow(1e-5))
            spin = {"initials": "body", "initial_body_angular_velocity_z": 1}
            one_body((size, 0, 0), t_end=0.01, initial_body_velocity_y=size * (1 + 1e-7), **spin, **grow(0))
            with self.assertRaisesRegex(RuntimeError, "initial velocities do not fit"):
                one_body((size, 0, 0), t_end=0.01, initial_body_velocity_y=size * (1 + 1e-5), **spin, **grow(0))
        one_body((1, 0, 0), joints="motor", t_start=3, t_end=3.1, **joint("motor", "revolute", set="body", axis="0,0,1", point="0,0,0", angle="1-cos(t-3)"))

    def test_static_start(self):
        """A chain of bodies, horizontal at first, hangs in equilibrium before it is let go: nothing moves."""
        chain = {"mesh": "frame", "points": "link", "point_link": "0.5,0,0", "links": "pin", "link_pin": "link,link+1", "patterns": "chain", "pattern_chain": "link", "pattern_chain_n": 5, "pattern_chain_vector": "1,0,0"}
        keys = {**chain, "parts": "link", "part_link_element": "body", "part_link_mass": 1, "part_link_inertia": "1,1,1,0,0,0", "gravity": "0,0,-9.81", "joints": "first,pin", **joint("first", "revolute", set="link", where="x<1", axis="0,1,0", point="0,0,0", angle_stiffness=50), **joint("pin", "revolute", axis="0,1,0", angle_stiffness=50)}
        out = run(initial_static=True, probes="last", probe_last_point="4.5,0,0", dt=0.01, t_end=0.2, **keys)
        moved = out.probe["last"]["displacement"]
        self.assertGreater(abs(moved[0, 2]), 1)
        np.testing.assert_allclose(moved, [moved[0]] * len(moved), atol=1e-8)
        np.testing.assert_allclose(out.probe["first"]["reaction"][:, :3], [[0, 0, 5 * 9.81]] * len(moved), atol=1e-5)


if __name__ == "__main__":
    unittest.main()
