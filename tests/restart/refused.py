# SPDX-License-Identifier: BSD-2-Clause
"""Checkpoints that are of something else, or damaged; outputs that are of another run; options that do not go together."""
import os
import shutil
import unittest
import zlib

import h5py
import numpy as np

from chain import contents, differences
from refusal import Refusal
from run import RELEASE, fsolve, options

CASE = ("wave2d", {"mesh_n": "6,5", "dt": 0.05, "t_end": 0.5})


class Kept(Refusal):
    def setUp(self):
        super().setUp()
        done = fsolve(options(CASE[0], quiet=True, output="out.h5", checkpoint="kept", **CASE[1]), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)

    def again(self, **keys):
        return options(keys.pop("case", CASE[0]), quiet=True, **{"output": "out.h5", "restart": "kept", **CASE[1], "t_end": 1, **keys})

    def test_another_case(self):
        for keys, message in (({"mesh_n": "6,6"}, r"-restart kept: the run had '-mesh_n 6,5', and this one has not; take the same"),
                              ({"dt": 0.1}, r"the run had '-dt 0.05'"), ({"integrator": "lms3"}, r"'-integrator "),
                              ({"energies": "false"}, r"-energies false"), ({"part_skin_tension": 2}, r"-part_skin_tension"), ({"analysis": "static"}, r"this run has '-analysis static', and that one had not"),
                              ({"loads": "pulse,drag", "load_drag_set": "all", "load_drag_law_z": "0-vz"}, r"-restart kept: the model was linear, and is nonlinear with these loads; force laws, pressures"),
                              ({"t_end": 0.3}, r"-restart kept is at t = 0\.5, beyond -t_end 0\.3; give a later one"),
                              ({"restart": "nothing"}, r"-restart nothing cannot be opened; check the path"), ({"restart": "out.h5"}, r"-output out\.h5 is a file that this run reads"),
                              ({"restart": "out.h5", "output": "more.h5"}, r"out\.h5 is no checkpoint; -checkpoint makes them")):
            for ranks in (1, 2) if RELEASE or "mesh_n" in keys else (1,):
                self.refuse(self.again(**keys), message, ranks)

    def test_what_is_shown_may_change(self):
        for keys in ({"show": "model", "checkpoint": "other"}, {"show": "balance", "output": "further.h5"}):
            done = fsolve(self.again(**keys), cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
        os.remove(os.path.join(self.cwd, "further.h5"))
        self.refuse(self.again(show="works", output="further.h5"), r"-show works: the earlier run has not computed them", 1)
        self.refuse(self.again(show="balance"), r"-output out.h5 has histories of other probes, or other fields, than this run; give the same .*-show", 1)

    def test_another_mesh(self):
        """The same options, and another mesh in the file."""
        mesh = os.path.join(self.cwd, "beam.msh")
        text = """$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n0 1 "end"\n1 2 "beam"\n$EndPhysicalNames\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 {} 0 0\n$EndNodes
$Elements\n{}\n1 15 2 1 1 1\n2 1 2 2 1 1 2\n3 1 2 2 1 2 3\n{}$EndElements\n"""
        keys = {"case": None, "mesh": "beam.msh", "mesh_n": None, "parts": "beam", "part_beam_element": "bar", "part_beam_young": 1, "part_beam_density": 1, "part_beam_area": 1,
                "integrator": "lms4", "supports": "end", "output": "bar.h5", "directions": "x"}

        def words(**more):
            all_keys = {k: v for k, v in {**CASE[1], **keys, **more}.items() if v is not None}
            return options(all_keys.pop("case", None), quiet=True, **all_keys)

        with open(mesh, "w") as file:
            file.write(text.format(2, 3, ""))
        done = fsolve(words(checkpoint="bar"), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(mesh, "w") as file:
            file.write(text.format(2.5, 3, ""))
        self.refuse(words(restart="bar"), r"-restart bar is of another model: its nodes or cells are different", 2)
        with open(mesh, "w") as file:
            file.write(text.format(2, 4, "4 15 2 1 1 3\n"))
        self.refuse(words(restart="bar"), r"is of another model: it has 5 cells|it has 3 cells, this one 4", 1)

    def test_damaged(self):
        """A bit in what it holds; cut short; of another format."""
        path = os.path.join(self.cwd, "kept")
        shutil.copy(path, path + ".whole")
        with h5py.File(path, "r") as f:
            names = []
            f.visititems(lambda name, item: names.append((name, item.id.get_offset(), item.id.get_storage_size())) if isinstance(item, h5py.Dataset) else None)
        tried = 0
        for name, offset, size in names:
            if not offset or name in ("options", "checksums"):
                continue
            for at in (offset + (size - 1) * (tried % 2),):
                with open(path + ".whole", "rb") as file:
                    data = bytearray(file.read())
                data[at] ^= 1
                with open(path, "wb") as file:
                    file.write(data)
                self.refuse(self.again(), r"-restart kept is (damaged: /" + name + r" does not match its checksum; use kept\.1|of another model)", 1)
                tried += 1
        self.assertGreater(tried, 30)
        for size in (0, 1000, os.path.getsize(path + ".whole") // 2):
            with open(path + ".whole", "rb") as file, open(path, "wb") as cut:
                cut.write(file.read()[:size])
            self.refuse(self.again(), r"-restart kept ", 2 if RELEASE else 1)
        shutil.copy(path + ".whole", path)

    def test_format(self):
        """What other programs wrote is refused as that, not as damaged. Whoever changes what a checkpoint holds, as this list shows it, changes FORMAT in
        src/output/checkpoint.c, too."""
        explicit = {"mesh": "rectangle", "mesh_n": "3,3", "mesh_upper": "1,1", "parts": "skin", "part_skin_set": "all", "part_skin_element": "finite_membrane",
                    "part_skin_young": 3e5, "part_skin_poisson": 0.4, "part_skin_thickness": 0.01, "part_skin_density": 1000, "part_skin_mass": "lumped",
                    "supports": "left,right,bottom,top", "integrator": "ce4", "dt": 1e-3, "t_end": 2e-3, "output": "skin.h5", "checkpoint": "explicit"}
        done = fsolve(options(quiet=True, **explicit), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name, contents_of_format_8 in (("kept", 2362055610), ("explicit", 2208837793)):
            with h5py.File(os.path.join(self.cwd, name), "r") as f:
                names = []
                f.visititems(lambda path, item: names.append(path) if isinstance(item, h5py.Dataset) else None)
                self.assertEqual(f.attrs["checkpoint_format"], b"8")
                self.assertEqual(zlib.crc32("\n".join(names).encode()), contents_of_format_8, names)
        with h5py.File(os.path.join(self.cwd, "kept"), "r+") as f:
            f.attrs["checkpoint_format"] = np.bytes_("7")
        self.refuse(self.again(), r"was written by fsolve .* in checkpoint format 7; this fsolve .* reads format 8: resume with the old version, or start again", 2 if RELEASE else 1)

    def test_another_output(self):
        """A file of another run is kept; a missing one, or another name, begins with the step after."""
        before = contents(os.path.join(self.cwd, "out.h5"))
        done = fsolve(self.again(t_end=0.75, checkpoint="later"), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = contents(os.path.join(self.cwd, "out.h5"))
        done = fsolve(options("sdof", output="other.h5", t_end=0.1), cwd=self.cwd)
        self.refuse(self.again(output="other.h5"), r"-output other\.h5 is not the output of the run that wrote the checkpoint", 2 if RELEASE else 1)
        done = fsolve(options(CASE[0], quiet=True, output="twin.h5", **CASE[1]), cwd=self.cwd)  # the same rows and columns
        self.assertEqual(done.returncode, 0, done.stderr)
        self.refuse(self.again(output="twin.h5"), r"-output twin\.h5 is not the output of the run that wrote the checkpoint", 2)
        with open(os.path.join(self.cwd, "text.h5"), "w") as file:
            file.write("no HDF5")
        self.refuse(self.again(output="text.h5"), r"-output text\.h5 is not an HDF5 file, or it is damaged", 2 if RELEASE else 1)
        self.refuse(self.again(probes="here", probe_here_point="0,0,0"), r"-output out\.h5 has histories of other probes, or other fields, than this run", 2 if RELEASE else 1)
        for name in ("next.h5", "out.h5"):
            if name == "out.h5":
                os.remove(os.path.join(self.cwd, name))
            done = fsolve(self.again(t_end=0.75, output=name), 2, cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            path = os.path.join(self.cwd, name)
            rest = contents(path)
            with h5py.File(path) as f:
                self.assertEqual((f.attrs["first_step"], f.attrs["steps"]), (11, 15))
            if name == "next.h5":  # it is gone on with, too
                for words in (self.again(t_end=1, output="third.h5", checkpoint="third", checkpoint_every=2),
                              self.again(t_end=1, output="third.h5", restart="third.1")):
                    done = fsolve(words, cwd=self.cwd)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    third = contents(os.path.join(self.cwd, "third.h5"))
                    np.testing.assert_allclose(third["history/time"], 0.05 * np.arange(11, 21), rtol=1e-12)
            np.testing.assert_array_equal(np.concatenate([before["history/time"], rest["history/time"]]), whole["history/time"])
            np.testing.assert_allclose(np.concatenate([before["history/energy/total"], rest["history/energy/total"]]), whole["history/energy/total"], rtol=1e-12)

    def test_what_may_change(self):
        """Tolerances, loads, frames, names of files, the end."""
        for keys in ({"ksp_rtol": 1e-10, "ksp_type": "cg", "pc_type": "jacobi"}, {"load_pulse_time": "0"}, {"checkpoint": "new", "checkpoint_every": 3}):
            shutil.copy(os.path.join(self.cwd, "out.h5"), os.path.join(self.cwd, "copy.h5"))
            done = fsolve(self.again(output="copy.h5", **keys), cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_options(self):
        for keys, message in (({"checkpoint_every": 3, "checkpoint": None}, r"-checkpoint_every has no effect without -checkpoint"),
                              ({"checkpoint_every_minutes": 3, "checkpoint": None}, r"-checkpoint_every_minutes has no effect without -checkpoint"),
                              ({"checkpoint": "kept"}, r"-checkpoint kept: kept exists; give -overwrite or another name"),
                              ({"checkpoint": "new.h5", "output": "new.h5"}, r"new\.h5 is a name of the -output"),
                              ({"checkpoint": "more.xdmf"}, r"more\.xdmf is a name of the -output or of a file beside it"),
                              ({"checkpoint": "a", "output": "a.1"}, r"a\.1 is a name of the -output"), ({"checkpoint": "more.h5.journal"}, r"is a name of the -output"),
                              ({"checkpoint": "no/where"}, r"-checkpoint no/where: no/where cannot be made"), ({"walltime": 0}, r"-walltime")):
            keys = {"output": "more.h5", **keys}
            self.refuse(options(CASE[0], quiet=True, **{k: v for k, v in {**CASE[1], **keys}.items() if v is not None}), message, 2 if RELEASE else 1)

    def test_nothing_left_to_do(self):
        done = fsolve(self.again(t_end=0.5), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(contents(os.path.join(self.cwd, "out.h5"))["steps"], 10)
        self.assertEqual(differences(contents(os.path.join(self.cwd, "out.h5")), contents(os.path.join(self.cwd, "out.h5"))), {})


if __name__ == "__main__":
    unittest.main()
