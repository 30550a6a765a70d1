# SPDX-License-Identifier: BSD-2-Clause
"""Pages of the site with the messages of the program: their causes and remedies, from the sources.

A message ends a run with status 2 (the input is wrong) or 3 (a solve, the memory or the disk failed)."""
import glob
import os
import re

from option_pages import linked

STATUS = {"PETSC_ERR_USER_INPUT": 2, "PETSC_ERR_FILE_OPEN": 2, "PETSC_ERR_ARG_UNKNOWN_TYPE": 2, "PETSC_ERR_NOT_CONVERGED": 3, "PETSC_ERR_FILE_WRITE": 3}
# Folders of the sources and the subjects of their messages; the longest folder that fits counts.
SUBJECTS = {"input": "Options, formulas and files of options", "mesh": "Meshes, frames and sets", "members": "Ends and stations of members", "model": "The model",
            "model/parts": "Parts", "model/joints": "Joints", "model/couplings": "Couplings and sliders", "model/sliders": "Couplings and sliders", "model/ties": "Ties",
            "model/supports": "Supports", "model/loads": "Loads", "model/ends": "Ends and stations of members", "model/fields": "Fields, temperatures and initial values",
            "model/initial": "Fields, temperatures and initial values", "element": "Parts", "output": "Results and checkpoints", "file": "Results and checkpoints",
            "study": "Many cases", "coupling": "Coupling with other programs", "fmi": "Coupling with other programs", "case": "Calls from your own program",
            "integrator": "Time integration", "analysis": "Analyses", "analysis/path": "Analyses", "continuation": "Analyses", "eigen": "Modes and buckling",
            "analysis/modes": "Modes and buckling", "analysis/buckling": "Modes and buckling", "solve": "Solvers", "linear": "Solvers", "direct": "Solvers", "stencil": "Solvers",
            "system": "Solvers", "assembly": "Solvers", "kinematics": "Solvers", "recovery": "Results and checkpoints", "diagnosis": "Doubts about the model", "base": "The machine",
            "math": "Solvers", "": "The machine"}
CALL = re.compile(r"\b(PetscCheck|SETERRQ|CheckAllRanks\w*|OptionListError)\s*\(")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
REASON = re.compile(r'(?:->|\.)reason\s*=\s*((?:"(?:[^"\\\n]|\\.)*"\s*)+)')  # of a solve that failed, which ends its message
FORM = re.compile(r"%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j)?[a-zA-Z]")
REMEDY = {2: "Correct the value that the message names.", 3: "Try shorter steps, and look at the place that the message names."}
WORDS = 6  # a message of fewer words is put together from parts, and is left out


class Message:
    """A message: its text, with three dots for what it fills in, its exit status and the file that has it."""

    def __init__(self, text, status, path):
        self.text, self.status, self.path = text, status, path

    def subject(self):
        folder = os.path.dirname(self.path).partition("src")[2].lstrip("/")
        while folder not in SUBJECTS:
            if not folder:
                raise KeyError(self.path)
            folder = os.path.dirname(folder) or folder
            if "/" not in folder and folder not in SUBJECTS:
                raise KeyError(f"{self.path}: name the subject of src/{folder} in tools/message_pages.py")
        return SUBJECTS[folder]

    def parts(self):
        """The cause and the remedy, which follows the last semicolon, or a colon with a verb."""
        cause, mark, remedy = self.text.rpartition("; ")
        if not mark:
            found = re.match(r"(.*?): ((?:give|choose|make|remove|use|check|correct|add|name|take|set|write|put|leave|fix|move|rename|declare|let|try|ask|split|join|call)\b.*)", self.text)
            cause, remedy = (found[1], found[2]) if found else (self.text, "")
        return (cause, remedy) if remedy.strip(". ") else (self.text, "")


def arguments(text, start):
    """The arguments of a call whose bracket is at start, and the position behind it."""
    depth, quoted, at, found = 0, False, start, [start + 1]
    while True:
        c = text[at]
        if quoted:
            at += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if not depth:
                return [text[a:b] for a, b in zip(found, [f - 1 for f in found[1:]] + [at])], at + 1
        elif c == "," and depth == 1:
            found.append(at + 1)
        elif c == "'":
            at = text.index("'", at + 2 if text[at + 1] == "\\" else at + 1)
        at += 1


def written(argument):
    """The text of a format, with three dots for each of its fields."""
    text = re.sub(r'"\s*(?:PetscInt_FMT|PRI\w+)\s*"', "d", argument)
    text = "".join(LITERAL.findall(text)).replace('\\"', '"').replace("\\n", "").replace("\\\\", "\\")
    text = FORM.sub("...", text.replace("%%", "\0")).replace("\0", "%")
    return re.sub(r"(?:\.\.\.){2,}", "...", text).strip()


def messages_of(text, path):
    """The messages of a source."""
    found = []
    for call in CALL.finditer(text):
        given, _ = arguments(text, call.end() - 1)
        status = next((STATUS[a.strip()] for a in given if a.strip() in STATUS), 2 if call[1].startswith(("CheckAll", "OptionList")) else 0)
        # `a ? "one" : "other"` in an argument is no format; the format is the first argument that starts with a literal
        formats = [a for a in given if a.strip().startswith('"')]
        if status and formats:
            found.append(Message(written(formats[0]), status, path))
    return found + [Message("..." + written(given), 3, path) for given in REASON.findall(text)]


def messages(root):
    """All messages of the sources, each text once."""
    found = {}
    for path in sorted(glob.glob(os.path.join(root, "src", "**", "*.c"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        for message in messages_of(text, os.path.relpath(path, root)):
            found.setdefault(message.text, message)
    return [m for m in found.values() if len(m.text.replace("...", "").split()) >= WORDS]


def sentence(text):
    return text and text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def page_name(subject):
    return re.sub(r"\W+", "_", subject.lower())


def subject_page(subject, found, options):
    lines = [f"# Messages: {subject[0].lower()}{subject[1:]}", ""]
    for status, title in ((2, "The input is wrong (status 2)"), (3, "The run failed (status 3)")):
        mine = sorted((m for m in found if m.status == status), key=lambda m: m.text.lstrip(".-'"))
        if mine:
            lines += [f"## {title}", ""]
        if mine and status == 3:
            lines += ["A step or a load that fails prints the time, the step and the place, and then one of these reasons. [Why a run stops](../../docs/howto/failing.md) has more.", ""]
        for message in mine:
            cause, remedy = message.parts()
            lines += [linked(cause, options), ": " + (linked(sentence(remedy), options) or REMEDY[message.status]), ""]
    return "\n".join(lines)


def pages(root, options):
    """{path: text} of an index and a page for each subject. options: those to which the messages lead."""
    subjects = {}
    for message in messages(root):
        subjects.setdefault(message.subject(), []).append(message)
    rows = [f"| [{subject}](messages/{page_name(subject)}.md) | {len(found)} |" for subject, found in sorted(subjects.items())]
    index = ["# Messages", "", "A run that fails prints one line that begins with `fsolve:`. The line says what is wrong, where it is, and what to",
             "change. These pages list all of these lines with their remedies. Three dots stand for the names and numbers of your",
             "case, so search for a few words of your message that do not depend on it. The exit status says what failed:",
             "with [status 2](exit.md) the input is wrong, and with status 3 a solve, the memory or the disk failed.", "",
             "| subject | messages |", "| --- | --- |", *rows, "", "Warnings do not end a run. [Reliability](../docs/reliability.md) explains them.", "",
             "```{toctree}", ":hidden:", "", *(f"messages/{page_name(s)}" for s in sorted(subjects)), "```", ""]
    return {"reference/messages.md": "\n".join(index), **{f"reference/messages/{page_name(s)}.md": subject_page(s, found, options) for s, found in subjects.items()}}
