# SPDX-License-Identifier: BSD-2-Clause
"""Tables as functions in formulas: the same runs as with formulas that say the same, files of any kind, what is refused, what restarts compare."""
import os
import re
import unittest

import h5py
import numpy as np

import refusal
from run import RELEASE, Output, fsolve, options

ROWS = "0 0\n0.13 0.1\n0.29 0.1\n0.5 -0.2\n"
SAME = "t<0.13 ? t/1.3 : t<0.29 ? 0.1 : 0.1-0.3*(t-0.29)/0.21"
LOAD = {"t_end": 0.5, "loads": "sine", "tables": "m", "table_m": "m.txt", "load_sine_time": "m(t)"}


class Case(refusal.Refusal):
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


class Tables(Case):
    def test_lines(self):
        """To round-off that of the formula; schemes with stages behind the last step have them behind the table's end."""
        for scheme in ("lms4", "mssth4", "esdirk43_6l"):
            for ranks in (1, 2) if RELEASE and scheme == "lms4" else (1,):
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
                self.close(self.run_in(1 + k % 2 if RELEASE else 1, t_end=0.5, loads="sine", tables="m", load_sine_time=call, options_file="deep/case.opts"), formula, 1e-12)

    def test_outside(self):
        for outside, same in (("hold", "t<0.5 ? (%s) : -0.2" % SAME), ("zero", "t<=0.5 ? (%s) : 0" % SAME)):
            self.close(self.run_in(**{**LOAD, "t_end": 1, "table_m_outside": outside}), self.run_in(t_end=1, loads="sine", load_sine_time=same), 1e-12)
        self.write("0 1\n0.01 2\n0.2 3\n")
        steps = self.run_in(**{**LOAD, "t_end": 0.8, "table_m_outside": "repeat", "table_m_kind": "steps", "dt": 0.003})
        formula = self.run_in(t_end=0.8, dt=0.003, loads="sine", load_sine_time="t-0.2*rint(t/0.2-0.5)<0.01 ? 1 : 2")
        self.close(steps, formula, 1e-12)
        self.refuse(options("sdof", **{**LOAD, "t_end": 0.51}), r'-load_sine_time "m\(t\)" at t = 0\.51: m\(0\.51\) is outside of the table, 0 to 0\.2; give it more rows, or -table_m_outside', 1)

    def test_outside_in_fields_and_laws(self):
        """Before the run where time and place decide: fields at all places, here those of one rank alone, and laws, whatever the motion."""
        self.write("0 1\n1 2\n")
        rod = {"mesh": "line", "mesh_n": 5, "mesh_upper": 2, "parts": "all", "part_all_element": "bar", "part_all_young": 10, "part_all_area": 1,
               "part_all_density": 1, "supports": "start", "directions": "x", "loads": "all", "tables": "m", "table_m": "m.txt", "dt": 0.1}
        ball = {"mesh": "line", "parts": "end", "part_end_element": "body", "part_end_mass": 1, "part_end_inertia": "1,1,1,0,0,0", "loads": "end",
                "tables": "m", "table_m": "m.txt", "dt": 0.1}
        field, law = {**rod, "load_all_traction": "1,0,0"}, {**rod, "load_all_set": "end"}
        for keys, option, formula, at, missed in (
            (field, "load_all_field", "m(t)*x", r"x = \S+, t = 1\.5", r"m\(1\.5\)"),
            (field, "load_all_field", "m(t-x/4+0.4)", r"x = (1\.[678]\S*|2), t = 0", r"m\(-\S+\)"),
            (law, "load_all_law_x", "m(t)-ux", r"t = 1\.5", r"m\(1\.5\)"),
            (law, "load_all_law_x", "m(t+x-1)*vx", r"t = 1\.5, x = 2", r"m\(2\.5\)"),
            (ball, "load_end_law_mx", "m(t)-0.1*rx", r"t = 1\.5", r"m\(1\.5\)")):
            for ranks in (1, 2) if RELEASE or "t-x" in formula else (1,):
                with self.subTest(f"{formula} {ranks}"):
                    self.refuse(options(**{**keys, option: formula, "t_end": 1.5}), rf'-{option} "\S+" at {at}: {missed} is outside of the table, 0 to 1; give', ranks)
        for option, formula in (("load_all_law_x", "ux<0 ? 0 : m(t+9)"), ("load_all_law_x", "ux>0.5 ? m(t+9) : 0"), ("load_all_law_x", "t>1 ? ux : m(ux^2)"), ("load_all_law_x", "abs(vx)>1 ? m(t+9) : -0.01")):
            with self.subTest(formula):  # the motion decides, and goes the other way
                done = fsolve(options(**{**law, option: formula, "t_end": 0.4, "initials": "all", "initial_all_displacement_x": "-0.01*x", "output": "o.h5", "overwrite": True, "quiet": True}), cwd=self.cwd)
                self.assertEqual(done.returncode, 0, done.stderr)

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


class Datasets(Case):
    """Tables of HDF5 files: what an earlier run has written, and what other programs write."""

    MOVED = {"tables": "m", "table_m_kind": "cubic", "supports": "start", "probe_mass_set": "start", "t_end": 0.5}

    def write_h5(self, **datasets):
        """Names with __ are in a group."""
        with h5py.File(os.path.join(self.cwd, "d.h5"), "w") as file:
            for name, values in datasets.items():
                file[name.replace("__", "/")] = values

    def meaning(self):
        with h5py.File(os.path.join(self.cwd, "o.h5")) as file:
            return re.findall(r"^# (\w+) = a table of (\d+) points, checksum (\w+)$", file["options"][()].decode(), re.M)

    def test_history(self):
        """A history that moves the support of another run is its motion, to round-off at the steps; the numbers as a text are the same
        table, and the same run to the last bit. Both readings of the path: the dataset, and the group around it."""
        first = self.run_in(loads="sine", load_sine_time="sin(9*t)", t_end=0.5)
        os.rename(os.path.join(self.cwd, "o.h5"), os.path.join(self.cwd, "first.h5"))
        history = first.probe["mass"]["displacement"]
        self.assertGreater(np.abs(history[:, 0]).max(), 1e-3)
        self.write("t,x,y,z\n" + "".join(f"{t:.17g},{u[0]:.17g},{u[1]:.17g},{u[2]:.17g}\n" for t, u in zip(first.time, history)))
        text = self.run_in(table_m="m.txt", support_start_motion_x="m_x(t)", **self.MOVED)
        self.assertEqual(text.probe["mass"]["displacement"].shape, history.shape)
        np.testing.assert_allclose(text.probe["mass"]["displacement"], history, rtol=0, atol=1e-14 * np.abs(history).max())
        known = self.meaning()
        self.assertEqual(len(known), 3)
        for ranks, path, call in ((1, "displacement", "m_x(t)"), (2, "displacement", "m_x(t)"), (1, "", "m_displacement_x(t)")):
            with self.subTest(f"{path} {ranks}"):
                out = self.run_in(ranks, table_m=f"first.h5:/history/mass/{path}", support_start_motion_x=call, **self.MOVED)
                for what in ("displacement", "velocity", "acceleration"):
                    np.testing.assert_array_equal(out.probe["mass"][what], text.probe["mass"][what])
                self.assertEqual([m[1:] for m in self.meaning() if "velocity" not in m[0] and "acceleration" not in m[0]], [m[1:] for m in known])

    def test_names(self):
        """Times beside, above, or in the first column; one column, three, others; whole numbers; a file beside the case."""
        t, f = (np.array([float(row.split()[k]) for row in ROWS.splitlines()]) for k in (0, 1))
        formula = self.run_in(t_end=0.5, loads="sine", load_sine_time=SAME)
        os.mkdir(os.path.join(self.cwd, "deep"))
        self.write("-table_m d.h5:/deep/er/wind\n", "deep/case.opts")
        five = np.stack([0 * f, 0 * f, 0 * f, 0 * f, f], axis=1)
        for k, (path, call, datasets) in enumerate((
            ("/f", "m(t)", {"time": t, "f": f}),
            ("/deep/f", "m(t)", {"deep__time": t, "time": 7 * t, "deep__f": f[:, None]}),
            ("/deep/f", "m_z(t)", {"time": t, "deep__f": five[:, 2:]}),
            ("/f", "m_5(t)", {"time": t, "f": five}),
            ("/f", "m(t)", {"f": np.stack([t, f], axis=1)}),
            ("/f", "m_rz(t)", {"f": np.column_stack([t, f, five])}),
            ("/deep", "m_b_5(t)+m_a(t)", {"time": t, "deep__b": five, "deep__a": np.zeros(4, np.int32), "deep__er__other": t[1:]}),
            ("/", "m_a(t)", {"time": t, "a": f, "deep__b": t[1:]}),
            ("/f", "m(t)/10", {"time": t, "f": np.rint(10 * f).astype(np.int16)}))):
            self.write_h5(**datasets)
            with self.subTest(f"{path} {call}"):
                self.close(self.run_in(1 + k % 2 if RELEASE else 1, t_end=0.5, loads="sine", tables="m", table_m="d.h5:" + path, load_sine_time=call), formula, 1e-13)
        self.write_h5(deep__time=t, deep__er__wind=f)
        os.rename(os.path.join(self.cwd, "d.h5"), os.path.join(self.cwd, "deep", "d.h5"))
        self.close(self.run_in(t_end=0.5, loads="sine", tables="m", load_sine_time="m(t)", options_file="deep/case.opts"), formula, 1e-13)

    REFUSED = [
        ("none.h5:/f", {}, r"-table_m: none.h5 cannot be opened"),
        ("m.txt:/f", {}, r"-table_m: m.txt is not an HDF5 file, or it is damaged; name a text file without :/f"),
        ("d.h5", {}, r"-table_m: d.h5:1: this is an HDF5 file: say which dataset or group of it, as d.h5:/history"),
        ("d.h5:/g", {}, r"-table_m: d.h5 has no dataset or group /g; `h5ls -r` lists"),
        ("d.h5:/f/g", {}, r"d.h5 has no dataset or group /f/g"),
        ("d.h5:/f", {"time": [0, 1, 2]}, r"d.h5:/f has 2 rows, and /time has 3: take what has a row for each time"),
        ("d.h5:/f", {"time": [0, 0]}, r"d.h5:/time: row 2: 0 follows 0: times must increase"),
        ("d.h5:/f", {"time": [0, np.nan]}, r"d.h5:/time: row 2 has a value that is not finite"),
        ("d.h5:/f", {"time": [[0, 1], [1, 2]]}, r"d.h5:/time has 2 columns, not one"),
        ("d.h5:/f", {"time": "a text"}, r"d.h5:/time has no numbers"),
        ("d.h5:/f", {"f": [1, np.inf]}, r"d.h5:/f: row 2 has a value that is not finite"),
        ("d.h5:/f", {"f": "a text"}, r"d.h5:/f has no numbers"),
        ("d.h5:/f", {"f": [True, False]}, r"d.h5:/f has no numbers"),
        ("d.h5:/f", {"f": 3.0}, r"d.h5:/f has 0 dimensions"),
        ("d.h5:/f", {"f": np.zeros((2, 2, 2))}, r"d.h5:/f has 3 dimensions"),
        ("d.h5:/f", {"f": np.zeros((2, 300))}, r"d.h5:/f has more than 256 columns"),
        ("d.h5:/f", {"f": [1], "time": [0]}, r"d.h5:/time: a table has two rows or more, and this one has 1"),
        ("d.h5:/f", {"time": None}, r"d.h5 has no dataset 'time' beside /f or in a group above it"),
        ("d.h5:/f", {"time": None, "f": [[1, 0], [1, 0]]}, r"d.h5:/f: row 2: 1 follows 1: times must increase"),
        ("d.h5:/deep", {"deep__a b": [0, 1]}, r"d.h5:/deep/a b: 'a b' is no name for a column"),
        ("d.h5:/deep", {"deep__deeper__a": [0, 1]}, r"d.h5:/deep has no datasets but times"),
        ("d.h5:/deep", {"deep__a": [0, 1, 2]}, r"d.h5:/deep/a has 3 rows, and /time has 2"),
    ]

    def test_refused(self):
        for k, (path, more, said) in enumerate(self.REFUSED):
            self.write_h5(**{name: values for name, values in {"time": [0.0, 20], "f": [0.0, 1], **more}.items() if values is not None})
            with self.subTest(f"{path} {more}"):
                self.refuse(options("sdof", tables="m", table_m=path, loads="sine", load_sine_time="m(t)"), said, 1 + (k % 9 == 1 if RELEASE else k == 1))
        self.write_h5(time=[0.0, 20], f=[0.0, 1])
        self.refuse(options("sdof", output="d.h5", overwrite=True, tables="m", table_m="d.h5:/f", loads="sine", load_sine_time="m(t)"), r"-output d.h5 is a file that this run reads", 1)


class Refused(refusal.Refusal):
    FILES = [
        ("0 0\n1 1\n1 2\n", r"-table_m: m.txt:3: 1 follows 1: the first column must increase"),
        ("t,a\n0,0\n\n# b\n1\n", r"m.txt:5: 1 values, and there are 2 columns"),
        ("t,a\n0,0\n1,2,3\n", r"m.txt:3: 3 values, and there are 2 columns"),
        ("t,a\n0,0\n1,\n", r"m.txt:3: value 2 is missing"),
        ("t,a\n0,0\n1,nan\n", r"m.txt:3: 'nan' is not a finite number"),
        ("t,a\n0,0\n1,1e999\n", r"m.txt:3: '1e999' is not a finite number"),
        ("0,0\n1,1\0junk\n", r"m.txt:2: a character is 0: this is not a text, or it is UTF-16; save it as UTF-8"),
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
        ({"let": "m=3"}, r"-table_m: the name 'm' exists already"),
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
                self.refuse(options("sdof", **{"tables": "m", "table_m": "m.txt", "load_sine_time": "m(t)", **keys}), said, 1 + (k % 9 == 1 if RELEASE else k == 1))


if __name__ == "__main__":
    unittest.main()
