# SPDX-License-Identifier: BSD-2-Clause
"""Results in Python: the package fsolve and the plot_ scripts, on runs with known answers and on
files that lack what is asked for."""
import datetime
import os
import shutil
import signal
import socket
import subprocess
import time
import unittest
import xml.etree.ElementTree as xml

import h5py
import meshio
import numpy as np
from PIL import Image

import fsolve
import fsolve.beams
import fsolve.draw
import fsolve.model
import fsolve.signal
from fsolve.plot import section
from fsolve.solid.structure import Look, structure
import gmsh_file
from run import FSOLVE, LAUNCH, MSH, RELEASE, SOURCE, FolderTest, options, release

SDOF = os.path.join(SOURCE, "inputs", "sdof.opts")
OMEGA = 2 * np.pi  # of inputs/sdof.opts
FREE = {"loads": "", "part_damper_damping": 0}
BEAM = {"mesh": "line", "mesh_n": 4, "mesh_order": 2, "mesh_upper": 2, "parts": "whip", "part_whip_set": "all", "part_whip_element": "beam", "part_whip_section": "circle",
        "part_whip_radius": 0.01, "part_whip_young": 2e11, "part_whip_poisson": 0.3, "part_whip_density": 7850, "supports": "start", "gravity": "0,0,-9.81",
        "probes": "end", "integrator": "ss4", "dt": 0.002, "t_end": 0.04, "output_every": 5}
PLATE = {"mesh": os.path.join(MSH, "plate_msh41_binary.msh"), "parts": "skin,rim", "part_skin_element": "finite_membrane", "part_skin_young": 1e3, "part_skin_poisson": 0.3,
         "part_skin_thickness": 0.1, "part_skin_density": 1, "part_skin_prestress": 100, "part_rim_element": "bar", "part_rim_young": 10, "part_rim_area": 1, "part_rim_density": 1, "supports": "left", "initials": "skin",
         "initial_skin_velocity_z": "x*(1-y)", "dt": 0.01, "t_end": 0.1, "output_every": 5}
OSCILLATOR = {"mesh": "line", "mesh_n": 1, "parts": "spring,mass", "part_spring_set": "all", "part_spring_element": "spring", "part_spring_stiffness": OMEGA**2,
              "part_mass_set": "end", "part_mass_element": "mass", "part_mass_mass": 1, "supports": "start", "probes": "mass", "probe_mass_set": "end"}


class InFolder(FolderTest):
    def run_(self, name="out.h5", case=None, **keys):
        return fsolve.run(case, output=self.path(name), **keys)

    def says(self, pattern, what, *arguments, status=0, **keys):
        with self.assertRaisesRegex(fsolve.FsolveError, pattern) as caught:
            what(*arguments, **keys)
        self.assertEqual(caught.exception.status, status)
        self.assertNotIn("\n", caught.exception.message)
        return caught.exception


class Model(InFolder):
    """What plot_model draws of supports, loads and joints: where, and which way."""
    PORTAL = {"let": "F=2,h=3", "mesh": "frame", "points": "a,b,c,d,e", "point_a": "0,0,0", "point_b": "0,0,h", "point_c": "4,0,h", "point_d": "4,0,0", "point_e": "4,0,h", "members": "left,top,right",
              "member_left": "a,b", "member_top": "b,c", "member_right": "e,d", "links": "pin", "link_pin": "c,e", "directions": "xz", "parts": "frame", "part_frame_set": "all",
              **{k.replace("whip", "frame"): v for k, v in BEAM.items() if k.startswith("part_whip") and k != "part_whip_set"}, "supports": "a,slide", "support_slide_plane": "4,0,0,0,0,1",
              "support_slide_where": "x>1", "support_slide_fix": "z", "support_slide_motion_x": "0.01*t", "loads": "push,sway,turn", "load_push_set": "b,c", "load_push_force": "0,0,-F^2*sin(pi/2)",
              "load_sway_set": "b", "load_sway_law_x": "0-ux", "load_turn_set": "c", "load_turn_moment": "0,-max(1,F),0", "joints": "pin", "joint_pin_type": "revolute",
              "joint_pin_axis": "0,1,0", "gravity": "0,0,-9.81", "dt": 1e-3, "t_end": 1e-3}

    def test_supports_loads_and_joints(self):
        r = self.run_(**self.PORTAL)
        at = lambda *x: {int(i) for y in x for i in np.nonzero(np.linalg.norm(r.nodes - y, axis=1) < 1e-9)[0]}
        a, slide = fsolve.model.supports(r)
        self.assertEqual((set(a.nodes), a.displacements, a.rotations, a.moved), (at((0, 0, 0)), "xyz", "xyz", ""))
        self.assertEqual((set(slide.nodes), slide.displacements, slide.rotations, slide.moved), (at((4, 0, 0)), "xz", "", "x"))
        push, sway, turn = fsolve.model.loads(r)
        self.assertEqual((set(push.nodes), push.kind, list(push.direction)), (set(r.sets["b"].nodes) | set(r.sets["c"].nodes), "force", [0, 0, -1]))
        self.assertEqual((sway.kind, list(sway.direction), turn.kind, list(turn.direction)), ("law", [1, 0, 0], "moment", [0, -1, 0]))
        (pin,) = fsolve.model.joints(r)
        self.assertEqual((pin.type, len(pin.ground), set(pin.pairs.ravel())), ("revolute", 0, at((4, 0, 3))))
        np.testing.assert_array_equal(fsolve.model.gravity(r), [0, 0, -1])

    def test_a_pressure_and_what_is_not_told(self):
        """Along the normal that the cells' order makes; conditions and formulas of other names have no direction."""
        r = self.run_(**PLATE, loads="skin", load_skin_pressure=-3)
        (skin,) = fsolve.model.loads(r)
        np.testing.assert_allclose(np.abs(skin.direction), [0, 0, 1], atol=1e-12)
        cells = np.concatenate([c[:, :3] for c in r.parts["skin"].cells.values()])
        x = r.nodes[cells]
        self.assertLess(skin.direction @ np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 1]).sum(0), 0)
        for text in ("a", "1;2", "t>0 ? 1 : 2", "__import__('os')", "sin", "(1).real", "1/0"):
            self.assertIsNone(fsolve.model.constant(text, {}), text)

    def test_is_drawn(self):
        """In a plane, in space, many nodes, bodies with joints away from their nodes."""
        for k, keys in enumerate((self.PORTAL, PLATE, {"case": os.path.join(SOURCE, "inputs", "squeezer.opts"), "t_end": 1e-5})[:3 if RELEASE else 1]):
            self.run_(f"{k}.h5", **keys)
            done = subprocess.run([os.path.join(SOURCE, "scripts", "plot_model"), f"{k}.h5"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, f"{k}_model.png\n"), done.stderr)
            with Image.open(self.path(f"{k}_model.png")) as picture:
                self.assertEqual(picture.size, (1000, 620))
                self.assertGreater((np.asarray(picture.convert("L")) < 250).mean(), 0.005)  # of the picture is drawn on


class Reading(InFolder):
    def test_everything_by_name(self):
        """The same numbers as HDF5 has, by every name that leads to them."""
        r = self.run_(**BEAM)
        with h5py.File(r.file) as f:
            u, last = f["history/end/displacement"][:], f["snapshots/000004"]
            for values in (r["end/displacement"], r.history("end/displacement"), r.probe("end").displacement, r.probe("end")["displacement"], r["/history/end/displacement"]):
                np.testing.assert_array_equal(values, u)
            np.testing.assert_array_equal(r.history("end/displacement", "z"), u[:, 2])
            np.testing.assert_array_equal(r.history("end/rotation", "w"), f["history/end/rotation"][:, 0])
            np.testing.assert_array_equal(r.history("end/displacement", 1), u[:, 1])
            self.assertEqual(len(r.frames), 5)
            for frame in (r.snapshot(), r.snapshot(4), r.snapshot(t=0.039), r.frames[-1], list(r.frames)[4]):
                np.testing.assert_array_equal(frame["displacement"], last["displacement"][:])
                np.testing.assert_array_equal(frame["whip/moment"], last["parts/whip/line3/moment"][:])
                np.testing.assert_array_equal(frame["whip/line3/moment"], last["parts/whip/line3/moment"][:])
            np.testing.assert_array_equal(r.snapshot(4).positions(2), f["mesh/nodes"][:] + 2 * last["displacement"][:])
            np.testing.assert_array_equal(r.cells["whip/line3"], f["mesh/parts/whip/line3"][:])
        self.assertAlmostEqual(r.snapshot(1).time, 0.01, delta=1e-15)
        self.assertEqual((r.parts["whip"].element, len(r.parts["whip"].cells["line3"]), len(r.nodes)), ("beam", 4, 9))
        self.assertEqual({name: [list(r.nodes[k]) for k in s.nodes] for name, s in r.sets.items() if name != "all"}, {"start": [[0, 0, 0]], "end": [[2, 0, 0]]})
        self.assertEqual((len(r.sets["all"].nodes), len(r.sets["all"].cells["line3"])), (9, 4))
        self.assertEqual((r.options["gravity"], r.options["dt"], r.options["quiet"], r.attrs["steps"]), ("0,0,-9.81", "0.002", True, 20))
        self.assertEqual(r.probe("end").names(), ["acceleration", "angular_velocity", "displacement", "rotation", "velocity"])

    def test_what_is_not_there(self):
        r = self.run_(**BEAM)
        for what, pattern in ((lambda: r["end/displacment"], r"out.h5 has no history 'end/displacment'; nearest: end/displacement"),
                              (lambda: r.probe("ende"), r"no probe 'ende'; nearest: end"), (lambda: r.probe("end")["velocities"], "nearest: velocity"),
                              (lambda: r.snapshot(5), "has 5 frames, no frame 5"), (lambda: r.snapshot(1)["moment"], "no field 'moment'; nearest: whip/line3/moment"),
                              (lambda: r.history("end/displacement", "q"), "no component 'q'; it has x, y, z"), (lambda: r.history("energy/total", 0), "is one number"),
                              (lambda: r.modes, "no modes: it is of -analysis transient"), (lambda: r.path, "no path"), (lambda: r.response, "no response"),
                              (lambda: r.buckling, "no buckling"), (lambda: r.campbell, "no campbell"), (lambda: r.group("spectrum"), "no group 'spectrum'"),
                              (lambda: fsolve.Result("nowhere.h5"), "nowhere.h5: there is no such file"), (lambda: fsolve.Result(SDOF), "is no HDF5 file"),
                              (lambda: r.animate(self.path("a.avi")), "is .gif or .mp4"), (lambda: r.to_vtu(SDOF + "/x"), "Not a directory")):
            self.says(pattern, what)
        with self.assertRaisesRegex(AttributeError, "no value 'velocities'"):
            r.probe("end").velocities

    def test_data_frame(self):
        r = self.run_(**BEAM)
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.says("needs pandas", r.frame)
            return
        table = r.frame("end/displacement", "energy/total")
        self.assertEqual(list(table), ["end/displacement x", "end/displacement y", "end/displacement z", "energy/total"])
        np.testing.assert_array_equal(table["end/displacement z"], r["end/displacement"][:, 2])
        np.testing.assert_array_equal(table.index, r.time)

    def test_studies(self):
        """The oscillator's frequency, and its response to a force: closed forms."""
        r = self.run_(**OSCILLATOR, analysis="modes", modes=1)
        self.assertAlmostEqual(r.modes.frequency[0], 1, delta=1e-12)
        self.assertEqual(r.modes.shape.shape, (1, 2, 3))
        self.assertEqual((r.modes.part, r.modes.component), (["spring"], ["x"]))
        loads = {"loads": "push", "load_push_set": "end", "load_push_force": "3,0,0", "load_push_harmonic": "1,90"}
        r = self.run_("response.h5", **OSCILLATOR, **loads, analysis="response", response_frequencies="0.5,2")
        exact = 3j / (OMEGA**2 - (2 * np.pi * r.response.frequency) ** 2)
        np.testing.assert_allclose(r.response["mass/displacement"][:, 0], exact, rtol=1e-11)
        np.testing.assert_allclose(r.response.mass.velocity[:, 0], 2j * np.pi * r.response.frequency * exact, rtol=1e-11)
        self.says("no history 'time'", lambda: r.time)

    def test_a_path(self):
        r = self.run_(case=os.path.join(SOURCE, "inputs", "star_dome.opts"))
        self.assertEqual(len(r.path.load_factor), r.attrs["steps"] + 1)
        self.assertEqual(len(r.path.critical.kind), len(r.path.critical.load_factor))
        limits = r.path.critical.load_factor[r.path.critical.limit == 1]
        first = r.path.load_factor[:np.argmax(np.diff(r.path.load_factor) < 0) + 1]  # until the load falls
        self.assertTrue(0.999 * limits[0] < first.max() <= limits[0])


class Chains(InFolder):
    def test_restarts_in_files_of_their_own(self):
        """Two files are the one of a run without restarts, bit by bit, also where the later begins before the end of the earlier."""
        whole = self.run_("whole.h5", **BEAM)
        point = self.path("point")
        self.run_("a.h5", **{**BEAM, "t_end": 0.016, "checkpoint": point, "checkpoint_every": 5})
        self.run_("b.h5", **BEAM, restart=point)
        r = fsolve.Result([self.path("a.h5"), self.path("b.h5")])
        self.assertEqual(r.first_step, 0)
        for name in ("time", "end/displacement", "energy/total"):
            np.testing.assert_array_equal(r[name], whole[name])
        np.testing.assert_array_equal(r.probe("end").velocity, whole.probe("end").velocity)
        self.assertEqual([f.time for f in r.frames if f.number or f.time], sorted({f.time for f in r.frames if f.number or f.time}))
        self.says("begins with step 0 and does not go on with", fsolve.Result, [self.path("b.h5"), self.path("a.h5")])


class Running(InFolder):
    def test_a_run_under_way(self):
        """All histories are equally long, refresh() sees more; a killed run is read as well."""
        path = self.path("run.h5")
        run = subprocess.Popen([FSOLVE] + options("wave2d", mesh_n="10,10", dt=0.01, t_end=1e5, output=path, output_every=7, quiet=True), stderr=subprocess.DEVNULL)
        try:
            while not os.path.exists(path):
                time.sleep(1e-3)
            end, seen = time.monotonic() + 30, []
            while time.monotonic() < end and (not seen or seen[-1] < 20):
                r = fsolve.Result(path) if not seen else r.refresh()
                seen.append(len(r.frames))
                if "time" not in r.names():
                    continue  # it has just begun
                self.assertEqual(r.status, "running")
                t = r.time
                np.testing.assert_allclose(t, 0.01 * np.arange(len(t)), rtol=1e-9)
                time.sleep(0.3)
                self.assertEqual({len(r["center/displacement"]), len(r["energy/total"])}, {len(t)})
                if len(r.frames):
                    np.testing.assert_allclose(r.snapshot(-1).time, 0.07 * (len(r.frames) - 1), rtol=1e-9)
                    self.assertEqual(r.snapshot(-1)["displacement"].shape, (121, 3))
            self.assertGreaterEqual(seen[-1], 20)
            self.assertEqual(seen, sorted(seen))
        finally:
            run.send_signal(signal.SIGKILL)
            run.wait()
        self.assertGreaterEqual(len(fsolve.Result(path).frames), 20)
        self.assertEqual(fsolve.Result(path).status, "killed")


class Frames(InFolder):
    def test_by_time(self):
        """At the first step at or behind each multiple of -output_interval and time of -output_at; the first state and the last; in pieces the same."""
        keys = {**BEAM, "output_every": None, "dt": 0.002, "t_end": 0.041, "output_interval": 0.01, "output_at": "0.004,0.0151,0.0300001"}
        whole = self.run_("whole.h5", **keys)
        dt = whole.time[1]
        behind = lambda t: dt * np.ceil(t / dt - 1e-6)
        due = {0.0, 0.041, *(behind(t) for t in (0.004, 0.01, 0.0151, 0.02, 0.03, 0.0300001, 0.04))}
        np.testing.assert_allclose(whole.frames.time, sorted(due), rtol=1e-9)
        point = self.path("point")
        self.run_(**{**keys, "t_end": behind(0.0151) + 1e-12, "dt": repr(dt), "checkpoint": point})
        again = self.run_(restart=point, **{**keys, "dt": repr(dt)})
        np.testing.assert_allclose([t for t in again.frames.time if t < 0.0401], [t for t in whole.frames.time if t < 0.0401], atol=1e-9)
        statics = self.run_("s.h5", **{**keys, "integrator": None, "analysis": "static", "dt": 0.1, "t_end": 1, "output_interval": 0.25, "output_at": 0.5})
        np.testing.assert_allclose(statics.frames.time, [0, 0.3, 0.5, 0.8, 1], atol=1e-12)

    def test_fields(self):
        """Those that are chosen, with the same numbers as among all, in the XDMF file, too; a restart with others needs a file of its own."""
        point = self.path("point")
        chosen = {"output_fields": "displacement,rotation,moment", "checkpoint": point, "checkpoint_every": 10}
        whole, r = self.run_("whole.h5", **BEAM), self.run_(**BEAM, **chosen)
        for all_, some in zip(whole.frames, r.frames):
            self.assertEqual(some.names(), ["displacement", "whip/line3/moment", "rotation"])
            for name in some.names():
                np.testing.assert_array_equal(some[name], all_[name])
        shown = {a.get("Name") for a in xml.parse(self.path("out.xdmf")).getroot().iter("Attribute")}
        self.assertEqual(shown, {"displacement", "rotation", "moment"})
        shutil.copy(point, self.path("first"))  # which the next run with -checkpoint replaces
        again = {**BEAM, **chosen, "restart": self.path("first"), "t_end": 0.05}
        self.says("other fields", self.run_, status=2, **{**again, "output_fields": "displacement"})
        self.assertEqual(self.run_("more.h5", **{**again, "output_fields": "displacement"}).frames[-1].names(), ["displacement"])
        self.assertEqual(len(self.run_(**again).frames), 6)


    def test_sets(self):
        """The same numbers as among all, NaN elsewhere, on 1, 2, 3 ranks; rows of what there is; the XDMF file's mesh is that of these."""
        keys = {**PLATE, "output_reactions": True, "overwrite": True, "launch": LAUNCH}
        whole = self.run_("whole.h5", **keys)
        for sets, there in (("rim", whole.parts["rim"].cells["line"]), ("left,skin", whole.parts["skin"].cells["triangle"]), ("left", whole.sets["left"].nodes)):
            kept = np.unique(there)
            kept = np.union1d(kept, whole.sets["left"].nodes) if "left" in sets else kept
            found = None
            for ranks in (1, 2, 3) if RELEASE else (1, 3) if sets == "left,skin" else (1,):
                r = self.run_(**keys, output_sets=sets, ranks=ranks)
                np.testing.assert_array_equal(r.frames[0].rows, kept)
                for all_, some in zip(whole.frames, r.frames):
                    at = {"": kept, **{n: np.flatnonzero(np.isin(c, kept).all(1)) for n, c in whole.cells.items()}}
                    self.assertEqual(set(some.names()), {n for n in all_.names() if len(at[n.rpartition("/")[0]])})
                    for name in some.names():
                        expected = np.full(all_[name].shape, np.nan)
                        rows = at[name.rpartition("/")[0]]
                        expected[rows] = all_[name][rows]
                        np.testing.assert_allclose(some[name], expected, rtol=0, atol=1e-9 * abs(all_[name]).max() * (ranks > 1))
                cells = {n: r["/mesh/frames/parts/" + n.rsplit("/", 1)[0] + "/cells"] for n in r._files[0].names("mesh/frames/parts") if n.endswith("rows")}
                for n, c in cells.items():
                    np.testing.assert_array_equal(kept[c], whole.cells[n[:-5]][at[n[:-5]]])
                np.testing.assert_array_equal(r["/mesh/frames/nodes"], whole.nodes[kept])
                found = found or (list(r.frames[0].rows), {n: c.tolist() for n, c in cells.items()})
                self.assertEqual(found, (list(r.frames[0].rows), {n: c.tolist() for n, c in cells.items()}))
            self.assertTrue(os.path.exists(r.to_vtu(self.path("vtu"), overwrite=True)))
            shown = xml.parse(self.path("out.xdmf")).getroot()
            self.assertEqual({g.find("DataItem").get("Dimensions") for g in shown.iter("Geometry")}, {f"{len(kept)} 3"} if found[1] else set())
        self.says("-output_sets: the mesh has no set 'rims'; did you mean 'rim'", self.run_, status=2, **keys, output_sets="rims")
        keys = {**BEAM, "overwrite": True}
        self.run_(**{**keys, "t_end": 0.02, "checkpoint": self.path("point")}, output_sets="end")
        self.says("other fields", self.run_, status=2, **keys, restart=self.path("point"), output_sets="start")
        r = self.run_(**keys, output_sets="end", restart=self.path("point"))
        self.assertEqual([list(f.rows) for f in r.frames], [list(r.sets["end"].nodes)] * 5)

    @release
    def test_single(self):
        """The numbers of 64 bits, rounded to 32, on 1 and 3 ranks; histories have 64; the XDMF file says so; a restart in the file must be of the same."""
        for keys in (BEAM, PLATE, {**PLATE, "output_reactions": True}):
            for ranks in (1, 3):
                more = {**keys, "overwrite": True, "ranks": ranks, "launch": LAUNCH}
                r, half = self.run_("double.h5", **more), self.run_("single.h5", **more, output_precision="single")
                self.assertEqual(half.snapshot().names(), r.snapshot().names())
                for a, b in zip(r.frames, half.frames):
                    for name in a.names():
                        self.assertEqual((a[name].dtype, b[name].dtype), (np.float64, np.float32))
                        most = 2**-24 + (ranks > 1) * 1e-11  # of rounding, and of solvers that have not the same bits twice on several ranks
                        np.testing.assert_allclose(b[name], a[name], rtol=most, atol=1e-11 * abs(a[name]).max() * (ranks > 1) + 1e-40)
                self.assertEqual({half[name].dtype.itemsize for name in r.names() if half[name].dtype.kind == "f"}, {8})
        found = {}
        for item in xml.parse(self.path("single.xdmf")).getroot().iter("DataItem"):
            found.setdefault("snapshots" in item.text, set()).add((item.get("NumberType"), item.get("Precision")))
        self.assertEqual(found[True], {("Float", "4")})
        self.assertIn(("Float", "8"), found[False])
        self.run_(**{**BEAM, "t_end": 0.02, "checkpoint": self.path("point")})
        self.says("other fields", self.run_, status=2, **BEAM, restart=self.path("point"), output_precision="single")


class AtNodes(InFolder):
    SHEET = {"mesh": "rectangle", "mesh_n": "4,6", "mesh_upper": "2,3", "directions": "xy", "parts": "skin", "part_skin_set": "all", "part_skin_element": "finite_membrane", "part_skin_young": 1e9,
             "part_skin_poisson": 0, "part_skin_thickness": 0.1, "part_skin_density": 100, "part_skin_direction": "1,0,0", "supports": "top", "gravity": "0,-9.81,0", "analysis": "static", "output_every": 1}

    def test_hanging(self):
        """A sheet under its weight: stress = density g y at its nodes, up to the edges; strains are 3e-6, which is how far large ones differ."""
        r = self.run_(**self.SHEET)
        exact = 100 * 9.81 * r.nodes[:, 1]
        np.testing.assert_allclose(r.snapshot().at_nodes("skin/stress")[:, 1], exact, atol=1e-5 * exact.max())

    def test_long_cells(self):
        """Moments of a cantilever under a force at its end are linear, and exact also where cells are 25 times as wide as high; on the cylinder of a tank, 60 times (they varied with the shape of cells)."""
        shell = {"analysis": "static", "linearize": True, "mesh": "rectangle", "parts": "p", "part_p_set": "all", "part_p_element": "shell", "part_p_young": 2.1e11, "part_p_thickness": 0.01,
                 "supports": "bottom"}
        r = self.run_("strip.h5", **shell, mesh_n="8,20", mesh_upper="1,1", mesh_map="u, 2*v^2, 0", part_p_poisson=0, part_p_direction="1,0,0", loads="top", load_top_traction="0,0,-100")
        np.testing.assert_allclose(r.snapshot().at_nodes("p/bending_moment")[:, 1], 100 * (2 - r.nodes[:, 1]), atol=1e-6 * 200)
        R, H, h, water = 5, 8, 0.01, 9810  # the clamped foot: Timoshenko & Woinowsky-Krieger, Theory of Plates and Shells, 1959, article 117
        r = self.run_("tank.h5", **shell, mesh_n="48,40", mesh_upper="2*pi,1", mesh_closed="u", mesh_map=f"{R}*cos(u), {R}*sin(u), {H}*v^2", part_p_poisson=0.3, part_p_direction="-y,x,0",
                      loads="water", load_water_set="all", load_water_pressure=water, load_water_field=f"{H}-z")
        beta = (3 * (1 - 0.3**2) / (R * h) ** 2) ** 0.25
        moment = (1 - 1 / (beta * H)) * water * R * H * h / np.sqrt(12 * (1 - 0.3**2))
        foot = r.snapshot().at_nodes("p/bending_moment")[np.abs(r.nodes[:, 2]) < 1e-9, 1]
        np.testing.assert_allclose(abs(foot), moment, rtol=0.02)  # of 40 cells, the lowest ones with 0.1 of the length of decay

    def test_other_nodes(self):
        """Nodes of other parts have no values, and lines none at all."""
        r = self.run_("plate.h5", **PLATE)
        values, skin = r.snapshot().at_nodes("skin/stress"), np.unique(np.concatenate([c.ravel() for c in r.parts["skin"].cells.values()]))
        np.testing.assert_array_equal(np.flatnonzero(~np.isnan(values).any(1)), skin)
        self.says(r"rim/force: results of lines jump.*fsolve.beams.Sections", r.snapshot().at_nodes, "rim/force")
        self.says(r"skin/strass: frame 2 has no such result.*it has .*skin/\w+/stress", r.snapshot().at_nodes, "skin/strass")
        self.says(r"skim/stress: .* has no part 'skim'", r.snapshot().at_nodes, "skim/stress")


class Envelopes(InFolder):
    DATA = ("largest", "least", "largest_time", "least_time")

    def check(self, r):
        """Those of the frames, which every step has."""
        names = {n.rsplit("/", 1)[0] for n in r._files[-1].names("envelopes")}
        asked = ("force_max", "force_min", "moment_max", "moment_min", "deflection_max", "deflection_min")  # frames have these where the forces at the ends do not give them
        self.assertEqual({n for n in names if not n.endswith(asked)}, {n if "/" not in n else "parts/" + n for n in r.snapshot(0).names() if not n.removesuffix("_place").endswith(asked)})
        for name in (n for n in names if not n.endswith(asked)):
            name = name.replace("parts/", "")
            values = np.array([frame[name] for frame in r.frames])
            first = {"largest": values.argmax(0), "least": values.argmin(0)}
            for kind, k in first.items():
                np.testing.assert_array_equal(r.envelopes[name][kind], np.take_along_axis(values, k[None], 0)[0], name)
                np.testing.assert_array_equal(r.envelopes[name][kind + "_time"], r.frames.time[k], name)

    def test_oscillator(self):
        """cos(omega t) for nine tenths of a period: where its extremes are, and those of its velocity. The scheme errs by 1e-7 a period, by its order."""
        r = self.run_(**OSCILLATOR, initials="end", initial_end_displacement_x=1, integrator="esdirk43_6l", dt=1 / 400, t_end=0.9, envelopes="displacement,velocity")
        u, v = r.envelopes.displacement, r.envelopes["velocity"]
        np.testing.assert_allclose([[u[d][1, 0], v[d][1, 0]] for d in self.DATA], [[1, OMEGA], [-1, -OMEGA], [0, 0.75], [0.5, 0.25]], atol=1e-6)
        for d in self.DATA:  # what does not move has been so from the begin
            np.testing.assert_array_equal(u[d][0], 0)
            np.testing.assert_array_equal(u[d][:, 1:], 0)
        self.assertEqual(r.envelopes.names(), sorted(f"{f}/{d}" for f in ("displacement", "velocity") for d in self.DATA))

    @release
    def test_frames_at_every_step(self):
        for keys in (BEAM, PLATE):
            for ranks in (1, 3):
                r = self.run_(**{**keys, "output_every": 1, "envelopes": "all", "overwrite": True}, ranks=ranks, launch=LAUNCH)
                self.check(r)
        one = self.run_(**{**BEAM, "envelopes": "moment", "overwrite": True})
        self.assertEqual({n.rsplit("/", 1)[0] for n in one.envelopes.names()}, {"whip/line3/moment", "whip/moment"})
        self.says("no value 'displacement'", lambda: one.envelopes["displacement"])
        self.says("no envelopes: -envelopes makes them", lambda: self.run_(**BEAM, overwrite=True).envelopes)

    def test_restarts(self):
        """On other ranks, in another file, from before the end: those of the whole run. Others cannot be asked for then."""
        keys = {**BEAM, "output_every": 1, "envelopes": "all", "checkpoint": self.path("point"), "checkpoint_every": 5}
        self.run_("a.h5", **{**keys, "t_end": 0.016}, ranks=3, launch=LAUNCH)
        shutil.copy(self.path("point.1"), self.path("first"))
        self.run_("b.h5", **keys, restart=self.path("first"), ranks=2 if RELEASE else 1, launch=LAUNCH)
        self.assertEqual(fsolve.Result(self.path("b.h5")).first_step, 6)
        self.check(fsolve.Result([self.path("a.h5"), self.path("b.h5")]))
        self.says("run had '-envelopes all'", self.run_, "c.h5", status=2, **{**keys, "envelopes": "displacement", "restart": self.path("first")})

    def test_a_run_under_way(self):
        """What a run has put on the disk when it was stopped or failed."""
        error = self.says("stopped by", self.run_, status=4, **{**BEAM, "t_end": 1e4, "walltime": 1e-3, "envelopes": "displacement", "output_every": 1})
        r = fsolve.Result(error.output)
        np.testing.assert_array_equal(r.envelopes.displacement.least, np.min([f["displacement"] for f in r.frames], axis=0))


class Provenance(InFolder):
    def test_attributes(self):
        """Counts, date, host, versions, how it ended; the checksum of a mesh is the same on any number of ranks, and another for another mesh."""
        before = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        plate = {**PLATE, "t_end": 0.02}
        one, three = (self.run_(f"{n}.h5", **plate, ranks=n, launch=LAUNCH).attrs for n in (1, 3))
        date = datetime.datetime.strptime(one["date"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
        self.assertTrue(before <= date <= datetime.datetime.now(datetime.timezone.utc))
        self.assertEqual((one["host"], one["status"], three["status"]), (socket.gethostname(), "done", "done"))
        self.assertEqual(one["mesh_checksum"], three["mesh_checksum"])
        skin = {k: v for k, v in plate.items() if not k.startswith(("part_rim", "initial"))}
        other = self.run_(**{**skin, "mesh": "rectangle", "mesh_n": (3, 2), "parts": "skin", "part_skin_set": "all"}).attrs
        self.assertNotEqual(one["mesh_checksum"], other["mesh_checksum"])
        self.assertEqual((other["nodes"], other["dofs"], other["multipliers"]), (12, 27, 0))
        for name in ("petsc_version", "slepc_version", "hdf5_version"):
            self.assertRegex(one[name], r"^\d+\.\d+\.\d+$")
        head = subprocess.run(["git", "-C", SOURCE, "rev-parse", "HEAD"], capture_output=True, text=True)
        if head.returncode == 0 and os.path.exists(os.path.join(SOURCE, ".git")):
            self.assertRegex(one["commit"], "^[0-9a-f]{40,64}$")

    def everything(self, r):
        """Of the file, as bytes, without what tells of the run itself."""
        own = ("options", "options_all")
        return r._files[0].look(lambda f: {n: d[()].tobytes() for n, d in ((n, f[n]) for n in r._files[0].names("/")) if n not in own})

    def assert_close(self, one, two):
        """To the residual at which modes end (src/eigen/undamped_modes.c), 1e-10 of the largest number of each dataset, or of 1: products of dense matrices, of which SLEPc makes some,
        may differ by where in memory these are, and so may all that follows within that."""
        numbers = lambda r: r._files[0].look(lambda f: {n: f[n][()] for n in r._files[0].names("/") if f[n].dtype.kind == "f"})
        first, second = numbers(one), numbers(two)
        self.assertEqual(set(first), set(second))
        for name, x in first.items():
            np.testing.assert_allclose(second[name], x, rtol=0, atol=1e-10 * (1 + abs(x).max(initial=0)), err_msg=name)

    def test_all_options(self):
        """A run from the options that the file has, those that were not given at their defaults, gives the same file, which has the same of them."""
        cases = [("flying_beam", {"t_end": 0.5}), ("wave2d", {"mesh_n": "6,6", "t_end": 1}), ("double_pendulum", {"t_end": 0.05}), ("stiff_soft", {"t_end": 0.2}),
                 ("star_dome", {}), ("blade", {"analysis": "modes"}), (None, {"analysis": "spectrum", "spectrum_schemes": "lms4,ss4"}),
                 ("pendulum_dae", {"t_end": 0.1, "integrator": "esdirk43_6l", "adapt": True, "let": "L=2,w=L/3", "dt_max": "L*w"})]
        for case, keys in cases if RELEASE else cases[::2] + cases[-1:]:
            with self.subTest(case):
                one = self.run_("one.h5", case=case and os.path.join(SOURCE, "inputs", case + ".opts"), overwrite=True, **keys)
                given, all_ = one.options, one.options_all
                self.assertLess(set(given), set(all_))
                self.assertEqual({k: v for k, (v, kind) in all_.items() if kind == "given"}, given)
                with open(self.path("all.opts"), "w", encoding="utf-8") as f:
                    f.write(one._files[0].look(lambda f: f["options_all"][()].decode()))
                two = self.run_("two.h5", case=self.path("all.opts"), overwrite=True)
                if case == "blade":
                    self.assert_close(one, two)
                else:
                    self.assertEqual(self.everything(two), self.everything(one))
                first, second = ({k: v for k, (v, kind) in r.items() if kind != "not given" and k != "output"} for r in (all_, two.options_all))
                self.assertEqual(first, second)

    def test_defaults(self):
        """What the code takes and what the manual says of an oscillator's options, on 1 and 2 ranks."""
        for ranks in (1, 2) if RELEASE else (1,):
            all_ = self.run_(**OSCILLATOR, dt=0.1, t_end=1, ranks=ranks, launch=LAUNCH, overwrite=True).options_all
            expected = {"dt": ("0.1", "given"), "overwrite": (True, "given"), "energies": ("true", "default"), "output_precision": ("double", "default"),
                        "analysis": ("transient", "default"), "t_start": ("0", "default"), "gravity": ("0,0,0", "not given"), "directions": (None, "not given"), "damping_mass": ("0", "default")}
            self.assertEqual({k: all_[k] for k in expected}, expected)

    def test_stopped(self):
        """By a limit of time: status 4, and the file says so; the restart is done."""
        keys = {**BEAM, "t_end": 1e4, "checkpoint": self.path("point")}
        self.says("stopped by", self.run_, status=4, walltime=1e-3, **keys)
        r = fsolve.Result(self.path("out.h5"))
        self.assertEqual(r.status, f"stopped after step {r.attrs['steps']} at t = {r.time[-1]:.6g}")
        self.assertEqual(self.run_(restart=self.path("point"), **{**keys, "t_end": r.time[-1] + 0.01}).status, "done")

    def test_sets(self):
        """Members by their places, on 1 and 3 ranks: a side of a rectangle, points, cells of lines that no part has; names that HDF5 has not."""
        nodes = [(i, j, 0) for j in range(3) for i in range(4)]
        quads = [(4 * j + i, 4 * j + i + 1, 4 * j + i + 5, 4 * j + i + 4) for j in range(2) for i in range(3)]
        sets = {"skin": (gmsh_file.QUADRILATERAL, quads), "rim/left": (gmsh_file.LINE, [(0, 4), (4, 8)]), ".": (gmsh_file.POINT, [(11,)]), "held": (gmsh_file.LINE, [(0, 1), (1, 2), (2, 3)])}
        gmsh_file.write(self.path("m.msh"), nodes, sets)
        keys = {"mesh": self.path("m.msh"), "parts": "skin", "part_skin_element": "membrane", "part_skin_tension": 1, "part_skin_mass_per_area": 1, "supports": "held", "dt": 1, "t_end": 1}
        for ranks in (1, 3):
            r = self.run_(f"{ranks}.h5", ranks=ranks, launch=LAUNCH, **keys)
            place = {tuple(x): k for k, x in enumerate(r.nodes)}
            self.assertEqual(set(r.sets), {*sets, "all"})
            for name, (_, cells) in sets.items():
                found = r.sets[name]
                self.assertEqual(set(found.nodes), {place[nodes[i]] for c in cells for i in c}, name)
                rows, = found.cells.values()
                self.assertEqual({tuple(c) for c in rows}, {tuple(place[nodes[i]] for i in c) for c in cells}, name)


class Runs(InFolder):
    def test_run(self):
        r = self.run_(case=SDOF, ranks=2, launch=LAUNCH, t_end=1, dt=0.005)
        self.assertEqual((r.attrs["ranks"], r.attrs["steps"], r.options["dt"]), (2, 200, "0.005"))
        self.says("exists; give -overwrite", self.run_, case=SDOF, status=2)
        self.says("unknown option -dtt; did you mean -dt", self.run_, case=SDOF, dtt=1, overwrite=True, status=2)
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            self.assertEqual(fsolve.run(SDOF, t_end=0.1).file, "sdof.h5")
        finally:
            os.chdir(here)

    def test_a_run_that_fails(self):
        """Status 3, and what was done until then."""
        keys = {**BEAM, "loads": "tip", "load_tip_set": "end", "load_tip_force": "0,0,1e12", "load_tip_time": "t<0.01 ? 0 : 1", "dt_min": 0.001}
        error = self.says("step 6 from t = 0.009 failed", self.run_, status=3, **keys)
        r = fsolve.Result(error.output)
        self.assertGreaterEqual(r.time[-1], 0.008)
        self.assertEqual(r.status, f"failed after step {r.attrs['steps']} at t = {r.time[-1]:.6g}")

    def test_sweep_finds_files(self):
        """Names of files that exist become absolute, in lists and with a path behind them; other words stay."""
        path = self.path("shapes.h5")
        with open(path, "w"):
            pass
        near = os.path.relpath(path)
        self.assertEqual(fsolve.runs.absolute(f"{near}:/modes/shape/1,{near}:/buckling/shape/2"), f"{path}:/modes/shape/1,{path}:/buckling/shape/2")
        self.assertEqual([fsolve.runs.absolute(v) for v in (near, "none.h5:/a", "1,2", 3.5, None)], [path, "none.h5:/a", "1,2", 3.5, None])

    def test_sweep_shows_the_order(self):
        """Free vibration for a period: the error of a scheme of second order falls by 4 where the step is halved. A bad case does not end others."""
        keys = {**OSCILLATOR, "initials": "end", "initial_end_displacement_x": 1, "t_end": 1}
        cases = fsolve.sweep(integrator=["trapezoidal"], dt=[0.01, 0.005, -1], n=2, into=self.path("sweep"), **keys)
        self.assertEqual([c.values["dt"] for c in cases], [0.01, 0.005, -1])
        table = cases.table(error=lambda r: abs(r.history("mass/velocity", "x")[-1]), peak=lambda r: abs(r["mass/displacement"]).max())
        self.assertEqual([row["status"] for row in table], [0, 0, 2])
        self.assertAlmostEqual(table[0]["error"] / table[1]["error"], 4, delta=0.01)  # the next order: (omega dt)^2 / 10 = 4e-4, relative
        self.assertIsNone(table[2]["error"])
        self.assertIn("-dt -1", cases.failed[0].error.message)
        self.assertEqual(set(cases.results), {("trapezoidal", 0.01), ("trapezoidal", 0.005)})
        self.assertEqual(len({os.path.dirname(c.result.file) for c in cases if c.result}), 2)
        self.says("no option has a list", fsolve.sweep, SDOF, dt=0.1)


class Spectra(InFolder):
    def test_density(self):
        """Its integral is the variance: exactly so for a sine with whole periods in the segment, half the square of its amplitude."""
        t = np.arange(1000) / 100
        f, density = fsolve.signal.welch(t, np.column_stack([3 * np.sin(2 * np.pi * 10 * t), np.cos(2 * np.pi * 20 * t)]), 1)
        np.testing.assert_allclose(density.sum(0) * f[1], [4.5, 0.5], rtol=1e-12)
        self.assertEqual([f[k] for k in density.argmax(0)], [10, 20])
        noise = np.random.default_rng(3).normal(size=40000)
        f, density = fsolve.signal.welch(np.arange(40000) / 50, noise, 100)
        self.assertAlmostEqual(density.sum() * f[1], noise.var(), delta=0.02)  # the window weighs the ends of each segment less
        self.assertAlmostEqual(density[1:-1].mean() / (2 / 50), 1, delta=0.02)  # white: 2 variance / sampling rate; 40000 values: 0.7 %
        uneven = np.sort(np.random.default_rng(4).uniform(0, 10, 5000))
        f, density = fsolve.signal.welch(uneven, np.sin(2 * np.pi * 3 * uneven), 2)
        self.assertAlmostEqual(f[density.argmax()], 3, delta=f[1])

    def test_of_a_run(self):
        r = self.run_(**OSCILLATOR, initials="end", initial_end_displacement_x=1, integrator="esdirk43_6l", dt=0.02, t_end=20)
        f, density = r.psd("mass/displacement", "x", segments=1)
        self.assertAlmostEqual(f[density.argmax()], 1, delta=f[1])
        self.assertAlmostEqual(density.sum() * f[1], 0.5, delta=0.01)  # 20 periods and one row


class Pictures(InFolder):
    def test_plot(self):
        r = self.run_(**BEAM)
        axes = r.plot("end/displacement", component="z", out=self.path("u.png"))
        np.testing.assert_array_equal(axes.lines[0].get_xydata(), np.column_stack([r.time, r["end/displacement"][:, 2]]))
        self.assertEqual(len(r.plot("end/displacement", "energy/total").lines), 4)
        self.assertEqual(len(r.plot("end/displacement", "energy/total", component="z").lines), 2)  # which is one number
        with Image.open(self.path("u.png")) as picture:
            self.assertEqual(picture.size, (700, 450))

    @release
    def test_animate(self):
        """A picture for each frame; lines are where the nodes are."""
        r = self.run_(**BEAM)
        with Image.open(r.animate(self.path("a.gif"), scale=10)) as film:
            self.assertEqual(film.n_frames, len(r.frames))
        frame, states = r.snapshot(-1), fsolve.draw.motion(r, 10)[0]
        line, = structure(r, states[-1], 2.0, Look({"whip": "C0"}))
        self.assertAlmostEqual(line.points[:, 2].min(), 10 * frame["displacement"][:, 2].min(), delta=1e-12)
        plate = self.run_("plate.h5", **PLATE)
        with Image.open(plate.animate(self.path("p.gif"), field="velocity", component="z")) as film:
            self.assertEqual(film.n_frames, 3)

    @release
    def test_vtu(self):
        """meshio reads what was written: nodes, cells, fields of nodes, results of cells, NaN where a part has none; the .pvd has the times."""
        r = self.run_("plate & co.h5", **PLATE)
        pvd = r.to_vtu(self.path("vtu"))
        sets = xml.parse(pvd).getroot().find("Collection").findall("DataSet")
        self.says(r"plate & co.pvd exists; overwrite=True replaces it", r.to_vtu, self.path("vtu"))
        os.remove(pvd)
        self.says(r"plate & co_000000.vtu exists; overwrite=True replaces it", r.to_vtu, self.path("vtu"))
        self.assertEqual(r.to_vtu(self.path("vtu"), overwrite=True), pvd)
        self.assertEqual([float(s.get("timestep")) for s in sets], list(r.frames.time))
        kinds = {"line": "line", "line3": "line3", "triangle": "triangle", "quadrilateral": "quad"}
        for s, frame in zip(sets, r.frames):
            grid = meshio.read(os.path.join(self.path("vtu"), s.get("file")))
            np.testing.assert_array_equal(grid.points, r.nodes)
            for name in ("displacement", "velocity", "acceleration"):
                np.testing.assert_array_equal(grid.point_data[name], frame[name])
            self.assertEqual([(b.type, len(b.data)) for b in grid.cells], [(kinds[n.split("/")[1]], len(c)) for n, c in r.cells.items()])
            for k, (name, cells) in enumerate(r.cells.items()):
                np.testing.assert_array_equal(grid.cells[k].data, cells)
                stress = grid.cell_data["stress"][k]
                if name.startswith("skin"):
                    np.testing.assert_array_equal(stress, frame[name + "/stress"])
                else:
                    self.assertTrue(np.isnan(stress).all())
        whip = self.run_("whip.h5", **BEAM)
        whip.to_vtu(self.path("vtu"))
        grid = meshio.read(self.path("vtu/whip_000004.vtu"))
        np.testing.assert_array_equal(grid.cells_dict["line3"] if hasattr(grid, "cells_dict") else grid.cells[0].data, whip.cells["whip/line3"])
        np.testing.assert_array_equal(grid.point_data["rotation"], whip.snapshot()["rotation"])


class Scripts(InFolder):
    def script(self, name, *words):
        return subprocess.run([os.path.join(SOURCE, "scripts", "plot_" + name), *words], cwd=self.folder, capture_output=True, text=True, timeout=60)

    def test_what_a_file_lacks(self):
        """One line, status 2, no picture: of every plot_ script."""
        self.run_(**BEAM)
        rows = [("modes", [], "neither modes nor buckling"), ("campbell", [], "no campbell"), ("path", ["end", "z"], "no path"), ("response", ["end"], "no response"),
                ("wave2d", [], "not of inputs/wave2d.opts"), ("spectrum", [], "no spectra"), ("section", ["--show", "Q"], "no quantity"), ("history", ["end/displacment"], "nearest: end/displacement"),
                ("history", ["end/displacement", "--component", "k"], "no component 'k'")]
        there = {f[5:] for f in os.listdir(os.path.join(SOURCE, "scripts")) if f.startswith("plot_")}
        self.assertEqual(there, {name for name, _, _ in rows} | {"model", "motion", "shape", "view"})  # which any model has
        for name, words, pattern in (rows if RELEASE else rows[::3]) + [("history", ["end/displacement"], "no such file")]:
            with self.subTest(f"{name} {words} {pattern}"):
                done = self.script(name, "none.h5" if pattern == "no such file" else "out.h5", *words)
                self.assertEqual((done.returncode, len(done.stderr.splitlines()), done.stdout), (2, 1, ""), done.stderr)
                self.assertIn(pattern, done.stderr)
        self.assertFalse([f for f in os.listdir(self.folder) if f.endswith(".png")])

    def test_a_run_without_rows(self):
        """A run that was killed before it put any on the disk."""
        self.run_(**BEAM)
        with h5py.File(self.path("out.h5"), "r+") as f:
            f["history"].visititems(lambda name, item: item.resize(0, axis=0) if isinstance(item, h5py.Dataset) else None)
        for words in (["end/displacement"], ["energy/total", "--psd"]):
            done = self.script("history", "out.h5", *words)
            self.assertEqual((done.returncode, len(done.stderr.splitlines()), done.stdout), (2, 1, ""), done.stderr)
            self.assertIn("out.h5 has no rows of " + words[0], done.stderr)
        with self.assertRaisesRegex(fsolve.FsolveError, "with 4 rows and more; there are 0"):
            fsolve.Result(self.path("out.h5")).psd("end/displacement", "z")

    @release
    def test_model(self):
        self.run_(**BEAM)
        done = self.script("model", "out.h5")
        self.assertEqual((done.returncode, done.stdout.strip(), done.stderr), (0, "out_model.png", ""))
        with Image.open(self.path("out_model.png")) as picture:
            self.assertGreater(len(picture.convert("RGB").getcolors()), 10)  # something is drawn

    @release
    def test_shape(self):
        """Grey is the structure as it was at first, blue the parts."""
        self.run_(**BEAM)
        done = self.script("shape", "out.h5", "--times", "0.1", "--scale", "10", "--out", "moved.png")
        self.assertEqual((done.returncode, done.stdout.strip(), done.stderr), (0, "moved.png", ""))
        with Image.open(self.path("moved.png")) as picture:
            self.assertGreater(len(picture.convert("RGB").getcolors()), 10)  # something is drawn
        self.assertIn("--times 0,b: expected numbers", self.script("shape", "out.h5", "--times", "0,b").stderr)

    @release
    def test_section(self):
        """A cantilever under a force F downwards at its tip: the moment F (L - x) on the upper side, which is pulled; a shear force of F."""
        r = self.run_(**{**BEAM, "gravity": "0,0,0", "linearize": True, "analysis": "static", "loads": "pull", "load_pull_set": "end", "load_pull_force": "0,0,-3", "integrator": None,
                         "dt": None, "t_end": None})
        sections = fsolve.beams.Sections(r, r.snapshot(), deformed=False)
        lines = section.Lines(r, r.snapshot(), deformed=False)
        for face, ends in zip(lines.faces("My", 0.1), sections.positions):
            np.testing.assert_allclose(face[[0, len(face) // 2 - 1]], ends, rtol=0)
            tips = face[len(face) // 2:]
            np.testing.assert_allclose(tips[:, 2], 0.3 * (2 - tips[:, 0]), atol=1e-9)
        np.testing.assert_allclose(sections.values["Vz"], -3, atol=1e-9)
        self.assertEqual(lines.shown(), ["Vz", "My"])
        self.assertEqual(r.plot("end/displacement").get_xlabel(), "load factor")
        for words in ([], ["--undeformed", "--show", "My,Vz", "--time", "1", "--out", "m.png"]):
            done = self.script("section", "out.h5", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(os.path.exists(self.path(done.stdout.strip())))
        self.run_("springs.h5", **OSCILLATOR, dt=0.1, t_end=0.1)
        self.assertIn("springs.h5 has no beams", self.script("section", "springs.h5").stderr)

    def test_history(self):
        self.run_(**BEAM)
        for words in (["end/displacement", "energy/total"], ["end/velocity", "--component", "z", "--psd", "--out", "psd.png"])[0 if RELEASE else 1:]:
            done = self.script("history", "out.h5", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(os.path.exists(self.path(done.stdout.strip())))
        self.assertIn("end/displacement", self.script("history", "out.h5").stdout.splitlines())


if __name__ == "__main__":
    unittest.main()
