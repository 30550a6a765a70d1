# SPDX-License-Identifier: BSD-2-Clause
"""Supports, loads and joints of a model: their places and directions.

They are found from the options and the sets of an output file. plot_model draws them.
"""
from __future__ import annotations

import ast
import math
import operator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve.mesh import CLOSED

if TYPE_CHECKING:
    from fsolve.result import Result

LETTERS = "xyz"
KINDS = ("force", "traction", "moment", "pressure")
PLACES = ("box", "sphere", "plane", "where", "point")


def no_pairs() -> np.ndarray:
    return np.zeros((0, 2), int)


@dataclass
class Support:
    """A support.

    nodes          rows of its nodes
    displacements  letters of the displacements that it fixes or moves
    rotations      letters of the rotations that it fixes or moves
    moved          letters of those that it moves
    axes           the directions of the letters x, y, z, as rows [3][3]
    normal         the one direction [3] that a roller on a plane fixes, or None
    """
    name: str
    nodes: np.ndarray
    displacements: str
    rotations: str
    moved: str
    axes: np.ndarray = field(default_factory=lambda: np.eye(3))
    normal: np.ndarray | None = None


@dataclass
class Load:
    """A load.

    nodes      rows of its nodes
    kind       one of KINDS, or "law"
    direction  unit vector [3]; None if the load has no constant direction
    value      its size in the units of the case; None if it is no constant
    point      its place [3], if it is a force or moment at one place; else None
    cells      {shape: cells of its set}
    """
    name: str
    nodes: np.ndarray
    kind: str
    direction: np.ndarray | None
    value: float | None = None
    point: np.ndarray | None = None
    cells: dict[str, np.ndarray] = field(default_factory=dict)


@dataclass
class Joint:
    """A joint.

    type    as in -joint_<name>_type
    ground  rows of the nodes that are connected to the ground
    pairs   rows of the nodes that are connected to each other [n][2]
    point   place in the options, or None
    axis    unit vector [3] of its axis in the options, or None
    """
    name: str
    type: str
    ground: np.ndarray
    pairs: np.ndarray = field(default_factory=no_pairs)
    point: np.ndarray | None = None
    axis: np.ndarray | None = None

    @property
    def symbol(self) -> str:
        """"drum" if it turns about an axis alone, "cube" if it slides along one, else "ball"."""
        return {"revolute": "drum", "cylindrical": "drum", "screw": "drum", "prismatic": "cube",
                "point_on_axis": "cube"}.get(self.type, "ball") if self.axis is not None else "ball"


# ---- formulas -----------------------------------------------------------------------------------

FUNCTIONS = {name: getattr(math, name) for name in (
    "sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "sinh", "cosh", "tanh")}
FUNCTIONS.update({"abs": abs, "min": min, "max": max})
BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
          ast.Div: operator.truediv, ast.Pow: math.pow}
UNARY = {ast.USub: operator.neg, ast.UAdd: operator.pos}


def split(text: str) -> list[str]:
    """Returns the entries of a list such as a,f(b,c),d."""
    entries, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and not depth:
            entries.append("")
        else:
            entries[-1] += c
    return entries


def value(tree: ast.AST, names: dict[str, float]) -> float:
    """Returns the value of a syntax tree. Raises KeyError for anything that it does not know."""
    if isinstance(tree, ast.Constant):
        return float(tree.value)
    if isinstance(tree, ast.Name):
        return names[tree.id]
    if isinstance(tree, ast.UnaryOp):
        return UNARY[type(tree.op)](value(tree.operand, names))
    if isinstance(tree, ast.BinOp):
        return BINARY[type(tree.op)](value(tree.left, names), value(tree.right, names))
    if isinstance(tree, ast.Call):
        return FUNCTIONS[tree.func.id](*(value(a, names) for a in tree.args))
    raise KeyError(tree)


def constant(text: str, names: dict[str, float]) -> float | None:
    """Returns the value of a formula of constants.

    Returns None for formulas of variables, and for conditions and tables.
    """
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval").body
        return value(tree, {"pi": math.pi, **names})
    except (SyntaxError, KeyError, AttributeError, TypeError, ValueError, ArithmeticError):
        return None


def constants(options: dict[str, Any]) -> dict[str, float]:
    """Returns {name: value} of the option -let."""
    found: dict[str, float] = {}
    for entry in split(options.get("let") or ""):
        name, _, formula = entry.partition("=")
        number = constant(formula, found)
        if number is not None:
            found[name.strip()] = number
    return found


def vector(text: str, names: dict[str, float]) -> np.ndarray | None:
    """Returns x,y,z as an array, or None if an entry is not a constant."""
    values = [constant(entry, names) for entry in split(text or "")]
    return None if len(values) != 3 or None in values else np.array(values)


# ---- the model ----------------------------------------------------------------------------------


def names_of(options: dict[str, Any], key: str) -> list[str]:
    """Returns the names that an option such as -supports lists."""
    if options.get(key) is True:
        return []
    return [name for name in str(options.get(key) or "").split(",") if name]


def set_of(result: Result, kind: str, name: str) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Returns the nodes and {shape: cells} of a support, load or joint.

    The mesh has a set <kind>_<name> for places and for unions of several sets.
    """
    own = result.sets.get(f"{kind}_{name}")
    placed = any(f"{kind}_{name}_{place}" in result.options for place in PLACES)
    given = str(result.options.get(f"{kind}_{name}_set", name))
    use_own = own is not None and (placed or "," in given)
    chosen = own if use_own else result.sets.get(given, own)
    if chosen is None or chosen.nodes is None:
        return np.zeros(0, int), {}
    return chosen.nodes, chosen.cells


def letters(text: str) -> str:
    """Returns the letters of an option such as -support_<name>_fix."""
    if text == "all":
        return LETTERS
    return "" if text == "none" else "".join(c for c in LETTERS if c in text)


def supports(result: Result) -> list[Support]:
    """Returns the supports of the model."""
    found, options, known = [], result.options, constants(result.options)
    for name in names_of(options, "supports"):
        start = f"support_{name}_"
        plane = vector(str(options.get(start + "normal", "")), known)
        given = {key: str(options[start + key]) for key in ("fix", "fix_rotation")
                 if start + key in options}
        moves = {kind: "".join(c for c in LETTERS if f"{start}{kind}_{c}" in options
                               or f"{start}{kind}_harmonic_{c}" in options)
                 for kind in ("motion", "rotation")}
        fixes = given if given or any(moves.values()) or plane is not None else {"fix": "all"}
        shifts = letters(fixes.get("fix", "none"))
        turns = shifts if fixes.get("fix") == "all" else letters(fixes.get("fix_rotation", "none"))
        found.append(Support(name, set_of(result, "support", name)[0],
                             "".join(sorted(set(shifts + moves["motion"]))),
                             "".join(sorted(set(turns + moves["rotation"]))),
                             moves["motion"] + moves["rotation"],
                             own_axes(str(options.get(start + "axes", "")), known),
                             None if plane is None else plane / max(np.linalg.norm(plane), 1e-300)))
    return found


def own_axes(text: str, names: dict[str, float]) -> np.ndarray:
    """Returns the axes of a support as rows [3][3]; text: -support_<name>_axes, may be empty."""
    values = [constant(entry, names) for entry in split(text)]
    if len(values) not in (6, 9) or None in values:
        return np.eye(3)
    axes = np.array([v for v in values if v is not None]).reshape(-1, 3)
    axes = axes / np.linalg.norm(axes, axis=1, keepdims=True)
    return np.vstack([axes[:2], np.cross(axes[0], axes[1])])


def normal(result: Result, cells: dict[str, np.ndarray]) -> np.ndarray:
    """Returns the sum of the normals of surface cells, which is about 0 for a closed surface."""
    total = np.zeros(3)
    for shape, c in cells.items():
        if shape in CLOSED:
            x = result.nodes[c]
            total += np.cross(x[:, 1] - x[:, 0], x[:, -1] - x[:, 0]).sum(0)
    return total


def loads(result: Result) -> list[Load]:
    """Returns the loads of the model."""
    found, options, known = [], result.options, constants(result.options)
    for name in names_of(options, "loads"):
        nodes, cells = set_of(result, "load", name)
        kind = next((k for k in KINDS if f"load_{name}_{k}" in options), "law")
        given = str(options.get(f"load_{name}_{kind}", ""))
        size = constant(given, known)
        if kind == "pressure":
            direction = None if size is None else size * normal(result, cells)
        elif kind != "law":
            direction = vector(given, known)
        else:
            acts = [c for c in LETTERS if f"load_{name}_law_{c}" in options]
            direction = np.eye(3)[LETTERS.index(acts[0])] if len(acts) == 1 else None
        amount = None
        if direction is not None:
            length = float(np.linalg.norm(direction))
            direction = direction / length if length > 0 else None
            amount = size if kind == "pressure" else length if kind != "law" else None
        point = vector(str(options.get(f"load_{name}_point", "")), known)
        found.append(Load(name, nodes, kind, direction, amount, point, cells))
    return found


def joints(result: Result) -> list[Joint]:
    """Returns the joints of the model."""
    found, options, known = [], result.options, constants(result.options)
    for name in names_of(options, "joints"):
        cells = set_of(result, "joint", name)[1]
        lines = [c[:, :2] for shape, c in cells.items() if shape.startswith("line")]
        ground = cells["point"][:, 0] if "point" in cells else np.zeros(0, int)
        point, axis = (vector(str(options.get(f"joint_{name}_{word}", "")), known)
                       for word in ("point", "axis"))
        found.append(Joint(name, str(options.get(f"joint_{name}_type", "")), ground,
                           np.concatenate(lines) if lines else no_pairs(), point,
                           None if axis is None or not axis.any() else axis / np.linalg.norm(axis)))
    return found


def gravity(result: Result) -> np.ndarray | None:
    """Returns the direction [3] of gravity, or None."""
    g = vector(str(result.options.get("gravity", "")), constants(result.options))
    return g / np.linalg.norm(g) if g is not None and np.linalg.norm(g) > 0 else None


@dataclass
class Release:
    """The releases of the ends of members that fsolve connects by one joint, such as "brace.end".

    text  the released components, as in the option
    ends  rows of the nodes at the ends of the members [n]
    ways  unit vectors from these ends into the members [n][3]
    """
    name: str
    text: str
    ends: np.ndarray
    ways: np.ndarray


def neighbours(result: Result) -> dict[int, int]:
    """Returns {node of a line of a part: a node of the same line}."""
    found: dict[int, int] = {}
    for shape, cells in result.cells.items():
        if "/line" in shape:
            found.update(zip(map(int, cells[:, 0]), map(int, cells[:, 1])))
            found.update(zip(map(int, cells[:, 1]), map(int, cells[:, 0])))
    return found


def releases(result: Result) -> list[Release]:
    """Returns the releases of members and parts, -member_<name>_release and -part_<name>_release."""
    found, beside, options = [], None, result.options
    for name, s in result.sets.items():
        owner, _, where = name.rpartition(".")
        pairs = [c for shape, c in s.cells.items() if shape.startswith("line")]
        given = [str(options_of) for options_of in (
            options.get(f"member_{owner.split('+')[0]}_release"),
            options.get(f"part_{owner}_release")) if options_of]
        text = [entry.partition(":")[2] for entry in " ".join(given).split()
                if entry.partition(":")[0] in (where, "both")]
        if not text or not pairs:
            continue
        beside = beside or neighbours(result)
        ends = np.array([a for c in pairs for a in c[:, 0] if int(a) in beside], int)
        ways = result.nodes[[beside[int(end)] for end in ends]] - result.nodes[ends]
        length = np.linalg.norm(ways, axis=1, keepdims=True)
        found.append(Release(name, text[0], ends, ways / np.where(length > 0, length, 1)))
    return found


def temperatures(result: Result) -> list[tuple[str, str, bool | None]]:
    """Returns (part, text, sign) of each temperature.

    sign: True above 0, False below; there is no sign of gradients and of formulas of variables.
    """
    found, known = [], constants(result.options)
    for part in result.parts:
        start = f"part_{part}_temperature"
        given = {key: str(result.options[key]) for key in
                 (start, start + "_gradient_y", start + "_gradient_z") if key in result.options}
        if not given:
            continue
        value = constant(given.get(start, "t"), known)
        text = ", ".join(key[len(start):].strip("_").replace("_", " ") + " " * (key != start) + formula
                         for key, formula in given.items())
        found.append((part, text, None if value is None else value > 0))
    return found
