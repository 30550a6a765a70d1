#!/usr/bin/python3
"""The meshes of the structures in inputs/ that buckle: a portal frame, a dome of bars, a right-angle frame. usage: scripts/frames.py [folder]"""
import os
import sys

import numpy as np

from gmsh import LINE, LINE3, POINT, write


def member(nodes, start, end, n):
    """Three-node cells of n beams from node number start to the point end, or to a node that is there."""
    a = np.array(nodes[start], float)
    last = end if isinstance(end, int) else None
    b = np.array(nodes[last] if last is not None else end, float)
    cells, here = [], start
    for k in range(1, 2 * n, 2):
        nodes.append(tuple(a + (b - a) * k / (2 * n)))
        middle = len(nodes) - 1
        if k == 2 * n - 1 and last is not None:
            there = last
        else:
            nodes.append(tuple(a + (b - a) * (k + 1) / (2 * n)))
            there = len(nodes) - 1
        cells.append((here, there, middle))
        here = there
    return cells, here


def portal(path, height=3.0, width=4.0, n=6):
    """Two columns and a beam in the plane x, z; sets: frame, feet, corners."""
    nodes = [(0, 0, 0), (width, 0, 0)]
    left, first = member(nodes, 0, (0, 0, height), n)
    right, second = member(nodes, 1, (width, 0, height), n)
    beam, _ = member(nodes, first, second, n)
    write(path, nodes, {"frame": (LINE3, left + right + beam), "feet": (POINT, [(0,), (1,)]), "corners": (POINT, [(first,), (second,)]), "corner": (POINT, [(first,)])})


def star_dome(path, ring=25.0, base=50.0, top=8.216, shoulder=6.216):
    """24 bars: an apex, a ring of six nodes and six that are held; sets: bars, apex, ring, feet."""
    angle = np.pi / 3 * np.arange(6)
    at = lambda radius, turn, z: [(radius * np.cos(a + turn), radius * np.sin(a + turn), z) for a in angle]
    nodes = [(0, 0, top), *at(ring, 0, shoulder), *at(base, np.pi / 6, 0)]
    bars = [(0, i) for i in range(1, 7)] + [(i, i % 6 + 1) for i in range(1, 7)] + [(i, i + 6) for i in range(1, 7)] + [(i % 6 + 1, i + 6) for i in range(1, 7)]
    sets = {"bars": (LINE, bars), "apex": (POINT, [(0,)]), "ring": (POINT, [(i,) for i in range(1, 7)]), "feet": (POINT, [(i,) for i in range(7, 13)]), "shoulder": (POINT, [(1,)])}
    write(path, nodes, sets)


def argyris(path, length=240.0, n=8):
    """Two legs at a right angle in the plane x, y, from the foot in the origin along y, then along x; sets: frame, foot, elbow, tip."""
    nodes = [(0, 0, 0)]
    first, elbow = member(nodes, 0, (0, length, 0), n)
    second, tip = member(nodes, elbow, (length, length, 0), n)
    write(path, nodes, {"frame": (LINE3, first + second), "foot": (POINT, [(0,)]), "elbow": (POINT, [(elbow,)]), "tip": (POINT, [(tip,)])})


MESHES = {"portal": portal, "star_dome": star_dome, "argyris": argyris}

if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "meshes")
    for name, make in MESHES.items():
        make(os.path.join(folder, name + ".msh"))
