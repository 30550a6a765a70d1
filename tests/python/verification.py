# SPDX-License-Identifier: BSD-2-Clause
"""The verification manual: its data are those of its cases, and what falls short is found."""
import dataclasses
import inspect
import os
import sys
import tempfile
import unittest
from unittest import mock

from PIL import Image

from run import RELEASE, SOURCE

sys.path[:0] = [os.path.join(SOURCE, folder) for folder in ("tools", "python")]
from verification import case, changes, limits, picture, runs, sheet  # noqa: E402

CASES = case.load()


class Verification(unittest.TestCase):
    def test_data(self):
        """Each case has run since it was changed, and what it shows is in its limits."""
        for one in CASES.values():
            with self.subTest(one.name):
                self.assertRegex(sheet.verdict(one, runs.read(one)), "^agrees", f"scripts/verify {one.name}")

    def test_run(self):
        """A run writes what a sheet needs; a reference that is wrong by 1e-6 and a claim of a higher order are found."""
        one = CASES["one_element"] if not RELEASE else CASES["half_turn"]
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(runs, "RESULTS", folder):
            few = dataclasses.replace(one, ranks=(1, 3))
            self.assertEqual(runs.verify(few), [])
            data = runs.read(few)
            self.assertEqual(sorted(os.listdir(folder)), [one.name + ".json"])
            q = few.quantities[-1]
            off = dataclasses.replace(q, given=1e-7, references=(dataclasses.replace(q.reference, value=q.reference.value * (1 + 1e-6)),))
            self.assertTrue(runs.shortfalls(dataclasses.replace(few, quantities=(off,)), {**data, "errors": runs.errors(dataclasses.replace(few, quantities=(off,)), data["values"])}))
            data["ranks"]["3"][q.name] *= 1 + 1e-6
            self.assertIn("on 3 ranks", "".join(runs.shortfalls(few, data)))

    def test_index(self):
        """The headings of the first page are words: no name of a file, and no heading twice."""
        headings = [line[3:] for line in sheet.index(CASES).splitlines() if line.startswith("## ")]
        self.assertEqual(len(headings), len(set(headings)))
        for heading in headings:
            self.assertRegex(heading, r"^[A-Z][\w ,&]+$")
            self.assertNotIn("_", heading)

    def test_picture(self):
        """The picture of a case is drawn from a run: the short one if the case takes long, with what it says for its picture."""
        one = CASES["michell_ring"]
        self.assertEqual(picture.options_of_picture(one, {"cost": {"seconds": 100}}), {"path_steps": 5})
        far = CASES["shell_pinched_far"]
        self.assertEqual(picture.options_of_picture(far, {"cost": {"seconds": 600}}), far.short)
        self.assertEqual(picture.options_of_picture(far, {"cost": {"seconds": 1}}), {})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.png")
            picture.draw_model(CASES["one_element"], {"cost": {"seconds": 0.1}}, path)
            with Image.open(path) as drawn:
                self.assertGreater(drawn.size[0], 500)
                self.assertGreater(len(drawn.getcolors()), 10)

    def test_limits(self):
        """A limit follows from the reference's uncertainty and from the values of a refinement, and not from the error: for 1 + 1/n² at n = 4, three sixteenths.
        A reference that the mesh does not approach falls short."""
        sizes = [2, 4, 8]
        data = {"values": {"x": 1 + 1 / 16}, "errors": {"x": 1 / 16}, "ranks": {}, "refinements": [{"what": "cells", "sizes": sizes, "least": 2, "values": {"x": [1 + 1 / n**2 for n in sizes]}}]}
        for value, uncertainty, limit in ((1, 0, 3 / 16), (1, 1e-3, 3 / 16 + 1e-3), (0.5, 0, 3 / 8)):
            q = case.Quantity("x", "", lambda r: 0, (case.Reference(value, "", uncertainty),))
            self.assertAlmostEqual(limits.limit_of(q, data).value, limit + limits.SOLVER, 12)
        with_given = dataclasses.replace(q, given=0.02)
        self.assertEqual(limits.limit_of(with_given, data).value, 0.02)
        alone = {**data, "refinements": []}
        self.assertEqual(limits.limit_of(dataclasses.replace(q, references=(case.Reference(1, "", 1e-3),)), alone).value, limits.SOLVER + 1e-3)
        far = dataclasses.replace(CASES["one_element"], quantities=(dataclasses.replace(q, references=(case.Reference(0.5, ""),)),))
        self.assertIn("its limit", "".join(runs.shortfalls(far, {**alone, "errors": {"x": 1.125}})))

    def test_changes(self):
        """Each number of the model is changed, its zeros are kept, and a sheet notices a force that is wrong by a tenth. It does not notice a torsional stiffness of a beam that does not twist."""
        self.assertEqual(changes.components("max(a,b),0,-c"), ["max(a,b)", "0", "-c"])
        self.assertEqual(changes.larger("max(a,b),0,-c"), "(max(a,b))*1.1,0,(-c)*1.1")
        self.assertIsNone(changes.larger("0,0.0,0"))
        one = CASES["one_element"]
        data = runs.read(one)
        planted = {next(iter(change.keys)): change for change in changes.changes(one)}
        for key, expected in (("load_end_force", "noticed"), ("part_beam_gj", "not noticed")):
            self.assertEqual(changes.outcome(one, planted[key], data), expected)
        impossible = changes.Change("no mesh", {"mesh": "none"})
        self.assertEqual(changes.outcome(one, impossible, data), "refused")

    def test_orders(self):
        self.assertAlmostEqual(runs.order([1, 2, 4], [1, 1 / 4, 1 / 64]), 4)
        self.assertAlmostEqual(runs.order([1, 2, 4, 8], [1e-3, 1e-3 / 16, 1e-12, 1e-12]), 4)  # round-off does not count
        self.assertEqual(runs.order([1, 2], [1e-14, 1e-15]), float("inf"))

    def test_old_data(self):
        """Data of another text of a case are marked."""
        one = next(iter(CASES.values()))
        self.assertEqual(sheet.verdict(dataclasses.replace(one, mark="another"), runs.read(one)), "older than its case")
        self.assertEqual(sheet.verdict(one, None), "not run yet")

    def test_marks(self):
        """A case has another mark if its table or the number of a reference changes."""
        make, before, read, source = sys.modules["verification_motions"].hammer, CASES["hammer"], case.read_bytes, inspect.getsource
        changes = (mock.patch.object(case, "read_bytes", lambda path: read(path) + (b"1,0\n" if path == "inputs/hammer.csv" else b"")),
                   mock.patch.object(case.inspect, "getsource", lambda one: source(one).replace("2 * 0.744", "2 * 0.745")))
        for change in changes:
            with change, mock.patch.dict(case.CASES):
                case.case(make)
                self.assertNotEqual(case.CASES["hammer"].mark, before.mark)
        self.assertEqual(case.CASES["hammer"].mark, before.mark)


if __name__ == "__main__":
    unittest.main()
