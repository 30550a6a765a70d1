"""Joints that are refused: keys of another type, positions and velocities that do not fit, drivers of what is held."""
import unittest

import refusal


class Joints(refusal.Table):
    ROWS = [
        ("slider_crank", {"joints": "shaft,pin,slider,ghost"}, r"-joints ghost: the mesh has no set 'ghost'; it has"),
        ("slider_crank", {"joint_shaft_set": "crnak"}, r"-joint_shaft_set: the mesh has no set 'crnak'; did you mean 'crank'"),
        ("slider_crank", {"joint_pin_type": "hinge"}, r"-joint_pin_type hinge: unknown.*revolute"),
        ("slider_crank", {"joint_pin_axis": "0,0,0"}, r"-joint_pin_axis: joint 'pin' needs a direction that is not 0,0,0"),
        ("slider_crank", {"joint_pin_type": "spherical"}, r"-joint_pin_axis: a spherical joint has no axis"),
        ("slider_crank", {"joint_pin_length": 1}, r"-joint_pin_length: a revolute joint has no length"),
        ("slider_crank", {"joint_pin_displacement": "t"}, r"-joint_pin_displacement: a revolute joint has no displacement that is free"),
        ("slider_crank", {"joint_pin_angle": "t", "joint_pin_angular_velocity": "1"}, r"-joint_pin_angle and -joint_pin_angular_velocity of joint 'pin': give one of them"),
        ("slider_crank", {"joint_pin_angle": "t", "joint_pin_angle_stiffness": 1}, r"-joint_pin_angle_stiffness: the angle of joint 'pin' is not free"),
        ("slider_crank", {"joint_slider_displacement_damping": -1}, r"-joint_slider_displacement_damping -1: must not be negative"),
        ("slider_crank", {"joint_pin_angle": "sqrt(-1-t)"}, r'-joint_pin_angle "sqrt\(-1-t\)" has no finite value at t = 0'),
        ("slider_crank", {"joint_pin_angl": "t"}, r"-joint_pin_angl; did you mean -joint_pin_angle\?"),
        ("slider_crank", {"joint_pin_second_point": "0.3,0.1,0"}, r"the initial positions do not fit the joints: joint 'pin' at \(0.3, 0.1, 0\) is off by 0.1 m; .*-assemble positions"),
        ("slider_crank", {"joint_pin_angle": "2.5+t"}, r"joint 'pin' at \(0.3, 0, 0\) is off by 2.5 rad; mend them"),
        ("slider_crank", {"joint_slider_point": "0,5,0", "joint_slider_second_point": "0.9,0,0", "assemble": "all"}, r"the model cannot be assembled: joint '\w+' at .* stays off by"),
        ("slider_crank", {"initials": "crank", "initial_crank_velocity_y": 1}, r"the initial velocities do not fit the joints: joint '\w+' at .* is off by 1 m/s; .*-assemble velocities"),
        ("slider_crank", {"supports": "crank", "support_crank_fix": "all", "joint_shaft_angle": "0*t"}, r"drivers of joints prescribe motions that other joints and supports hold already: shaft; supports of their nodes: crank \("),
        ("slider_crank", {"joints": "shaft,pin,slider,lock", "joint_lock_set": "pin", "joint_lock_type": "weld", "joint_pin_angle": "0*t"}, r"drivers of joints .* hold already: pin \(with pin, lock\)"),
        ("slider_crank", {"linearize": True}, r"-joints do not go with -linearize"),
        ("slider_crank", {"probes": "pin", "probe_pin_set": "rod"}, r"probe 'pin' and joint 'pin' have one name"),
        ("double_pendulum", {"joint_pin_type": "universal", "joint_pin_axis": "0,1,0", "joint_pin_second_axis": "0,1,1"}, r"-joint_pin_second_axis must be square to -joint_pin_axis"),
        ("double_pendulum", {"joint_pin_type": "universal", "joint_pin_axis": "0,1,0"}, r"joint 'pin' has no second axis: give -joint_pin_second_axis"),
        ("double_pendulum", {"joint_pin_type": "planar", "joint_pin_axis": "0,1,0", "joint_pin_second_axis": "0,1,1"}, r"-joint_pin_second_axis must be square to -joint_pin_axis"),
        ("double_pendulum", {"joint_pin_type": "constant_velocity", "joint_pin_axis": "0,1,0", "joint_pin_angle": "t"}, r"-joint_pin_angle: a constant_velocity joint has no angle that is free"),
        ("double_pendulum", {"joint_pin_type": "in_plane", "joint_pin_axis": "0,1,0", "joint_pin_angle_damping": 1}, r"-joint_pin_angle_damping: the angle of joint 'pin' is not free"),
        ("double_pendulum", {"joint_pin_type": "screw", "joint_pin_axis": "0,1,0"}, r"-joint_pin_pitch: joint 'pin' is a screw and needs its advance per turn \[m\], not 0"),
        ("double_pendulum", {"joint_hinge_pitch": 1}, r"-joint_hinge_pitch: a revolute joint has no pitch"),
        ("double_pendulum", {"joint_pin_type": "screw", "joint_pin_pitch": 1}, r"joint 'pin' has no axis: give -joint_pin_axis"),
        ("pendulum_dae", {"joint_pivot_type": "planar", "joint_pivot_axis": "0,0,1"}, r"joint 'pivot' \(planar\) joins nothing: its nodes have no dofs that it could hold"),
        ("truss_pendulum", {"joints": "end", "joint_end_type": "constant_velocity", "joint_end_axis": "0,0,1"}, r"joint 'end' at .* \(constant_velocity\) needs nodes that rotate"),
        ("double_pendulum", {"joint_pin_type": "revolute"}, r"joint 'pin' has no axis: give -joint_pin_axis"),
        ("portal", {"joints": "corner", "joint_corner_type": "prismatic"}, r"joint 'corner' has no axis: give -joint_corner_axis"),
        ("truss_pendulum", {"joints": "end", "joint_end_type": "revolute", "joint_end_axis": "0,0,1"}, r"joint 'end' at .* \(revolute\) needs nodes that rotate"),
        ("truss_pendulum", {"joints": "end", "joint_end_type": "spherical", "joint_end_point": "1,2,3", "joint_end_second_point": "1,2,3"}, r"joint 'end' at .* ends at a node that does not rotate"),
        ("wave2d", {"joints": "all", "joint_all_type": "weld"}, r"joint 'all': set 'all' has neither lines, which join two nodes, nor points"),
        ("slider_crank", {"joint_pin_angle": "pi", "output": "o.h5"}, r"the initial positions do not fit the joints: joint 'pin' at \(0.3, 0, 0\) is off by 3.14 rad; mend them"),
        ("slider_crank", {"joint_shaft_angle": "t<0.5 ? 0 : 2"}, r"-joint_shaft_angle jumps by 2 rad at t = 0.5, which nothing can follow"),
        ("stiff_soft", {"support_base_motion_x": "t<0.5 ? 0 : 2"}, r"-support_base_motion_x jumps by 2 m at t = 0.5, which nothing can follow"),
        ("slider_crank", {"joint_shaft_angle": "3*max(t,0)"}, r"the initial velocities do not fit the joints: joint 'shaft' at .* is off by 3 rad/s; .*-assemble velocities"),
        ("slider_crank", {"parts": "crank"}, r"joint 'pin' at \(0.6, 0, 0\) \(revolute\) ends at a node that belongs to no part"),
        ("slider_crank", {"joint_pin_angle_rest": 1}, r"-joint_pin_angle_rest has no effect without a stiffness"),
        ("slider_crank", {"joint_slider_axis": "0,0,1", "joint_slider_displacement": "t"}, r"-joint_slider_displacement_damping: the displacement of joint 'slider' is not free"),
        ("pendulum_dae", {"joint_pivot_axis": "1,0,0", "joint_pivot_angle": "t"}, r"joint 'pivot': its nodes have no dofs that change its angle, which has a driver"),
        ("pendulum_dae", {"joint_pivot_second_point": "0,0,1"}, r"joint 'pivot' at .* has points or axes that do not fit, and that its nodes cannot bring together"),
        ("pendulum_dae", {"joint_pivot_type": "spring_damper", "joint_pivot_point": "1,0,0", "joint_pivot_displacement_stiffness": 1}, r"-joint_pivot_axis: a spring_damper joint has no axis"),
        ("squeezer", {"joint_spring_point": "0,0,0", "joint_spring_second_point": "0,0,0"}, r"joint 'spring' at .* \(spring_damper\) has no length, and so no direction"),
        ("squeezer", {"joint_spring_displacement": "t", "joint_spring_displacement_stiffness": 0}, r"-joint_spring_displacement: a spring_damper holds nothing"),
    ]


if __name__ == "__main__":
    unittest.main()
