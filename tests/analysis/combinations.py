# SPDX-License-Identifier: BSD-2-Clause
"""Combinations of load cases against static runs of their own, whose loads have the factors as numbers."""
import itertools
import os
import re
import unittest

import h5py
import numpy as np

from refusal import Table
from run import FSOLVE, MORE_RANKS, RELEASE, FolderTest, Output, fsolve, options, release

FACTOR = {"G": 1, "W": 1, "V": 1, "S": 1, "T": 1, "M": 1}


def frame(seed, linear=True):
    """A random plane frame of two bays, with the factors of its actions as constants, for runs without load cases."""
    r = np.random.default_rng(seed)
    storeys, wide, high = r.integers(1, 4), r.uniform(3, 6), r.uniform(2.5, 4)
    points = [(f"p{i}{j}", i * wide + r.uniform(-0.3, 0.3), j * high) for i in range(3) for j in range(storeys + 1)]
    columns = [f"c{i}{j}" for i in range(3) for j in range(storeys)]
    beams = [f"b{i}{j}" for i in range(2) for j in range(1, storeys + 1)]
    keys = {"mesh": "frame", "points": ",".join(p for p, _, _ in points), "members": ",".join(columns + beams)}
    keys.update({f"point_{p}": f"{x},0,{z}" for p, x, z in points})
    keys.update({f"member_{m}": f"p{m[1:]},p{m[1]}{int(m[2]) + 1}" for m in columns})
    keys.update({f"member_{m}": f"p{m[1:]},p{int(m[1]) + 1}{m[2]}" for m in beams})
    keys.update(parts="columns,beams", part_columns_set=",".join(columns), part_beams_set=",".join(beams))
    for part in "columns", "beams":
        keys.update({f"part_{part}_{k}": v for k, v in {"element": "beam", "section": "circle", "radius": r.uniform(0.08, 0.15), "young": 2e11, "poisson": 0.3,
                                                       "density": 7850, "direction": "0,1,0"}.items()})
    keys.update(part_beams_expansion=1.2e-5, part_beams_temperature=r.uniform(-30, 30))
    feet = [f"p{i}0" for i in range(3)]
    keys.update(supports="feet,last", support_feet_set=",".join(feet[:2]), support_feet_fix="xyz", support_feet_fix_rotation="all",
                support_last_set=feet[2], support_last_fix="xyz", support_last_fix_rotation="all", support_last_motion_z=r.uniform(-0.02, 0.02))
    keys.update(loads="roof,wind,gust,sway", load_roof_set=beams[-1], load_roof_traction=f"0,0,{-r.uniform(1e3, 1e4)}",
                load_wind_set=",".join(columns[:storeys]), load_wind_traction=f"{r.uniform(1e3, 4e3)},0,0", load_wind_from_fraction=0.2,
                load_gust_set=",".join(columns[-storeys:]), load_gust_traction=f"{-r.uniform(1e3, 4e3)},{r.uniform(0, 500)},0",
                load_sway_set=f"p0{storeys}", load_sway_force=f"{r.uniform(-1e4, 1e4)},0,0", gravity="0,0,-9.81")
    if linear:
        keys["linearize"] = True
    return keys


ACTIONS = {"dead": {"gravity": 1, "roof": 1.2}, "wind_x": {"wind": 1, "sway": 0.5}, "wind_y": {"gust": 1, "sway": -0.3}, "heat": {"temperature_beams": 1},
           "settle": {"support_last": 1}}
CASES = {"load_cases": ",".join(ACTIONS), **{f"load_case_{c}_actions": " + ".join(f"{f}*{a}" for a, f in actions.items()).replace("+ -", "- ")
                                            for c, actions in ACTIONS.items()}}
SUMS = {"combinations": "uls,sls", "combination_uls_sum": "1.35|1*dead + 1.5*wind_x|wind_y + 0.9*heat - 0.5*settle", "combination_sls_sum": "dead + 0.6*wind_x"}


def brute(seed, factor, linear=True):
    """The keys of the same frame under the actions of a combination, {load case: factor}, without load cases."""
    keys = frame(seed, linear)
    total = {}
    for c, f in factor.items():
        for a, g in ACTIONS[c].items():
            total[a] = total.get(a, 0) + f * g
    for load in keys["loads"].split(","):
        keys[f"load_{load}_time"] = f"t*({total.get(load, 0)!r})"
    keys["gravity_time"] = f"t*({total.get('gravity', 0)!r})"
    keys["part_beams_temperature"] *= total.get("temperature_beams", 0)
    keys["support_last_motion_z"] *= total.get("support_last", 0)
    return keys


def expected():
    """The combinations of SUMS in their order: name, and factors of the load cases."""
    for g, w in itertools.product((1.35, 1), ("wind_x", "wind_y")):
        yield f"uls:{g:g}*dead:{w}", {"dead": g, w: 1.5, "heat": 0.9, "settle": -0.5}
    yield "sls", {"dead": 1, "wind_x": 0.6}


class Runs(FolderTest):
    def run_case(self, ranks=1, status=0, name="out.h5", start=None, **keys):
        path = self.path(name)
        done = fsolve(options(None, output=path, overwrite=True, **{"analysis": "static", **keys}), ranks, cwd=self.folder, start=start)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.said = done.stdout
        self.errors = done.stderr
        return path

    def names(self, path):
        with h5py.File(path) as f:
            return f["combinations/name"][()].decode().split(","), f["combinations/factor"][:]

    def frames(self, path):
        """Displacements, reactions and all results of elements of all frames, flat."""
        out = Output(path)
        return out, [{k: v for k, v in f.items()} for f in out.frames]


class Linear(Runs):
    def compare(self, seed):
        path = self.run_case(**frame(seed), **CASES, **SUMS, output_reactions=True, envelopes="displacement,force,moment", probes="p01")
        names, factors = self.names(path)
        wanted = list(expected())
        self.assertEqual(names, [name for name, _ in wanted])
        np.testing.assert_allclose(factors, [[f.get(c, 0) for c in ACTIONS] for _, f in wanted], rtol=1e-14)
        out, frames = self.frames(path)
        self.assertEqual(list(out.time), list(range(1, 6)))
        for k, (name, factor) in enumerate(wanted):
            alone = Output(self.run_case(name="alone.h5", **brute(seed, factor), output_reactions=True, probes="p01")).frames[-1]
            self.assertEqual(set(alone), set(frames[k]))
            for field, values in alone.items():
                size = max(abs(f[field]).max() for f in frames if field in f)
                np.testing.assert_allclose(frames[k][field], values, rtol=0, atol=1e-9 * size + 1e-300, err_msg=f"{seed} {name} {field}")
        return path, out, frames

    def test_frames(self):
        for seed in range(50 if RELEASE else 5):
            self.compare(seed)

    def test_envelopes_name_what_governs(self):
        path, out, frames = self.compare(7)
        with h5py.File(path) as f:
            node = f["envelopes/displacement"]
            all_of = np.array([x["displacement"] for x in frames])
            for which, find in ("largest", np.argmax), ("least", np.argmin):
                at = find(all_of, axis=0)
                np.testing.assert_array_equal(node[which][:], np.take_along_axis(all_of, at[None], 0)[0])
                np.testing.assert_array_equal(node[f"{which}_time"][:], at + 1)
        names, _ = self.names(path)
        k = all_of[:, :, 0].max(1).argmax()
        self.assertRegex(self.said if "displacement x" in self.said else self.report(7), rf"displacement x: from .* to {all_of[:, :, 0].max():.4g}\d* \({re.escape(names[k])}\)")

    def report(self, seed):
        self.run_case(**frame(seed), **CASES, **SUMS, envelopes="displacement")
        return self.said

    def test_says_what_it_does(self):
        self.run_case(**frame(1), **CASES, **SUMS)
        self.assertRegex(self.said, r"static: 5 combinations of 5 load cases, superposed with one factorization because the model is linear, \d+ dofs")
        self.assertRegex(self.said, r"(?m)^done: 5 combinations")

    def test_reactions_balance_the_loads(self):
        """The sum of reactions of each combination against the sum of its loads, from the geometry of the frame."""
        keys = frame(3)
        out, _ = self.frames(self.run_case(**keys, **CASES, **SUMS))
        place = {p: np.array([float(x) for x in keys[f"point_{p}"].split(",")]) for p in keys["points"].split(",")}

        def length(names):
            ends = [keys[f"member_{m}"].split(",") for m in names.split(",")]
            return sum(np.linalg.norm(place[b] - place[a]) for a, b in ends)

        def vector(text):
            return np.array([float(x) for x in text.split(",")])

        force = {load: vector(keys[f"load_{load}_traction"]) * length(keys[f"load_{load}_set"]) for load in ("roof", "wind", "gust")}
        force["wind"] = 0.8 * force["wind"]
        force["sway"] = vector(keys["load_sway_force"])
        mass = sum(keys[f"part_{p}_density"] * np.pi * keys[f"part_{p}_radius"]**2 * length(keys[f"part_{p}_set"]) for p in ("columns", "beams"))
        force["gravity"] = np.array([0, 0, -9.81]) * mass
        for k, (name, factor) in enumerate(expected()):
            loads = sum(f * g * force.get(a, 0) for c, f in factor.items() for a, g in ACTIONS[c].items())
            reactions = sum(out.reaction[s][k][:3] for s in out.reaction)
            np.testing.assert_allclose(reactions, -loads, rtol=0, atol=1e-9 * abs(loads).max(), err_msg=name)

    def test_ranks(self):
        one, first = self.frames(self.run_case(**frame(2), **CASES, **SUMS, output_reactions=True))
        for ranks in MORE_RANKS:
            more, _ = self.frames(self.run_case(ranks, **frame(2), **CASES, **SUMS, output_reactions=True))
            for k in range(5):
                for field in "displacement", "reaction":
                    size = abs(one.by_id(field, k)).max()
                    np.testing.assert_allclose(more.by_id(field, k), one.by_id(field, k), rtol=0, atol=1e-9 * size)

    def test_load_cases_alone(self):
        """Without combinations each load case is a result, and a load case needs no actions if it has their name."""
        keys = {**frame(4), "load_cases": "roof,wind,gust,sway,gravity,temperature_beams,support_last"}
        path = self.run_case(**keys)
        names, factors = self.names(path)
        self.assertEqual(names, keys["load_cases"].split(","))
        np.testing.assert_array_equal(factors, np.eye(7))

    def test_one_combination(self):
        """-combination chooses one for an ordinary analysis."""
        out = Output(self.run_case(**frame(5), **CASES, **SUMS, combination="uls:1*dead:wind_y"))
        alone = Output(self.run_case(name="alone.h5", **brute(5, {"dead": 1, "wind_y": 1.5, "heat": 0.9, "settle": -0.5})))
        np.testing.assert_allclose(out.frames[-1]["displacement"], alone.frames[-1]["displacement"], rtol=0, atol=1e-12)


class Nonlinear(Runs):
    def test_each_is_an_equilibrium(self):
        """Second-order frames: superposition is wrong by far more than the tolerance."""
        path = self.run_case(**frame(6, False), **CASES, **SUMS)
        self.assertIn("each from the unloaded state because the model is nonlinear", self.said)
        out, frames = self.frames(path)
        linear, superposed = self.frames(self.run_case(**frame(6), **CASES, **SUMS))
        for k, (name, factor) in enumerate(expected()):
            alone = Output(self.run_case(name="alone.h5", **brute(6, factor, False))).frames[-1]
            size = abs(alone["displacement"]).max()
            np.testing.assert_allclose(frames[k]["displacement"], alone["displacement"], rtol=0, atol=1e-8 * size, err_msg=name)
            self.assertGreater(abs(superposed[k]["displacement"] - alone["displacement"]).max(), 1e-5 * size)

    NET = {"loads": "snow,uplift", "load_snow_set": "all", "load_snow_force": "0,0,-3000", "load_uplift_set": "all", "load_uplift_force": "500,0,2000",
           "load_cases": "snow,uplift", "combinations": "down,up,both", "combination_down_sum": "1.5*snow", "combination_up_sum": "1.5*uplift",
           "combination_both_sum": "snow + 0.5*uplift"}

    def net(self, **keys):
        return {"mesh": "frame", "points": "a,b,c,d,m", "point_a": "-4,0,1", "point_b": "4,0,1", "point_c": "0,-4,-1", "point_d": "0,4,-1", "point_m": "0,0,0",
                "members": "ab,cd", "member_ab": "a,m,b", "member_cd": "c,m,d", "member_ab_n": 4, "member_cd_n": 4, "parts": "net", "part_net_set": "all",
                "part_net_element": "cable", "part_net_ea": 1e6, "part_net_prestress": 5e3, "part_net_mass_per_length": 1, "supports": "a,b,c,d",
                "probes": "m", **{f"support_{p}_fix": "xyz" for p in "abcd"}, **self.NET, **keys}

    def test_cable_net(self):
        out, frames = self.frames(self.run_case(**self.net()))
        for k, factors in enumerate(((1.5, 0), (0, 1.5), (1, 0.5))):
            keys = {k: v for k, v in self.net().items() if "load_case" not in k and "combination" not in k}
            keys.update(load_snow_time=f"{factors[0]}*t", load_uplift_time=f"{factors[1]}*t")
            alone = Output(self.run_case(name="alone.h5", **keys)).frames[-1]
            np.testing.assert_allclose(frames[k]["displacement"], alone["displacement"], rtol=0, atol=1e-8)
        both = 1 / 1.5 * frames[0]["displacement"] + 1 / 3 * frames[1]["displacement"]
        self.assertGreater(abs(both - frames[2]["displacement"]).max(), 0.05 * abs(both).max())

    def test_ranks_and_restart(self):
        whole = Output(self.run_case(name="whole.h5", **self.net()))
        for ranks in MORE_RANKS:
            more = Output(self.run_case(ranks, **self.net()))
            for k in range(3):
                np.testing.assert_allclose(more.by_id("displacement", k), whole.by_id("displacement", k), rtol=0, atol=1e-9)
        open(self.path("part.h5.stop"), "w").close()
        self.run_case(name="part.h5", status=4, **self.net())
        os.path.exists(self.path("part.h5.stop")) and os.remove(self.path("part.h5.stop"))
        self.assertLess(len(Output(self.path("part.h5")).time), 3)
        words = options(None, analysis="static", output=self.path("part.h5"), restart=self.path("part.h5.checkpoint"), **self.net())
        done = fsolve(words, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        part = Output(self.path("part.h5"))
        self.assertEqual(self.names(self.path("part.h5"))[0], ["down", "up", "both"])
        np.testing.assert_array_equal(part.time, whole.time)
        for k in range(3):
            np.testing.assert_array_equal(part.frames[k]["displacement"], whole.frames[k]["displacement"])

    def test_failure_names_the_combination(self):
        """A node on a spring with the law u exp(-u), whose force is 1/e at most, so that the second combination has no equilibrium."""
        keys = {"mesh": "frame", "points": "a,b", "point_a": "0,-1,0", "point_b": "0,0,0", "members": "ab", "member_ab": "a,b", "parts": "truss",
                "part_truss_set": "all", "part_truss_element": "truss", "part_truss_young": 1e-6, "part_truss_area": 1, "part_truss_density": 1,
                "supports": "a,b", "support_a_fix": "xyz", "support_b_fix": "yz", "loads": "spring,push", "load_spring_set": "b",
                "load_spring_law_x": "-ux*exp(-ux)", "load_push_set": "b", "load_push_force": "1,0,0", "load_cases": "push", "combinations": "small,large,again",
                "combination_small_sum": "0.2*push", "combination_large_sum": "0.5*push", "combination_again_sum": "0.1*push"}
        self.run_case(status=3, **keys)
        self.assertRegex(self.errors, "combination 'large': ")
        self.assertEqual(list(Output(self.path("out.h5")).time), [1])


class Rule(Runs):
    def test_rule(self):
        """Two permanent and three variable load cases, two of them winds that exclude each other, against an enumeration by hand."""
        keys = {**frame(8), **CASES, "combinations": "uls", "combination_uls_rule": "all"}
        given = {"dead": (1.35, 1), "settle": (1.2, 0.9), "wind_x": (1.5, 0.6), "wind_y": (1.5, 0.6), "heat": (1.4, 0.5)}
        for c, (f, second) in given.items():
            variable = c in ("wind_x", "wind_y", "heat")
            keys.update({f"load_case_{c}_factor": f, f"load_case_{c}_{'accompanying' if variable else 'favourable'}": second})
            if variable:
                keys[f"load_case_{c}_kind"] = "variable"
        keys.update(load_case_wind_x_group="wind", load_case_wind_y_group="wind")
        _, factors = self.names(self.run_case(**keys))
        found = {tuple(np.round(row, 12)) for row in factors}
        self.assertEqual(len(found), len(factors))
        order = list(ACTIONS)
        wanted = set()
        for dead, settle in itertools.product((1.35, 1), (1.2, 0.9)):
            variable = [{}] + [{w: 1.5} for w in ("wind_x", "wind_y")] + [{"heat": 1.4}]
            variable += [{w: 1.5, "heat": 0.7} for w in ("wind_x", "wind_y")] + [{w: 0.9, "heat": 1.4} for w in ("wind_x", "wind_y")]
            wanted |= {tuple(np.round([{"dead": dead, "settle": settle, **v}.get(c, 0) for c in order], 12)) for v in variable}
        self.assertEqual(found, wanted)


class EachCombination(Runs):
    """-cases combinations: an analysis of any kind for each combination."""

    COLUMN = {"mesh": "frame", "points": "foot,top", "point_foot": "0,0,0", "point_top": "0,0,4", "members": "column", "member_column": "foot,top",
              "member_column_n": 8, "parts": "column", "part_column_element": "beam", "part_column_section": "rectangle", "part_column_width": 0.1,
              "part_column_height": 0.2, "part_column_direction": "1,0,0", "part_column_young": 2.1e11, "part_column_poisson": 0.3, "supports": "foot",
              "loads": "dead,snow", "load_dead_set": "top", "load_dead_force": "0,0,-1e4", "load_snow_set": "top", "load_snow_force": "0,0,-3e4"}
    CASES = {"load_cases": "dead,snow", "combinations": "uls", "combination_uls_sum": "1.35|1*dead + 1.5|0*snow"}

    def factors(self, ranks=1, **keys):
        path = self.run_case(ranks, analysis="buckling", buckling=2, cases="combinations", **self.COLUMN, **self.CASES, **keys)
        with h5py.File(path) as f:
            found = {}
            f.visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
        return found

    def test_buckling(self):
        found = self.factors()
        name = next(n for n in found if n.endswith("buckling/factor"))
        for k, (dead, snow) in enumerate(itertools.product((1.35, 1), (1.5, 0))):
            keys = {**self.COLUMN, "load_dead_time": f"{dead}*t", "load_snow_time": f"{snow}*t"}
            with h5py.File(self.run_case(name="alone.h5", analysis="buckling", buckling=2, **keys)) as f:
                np.testing.assert_allclose(found[name][k][:2], f["buckling/factor"][:2], rtol=1e-9)
            euler = np.pi**2 * 2.1e11 * 0.2 * 0.1**3 / 12 / 64
            self.assertAlmostEqual(found[name][k][0] * (1e4 * dead + 3e4 * snow) / euler, 1, delta=2e-3)  # shear and shortening

    def test_ranks(self):
        one = self.factors()
        name = next(n for n in one if n.endswith("buckling/factor"))
        for ranks in MORE_RANKS:
            np.testing.assert_allclose(self.factors(ranks)[name], one[name], rtol=1e-8)


BAD = {**frame(1), **CASES, **SUMS, "analysis": "static"}


class Refused(Table):
    ROWS = [
        (None, {**BAD, "load_case_dead_actions": "gravity"}, "-load_cases: no load case names 'roof', which would never act; add it .*-load_case_dead_actions"),
        (None, {**BAD, "load_case_dead_actions": "gravity + 1.2*rof"}, "-load_case_dead_actions: there is no load or other action 'rof'; these exist: roof, wind"),
        (None, {**BAD, "load_case_dead_actions": "gravity|roof"}, "-load_case_dead_actions .*has no alternatives"),
        (None, {**BAD, "combination_sls_sum": "dead + 0.6*snow"}, "-combination_sls_sum: there is no load case 'snow'; these exist: dead, wind_x"),
        (None, {**BAD, "combination_sls_sum": "dead + *heat"}, "-combination_sls_sum .*a factor is missing"),
        (None, {**BAD, "combination_sls_sum": "dead + "}, "-combination_sls_sum .*the name of a load case is missing"),
        (None, {**BAD, "combination_sls_sum": "dead + q*heat"}, "-combination_sls_sum: the factor"),
        (None, {**BAD, "combination_sls_rule": "all"}, "combination 'sls': give either -combination_sls_sum, .*or -combination_sls_rule"),
        (None, {**{k: v for k, v in BAD.items() if k != "combination_sls_sum"}, "combination_sls_rule": "all"}, "load case 'dead' has no partial factor; give -load_case_dead_factor"),
        (None, {**BAD, "combination": "ulss"}, "-combination ulss: there is no such combination or load case; the first of .* is uls:1.35"),
        (None, {**BAD, "analysis": "modes"}, "say which one acts by -combination, such as -combination uls:1.35"),
        (None, {**BAD, "load_roof_time": "sin(t)"}, "-load_roof_time is a formula of t, but combinations have no time"),
        (None, {**BAD, "load_roof_field": "x*t"}, "load 'roof' moves with t, but combinations have no time"),
        (None, {**frame(1), "analysis": "static", "combinations": "uls"}, "-combinations combines load cases; name them by -load_cases"),
        (None, {**BAD, "cases": "combinations", "combination": "sls"}, "-cases combinations runs all combinations; remove -combination"),
        (None, {**frame(1), "analysis": "static", "cases": "combinations"}, "-cases combinations runs .*name these by -load_cases"),
        (None, {**BAD, "loads": "roof,wind,gust,sway,law", "load_law_set": "p01", "load_law_law_x": "-ux*t"}, "-load_law_law_x is a formula of t"),
    ]


if __name__ == "__main__":
    unittest.main()
