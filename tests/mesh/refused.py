# SPDX-License-Identifier: BSD-2-Clause
"""Meshes that are refused: files that are not there or not for us, grids without cells, keys of another kind of mesh."""
import os
import unittest

import refusal
from run import MSH


A = {"mesh": "frame", "points": "a,b,c", "point_a": "0,0,0", "point_b": "1,0,0", "point_c": "3,0,0", "members": "m", "member_m": "a,b",
     "parts": "m", "part_m_element": "bar", "part_m_young": 1, "part_m_area": 1, "part_m_density": 1, "dt": 1, "t_end": 1}
P = {**A, "patterns": "p", "pattern_p": "a,b", "pattern_p_n": 4, "pattern_p_vector": "0,0,1"}
FRAMES = [
    (None, {**A, "points": "a,b,c,d"}, r"point 'd' has no coordinates: give -point_d x,y,z"),
    (None, {"mesh": "frame", "dt": 1, "t_end": 1}, r"-mesh frame has no points: give -points"),
    (None, {**A, "points": "a,b,all", "point_all": "1,2,3"}, r"'all' is the set of all nodes"),
    (None, {**A, "members": "a", "member_a": "a,b"}, r"'a' is a point and a member: each is a set of this name"),
    (None, {**A, "members": "m,k"}, r"member 'k' has no ends: give -member_k a,b"),
    (None, {**A, "member_m": "a,bb"}, r"-member_m: there is no point 'bb'; did you mean 'b'\? among -points"),
    (None, {**A, "member_m": "a"}, r"-member_m a: a member has two ends"),
    (None, {**A, "member_m": "a,b+x"}, r"-member_m: 'b\+x' is not a point; after a name write \+1"),
    (None, {**A, "member_m": "a,b+1"}, r"-member_m a,b\+1: \+1 is beyond the last copy of the point; it is in no pattern"),
    (None, {**A, "links": "l", "link_l": "a,b,c"}, r"-link_l a,b,c: a link has two ends"),
    (None, {**A, "member_m_through": "2,0,0"}, r"-member_m a,b: there is no such arc; _through must be a point off the line"),
    (None, {**A, "member_m_center": "0,3,0"}, r"-member_m a,b: there is no such arc; its ends must be equally far from _center"),
    (None, {**A, "member_m_center": "0,3,0", "member_m_through": "0,3,0"}, r"member 'm' has both _through and _center"),
    (None, {**A, "member_m_order": 3}, r"-member_m_order 3: must be 1 or 2"),
    (None, {**A, "patterns": "p", "pattern_p": "a", "pattern_p_vector": "0,0,1"}, r"pattern 'p' has no number of copies: give -pattern_p_n"),
    (None, {**A, "patterns": "p", "pattern_p_n": 2}, r"pattern 'p' has no points: give -pattern_p a,b"),
    (None, {**P, "pattern_p_n": "2.5"}, r"-pattern_p_n: 2.5 copies; give whole numbers"),
    (None, {**P, "pattern_p_n": "4,2"}, r"pattern 'p' has copies in direction 2: give -pattern_p_vector2"),
    (None, {**P, "pattern_p_vector": "0,0,0"}, r"pattern 'p': give -pattern_p_vector, from copy to copy, or -pattern_p_axis"),
    (None, {**P, "pattern_p_axis": "0,0,0"}, r"-pattern_p_axis has no direction"),
    (None, {**P, "member_m": "a,b+4"}, r"\+4 is beyond the last copy of the point; its pattern has fewer"),
    (None, {**P, "patterns": "p,q", "pattern_q": "b"}, r"-pattern_q: point 'b' is also in pattern 'p'"),
    (None, {**P, "patterns": "p,q", "pattern_q": "c", "pattern_q_n": 1, "member_m": "a,c"}, r"a line between points of two patterns, 'p' and 'q'"),
    (None, {**P, "member_m": "a,c", "member_m_through": "1,1,0"}, r"the arcs of the copies would differ"),
    (None, {**P, "pattern_p_n": 900000000}, r"more nodes and cells than 32-bit numbers can count"),
    (None, {**P, "pattern_p_n": "536870912,536870912,536870912", "pattern_p_vector2": "1,0,0", "pattern_p_vector3": "0,1,0"},
     r"more nodes and cells than 32-bit numbers can count \(6\.\S+e\+26"),  # 2^87 copies
    (None, {**A, "member_m_n": 50000000, **{f"member_m{k}_n": 50000000 for k in range(10)}, **{f"member_m{k}": "b,c" for k in range(10)},
            "members": "m," + ",".join(f"m{k}" for k in range(10))}, r"more nodes and cells than 32-bit numbers can count \(1\.1e\+09"),
    (None, {**A, "member_m": "a,b,b"}, r"-member_m a,b,b: a line from a point to itself"),
    (None, {**A, "links": "l", "link_l": "a,a"}, r"-link_l a,a: a line from a point to itself"),
    (None, {**P, "member_m": "a+1,a+1"}, r"-member_m a\+1,a\+1: a line from a point to itself"),
    (None, {**P, "pattern_p_vector": "0,0,0", "pattern_p_axis": "1,0,1", "member_m": "a,a+2"}, r"-member_m a,a\+2: the copies would coincide in pairs"),
    (None, {**A, "members_order": 3}, r"-members_order 3: must be 1 or 2"),
    (None, {**A, "member_n": 3}, r"-member_n: .*; did you mean -members_n"),
    (None, {**P, "part_m_set": "m+4"}, r"-part_m_set: there is no 'm\+4'; the last copy of 'm' is m\+3"),
    (None, {**P, "member_m": "a,a+1", "part_m_set": "m+3"}, r"-part_m_set: there is no 'm\+3'; the last copy of 'm' is m\+2"),
    (None, {**P, "pattern_p_n": "4,2", "pattern_p_vector2": "0,1,0", "part_m_set": "m+1+2"}, r"there is no 'm\+1\+2'; the last copy of 'm' is m\+3\+1"),
    (None, {**P, "part_m_set": "m+0+0+0+0"}, r"-part_m_set: 'm\+0\+0\+0\+0' is not a copy; after a name write \+0 for the first copy"),
    (None, {**P, "part_m_set": "m+"}, r"-part_m_set: 'm\+' is not a copy"),
    (None, {**P, "part_m_set": "k+1"}, r"-part_m_set: the mesh has no set 'k\+1'"),
    (None, {**P, "mesh": "frame,line", "part_m_set": "m+1"}, r"-part_m_set m\+1: only a mesh that is one frame \(-mesh frame\) has copies with names"),
    (None, {**A, "mesh": "frame,frame"}, r"-mesh: two frames"),
    (None, {**A, "mesh_scale": 0}, r"-mesh_scale 0: must be greater than zero"),
    (None, {**A, "mesh_rotate": "0,0,1e300"}, r"-mesh_rotate: 1e\+300 degrees; give at most one turn"),
    (None, {**A, "mesh_rotate": "1,2"}, r"-mesh_rotate 1,2: expected 3 numbers"),
    (None, {**A, "mesh": "frame,line", "mesh_scale": "1,2,3"}, r"-mesh_scale"),
]


class Meshes(refusal.Table):
    ROWS = [
        ("wave2d", {"mesh_cell": "hexagon"}, r"-mesh_cell hexagon.*quadrilateral, triangle"),
        ("bar_wave", {"mesh_cell": "triangle"}, r"-mesh_cell has no effect"),
        ("bar_wave", {"mesh_order": 3}, r"-mesh_order 3: must be 1 or 2"),
        ("bar_wave", {"mesh_order": 0}, r"-mesh_order 0: must be from 1"),
        ("bar_wave", {"mesh_order": 2}, r"-part_\S*_element bar: set 'all' has no cells for it; it needs cells of shape line"),
        ("wave2d", {"mesh_closed": "both", "mesh_n": "3,2"}, r"-mesh_closed both: direction v has 2 cells in -mesh_n; give at least 3"),
        ("bar_wave", {"mesh_closed": "v"}, r"-mesh_closed v: a line has only the direction u"),
        ("wave2d", {"mesh_map": "u,v"}, r"-mesh_map: give three formulas of u and v for x, y and z, separated by commas"),
        ("wave2d", {"mesh_map": "u,v,0,0"}, r"-mesh_map: give three formulas of u and v"),
        ("wave2d", {"mesh_map": "u,,0"}, r"-mesh_map: give three formulas of u and v"),
        ("wave2d", {"mesh_map": "u,v,1/u"}, r'-mesh_map "1/u" has no finite value at u = 0, v = 0'),
        ("wave2d", {"mesh_map": "u,w,0"}, r"-mesh_map"),
        ("wave2d", {"mesh_order": 2}, r"-mesh_order 2: only a line has cells of second order; leave it out for a rectangle"),
        *FRAMES,
        (None, {"mesh": os.path.join(MSH, "frame3_msh41_text.msh"), "mesh_order": 2, "parts": "joint", "part_joint_element": "mass",
                "part_joint_mass": 1, "dt": 1, "t_end": 1}, r"-mesh_order has no effect"),
        ("sdof", {"mesh": "nowhere.msh"}, r"nowhere.msh cannot be read"),
        ("sdof", {"mesh": "cube"}, r"-mesh cube: not frame, line, rectangle"),
        ("sdof", {"mesh": os.path.join(MSH, "refused_solid_msh41_text.msh")}, r"tetrahedra are solids"),
        ("sdof", {"mesh": os.path.join(MSH, "refused_order2_msh22_binary.msh")}, r"second order"),
        ("sdof", {"mesh_n": 0}, r"-mesh_n: 0\S* cells"),
        ("sdof", {"mesh_n": 3000000000}, r"-mesh_n: the mesh has more cells than 32-bit numbers can count \(\S+ nodes and cells, at most \S+\); make it coarser"),
        ("wave2d", {"mesh_n": "10"}, r"-mesh_n 10: expected 2 numbers"),
        ("wave2d", {"mesh_upper": "0,1"}, r"-mesh_upper"),
        ("wave2d", {"mesh_upper": "1,1,5"}, r"-mesh_upper: a rectangle lies in a plane"),
    ]


if __name__ == "__main__":
    unittest.main()
