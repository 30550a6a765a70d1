# SPDX-License-Identifier: BSD-2-Clause
"""Names of files in many spellings: each run ends right, or with status 2 and one line; every file of others stays as it is."""
import hashlib
import itertools
import os
import socket
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import h5py

from run import RELEASE, Start, options

BAR = {"mesh": "line", "mesh_n": 4, "parts": "all", "part_all_element": "bar", "part_all_young": 1, "part_all_area": 1, "part_all_density": 1,
       "supports": "start", "loads": "end", "load_end_force": "1,0,0", "dt": 0.1, "quiet": True}
TEXTS = (b"notes", b"", bytes(100), b"<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n</Xdmf>\n")
DONE, REFUSED, STOPPED = 0, 2, 4


def spellings(name, cwd):
    """Other spellings of a file that may not be there yet; "here" leads to its folder, "linked" to sub."""
    return ["./" + name, ".//" + name, os.path.join(cwd, name), "here/" + name, "sub/../" + name, os.path.join("..", os.path.basename(cwd), name),
            os.path.join(cwd, "linked", "..", name)]


def beside(output):
    """Files that a run writes beside its output, or removes."""
    return [output, output[:-3] + ".xdmf", output + ".journal", output + ".stop"]


LOGS = (":{}", ":{}:ascii_info_detail")


class Row:
    """keys: options; foreign: {name: bytes}, files of others; first: a run before, with these keys; status: how it must end; replaced: files of
    others that -overwrite replaces."""

    def __init__(self, keys, status, foreign=None, first=None, replaced=()):
        self.keys, self.status, self.foreign, self.first, self.replaced = keys, status, foreign or {}, first, replaced

    def __str__(self):
        return f"{self.keys} {self.foreign} {self.first}"


def rows_of_spellings(cwd):
    """A checkpoint that is a file of the output, or the other way."""
    for k, name in enumerate(beside("out.h5")):
        for spelling in spellings(name, cwd)[k % 2::2]:
            yield Row({"output": "out.h5", "checkpoint": spelling}, REFUSED)
    for name in beside("sub/out.h5"):
        for spelling in ("linked/" + name[4:], "./sub/./" + name[4:], os.path.join(cwd, "here/linked", name[4:])):
            yield Row({"output": "sub/out.h5", "checkpoint": spelling}, REFUSED)
    for spelling in spellings("kept.1", cwd)[::3]:
        yield Row({"output": spelling, "checkpoint": "kept"}, REFUSED)
    for spelling in spellings("result.xdmf", cwd)[:3]:
        yield Row({"output": spelling}, REFUSED)
    for output, checkpoint in (("out.h5", "linked/out.h5"), ("linked/out.h5", "sub/kept"), ("here/out.h5", "here/out"), ("sub/../out.h5", "out.h5.1")):
        yield Row({"output": output, "checkpoint": checkpoint}, DONE)


def rows_of_petsc(cwd):
    """A file of PETSc that is another one of the run, with -overwrite and without."""
    first = {"checkpoint": "kept"}
    for k, form in enumerate(LOGS):
        for name in (beside("out.h5") + ["kept", "kept.1"])[k % 2::2]:
            yield Row({"output": "out.h5", "checkpoint": "kept", "log_view": form.format(spellings(name, cwd)[k % 4]), "overwrite": True}, REFUSED)
        if k % 2:
            yield Row({"output": "new.h5", "restart": "kept", "log_view": form.format("here/kept"), "overwrite": True, "t_end": 0.5}, REFUSED, first=first)
        else:
            yield Row({"output": "out.h5", "log_view": form.format("out.h5.checkpoint"), "overwrite": True}, REFUSED)
            yield Row({"options_file": "more.opts", "log_view": form.format("sub/../more.opts"), "overwrite": True}, REFUSED, {"more.opts": b"-dt 0.1\n"})
        yield Row({"log_view": form.format("theirs")}, REFUSED, {"theirs": b"notes"})
    yield Row({"log_view": "theirs"}, REFUSED)
    yield Row({"malloc_dump": "x"}, REFUSED)
    yield Row({"log_view": ":theirs", "overwrite": True}, DONE, {"theirs": b"notes"}, replaced=("theirs",))


def other_hdf5():
    """An HDF5 file of another program."""
    with h5py.File("other", "w", driver="core", backing_store=False) as f:
        f["numbers"] = [1, 2, 3]
        f.flush()
        return f.id.get_file_image()


def rows_of_foreign(_):
    """Files of others under the names that a run derives: without -overwrite they stay."""
    kept, later = {"checkpoint": "kept"}, {"restart": "kept", "t_end": 0.6}
    texts = itertools.cycle(TEXTS)
    for name in ("out.h5", "out.xdmf"):
        yield Row({"output": "out.h5"}, REFUSED, {name: next(texts)})
    for name in ("out.h5.journal", "out.xdmf.new", "out.h5.checkpoint", "out.h5.checkpoint.1", "out.h5.checkpoint.new", "out.xdmf.00000001.new"):
        yield Row({"output": "out.h5"}, DONE, {name: next(texts)})
        yield Row({"output": "out.h5", "overwrite": True}, DONE, {name: next(texts)})
        yield Row({"output": "out.h5", "walltime": 1e-9, "t_end": 20}, STOPPED, {name: next(texts)})
        yield Row({"output": "new.h5", **later}, DONE, {name.replace("out", "new"): next(texts)}, kept)
    for name in ("t", "t.1"):
        yield Row({"checkpoint": "t"}, REFUSED, {name: next(texts)})
        yield Row({"checkpoint": "t", "overwrite": True, **later}, DONE, {name: next(texts)}, kept, (name,))
        for text in TEXTS:
            yield Row({"checkpoint": "t", **later}, REFUSED, {name: text}, kept)
    for name in ("t.new", "t.00000001.new", "t.0000000g.new", "t.00000001.new.journal"):
        yield Row({"checkpoint": "t", **later}, DONE, {name: next(texts)}, kept)
    for text in TEXTS:
        yield Row({"output": "new.h5", **later}, REFUSED, {"new.xdmf": text}, kept)
        yield Row({"output": "new.h5", **later}, REFUSED, {"new.h5": text}, kept)
    for name in ("new.h5", "new.xdmf", "t", "t.1"):
        yield Row({"output": "new.h5", "checkpoint": "t", **later}, REFUSED, {name: other_hdf5()}, kept)
    for text in TEXTS:
        yield Row({"output": "out.h5", "walltime": 1e-9}, REFUSED if text else STOPPED, {"out.h5.stop": text}, None, () if text else ("out.h5.stop",))
    yield Row({"output": "new.h5", "overwrite": True, **later}, DONE, {"new.xdmf": next(texts)}, kept, ("new.xdmf",))
    yield Row({"output": "kept", "overwrite": True, **later}, REFUSED, {}, kept)
    yield Row({"output": "new.h5", "checkpoint": "kept", **later, "restart": "kept.1"}, DONE, {}, {"checkpoint": "kept", "checkpoint_every": 2})


def rows_of_names(cwd):
    """Long names, control characters, other characters."""
    for length in (180, 200, 206, *range(230, 257)):
        status = DONE if length <= 200 else REFUSED
        if length % 2 or status == DONE:
            yield Row({"output": (length - 3) * "n" + ".h5"}, status)
        if length % 2 == 0:
            yield Row({"output": "out.h5", "checkpoint": length * "k"}, status)
    yield Row({"output": 98 * "ü" + ".h5"}, DONE)
    yield Row({"output": 105 * "ü" + ".h5"}, REFUSED)
    yield Row({"output": "sub/../" * 600 + "out.h5"}, REFUSED)
    for character in ("\x01", "\x1b[31m", "\n", "\t", "\r", "\x7f", "\x9b", os.fsdecode(b"\xe9"), os.fsdecode(b"\xc0\xaf")):
        name = f"a{character}b"
        yield Row({"output": name + ".h5"}, REFUSED)
        yield Row({"log_view": ":" + name} if character in "\x01\n\t" else {"checkpoint": name}, REFUSED)
    for name in ("a b", " a", "größe", "結果", "\U0001f600", "a&b", "a<b>", "a\"b", "a'b", "100%d%s%n", "ufs:a", "a:b", "*", "a;b", "#a", "(a)", "a=b", "~a", "$HOME"):
        yield Row({"output": name + ".h5", "checkpoint": name}, DONE)


def rows_of_folders(cwd):
    """Folders, links and other things in the place of a file, and folders that are not there."""
    for k, name in enumerate(("sub", "sub/", "sub/.", "linked", ".", "..", "", "/", "missing/a", "missing/../a", "theirs/a", "fifo", "socket", "dangling",
                              "to_file", "/dev/null", "/proc/version", "sub/missing/../../a", "nowhere/a")):
        yield Row({"output": name, **({"overwrite": True} if k % 2 else {})}, REFUSED, {"theirs": b"notes"})
        yield Row({"checkpoint": name, **({} if k % 2 else {"overwrite": True})}, REFUSED, {"theirs": b"notes"})
    yield Row({"output": "readonly/a.h5"}, DONE if os.getuid() == 0 else REFUSED)  # root may write there
    for name in ("sub/a", "linked/a", "here/a", "linked/../a", os.path.join(cwd, "sub", "a")):
        yield Row({"output": name + ".h5", "checkpoint": name}, DONE)


TABLES = (rows_of_spellings, rows_of_petsc, rows_of_foreign, rows_of_names, rows_of_folders)


class Names(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.cwd = os.path.join(self.folder.name, "cwd")

    def tearDown(self):
        self.folder.cleanup()

    def prepare(self, row):
        """An empty folder with some other things, and what the row has before the run."""
        subprocess.run(["rm", "-rf", self.cwd], check=True)
        for name in ("sub", "readonly"):
            os.makedirs(os.path.join(self.cwd, name))
        os.chmod(os.path.join(self.cwd, "readonly"), 0o555)
        for name, target in (("here", "."), ("linked", "sub"), ("dangling", "none"), ("nowhere", "none/none"), ("to_file", "precious")):
            os.symlink(target, os.path.join(self.cwd, name))
        os.mkfifo(os.path.join(self.cwd, "fifo"))
        with socket.socket(socket.AF_UNIX) as s:
            at = os.getcwd()
            os.chdir(self.cwd)  # the paths of sockets are short
            s.bind("socket")
            os.chdir(at)
        if row.first is not None:
            done = self.run_bar(row.first)
            self.assertEqual(done.returncode, DONE, done.stderr)
        for name, content in {"precious": b"precious", **row.foreign}.items():
            with open(os.path.join(self.cwd, name), "wb") as file:
                file.write(content)

    def run_bar(self, keys):
        return subprocess.run(Start.get() + options(**{**BAR, "t_end": 0.3, **keys}), capture_output=True, cwd=self.cwd, timeout=60)

    def sums(self):
        """Checksums of all files, and where links lead."""
        found = {}
        for folder, _, names in os.walk(self.cwd):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.islink(path):
                    found[path] = os.readlink(path)
                elif os.path.isfile(path):
                    with open(path, "rb") as file:
                        found[path] = hashlib.sha256(file.read()).hexdigest()
                else:
                    found[path] = "other"
        return found

    def check(self, row):
        self.prepare(row)
        before = self.sums()
        done = self.run_bar(row.keys)
        after = self.sums()
        said = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, row.status, said)
        for control in range(32):
            self.assertNotIn(control, set(done.stderr.rstrip(b"\n")) - {10 if row.status == DONE else None}, said)
        if row.status == REFUSED:
            self.assertEqual(after, before)
            self.assertRegex(said, r"^fsolve: [^\n]*\n$")
            return
        own = {os.path.join(self.cwd, name) for name in row.replaced}
        if row.first is not None:
            own |= {os.path.join(self.cwd, name) for name in ("fsolve.h5", "fsolve.xdmf", row.first["checkpoint"], row.first["checkpoint"] + ".1")}
        self.assertEqual({k: v for k, v in before.items() if k not in own}, {k: after.get(k) for k in before if k not in own})
        self.right(row, said)

    def right(self, row, said):
        """The output and the checkpoint are whole, and the XDMF file names the output."""
        output = os.path.join(self.cwd, row.keys.get("output", "fsolve.h5"))
        with h5py.File(output, "r") as f:
            self.assertEqual(f.attrs["status"], b"done" if row.status == DONE else f.attrs["status"])
            f[f"snapshots/{len(f['snapshots/time']) - 1:06d}/displacement"][:]
        stem = output[:output.rindex(".")] if "." in os.path.basename(output)[1:] else output
        tree = ElementTree.parse(stem + ".xdmf")
        named = {item.text.strip().rsplit(":", 1)[0] for item in tree.iter("DataItem")}
        self.assertEqual(named, {os.path.basename(output).strip()})
        checkpoint = row.keys.get("checkpoint")
        if row.status == STOPPED:
            checkpoint = said.strip().split("continue with -restart ")[1]
            done = self.run_bar({"t_end": 20, "output": row.keys["output"], "restart": checkpoint})
            self.assertEqual(done.returncode, DONE, done.stderr)
        if checkpoint:
            with h5py.File(os.path.join(self.cwd, checkpoint), "r") as f:
                self.assertIn("checkpoint_format", f.attrs)

    def test_table(self):
        """All rows before a release; otherwise every ninth, and another one in each table."""
        rows = [row for table in TABLES for row in table(self.cwd)]
        self.assertGreater(len(rows), 180)
        for row in rows if RELEASE else itertools.islice(rows, 0, None, 9):
            with self.subTest(str(row)):
                self.check(row)


if __name__ == "__main__":
    unittest.main()
