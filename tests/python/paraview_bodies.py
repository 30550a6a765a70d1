# SPDX-License-Identifier: BSD-2-Clause
"""Bodies in ParaView: the numbers of the file at their corners and cells, and pictures by pvbatch with and without the package."""
import os
import shutil
import subprocess
import unittest

import numpy as np
from PIL import Image

import fsolve
from fsolve.solid import window
from fsolve.view import vtk_bodies
from fsolve.view.album import Album
from run import SOURCE, FolderTest

STEEL = {"part_p_young": 2.1e11, "part_p_poisson": 0.3, "part_p_density": 7850, "parts": "p", "part_p_set": "all"}
MOVED = {"mesh": "line", "mesh_n": 4, "mesh_upper": "0,0,2", "part_p_element": "beam", "part_p_profile": "HEA300", **STEEL, "supports": "start",
         "loads": "f", "load_f_set": "end", "load_f_force": "1e6,0,0", "dt": 1e-3, "t_end": 0.01, "output_every": 2}
SHELL = {"mesh": "rectangle", "mesh_n": "6,4", "mesh_upper": "3,2", "part_p_element": "shell", "part_p_thickness": 0.1, **STEEL, "supports": "left",
         "loads": "f", "load_f_set": "right", "load_f_force": "0,0,-1000", "analysis": "static", "linearize": True}
SCRIPT = os.path.join(SOURCE, "scripts", "paraview_bodies.py")


@unittest.skipUnless(window.usable(), "VTK or an X server without a screen is not installed")
class Bodies(FolderTest):
    def test_numbers(self):
        """Points are the corners of bodies; values of nodes and of cells are those of the file, in each frame."""
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkCommonDataModel import vtkPolyData
        for name, keys, part in (("mast", MOVED, "p/line"), ("plate", SHELL, "p/quadrilateral")):
            r = fsolve.run(None, output=self.path(name + ".h5"), **keys)
            album = Album(r, scale=1.0)
            for k in range(len(album)):
                data = vtkPolyData()
                vtk_bodies.bodies_at(album, k, data)
                body, frame = album.bodies[0], r.frames[k]
                np.testing.assert_array_equal(vtk_to_numpy(data.GetPoints().GetData()), body.corners(album.state(k)))
                u = vtk_to_numpy(data.GetPointData().GetArray("displacement"))
                ends = body.share == 0
                np.testing.assert_array_equal(u[ends], frame["displacement"][body.nodes[ends, 0]])
                result = "force" if name == "mast" else "stress_top"
                np.testing.assert_array_equal(vtk_to_numpy(data.GetCellData().GetArray(result)), frame[f"{part}/{result}"][body.cells])
                self.assertEqual(data.GetNumberOfPolys(), len(body.triangles))

    @unittest.skipUnless(shutil.which("pvbatch") and shutil.which("Xvfb"), "ParaView or Xvfb is not installed")
    def test_pictures(self):
        """pvbatch draws a profile with its section, and a tube, which is thinner, where the package is not there."""
        fsolve.run(None, output=self.path("mast.h5"), **MOVED)
        alone = shutil.copy(SCRIPT, self.folder)
        wide = {}
        reading, writing = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "64x64x24", "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        with os.fdopen(reading) as pipe:
            screen = ":" + pipe.readline().strip()
        env = {**{k: v for k, v in os.environ.items() if k != "PYTHONPATH"}, "DISPLAY": screen, "PATH": "/usr/bin:/bin"}
        for name, script in (("sections", SCRIPT), ("tubes", alone)):
            done = subprocess.run([shutil.which("pvbatch"), script, "mast.xdmf", name + ".png", "displacement"], cwd=self.folder, env=env, capture_output=True, text=True, timeout=200)
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
            with Image.open(self.path(name + ".png")) as picture:
                x = np.asarray(picture.convert("RGB")).astype(int)
            inner = (abs(x - x[400, 5]).max(axis=2) > 20)[100:700, 200:1000]
            wide[name] = inner.sum(axis=1).mean()
        self.assertGreater(wide["tubes"], 5)
        self.assertGreater(wide["sections"], 5 * wide["tubes"])


if __name__ == "__main__":
    unittest.main()
