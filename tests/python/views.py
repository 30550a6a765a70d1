# SPDX-License-Identifier: BSD-2-Clause
"""Views: a window of VTK and a page for browsers show the numbers of the file, and do what the user does."""
import base64
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
import unittest

import h5py
import matplotlib
import numpy as np
from PIL import Image

import fsolve
from fsolve.plot import command
from fsolve.solid import lines, outline, structure, vtk_painter, window
from fsolve.view.album import Album
from fsolve.view.bodies import bodies
from fsolve.view.marks import marks_of
from fsolve.view.page import chosen_states
from fsolve.view.triangles import ears, triangles
from run import FSOLVE, SOURCE, FolderTest

NEEDS_VTK = unittest.skipUnless(window.usable() and shutil.which("Xvfb"), "VTK or Xvfb is not installed")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
NEEDS_BROWSER = unittest.skipUnless(BROWSER, "chromium is not installed")
STEEL = {"young": 2.1e11, "poisson": 0.3, "density": 7850}
MAST = {"mesh": "line", "mesh_n": 4, "mesh_upper": "0,0,2", "parts": "p", "part_p_set": "all", "part_p_element": "beam", "part_p_profile": "HEA300", **{f"part_p_{k}": v for k, v in STEEL.items()},
        "supports": "start", "loads": "f", "load_f_set": "end", "load_f_force": "1e6,0,0"}
MOVED = {**MAST, "dt": 1e-3, "t_end": 0.01, "output_every": 2}
SHELL = {"mesh": "rectangle", "mesh_n": "6,4", "mesh_upper": "3,2", "parts": "p", "part_p_set": "all", "part_p_element": "shell", **{f"part_p_{k}": v for k, v in STEEL.items()},
         "part_p_thickness": 0.1, "supports": "left", "loads": "f", "load_f_set": "right", "load_f_force": "0,0,-1000", "analysis": "static", "linearize": True}


def colours_at(share):
    """The colours [k][3][n] of the map at shares of its range, and those of its steps before and after."""
    return np.array([[np.round(255 * np.array(matplotlib.colormaps["viridis"](int(np.clip(int(256 * s) + k, 0, 255))))[:3]) for s in share] for k in (-1, 0, 1)])


class InFolder(FolderTest):
    def run_(self, name="out.h5", case=None, **keys):
        return fsolve.run(case and os.path.join(SOURCE, "inputs", case + ".opts"), output=self.path(name), **keys)


class Numbers(InFolder):
    def test_triangles(self):
        """The triangles of profiles, also those with corners that point inward, have their area, and none is turned."""
        sizes = {"width": 0.2, "height": 0.3, "thickness": 0.01, "flange_thickness": 0.02, "web_thickness": 0.015, "radius": 0.1}
        for name in ("rectangle", "i", "c", "l", "t", "circle"):
            loop = outline.of_shape(name, sizes)[0]
            for turn in (1, -1):
                x = np.column_stack([loop[::turn], 0.3 * loop[::turn, 0]])
                cut = ears(x)
                self.assertEqual(cut.shape, (len(x) - 2, 3))
                areas = np.cross(x[cut[:, 1]] - x[cut[:, 0]], x[cut[:, 2]] - x[cut[:, 0]])[:, 2] / 2
                whole = 0.5 * np.cross(x[:, :2], np.roll(x[:, :2], -1, axis=0)).sum()
                self.assertAlmostEqual(areas.sum() / whole, 1, delta=1e-12, msg=name)
                self.assertGreater((areas / whole).min(), -1e-12, name)

    def test_bodies_are_those_of_pictures(self):
        """Corners in all states, values at corners and owners of triangles are those of the bodies that pictures have."""
        moved = self.run_("mast.h5", **MOVED)
        shell = self.run_("shell.h5", **SHELL)
        crank = self.run_("crank.h5", "flexible_slider_crank", t_end=0.05, output_every=50)
        for r in (moved, shell, crank):
            album = Album(r, scale=2.0)
            found = bodies(r, album.size, album.state(0))
            for k in (0, len(album) - 1):
                state = album.state(k)
                for values in (structure.Values(nodes=np.arange(len(r.nodes)) ** 1.5), structure.Values(cells={n: np.arange(len(c)) + 0.5 for n, c in r.cells.items()})):
                    things = structure.structure(r, state, album.size, structure.Look(structure.colours_of(r)), values)
                    self.assertEqual(len(things), len(found))
                    every = np.concatenate([values.cells[n] for n in r.cells]) if values.cells else values.nodes
                    for body, thing in zip(found, things):
                        np.testing.assert_allclose(body.corners(state), thing.body.points, atol=1e-12)
                        if thing.body.values is None:
                            self.assertEqual(thing.limits, None)
                        elif values.nodes is not None:
                            np.testing.assert_allclose(body.at_corners(every), thing.body.values, rtol=1e-12)
                        elif thing.body.of_faces:
                            np.testing.assert_allclose(every[body.cells], thing.body.values[triangles(thing.body.points, thing.body.faces)[1]])
                        else:
                            np.testing.assert_allclose(every[body.cells], thing.body.values[body.triangles[:, 0]])

    def test_numbers_of_the_page(self):
        """Values are those that h5py reads, in single precision; places are off by half a step of 1/65535 of their box at most."""
        r = self.run_(**MOVED)
        page = self.data(r.view("force:Vz").html())
        take = {"u2": "<u2", "f4": "<f4", "i4": "<i4"}

        def read(text, kind):
            return np.frombuffer(base64.b64decode(text), take[kind])

        with h5py.File(r.file) as file:
            times = file["snapshots/time"][()]
            self.assertEqual(page["times"], times.tolist())
            for field in page["fields"]:
                for k, text in enumerate(field["data"]):
                    at = file[f"snapshots/{k:06d}"]
                    wanted = at[field["name"]] if field["ofNodes"] else at[f"parts/p/line/{field['name']}"]
                    np.testing.assert_array_equal(read(text, "f4"), wanted[()].ravel().astype("f4"), field["name"])
        self.assertEqual({f["name"] for f in page["fields"]} >= {"displacement", "velocity", "force", "moment_end"}, True)
        album = Album(r)
        for state, text in zip([album.rest, *(album.state(k) for k in range(len(album)))], page["places"]):
            x = np.array(page["low"]) + np.array(page["step"]) * read(text, "u2").reshape(-1, 3)
            corners = album.bodies[0].corners(state)
            self.assertLess(abs(x[:len(corners)] - corners).max(), 0.51 * max(page["step"]))
        curves = {c["name"]: read(c["data"], "f4") for c in page["histories"]["curves"]}
        np.testing.assert_array_equal(curves["energy/total"], r["energy/total"].astype("f4"))
        self.assertEqual(page["first"], "force:Vz")
        self.assertNotIn("http", re.sub(r"http://www.w3.org\S*", "", r.view().html()))  # nothing is loaded

    def data(self, page):
        return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))

    def test_units_and_states(self):
        """--units; modes have shapes that swing; of many states some are chosen, the first and the last among them."""
        r = self.run_(**{**MAST, "analysis": "static"})
        page = self.data(r.view("displacement:x", units="kN,mm").html())
        field = next(f for f in page["fields"] if f["name"] == "displacement")
        self.assertEqual(field["unit"], "mm")
        np.testing.assert_allclose(np.frombuffer(base64.b64decode(field["data"][0]), "<f4"), 1e3 * r.snapshot(-1)["displacement"].ravel(), rtol=1e-6)
        modes = self.run_("modes.h5", analysis="modes", modes=2, **{k: v for k, v in MAST.items() if "load" not in k})
        page = self.data(modes.view().html())
        self.assertTrue(page["swings"])
        self.assertEqual(page["states"][1], f"mode 2: {modes.modes.frequency[1]:.5g} Hz")
        self.assertEqual(list(chosen_states(5, 10)), [0, 1, 2, 3, 4])
        found = chosen_states(1001, 1e6)
        self.assertLessEqual(len(found), 41)
        self.assertEqual((found[0], found[-1]), (0, 1000))

    def test_marks_move(self):
        """Joints, supports and loads go with their nodes, or with the arms of bodies; gravity stays."""
        r = self.run_(case="flexible_slider_crank", t_end=0.3, output_every=100)
        album, marks = Album(r), marks_of(r)
        rest, last = marks.follow(album.rest), marks.follow(album.state(len(album) - 1))
        self.assertGreater(np.linalg.norm(last - rest, axis=1).max(), 0.1)
        joints = {text: lead for _, text, _, lead in marks.labels}
        pin = last[joints["pin"]]
        start = r.nodes[r.parts["rod"].cells["line3"][0, 0]] + r.snapshot(-1)["displacement"][r.parts["rod"].cells["line3"][0, 0]]
        np.testing.assert_allclose(pin, start, atol=1e-9)
        self.assertEqual(len(marks.leads[-1][marks.leads[-1] >= 0]), 0)  # the arrow of gravity

    def test_refused(self):
        """One line, status 2, nothing replaced."""
        r = self.run_(**{**MAST, "analysis": "static"})
        env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        with open(self.path("there.html"), "w") as file:
            file.write("precious")
        for words, pattern in ((["--html", "there.html"], "there.html exists; --overwrite"), (["--html", "a.html", "--follow"], "a page does not change"),
                               (["--html", "out.h5", "--overwrite"], "is the file that is drawn"), (["--out", "a.png"], "a view is a window"),
                               (["--html", "a.html", "--result", "displacment"], "no field 'displacment'; nearest: displacement"),
                               (["--html", "a.html", "--result", "displacement:w"], "no component 'w'; it has x, y, z"), ([], "no screen|python3-vtk9")):
            done = subprocess.run([FSOLVE, "view", "out.h5", *words], cwd=self.folder, capture_output=True, text=True, timeout=60, env=env)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), done.stderr)
            self.assertRegex(done.stderr, pattern)
        with open(self.path("there.html")) as file:
            self.assertEqual(file.read(), "precious")
        done = subprocess.run([FSOLVE, "view", "out.h5", "--html", "there.html", "--overwrite"], cwd=self.folder, capture_output=True, text=True, timeout=60, env=env)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "there.html\n", ""))
        with self.assertRaisesRegex(fsolve.FsolveError, "overwrite=True"):
            r.view().write(self.path("there.html"))
        frame = r.view()._repr_html_()
        self.assertEqual(html.unescape(re.search(r'srcdoc="([^"]*)"', frame).group(1)), r.view().html())


@NEEDS_BROWSER
class Pages(InFolder):
    def browse(self, result, driver, width, height, **keys):
        """Opens the page of a result, runs a script in it, and returns its answer and the picture of the screen [height][width][3]."""
        page = result.view(**keys).html().replace("</body>", f"<pre id=answer></pre><script>$('answer').hidden = true; $('answer').textContent = JSON.stringify((() => {{ {driver} }})());</script></body>")
        with open(self.path("page.html"), "w", encoding="utf-8") as file:
            file.write(page)
        done = subprocess.run([BROWSER, "--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--virtual-time-budget=2000",
                               f"--user-data-dir={self.path('profile')}", f"--screenshot={self.path('page.png')}", f"--window-size={width},{height}", "--dump-dom", "file://" + self.path("page.html")],
                              capture_output=True, text=True, timeout=100)
        answer = re.search(r'<pre id="answer"[^>]*>(.*?)</pre>', done.stdout, re.S)
        self.assertTrue(answer and answer.group(1), done.stderr[-2000:])
        with Image.open(self.path("page.png")) as picture:
            return json.loads(html.unescape(answer.group(1))), np.asarray(picture.convert("RGB")).astype(int)

    def test_pixels_and_widths(self):
        """On a wide and a narrow screen: colours in the middle of cells are those of the values in the file within a step of the map; nothing is wider than the screen."""
        r = self.run_(**SHELL)
        driver = """document.querySelector('[data-view=xy]').click(); for (const n of ['mesh', 'names', 'marks', 'rest']) $(n).click();
            const sums = {}; const b = bodies[0]; const box = canvas.getBoundingClientRect();
            for (let i = 0; i < b.triangles.length; i += 3) { const s = sums[b.cells[i / 3]] = sums[b.cells[i / 3]] || [];
              for (let k = 0; k < 3; k++) s.push([0, 1, 2].map(j => now[3 * b.triangles[i + k] + j])); }
            const at = Object.keys(sums).map(Number).sort((a, b) => a - b).map(c => { const xs = [...new Map(sums[c].map(p => [p.join(), p])).values()];
              const p = pixel([0, 1, 2].map(j => Math.max(...xs.map(x => x[j])) * (j === 2) + (j < 2) * xs.reduce((s, x) => s + x[j], 0) / xs.length)); return p.slice(0, 2); });
            return {at, picture: canvas.toDataURL(), wide: document.documentElement.scrollWidth, screen: innerWidth, canvas: [canvas.clientWidth, canvas.clientHeight], ticks: $('ticks').innerText};"""
        values = r["/snapshots/000000/parts/p/quadrilateral/von_mises"].ravel()
        wanted = colours_at((values - values.min()) / np.ptp(values))
        for width, height in ((1200, 750), (500, 800)):
            answer, screen = self.browse(r, driver, width, height, colour="von_mises", scale=1)
            self.assertEqual(screen.shape, (height, width, 3))
            with Image.open(io.BytesIO(base64.b64decode(answer["picture"].partition(",")[2]))) as image:
                picture = np.asarray(image.convert("RGB")).astype(int)
            self.assertLessEqual(answer["wide"], answer["screen"])
            self.assertGreater(min(answer["canvas"]), 250)
            x, y = np.array(answer["at"]).astype(int).T
            off = np.min(abs(picture[y, x] - wanted).max(axis=2), axis=0)
            self.assertLessEqual(off.max(), 1, (width, off))
            self.assertGreater(np.ptp(picture[y, x], axis=0).min(), 50)
            for colour in wanted[1][:3]:  # the screen shows this canvas
                self.assertGreater((abs(screen - colour).max(axis=2) <= 1).sum(), 500)

    def test_what_the_user_does(self):
        """Keys, the slider, a drag of the mouse, a click on a member, a history: what the page says then."""
        r = self.run_(**MOVED)
        driver = """const key = k => document.dispatchEvent(new KeyboardEvent('keydown', {key: k})); const said = {};
            said.first = $('heading').textContent; key('ArrowLeft'); said.before = $('heading').textContent;
            $('state').value = 0; $('state').oninput({target: $('state')}); said.start = $('heading').textContent; key('ArrowLeft'); said.round = $('heading').textContent;
            const turned = () => eye.turn.map(v => Math.round(1000 * v) / 1000); key('x'); said.x = turned(); key('y');
            const mouse = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, {pointerId: 1, clientX: x, clientY: y, buttons: 1}));
            mouse('pointerdown', 300, 300); mouse('pointermove', 400, 300); mouse('pointerup', 400, 300); said.dragged = turned(); said.picked = shown.picked; key('y');
            $('field').value = fields.findIndex(f => f.name === 'displacement'); $('field').onchange({target: $('field')}); $('component').value = 1; $('component').onchange({target: $('component')});
            let top = [0, 1, 2].map(k => { let s = 0, n = 0; for (let c = 0; c < data.total; c++) if (bodies[0].nodes[2 * c + (bodies[0].share[c] > 0.5 ? 1 : 0)] === 4) { s += now[3 * c + k]; n++; } return s / n; }), box = canvas.getBoundingClientRect(), p = pixel(top);
            mouse('pointerdown', p[0] + box.left, p[1] + box.top + 3); mouse('pointerup', p[0] + box.left, p[1] + box.top + 3); said.text = $('picked').innerText; said.node = shown.picked && shown.picked.node;
            said.curve = curve() && curve().y; said.hidden = $('curve').hasAttribute('hidden');
            $('history').value = curves.findIndex(c => c.name === 'energy/total'); $('history').onchange({target: $('history')}); said.history = $('curveText').innerText;
            key(' '); said.playing = shown.playing; key(' '); return said;"""
        said, _ = self.browse(r, driver, 1000, 700)
        title = [f"out.h5: t = {t:.4g} s" for t in r.frames.time]
        self.assertEqual([said["first"].split(",")[0], said["before"].split(",")[0], said["start"].split(",")[0], said["round"].split(",")[0]], [title[-1], title[-2], title[0], title[-1]])
        self.assertEqual(said["x"], [0, 1, 0, 0, 0, 1, 1, 0, 0])
        np.testing.assert_allclose(np.reshape(said["dragged"], (3, 3)) @ np.reshape(said["dragged"], (3, 3)).T, np.eye(3), atol=2e-3)
        self.assertEqual((said["picked"], said["playing"], said["node"], said["hidden"]), (None, True, 4, False))
        self.assertIn("p (beam), cell 3", said["text"])
        np.testing.assert_allclose(said["curve"], [f["displacement"][4, 0] for f in r.frames], rtol=1e-6)
        self.assertIn("energy/total", said["history"])


@NEEDS_VTK
class Windows(InFolder):
    def viewer(self, result, colour=None, follow=False, **keys):
        from vtkmodules.vtkRenderingCore import vtkRenderWindow

        from fsolve.view.viewer import Viewer
        with window.display(self.screen()):
            painted = vtkRenderWindow()
            painted.SetOffScreenRendering(1)
            painted.SetMultiSamples(0)
            found = Viewer(result.view(colour, **keys), painted, follow=follow)
            found.interactor.Initialize()
        self.addCleanup(painted.Finalize)
        return found

    def screen(self):
        """Returns the name of a display that nobody sees."""
        reading, writing = os.pipe()
        process = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        with os.fdopen(reading) as pipe:
            return ":" + pipe.readline().strip()

    def picture(self, viewer):
        width, height = viewer.window.GetSize()
        return vtk_painter.grab(viewer.window, width, height).astype(int)

    def pixel(self, viewer, place):
        viewer.renderer.SetWorldPoint(*place, 1)
        viewer.renderer.WorldToDisplay()
        return np.array(viewer.renderer.GetDisplayPoint()[:2])

    def press(self, viewer, key):
        viewer.interactor.SetKeySym(key)
        viewer.interactor.KeyPressEvent()

    def click(self, viewer, x, y):
        viewer.interactor.SetEventInformation(int(x), int(y), 0, 0, "\0", 0, None)
        viewer.interactor.LeftButtonPressEvent()
        viewer.interactor.LeftButtonReleaseEvent()

    def test_pixels(self):
        """Colours in the middle of cells are those of the values in the file, within a step of the map."""
        r = self.run_(**SHELL)
        viewer = self.viewer(r, "von_mises", scale=1)
        for key in ("z", "l", "m", "g"):
            self.press(viewer, key)
        values = r["/snapshots/000000/parts/p/quadrilateral/von_mises"].ravel()
        middles = r.snapshot(-1).positions()[r.parts["p"].cells["quadrilateral"]].mean(axis=1) + [0, 0, 0.05]
        x, y = np.array([self.pixel(viewer, m) for m in middles]).astype(int).T
        off = np.min(abs(self.picture(viewer)[y, x] - colours_at((values - values.min()) / np.ptp(values))).max(axis=2), axis=0)
        self.assertLessEqual(off.max(), 1, off)

    def test_keys_slider_and_pick(self):
        """States, results and components by keys; the slider; a click on the end of a member: its texts and its history."""
        r = self.run_(**MOVED)
        viewer = self.viewer(r)
        last = len(r.frames) - 1
        self.assertIn(f"t = {r.frames.time[-1]:.4g} s", viewer.panel.head.GetInput())
        self.press(viewer, "Left")
        self.assertIn(f"t = {r.frames.time[-2]:.4g} s", viewer.panel.head.GetInput())
        viewer.panel.widget.GetRepresentation().SetValue(1.2)
        viewer.panel.widget.InvokeEvent("InteractionEvent")
        self.assertEqual(viewer.state, 1)
        self.press(viewer, "r")
        self.press(viewer, "c")
        self.assertEqual((viewer.fields[viewer.chosen].name, viewer.fields[viewer.chosen].components[viewer.component]), ("displacement", "x"))
        self.press(viewer, "y")
        place = r.nodes[4] + viewer.album.scale * r.frames[1]["displacement"][4] - [0, 0, 0.02]
        self.click(viewer, *self.pixel(viewer, place))
        self.assertEqual((viewer.picked.part, viewer.picked.cell, viewer.picked.node), ("p", 3, 4))
        about = viewer.panel.about.GetInput().splitlines()
        self.assertEqual(about[:2], ["p (beam), cell 3", f"node {r.node_id[4]} at rest at 0, 0, 2"])
        from fsolve.texts import number
        self.assertIn("displacement: " + ", ".join(number(v) for v in r.frames[1]["displacement"][4]), about)
        plot = viewer.panel.chart.GetPlot(0).GetInput()
        np.testing.assert_array_equal([plot.GetColumn(1).GetValue(k) for k in range(last + 1)], [f["displacement"][4, 0] for f in r.frames])
        cursor = viewer.panel.chart.GetPlot(1).GetInput()
        self.assertEqual(cursor.GetColumn(0).GetValue(0), r.frames.time[1])
        before = self.picture(viewer)
        self.press(viewer, "h")
        self.assertTrue((before != self.picture(viewer)).any())
        self.press(viewer, "space")
        viewer.interactor.InvokeEvent("TimerEvent")
        self.assertEqual((viewer.playing, viewer.state), (True, 2))

    def test_modes_swing(self):
        """The middle of a swing is the rest, and its ends are on both sides."""
        r = self.run_(analysis="modes", modes=1, **{k: v for k, v in MAST.items() if "load" not in k})
        self.assertLess(abs(r.modes.shape[0][:, :3]).max(), 1e-9 * abs(r.modes.shape[0][:, 3:]).max())  # torsion, which moves no node
        viewer = self.viewer(r)
        rest = viewer.bodies[0].body.corners(viewer.album.rest)
        places = []
        self.press(viewer, "space")
        for _ in range(24):
            viewer.interactor.InvokeEvent("TimerEvent")
            places.append([viewer.bodies[0].points.GetPoint(k) for k in range(len(rest))])
        np.testing.assert_allclose(places[11], rest, atol=1e-9)
        turned = [np.arctan2(*(np.array(p)[-1, :2] @ [[c[1], c[0]], [-c[0], c[1]]])) for c in [rest[-1, :2]] for p in (places[5], places[17])]
        np.testing.assert_allclose(turned, [turned[0], -turned[0]], atol=1e-9)
        self.assertGreater(abs(turned[0]), 0.5)

    def test_follow(self):
        """While a run goes on the window gets its new frames, shows the last one, and says when the run has ended."""
        process = subprocess.Popen([FSOLVE, os.path.join(SOURCE, "inputs", "four_bar.opts"), "-output", self.path("live.h5"), "-output_every", "400"], stdout=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        result, end = None, time.monotonic() + 60
        while result is None or len(result.frames) < 1:
            self.assertLess(time.monotonic(), end)
            try:
                result = fsolve.Result(self.path("live.h5"))
                result.parts
            except fsolve.FsolveError:
                result = None
            time.sleep(0.02)
        viewer = self.viewer(result, follow=True)
        counts = [len(viewer.album)]
        while time.monotonic() < end and result.status == "running":
            if viewer.refresh():
                counts.append(len(viewer.album))
                self.assertEqual(viewer.state, counts[-1] - 1)
            time.sleep(0.05)
        self.assertEqual(process.wait(60), 0)
        viewer.refresh()
        whole = fsolve.Result(self.path("live.h5"))
        self.assertEqual((len(viewer.album), viewer.state), (len(whole.frames), len(whole.frames) - 1))
        viewer.colour()
        self.assertIn("(done)", viewer.panel.head.GetInput())
        self.assertGreater(len(whole.frames), 3)
        np.testing.assert_allclose([viewer.bodies[0].points.GetPoint(k) for k in range(5)], viewer.bodies[0].body.corners(viewer.album.state(viewer.state))[:5])

    def test_program(self):
        """fsolve view opens a window on the screen, here one that nobody sees, and ends with the key q."""
        self.run_(**MOVED)
        code = ("from fsolve.view import viewer\nrun = viewer.Viewer.run\n"
                "def short(self):\n    ticks = []\n    def tick(*_):\n        ticks.append(1)\n        if len(ticks) == 3:\n            self.interactor.SetKeySym('q'); self.interactor.KeyPressEvent()\n"
                "    self.interactor.AddObserver('TimerEvent', tick)\n    run(self)\n    print('ended', len(ticks))\nviewer.Viewer.run = short\n"
                "from fsolve.plot import command\ncommand.plot('view', ['out.h5', '--result', 'velocity:x'], 'x')\n")
        done = subprocess.run([sys.executable, "-c", code], cwd=self.folder, env={**os.environ, "DISPLAY": self.screen(), "PYTHONPATH": os.path.join(SOURCE, "python")}, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ended 3\n", ""))


if __name__ == "__main__":
    unittest.main()
