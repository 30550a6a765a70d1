"""Bad input: one message that names what, where and the remedy, status 2, nothing written or overwritten; on 1 and 3 ranks.
A failed solve: status 3, and everything up to the last good step is in the output."""
import os
import resource
import subprocess
import tempfile
import unittest

import h5py

from run import FSOLVE, SOURCE, Output, fsolve, options, run

MSH = os.path.join(SOURCE, "tests", "msh")

# case, keys, what the message must say
BAD = [
    ("sdof", {"dtt": 1}, r"unknown option -dtt; did you mean -dt\?"),
    ("wave2d", {"part_skin_tensoin": 1}, r"-part_skin_tensoin; did you mean -part_skin_tension\?"),
    ("wave2d", {"ksp_rtoll": 1e-9}, r"-ksp_rtoll; did you mean -ksp_rtol\?"),
    ("wave2d", {"output_evry": 3}, r"did you mean -output_every"),
    ("wave2d", {"load_other_force": "1,2,3"}, r"-load_other_force"),
    ("wave2d", {"ksp_type": "cgg"}, r"cgg"),
    ("wave2d", {"mesh_cell": "hexagon"}, r"-mesh_cell hexagon.*quadrilateral, triangle"),
    ("bar_wave", {"mesh_cell": "triangle"}, r"-mesh_cell has no effect"),
    ("bar_wave", {"mesh_order": 3}, r"-mesh_order 3: must be 1 or 2"),
    ("bar_wave", {"mesh_order": 0}, r"-mesh_order 0: must be from 1"),
    ("bar_wave", {"mesh_order": 2}, r"-part_\S*_element bar: set 'all' has no cells for it; it needs cells of shape line"),
    ("wave2d", {"mesh_order": 2}, r"-mesh_order 2: only a line or a chain has cells of second order; leave it out for a rectangle"),
    (None, {"mesh": os.path.join(MSH, "frame3_msh41_text.msh"), "mesh_order": 2, "parts": "joint", "part_joint_element": "mass",
            "part_joint_mass": 1, "dt": 1, "t_end": 1}, r"-mesh_order has no effect"),
    ("sdof", {"dt": 0}, r"-dt 0\S*: must be greater than zero"),
    ("sdof", {"dt": -0.1}, r"-dt -0.1: must be greater than zero"),
    ("sdof", {"dt": "nan"}, r"-dt nan"),
    ("sdof", {"dt": "0.1s"}, r"-dt 0.1s: '0.1s' is not a finite number"),
    ("sdof", {"dt": 1e-300}, r"-dt"),
    ("sdof", {"dt": True}, r"-dt needs a value"),
    ("sdof", {"t_end": -1}, r"-t_end -1\S* must be after -t_start"),
    ("sdof", {"rho_inf": 1.2}, r"-rho_inf 1.2 is outside \[0, 1\]"),
    ("sdof", {"rho_inf": -0.1}, r"-rho_inf -0.1 is outside"),
    ("sdof", {"integrator": "lms5"}, r"-integrator lms5: unknown; did you mean lms\d\?; choose one of lms2, lms3"),
    ("sdof", {"analysis": "transent"}, r"did you mean transient"),
    ("sdof", {"mesh": "nowhere.msh"}, r"nowhere.msh cannot be read"),
    ("sdof", {"mesh": "cube"}, r"-mesh cube: neither line, rectangle nor chain"),
    ("sdof", {"mesh": os.path.join(MSH, "refused_solid_msh41_text.msh")}, r"tetrahedra are solids"),
    ("sdof", {"mesh": os.path.join(MSH, "refused_order2_msh22_binary.msh")}, r"second order"),
    ("sdof", {"mesh_n": 0}, r"-mesh_n: 0\S* cells"),
    ("sdof", {"mesh_n": 3000000000}, r"-mesh_n: the mesh has more cells"),
    ("wave2d", {"mesh_n": "10"}, r"-mesh_n 10: expected 2 numbers"),
    ("wave2d", {"mesh_upper": "0,1"}, r"-mesh_upper"),
    ("wave2d", {"supports": "rihgt,top"}, r"no set 'rihgt'; did you mean 'right'\?; it has all, left, right"),
    ("wave2d", {"load_pulse_set": "middle"}, r"-load_pulse_set: the mesh has no set 'middle'"),
    ("wave2d", {"part_skin_element": "bar"}, r"set 'all' has no cells for it"),
    ("wave2d", {"part_skin_element": "shell"}, r"-part_skin_element shell: unknown"),
    ("wave2d", {"part_skin_tension": 0}, r"-part_skin_tension 0\S*: must be greater than zero"),
    ("wave2d", {"part_skin_mass": "heavy"}, r"consistent, lumped"),
    ("wave2d", {"load_pulse_force": "1,2"}, r"-load_pulse_force 1,2: expected 3 numbers"),
    ("wave2d", {"load_pulse_force": "1,0,0"}, r"-load_pulse_force acts in x.*-directions"),
    ("wave2d", {"load_pulse_time": "sin(q)"}, r'-load_pulse_time "sin\(q\)".*"q"'),
    ("wave2d", {"load_pulse_time": "1+"}, r'-load_pulse_time "1\+"'),
    ("wave2d", {"load_pulse_time": "1/(t-t)"}, r"-load_pulse_time .*no finite value at t = "),
    ("wave2d", {"supports": "all"}, r"no free dofs"),
    ("wave2d", {"supports": "right,left", "support_left_motion_z": "sqrt(t-1)"}, r"-support_left_motion_z .*no finite value"),
    ("wave2d", {"supports": "left,bottom", "support_left_motion_z": "t"}, r"supports '(left|bottom)' and '(left|bottom)' both hold z"),
    ("wave2d", {"support_top_fix": "w"}, r"-support_top_fix w"),
    ("wave2d", {"initials": "all", "initial_all_velocity_z": "1/x"}, r"-initial_all_velocity_z has no finite value at \(0, "),
    ("wave2d", {"initials": "all"}, r"initial field 'all' is empty"),
    ("wave2d", {"probes": "p", "probe_p_point": "50,50,0"}, r"-probe_p_point: the nearest node.*more than half a cell"),
    ("wave2d", {"probes": "left"}, r"set 'left' has 71 nodes.*give a point"),
    ("wave2d", {"probes": "energy", "probe_energy_point": "0,0,0"}, r"'energy' is taken"),
    ("wave2d", {"parts": "skin,skin"}, r"'skin' and 'skin' are one name"),
    ("wave2d", {"parts": "a b"}, r"names have letters"),
    ("wave2d", {"output_every": "-1"}, r"-output_every -1: must be from 0"),
    ("wave2d", {"output": "no/such/folder/out.h5"}, r"its directory does not exist"),
    (None, {}, r"no -mesh|no -dt|no -t_end"),
    ("sdof", {"output": "result.xdmf"}, r"the XDMF file beside it has that name"),
    ("sdof", {"output": "/dev/null", "overwrite": True}, r"/dev/null is not a file"),
    ("roll_up", {"part_beam_ea": -1}, r"-part_beam_ea -1: must be greater than zero"),
    ("roll_up", {"part_beam_section": "circle"}, r"part 'beam': its section is to be given once"),
    ("roll_up", {"part_beam_section": "hexagon"}, r"-part_beam_section hexagon: unknown; .*rectangle, circle, tube, i"),
    ("roll_up", {"part_beam_stiffness": "1,2,3"}, r"-part_beam_stiffness 1,2,3: expected 36 numbers"),
    ("roll_up", {"part_beam_direction": "1,0,0"}, r"part 'beam': the beam at \(0, 0, 0\) lies along its direction"),
    ("roll_up", {"part_beam_twist": "1/x"}, r"the beam at \(0, 0, 0\) has a node where its formula of x, y, z has no finite value"),
    ("roll_up", {"part_beam_mass_per_length": 1, "part_beam_inertia": "1,2,2,3,0,0"}, r"part 'beam': its inertia is not that of a body"),
    ("roll_up", {"support_start_fix": "xyz", "support_start_fix_rotation": "x"}, r"support 'start' holds one rotation of a node and leaves two free"),
    ("roll_up", {"support_start_fix": "xyz", "support_start_rotation_x": "t"}, r"support 'start' moves a rotation of a node whose other rotations are free"),
    ("roll_up", {"support_start_rotation_x": "sqrt(t-2)", "support_start_fix": "all"}, r"-support_start_rotation_x .*no finite value"),
    ("roll_up", {"load_end_force": "1,0,0"}, r"load 'end' has 2 of force, traction, moment and pressure"),
    ("roll_up", {"loads": "end,start", "load_start_pressure": 1}, r"-load_start_pressure: set 'start' has no triangles or quadrilaterals"),
    ("roll_up", {"linearize": True, "load_end_follower": True}, r"-load_end_follower: nothing turns with -linearize"),
    ("roll_up", {"part_beam_young": 1}, r"part 'beam': it has a dimension, a material or a shear factor beside its stiffness"),
    ("roll_up", {"gravity": "0,0,-1"}, r"the model has no mass that moves"),
    ("roll_up", {"loads": "end", "load_end_time": "log(t)"}, r"-load_end_time .*no finite value at t = 0"),
    ("roll_up", {"initials": "end", "initial_end_velocity_x": 1}, r"-initial_end_velocity_x has no effect in a static analysis"),
    ("roll_up", {"gravity_time": "t"}, r"-gravity_time without -gravity"),
    ("roll_up", {"gravity": "1,2"}, r"-gravity 1,2: expected 3 numbers"),
    ("roll_up", {"t_end": -1}, r"-t_end -1 must be after -t_start"),
    ("roll_up", {"dt": 0.1, "dt_max": 0.05}, r"-dt_min .*each must be at most the next"),
    ("roll_up", {"probes": "end,in", "probe_in_part": "bem", "probe_in_point": "1,0,0"}, r"-probe_in_part: part 'bem' does not exist"),
    ("roll_up", {"probes": "end,in", "probe_in_part": "beam", "probe_in_point": "1,9,0"}, r"-probe_in_part: the nearest element of part 'beam', .*farther away"),
    ("roll_up", {"integrator": "lms4"}, r"-integrator has no effect"),
    ("roll_up", {"damping_stiffness": 1}, r"-damping_stiffness is of linear elements; give -part_<name>_damping"),
    ("elastica", {"part_beam_element": "truss"}, r"set 'all' has no cells for it; it needs cells of shape line"),
    ("truss_pendulum", {"load_x_moment": "0,0,1", "loads": "x", "load_x_set": "end"}, r"load 'x': set 'end' has nodes that do not rotate, and a moment needs nodes that do"),
    ("truss_pendulum", {"part_rod_young": 1}, r"part 'rod': has both ea and young"),
    ("truss_pendulum", {"initials": "end", "initial_end_angular_velocity_x": 1}, r"-initial_end_angular_velocity_x: no node of set 'end' has a dof of rotation about x"),
    ("truss_pendulum", {"integrator": "central_difference", "dt": 0.2}, r"-dt 0.2 is beyond the stable step"),
    ("flying_beam", {"integrator": "central_difference"}, r"-dt 0.05 is beyond the stable step"),
    ("inflated_membrane", {"part_skin_poisson": 0.6}, r"part 'skin': "),
    ("inflated_membrane", {"linearize": True}, r"-load_skin_pressure turns with its surface"),
    ("rotating_body_quadratic", {"part_body_inertia": "5,5,-1,0,0,0"}, r"part 'body': its inertia"),
    ("sdof", {"load_sine_time": "t=3"}, r"a single = compares nothing"),
    ("sdof", {"load_sine_time": "t,3"}, r"has 2 values"),
    ("sdof", {"t_start": "1e16", "t_end": "1.0000000000000002e16"}, r"below the resolution of times"),
    ("wave2d", {"mesh_upper": "1,1,5"}, r"-mesh_upper: a rectangle lies in a plane"),
    ("wave2d", {"ksp_rtol": "abc"}, r"abc"),
    ("sdof", {"pc_type": "fieldsplit"}, r"PETSc refuses the options"),
    ("wave2d", {"log_view": ":/nowhere/log.txt"}, r"-log_view :/nowhere/log.txt cannot be written"),
    ("sdof", {"integrator": "hht", "rho_inf": 0.3}, r"-rho_inf 0.3: hht is stable from 0.5 to 1 only"),
    ("sdof", {"integrator": "hht", "rho_inf": 1, "hht_alpha": 0.1}, r"-hht_alpha 0.1 is outside \[-1/3, 0\]"),
    ("sdof", {"integrator": "newmark", "newmark_beta": 0}, r"-newmark_beta 0\S*: must be greater than zero"),
    ("sdof", {"integrator": "newmark", "newmark_beta": 0.01, "dt": 1}, r"beyond the stable step of newmark"),
    ("sdof", {"integrator": "ce5", "ce_parameters": "1,1"}, r"-ce_parameters 1,1: expected 4 numbers"),
    ("sdof", {"integrator": "central_difference", "dt": 0.4}, r"-dt 0.4 is beyond the stable step of central_difference, 0.318"),
    ("sdof", {"integrator": "ce4", "dt": 0.01}, r"ce4, as it is set, grows at every step"),
    ("sdof", {"integrator": "ce3", "adapt": True}, r"-adapt: ce3 has no error estimate"),
    ("sdof", {"integrator": "mssth4", "adapt": True}, r"-adapt: mssth4 has no error estimate.*esdirk43_6l"),
    ("sdof", {"adapt_rtol": 1e-3}, r"-adapt_rtol has no effect"),
    ("sdof", {"adapt": True, "adapt_rtol": 0}, r"-adapt_rtol 0.*one must be more than 0"),
    ("sdof", {"adapt": True, "adapt_rtol": -1}, r"-adapt_rtol -1"),
    ("sdof", {"dt_min": 5}, r"-dt_min 5 is more than the step"),
    ("sdof", {"adapt": True, "dt_max": 1e-5}, r"-dt_max 1e-05 is less than the first step"),
    ("sdof", {"predictor": "best"}, r"-predictor best: unknown; choose one of scheme, constant, second, fourth"),
    ("sdof", {"tr_bdf2_q_advance": "quadrature"}, r"-tr_bdf2_q_advance has no effect"),
    ("spring_pendulum", {"load_motion_law_x": "ux+"}, r'-load_motion_law_x "ux\+"'),
    ("spring_pendulum", {"load_motion_law_x": "x"}, r"the variables are: t, ux, uy, uz, vx, vy, vz"),
    ("spring_pendulum", {"load_motion_law_z": "ux"}, r"-load_motion_law_z: set 'end' has no free dof in z"),
    ("spring_pendulum", {"load_motion_force": "1,0,0"}, r"-load_motion_force"),
    ("spring_pendulum", {"load_motion_set": "start"}, r"-load_motion_law_x: set 'start' has no free dof in x"),
    ("spring_pendulum", {"load_motion_law_x": "1/(uy-uy)"}, r'-load_motion_law_x "1/\(uy-uy\)" has no finite value at t = 0, ux = 0, uy = 0.785398'),
    ("spring_pendulum", {"load_motion_time": "t"}, r"-load_motion_time: load 'motion' has formulas"),
    ("spring_pendulum", {"integrator": "ce5", "dt": 1}, r"beyond the stable step of ce5"),
    ("sdof", {"integrator": "ce3", "ce_parameters": "1,-50"}, r"-ce_parameters: beta -50 is outside"),
    ("sdof", {"integrator": "newmark", "newmark_gamma": -3}, r"-newmark_gamma -3 is outside \[0, 2\]"),
    ("sdof", {"integrator": "newmark", "newmark_gamma": 0.4}, r"newmark, as it is set, grows at every step"),
    ("sdof", {"integrator": "newmark", "newmark_beta": 0.0833, "dt": 0.01, "adapt": True}, r"-adapt: newmark has no error estimate"),
    ("sdof", {"integrator": "ce5", "part_spring_stiffness": 1e-30, "part_damper_damping": 1e5}, r"beyond the stable step of ce5"),
    (None, {"analysis": "spectrum", "adapt": True}, r"-adapt has no effect"),
    (None, {"analysis": "spectrum", "spectrum_rho_inf": "0.1,0.1"}, r"-spectrum_rho_inf: 0.1 is there twice"),
    (None, {"analysis": "spectrum", "spectrum_schemes": "hht", "spectrum_rho_inf": 0}, r"outside of what the schemes have"),
    (None, {"analysis": "spectrum", "spectrum_range": "1e-300,1e300"}, r"-spectrum_range 1e-300,1e\+300"),
    (None, {"analysis": "spectrum", "hht_alpha": -0.1}, r"-hht_alpha: -analysis spectrum takes -spectrum_rho_inf"),
    (None, {"analysis": "spectrum", "spectrum_schemes": "lms5"}, r"unknown scheme 'lms5'; did you mean lms\d"),
    (None, {"analysis": "spectrum", "spectrum_range": "1,0.1"}, r"-spectrum_range 1,0.1: the second must be above"),
    (None, {"analysis": "spectrum", "spectrum_damping": 1}, r"-spectrum_damping 1 is outside"),
    (None, {"analysis": "spectrum", "spectrum_rho_inf": "0,2"}, r"-spectrum_rho_inf: 2 is outside"),
    (None, {"analysis": "spectrum", "mesh_n": 4}, r"-mesh_n has no effect"),
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
    ("slider_crank", {"joint_pin_second_point": "0.3,0.1,0"}, r"the initial positions do not fit the joints: joint 'pin' at \(0.3, 0.1, 0\) is off by 0.1 .*-assemble positions"),
    ("slider_crank", {"joint_slider_point": "0,5,0", "joint_slider_second_point": "0.9,0,0", "assemble": "all"}, r"the model cannot be assembled: joint '\w+' at .* stays off by"),
    ("slider_crank", {"initials": "crank", "initial_crank_velocity_y": 1}, r"the initial velocities do not fit the joints: joint '\w+' at .*-assemble velocities"),
    ("slider_crank", {"directions": "xyz", "part_crank_inertia": "1,1,1,0,0,0", "part_rod_inertia": "1,1,1,0,0,0"}, r"joints and supports hold the same motion more than once.*: .*pin.*joint '\w+' at .*-directions"),
    ("slider_crank", {"joints": "shaft,pin,slider,lock", "joint_lock_set": "pin", "joint_lock_type": "weld"}, r"hold the same motion more than once.*: .*lock"),
    ("slider_crank", {"supports": "crank", "support_crank_fix": "all"}, r"hold the same motion more than once.*: shaft"),
    ("slider_crank", {"linearize": True}, r"-joints do not go with -linearize"),
    ("slider_crank", {"integrator": "ce4_1_4", "allow_unstable": True}, r"ce4_1_4 cannot hold the constraints of joints"),
    ("slider_crank", {"integrator": "generalized_alpha", "stabilize": "velocity"}, r"-stabilize velocity: generalized_alpha is not a first-order scheme"),
    ("slider_crank", {"integrator": "hht_add", "part_rod_inertia": "0,0,0,0,0,0", "part_rod_mass": 0}, r"mass matrix is singular|hht_add divides by the mass matrix"),
    ("slider_crank", {"integrator": "hht_add", "hht_add_b": 0.5}, r"-hht_add_b 0.5: positions and velocities cannot be told apart"),
    ("slider_crank", {"probes": "pin", "probe_pin_set": "rod"}, r"probe 'pin' and joint 'pin' have one name"),
    ("double_pendulum", {"joint_pin_type": "universal", "joint_pin_axis": "0,1,0", "joint_pin_second_axis": "0,1,1"}, r"-joint_pin_second_axis must be square to -joint_pin_axis"),
    ("double_pendulum", {"joint_pin_type": "revolute"}, r"joint 'pin' has no axis: give -joint_pin_axis"),
    ("truss_pendulum", {"joints": "end", "joint_end_type": "revolute", "joint_end_axis": "0,0,1"}, r"joint 'end' at .* \(revolute\) needs nodes that rotate"),
    ("truss_pendulum", {"joints": "end", "joint_end_type": "spherical", "joint_end_point": "1,2,3", "joint_end_second_point": "1,2,3"}, r"joint 'end' at .* ends at a node that does not rotate"),
    ("wave2d", {"joints": "all", "joint_all_type": "weld"}, r"joint 'all': set 'all' has neither lines, which join two nodes, nor points"),
    ("slider_crank", {"joint_pin_angle": "pi", "output": "o.h5"}, r"the initial positions do not fit the joints: joint 'pin' at \(0.3, 0, 0\) is half a turn off"),
    ("slider_crank", {"joint_pin_angle_rest": 1}, r"-joint_pin_angle_rest has no effect without a stiffness"),
    ("slider_crank", {"joint_slider_axis": "0,0,1", "joint_slider_displacement": "t"}, r"-joint_slider_displacement_damping: the displacement of joint 'slider' is not free"),
    ("pendulum_dae", {"joint_pivot_axis": "1,0,0", "joint_pivot_angle": "t"}, r"joint 'pivot': its nodes have no dofs that change its angle, which has a driver"),
    ("pendulum_dae", {"joint_pivot_second_point": "0,0,1"}, r"joint 'pivot' at .* has points or axes that do not fit, and that its nodes cannot bring together"),
    ("pendulum_dae", {"joint_pivot_type": "spring_damper", "joint_pivot_point": "1,0,0", "joint_pivot_displacement_stiffness": 1}, r"-joint_pivot_axis: a spring_damper joint has no axis"),
    ("squeezer", {"joint_spring_point": "0,0,0", "joint_spring_second_point": "0,0,0"}, r"joint 'spring' at .* \(spring_damper\) has no length, and so no direction"),
    ("squeezer", {"joint_spring_displacement": "t", "joint_spring_displacement_stiffness": 0}, r"-joint_spring_displacement: a spring_damper holds nothing"),
    ("slider_crank", {"operator": "matrix_free"}, r"-operator matrix_free is for linear models"),
    ("wave2d", {"operator": "matrix_free", "pc_type": "icc"}, r"-pc_type icc needs a matrix: take -operator assembled"),
    ("wave2d", {"operator": "matrix_free", "ksp_type": "preonly"}, r"-ksp_type preonly needs a matrix: take -operator assembled"),
    ("wave2d", {"operator": "matrix_free", "mesh_n": "3,3"}, r"-operator matrix_free needs rows of nodes that repeat"),
    ("wave2d", {"newton": "full"}, r"-newton has no effect: the model is linear"),
    ("slider_crank", {"newton": "modified"}, r"-newton modified is not for models with -joints"),
    ("wave2d", {"operator": "free"}, r"-operator free: unknown; .*auto, assembled, matrix_free"),
    ("slider_crank", {"integrator": "lms4", "rho_inf": 1}, r"-rho_inf 1: errors of the joints' multipliers grow with lms4 beyond 0.95"),
    ("slider_crank", {"integrator": "ss4", "rho_inf": 1}, r"-rho_inf 1: errors of the joints' multipliers grow with ss4 beyond 0.95"),
    ("slider_crank", {"integrator": "bathe", "rho_inf": 1}, r"-rho_inf 1: errors of the joints' multipliers grow with bathe beyond 0.95"),
    ("slider_crank", {"integrator": "generalized_alpha", "rho_inf": 1}, r"-rho_inf 1: errors of the joints' multipliers grow with generalized_alpha beyond 0.95"),
    ("sdof", {"stabilize": "velocity"}, r"-stabilize has no effect: the model has no -joints"),
    ("sdof", {"stabilize": "speed"}, r"-stabilize speed: unknown; .*none, velocity, projection"),
    (None, {"options_file": "missing.opts"}, r"-options_file missing.opts: cannot be opened"),
]


class Bad(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.cwd = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def refuse(self, words, pattern, ranks):
        before = set(os.listdir(self.cwd))
        done = fsolve(words, ranks, cwd=self.cwd, timeout=60)
        lines = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(lines), 1, done.stderr)
        if ranks == 1:  # mpirun adds a notice of its own
            self.assertEqual(done.stderr.strip(), lines[0])
        self.assertNotIn("PETSC ERROR", done.stderr)
        self.assertRegex(lines[0], pattern)
        self.assertEqual(set(os.listdir(self.cwd)), before)

    def test_table_on_one_rank(self):
        for case, keys, pattern in BAD:
            with self.subTest(f"{case} {keys}"):
                self.refuse(options(case, **keys), pattern, 1)

    def test_table_on_three_ranks(self):
        for case, keys, pattern in BAD:
            with self.subTest(f"{case} {keys}"):
                self.refuse(options(case, **keys), pattern, 3)

    def test_options_files(self):
        for text, pattern in (
            ("-dt 0.1\n-options_file self.opts\n", r"includes itself"),
            ("-dt 0.1\ndt_end 3\n", r"self.opts:2: expected '-key value'"),
            ('-load_a_time "sin(t)\n', r"self.opts:1: the quote \" is not closed"),
            ("-load_a_time sin(3 * t)\n", r"self.opts:1: '\* t\)' follows the value; quote"),
            ("", r"empty"),
            ("-overwrite # a comment\n-x_unknown 3\n", r"no -t_end|no -dt|no -mesh"),
        ):
            with open(os.path.join(self.cwd, "self.opts"), "w") as file:
                file.write(text)
            for ranks in (1, 3):
                with self.subTest(f"{text} {ranks}"):
                    self.refuse(["-options_file", "self.opts"], pattern, ranks)

    def test_options_that_petsc_cannot_read(self):
        for name, text in (("bad.yaml", "mesh: line\nparts: [a\n  b: {c\n"), ("many.opts", "".join(f"-x_{i} 1\n" for i in range(600)))):
            with open(os.path.join(self.cwd, name), "w") as file:
                file.write(text)
            for ranks in (1, 3):
                self.refuse(["-options_file", name], r"PETSc refuses the options: (YAML|Number of options)", ranks)

    def test_stray_argument(self):
        self.refuse(["wave2d.opts"], r"'wave2d.opts' belongs to no option; write -options_file wave2d.opts", 1)

    def test_existing_output_is_kept(self):
        path = os.path.join(self.cwd, "sdof.h5")
        with open(path, "w") as file:
            file.write("precious")
        for ranks in (1, 3):
            self.refuse(options("sdof"), r"-output sdof.h5 exists; give -overwrite", ranks)
            with open(path) as file:
                self.assertEqual(file.read(), "precious")
        # other bad input together with -overwrite does not touch it either
        self.refuse(options("sdof", overwrite=True, dtt=3), r"-dtt", 1)
        with open(path) as file:
            self.assertEqual(file.read(), "precious")
        self.assertEqual(fsolve(options("sdof", overwrite=True), cwd=self.cwd).returncode, 0)
        self.assertEqual(Output(path).attrs["steps"], 1000)

    def test_dangling_link_is_kept(self):
        os.symlink("elsewhere", os.path.join(self.cwd, "sdof.h5"))
        self.refuse(options("sdof"), r"exists", 1)

    def test_damaged_mesh(self):
        path = os.path.join(self.cwd, "bad.msh")
        with open(os.path.join(MSH, "plate_msh41_text.msh"), "rb") as good:
            data = good.read()
        for piece in (data[: len(data) // 2], data.replace(b"$EndNodes", b"$EndNod"), b"nonsense", b""):
            with open(path, "wb") as file:
                file.write(piece)
            for ranks in (1, 3):
                self.refuse(options("sdof", mesh="bad.msh"), r"bad.msh", ranks)

    def test_mesh_without_elements(self):
        with open(os.path.join(self.cwd, "empty.msh"), "w") as file:
            file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n0\n$EndElements\n")
        self.refuse(options("sdof", mesh="empty.msh"), r"the mesh has no elements", 3)

    def test_petscrc_is_not_read(self):
        with open(os.path.join(self.cwd, ".petscrc"), "w") as file:
            file.write("-dt 5\n")
        self.assertEqual(fsolve(options("sdof"), cwd=self.cwd).returncode, 0)
        self.assertEqual(Output(os.path.join(self.cwd, "sdof.h5")).attrs["steps"], 1000)

    def test_help_is_a_manual(self):
        done = fsolve(["-help"])
        self.assertEqual(done.returncode, 0)
        for word in ("-rho_inf", "-part_<bar>_young", "-load_<name>_time", "-probe_<name>_point", "membrane"):
            self.assertIn(word, done.stdout)
        self.assertNotIn("PetscInitialize", done.stdout)


class Failed(unittest.TestCase):
    def test_solver_that_gives_up(self):
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 3):
                path = os.path.join(folder, f"out{ranks}.h5")
                # two iterations are not enough once the wave runs
                done = fsolve(options("wave2d", output=path, ksp_max_it=2, ksp_rtol=1e-12, dt=0.3), ranks)
                self.assertEqual(done.returncode, 3, done.stderr)
                message = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]
                self.assertEqual(len(message), 1)
                self.assertRegex(message[0], r"step \d+ from t = .*failed with steps down to .* \(-dt_min\): .*iterations.*largest residual at node \d+ at \(.*component z")
                out = Output(path)
                self.assertEqual(len(out.time), out.attrs["steps"] + 1)
                self.assertEqual(out.frame_times[-1], out.time[-1])
                with open(path.replace(".h5", ".xdmf")) as xdmf:
                    self.assertIn("</Xdmf>", xdmf.read())

    def test_load_that_turns_infinite(self):
        """A formula without a value in the middle of a run: status 3, and the steps before are kept."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            for ranks in (1, 3):
                done = fsolve(options("wave2d", output=path, overwrite=True, load_pulse_time="1/(t<5)"), ranks)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("-load_pulse_time", done.stderr)
                out = Output(path)
                self.assertGreater(out.time[-1], 4.5)

    def test_full_disk(self):
        """The file may not grow beyond a limit: status 3, one message, and all that was written before is readable."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")

            def limit():
                resource.setrlimit(resource.RLIMIT_FSIZE, (60_000_000, 60_000_000))  # MPI needs files of its own

            done = subprocess.run([FSOLVE] + options("wave2d", mesh_n="250,250", output=path, output_every=5, quiet=True), capture_output=True,
                                  text=True, preexec_fn=limit, restore_signals=False, timeout=60)  # Python ignores SIGXFSZ, and so must the run
            self.assertEqual(done.returncode, 3, done.stderr)
            message = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]  # MPI-IO adds a line of its own
            self.assertEqual(len(message), 1, done.stderr)
            self.assertIn("is the disk full", message[0])
            with h5py.File(path) as f:
                self.assertGreater(len(f["snapshots/time"]), 2)
                self.assertEqual(len(f["history/time"]), 5 * len(f["snapshots/time"]) + 1)  # the steps of the frame that failed, too
                for k in range(len(f["snapshots/time"])):
                    f[f"snapshots/{k:06d}/displacement"][:]

    def test_one_file_two_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            first = subprocess.Popen([FSOLVE] + options("wave2d", mesh_n="100,100", output=path, quiet=True, t_end=1000))
            while not os.path.exists(path):
                pass
            try:
                second = fsolve(options("sdof", output=path, overwrite=True))
                self.assertEqual(second.returncode, 2)
                self.assertIn("in use by another run", second.stderr)
                self.assertIsNone(first.poll())
            finally:
                first.kill()
                first.wait()

    def test_preconditioner_alone_is_no_solver(self):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options("wave2d", output=os.path.join(folder, "o.h5"), ksp_type="preonly"))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, r"does not solve the equations")
        exact = run("wave2d", mesh_n="20,20", t_end=2).probe["center"]["displacement"]
        for pc in ("sor", "jacobi", "gamg"):
            other = run("wave2d", mesh_n="20,20", t_end=2, pc_type=pc).probe["center"]["displacement"]
            self.assertLess(abs(other - exact).max(), 1e-6, pc)

    def test_singular_model(self):
        """A massless free end on no spring: the effective matrix is singular."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options("sdof", output=os.path.join(folder, "o.h5"), part_spring_stiffness=0, part_damper_damping=0, part_mass_mass=0, directions="x"))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertRegex(done.stderr, r"singular")

    def test_nothing_holds_it(self):
        """Statics without supports, under a load: no solver calls that an equilibrium, factors or iterations, whatever round-off makes of the pivots."""
        bar = {"mesh": "line", "mesh_upper": 200, "parts": "all", "part_all_element": "bar", "part_all_young": 3e7, "part_all_area": 1, "part_all_density": 7.3e-4, "loads": "end", "load_end_force": "1e4,0,0"}
        skin = {"mesh": "rectangle", "parts": "all", "part_all_element": "membrane", "part_all_tension": 1, "part_all_mass_per_area": 1, "loads": "bottom_left", "load_bottom_left_force": "0,0,1"}
        cases = [(bar, 1, {"mesh_n": n, "operator": "matrix_free"}) for n in (980, 1000, 1001)] + [(bar, 3, {"mesh_n": 900, "operator": "matrix_free"})]
        cases += [(bar, 1, {"mesh_n": n, "ksp_type": "cg", "pc_type": "icc"}) for n in (3, 17, 20)] + [(bar, ranks, {"mesh_n": 100}) for ranks in (1, 3)]
        cases += [(skin, 1, {"mesh_n": f"{n},{n}"}) for n in (80, 100)] + [(skin, 2, {"mesh_n": "40,40"})]
        with tempfile.TemporaryDirectory() as folder:
            for model, ranks, keys in cases:
                with self.subTest(f"{keys} {ranks}"):
                    done = fsolve(options(analysis="static", output=os.path.join(folder, "o.h5"), overwrite=True, quiet=True, **model, **keys), ranks)
                    self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
                    self.assertRegex(done.stderr, r"singular|not positive definite|ran out of iterations|failed")

    def test_options_of_solvers(self):
        """What PETSc offers for conjugate gradients holds with operators, too."""
        exact = run("wave2d", mesh_n="30,30", t_end=2).probe["center"]["displacement"]
        for keys in ({"ksp_diagonal_scale": True}, {"ksp_cg_single_reduction": True}, {"ksp_norm_type": "unpreconditioned"}):
            other = run("wave2d", mesh_n="30,30", t_end=2, **keys).probe["center"]["displacement"]
            self.assertLess(abs(other - exact).max(), 1e-6, keys)
        exact = run("flying_beam", t_end=1).probe["start"]["displacement"]
        other = run("flying_beam", t_end=1, snes_mf_operator=True, ksp_type="gmres", ksp_rtol=1e-10, newton="modified").probe["start"]["displacement"]
        self.assertLess(abs(other - exact).max(), 1e-6)


if __name__ == "__main__":
    unittest.main()
