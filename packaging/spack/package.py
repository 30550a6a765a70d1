# SPDX-License-Identifier: BSD-2-Clause
"""A package for Spack, in a repository of your own: see docs/install.md. The class has the name of its folder, fsolve."""
from spack.package import *

try:  # Spack 1.0 and later have the build systems in their repository of packages
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass


class Fsolve(CMakePackage):
    """MPI-parallel flexible structural dynamics: beams, membranes, bodies and joints, integrated in time."""

    # where these sources are: spack dev-build, or spack develop --path
    homepage = "file:///"
    git = "file:///"
    version("main", branch="main")

    variant("int64", default=False, description="64-bit indices, for more than 2e9 entries in a matrix")
    variant("native", default=False, description="-march=native; Spack's own target does as well, and better")
    variant("tests", default=False, description="build the tests as well (Open MPI, python with numpy and h5py)")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("petsc@3.18:+mpi+shared+double~complex+mumps+suite-sparse+hdf5")
    depends_on("petsc+int64", when="+int64")
    depends_on("petsc~int64", when="~int64")
    depends_on("slepc@3.18:")
    depends_on("hdf5+mpi")
    depends_on("muparser")
    depends_on("python", type="run")
    depends_on("py-numpy", type="run")
    depends_on("py-h5py", type="run")
    depends_on("py-matplotlib", type="run")
    depends_on("openmpi", when="+tests")
    for series in range(18, 27):  # of one series, both
        depends_on(f"slepc@3.{series}", when=f"^petsc@3.{series}")

    def cmake_args(self):
        spec = self.spec
        return [
            self.define("PETSC_DIR", spec["petsc"].prefix),
            self.define("PETSC_ARCH", ""),
            self.define("SLEPC_DIR", spec["slepc"].prefix),
            self.define("HDF5_ROOT", spec["hdf5"].prefix),
            self.define("MPI_C_COMPILER", spec["mpi"].mpicc),
            self.define_from_variant("FSOLVE_NATIVE", "native"),
            self.define_from_variant("BUILD_TESTING", "tests"),
        ]
