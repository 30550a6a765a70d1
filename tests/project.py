"""The files of an open project: they parse, they agree on version and licence, and every source names its licence."""
import glob
import os
import re
import subprocess
import sys

import yaml

SOURCE = os.environ["FSOLVE_SOURCE"]
failed = 0


def check(what, ok, detail=""):
    global failed
    if not ok:
        failed += 1
        print(f"FAILED {what}: {detail}")


def text(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as f:
        return f.read()


def test_workflows():
    """Each workflow starts in Debian 12, with scripts that exist and may be executed."""
    for path in glob.glob(os.path.join(SOURCE, ".github", "workflows", "*.yml")):
        flow = yaml.safe_load(text(path))
        for name, job in flow["jobs"].items():
            check(f"{path}: job {name}", job["container"] == "debian:12", job.get("container"))
            for step in job["steps"]:
                for script in re.findall(r"\bscripts/\w+", step.get("run", "")):
                    check(f"{path}: {script}", os.access(os.path.join(SOURCE, script), os.X_OK), "no such script")
    check("a workflow runs scripts/test", "scripts/test\n" in text(".github/workflows/test.yml"))


def test_templates():
    for path in glob.glob(os.path.join(SOURCE, ".github", "ISSUE_TEMPLATE", "*.yml")):
        form = yaml.safe_load(text(path))
        check(path, isinstance(form, dict) and (path.endswith("config.yml") or form["body"]))


def test_citation():
    """Version and licence are those of the project; the five papers are named."""
    cff = yaml.safe_load(text("CITATION.cff"))
    version = subprocess.run([os.environ["FSOLVE"], "-version"], capture_output=True, text=True).stdout.split()[1]
    check("the version of CITATION.cff", cff["version"] == version, f"{cff['version']}, the program is {version}")
    check("the licence of CITATION.cff", cff["license"] == "BSD-2-Clause", cff["license"])
    check("the papers of CITATION.cff", len(cff["references"]) == 5, len(cff["references"]))
    check("the release notes", f"## {version}" in text("CHANGELOG.md"), f"no heading with {version}")


def test_licence():
    """Every source that the project is made of has an SPDX line."""
    files = []
    for top in ("src", "include", "tests", "python", "tools", "scripts", "cmake"):
        for folder, _, names in os.walk(os.path.join(SOURCE, top)):
            files += [os.path.join(folder, n) for n in names if n.endswith((".c", ".h", ".py", ".cmake"))]
    without = [f for f in files if "SPDX-License-Identifier: BSD-2-Clause" not in text(f)[:20000]]
    check("SPDX lines", not without, without[:5])
    check("LICENSE", "BSD 2-Clause" in text("LICENSE") and "fsolve developers" in text("LICENSE"))


for test in [f for name, f in list(globals().items()) if name.startswith("test_")]:
    test()
sys.exit(failed > 0)
