# SPDX-License-Identifier: BSD-2-Clause
"""fsolve.sweep with a table: lists, grids and Latin hypercubes; rows by name; failed cases and wrong tables."""
import contextlib
import io
import os
import unittest

import numpy as np

import fsolve
from run import SOURCE, FolderTest

SDOF = os.path.join(SOURCE, "inputs", "sdof.opts")


class Tables(unittest.TestCase):
    def test_grid(self):
        self.assertEqual(fsolve.grid(dt=[1, 2], let={"F": [3, 4]}),
                         [{"dt": 1, "let": {"F": 3}}, {"dt": 1, "let": {"F": 4}}, {"dt": 2, "let": {"F": 3}}, {"dt": 2, "let": {"F": 4}}])

    def test_latin_hypercube(self):
        rows = fsolve.latin_hypercube(20, seed=3, dt=(1, 2), let={"F": (-10, 10)})
        self.assertEqual(rows, fsolve.latin_hypercube(20, seed=3, dt=(1, 2), let={"F": (-10, 10)}))
        for values in (np.array([r["dt"] for r in rows]) - 1, (np.array([r["let"]["F"] for r in rows]) + 10) / 20):
            np.testing.assert_array_equal(np.sort(np.floor(20 * values)), np.arange(20))  # one in each part


class Sweep(FolderTest):
    def setUp(self):
        super().setUp()
        self.output = self.path("rows.h5")

    def test_rows(self):
        rows = fsolve.sweep(SDOF, table=[{"dt": 0.01}, {"dt": -1}, {"dt": 0.02, "integrator": "trapezoidal"}], n=1, output=self.output)
        self.assertEqual(rows.status.tolist(), [0, 2, 0])
        self.assertEqual(list(rows.failed), [1])
        self.assertIn("-dt", rows.failed[1])
        np.testing.assert_array_equal(rows.inputs("dt"), [0.01, -1, 0.02])
        self.assertEqual(rows.table[2], {"-dt": "0.02", "-integrator": "trapezoidal"})
        name = next(k for k in rows.keys() if k.endswith("displacement/final"))
        alone = fsolve.run(SDOF, dt=0.02, integrator="trapezoidal", output=self.output + "_alone.h5")
        np.testing.assert_array_equal(rows[name][2], alone[name.removesuffix("/final")][-1])
        self.assertTrue(np.all(np.isnan(rows[name][1])))
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            rows.print(name)
        lines = [line.split() for line in out.getvalue().splitlines()]
        labels = [name] if rows[name].ndim == 1 else [f"{name} {c}" for c in "xyz"[:rows[name].shape[1]]]
        self.assertEqual(lines[0], " ".join(["-dt", "-integrator", *labels, "status"]).split())
        self.assertEqual((len(lines), lines[1][0], lines[3][0], lines[3][-1]), (4, "0.01", "0.02", "0"))
        table = rows.tabulate(name)
        self.assertEqual(table["status"], [0, 2, 0])
        self.assertEqual(table[labels[0]][2], rows[name].reshape(3, -1)[2, 0])
        self.assertEqual(table.to_csv().splitlines()[0], ",".join(["-dt", "-integrator", *labels, "status"]))
        try:
            import pandas  # noqa: F401
        except ImportError:
            return
        np.testing.assert_array_equal(table.to_pandas()[labels[0]], rows[name].reshape(3, -1)[:, 0])
        with self.assertRaisesRegex(fsolve.FsolveError, "has no result 'displacment"):
            rows["displacment"]

    def test_all_fail(self):
        rows = fsolve.sweep(SDOF, table=fsolve.grid(dt=[-1, -2]), n=1, output=self.output)
        self.assertEqual(len(rows.failed), 2)

    def test_wrong(self):
        for table, words in (([], "has no rows"), ([{"dtt": 1}], "unknown option -dtt")):
            with self.assertRaisesRegex(fsolve.FsolveError, words):
                fsolve.sweep(SDOF, table=table, n=1, output=self.output)
        with self.assertRaisesRegex(fsolve.FsolveError, "no such file"):
            fsolve.Rows(self.output)


if __name__ == "__main__":
    unittest.main()
