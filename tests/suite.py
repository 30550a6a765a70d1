# SPDX-License-Identifier: BSD-2-Clause
"""Runs a piece of the suite: test scripts of one folder, in one process and in an order that a seed chooses.

usage: suite.py [-k <part of a name>] <folder>/<name> ...

Scripts that use the Python package in their process run in a process of their own, because MPI starts there, and so do those that are no list of tests. If a test ends its process, its name is printed, and the
tests that have not run yet run one by one, each in a process of its own. FSOLVE_SEED=<number> repeats an order."""
import atexit
import faulthandler
import importlib.util
import os
import random
import re
import subprocess
import sys
import time
import traceback
import unittest

import workers

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = re.compile(r"^\s*(import|from) fsolve\b", re.M)  # the package, not fsolve() of run.py


def load(script):
    """The module of a script, which finds those beside it as if it were started itself."""
    path = os.path.join(HERE, script + ".py")
    folder = os.path.dirname(path)
    if sys.path[0] != folder:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location("test_" + script.replace("/", "_"), path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.argv = [path]
    spec.loader.exec_module(module)
    return module


def tests_of(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from tests_of(item)
        else:
            yield item


def find(script, part=""):
    """The tests of a script, class by class, classes and the tests of each in a random order."""
    classes = {}
    for test in tests_of(unittest.defaultTestLoader.loadTestsFromModule(load(script))):
        if part in test.id():
            classes.setdefault(type(test).__qualname__, []).append(test)
    order, chance = sorted(classes), random.Random(f"{workers.SEED} {os.path.basename(script)}")
    chance.shuffle(order)
    for name in order:
        chance.shuffle(classes[name])
    return [test for name in order for test in classes[name]]


class Log(unittest.TextTestResult):
    """Writes the tests that start and end to a file that the parent reads. Prints failures at once, because a later test may end the process."""

    file = None

    def addError(self, test, err):
        super().addError(test, err)
        self.stream.writeln(self.errors[-1][1])

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.stream.writeln(self.failures[-1][1])

    def startTest(self, test):
        os.write(self.file, f"start {test.id()}\n".encode())
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        os.write(self.file, f"stop {test.id()}\n".encode())


def run(scripts, part, skip, only, file):
    """Runs tests in this process: those that skip does not have, or one. Returns whether they have succeeded."""
    Log.file = file
    suite = unittest.TestSuite()
    for script in scripts:
        suite.addTests(test for test in find(script, part) if (test.id() == only if only else test.id() not in skip))
    if not suite.countTestCases():
        raise ValueError(f"no tests in {', '.join(scripts)}")
    return unittest.TextTestRunner(verbosity=2, resultclass=Log).run(suite).wasSuccessful()


def child(scripts, part, skip=(), only=None):
    """Runs tests in a forked process. Returns its status and the tests that have started and stopped."""
    file = os.memfd_create("tests")
    sys.stdout.flush(), sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            faulthandler.enable()
            code = 0 if run(scripts, part, skip, only, file) else 1
        except BaseException:  # a script that is no list of tests may exit when it is loaded
            traceback.print_exc()
        atexit._run_exitfuncs()  # nothing of the parent's is registered
        sys.stdout.flush(), sys.stderr.flush()
        os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with os.fdopen(file, "r", encoding="utf-8") as log:
        log.seek(0)
        lines = [line.split(" ", 1) for line in log.read().splitlines()]
    return status, [name for what, name in lines if what == "start"], {name for what, name in lines if what == "stop"}


def run_piece(scripts, part):
    """Runs scripts in one process, and what a crash leaves one by one. Returns whether all tests have succeeded."""
    status, started, stopped = child(scripts, part)
    if not started or started[-1] in stopped:
        return status == 0
    print(f"\nCRASH: {started[-1]} has ended the process, status {status}; the others of {', '.join(scripts)} run one by one", file=sys.stderr, flush=True)
    for name in missing(scripts, part, set(started)):
        status, _, done = child(scripts, part, only=name)
        if status or name not in done:
            print(f"{'CRASH' if name not in done else 'FAIL'}: {name}, status {status}", file=sys.stderr, flush=True)
    return False


def missing(scripts, part, skip):
    """The names of the tests that have not started, found in a process of its own."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        with os.fdopen(write, "w") as f:
            f.write("\n".join(test.id() for script in scripts for test in find(script, part) if test.id() not in skip))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as f:
        names = f.read().split()
    os.waitpid(pid, 0)
    return names


def text_of(script):
    with open(os.path.join(HERE, script + ".py"), encoding="utf-8") as f:
        return f.read()


def run_script(script):
    """Runs a script that is no list of tests. Returns whether it has succeeded."""
    return subprocess.run([sys.executable, os.path.join(HERE, script + ".py")]).returncode == 0


def main(words):
    part = ""
    if words[:1] == ["-k"]:
        part, words = words[1], words[2:]
    os.environ["FSOLVE_SEED"] = str(workers.SEED)  # of all processes of the piece
    workers.announce()
    plain = [script for script in words if "unittest.main()" not in text_of(script)]
    alone = [script for script in words if script not in plain and PACKAGE.search(text_of(script))]
    together = [script for script in words if script not in plain + alone]
    groups = ([together] if together else []) + [[script] for script in alone + plain]
    random.Random(workers.SEED).shuffle(together)
    seconds, results = [], []
    for group in groups:
        begin = time.monotonic()
        results.append(run_script(group[0]) if group[0] in plain else run_piece(group, part))
        seconds.append(f"{time.monotonic() - begin:.1f} s {', '.join(group)}")
    print("\n".join(seconds), file=sys.stderr)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
