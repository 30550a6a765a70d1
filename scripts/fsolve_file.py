"""The output file of a run, which may be under way, and what is found in it by name. fsolve.py is the face of it."""
import difflib
import fcntl
import os
import time

import h5py

PATIENCE = 5.0  # seconds to wait for a run that is putting its file on the disk, which takes milliseconds
COMPONENTS = {3: ("x", "y", "z"), 4: ("w", "x", "y", "z"), 6: ("x", "y", "z", "rx", "ry", "rz")}  # by the number of columns


class FsolveError(RuntimeError):
    """What is wrong, in one line. status: of a run that did not end well (2: bad input, 3: failed on its way, 4: stopped, negative: killed by that
    signal), else 0; output: the file of that run, which has what was done until then."""

    def __init__(self, message, status=0, output=None):
        super().__init__(message)
        self.message, self.status, self.output = message, status, output


def missing(where, what, name, there):
    """The error that a name is not there, with those that are like it."""
    there = sorted(there)
    like = [n for n in there if name.split("/")[-1] in n.split("/")][:4] or difflib.get_close_matches(name, there, 4, 0.5)
    if like:
        hint = "nearest: " + ", ".join(like)
    elif there:
        hint = "there are " + ", ".join(there[:12]) + (", ..." if len(there) > 12 else "")
    else:
        hint = "there are none"
    return FsolveError(f"{where} has no {what} '{name}'; {hint}")


def column(name, width, component):
    """The number of a component: one of COMPONENTS, or counted from 0."""
    names = COMPONENTS.get(width, ())
    if width == 1:
        raise FsolveError(f"{name} is one number, without components")
    if component in names:
        return names.index(component)
    if str(component).isdigit() and int(component) < width:
        return int(component)
    raise FsolveError(f"{name} has no component {component!r}; it has {', '.join(names) if names else f'0 to {width - 1}'}")


def labels(values):
    """Of the columns of a history: [m] "", [m][c] "x", ..., [m][cells][c] "0 x", ..., "1 x", ..."""
    width = values.shape[-1] if values.ndim > 1 else 1
    names = [""] if width == 1 and values.ndim != 2 else COMPONENTS.get(width, range(width))
    cells = [f"{cell} " for cell in range(values.shape[1])] if values.ndim > 2 else [""]
    return [f"{cell}{name}".strip() for cell in cells for name in names]


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class File:
    """A file that a run may be writing: it is open only while something is read, because who keeps it open sees nothing new."""

    def __init__(self, path):
        self.path = os.fspath(path)

    def look(self, action):
        """What action(file) returns, the file being open. While a run puts it on the disk it cannot be opened, or changes: once more then."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with h5py.File(self.path, "r") as f:
                    return action(f)
            except FsolveError:
                raise
            except FileNotFoundError:
                raise FsolveError(f"{self.path}: there is no such file") from None
            except (OSError, KeyError, RuntimeError, ValueError) as error:
                if time.monotonic() > end or not self.in_use():
                    raise FsolveError(f"{self.path} is no HDF5 file that can be read ({str(error).splitlines()[0]})") from None
                time.sleep(0.02)

    def in_use(self):
        """Whether a run, or another reader just now, has it locked."""
        try:
            file = open(self.path, "rb")
        except OSError:
            return False
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return True
            return False

    def names(self, root):
        """Of all datasets below a group, without its own name."""
        def collect(f):
            found = []
            if isinstance(f.get(root), h5py.Group):
                f[root].visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Dataset) else None)
            return found

        return self.look(collect)

    def has(self, path):
        return self.look(lambda f: path in f)

    def read(self, path, what="dataset", rows=None):
        """A dataset; of a history the first rows. Texts are lists of words."""
        def values(f):
            item = f.get(path)
            if not isinstance(item, h5py.Dataset):
                return None
            return item[:rows] if item.shape else item[()]

        found = self.look(values)
        if found is None:
            root, _, name = path.strip("/").partition("/")
            raise missing(self.path, what, name, self.names(root))
        return text(found).split(",") if isinstance(found, bytes) else found

    def attributes(self, path="/"):
        return self.look(lambda f: {k: text(v) if isinstance(v, bytes) else v for k, v in f[path].attrs.items()} if path in f else {})


class Group:
    """Datasets by name, g["shape"] or g.shape, and groups of them. Names may come from several groups of the file; histories are joined."""

    def __init__(self, title, paths, read):
        self._title, self._paths, self._read = title, paths, read  # paths: {name: where it is}

    def names(self):
        return sorted(self._paths)

    def __dir__(self):
        return sorted({n.split("/")[0] for n in self._paths})

    def __contains__(self, name):
        return name in self._paths

    def __iter__(self):
        return iter(self.names())

    def __getitem__(self, name):
        if name in self._paths:
            return self._read(self._paths[name])
        below = {n[len(name) + 1 :]: path for n, path in self._paths.items() if n.startswith(name + "/")}
        if not below:
            raise missing(self._title, "value", name, self._paths)
        return Group(f"{self._title}/{name}", below, self._read)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except FsolveError as error:
            raise AttributeError(error.message) from None

    def __repr__(self):
        return f"<{self._title}: {', '.join(self.names())}>"
