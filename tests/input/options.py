"""Options from files and from the command line: what they may not say, what is not read, the manual."""
import os
import unittest

import numpy as np

import refusal
from run import Output, fsolve, options


class Options(refusal.Refusal):
    def test_options_files(self):
        rows = (
            ("-dt 0.1\n-options_file self.opts\n", r"includes itself"),
            ("-dt 0.1\ndt_end 3\n", r"self.opts:2: expected '-key value'"),
            ('-load_a_time "sin(t)\n', r"self.opts:1: the quote \" is not closed"),
            ("-load_a_time sin(3 * t)\n", r"self.opts:1: '\*' follows the value; quote"),
            ("", r"empty"),
            ("-overwrite # a comment\n-x_unknown 3\n", r"no -t_end|no -dt|no -mesh"),
            ("\n-dt 0.1 -t_end 3\n", r"self.opts:2: two options on one line: -dt and -t_end"),
            ("! old\n", r"self.opts:1: expected .* # comment, found '!'"),
            ("% old\n", r"self.opts:1: expected .* # comment, found '%'"),
            ("----------\n", r"self.opts:1: expected .* # comment, found '-----"),
            ("-dt 0.1\0\n", r"-options_file self.opts: is no text"),
            ("-Options_File other.opts\n", r"self.opts:1: -options_file other.opts: cannot be opened"),
            ("-options_file ./self.opts\n", r"includes itself"),
            ("-options_file\n", r"self.opts:1: -options_file needs the name of a file"),
            ("--dt 0.1\n", r"self.opts:1: --dt: options begin with one minus; write -dt"),
            ("-prefix_push a_\n", r"self.opts:1: -prefix_push is not supported"),
            ("-dt -1\n", r"-dt -1: must be greater than zero"),
            ("-dt '-t'\n", r"-dt -t: '-t' is not a finite number"),
        )
        for k, (text, pattern) in enumerate(rows):
            with open(os.path.join(self.cwd, "self.opts"), "w") as file:
                file.write(text)
            with self.subTest(text):
                self.refuse(["-OPTIONS_file", "self.opts"], pattern, 1 + k % 3)

    def test_what_is_no_options_file(self):
        for name, pattern in (("bad.yaml", r"YAML is not read"), ("missing.opts", r"cannot be opened"), (".", r"-options_file \.: Is a directory")):
            for ranks in (1, 3):
                self.refuse(["-options_file", name], pattern, ranks)

    def test_more_options_than_petsc_has_room_for(self):
        with open(os.path.join(self.cwd, "many.opts"), "w") as file:
            file.write("".join(f"-x_{i} 1\n" for i in range(600)))
        self.refuse(["-options_file", "many.opts"], r"600|601", 2)

    def test_values(self):
        """A formula that begins with a minus, in a file and as an argument; quotes around #; a long line; lines as of Windows; a file in a folder
        that includes one beside it; the same option several times; PETSC_OPTIONS, which a file overrides."""
        os.mkdir(os.path.join(self.cwd, "deep"))
        with open(os.path.join(self.cwd, "deep", "more.opts"), "w") as file:
            file.write('-load_sine_time "-sin(t)"  # pulls\n')
        with open(os.path.join(self.cwd, "deep", "case.opts"), "w", newline="") as file:
            file.write(f"\ufeff-t_end 0.5\r\n-options_file more.opts\r\n-output 'a#1.h5'\r\n-quiet{' ' * 20000}# 1\r\n-t_end 1")
        words = options("sdof") + ["-options_file", "deep/case.opts"]
        files = fsolve(words, 2, cwd=self.cwd, env={"PETSC_OPTIONS": "-t_end 7 -ksp_rtol '1e-9'"})
        self.assertEqual((files.returncode, files.stdout), (0, ""), files.stderr)
        line = fsolve(options("sdof", t_end=1, load_sine_time="0-sin(t)", output="b.h5"), cwd=self.cwd)
        self.assertEqual(line.returncode, 0, line.stderr)
        a, b = (Output(os.path.join(self.cwd, name)) for name in ("a#1.h5", "b.h5"))
        self.assertEqual(a.time[-1], 1)
        np.testing.assert_allclose(a.probe["mass"]["displacement"], b.probe["mass"]["displacement"], rtol=1e-12)

    def test_petsc_watches_memory(self):
        """PETSc's other allocator, and nothing that is left at the end."""
        for option in ("malloc_debug", "malloc_dump"):
            done = fsolve(options("sdof", output="watched.h5", overwrite=True, t_end=0.1, **{option: True}), cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("bytes", done.stdout + done.stderr)

    def test_stray_argument(self):
        self.refuse(["wave2d.opts"], r"'wave2d.opts' belongs to no option; write -options_file wave2d.opts", 1)

    def test_petscrc_is_not_read(self):
        with open(os.path.join(self.cwd, ".petscrc"), "w") as file:
            file.write("-dt 5\n")
        self.assertEqual(fsolve(options("sdof"), cwd=self.cwd).returncode, 0)
        self.assertEqual(Output(os.path.join(self.cwd, "sdof.h5")).attrs["steps"], 1000)

    def test_help_is_a_manual(self):
        done = fsolve(["-help"])
        self.assertEqual(done.returncode, 0)
        for word in ("-rho_inf", "-part_<bar>_young", "-load_<name>_time", "-probe_<name>_point", "membrane"):
            self.assertIn(word, done.stdout)
        self.assertNotIn("PetscInitialize", done.stdout)


if __name__ == "__main__":
    unittest.main()
