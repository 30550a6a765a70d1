# SPDX-License-Identifier: BSD-2-Clause
"""Constants of -let: numbers and formulas that name them are those that they stand for, to the last bit; what is refused."""
import os
import unittest

import h5py
import numpy as np

import refusal
from run import RELEASE, Output, fsolve, options

NAMED = """-let "k = (2*pi)^2, c=0.1*2*w, w=sqrt(k)"
-let T=10,F=10,two=n-1,n=3
-part_spring_stiffness k
-part_damper_damping c
-load_sine_force max(F,-1),0*F,-0
-load_sine_time "sin(n*t)"
-load_cosine_force 3*F/two,0,0
-initial_end_velocity_x n
-dt T/1000
-t_end T/5
-output_every 10*two
"""
PLAIN = {"part_spring_stiffness": repr((2 * np.pi) ** 2), "part_damper_damping": repr(0.1 * 2 * np.sqrt((2 * np.pi) ** 2)), "t_end": 2, "output_every": 20}


class Constants(refusal.Refusal):
    def write(self, text, name="named.opts"):
        with open(os.path.join(self.cwd, name), "w") as file:
            file.write(text)
        return ["-options_file", name]

    def run_in(self, words, ranks=1):
        """The output, and what was said."""
        done = fsolve(words + ["-overwrite", "-quiet", "-output", "o.h5"], ranks, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        return Output(os.path.join(self.cwd, "o.h5")), done.stderr

    def same(self, a, b):
        np.testing.assert_array_equal(a.time, b.time)
        np.testing.assert_array_equal(a.frame_times, b.frame_times)
        np.testing.assert_array_equal(a.probe["mass"]["displacement"], b.probe["mass"]["displacement"])

    def test_they_are_what_they_stand_for(self):
        for ranks in (1, 2) if RELEASE else (1,):
            plain, _ = self.run_in(options("sdof", **PLAIN), ranks)
            named, said = self.run_in(options("sdof") + self.write(NAMED), ranks)
            self.assertEqual(said, "")
            self.same(named, plain)

    def test_later_definitions_change_what_depends_on_them(self):
        """Wherever they are, in PETSC_OPTIONS too, which files override."""
        plain, _ = self.run_in(options("sdof", **{**PLAIN, "dt": 0.02, "t_end": 4}))
        named, said = self.run_in(options("sdof") + ["-let", "T=7"] + self.write(NAMED) + ["-let", "T=n*F-F", "-LET", " n = 3"])
        self.assertEqual(said, "")
        self.same(named, plain)
        done = fsolve(options("sdof") + self.write(NAMED) + ["-output", "p.h5"], cwd=self.cwd, env={"PETSC_OPTIONS": "-let T=3"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(Output(os.path.join(self.cwd, "p.h5")).time[-1], 2)

    def test_record_gives_the_same_run(self):
        first, _ = self.run_in(options("sdof") + self.write(NAMED) + ["-let", "F=5"])
        with h5py.File(os.path.join(self.cwd, "o.h5")) as file:
            record = file["options"][()].decode()
        for line in ("# F = 5\n", "# k = 39.478417604357432\n", "# two = 2\n", "-dt T/1000\n"):
            self.assertIn(line, record)
        again, _ = self.run_in(self.write(record, "record.opts"))
        self.same(again, first)

    def test_unused(self):
        """On the command line an error; in files, which several cases may include, a warning; those of other analyses are used."""
        case = options("sdof") + self.write(NAMED)
        self.refuse(case + ["-let", "twoo=3"], r"-let twoo: no option of this case names 'twoo'; did you mean 'two'\?", 1)
        self.refuse(case + ["-let", "T=3,Q=n"], r"-let Q: no option of this case names 'Q'; remove it", 2)
        _, said = self.run_in(case + self.write("-let steel=7.8e3\n-let n=3", "material.opts"))
        self.assertEqual(said, "fsolve: warning: -let: constants that no option names: steel (material.opts:1)\n")
        self.run_in(case + ["-let", "F=9", "-loads", "cosine", "-let", "k=1,c=0"])

    def test_what_restarts_compare(self):
        """Loads may change and the model may not, however they are written."""
        case = options("sdof") + self.write(NAMED) + ["-checkpoint", "kept", "-quiet", "-output", "o.h5"]
        done = fsolve(case, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        again = case + ["-restart", "kept", "-checkpoint", "other"]
        for more in (["-let", "c=0.2*w"], ["-let", "F=20"], ["-let", "F=10,n=9/3"]):
            done = fsolve(again + more, cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
        for more, said in ((["-let", "k=39"], r"-restart kept: the run had '-part_damper_damping c' with c = 1\.256\S*, and this one has not"), (["-let", "T=20"], r"'-dt T/1000' with T = 10, and this"),
                           (["-let", "n=4"], r"'-initial_end_velocity_x n' with n = 3"), (["-dt", "0.01"], r"the run had '-dt T/1000', and this one has not")):
            self.refuse(again + more, said, 1)


class Refused(refusal.Refusal):
    ROWS = [
        ("sdof", {"dt": "T/100"}, r"-dt T/100: 'T/100' is not a finite number, nor a formula of constants: -let defines no 'T'$"),
        ("roof_snap", {"load_bottom_left_force": "0,0,-x"}, r"-let defines no 'x', and this option takes no formula of place or time; -help load shows those that do$"),
        ("sdof", {"let": "Time=3", "dt": "Tme/100"}, r"-let defines no 'Tme'; did you mean 'Time'\?"),
        ("sdof", {"let": "a=b,b=c^2,c=a"}, r"-let a: in a circle, a needs b needs c needs a; give one of them a number"),
        ("sdof", {"let": "a=a+1"}, r"-let a: in a circle, a needs a;"),
        ("sdof", {"let": ",".join(f"a{k}=a{k + 1}" for k in range(1001)) + ",a1001=1", "dt": "a0"}, r"-let a1000: in a row of 1000 constants, each of which needs the next: a0 needs a1"),
        ("sdof", {"let": "t=3"}, r"-let: 't' has a meaning of its own"),
        ("sdof", {"let": "sqrt=3"}, r"-let: 'sqrt' has a meaning of its own"),
        ("sdof", {"let": "_pi=3"}, r"-let: '_pi' has a meaning of its own"),
        ("sdof", {"let": "2a=3"}, r"-let: '2a' is no name"),
        ("sdof", {"let": "a-b=3"}, r"-let: 'a-b' is no name"),
        ("sdof", {"let": "=3"}, r"-let: '' is no name"),
        ("sdof", {"let": "a"}, r"-let 'a' defines nothing; write name=formula"),
        ("sdof", {"let": "a=3,"}, r"-let '' defines nothing"),
        ("sdof", {"let": "a="}, r"-let: 'a' has no value"),
        ("sdof", {"let": True}, r"-let needs a value"),
        ("sdof", {"let": "a==3"}, r'-let a "=3": a single = compares nothing'),
        ("sdof", {"let": "a=1/0", "dt": "a"}, r'-let a "1/0" has no finite value'),
        ("sdof", {"let": "a=3*t"}, r'-let a "3\*t": Unexpected token "t".*\(the constants of -let are: none\)'),
        ("sdof", {"let": "a=3,b=2*a*(1", "dt": "b"}, r'-let b .*\(the constants of -let are: a\)'),
        ("sdof", {"let": "a=3", "load_sine_time": "b*t"}, r'-load_sine_time "b\*t": .*\(the variable is: t; of -let and -tables: a\)'),
        ("sdof", {"let": "a=0", "dt": "1/a"}, r"-dt 1/a: '1/a' is not a finite number, nor a formula of constants: its value is inf"),
        ("sdof", {"let": "a=0", "dt": "a"}, r"-dt 0: must be greater than zero"),
        ("sdof", {"let": "n=3", "output_every": "n/2"}, r"-output_every n/2: expected an integer, found 1\.5"),
        ("sdof", {"output_every": "1e3"}, r"-output_every 1e3: expected an integer"),
        ("sdof", {"let": "n=1e300", "output_every": "n"}, r"-output_every n: expected an integer"),
        ("sdof", {"let": "n=3", "mesh_n": "n,n"}, r"-mesh_n n,n: more than 1 number"),
        ("wave2d", {"let": "n=3", "mesh_n": "max(n"}, r"-mesh_n max\(n: 'max\(n' is not a finite number"),
        ("wave2d", {"let": "n=3", "mesh_n": "n,"}, r"-mesh_n n,: '' is not a finite number"),
    ]

    def test_rows(self):
        for k, (case, keys, pattern) in enumerate(self.ROWS):
            with self.subTest(f"{case} {keys}"):
                self.refuse(options(case, **keys), pattern, 1 + (k % 9 == 0))


if __name__ == "__main__":
    unittest.main()
