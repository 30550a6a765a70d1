# SPDX-License-Identifier: BSD-2-Clause
"""A disk that is full: status 3, one message, and everything before is there and fits together, in each kind of output."""
import os
import subprocess
import tempfile
import unittest

import h5py

from run import RELEASE, fsolve, options

KINDS = {  # case, options, sizes of the disk [kB]: from one that does not hold an empty file to one on which the last frames are missing
    "snapshots": ("wave2d", {"mesh_n": "40,40", "output_every": 2}, (4, 100, 700, 1200, 2500)),
    "results of elements": ("roll_up", {"mesh_n": 40, "output_every": 1}, (32, 200, 420, 700)),
    "histories": ("sdof", {"dt": 1e-4, "t_end": 10}, (100, 420, 700, 1200)),
    "joints": ("slider_crank", {"t_end": 1}, (100, 420, 700)),
    "static path": ("elastica", {}, (4, 100, 420, 700)),
    "spectrum": (None, {"analysis": "spectrum"}, (4, 100, 700)),
}


class Disk:
    """A file system of its own of some kB."""

    def __init__(self, size):
        self.size = size

    def __enter__(self):
        self.folder = tempfile.mkdtemp()
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.size}k", "tmpfs", self.folder], capture_output=True, text=True)
        if done.returncode:
            os.rmdir(self.folder)
            raise unittest.SkipTest("no file system can be mounted here: " + done.stderr.strip())
        return self.folder

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.folder], check=True)
        os.rmdir(self.folder)


class Full(unittest.TestCase):
    def test_all_kinds(self):
        for kind, (case, keys, sizes) in KINDS.items():
            kept = []
            for k, size in enumerate(sizes if RELEASE else sizes[:: len(sizes) - 1]):
                for ranks in (1, 4) if k % 2 == 0 and (RELEASE or kind == "snapshots") else (1,):
                    with self.subTest(kind, size=size, ranks=ranks), Disk(size) as folder:
                        path = os.path.join(folder, "out.h5")
                        done = fsolve(options(case, output=path, quiet=True, **keys), ranks)
                        self.assertEqual(done.returncode, 3, done.stderr)
                        told = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]
                        self.assertEqual(len(told), 1, done.stderr)
                        self.assertRegex(told[0], r"out\.h5:? cannot (be written|write)")
                        self.assertLessEqual(set(os.listdir(folder)), {"out.h5", "out.xdmf"})
                        kept.append(self.kept(path))
            self.assertGreater(max(kept), 0, kind)

    def test_checkpoint(self):
        """There is room for one, with a lock file of each rank, and not for two: the first stays, and a run resumes from it."""
        keys = {"mesh_n": "40,40", "t_end": 5, "dt": 0.05, "quiet": True}
        for ranks in (1, 3) if RELEASE else (3,):
            with Disk(320) as small, tempfile.TemporaryDirectory() as folder:
                kept, output = os.path.join(small, "kept"), os.path.join(folder, "out.h5")
                done = fsolve(options("wave2d", output=output, checkpoint=kept, checkpoint_every=20, **keys), ranks)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertEqual(os.listdir(small), ["kept"])
                told = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]
                self.assertRegex("\n".join(told), r"^fsolve: -checkpoint .*kept\.[0-9a-f]{8}\.new:? cannot (be written|write)[^\n]*$")
                with h5py.File(output) as f:
                    self.assertGreaterEqual(f.attrs["steps"], 40)
                done = fsolve(options("wave2d", output=output, restart=kept, **keys), ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(output) as f:
                    self.assertEqual(f.attrs["steps"], 100)

    def kept(self, path):
        """How many rows and frames, or tables, there are; all series have the same rows, and all frames are whole."""
        rows, tables = set(), []
        with h5py.File(path) as f:
            self.assertEqual(f.attrs.get("status", b"failed")[:6], b"failed")
            if "history" in f:
                self.assertEqual(f.attrs["status"], b"failed: the file could not be written")
            f.visititems(lambda name, item: tables.append(item[()]) if isinstance(item, h5py.Dataset) and not name.startswith("snapshots/") else None)
            if "history" not in f:
                return len(tables)
            f["history"].visititems(lambda name, item: rows.add(len(item)) if isinstance(item, h5py.Dataset) else None)
            self.assertEqual(len(rows), 1)
            for k in range(len(f["snapshots/time"])):
                f[f"snapshots/{k:06d}"].visititems(lambda name, item: item[()] if isinstance(item, h5py.Dataset) else None)
                self.assertIn("displacement", f[f"snapshots/{k:06d}"])
            if f.attrs["steps"]:
                self.assertEqual(rows, {f.attrs["steps"] + 1})
            return rows.pop() + len(f["snapshots/time"])


if __name__ == "__main__":
    unittest.main()
