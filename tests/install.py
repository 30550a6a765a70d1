"""cmake --install gives a program that runs, and a library that other projects find by CMake and by pkg-config."""
import os
import subprocess
import tempfile
import unittest

from run import BUILD, options

USER = """
#include <integrator.h>
int main(int argc, char *argv[])
{
  Options o;
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  PetscCall(OptionsCreate(PETSC_COMM_WORLD, &o));
  Integrator in;
  PetscCall(IntegratorCreate(o, PETSC_COMM_WORLD, &in));
  int wrong = in->scheme->order != 2;
  PetscCall(OptionsDestroy(&o));
  PetscFinalize();
  return wrong;
}
"""
LISTS = """
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(fsolve REQUIRED)
add_executable(user user.c)
target_link_libraries(user PRIVATE fsolve::fs)
"""


class Install(unittest.TestCase):
    def run_(self, *words, **keys):
        done = subprocess.run(words, capture_output=True, text=True, timeout=200, **keys)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    def test_install(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, user = os.path.join(folder, "prefix"), os.path.join(folder, "user")
            os.mkdir(user)
            self.run_("cmake", "--install", BUILD, "--prefix", prefix)
            self.run_(os.path.join(prefix, "bin", "fsolve"), *options("sdof", output=os.path.join(folder, "o.h5"), quiet=True))
            for name, text in (("user.c", USER), ("CMakeLists.txt", LISTS)):
                with open(os.path.join(user, name), "w") as file:
                    file.write(text)
            self.run_("cmake", "-S", user, "-B", user + "/build", f"-DCMAKE_PREFIX_PATH={prefix}")
            self.run_("cmake", "--build", user + "/build")
            self.run_(user + "/build/user")
            libraries = [d for d, _, files in os.walk(prefix) if "fsolve.pc" in files]
            self.assertEqual(len(libraries), 1)
            petsc = ":".join(f"/usr/lib/petscdir/petsc3.18/{d}/lib/pkgconfig" for d in os.listdir("/usr/lib/petscdir/petsc3.18"))
            env = {**os.environ, "PKG_CONFIG_PATH": f"{libraries[0]}:{petsc}"}
            flags = self.run_("pkg-config", "--cflags", "--libs", "--static", "fsolve", env=env).split()
            self.run_("cc", user + "/user.c", "-o", user + "/byhand", *flags)
            self.run_(user + "/byhand")


if __name__ == "__main__":
    unittest.main()
