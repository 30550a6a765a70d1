"""Supports, loads and joints of a model, from the options in its output: where they are, and which way. For scripts/plot_model."""
import ast
import math
import operator
from dataclasses import dataclass, field

import numpy as np

LETTERS = "xyz"
KINDS = ("force", "traction", "moment", "pressure")


@dataclass
class Support:
    """Of nodes: displacements and rotations that it holds or moves, as letters, and those of them that it moves."""
    name: str
    nodes: np.ndarray
    displacements: str
    rotations: str
    moved: str


@dataclass
class Load:
    """On nodes: of a kind, along a direction [3]; None: it has none, as a law, or it cannot be told."""
    name: str
    nodes: np.ndarray
    kind: str
    direction: np.ndarray


@dataclass
class Joint:
    """Of a type; ground: nodes that are joined to the ground; pairs [n][2]: nodes that are joined to each other; point: where it is, if given."""
    name: str
    type: str
    ground: np.ndarray
    pairs: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), int))
    point: np.ndarray = None


# ---- formulas --------------------------------------------------------------------------------------------------------

FUNCTIONS = {k: getattr(math, k) for k in ("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "sinh", "cosh", "tanh")}
FUNCTIONS.update({"abs": abs, "min": min, "max": max})
BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: math.pow}
UNARY = {ast.USub: operator.neg, ast.UAdd: operator.pos}


def split(text):
    """The entries of a,f(b,c),d."""
    entries, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and not depth:
            entries.append("")
        else:
            entries[-1] += c
    return entries


def value(tree, names):
    """Of a syntax tree; what it does not know raises KeyError."""
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


def constant(text, names):
    """The value of a formula of constants; None: it is none, or of more than this understands (conditions, tables)."""
    try:
        return value(ast.parse(text.strip().replace("^", "**"), mode="eval").body, {"pi": math.pi, **names})
    except (SyntaxError, KeyError, AttributeError, TypeError, ValueError, ArithmeticError):
        return None


def constants(options):
    """{name: value} of -let."""
    found = {}
    for entry in split(options.get("let") or ""):
        name, _, formula = entry.partition("=")
        number = constant(formula, found)
        if number is not None:
            found[name.strip()] = number
    return found


def vector(text, names):
    """x,y,z as an array; None where it is not all of constants."""
    values = [constant(entry, names) for entry in split(text or "")]
    return None if len(values) != 3 or None in values else np.array(values)


# ---- what there is ---------------------------------------------------------------------------------------------------


def names_of(options, key):
    return [name for name in str(options.get(key) or "").split(",") if name and options[key] is not True]


def set_of(result, kind, name):
    """(nodes, {shape: cells}) that something is about: of several sets and of places the mesh has a set of its own."""
    own = result.sets.get(f"{kind}_{name}")
    placed = any(f"{kind}_{name}_{place}" in result.options for place in ("box", "sphere", "plane", "where", "point"))
    given = str(result.options.get(f"{kind}_{name}_set", name))
    chosen = own if own is not None and (placed or "," in given) else result.sets.get(given, own)
    return (np.zeros(0, int), {}) if chosen is None or chosen.nodes is None else (chosen.nodes, chosen.cells)


def letters(text, everything):
    return everything if text == "all" else "".join(c for c in LETTERS if c in text) if text != "none" else ""


def supports(result):
    found, options = [], result.options
    for name in names_of(options, "supports"):
        given = {key: str(options[f"support_{name}_{key}"]) for key in ("fix", "fix_rotation") if f"support_{name}_{key}" in options}
        moves = {kind: "".join(c for c in LETTERS if any(f"support_{name}_{kind}{h}_{c}" in options for h in ("", "_harmonic"))) for kind in ("motion", "rotation")}
        held = {} if given or any(moves.values()) else {"fix": "all"}
        held.update(given)
        turns = LETTERS if held.get("fix") == "all" else letters(held.get("fix_rotation", "none"), LETTERS)
        shifts = letters(held.get("fix", "none"), LETTERS)
        held_or_moved = ("".join(sorted(set(own + moved))) for own, moved in ((shifts, moves["motion"]), (turns, moves["rotation"])))
        found.append(Support(name, set_of(result, "support", name)[0], *held_or_moved, moves["motion"] + moves["rotation"]))
    return found


def normal(result, cells):
    """The mean normal of surfaces; of a closed one about 0."""
    total = np.zeros(3)
    for shape, c in cells.items():
        if shape in ("triangle", "quadrilateral"):
            x = result.nodes[c]
            total += np.cross(x[:, 1] - x[:, 0], x[:, -1] - x[:, 0]).sum(0)
    return total


def loads(result):
    found, options, known = [], result.options, constants(result.options)
    for name in names_of(options, "loads"):
        nodes, cells = set_of(result, "load", name)
        kind = next((k for k in KINDS if f"load_{name}_{k}" in options), "law")
        given = str(options.get(f"load_{name}_{kind}", ""))
        if kind == "pressure":
            size = constant(given, known)
            direction = None if size is None else size * normal(result, cells)
        elif kind != "law":
            direction = vector(given, known)
        else:
            acts = [c for c in LETTERS if f"load_{name}_law_{c}" in options]
            direction = np.eye(3)[LETTERS.index(acts[0])] if len(acts) == 1 else None
        if direction is not None:
            size = np.linalg.norm(direction)
            direction = direction / size if size > 0 else None
        found.append(Load(name, nodes, kind, direction))
    return found


def joints(result):
    found, options, known = [], result.options, constants(result.options)
    for name in names_of(options, "joints"):
        nodes, cells = set_of(result, "joint", name)
        lines = [c[:, :2] for shape, c in cells.items() if shape.startswith("line")]
        ground = cells["point"][:, 0] if "point" in cells else np.zeros(0, int)
        point = vector(str(options.get(f"joint_{name}_point", "")), known)
        found.append(Joint(name, str(options.get(f"joint_{name}_type", "")), ground, np.concatenate(lines) if lines else np.zeros((0, 2), int), point))
    return found


def gravity(result):
    """Its direction [3], or None."""
    g = vector(str(result.options.get("gravity", "")), constants(result.options))
    return g / np.linalg.norm(g) if g is not None and np.linalg.norm(g) > 0 else None
