# SPDX-License-Identifier: BSD-2-Clause
"""Damaged meshes: 200 files that must end with status 0 or 2, never a crash, a hang or a sanitizer's complaint; and runs on such files."""
import os
import random
import subprocess
import tempfile
import unittest

import refusal
from dump import DUMP, FILES, dump
from run import MSH, RELEASE, options


def damage(data, rng):
    """One of: flip bytes, cut, repeat or drop a piece, swap two pieces, another number, a strange token."""
    data = bytearray(data)
    a, b = sorted(rng.randrange(len(data)) for _ in range(2))
    kind = rng.randrange(8)
    if kind == 0:
        for _ in range(rng.randint(1, 8)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    elif kind == 1:
        data = data[:a]
    elif kind == 2:
        data = data[:a] + data[b:]
    elif kind == 3:
        data = data[:b] + data[a:]
    elif kind == 4:
        data[a : a + 8] = rng.choice([b"\xff" * 8, b"\x00" * 8, b"99999999", b"-1 -1 -1", b"nan nan ", b"1e999 1 "])
    elif kind == 5:
        lines = data.split(b"\n")
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        data = b"\n".join(lines)
    elif kind == 6:
        lines = data.split(b"\n")
        del lines[rng.randrange(len(lines))]
        data = b"\n".join(lines)
    else:
        lines = data.split(b"\n")
        words = lines[rng.randrange(len(lines))].split(b" ")
        words[rng.randrange(len(words))] = rng.choice([b"-7", b"2147483648", b"18446744073709551615", b"0", b"$End", b"\"", b""])
        lines[rng.randrange(len(lines))] = b" ".join(words)
        data = b"\n".join(lines)
    return bytes(data)


class Damaged(unittest.TestCase):
    def test_200_damaged_files(self):
        rng, files = random.Random(20210801), 200 if RELEASE else 80
        outcomes = {0: 0, 2: 0}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "damaged.msh")
            for k in range(files):
                source = FILES[k % len(FILES)]
                with open(source, "rb") as file:
                    data = damage(file.read(), rng)
                with open(path, "wb") as file:
                    file.write(data)
                run = subprocess.run([DUMP, path], capture_output=True, timeout=20)
                self.assertIn(run.returncode, (0, 2), f"{k} {os.path.basename(source)}: {run.stderr[-2000:]}")
                if run.returncode == 2:
                    self.assertEqual(len(run.stderr.strip().splitlines()), 1, run.stderr)
                outcomes[run.returncode] += 1
        self.assertGreater(outcomes[2], files / 4)

    def test_empty_missing_directory(self):
        with tempfile.TemporaryDirectory() as folder:
            empty = os.path.join(folder, "empty.msh")
            open(empty, "w").close()
            for path in (empty, os.path.join(folder, "missing.msh"), folder):
                self.assertEqual(dump(path).returncode, 2)


    def test_no_regular_file(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "pipe.msh")
            os.mkfifo(pipe)
            for path, kind in ((pipe, "a pipe"), (folder, "a folder"), ("/dev/zero", "a device")):
                done = dump(path)
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"{path} cannot be read: it is {kind}; give a file", done.stderr)


class Runs(refusal.Refusal):
    def test_pipe(self):
        os.mkfifo(os.path.join(self.cwd, "pipe.msh"))
        for ranks in (1, 3) if RELEASE else (1,):
            self.refuse(options("sdof", mesh="pipe.msh"), r"pipe.msh cannot be read: it is a pipe", ranks)

    def test_damaged_mesh(self):
        path = os.path.join(self.cwd, "bad.msh")
        with open(os.path.join(MSH, "plate_msh41_text.msh"), "rb") as good:
            data = good.read()
        for piece in (data[: len(data) // 2], data.replace(b"$EndNodes", b"$EndNod"), b"nonsense", b""):
            with open(path, "wb") as file:
                file.write(piece)
            for ranks in (1, 3) if RELEASE or not piece else (1,):
                self.refuse(options("sdof", mesh="bad.msh"), r"bad.msh", ranks)

    def test_mesh_without_elements(self):
        with open(os.path.join(self.cwd, "empty.msh"), "w") as file:
            file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n0\n$EndElements\n")
        self.refuse(options("sdof", mesh="empty.msh"), r"the mesh has no elements", 3 if RELEASE else 1)


if __name__ == "__main__":
    unittest.main()
