# SPDX-License-Identifier: BSD-2-Clause
"""The Gmsh reader alone, built with both sanitizers, and the files it is tried on."""
import glob
import os
import subprocess

from run import BUILD, MSH

DUMP = os.path.join(BUILD, "tests", "mesh_dump")
FILES = sorted(glob.glob(os.path.join(MSH, "*.msh")))
GOOD = [f for f in FILES if "refused" not in f]


def dump(path, timeout=20):
    return subprocess.run([DUMP, path], capture_output=True, text=True, timeout=timeout)
