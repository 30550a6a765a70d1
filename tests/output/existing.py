# SPDX-License-Identifier: BSD-2-Clause
"""Files that are there already are kept, whatever they are; a disk that is full, a file of another run."""
import os
import resource
import signal
import subprocess
import tempfile
import unittest

import h5py

import gmsh_file  # tools/
import refusal
from run import FSOLVE, MSH, RELEASE, Output, fsolve, options


class Kept(refusal.Refusal):
    def test_existing_output_is_kept(self):
        path = os.path.join(self.cwd, "sdof.h5")
        with open(path, "w") as file:
            file.write("precious")
        for ranks in (1, 3):
            self.refuse(options("sdof"), r"-output sdof.h5 exists; give -overwrite", ranks)
            with open(path) as file:
                self.assertEqual(file.read(), "precious")
        # other bad input together with -overwrite does not touch it either
        self.refuse(options("sdof", overwrite=True, dtt=3), r"-dtt", 1)
        with open(path) as file:
            self.assertEqual(file.read(), "precious")
        self.assertEqual(fsolve(options("sdof", overwrite=True), cwd=self.cwd).returncode, 0)
        self.assertEqual(Output(path).attrs["steps"], 1000)

    def keep(self, pattern, ranks, **keys):
        """The run is refused and leaves the file named precious as it is."""
        self.refuse(options("sdof", **keys), pattern, ranks)
        with open(os.path.join(self.cwd, "precious")) as file:
            self.assertEqual(file.read(), "precious")

    def precious(self, *links):
        with open(os.path.join(self.cwd, "precious"), "w") as file:
            file.write("precious")
        for link in links:
            os.symlink("precious", os.path.join(self.cwd, link))

    def test_links_are_not_followed(self):
        self.precious("sdof.h5")
        os.symlink("elsewhere", os.path.join(self.cwd, "dangling.h5"))
        for ranks, name in ((1, "dangling.h5"), (2, "sdof.h5")):
            for overwrite in (False, True):
                self.keep(f"-output {name} is a symbolic link", ranks, output=name, overwrite=overwrite)
        os.symlink("precious", os.path.join(self.cwd, "a.xdmf"))
        self.keep("the XDMF file beside it, a.xdmf, is a symbolic link", 1, output="a.h5", overwrite=True)

    def test_file_of_the_log(self):
        """The file of -log_view is refused as the output is."""
        self.precious("link")
        for k, value in enumerate((":precious", ":precious:ascii_info_detail")):
            self.keep(r"-log_view: precious exists; give -overwrite", 1 + k, log_view=value)
        self.keep(r"-log_view: link is a symbolic link", 2, log_view=":link", overwrite=True)
        self.keep(r"-log_view: ./sdof.h5 is the file of -output", 2, log_view=":./sdof.h5")
        self.keep(r"-log_view: a;touch b;.gz is a name that PETSc would change", 1, log_view=":a;touch b;.gz")
        self.keep(r"-log_view draw: write :<file>", 1, log_view="draw")
        self.keep(r"-ksp_view :a.txt: choose one of true, false; .*-petsc", 1, ksp_view=":a.txt")
        done = fsolve(options("sdof", overwrite=True, log_view=":precious", t_end=0.1), 2, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.cwd, "precious")) as file:
            self.assertIn("Stepping", file.read())

    def test_what_the_run_reads(self):
        """It is not replaced either, with -overwrite and by another name."""
        mesh = os.path.join(MSH, "plate_msh41_text.msh")
        self.precious()
        with open(os.path.join(self.cwd, "inner.opts"), "w") as file:
            file.write("-t_end 1\n")
        with open(os.path.join(self.cwd, "outer.opts"), "w") as file:
            file.write("-options_file inner.opts\n")
        os.link(os.path.join(self.cwd, "inner.opts"), os.path.join(self.cwd, "out.xdmf"))
        with open(mesh) as file:
            text = file.read()
        with open(os.path.join(self.cwd, "plate.msh"), "w") as file:
            file.write(text)
        for keys in ({"output": "./inner.opts"}, {"output": "out.h5"}, {"log_view": ":out.xdmf"}, {"mesh": "plate.msh", "log_view": ":plate.msh"}):
            self.keep(r"is a file that this run reads", 2, options_file="outer.opts", overwrite=True, **keys)
        with open(os.path.join(self.cwd, "plate.msh")) as file:
            self.assertEqual(file.read(), text)


class InUse(unittest.TestCase):
    def test_full_disk(self):
        """The file may not grow beyond a limit: status 3, one message, and all that was written before is readable."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")

            def limit():
                resource.setrlimit(resource.RLIMIT_FSIZE, (60_000_000, 60_000_000))  # MPI needs files of its own

            done = subprocess.run([FSOLVE] + options("wave2d", mesh_n="250,250", output=path, output_every=5, quiet=True), capture_output=True,
                                  text=True, preexec_fn=limit, timeout=60)
            self.assertEqual(done.returncode, 3, done.stderr)
            message = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]  # MPI-IO adds a line of its own
            self.assertEqual(len(message), 1, done.stderr)
            self.assertIn("is the disk full", message[0])
            with h5py.File(path) as f:
                self.assertGreater(len(f["snapshots/time"]), 2)
                self.assertEqual(len(f["history/time"]), 5 * len(f["snapshots/time"]) + 1)  # the steps of the frame that failed, too
                for k in range(len(f["snapshots/time"])):
                    f[f"snapshots/{k:06d}/displacement"][:]

    def test_file_that_is_being_read(self):
        """HDF5 would empty the file before it finds that another program holds it."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            self.assertEqual(fsolve(options("sdof", output=path, t_end=0.1)).returncode, 0)
            with h5py.File(path) as f:
                for ranks in (1, 3) if RELEASE else (1,):
                    done = fsolve(options("sdof", output=path, overwrite=True), ranks)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn("is open in another program", done.stderr)
                self.assertEqual(f.attrs["steps"], 10)
            self.assertEqual(Output(path).attrs["steps"], 10)

    def test_name_of_one_letter(self):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options("sdof", output="x", t_end=0.1), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_names_of_many_sets(self):
        """Longer than an attribute of HDF5 may be."""
        n = 1200
        with tempfile.TemporaryDirectory() as folder:
            sets = {f"{i:04d}" + 58 * "x": (gmsh_file.LINE, [(i, i + 1)]) for i in range(n)}
            gmsh_file.write(os.path.join(folder, "many.msh"), [(i, 0, 0) for i in range(n + 1)], sets)
            done = fsolve(options(mesh="many.msh", parts="all", part_all_element="bar", part_all_young=1, part_all_area=1, part_all_density=1, dt=1, t_end=1), 2, cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(os.path.join(folder, "fsolve.h5")) as f:
                self.assertLessEqual(set(sets), set(f["mesh/set_names"][()].decode().split(",")))
                self.assertEqual({k: tuple(f["mesh/sets"][k]["line"][0]) for k in sets}, {k: cells[0] for k, (_, cells) in sets.items()})

    def test_file_that_cannot_be_made(self):
        """Bad input: nothing has been computed."""
        for ranks in (1, 3) if RELEASE else (1,):
            done = fsolve(options("sdof", output="/proc/version", overwrite=True, t_end=0.1), ranks)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("-output /proc/version cannot be made", done.stderr)

    def test_one_file_two_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            first = subprocess.Popen([FSOLVE] + options("wave2d", mesh_n="100,100", output=path, quiet=True, t_end=1000))
            while not os.path.exists(path):
                pass
            try:
                second = fsolve(options("sdof", output=path, overwrite=True))
                self.assertEqual(second.returncode, 2)
                self.assertIn("in use by another run", second.stderr)
                self.assertIsNone(first.poll())
            finally:
                first.kill()
                first.wait()

    def test_xdmf_that_appears(self):
        """A file of another program that gets the name of the XDMF file during a run: it stays, and the run ends as without it."""
        for overwrite in ({}, {"overwrite": True}):
            with self.subTest(**overwrite), tempfile.TemporaryDirectory() as folder:
                path, xdmf = os.path.join(folder, "out.h5"), os.path.join(folder, "out.xdmf")
                run = subprocess.Popen([FSOLVE] + options("wave2d", mesh_n="10,10", dt=0.01, output=path, output_every=1000, quiet=True, t_end=1e5, **overwrite),
                                       stderr=subprocess.PIPE, text=True)
                self.addCleanup(run.kill)
                while not os.path.exists(path):
                    self.assertIsNone(run.poll())
                with open(os.path.join(folder, "notes"), "w") as file:
                    file.write("notes")
                os.rename(os.path.join(folder, "notes"), xdmf)
                run.send_signal(signal.SIGTERM)
                lines = run.communicate(timeout=100)[1].splitlines()
                self.assertEqual(run.returncode, 4, lines)
                self.assertEqual(len(lines), 1 if overwrite else 2, lines)
                with open(xdmf) as file:
                    self.assertEqual(file.read() == "notes", not overwrite)
                if not overwrite:
                    self.assertRegex(lines[0], r"warning: the XDMF file of -output \S+ is not written, because a file of another program has its name; move")
                self.assertEqual(sorted(os.listdir(folder)), ["out.h5", "out.h5.checkpoint", "out.xdmf"])


if __name__ == "__main__":
    unittest.main()
