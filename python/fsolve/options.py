# SPDX-License-Identifier: BSD-2-Clause
"""Options of the program: their manual, and nested dictionaries that stand for them."""
from __future__ import annotations

import ctypes
import functools
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fsolve.error import FsolveError, missing
from fsolve.library import library

# Further options in a help, as in "also _damping, and _rest". They replace the last words of the name.
ALSO = re.compile(r"also (?:by )?((?:_\w+(?: \[[^]]*\])?(?:, and |, | and )?)+)")
# Words for <coordinate> in completions.
COORDINATES = ("angle", "displacement")


@dataclass(frozen=True)
class Row:
    """An option of the manual: its name with its dash and with <words>, its value, its help, and its section."""
    section: str
    name: str
    value: str
    help: str


@functools.lru_cache(None)
def manual() -> tuple[Row, ...]:
    """Returns the rows of `fsolve -help`."""
    lib, found, row = library(), [], library().FsManualRow()
    while lib.FsManualGet(len(found), ctypes.byref(row)):
        texts = (row.section, row.name, row.value, row.help)
        found.append(Row(*(t.decode() for t in texts)))
    return tuple(found)


@functools.lru_cache(None)
def names() -> tuple[str, ...]:
    """Returns the names of the manual without the dash, each once, and those that a help adds."""
    found = []
    for row in manual():
        found += [n[1:] for n in row.name.split(", ") if n.startswith("-")]
        also = ALSO.search(row.help)
        start = row.name[1:row.name.rfind(">") + 1]
        if also and start and not row.name.endswith("_x"):
            found += [start + word for word in re.findall(r"_\w+", also[1])]
    return tuple(dict.fromkeys(found))


@functools.lru_cache(None)
def lists() -> dict[str, str]:
    """Returns {list: kind} of the options that list names: {"parts": "part", ...}.

    The kind is the first word of the options that describe each name, as in part_<name>_element.
    """
    found = {}
    for row in manual():
        word = row.name[1:-1]
        described = row.name.endswith("s") and row.value == "<name>,..." and (
            f"-{word}_" in row.help or any(n.startswith(f"{word}_<") for n in names()))
        if described:
            found[word + "s"] = word
    return found


def pattern(name: str) -> str:
    """Returns a regular expression for the names for which a name of the manual stands."""
    kinds = "|".join(lists().values())
    words = re.split(r"(<[^>]*>)", name)
    for k, word in enumerate(words):
        if not word.startswith("<"):
            words[k] = re.escape(word)
        elif word == "<kind>":
            words[k] = f"({kinds})"
        else:
            words[k] = f"({word[1:-1]})" if "|" in word else r"[\w-]+"
    text = "".join(words)
    return text[:-1] + "[xyz]" if text.endswith("_x") else text


@functools.lru_cache(None)
def known() -> re.Pattern[str]:
    """Returns an expression that all options of the manual match."""
    return re.compile("|".join(f"(?:{pattern(n)})" for n in names()), re.IGNORECASE)


def exists(name: str) -> bool:
    """Returns whether an option may exist: the manual has it, or it is one of PETSc."""
    return bool(known().fullmatch(name.removesuffix("+")) or os.environ.get("FSOLVE_ALLOW_PETSC") == "all"
                or library().FsOptionIsOfPetsc(b"-" + name.encode()))


def described(kind: str) -> list[str]:
    """Returns the words that describe a name of a kind: ["element", "set", ...] of part.

    "" stands for the option that is the name alone, such as member_<name>.
    """
    found: dict[str, None] = {}
    for name in names():
        match = re.fullmatch(rf"(?:{kind}|<kind>)_<\w+>(?:_(.+))?", name)
        word = match and (match[1] or "")
        if word is None or kind == "initial" and name.startswith("initial_<joint>"):
            continue
        choices = re.search(r"<(\w+(?:\|\w+)+)>", word)
        if "<coordinate>" in word and word.count("<") == 1:
            found.update(dict.fromkeys(word.replace("<coordinate>", c) for c in COORDINATES))
        elif choices:
            found.update(dict.fromkeys(word.replace(choices[0], c) for c in choices[1].split("|")))
        elif word.endswith("_x"):
            found.update(dict.fromkeys(word[:-1] + c for c in "xyz"))
        elif "<" not in word:
            found[word] = None
    return sorted(found)


def whole_names(named: dict[str, Iterable[str]]) -> list[str]:
    """Returns the options that a model may have whose lists have the names {kind: names}."""
    plain = [n for n in names() if "<" not in n]
    return plain + [f"{kind}_{name}_{word}".removesuffix("_") for kind, those in named.items()
                    for word in described(kind) for name in those]


def check(name: str, where: str, named: dict[str, Iterable[str]]) -> None:
    """Raises FsolveError with the nearest names if an option does not exist. named: see whole_names."""
    if not exists(name):
        error = missing(where, "option", name, whole_names(named))
        raise FsolveError(error.message, 2)


def flatten(options: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Gives names and values of options; parts={"mast": {"element": "beam"}} becomes parts and part_mast_element."""
    for key, value in options.items():
        if not isinstance(value, Mapping):
            yield key, value
        elif key == "let":
            yield key, ",".join(f"{name}={formula}" for name, formula in value.items()) or None
        elif key in lists():
            yield key, ",".join(value)
            for name, words in value.items():
                yield from flatten({f"{lists()[key]}_{name}": words if isinstance(words, Mapping) else {"": words}})
        else:
            yield from flatten({f"{key}_{word}" if word else key: v for word, v in value.items()})
