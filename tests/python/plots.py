# SPDX-License-Identifier: BSD-2-Clause
"""The plot_ scripts: names of pictures, refusals, and where in the picture things are drawn."""
import contextlib
import importlib
import io
import os
import subprocess
import sys
import unittest

import h5py
import matplotlib
import matplotlib.text
import numpy as np

import fsolve
import fsolve.curves
import fsolve.draw
import fsolve.histories
import fsolve.model
import fsolve.scene
from fsolve import load_places, tables
from fsolve.plot import command, model, section, supports
from fsolve.solid import window
from run import SOURCE, FolderTest

INPUTS = os.path.join(SOURCE, "inputs")
BEAM = {"part_frame_element": "beam", "part_frame_section": "circle", "part_frame_radius": 0.02,
        "part_frame_young": 2e11, "part_frame_poisson": 0.3, "part_frame_density": 7850}
# A plane portal under a force at a corner.
PORTAL = {"mesh": "frame", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "0,0,3",
          "point_c": "4,0,3", "point_d": "4,0,0", "members": "frame", "member_frame": "a,b,c,d",
          "directions": "xz", "parts": "frame", "part_frame_set": "all", **BEAM,
          "supports": "feet", "support_feet_set": "a,d", "loads": "push", "load_push_set": "b",
          "load_push_force": "100,0,0", "probes": "b,c", "dt": 1e-3, "t_end": 5e-3}
MASSES = {"mesh": "line", "mesh_n": 1, "parts": "spring,mass", "part_spring_set": "all",
          "part_spring_element": "spring", "part_spring_stiffness": 40,
          "part_spring_loss_factor": 0.01, "part_mass_set": "end",
          "part_mass_element": "mass", "part_mass_mass": 1, "supports": "start", "probes": "end",
          "loads": "push", "load_push_set": "end", "load_push_force": "3,0,0",
          "load_push_harmonic": "1", "analysis": "response", "response_range": "0.1,3",
          "response_points": 30}


class InFolder(FolderTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(fsolve.draw.plt.close, "all")

    def run_(self, name="out.h5", case=None, **keys):
        case = case and os.path.join(INPUTS, case + ".opts")
        return fsolve.run(case, output=self.path(name), **keys)

    def script(self, kind, *words):
        """Does what scripts/plot_<kind> does, in this process: its start takes a second."""
        out, err, status = io.StringIO(), io.StringIO(), 0
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                command.plot(kind, list(words), "plot_" + kind)
        except SystemExit as end:
            status = end.code
        finally:
            os.chdir(here)
        return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())

    def process(self, *words, **env):
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=100,
                              env={**os.environ, **env})

    def drawn(self, kind, *words):
        """Returns the figure that a kind draws."""
        given = command.parsed(kind, list(words), "plot_" + kind)
        figure = importlib.import_module("fsolve.plot." + kind).draw(given)
        figure.canvas.draw()
        return figure


class Names(InFolder):
    def test_pictures_of_one_file(self):
        """Each kind has a picture of its own beside the file."""
        self.run_(**PORTAL)
        for kind in ("model", "section", "shape"):
            done = self.script(kind, "out.h5")
            self.assertEqual((done.returncode, done.stdout), (0, f"out_{kind}.png\n"), done.stderr)
        self.assertEqual(len([n for n in os.listdir(self.folder) if n.endswith(".png")]), 3)

    def test_existing_files(self):
        """Nothing is replaced without --overwrite, and never the file that is drawn."""
        self.run_(**PORTAL)
        for words in (["--out", "picture.png"], []):
            name = words[-1] if words else "out_shape.png"
            with open(self.path(name), "w") as file:
                file.write("precious")
            done = self.script("shape", "out.h5", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr,
                             f"plot_shape: {name} exists; --overwrite replaces it\n")
            with open(self.path(name)) as file:
                self.assertEqual(file.read(), "precious")
            for _ in range(2):
                done = self.script("shape", "out.h5", *words, "--overwrite")
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, name + "\n", ""))
        os.symlink("nowhere", self.path("link.png"))
        self.assertEqual(self.script("shape", "out.h5", "--out", "link.png").returncode, 2)
        done = self.script("shape", "out.h5", "--out", "out.h5", "--overwrite")
        self.assertIn("is the file that is drawn", done.stderr)
        fsolve.Result(self.path("out.h5"))

    def test_quickstart_may_run_again(self):
        """The command of scripts/quickstart replaces its picture."""
        with open(os.path.join(SOURCE, "scripts", "quickstart"), encoding="utf-8") as file:
            line, = (line.split() for line in file if "plot_wave2d" in line)
        words = [os.path.basename(w) for w in line[2:]]
        self.run_("wave2d.h5", "wave2d", mesh_n="20,20", t_end=2)
        for _ in range(2):
            done = self.script("wave2d", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(self.path("wave2d.png")))

    def test_earlier_spelling(self):
        """The name of the picture as last argument works in this release, with a line."""
        self.run_(**PORTAL)
        self.run_("response.h5", **MASSES)
        for kind, words in (("model", ["out.h5", "m.png"]),
                            ("response", ["response.h5", "end", "displacement", "x", "r.png"])):
            done = self.script(kind, *words)
            self.assertEqual((done.returncode, done.stdout), (0, words[-1] + "\n"))
            self.assertIn("give the name after --out", done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1)
        done = self.script("model", "out.h5", "m.png", "--out", "n.png")
        self.assertEqual(done.returncode, 2)

    def test_help(self):
        """--help explains all kinds, and starts nothing: there is no program and no file."""
        kinds = {n[5:] for n in os.listdir(os.path.join(SOURCE, "scripts")) if n[:5] == "plot_"}
        self.assertEqual(kinds, set(command.KINDS))
        for kind in kinds:
            done = self.script(kind, "--help")
            if kind in ("spectrum", "wave2d"):
                path = os.path.join(SOURCE, "scripts", "plot_" + kind)
                done = self.process(path, "--help", FSOLVE="/bin/false")
            self.assertEqual((done.returncode, done.stderr), (0, ""), kind)
            for word in ("usage: plot_" + kind, "--html" if kind == "view" else "--out", "--overwrite", "Draws"):
                self.assertIn(word, done.stdout)

    def test_module(self):
        """python -m fsolve.plot draws the same."""
        self.run_(**PORTAL)

        def module(*words):
            return self.process(sys.executable, "-m", "fsolve.plot", *words)

        done = module("shape", "out.h5")
        self.assertEqual((done.returncode, done.stdout), (0, "out_shape.png\n"), done.stderr)
        for words, pattern in ((["shapes"], "no kind 'shapes'"), (["shape"], "required: file"),
                               (["shape", "out.h5"], "out_shape.png exists")):
            done = module(*words)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            self.assertIn(pattern, done.stderr)
        listed = module("--help").stdout
        for kind in command.KINDS:
            self.assertIn(kind, listed)


class Places(InFolder):
    """Where nodes and legends are in the picture."""

    def meshes(self, figure):
        return [axes for axes in figure.axes if axes.get_label().startswith("mesh")]

    def check_inside(self, figure, points):
        """Points [n][3] are in the picture, fill it, and nothing of them is cut off."""
        for axes in self.meshes(figure):
            place = axes.get_position(original=True).transformed(figure.transFigure)
            seen = fsolve.scene.pixels(axes, points)
            self.assertGreaterEqual(min(seen.min(0) - place.min), 0)
            self.assertGreaterEqual(min(place.max - seen.max(0)), 0)
            share = np.ptp(seen, axis=0) / place.size
            self.assertGreater(share.max(), 0.7)
            square = axes.bbox  # what matplotlib cuts at, where it does
            for thing in [*axes.lines, *axes.collections]:
                self.assertTrue(not thing.get_clip_on() or not len(np.ravel(thing.get_data_3d()))
                                if hasattr(thing, "get_data_3d") else not thing.get_clip_on())
            self.assertGreater(square.width, 0)

    def test_models_in_space(self):
        """A dome and a long beam: shapes and modes are whole."""
        dome = self.run_("dome.h5", "dome", analysis="modes", modes=5)
        self.check_inside(self.drawn("shape", dome.file), dome.nodes)
        figure = self.drawn("modes", dome.file)
        self.assertEqual(len(self.meshes(figure)), len(dome.modes.frequency))
        self.check_inside(figure, dome.nodes)
        size = np.ptp(dome.nodes, axis=0).max()
        for axes, shape in zip(self.meshes(figure), dome.modes.shape[:, :, :3]):
            moved = dome.nodes + 0.15 * size / np.linalg.norm(shape, axis=1).max() * shape
            seen = fsolve.scene.pixels(axes, moved)
            place = axes.get_position(original=True).transformed(figure.transFigure)
            self.assertTrue((seen > place.min).all() and (seen < place.max).all())

    def test_far_motion(self):
        """The moved structure is in the picture as well as the one at rest, in a panel for each time."""
        r = self.run_(case="four_bar", t_end=3, output_at="1,2,3")
        figure = self.drawn("shape", r.file, "--times", "1,2,3")
        moved = [r.snapshot(t=t).positions() for t in (1, 2, 3)]
        self.assertEqual(len(self.meshes(figure)), 3)
        self.assertEqual([text.get_text() for text in figure.texts], ["t = 1", "t = 2", "t = 3"])
        together = self.drawn("shape", r.file, "--times", "1,2,3", "--together")
        self.assertEqual([text.get_text() for text in together.texts], ["t = 1, 2, 3"])
        self.check_inside(together, np.concatenate([r.nodes, *moved]))
        self.check_inside(figure, np.concatenate([r.nodes, *moved]))

    def test_many_points(self):
        """Of many points those count that are far away: a ball is seen whole, within its margin."""
        x = np.random.default_rng(3).normal(size=(50000, 3))
        x *= [3, 2, 1] / np.linalg.norm(x, axis=1, keepdims=True)
        few = fsolve.scene.outermost(x)
        self.assertLess(len(few), 101)
        for way in np.random.default_rng(4).normal(size=(50, 3)):
            self.assertGreater((few @ way).max(), (x @ way).max() - 0.03 * np.ptp(x, axis=0).max() * np.linalg.norm(way))

    def test_single_point(self):
        """A model of one point that rests has no size, and is in the middle of the picture."""
        r = self.run_(mesh="frame", points="top", point_top="3,0,0", parts="top",
                      part_top_element="body", part_top_mass=1, part_top_inertia="1,2,3,0,0,0",
                      supports="top", support_top_fix="xyz", dt=0.1, t_end=0.1)
        for axes in self.meshes(self.drawn("model", r.file)):
            place = axes.get_position(original=True).transformed(axes.figure.transFigure)
            seen = fsolve.scene.pixels(axes, r.nodes)[0]
            np.testing.assert_allclose(seen, (place.min + place.max) / 2, atol=1)

    def test_plane_models(self):
        """A plane model is seen along its normal, without perspective: lengths have one scale."""
        r = self.run_(**PORTAL)
        modes = self.run_("modes.h5", **{**PORTAL, "analysis": "modes", "modes": 3})
        for kind, path in (("shape", r.file), ("model", r.file), ("section", r.file),
                           ("modes", modes.file)):
            for axes in self.meshes(self.drawn(kind, path)):
                seen = fsolve.scene.pixels(axes, np.array(
                    [[0, 0, 0], [0, 0, 3], [4, 0, 3], [4, 0, 0]], float))
                scale = (seen[2, 0] - seen[1, 0]) / 4
                exact = seen[0] + scale * np.array([[0, 0], [0, 3], [4, 3], [4, 0]])
                np.testing.assert_allclose(seen, exact, atol=1e-6 * scale, err_msg=kind)

    def test_coloured_surface(self):
        """The shape at rest does not hide the colours of a tank that widens."""
        r = self.run_(analysis="static", mesh="rectangle", mesh_n="6,2", mesh_upper="2*pi,8",
                      mesh_closed="u", mesh_map="5*cos(u),5*sin(u),v", parts="wall",
                      part_wall_set="all", part_wall_element="shell", part_wall_young=2.1e11,
                      part_wall_poisson=0.3, part_wall_thickness=0.01, part_wall_density=7850,
                      supports="bottom", loads="all", load_all_pressure=9810,
                      load_all_field="8-z")
        figure = self.drawn("shape", r.file, "--result", "wall/von_mises", "--scale", "200")
        axes, = self.meshes(figure)
        cells, = r.parts["wall"].cells.values()
        values = r.snapshot(-1)["wall/von_mises"].ravel()
        seen = np.delete(cells, [values.argmax(), values.argmin()], axis=0)  # whose marks are white
        at = fsolve.scene.pixels(axes, r.snapshot(-1).positions(200)[seen].mean(1)).astype(int)
        figure.canvas.draw()
        colour = np.asarray(figure.canvas.buffer_rgba())[::-1][at[:, 1], at[:, 0], :3]
        self.assertFalse((colour == 255).all(1).any())

    def test_curves_of_beams(self):
        """One element of a cantilever: the cubic of a force at its tip; the line of a load along it,
        if there are places. Small motions are drawn larger by default."""
        tip = {"loads": "q", "load_q_set": "end", "load_q_force": "0,0,-1000"}
        along = {"loads": "q", "load_q_set": "all", "load_q_traction": "0,0,-100"}
        s = np.linspace(0, 1, 17)
        for name, load, places, shape in (("a.h5", tip, {}, (3 * s**2 - s**3) / 2),
                                          ("b.h5", along, {"part_m_section_places": 17},
                                           (6 * s**2 - 4 * s**3 + s**4) / 3)):
            r = self.run_(name, analysis="static", linearize=True, mesh="line", mesh_n=1,
                          mesh_upper=10, directions="xz", parts="m", part_m_set="all",
                          part_m_element="beam", part_m_section="rectangle", part_m_width=0.1,
                          part_m_height=0.1, part_m_young=2e11, part_m_poisson=0.3, part_m_density=0,
                          supports="start", **load, **places)
            frame = r.snapshot(-1)
            curves = fsolve.curves.BeamCurves(r, frame["displacement"], frame["rotation"], frame)
            w = curves.points(3)["m/line"][0, :, 2]
            np.testing.assert_allclose(w, w[-1] * shape, atol=2e-4 * abs(w[-1]))
            figure = self.drawn("shape", r.file)
            self.assertRegex(figure.texts[-1].get_text(), "displacements times")
        r = self.run_("modes.h5", analysis="modes", modes=2, mesh="line", mesh_n=1, mesh_upper=10,
                      directions="xz", parts="m", part_m_set="all", part_m_element="beam",
                      part_m_section="rectangle", part_m_width=0.1, part_m_height=0.1,
                      part_m_young=2e11, part_m_poisson=0.3, part_m_density=7850, supports="start")
        self.drawn("modes", r.file)

    def numbers(self, axes):
        """The numbers that are written over the mesh, in order."""
        return sorted(float(text.get_text()) for text in axes.texts)

    def test_values_of_members(self):
        """plot_section writes ends and extremes of each member: q L^2/8 in the middle of a girder, in the units that are named; the middle of
        constant forces; those of bars, which need no beams."""
        frame = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz"}
        r = self.run_(**{**frame, **BEAM, "points": "a,b", "point_a": "0,0,0", "point_b": "6,0,0", "members": "m", "member_m": "a,b", "parts": "frame",
                         "part_frame_set": "m", "supports": "a,b", "support_a_fix": "xz", "support_b_fix": "z", "loads": "q", "load_q_set": "m",
                         "load_q_traction": "0,0,-1e4"})
        figure = self.drawn("section", r.file, "--units", "kN,m")
        shear, moment = self.meshes(figure)
        self.assertEqual((self.numbers(shear), self.numbers(moment)), ([-30, 30], [-45]))
        self.assertTrue(any("[kN m]" in text.get_text() for text in figure.texts))
        r = self.run_("bars.h5", **{**frame, "points": "a,b,c", "point_a": "0,0,0", "point_b": "1,0,-1", "point_c": "2,0,0", "members": "l,r", "member_l": "a,b",
                                    "member_r": "b,c", "parts": "p", "part_p_set": "l,r", "part_p_element": "truss", "part_p_ea": 1e8, "part_p_mass_per_length": 1,
                                    "supports": "a,c", "loads": "P", "load_P_set": "b", "load_P_force": "0,0,-200"})
        axes, = self.meshes(self.drawn("section", r.file))
        self.assertEqual(self.numbers(axes), [141.4, 141.4])

    def test_panels_of_sections(self):
        """A row of panels for each time, of one scale: half the load has half the ordinates and numbers. No number covers another."""
        keys = {k: v for k, v in PORTAL.items() if k not in ("probes", "dt", "t_end")}
        r = self.run_(**{**keys, "analysis": "static", "linearize": True, "dt": 0.5, "t_end": 1, "output_every": 1, "load_push_time": "t"})
        figure = self.drawn("section", r.file, "--times", "0.5,1", "--show", "N,My", "--units", "kN,m")
        panels = self.meshes(figure)
        self.assertEqual([text.get_text() for text in figure.texts if "=" in text.get_text()],
                         [f"{what} {unit}, t = {t}" for t in ("0.5", "1") for what, unit in (("N: axial force", "[kN]"), ("My: bending moment about y", "[kN m]"))])
        half, whole = ([max(abs(n) for n in self.numbers(axes)) for axes in panels[k:k + 2]] for k in (0, 2))
        np.testing.assert_allclose(half, np.array(whole) / 2, rtol=1e-3)

    def test_loads_inside_of_members(self):
        """Girders of one element under a load on a part, and under a uniform load and a force: numbers and curves are those of statics if the file
        has the values, and those of the table for any file; a line names the options that the file lacks."""
        q, P, span = 2e4, 3e4, 6.0
        part = {"loads": "q", "load_q_set": "m", "load_q_traction": f"0,0,{-q}", "load_q_from": 0.5, "load_q_to": 2.5}
        both = {"loads": "q,P", "load_q_set": "m", "load_q_traction": f"0,0,{-q}", "load_P_point": "2,0,0", "load_P_force": f"0,0,{-P}"}
        on = lambda s, at: (s - at).clip(0)
        cases = (("part", part, lambda s: -2 * q * 0.75 * s + q / 2 * (on(s, 0.5) ** 2 - on(s, 2.5) ** 2), 2.0, (0.5, 2.5)),
                 ("both", both, lambda s: -(q * span / 2 + P * 2 / 3) * s + q / 2 * s**2 + P * on(s, 2), 2.5, (2, 2)))
        places, every = {"part_frame_section_places": 11}, {"output_fields": "all"}
        ends = {"output_fields": "displacement,rotation,force_start,force_end,moment_start,moment_end"}
        for (name, load, moment, extreme, jumps) in cases:
            for k, (more, remedies) in enumerate((({}, ["-part_frame_section_places 11"]), (ends, ["-output_fields all", "-part_frame_section_places 11"]),
                                                  (every, ["-part_frame_section_places 11"]), (places, []), ({**places, **every}, []))):
                r = self.run_(f"{name}{k}.h5", **{"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz", **BEAM, "points": "a,b", "point_a": "0,0,0",
                                                  "point_b": f"{span},0,0", "members": "m", "member_m": "a,b", "parts": "frame", "part_frame_set": "m", "supports": "a,b",
                                                  "support_a_fix": "xz", "support_b_fix": "z", **load, **more})
                figure, row = self.drawn("section", r.file, "--show", "My"), tables.member_forces(r, show="My")["m", "My"]
                axes, = self.meshes(figure)
                self.assertEqual(self.numbers(axes), [float(f"{row['min']:.4g}")])
                note = " ".join(figure.texts[-1].get_text().split())
                self.assertEqual([word for word in ("-output_fields all", "-part_frame_section_places 11") if word in note], remedies)
                face, = section.Lines(r, r.snapshot(), False).faces("My", 1)
                s, m = face[len(face) // 2:, 0], face[len(face) // 2:, 2]
                self.assertAlmostEqual(m.min(), row["min"], delta=1e-9 * q)
                box = figure.texts[-1].get_window_extent(figure.canvas.get_renderer())  # below the panel, within the picture
                self.assertLess(box.y1, axes.get_position(original=True).transformed(figure.transFigure).y0 + 1)
                self.assertLess(box.x1, figure.bbox.x1)
                if more is not ends:
                    self.assertAlmostEqual(row["min"], moment(np.array([extreme]))[0], delta=1e-6 * q)
                if "part_frame_section_places" in more:  # a cubic does not have the kink between two places
                    near = np.any([(s // 0.6 == at // 0.6) for at in jumps], axis=0)
                    np.testing.assert_allclose(m[~near], moment(s[~near]), atol=1e-6 * q)
                    np.testing.assert_allclose(m, moment(s), atol=P * 0.6 / 8)

    def test_legends(self):
        """No legend is over the structure."""
        for case, keys in (("squeezer", {"t_end": 1e-5}), ("inflated_membrane", {}), ("dome", {})):
            r = self.run_(case + ".h5", case, **keys)
            for kind in ("model", "shape"):
                figure = self.drawn(kind, r.file)
                axes, = self.meshes(figure)
                points = r.nodes
                if kind == "shape":
                    points = np.concatenate([points, r.snapshot(-1).positions()])
                legend, seen = figure.legends[0].get_window_extent(), fsolve.scene.pixels(axes, points)
                self.assertTrue(seen[:, 0].max() < legend.x0 or seen[:, 1].min() > legend.y1, f"{case} {kind}")


class Frames(InFolder):
    """No text overflows its frame: titles, legends, scale bars, values and notes of all pictures are inside of them."""

    @staticmethod
    def texts(figure):
        """All texts that matplotlib draws: of axes that are off their own ones alone, of ticks those within the limits."""
        found = [*figure.texts, *(text for legend in figure.legends for text in legend.get_texts())]
        for axes in figure.axes:
            found += axes.texts
            for axis in (axes.xaxis, axes.yaxis) if axes.axison and not hasattr(axes, "zaxis") else ():
                low, high = sorted(axis.get_view_interval())
                ticks = zip(axis.get_majorticklocs(), axis.get_ticklabels())
                found += [axes.title, axis.label, axis.offsetText, *(text for at, text in ticks if low <= at <= high)]
        return [text for text in found if text.get_text().strip() and text.get_visible()]

    def check(self, figure, what):
        figure.canvas.draw()
        renderer, frame = figure.canvas.get_renderer(), figure.bbox
        self.assertTrue(self.texts(figure), what)
        for text in self.texts(figure):
            box = text.get_window_extent(renderer)
            if hasattr(text, "get_position_3d"):
                box = matplotlib.transforms.Bbox.from_extents(Models.box(self, text.axes, text))
            inside = box.x0 > -1 and box.y0 > -1 and box.x1 < frame.x1 + 1 and box.y1 < frame.y1 + 1
            self.assertTrue(inside, f"{what}: '{text.get_text()}' at {box.extents.round()} of {frame.extents}")

    def test_texts_are_inside(self):
        plate = self.run_("plate.h5", analysis="static", linearize=True, mesh="rectangle", mesh_n="6,4", mesh_upper="3,2", parts="plate", part_plate_set="all", part_plate_element="shell",
                          part_plate_young=2.1e11, part_plate_poisson=0.3, part_plate_thickness=0.02, part_plate_density=7850, supports="left", loads="q",
                          load_q_set="all", load_q_pressure=-1000)
        frame, portal = self.run_("frame.h5", **Models.FRAME), self.run_("portal.h5", **PORTAL)
        modes = self.run_("modes.h5", **{**PORTAL, "analysis": "modes", "modes": 6})
        times = self.run_("bar.h5", case="four_bar", t_end=-20, output_at="-20.5,-20.2,-20", output_every=0)
        for kind, file, *words in (("model", frame.file), ("model", frame.file, "--dimensions"), ("model", frame.file, "--view", "iso"), ("model", plate.file), ("shape", frame.file), ("shape", plate.file),
                                   ("shape", plate.file, "--result", "plate/von_mises", "--units", "kN,mm"), ("shape", portal.file, "--result", "displacement"),
                                   ("shape", times.file, "--times=-20.5,-20.2,-20"), ("section", frame.file, "--units", "kN,m"), ("section", portal.file), ("modes", modes.file),
                                   ("history", portal.file, "b/displacement", "energy/total")):
            self.check(self.drawn(kind, file, *words), " ".join([kind, os.path.basename(file), *words]))


class Models(InFolder):
    """What plot_model shows of a model."""
    POINTS = {"a": "0,0,0", "b": "0,0,4", "c": "6,0,4", "d": "6,0,0", "e": "12,0,4"}
    FRAME = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz", "points": ",".join(POINTS), **{f"point_{k}": v for k, v in POINTS.items()},
             "members": "left,right,girder,roof", "member_left": "a,b", "member_right": "d,c", "member_girder": "b,c", "member_roof": "c,e", "member_girder_release": "start:x end:ry=1e5",
             "parts": "columns,beams", "part_columns_set": "left,right", "part_beams_set": "girder,roof", **{k.replace("frame", part): v for part in ("columns", "beams") for k, v in BEAM.items()},
             "part_beams_expansion": 1e-5, "part_beams_temperature": -30, "part_beams_temperature_gradient_z": 50, "supports": "a,d,e", "support_d_fix": "z", "support_e_fix": "x",
             "loads": "P,q,trap,train,M", "load_P_point": "2,0,4", "load_P_force": "0,0,-5000", "load_q_set": "left", "load_q_traction": "1e3,0,0", "load_q_field": "1+z/4",
             "load_trap_set": "roof", "load_trap_traction": "0,0,-2e3", "load_trap_traction_to": "0,0,-8e3", "load_trap_from": 1, "load_trap_to_fraction": 0.75,
             "load_train_set": "roof", "load_train_force": "0,0,-7e3", "load_train_place": "t", "load_train_axles": "0,2.5", "load_train_axle_factors": "1,0.5", "load_M_set": "c", "load_M_moment": "0,3e3,0"}

    def test_places_of_loads(self):
        """A force at its place; the field, the trapezoid and the train along members that have other points."""
        r = self.run_(**self.FRAME)
        P, q, trap, train, M = fsolve.model.loads(r)
        np.testing.assert_allclose(P.point, [2, 0, 4])
        self.assertEqual([load.value for load in (P, q, trap, train, M)], [5000, 1000, 2000, 7000, 3000])
        span, = load_places.spans(r, q, 4)
        np.testing.assert_allclose(span.x, np.linspace([0, 0, 0], [0, 0, 4], 5), atol=1e-12)
        np.testing.assert_allclose(span.factor, [1, 1.25, 1.5, 1.75, 2])
        span, = load_places.spans(r, trap, 2)
        np.testing.assert_allclose(span.x[:, 0], [7, 8.75, 10.5])
        np.testing.assert_allclose(span.factor, [1, 2.5, 4])
        np.testing.assert_allclose([[x[0], f] for x, f in load_places.axles(r, "train")], [[8.5, 1], [6, 0.5]])

    def test_texts(self):
        """The values at the arrows; releases, temperatures, supports and loads in the legend."""
        r = self.run_(**self.FRAME)
        figure = self.drawn("model", r.file)
        axes = next(axes for axes in figure.axes if axes.get_label() == "mesh 1")
        there = [text.get_text().strip() for text in axes.texts]
        for text in ("5000", "1000", "2000", "8000", "7000", "3500", "3000", "z", "roof", "a"):
            self.assertIn(text, there)
        legend = [text.get_text() for text in figure.legends[0].get_texts()]
        for text in ("release girder.start: x", "release girder.end: ry=1e5", "temperature beams: -30, gradient z 50", "support d: z, 1 node", "load P: force 5000 at 2, 0, 4",
                     "load q: traction 1000 × 1+z/4", "load trap: traction 2000 to 8000", "load train: force 7000, 2 axles, moves: t", "load M: moment 3000, 1 node", "axis z of the section"):
            self.assertIn(text, legend)
        start, end = fsolve.model.releases(r)[::-1] if fsolve.model.releases(r)[0].name.endswith("end") else fsolve.model.releases(r)
        np.testing.assert_allclose([start.ways[0], end.ways[0]], [[1, 0, 0], [-1, 0, 0]], atol=1e-12)

    def test_dimensions(self):
        """The distances between corners, supports and places of loads, and the extents; equal ones as a product."""
        def texts(file):
            figure = self.drawn("model", file, "--dimensions")
            axes = next(axes for axes in figure.axes if axes.get_label() == "mesh 1")
            return [text.get_text() for text in axes.texts]
        there = texts(self.run_(**{**self.FRAME, "load_P_point": "2.25,0,4"}).file)
        for text in ("2.25", "3.75", "6", "12", "4"):
            self.assertIn(text, there)
        bays = 8
        r = self.run_("bays.h5", mesh="frame", points=",".join(f"a{k}" for k in range(bays + 1)), **{f"point_a{k}": f"{1.5 * k},0,{k % 2}" for k in range(bays + 1)}, members="zigzag",
                      member_zigzag=",".join(f"a{k}" for k in range(bays + 1)), parts="frame", part_frame_set="all", **BEAM, supports="a0,a8", analysis="static", linearize=True)
        there = texts(r.file)
        self.assertIn("8 × 1.5 = 12", there)
        self.assertIn("1", there)

    def box(self, axes, text):
        """The corners of a text in the picture, which matplotlib knows while it draws alone."""
        flat = axes.figure.text(0, 0, text.get_text(), fontsize=text.get_fontsize(), ha=text.get_ha(), va=text.get_va())
        box = flat.get_window_extent(axes.figure.canvas.get_renderer()).extents
        flat.remove()
        at = fsolve.scene.pixels(axes, np.array([text.get_position_3d()]))[0]
        return box + np.tile(at, 2)

    def test_texts_do_not_cover_each_other(self):
        """A row of 70 columns has no names; texts of any model are apart, and stand in the picture."""
        count = 70
        many = {**self.FRAME, "points": ",".join(f"a{k},b{k}" for k in range(count)), **{f"point_{n}{k}": f"{k},0,{z}" for k in range(count) for n, z in (("a", 0), ("b", 3))},
                "members": ",".join(f"m{k}" for k in range(count)), **{f"member_m{k}": f"a{k},b{k}" for k in range(count)}, "parts": "beams",
                "part_beams_set": ",".join(f"m{k}" for k in range(count)), "supports": "a", "support_a_plane": "0,0,0,0,0,1", "loads": "q",
                "load_q_set": ",".join(f"m{k}" for k in range(count))}
        keep = {k: v for k, v in many.items() if not k.startswith(("load_P", "load_trap", "load_train", "load_M", "member_left", "member_right", "member_girder", "member_roof", "part_columns",
                                                                   "support_d", "support_e", "point_c", "point_d", "point_e")) and k not in ("point_a", "point_b")}
        for name, keys in (("few", self.FRAME), ("many", keep)):
            figure = self.drawn("model", self.run_(name + ".h5", **keys).file, "--dimensions")
            axes = next(axes for axes in figure.axes if axes.get_label() == "mesh 1")
            boxes = np.array([self.box(axes, text) for text in axes.texts])
            for k, box in enumerate(boxes):
                others = np.delete(boxes, k, axis=0)
                self.assertFalse(((others[:, :2] < box[2:] - 1) & (others[:, 2:] > box[:2] + 1)).all(axis=1).any(), axes.texts[k].get_text())
            if name == "many":
                self.assertLess(len(boxes), 5)
            self.assertLess(len(figure.legends[0].get_texts()), 20)

    def test_joints(self):
        """The legend says what acts on the coordinate of a joint."""
        r = self.run_(case="slider_crank", t_end=2e-3, joint_shaft_angle_motor="1-v", joint_slider_displacement_upper=1, joint_slider_displacement_stop_stiffness=1e3)
        legend = [text.get_text() for text in self.drawn("model", r.file).legends[0].get_texts()]
        self.assertTrue(any(text.endswith(", motor") for text in legend if text.startswith("joint shaft")), legend)
        self.assertTrue(any("spring, " in text and text.endswith("stops") for text in legend if text.startswith("joint slider")), legend)

    def test_supports_stand(self):
        """A wall is behind the end of its member, a roller in the direction that it fixes."""
        seen = np.array([[1.0, 0, 0], [0, 0, 1]])
        x, z = np.eye(3)[[0, 2]]
        for fixed, whole, clamped, inward, wanted in (([x, z], True, True, x, [-1, 0]), ([x, z], True, False, x, [0, -1]), ([x, z], True, False, -z, [0, 1]), ([z], False, False, x, [0, -1]),
                                                      ([x], False, False, -x, [1, 0]), ([x], False, False, z, [-1, 0]), ([z], False, False, -z, [0, 1])):
            way, = supports.stands(fixed, whole, clamped, inward, seen)
            np.testing.assert_allclose(way, wanted, atol=1e-12)

    def test_supports_of_all_nodes(self):
        """A support of all nodes of a plate is in the legend, and has no symbols, which would hide the plate; round-off of a load is 0."""
        plate = {"mesh": "rectangle", "mesh_n": "6,4", "mesh_upper": "3,2", "parts": "p", "part_p_set": "all", "part_p_element": "shell", "part_p_young": 2e11, "part_p_poisson": 0.3,
                 "part_p_density": 7850, "part_p_thickness": 0.01, "supports": "left,plane", "support_plane_set": "all", "support_plane_fix": "xy", "support_plane_fix_rotation": "z", "analysis": "static", "linearize": True,
                 "loads": "r", "load_r_set": "right", "load_r_moment": "0,1000,0", "load_r_field": "1-y/2+1e-16", "load_r_moment_per": "length"}
        r = fsolve.run(None, output=self.path("plate.h5"), **plate)
        figure = model.draw_result(r)
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        self.assertTrue(any("support plane: x, y" in n for n in names), names)
        grey = [t for a in figure.axes[0].get_children() if hasattr(a, "things") for t in a.things if t.color == "0.6"]
        self.assertEqual(len(grey) if window.available() else 1, 1)  # those of the left side
        self.assertFalse([t.get_text() for t in figure.axes[0].texts if "e-" in t.get_text()])

    def test_own_axes_of_supports(self):
        r = self.run_(**{**self.FRAME, "support_d_fix": None, "support_d_normal": "1,0,1", "support_e_axes": "0,0,1,0,1,0"})
        a, d, e = fsolve.model.supports(r)
        self.assertEqual(d.displacements, "")
        np.testing.assert_allclose(d.normal, np.array([1, 0, 1]) / np.sqrt(2))
        np.testing.assert_allclose(e.axes, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
        self.drawn("model", r.file, "--axes")


class Curves(InFolder):
    def test_quantities(self):
        """Histories of different units have different panels."""
        for label, expected in (
                ("tip/displacement x", "displacement"), ("tip/velocity y", "velocity"),
                ("base/reaction z", "force"), ("base/reaction rz", "moment"),
                ("links/reaction 3 x", "force"), ("links/reaction 3 ry", "moment"),
                ("gauge/force", "force"), ("gauge/force_start x", "force"),
                ("gauge/moment_end y", "moment"), ("hinge/angle", "angle"),
                ("hinge/second_angle", "angle"), ("hinge/angle_friction", "moment"), ("hinge/second_angle_moment", "moment"),
                ("rail/displacement_force", "force"),
                ("rail/displacement_friction", "force"), ("energy/kinetic", "energy"),
                ("load/work", "energy"), ("hinge/damper_loss", "energy"),
                ("tip/rotation w", "rotation"), ("all/largest x", "all/largest"),
                ("|tip/displacement| z", "displacement"), ("momentum x", "momentum")):
            self.assertEqual(fsolve.histories.quantity(label), expected, label)

    def test_history(self):
        """Metres and newtons are not on one axis."""
        r = self.run_(**PORTAL)
        for words in ([], ["--psd"]):
            figure = self.drawn("history", r.file, "b/displacement", "c/displacement",
                                "feet/reaction", "energy/total", *words)
            lines = [[line.get_label() for line in axes.lines] for axes in figure.axes]
            self.assertEqual([len(panel) for panel in lines], [6, 3, 3, 1])
            self.assertTrue(all("displacement" in label for label in lines[0]))
            self.assertTrue(all(" r" in label for label in lines[2]))
        values = figure.axes[0].lines[0].get_ydata()
        np.testing.assert_array_equal(values, r.psd("b/displacement", "x")[1])

    def test_units_and_extremes(self):
        """The values of few lines have their extremes in the units that are named."""
        r = self.run_(case="slider_crank", t_end=0.5)
        figure = self.drawn("history", r.file, "slider/displacement", "slider/displacement_force", "--units", "kN,mm")
        self.assertEqual([axes.get_ylabel() for axes in figure.axes], ["slider/displacement [mm]", "slider/displacement_force [kN]"])
        for axes, name, factor in zip(figure.axes, ("slider/displacement", "slider/displacement_force"), (1e3, 1e-3)):
            v = factor * r[name]
            np.testing.assert_allclose(axes.lines[0].get_ydata(), v)
            np.testing.assert_allclose(sorted(float(text.get_text()) for text in axes.texts), [v.min(), v.max()], rtol=1e-3)
        self.assertEqual(self.drawn("history", r.file, "slider/displacement").axes[0].get_ylabel(), "slider/displacement")

    def test_response_with_zeros(self):
        """A logarithmic axis has no zeros: the line has gaps, and the axis does not grow."""
        r = self.run_(**MASSES)
        n = len(r.response.frequency)
        for zeros in ([3, 7, 8, n - 1], range(1, n), range(n)):
            with h5py.File(r.file, "r+") as file:
                for half in ("real", "imaginary"):
                    values = file[f"history/end/{half}/displacement"]
                    for k in zeros:
                        values[k] = 0
            figure = self.drawn("response", r.file, "end")
            size, phase = (axes.lines[0].get_ydata() for axes in figure.axes)
            if len(zeros) == n:
                self.assertEqual(figure.axes[0].get_yscale(), "linear")
                continue
            np.testing.assert_array_equal(np.isnan(size), np.isnan(phase))
            self.assertEqual(figure.axes[0].get_yscale(), "log")
            self.assertGreater(figure.axes[0].get_ylim()[0], 0.05 * np.nanmin(size))


if __name__ == "__main__":
    unittest.main()
