# SPDX-License-Identifier: BSD-2-Clause
"""fsolve.tables: forces of members at their ends and their extremes, with place, time and case, against statics."""
import contextlib
import csv
import io
import os
import subprocess
import sys
import unittest
from unittest import mock

import numpy as np

import fsolve
from fsolve import tables
from fsolve.plot import section
from run import SOURCE, FolderTest

L, Q = 6.0, 1e4
STEEL = {"element": "beam", "section": "rectangle", "width": 0.1, "height": 0.3, "young": 2.1e11, "poisson": 0.3, "density": 0}
STATIC = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz"}
BEAM = {**STATIC, "points": {"a": "0,0,0", "b": f"{L},0,0"}, "members": {"girder": "a,b"}, "parts": {"girder": STEEL},
        "supports": {"a": {"fix": "xz"}, "b": {"fix": "z"}}}
UNIFORM = {"loads": {"q": {"set": "girder", "traction": f"0,0,-{Q}"}}}


def flat(name, rows):
    """The options of a list such as -parts, from {name: value or {option: value}}."""
    found = {name: ",".join(rows)}
    for key, row in rows.items():
        for word, value in (row if isinstance(row, dict) else {"": row}).items():
            found[f"{name[:-1]}_{key}" + f"_{word}" * bool(word)] = value
    return found


class Members(FolderTest):
    def solve(self, name="out", **keys):
        options = {}
        for key, value in keys.items():
            options.update(flat(key, value) if isinstance(value, dict) else {key: value})
        return fsolve.run(output=self.path(name + ".h5"), **options)

    def near(self, row, scale, **wanted):
        for key, value in wanted.items():
            np.testing.assert_allclose(row[key], value, rtol=1e-8, atol=1e-8 * scale, err_msg=key)

    def test_simply_supported(self):
        """N = 0, V = q L/2 at the ends, M = q L^2/8 in the middle, for any number of elements."""
        for n in (1, 3, 4):
            table = tables.member_forces(self.solve(f"n{n}", member_girder_n=n, **BEAM, **UNIFORM))
            self.assertEqual([row["quantity"] for row in table], ["N", "Vz", "My"])
            self.near(table["girder", "N"], Q * L, start=0, end=0, max=0, min=0)
            self.near(table["girder", "Vz"], Q * L, start=-Q * L / 2, end=Q * L / 2, max=Q * L / 2, max_at=L, min=-Q * L / 2, min_at=0)
            self.near(table["girder", "My"], Q * L**2, start=0, end=0, max=0, min=-Q * L**2 / 8, min_at=L / 2, min_time=1)
            self.assertEqual(table.notes, [])

    def test_linear_load(self):
        """q x/L: q L^2/(9 sqrt 3) at L/sqrt 3, from the forces at the ends of one element."""
        load = {"q": {**UNIFORM["loads"]["q"], "field": f"x/{L}"}}
        self.near(tables.member_forces(self.solve(**BEAM, loads=load))["girder", "My"], Q * L**2, min=-Q * L**2 / 9 / np.sqrt(3), min_at=L / np.sqrt(3))

    def test_single_force(self):
        """P a b/L under a force inside an element, at its place, also in the middle, where the forces at the ends are those of a uniform load; from the
        frames of any default, unless -output_fields leaves out the extremes, which a note says."""
        load = {"p": {"point": "2,0,0", "force": "0,0,-1000"}}
        for name, more in (("ends", {}), ("places", {"part_girder_section_places": 11})):
            table = tables.member_forces(self.solve(name, output_fields="all", **BEAM, loads=load, **more))
            self.near(table["girder", "My"], 1000 * L, min=-1000 * 2 * 4 / L, min_at=2, start=0, end=0)
            self.assertEqual(table.notes, [])
        for place in (2, 3):
            for ranks in (1, 2):
                result = self.solve(f"at{place}_{ranks}", **BEAM, loads={"p": {"point": f"{place},0,0", "force": "0,0,-1000"}}, ranks=ranks, member_girder_n=ranks)
                table = tables.member_forces(result, show="Vz,My")
                self.near(table["girder", "My"], 1000 * L, min=-1000 * place * (L - place) / L, min_at=place, max=0, start=0, end=0)
                self.near(table["girder", "Vz"], 1000, max=1000 * place / L, min=-1000 * (L - place) / L)
                self.assertEqual(table.notes, [])
            lines = section.Lines(result, result.snapshot(), False)
            s, moment = lines.values(lines.members[0], "My")
            np.testing.assert_allclose(moment, -1000 * np.minimum((L - place) * s, place * (L - s)) / L, atol=1e-6 * L)
            self.assertEqual(lines.notes, [])
        table = tables.member_forces(self.solve(**BEAM, loads=load, output_fields="force_start,force_end,moment_start,moment_end"))
        self.assertRegex(str(table), "-output_fields all")

    def test_moment_inside(self):
        """A moment M at a: the bending moment jumps there from M a/L to -M (L - a)/L, or with the other signs."""
        table = tables.member_forces(self.solve(**BEAM, loads={"p": {"point": "2,0,0", "moment": "0,600,0"}}), show="My")
        row = table["girder", "My"]
        self.near({k: abs(row[k]) for k in ("max", "min", "max_at", "min_at")}, 600, max=200 if row["max"] < 300 else 400, min=400 if row["max"] < 300 else 200, max_at=2, min_at=2)

    def test_axial_force(self):
        """A hinged column under P and a uniform load q: q EI/P (1/cos(k L/2) - 1), k = sqrt(P/EI), in the middle, up to shear. Without a load nothing is written
        beside the forces at the ends, and no table of a nonlinear run has a note."""
        EI = 2.1e11 * 0.1 * 0.3**3 / 12
        P = 0.3 * np.pi**2 * EI / L**2
        keys = {**BEAM, "linearize": None, "parts": {"girder": {**STEEL, "correction": "axial"}}, "dt": 1}
        push = {"P": {"set": "b", "force": f"{-P},0,0"}}
        for ranks in (1, 2):
            result = self.solve(f"beam_column{ranks}", **keys, member_girder_n=ranks, ranks=ranks, loads={**push, "q": {"set": "girder", "traction": "0,0,-1"}})
            table = tables.member_forces(result)
            wanted = EI / P * (1 / np.cos(np.sqrt(P / EI) * L / 2) - 1)
            np.testing.assert_allclose([table["girder", "My"][k] for k in ("min", "min_at")], [-wanted, L / 2], rtol=3e-3)
            self.assertEqual(table.notes, [])
        result = self.solve("pushed", **keys, loads=push)
        self.assertFalse([name for name in result.snapshot().names() if "moment_m" in name])
        self.assertEqual(tables.member_forces(result).notes, [])

    def test_portal(self):
        """A portal on a hinge and a roller under a force H at its corner: columns of one member with three lines."""
        H, h, w = 1000.0, 3.0, 4.0
        table = tables.member_forces(self.solve(
            **STATIC, points={"a": "0,0,0", "b": f"0,0,{h}", "c": f"{w},0,{h}", "d": f"{w},0,0"}, members={"frame": "a,b,c,d"}, member_frame_n=2,
            parts={"frame": STEEL}, supports={"a": {"fix": "xz"}, "d": {"fix": "z"}}, loads={"H": {"set": "b", "force": f"{H},0,0"}}))
        self.assertEqual(list(dict.fromkeys(table["member"])), ["frame a-b", "frame b-c", "frame c-d"])
        for member, N, V, M0, M1 in (("frame a-b", H * h / w, H, 0, H * h), ("frame b-c", 0, H * h / w, H * h, 0), ("frame c-d", -H * h / w, 0, 0, 0)):
            self.near(table[member, "N"], H, start=N, end=N, max=N, min=N)
            self.near({k: abs(v) for k, v in table[member, "Vz"].items() if k in ("start", "end")}, H, start=V, end=V)
            self.near({k: abs(v) for k, v in table[member, "My"].items() if k in ("start", "end")}, H * h, start=M0, end=M1)

    def test_truss(self):
        """Two bars at 45 degrees under P: both have P/sqrt 2. Each part is a member with N alone."""
        for element in ("truss", "bar"):
            bar = {"element": element, "young": 1e9, "area": 1e-3, "density": 1}
            table = tables.member_forces(self.solve(
                element, **STATIC, points={"a": "0,0,0", "b": "1,0,-1", "c": "2,0,0"}, members={"left": "a,b", "right": "b,c"},
                parts={"left": bar, "right": bar}, supports={"a": {}, "c": {}}, loads={"P": {"set": "b", "force": "0,0,-100"}}))
            self.assertEqual([(r["member"], r["quantity"]) for r in table], [("left", "N"), ("right", "N")])
            for row in table:
                self.near(row, 100, start=100 / np.sqrt(2), end=100 / np.sqrt(2), max=100 / np.sqrt(2), min=100 / np.sqrt(2), max_at=0)

    def test_cable(self):
        """A cable between two supports has its prestress in all elements."""
        keys = {**STATIC, "linearize": None, "points": BEAM["points"], "members": {"stay": "a,b"}, "member_stay_n": 3, "supports": {"a": {}, "b": {}}}
        table = tables.member_forces(self.solve(**keys, parts={"stay": {"element": "cable", "ea": 1e6, "mass_per_length": 1, "prestress": 50}}))
        self.near(table["stay", "N"], 50, start=50, end=50, max=50, min=50, max_at=0, min_at=0)

    def test_time_and_case(self):
        """The governing frame of a run, and the governing case of several."""
        for name, law in (("half", "t*(1.5-t)/0.5625/2"), ("whole", "1-t")):  # the first is largest at 0.75
            load = {"q": {**UNIFORM["loads"]["q"], "time": law}}
            self.solve(name, **BEAM, loads=load, dt=0.25, t_end=1, output_every=1)
        row = tables.member_forces(self.path("half.h5"))["girder", "My"]
        self.near(row, Q * L**2, min=-Q * L**2 / 16, min_time=0.75)
        both = tables.member_forces([self.path("half.h5"), self.path("whole.h5")], times=[0.5, 0.75])
        self.assertEqual((both["girder", "My"]["min_case"], both["girder", "My"]["min_time"]), ("half", 0.75))
        self.near(both["girder", "Vz"], Q * L, end=Q * L / 4)
        named = tables.member_forces({"A": self.path("half.h5"), "B": self.path("whole.h5")}, times=[0.25])
        self.assertEqual(named["girder", "My"]["min_case"], "B")

    def test_envelopes(self):
        """A table of a motion with one frame has the extremes of all steps from the envelopes: those of the table of all frames, with their times and
        places. A note counts the steps of a table without envelopes."""
        motion = {"analysis": "transient", "linearize": True, "dt": 0.02, "t_end": 0.4, "parts": {"girder": {**STEEL, "density": 7850}},
                  "loads": {"P": {"point": "2,0,0", "force": "0,0,-1e3", "time": "sin(20*t)"}}}
        keys = {**BEAM, **motion}
        steps = tables.member_forces(self.solve("steps", **keys, output_every=1, output_fields="all", part_girder_section_places=25), show="Vz,My")
        fields = "force_min,force_max,moment_min,moment_max,force_start,force_end,moment_start,moment_end"
        few = tables.member_forces(self.solve("few", **keys, envelopes=fields), show="Vz,My")
        for quantity in ("Vz", "My"):
            want, scale = steps["girder", quantity], 1e3 * L
            self.near(few["girder", quantity], scale, **{c: want[c] for c in ("start", "end", "max", "min", "max_time", "min_time")})
            self.assertNotRegex(str(few), "steps")
            for word in ("max_at", "min_at"):
                self.assertAlmostEqual(few["girder", quantity][word], want[word], delta=1e-5 * L)
        self.assertNotIn("nan", str(few))
        self.assertRegex(str(tables.member_forces(self.solve("plain", **keys))), "Extremes of 1 of 20 steps, .* or -envelopes force_min,")
        hidden = tables.member_forces(self.solve("hidden", **keys, envelopes=fields, output_fields="displacement"), show="My")
        self.near(hidden["girder", "My"], L * 1e3, **{c: few["girder", "My"][c] for c in ("start", "end", "max", "min")})
        self.near(tables.member_forces(self.path("few.h5"), times=[0.4], show="My")["girder", "My"], L * 1e3, max_time=0.4)

    def test_steps_without_frames(self):
        """Two combinations of which the file has the last one alone: the note counts them, in the object, below the text and as a warning beside the CSV.
        All steps or envelopes need no note, nor does a load that only grows, also in a nonlinear analysis of several steps."""
        load = {"q": {**UNIFORM["loads"]["q"], "time": "3-t"}}
        keys = {**BEAM, "t_start": 1, "t_end": 2, "dt": 1, "loads": load}
        note = "Extremes of 1 of 2 steps, and others may govern: -output_every 1 writes all steps, or -envelopes force_min,"
        last = self.solve("last", **keys)
        table = tables.member_forces(last)
        self.assertRegex(" ".join(table.notes), note)
        self.assertRegex(str(table), note)
        with self.assertWarnsRegex(RuntimeWarning, note):
            table.to_csv(self.path("api.csv"))
        self.assertRegex(self.command(last.file, "--out", self.path("last.csv")), "fsolve.tables: warning: " + note)
        for name, more in (("every", {"output_every": 1}), ("envelope", {"envelopes": "force_min,force_max,moment_min,moment_max"})):
            result = self.solve(name, **keys, **more)
            table = tables.member_forces(result)
            self.assertEqual(table.notes, [])
            self.near(table["girder", "My"], Q * L**2, min=-2 * Q * L**2 / 8, min_time=1)
            self.assertEqual(self.command(result.file, "--out", self.path(name + ".csv")), self.path(name + ".csv") + "\n")
        lorry = {"lorry": {"set": "girder", "force": "0,0,-1000", "place": "6*t", "axles": "0"}}
        self.assertRegex(" ".join(tables.member_forces(self.solve("lorry", **BEAM, dt=0.5, loads=lorry)).notes), "1 of 3 steps")
        for law in ("t", "2*t", "1"):
            grown = self.solve(f"grown{law[0]}", **{**BEAM, "linearize": None}, loads={"q": {**load["q"], "time": law}}, dt=0.5)
            self.assertEqual(tables.member_forces(grown).notes, [])
        clamped = {"a": {"fix": "xz", "fix_rotation": "y"}, "b": {"fix": "z", "fix_rotation": "none"}}  # no motions, although they name rotations
        self.assertEqual(tables.member_forces(self.solve("clamped", **{**BEAM, "linearize": None, "supports": clamped}, loads={"q": UNIFORM["loads"]["q"]}, dt=0.5)).notes, [])

    def test_python_without_modules(self):
        """A Python without numpy and h5py gives one line with the remedy and status 2, and an import an error; -S hides what is installed."""
        for words in (["-m", "fsolve.tables", "x.h5"], ["-m", "fsolve.plot", "history", "x.h5"], [os.path.join(SOURCE, "scripts", "plot_section"), "x.h5"]):
            done = subprocess.run([sys.executable, "-S", *words], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.path.join(SOURCE, "python")})
            self.assertEqual((done.returncode, done.stderr.count("\n"), done.stdout), (2, 1, ""), done.stderr)
            self.assertRegex(done.stderr, "fsolve needs numpy, which .* does not have: install it")
        done = subprocess.run([sys.executable, "-S", "-c", "import fsolve"], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.path.join(SOURCE, "python")})
        self.assertRegex(done.stderr, "ImportError: fsolve needs numpy")
        with mock.patch.dict(sys.modules, {"h5py": None}), self.assertRaisesRegex(fsolve.FsolveError, "x.h5: to read files, fsolve needs h5py"):
            fsolve.Result("x.h5").time

    def test_offset(self):
        """Under an axial force at the nodes, moments about the line of nodes are 0; those about the center, which the note gives, have the stresses N/A + M/W."""
        N, z = 1e5, -0.28
        table = tables.member_forces(result := self.solve(**{**BEAM, "parts": {"girder": {**STEEL, "offset": f"0,{z}"}}}, loads={"N": {"set": "b", "force": f"{N},0,0"}}), show="N,My")
        self.near(table["girder", "My"], N * L, max=0, min=0)
        self.assertEqual(table.notes, ["Moments of part 'girder' are about its line of nodes. With -part_girder_offset y,z those about the section's center are My - N z and Mz + N y."])
        self.assertAlmostEqual(result.snapshot()["girder/stress_max"].max() / (N / 0.03 + (table["girder", "My"]["max"] - N * z) / (0.1 * 0.3**2 / 6)), 1, delta=1e-9)
        self.assertEqual(section.Lines(result, result.snapshot(), False).notes, table.notes)
        plain = self.solve("plain", **{**BEAM, "parts": {"girder": {**STEEL, "offset": "0,0"}}}, loads={"N": {"set": "b", "force": f"{N},0,0"}})
        self.assertEqual(tables.member_forces(plain).notes, [])

    def test_meshes_without_members(self):
        """Spans of a mesh of lines end where a third line starts; a straight line is one member."""
        keys = {"analysis": "static", "mesh": "line", "mesh_n": 5, "mesh_upper": L, "directions": "xz", "parts": {"rod": {**STEEL, "set": "all"}}, "supports": {"start": {}}}
        table = tables.member_forces(self.solve(**keys, linearize=True, loads={"end": {"force": "0,0,-1"}}))
        self.assertEqual(set(table["member"]), {"rod"})
        self.near(table["rod", "My"], L, start=L, end=0, max=L, max_at=0)

    def test_units_and_files(self):
        result = self.solve(**BEAM, **UNIFORM)
        table = tables.member_forces(result, units="kN,mm", show="My")
        self.near(table["girder", "My"], 1, min=-Q * L**2 / 8, min_at=L / 2 * 1e3)
        self.assertEqual(table["girder", "My"]["unit"], "kN mm")
        lines = str(table).splitlines()
        self.assertEqual(lines[0].split()[:4], ["member", "part", "quantity", "unit"])
        self.assertEqual(len({len(line) for line in lines}), 1)
        self.near(tables.member_forces(result, units="kN,cm", case_units="kN,mm")["girder", "My"], 1, min=-Q * L**2 / 80)
        table.to_csv(self.path("t.csv"))
        with open(self.path("t.csv"), encoding="utf-8", newline="") as file:
            row, = csv.DictReader(file)
        self.assertEqual((row["member"], float(row["min"])), ("girder", table["girder", "My"]["min"]))
        for words, message in (((["--out", self.path("t.csv")]), "exists"), (["--units", "kN"], "not a unit of force and"), (["--units", "kN,feet"], "no unit 'feet'"),
                               (["--show", "M"], "no quantity 'M'")):
            self.assertRegex(self.command(result.file, *words), message)
        self.assertEqual(self.command(result.file, "--units", "kN,mm", "--show", "My"), str(table) + "\n")
        with self.assertRaisesRegex(fsolve.FsolveError, "has no row 'girdr My'; nearest: girder My"):
            table["girdr", "My"]

    def command(self, *words):
        """What python -m fsolve.tables prints."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit), \
                mock.patch.object(sys, "argv", ["tables", *words]):
            tables.main()
        return out.getvalue()

    def test_histories(self):
        """A spring and a damper of a slider: extremes with their times, and the root mean square, as numpy has them; the units that are named."""
        r = fsolve.run(os.path.join(SOURCE, "inputs", "slider_crank.opts"), output=self.path("drive.h5"), t_end=0.5)
        force, t = r["slider/displacement_force"], r.time
        table = tables.histories(r)
        self.assertEqual(table["history"], ["slider/displacement_force"])
        row = table["slider/displacement_force"]
        self.near(row, 1, start=force[0], end=force[-1], max=force.max(), max_time=t[force.argmax()], min=force.min(), min_time=t[force.argmin()])
        self.assertAlmostEqual(row["rms"], np.sqrt(np.trapz(force**2, t) / t[-1]), delta=1e-4 * force.max())
        self.assertEqual(row["unit"], "")
        self.near(tables.histories(r, units="kN,m")["slider/displacement_force"], 1e-3, max=force.max() / 1e3)
        self.assertEqual(tables.histories(r, "pin/reaction", units="kN,mm")["unit"], ["kN"] * 3 + ["kN mm"] * 3)
        self.assertEqual(self.command(r.file, "--history"), str(table) + "\n")
        self.assertEqual(self.command(r.file, "--history", "slider/displacement", "--units", "N,mm").split()[9:11], ["slider/displacement", "mm"])
        self.assertRegex(self.command(self.solve(**BEAM, **UNIFORM).file, "--history"), "no histories of forces along coordinates of joints")

    def test_pandas(self):
        table = tables.member_forces(self.solve(**BEAM, **UNIFORM))
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(fsolve.FsolveError, "needs pandas"):
                table.to_pandas()
            return
        self.near(table.to_pandas().loc[("girder", "My")], Q * L**2, min=-Q * L**2 / 8)

    def test_refused(self):
        result = self.solve("spring", mesh="line", mesh_n=1, parts={"s": {"set": "all", "element": "spring", "stiffness": 1}}, analysis="static", linearize=True,
                            supports={"start": {}}, loads={"end": {"force": "1,0,0"}}, directions="x")
        with self.assertRaisesRegex(fsolve.FsolveError, "has no beams, bars, trusses or cables"):
            tables.member_forces(result)
        result = self.solve(**BEAM, **UNIFORM, output_fields="displacement")
        with self.assertRaisesRegex(fsolve.FsolveError, "-output_fields must name them"):
            tables.member_forces(result)
        self.assertTrue(os.path.exists(result.file))


if __name__ == "__main__":
    unittest.main()
