"""Runs of fsolve for the scripts that draw: find the program, run it with options, read what it wrote."""
import os
import shutil
import subprocess
import sys
import tempfile

import h5py

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, "..", "inputs")

# solves per step: figures compare steps of equal cost, dt/n
SOLVES = {"bathe": 2, "tr_bdf2_q": 2, "msstc3": 3, "msstc4": 4, "msstc5": 5, "mssth3": 3, "mssth4": 4, "mssth5": 5,
          "esdirk32_4l": 3, "esdirk32_5l": 4, "esdirk43_6l": 5}

ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def program():
    """$FSOLVE, the one that was built here, or the one on the PATH."""
    for path in (os.environ.get("FSOLVE"), os.path.join(HERE, "..", "build", "fsolve"), shutil.which("fsolve")):
        if path and os.access(path, os.X_OK):
            return path
    sys.exit("there is no fsolve: build it with scripts/build, or name it in $FSOLVE")


def fsolve(read, case=None, **options):
    """Run a case of inputs/ with options (True: a key without value) and return read(file), the output being open."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out.h5")
        words = ["-options_file", os.path.join(INPUTS, case + ".opts")] if case else []
        for key, value in dict(options, output=output, quiet="true").items():
            words += ["-" + key] + ([] if value is True else [str(value)])
        done = subprocess.run([program()] + words, capture_output=True, text=True, env=ENVIRONMENT)
        if done.returncode:
            raise RuntimeError(f"{case} {options}: {done.stderr.strip()}")
        with h5py.File(output) as file:
            return read(file)


def history(probe, component):
    """Reader of a probe's t, q, v, a."""
    fields = ("displacement", "velocity", "acceleration")
    return lambda file: [file["history/time"][:]] + [file[f"history/{probe}/{field}"][:, component] for field in fields]
