# SPDX-License-Identifier: BSD-2-Clause
"""The site of the manual: it builds without a warning, all its links and pictures are there, and it needs no network."""
import glob
import html.parser
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

from PIL import Image

from run import FSOLVE, RELEASE, SOURCE


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
        loader = importlib.machinery.SourceFileLoader("gallery", os.path.join(SOURCE, "tools", "gallery"))
        gallery = importlib.util.module_from_spec(importlib.util.spec_from_loader("gallery", loader))
        loader.exec_module(gallery)
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

    @unittest.skipUnless(RELEASE, "release")
    def test_lost_links(self):
        """A link to a heading or a file that does not exist stops the build, as does a page that no list names."""
        for page, line, said in (("formulas.md", "[x](elements.md#no-such-heading)", "not found: elements.md#no-such-heading"), ("formulas.md", "[x](no_page.md)", "no file no_page.md"),
                                 ("theory/beams.md", "`src/no_file.c`", "no file src/no_file.c"), ("new.md", "# New", "isn't included in any toctree")):
            with self.subTest(said), tempfile.TemporaryDirectory() as folder:
                for name in ("docs", "tools", "inputs"):
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
