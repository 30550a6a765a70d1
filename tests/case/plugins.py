# SPDX-License-Identifier: BSD-2-Clause
"""The plug-ins of examples/plugins, built against the installed tree, do what their formulas say on any number of ranks and after a restart;
their options are in -help; and a plug-in that is missing, foreign or wrong is refused."""
import os
import re
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

from run import BUILD, MORE_RANKS, SOURCE, fsolve

EXAMPLES = os.path.join(SOURCE, "examples", "plugins")
PREFIX = None  # where the tree is installed

# One fault each: the C code that follows the headers of a plug-in, and what is said.
NO_TABLES = "const Plugin fs_plugin = {.identity = %s};"
FOREIGN = "{.abi = 99, .size = {1}, .name = \"old\", .version = \"1\"}"
ELEMENT = """
static const ElementProp props[] = {{0}};
static const ElementResult results[] = {{0}};
static void linear(const ElementState *e, const double u[], const double rate[], double values[]) { (void)e, (void)u, (void)rate, (void)values; }
static const char *matrices(const ElementReference *ref, double M[], double C[], double K[]) { (void)ref, (void)M, (void)C, (void)K; return 0; }
static const ElementType type = {.props = props, .results = results, .traits = traits_none, .directions = directions_all, %s};
static const ElementKernel kernel = {.name = "%s", .shape = SHAPE_LINE, .nc = %d, .type = &type};
static const ElementKernel *const elements[] = {&kernel, %s 0};
const Plugin fs_plugin = {.identity = PLUGIN_IDENTITY("wrong", "1"), .elements = elements};
"""
JOINT = """
static const JointType joints[] = {{"%s", AXES_NONE, 1, {NOT_FREE}, %d, {{ROW_ANGLE, 0, 0, 1}}}, {0}};
const Plugin fs_plugin = {.identity = PLUGIN_IDENTITY("wrong", "1"), .joints = joints};
"""
SCHEME = """
static const double A[9] = {0, 0, 0, 0.25, 0.25, 0, %s};
static const FsRungeKutta schemes[] = {{.name = "%s", .source = "test", .order = %d, .stages = %d, .A = A}, {0}};
const Plugin fs_plugin = {.identity = PLUGIN_IDENTITY("wrong", "1"), .schemes = schemes};
"""
BDF2 = "1. / 3, 1. / 3, 1. / 3"  # after half a step by the trapezoidal rule
GOOD = ".matrices = matrices, .linear_result = linear"
WRONG = {
    "foreign": (NO_TABLES % FOREIGN, "was built for another fsolve: build it with the headers of this one"),
    "nameless": (NO_TABLES % 'PLUGIN_IDENTITY("two words", "1")', "has no name"),
    "versionless": (NO_TABLES % 'PLUGIN_IDENTITY("some", "")', "has no version"),
    "symbol": ("int other;", "is no plug-in of fsolve"),
    "function": (ELEMENT % (".matrices = matrices", "thing", 3, ""), "element thing has no function linear_result"),
    "forces": (ELEMENT % (".linear_result = linear", "thing", 3, ""), "element thing has neither forces nor matrices"),
    "dofs": (ELEMENT % (GOOD, "thing", 5, ""), "element thing has nc other than 1, 3 and 6"),
    "taken": (ELEMENT % (GOOD, "Beam", 3, ""), "element Beam has the name of another element"),
    "twice": (ELEMENT % (GOOD, "thing", 3, "&kernel,"), "element thing has two kernels of one shape"),
    "rows": (JOINT % ("pin", 7), "joint pin has no rows, or more than JOINT_ROWS"),
    "order": (SCHEME % (BDF2, "thing", 3, 3), "scheme thing is not of the order that it claims"),
    "end": (SCHEME % ("0.3, 0.3, 0.3", "thing", 1, 3), "scheme thing has a last stage that is not the end"),
    "explicit": (SCHEME % ("0.5, 0.5, 0", "thing", 1, 3), "scheme thing has a coefficient on the diagonal that is not positive"),
    "stages": (SCHEME % (BDF2, "thing", 2, 7), "scheme thing has a number of stages other than 2 to 6"),
    "lms4": (SCHEME % (BDF2, "LMS4", 2, 3), "scheme LMS4 has the name of another scheme"),
    "weld": (JOINT % ("weld", 1), "joint weld has the name of another type"),
}


def run_(*words, **keys):
    done = subprocess.run(words, capture_output=True, text=True, timeout=200, **keys)
    if done.returncode:
        raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def setUpModule():
    """Installs the tree, and builds the plug-ins against it."""
    global PREFIX
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    PREFIX = os.path.join(folder.name, "prefix")
    run_("cmake", "--install", BUILD, "--prefix", PREFIX)
    run_("cmake", "-S", EXAMPLES, "-B", os.path.join(PREFIX, "plugins"), f"-DCMAKE_PREFIX_PATH={PREFIX}")
    run_("cmake", "--build", os.path.join(PREFIX, "plugins"))


def plugin(name):
    return os.path.join(PREFIX, "plugins", name + ".so")


class Plugins(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def ends(self, status, *words, ranks=1):
        """A run of the installed program; its status and what it says."""
        done = fsolve([str(word) for word in words], ranks, cwd=self.folder, start=[os.path.join(PREFIX, "bin", "fsolve")])
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout + done.stderr

    def example(self, name, *words, plugins=None, ranks=1):
        """The history of the end of an example."""
        said = self.ends(0, os.path.join(EXAMPLES, name + ".opts"), "-plugin", plugins or plugin(name), "-overwrite", *words, ranks=ranks)
        self.assertNotIn("warning", said)
        with h5py.File(os.path.join(self.folder, name + ".h5"), "r") as f:
            return {key: value[()] for key, value in f["history/end"].items()}, str(f.attrs["plugins"], "utf-8")

    def test_rubber(self):
        """A mass on a cord without mass of its own falls to where the work of its weight is in the cord, and goes back to where it was."""
        motion, told = self.example("rubber", "-mesh_n", 1, "-part_cord_density", 1e-6, "-dt", 0.005)
        self.assertEqual(told, "rubber 1.0")
        s = 1 - motion["displacement"][:, 2] / 10
        weight, stiffness = 80 * 9.81, 4e5 * 2e-3
        deepest = s.max()
        self.assertAlmostEqual(weight * (deepest - 1) / (stiffness / 2 * (deepest**2 + 2 / deepest - 3)), 1, delta=1e-5)
        self.assertAlmostEqual(s[100:].min(), 1, delta=1e-3)

    def test_equilibrium(self):
        """A dead load P stretches each cell of the cord to s - 1/s^2 = P/(mu A), whose force is P."""
        words = ["-analysis", "static", "-t_end", 1, "-dt", 1, "-gravity", "0,0,0", "-loads", "pull", "-load_pull_set", "end", "-load_pull_force", "0,0,-1600"]
        motion, _ = self.example("rubber", *words)
        s = 1 - motion["displacement"][-1, 2] / 10
        self.assertAlmostEqual(s - s**-2, 2, delta=1e-9)
        with h5py.File(os.path.join(self.folder, "rubber.h5"), "r") as f:
            frame = f["snapshots"][max(name for name in f["snapshots"] if name.isdigit())]
            np.testing.assert_allclose(frame["parts/cord/line/force"][()].ravel(), 1600, rtol=1e-9)

    def test_orientation(self):
        """A joint that keeps the orientation bears the moment and not the force."""
        motion, told = self.example("orientation")
        self.assertEqual(told, "orientation 1.0")
        np.testing.assert_allclose(motion["displacement"][-1], [10 / 4 / 2, 0, 0], atol=1e-12)
        np.testing.assert_allclose(motion["rotation"][-1], [1, 0, 0, 0], atol=1e-12)

    def swing(self, steps, *words, name="kvaerno3", plugins=None, ranks=1):
        """The last position of a pendulum, and what the run says."""
        said = self.ends(0, os.path.join(SOURCE, "inputs", "pendulum.opts"), "-plugin", plugins or plugin("kvaerno"), "-integrator", name,
                         "-dt", 1 / steps, "-t_end", 1, "-output", "swing.h5", "-overwrite", *words, ranks=ranks)
        with h5py.File(os.path.join(self.folder, "swing.h5"), "r") as f:
            probe = next(group for group in f["history"].values() if isinstance(group, h5py.Group) and "displacement" in group)
            return probe["displacement"][-1], said

    def test_scheme(self):
        """A scheme of a plug-in has its order, on several ranks and after a restart; it chooses its steps, because it estimates its error."""
        exact, _ = self.swing(800, name="esdirk43_6l")
        errors = [np.linalg.norm(self.swing(steps)[0] - exact) for steps in (50, 100, 200)]
        self.assertGreater(np.log2(errors[1] / errors[2]), 2.8, errors)
        one, _ = self.swing(50, "-checkpoint", "kept", "-checkpoint_every", 20)
        again, _ = self.swing(50, "-restart", "kept.1")
        np.testing.assert_array_equal(one, again)
        for ranks in MORE_RANKS:
            few = self.swing(50, "-t_end", 0.1)[0]
            np.testing.assert_allclose(self.swing(50, "-t_end", 0.1, ranks=ranks)[0], few, atol=1e-9)
        adapted, said = self.swing(50, "-adapt")
        self.assertLess(np.linalg.norm(adapted - exact), 1e-2, said)

    def test_unstable_scheme(self):
        """A scheme that amplifies undamped motions is used with a warning: y1 from slopes at 0, 1/2 and 1 with the weights 0.6, 0.1 and 0.3."""
        path = self.compiled("unstable", SCHEME % ("0.6, 0.1, 0.3", "grows", 1, 3))
        self.assertIn("is not A-stable", self.swing(50, name="grows", plugins=path)[1])

    def compiled(self, name, code):
        """The plug-in of some C code."""
        library = [os.path.join(d, f) for d, _, files in os.walk(PREFIX) for f in files if f == "libfsolve_plugin.a"]
        include = [word for folder in ("include", "include/fs/plugin") for word in ("-I", os.path.join(PREFIX, folder))]
        path = os.path.join(self.folder, name)
        with open(path + ".c", "w") as file:
            file.write('#include "plugin/plugin.h"\n#include "element/kernels.h"\n' + code)
        run_("cc", "-shared", "-fPIC", "-fvisibility=hidden", "-Wno-psabi", *include, path + ".c", *library, "-lm", "-o", path + ".so")
        return path + ".so"

    def hardening(self, *words, ranks=1):
        """The history of the bar of steel, and its energies."""
        motion, told = self.example("hardening", *words, ranks=ranks)
        self.assertEqual(told, "hardening 1.0")
        with h5py.File(os.path.join(self.folder, "hardening.h5"), "r") as f:
            return {**motion, **{"energy/" + name: value[()] for name, value in f["history/energy"].items()}}

    def test_memory_of_cycles(self):
        """A bar that is pulled beyond its yield stress, pushed and let go has the plastic strain of the law, and the energy that this has cost."""
        steps = ["-analysis", "static", "-dt", 0.05, "-t_end", 3, "-load_end_time", "t<1 ? t : t<2 ? 3-2*t : t-3", "-load_end_force", "3e5,0,0", "-mesh_n", 2]
        out = self.hardening(*steps)
        time = np.linspace(0, 3, len(out["displacement"]))
        plastic = cost = 0
        for t, u in zip(time, out["displacement"][:, 0]):
            stress = 3e8 * (t if t < 1 else 3 - 2 * t if t < 2 else t - 3)
            excess = abs(stress - 2e11 / 9 * plastic) - 2e8
            if excess > 0:
                more = excess * 9 / 2e11
                plastic, cost = plastic + np.copysign(more, stress - 2e11 / 9 * plastic), cost + 2e8 * more
            self.assertAlmostEqual(u, 2 * (stress / 2e11 + plastic), delta=1e-9)
        self.assertLess(plastic, -1e-3)
        self.assertAlmostEqual(out["energy/damping"][-1] / (cost * 2e-3), 1, delta=1e-6)

    def test_memory(self):
        """What elements remember is part of the state: a restart gives the same bits, other ranks the same motion, and rejected steps leave no trace."""
        whole = self.hardening("-checkpoint", "kept", "-checkpoint_every", 150)
        self.assertGreater(whole["energy/damping"][-1], 10)  # it yields
        np.testing.assert_allclose(whole["energy/total"] + whole["energy/damping"] - whole["energy/external"], 0, atol=1e-2 * whole["energy/damping"][-1])
        again = self.hardening("-restart", "kept.1")
        for key, value in again.items():
            np.testing.assert_array_equal(value, whole[key], key)
        for ranks in MORE_RANKS:
            several = self.hardening("-restart", "kept.1", ranks=ranks)
            np.testing.assert_allclose(several["displacement"], whole["displacement"], atol=1e-10)
            np.testing.assert_allclose(several["energy/damping"], whole["energy/damping"], rtol=1e-7)
        fine = self.hardening("-adapt", "-adapt_rtol", 1e-6, "-dt", 0.02, "-dt_min", 1e-6)
        np.testing.assert_allclose(fine["displacement"][-1], whole["displacement"][-1], atol=2e-2 * np.abs(whole["displacement"]).max())

    # two bodies on guides to ground, whose springs yield, and a soft spring between the bodies
    JOINTS = """
-mesh frame
-points one,two
-point_one 0,0,0
-point_two 1,0,0
-members m
-member_m one,two
-parts m,one,two
-part_m_element spring
-part_m_stiffness 0.5
-part_m_direction 0,0,1
-part_one_element body
-part_one_mass 1
-part_one_inertia 0.1,0.1,0.1,0,0,0
-part_two_element body
-part_two_mass 2
-part_two_inertia 0.1,0.1,0.1,0,0,0
-joints j,k
-joint_j_type prismatic
-joint_j_set one
-joint_j_axis 0,0,1
-joint_j_displacement_stiffness 50
-joint_j_displacement_law hardening
-joint_j_displacement_law_strain 0.01
-joint_j_displacement_law_ratio 0.1
-joint_k_type prismatic
-joint_k_set two
-joint_k_axis 0,0,1
-joint_k_displacement_stiffness 40
-joint_k_displacement_law hardening
-joint_k_displacement_law_strain 0.02
-joint_k_displacement_law_ratio 0.2
-loads pull
-load_pull_set two
-load_pull_force 0,0,3
-load_pull_time sin(3*t)
-probes one,two
-integrator lms4
-dt 0.01
-t_end 2
-energies
-output joints.h5
"""

    def joints(self, *words, ranks=1):
        """The displacements of both bodies, and the energies."""
        path = os.path.join(self.folder, "joints.opts")
        with open(path, "w") as file:
            file.write(self.JOINTS)
        self.ends(0, path, "-plugin", plugin("hardening"), "-overwrite", *words, ranks=ranks)
        with h5py.File(os.path.join(self.folder, "joints.h5"), "r") as f:
            return {**{name: f[f"history/{name}/displacement"][:, 2] for name in ("one", "two")}, **{name: f[f"history/energy/{name}"][:] for name in ("total", "damping", "external")}}

    def test_memory_of_joints(self):
        """The springs of two joints yield: the closed form in equilibrium, the balance of energy, the same bits after a restart, the same motion on other ranks; analyses that go back refuse."""
        still = self.joints("-analysis", "static", "-integrator", "", "-load_pull_set", "one", "-load_pull_time", "t", "-load_pull_force", "0,0,1.5", "-part_m_stiffness", 1e-9, "-dt", 0.5, "-t_end", 1)
        self.assertAlmostEqual(still["one"][-1], 0.01 + (1.5 - 0.5) / 5, delta=1e-8)
        whole = self.joints("-checkpoint", "kept", "-checkpoint_every", 100)
        self.assertGreater(whole["damping"][-1], 0.1)
        np.testing.assert_allclose(whole["total"] + whole["damping"] - whole["external"], 0, atol=5e-3 * whole["damping"][-1])
        again = self.joints("-restart", "kept.1")
        for key, value in again.items():
            np.testing.assert_array_equal(value, whole[key], key)
        for ranks in MORE_RANKS:
            several = self.joints("-restart", "kept.1", ranks=ranks)
            for key in ("one", "two", "damping"):
                np.testing.assert_allclose(several[key], whole[key], atol=1e-9, err_msg=key)
        self.assertIn("joint 'j' remembers earlier states", self.ends(2, os.path.join(self.folder, "joints.opts"), "-plugin", plugin("hardening"), "-overwrite", "-analysis", "path", "-integrator", ""))

    def test_memory_saved(self):
        """A state in memory has what elements remember: each way back from it gives the same bits."""
        code = f"""
import fsolve
with fsolve.Case({os.path.join(EXAMPLES, "hardening.opts")!r}, plugin={plugin("hardening")!r}) as case:
    case.setup().step_to(0.5)
    state, ends = case.save(), []
    for _ in range(2):
        case.restore(state)
        case.step_to(0.8)
        ends.append(float(case.field("displacement")[-1, 0]))
    print(ends[0] == ends[1], ends)
"""
        env = {**{k: v for k, v in os.environ.items() if k != "FSOLVE"}, "PYTHONPATH": os.path.join(PREFIX, "share", "fsolve", "python")}
        self.assertRegex(run_("/usr/bin/python3", "-c", code, cwd=self.folder, env=env), r"True \[")

    def test_memory_refused(self):
        for analysis in ("path", "buckling"):
            said = self.ends(2, os.path.join(EXAMPLES, "hardening.opts"), "-plugin", plugin("hardening"), "-analysis", analysis)
            self.assertIn("remembers earlier states", said)

    def test_ranks_and_restart(self):
        """Both plug-ins in one run move a model alike on several ranks, and bit by bit alike after a restart."""
        both = plugin("rubber") + "," + plugin("orientation")
        short = ["-t_end", 1, "-checkpoint", "kept", "-checkpoint_every", 25]
        straight, told = self.example("rubber", *short, plugins=both)
        self.assertEqual(told, "rubber 1.0, orientation 1.0")
        again, _ = self.example("rubber", *short, "-restart", "kept.1", plugins=both)
        for key, value in again.items():
            np.testing.assert_array_equal(value, straight[key])
        for ranks in MORE_RANKS:
            several, _ = self.example("rubber", "-t_end", 0.1, plugins=both, ranks=ranks)
            np.testing.assert_allclose(several["displacement"], straight["displacement"][:6], atol=1e-8)

    def test_restart_without(self):
        """A checkpoint names the plug-ins of its run: without one of them, or with another version, a restart says so."""
        both = plugin("rubber") + "," + plugin("orientation")
        self.example("rubber", "-t_end", 0.1, "-checkpoint", "kept", plugins=both)
        words = [os.path.join(EXAMPLES, "rubber.opts"), "-restart", "kept", "-t_end", 0.2]
        self.assertIn("was written with the plug-in orientation 1.0, which this run lacks; name its file by -plugin",
                      self.ends(2, *words, "-plugin", plugin("rubber")))
        self.assertIn("or name the plug-in that has it by -plugin", self.ends(2, *words))
        with h5py.File(os.path.join(self.folder, "kept"), "r+") as f:
            f.attrs["plugins"] = np.bytes_("rubber 0.9, orientation 1.0")
        said = self.ends(0, *words, "-plugin", both)
        self.assertIn("written with the plug-in rubber 0.9, but this run has rubber 1.0, which may compute something else", said)

    def test_help(self):
        help_ = self.ends(0, "-plugin", plugin("rubber"), "-help", "rubber")
        self.assertRegex(help_, r"-part_<rubber>_shear_modulus +required +mu \[N/m2\]")
        self.assertIn("no option is about that", self.ends(2, "-help", "shear_modulus_of_rubber"))
        self.assertIn("-plugin", self.ends(0, "-help", "plug-in"))

    def test_handle(self):
        """A plug-in is there for the case that names it, and for no other case of the process."""
        code = f"""
import fsolve
with fsolve.Case({os.path.join(EXAMPLES, "rubber.opts")!r}, plugin={plugin("rubber")!r}, t_end=0.1) as case:
    case.run()
try:
    fsolve.Case({os.path.join(EXAMPLES, "rubber.opts")!r}, t_end=0.1).run()
except fsolve.FsolveError as error:
    print(error.status, error)
"""
        env = {**{k: v for k, v in os.environ.items() if k != "FSOLVE"}, "PYTHONPATH": os.path.join(PREFIX, "share", "fsolve", "python")}
        said = run_("/usr/bin/python3", "-c", code, cwd=self.folder, env=env)
        self.assertRegex(said, r"^2 .*or name the plug-in that has it by -plugin")

    def test_wrong(self):
        for name, (code, words) in WRONG.items():
            with self.subTest(name):
                self.compiled(name, code)
                said = self.ends(2, os.path.join(EXAMPLES, "rubber.opts"), "-plugin", name + ".so")
                self.assertRegex(said, rf"^fsolve: -plugin {name}\.so: .*{re.escape(words)}")
                self.assertEqual(len(said.splitlines()), 1)
        self.assertIn("cannot be loaded", self.ends(2, os.path.join(EXAMPLES, "rubber.opts"), "-plugin", "none.so"))
        two = plugin("rubber") + "," + plugin("rubber")
        self.assertIn("has the name of another plug-in", self.ends(2, os.path.join(EXAMPLES, "rubber.opts"), "-plugin", two))


if __name__ == "__main__":
    unittest.main()
