# SPDX-License-Identifier: BSD-2-Clause
"""Damaged result files: each picture and each function ends with one line, a FsolveError in Python; none with a traceback.

FSOLVE_DAMAGES=500 for as many damages of each file."""
import os
import random
import shutil
import tempfile
import unittest

import h5py
import numpy as np

import fsolve
import fsolve.beams
import fsolve.tables
import fsolve.model
from plots import BEAM, INPUTS, MASSES, PORTAL, InFolder
from run import RELEASE

DAMAGES = int(os.environ.get("FSOLVE_DAMAGES", 150 if RELEASE else 1))
ROTOR = {"mesh": "line", "mesh_n": 3, "parts": "shaft", "part_shaft_set": "all", "part_shaft_element": "beam", "part_shaft_section": "circle", "part_shaft_radius": 0.02,
         "part_shaft_young": 2e11, "part_shaft_poisson": 0.3, "part_shaft_density": 7850, "supports": "start"}
SKIN = {"mesh": "rectangle", "mesh_n": "3,2", "parts": "skin", "part_skin_set": "all", "part_skin_element": "finite_membrane", "part_skin_young": 1e6, "part_skin_poisson": 0.3,
        "part_skin_thickness": 1e-3, "part_skin_prestress": 1e4, "part_skin_density": 1000, "supports": "left,right", "probes": "end", "probe_end_point": "1/3,0.5,0", "dt": 1e-4, "t_end": 1e-3, "output_every": 5}


def each(result):
    """Everything that a program can ask of a result."""
    yield lambda: result.attrs
    yield lambda: (result.status, result.options, result.options_all)
    yield lambda: [result.history(name) for name in result.names()]
    yield lambda: result.time
    yield lambda: [result.unit(name) for name in result.names()]
    yield lambda: (result.nodes, result.node_id, result.parts, result.joints)
    yield lambda: result.sets
    yield lambda: [frame[name] for frame in result.frames for name in frame.names()]
    yield lambda: [frame.positions() for frame in result.frames]
    yield lambda: result.snapshot(t=0.0).positions()
    yield lambda: result.snapshot().rows
    yield lambda: [result.snapshot().at_nodes(name) for name in result.snapshot().names() if name.count("/") == 2]
    yield lambda: [result.modes[name] for name in result.modes.names()]
    yield lambda: [result.response[name] for name in result.response.names()]
    yield lambda: [result.path[name] for name in result.path.names()]
    yield lambda: [result.campbell[name] for name in result.campbell.names()]
    yield lambda: [result.group("spectrum")[name] for name in result.group("spectrum").names()]
    yield lambda: [result.envelopes[name] for name in result.envelopes.names()]
    yield lambda: [result.psd(name) for name in result.names()[:3]]
    yield lambda: fsolve.beams.Sections(result, result.snapshot())
    yield lambda: fsolve.tables.member_forces(result).text()
    yield lambda: (fsolve.model.supports(result), fsolve.model.joints(result), fsolve.model.loads(result))


class Damage:
    """One way to damage a file, chosen by a seed."""

    def __init__(self, path, seed):
        self.path, self.dice = path, random.Random(seed)
        kinds = (self.cut, self.remove, self.remove, self.reshape, self.reshape, self.retype, self.attribute, self.not_finite, self.far, self.swap)
        self.words = self.dice.choice(kinds)()

    def item(self, f, kind=h5py.Dataset):
        found = []
        f.visititems(lambda name, item: found.append(name) if isinstance(item, kind) else None)
        return self.dice.choice(found)

    def replace(self, f, name, values):
        attributes = dict(f[name].attrs)
        del f[name]
        f[name] = values
        f[name].attrs.update(attributes)

    def cut(self):
        size = os.path.getsize(self.path)
        at = self.dice.choice((0, 1, 100, size // 2, size - 1, self.dice.randrange(size)))
        os.truncate(self.path, at)
        return f"cut at {at} of {size}"

    def remove(self):
        with h5py.File(self.path, "r+") as f:
            name = self.item(f, (h5py.Dataset, h5py.Group))
            del f[name]
        return f"without {name}"

    def reshape(self):
        with h5py.File(self.path, "r+") as f:
            name = self.item(f)
            values, how = np.asarray(f[name][()]), self.dice.randrange(6)
            if how == 0:
                values = values[..., None]
            elif how == 1:
                values = values.ravel()[:1].reshape(())
            elif values.ndim == 0:
                values = np.repeat(values[None], 3)
            elif how == 2:
                values = values[:0]
            elif how == 3:
                values = values[:max(1, len(values) // 2)]
            elif how == 4:
                values = values[..., :1]
            else:
                values = np.concatenate([values, values])
            self.replace(f, name, values)
        return f"{name} has the shape {values.shape}"

    def retype(self):
        with h5py.File(self.path, "r+") as f:
            name = self.item(f)
            values = np.asarray(f[name][()])
            how = self.dice.randrange(3)
            if how == 0:
                self.replace(f, name, np.full(values.shape, b"text"))
            elif how == 1 and values.dtype.kind in "iuf":
                self.replace(f, name, values.astype("i4" if values.dtype.kind == "f" else "f8"))
            else:
                self.replace(f, name, np.zeros(values.shape, [("a", "f8"), ("b", "i4")]))
        return f"{name} has another type ({how})"

    def attribute(self):
        with h5py.File(self.path, "r+") as f:
            name = self.dice.choice(["/", self.item(f), self.item(f, h5py.Group)])
            there = list(f[name].attrs)
            if not there:
                return "nothing"
            key = self.dice.choice(there)
            how = self.dice.randrange(4)
            if how == 0:
                del f[name].attrs[key]
            else:
                f[name].attrs[key] = ("a text", np.nan, np.arange(3))[how - 1]
        return f"attribute {key} of {name} ({how})"

    def not_finite(self):
        with h5py.File(self.path, "r+") as f:
            name = self.item(f)
            values = np.asarray(f[name][()])
            if values.dtype.kind != "f" or not values.size:
                return "nothing"
            flat = values.ravel()
            flat[self.dice.randrange(flat.size)] = self.dice.choice((np.nan, np.inf, 1e308))
            f[name][...] = flat.reshape(values.shape)
        return f"{name} is not finite"

    def far(self):
        with h5py.File(self.path, "r+") as f:
            name = self.item(f)
            values = np.asarray(f[name][()])
            if values.dtype.kind not in "iu" or not values.size:
                return "nothing"
            flat = values.ravel()
            flat[self.dice.randrange(flat.size)] = self.dice.choice((-7, 10**6, 2**31 - 1))
            f[name][...] = flat.reshape(values.shape)
        return f"{name} has a number that is too large or negative"

    def swap(self):
        with h5py.File(self.path, "r+") as f:
            name = self.item(f, (h5py.Dataset, h5py.Group))
            if isinstance(f[name], h5py.Group):
                del f[name]
                f[name] = np.zeros(3)
            else:
                del f[name]
                f.create_group(name)
        return f"{name} is a group instead of a dataset, or the other way round"


class Damaged(InFolder):
    # (name of the case, the run, pictures and their arguments)
    CASES = [
        ("portal", None, {**PORTAL, "envelopes": "displacement"}, [("history", "b/displacement"), ("history", "b/displacement", "--psd"), ("model",), ("shape",), ("section",)]),
        ("skin", None, SKIN, [("history", "energy/total"), ("model",), ("shape",), ("shape", "--times", "0,0.001")]),
        ("modes", None, {**ROTOR, "analysis": "modes"}, [("modes",), ("model",)]),
        ("response", None, MASSES, [("response", "end"), ("history", "end/real/displacement")]),
        ("crank", "slider_crank", {"t_end": 0.003}, [("model",), ("shape",)]),
        ("wave", "wave2d", {"mesh_n": "6,6", "t_end": 0.2}, [("wave2d",)]),
        ("path", "argyris", {"member_frame_n": 2, "path_steps": 25}, [("path", "tip", "z"), ("path", "tip", "y"), ("history", "tip/displacement")]),
        ("campbell", "blade", {"mesh_n": 4, "spin_speeds": "0,50,100", "modes": 3}, [("campbell",), ("modes",)]),
        ("spectrum", None, {"analysis": "spectrum", "spectrum_schemes": "lms2,trapezoidal", "spectrum_points": 9}, [("spectrum",)]),
    ]

    def attempt(self, what, function):
        try:
            function()
        except fsolve.FsolveError as error:
            self.assertEqual(len(error.message.splitlines()), 1, what)
        except Exception as error:  # pylint: disable=broad-except
            import traceback
            self.fail(f"{what}: {type(error).__name__}: {error}\n" + "".join(traceback.format_exc().splitlines(True)[-7:]))

    def look(self, what, path, pictures):
        """All pictures and functions on one file."""
        for kind, *words in pictures:
            with self.subTest(f"{what}: plot_{kind} {' '.join(words)}"):
                try:
                    done = self.script(kind, os.path.basename(path), *words, "--overwrite")
                except Exception as error:  # pylint: disable=broad-except
                    import traceback
                    self.fail(f"{type(error).__name__}: {error}\n" + "".join(traceback.format_exc().splitlines(True)[-7:]))
                self.assertIn(done.returncode, (0, 2))
                self.assertEqual(len(done.stderr.splitlines()), 1 if done.returncode else 0, done.stderr)
            fsolve.draw.plt.close("all")
        try:
            result = fsolve.Result(path)
        except fsolve.FsolveError:
            return
        for k, function in enumerate(each(result)):
            with self.subTest(f"{what}: function {k}"):
                self.attempt(what, function)
        for name, function in (("film", lambda: result.animate(self.path("film.gif"))), ("vtu", lambda: result.to_vtu(self.path("vtu"), overwrite=True)), ("table", lambda: result.plot(*result.names()[:2]))):
            if name != "film" or RELEASE or len(what) % 5 == 0:
                with self.subTest(f"{what}: {name}"):
                    self.attempt(what, function)
            fsolve.draw.plt.close("all")

    def test_files(self):
        for name, case, keys, pictures in self.CASES:
            whole = self.run_(name + ".h5", case, **keys).file
            for seed in range(DAMAGES):
                path = self.path("damaged.h5")
                shutil.copy(whole, path)
                words = Damage(path, f"{name} {seed}").words
                self.look(f"{name} {seed}: {words}", path, pictures)

    def test_groups(self):
        """Each part and each set is a dataset instead of a group."""
        whole = self.run_("whole.h5", None, **PORTAL).file
        for folder in ("mesh/parts", "mesh/sets"):
            with h5py.File(whole) as f:
                names = list(f[folder])
            for name in names:
                path = self.path("damaged.h5")
                shutil.copy(whole, path)
                with h5py.File(path, "r+") as f:
                    del f[f"{folder}/{name}"]
                    f[f"{folder}/{name}"] = np.zeros((3, 1), "i4")
                self.look(f"{folder}/{name}", path, [("model",)])

    def test_no_files(self):
        """A folder, nothing, an empty file, a text, a broken link, no frames."""
        pictures = [(kind, *words) for _, _, _, drawn in self.CASES for kind, *words in drawn]
        os.mkdir(self.path("folder.h5"))
        os.symlink("nowhere", self.path("link.h5"))
        for name, text in (("empty.h5", ""), ("text.h5", "hello\n")):
            with open(self.path(name), "w") as file:
                file.write(text)
        with h5py.File(self.path("bare.h5"), "w"):
            pass
        for name in ("folder.h5", "nothing.h5", "link.h5", "empty.h5", "text.h5", "bare.h5"):
            for kind, *words in pictures:
                with self.subTest(f"{name}: {kind}"):
                    done = self.script(kind, name, *words)
                    self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            self.attempt(name, lambda name=name: [f() for f in each(fsolve.Result(self.path(name)))])


if __name__ == "__main__":
    unittest.main()
