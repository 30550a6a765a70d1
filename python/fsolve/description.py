# SPDX-License-Identifier: BSD-2-Clause
"""A model as its options: read from a file or given in Python, checked, and written to a file."""
from __future__ import annotations

import copy
import ctypes
import hashlib
import os
import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fsolve.error import FsolveError, missing
from fsolve.library import library
from fsolve.given_mesh import GivenMesh
from fsolve.options import check, described, lists, names, whole_names
from fsolve.result import Path
from fsolve.summary import html, rows, table
from fsolve.values import Function, Value, is_loaded, refuse, separate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fsolve.case import Case

MESSAGE = 2048  # bytes of a message of the library
# Options whose values name files. The program looks for them in the working directory, then beside
# the options file.
FILES = re.compile(r"mesh|imperfection|precice|table_[^_].*|part_.+_(stations|plies|law_table)", re.IGNORECASE)
# These and the files that the program looks for in the working directory alone.
READ = re.compile(rf"{FILES.pattern}|plugin|restart|state_from", re.IGNORECASE)
INITIAL_OF = ("initials", "joints")  # lists of the names for which initial_<name>_... may stand


class Option(NamedTuple):
    """An option that was given: value True if it has none; place "file:line", "" if Python gave it."""
    name: str
    value: Value
    place: str


def read(path: str) -> tuple[list[str], list[Option]]:
    """Returns the paths of an options file and of the files that it includes, and their options."""
    lib, given, message = library(), ctypes.c_void_p(), ctypes.create_string_buffer(MESSAGE)
    if lib.FsOptionListReadFile(os.fsencode(path), ctypes.byref(given), message, MESSAGE):
        raise FsolveError(message.value.decode(errors="replace"), 2)
    name, value, place = (ctypes.c_char_p() for _ in range(3))
    files, options = [], []
    while lib.FsOptionListGet(given, len(files) + len(options), *map(ctypes.byref, (name, value, place))):
        text = True if value.value is None else os.fsdecode(value.value)
        if name.value == b"-options_file":
            files.append(str(text))
        else:
            options.append(Option(name.value.decode()[1:], text, os.fsdecode(place.value)))
    lib.FsOptionListDestroy(ctypes.byref(given))
    return files, options


def replaced(name: str, value: str, find: Any, those: re.Pattern[str] = FILES) -> str:
    """Returns the value of an option with find(file) for each file that it names, if its name is one of those.

    A name may be a whole value, or an item of a list, with a path behind ":" as in shapes.h5:/modes/shape/1.
    """
    if not those.fullmatch(name):
        return value

    def item(text: str) -> str:
        file, colon, rest = text.partition(":")
        return find(text) or (f"{find(file)}{colon}{rest}" if colon and find(file) else text)

    return find(value) or ",".join(map(item, value.split(",")))


def contents(path: str) -> str | None:
    """Returns the SHA-256 of a file, or None if there is no such file."""
    if not os.path.isfile(path):
        return None
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            found.update(part)
    return found.hexdigest()


def part_of_digest(name: str, value: Value) -> str:
    """Returns what an option gives to the digest of a model."""
    if isinstance(value, Function):
        raise refuse(name, value, "has no digest")
    if isinstance(value, GivenMesh):
        return value.digest()
    return replaced(name, value, contents, READ) if isinstance(value, str) else ""


def line(name: str, value: Value) -> str:
    """Returns an option as a line of an options file."""
    if value is True:
        return f"-{name}"
    if isinstance(value, (Function, GivenMesh)):
        raise refuse(name, value, "an options file cannot hold")
    if "\n" in str(value) or "\r" in str(value) or '"' in str(value) and "'" in str(value):
        raise FsolveError(f"{name}: a value in a file has one line, and not both kinds of quotes: {value!r}", 2)
    plain = value and not re.search(r"[\s#\"']", str(value)) and not re.match(r"-[^\d.(]", str(value))
    mark = "" if plain else "'" if '"' in str(value) else '"'
    return f"-{name} {mark}{value}{mark}"


class Names(MutableMapping):
    """The names of a list of a model, such as model.parts, each with the options that describe it.

        model.parts["mast"]["young"] = 2.1e11
        model.loads["wind"] = {"set": "mast", "force": (10, 0, 0)}
        del model.loads["wind"]
    """

    def __init__(self, model: Model, key: str):
        self._model, self._key, self._kind = model, key, lists()[key]

    def __iter__(self) -> Iterator[str]:
        given = self._model.get(self._key)
        return iter([n for n in given.split(",") if n] if isinstance(given, str) else [])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, name: str) -> Words:
        if name not in list(self):
            raise missing("the model", self._kind, name, list(self))
        return Words(self._model, self._kind, name)

    def __setitem__(self, name: str, words: Any) -> None:
        there = list(self)
        words = dict(words) if isinstance(words, Mapping) else {"": words}  # a copy, also of the name itself
        if name in there:
            Words(self._model, self._kind, name).clear()
        self._model.set(**{self._key: ",".join(there + [name] * (name not in there)), f"{self._kind}_{name}": words})

    def __delitem__(self, name: str) -> None:
        self[name].clear()
        left = [n for n in self if n != name]
        if left:
            self._model[self._key] = left
        else:
            del self._model[self._key]

    def __repr__(self) -> str:
        return "\n".join(f"{n}: {dict(self[n])}" for n in self) or f"no {self._key}"

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)


class Words(MutableMapping):
    """The options that describe one name of a list, such as model.parts["mast"]["young"]."""

    def __init__(self, model: Model, kind: str, name: str):
        self._model, self._kind, self._name = model, kind, name

    def _key(self, word: str) -> str:
        return f"{self._kind}_{self._name}" + (f"_{word}" if word else "")

    def __iter__(self) -> Iterator[str]:
        own = self._key("")
        longer = tuple(f"{self._kind}_{n}_".lower() for n in self._others())
        for key in list(self._model):
            start = key.lower() + "_"
            if start.startswith(own.lower() + "_") and not start.startswith(longer):
                yield key[len(own) + 1:]

    def _others(self) -> list[str]:
        """Returns the longer names of the list that start with this one, as mast_top does with mast."""
        every = next(key for key, kind in lists().items() if kind == self._kind)
        return [n for n in Names(self._model, every) if n.lower().startswith(self._name.lower() + "_")]

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, word: str) -> Value:
        return self._model[self._key(word)]

    def __contains__(self, word: object) -> bool:
        return self._key(str(word)) in self._model

    def __setitem__(self, word: str, value: Any) -> None:
        self._model.set(**{self._key(word): value})

    def __delitem__(self, word: str) -> None:
        del self._model[self._key(word)]

    def __repr__(self) -> str:
        return repr(dict(self))

    def _ipython_key_completions_(self) -> list[str]:
        return described(self._kind)


class Model(MutableMapping):
    """A model as its options, which a file, dictionaries and keywords give.

        model = fsolve.Model("frame.opts", t_end=2)
        model["dt"] = 1e-3
        model.parts["mast"]["young"] = 2.1e11
        model.write("stiffer.opts")
        case = model.run()

    A file is read with the files that it includes, as the program reads it; formulas of constants stay
    formulas. Options are named and nested as in fsolve.Case. A name that does not exist is an error that
    names the nearest ones; those of a file are checked by the set-up of a case. Values are texts; an option without a value has True.
    A value may also be a Python function or a mesh of arrays, as in fsolve.Case. model.parts, model.supports, ... have the names of
    each list with the options that describe them.
    """

    _case: Any = None  # fsolve.Case, which sets it, because a case also has a model

    def __init__(self, file: Path | None = None, **options: Any):
        self._files: list[str] = []
        self._given: list[Option] = []
        self.file = None if file is None else os.fspath(file)
        if self.file is not None:
            self._files, self._given = read(self.file)
        self.set(**options)

    def unknown(self, name: str, where: str) -> FsolveError | None:
        """Returns the error that an option does not exist, with the nearest names, or None if it exists. where: what has the option."""
        try:
            check(name, where, self._named())
        except FsolveError as error:
            return error
        return None

    def copy(self) -> Model:
        """Returns another model with the same options."""
        other = Model()
        other.file, other._files, other._given = self.file, list(self._files), list(self._given)
        return other

    # ---- options --------------------------------------------------------------------------------

    def set(self, **options: Any) -> Model:
        """Gives options. Later values override earlier ones; None leaves an option out. Returns the model."""
        for key, value in separate(options).items():
            if value is None:
                continue
            if not (isinstance(value, Function) and is_loaded(key)):
                check(key, "the model", self._named())
            if key.endswith("+"):
                key = key[:-1]
                value = f"{self[key]},{value}" if self.get(key) else value
            if key == "mesh" and isinstance(value, str) and "arrays" in value.split(",") and isinstance(self.get(key), GivenMesh):
                arrays, value = value, copy.copy(self[key])
                value.text = arrays
            self._given.append(Option(key, value, ""))
        return self

    def __getitem__(self, name: str) -> Value:
        values = [o.value for o in self._given if o.name.lower() == name.lower()]
        if not values:
            raise missing("the model", "option", name, list(self))
        return ",".join(map(str, values)) if name.lower() == "let" else values[-1]

    def __contains__(self, name: object) -> bool:
        return any(o.name.lower() == str(name).lower() for o in self._given)

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default

    def __setitem__(self, name: str, value: Any) -> None:
        if name == "let":
            self._given = [o for o in self._given if o.name.lower() != "let"]
        self.set(**{name: value})

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise missing("the model", "option", name, list(self))
        self._given = [o for o in self._given if o.name.lower() != name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter({o.name.lower(): o.name for o in self._given}.values())

    def __len__(self) -> int:
        return len({o.name.lower() for o in self._given})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self._lower() == other._lower()

    __hash__ = None  # type: ignore[assignment]

    def _lower(self) -> dict[str, Value]:
        return {name.lower(): self[name] for name in self}

    def _named(self) -> dict[str, list[str]]:
        """Returns {kind: names that its list has}."""
        return {kind: list(Names(self, key)) for key, kind in lists().items()}

    def __getattr__(self, name: str) -> Names:
        if name.startswith("_") or name not in lists():
            raise AttributeError(f"a model has no {name}; its lists are {', '.join(lists())}")
        return Names(self, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *lists()})

    def _ipython_key_completions_(self) -> list[str]:
        return sorted({*self, *whole_names(self._named())})

    # ---- files ----------------------------------------------------------------------------------

    def _find(self, file: str) -> str | None:
        """Returns the path of a file as the program finds it, or None if it does not exist."""
        folders = [""] if os.path.isabs(file) else ["", *map(os.path.dirname, self._files)]
        return next((path for path in (os.path.join(f, file) for f in folders) if os.path.isfile(path)), None)

    def given(self) -> list[Option]:
        """Returns all options in their order, with the paths of the files that values name."""
        return [o._replace(value=replaced(o.name, o.value, self._find)) if isinstance(o.value, str) else o
                for o in self._given]

    def _is_left_out(self, option: Option) -> bool:
        """Returns whether an option of a file describes a name that Python has removed from its list.

        The program ignores such an option, but not in a file that has the new list.
        """
        for key, kind in lists().items():
            last = [o for o in self._given if o.name.lower() == key]
            if not option.place or not last or last[-1].place or not option.name.lower().startswith(kind + "_"):
                continue
            those = [n for k in (INITIAL_OF if kind == "initial" else (key,)) for n in Names(self, k)]
            rest = option.name.lower()[len(kind) + 1:] + "_"
            return option.name.lower() not in names() and not any(rest.startswith(n.lower() + "_") for n in those)
        return False

    def text(self, folder: Path = ".") -> str:
        """Returns the lines of an options file in a folder. Files in this folder have relative paths."""
        def place(file: str) -> str | None:
            found = self._find(file)
            if found is None:
                return None
            whole, start = os.path.realpath(found), os.path.realpath(folder)
            return os.path.relpath(whole, start) if os.path.commonpath([whole, start]) == start else whole

        lines = [line(o.name, replaced(o.name, o.value, place) if isinstance(o.value, str) else o.value)
                 for o in self.given_last()]
        return "".join(text + "\n" for text in lines)

    def given_last(self) -> list[Option]:
        """Returns the options that count, each once: constants first, with the paths of files that are found."""
        last = {o.name.lower(): o for o in self.given() if not self._is_left_out(o)}
        let = [Option("let", self["let"], "")] if "let" in self else []
        return let + [o for key, o in last.items() if key != "let"]

    def digest(self) -> str:
        """Returns the SHA-256 of the options, of the arrays of a mesh and of the contents of the files that the model reads, for a cache.

        Models that differ only in the order of their options, or in the names of their files, have the same one. A model with a Python
        function has none.
        """
        parts = sorted((o.name.lower(), part_of_digest(o.name, o.value)) for o in self.given_last())
        return hashlib.sha256(repr(parts).encode(errors="surrogateescape")).hexdigest()

    def write(self, path: Path) -> str:
        """Writes an options file, which replaces an existing one, and returns its path.

        The program and fsolve.Model read the same model from it. Relative paths of files that the model
        reads are found again in any working directory. A file holds no Python function and no mesh of
        arrays: a model with one of them is an error, and nothing is written.
        """
        path = os.fspath(path)
        text = self.text(os.path.dirname(os.path.abspath(path)))
        try:
            with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(text)
        except OSError as error:
            raise FsolveError(f"{path}: {error.strerror}") from None
        return path

    # ---- use ------------------------------------------------------------------------------------

    def case(self, **keys: Any) -> Case:
        """Returns a fsolve.Case of this model. keys: its arguments, and more options."""
        return self._case(self, **keys)

    def run(self, **keys: Any) -> Case:
        """Runs a case of this model, and returns it."""
        return self.case(**keys).run()

    def plot(self, out: Path | None = None, **keys: Any) -> Figure:
        """Draws the model in its initial state; see fsolve.Case.plot."""
        with self.case() as case:
            return case.plot(out, **keys)

    def __repr__(self) -> str:
        return table(self._title(), rows(self))

    def _title(self) -> str:
        return f"fsolve.Model{f' of {self.file}' if self.file else ''}: {len(self)} options"

    def _repr_html_(self) -> str:
        return html(self._title(), rows(self))
