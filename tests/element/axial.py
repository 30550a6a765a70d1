# SPDX-License-Identifier: BSD-2-Clause
"""Beams with the correction axial: one element is exact for a member between axial force and load across it, against the stability functions."""
import math
import unittest

from run import fsolve, options, run
from studies import study

STIFF = {f"part_m_{k}": 1e13 for k in ("ea", "gay", "gaz", "gj")}
L, EI = 6.0, 1e7
EULER = math.pi ** 2 * EI / L ** 2
MEMBER = {"mesh": "frame", "directions": "xz", "parts": "m", "part_m_element": "beam", "part_m_eiy": EI, "part_m_eiz": EI, "part_m_mass_per_length": 0,
          "part_m_inertia": "0,0,0,0,0,0", "part_m_correction": "axial", **STIFF}
COLUMN = {**MEMBER, "points": "a,b", "point_a": "0,0,0", "point_b": f"{L},0,0", "members": "m", "member_m": "a,b"}
HINGES = {"supports": "a,b", "support_a_fix": "xz", "support_a_fix_rotation": "none", "support_b_fix": "z", "support_b_fix_rotation": "none"}
# horizontal beam b to c on columns a to b and d to c
PORTAL = {**MEMBER, "points": "a,b,c,d", "point_a": "0,0,0", "point_b": f"0,0,{L}", "point_c": f"{L},0,{L}", "point_d": f"{L},0,0", "members": "m",
          "member_m": "a,b,c,d", "supports": "a,d", "support_a_fix": "xz", "support_d_fix": "xz", "support_a_fix_rotation": "y", "support_d_fix_rotation": "y",
          "loads": "P", "load_P_set": "b,c", "load_P_force": "0,0,-1"}


def inside(**keys):
    """Results of the elements of a run's last frame by name."""
    out = run(analysis="static", output_fields="all", **keys)
    return {name.split("/")[-1]: values for name, values in out.frames[-1].items() if name.startswith("m/")}


def stability(u):
    """s and s c of a member that is compressed by u^2 EI/L^2: the moments [EI/L] at its ends if one of them turns by 1."""
    t = 2 - 2 * math.cos(u) - u * math.sin(u)
    return u * (math.sin(u) - u * math.cos(u)) / t, u * (u - math.sin(u)) / t


def root(function, low, high):
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if function(low) * function(middle) > 0 else (low, middle)
    return low


def sway(u):
    """The determinant of a portal's antisymmetric stiffness: the rotation of its corners and its sway, per EI/L."""
    s, sc = stability(u)
    moment = s + sc
    return (s + 6) * (2 * moment - u * u) - moment ** 2


class Axial(unittest.TestCase):
    def test_beam_column(self):
        """The rotation at the end of a beam-column under a uniform load; the moment in the middle follows from it by equilibrium. The load is small, so that the deflection is."""
        for ratio, bound in ((-3, 2e-5), (0.1, 1e-6), (0.25, 1e-6), (0.5, 1e-6), (0.8, 2e-6)):
            out = run(**COLUMN, **HINGES, analysis="static", loads="q,N", load_q_set="m", load_q_traction="0,0,-10", load_N_set="b", load_N_force=f"{-ratio * EULER},0,0", probes="a")
            u = math.sqrt(abs(ratio)) * math.pi / 2
            exact = 10 * L ** 3 / (24 * EI) * (3 * (math.tan(u) - u) / u ** 3 if ratio > 0 else 3 * (u - math.tanh(u)) / u ** 3)
            found = 2 * abs(out.probe["a"]["rotation"][-1][2])
            self.assertLess(abs(found / exact - 1), bound, ratio)

    def test_inside(self):
        """The moment and the deflection in the middle of a hinged beam, and the moment in the middle of a clamped one, between nodes: tangents and secants."""
        clamped = {f"support_{k}_fix_rotation": "y" for k in "ab"}
        for ratio in (-3, 0.1, 0.25, 0.5, 0.8, 2):
            keys = {**COLUMN, **HINGES, **(clamped if ratio > 1 else {}), "part_m_section_places": 3}
            out = inside(**keys, loads="q,N", load_q_set="m", load_q_traction="0,0,-10", load_N_set="b", load_N_force=f"{-ratio * EULER},0,0")
            u = math.sqrt(abs(ratio)) * math.pi / 2
            secant = 1 / math.cos(u) if ratio > 0 else 1 / math.cosh(u)
            sign = 1 if ratio > 0 else -1
            hinged = -10 * L ** 2 / 8 * 2 * sign * (secant - 1) / u ** 2
            wanted = hinged if ratio < 1 else -10 * L ** 2 / 4 * (1 / math.sin(u) / u - 1 / u ** 2)
            bound = 1e-5 * max(1, abs(ratio))
            self.assertLess(abs(out["moment_along"][0, 4] / wanted - 1), bound, ratio)
            self.assertLess(abs(out["moment_min"][0, 1] / wanted - 1), bound, ratio)
            if ratio < 1:
                w = -5 * 10 * L ** 4 / 384 / EI * 12 * (2 * secant - 2 - sign * u ** 2) / (5 * u ** 4)
                self.assertLess(abs(out["deflection_min"][0, 1] / w - 1), 1e-5, ratio)

    def test_inside_against_many(self):
        """A compressed member with a moment at its end, and other supports: one element against sixteen, also with the default correction far below Euler's load."""
        ends = [HINGES, {"supports": "a", "support_a_fix": "xz", "support_a_fix_rotation": "y"}, {**HINGES, "support_a_fix_rotation": "y"}]
        for correction, end, ratio, bound in (("axial", 0, 0.15, 1e-5), ("axial", 1, 0.2, 1e-5), ("axial", 2, 0.7, 1e-5), ("full", 0, 0.05, 1e-3), ("full", 1, 0.02, 1e-4)):
            keys = {**COLUMN, **ends[end], "loads": "q,M,N", "load_q_set": "m", "load_q_traction": "0,0,-10", "load_M_set": "b", "load_M_moment": "0,15,0", "load_N_set": "b", "load_N_force": f"{-ratio * EULER},0,0"}
            one, many = (inside(**{**keys, **more}) for more in ({"part_m_correction": correction}, {"member_m_n": 16}))
            for key, c in (("moment_max", 1), ("moment_min", 1), ("force_max", 2), ("force_min", 2)):
                found, wanted = (getattr(x[key][:, c], key[-3:])() for x in (one, many))
                scale = max(abs(many[key[:-3] + side][:, c]).max() for side in ("max", "min"))
                self.assertLess(abs(found - wanted), bound * scale, (correction, end, key))

    def test_columns(self):
        """Buckling loads of one element."""
        ends = {"pinned": (HINGES, 1), "free": ({"supports": "a", "support_a_fix": "xz", "support_a_fix_rotation": "y"}, 0.25),
                "guided": ({**HINGES, "support_a_fix_rotation": "y", "support_b_fix": "none", "support_b_fix_rotation": "y"}, 1),
                "clamped and pinned": ({**HINGES, "support_a_fix_rotation": "y"}, 4.493409457909064 ** 2 / math.pi ** 2)}
        for name, (keys, exact) in ends.items():
            found = study("buckling", analysis="buckling", buckling=1, **COLUMN, **keys, loads="N", load_N_set="b", load_N_force="-1,0,0", quiet=True)["factor"][0]
            self.assertLess(abs(found / (exact * EULER) - 1), 1e-5, name)

    def test_portals(self):
        """Portals with one element a member: without a brace they buckle sideways, with one between their corners."""
        brace = {"supports": "a,d,b", "support_b_fix": "x"}
        for keys, exact in (({}, root(sway, 0.1, math.pi - 0.01)), (brace, root(lambda u: stability(u)[0] + 2, 3.2, 6.2))):
            found = study("buckling", analysis="buckling", buckling=1, **{**PORTAL, **keys}, quiet=True)["factor"][0]
            self.assertLess(abs(found / (exact ** 2 * EI / L ** 2) - 1), 1e-5, keys)

    def test_refused(self):
        for keys in ({"part_m_offset": "0.1,0"}, {"part_m_eiy": "1e7*(2-x/6)"}):
            done = fsolve(options(**{**COLUMN, **HINGES, "analysis": "static", **keys}))
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, "correction")


if __name__ == "__main__":
    unittest.main()
