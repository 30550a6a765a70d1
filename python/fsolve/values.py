# SPDX-License-Identifier: BSD-2-Clause
"""Separates the values that Python gives to a model: texts of options, functions, and meshes of arrays."""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Union

from fsolve.error import FsolveError
from fsolve.given_mesh import GivenMesh, is_mesh
from fsolve.options import flatten
from fsolve.rows import value_text

LOADED = "_function"  # last word of the key of a load
MOTOR = "_motor"  # last word of the key of a motor


class Function(NamedTuple):
    """A Python function that stands for the law of a load, or for the formula of an option.

    components  letters of the components of the force of a load, or "" for a formula
    once        whether it is called once a step, and not in each iteration
    """
    call: Callable[..., Any]
    components: str = ""
    once: bool = False

    def __call__(self, *arguments: Any) -> Any:
        return self.call(*arguments)

    def __str__(self) -> str:
        words = [self.components] * (self.components not in ("", "xyz")) + ["once a step"] * self.once
        return f"<function {getattr(self.call, '__name__', type(self.call).__name__)}{''.join(f', {w}' for w in words)}>"

    __repr__ = __str__


Value = Union[str, bool, None, Function, GivenMesh]


def overrides(later: Mapping[str, Value], earlier: Mapping[str, Value]) -> bool:
    """Returns whether all earlier values have no effect, because later ones have the same keys and define the same constants."""
    lets = [re.findall(r"(\w+) *=", str(values.get("let", ""))) for values in (later, earlier)]
    return set(earlier) <= set(later) and set(lets[1]) <= set(lets[0])


def is_loaded(key: str) -> bool:
    """Returns whether a key, such as load_tip_function, is that of a function for a load."""
    return key.lower().startswith("load_") and key.lower().endswith(LOADED)


def load_of(key: str) -> str:
    """Returns the name of the load of such a key."""
    return key[len("load_"):-len(LOADED)]


def pop_once(prefix: str, options: dict[str, Any]) -> bool:
    """Takes <prefix>_once_a_step out of the options, and returns it."""
    once = options.pop(f"{prefix}_once_a_step", False)
    if not isinstance(once, bool):
        raise FsolveError(f"{prefix.replace('_', ' ', 1)}: once_a_step is True or False, not {once!r}")
    return once


def function(key: str, call: Callable[..., Any], options: dict[str, Any]) -> Function:
    """Returns the function of a key, and takes the options that describe it out of the others."""
    if isinstance(call, Function):
        return call
    if is_loaded(key):
        load = key[:-len(LOADED)]
        return Function(call, options.pop(f"{load}_components", "xyz"), pop_once(load, options))
    motor = key.startswith("joint_") and key.endswith(MOTOR)
    return Function(call, "", motor and pop_once(key[:-len(MOTOR)], options))


def separate(options: Mapping[str, Any]) -> dict[str, Value]:
    """Returns {name: value} of options, nested ones too: a text, True for an option without a value, a Function or a GivenMesh.

    None is a value that leaves the option out.
    """
    if is_mesh(options.get("mesh")):
        given = GivenMesh(options["mesh"])
        options = {**options, "mesh": {"": given, **given.options}}
    flat = dict(flatten(options))
    for key in [k for k, v in flat.items() if callable(v)]:
        flat[key] = function(key, flat[key], flat)
    return {key: value if value is None or value is True or isinstance(value, (Function, GivenMesh)) else value_text(value)
            for key, value in flat.items() if not (key.endswith("+") and is_empty(value))}


def is_empty(value: Any) -> bool:
    """Returns whether a value is a list or a dictionary without entries."""
    return isinstance(value, (list, tuple, Mapping)) and not value


def refuse(name: str, value: Function | GivenMesh, where: str) -> FsolveError:
    """Returns the error for a value that a file, or another place, cannot hold."""
    remedy = ("write the mesh into a file, as by meshio, and give its name" if isinstance(value, GivenMesh)
              else "give a formula instead, or use the model in Python")
    what = "arrays" if isinstance(value, GivenMesh) else "a Python function"
    return FsolveError(f"{name} is {what}, which {where}; {remedy}", 2)
