# SPDX-License-Identifier: BSD-2-Clause
"""A run that doubts itself: plain models by seeds say nothing, and models with a mistake that beginners make end with a warning or with status 2."""
import re
import tempfile
import unittest

import h5py
import numpy as np

from run import RELEASE, fsolve, options

PLAIN, WRONG = (100, 60) if RELEASE else (22, 17)
STEEL = {"young": 2.1e11, "poisson": 0.3, "density": 7850}


def part(name, element, **keys):
    return {f"part_{name}_{key}": value for key, value in {"element": element, **keys}.items()}


def tube(rng, name, **keys):
    """A part of round bars of steel with a radius of 5 to 10 cm."""
    return part(name, "beam", section="circle", radius=round(rng.uniform(0.05, 0.1), 4), **STEEL, **keys)


def triple(*x):
    return ",".join(f"{y:.6g}" for y in x)


def portal(rng, **keys):
    """A plane portal frame under a force from the side and one from above, linear."""
    b, h = rng.uniform(4, 8), rng.uniform(3, 5)
    return {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": triple(0, 0, h), "point_c": triple(b, 0, h),
            "point_d": triple(b, 0, 0), "members": "left,beam,right", "member_left": "a,b", "member_beam": "b,c", "member_right": "c,d", "parts": "p", **tube(rng, "p", set="left,beam,right"),
            "supports": "a,d", "loads": "b", "load_b_force": triple(rng.uniform(1e3, 5e3), 0, -rng.uniform(1e3, 5e3)), "probes": "b", **keys}


def weighed(rng, **keys):
    return portal(rng, gravity="0,0,-9.81", **keys)


def nonlinear(rng, **keys):
    case = portal(rng, **keys)
    del case["linearize"]
    return case


def modes(rng, **keys):
    return {**{key: value for key, value in portal(rng).items() if "load" not in key}, "analysis": "modes", "modes": 2, "members_n": 4, **keys}


def cantilever(rng, **keys):
    """A cantilever of four cells; its first period by Euler and Bernoulli."""
    L, r = rng.uniform(2, 4), rng.uniform(0.04, 0.08)
    period = 2 * np.pi / (3.516 / L**2 * r / 2 * np.sqrt(STEEL["young"] / STEEL["density"]))
    return {"mesh": "frame", "directions": "xz", "points": "a,b", "point_a": "0,0,0", "point_b": triple(L, 0, 0), "members": "m", "member_m": "a,b", "member_m_n": 4, "parts": "m",
            **part("m", "beam", section="circle", radius=r, **STEEL), "supports": "a", "loads": "b", "load_b_force": triple(0, 0, -rng.uniform(100, 500)), "probes": "b", **keys}, period


def swings(rng, steps=40, periods=3, **keys):
    case, period = cantilever(rng)
    return {**case, "dt": period / steps, "t_end": max(periods * period, 30 * period / steps), "linearize": bool(rng.integers(2)), **keys}


def truss(rng, **keys):
    """A triangle of bars under a force at its top."""
    b, h = rng.uniform(2, 6), rng.uniform(1, 3)
    return {"analysis": "static", "mesh": "frame", "directions": "xz", "points": "a,b,c", "point_a": "0,0,0", "point_b": triple(b, 0, 0), "point_c": triple(b / 2, 0, h), "members": "s",
            "member_s": "a,c,b", "parts": "s", **part("s", "truss", area=1e-3, **{k: x for k, x in STEEL.items() if k != "poisson"}), "supports": "a,b", "loads": "c", "load_c_force": triple(rng.uniform(-1e4, 1e4), 0, -1e4), "probes": "c", **keys}


def plate(rng, **keys):
    """A plate on four sides under a pressure."""
    return {"analysis": "static", "linearize": True, "mesh": "rectangle", "mesh_upper": triple(*rng.uniform(1, 2, 2)), "mesh_n": "6,6", "parts": "p",
            **part("p", "shell", set="all", thickness=0.01, **STEEL), "supports": "left,right,top,bottom", "loads": "p", "load_p_set": "all", "load_p_traction": triple(0, 0, -rng.uniform(100, 1000)), **keys}


def cable(rng, **keys):
    """A cable that hangs between two supports under its weight."""
    L = rng.uniform(10, 30)
    return {"analysis": "static", "mesh": "frame", "directions": "xz", "points": "a,b", "point_a": "0,0,0", "point_b": triple(L, 0, 0), "members": "c", "member_c": "a,b", "member_c_n": 12,
            "parts": "c", **part("c", "cable", area=2e-4, prestress=5e3, **{k: x for k, x in STEEL.items() if k != "poisson"}), "supports": "a,b", "gravity": "0,0,-9.81", **keys}


def stays(rng, **keys):
    """A mast of steel held by stays of one cell each, prestressed to about a tenth of their strength, under wind and weight. Its radius grows with its height, so that the stays press it with
    less than a tenth of its critical load."""
    h, d = rng.uniform(10, 30), rng.uniform(8, 15)
    rope = {k: x for k, x in STEEL.items() if k != "poisson"}
    return {"analysis": "static", "mesh": "frame", "directions": "xz", "points": "o,t,a,b", "point_o": "0,0,0", "point_t": triple(0, 0, h), "point_a": triple(-d, 0, 0), "point_b": triple(d, 0, 0),
            "members": "mast,left,right", "member_mast": "o,t", "member_mast_n": 4, "member_left": "t,a", "member_right": "t,b", "parts": "m,s", **part("m", "beam", set="mast", section="circle", radius=round(h / rng.uniform(100, 150), 4), **STEEL),
            **part("s", "cable", set="left,right", area=2e-4, prestress=3e4, **rope), "supports": "o,a,b", "gravity": "0,0,-9.81", "loads": "w", "load_w_set": "mast", "load_w_traction": "50,0,0", **keys}


def settled(rng, **keys):
    """A motion that starts in the equilibrium of its weight."""
    return swings(rng, **{"linearize": False, "gravity": "0,0,-9.81", "initial_static": True, **keys})


def falls(rng, **keys):
    """A beam on a hinge falls, or the whole beam does: the motion is that of the weight."""
    hinge = {"support_a_fix": "xz", "support_a_fix_rotation": "none"} if rng.integers(2) else {"support_a_fix": "x", "support_a_fix_rotation": "all"}
    return swings(rng, **{"linearize": False, "gravity": "0,0,-9.81", **hinge, "dt": 0.01, "t_end": 0.3, **keys})


PLAINS = (portal, weighed, nonlinear, modes, swings, truss, plate, cable, stays, settled, falls)


# -- mistakes -----------------------------------------------------------------------------------------------------------------------------------


def off_the_model(rng):
    return portal(rng, loads="P", load_P_point=triple(rng.uniform(20, 30), 0, rng.uniform(0, 3)), load_P_force="0,0,-1e3")


def not_joined(rng):
    """A brace that ends inside the beam."""
    case = portal(rng)
    return {**case, "points": "a,b,c,d,m,n", "point_m": triple(float(case["point_c"].split(",")[0]) / 2, 0, float(case["point_b"].split(",")[2])), "point_n": triple(2, 0, 0),
            "members": "left,beam,right,brace", "member_brace": "n,m", "part_p_set": "left,beam,right,brace", "supports": "a,d,n"}


def no_part(rng):
    case = not_joined(rng)
    return {**case, "member_beam": "b,m,c", "part_p_set": "left,beam,right"}


def giga(rng):
    return portal(rng, part_p_young=210)


def mega(rng):
    return weighed(rng, part_p_young=2.1e5)


def degrees(rng):
    return portal(rng, part_p_twist=90)


def misspelt(rng):
    case = portal(rng)
    return {**case, f"part_p_{'radios' if rng.integers(2) else 'yuong'}": 0.1}


def comma(rng):
    return portal(rng, part_p_density="7,85")


def slack(rng):
    case = portal(rng)
    return {**case, "members": "left,beam,right,up,down", "member_up": "a,c", "member_down": "d,b", "parts": "p,x",
            **part("x", "cable", set="up,down", area=2e-4, young=2.1e11, density=0)}


def buckled(rng):
    """A cantilever under 1.5 to 4 times its Euler load."""
    case, _ = cantilever(rng)
    L, r = float(case["point_b"].split(",")[0]), case["part_m_radius"]
    return {**case, "analysis": "static", "linearize": True, "load_b_force": triple(-rng.uniform(1.5, 4) * np.pi**2 / 4 * STEEL["young"] * np.pi / 4 * r**4 / L**2, 0, 0)}


def replaced(rng):
    """Supports that a second list in the file replaces."""
    return "supports", portal(rng)


def coarse(rng):
    """Steps of one to six periods."""
    return swings(rng, steps=1 / rng.uniform(1, 6), periods=20)


def unsagged(rng):
    """A cable between two supports without cells in which it could sag."""
    return cable(rng, member_c_n=rng.integers(1, 3), part_c_prestress=float(rng.uniform(0, 500)))


def each_node(rng):
    """A force or moment that is meant to be one, or per length, on all nodes of a member or surface."""
    if rng.integers(2):
        return plate(rng, load_p_traction=False, load_p_force="0,0,-10")
    return portal(rng, members_n=rng.integers(1, 5), load_b_set="beam", **({} if rng.integers(2) else {"load_b_force": False, "load_b_moment": "0,1e3,0"}))


def springs_along(rng):
    """Springs to ground under a beam, which are springs between the ends of its cells."""
    return portal(rng, parts="p,bed", **part("bed", "spring", set="beam", stiffness=1e5, direction="0,0,1"))


def masses_along(rng):
    return weighed(rng, parts="p,m", **part("m", "mass", set="beam", mass=100))


def moment_at_hinge(rng):
    """A moment at the corner of a portal where the beam has a hinge: it loads the column alone."""
    return portal(rng, member_beam_release="start:ry", load_b_force=False, load_b_moment=triple(0, rng.uniform(1e2, 1e3), 0))


def unloaded_start(rng):
    """Gravity, or a dead load beside a gust, that acts suddenly on a structure at rest."""
    dead = {"gravity": "0,0,-9.81"} if rng.integers(2) else {"loads": "b,d", "load_d_set": "m", "load_d_traction": "0,0,-100", "load_b_time": "sin(3*t)"}
    return swings(rng, **dead)


WRONGS = [off_the_model, not_joined, no_part, giga, mega, degrees, misspelt, comma, slack, buckled, replaced, coarse, unsagged, each_node, springs_along, masses_along, unloaded_start, moment_at_hinge]


class Doubts(unittest.TestCase):
    def run_case(self, case, ranks=1):
        """Status and what a run says on stderr. A pair of a list and a case gives this list twice in a file, with fewer names the second time."""
        with tempfile.TemporaryDirectory() as folder:
            if isinstance(case, dict):
                done = fsolve(options(output="out.h5", **{key: x for key, x in case.items() if x is not False}), ranks, cwd=folder)
            else:
                again, case = case
                with open(folder + "/case.opts", "w") as file:
                    for key, x in {**case, "output": "out.h5"}.items():
                        file.write(f"-{key} {'true' if x is True else x}\n")
                    file.write(f"-{again} {case[again].split(',')[0]}\n")
                done = fsolve(["case.opts"], ranks, cwd=folder)
        return done.returncode, done.stderr

    def test_plain_models(self):
        for seed in range(PLAIN):
            model = PLAINS[seed % len(PLAINS)]
            with self.subTest(model.__name__, seed=seed):
                self.assertEqual(self.run_case(model(np.random.default_rng(seed)), 3 if seed % 16 == 0 else 1), (0, ""))

    def test_wrong_models(self):
        for seed in range(WRONG):
            model = WRONGS[seed % len(WRONGS)]
            with self.subTest(model.__name__, seed=seed):
                status, said = self.run_case(model(np.random.default_rng(seed)), 3 if seed % 16 == 0 else 1)
                self.assertIn(status, (0, 2), said)
                self.assertTrue(status == 2 or "warning" in said, "not a word")

    def test_each_node(self):
        """A load on each node of a set of lines or surfaces says their number and what to give instead; none on points, at a place, or where the user says that nodes are meant."""
        rng = np.random.default_rng(0)
        case = portal(rng, members_n=4, load_b_set="beam")
        for keys, text in (({}, "-load_b_force acts on each of the 5 nodes of set 'beam', which has lines.*-load_b_traction.*-load_b_point"),
                           ({"load_b_force": False, "load_b_moment": "0,1,0"}, "-load_b_moment_per length"),
                           ({"linearize": False, "load_b_force": False, "load_b_law_x": "0-uz"}, "-load_b_law_per length")):
            for ranks in (1, 3):
                status, said = self.run_case({**case, **keys}, ranks)
                self.assertEqual(status, 0, said)
                self.assertRegex(said, text)
        for keys in ({"load_b_where": 1}, {"load_b_set": "b,c"}, {"load_b_force": False, "load_b_traction": "0,0,-1"}):
            self.assertEqual(self.run_case({**case, **keys}), (0, ""))
        self.assertRegex(self.run_case(plate(rng, load_p_traction=False, load_p_force="0,0,-1"))[1], "49 nodes of set 'all', which has surfaces.*-load_p_traction")

    def test_moments_at_hinges(self):
        """A moment at a hinge of two members says which one has the release and what to do; none about an axis that is not released, beside a spring or a third member, at a support, at the other corner, and where the user says so."""
        case = portal(np.random.default_rng(0), members="left,beam,right,brace", member_brace="a,c", part_p_set="left,beam,right,brace", member_beam_release="start:ry", load_b_force=False, load_b_moment="0,1,0")
        place = {"load_b_point": case["point_b"]}
        text = r"-load_b_moment acts at the hinge 'beam.start' at \(0, 0, [0-9.]+\), .* give the release to the member that has none instead; .* -load_b_where 1"
        for ranks, keys in ((1, {}), (2, {}), (3, place), (1, {"directions": "xyz", "member_beam_release": "start:ry,rz", "load_b_moment": "0,0,1"}), (1, {"directions": "xyz", "member_beam_release": "start:rx,ry,rz"})):
            with self.subTest(keys, ranks=ranks):
                status, said = self.run_case({**case, **keys}, ranks)
                self.assertEqual(status, 0, said)
                self.assertRegex(said, text)
        for keys in ({"load_b_where": 1}, {**place, "load_b_where": 1}, {"member_beam_release": "start:ry=1e5"}, {"member_beam_release": False}, {"directions": "xyz", "load_b_moment": "0,0,1"},
                     {"member_beam_release": "end:ry", "load_b_set": "c"}, {"supports": "a,d,b", "support_b_fix": "none", "support_b_fix_rotation": "y"}, {"load_b_set": "c"}):
            with self.subTest(keys):
                self.assertEqual(self.run_case({**case, **keys}), (0, ""))

    def test_sudden_loads(self):
        """A transient of a structure that starts without its constant loads: a warning, which -initial_static of either value ends; none in a model that falls, moves by a load that grows, or is moved by one force alone."""
        for linear in (True, False):
            case = swings(np.random.default_rng(1), linearize=linear)
            heavy = {**case, "gravity": "0,0,-9.81"}
            for ranks in (1, 3):
                self.assertRegex(self.run_case(heavy, ranks)[1], "gravity acts suddenly on the unloaded structure")
            for keys in ({"initial_static": "false" if linear else True}, {"gravity_time": "min(1,t/10)"}, {"initials": "m", "initial_m_displacement_z": "-1e-3*x^2"}, {"support_a_fix_rotation": "none"}):
                self.assertNotIn("suddenly", self.run_case({**heavy, **keys})[1])
        dead = {**case, "loads": "b,d", "load_d_set": "m", "load_d_traction": "0,0,-100", "load_b_time": "sin(3*t)"}
        self.assertIn("the constant load 'd' acts suddenly", self.run_case(dead)[1])
        self.assertEqual(self.run_case({**dead, "load_d_time": "min(1,t/10)"}), (0, ""))
        # a propped beam under ground motion: a settlement and a heat gradient act suddenly, unless they grow; alone each is the excitation
        for ground in (False, True):
            for keys, text in (({"supports": "a,b", "support_b_fix": "xz", "support_b_motion_z": "-0.01"}, "the constant motion of support 'b'"),
                               ({"supports": "a,b", "support_b_fix": "z", "part_m_expansion": 1.2e-5, "part_m_temperature": "30"}, "the constant temperature of part 'm'")):
                beam = {**case, "loads": False, "load_b_force": False, "load_b_time": False, "support_b_fix_rotation": "none", **({"base_acceleration_z": "sin(3*t)"} if ground else {}), **keys}
                self.assertEqual(text + " acts suddenly" in self.run_case(beam)[1], ground, self.run_case(beam))
                grows = {key: f"{x}*min(1,t/10)" for key, x in keys.items() if key in ("support_b_motion_z", "part_m_temperature")}
                self.assertNotIn("suddenly", self.run_case({**beam, **grows})[1])

    def test_large_rotations(self):
        """A beam that turns freely, by 0.4 and by 0.8 rad: schemes without dissipation doubt the second turn, others none, and all of them no body without elastic parts."""
        free = {"mesh": "line", "mesh_n": 2, "parts": "b", **part("b", "beam", set="all", section="circle", radius=0.05, **STEEL), "initials": "all", "initial_all_velocity_y": "x", "initial_all_angular_velocity_z": 1, "dt": 0.01}
        for keys in ({"integrator": "trapezoidal"}, {"integrator": "newmark"}, {"integrator": "lms4", "rho_inf": 1}, {"integrator": "generalized_alpha", "rho_inf": 1}):
            for ranks in (1, 2):
                status, said = self.run_case({**free, **keys, "t_end": 0.8}, ranks)
                self.assertRegex(said, r"a node has turned by 0.5[0-9]* rad: -integrator .* take -integrator energy_momentum, .*-rho_inf 0.9")
                self.assertEqual((status, said.count("has turned by")), (0, 1))
            self.assertEqual(self.run_case({**free, **keys, "t_end": 0.4}), (0, ""))
        for keys in ({"rho_inf": 0.9}, {"integrator": "esdirk43_6l"}, {"integrator": "trapezoidal", "linearize": True}, {"integrator": "energy_momentum", "part_b_mass": "linear"}):
            self.assertEqual(self.run_case({**free, **keys, "t_end": 0.8}), (0, ""))
        body = {"mesh": "line", "parts": "b", **part("b", "body", set="start", mass=1, inertia="1,1,1,0,0,0"), "initials": "start", "initial_start_angular_velocity_z": 1, "dt": 0.01, "t_end": 0.8, "integrator": "trapezoidal"}
        self.assertEqual(self.run_case(body), (0, ""))

    def test_strains(self):
        """Bars, trusses, beams and plates whose strain is 0.019 and 0.021, from Young's modulus; a truss given by its stiffness, and a cable, may be of anything."""
        pull = {"analysis": "static", "linearize": True, "mesh": "line", "mesh_n": 2, "supports": "start,rest", "support_start_fix": "all", "support_start_fix_rotation": "all", "support_rest_set": "all", "support_rest_fix": "yz",
                "support_rest_fix_rotation": "none", "loads": "end"}
        steel = {"young": 2e11, "poisson": 0.3, "density": 7850}
        E = {**pull, "load_end_force": lambda e: f"{2e11 * e * 0.01:.9g},0,0"}
        flat = {"mesh": "rectangle", "mesh_n": "2,1", "supports": "left,rest", "support_rest_set": "all", "support_rest_fix": "z", "support_left_fix": "x", "loads": "right", "load_right_traction": lambda e: f"{2e11 * e * 0.01:.9g},0,0"}
        bent = {"supports": "start", "support_start_fix": "all", "load_end_moment": lambda e: f"0,{2e11 * e * 0.1**3 / 6:.9g},0"}
        flat = {"analysis": "static", "linearize": True, **flat, "supports": "left,rest,bottom_left", "support_bottom_left_fix": "y", "support_left_fix_rotation": "none", "support_bottom_left_fix_rotation": "none"}
        thin = {key: x for key, x in {**pull, **bent}.items() if "rest" not in key}
        truss = {k: x for k, x in steel.items() if k != "poisson"}
        stretched = {key: x for key, x in E.items() if "rotation" not in key}
        for name, case, part_of in (("truss", stretched, part("p", "truss", set="all", area=0.01, **truss)), ("beam", E, part("p", "beam", set="all", section="rectangle", width=0.1, height=0.1, **steel)),
                                    ("beam", thin, part("p", "beam", set="all", section="rectangle", width=0.1, height=0.1, **steel)), ("shell", flat, part("p", "shell", set="all", thickness=0.01, **steel))):
            for strain, ranks in ((0.019, 1), (0.021, 1), (0.021, 2)):
                with self.subTest(name, strain=strain, ranks=ranks):
                    model = {key: x(strain) if callable(x) else x for key, x in case.items()}
                    status, said = self.run_case({**model, "parts": "p", **part_of}, ranks)
                    self.assertEqual((status, "the strain at" in said), (0, strain > 0.02), said)
        for soft in (part("p", "truss", set="all", ea=2e9, mass_per_length=1), part("p", "cable", set="all", area=0.01, prestress=1, **truss)):
            self.assertNotIn("the strain", self.run_case({**{key: x(0.03) if callable(x) else x for key, x in stretched.items()}, "parts": "p", **soft})[1])
        law = {"law": "bilinear", "law_strain": 1e-3, "law_ratio": 0.5}  # a law describes other strains than Young's modulus
        for case, soft in (stretched, part("p", "truss", set="all", area=0.01, **truss, **law)), (E, part("p", "beam", set="all", section="rectangle", width=0.1, height=0.1, **steel, **law)):
            status, said = self.run_case({**{key: x(0.03) if callable(x) else x for key, x in case.items()}, "parts": "p", **soft})
            self.assertEqual((status, "the strain at" in said), (0, False), said)

    def test_cables(self):
        """A cable of one to three cells between two supports, whose tension the warning predicts as that of 60 cells, and the cells that it needs for 1 %; on 1 and 2 ranks, taut and longer than its span. Below an error of 5 % of the largest
        tension of the part nothing is said, nor with -linearize, in a net, and of a lee stay that is slack."""
        rope = {"area": 2e-4, "young": 1.6e11, "density": 7850}

        def span(n, prestress, **keys):
            return {**cable(np.random.default_rng(0)), "point_b": "50,0,0", "member_c_n": n, **part("c", "cable", set="all", prestress=prestress, **rope), **keys}

        def tension(case):
            with tempfile.TemporaryDirectory() as folder:
                fsolve(options(output="out.h5", **case), cwd=folder)
                with h5py.File(folder + "/out.h5") as file:
                    return abs(file["history/a/reaction"][-1, 0])

        for prestress, enough, needed in ((1e4, 2, 5), (0, 3, 6), (-2e4, 4, 7)):
            right = tension(span(60, prestress))
            for n in (1, 2) if prestress >= 0 else (1, 3):
                with self.subTest(prestress=prestress, n=n):
                    case = span(n, prestress)
                    self.assertEqual(n >= enough, tension(case) > 0.95 * right)
                    self.assertEqual([tension(span(k, prestress)) > 0.99 * right for k in (needed - 1, needed)], [False, True])
                    status, said = self.run_case(case, 1 + n % 2)
                    found = re.search(r"part 'c': .* at \((.*?),.* would bear (\S+) N instead of (\S+) N; it needs (\d) cells or more for 1 %", said)
                    self.assertEqual((status, found is None), (0, n >= enough or n > 2), said)
                    if found:
                        np.testing.assert_allclose((float(found[1]), float(found[2]), float(found[3]), int(found[4])), (25 / n, right, tension(case), needed), rtol=2e-3)
        wet = span(1, 0)
        for analysis, said in ({"analysis": "transient", "dt": 0.01, "t_end": 0.02, "initial_static": True}, 1), ({"analysis": "modes", "modes": 1, "initial_static": True, "member_c_n": 2}, 1), ({"gravity": "0,0,-0.01"}, 0):
            self.assertEqual(self.run_case({**wet, "part_c_prestress": 2e4 * (1 - said), **analysis})[1].count("do not sag"), said)
        self.assertEqual(self.run_case(span(2, 1e3, linearize=True, analysis="static"))[1], "")
        self.assertEqual(self.run_case({**stays(np.random.default_rng(1)), "part_s_prestress": 10, "part_m_radius": 0.0572, "load_w_traction": "1000,0,0", "support_o_fix": "all", "support_o_fix_rotation": "none"}), (0, ""))

    def test_units(self):
        """Moduli and densities of four materials in units that do not fit together, also without gravity and in statics. Systems of units, and numbers of no material, say nothing; with gravity the weight is no second line."""
        bar = {"mesh": "line", "mesh_n": 2, "parts": "p", **part("p", "truss", set="all", area=1e-3), "supports": "start,rest", "support_rest_set": "all", "support_rest_fix": "yz", "loads": "end", "load_end_force": "1e-6,0,0",
               "analysis": "static", "linearize": True}
        wrong = {(2.1e5, 7850): "steel in MPa and kg/m3", (210, 7850): "steel in GPa and kg/m3", (3e7, 7850): "steel in psi and kg/m3", (7e4, 2700): "aluminium in MPa and kg/m3", (3e4, 2400): "concrete in MPa and kg/m3",
                 (1.1e4, 450): "timber in MPa and kg/m3", (2.1e11, 7.85): "steel in Pa and t/m3", (2.1e5, 7.85e-6): "steel in MPa and kg/mm3", (2.1e11, 7.85e-9): "steel in Pa and t/mm3", (2.9e7, 0.284): "steel in psi and lb/in3",
                 (2.1e4, 7850): "steel in kN/cm2 and kg/m3", (3000, 2500): "concrete in kN/cm2 and kg/m3", (2.1e7, 7.85e-3): "steel in N/cm2 and kg/cm3", (2.1e4, 7.85): "steel in kN/cm2 and t/m3"}
        right = ((2.1e11, 7850), (2.1e8, 7.85), (2.1e5, 7.85e-9), (2.1e8, 7.85e-6), (210, 7.85e-6), (2.9e7, 7.35e-4), (2.1e12, 7.85), (1, 1), (1e3, 1), (3e5, 1000), (2e6, 1100), (2.1e5, 7000), (2.3e5, 7850), (2.1e5, 0), (3e4, 1600))
        for pair in (*wrong, *right):
            with self.subTest(pair):
                status, said = self.run_case({**bar, "part_p_young": pair[0], "part_p_density": pair[1], **({"load_end_force": "0,0,0", "gravity": "9.81,0,0"} if pair == (2.1e5, 7850) else {})}, 2 if pair == (210, 7850) else 1)
                self.assertEqual((status, said.count("part 'p': Young's")), (0, int(pair in wrong)), said)
                self.assertNotIn("if it hung", said)
                if pair in wrong:
                    self.assertIn(f"part 'p': Young's modulus {pair[0]:.4g} and density {pair[1]:.4g} are those of {wrong[pair]}", said)

    def test_gravity_in_millimeters(self):
        """A model in mm with the gravity of meters: a warning; none with 9810 mm/s2, with another gravity, and in m."""
        bar = {"mesh": "line", "mesh_n": 2, "mesh_upper": "1000,0,0", "parts": "p", **part("p", "truss", set="all", area=1e3), "supports": "start,rest", "support_rest_set": "all", "support_rest_fix": "yz", "analysis": "static", "linearize": True}
        for ranks, pair, g, wanted in ((1, (2.1e5, 7.85e-9), 9.81, 1), (2, (3e4, 2.4e-9), 9.81, 1), (1, (2.1e8, 7.85e-6), 9.80665, 1), (1, (2.1e5, 7.85e-9), 9810, 0), (1, (2.1e5, 7.85e-9), 3.7, 0), (1, (2.1e11, 7850), 9.81, 0)):
            status, said = self.run_case({**bar, "part_p_young": pair[0], "part_p_density": pair[1], "gravity": f"{g},0,0"}, ranks)
            self.assertEqual((status, said.count("belong to lengths in mm, and gravity")), (0, wanted), said)

    def test_modulus_alone(self):
        """A portal of steel in kN/cm2 beside N and m, without a density, fails, or is far too soft with -linearize: the message names the unit, and proposes no cells. Its right modulus, and one of no material, name none."""
        portal = {"analysis": "static", "mesh": "frame", "directions": "xz", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "0,0,4", "point_c": "6,0,4", "point_d": "6,0,0", "members": "left,beam,right", "member_left": "a,b",
                  "member_beam": "b,c", "member_right": "d,c", "parts": "p", **part("p", "beam", set="all", section="rectangle", width=0.1, height=0.2, young=21000, poisson=0.3), "supports": "a,d", "loads": "q,H", "load_q_set": "beam",
                  "load_q_traction": "0,0,-1e4", "load_H_set": "b", "load_H_force": "5e3,0,0"}
        said = "if 2.1e+04 is the modulus of steel in kN/cm2, it is 2.1e+11 in N and m"
        for keys, status, named in (({}, 3, True), ({"linearize": True}, 0, True), ({"part_p_young": 2.1e11}, 0, False), ({"part_p_young": 500}, 3, False)):
            with self.subTest(keys):
                found, text = self.run_case({**portal, **keys}, 2 if "linearize" in keys else 1)
                self.assertEqual((found, said in text), (status, named), text)
                self.assertNotRegex(text, "needs [0-9]+ cells")

    def test_steps(self):
        """An oscillator with steps longer and shorter by a fifth than those with which the scheme's period is 5 % wrong in its spectrum: with 8 steps in a period for the trapezoidal rule, with fewer for schemes of higher order."""
        case = {"mesh": "line", "mesh_n": 1, "parts": "s,m", **part("s", "spring", set="all", stiffness=4 * np.pi**2), **part("m", "mass", set="end", mass=1), "supports": "start", "directions": "x", "initials": "end",
                "initial_end_displacement_x": 1}
        for ranks, scheme, rho, solves in ((1, "trapezoidal", 1, 1), (2, "generalized_alpha", 0, 1), (1, "bathe", 0, 2), (1, "esdirk43_6l", 0, 5), (1, "lms4", 0.6, 1)):
            with tempfile.TemporaryDirectory() as folder:
                fsolve(options(analysis="spectrum", spectrum_schemes=scheme, spectrum_rho_inf=rho, spectrum_range=f"{0.01 / solves},{0.33 / solves}", output="s.h5"), cwd=folder)
                with h5py.File(folder + "/s.h5") as file:
                    (of_rho,) = file[f"spectrum/{scheme}"].values()
                    dt, error = of_rho["dt_over_nT"][:] * solves, abs(of_rho["period_elongation"][:])
            limit = np.interp(0.05, error, dt) if error[-1] > 0.05 else 1 / 3
            if scheme == "trapezoidal":
                np.testing.assert_allclose(1 / limit, 7.95, rtol=0.01)
            for factor in (0.8, 1.25):
                with self.subTest(scheme, steps=1 / (factor * limit), ranks=ranks):
                    status, said = self.run_case({**case, "integrator": scheme, **({"rho_inf": rho} if solves == 1 and scheme != "trapezoidal" else {}), "dt": factor * limit, "t_end": 60 * factor * limit}, ranks)
                    self.assertEqual((status, "steps of dt in a period" in said), (0, factor > 1), said)

    def test_long_steps(self):
        """Two axles on a bridge with a period of 0.308 s (Euler and Bernoulli), by steps in which the vibration is damped away and the motion is that of the train, of 0.9 s: the warning names the natural period within a fifth, and a step of a
        twentieth of it, with which nothing is said. A train that is ten times slower excites nothing; nor does a load that grows slowly."""
        deck = {"mesh": "frame", "directions": "xz", "points": "a,mid,b", "point_a": "0,0,0", "point_mid": "8,0,0", "point_b": "16,0,0", "members": "deck", "member_deck": "a,mid,b", "parts": "deck",
                **part("deck", "beam", ea=1e10, gaz=1e12, eiy=4.2e8, mass_per_length=1500), "supports": "a,b", "support_a_fix": "xz", "support_b_fix": "z", "support_a_fix_rotation": "none", "support_b_fix_rotation": "none",
                "loads": "train", "load_train_set": "deck", "load_train_force": "0,0,-90e3", "load_train_axles": "0,4", "load_train_axle_factors": "1,2/3"}
        period = 2 * 16**2 / np.pi * np.sqrt(1500 / 4.2e8)
        for ranks, dt, speed, warned in ((1, 0.047, 20, True), (1, 0.07, 20, True), (2, 0.1, 20, True), (1, 0.2, 20, True), (1, 0.0154, 20, False), (1, 0.5, 1, False)):
            with self.subTest(dt=dt, speed=speed, ranks=ranks):
                status, said = self.run_case({**deck, "load_train_place": f"{speed}*t", "dt": dt, "t_end": 20 / speed}, ranks)
                found = re.search(r"excites a vibration with (\S+) steps of dt in a period, which is about (\S+) s", said)
                self.assertEqual((status, said != "", bool(found)), (0, warned, warned), said)
                if found:
                    self.assertAlmostEqual(float(found[2]), period, delta=0.2 * period)
        slow = {**deck, "load_train_place": "8", "load_train_time": "t/20", "dt": 0.5, "t_end": 20}
        self.assertEqual(self.run_case(slow), (0, ""))

    def test_trains_pass_hinges(self):
        """The reactions to two axles are their weights at each place on a bridge of two members with a hinge between them by a release, also exactly at the hinge, and 0 beyond the end. A bridge with an offset there is rejected."""
        bridge = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz", "points": "a,b,c", "point_a": "0,0,0", "point_b": "4,0,0", "point_c": "8,0,0", "members": "m,n", "member_m": "a,b", "member_n": "b,c",
                  "members_n": 3, "parts": "m", **part("m", "beam", set="all", section="circle", radius=0.1, **STEEL), "supports": "a,b,c", "support_b_fix": "z", "support_b_fix_rotation": "none", "loads": "P", "load_P_set": "m,n",
                  "load_P_force": "0,0,-1e4", "load_P_axles": "0,1", "load_P_place": "8*t+1", "dt": 0.125}
        for ranks, release in ((1, {"member_m_release": "end:ry"}), (1, {"member_n_release": "start:ry"}), (3, {"member_m_release": "end:ry", "member_n_release": "start:ry"}), (1, {})):
            with self.subTest(release, ranks=ranks), tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(output="out.h5", **bridge, **release), ranks, cwd=folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                with h5py.File(folder + "/out.h5") as file:
                    total = sum(file[f"history/{name}/reaction"][:, 2] for name in "abc")
            np.testing.assert_allclose(total[1:-1], 2e4, rtol=1e-8)
            np.testing.assert_allclose(total[-1], 1e4, rtol=1e-8)
        status, said = self.run_case({**bridge, "member_m_offset_end": "0,0,0.1"})
        self.assertEqual(status, 2, said)

    def test_trains(self):
        """Two axles, 2 m apart, on a bridge of 6 m: the first one comes to 1e-3 m before the start, or onto it; the second one leaves with the end of the bridge, or is beyond it from the start. A train that passes in one step counts."""
        bridge = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz", "points": "a,b", "point_a": "0,0,0", "point_b": "6,0,0", "members": "m", "member_m": "a,b", "member_m_n": 3, "parts": "m",
                  **part("m", "beam", section="circle", radius=0.1, **STEEL), "supports": "a,b", "loads": "P", "load_P_set": "m", "load_P_force": "0,0,-1e3", "load_P_axles": "0,2"}
        for ranks, place, said in ((1, "-5.001+5*t", "0.001 m"), (2, "-5.001+5*t", "0.001 m"), (1, "-5+5*t", None), (1, "7.9+t", None), (1, "8.5+t", "0.5 m"), (1, "-1e6+2e6*t", None)):
            with self.subTest(place, ranks=ranks):
                status, text = self.run_case({**bridge, "load_P_place": place, "dt": 1}, ranks)
                self.assertEqual((status, text == ""), (0, said is None), text)
                if said:
                    self.assertRegex(text, f"load 'P' never acts: its path is 6 m long, .* no axle comes nearer than {said}")


if __name__ == "__main__":
    unittest.main()
