# SPDX-License-Identifier: BSD-2-Clause
"""Writes meshes of links on ball joints: trees, rings, and grids with many closed loops.

Each function writes a Gmsh file and returns the words of the model's options. Links are beams of
0.1 m under gravity. The set links has them, joints has a line between each two ends that a joint
holds together, and ground has the ends that hang on the ground.
"""
import itertools
import math

import gmsh_file
import growing

LENGTH = 0.1
OPTIONS = {"parts": "link", "part_link_set": "links", "part_link_element": "beam", **{"part_link_" + key: value for key, value in growing.BEAM.items()},
           "gravity": "0,0,-9.81", "joint_joints_type": "spherical", "integrator": "lms4", "rho_inf": 0, "dt": 1e-3, "t_end": 0.1}


def write(path, nodes, links, joints, ground):
    gmsh_file.write(path, nodes, {"links": (gmsh_file.LINE, links), "joints": (gmsh_file.LINE, joints), **({"ground": (gmsh_file.POINT, [(k,) for k in ground])} if ground else {})})
    anchor = {"joints": "anchor,joints", "joint_anchor_set": "ground", "joint_anchor_type": "spherical"} if ground else {"joints": "joints"}
    return growing.words({"mesh": path, **OPTIONS, **anchor})


def tree(path, levels):
    """Links that each carry two more, which turn less from level to level."""
    nodes, links, joints, tips = [(0, 0, 0), (LENGTH, 0, 0)], [(0, 1)], [], [(1, 0)]
    for level in range(levels):
        next_tips = []
        for (tip, angle), side in itertools.product(tips, (-1, 1)):
            turned, (x, y, z) = angle + side * 0.8 / 1.6**level, nodes[tip]
            nodes += [(x, y, z), (x + LENGTH * math.cos(turned), y + LENGTH * math.sin(turned), z + 0.3 * LENGTH * side)]
            links.append((len(nodes) - 2, len(nodes) - 1))
            joints.append((tip, len(nodes) - 2))
            next_tips.append((len(nodes) - 1, turned))
        tips = next_tips
    return write(path, nodes, links, joints, [0])


def ring(path, n):
    """A closed chain of n links, which falls freely."""
    radius = LENGTH * n / (2 * math.pi)
    nodes = [(radius * math.cos(2 * math.pi * k / n), radius * math.sin(2 * math.pi * k / n), 0) for link in range(n) for k in (link, link + 1)]
    return write(path, nodes, [(2 * k, 2 * k + 1) for k in range(n)], [(2 * k + 1, (2 * k + 2) % (2 * n)) for k in range(n)], [])


def grid(path, n, dimensions):
    """Links between n points along each axis; the ends at a point are held together, those at x = 0 hang on the ground."""
    at, nodes, links, joints = {}, [], [], []
    for point, axis in itertools.product(itertools.product(range(n), repeat=dimensions), range(dimensions)):
        if point[axis] + 1 == n:
            continue
        for end in (point, tuple(x + (d == axis) for d, x in enumerate(point))):
            nodes.append(tuple(LENGTH * x for x in (*end, 0)[:3]))
            if end in at:
                joints.append((at[end], len(nodes) - 1))
            else:
                at[end] = len(nodes) - 1
        links.append((len(nodes) - 2, len(nodes) - 1))
    return write(path, nodes, links, joints, [node for point, node in at.items() if point[0] == 0])
