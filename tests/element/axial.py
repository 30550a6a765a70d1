# SPDX-License-Identifier: BSD-2-Clause
"""Beams with the correction axial: one element is exact for a member between axial force and load across it, against the stability functions."""
import math
import unittest

import numpy as np

from run import MORE_RANKS, fsolve, options, run
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


# forces and loads on parts between the nodes of COLUMN: options, then [place, force], or [from, to, load there, load at the other end]
POINTS = ({"loads": "P", "load_P_point": f"{0.3 * L},0,0", "load_P_force": "0,0,-20"}, [(0.3, 20)]), \
         ({"loads": "P,R", "load_P_point": f"{0.1 * L},0,0", "load_P_force": "0,0,-20", "load_R_point": f"{0.65 * L},0,0", "load_R_force": "0,0,-9"}, [(0.1, 20), (0.65, 9)]), \
         ({"loads": "P", "load_P_set": "m", "load_P_place": f"{0.3 * L}", "load_P_axles": f"0,{0.1 * L}", "load_P_force": "0,0,-20"}, [(0.3, 20), (0.2, 20)])
PARTS = ({"loads": "q", "load_q_set": "m", "load_q_traction": "0,0,-10", "load_q_from_fraction": 0.35, "load_q_to_fraction": 0.8}, [(0.35, 0.8, 10, 10)]), \
        ({"loads": "q", "load_q_set": "m", "load_q_traction": "0,0,-12", "load_q_traction_to": "0,0,-3", "load_q_to_fraction": 0.55}, [(0, 0.55, 12, 3)]), \
        ({"loads": "q", "load_q_set": "m", "load_q_traction": "0,0,-10", "load_q_field": f"(x/{L})^2"}, [(0, 1, 0, 10, 2)])


def under_force(k, at, x):
    """Deflection, its slope and -EI times its second derivative at the places x of a hinged beam that is compressed by k^2 EI, under a force 1 at the place at. A place x at the force counts as before it."""
    mirrored = x > at
    a, b, y = np.where(mirrored, L - at, at), np.where(mirrored, at, L - at), np.where(mirrored, L - x, x)
    force = k * k * EI
    sine = np.sin(k * b) / np.sin(k * L)
    return np.array([sine * np.sin(k * y) / (k * force) - b * y / (L * force), np.where(mirrored, -1, 1) * (sine * np.cos(k * y) - b / L) / force, sine * np.sin(k * y) / k])


def hinged(k, loads, x):
    """The same under loads of POINTS and PARTS."""
    r, weight = np.polynomial.legendre.leggauss(20)
    total = 0
    for load in loads:
        if len(load) == 2:
            total = total + load[1] * under_force(k, load[0] * L, x)
            continue
        for c, place in enumerate(x):
            cuts = [load[0] * L, *[place] * bool(load[0] * L < place < load[1] * L), load[1] * L]
            for low, high in zip(cuts, cuts[1:]):
                at = (low + high) / 2 + (high - low) / 2 * r
                share = (at - load[0] * L) / (load[1] - load[0]) / L
                q = weight * (high - low) / 2 * (load[2] + (load[3] - load[2]) * share ** (load[4] if len(load) > 4 else 1))
                own = np.zeros((3, len(x)))
                own[:, c] = sum(f * under_force(k, s, np.array([place]))[:, 0] for f, s in zip(q, at))
                total = total + own
    return total


def clamped_first(k, loads, x):
    """The same for a beam that is clamped at x = 0: with the moment there that turns this end back."""
    force, y = k * k * EI, L - x
    by_moment = np.array([np.sin(k * y) / np.sin(k * L) - y / L, (1 / L - k * np.cos(k * y) / np.sin(k * L)), force * np.sin(k * y) / np.sin(k * L)]) / force
    at_end = (1 / L - k / np.tan(k * L)) / force
    free = hinged(k, loads, np.append(x, 0.0))
    return free[:, :-1] - by_moment * free[1, -1] / at_end


class Axial(unittest.TestCase):
    def check_inside(self, given, loads, exact, ratio, bound, **keys):
        """Rotations of the ends, moments and deflections at 21 places, and their extremes."""
        out = run(**{**COLUMN, **HINGES, "part_m_ea": 1e16, "part_m_gay": 1e16, "part_m_gaz": 1e16, **given, **keys, "loads": given["loads"] + ",N", "load_N_set": "b", "load_N_force": f"{-ratio * EULER},0,0"}, analysis="static", output_fields="all",
                  part_m_section_places=21, probes="a,b")
        results = {name.split("/")[-1]: values[0] for name, values in out.frames[-1].items() if name.startswith("m/")}
        k, x = math.sqrt(ratio) * math.pi / L, np.linspace(0, L, 21)
        w, slope, moment = exact(k, loads, x)
        ends = np.array([2 * out.probe[p]["rotation"][-1][2] for p in "ab"])
        case = f"{given} {ratio}"
        self.assertLess(abs(ends - slope[[0, -1]]).max(), bound * abs(slope).max(), case)
        self.assertLess(abs(results["moment_along"].reshape(21, 3)[:, 1] + moment).max(), (2 if ratio > 0.8 else 1) * bound * abs(moment).max(), case)
        self.assertLess(abs(results["deflection_along"].reshape(21, 2)[:, 1] + w).max(), 3 * bound * abs(w).max(), case)
        if all(len(load) == 2 for load in loads):
            most = exact(k, loads, np.linspace(0, L, 20001))[2].max()
            self.assertLess(abs(results["moment_min"][1] + most), (2 if ratio > 0.8 else 1) * bound * most, case)
        self.assertLess(abs(results["moment_start"][1] + moment[0]), bound * abs(moment).max(), case)

    def test_axial_and_shear_strain(self):
        """Buckling loads P of one element for a rolled column, which its load shortens by up to 3 %: with s = 1 - P/EA + P/GA the column has P s = EI k^2, where k L is pi,
        pi/2, or the root of tan(k L)/(k L) = 1 - P/(s GA) for a clamped and a hinged end. The factors are those near the load, because the shortening changes them."""
        ea, ei, ga = 2.1e11 * 28.5e-4, 2.1e11 * 1943e-8, 8e10 * 11e-4
        column = {**COLUMN, "part_m_ea": ea, "part_m_eiy": ei, "part_m_eiz": 0.1 * ei, "part_m_gay": 1.3 * ga, "part_m_gaz": ga, "loads": "N", "load_N_set": "b",
                  "load_N_force": "-1,0,0"}
        s = lambda force: 1 - force / ea + force / ga
        square = lambda force: force * s(force) / ei
        clamped = lambda length: lambda force: (math.sin(k := length * math.sqrt(square(force))) - k * math.cos(k) * (1 - force / s(force) / ga))
        cases = (("hinged", HINGES, lambda length: lambda force: square(force) * length ** 2 - math.pi ** 2),
                 ("cantilever", {"supports": "a", "support_a_fix": "xz", "support_a_fix_rotation": "y"}, lambda length: lambda force: square(force) * length ** 2 - math.pi ** 2 / 4),
                 ("clamped and hinged", {**HINGES, "support_a_fix_rotation": "y"}, clamped))
        for length in (2.0, 4.0, 8.0):
            for name, supports, function in cases:
                exact = root(function(length), (1.5 * math.pi ** 2 if function is clamped else 1) * ei / length ** 2, 25 * ei / length ** 2)
                near = 0.99 * exact
                found = near + study("buckling", **{**column, "point_b": f"{length},0,0"}, **supports, analysis="buckling", buckling=1, t_start=near, quiet=True)["factor"][0]
                self.assertLess(abs(found / exact - 1), 1e-5, f"{name} {length}")

    def test_moments_and_followers(self):
        """Moments and loads that follow the section, at a place and on a part, bend a column together with the axial force: rotations of the ends of one element against
        those of ten, which have nodes at the places."""
        place, part = {"load_P_point": f"{0.3 * L},0,0"}, {"load_P_set": "m", "load_P_from_fraction": 0.2, "load_P_to_fraction": 0.6}
        loads = ({**place, "load_P_moment": "0,20,0"}, {**part, "load_P_moment": "0,20,0", "load_P_moment_per": "length"},
                 {**place, "load_P_force": "0,0,-20", "load_P_follower": True}, {**place, "load_P_moment": "0,20,0", "load_P_follower": True})
        ei, ga = 2.1e11 * 1943e-8, 8e10 * 11e-4
        rolled = {"part_m_ea": 2.1e11 * 28.5e-4, "part_m_eiy": ei, "part_m_eiz": ei, "part_m_gay": ga, "part_m_gaz": ga}
        for section, stiffness in ({}, EI), (rolled, ei):
            force = 0.3 * math.pi ** 2 * stiffness / L ** 2
            for clamped in False, True:
                for load in loads:
                    ends = []
                    for n in (1, 10):
                        out = run(**{**COLUMN, **HINGES, **section, **load, "support_a_fix_rotation": "y" if clamped else "none"}, members_n=n, analysis="static",
                                  loads="P,N", load_N_set="b", load_N_force=f"{-force},0,0", probes="a,b")
                        ends.append(np.array([out.probe[p]["rotation"][-1][2] for p in "ab"]))
                    bound = 1e-4 if "load_P_from_fraction" in load else 2e-6
                    self.assertLess(abs(ends[0] - ends[1]).max(), bound * abs(ends[1]).max(), f"{section} {clamped} {load}")

    def test_rolled_profiles(self):
        """The correction is for rolled profiles, too, whose finite elements leave couplings of round-off. Their linear buckling loads are right up to the axial strain,
        P/EA = (pi i/L)^2 with the radius of gyration i. A channel has real couplings and is refused."""
        steel = {key: value for key, value in COLUMN.items() if not key.startswith("part_m")}
        steel |= {"part_m_element": "beam", "part_m_young": 2.1e11, "part_m_poisson": 0.3, "part_m_density": 7850}
        force = {"loads": "N", "load_N_set": "b", "load_N_force": "-1,0,0"}
        for profile, i in (("IPE200", 0.0826), ("HEA200", 0.0828), ("HEM300", 0.140), ("W12x26", 0.131)):
            one, many = (study("buckling", analysis="buckling", buckling=1, **steel, **HINGES, **force, part_m_profile=profile, part_m_correction=correction, members_n=n,
                               quiet=True)["factor"][0] for correction, n in (("axial", 1), ("axial", 8)))
            self.assertAlmostEqual(one / many, 1, delta=1.5 * (math.pi * i / L) ** 2, msg=profile)
        done = fsolve(options(analysis="static", **steel, **HINGES, **force, part_m_profile="UPN200", part_m_correction="axial"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("needs a stiffness without couplings", done.stderr)

    def test_loads_at_places(self):
        """Forces at places between the nodes and loads on a part of a beam-column."""
        for ratio in (0.15, 0.3, 0.5, 0.9):
            for given, loads in (*POINTS, *PARTS):
                self.check_inside(given, loads, hinged, ratio, 1e-6)
                self.check_inside(given, loads, clamped_first, ratio, 1e-6, support_a_fix_rotation="y")

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

    def test_ranks(self):
        """A portal in space under all kinds of loads inside of its members, at 0.3 of Euler's load, in statics and in a motion: the same on any number of ranks."""
        rolled = {"part_m_ea": 6e8, "part_m_gay": 1e8, "part_m_gaz": 9e7, "part_m_gj": 4e5, "part_m_eiy": 4e6, "part_m_eiz": 1.5e6, "part_m_mass_per_length": 20, "part_m_inertia": "1,0.5,0.5,0,0,0"}
        portal = {**PORTAL, **rolled, "directions": "xyz", "support_a_fix": "xyz", "support_d_fix": "xyz", "support_a_fix_rotation": "xyz", "support_d_fix_rotation": "xyz", "part_m_section_places": 3, "output_fields": "all",
                  "load_P_force": f"0,0,-{0.3 * math.pi ** 2 * 1.5e6 / L ** 2:.6g}", "loads": "P,f,c,q,t", "load_f_point": f"0,0,{0.3 * L}", "load_f_force": "200,90,0", "load_c_point": f"{0.6 * L},0,{L}", "load_c_moment": "30,100,80",
                  "load_q_set": "m", "load_q_traction": "20,30,-50", "load_q_from_fraction": 0.2, "load_q_to_fraction": 0.9, "load_t_point": f"{L},0,{0.7 * L}", "load_t_force": "0,50,100", "load_t_follower": True,
                  "probes": "b,c,worst", "probe_worst_part": "m", "probe_worst_extreme": "moment_max", "gravity": "0,0,-9.81"}
        for keys in ({"analysis": "static"}, {"dt": 0.02, "t_end": 0.2, "output_every": 5, "initial_static": False}):
            whole = run(**portal, **keys)
            self.assertGreater(np.abs(whole.probe["b"]["displacement"]).max(), 1e-3)
            for ranks in MORE_RANKS:
                with self.subTest(keys, ranks=ranks):
                    out = run(ranks=ranks, **portal, **keys)
                    for probe in whole.probe:
                        for name, wanted in whole.probe[probe].items():
                            np.testing.assert_allclose(out.probe[probe][name], wanted, rtol=0, atol=1e-7 * max(np.abs(wanted).max(), 1e-9), err_msg=name)
                    for support, wanted in whole.reaction.items():
                        np.testing.assert_allclose(out.reaction[support], wanted, rtol=0, atol=1e-7 * np.abs(wanted).max())

    def test_refused(self):
        for keys, said in (({"part_m_offset": "0.1,0"}, "correction"), ({"part_m_eiy": "1e7*(2-x/6)"}, "the correction axial does not take: leave it out")):
            done = fsolve(options(**{**COLUMN, **HINGES, "analysis": "static", **keys}))
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, said)


if __name__ == "__main__":
    unittest.main()
