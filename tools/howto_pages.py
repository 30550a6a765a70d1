# SPDX-License-Identifier: BSD-2-Clause
"""Adds to the how-to guides of the site what their cases give: the numbers of the check, and a picture.

The site runs each case and its check when it is built, so that numbers and pictures are never older than the program."""
import ast
import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
# the name of a file in backquotes and a colon end the paragraph before its text
FILE = re.compile(r"`([\w.]+)`:\n\n```\w*\n(.*?)^```$", re.M | re.S)
# The picture of each guide. Those that are not here have the default of their analysis.
PICTURES = {
    "buckling_preload": "modes case.h5", "combinations": "section case.h5 --time 4 --show My --units kN,m", "coupling": "history steered.h5 m/displacement",
    "earthquake": "history case.h5 m/displacement --component x", "energy": "history case.h5 energy/total energy/external", "failing": "path case.h5 top z",
    "frame_profiles": "section case.h5 --show My --units kN,m", "friction": "history case.h5 slope/displacement", "gravity_first": "history case.h5 tip/displacement --component z",
    "imperfection": "shape bent.h5", "laminate": "shape case.h5 --result plate/tsai_hill", "measurement": "history case.h5 m/displacement --component x",
    "motion_table": "history case.h5 bob/displacement top/displacement --component z", "motor": "history case.h5 wheel/angular_velocity --component z",
    "moving_load": "history case.h5 middle/displacement --component z", "plate_modes": "modes case.h5", "redundant": "model case.h5", "release": "section case.h5 --show My --units kN,m",
    "resonance": "response case.h5 m displacement x", "rotating": "campbell case.h5", "spinning": "history case.h5 body/angular_velocity", "stop": "history case.h5 cart/displacement --component x",
    "accurate": "history case.h5 tip/displacement --component z", "absorb": "history case.h5 middle/velocity --component x", "explicit": "history case.h5 end/velocity --component x", "choose_dt": "history case.h5 m/displacement --component x",
    "python": "history case.h5 tip/displacement --component z", "run_python": "history case.h5 tip/displacement --component z", "small_files": "history case.h5 middle/displacement --component z",
    "damping_two": "", "linearize": "", "lumped": "", "temperature": "model case.h5", "free": "model case.h5", "follower": "shape case.h5 --times 0.5,1",
    "stress": "section case.h5 --show My --units kN,m", "units": "model case.h5", "many_cases": "", "restart_ranks": "history whole.h5 middle/displacement --component z",
}
DEFAULTS = {"modes": "modes case.h5", "buckling": "modes case.h5", "response": "response case.h5 {probe}", "path": "path case.h5 {probe} z", "static": "shape case.h5"}
DIGITS = 5


def default_picture(case):
    """The arguments of a plot that suits a case."""
    analysis = re.search(r"-analysis (\w+)", case)
    probe = re.search(r"-probes (\w+)", case)
    if analysis and analysis[1] in DEFAULTS:
        return DEFAULTS[analysis[1]].format(probe=probe[1] if probe else "")
    return f"history case.h5 {probe[1]}/displacement" if probe else "shape case.h5"


class Recorder(ast.NodeTransformer):
    """Makes each assertion keep the two sides of its comparisons in a list."""

    def visit_Assert(self, node):
        rows = [row for c in ast.walk(node.test) if isinstance(c, ast.Compare) for row in compared(c)]
        kept = [ast.parse(f"_kept.append(({left!r}, {left}, {sign!r}, {right!r}, {right}))").body[0] for left, sign, right in rows]
        return [*kept, node]


SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "="}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


def compared(node):
    """(quantity, sign, limit) of each comparison of a chain such as 3 < x < 5; the limit is a number if one side is."""
    sides = [node.left, *node.comparators]
    for left, operation, right in zip(sides, node.ops, sides[1:]):
        sign = SIGNS.get(type(operation))
        if sign:
            yield (ast.unparse(right), TURNED[sign], ast.unparse(left)) if isinstance(left, ast.Constant) else (ast.unparse(left), sign, ast.unparse(right))


def shown(value):
    """A number as text; None for what is no number."""
    try:
        return f"{float(value):.{DIGITS}g}"
    except (TypeError, ValueError):
        return None


def numbers(names):
    """{name: text} of the numbers that a check has computed."""
    found = {name: shown(value) for name, value in names.items() if not name.startswith("_") and not isinstance(value, (bool, str))}
    return {name: text for name, text in found.items() if text}


def run_check(code):
    """Runs check.py in the working directory; its numbers, its comparisons and what it prints."""
    names, printed = {"_kept": []}, io.StringIO()
    tree = ast.fix_missing_locations(Recorder().visit(ast.parse(code)))
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "check.py", "exec"), names)
    kept = [(text, shown(left), sign, limit, shown(right)) for text, left, sign, limit, right in names["_kept"]]
    return numbers(names), [row for row in kept if row[1] and row[4]], printed.getvalue().strip()


def has_library():
    """Whether Python finds the shared library of fsolve."""
    import fsolve
    try:
        return os.path.exists(fsolve.library_path())
    except fsolve.FsolveError:
        return False


def draw(arguments, path):
    """Draws a picture by a script of scripts, in this process."""
    from fsolve.plot.command import main
    kind, *rest = arguments.split()
    before = sys.argv
    sys.argv = ["plot_" + kind, *rest, "--out", path, "--overwrite"]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            main(kind)
    except SystemExit as end:
        if end.code:
            raise RuntimeError(f"plot_{arguments}: status {end.code}") from end
    finally:
        sys.argv = before


def escaped(text):
    return text.replace("|", "\\|")


def result_lines(found, kept, printed):
    lines = ["## What comes out", ""]
    if found:
        lines += ["| number of the check | value |", "| --- | --- |", *(f"| `{name}` | {text} |" for name, text in found.items()), ""]
    if kept:
        lines += ["| the check compares | value | | limit |", "| --- | --- | --- | --- |",
                  *(f"| `{escaped(text)}` | {left} | {escaped(sign)} | " + (right if limit == right else f"{right}, `{escaped(limit)}`") + " |" for text, left, sign, limit, right in kept), ""]
    if printed:
        lines += ["The check prints:", "", "```text", printed, "```", ""]
    return lines


def with_results(name, text, program, pictures):
    """The text of a guide with its numbers and its picture, which comes into the folder pictures."""
    files = dict(FILE.findall(text))
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        for file_name, content in files.items():
            with open(os.path.join(folder, file_name), "w", encoding="utf-8") as file:
                file.write(content)
        os.chdir(folder)
        try:
            subprocess.run([program, "case.opts", "-quiet"], check=True, stdout=subprocess.DEVNULL)
            code = files.get("check.py", "")
            if "fsolve.Case(" in code and not has_library():
                return text
            lines = result_lines(*run_check(code)) if code else []
            plot = PICTURES.get(name, default_picture(files["case.opts"]))
            if plot:
                draw(plot, "picture.png")
                shutil.copy("picture.png", os.path.join(pictures, f"howto_{name}.png"))
                lines += [f"This picture is drawn by `plot_{plot}`:", "", f"![{name.replace('_', ' ')}: the result of the case](howto_{name}.png)", ""]
        finally:
            os.chdir(before)
    head, more, tail = text.rpartition("\nMore: ")
    return (head if more else text).rstrip("\n") + "\n\n" + "\n".join(lines) + (more + tail if more else "")
