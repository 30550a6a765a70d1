# SPDX-License-Identifier: BSD-2-Clause
"""Many cases in one run (-cases): rows have the bits of the same cases run alone, on any number of ranks; failed cases, tables that are
wrong, kills, signals and restarts; memory does not grow with the number of cases."""
import os
import re
import signal
import subprocess
import time
import unittest

import h5py
import numpy as np

from run import FSOLVE, LAUNCH, MORE_RANKS, RELEASE, FolderTest, fsolve

FRAME = """
-mesh frame
-points foot,corner,corner2,foot2
-point_foot 0,0,0
-point_corner 0,0,3
-point_corner2 4,0,3
-point_foot2 4,0,0
-members left,top,right
-member_left foot,corner
-member_left_n 3
-member_top corner,corner2
-member_top_n 4
-member_right corner2,foot2
-member_right_n 3
-parts frame
-part_frame_set all
-part_frame_element beam
-part_frame_section rectangle
-part_frame_width 0.05
-part_frame_height 0.03
-part_frame_direction 0,1,0
-part_frame_young E
-part_frame_poisson 0.3
-part_frame_density 7850
-supports feet
-support_feet_set foot,foot2
-loads corners
-load_corners_set corner
-load_corners_force F,0,-F
-probes corner
-let F=100,E=2.1e11
"""
STATIC = FRAME + "-analysis static\n-dt 1\n-t_end 1\n"
MOTION = FRAME + "-dt 0.001\n-t_end 0.02\n"
MODES = FRAME + "-analysis modes\n-modes 3\n"


def contents(path):
    """All datasets of a file of results by their paths, and its attributes."""
    found = {}
    with h5py.File(path) as f:
        f.visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
        found.update({"@" + k: v for k, v in f.attrs.items()})
    return found


class Many(FolderTest):
    def setUp(self):
        super().setUp()
        self.write("static.opts", STATIC)
        self.write("motion.opts", MOTION)
        self.write("modes.opts", MODES)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)

    def run_many(self, case, table, ranks=1, status=0, **keys):
        """Runs the table, and returns the finished run and the rows."""
        self.write("table.csv", table)
        words = ["-options_file", case + ".opts", "-cases", "table.csv", "-output", "rows.h5"]
        for key, value in keys.items():
            words += ["-" + key] + ([] if value is True else [str(value)])
        done = fsolve(words, ranks, cwd=self.folder, timeout=300)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done, contents(self.path("rows.h5")) if status in (0, 3) else None

    def alone(self, case, *words):
        """The results of one case."""
        output = self.path("alone.h5")
        done = fsolve(["-options_file", self.path(case + ".opts"), "-output", output, "-overwrite", "-quiet", *words])
        self.assertEqual(done.returncode, 0, done.stderr)
        return contents(output)

    def assert_row(self, rows, k, alone):
        """Row k has what the histories and tables of the case alone have, bit by bit."""
        seen = 0
        for name, values in rows.items():
            if not name.startswith("results/"):
                continue
            path, _, end = name.removeprefix("results/").rpartition("/")
            history = alone.get("history/" + path)
            if name == "results/time":
                expected = alone["history/time"][-1]
            elif end in ("final", "largest", "least") and history is not None:
                expected = {"final": lambda h: h[-1], "largest": lambda h: h.max(0), "least": lambda h: h.min(0)}[end](history)
            else:
                expected = alone[name.removeprefix("results/")].ravel()
            np.testing.assert_array_equal(np.ravel(values[k])[: np.size(expected)], np.ravel(expected), err_msg=name)
            self.assertTrue(np.all(np.isnan(np.ravel(values[k])[np.size(expected):])))
            seen += 1
        self.assertGreater(seen, 3)

    # ---- rows -----------------------------------------------------------------------------------

    def test_rows_are_the_cases(self):
        """Options and constants, of a transient and a static case and of modes."""
        tables = {
            "static": ("F,-part_frame_height\n100,0.03\n-250.5,0.04\n1e4,\n", [["-let", "F=100", "-part_frame_height", "0.03"],
                       ["-let", "F=-250.5", "-part_frame_height", "0.04"], ["-let", "F=1e4"]]),
            "motion": ('# a comment\n-load_corners_force , -dt\n"0,0,-F",0.001\n\n "F,0,0" ,5e-4\n',
                       [["-load_corners_force", "0,0,-F", "-dt", "0.001"], ["-load_corners_force", "F,0,0", "-dt", "5e-4"]]),
            "modes": ("-modes\n2\n4\n", [["-modes", "2"], ["-modes", "4"]]),
        }
        for case, (table, cases) in tables.items():
            for files in ({}, {"cases_files": True}):
                with self.subTest(case=case, files=files):
                    done, rows = self.run_many(case, table, overwrite=True, **files)
                    self.assertIn(f"done: {len(cases)} cases in ", done.stdout.splitlines()[-1])
                    self.assertIn(" of which 0 failed", done.stdout.splitlines()[-1])
                    np.testing.assert_array_equal(rows["cases/status"], 0)
                    self.assertEqual(rows["@status"].rstrip(b"\0"), b"done")
                    for k, words in enumerate(cases):
                        alone = self.alone(case, *words)
                        self.assert_row(rows, k, alone)
                        if files:
                            own = contents(self.path(f"rows_{k:06d}.h5"))
                            for name in alone:
                                if name.startswith(("history/", "modes/", "snapshots/")):
                                    np.testing.assert_array_equal(own[name], alone[name], err_msg=name)
        self.assertFalse([f for f in os.listdir(self.folder) if ".rows." in f or f.endswith(".new")])

    def test_what_rows_have(self):
        _, rows = self.run_many("static", "F\n1\n2\n")
        self.assertEqual(rows["results/corner/displacement/final"].shape, (2, 3))
        np.testing.assert_array_equal(rows["inputs/F"], [1, 2])
        np.testing.assert_array_equal(rows["results/time"], [1, 1])
        self.assertIn("results/energy/strain/largest", rows)
        _, rows = self.run_many("modes", "-modes\n2\n4\n", overwrite=True)
        self.assertEqual(rows["results/modes/frequency"].shape, (2, 4))
        self.assertEqual(np.isnan(rows["results/modes/frequency"]).tolist(), [[False, False, True, True], [False] * 4])
        self.assertEqual([name for name in rows if "shape" in name], [])

    def test_response(self):
        """A harmonic response gives the largest amplitude, and its frequency."""
        self.write("response.opts", FRAME + "-analysis response\n-response_range 1,12\n-response_points 12\n-part_frame_damping 1e-4\n"
                   "-load_corners_harmonic 1\n")
        _, rows = self.run_many("response", "F\n1\n")
        alone = self.alone("response", "-let", "F=1")
        re_, im = (alone[f"history/corner/{part}/displacement"] for part in ("real", "imaginary"))
        size = np.hypot(re_, im)
        np.testing.assert_allclose(rows["results/corner/amplitude/displacement/largest"][0], size.max(0), rtol=1e-15)
        self.assertEqual(rows["results/corner/amplitude/displacement/frequency"][0, 0], alone["history/frequency"][size[:, 0].argmax()])

    def test_names_are_the_users(self):
        """Probes may be called like a part of a response or a group of the file. Without a word, rows had no values of such a probe."""
        for name in ("real", "imaginary", "frames", "shapes"):
            with self.subTest(name):
                self.write(name + ".opts", FRAME.replace("-probes corner", f"-probes {name}\n-probe_{name}_set corner") + "-analysis response\n"
                           "-response_range 1,12\n-response_points 3\n-part_frame_damping 1e-4\n-load_corners_harmonic 1\n")
                _, rows = self.run_many(name, "F\n1\n", overwrite=True)
                self.assertGreater(rows[f"results/{name}/amplitude/displacement/largest"].max(), 0)

    def test_ranks(self):
        """The rows of groups of one rank have the same bits; those of larger groups agree to round-off."""
        table = "F\n" + "".join(f"{k}\n" for k in range(1, 8))
        _, one = self.run_many("static", table)
        for ranks in (2, *MORE_RANKS):
            with self.subTest(ranks=ranks):
                _, rows = self.run_many("static", table, ranks, overwrite=True)
                for name in one:
                    if name.startswith(("results", "inputs", "cases/status")):
                        np.testing.assert_array_equal(rows[name], one[name], err_msg=name)
        for ranks in (2, 8):
            with self.subTest(ranks=ranks, of=2):
                _, rows = self.run_many("static", table, ranks, overwrite=True, cases_ranks=2)
                np.testing.assert_allclose(rows["results/corner/displacement/final"], one["results/corner/displacement/final"], rtol=1e-9,
                                           atol=1e-15)
        _, rows = self.run_many("static", table, 2, overwrite=True, cases_ranks=2, cases_files=True)
        np.testing.assert_allclose(rows["results/corner/displacement/final"], one["results/corner/displacement/final"], rtol=1e-9, atol=1e-15)

    def test_failed_cases(self):
        """A case with a wrong value and one that has no solution are rows; the others are not touched."""
        table = "F,-part_frame_height\n100,0.03\n100,-1\n1e12,0.03\n200,0.03\n"
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                done, rows = self.run_many("static", table, ranks, overwrite=True)
                self.assertIn("of which 2 failed; case 1: ", done.stdout.splitlines()[-1])
                np.testing.assert_array_equal(rows["cases/status"], [0, 2, 3, 0])
                messages = rows["cases/message"].decode().split("\n")
                self.assertEqual([bool(m) for m in messages[:4]], [False, True, True, False])
                self.assertIn("-part_frame_height", messages[1])
                self.assert_row({k: v for k, v in rows.items()}, 3, self.alone("static", "-let", "F=200"))
                self.assertTrue(np.all(np.isnan(rows["results/corner/displacement/final"][1:3])))
        done, _ = self.run_many("static", "-part_frame_height\n-1\n-2\n", 2, overwrite=True, status=3)
        self.assertIn("all 2 cases failed", done.stderr)
        self.assertEqual(done.stderr.count("fsolve: "), 1)

    def test_warnings_are_kept(self):
        self.write("static.opts", STATIC.replace("E=2.1e11", "E=2.1e11,unused=1"))
        _, rows = self.run_many("static", "F\n1\n2\n")
        np.testing.assert_array_equal(rows["cases/warnings"], [1, 1])
        self.assertIn("unused", rows["cases/warning"].decode().split("\n")[1])

    # ---- wrong use ------------------------------------------------------------------------------

    def test_wrong_tables(self):
        for table, words in {
            "": "is empty",
            "# nothing\n\n": "is empty",
            "F\n": "has no rows",
            "F,-dt\n1,2\n3\n": r"table.csv:3: the row has 1 values, and the header has 2",
            "F,-dt\n1,2,3\n": r"table.csv:2: the row has 3 values",
            "-load_corners_force\n1,0,0\n": "put quotes around",
            'F\n"1\n': "a quote is not closed",
            'F\n"1"2\n': "a comma must follow",
            "-part_frame_yuong\n1\n": "unknown option -part_frame_yuong in the header; did you mean -part_frame_young?",
            "-dtt\n1\n": "unknown option -dtt in the header; did you mean -dt",
            "-part_frmae_young\n1\n": "unknown option -part_frmae_young",
            "G\n1\n": "no option of this case names 'G'",
            "F,f\n1,2\n": "the column f is there twice",
            "F,\n1,2\n": "is neither an option",
            "a b\n1\n": "is neither an option",
            "-output\nx.h5\n": "is an option of the whole run",
            "-checkpoint\nx\n": "is an option of the whole run",
            "-log_view\n1\n": "is an option of the whole run",
        }.items():
            for ranks in (1, 3) if "frmae" in table or "3\n3" in table else (1,):
                with self.subTest(table=table, ranks=ranks):
                    done, _ = self.run_many("static", table, ranks, status=2)
                    self.assertRegex(done.stderr, words)
                    self.assertEqual(done.stderr.count("fsolve: "), 1, done.stderr)
                    self.assertFalse([f for f in os.listdir(self.folder) if f.startswith("rows")])

    def test_wrong_options(self):
        for keys, ranks, words in (({"cases_ranks": 2}, 3, "cannot form groups"), ({"cases_ranks": 2}, 1, "cannot form groups"),
                                   ({"checkpoint": "c"}, 1, "no effect with -cases"), ({"output": "none"}, 1, "needs a file"),
                                   ({"cases": "none.csv"}, 1, "cannot be read"), ({"output": "table.csv", "overwrite": True}, 1, "reads"),
                                   ({"restart": "rows.h5"}, 1, "cannot be opened")):
            with self.subTest(keys=keys):
                done, _ = self.run_many("static", "F\n1\n", ranks, status=2, **keys)
                self.assertRegex(done.stderr, words)
        self.write("rows.h5", "something else")
        done, _ = self.run_many("static", "F\n1\n", status=2)
        self.assertIn("exists; give -overwrite", done.stderr)
        done = fsolve(["-options_file", "static.opts", "-cases_ranks", "2"], cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no effect", done.stderr)

    # ---- kills and restarts ---------------------------------------------------------------------

    def start(self, table, ranks, *words):
        self.write("table.csv", table)
        command = LAUNCH.format(ranks=ranks).split() if ranks > 1 else []
        return subprocess.Popen(command + [FSOLVE, "-options_file", "motion.opts", "-cases", "table.csv", "-output", "rows.h5", *words],
                                cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

    def wait_for_rows(self, most):
        """Waits until some rows are in the journals."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            files = [self.path(f) for f in os.listdir(self.folder) if re.fullmatch(r"rows\.h5\.rows\.\d+", f)]
            if sum(os.path.getsize(f) for f in files) > 12000:
                return
            time.sleep(0.01)
        self.fail("no rows")

    def kill_all(self):
        """Kills the ranks, which run in the folder of the test."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.path.samefile(f"/proc/{pid}/cwd", self.folder):
                    os.kill(int(pid), signal.SIGKILL)
            except OSError:
                pass  # a process that has ended, or of another user

    def check_restart(self, table, n, ranks):
        """The rows that are missing are run, and all rows are those of an undisturbed run."""
        words = ["-options_file", "motion.opts", "-cases", "table.csv", "-restart", "rows.h5"]
        done = fsolve(words, ranks, cwd=self.folder, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        left = int(re.match(r"(\d+) cases", done.stdout)[1])
        self.assertTrue(0 < left < n, done.stdout)
        rows = contents(self.path("rows.h5"))
        self.assertEqual(rows["@cases_done"], n)
        os.rename(self.path("rows.h5"), self.path("first.h5"))
        _, whole = self.run_many("motion", table)
        for name in whole:
            if name.startswith(("results", "inputs", "cases/status", "cases/message")):
                np.testing.assert_array_equal(rows[name], whole[name], err_msg=name)
        self.assertFalse([f for f in os.listdir(self.folder) if ".rows." in f])

    def test_kill_and_restart(self):
        n = 150
        table = "F\n" + "".join(f"{k}\n" for k in range(n))
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                run = self.start(table, ranks)
                self.wait_for_rows(60)
                self.kill_all()
                run.communicate()
                done, _ = self.run_many("motion", table + "1\n", status=2, restart="rows.h5")
                self.assertIn("is not the table of that run", done.stderr)
                done, _ = self.run_many("motion", table, status=2, restart="rows.h5", rho_inf=0.5)
                self.assertIn("had other options", done.stderr)
                # the last row is cut short, as by a kill while it is written
                journal = max((self.path(f) for f in os.listdir(self.folder) if ".rows." in f), key=os.path.getsize)
                os.truncate(journal, os.path.getsize(journal) - 5)
                older = self.path("rows.h5.rows.7")
                with open(older, "wb") as f:
                    f.write(b"frow" + bytes(60))
                done, _ = self.run_many("motion", table, status=2, restart="rows.h5")
                self.assertIn("another version of fsolve wrote a file of rows; let that version finish the run", done.stderr)
                os.remove(older)
                self.check_restart(table, n, ranks)
                os.remove(self.path("rows.h5"))
                os.remove(self.path("first.h5"))

    def test_signal(self):
        n = 150
        table = "F\n" + "".join(f"{k}\n" for k in range(n))
        run = self.start(table, 1)
        self.wait_for_rows(60)
        run.send_signal(signal.SIGTERM)
        _, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 4, errors)
        self.assertRegex(errors, r"^fsolve: stopped by SIGTERM after \d+ of 150 cases, of which 0 failed; continue with -restart rows.h5\n$")
        rows = contents(self.path("rows.h5"))
        self.assertEqual(rows["@status"].rstrip(b"\0"), b"stopped by SIGTERM")
        done = int(re.search(r"after (\d+)", errors)[1])
        self.assertEqual(np.count_nonzero(rows["cases/status"] == 0), done)
        self.assertEqual(np.count_nonzero(rows["cases/status"] == -1), n - done)
        self.assertEqual(np.count_nonzero(np.isfinite(rows["results/time"])), done)
        self.assertFalse([f for f in os.listdir(self.folder) if "checkpoint" in f])
        self.check_restart(table, n, 2)
        os.remove(self.path("rows.h5"))
        os.rename(self.path("first.h5"), self.path("rows.h5"))
        done, _ = self.run_many("motion", table, status=2, restart="rows.h5")
        self.assertIn("no row is missing", done.stderr)

    def test_two_runs_at_once(self):
        """A second run with the same results is refused, and the first one goes on."""
        table = "F\n" + "".join(f"{k}\n" for k in range(60))
        run = self.start(table, 1)
        self.wait_for_rows(60)
        run.send_signal(signal.SIGSTOP)  # else it may end before the second one starts
        try:
            done, _ = self.run_many("motion", table, status=2, overwrite=True)
        finally:
            run.send_signal(signal.SIGCONT)
        self.assertIn("another run uses it", done.stderr)
        _, errors = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 0, errors)
        self.assertEqual(contents(self.path("rows.h5"))["@cases_done"], 60)

    # ---- memory ---------------------------------------------------------------------------------

    def peak(self, table):
        """Largest memory of a run [kB]."""
        self.write("table.csv", table)
        command = [FSOLVE, "-options_file", "static.opts", "-cases", "table.csv", "-output", "rows.h5", "-overwrite", "-quiet"]
        code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:]); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        done = subprocess.run(["/usr/bin/python3", "-c", code, *command], cwd=self.folder, capture_output=True, text=True, timeout=550)
        return int(done.stdout.splitlines()[-1])

    def test_memory(self):
        few, more = (200, 1200) if RELEASE else (40, 140)
        for row in ("1\n", "1\n0\n"):  # also with failed cases
            with self.subTest(row=row):
                few_kb, more_kb = (self.peak("-part_frame_height\n" + row * n) for n in (few, more))
                # a row takes 4 kB
                self.assertLess(more_kb - few_kb, 16 * (more - few) + 2000)


if __name__ == "__main__":
    unittest.main()
