# SPDX-License-Identifier: BSD-2-Clause
"""Gravity and the motion of the ground along a direction in which a part does not move: a warning names both."""
import os
import re
import tempfile
import unittest

from run import fsolve, options

MEMBRANE = dict(mesh="rectangle", mesh_n="4,4", parts="skin", part_skin_set="all", part_skin_element="membrane", part_skin_tension=300, part_skin_mass_per_area=1, supports="left")
BARS = dict(mesh="line", mesh_n=4, parts="rod", part_rod_set="all", part_rod_element="bar", part_rod_young=1e3, part_rod_area=1, part_rod_density=1, supports="start")
BEAMS = dict(mesh="line", mesh_n=2, parts="arm", part_arm_set="all", part_arm_element="beam", part_arm_section="circle", part_arm_radius=0.01, part_arm_young=1e9, part_arm_poisson=0.3,
             part_arm_density=1000, supports="start")


class Gravity(unittest.TestCase):
    def warned(self, model, ranks=1, **more):
        """The options, parts and directions of the warnings of a run."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(None, **model, **more, dt=0.01, t_end=0.02, quiet=True, output=os.path.join(folder, "o.h5")), ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"warning: (\S*) has no effect on part '(\w*)' along (.)", done.stderr)

    def test_directions_without_dofs(self):
        self.assertEqual(self.warned(MEMBRANE, gravity="1,0,1"), [("-gravity", "skin", "x")])
        self.assertEqual(self.warned(MEMBRANE, gravity="0,0,1"), [])
        self.assertEqual(self.warned(MEMBRANE, base_acceleration_y=1, base_acceleration_z=1), [("-base_acceleration_y", "skin", "y")])
        self.assertEqual(self.warned(BARS, gravity="1,0,-1", ranks=3), [("-gravity", "rod", "z")])
        self.assertEqual(self.warned(BARS, base_acceleration_x="sin(t)", base_acceleration_y="sin(t)"), [("-base_acceleration_y", "rod", "y")])
        self.assertEqual(self.warned(BEAMS, gravity="1,2,3", base_acceleration_y=1), [])


if __name__ == "__main__":
    unittest.main()
