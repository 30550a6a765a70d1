# SPDX-License-Identifier: BSD-2-Clause
"""Settings of Sphinx for the site that scripts/manual builds."""
import datetime
import os
import re

from docutils import nodes
from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Number, String, Text

ROOT = os.environ["FSOLVE_SOURCE"]  # tools/site sets it
with open(os.path.join(ROOT, "include", "fs", "version.h"), encoding="utf-8") as file:
    release = version = ".".join(re.findall(r"#define FS_VERSION_\w+ +(\d+)", file.read()))

project = "fsolve"
author = "fsolve developers"
copyright = f"{datetime.date.today().year}, {author}"
language = "en"

extensions = ["myst_parser", "sphinx.ext.mathjax"]
myst_enable_extensions = ["deflist", "dollarmath"]
myst_update_mathjax = False  # its settings are for another version of MathJax
myst_heading_anchors = 4  # links such as elements.md#beams
html_theme = "furo"
html_title = f"fsolve {release}"
html_static_path = [os.environ["FSOLVE_STATIC"], "static"]  # tools/site fills the first one with MathJax and the table of options
html_css_files = ["fsolve.css"]
html_js_files = ["options.js", "fsolve.js"]
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_SVG-full"
mathjax2_config = {"messageStyle": "none", "showMathMenu": False, "SVG": {"font": "TeX"}}
html_show_sphinx = False
html_copy_source = False
pygments_style = "default"
highlight_language = "opts"

latex_engine = "xelatex"  # pages have Greek letters and signs
latex_elements = {"papersize": "a4paper", "pointsize": "10pt", "fvset": r"\fvset{fontsize=\scriptsize}"}  # lines of 100 columns of code fit
LONG_TABLE = 8  # rows; a longer table may need a second sheet of paper
latex_documents = [("index", "fsolve.tex", "fsolve", author, "manual")]


class OptionsLexer(RegexLexer):
    """Colours of files of options, and of commands that have options. Everything else is plain text."""
    name, aliases = "opts", ["opts"]
    tokens = {"root": [(r"(?<=\s)#[^\n]*|^#[^\n]*", Comment), (r"(^|(?<=\s))(--?[A-Za-z][\w<>.+-]*)", bygroups(Text, Keyword)), (r"\"[^\"\n]*\"|'[^'\n]*'", String),
                       (r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])", Number), (r"[\w.]+", Text), (r"\s+|.", Text)]}


def break_tables(app, document, name):
    """Lets long tables of the PDF continue on the next sheet of paper. LaTeX cuts them off at its end otherwise."""
    if app.builder.format == "latex":
        for table in document.findall(nodes.table):
            if len(list(table.findall(nodes.row))) > LONG_TABLE:
                table["classes"].append("longtable")


def setup(app):
    app.add_lexer("opts", OptionsLexer)
    app.connect("doctree-resolved", break_tables)
