"""Runs of fsolve for the scripts that draw: find the program, run it with options, read what it wrote."""
import functools
import os
import shutil
import subprocess
import sys
import tempfile

import h5py

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, "..", "inputs")

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


@functools.cache
def schemes():
    """{name: solves per step}, as the program knows them. Figures compare steps of equal cost, dt/n with n solves."""
    def read(file):
        return {name: int(next(iter(group.values())).attrs["solves"]) for name, group in file["spectrum"].items()}

    return fsolve(read, analysis="spectrum", spectrum_points=2, spectrum_range="0.001,0.01", spectrum_rho_inf=1)
