# SPDX-License-Identifier: BSD-2-Clause
"""The manual, the docs and the code agree: what the code reads, -help lists; what the docs name, exists; -help <word> finds it. The man page and the
completions of shells are those of the manual."""
import glob
import importlib.machinery
import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import h5py

from run import FSOLVE, RELEASE, SOURCE, fsolve, options

# Options of PETSc and SLEPc, which docs and code name, and of other programs in the docs' commands.
PETSC = re.compile(r"-(ksp|pc|mat|snes|st|eps|pep|bv|ds|sub|mg|vec|log|malloc|info|fp|options|skip|on_error|start_in|dll|python|viewfromoptions|history|citations|"
                   r"help|version|h|prefix|memory|tao|ts|error|stop|debugger|display|check|checkstack|get|citations|use|cuda|hip|device|nox|x|objects|tmp|shared|saws|"
                   r"machine|main|log_trace|not_shared|options_left|fieldsplit|esteig|coarse|levels)(_\w+)*$")
OTHERS = {"-order", "-format", "-bind", "-map", "-oversubscribe", "-rf", "-batch", "-march", "-rpath", "-xf", "-lb", "-type", "-name", "-key", "-dependent"}


def patterns(manual):
    """What -help lists, as expressions: <name> stands for any name, <x|y|z> for one of these, a last _x for _y and _z as well."""
    names = [n for line in re.findall(r"^  (-\S+(?:, -\S+)*)", manual, re.M) for n in line.split(", ")]
    for name in names:
        text = "".join(re.escape(p) if not p.startswith("<") else "(" + p[1:-1] + ")" if "|" in p else r"[\w-]+?" for p in re.split(r"(<[^>]*>)", name))
        yield name, re.compile(re.sub(r"_x$", "_[xyz]", text) + "$", re.I)


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = fsolve(["-help"]).stdout
        cls.known = list(patterns(cls.text))

    def is_known(self, option):
        return any(p.match(option) for _, p in self.known)

    def test_the_code_reads_what_the_manual_lists(self):
        found = set()
        for path in glob.glob(os.path.join(SOURCE, "src", "**", "*.c"), recursive=True):
            with open(path, encoding="utf-8") as f:
                code = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
            for word in re.findall(r'(?:FsOptions\w+|Option\w+)\((?:[^;]*?)"(-[a-z][\w%]*)"', code):
                found.add(word)
        self.assertGreater(len(found), 100)
        read = {w: re.compile(re.escape(w).replace("%s", ".*").replace("%c", "(x|<.*>)") + "$") for w in found if not PETSC.match(w)}
        missing = sorted(w for w, p in read.items() if not any(p.match(name) for name, _ in self.known))
        self.assertEqual(missing, [])

    def test_the_docs_name_what_there_is(self):
        missing = []
        for path in [os.path.join(SOURCE, "README.md")] + glob.glob(os.path.join(SOURCE, "inputs", "*.md")) + glob.glob(os.path.join(SOURCE, "docs", "*.md")):
            with open(path, encoding="utf-8") as f:
                for number, line in enumerate(f, 1):
                    for word in re.findall(r"(?<![\w\-./:<>=)\]}*])-[a-z][a-z0-9_]{2,}(?:_<\w+>\w*)*", line):
                        name = re.sub(r"<\w+>", "name", word).rstrip("_")
                        if word.endswith("_") or PETSC.match(name) or name in OTHERS or self.is_known(name):
                            continue
                        missing.append(f"{os.path.relpath(path, SOURCE)}:{number}: {word}")
        self.assertEqual(missing, [])

    def test_formulas_are_what_the_docs_say(self):
        """All rows of the table in docs/formulas.md, as constants whose values the record of the run has."""
        with open(os.path.join(SOURCE, "docs", "formulas.md"), encoding="utf-8") as f:
            rows = re.findall(r"^\| `(.*)` \| (-?[\d.]+) \|$", f.read(), re.M)
        self.assertGreater(len(rows), 12)
        names = [f"v{k}" for k in range(len(rows))]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "o.h5")
            lets = ",".join(f"{n}={text}" for n, (text, _) in zip(names, rows)).replace("\\|", "|")
            done = fsolve(options("sdof", let=lets, t_end="0.02+0*(" + "+".join(names) + ")", output=path, quiet=True))
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(path) as f:
                record = f["options"][()]
            record = record.decode() if isinstance(record, bytes) else str(record)
        for name, (text, value) in zip(names, rows):
            found = re.search(rf"^# {name} = (\S+)", record, re.M)
            self.assertIsNotNone(found, name)
            self.assertAlmostEqual(float(found.group(1)), float(value), places=12, msg=text)

    def test_a_word(self):
        self.assertEqual(fsolve(["-help", "load", "case"]).stdout, fsolve(["-help", "load case"]).stdout)
        self.assertEqual(fsolve(["-help", "gravity", "case.opts"]).stdout, fsolve(["-help", "gravity"]).stdout)
        done = fsolve(["-help", "Gravity"])
        self.assertEqual(done.returncode, 0)
        for name in ("-gravity ", "-gravity_time ", "-base_acceleration_x "):  # all of the section of that title
            self.assertIn("\n  " + name, done.stdout)
        self.assertNotIn("-rho_inf", done.stdout)
        for line in fsolve(["-help", "spectral radius"]).stdout.splitlines():
            self.assertTrue(not line.startswith("  -") or "spectral radius" in line.lower() or "spectral radius" in self.text.lower(), line)
        self.assertIn("-rho_inf", fsolve(["-help", "spectral radius"]).stdout)

    def test_synonyms(self):
        """Words of users that the manual does not use: a note, and the options of each of the terms that stand for them. A how-to that a note names exists, and
        only a note that fsolve has no such thing may have no options."""
        with open(os.path.join(SOURCE, "src", "input", "manual", "synonyms.c"), encoding="utf-8") as f:
            rows = re.findall(r'^  \{"([^"]+)"', f.read().replace('"\n   "', ""), re.M)
        self.assertGreater(len(rows), 70)
        self.assertEqual(rows, sorted(rows))
        words = [word for row in rows for word in row.split(",")]
        self.assertEqual(len(words), len(set(words)))
        for word in words if RELEASE else words[::3]:
            done = fsolve(["-help", word])
            self.assertEqual(done.returncode, 0, word + done.stderr)
            self.assertTrue(done.stdout.startswith(word + ": "), word)
            self.assertTrue("\n  -" in done.stdout or "fsolve has no " in done.stdout, word)
            for page in re.findall(r"docs/[\w/]+\.md", done.stdout.splitlines()[0]):
                self.assertTrue(os.path.exists(os.path.join(SOURCE, page)), page)
            for name in re.findall(r"(?<![\w<>])-[a-z]\w+(?:<name>\w+)?", done.stdout.splitlines()[0]):
                self.assertTrue(self.is_known(name.replace("<name>", "a")), f"{word}: {name}")
        for word, names in (("hinge", "-joint_<name>_type"), ("releases", "-joint_<name>_type -link_<name>"), ("Pin", "-support_<name>_fix"), ("units", "-mesh_scale"),
                            ("damping ratio", "-damping_mass -part_<name>_loss_factor"), ("self-weight", "-gravity"), ("eigenvalue", "-modes -buckling"),
                            ("load case", "-cases -envelopes"), ("settlement", "-support_<name>_motion_x"), ("influence line", "-load_<name>_field"), ("gap", "-events"),
                            ("section", "-part_<bar>_area -part_<beam>_width -part_<beam>_height -part_<beam>_radius -part_<beam>_thickness -part_<beam>_eiy")):
            found = fsolve(["-help", word]).stdout
            for name in names.split():
                self.assertIn(f"\n  {name} ", found, word)
        for word in ("load case", "combination", "deflection", "diagram", "settlement", "wind", "snow", "gap", "influence line", "ramp", "plastic", "form finding", "Moment of Inertia",
                     "self weight", "pinned", "rollers", "buckling_factor", "camber", "point loads", "bending moment", "p-delta", "slab", "foundation", "concrete", "creep"):
            done = fsolve(["-help", word])
            self.assertEqual((done.returncode, done.stdout.split(": ")[0]), (0, word))
        self.assertNotIn("-damping_mass", fsolve(["-help", "pin"]).stdout)  # it is not about the end of "damping"

    def test_every_option_is_found_by_its_name(self):
        for name, _ in self.known[::25]:
            self.assertIn(f"  {name} ", fsolve(["-help", name[1:]]).stdout)

    def test_generated_files_are_up_to_date(self):
        """docs/fsolve.1 and packaging/completion: tools/manual writes them."""
        path = os.path.join(SOURCE, "tools", "manual")
        loader = importlib.machinery.SourceFileLoader("tools_manual", path)
        tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("tools_manual", loader))
        loader.exec_module(tool)
        for name, text in tool.pages(os.path.abspath(FSOLVE)).items():
            with open(os.path.join(SOURCE, name), encoding="utf-8") as f:
                self.assertEqual(f.read(), text, f"{name} is out of date: run tools/manual")

    def completions(self, *words):
        """What bash offers for the last word."""
        script = f"source {SOURCE}/packaging/completion/fsolve.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _fsolve; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        done = subprocess.run(["bash", "-c", script, "bash", "fsolve", *words], capture_output=True, text=True, cwd=os.path.join(SOURCE, "inputs"))
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes(self):
        """Names of options, their values, and options of names that the command line or a file lists; elsewhere bash offers files."""
        for words, found in ((["-anal"], ["-analysis"]), (["-analysis", "b"], ["buckling"]), (["-quiet", "-overw"], ["-overwrite"]), (["wav"], []), (["-output", ""], []),
                             (["-ksp_t"], ["-ksp_type"]), (["-parts", "a,b", "-part_b_ei"], ["-part_b_eiy", "-part_b_eiz"]), (["wave2d.opts", "-part_skin_ten"], ["-part_skin_tension"]),
                             (["-part_a_element", "tr"], ["truss"]), (["-joints", "j", "-joint_j_second_angle_mo"], ["-joint_j_second_angle_motor"]),
                             (["-supports", "s", "-support_s_motion_"], [f"-support_s_motion_{k}{c}" for k in ("harmonic_", "") for c in "xyz"]), (["-loads", "l", "-load_l_wh"], ["-load_l_where"])):
            with self.subTest(words):
                self.assertEqual(self.completions(*words), found)
        offered = self.completions("-")
        for name, _ in self.known:
            if "<" not in name:
                self.assertIn(name.rstrip(","), offered)
        self.assertIn("lms4", self.completions("-integrator", ""))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes(self):
        script = (f"compdef() {{ : }}; _files() {{ print files }}; compadd() {{ shift; print -rl -- $@ }}; words=($@); CURRENT=$#; source {SOURCE}/packaging/completion/_fsolve; _fsolve")
        for words, found in ((["-analysis", "b"], "buckling"), (["-anal"], "-analysis"), (["wave2d.opts", "-part_skin_ten"], "-part_skin_tension"), (["wav"], "files")):
            done = subprocess.run(["zsh", "-f", "-c", script, "zsh", "fsolve", *words], capture_output=True, text=True, cwd=os.path.join(SOURCE, "inputs"))
            self.assertIn(found, done.stdout.split(), done.stderr)


if __name__ == "__main__":
    unittest.main()
