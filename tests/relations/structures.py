# SPDX-License-Identifier: BSD-2-Clause
"""Random structures: trusses, cables, springs and dampers, beams of two and three nodes, bodies, membranes; held, moved or free; under
forces, tractions, moments, pressures, gravity, moving ground and formulas; in time, in equilibrium, with chosen steps. A structure is made
from a seed; Structure.written(view) gives the mesh and the options of one view of it."""
import numpy as np

import gmsh_file  # tools/
from view import (ACCELERATION, BENDING, DENSITY, FORCE, INERTIA, INERTIA_PER_LENGTH, LENGTH, MASS, MASS_PER_AREA, MASS_PER_LENGTH, MOMENT,
                  NUMBER, RATE, STRESS, TENSION, TIME, VELOCITY, number, numbers)

FACTORS = ("1", "sin(7*t)", "1-exp(-5*t)", "t<0.05 ? t/0.05 : 1", "cos(11*t)")
SMOOTH = ("0.5*(1-cos(9*t))", "sin(7*t)^2", "t^2*exp(-t)")  # of what supports prescribe: at rest at t = 0
PATHS = ("t", "t*(2-t)", "sin(1.5*t)")                       # of load steps
IMPLICIT = ("lms4", "lms2", "ss4", "ss3", "bathe", "mssth4", "esdirk32_4l", "esdirk43_6l", "trapezoidal", "newmark", "generalized_alpha",
            "hht", "bdf2", "tr_bdf2_q", "msstc3")
ADAPTIVE = ("esdirk43_6l", "esdirk32_5l", "bathe", "lms2", "tr_bdf2_q")


def orthogonal(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    return q * np.sign(np.diag(r))


def positive(rng, n, size):
    """A random symmetric positive definite matrix, not far from size times the identity."""
    A = rng.normal(size=(n, n))
    return size * (np.eye(n) + 0.2 / n * A @ A.T)


class Structure:
    """kind: what it is made of. axes: 'any', 'permuted' where supports hold letters, 'z' where elements act along z."""

    KINDS = ("truss", "lumped", "springs", "beams", "beams3", "frame", "membrane", "drum", "mixed")

    def __init__(self, seed):
        self.rng = rng = np.random.default_rng(seed)
        self.kind = self.KINDS[seed % len(self.KINDS)]
        self.nodes, self.sets, self.axes = [], {}, "any"
        self.options = []  # functions of a view that give options
        self.named = {"parts": [], "supports": [], "loads": [], "initials": []}
        self.turns = self.kind in ("beams", "beams3", "frame", "mixed")
        self.analysis = self.choose_analysis()
        getattr(self, "make_" + self.kind)()
        self.held_or_free()
        self.loaded()
        self.started()
        self.nodes = np.array(self.nodes)

    def pick(self, of):
        return of[self.rng.integers(len(of))]

    def chance(self, p):
        return self.rng.random() < p

    def add(self, **keys):
        """Options that every view writes alike."""
        self.options.append(lambda view: keys)

    def part(self, name, kind, cells, element, **properties):
        """properties: text, or functions of a view."""
        self.sets[name] = (kind, cells)
        self.named["parts"].append((name, name))

        def options(view):
            values = {"element": element, **{k: p(view) if callable(p) else p for k, p in properties.items()}}
            return {f"part_{part}_{k}": v for part in self.written_as(view, name) for k, v in values.items() if v is not None}

        self.options.append(options)

    def written_as(self, view, name):
        return view.parts(name) if name in self.divisible() else [name]

    def divisible(self):
        """Sets that may be written as two: a field of rotations must find nodes that rotate in both."""
        return {name for name, (_, cells) in self.sets.items() if len(cells) > 1 and name != "everywhere"}

    # -- what is computed ----------------------------------------------------------------------------------------------------------------

    def choose_analysis(self):
        if self.kind == "lumped":
            return "explicit"
        if self.kind == "springs":
            return self.pick(("fixed", "fixed", "adapted"))
        if self.kind == "mixed":
            return self.pick(("fixed", "fixed", "adapted", "linear"))  # its mast stands on a membrane: few of its equilibria are stable
        return self.pick(("fixed", "fixed", "static", "adapted", "linear", "initial_static"))

    def run_options(self, view):
        common = {"quiet": True, "output_every": 4, "t_start": view.time(0)}
        if self.analysis == "static":
            return {**common, "analysis": "static", "t_end": view.time(1), "dt": view.scalar(0.25, TIME)}
        dt = self.explicit_step() if self.analysis == "explicit" else 0.01
        keys = {**common, "dt": view.scalar(dt, TIME), "t_end": view.time(24 * dt), "integrator": self.integrator}
        if self.analysis == "adapted":
            # few steps: in a thousand of them round-off grows to 1e-3 where a mast sways on a membrane
            keys.update(adapt=True, adapt_rtol=1e-2, dt=view.scalar(0.004, TIME), dt_max=view.scalar(0.02, TIME), t_end=view.time(0.04))
        if self.analysis == "initial_static":
            keys.update(initial_static=True)
        if self.analysis == "linear" and self.kind not in ("drum", "springs"):
            keys.update(linearize=True)
        return keys

    @property
    def step(self):
        """0 in equilibria, which have no rates [s]."""
        return {"static": 0, "explicit": self.explicit_step() if self.analysis == "explicit" else 0}.get(self.analysis, 0.01)

    def explicit_step(self):
        return 0.3 * min(np.linalg.norm(np.subtract(self.nodes[a], self.nodes[b])) for a, b in self.sets["truss"][1]) * self.slowness

    # -- what it is made of --------------------------------------------------------------------------------------------------------------

    def tripods(self, n=7):
        """Nodes, each of which is tied to three before it at least: nothing can move without a strain."""
        rng = self.rng
        self.nodes = list(rng.uniform(-1, 1, (4, 3)) + 1.5 * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]))
        lines = [(a, b) for a in range(4) for b in range(a)]
        while len(self.nodes) < n:
            x = rng.uniform(-1.5, 2.5, 3)
            distance = np.linalg.norm(np.array(self.nodes) - x, axis=1)
            near = np.argsort(distance)[:4]
            directions = [(self.nodes[i] - x) / distance[i] for i in near]
            if distance[near[0]] < 0.4 or np.linalg.svd(directions)[1][-1] < 0.3:
                continue
            lines += [(len(self.nodes), int(i)) if self.chance(0.5) else (int(i), len(self.nodes)) for i in near]
            self.nodes.append(x)
        self.end = len(self.nodes) - 1
        return lines

    def truss_properties(self):
        rng, ea = self.rng, self.rng.uniform(500, 2000)
        m = rng.uniform(0.5, 2)
        self.slowness = np.sqrt(m / ea) / 2
        return {"strain": self.pick(("green", "biot", "logarithmic")), "ea": lambda v: v.scalar(ea, FORCE),
                "mass_per_length": lambda v: v.scalar(m, MASS_PER_LENGTH)}

    def make_truss(self):
        lines = self.tripods()
        n, beta = self.rng.uniform(0 if "static" in self.analysis else -5, 20), self.rng.uniform(0, 0.01) * self.chance(0.5)
        bars = lines if "static" in self.analysis else lines[:-3]  # slack cables hold nothing
        self.part("truss", gmsh_file.LINE, bars, "truss", **self.truss_properties(), damping=lambda v: v.scalar(beta, TIME),
                  prestress=lambda v: v.scalar(n, FORCE))
        tight = abs(n) + (30 if "static" in self.analysis else 0)
        self.part("cable", gmsh_file.LINE, lines[-3:], "cable", **self.truss_properties(), prestress=lambda v: v.scalar(tight, FORCE))

    def make_lumped(self):
        lines = self.tripods()
        self.part("truss", gmsh_file.LINE, lines, "truss", **self.truss_properties(), mass="lumped")

    def make_springs(self):
        """Linear elements: bars, springs between nodes and to ground, dampers, masses."""
        rng, lines = self.rng, self.tripods()
        E, A, rho, k, c, m = rng.uniform([500, 1, 0.5, 100, 0.5, 0.5], [900, 2, 1.5, 300, 2, 2])
        to_ground, across = rng.normal(size=(2, 3))
        self.part("bar", gmsh_file.LINE, lines[:8], "bar", young=lambda v: v.scalar(E, STRESS), area=lambda v: v.scalar(A, (2, 0, 0)),
                  density=lambda v: v.scalar(rho, DENSITY))
        self.part("spring", gmsh_file.LINE, lines[8:], "spring", stiffness=lambda v: v.scalar(k, TENSION))
        self.part("damper", gmsh_file.LINE, lines[::3], "damper", damping=lambda v: v.scalar(c, (0, 1, -1)),
                  direction=(lambda v: v.vector(across)) if self.chance(0.5) else None)
        self.part("mass", gmsh_file.POINT, [(i,) for i in range(len(self.nodes))], "mass", mass=lambda v: v.scalar(m, MASS))
        self.part("ground", gmsh_file.POINT, [(self.end,)], "spring", stiffness=lambda v: v.scalar(k, TENSION), direction=lambda v: v.vector(to_ground))
        self.add(directions="xyz")
        alpha, beta = rng.uniform(0, [0.3, 0.003])
        self.options.append(lambda v: {"damping_mass": v.scalar(alpha, RATE), "damping_stiffness": v.scalar(beta, TIME)})
        self.grounded = True

    def section(self):
        """Three ways to give a section, or two: the center may lie anywhere."""
        rng, given = self.rng, {}
        way = self.pick(("shape", "stiffnesses", "matrix"))
        if way == "shape":
            shape = self.pick(("rectangle", "circle", "tube", "i"))
            b, h = rng.uniform(0.1, 0.2, 2)
            sizes = {"rectangle": {"width": b, "height": h}, "circle": {"radius": b}, "tube": {"radius": b, "thickness": b / 4},
                     "i": {"width": b, "height": h, "flange_thickness": h / 5, "web_thickness": b / 4}}[shape]
            given = {"section": shape, "poisson": 0.3, "young": lambda v: v.scalar(2e5, STRESS), "density": lambda v: v.scalar(40, DENSITY)}
            given.update({k: (lambda x: lambda v: v.scalar(x, LENGTH))(x) for k, x in sizes.items()})
        else:
            mass, diagonal = rng.uniform(0.5, 2), rng.uniform([900, 400, 400, 20, 20, 20], [2000, 900, 900, 60, 60, 60])
            given["mass_per_length"] = lambda v: v.scalar(mass, MASS_PER_LENGTH)
            if way == "stiffnesses":
                for name, x, dims in zip(("ea", "gay", "gaz", "gj", "eiy", "eiz"), diagonal, 3 * [FORCE] + 3 * [BENDING]):
                    given[name] = (lambda x, dims: lambda v: v.scalar(x, dims))(x, dims)
            else:
                S = positive(rng, 6, 1) * np.sqrt(np.outer(diagonal, diagonal))
                given["stiffness"] = lambda v: numbers(S * stiffness_units(v))
            J = positive(rng, 3, 0.02)
            given["inertia"] = lambda v: section_inertia(v, J)
        if self.chance(0.5):
            for name in ("offset", "center"):
                at = rng.uniform(-0.05, 0.05, 2)
                given[name] = (lambda at: lambda v: numbers(at * [1, v.sign] * v.unit(LENGTH)))(at)
        if self.chance(0.5):
            g, angle = rng.uniform(-0.3, 0.3, 3), rng.uniform(-1, 1)
            given["twist"] = lambda v: v.scalar_field(g, angle, sign=-1)
        if self.chance(0.3):
            given["damping"] = lambda v: v.scalar(0.003, TIME)
        direction = rng.normal(size=3)
        given["direction"] = lambda v: v.vector(direction)
        return given

    def line_of_beams(self, order, n, start, end, bend):
        """Cells of n elements of the order between two points, along a parabola."""
        first = len(self.nodes)
        for s in np.linspace(0, 1, n * order + 1):
            self.nodes.append((1 - s) * np.array(start) + s * np.array(end) + 4 * s * (1 - s) * np.array(bend))
        at = [first + order * e for e in range(n + 1)]
        return [(at[e], at[e + 1]) + ((at[e] + 1,) if order == 2 else ()) for e in range(n)]

    def make_beams(self, order=1):
        rng = self.rng
        cells = self.line_of_beams(order, 5 if order == 1 else 3, rng.normal(size=3), rng.normal(size=3) + [3, 0, 0], rng.uniform(-0.4, 0.4, 3))
        self.part("beam", gmsh_file.LINE if order == 1 else gmsh_file.LINE3, cells, "beam", **self.section())
        self.end = cells[-1][1]
        if self.chance(0.6):
            self.body(self.end)

    def make_beams3(self):
        self.make_beams(2)

    def body(self, node):
        J, m, center = positive(self.rng, 3, 0.1), self.rng.uniform(0.5, 1.5), self.rng.uniform(-0.2, 0.2, 3)
        self.part("body", gmsh_file.POINT, [(node,)], "body", mass=lambda v: v.scalar(m, MASS), center=lambda v: v.vector(center, LENGTH),
                  inertia=lambda v: v.tensor(J, INERTIA))

    def make_frame(self):
        """Beams between points as in a tree, a hinge of rotational springs in it, and two stays."""
        rng = self.rng
        self.make_beams()
        for knot in (2, 4):
            first = len(self.nodes)
            arm = self.line_of_beams(1, 3, self.nodes[knot], self.nodes[knot] + rng.uniform(-1, 1, 3) + [0, 1.5, 0], rng.uniform(-0.2, 0.2, 3))
            self.nodes.pop(first)  # it begins at the knot
            cells = [tuple(knot if i == first else i - 1 for i in cell) for cell in arm]
            self.part(f"arm{knot}", gmsh_file.LINE, cells, "beam", **self.section())
        tip = len(self.nodes) - 1
        self.part("stay", gmsh_file.LINE, [(tip, 0), (tip - 3, 1)], "truss", **self.truss_properties())
        axis = rng.normal(size=3)
        self.part("hinge", gmsh_file.LINE, [(1, tip)], "rotational_spring", stiffness=lambda v: v.scalar(15, MOMENT),
                  damping=lambda v: v.scalar(0.1, (2, 1, -1)), direction=(lambda v: v.vector(axis, axial=True)) if self.chance(0.5) else None)

    def sheet(self, flat):
        """Four by three quadrilaterals, some of them cut into triangles. Sets: the sides, for supports."""
        rng, m, n, first = self.rng, 4, 3, len(self.nodes)
        base = orthogonal(rng) if not flat else np.eye(3)
        for j in range(n + 1):
            for i in range(m + 1):
                x = np.array([i * 0.5, j * 0.5, 0]) + 0.08 * rng.uniform(-1, 1, 3) * [1, 1, not flat]
                self.nodes.append(base @ (x + [0, 0, 0 if flat else 0.1 * x[0] * x[1]]))
        quads = [[first + i + (m + 1) * j, first + i + 1 + (m + 1) * j, first + i + 1 + (m + 1) * (j + 1), first + i + (m + 1) * (j + 1)]
                 for j in range(n) for i in range(m)]
        cut = [q for q in quads if self.chance(0.3)] or quads[:1]
        self.sets["rim"] = (gmsh_file.POINT, [(first + i + (m + 1) * j,) for j in range(n + 1) for i in range(m + 1) if i in (0, m) or j in (0, n)])
        self.end = first + 7
        return [tuple(q) for q in quads if q not in cut], [t for q in cut for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]

    def make_membrane(self):
        quads, triangles = self.sheet(False)
        law, nu = self.pick((("stvk", 0.3), ("neo_hookean", 0.3), ("neo_hookean", 0.5)))
        E, rho, sigma = self.rng.uniform([2e4, 30, 500], [4e4, 60, 1500])
        given = {"law": law, "poisson": nu, "young": lambda v: v.scalar(E, STRESS), "thickness": lambda v: v.scalar(0.01, LENGTH),
                 "density": lambda v: v.scalar(rho, DENSITY), "prestress": lambda v: v.scalar(sigma, STRESS)}
        self.part("skin", gmsh_file.QUADRILATERAL, quads, "finite_membrane", **given)
        self.part("patch", gmsh_file.TRIANGLE, triangles, "finite_membrane", **given)
        p = self.rng.uniform(-20, 20)
        for name in ("skin", "patch"):
            if self.analysis == "linear":  # pressures turn with the surface
                self.load(name, name, lambda v: {"traction": v.vector([0, 0, p], (-1, 1, -2))})
            else:
                self.load(name, name, lambda v: {"pressure": v.scalar(p * v.sign, STRESS)})

    def make_drum(self):
        """The linear membrane: its motion is along z."""
        quads, triangles = self.sheet(True)
        self.axes = "z"
        T, mu = self.rng.uniform([20, 0.5], [60, 1.5])
        given = {"tension": lambda v: v.scalar(T, TENSION), "mass_per_area": lambda v: v.scalar(mu, MASS_PER_AREA),
                 "mass": self.pick(("consistent", "lumped"))}
        self.part("skin", gmsh_file.QUADRILATERAL, quads, "membrane", **given)
        self.part("patch", gmsh_file.TRIANGLE, triangles, "membrane", **given)
        if self.chance(0.5):
            self.part("load_cell", gmsh_file.POINT, [(self.end,)], "mass", mass=lambda v: v.scalar(0.3, MASS))

    def make_mixed(self):
        """A mast of beams that carries a sheet, stayed by cables."""
        self.make_membrane()
        sheet_end, corner = self.end, len(self.nodes) - 1
        first = len(self.nodes)
        cells = self.line_of_beams(1, 3, self.nodes[sheet_end], self.nodes[sheet_end] + self.rng.normal(size=3) + [0, 0, 1.5], (0, 0, 0))
        self.nodes.pop(first)
        self.part("mast", gmsh_file.LINE, [tuple(sheet_end if i == first else i - 1 for i in cell) for cell in cells], "beam", **self.section())
        top = len(self.nodes) - 1
        self.part("stay", gmsh_file.LINE, [(top, 0), (top, 4), (top, corner), (top, corner - 4)], "truss", **self.truss_properties())
        self.end = top

    # -- what holds, moves and loads it --------------------------------------------------------------------------------------------------

    def support(self, name, nodes, options):
        self.sets.setdefault(name, (gmsh_file.POINT, [(i,) for i in nodes]))
        self.named["supports"].append((name, name))
        self.options.append(lambda view: {f"support_{part}_{k}": text for part in self.written_as(view, name) for k, text in options(view).items()})

    def held_or_free(self):
        """free: nothing holds it, or moves it by less than three components."""
        rng = self.rng
        still = self.analysis in ("static", "initial_static")
        feet = {"beams": [0], "beams3": [0], "frame": [0]}.get(self.kind, [0, 1, 2])
        way = self.pick(("held", "moved") if still or self.kind in ("springs", "membrane", "drum", "mixed") else ("held", "moved", "free", "letters"))
        if self.kind in ("truss", "lumped", "springs") and way == "letters":
            self.axes = "permuted"
            for node, fix in zip(feet, ("xyz", "yz", "z")):
                self.support(f"foot{node}", [node], lambda v, fix=fix: {"fix": v.letters(fix)})
        elif way == "letters":
            self.axes = "permuted"
            self.support("foot", feet, lambda v: {"fix": "xyz", "fix_rotation": v.letters("xz")})
        elif self.kind in ("membrane", "mixed", "drum"):
            self.moved("rim", []) if way == "moved" else self.support("rim", [], lambda v: {"fix": "all"})
        elif way == "held":
            self.support("foot", feet, lambda v: {"fix": "all"})
        elif way == "moved":
            self.moved("foot", feet)
        self.free = way == "free" or (way == "moved" and self.kind != "drum")
        self.free &= not hasattr(self, "grounded")

    def moved(self, name, nodes):
        """A support moves all displacements, and holds or prescribes rotations."""
        rng, static = self.rng, self.analysis == "static"
        u, theta, (f, g) = rng.uniform(-0.1, 0.1, 3), rng.uniform(-0.4, 0.4, 3), (self.pick(PATHS if static else SMOOTH) for _ in range(2))
        if self.kind == "drum":
            self.support(name, nodes, lambda v: {"motion_z": v.motion("", [0, 0, u[2]], f)["_z"]})
            return
        turning = self.turns and self.kind != "mixed" and self.chance(0.5)
        held = {"fix_rotation": "all"} if self.turns and self.kind != "mixed" and not turning else {}
        self.support(name, nodes, lambda v: {**v.motion("motion", u, f, boost=1), **held,
                                             **(v.motion("rotation", theta, g, NUMBER, axial=True) if turning else {})})

    def load(self, name, set_name, options):
        """On all parts that the set is written as; the factor of time is the structure's."""
        self.named["loads"].append((name, set_name))
        factor = self.pick(PATHS if self.analysis == "static" else FACTORS)

        def written(view):
            keys = {}
            for part in self.written_as(view, set_name):
                label = name + part[len(set_name):]
                mine = {"set": part, "time": view.clock(factor), **options(view)}
                if any(k.startswith("law") for k in mine):
                    del mine["time"]
                keys.update({f"load_{label}_{k}": text for k, text in mine.items()})
            return keys

        self.options.append(written)

    def loaded(self):
        rng = self.rng
        self.sets["end"] = (gmsh_file.POINT, [(self.end,)])
        only_z = [0, 0, 1] if self.kind == "drum" else [1, 1, 1]
        size = 3 if self.analysis == "static" else 8
        F, q, M = size * rng.normal(size=3) * only_z, size / 3 * rng.normal(size=3) * only_z, rng.normal(size=3)
        follower = self.turns and self.analysis != "linear" and self.chance(0.4)
        self.load("push", "end", lambda v: {"force": v.vector(F, FORCE), **({"follower": True} if follower else {})})
        lines = next((s for s, (kind, cells) in self.sets.items() if kind != gmsh_file.POINT and len(cells) > 1), None)
        if self.chance(0.6):
            dims = (-1, 1, -2) if self.sets[lines][0] in (gmsh_file.QUADRILATERAL, gmsh_file.TRIANGLE) else TENSION
            self.load("spread", lines, lambda v: {"traction": v.vector(q, dims)})
        if self.turns and self.chance(0.5):
            self.load("turn", "end", lambda v: {"moment": v.vector(M, MOMENT, axial=True), **({"follower": True} if follower else {})})
        if self.chance(0.4) and self.analysis in ("fixed", "adapted") and self.axes == "any":
            K, C, cubic, factor = positive(rng, 3, 20), positive(rng, 3, 0.3), rng.uniform(0, 30), self.pick(FACTORS[:1] + FACTORS[2:4])
            self.load("law", "end", lambda v: v.law("law", K, C, cubic, factor))
            self.grounded, self.free = True, False
        g, text = rng.normal(size=3) * only_z, self.pick(FACTORS if self.analysis != "static" else PATHS)
        if self.chance(0.5):
            self.options.append(lambda v: {"gravity": v.vector(g, ACCELERATION), "gravity_time": v.clock(text)})
        if self.chance(0.3) and self.kind != "drum":
            b, f = rng.normal(size=3), self.pick(FACTORS)
            self.options.append(lambda v: v.motion("base_acceleration", b, f, ACCELERATION))

    def started(self):
        """Displacements and velocities that vary linearly in space, and an angular velocity."""
        rng = self.rng
        self.integrator = "central_difference" if self.analysis == "explicit" else self.pick(ADAPTIVE if self.analysis == "adapted" else IMPLICIT)
        if self.analysis == "static":
            return
        self.sets["everywhere"] = (gmsh_file.POINT, [(i,) for i in range(len(self.nodes))])
        self.named["initials"].append(("everywhere", "everywhere"))
        A, B = 0.02 * rng.normal(size=(3, 3)), 0.3 * rng.normal(size=(3, 3))
        a, b, w = 0.02 * rng.normal(size=3), 0.3 * rng.normal(size=3), rng.normal(size=3)
        if self.analysis == "initial_static":  # that is where it looks for the equilibrium from
            A, a = 0 * A, 0 * a
        if self.kind == "drum":
            for M in (A, B):
                M[:2] = M[:, 2] = 0

        def options(view):
            keys = {**view.field("displacement", A, a, LENGTH), **view.field("velocity", B, b, VELOCITY, boost=1)}
            if self.turns:
                keys.update(view.field("angular_velocity", np.zeros((3, 3)), w, RATE, axial=True))
            if self.kind == "drum":
                keys = {k: text for k, text in keys.items() if k.endswith("_z")}
            return {f"initial_{part}_{k}": text for part in self.written_as(view, "everywhere") for k, text in keys.items()}

        self.options.append(options)

    # -- one view of it ------------------------------------------------------------------------------------------------------------------

    def written(self, view):
        """Nodes and sets of the mesh, options, and the model's node behind each of the mesh."""
        sets, behind = view.sets(self.sets, self.divisible(), len(self.nodes))
        keys = self.run_options(view)
        for options in self.options:
            keys.update(options(view))
        names = {k: [name + part[len(s):] for name, s in named for part in self.written_as(view, s)] for k, named in self.named.items()}
        keys.update({k: ",".join(view.mixed(v)) for k, v in names.items() if v})
        return view.position(self.nodes)[behind], sets, keys, behind

    def element(self, part):
        return "beam" if part in ("beam", "arm2", "arm4", "mast") else part


def stiffness_units(view):
    """Factors [6][6] of a section's stiffness; in a mirror z and with it twist and curvature about y change their signs."""
    signs = np.array([1, 1, view.sign, view.sign, view.sign, 1])
    dims = [[(1 + (i > 2) + (j > 2), 1, -2) for j in range(6)] for i in range(6)]
    return np.outer(signs, signs) * [[view.unit(d) for d in row] for row in dims]


def section_inertia(view, J):
    s = view.sign
    return numbers(np.array([J[0, 0], J[1, 1], J[2, 2], J[0, 1], s * J[0, 2], s * J[1, 2]]) * view.unit(INERTIA_PER_LENGTH))
