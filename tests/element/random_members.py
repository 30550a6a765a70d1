# SPDX-License-Identifier: BSD-2-Clause
"""Random frames in the plane and in space with one element for each member, beside the same frames with eight: forces and moments at places, loads on parts, trapezoids, weight,
settlements, temperatures, releases with and without springs, rigid arms at the ends, sections that shear much, and sections that vary, which are exact under their weight and forces at their ends. FSOLVE_FRAMES=100:200 gives more of them."""
import os
import re
import unittest

import numpy as np

from run import RELEASE, run
from studies import study

SEEDS = range(*map(int, os.environ.get("FSOLVE_FRAMES", "0:200" if RELEASE else "0:5").split(":")))
FINE = 8
TEXT = lambda x: ",".join(f"{v:.17g}" for v in x)
EULER = lambda length, bending, shear: shear / 2 * (np.sqrt(1 + 4 * np.pi**2 * bending / length**2 / shear) - 1)  # of a hinged member, N (1 + N/GA) = pi^2 EI/L^2 (Haringx 1948)
LINES = {"u": (0, 1), "v": (1, 2), "w": (2, 3), "r": (3, 1)}


class Frame:
    """A frame of four members, which is clamped at p0 and held at p3. Numbers are those of steel in N and m."""

    def __init__(self, seed):
        self.rng = rng = np.random.default_rng(seed)
        self.plane = rng.random() < 0.4
        self.x = rng.uniform(-1, 1, (4, 3)) + 4 * np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0.5], [0, 1, 1]])
        if self.plane:
            self.x = self.x[:, [0, 2, 1]] * [1, 0, 1]
            self.x[:, 2] += [0, 4, 4, 0]
        held = "xz" if self.plane else "xyz"
        self.keys = {"points": "p0,p1,p2,p3", **{f"point_p{i}": TEXT(p) for i, p in enumerate(self.x)}, "members": ",".join(LINES), "parts": ",".join(LINES), "supports": "p0,p3",
                     "support_p3_fix": held, "support_p3_fix_rotation": "none" if self.plane else "x", f"support_p3_motion_{held[-1]}": f"{rng.uniform(-0.01, 0.01):.6g}*t",
                     "gravity": TEXT([0.5, 0 if self.plane else -0.3, -9.81]), "analysis": "static", "linearize": True, "mesh": "frame", "output_fields": "all"}
        if self.plane:
            self.keys["directions"] = "xz"
        self.loads = []
        self.load("tip", set="p2", force=self.vector(3e3))
        for m, ends in LINES.items():
            self.member(m, *ends)
        self.keys["loads"] = ",".join(self.loads)

    def vector(self, size, moment=False):
        v = size * self.rng.normal(size=3)
        return TEXT(v * ([0, 1, 0] if moment else [1, 0, 1]) if self.plane else v)

    def load(self, name, **keys):
        self.loads.append(name)
        self.keys.update({f"load_{name}_{k}": v for k, v in keys.items()})

    def member(self, m, a, b):
        rng, ends = self.rng, np.array([self.x[a], self.x[b]])
        if rng.random() < 0.3:
            arms = rng.uniform(-0.2, 0.2, (2, 3)) * ([1, 0, 1] if self.plane else [1, 1, 1])
            ends = ends + arms
            self.keys |= {f"member_{m}_offset_start": TEXT(arms[0]), f"member_{m}_offset_end": TEXT(arms[1])}
        length = np.linalg.norm(ends[1] - ends[0])
        if m in "vr" and rng.random() < 0.7:
            self.keys[f"member_{m}_release"] = str(rng.choice(["start:ry", "end:ry", "start:ry=3e5", "start:ry=1e6 end:ry=2e5", *([] if self.plane else ["end:ry,rz", "start:rz end:ry"])]))
        self.keys |= {f"member_{m}": f"p{a},p{b}", f"part_{m}_element": "beam", f"part_{m}_mass_per_length": 30}
        stiffness = {"ea": 8e8, "gay": 2e8, "gaz": 3e8, "gj": 1e6, "eiy": 6e6, "eiz": 3e6}
        if rng.random() < 0.3:
            stiffness |= {"gay": 8e5, "gaz": 6e5}  # a truss girder
        self.keys |= {f"part_{m}_{k}": f"{v * rng.uniform(0.5, 2):.6g}" for k, v in stiffness.items()}
        if not self.plane:
            self.keys[f"part_{m}_twist"] = f"{rng.uniform(-1, 1):.6g}"
        if rng.random() < 0.4:
            self.keys |= {f"part_{m}_temperature": f"{rng.uniform(-30, 40):.6g}", f"part_{m}_expansion": 1.2e-5}
        if rng.random() < 0.2:
            self.keys |= {f"part_{m}_{k}": f"{self.keys[f'part_{m}_{k}']}*(1.5-fraction)^{1 + 2 * k.startswith('ei')}" for k in stiffness}
            return
        at = lambda s: TEXT((1 - s) * ends[0] + s * ends[1])
        s = rng.uniform(0.05, 0.95, 4)
        start, end = np.sort(rng.uniform(0, 1, (2, 2))) * length
        if rng.random() < 0.6:
            self.load(f"f{m}", point=at(s[0]), force=self.vector(2e3))
        if rng.random() < 0.4:
            self.load(f"c{m}", point=at(s[1]), moment=self.vector(2e3, True))
        if rng.random() < 0.5:
            q = rng.normal(size=3) * ([1, 0, 1] if self.plane else [1, 1, 1]) * 1e3
            self.load(f"t{m}", set=m, traction=TEXT(q), traction_to=TEXT(q * rng.uniform(0, 3)), **{"from": f"{start[0]:.17g}", "to": f"{start[1]:.17g}"})
        if rng.random() < 0.4:
            self.load(f"q{m}", set=m, traction=self.vector(1e3), **{"from": f"{end[0]:.17g}"})

    def run(self, n, **more):
        return run(share=True, **{**self.keys, **{f"member_{m}_n": n for m in LINES}, **more})


class Portal:
    """A portal of one or two bays that sways, with forces, moments and parts of loads inside of its members. Its feet are clamped or hinged; in some portals the sections shear much."""

    def __init__(self, seed):
        self.rng = rng = np.random.default_rng(1000 + seed)
        height, width, bays = rng.uniform(3, 5), rng.uniform(4, 8), rng.integers(1, 3)
        feet, self.tops = [f"f{i}" for i in range(bays + 1)], [f"t{i}" for i in range(bays + 1)]
        self.x = {f: np.array([i * width, 0, rng.uniform(-0.3, 0.3)]) for i, f in enumerate(feet)}
        self.x |= {t: np.array([i * width + rng.uniform(-0.2, 0.2), 0, height + rng.uniform(-0.3, 0.3)]) for i, t in enumerate(self.tops)}
        self.members = {f"c{i}": ends for i, ends in enumerate(zip(feet, self.tops))} | {f"b{i}": ends for i, ends in enumerate(zip(self.tops, self.tops[1:]))}
        turn = "y" if rng.random() < 0.5 else "none"
        self.keys = {"mesh": "frame", "directions": "xz", "points": ",".join(self.x), **{f"point_{p}": TEXT(x) for p, x in self.x.items()}, "members": ",".join(self.members), "parts": ",".join(self.members),
                     "supports": ",".join(feet), **{f"support_{f}_{k}": v for f in feet for k, v in {"fix": "xz", "fix_rotation": turn}.items()}}
        self.loads, self.euler = {}, {}
        shear = {"gay": 8e6, "gaz": 6e6} if rng.random() < 0.3 else {}
        for m, ends in self.members.items():
            own = {k: v * rng.uniform(0.5, 2) for k, v in {"ea": 8e8, "gay": 2e8, "gaz": 3e8, "gj": 1e6, "eiy": 6e6, "eiz": 3e6, **shear}.items()}
            self.euler[m] = EULER(np.linalg.norm(self.x[ends[1]] - self.x[ends[0]]), own["eiy"], own["gaz"])
            self.keys |= {f"member_{m}": ",".join(ends), f"part_{m}_element": "beam", f"part_{m}_mass_per_length": 0, f"part_{m}_correction": "axial", **{f"part_{m}_{k}": f"{v:.17g}" for k, v in own.items()}}
            self.add_loads(m, *(self.x[p] for p in ends))

    def add_loads(self, m, a, b):
        s = self.rng.uniform(0.05, 0.95, 4)
        across = self.rng.normal(size=(2, 3)) * [1, 0, 1]
        self.loads[f"p{m}"] = {"point": TEXT(a + s[0] * (b - a)), "force": TEXT(20 * across[0])}
        if self.rng.random() < 0.4:
            self.loads[f"m{m}"] = {"point": TEXT(a + s[1] * (b - a)), "moment": f"0,{20 * self.rng.normal():.17g},0"}
        if self.rng.random() < 0.5:
            start, end = np.sort(s[2:])
            self.loads[f"q{m}"] = {"set": m, "traction": TEXT(10 * across[1]), "traction_to": TEXT(20 * across[1]), "from_fraction": f"{start:.17g}", "to_fraction": f"{end:.17g}"}

    def given(self, loads, n):
        return {**self.keys, "loads": ",".join(loads), **{f"load_{name}_{k}": v for name, keys in loads.items() for k, v in keys.items()}, **{f"member_{m}_n": n for m in self.members}}

    def pressed(self, factor):
        """Forces on the tops of the columns."""
        return {f"N{t}": {"set": t, "force": f"0,0,{-factor * (1 + k / 3):.17g}"} for k, t in enumerate(self.tops)}

    def factor(self):
        """With this factor the most compressed member bears 0.3 of its own Euler load, unless the portal buckles soon: then 0.6 of its critical load."""
        unit = run(share=True, **self.given(self.pressed(1), 1), analysis="static", linearize=True, output_fields="all").frames[-1]
        share = max(-unit[f"{m}/line/force_start"][0, 0] / self.euler[m] for m in self.members)
        critical = study("buckling", **self.given(self.pressed(1), FINE), analysis="buckling", buckling=1, quiet=True)["factor"][0]
        return min(0.3 / share, 0.6 * critical)


class PressedFrame(Frame):
    """A frame in which all members are uniform, under a hundredth of its loads and forces at its inner joints that press its members and hardly bend them."""

    def __init__(self, seed):
        super().__init__(seed)
        keys, rng = self.keys, np.random.default_rng(5000 + seed)
        small = re.compile("load_.*_(force|moment|traction|traction_to)|gravity|part_.*_temperature|support_.*_motion_[xyz]")
        for key, value in keys.items():
            if small.fullmatch(key):
                keys[key] = f"0.01*{value}" if "motion" in key else TEXT(0.01 * np.array(str(value).split(","), float))
            elif "fraction" in str(value):
                keys[key] = value.split("*")[0]
        keys |= {f"part_{m}_correction": "axial" for m in LINES}
        self.push, self.euler = np.zeros((4, 3)), {}
        for m, (a, b) in LINES.items():
            ends = [self.x[i] + np.array(keys.get(f"member_{m}_offset_{end}", "0,0,0").split(","), float) for i, end in ((a, "start"), (b, "end"))]
            self.euler[m] = min(EULER(np.linalg.norm(ends[1] - ends[0]), float(keys[f"part_{m}_ei{axis}"]), float(keys[f"part_{m}_ga{other}"])) for axis, other in ("yz", "zy"))
            along = (self.x[b] - self.x[a]) / np.linalg.norm(self.x[b] - self.x[a])
            self.push[[a, b]] += self.euler[m] * rng.uniform() * np.array([along, -along])

    def given(self, n, factor, own=True):
        pushed = {f"N{i}": {"set": f"p{i}", "force": TEXT(factor * self.push[i])} for i in (1, 2)}
        keys = self.keys if own else {k: v for k, v in self.keys.items() if not re.match("load|.*(temperature|expansion|motion|gravity)", k)}
        return {**keys, "linearize": not own, "loads": ",".join(self.loads * own + list(pushed)), **{f"load_{name}_{k}": v for name, load in pushed.items() for k, v in load.items()}, **{f"member_{m}_n": n for m in LINES}}

    def factor(self):
        """As that of a portal. Buckling under reversed forces has a negative factor, which says nothing here."""
        unit = run(share=True, **self.given(1, 1, False)).frames[-1]
        share = max(-unit[f"{m}/line/force_start"][0, 0] / self.euler[m] for m in LINES)
        keys = {k: v for k, v in self.given(FINE, 1, False).items() if k != "linearize"}
        critical = study("buckling", **{**keys, "analysis": "buckling", "buckling": 6, "quiet": True})["factor"]
        return min([0.3 / share, *(0.6 * c for c in critical if c > 0)])


class RandomAxialForces(unittest.TestCase):
    """One element a member with the correction axial beside eight: displacements, and shear forces and moments at the ends and inside, are right to 0.1 %."""

    def compare(self, one, fine, points, members, axes, what):
        moved = [[out.frames[-1]["displacement"][np.linalg.norm(out.nodes - p, axis=1).argmin()] for p in points] for out in (one, fine)]
        self.assertLess(np.abs(np.subtract(*moved)).max(), 1e-3 * np.abs(moved[1]).max(), what)
        for kind, c in axes.items():
            values = [{m: {end: out.frames[-1][f"{m}/line/{kind}_{end}"][:, c] for end in ("start", "end", "max", "min")} for m in members} for out in (one, fine)]
            size = max(np.abs(own[end]).max() for own in values[1].values() for end in ("max", "min"))
            for m in members:
                a, b = (v[m] for v in values)
                for found, wanted in ((a["start"][0], b["start"][0]), (a["end"][0], b["end"][-1]), (a["max"][0], b["max"].max(axis=0)), (a["min"][0], b["min"].min(axis=0))):
                    self.assertLess(np.abs(found - wanted).max(), 1e-3 * size, f"{what} {m} {kind}")

    def test_portals(self):
        """Portals that sway."""
        for seed in range(40 if RELEASE else 3):
            portal = Portal(seed)
            loads = {**portal.loads, **portal.pressed(portal.factor())}
            self.compare(*(run(share=True, **portal.given(loads, n), analysis="static", output_fields="all") for n in (1, FINE)), portal.x.values(), portal.members, {"force": [2], "moment": [1]}, seed)

    def test_frames(self):
        """Frames in the plane and in space, with torques. Seed 1 twists a member by a quarter of a radian."""
        for seed in range(200) if RELEASE else (1, 5):
            with self.subTest(seed):
                frame = PressedFrame(seed)
                factor = frame.factor()
                self.compare(*(run(share=True, **frame.given(n, factor)) for n in (1, FINE)), frame.x, LINES, {"force": [1, 2], "moment": [0, 1, 2]}, seed)


class RandomMembers(unittest.TestCase):
    def near(self, a, b, scale, tolerance, what):
        self.assertLess(np.abs(np.subtract(a, b)).max(), tolerance * scale, what)

    def test_frames(self):
        """Displacements, reactions, forces at the ends, and extremes inside."""
        for seed in SEEDS:
            with self.subTest(seed):
                frame = Frame(seed)
                one, fine = frame.run(1), frame.run(FINE)
                moved = [[out.frames[-1]["displacement"][np.linalg.norm(out.nodes - p, axis=1).argmin()] for p in frame.x] for out in (one, fine)]
                self.near(*moved, np.abs(moved).max(), 1e-9, "displacements")
                for kind, at in (("force", slice(3)), ("moment", slice(3, 6))):
                    self.near(*[[out.reaction[p][-1, at] for p in ("p0", "p3")] for out in (one, fine)], np.abs(fine.reaction["p0"][-1]).max(), 1e-9, f"reactions {kind}")
                    size = max(np.abs(fine.frames[-1][f"{m}/line/{kind}_{end}"]).max() for m in LINES for end in ("max", "min"))
                    for m in LINES:
                        a, b = ({end: out.frames[-1][f"{m}/line/{kind}_{end}"] for end in ("start", "end", "max", "min")} for out in (one, fine))
                        self.near(a["start"][0], b["start"][0], size, 1e-8, f"{m} {kind} start")
                        self.near(a["end"][0], b["end"][-1], size, 1e-8, f"{m} {kind} end")
                        self.near(a["max"][0], b["max"].max(axis=0), size, 1e-8, f"{m} {kind} max")
                        self.near(a["min"][0], b["min"].min(axis=0), size, 1e-8, f"{m} {kind} min")


if __name__ == "__main__":
    unittest.main()
