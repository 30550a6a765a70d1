# SPDX-License-Identifier: BSD-2-Clause
"""ParaView 5.11 opens the XDMF file with all three of its readers and sees every frame, cell and value."""
import os
import shutil
import subprocess
import tempfile
import unittest

import h5py
import meshio
import numpy as np

from run import MSH, RELEASE, Output, fsolve, options

PLATE = {"mesh": os.path.join(MSH, "plate_msh41_binary.msh"), "parts": "skin,rim", "part_skin_element": "membrane",
         "part_skin_tension": 1, "part_skin_mass_per_area": 1, "part_rim_element": "bar", "part_rim_young": 10, "part_rim_area": 1,
         "part_rim_density": 1, "supports": "left", "initials": "skin", "initial_skin_velocity_z": "x*(1-y)", "dt": 0.05, "t_end": 1}


class ParaView(unittest.TestCase):
    def read(self, path):
        """{reader: {time: [(points, cells, lowest, highest)]}}; self.results: {(reader, time, result of elements): its range};
        self.rotations: {(reader, time): ranges of the components}"""
        self.results, self.rotations = {}, {}
        done = subprocess.run([shutil.which("pvbatch"), os.path.join(os.path.dirname(__file__), "xdmf_read.py"), path], capture_output=True,
                              text=True, timeout=200, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
        seen = {}
        for line in done.stdout.splitlines():
            if line.startswith("seen "):
                _, reader, time, *numbers = line.split()
                seen.setdefault(reader, {}).setdefault(float(time), []).append(tuple(float(x) for x in numbers))
            if line.startswith("result "):
                _, reader, time, name, low, high = line.split()
                self.results[reader, round(float(time), 9), name] = float(low), float(high)
            if line.startswith("rotation "):
                _, reader, time, *numbers = line.split()
                self.rotations[reader, round(float(time), 9)] = np.array(numbers, float).reshape(-1, 2)
        self.assertEqual(set(seen), {"XDMFReader", "Xdmf3ReaderS", "Xdmf3ReaderT"}, done.stderr[-3000:])
        return seen

    def check(self, words, cells):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(words + options(output=path, quiet=True, output_every=8), ranks=2 if RELEASE or len(cells) > 1 else 1)
            self.assertEqual(done.returncode, 0, done.stderr)
            out = Output(path)
            for reader, frames in self.read(path.replace(".h5", ".xdmf")).items():
                with self.subTest(reader):
                    self.assertEqual(len(frames), len(out.frame_times))
                    for frame, (time, seen) in enumerate(sorted(frames.items())):
                        self.assertAlmostEqual(time, out.frame_times[frame], delta=1e-12)
                        self.assertEqual(sorted(block[1] for block in seen), sorted(cells))
                        for points, _, low, high in seen:
                            self.assertEqual(points, len(out.frames[frame]["displacement"]))
                            z = out.frames[frame]["displacement"][:, 2]
                            self.assertAlmostEqual(low, z.min(), delta=1e-12)
                            self.assertAlmostEqual(high, z.max(), delta=1e-12)
                        if "rotation" in out.frames[frame]:
                            q = out.frames[frame]["rotation"]
                            np.testing.assert_allclose(self.rotations[reader, round(time, 9)], np.column_stack([q.min(0), q.max(0)]), atol=1e-12)
                        for name, values in out.frames[frame].items():
                            # XDMF does not list extremes that only some frames have
                            if "/" in name and not name.endswith(("_max", "_min", "_place")):
                                low, high = self.results[reader, round(time, 9), name.split("/")[-1]]
                                first = values.reshape(len(values), -1)[:, 0]
                                self.assertAlmostEqual(low, first.min(), delta=1e-12 * abs(first).max() + 1e-300)
                                self.assertAlmostEqual(high, first.max(), delta=1e-12 * abs(first).max() + 1e-300)

    def test_modes(self):
        """A frame for each mode, at times 1, 2, ..., of a part with rotations and of one without."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            for words in (options("wave2d", mesh_n="8,8", modes=4), options("lateral_buckling", modes=3))[0 if RELEASE else 1:]:
                done = fsolve(words + options(analysis="modes", output=path, overwrite=True, quiet=True), ranks=2)
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(path) as f:
                    shapes = f["modes/shape"][:, :, 2]
                for reader, frames in self.read(path.replace(".h5", ".xdmf")).items():
                    with self.subTest(reader):
                        self.assertEqual(sorted(frames), list(range(1, len(shapes) + 1)))
                        for time, seen in frames.items():
                            for _, _, low, high in seen:
                                self.assertAlmostEqual(low, shapes[int(time) - 1].min(), delta=1e-12)
                                self.assertAlmostEqual(high, shapes[int(time) - 1].max(), delta=1e-12)

    def test_one_part(self):
        self.check(options("wave2d", mesh_n="14,14", t_end=4), [14 * 14])

    def test_two_parts(self):
        count = {}
        for block in meshio.read(PLATE["mesh"]).cells:
            count[block.type] = count.get(block.type, 0) + len(block.data)
        self.check(options(**PLATE), [count["triangle"], count["line"]])

    def test_sets(self):
        """A part of the mesh: the rim, and what triangle has all its nodes there."""
        cells = meshio.read(PLATE["mesh"]).cells
        lines = np.concatenate([block.data for block in cells if block.type == "line"])
        corners = sum(np.isin(block.data, lines).all(1).sum() for block in cells if block.type == "triangle")
        self.assertGreater(corners, 0)
        self.check(options(**PLATE, output_sets="rim"), [corners, len(lines)])

    def test_beams_of_three_nodes(self):
        self.check(options("flying_beam", mesh_order=2, t_end=1.6), [10])

    def test_single(self):
        self.check(options("flying_beam", t_end=0.8, output_precision="single"), [10])

    def test_results_of_membranes(self):
        self.check(options("inflated_membrane", dt=0.1, dt_max=0.1), [48])


if __name__ == "__main__":
    unittest.main()
