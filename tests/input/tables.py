"""Tables as functions in formulas: the same runs as with formulas that say the same, files of any kind, what is refused, what restarts compare."""
import os
import unittest

import h5py
import numpy as np

import refusal
from run import Output, fsolve, options

ROWS = "0 0\n0.13 0.1\n0.29 0.1\n0.5 -0.2\n"
SAME = "t<0.13 ? t/1.3 : t<0.29 ? 0.1 : 0.1-0.3*(t-0.29)/0.21"
LOAD = {"t_end": 0.5, "loads": "sine", "tables": "m", "table_m": "m.txt", "load_sine_time": "m(t)"}


class Tables(refusal.Refusal):
    def write(self, text, name="m.txt"):
        with open(os.path.join(self.cwd, name), "w", newline="") as file:
            file.write(text)

    def setUp(self):
        super().setUp()
        self.write(ROWS)

    def run_in(self, ranks=1, case="sdof", **keys):
        done = fsolve(options(case, overwrite=True, quiet=True, output="o.h5", **keys), ranks, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        return Output(os.path.join(self.cwd, "o.h5"))

    def close(self, a, b, tolerance, what="displacement"):
        a, b = a.probe["mass"][what], b.probe["mass"][what]
        self.assertGreater(np.abs(b).max(), 0.01)
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * np.abs(b).max())

    def test_lines(self):
        """To round-off that of the formula; schemes with stages behind the last step have them behind the table's end."""
        for scheme in ("lms4", "mssth4", "esdirk43_6l"):
            for ranks in (1, 2) if scheme == "lms4" else (1,):
                table = self.run_in(ranks, integrator=scheme, **LOAD)
                formula = self.run_in(ranks, integrator=scheme, t_end=0.5, loads="sine", load_sine_time=SAME)
                self.close(table, formula, 1e-13)

    def test_motion(self):
        """Velocity and acceleration of a support are those of the cubics: here of a parabola, which they repeat, at points, ends and between."""
        self.write("".join(f"{t:.17g},{t**2:.17g}\n" for t in np.arange(0, 1.05, 0.1)))
        out = self.run_in(tables="m", table_m="m.txt", table_m_kind="cubic", support_start_motion_x="m(t)", probe_mass_set="start", t_end=1, dt=0.02)
        for what, exact in (("displacement", out.time**2), ("velocity", 2 * out.time), ("acceleration", 0 * out.time + 2)):
            np.testing.assert_allclose(out.probe["mass"][what][:, 0], exact, atol=1e-9, err_msg=what)  # of differences over 0.02

    def test_law(self):
        """A spring by a table: its tangent is exact, too, at the points of the table and between."""
        self.write("ux,f\n" + "".join(f"{u},{20 * u}\n" for u in range(-5, 6)))
        keys = {"t_end": 2, "loads": "sine,s", "load_s_set": "end"}
        formula = self.run_in(load_s_law_x="0-20*ux", **keys)
        table = self.run_in(tables="s", table_s="m.txt", load_s_law_x="0-s_f(ux)", **keys)
        self.close(table, formula, 1e-10)
        self.assertLess(table.newton.sum(), 1.02 * formula.newton.sum())  # where round-off decides one more or less

    def test_files(self):
        """Separators, names, comments, lines as of Windows, a folder of the case; one column of several."""
        formula = self.run_in(t_end=0.5, loads="sine", load_sine_time=SAME)
        rows = [row.split() for row in ROWS.splitlines()]
        os.mkdir(os.path.join(self.cwd, "deep"))
        for k, (text, call) in enumerate((
            ("\ufefftime;a\r\n" + "".join(f"{t}; {f}\r\n" for t, f in rows), "m(t)"),
            ("# measured\n\nt\tother\tb_2\n" + "".join(f"{t}\t7\t{f}\n" for t, f in rows), "m_b_2(t)"),
            ('"t", "a"\n' + "".join(f"{t},{f}\n\n" for t, f in rows), "m_a(t)+m(t)-m_a(t)"),
            ("".join(f"  {t}   {f}  \n# and\n" for t, f in rows).rstrip("\n"), "m(0.5*t+t/2)"))):
            self.write(text, "deep/table.csv")
            self.write("-table_m table.csv\n", "deep/case.opts")
            with self.subTest(call):
                self.close(self.run_in(1 + k % 2, t_end=0.5, loads="sine", tables="m", load_sine_time=call, options_file="deep/case.opts"), formula, 1e-12)

    def test_outside(self):
        for outside, same in (("hold", "t<0.5 ? (%s) : -0.2" % SAME), ("zero", "t<=0.5 ? (%s) : 0" % SAME)):
            self.close(self.run_in(**{**LOAD, "t_end": 1, "table_m_outside": outside}), self.run_in(t_end=1, loads="sine", load_sine_time=same), 1e-12)
        self.write("0 1\n0.01 2\n0.2 3\n")
        steps = self.run_in(**{**LOAD, "t_end": 0.8, "table_m_outside": "repeat", "table_m_kind": "steps", "dt": 0.003})
        formula = self.run_in(t_end=0.8, dt=0.003, loads="sine", load_sine_time="t-0.2*rint(t/0.2-0.5)<0.01 ? 1 : 2")
        self.close(steps, formula, 1e-12)
        self.refuse(options("sdof", **{**LOAD, "t_end": 0.51}), r'-load_sine_time "m\(t\)" at t = 0\.51: m\(0\.51\) is outside of the table, 0 to 0\.2; give it more rows, or -table_m_outside', 1)

    def test_output_replaces_no_table(self):
        self.refuse(options("sdof", output="m.txt", overwrite=True, **LOAD), r"-output m.txt is a file that this run reads", 1)

    def test_what_restarts_compare(self):
        """A table of loads may change, one of supports may not; the file may have another name."""
        keys = {**LOAD, "quiet": True, "output": "o.h5", "t_end": 0.4, "checkpoint": "kept", "dt": 0.01}
        self.assertEqual(fsolve(options("sdof", **keys), cwd=self.cwd).returncode, 0)
        with h5py.File(os.path.join(self.cwd, "o.h5")) as file:
            self.assertRegex(file["options"][()].decode(), r"\n# m = a table of 4 points, checksum [0-9a-f]{16}\n")
        self.write(ROWS, "same.txt")
        self.write(ROWS.replace("-0.2", "-0.3"))
        again = {**keys, "t_end": 0.5, "restart": "kept", "checkpoint": "other"}
        for more in ({"table_m": "same.txt"}, {}):
            done = fsolve(options("sdof", **{**again, **more}), cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
        moved = {"support_start_motion_x": "m(t)", "supports": "start", "output": "p.h5", "checkpoint": "moved"}
        self.write(ROWS)
        self.assertEqual(fsolve(options("sdof", **{**keys, **moved}), cwd=self.cwd).returncode, 0)
        self.write(ROWS.replace("-0.2", "-0.3"))
        again = {**again, **moved, "restart": "moved", "checkpoint": "other"}
        self.refuse(options("sdof", **again), r"the run had '-support_start_motion_x m\(t\)' with m = a table of 4 points, checksum \w+, and this one has not", 1)
        self.refuse(options("sdof", **{**again, "table_m": "same.txt", "table_m_kind": "steps"}), r"-support_start_motion_x m\(t\)' with m = ", 1)


class Refused(refusal.Refusal):
    FILES = [
        ("0 0\n1 1\n1 2\n", r"-table_m: m.txt:3: 1 follows 1: the first column must increase"),
        ("t,a\n0,0\n\n# b\n1\n", r"m.txt:5: 1 values, and there are 2 columns"),
        ("t,a\n0,0\n1,2,3\n", r"m.txt:3: 3 values, and there are 2 columns"),
        ("t,a\n0,0\n1,\n", r"m.txt:3: value 2 is missing"),
        ("t,a\n0,0\n1,nan\n", r"m.txt:3: 'nan' is not a finite number"),
        ("t,a\n0,0\n1,1e999\n", r"m.txt:3: '1e999' is not a finite number"),
        ("t;a\n0;0\n1;1,5\n", r"m.txt:3: '1,5' is not a finite number"),
        ("t,a\n0,0\nend\n", r"m.txt:3: 'end' is not a finite number"),
        ("t,a b\n0,0\n", r"m.txt:1: 'a b' is no name for a column"),
        ("t,a,a\n0,0,0\n", r"m.txt:1: two columns have the name 'a'"),
        ("1\n2\n", r"m.txt:1: a table has two columns or more"),
        ("t,a\n0,0\n", r"m.txt:2: a table has two rows or more, and this one has 1"),
        ("", r"m.txt:0: a table has two rows or more, and this one has 0"),
        ("0 1 2\n1 2 3\n", r"-table_m: m.txt has 3 columns; give them names"),
    ]
    OPTIONS = [
        ({"table_m": "no.csv"}, r"-table_m: no.csv cannot be opened"),
        ({"table_m": "."}, r"-table_m: .*cannot be read \(Is a directory\)"),
        ({"tables": "m,n"}, r"-tables n: -table_n <file> is missing"),
        ({"table_n": "m.txt"}, r"unknown option -table_n: 'n' begins with no name of -tables, which has m"),
        ({"table_m_knd": "cubic"}, r"unknown option -table_m_knd; did you mean -table_m_kind\?"),
        ({"table_m_kind": "cubc"}, r"-table_m_kind cubc: unknown; did you mean cubic"),
        ({"tables": "t", "table_t": "m.txt"}, r"-table_t: 't' has a meaning of its own"),
        ({"tables": "a-b", "table_a-b": "m.txt"}, r"-table_a-b: 'a-b' is no name for formulas"),
        ({"let": "m=3"}, r"-table_m: the name 'm' is there already"),
        ({"load_sine_time": "m"}, r'-load_sine_time "m": '),
        ({"load_sine_time": "n(t)"}, r"of -let and -tables: m\)"),
        ({"load_sine_time": "m(t-1)"}, r"m\(-1\) is outside of the table, 0 to 20"),
    ]

    def test_rows(self):
        for k, (text, said) in enumerate(self.FILES + [("0 0\n20 1\n", row) for row in self.OPTIONS]):
            with open(os.path.join(self.cwd, "m.txt"), "w") as file:
                file.write(text)
            keys, said = ({}, said) if isinstance(said, str) else said
            with self.subTest(f"{text} {keys}"):
                self.refuse(options("sdof", **{"tables": "m", "table_m": "m.txt", "load_sine_time": "m(t)", **keys}), said, 1 + (k % 9 == 1))


if __name__ == "__main__":
    unittest.main()
