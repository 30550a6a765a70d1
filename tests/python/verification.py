# SPDX-License-Identifier: BSD-2-Clause
"""The verification manual: its data are those of its cases, and what falls short is found."""
import dataclasses
import inspect
import itertools
import os
import sys
import tempfile
import unittest
from unittest import mock

from PIL import Image

from run import RELEASE, SOURCE

sys.path[:0] = [os.path.join(SOURCE, folder) for folder in ("tools", "python")]
from verification import case, changes, changes_page, limits, measure, picture, runs, sheet  # noqa: E402

CASES = case.load()


class Verification(unittest.TestCase):
    def test_data(self):
        """Each case has run since it was changed, and what it shows is in its limits."""
        for one in CASES.values():
            with self.subTest(one.name):
                self.assertRegex(sheet.verdict(one, runs.read(one)), "^agrees", f"scripts/verify {one.name}")
        self.assertEqual(sorted(os.listdir(runs.RESULTS)), sorted(f"{name}.json" for name in CASES), "data without a case, or a case without data")

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

    def test_words(self):
        """Results stay those of their case if a text is mended, but not if a reference changes."""
        source = "def f():\n    return Case(title='a', text=f\"\"\"b {1}\n\"\"\", quantities=(Quantity(1),))\n"
        left = case.without_words(source)
        self.assertEqual(left, case.without_words(source.replace("b {1}", "longer").replace("'a'", "'another'")))
        self.assertNotEqual(left, case.without_words(source.replace("Quantity(1)", "Quantity(2)")))
        self.assertIn("quantities=", left)

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

    def test_rule_of_limits(self):
        """For every sheet: a limit follows from the rule, is the tolerance of a solver, or has a reason; one that is near to its error is named in the verdict."""
        for one in CASES.values():
            data = runs.read(one)
            for q in one.quantities:
                with self.subTest(f"{one.name}: {q.name}"):
                    self.assertTrue(q.given is None or q.given <= limits.EXACT or q.reason, "a limit without a rule needs a reason")
                    limit, error = limits.limit_of(q, data), data["errors"][q.name]
                    self.assertTrue(limit.value <= 1000 * error or "given" not in limit.reason)
                    if q.reference.value and limit.value < sheet.NARROW * error:
                        self.assertRegex(sheet.verdict(one, data), "^agrees within .* %$")

    def test_changes(self):
        """Each number of the model is changed, component by component, its zeros and words are kept, and a sheet notices a force that is wrong by a tenth.
        The torsional stiffness of a beam that does not twist has no influence."""
        self.assertEqual(changes.components("max(a,b),0,-c"), ["max(a,b)", "0", "-c"])
        self.assertEqual(list(changes.scaled("max(a,b),0,-c", 1.1, {})), [("component 1 of ", "(max(a,b))*1.1,0,-c"), ("component 3 of ", "max(a,b),0,(-c)*1.1")])
        self.assertEqual(list(changes.scaled("lumped", 1.1, {})), [])
        self.assertEqual(list(changes.scaled("EI", 1.1, {"EI": "3"})), [("", "(EI)*1.1")])
        self.assertEqual(list(changes.scaled("0,0.0,0", 1.1, {})), [])
        self.assertEqual(changes.variables({"let": "L=3,n=4", "mesh_n": "2*n"}), {"L": "3"})
        self.assertIsNone(changes.NUMBER.match("-support_end_fix_rotation"))
        one = CASES["one_element"]
        data = runs.read(one)
        planted = {change.key: change for change in changes.changes(one)}
        for key, expected in (("load_end_force", "noticed"), ("part_beam_gj", "without influence")):
            self.assertEqual(changes.outcome(one, changes.values_of(one, planted[key]), data), expected)
        rigid = dataclasses.replace(one, rigid=("gj",))
        self.assertIn("part_beam_gj a thousandth", [change.what for change in changes.changes(rigid)])
        self.assertIsNone(changes.values_of(one, changes.Change("no mesh", {"mesh": "none"}, "mesh")))
        self.assertEqual(changes.outcome(one, None, data), "refused")

    def test_changes_are_noticed(self):
        """Of all planted changes that have an influence and that no sheet declares as untested with a reason, at least 95 % are noticed. No declaration is out of date."""
        of = changes_page.total(CASES)
        self.assertGreater(of["noticed"], 700)
        self.assertGreaterEqual(of["noticed"], 0.95 * (of["noticed"] + of["not noticed"]))
        for one in CASES.values():
            data = runs.read(one)
            if data.get("changes"):
                why = changes_page.reasons(one, data)
                for entry, reason in one.untested.items():
                    self.assertIn(reason, why.values(), f"{one.name} notices {entry}, or nothing depends on it: it need not be declared as untested")

    def test_quantities_with_options(self):
        """Quantities with the same further options share a run, and each is measured before the next run overwrites the file."""
        ran = []
        def run(**keys):
            ran.append(keys)
            return dict(keys)
        q = [case.Quantity(name, "", lambda r: len(r), (case.Reference(1, ""),), keys=keys) for name, keys in (("a", {"x": 1}), ("b", {}), ("c", {"x": 1}), ("d", {"x": 1, "y": 2}))]
        values = measure.measured(dataclasses.replace(CASES["one_element"], quantities=tuple(q)), run)
        self.assertEqual((values, ran), ({"a": 1, "b": 0, "c": 1, "d": 2}, [{}, {"x": 1}, {"x": 1, "y": 2}]))

    def test_schemes_differ(self):
        """No scheme passes as another one on the sheet of spectra, except those with the same closed form."""
        one = CASES["spectra"]
        of = {}
        for q in one.quantities:
            of.setdefault(q.name.split(":")[0], []).append(q)
        forms = sys.modules["verification_schemes"].all_schemes()
        self.assertEqual(len(of), 40)
        for a, b in itertools.combinations(of, 2):
            same = abs(sys.modules["verification_schemes"].principal(forms[a][0], 0.1) - sys.modules["verification_schemes"].principal(forms[b][0], 0.1)) < 1e-12
            passes = all(abs(p.reference.value - q.reference.value) <= limits.limit_of(p, runs.read(one)).value * abs(p.reference.value) for p, q in zip(of[a], of[b]))
            self.assertEqual(same, passes, (a, b))

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
        """A case has another mark if its table or a number of a reference changes."""
        make, before, read, source = sys.modules["verification_motions"].hammer, CASES["hammer"], case.read_bytes, inspect.getsource
        changes = (mock.patch.object(case, "read_bytes", lambda path: read(path) + (b"1,0\n" if path == "inputs/hammer.csv" else b"")),
                   mock.patch.object(case.inspect, "getsource", lambda one: source(one).replace("2 * impulse", "2.1 * impulse")))
        for change in changes:
            with change, mock.patch.dict(case.CASES):
                case.case(make)
                self.assertNotEqual(case.CASES["hammer"].mark, before.mark)
        self.assertEqual(case.CASES["hammer"].mark, before.mark)


if __name__ == "__main__":
    unittest.main()
