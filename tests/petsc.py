# SPDX-License-Identifier: BSD-2-Clause
"""A folder that looks to CMake like a PETSc with its SLEPc, for tests of what is found and refused; there is nothing to link with."""
import os


def made(folder, version="3.25.4", slepc=None, has=("HAVE_MUMPS", "HAVE_SUITESPARSE"), arch=""):
    """has: what its petscconf.h defines. slepc: its version, "" for none."""
    root = os.path.join(folder, arch)
    files = {"include/petscconf.h": "".join(f"#define PETSC_{name} 1\n" for name in has),
             "lib/petsc/conf/petscvariables": "BLASLAPACK_LIB = -llapack -lblas\n"}
    versions = {"PETSc": version, "SLEPc": version if slepc is None else slepc}
    for name, number in versions.items():
        if number:
            files[f"lib/pkgconfig/{name}.pc"] = (f"libdir={root}/lib\nccompiler=mpicc\nName: {name}\nDescription: made for a test\nVersion: {number}\n"
                                                f"Cflags: -I{root}/include\nLibs: -L{root}/lib\n")
    for name, text in files.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    return folder
