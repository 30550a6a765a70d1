# SPDX-License-Identifier: BSD-2-Clause
"""Pages of the site with an address for each option: its default, its meaning, and the cases that use it.

The options are those that `fsolve -help` prints. The cases are those of inputs, the how-tos, the tutorials and the verification manual."""
import glob
import json
import os
import re

FOLDER = "reference/options"
SHOWN = 4  # cases of a kind that an option names
DEVELOPERS = ("design.md", "measurements.md", "api.md", "api_c.md", "api_c_results.md", "blind_tests.md")  # pages that no option leads to
COORDINATE = "(?:angle|second_angle|displacement|second_displacement)"
SELECTED = "(?:part|support|load|joint|initial|probe|tie)"
# Options that several analyses have in common, such as -dt: the analyses of each section.
ANALYSES = {"Static analysis": ("static",), "Paths": ("path",), "Kinematic analysis": ("kinematic",), "Times of transient and kinematic analyses": ("transient", "kinematic"),
            "Step control": ("transient",)}


def plain(text):
    """A text without marks that Markdown would read."""
    return re.sub(r"([\\|<>*_`\[\]#])", r"\\\1", text)


def slug(title):
    """The anchor of a heading, as the site and GitHub make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def section_page(title):
    return slug(re.sub(r"[(:,'].*", "", title).strip()).replace("--", "-")


class Option:
    """A row of the manual, with the address that it has on the site."""

    def __init__(self, section, name, value, text):
        self.section, self.value, self.text = section, value, text
        self.names = name.split(", ")
        also = re.search(r"\balso ((?:_\w{2,}(?:, | \[\w+\], | and )?)+)", text)
        for word in re.findall(r"_\w+", also[1]) if also else ():
            self.names.append(re.sub(r"(>)_(?!.*>).*$", rf"\1{word}", self.names[0]))
        self.element = next(iter(re.findall(r"-part_<(\w+)>", name)), "")
        self.pattern = re.compile("|".join(filter(None, map(pattern, self.names))) or "(?!)")
        self.anchor = "option-" + slug(re.sub(r"[<>|]", "-", self.names[0].lstrip("-"))).replace("_", "-")
        self.anchor = re.sub(r"-+", "-", self.anchor).strip("-")
        self.uses = {}

    def page(self):
        """The page of the section; elements have pages of their own."""
        return section_page(self.section) if self.element in ("", "name") else "element-" + self.element.replace("_", "-")

    def title(self):
        """The title of the page."""
        return self.section if self.element in ("", "name") else f"Element {self.element}"

    def address(self):
        """Its place on the site, from the top."""
        return f"{FOLDER}/{self.page()}.html#{self.anchor}"

    def used_by(self, case, word):
        self.uses.setdefault(case.kind, {}).setdefault(case, word)


def pattern(name):
    """The regular expression of the written names of an option, without the dash; None for what is no option."""
    if not name.startswith("-"):
        return None
    name = re.sub(r"_x$", "_[xyz]", name[1:])
    name = name.replace("<kind>", SELECTED).replace("<coordinate>", COORDINATE).replace("+", r"\+")
    return re.sub(r"<([^>]*)>", lambda m: f"(?:{m[1]})" if "|" in m[1] else r"\w+?", name)


def read_options(sections):
    """The options of the manual. An anchor that is there already gets the name of its section."""
    found, anchors = [], set()
    for title, rows in sections:
        for name, value, text in rows:
            option = Option(title, name, value, text)
            if option.anchor in anchors:
                option.anchor += "-" + option.page()
            anchors.add(option.anchor)
            found.append(option)
    return found


# ---- cases --------------------------------------------------------------------------------------


class Case:
    """Options of a file or a page. kind: the words before its link. title, link: of its page."""

    def __init__(self, kind, title, link, text):
        self.kind, self.title, self.link, self.text = kind, title, link, text

    def words(self):
        """The options as they are written, without the dash."""
        text = re.sub(r"#.*", "", self.text)
        return set(re.findall(r"(?<![\w\]).])-([a-z]\w*(?:\+)?)", text))

    def elements(self):
        """The element of each part."""
        return dict(re.findall(r"-part_(\w+?)_element\s+(\w+)", self.text))

    def analysis(self):
        found = re.search(r"-analysis\s+(\w+)", self.text)
        return found[1] if found else "transient"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def mentions(options, root):
    """Adds to each option the guides that name it, and do not only use it."""
    for path in sorted(glob.glob(os.path.join(root, "docs", "*.md"))):
        text, name = read(path), os.path.basename(path)
        if name in DEVELOPERS:
            continue
        words = {re.sub(r"<\w+>|\.\.\.", "x", word) for word in re.findall(r"(?<![\w\]).])-([a-z](?:\w|<\w+>|\.\.\.(?=_))*\+?)", text)}
        case = Case("Guides", heading(text), f"../../docs/{name}", "")
        for word in sorted(words):
            for option in options:
                if option.pattern.fullmatch(word):
                    option.used_by(case, "")


def heading(text):
    found = re.search(r"(?m)^# (.*)", text)
    return found[1]


def code(text):
    """The blocks of code of a page."""
    return "\n".join(re.findall(r"(?ms)^```\w*\n(.*?)^```", text) + re.findall(r"(?m)^    (.*)$", text))


def cases(root, sheets, folder):
    """All cases. sheets: {name: title} of those of the verification manual that the site has; folder: where their options are."""
    found = []
    for kind, name in (("How-to guides", "howto"), ("Tutorials", "tutorials")):
        for path in sorted(glob.glob(os.path.join(root, "docs", name, "*.md"))):
            if os.path.basename(path) != "index.md":
                text = read(path)
                found.append(Case(kind, heading(text), f"../../docs/{name}/{os.path.basename(path)}", code(text)))
    titles = {title: page for page in ("README.md", "PAPERS.md") for title in re.findall(r"(?m)^## (.*)$", read(os.path.join(root, "inputs", page)))}
    for path in sorted(glob.glob(os.path.join(root, "inputs", "*.opts"))):
        name = os.path.basename(path)[:-5]
        title = next(t for t in titles if re.search(rf"\b{name}\b", t.split(" (")[0]))
        found.append(Case("Cases", name, f"../../inputs/{titles[title]}#{slug(title)}", read(path)))
    for name, title in sorted(sheets.items()):
        path = os.path.join(folder, name + ".opts")
        if os.path.exists(path):
            found.append(Case("Verification", title, f"../../verification/{name}.md", read(path)))
    return found


def find_uses(options, every_case):
    """Adds to each option the cases that use it."""
    for case in every_case:
        elements, analysis = case.elements(), case.analysis()
        for word in sorted(case.words()):
            fits = [o for o in options if o.pattern.fullmatch(word) and (o.section not in ANALYSES or analysis in ANALYSES[o.section])]
            for option in one_element(fits, word, elements):
                option.used_by(case, word)


def one_element(options, word, elements):
    """Those options of parts that belong to the element of the part in the word."""
    of_parts = [o for o in options if o.element not in ("", "name")]
    if not of_parts:
        return options[:1]
    part = max((p for p in elements if word.startswith(f"part_{p}_")), key=len, default=None)
    return [o for o in of_parts if o.element == elements.get(part)] + [o for o in options if o.element in ("", "name")][:1]


# ---- pages --------------------------------------------------------------------------------------


def uses_lines(option):
    lines = []
    for kind, found in option.uses.items():
        shown = [(f"`-{word}` of " if word else "") + f"[{plain(case.title)}]({case.link})" for case, word in list(found.items())[:SHOWN]]
        more = f", and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        lines.append(f"- {kind}: {', '.join(shown)}{more}")
    return lines or ["- Neither a guide nor a case of the manual uses this option."]


def option_lines(option):
    value = option.value
    if value == "required":
        fact = "This option is required."
    elif value.startswith("<"):
        fact = f"Value: `{value}`"
    else:
        fact = f"Default: `{value}`" if value else "This option has no value."
    text = plain(option.text[:1].upper() + option.text[1:]).replace("docs/coupling.md", "[coupling](../../docs/coupling.md)")
    names = ", ".join(f"`{n}`" for n in option.names)
    return [f"({option.anchor})=", f"## {names}", "", text + ("" if text.endswith(".") else "."), "", f"- {fact}", *uses_lines(option), ""]


def pages(sections, every_case, root):
    """{path: text} of the index and of the pages of the options."""
    options = read_options(sections)
    mentions(options, root)
    find_uses(options, every_case)
    names = list(dict.fromkeys((o.page(), o.title()) for o in options))
    index = ["# List of all options", "", "Each option leads to its default, its meaning and the cases that use it. The search of this site also",
             "finds an option with the name that you gave, such as `part_mast_young`. `fsolve -help` prints the same texts,",
             "and `fsolve -help gravity` those about a word. [How to write a case](../docs/options.md) explains the files.", "",
             "```{toctree}", ":hidden:", "", *(f"options/{name}" for name, _ in names), "```", ""]
    found = {}
    for name, title in names:
        mine = [o for o in options if o.page() == name]
        index += [f"## {plain(title)}", "", ", ".join(f"[`{o.names[0]}`]({o.anchor})" for o in mine), ""]
        found[f"{FOLDER}/{name}.md"] = "\n".join(["# " + plain(title), "", *(line for o in mine for line in option_lines(o))])
    return {"reference/options.md": "\n".join(index), **found}


def search_table(sections):
    """A script for the page of the search: names of options as regular expressions, with their addresses."""
    rows = [[o.pattern.pattern, o.address(), o.names[0], o.text] for o in read_options(sections)]
    return "const FSOLVE_OPTIONS = " + json.dumps(rows) + ";\n"


def linked(text, options):
    """A text of the program, with links where it names options, such as -part_..._young."""
    def link(found):
        word = re.sub(r"\.\.\.|<\w+>", "x", found[1])
        fits = next((o for o in options if o.pattern.fullmatch(word)), None)
        return f"[{plain('-' + found[1])}]({fits.anchor})" if fits else plain("-" + found[1])
    pieces, end = [], 0
    for found in re.finditer(r"(?<![\w\]).])-([a-z](?:\w|\.\.\.(?=_|\w)|<\w+>)*)", text):
        pieces += [plain(text[end:found.start()]), link(found)]
        end = found.end()
    return "".join(pieces) + plain(text[end:])
