# SPDX-License-Identifier: BSD-2-Clause
"""The site of the manual: it builds without a warning, all its links and pictures are there, and it needs no network."""
import glob
import html.parser
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

from PIL import Image

from run import FSOLVE, RELEASE, SOURCE

sys.path.append(os.path.join(SOURCE, "tools"))
import message_pages  # noqa: E402
import option_pages  # noqa: E402


def tool(name):
    """A tool without the ending .py as a module."""
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(SOURCE, "tools", name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def build(folder, source=SOURCE):
    """Sheets of the verification manual are made by one function, and are most of the time: before a release all, otherwise a tenth."""
    words = [os.path.join(source, "tools", "site"), "html", FSOLVE]
    sheets = "1" if RELEASE else "10"
    return subprocess.run(words, env={**os.environ, "FSOLVE_MANUAL": folder, "FSOLVE_SHEETS": sheets}, capture_output=True, text=True)


class Page(html.parser.HTMLParser):
    """The targets of a page: what it links to, what it loads, and its anchors."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors |= {attrs[key] for key in ("id", "name") if attrs.get(key)}
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        self.loads += [attrs[key] for key in ("src", "href") if attrs.get(key) and tag in ("img", "script", "link", "iframe")]


class Site(unittest.TestCase):
    def test_site(self):
        with tempfile.TemporaryDirectory() as folder:
            done = build(folder)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
            paths = glob.glob(os.path.join(folder, "html", "**", "*.html"), recursive=True)
            pages = {os.path.normpath(path): Page(path) for path in paths}
            written = glob.glob(os.path.join(SOURCE, "docs", "**", "*.md"), recursive=True)
            self.assertGreaterEqual(len(pages), len(written))
            for path, page in pages.items():
                for target in page.links + page.loads:
                    self.check(path, page, target, pages)
            for option in option_pages.read_options(tool("manual").manual(FSOLVE)):
                path, anchor = option.address().split("#")
                self.assertIn(anchor, pages[os.path.normpath(os.path.join(folder, "html", path))].anchors)

    def check(self, path, page, target, pages):
        parts = urllib.parse.urlsplit(target)
        if parts.scheme or parts.netloc:
            self.assertNotIn(target, page.loads, f"{path} loads it from a network")
            return
        there = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
        self.assertTrue(os.path.isfile(there), f"{path}: no {target}")
        if parts.fragment and there in pages:
            self.assertIn(urllib.parse.unquote(parts.fragment), pages[there].anchors | {"", "top"}, f"{path}: no {target}")

    def test_gallery(self):
        """Each case has a small picture, and the page is that of the tool."""
        gallery = tool("gallery")
        cases = {os.path.basename(path)[:-5] for path in glob.glob(os.path.join(SOURCE, "inputs", "*.opts"))}
        self.assertEqual(cases, set(gallery.CASES))
        for name in cases:
            self.assertLess(os.path.getsize(os.path.join(gallery.FOLDER, name + ".png")), 30000, name)
        for name in gallery.MOTIONS:
            path = os.path.join(gallery.FOLDER, f"motion_{name}.png")
            self.assertLess(os.path.getsize(path), 200000, name)
            with Image.open(path) as picture:
                self.assertGreater(picture.n_frames, gallery.FRAMES // 2, name)
        with open(os.path.join(gallery.FOLDER, "index.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), gallery.page(), "run tools/gallery")

    def test_rooms(self):
        """The texts of each room are inside of its box and apart from each other, and none is cut short."""
        figure = tool("draw_rooms").draw()
        figure.canvas.draw()
        axes, = figure.axes
        self.assertGreater(len(axes.texts), 60)
        boxes = {patch.get_gid(): patch.get_window_extent() for patch in axes.patches if patch.get_gid()}
        for room, frame in boxes.items():
            texts = [text for text in axes.texts if text.get_gid() == room]
            found = [text.get_window_extent() for text in texts]
            self.assertFalse(any(text.get_text().endswith("...") for text in texts), room)
            for k, box in enumerate(found):
                self.assertTrue(frame.x0 < box.x0 and box.x1 < frame.x1 and frame.y0 < box.y0 and box.y1 < frame.y1, f"{room}: {texts[k].get_text()}")
                self.assertFalse(any(box.overlaps(other) for other in found[:k]), room)

    def test_options(self):
        """The search finds an option by the name that a user gives, and the pages of options name the cases that use them."""
        sections = tool("manual").manual(FSOLVE)
        options = option_pages.read_options(sections)
        for word, name in (("part_beam_young", "-part_<beam>_young"), ("load_wind_traction", "-load_<name>_traction"), ("support_foot_motion_z", "-support_<name>_motion_x"),
                           ("joint_hinge_angle_motor", "-joint_<name>_<coordinate>_motor"), ("initial_crank_second_angle", "-initial_<joint>_angle")):
            self.assertIn(name, [o.names[0] for o in options if o.pattern.fullmatch(word)])
            self.assertIn(json.dumps(name), option_pages.search_table(sections))
        sheet = option_pages.read(os.path.join(SOURCE, "docs", "cheat_sheet.md"))
        for name in re.findall(r"`(-[\w<>]+)`", sheet):
            self.assertTrue(any(name in o.names or o.pattern.fullmatch(name[1:]) for o in options), f"cheat_sheet.md: no option {name}")
        pages = option_pages.pages(sections, option_pages.cases(SOURCE, {}, ""), SOURCE)
        self.assertIn("`-part_beam_young` of [", pages["reference/options/element-beam.md"])
        for path, text in pages.items():
            self.assertLess(len(text.split()), 3000, path)

    def test_messages(self):
        """The pages of messages have the messages of the sources, each with a subject."""
        found = message_pages.messages(SOURCE)
        texts = {m.text: m for m in found}
        for text, status in (("no -parts: name at least one part and describe it by -part_<name>_element and its properties", 2),
                             ("slider '...': the set '...' has ... points; it must have one, the sliding node (-slider_..._set)", 2)):
            self.assertEqual(texts[text].status, status)
        self.assertGreater(sum(m.status == 3 for m in found), 30)
        sources = [option_pages.read(path) for path in glob.glob(os.path.join(SOURCE, "src", "**", "*.c"), recursive=True)]
        self.assertGreater(len(found), 0.9 * sum(len(re.findall(r"\b(?:PetscCheck|SETERRQ)\s*\([^;]*?PETSC_ERR_USER_INPUT", text)) for text in sources))
        pages = message_pages.pages(SOURCE, option_pages.read_options(tool("manual").manual(FSOLVE)))
        for path, text in pages.items():
            self.assertLess(len(text.split()), 3000, path)
        self.assertEqual(sum(text.count("\n: ") for text in pages.values()), len(found))

    @unittest.skipUnless(RELEASE, "release")
    def test_lost_links(self):
        """A link to a heading or a file that does not exist stops the build, as does a page that no list names."""
        for page, line, said in (("formulas.md", "[x](elements.md#no-such-heading)", "not found: elements.md#no-such-heading"), ("formulas.md", "[x](no_page.md)", "no file no_page.md"),
                                 ("theory/beams.md", "`src/no_file.c`", "no file src/no_file.c"), ("new.md", "# New", "isn't included in any toctree")):
            with self.subTest(said), tempfile.TemporaryDirectory() as folder:
                for name in ("docs", "tools", "inputs", "verification"):
                    shutil.copytree(os.path.join(SOURCE, name), os.path.join(folder, name))
                for name in ("CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "include", "src", "tests", "scripts"):
                    os.symlink(os.path.join(SOURCE, name), os.path.join(folder, name))
                with open(os.path.join(folder, "docs", page), "a", encoding="utf-8") as file:
                    file.write("\n" + line + "\n")
                done = build(os.path.join(folder, "out"), folder)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(said, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
