# SPDX-License-Identifier: BSD-2-Clause
"""cmake --install gives a program that runs, Python modules that find it, and a library that other projects find by CMake and by pkg-config: a system of one's own,
with every scheme; nothing of it is global but what the headers name."""
import glob
import os
import re
import subprocess
import tempfile
import unittest

import numpy as np

import petsc
from run import LAUNCH, SOURCE, options, run

BUILD = os.environ["FSOLVE_BUILD"]
# The oscillator q'' + w^2 q = 0 from (1, 0), given as a linear system, by all schemes.
USER = """
#include <fs/control.h>
#include <stdio.h>

static const PetscReal W2 = 4;

static PetscErrorCode Combine(FsSystem sys, FsShift shift, Mat A)
{
  (void)sys;
  PetscCall(MatSetValue(A, 0, 0, shift.cm + shift.ck * W2, INSERT_VALUES));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  return 0;
}

static PetscErrorCode Product(FsSystem sys, Vec q, Vec v, Vec a, Vec y)
{
  (void)sys, (void)v;
  PetscCall(VecZeroEntries(y));
  if (a) PetscCall(VecAXPY(y, 1, a));
  if (q) PetscCall(VecAXPY(y, W2, q));
  return 0;
}

static PetscErrorCode Load(FsSystem sys, PetscReal t, const FsLoading *loading, Vec f)
{
  (void)sys, (void)t, (void)loading, (void)f;
  return 0;
}

static PetscErrorCode Oscillator(FsSystem *sys)
{
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, sys));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, 1, &(*sys)->vec));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, 1, 1, 1, NULL, &(*sys)->matrices.pattern));
  PetscCall(MatSetValue((*sys)->matrices.pattern, 0, 0, 0, INSERT_VALUES));
  PetscCall(MatAssemblyBegin((*sys)->matrices.pattern, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd((*sys)->matrices.pattern, MAT_FINAL_ASSEMBLY));
  (*sys)->traits.linear = PETSC_TRUE;
  (*sys)->ops    = (FsSystemOps){.matrix.combine = Combine, .linear.product = Product, .linear.load = Load};
  return 0;
}

/* The error at t = 1. */
static PetscErrorCode Run(const FsScheme *scheme, PetscInt steps, PetscReal *error)
{
  const FsIntegratorOptions options = FsIntegratorDefaultOptions(scheme, scheme->rho_inf);
  FsSystem     sys;
  FsStage      stage;
  FsIntegrator in;
  FsState      s;
  FsStageInfo  info;
  PetscScalar  q;
  PetscInt     first = 0;

  PetscCall(Oscillator(&sys));
  PetscCall(FsStageCreate(sys, &stage));
  PetscCall(FsSystemStateCreate(sys, &s));
  PetscCall(VecSet(s.q, 1));
  PetscCall(VecSet(s.v, 0));
  PetscCall(FsStageAcceleration(stage, &s, &info));
  PetscCall(FsIntegratorCreate(PETSC_COMM_SELF, &options, &in));
  PetscCall(FsIntegratorSetUp(in, sys, stage, 1. / (PetscReal)steps, &s));
  for (PetscInt k = 0; k < steps; k++) {
    PetscCall(FsIntegratorTry(in, 1. / (PetscReal)steps, &s, &info));
    if (!info.ok) return 1;
    PetscCall(FsIntegratorAccept(in, &s));
  }
  PetscCall(VecGetValues(s.q, 1, &first, &q));
  *error = PetscAbsReal(q - PetscCosReal(PetscSqrtReal(W2)));
  PetscCall(FsIntegratorDestroy(&in));
  PetscCall(FsSystemStateDestroy(&s));
  PetscCall(FsStageDestroy(&stage));
  PetscCall(FsSystemDestroy(&sys));
  return 0;
}

#if !FS_VERSION_GE(0, 2, 0) || !FS_VERSION_GE(0, 1, 99) || FS_VERSION_GE(99, 0, 0) || FS_VERSION_GE(0, 99, 0)
#error "the macro orders versions wrongly"
#endif

int main(int argc, char *argv[])
{
  int major = -1, minor = -1, subminor = -1;
  int wrong = sscanf(FsVersion(), "%d.%d.%d", &major, &minor, &subminor) != 3 || major != FS_VERSION_MAJOR || minor != FS_VERSION_MINOR ||
              subminor != FS_VERSION_SUBMINOR;

  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  for (const FsScheme *const *scheme = FsIntegratorSchemes(); *scheme; scheme++) {
    PetscReal coarse, fine;

    PetscCall(Run(*scheme, 40, &coarse));
    PetscCall(Run(*scheme, 80, &fine));
    wrong += !(coarse / fine > PetscPowReal(2, (PetscReal)(*scheme)->order - 0.5));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s %g %g\\n", (*scheme)->name, (double)coarse, (double)fine));
  }
  PetscFinalize();
  return wrong;
}

/* Names that users have, and fsolve's own files have as well. */
void ModelCreate(void);
void ModelCreate(void) {}
double joint_side(void);
double joint_side(void) { return 0; }
"""
# Units of both kinds and versions from the installed tree: an oscillator (250 N/m, 2 kg) under 12 N by the importer's integration and by fsolve's steps. The unit
# of the last one runs in a process that has not loaded the library before.
UNITS = """
import os, subprocess, sys
import numpy as np
import fsolve
from fmi_exchange import MASS, OSCILLATOR, SPRING, Importer, solve_ivp

def loaded():
    with open("/proc/self/maps") as file:
        return {line.split()[-1] for line in file if "libfsolve.so" in line}

def check(path, folder, version, exchange):
    unit = Importer(path, folder, exchange)
    assert unit.c, unit.said
    frequency = np.sqrt(SPRING / MASS)
    if exchange:
        x = unit.start()
        unit.set_all(**{"push.x": 12.0})
        found = solve_ivp(unit.rates, (0, 1), x, method="DOP853", rtol=1e-11, atol=1e-13).y[:, -1]
    else:
        unit.initialize()
        unit.set_all(**{"push.x": 12.0})
        unit.step(0, 1)
        found = unit.get("u", "v")
    static = 12 / SPRING
    force = 1 if exchange else 0  # within a step of co-simulation the force grows linearly
    exact = static * (np.array([1 - np.cos(frequency), frequency * np.sin(frequency)]) * force
                      + np.array([1 - np.sin(frequency) / frequency, 1 - np.cos(frequency)]) * (1 - force))
    phase = frequency**3 * OSCILLATOR["dt"]**2 / 12  # of the trapezoidal rule after 1 s
    np.testing.assert_allclose(found, exact, rtol=1e-8, atol=0 if exchange else phase * static)
    unit.free()

if len(sys.argv) > 1:
    check(sys.argv[1], "alone", 2, True)
else:
    for version, exchange in ((2, True), (3, True), (2, False), (3, False)):
        name = f"unit{version}{exchange}"
        path = fsolve.export_fmu(fsolve.Model(**OSCILLATOR), name + ".fmu", inputs=["push.x"], outputs={"u": "end/displacement.x", "v": "end/velocity.x"},
                                 version=version, exchange=exchange)
        check(path, name, version, exchange)
    subprocess.run([sys.executable, __file__, "unit2True.fmu"], check=True)
print(*loaded())
"""
LISTS = """
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(fsolve REQUIRED)
add_executable(user user.c)
target_link_libraries(user PRIVATE fsolve::fs)
if(TARGET fsolve::integrators)
  add_executable(alone user.c)
  target_link_libraries(alone PRIVATE fsolve::integrators)
endif()
"""


class Install(unittest.TestCase):
    def run_(self, *words, **keys):
        done = subprocess.run(words, capture_output=True, text=True, timeout=200, **keys)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    def check_library(self, prefix):
        """All headers are in include/fs, and the library defines exactly what they declare."""
        headers = [os.path.relpath(os.path.join(d, f), prefix) for d, _, files in os.walk(prefix) for f in files if f.endswith(".h")]
        self.assertTrue(headers and all(h.startswith("include/fs/") for h in headers), headers)
        libraries = [os.path.join(d, f) for d, _, files in os.walk(prefix) for f in files if f in ("libfsolve.a", "libfsolve.so")]
        self.assertEqual(len(libraries), 1)
        shared = ["-D"] if libraries[0].endswith(".so") else []
        symbols = self.run_("nm", "-g", *shared, "--defined-only", *libraries).splitlines()
        names = {line.split()[2] for line in symbols if len(line.split()) == 3}
        self.assertGreater(len(names), 50)
        self.assertEqual(names, self.declared(os.path.join(prefix, "include", "fs")))

    def declared(self, folder):
        """Names that the installed headers declare as exported."""
        found = set()
        for header in glob.glob(os.path.join(folder, "*.h")):
            with open(header, encoding="utf-8") as file:
                found.update(re.findall(r"^FS_EXTERN [^;(\[]*?(\w+)(?=[(\[;])", file.read(), re.M))
        return found

    def check_python(self, prefix, folder):
        """The installed modules run the installed program, and a script draws what it wrote."""
        python, case = os.path.join(prefix, "share", "fsolve", "python"), options("sdof")[1]
        env = {k: v for k, v in os.environ.items() if k not in ("FSOLVE", "PYTHONPATH")}
        said = self.run_("/usr/bin/python3", "-c", f"import fsolve, fsolve_runs; print(fsolve_runs.program()); fsolve.run({case!r}, t_end=1)",
                         cwd=folder, env={**env, "PYTHONPATH": python})
        self.assertEqual(os.path.realpath(said.strip()), os.path.realpath(os.path.join(prefix, "bin", "fsolve")))
        for script in (os.path.join(python, "plot_history"), os.path.join(prefix, "bin", "plot_history")):
            self.run_(script, "sdof.h5", "mass/displacement", cwd=folder, env=env)
            os.remove(os.path.join(folder, "sdof_history.png"))
        plots = lambda where: {name for name in os.listdir(where) if name.startswith("plot_")}  # noqa: E731
        self.assertEqual(plots(os.path.join(prefix, "bin")), plots(os.path.join(SOURCE, "scripts")))

    def check_units(self, prefix, folder):
        """Units of FMI that the installed package exports find the installed library, and move as their closed forms do."""
        script = os.path.join(folder, "units.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(UNITS)
        env = {k: v for k, v in os.environ.items() if k not in ("FSOLVE_LIBRARY", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH")}
        env["PYTHONPATH"] = os.pathsep.join([os.path.join(prefix, "share", "fsolve", "python"), os.path.join(SOURCE, "tests", "python"), os.path.join(SOURCE, "tests")])
        for line in self.run_("/usr/bin/python3", script, cwd=folder, env=env).splitlines():
            library, = {os.path.realpath(path) for path in line.split()}
            self.assertEqual(os.path.commonpath([library, os.path.realpath(prefix)]), os.path.realpath(prefix))

    def check_share(self, prefix, folder):
        """Installed cases run, the documents are whole, and man and shells have their files."""
        share = os.path.join(prefix, "share")
        self.run_(os.path.join(prefix, "bin", "fsolve"), "-options_file", os.path.join(share, "fsolve", "inputs", "inflated_membrane.opts"),
                  "-output", os.path.join(folder, "i.h5"), "-quiet")
        for name in ("README.md", "meshes.md", "wave2d.png"):
            self.assertGreater(os.path.getsize(os.path.join(share, "doc", "fsolve", name)), 1000)
        with open(os.path.join(share, "man", "man1", "fsolve.1"), encoding="utf-8") as page:
            self.assertIn(".TH FSOLVE 1", page.read(200))
        for name in ("bash-completion/completions/fsolve", "zsh/site-functions/_fsolve"):
            self.assertGreater(os.path.getsize(os.path.join(share, name)), 1000)

    def built_on(self, prefix):
        """Folders of pkg-config, of PETSc and SLEPc, as the installed package knows them."""
        with open(glob.glob(os.path.join(prefix, "lib*", "**", "fsolveConfig.cmake"), recursive=True)[0]) as file:
            return re.search(r'FSOLVE_BUILT_PATHS "(.*)"', file.read())[1].split(";")

    def check_other_petsc(self, prefix, user, folder):
        """A project with another PETSc in PETSC_DIR, of which this library knows nothing, is told so."""
        other = petsc.made(os.path.join(folder, "other"), version="3.99.1")
        env = {key: value for key, value in os.environ.items() if key not in ("PETSC_ARCH", "SLEPC_DIR")}
        told = subprocess.run(["cmake", "-S", user, "-B", user + "/other", f"-DCMAKE_PREFIX_PATH={prefix}"], capture_output=True, text=True, timeout=200,
                              env={**env, "PETSC_DIR": other}).stderr
        self.assertIn("this fsolve was built on PETSc", " ".join(told.split()))
        self.assertIn("found is 3.99.1, 32-bit indices", " ".join(told.split()))

    def check_readme(self, prefix, folder):
        """The commands of examples/README.md, in the copy that is installed, build programs that run without LD_LIBRARY_PATH."""
        examples = os.path.join(prefix, "share", "fsolve", "examples")
        with open(os.path.join(examples, "README.md"), encoding="utf-8") as file:
            lines = [line.strip() for line in file if line.startswith("    ")]
        self.assertEqual(sum(line.startswith(("cc ", "c++ ")) for line in lines), len(glob.glob(os.path.join(examples, "*.c*"))))
        os.symlink(prefix, os.path.join(folder, "fsolve"))  # $HOME/fsolve
        env = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "LIBRARY_PATH")}
        env = {**env, "HOME": folder, "PETSC_PATHS": ":".join(self.built_on(prefix))}
        lines[0] += ":$PETSC_PATHS"  # where the PETSc of this build is
        self.run_("sh", "-ec", "\n".join([*lines, "./drag"]), cwd=examples, env=env)

    def check_plain(self, prefix, folder):
        """A program without headers of PETSc and MPI runs a case with the plain types, on two ranks as well; C++ takes the header, too."""
        library = os.path.dirname(glob.glob(os.path.join(prefix, "lib*", "**", "libfsolve.so"), recursive=True)[0])
        program, example = os.path.join(folder, "plain"), os.path.join(SOURCE, "examples", "plain.c")
        env = {k: v for k, v in os.environ.items() if k not in ("CPATH", "C_INCLUDE_PATH", "PKG_CONFIG_PATH")}
        self.assertNotRegex(self.run_("cc", "-M", example, f"-I{prefix}/include", env=env), "petsc|mpi")
        with open(program + ".cpp", "w") as file:
            file.write("#include <fs/case_plain.h>\nint main() { fs_case *c; return fs_case_create(&c) + fs_case_destroy(&c) + fs_finalize(); }\n")
        for words in (["c++", "-std=c++11", program + ".cpp"], ["cc", "-std=c99", example]):
            self.run_(*words, "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{prefix}/include", f"-L{library}", "-lfsolve", f"-Wl,-rpath,{library}",
                      "-o", program, env=env)
            told = [self.run_(*LAUNCH.format(ranks=ranks).split(), program, env=env) for ranks in (1, 2)]
        law = run(mesh="line", mesh_n=4, mesh_upper=2, parts="rod", part_rod_set="all", part_rod_element="beam", part_rod_section="circle",
                  part_rod_radius=0.05, part_rod_young=2e11, part_rod_poisson=0.3, part_rod_density=7800, supports="start", probes="end",
                  linearize=True, integrator="trapezoidal", dt=0.005, t_end=0.2, loads="end", load_end_force="0,0,-100",
                  load_end_time="t < 0.1 ? t/0.1 : 1").probe["end"]["displacement"][-1][2]
        for text in told:
            words = re.search(r"(\d+) steps, (\d+) rows of K, tip at (\S+) m", text)
            self.assertEqual(words.groups()[:2], ("40", "24"))
            self.assertAlmostEqual(float(words[3]) / law, 1, places=7)  # printed with 9 digits

    def check_other_petsc_by_name(self, prefix, folder):
        """pkg-config finds no fsolve for a PETSc of another series."""
        pc, = glob.glob(os.path.join(prefix, "lib*", "**", "fsolve.pc"), recursive=True)
        other = os.path.join(petsc.made(os.path.join(folder, "third"), version="3.99.1"), "lib", "pkgconfig")
        done = subprocess.run(["pkg-config", "--cflags", "fsolve"], capture_output=True, text=True, check=False,
                              env={**os.environ, "PKG_CONFIG_PATH": f"{other}:{os.path.dirname(pc)}"})
        self.assertRegex(done.stderr, r"PETSc < 3\.")

    def check_examples(self, flags, folder):
        """The programs of examples/ compile with all warnings, and give what the program gives."""
        built = {}
        for name, words in (("own_loop.c", ["cc", "-std=c99"]), ("drag.c", ["cc", "-std=c99"]), ("two_cases.cpp", ["c++", "-std=c++11"]),
                            ("pendulum.c", ["cc", "-std=c99", "-Wno-unused-parameter"])):
            built[name] = os.path.join(folder, name.split(".")[0])
            self.run_(words[0], "-Wall", "-Wextra", "-Werror", *words[1:], os.path.join(SOURCE, "examples", name), *flags, "-o", built[name])
        beam, top = options("flying_beam")[1], options("spinning_top")[1]
        rows = self.run_(built["own_loop.c"], beam, "1", "4", "start/displacement", cwd=folder).splitlines()
        told = np.array(rows[-1].split(), float)
        out = run("flying_beam", t_end=1)
        np.testing.assert_allclose(told, [1, *out.probe["start"]["displacement"][-1]], rtol=1e-5)
        self.assertRegex(self.run_(built["two_cases.cpp"], beam, top, "0.5", "5", cwd=folder), r"^10 and \d+ steps")
        self.check_pendulum(built["pendulum.c"])
        told = self.run_(built["drag.c"], cwd=folder)
        law = run(mesh="line", mesh_n=4, mesh_upper=2, parts="rod", part_rod_set="all", part_rod_element="beam", part_rod_section="circle",
                  part_rod_radius=0.05, part_rod_young=2e11, part_rod_poisson=0.3, part_rod_density=7800, supports="start", probes="end",
                  linearize=True, integrator="trapezoidal", dt=0.005, t_end=0.2, loads="push,drag", load_push_set="end",
                  load_push_force="0,0,-100", load_drag_set="end", load_drag_law_z="-500*vz")
        tip = float(re.search(r"t = 0.200: tip at (\S+) m", told)[1])
        self.assertAlmostEqual(tip / law.probe["end"]["displacement"][-1][2], 1, places=5)

    def check_pendulum(self, program):
        """The pendulum of a program's own equations moves as that of a body on a joint; the force in its rod is the reaction."""
        for scheme, stabilize in (("lms4", "none"), ("esdirk43_6l", "projection")):
            told = self.run_(program, "-integrator", scheme, "-stabilize", stabilize, "-steps", "400", "-rho_inf", "0.6")
            x, y, force = (float(number) for number in re.findall(r"-?\d+\.\d+", told))
            out = run("pendulum_dae", integrator=scheme, stabilize=stabilize, t_end=2, dt=0.005)
            at, reaction = out.probe["bob"]["displacement"][-1], out.probe["pivot"]["reaction"][-1]
            np.testing.assert_allclose([x, y], [at[0] + 1, at[1]], atol=2e-5)
            self.assertAlmostEqual(abs(force), np.linalg.norm(reaction), delta=0.01)

    def test_install(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, user = os.path.join(folder, "prefix"), os.path.join(folder, "user")
            os.mkdir(user)
            self.run_("cmake", "--install", BUILD, "--prefix", prefix)
            self.check_library(prefix)
            self.run_(os.path.join(prefix, "bin", "fsolve"), *options("sdof", output=os.path.join(folder, "o.h5"), quiet=True))
            for name, text in (("user.c", USER), ("CMakeLists.txt", LISTS)):
                with open(os.path.join(user, name), "w") as file:
                    file.write(text)
            self.check_python(prefix, folder)
            self.check_share(prefix, folder)
            if os.environ.get("FSOLVE_LIBRARY"):  # there is no unit beside an archive
                self.check_units(prefix, folder)
            self.run_("cmake", "-S", user, "-B", user + "/build", f"-DCMAKE_PREFIX_PATH={prefix}")
            self.run_("cmake", "--build", user + "/build")
            schemes = self.run_(user + "/build/user")
            self.assertGreater(len(schemes.splitlines()), 35)
            if os.path.exists(user + "/build/alone"):  # the library without models gives the same digits
                self.assertEqual(self.run_(user + "/build/alone"), schemes)
            self.check_other_petsc(prefix, user, folder)
            self.check_other_petsc_by_name(prefix, folder)
            self.check_readme(prefix, folder)
            self.check_plain(prefix, folder)
            libraries = [d for d, _, files in os.walk(prefix) if "fsolve.pc" in files]
            self.assertEqual(len(libraries), 1)
            env = {**os.environ, "PKG_CONFIG_PATH": ":".join([libraries[0], *self.built_on(prefix)])}
            flags = self.run_("pkg-config", "--cflags", "--libs", "--static", "fsolve", env=env).split()
            rpath = ["-Wl,-rpath," + flag[2:] for flag in flags if flag.startswith("-L")]  # pkg-config says nothing of where programs run
            self.run_("cc", user + "/user.c", "-o", user + "/byhand", *flags, *rpath)
            self.run_(user + "/byhand")
            self.check_examples(flags + rpath, folder)


if __name__ == "__main__":
    unittest.main()
