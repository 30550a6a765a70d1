# SPDX-License-Identifier: BSD-2-Clause
"""Pictures in three dimensions: volumes of bodies, colours and places of pixels, hidden surfaces, no screen."""
import os
import shutil
import subprocess
import sys
import time
import unittest
from unittest import mock

import numpy as np
from PIL import Image

import fsolve
import fsolve.draw
import fsolve.scene
from fsolve.plot import command, model, shape
from fsolve.solid import arms, balls, crosses, layer, lines, outline, parts, shells, stl, structure, symbols, window
from fsolve.solid.lines import State
from fsolve.solid.things import Mesh, Thing
from fsolve.view.triangles import triangles
from run import SOURCE, FolderTest

NEEDS_VTK = unittest.skipUnless(window.available(), "VTK or an X server without a screen is not installed")
STEEL = {"young": 2.1e11, "poisson": 0.3, "density": 7850}
LINE = {"analysis": "static", "linearize": True, "mesh": "line", "mesh_n": 4, "mesh_upper": 2, "parts": "p", "part_p_set": "all", "part_p_element": "beam",
        **{f"part_p_{k}": v for k, v in STEEL.items()}, "supports": "start", "loads": "f", "load_f_set": "end", "load_f_force": "0,0,-1000"}
SHELL = {"analysis": "static", "linearize": True, "mesh": "rectangle", "mesh_n": "6,4", "mesh_upper": "3,2", "parts": "p", "part_p_set": "all", "part_p_element": "shell",
         **{f"part_p_{k}": v for k, v in STEEL.items()}, "part_p_thickness": 0.1, "supports": "left", "loads": "f", "load_f_set": "right", "load_f_force": "0,0,-1000"}


def volume(mesh):
    """The volume inside a closed surface, by the divergence theorem: a sixth of the sum of x . (y x z) over triangles."""
    x, total = mesh.points, 0.0
    for faces in mesh.faces:
        for k in range(1, faces.shape[1] - 1):
            a, b, c = (x[faces[:, i]] for i in (0, k, k + 1))
            total += np.einsum("ni,ni->", a, np.cross(b, c)) / 6
    return abs(total)


def area(loops):
    a, b = (0.5 * abs(np.cross(loop, np.roll(loop, -1, axis=0)).sum()) for loop in loops)
    return a if np.array_equal(*loops) else a - b


class InFolder(FolderTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(fsolve.draw.plt.close, "all")

    def run_(self, name="out.h5", **keys):
        return fsolve.run(None, output=self.path(name), **keys)

    def body(self, result, state=None):
        found = lines.rings(result, "p/line", state, 2.0)
        return lines.body(found, lines.free_ends(result, found.pairs))


class Bodies(InFolder):
    def test_sections(self):
        """Areas of all shapes by their formulas; those of steel profiles within their fillets; an ellipse has the radii of gyration of its stiffness."""
        sizes = {"width": 0.2, "height": 0.3, "thickness": 0.01, "flange_thickness": 0.02, "web_thickness": 0.015, "radius": 0.1}
        b, h, t, f, w = (sizes[k] for k in ("width", "height", "thickness", "flange_thickness", "web_thickness"))
        for name, wanted in (("rectangle", b * h), ("i", 2 * b * f + (h - 2 * f) * w), ("c", 2 * b * f + (h - 2 * f) * w), ("l", (b + h - t) * t),
                             ("t", b * f + (h - f) * w), ("rectangular_tube", 2 * t * (b + h - 2 * t))):
            found = outline.of_shape(name, sizes)
            self.assertAlmostEqual(area(found), wanted, delta=1e-12, msg=name)
            np.testing.assert_allclose(outline.center_of(found[0]), 0, atol=1e-12)
        polygon = np.sin(2 * np.pi / outline.ROUND) * outline.ROUND / 2  # area of the regular polygon in a unit circle
        self.assertAlmostEqual(area(outline.of_shape("tube", sizes)), polygon * (0.1**2 - 0.09**2), delta=1e-12)
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
        for turn in (1, -1):  # clockwise, too
            self.assertAlmostEqual(area(outline.of_polygon(square[::turn], 0.2)), 1.2**2 - 0.8**2, delta=1e-12)
        for name, row in outline.profiles().items():
            self.assertAlmostEqual(area(outline.of_profile(name, "cm")) / float(row["area_cm2"]), 1, delta=0.1, msg=name)
        self.assertAlmostEqual(area(outline.of_profile("he 200 a", "mm")), 5105, delta=1e-9)
        self.assertIsNone(outline.of_profile("IPE1", "m"))
        ellipse = outline.of_stiffness(1.0, 0.04, 0.01)[0]
        np.testing.assert_allclose(abs(ellipse).max(axis=0), [0.2, 0.4], rtol=1e-12)

    def test_volumes_of_beams(self):
        """A prism, a cone, a twisted bar, a tube, a bar beside its nodes, an arc of three-node elements: area times length."""
        box = {"part_p_section": "rectangle", "part_p_width": 0.1, "part_p_height": 0.2}
        for name, keys, wanted in (("prism", box, 2 * 0.02), ("cone", {"part_p_section": "rectangle", "part_p_width": "0.2*(1-fraction/2)", "part_p_height": "0.1*(2-s/2)/2*2"}, None),
                                   ("twisted", {**box, "part_p_twist": 0.3}, 2 * 0.02), ("beside", {**box, "part_p_offset": "0.3,-0.1"}, 2 * 0.02),
                                   ("tube", {"part_p_section": "rectangular_tube", "part_p_width": 0.1, "part_p_height": 0.2, "part_p_thickness": 0.01}, 2 * (0.02 - 0.08 * 0.18)),
                                   ("quadratic", {**box, "mesh_order": 2}, 2 * 0.02)):
            r = self.run_(name + ".h5", **{**LINE, **keys})
            found = lines.rings(r, next(iter(r.cells)), None, 2.0)
            mesh = lines.body(found, lines.free_ends(r, found.pairs))
            if name == "cone":  # the sides of a cell are planes: width and height are linear along it, so the integral of their product is that of a parabola
                wanted = 2 * np.trapz([0.2 * (1 - f / 2) * 0.1 * (2 - f) for f in np.linspace(0, 1, 20001)], dx=1 / 20000)
            self.assertAlmostEqual(volume(mesh), wanted, delta=1e-7 * wanted, msg=name)
            if name == "beside":
                np.testing.assert_allclose((mesh.points.max(0) + mesh.points.min(0))[1:] / 2, [0.3, -0.1], atol=1e-12)

    def test_bent_beams(self):
        """The body follows the cubic of its element, scaled, and its sections are perpendicular to it."""
        r = self.run_(**{**LINE, "mesh_n": 1, "part_p_section": "circle", "part_p_radius": 0.02})
        frame, scale = r.snapshot(-1), 100.0
        found = lines.rings(r, "p/line", State(frame["displacement"], frame["rotation"], scale), 2.0)
        s = np.linspace(0, 1, found.curves.shape[1])
        w = scale * frame["displacement"][-1, 2]
        np.testing.assert_allclose(found.curves[0, :, 2], w * (3 * s**2 - s**3) / 2, atol=2e-3 * abs(w))
        radial = found.loops[0][0] - found.curves[0, :, None]
        np.testing.assert_allclose(np.linalg.norm(radial, axis=2), 0.02, rtol=1e-12)
        way = np.gradient(found.curves[0], axis=0)
        np.testing.assert_allclose(np.einsum("kni,ki->kn", radial, way / np.linalg.norm(way, axis=1)[:, None]), 0, atol=1e-15)

    def test_reach(self):
        """Arrows end on a body: half of the height of its section away from the nodes, and more beside an offset. A stiff rod is not stout."""
        profile = {"part_p_profile": "HEA300"}
        for keys, wanted in ((profile, 0.145), ({**profile, "part_p_offset": "0,0.1"}, 0.245)):
            r = self.run_(f"{wanted}.h5", **{**LINE, **keys})
            np.testing.assert_allclose(lines.reach(r, np.array([0, 0, -1.0]), 2.0), wanted, rtol=1e-12)
        stiff = {k: v for k, v in LINE.items() if k not in ("part_p_young", "part_p_poisson", "part_p_density")}
        r = self.run_("stiff.h5", **{**stiff, "part_p_ea": 1e3, "part_p_gay": 1e9, "part_p_gaz": 1e9, "part_p_gj": 1e9, "part_p_eiy": 1e9, "part_p_eiz": 1e8})
        np.testing.assert_allclose(lines.reach(r, np.array([0, 0, -1.0]), 2.0), 2.0 * lines.STOUT, rtol=1e-12)

    def test_rotations(self):
        """Rotations that are scaled, as of a mode that swings: to the other side, and of quaternions with either sign."""
        way = np.array([[0.1, -0.2, 0.3], [0, 0, 0]])
        angle = np.linalg.norm(way[0])
        for scale in (2.0, -3.0, 1.0, 0.0):
            wanted = np.array([[np.cos(scale * angle / 2), *(np.sin(scale * angle / 2) * way[0] / angle)], [1, 0, 0, 0]])
            np.testing.assert_allclose(lines.quaternions(way, scale), wanted, atol=1e-15)
            for sign in (1, -1):
                found = lines.quaternions(sign * lines.quaternions(way, 1.0), scale)
                np.testing.assert_allclose(found * np.sign(found[:, :1] * wanted[:, :1]), wanted, atol=1e-15)

    def test_shells(self):
        """A plate has its thickness about its offset; a tube of cells keeps the distance of its faces; masses are balls, bodies ellipsoids."""
        for offset in (0, 0.3):
            r = self.run_(f"{offset}.h5", **SHELL, part_p_offset=offset)
            mesh, used = shells.body(r, "p", list(r.parts["p"].cells.values()), r.nodes, 3.0)
            self.assertAlmostEqual(volume(mesh), 3 * 2 * 0.1, delta=1e-12)
            np.testing.assert_allclose(sorted(set(np.round(mesh.points[:, 2], 12))), [offset - 0.05, offset + 0.05])
            self.assertEqual(len(used), len(r.nodes))
        angle = 2 * np.pi * np.arange(12) / 12
        x = np.concatenate([np.column_stack([np.cos(angle), np.sin(angle), np.full(12, z)]) for z in (0, 1)])
        k = np.arange(12)
        up = shells.normals_of(x, [np.column_stack([k, (k + 1) % 12, (k + 1) % 12 + 12, k + 12])])
        np.testing.assert_allclose(np.linalg.norm(up, axis=1), 1 / np.cos(np.pi / 12), rtol=1e-12)
        body = self.run_("body.h5", mesh="frame", points="a", point_a="0,0,0", parts="b", part_b_element="body", part_b_set="a", part_b_mass=5, part_b_inertia="13,10,5,0,0,0", dt=0.1, t_end=0.1)
        radii, axes = balls.semi_axes(body, "b", 3.1 / balls.LARGE)
        np.testing.assert_allclose(radii @ np.abs(axes.T), [1, 2, 3], rtol=1e-12)  # m (b^2 + c^2)/5, ...
        half, way = np.sqrt([[0.5, 0, 0, 0.5]]), np.array([[0, 0, np.pi / 2]])  # a quarter of a turn about z
        for turn, scale, wanted in ((half, 1, [2, 1, 3]), (half, 2, [1, 2, 3]), (way, 1, [2, 1, 3]), (way, -2, [1, 2, 3]), (way, 0, [1, 2, 3])):
            ball = balls.body(body, "b", np.array([0]), State(np.zeros((1, 3)), turn, scale), 3.1 / balls.LARGE)
            np.testing.assert_allclose(np.ptp(ball.points, axis=0) / 2, wanted, rtol=0.01)  # the sphere has 32 points around and 18 rings

    def test_arms(self):
        """The far end of an arm stays in the hinge about which its body turns, with any scale of a finite rotation, and in a mode."""
        rotor = {"part_rotor_set": "end", "part_rotor_element": "body", "part_rotor_mass": 1, "part_rotor_inertia": "1,1,1,0,0,0"}
        hinge = {"joint_pin_set": "end", "joint_pin_type": "revolute", "joint_pin_axis": "0,0,1", "joint_pin_point": "1,0,0"}
        r = self.run_(mesh="line", mesh_n=1, mesh_upper=3, parts="rotor", joints="pin", **rotor, **hinge, dt=0.1, t_end=0.1)
        for angle in (0.3, 2.5):
            c, s = np.cos(angle), np.sin(angle)
            turns = (np.array([[1, 0, 0, 0], [np.cos(angle / 2), 0, 0, np.sin(angle / 2)]]), np.array([[0, 0, 0], [0, 0, angle]]))
            moves = (np.array([[0, 0, 0], [2 * c - 2, 2 * s, 0]]), np.array([[0, 0, 0], [0, 2 * angle, 0]]))
            for scale in (1.0, 0.2, -3.0):
                for turn, u in zip(turns, moves):
                    (rods,) = arms.lines(r, State(u, turn, scale)).values()
                    np.testing.assert_allclose(rods[0], [r.nodes[1] + scale * u[1], [1, 0, 0]], atol=1e-12)


class Surfaces(InFolder):
    def test_stl(self):
        """A body by a file of STL, binary or text, has its volume, and moves and turns with its node; a file that is none is refused."""
        r = self.run_(mesh="frame", points="a", point_a="1,2,0", parts="b", part_b_element="body", part_b_set="a", part_b_mass=5, part_b_inertia="13,10,5,0,0,0",
                      initials="s", initial_s_set="a", initial_s_velocity_x=1, initial_s_angular_velocity_z=2, dt=0.01, t_end=0.2)
        box = symbols.block(0.5, 0, 3)
        box.points = box.points + [1, 2, 0]
        corners = box.points[triangles(box.points, box.faces)[0]]
        with open(self.path("a.stl"), "wb") as file:
            rows = np.zeros(len(corners), stl.TRIANGLE)
            rows["corners"] = corners
            file.write(b" " * 80 + np.uint32(len(rows)).tobytes() + rows.tobytes())
        with open(self.path("b.stl"), "w") as file:
            file.write("solid b\n" + "".join("facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {a!r} {b!r} {c!r}\n" for a, b, c in t.tolist()) + "endloop\nendfacet\n" for t in corners) + "endsolid b\n")
        frame = r.snapshot(-1)
        for name in ("a.stl", "b.stl"):
            r.shapes["b"] = self.path(name)
            mesh = balls.body(r, "b", np.array([0]), None, 1.0)
            self.assertAlmostEqual(volume(mesh), 3, delta=1e-6)
            moved = balls.body(r, "b", np.array([0]), State(frame["displacement"], frame["rotation"]), 1.0)
            turn = np.array([[np.cos(0.4), -np.sin(0.4), 0], [np.sin(0.4), np.cos(0.4), 0], [0, 0, 1]])
            np.testing.assert_allclose(moved.points, (mesh.points - r.nodes[0]) @ turn.T + r.nodes[0] + [0.2, 0, 0], atol=1e-3)
        given = command.parsed("model", [r.file, "--stl", "b=" + self.path("a.stl")], "plot_model")
        self.assertEqual(command.result_of(given).shapes, {"b": self.path("a.stl")})
        model.draw(given)
        with open(self.path("c.stl"), "w") as file:
            file.write("nothing")
        for word, wanted in (("c=a.stl", "no part 'c'"), ("b", "give a part with one body and a file"), ("b=" + self.path("c.stl"), "no triangles of STL"), ("b=none.stl", "No such file")):
            with self.assertRaisesRegex(fsolve.FsolveError, wanted):
                model.draw(command.parsed("model", [r.file, "--stl", word], "plot_model"))


class Crosses(InFolder):
    def test_axes(self):
        """A plate that is pulled along x: whatever the axis of its results, the larger stress is along x, the other one 0; rotations turn the crosses."""
        pulled = {**SHELL, "part_p_poisson": 0, "load_f_force": None, "load_f_traction": "1e5,0,0"}
        for keys in ({"part_p_direction": "1,2,0"}, {"part_p_direction": "y,1+x,0.3"}, {}, {"mesh_cell": "triangle", "part_p_direction": "-1,0.5,0"}):
            r = self.run_("out.h5", overwrite=True, **{**pulled, **keys})
            (name, cells), = r.cells.items()
            axes = crosses.moved_axes(r, "p", cells, r.nodes)
            values, ways = crosses.principal(r.snapshot(-1)[name + "/stress_top"], axes)
            np.testing.assert_allclose(values, np.tile([1e6, 0], (len(cells), 1)), atol=1)
            np.testing.assert_allclose(abs(ways[:, 0]), np.tile([1, 0, 0], (len(cells), 1)), atol=1e-6)
            angle = 0.7
            turn = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
            np.testing.assert_allclose(crosses.moved_axes(r, "p", cells, r.nodes @ turn.T), axes @ turn.T, atol=1e-12)
        red, = crosses.crosses(r, r.snapshot(-1), name + "/stress_top", State(0 * r.nodes), 3.0)
        arms = red.points.reshape(-1, 2, 3)
        np.testing.assert_allclose(np.sort(np.linalg.norm(arms[:, 1] - arms[:, 0], axis=1))[-1], 2 * crosses.LONG * np.sqrt(0.25), rtol=1e-4)
        for word, wanted in (("p/von_mises", "a tensor of a surface"), ("q/stress_top", "a tensor of a surface")):
            with self.assertRaisesRegex(fsolve.FsolveError, wanted):
                shape.draw(command.parsed("shape", [r.file, "--crosses", word], "plot_shape"))


@NEEDS_VTK
class Pixels(InFolder):
    """What VTK paints, pixel by pixel."""

    def axes(self, points, **view):
        return fsolve.scene.mesh_axes(fsolve.draw.plt.figure(figsize=(6, 4)), points, **view)

    def image(self, axes):
        axes.figure.canvas.draw()
        return np.asarray(axes.figure.canvas.buffer_rgba())[::-1, :, :3].astype(int)

    def test_camera(self):
        """Small balls are where matplotlib writes: with and without perspective, from several sides, beside the middle."""
        x = np.array([[0, 0, 0], [4, 0, 0], [4, 2, 1], [0, 2, 3], [1, 1, 1.0]])
        for points, view in ((x, {}), (x, {"elevation": 80, "azimuth": 10}), (x * [1, 0, 1], {}), (x, {"where": (1.3, 2, 2)})):
            axes = self.axes(points, **view)
            for at in points:
                layer.layer_of(axes).things = [Thing("k", symbols.placed(symbols.ball(), at[None], np.eye(3)[:1], 0.03))]
                rows, columns = np.nonzero(self.image(axes).sum(axis=2) < 500)
                np.testing.assert_allclose([columns.mean() + 0.5, rows.mean() + 0.5], fsolve.scene.pixels(axes, at[None])[0], atol=0.6)

    def test_hidden_surfaces(self):
        """A wall hides what is behind it, whatever is drawn first."""
        wall = np.array([[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1.0]])
        front, behind = (Thing(c, skin=Mesh(wall + [0, y, 0], [np.arange(4)[None]]), lit=False) for c, y in (("r", 0), ("b", 1)))
        for things in ([front, behind], [behind, front]):
            axes = self.axes(np.concatenate([wall, wall + [0, 1, 0]]), elevation=0, azimuth=-90)
            layer.paint(axes, things)
            at = fsolve.scene.pixels(axes, np.array([[0.5, 0, 0.5]]))[0].astype(int)
            red, _, blue = self.image(axes)[at[1], at[0]]
            self.assertGreater(red, blue)

    def test_colours_of_a_field(self):
        """The colours in the middle of cells are those of the map at the values in the file, within one of its 256 steps."""
        r = self.run_(**SHELL)
        for words in ([], ["--view", "20,30"]):
            figure = shape.draw(command.parsed("shape", [r.file, "--result", "p/von_mises", "--scale", "1", *words], "plot_shape"))
            figure.canvas.draw()
            image = np.asarray(figure.canvas.buffer_rgba())[::-1, :, :3].astype(int)
            cells, values = r.parts["p"].cells["quadrilateral"], r["/snapshots/000000/parts/p/quadrilateral/von_mises"].ravel()
            top = r.snapshot(-1).positions()[cells].mean(axis=1) + [0, 0, 0.05]
            at = fsolve.scene.pixels(figure.axes[0], top).astype(int)
            share = (values - values.min()) / np.ptp(values)
            colours = [np.round(255 * np.array([fsolve.draw.matplotlib.colormaps["viridis"](np.clip(int(256 * s) + k, 0, 255))[:3] for s in share])) for k in (-1, 0, 1)]
            inner = np.setdiff1d(np.arange(len(cells)), [values.argmax(), values.argmin()])  # beside the marks and their numbers
            off = np.min([abs(image[at[:, 1], at[:, 0]] - c).max(axis=1) for c in colours], axis=0)[inner]
            self.assertGreater((off <= 1).sum(), 0.8 * len(inner))  # a number of an extreme may cover its neighbours
            self.assertEqual(np.ptp(image[at[inner, 1], at[inner, 0]], axis=0).min() > 50, True)

    def test_as_many_cells_as_nodes(self):
        """A plate of 3 x 2 cells, cut into 12 triangles, has 12 nodes: results of cells are those of cells, and fields of nodes those of nodes."""
        r = self.run_(**{**SHELL, "mesh_n": "3,2", "mesh_cell": "triangle"})
        (name, cells), = r.cells.items()
        self.assertEqual(len(cells), len(r.nodes))
        for painted in (structure.Values(cells={name: np.arange(12.0)}), structure.Values(nodes=np.arange(12.0))):
            for thin in (100.0, 3.0):
                thing, = structure.structure(r, None, thin, structure.Look(structure.colours_of(r)), painted)
                for mesh in (thing.body, thing.skin):
                    self.assertEqual(mesh.of_faces, painted.nodes is None)
                    self.assertEqual(len(mesh.values), mesh.count if mesh.of_faces else len(mesh.points))

    def test_no_screen(self):
        """Without a screen, also in a process that is killed: no X server remains."""
        r = self.run_(**SHELL)
        env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        code = (f"from fsolve.plot import command\ncommand.plot('shape', [{r.file!r}, '--out', 'a.png'], 'x')\nfrom fsolve.solid import window\n"
                "print(window.OPEN['server'].pid if window.OPEN['server'] else 0, flush=True)\nimport os, signal\n")
        for end in ("", "os.kill(os.getpid(), signal.SIGKILL)"):
            done = subprocess.run([sys.executable, "-c", code + end], cwd=self.folder, env={**env, "PYTHONPATH": os.path.join(SOURCE, "python")}, capture_output=True, text=True, timeout=100)
            name, pid = done.stdout.split()
            self.assertEqual((name, done.stderr), ("a.png", ""))
            os.remove(self.path(name))
            end = time.monotonic() + 10
            while self.runs(int(pid)):
                self.assertLess(time.monotonic(), end, "the X server still runs")
                time.sleep(0.05)

    def runs(self, pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                return pid and " Z " not in file.read()
        except OSError:
            return False

    def test_without_vtk(self):
        """matplotlib draws the same texts in the same places where VTK is not there."""
        r = self.run_(**SHELL)
        found = {}
        for painter in ("vtk", "matplotlib"):
            with mock.patch.dict(os.environ, FSOLVE_PAINTER=painter):
                figure = model.draw(command.parsed("model", [r.file], "plot_model"))
                figure.canvas.draw()
                self.assertEqual(painter == "vtk", any(isinstance(a, layer.Layer) for a in figure.axes[0].get_children()))
                found[painter] = [text.get_text() for text in figure.legends[0].get_texts()], sorted(text.get_text() for text in figure.axes[0].texts)
        self.assertEqual(found["vtk"], found["matplotlib"])

    def test_views(self):
        """--view names a side or the angles of the eye."""
        r = self.run_(**SHELL)
        for text, wanted in (("xy", (90, -90)), ("xz", (0, -90)), ("yz", (0, 0)), ("30,-50", (30, -50))):
            axes = model.draw(command.parsed("model", [r.file, "--view", text], "plot_model")).axes[0]
            self.assertEqual((axes.elev, axes.azim), wanted)
        with self.assertRaisesRegex(fsolve.FsolveError, "--view up: give xy, xz, yz, iso, or elevation,azimuth"):
            model.draw(command.parsed("model", [r.file, "--view", "up"], "plot_model"))

    def test_films(self):
        """The frames and a mode, as GIF and as a folder: as many pictures as states; what exists stays, also a folder with files."""
        r = self.run_(**{**LINE, "part_p_section": "circle", "part_p_radius": 0.02, "analysis": "transient", "linearize": None, "dt": 0.01, "t_end": 0.05, "output_every": 1})
        with Image.open(r.animate(self.path("a.gif"), field="displacement", component="z", scale=5)) as film:
            self.assertEqual(film.n_frames, 6)
        if shutil.which("ffmpeg"):
            r.animate(self.path("a.mp4"), history="energy/total")
            with open(self.path("a.mp4"), "rb") as film:
                self.assertEqual(film.read(8)[4:], b"ftyp")
        r.animate(self.path("beside/"), history="energy/strain")
        for k in (1, 4):  # the cursor is the only thing that is red
            with Image.open(self.path(f"beside/{k:05d}.png")) as picture:
                red = (abs(np.asarray(picture.convert("RGB")).astype(int) - [214, 39, 40]).max(axis=2) < 30).sum(axis=0)
            at = 0.13 + 0.83 * r.frames.time[k] / r.time[-1]
            self.assertLess(abs(red.argmax() / len(red) - at), 0.004)
        with self.assertRaisesRegex(fsolve.FsolveError, "nearest: energy/total"):
            r.animate(self.path("b.gif"), history="energy/totl")
        m = self.run_("modes.h5", **{**LINE, "part_p_section": "circle", "part_p_radius": 0.02, "analysis": "modes", "modes": 2, "linearize": None, "loads": None,
                                     "load_f_set": None, "load_f_force": None})
        folder = self.path("swing/")
        m.animate(folder, mode=2)
        names = sorted(os.listdir(folder))
        self.assertEqual((len(names), names[0]), (fsolve.draw.PERIOD, "00000.png"))
        first, quarter, half = (np.asarray(Image.open(folder + names[k]).convert("L")) for k in (0, 6, 12))
        self.assertGreater((first != quarter).mean(), 0.002)
        self.assertLess((first != half).mean(), 0.002)
        for out in (folder, self.path("a.gif")):
            with self.assertRaisesRegex(fsolve.FsolveError, "exists; overwrite=True replaces it"):
                m.animate(out, mode=1)
        m.animate(folder, mode=1, overwrite=True)
        with self.assertRaisesRegex(fsolve.FsolveError, "has the modes 1 to 2, no mode 3"):
            m.animate(self.path("b.gif"), mode=3)
        with self.assertRaisesRegex(fsolve.FsolveError, "has the modes 1 to 2, no mode 0"):
            m.animate(self.path("b.gif"), mode=0)
        with self.assertRaisesRegex(fsolve.FsolveError, "has no field 'velocity' that changes"):
            m.animate(self.path("b.gif"), mode=1, field="velocity")

    def test_parts(self):
        """Each kind of element has a body."""
        for case in ("slider_crank", "cable_net", "dome"):
            r = fsolve.run(os.path.join(SOURCE, "inputs", case + ".opts"), output=self.path(case + ".h5"), t_end=1e-9, dt=1e-9, output_every=1)
            for thing in model.things_of(r, None, parts.size_of(r.nodes)):
                self.assertGreater(thing.body.count, 0)
                self.assertTrue(np.isfinite(thing.body.points).all())


if __name__ == "__main__":
    unittest.main()
