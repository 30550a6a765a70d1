# SPDX-License-Identifier: BSD-2-Clause
"""Runs a test of documents if what it reads has changed since it last succeeded, and before a release.

usage: when_changed.py <name of the test> <its script>

A successful test leaves a file in $FSOLVE_TESTED, or in the folder tested of the build. The name of the file has a checksum of everything that makes the documents: the
pages, their cases, the tools and packages that draw them, and the manual that the program prints. The checksum does not depend on the clone or on times of files. Without
such a file the test runs, so a new machine tests the documents once. FSOLVE_DOCUMENTS=1 runs the test in any case."""
import glob
import hashlib
import os
import subprocess
import sys

SOURCE = os.environ["FSOLVE_SOURCE"]
INPUTS = ("docs", "examples", "include", "inputs", "meshes", "python", "scripts", "share", "tools", "verification", "*.md", "pyproject.toml", "CITATION.cff")
SKIPPED = 77  # ctest calls the test skipped
KEPT = 20     # files of a test


def paths():
    """All files of the inputs, below the sources, sorted."""
    for pattern in INPUTS:
        for path in sorted(glob.glob(os.path.join(SOURCE, pattern))):
            if os.path.isfile(path):
                yield path
            for folder, below, names in sorted(os.walk(path)):
                below[:] = [b for b in below if b != "__pycache__"]
                yield from sorted(os.path.join(folder, name) for name in names)


def checksum(script):
    digest = hashlib.sha256()
    for path in [*paths(), script]:
        digest.update(os.path.relpath(path, SOURCE).encode() + b"\0")
        with open(path, "rb") as f:
            digest.update(hashlib.sha256(f.read()).digest())
    digest.update(subprocess.run([os.environ["FSOLVE"], "-help"], capture_output=True, check=True).stdout)
    return digest.hexdigest()[:24]


def main(name, script):
    folder = os.environ.get("FSOLVE_TESTED") or os.path.join(os.environ["FSOLVE_BUILD"], "tested")
    mark = os.path.join(folder, f"{name}-{checksum(script)}")
    always = os.environ.get("FSOLVE_RELEASE") or os.environ.get("FSOLVE_DOCUMENTS")
    if os.path.exists(mark) and not always:
        print(f"{name}: documents and their cases are as they were when this test succeeded (FSOLVE_DOCUMENTS=1 runs it)")
        return SKIPPED
    status = subprocess.run([sys.executable, script]).returncode
    if status == 0:
        os.makedirs(folder, exist_ok=True)
        with open(mark, "w", encoding="utf-8"):
            pass
        for old in sorted(glob.glob(os.path.join(folder, f"{name}-*")), key=os.path.getmtime)[:-KEPT]:
            os.remove(old)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
