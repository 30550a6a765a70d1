# SPDX-License-Identifier: BSD-2-Clause
"""The arms of rigid bodies: rods from a body to the places of its joints, which move with the body."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve import model
from fsolve.curves import turned_by
from fsolve.solid import symbols
from fsolve.solid.things import Mesh, Thing

if TYPE_CHECKING:
    from fsolve.result import Result
    from fsolve.solid.lines import State

THICK = 0.008  # radius of a rod over the size of the model


def bodies(result: Result) -> dict[int, str]:
    """Returns {row of a node: name of the part} of all rigid bodies."""
    return {int(node): name for name, part in result.parts.items() if part.element == "body"
            for cells in part.cells.values() for node in cells[:, 0]}


def ends(result: Result) -> list[tuple[int, np.ndarray]]:
    """Returns the node of a body and the place [3] of a joint, at rest, of each arm."""
    found, there = [], bodies(result)
    if not there:
        return []
    for joint in model.joints(result):
        for nodes in [[n] for n in joint.ground] + [list(pair) for pair in joint.pairs]:
            place = result.nodes[nodes].mean(axis=0) if joint.point is None else joint.point
            found += [(int(n), place) for n in nodes if int(n) in there]
    return found


def lines(result: Result, state: State | None) -> dict[str, np.ndarray]:
    """Returns the two ends of the arms of each part {name: [k][2][3]}.

    The displacement of the far end is scaled as those of the nodes are, so that arms meet at their joint with any scale.
    """
    found: dict[str, list[np.ndarray]] = {}
    there = bodies(result)
    for node, place in ends(result):
        start, arm = result.nodes[node], place - result.nodes[node]
        if state is not None:
            start = start + state.scale * state.u[node]
            if state.turn is not None:
                arm = arm + state.scale * turned_by(state.turn, np.array([node]), arm[None])[0]
        if np.linalg.norm(arm) > 0:
            found.setdefault(there[node], []).append(np.array([start, start + arm]))
    return {name: np.array(rods) for name, rods in found.items()}


def things(result: Result, state: State | None, size: float, colours: dict[str, str] | str,
           alpha: float = 1.0) -> list[Thing]:
    """Returns the arms; colours: {name of a part: its colour}, or one colour."""
    found, rod = [], symbols.turned_surface([(0, -1), (1, -1), (1, 0), (0, 0)], 12)
    for name, rods in lines(result, state).items():
        ways = rods[:, 1] - rods[:, 0]
        mesh: Mesh = symbols.placed(rod, rods[:, 1], ways, np.linalg.norm(ways, axis=1), THICK * size)
        colour = colours if isinstance(colours, str) else colours[name]
        found.append(Thing(colour, mesh, points=rods.reshape(-1, 3), alpha=alpha, width=1.2,
                           pairs=np.arange(2 * len(rods)).reshape(-1, 2)))
    return found
