# SPDX-License-Identifier: BSD-2-Clause
"""Options from files and from the command line: what they may not say, what is not read, the manual."""
import os
import re
import unittest

import h5py
import numpy as np

import refusal
from run import RELEASE, Output, fsolve, options


class Options(refusal.Refusal):
    def test_options_files(self):
        rows = (
            ("-dt 0.1\n-options_file self.opts\n", r"includes itself"),
            ("-dt 0.1\ndt_end 3\n", r"self.opts:2: expected '-key value'"),
            ('-load_a_time "sin(t)\n', r"self.opts:1: the quote \" is not closed"),
            ("-load_a_time sin(3 * t)\n", r"self.opts:1: '\*' follows the value; quote"),
            ("", r"empty"),
            ("-overwrite # a comment\n-x_unknown 3\n", r"no -t_end|no -dt|no -mesh"),
            ("\n-dt 0.1 -t_end 3 4\n", r"self.opts:2: '4' follows the value; quote"),
            ("-dt 0.1 '-t_end' 3\n", r"self.opts:1: '-t_end' follows the value; quote"),
            ("-dt 0.1 -load_a_time 'sin(t)\n", r"self.opts:1: the quote ' is not closed"),
            ("-dt 0.1 \"t\n", r"self.opts:1: the quote \" is not closed"),
            ("-t_end 3 --dt 0.1\n", r"self.opts:1: --dt: options start with one minus; write -dt"),
            ("-t_end 3 -dt -1 # seconds\n", r"-dt -1: must be greater than zero"),
            ("! old\n", r"self.opts:1: expected .* # comment, found '!'"),
            ("% old\n", r"self.opts:1: expected .* # comment, found '%'"),
            ("----------\n", r"self.opts:1: expected .* # comment, found '-----"),
            ("-dt 0.1\0\n", r"-options_file self.opts: is not a text"),
            ("-Options_File other.opts\n", r"self.opts:1: -options_file other.opts: cannot be opened"),
            ("-options_file ./self.opts\n", r"includes itself"),
            ("-options_file\n", r"self.opts:1: -options_file needs the name of a file"),
            ("--dt 0.1\n", r"self.opts:1: --dt: options start with one minus; write -dt"),
            ("-prefix_push a_\n", r"self.opts:1: -prefix_push is not supported"),
            ("-dt -1\n", r"-dt -1: must be greater than zero"),
            ("-dt '-t'\n", r"-dt -t: '-t' is not a finite number"),
        )
        for k, (text, pattern) in enumerate(rows):
            with open(os.path.join(self.cwd, "self.opts"), "w") as file:
                file.write(text)
            with self.subTest(text):
                self.refuse(["-OPTIONS_file", "self.opts"], pattern, 1 + k % 3 if RELEASE or k == 2 else 1)

    def test_adding_to_lists(self):
        """-<list>+ adds to a list of names, sets, files or numbers; without one it starts it. What is no list, has no value or is unknown is refused."""
        with open(os.path.join(self.cwd, "base.opts"), "w") as file:
            file.write("-mesh line -mesh_upper 1,0,0\n-parts k,m -part_k_set all -part_k_element spring -part_k_stiffness 100\n-part_m_set end -part_m_element mass -part_m_mass 1\n"
                       "-supports start -dt 0.1 -t_end 0.2\n")
        with open(os.path.join(self.cwd, "more.opts"), "w") as file:
            file.write("-options_file base.opts\n-Parts+ n -part_n_set end -part_n_element mass -part_n_mass 2\n")
        more = ["-parts+", "o", "-part_o_set", "end", "-part_o_element", "mass", "-part_o_mass", "4", "-probes+", "end", "-let+", "a=1,b=a", "-part_m_mass", "b"]
        for ranks in (1, 3):
            done = fsolve(["more.opts"] + more + ["-output", "sum.h5", "-overwrite", "-show", "model"], ranks, cwd=self.cwd)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            out = Output(os.path.join(self.cwd, "sum.h5"))
            self.assertEqual(set(out.probe), {"end"})
            for part in "kmno":
                self.assertRegex(done.stdout, rf"part '{part}'|\b{part}\b")
        with h5py.File(os.path.join(self.cwd, "sum.h5")) as f:
            self.assertIn("-parts k,m,n,o\n", f["options"][()].decode())
        for words, pattern in ((["-dt+", "1"], r"-dt 0.1,1: more than 1 number"), (["-analysis+", "static"], r"-analysis\+: -analysis is no list"),
                               (["-parts+"], r"-parts\+ needs values to add to the list -parts"), (["-partz+", "a"], r"unknown option -partz; did you mean -parts\?"),
                               (["-parts+", "M"], r"-parts: 'm' and 'M' are one name"), (["-parts+", "m"], r"-parts: 'm' is given twice"),
                               (["-dt", "0,1"], r"-dt 0,1: more than 1 number; a comma separates numbers, and decimals follow a point"),
                               (["-analysis", "modal"], r"-analysis modal: unknown; did you mean modes\?"),
                               (["-support_start_fix", "xw"], r"-support_start_fix xw: 'w' is no component; give letters, such as z or xy"), (["-ksp_type+", "cg"], r"-ksp_type\+: -ksp_type is no list")):
            with self.subTest(words):
                self.refuse(["base.opts"] + words, pattern, 1)
        self.assertIn("-<list>+", fsolve(["-help", "list"], cwd=self.cwd).stdout)

    REPLACED = ("-mesh line -mesh_upper 1\n-parts k,m,w -part_k_set all -part_k_element spring -part_k_stiffness 100\n-part_m_set end -part_m_element mass -part_m_mass 1\n"
                "-part_w_set start -part_w_element mass -part_w_mass 1 -supports start,start_y -support_start_fix x -support_start_y_set start -support_start_y_fix y\n-directions xy -dt 0.1 -t_end 0.2\n"
                "-loads end,start -load_end_force 1,0,0 -load_start_force 2,0,0 -load_start_time sin(t)\n-initials end -initial_end_velocity_x 1\n")
    LEAVES_OUT = "ignored options of names that a later list leaves out: "

    def test_lists_that_a_later_list_replaces(self):
        """The options of names that the last list leaves out go with it, a line names them, and the record runs again without them."""
        base = self.write(self.REPLACED)
        with open(os.path.join(self.cwd, "start.opts"), "w") as file:
            file.write("-supports start -load_end_force 3,0,0\n")
        part = ["-parts", "k,n,w", "-part_n_set", "end", "-part_n_element", "mass", "-part_n_mass", "2"]
        for k, (words, names) in enumerate(((["start.opts"], "start_y of -supports"), (["-Loads", "end", "-supports", "start"], "start of -loads, start_y of -supports"),
                                            (["-loads", "end", "-loads+", "more", "-load_more_set", "end", "-load_more_force", "1,0,0"], "start of -loads"),
                                            (["-initials", "all", "-initial_all_velocity_x", "1"] + part, "end of -initials, m of -parts"))):
            with self.subTest(words):
                done = fsolve(base + words + ["-output", "a.h5", "-overwrite"], 1 + k % 2, cwd=self.cwd)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(self.LEAVES_OUT + names + "\n", done.stdout)
                with h5py.File(os.path.join(self.cwd, "a.h5")) as f, open(os.path.join(self.cwd, "again.opts"), "w") as file:
                    file.write(f["options"][()].decode())
                again = fsolve(["again.opts", "-overwrite"], cwd=self.cwd)
                self.assertEqual((again.returncode, again.stderr), (0, ""))
                self.assertNotIn(self.LEAVES_OUT, again.stdout)

    def test_lists_twice_in_one_file(self):
        """A second list in one file leaves out names of the first with a warning of both lines. None if it has them all, if it adds to the first, or if another file replaces it."""
        head = "-mesh line -mesh_upper 1\n-parts k -part_k_set all -part_k_element spring -part_k_stiffness 100\n-directions x -analysis static\n-loads end\n-load_end_force 1,0,0\n-overwrite\n"
        for ranks, tail, warned in ((1, "-supports start,end\n\n-Supports start\n", True), (3, "-supports start,end\n-dt 0.5\n-supports start\n", True),
                                    (1, "-supports start\n-supports end,start\n", False), (1, "-supports end\n-supports+ start\n", False)):
            with self.subTest(tail):
                done = fsolve(self.write(head + tail), ranks, cwd=self.cwd)
                found = re.search(r"warning: (\S+):9: -supports start replaces the list start,end of \1:7, so that 'end' has no effect; -supports\+ adds to a list", done.stderr, re.I)
                self.assertEqual((done.returncode, bool(found), "replaces" in done.stderr), (0, warned, warned), done.stderr)
        base = self.write(head + "-supports start,end\n")
        with open(os.path.join(self.cwd, "more.opts"), "w") as file:
            file.write("-supports start\n")
        for words in (["more.opts"], ["-supports", "start"]):
            done = fsolve(base + words + ["-output", "b.h5", "-overwrite"], cwd=self.cwd)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_geometry_that_a_later_list_replaces(self):
        base = self.write("-mesh frame -points a,b,c -point_a 0,0,0 -point_b 1,0,0 -point_c 2,0,0 -members ab,bc -member_ab a,b -member_bc b,c -member_bc_n 3\n"
                          "-patterns p -pattern_p c -pattern_p_n 2 -pattern_p_vector 0,1,0 -tables f -table_f 0,1,1,2 -probes p -probe_p_point 2,0,0\n"
                          "-parts beam -part_beam_set ab -part_beam_element bar -part_beam_young 1 -part_beam_area 1 -part_beam_density 1 -supports a -directions x -dt 0.1 -t_end 0.1\n")
        words = ["-points", "a,b,d", "-point_d", "0,0,1", "-members", "ab,ad", "-member_ad", "a,d", "-part_beam_set", "ab,ad", "-patterns", "q", "-pattern_q", "d", "-pattern_q_n", "2",
                 "-pattern_q_vector", "0,1,0", "-tables", "g", "-table_g", "g.csv", "-probes", "b"]
        with open(os.path.join(self.cwd, "g.csv"), "w") as file:
            file.write("0,1\n1,2\n")
        done = fsolve(base + words + ["-output", "none"], cwd=self.cwd)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(self.LEAVES_OUT + "bc of -members, p of -patterns, c of -points, p of -probes, f of -tables\n", done.stdout)

    def test_what_a_later_list_does_not_excuse(self):
        """An option of a name that no list has; one that is given with the last list, or after it; a misspelt option of a name that stays."""
        base = self.write(self.REPLACED + "-load_strat_time 1\n")
        self.refuse(base + ["-loads", "end"], r"written.opts:\d: unknown option -load_strat_time: 'strat_time' begins with no name of -loads, which has end", 1)
        base = self.write(self.REPLACED)
        for words in (["-supports", "start", "-support_start_y_fix", "z"], ["-support_start_y_fix", "z", "-supports", "start"]):
            self.refuse(base + words, r"unknown option -support_start_y_fix; did you mean -support_start_fix\?", 1)
        self.refuse(self.write(self.REPLACED + "-support_start_y_fxi y\n") + ["-loads", "end"], r"unknown option -support_start_y_fxi; did you mean -support_start_y_fix\?", 1)

    def test_what_is_no_options_file(self):
        for name, pattern in (("bad.yaml", r"YAML is not read"), ("missing.opts", r"cannot be opened"), (".", r"-options_file \.: Is a directory")):
            for ranks in (1, 3) if RELEASE else (1,):
                self.refuse(["-options_file", name], pattern, ranks)

    def test_files_that_multiply(self):
        """20 to the 10th power of them."""
        for k in range(10):
            with open(os.path.join(self.cwd, f"{k}.opts"), "w") as file:
                file.write(f"-options_file {k + 1}.opts\n" * 20)
        with open(os.path.join(self.cwd, "10.opts"), "w") as file:
            file.write("-dt 1\n")
        self.refuse(["-options_file", "0.opts"], r"^fsolve: -options_file 10.opts: more than 1000 files of options are read; include each once", 2 if RELEASE else 1)

    def write(self, text, name="written.opts"):
        with open(os.path.join(self.cwd, name), "w") as file:
            file.write(text)
        return ["-options_file", name]

    def test_more_parts_than_petsc_has_room_for(self):
        """PETSc has room for 512 options, and gets its own only."""
        parts = "".join(f"-part_p{i}_set end\n-part_p{i}_element mass\n-part_p{i}_mass 1\n" for i in range(300))
        names = ",".join(f"p{i}" for i in range(300))
        done = fsolve(options("sdof") + self.write(f"{parts}-parts spring,damper,mass,{names}\n-t_end 0.1"), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_file_starts_no_programs(self):
        """Nor one that it includes, nor by an option that a later one overrides."""
        made = os.path.join(self.cwd, "made")
        with open(os.path.join(self.cwd, "outer.opts"), "w") as file:
            file.write("-options_file written.opts\n-pc_type lu\n")
        for k, words in enumerate((f'-python "touch {made};"', "-dll_append x.so", "-DLL_prepend x.so", "-on_error_emacs host", "-start_in_debugger", "-on_error_attach_debugger",
                                   "-debugger_pause 1", "-popen_machine host", "-pc_type python", "-sub_1_pc_type Python", "-mg_levels_2_ksp_monitor_python a.b", "-ksp_type python")):
            with self.subTest(words):
                self.write(f"-petsc '{words}'\n-petsc '-ksp_view'\n")
                self.refuse(options("sdof") + ["-options_file", "outer.opts"], r"written.opts:1: .* starts other programs", 1 + k % 2 if RELEASE or k == 1 else 1)
        self.assertFalse(os.path.exists(made))

    def test_who_starts_a_run_may_ask_for_more(self):
        case = options("sdof", t_end=0.1, overwrite=True)
        for words, env in ((["-petsc", "-on_error_abort"], {}), ([], {"PETSC_OPTIONS": "-petsc '-on_error_abort'"}),
                           (self.write("-on_error_abort\n-ts_monitor\n"), {"FSOLVE_ALLOW_PETSC": "all"})):
            done = fsolve(case + words, 2 if RELEASE else 1, cwd=self.cwd, env=env)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_passes_to_petsc(self):
        """Options that act while PETSc starts and at its end, from the list and by -petsc, in a file and on the command line; the others are refused."""
        self.write("-log_view\n-petsc '-fp_trap 0 -malloc_debug'\n")
        done = fsolve(options("sdof", t_end=0.1) + ["-options_file", "written.opts"], 2, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Stepping", done.stdout)
        self.refuse(options("sdof", overwrite=True) + self.write("-log_view\n-info\n"), r"written.opts:2: unknown option -info; fsolve passes other options .*-petsc", 2 if RELEASE else 1)
        self.refuse(options("sdof", overwrite=True) + self.write("-petsc -snes_mf\n"), r"-petsc needs options of PETSc in quotation marks", 1)
        done = fsolve(options("flying_beam", t_end=0.1, petsc="-snes_monitor ascii:steps.txt"), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.cwd, "steps.txt")) as file:
            self.assertIn("SNES Function norm", file.read())

    def test_what_no_solver_reads(self):
        """Options of inner solvers are read in the first solve or never: the end of the run tells."""
        for words, told in ((["-petsc", "-mg_levels_pc_tpye sor"], "has read -mg_levels_pc_tpye: is it misspelt"), (["-petsc", "-mg_levels_pc_type sor"], None),
                            (["-sub_pc_type", "icc"], "has read -sub_pc_type")):
            done = fsolve(options("wave2d", mesh_n="20,20", t_end=0.1, overwrite=True, ksp_type="cg", pc_type="gamg") + words, 2 if RELEASE else 1, cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            if told:
                self.assertIn(told, done.stderr)
            else:
                self.assertNotIn("warning", done.stderr)

    def test_record(self):
        """The attribute of the output is an options file that gives the same run."""
        words = options("sdof", t_end=0.1, load_sine_time="-sin(t)", load_cosine_time="t<1 ? 1 : -t")
        self.assertEqual(fsolve(words, cwd=self.cwd).returncode, 0)
        first = Output(os.path.join(self.cwd, "sdof.h5"))
        with h5py.File(os.path.join(self.cwd, "sdof.h5")) as file:
            self.assertEqual(file["options"][()], first.attrs["options"])
        done = fsolve(self.write(first.attrs["options"].decode()) + ["-overwrite"], cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        again = Output(os.path.join(self.cwd, "sdof.h5"))
        np.testing.assert_array_equal(again.probe["mass"]["displacement"], first.probe["mass"]["displacement"])

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

    def test_options_on_one_line(self):
        """Are as if each had its own: values with quotes, a minus or none, and a comment behind the last."""
        several = '-t_end 1 -quiet -load_sine_time "-sin(t)" -let a=2,b=-a -dt 0.01 -output_every -b*5 # -t_end 2 don\'t\n'
        lines = several.split(" #")[0].replace(" -", "\n-").replace("\n-b*5", " -b*5")
        records = []
        for text in (several, lines):
            done = fsolve(options("sdof") + self.write(text) + ["-overwrite"], cwd=self.cwd)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            out = Output(os.path.join(self.cwd, "sdof.h5"))
            records.append(out.attrs["options"])
            self.assertEqual((out.time[-1], len(out.frame_times)), (1, 11))
        self.assertEqual(*records)

    def test_petsc_watches_memory(self):
        """PETSc's other allocator, and nothing that is left at the end."""
        for keys in ({"petsc": "-malloc_debug"}, {"malloc_dump": True}):
            done = fsolve(options("sdof", output="watched.h5", overwrite=True, t_end=0.1, **keys), cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("bytes", done.stdout + done.stderr)

    def test_long_record(self):
        """Longer than an attribute of HDF5 may be."""
        names = [f"l{i}" for i in range(5)]
        long = "".join(f"-load_{name}_set end\n-load_{name}_force 1,0,0\n-load_{name}_time " + "+".join(2500 * ["sin(t)"]) + "\n" for name in names)
        done = fsolve(options("sdof", t_end=0.02) + self.write(f"-loads sine,cosine,{','.join(names)}\n{long}"), 2 if RELEASE else 1, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(os.path.join(self.cwd, "sdof.h5")) as file:
            self.assertEqual(file["options"][()].count(b"sin(t)"), 12500)
            self.assertNotIn("options", file.attrs)

    def test_an_argument_is_an_options_file(self):
        """It counts where it is named, as -options_file does, and values of options stay values."""
        case, path = options("sdof")[1], os.path.join(self.cwd, "sdof.h5")
        short, half = (self.write(f"-t_end {t}\n", name)[1] for t, name in ((1, "short.opts"), (0.5, "half")))
        for words, end in (([case], 10), ([case, short], 1), ([case, short, half], 0.5), ([case, "-t_end", "2", short], 1), ([short, "-quiet", "true", case], 10),
                           ([case, "-quiet", "false", short, "-t_end", "2"], 2), (["-options_file", case, half], 0.5)):
            with self.subTest(words):
                done = fsolve(words + ["-overwrite"], 1 + (end == 1 and RELEASE), cwd=self.cwd)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(Output(path).time[-1], end)

    def test_an_argument_that_is_no_options_file(self):
        """Neither a file nor a name that ends with .opts; a file that is missing or wrong; a file behind a flag, where its value stands."""
        case = options("sdof")[1]
        for k, (words, pattern) in enumerate((
                (["wave2d.opts"], r"^fsolve: there is no options file 'wave2d.opts' \(No such file or directory\); check the path$"),
                ([case, "-probes", "a", "b"], r"argument 'b' belongs to no option, and no options file has this name; quote values that contain spaces"),
                ([case, "."], r"argument '\.' belongs to no option, and no options file has this name"),
                ([case, "-3"], r"argument '-3' belongs to no option"),
                ([case, ""], r"argument '' belongs to no option"),
                (self.write("t_end 3\n")[1:], r"written.opts:1: expected '-key value'"),
                ([case, "-quiet", case], r"-quiet \S*sdof.opts: expected true or false; an options file stands before the first option or behind a value"))):
            with self.subTest(words):
                self.refuse(words, pattern, 1 + 2 * (k % 2) if RELEASE or k == 1 else 1)

    def test_petscrc_is_not_read(self):
        with open(os.path.join(self.cwd, ".petscrc"), "w") as file:
            file.write("-dt 5\n")
        self.assertEqual(fsolve(options("sdof"), cwd=self.cwd).returncode, 0)
        self.assertEqual(Output(os.path.join(self.cwd, "sdof.h5")).attrs["steps"], 1000)

    def test_usage(self):
        done = fsolve(["-h"])
        self.assertEqual((done.returncode, done.stdout[:29]), (0, "usage: fsolve case.opts [-key"))

    def test_help_is_a_manual(self):
        done = fsolve(["-help"])
        self.assertEqual(done.returncode, 0)
        for word in ("-rho_inf", "-part_<bar>_young", "-load_<name>_time", "-probe_<name>_point", "membrane"):
            self.assertIn(word, done.stdout)
        self.assertNotIn("PetscInitialize", done.stdout)


if __name__ == "__main__":
    unittest.main()
