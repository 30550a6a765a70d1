# SPDX-License-Identifier: BSD-2-Clause
"""Ctrl-C, warnings as errors, and cases that nobody holds: nothing is lost in silence, and a case stays usable."""
import gc
import os
import signal
import subprocess
import sys
import threading
import unittest
import warnings
import weakref

import numpy as np

import fsolve
from run import SOURCE, launch

BEAM = dict(mesh={"": "line", "n": 4, "upper": 2}, supports="start", probes="end", dt=1e-3, t_end=0.2,
            parts={"rod": {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}})
PUSH = {"end": {"force": (0, 0, -100)}}
# Two nodes at one place, of two lines that are not joined: the run warns of them.
APART = dict(mesh={"points": [[0, 0, 0], [1, 0, 0], [1, 0, 0], [2, 0, 0]], "lines": [[0, 1], [2, 3]], "sets": {"start": [0], "mid": [1], "other": [2]}},
             parts=BEAM["parts"], supports="start,other", loads={"mid": {"force": (0, 0, -100)}}, probes="mid", dt=0.05, t_end=0.1)


def resident():
    """The memory of this process [bytes]."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def interrupt(*_):
    """Sends SIGINT to this process, as a terminal does."""
    os.kill(os.getpid(), signal.SIGINT)


def on_two_ranks(program):
    """A finished run of a Python program. It does not get what MPI has added to the environment of this process."""
    return subprocess.run([*launch(2), sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False, env=dict(os.environ))


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Interrupts(unittest.TestCase):
    def setUp(self):
        self.before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background

    def tearDown(self):
        signal.signal(signal.SIGINT, self.before)

    def expected(self, **options):
        with fsolve.Case(**BEAM, **options) as case:
            return case.run()["end/displacement"]

    def interrupted(self, case, call, step):
        """Interrupts a call at a step. The case then goes on to the results of a run without an interrupt."""
        with self.assertRaises(KeyboardInterrupt):
            call()
        self.assertAlmostEqual(case.time, step * BEAM["dt"], 12)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        return case.run()["end/displacement"]

    def test_monitor(self):
        """SIGINT in a monitor, which itself goes on: the run ends after the step, with the same bits later."""
        with fsolve.Case(**BEAM, loads=PUSH) as case:
            case.monitor(lambda step, t: interrupt() if step == 7 else None)
            np.testing.assert_array_equal(self.interrupted(case, case.run, 7), self.expected(loads=PUSH))

    def test_function(self):
        """SIGINT in the function of a load: it is no failure of the function."""
        calls = []

        def push(t, u, v, x):
            calls.append(t)
            if len(calls) == 20:
                interrupt()
            return [0, 0, -100]

        loads = {"end": {"function": push}}
        with fsolve.Case(**BEAM, loads=loads) as case:
            case.setup()
            with self.assertRaises(KeyboardInterrupt):
                case.step_to(0.2)
            self.assertTrue(0 < case.time < 0.2)
            got = case.run()["end/displacement"]
        np.testing.assert_array_equal(got, self.expected(loads={"end": {"function": lambda t, u, v, x: [0, 0, -100]}}))

    def test_signal_between_callbacks(self):
        """SIGINT while the library computes: no Python code runs then."""
        with fsolve.Case(**{**BEAM, "t_end": 1e3}, loads=PUSH) as case:
            timer = threading.Timer(0.2, interrupt)
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                case.run()
            timer.join()
            reached = case.time
            self.assertTrue(0 < reached < 1e3)
            self.assertEqual(len(case["end/displacement"]), round(reached / BEAM["dt"]) + 1)

    def test_function_that_does_not_end(self):
        """The second SIGINT of a call reaches Python, whose function may be what does not end."""
        def push(t, u, v, x):
            interrupt()
            while True:
                interrupt()

        with fsolve.Case(**BEAM, loads={"end": {"function": push}}) as case:
            with self.assertRaises(KeyboardInterrupt):
                case.run()

    def test_handler_of_the_program(self):
        """A program with its own handler gets the signal after the call, once."""
        got = []
        signal.signal(signal.SIGINT, lambda number, frame: got.append(number))
        with fsolve.Case(**BEAM, loads=PUSH) as case:
            case.monitor(lambda step, t: interrupt() if step == 3 else None)
            case.run()
            self.assertEqual((got, case.time), ([signal.SIGINT], 3 * BEAM["dt"]))

    def test_ignored(self):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with fsolve.Case(**BEAM, loads=PUSH) as case:
            case.monitor(lambda step, t: interrupt() if step == 3 else None)
            self.assertAlmostEqual(case.run().time, BEAM["t_end"], 12)

    def test_ranks(self):
        """SIGINT on one rank of two stops both ranks after the same step, and both go on."""
        program = ("import os, signal, sys\nimport fsolve\nfrom mpi4py import MPI\n"
                   "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                   f"case = fsolve.Case(**{BEAM!r}, loads={PUSH!r})\n"
                   "case.monitor(lambda step, t: os.kill(os.getpid(), signal.SIGINT) if step == 5 and MPI.COMM_WORLD.rank else None)\n"
                   "try:\n    case.run()\n    print('not interrupted')\nexcept KeyboardInterrupt:\n    at = case.time\n    case.run()\n"
                   "    print(f'interrupted {at:.9g} {case.time:.9g}\\n', end='')\n")
        done = on_two_ranks(program)
        self.assertEqual(done.stdout.split("\n")[:2], ["interrupted 0.005 0.2"] * 2, done.stderr)


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Warnings(unittest.TestCase):
    def test_warning_as_error(self):
        """A warning that is an error is raised by the call, and the case stays usable."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with fsolve.Case(**APART) as case:
                with self.assertRaisesRegex(RuntimeWarning, "disconnected"):
                    case.setup()
                case.run()
                self.assertAlmostEqual(case.time, 0.1, 12)

    def test_place_of_a_warning(self):
        """A warning names the line of the program that made the call."""
        with self.assertWarnsRegex(RuntimeWarning, "disconnected") as caught, fsolve.Case(**APART) as case:
            case.setup()
        self.assertEqual(caught.filename, __file__)


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Abandoned(unittest.TestCase):
    def test_case_that_nobody_holds(self):
        """A case is freed with its last reference, also with a monitor and with functions."""
        for keys in ({"loads": PUSH}, {"loads": {"end": {"function": lambda t, u, v, x: [0, 0, -1]}}}):
            case = fsolve.Case(**BEAM, **keys)
            case.monitor(lambda step, t: False).run()
            there, handle = weakref.ref(case), case._handle
            value = case["end/displacement"][-1]
            del case
            self.assertIsNone(there())
            self.assertFalse(handle)  # the library has destroyed it
            self.assertEqual(len(value), 3)

    def test_memory(self):
        """120 runs whose cases nobody closes: the memory of the process stays."""
        model = fsolve.Model(**{**BEAM, "mesh": {"": "line", "n": 40, "upper": 2}}, loads=PUSH, analysis="static")
        for k in range(120):
            sway = model.run()["end/displacement"][-1]
            if k == 20:
                before = resident()
        self.assertLess(resident() - before, 10e6)  # a case of 40 beams has 0.8 MB, so that 100 would add 80 MB
        self.assertLess(sway[2], 0)

    def test_refused_set_up(self):
        """Designs that an optimiser may try and the set-up refuses leave no memory."""
        wrong = ({"part_rod_young": -1}, {"part_rod_radius": -1}, {"part_rod_profile": "IPE1"}, {"load_end_set": "nowhere"}, {"load_end_force": "0,0,nan"},
                 {"probe_end_set": "nowhere"}, {"output_fields": "nothing"}, {"supports": "nowhere"}, {"integrator": "none"}, {"dt": 0},
                 {"support_start_box": "9,9,9,9,9,9"}, {"joints": "hinge", "joint_hinge_set": "start", "joint_hinge_type": "revolute"})

        def refuse():
            for options in wrong:
                with self.assertRaises(fsolve.FsolveError) as raised:
                    fsolve.Case(**BEAM, loads=PUSH).set(**options).setup()
                self.assertEqual(raised.exception.status, 2)

        for _ in range(10):
            refuse()
        before = resident()
        for _ in range(40):
            refuse()
        self.assertLess(resident() - before, 0.6e6)  # 1.2 kB of each; a refused model has left 17 to 40 kB

    def test_ranks(self):
        """On two ranks, which drop their cases at different times, the next creation destroys those that both have dropped."""
        program = ("import gc, sys\nimport fsolve\nfrom mpi4py import MPI\nfrom fsolve.abandoned import FUNCTIONS\n"
                   f"options = dict({BEAM!r}, loads={PUSH!r}, t_end=2e-3)\n"
                   "kept, counts = [], []\n"
                   "for k in range(6):\n"
                   "    case = fsolve.Case(**options).run()\n"
                   "    if MPI.COMM_WORLD.rank and k < 3:\n        kept.append(case)\n"
                   "    if k == 4:\n        kept.clear()\n"
                   "    del case\n"
                   "    counts.append(len(FUNCTIONS))\n"
                   "print(f'{MPI.COMM_WORLD.rank} {counts}\\n', end='')\n")
        done = on_two_ranks(program)
        # rank 0 has dropped 0 to 2, which rank 1 holds until it drops all of them after the fifth run
        self.assertEqual(sorted(done.stdout.splitlines()), ["0 [1, 2, 3, 4, 4, 1]", "1 [0, 0, 0, 1, 4, 1]"], done.stderr)


if __name__ == "__main__":
    unittest.main()
