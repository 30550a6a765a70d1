# SPDX-License-Identifier: BSD-2-Clause
"""Nonlinear models whose tangents are solved by iterations: the answers are those of factors, on any number of ranks and after a restart."""
import math
import os
import re
import tempfile
import unittest

from restart.chain import contents, differences
from run import RELEASE, Output, fsolve, release

FACTORS = ["-pc_type", "lu", "-ksp_type", "preonly"]
INCOMPLETE = ["-ksp_type", "gmres", "-pc_type", "bjacobi", "-sub_pc_type", "ilu", "-ksp_rtol", "1e-9"]
ROUND_OFF = 1e-14  # of positions [m], which displacements are differences of


def lattice(n, element="beam", braces=False, **more):
    """n^3 nodes, steel tubes of length 1 between neighbours, held at the bottom."""
    radius, young, density = 0.05, 2.1e11, 7850
    area, inertia, shear = math.pi * radius**2, math.pi * radius**4 / 4, young / 2.6
    ways = ["p,p+1", "p,p+0+1", "p,p+0+0+1"] + (["p,p+1+1", "p,p+1+0+1", "p,p+0+1+1"] if braces else [])
    options = {"mesh": "frame", "points": "p", "point_p": "0,0,0", "patterns": "cube", "pattern_cube": "p", "pattern_cube_n": f"{n},{n},{n}", "pattern_cube_vector": "1,0,0",
               "pattern_cube_vector2": "0,1,0", "pattern_cube_vector3": "0,0,1", "members": ",".join("abcdef"[:len(ways)]), "parts": "bars", "part_bars_set": "all",
               "part_bars_element": element, "part_bars_ea": young * area, "part_bars_mass_per_length": density * area, "supports": "ground", "support_ground_plane": "0,0,0,0,0,1",
               "gravity": "3,0,-9.81", **{f"member_{name}": way for name, way in zip("abcdef", ways)}}
    if element == "beam":
        options.update({"part_bars_gay": 0.9 * shear * area, "part_bars_gaz": 0.9 * shear * area, "part_bars_gj": 2 * shear * inertia, "part_bars_eiy": young * inertia,
                        "part_bars_eiz": young * inertia, "part_bars_inertia": f"{2 * density * inertia},{density * inertia},{density * inertia},0,0,0"})
    options.update(more)
    return [word for key, value in options.items() for word in (f"-{key}", str(value))]


def sheet(n, load={"loads": "air", "load_air_set": "all", "load_air_pressure": 300}, **more):
    """n^2 quadrilaterals of rubber, a little stretched, held at the rim and inflated, or under another load."""
    options = {"analysis": "static", "mesh": "rectangle", "mesh_n": f"{n},{n}", "mesh_upper": "1,1", "parts": "skin", "part_skin_set": "all", "part_skin_element": "finite_membrane",
               "part_skin_law": "neo_hookean", "part_skin_thickness": 0.001, "part_skin_young": 3e5, "part_skin_poisson": 0.5, "part_skin_density": 1000, "part_skin_prestress": 3e4,
               "supports": "rim", "support_rim_set": "left,right,bottom,top", "dt": 0.5, **load, **more}
    return [word for key, value in options.items() for word in (f"-{key}", str(value))]


def net(n, **more):
    """n^2 nodes of a net of tight cables between walls, lifted by a dead load."""
    wall = (n - 1) / 2
    options = {"analysis": "static", "mesh": "frame", "points": "p", "point_p": "0,0,0", "patterns": "net", "pattern_net": "p", "pattern_net_n": f"{n},{n}",
               "pattern_net_vector": "1,0,0", "pattern_net_vector2": "0,1,0", "members": "a,b", "member_a": "p,p+1", "member_b": "p,p+0+1", "parts": "net", "part_net_set": "all",
               "part_net_element": "cable", "part_net_ea": 1e7, "part_net_prestress": 2e4, "part_net_mass_per_length": 5, "supports": "rim",
               "support_rim_where": f"max(abs(x-{wall}),abs(y-{wall})) > {wall - 0.5}", "loads": "gust", "load_gust_set": "all", "load_gust_traction": "0,0,50", "dt": 1, **more}
    return [word for key, value in options.items() for word in (f"-{key}", str(value))]


class Iterative(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "out.h5")

    def solve(self, words, ranks=1, status=0):
        done = fsolve([*words, "-output", self.path, "-overwrite", "true"], ranks)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def fields(self, words, ranks=1, names=("displacement",)):
        """What the run says, and fields at its end, in the order of nodes' ids."""
        done = self.solve(words, ranks)
        out = Output(self.path)
        return done.stdout, [out.by_id(name) for name in names]

    def same(self, words, solver, most, ranks=(1, 2) if RELEASE else (1,), names=("displacement",), reference=FACTORS):
        """With the solver named, in at most so many linear iterations, what factors give to 1e-10 of the largest displacement: Newton's test."""
        _, exact = self.fields(words + reference, names=names)
        for n in ranks:
            said, found = self.fields(words, n, names)
            self.assertIn(f"Newton's method with {solver} (", said)
            linear = float(re.search(r"and ([\d.e+]+) linear iterations", said)[1])
            self.assertLess(linear, most)
            for name, a, b in zip(names, found, exact):
                self.assertLess(abs(a - b).max(), (1e-10 if name == "displacement" else 1e-8) * abs(b).max() + ROUND_OFF, f"{name}, {n} ranks")

    def test_ranks_without_dofs(self):
        """Half of the net is held, and with it all nodes of some ranks; PETSc's ICC by blocks ends by a signal on these. Chosen by fsolve, and by hand."""
        words = net(110, support_rim_where="max(abs(x-54.5),abs(y-54.5)) > 54 || x > 54")
        self.same(words, "CG + block ICC", 700, (1, 8) if RELEASE else (8,))
        if RELEASE:
            chosen = ["-ksp_type", "cg", "-pc_type", "bjacobi", "-sub_pc_type", "icc", "-ksp_rtol", "1e-9"]
            found, exact = (self.fields(words + how, ranks)[1][0] for how, ranks in ((chosen, 8), (FACTORS, 1)))
            self.assertLess(abs(found - exact).max(), 1e-8 * abs(exact).max())

    def test_steps_of_beams(self):
        """Three steps; a third of the first solve's random right-hand side is in the mean."""
        self.same(lattice(8, dt=5e-4, t_end=1.5e-3), "CG + block ILU", 75, (1, 2, 3) if RELEASE else (3,), ("displacement", "velocity"))

    def test_slender_lattice_changes_its_solver(self):
        """Straight lines of slender members: incomplete factors are nearly exact, which no estimate knows, and each step needs new matrices. A restart
        counts on: every number is that of a straight run."""
        area, second = math.pi * 0.005**2, math.pi * 0.005**4 / 4
        slender = {"part_bars_ea": 2.1e11 * area, "part_bars_mass_per_length": 7850 * area, "part_bars_gay": 7e10 * area, "part_bars_gaz": 7e10 * area,
                   "part_bars_gj": 1.6e11 * second, "part_bars_eiy": 2.1e11 * second, "part_bars_eiz": 2.1e11 * second,
                   "part_bars_inertia": f"{15700 * second},{7850 * second},{7850 * second},0,0,0"}
        words = lattice(6, dt=1e-2, **slender)
        exact = self.fields([*words, "-t_end", "0.14", *FACTORS])[1][0]
        for ranks in (1, 2, 3) if RELEASE else (1, 3):
            said, (found,) = self.fields([*words, "-t_end", "0.14"], ranks)
            self.assertIn("Newton's method with LU by", said)
            self.assertRegex(said, r"solver: [13] changes?, to Newton's method with CG \+ block ILU\n")
            self.assertLess(abs(found - exact).max(), 1e-7 * abs(exact).max())
        whole = self.restarted(words, (0.14,))
        # before the change, and after it
        for break_ in (0.02, 0.1):
            self.assertEqual(differences(whole, self.restarted(words, (break_, 0.14))), {}, break_)

    def restarted(self, words, ends):
        with tempfile.TemporaryDirectory() as folder:
            for k, end in enumerate(ends):
                more = ["-t_end", str(end), "-output", "out.h5", "-checkpoint", "kept", *(["-restart", "kept"] if k else [])]
                done = fsolve([*words, *more], cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            return contents(os.path.join(folder, "out.h5"))

    @release
    def test_steps_of_pinned_beams(self):
        """Nodes of six dofs and of three."""
        self.same(lattice(8, dt=5e-4, t_end=1e-3, support_ground_fix="xyz"), "CG + block ILU", 150, (1, 8), ("displacement", "velocity"))

    def test_long_steps_of_spinning_beams(self):
        """Gyroscopic moments, and those out of balance, make tangents unsymmetric, not so much that conjugate gradients would not arrive."""
        words = lattice(8, dt=5e-3, t_end=1e-2, gravity="0,0,-3000", initials="all", initial_all_velocity_x="-20*y", initial_all_velocity_y="20*x",
                        initial_all_angular_velocity_z=20, support_ground_fix="z", part_bars_damping=1e-3)
        self.same(words, "CG + block ILU", 250)

    def test_equilibria_of_beams(self):
        """Chosen by the whole model: pieces of eight ranks by themselves would pass for surfaces, which have factors. Smaller blocks need more iterations:
        410 on one rank, 2244 on eight."""
        self.same(lattice(10, analysis="static", gravity="30,0,-300", dt=1), "GMRES + block ILU", 2500, (1, 2, 3, 8) if RELEASE else (3,))

    def test_equilibria_of_bars(self):
        """A symmetric tangent: conjugate gradients."""
        self.same(lattice(10, "truss", True, analysis="static", gravity="3000,0,-30000"), "CG + block ICC", 1100)

    def test_second_choice(self):
        """A run that chooses twice: first for the equilibrium in which it starts. What the first choice asks of PETSc is not a choice of the user, who would get factors."""
        self.same(lattice(10, "truss", True, analysis="static", gravity="3000,0,-30000", t_start=0.1), "CG + block ICC", 1100)

    def test_steps_of_bars(self):
        self.same(lattice(8, "truss", True, dt=1e-3, t_end=3e-3), "CG + block ICC", 30)

    def test_dampers_are_not_symmetric(self):
        """The force of a damped bar turns with it; so do follower loads: no conjugate gradients."""
        self.same(lattice(8, "truss", True, dt=1e-3, t_end=3e-3, part_bars_damping=1e4), "GMRES + block ILU", 60, (1,))

    @release
    def test_multigrid_of_beams(self):
        """The large ones, in equilibria. Without levels 90 iterations are taken for each of Newton's; here 19 were counted."""
        self.same(lattice(16, analysis="static", gravity="30,0,-300", dt=1), "GMRES + multigrid", 350, (1, 2, 3), reference=INCOMPLETE)

    def test_multigrid_of_sheets(self):
        """Symmetric under dead loads, not under pressure, which turns with the sheet. On one rank 100 iterations were counted."""
        self.same(sheet(80, {"gravity": "0,0,-300"}, dt=1), "CG + multigrid", 150, (2,))
        self.same(sheet(80, dt=1), "GMRES + multigrid", 150, (1, 8) if RELEASE else (1,))

    def test_nets_of_cables(self):
        """Incomplete factors solve along the cables: as many cells of a membrane have multigrid."""
        self.same(net(80), "CG + block ICC", 700, (1, 3) if RELEASE else (3,))

    @release
    def test_multigrid_does_not_grow(self):
        """Four times the cells; incomplete factors take twice the iterations. Levels serve several of Newton's."""
        each = []
        for n in (64, 128):
            said = self.solve([*sheet(n), "-log_view"]).stdout
            self.assertIn("GMRES + multigrid (", said)
            newton, linear = re.search(r"(\d+) Newton and (\d+) linear", said).groups()
            made = re.search(r"PCGAMG Gal l00 +(\d+)", said)[1]
            each.append(int(linear) / int(newton))
            self.assertLess(3 * int(made), int(newton))
        self.assertLess(each[1], 1.3 * each[0])

    def test_what_nothing_holds(self):
        """A cube of bars without braces, one column of which is pulled: nothing holds the others from swaying, and no load tells."""
        words = lattice(6, "truss", analysis="static", gravity="0,0,0", loads="top", load_top_point="0,0,5", load_top_force="0,0,1")
        for ranks in (1, 2) if RELEASE else (1,):
            done = self.solve(words, ranks, 3)
            self.assertRegex(done.stderr, r"the model is a mechanism: .* node \d+( of '\w+')? at")

    def test_up_to_a_limit(self):
        """Beside the load under which a cube of bars gives way tangents are indefinite on the way to equilibria, and beyond it in them: the run ends where that with factors ends."""
        words = lattice(8, "truss", True, analysis="static", gravity="3,0,-1e5", dt=0.25, dt_min=0.004, static_arc="false")
        ours, theirs = self.solve(words, status=3), self.solve(words + FACTORS, status=3)
        self.assertIn("CG + block ICC", ours.stdout)
        told = [re.sub(r"component \w", "component", done.stderr) for done in (ours, theirs)]  # y and z are alike but for round-off
        self.assertEqual(*told)

    def goes_on(self, words, solver):
        kept = os.path.join(os.path.dirname(self.path), "kept")
        words = words + ["-checkpoint", kept, "-checkpoint_every", "2"]
        self.assertIn(solver, self.solve(words).stdout)
        straight = contents(self.path)
        self.solve(words + ["-restart", kept + ".1"])
        self.assertEqual(differences(straight, contents(self.path)), {})

    def test_restart(self):
        """Gone on with from a checkpoint: the same bits."""
        self.goes_on(lattice(8, dt=5e-4, t_end=3e-3), "CG + block ILU")
        if RELEASE:
            self.goes_on(sheet(64, dt=0.2), "GMRES + multigrid")

    def test_a_choice_that_fails(self):
        done = self.solve(lattice(3, dt=1e-3, t_end=1e-3, dt_min=1e-3) + ["-ksp_type", "cg", "-pc_type", "none", "-ksp_max_it", "2"], status=3)
        self.assertRegex(done.stderr, r"its solver gave up; largest residual at node \d+")


if __name__ == "__main__":
    unittest.main()
