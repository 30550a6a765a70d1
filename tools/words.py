#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Checks that comments, messages and documents are plain. usage: tools/words.py [file or folder ...]

It reports forbidden turns (tools/words.txt) and sentences of more than 45 words. It reports sentences
that begin with "Of", "What", "Where" or "So", lines of more than 100 columns in comments and
documents, and lists of arguments that are joined with a sentence. codespell finds spelling errors;
tools/spelling.txt lists words that it does not know. Tables, links, headings and code blocks of
documents are exempt. The exit status is 1 if it found something."""
import ast
import os
import re
import shutil
import subprocess
import sys
import tokenize

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
WORDS, COLUMNS = 45, 100
TOPS = ("src", "include", "python", "tools", "scripts", "docs", "inputs")
ALONE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
C_TOKEN = re.compile(r'(/\*.*?\*/|//[^\n]*)|("(?:\\.|[^"\\\n])*")|\'(?:\\.|[^\'\\\n])*\'', re.S)
OPENER = re.compile(r"(Of|What|Where|So) [a-z]")
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')*]*\s+(?=[A-Z\"'(`*\[]|fsolve\b)")
FENCE = re.compile(r"\s*(```|~~~)")


def turns():
    """The forbidden turns: pairs of a compiled expression and its remedy."""
    with open(os.path.join(ROOT, "tools", "words.txt"), encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if line.strip() and line[0] != "#"]
    return [(re.compile(pattern, re.I), remedy) for pattern, remedy in rows]


TURNS = turns()


class Paragraph:
    """Text of a file that is read as one piece, with the number of its first line."""

    def __init__(self, line, text, kind="prose"):
        self.line, self.text, self.kind = line, text, kind


def comment_paragraphs(line, text):
    """Paragraphs of a C comment: blank lines and lines of an argument list start a new one."""
    body = re.sub(r"^/\*+|\*+/$|^//", "", text.rstrip())
    found, start, lines = [], line, []
    for number, row in enumerate(body.split("\n")):
        row = re.sub(r"^\s*\*? ", "   ", row) if number else row
        new = not row.strip() or re.match(r"\s*(- |\d+\. |\S+ {2,}\S|\w+:\s*$|---)", row)
        if new and lines:
            found.append(Paragraph(start, " ".join(lines)))
            lines = []
        if row.strip():
            start = line + number if not lines else start
            lines.append(row.strip())
    return found + ([Paragraph(start, " ".join(lines))] if lines else [])


def c_paragraphs(text):
    """Comments and string literals of a C source; consecutive literals are one text."""
    found, last_end, run = [], None, None
    for m in C_TOKEN.finditer(text):
        line = text.count("\n", 0, m.start()) + 1
        if m.group(1):
            found += comment_paragraphs(line, m.group(1))
        elif m.group(2):
            words = m.group(2)[1:-1].replace("\\n", "\n").replace('\\"', '"')
            if run and not text[last_end:m.start()].strip():
                run.text += words
            else:
                run = Paragraph(line, words, "message")
                found.append(run)
            last_end = m.end()
    split = [Paragraph(p.line, t, p.kind) for p in found for t in p.text.split("\n") if t.strip()]
    return split


def markdown_paragraphs(text):
    """Prose of a document; tables, headings, code and lines of links alone are left out."""
    found, lines, start, fenced = [], [], 0, False

    def close():
        if lines:
            found.append(Paragraph(start, " ".join(lines)))
            lines.clear()

    for number, row in enumerate(text.split("\n"), 1):
        if FENCE.match(row):
            fenced = not fenced
            close()
        elif fenced or not row.strip() or re.match(r"( {4}|\t)(?! *([-*] |\d+\. ))", row) and not lines:
            close()
        elif re.match(r"\s*(\||#|!\[|\[[^\]]*\]:|<)", row):
            close()
        else:
            if re.match(r"\s*([-*+]|\d+\.)\s", row):
                close()
            if not lines:
                start = number
            lines.append(row.strip())
    close()
    return found


def python_paragraphs(path, text):
    """Docstrings and comments of a Python file."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            found += comment_paragraphs(node.body[0].lineno, ast.get_docstring(node))
    with open(path, "rb") as f:
        for token in tokenize.tokenize(f.readline):
            if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
                found.append(Paragraph(token.start[0], token.string.lstrip("# ")))
    return found


def plain(sentence):
    """The sentence without code in backquotes and targets of links."""
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "x", sentence))


def sentence_problems(name, paragraph):
    text = re.sub(r"\b(e\.g|i\.e|cf|eq|eqs|Fig|fig|vol|pp|p|ch|sec|no|approx)\. ", r"\1_ ", paragraph.text)
    for sentence in SENTENCE_END.split(text):
        if not sentence or sentence.startswith("usage:"):
            continue
        count = len(re.findall(r"[A-Za-z]{2,}", plain(sentence)))
        if count > WORDS:
            yield f"{name}:{paragraph.line}: a sentence of {count} words: {sentence.strip()[:70]}..."
        if OPENER.match(sentence.strip()) and not sentence.rstrip().endswith("?"):
            yield f"{name}:{paragraph.line}: a sentence begins with '{sentence.split()[0]}': {sentence.strip()[:60]}"
    for pattern, remedy in TURNS:
        m = pattern.search(plain(re.sub(r"^\w+\.[ch]:", "", paragraph.text)))
        if m:
            yield f"{name}:{paragraph.line}: '{m.group().strip()}'; write: {remedy}"


def long_lines(name, text):
    """Lines of documents and comments over the limit; tables, links and code are exempt."""
    fenced = False
    for number, row in enumerate(text.split("\n"), 1):
        if name.endswith(".md"):
            fenced ^= bool(FENCE.match(row))
            if fenced or re.match(r"\s*\||    ", row) or "](" in row or "http" in row:
                continue
        elif not re.search(r"/\*|\*/|//|^\s*#", row) or '"' in row or "http" in row:
            continue
        if len(row) > COLUMNS:
            yield f"{name}:{number}: {len(row)} columns; a line has at most {COLUMNS}"


def broken_tables(name, text):
    """Rows of a table without its head, which a blank line before them makes plain text."""
    rows = ["", *text.split("\n"), ""]
    for number in range(1, len(rows) - 1):
        if rows[number].startswith("| ") and not rows[number - 1].startswith("|") and not re.match(r"\|[\s:|-]+$", rows[number + 1]):
            yield f"{name}:{number}: a row of a table without a head; is the line before it blank?"


def joined_lists(name, text):
    """Argument lists of comments that clang-format has joined with the sentence before or after them, because a row was too long."""
    for comment in re.finditer(r"/\*.*?\*/", text, re.S):
        first = text.count("\n", 0, comment.start()) + 1
        for number, row in enumerate(comment[0].split("\n"), first):
            for pattern, part in ((r"\S (Input|Output|Changed):( |$)", "begins"), (r"^   .*[a-z0-9)] (Collective|Not collective)\b", "ends")):
                if re.search(pattern, row):
                    yield f"{name}:{number}: a list {part} in the middle of a line; shorten its rows to {COLUMNS} columns, or clang-format joins them"


def problems_of_file(path):
    name = os.path.relpath(path, ROOT)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if name.endswith((".c", ".h")):
        paragraphs = c_paragraphs(text)
    elif name.endswith(".md"):
        paragraphs = markdown_paragraphs(text)
    else:
        paragraphs = python_paragraphs(path, text)
    rows = broken_tables(name, text) if name.endswith(".md") else joined_lists(name, text) if name.endswith((".c", ".h")) else []
    return [m for p in paragraphs for m in sentence_problems(name, p)] + list(long_lines(name, text)) + list(rows)


def is_python(path):
    if path.endswith(".py"):
        return True
    with open(path, "rb") as f:
        return f.readline(80).startswith(b"#!/usr/bin/python3")


def files(places):
    for place in places:
        if os.path.isfile(place):
            yield place
        for folder, _, names in sorted(os.walk(place)):
            for name in sorted(names):
                path = os.path.join(folder, name)
                if name.endswith((".c", ".h", ".md")) or (os.path.splitext(name)[1] in ("", ".py") and is_python(path)):
                    yield path


def spelling(paths):
    if not shutil.which("codespell"):
        print("codespell is not installed: spelling not checked (scripts/packages check installs it)",
              file=sys.stderr)
        return []
    ignore = os.path.join(ROOT, "tools", "spelling.txt")
    done = subprocess.run(["codespell", "-I", ignore, *(os.path.relpath(p, ROOT) for p in paths)], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines()


def problems(places=()):
    default = [os.path.join(ROOT, p) for p in TOPS + ALONE]
    paths = [os.path.normpath(p) for p in files(places or [p for p in default if os.path.exists(p)])]
    return [m for path in paths for m in problems_of_file(path)] + spelling(paths)


if __name__ == "__main__":
    wrong = problems(sys.argv[1:])
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))
