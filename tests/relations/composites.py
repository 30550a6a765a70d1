# SPDX-License-Identifier: BSD-2-Clause
"""Random models of members, ties and shells, and mixtures: members with sections of all kinds, releases, offsets, rigid zones, arcs, twists,
stays and winches; flat and curved shells of triangles and quadrilaterals, with sections of all kinds; rigid, diaphragm and distributed ties.
A model is made from a seed; Composite.written(view, folder) gives the options of one view of it."""
import os

import numpy as np

import gmsh_file  # tools/
from structures import positive, section_inertia, stiffness_units
from view import (ACCELERATION, BENDING, DENSITY, FORCE, LENGTH, MASS_PER_LENGTH, MOMENT, NUMBER, RATE, STRESS, TENSION, TIME, View, linear,
                  number, numbers)

ANALYSES = ("static", "linear static", "transient", "linear transient", "modes", "modes about equilibrium", "buckling", "response")
SCHEMES = ("lms4", "bathe", "esdirk32_4l", "generalized_alpha", "trapezoidal", "hht")
PER_AREA = (-1, 1, -2)
AXIAL = ("ea", "gay", "gaz")  # [N]; the others are bending [N m2]


class Seen(View):
    """reverse: members run from their last point to their first. divide: each cell of a member is so many. The other arguments are those of View."""

    def __init__(self, reverse=False, divide=1, **keys):
        super().__init__(**keys)
        self.reverse, self.divide = reverse, divide
        # z of a section: x cross y, where y is given
        self.z_sign = self.sign * (-1 if reverse else 1)

    def ends(self, start, end):
        return (end, start) if self.reverse else (start, end)

    def along(self, text):
        """A formula of fraction."""
        return text.replace("fraction", "(1-fraction)") if self.reverse else text


class Composite:
    """kind: frame, shell or mixed. split: whether members cut in two have the same answer."""

    def __init__(self, seed):
        self.seed, self.rng = seed, np.random.default_rng([seed, 57])
        rng = self.rng
        self.kind = ("frame", "shell", "mixed")[seed % 3]
        self.analysis = ANALYSES[(seed // 3) % len(ANALYSES)]
        self.linear = self.analysis in ("linear static", "linear transient")
        self.scheme = self.pick(SCHEMES)
        self.options, self.named = [], {k: [] for k in ("points", "members", "parts", "supports", "loads", "probes", "ties")}
        self.nodes, self.sets, self.reactions = np.zeros((0, 3)), {}, []
        self.split = self.kind == "frame" and self.analysis == "linear static"
        self.hot, self.ties = False, ()
        if self.kind != "frame":
            self.shell()
        if self.kind != "shell":
            self.frame()
        if self.kind == "mixed":
            self.joined()
        self.loaded(rng)

    # -- small helpers -------------------------------------------------------------------------------------------------------------------

    def chance(self, p):
        return self.rng.uniform() < p

    def pick(self, items):
        return items[self.rng.integers(len(items))]

    def add(self, kind, name, options=lambda view: {}):
        """Adds a name to one of the lists, with its options by their names without the prefix."""
        self.named[kind].append(name)
        prefix = kind[:-1] + "_" + name
        self.options.append(lambda view: {prefix + ("_" + k if k else ""): text for k, text in options(view).items()})

    def vector(self, size=1.0):
        return size * self.rng.normal(size=3)

    # -- frames --------------------------------------------------------------------------------------------------------------------------

    def frame(self):
        """Some points in a box and members from each to one before it, with one or two more; the first point is clamped."""
        rng, n = self.rng, int(self.rng.integers(3, 6))
        start = np.array([4.0, 0, 0]) if self.kind == "mixed" else np.zeros(3)
        places = [start + rng.uniform(-0.1, 0.1, 3)]
        while len(places) < n:
            x = places[-1] + rng.uniform(0.8, 1.6) * _unit(rng.normal(size=3) + [0.5, 0, 0.7])
            if min(np.linalg.norm(x - y) for y in places) > 0.5:
                places.append(x)
        self.places = {f"p{i}": x for i, x in enumerate(places)}
        for name, x in self.places.items():
            self.add("points", name, lambda v, x=x: {"": numbers(v.position(x))})
            self.add("probes", name)
        pairs = [(i, i + 1) for i in range(n - 1)]
        more = [(i, k) for i in range(n) for k in range(i + 2, n)]
        pairs += [more[k] for k in rng.permutation(len(more))[: rng.integers(0, 3)]]
        for k, (a, b) in enumerate(pairs):
            self.member(f"m{k}", f"p{a}", f"p{b}", tree=k < n - 1, last=k == n - 2)
        self.supported_frame(n)
        if self.kind == "frame" and n > 3 and self.chance(0.4):
            self.tie("floor", [f"p{n - 2}", f"p{n - 1}"], self.pick(("rigid", "diaphragm")), master=f"p{n - 1}")

    def supported_frame(self, n):
        way = self.pick(("one", "two", "roller", "moved"))
        self.support("p0", lambda v: {})
        if way == "two":
            self.support(f"p{n - 1}", lambda v: {"fix": "xyz", "fix_rotation": "none"})
        elif way == "roller":
            normal = self.vector()
            self.support(f"p{n - 1}", lambda v: {"normal": v.vector(normal)})
        elif way == "moved" and self.analysis in ("static", "linear static"):
            u = self.vector(0.02)
            self.support(f"p{n - 1}", lambda v: {f"motion_{c}": f"({number(x)})*t" for c, x in zip("xyz", v.turned(u) * v.unit(LENGTH))})

    def support(self, name, options):
        self.add("supports", name, options)
        self.reactions.append(name)

    def member(self, name, a, b, tree, last):
        xa, xb = self.places[a], self.places[b]
        along, L = _unit(xb - xa), np.linalg.norm(xb - xa)
        across = _unit(np.cross(along, self.vector()))
        stay = not tree and self.chance(0.5)
        arc = not stay and self.chance(0.2)
        cells = 1 if stay else 4 if arc else int(self.rng.integers(1, 4))
        middle = (xa + xb) / 2 + self.rng.uniform(0.1, 0.3) * L * across
        direction = np.cross(along, across) if arc else _unit(across + self.rng.uniform(-0.5, 0.5) * along)
        if arc:
            self.split = False
        ends = [] if stay or arc or last else self.member_ends(tree)

        def written(v):
            keys = {"": ",".join(v.ends(a, b)), "n": cells if stay else cells * v.divide}
            if arc:
                keys["through"] = numbers(v.position(middle))
            for option in ends:
                keys.update(option(v))
            return keys

        self.add("members", name, written)
        stiff = (self.stay if stay else self.beam)(name, L)
        self.add("parts", name, lambda v: {"set": name, **({} if stay else {"direction": v.vector(direction)}), **stiff(v)})

    def member_ends(self, tree):
        """Releases of members that close a loop, and offsets or rigid zones. Of the others only the end, where the next member starts that is
        rigidly joined to the point."""
        options = []
        if not tree or self.chance(0.3):
            start, end = self.pick(((("ry", 0), ("rz", 0)), (("rz", 0),), (("ry", 900.0),))), self.pick(((), (("rz", 0),), (("x", 3e4), ("rx", 500.0))))
            if tree:
                start, end = (), (("rz", 700.0), ("y", 5e4))
            options.append(lambda v: {"release": " ".join(_release(v, *pair) for pair in zip(("start", "end"), v.ends(start, end)) if pair[1])})
        if self.chance(0.3):
            offset = self.vector(0.05)
            options.append(lambda v: {v.ends("offset_start", "offset_end")[1]: v.vector(offset, LENGTH)})
        elif self.chance(0.3):
            rigid = self.rng.uniform(0.03, 0.1, 2) * [not tree, 1]
            options.append(lambda v: {"rigid": numbers(np.array(v.ends(*rigid)) * v.unit(LENGTH))})
        return options

    def stay(self, _name, L):
        EA, m, strain = self.rng.uniform(1e5, 3e5), self.rng.uniform(0.1, 0.5), self.rng.uniform(1e-4, 3e-3)
        winch = self.analysis == "static" and self.chance(0.3)  # in a motion it pays out at its first node
        tight = self.analysis not in ("modes", "linear static", "linear transient")  # which begin at an equilibrium
        element = self.pick(("truss", "cable")) if tight else "truss"

        def written(v):
            pull = {"unstrained_length": f"{v.scalar(L, LENGTH)}*(1-{number(strain)}*t)"} if winch else {"initial_strain": number(strain)}
            return {"element": element, "ea": v.scalar(EA, FORCE), "mass_per_length": v.scalar(m, MASS_PER_LENGTH), **(pull if tight else {})}

        return written

    def beam(self, _name, _L):
        way = self.pick(("named", "numbers", "inertia", "matrix", "formula", "stations"))
        section = getattr(self, "section_" + way)()
        twist, strain, heat = self.rng.uniform(-1, 1), self.rng.uniform(-1e-3, 1e-3), self.chance(0.4)
        warm, slopes = self.rng.uniform(-30, 30), self.rng.uniform(-200, 200, 2)
        strained = not heat and self.analysis not in ("linear static", "linear transient", "modes", "response", "buckling") and self.chance(0.3)
        twisted = way != "stations" and self.chance(0.3)
        if heat and self.analysis in ("static", "linear static", "buckling", "modes about equilibrium"):
            self.hot = True
        else:
            heat = False

        def written(v):
            keys = {"element": "beam", **section(v)}
            if twisted:
                keys["twist"] = number(twist * v.z_sign)
            if strained:
                keys["initial_strain"] = number(strain)
            if heat:
                keys.update(expansion="1.2e-5", temperature=number(warm), temperature_gradient_y=v.scalar(slopes[0], (-1, 0, 0)),
                            temperature_gradient_z=v.scalar(slopes[1] * v.z_sign, (-1, 0, 0)))
            return keys

        return written

    def material(self):
        E, rho = self.rng.uniform(5e8, 2e9), self.rng.uniform(800, 2000)
        return lambda v: {"young": v.scalar(E, STRESS), "poisson": 0.3, "density": v.scalar(rho, DENSITY)}

    def section_named(self):
        material, (a, b) = self.material(), self.rng.uniform(0.06, 0.12, 2)
        shape = self.pick(("rectangle", "circle", "tube", "i", "rectangular_tube", "c", "polygon"))
        dims = {"rectangle": {"width": a, "height": b}, "circle": {"radius": a / 2}, "tube": {"radius": a / 2, "thickness": a / 10},
                "i": {"width": a, "height": b, "flange_thickness": b / 10, "web_thickness": a / 10},
                "rectangular_tube": {"width": a, "height": b, "thickness": a / 12, "fillet": 0, "toe": 0},
                "c": {"width": a, "height": b, "flange_thickness": b / 10, "web_thickness": a / 10, "fillet": 0}}
        if shape != "polygon":
            return lambda v: {"section": shape, **material(v), **{k: v.scalar(x, LENGTH) for k, x in dims[shape].items()}}
        corners = np.array([[0, 0], [a, 0], [a, b / 4], [a / 3, b]])

        def written(v):
            flipped = corners * [1, v.z_sign] * v.unit(LENGTH)
            return {"section": "polygon", **material(v), "polygon": numbers(flipped[:: v.z_sign])}

        return written

    def section_numbers(self, inertia=False):
        rng = self.rng
        values = {**dict(zip(AXIAL, rng.uniform(1, 2, 3) * [3e6, 1e6, 1e6])), **dict(zip(("gj", "eiy", "eiz"), rng.uniform(1, 4, 3) * [1e3, 2e3, 3e3]))}
        m, J = rng.uniform(2, 5), positive(rng, 3, 4e-3)

        def written(v):
            keys = {k: v.scalar(x, FORCE if k in AXIAL else BENDING) for k, x in values.items()}
            keys["mass_per_length"] = v.scalar(m, MASS_PER_LENGTH)
            if inertia:
                signs = np.diag([1, -1, 1] if v.reverse else [1, 1, 1])
                keys["inertia"] = section_inertia(v, signs @ J @ signs)
            return keys

        return written

    def section_inertia(self):
        return self.section_numbers(inertia=True)

    def section_matrix(self):
        rng = self.rng
        d = np.sqrt([3e6, 1e6, 1e6, 2e3, 3e3, 4e3])
        S, m = positive(rng, 6, 1) * np.outer(d, d), rng.uniform(2, 5)

        def written(v):
            signs = np.array([1, -1, 1, 1, -1, 1] if v.reverse else [1] * 6)
            return {"stiffness": numbers(S * np.outer(signs, signs) * stiffness_units(v)), "mass_per_length": v.scalar(m, MASS_PER_LENGTH)}

        return written

    def section_formula(self):
        material, r = self.material(), self.rng.uniform(0.03, 0.05)
        return lambda v: {"section": "circle", **material(v), "radius": v.along(f"{v.scalar(r, LENGTH)}*(1-0.4*fraction)")}

    def section_stations(self):
        """Rows at the ends, and one in between where a linear table has a corner."""
        rng, names = self.rng, ("ea", "gay", "gaz", "gj", "eiy", "eiz")
        rows = rng.uniform(0.7, 1.3, (3, 6)) * [3e6, 1e6, 1e6, 2e3, 3e3, 4e3]
        twists, m, way = rng.uniform(-0.3, 0.3, 3), rng.uniform(2, 5), self.pick(("linear", "cubic"))
        self.split = False  # a corner that is in a cell, and then at a node

        def written(v):
            units = [v.unit(FORCE if k in AXIAL else BENDING) for k in names]
            order = slice(None, None, -1 if v.reverse else 1)
            table = [(f, *(row * units), angle * v.z_sign) for f, row, angle in zip((0, 0.5, 1), rows[order], twists[order])]
            text = "fraction," + ",".join(names) + ",twist\n" + "".join(numbers(row) + "\n" for row in table)
            return {"stations": v.file(text), "stations_interpolation": way, "mass_per_length": v.scalar(m, MASS_PER_LENGTH)}

        return written

    # -- shells --------------------------------------------------------------------------------------------------------------------------

    def shell(self):
        rng, (n, m) = self.rng, self.rng.integers(2, 5, 2)
        self.mesh = self.pick(("quads", "triangles", "both"))
        u, w = np.meshgrid(np.linspace(0, 1.4, n + 1), np.linspace(0, 1, m + 1), indexing="ij")
        rise, skew = self.pick((0, 0.3)), rng.uniform(-0.3, 0.3)
        inner = (u > 1e-9) & (u < 1.4 - 1e-9)
        x = np.stack([u + skew * w + 0.1 / n * inner * rng.uniform(-1, 1, u.shape), w, rise * np.sin(2 * u) * (1 - 0.3 * w)], -1)
        self.nodes = x.reshape(-1, 3)
        at = np.arange(len(self.nodes)).reshape(u.shape)
        quads, triangles = [], []
        for i in range(n):
            for k in range(m):
                cell = (at[i, k], at[i + 1, k], at[i + 1, k + 1], at[i, k + 1])
                if self.mesh == "quads" or (self.mesh == "both" and i % 2):
                    quads.append(cell)
                elif (i + k) % 2:
                    triangles += [(cell[0], cell[1], cell[2]), (cell[0], cell[2], cell[3])]
                else:
                    triangles += [(cell[0], cell[1], cell[3]), (cell[1], cell[2], cell[3])]
        self.sets = {"quads": (gmsh_file.QUADRILATERAL, quads), "triangles": (gmsh_file.TRIANGLE, triangles),
                     "foot": (gmsh_file.POINT, [(i,) for i in at[0]]), "corner": (gmsh_file.POINT, [(at[n, m],)]), "mid": (gmsh_file.POINT, [(at[n, m // 2],)]),
                     "edge": (gmsh_file.LINE, [(at[n, k], at[n, k + 1]) for k in range(m)]), "rim": (gmsh_file.POINT, [(i,) for i in at[n]]),
                     "patch": (gmsh_file.POINT, [(i,) for i in at[n - 1 :].ravel()])}
        self.sets = {k: s for k, s in self.sets.items() if s[1]}
        self.surface = [k for k in ("quads", "triangles") if k in self.sets]
        direction, plate = _unit([1, rng.uniform(-0.5, 0.5), 0]), self.plate()
        self.add("parts", "skin", lambda v: {"set": ",".join(v.mixed(self.surface)), "element": "shell", "direction": v.vector(direction), **plate(v)})
        self.support("foot", lambda v: {})
        for name in ("corner", "mid"):
            self.add("probes", name)
        if self.chance(0.3):
            self.tie("stiff", ["rim"], "rigid")

    def plate(self):
        way, rng = self.pick(("isotropic", "varying", "orthotropic", "laminate", "matrix")), self.rng
        section = getattr(self, "plate_" + way)()
        strain, heat = rng.uniform(-1e-4, 3e-4), way in ("isotropic", "varying", "orthotropic") and self.chance(0.4)
        warm, slope, offset = rng.uniform(-20, 20), rng.uniform(-300, 300), rng.uniform(-0.02, 0.02)
        strained = self.analysis in ("static", "modes about equilibrium") and not heat and self.chance(0.3)
        shifted = way != "matrix" and self.chance(0.3)
        heat = heat and self.analysis in ("static", "linear static", "buckling", "modes about equilibrium")
        self.hot |= heat

        def written(v):
            keys = section(v)
            if strained:
                keys["initial_strain"] = number(strain)
            if heat:
                keys.update(expansion="1.2e-5", temperature=number(warm), temperature_gradient_z=v.scalar(slope, (-1, 0, 0)))
            if shifted:
                keys["offset"] = v.scalar(offset, LENGTH)
            return keys

        return written

    def plate_isotropic(self):
        material, h = self.material(), self.rng.uniform(0.01, 0.05)
        return lambda v: {**material(v), "thickness": v.scalar(h, LENGTH)}

    def plate_varying(self):
        material, h = self.material(), self.rng.uniform(0.02, 0.05)
        return lambda v: {**material(v), "thickness": f"{v.scalar(h, LENGTH)}*({v.scalar_field([0.2, 0.1, 0], 1)})"}

    def ply(self):
        E = self.rng.uniform([1e9, 2e8, 1e8, 1e8, 5e7], [3e9, 4e8, 2e8, 2e8, 1e8])
        return dict(zip(("young_1", "young_2", "shear_12", "shear_13", "shear_23"), E))

    def plate_orthotropic(self):
        moduli, h = self.ply(), self.rng.uniform(0.02, 0.05)
        return lambda v: {**{k: v.scalar(x, STRESS) for k, x in moduli.items()}, "poisson_12": 0.3, "thickness": v.scalar(h, LENGTH),
                          "density": v.scalar(1500, DENSITY)}

    def plate_laminate(self):
        plies = [(self.rng.uniform(0.004, 0.01), self.rng.uniform(-1.5, 1.5), self.ply()) for _ in range(self.rng.integers(2, 5))]

        def written(v):
            names = list(plies[0][2])
            rows = [(k, h * v.unit(LENGTH), angle * v.sign, v.unit(DENSITY) * 1500, 0.3, *(v.unit(STRESS) * moduli[c] for c in names))
                    for k, (h, angle, moduli) in enumerate(plies, 1)]
            return {"plies": v.file("ply,thickness,angle,density,poisson_12," + ",".join(names) + "\n"
                                    + "".join(f"{row[0]}," + numbers(row[1:]) + "\n" for row in rows))}

        return written

    def plate_matrix(self):
        h, E = 0.03, 1e9
        d = np.sqrt([E * h, E * h, E * h / 3, E * h**3 / 12, E * h**3 / 12, E * h**3 / 36, E * h / 3, E * h / 3])
        S = positive(self.rng, 8, 1) * np.outer(d, d)
        S[:6, 6:] = S[6:, :6] = 0

        def written(v):
            signs = np.array([1, 1, v.sign, 1, 1, v.sign, 1, v.sign])
            power = np.array([0, 0, 0, 1, 1, 1, 0, 0])
            units = [[v.unit((power[i] + power[k], 1, -2)) for k in range(8)] for i in range(8)]
            return {"stiffness": numbers(S * np.outer(signs, signs) * units), "mass_per_area": v.scalar(40, (-2, 1, 0)), "thickness": v.scalar(h, LENGTH)}

        return written

    # -- ties and loads ------------------------------------------------------------------------------------------------------------------

    def tie(self, name, sets, kind, master=None):
        normal = self.vector()
        self.ties += (kind,)

        def written(v):
            keys = {"type": kind, "set": ",".join(v.mixed(sets))}
            if kind == "diaphragm":
                keys["axis"] = v.vector(normal)
            if master:
                keys["master"] = master
            return keys

        self.add("ties", name, written)

    def joined(self):
        """The last point of the frame and an edge of the shell."""
        last, kind = list(self.places)[-1], self.pick(("rigid", "diaphragm", "distributed"))
        self.tie("seam", ["patch" if kind == "distributed" else "rim"], kind, master=last)

    def load(self, name, set_name, options):
        """An analysis of the response has harmonic loads, a motion has loads that oscillate."""
        def written(v):
            keys = {"set": set_name, **options(v)}
            if self.analysis.endswith("transient"):
                keys["time"] = v.clock("sin(7*t)")
            if self.analysis == "response":
                keys["harmonic"] = 1
            return keys

        self.add("loads", name, written)

    def loaded(self, rng):
        follower = self.analysis == "static" and self.chance(0.3)
        F, M, q = self.vector(60), self.vector(20), self.vector(30)
        p, gravity = rng.uniform(50, 150), self.vector(3)
        point = list(self.places)[-2 if self.kind == "frame" else -1] if self.kind != "shell" else "corner"
        self.load("push", point, lambda v: {"force": v.vector(F, FORCE), **({"follower": True} if follower else {})})
        if self.chance(0.5):
            self.load("turn", point, lambda v: {"moment": v.vector(M, MOMENT, axial=True)})
        if self.kind != "shell" and self.chance(0.5):
            self.load("wind", "m0", lambda v: {"traction": v.vector(q, TENSION)})
        if self.kind != "frame" and not self.linear and self.analysis not in ("response", "buckling"):
            surface = ",".join(self.surface)
            self.load("blow", surface, lambda v: {"pressure": v.scalar(p, PER_AREA), "field": v.scalar_field([0.2, -0.1, 0.1], 1)})
        if self.kind != "frame" and self.chance(0.5):
            self.load("hinge", "edge", lambda v: {"moment": v.vector(M, FORCE, axial=True), "moment_per": "length"})
        if self.chance(0.5) and self.analysis not in ("response", "modes"):
            self.options.append(lambda v: {"gravity": v.vector(gravity, ACCELERATION), **({"gravity_time": v.clock("cos(3*t)")} if self.analysis.endswith("transient") else {})})

    # -- one view of it ------------------------------------------------------------------------------------------------------------------

    def run_options(self, v):
        first = self.analysis.split()[0]
        keys = {"analysis": "static" if self.linear and first == "linear" and self.analysis.endswith("static") else "transient" if self.analysis.endswith("transient") else first}
        if keys["analysis"] == "static":
            keys.update(dt=0.5, static_stable=False)
        if self.linear:
            keys["linearize"] = True
        if keys["analysis"] == "transient":
            # strains in the mesh that nothing balances would make the first steps of a stiff model chaotic
            keys.update(initial_static=not self.linear, integrator=self.scheme, dt=v.scalar(0.01, TIME), t_start=v.time(0), t_end=v.time(0.06))
        if first == "modes":
            keys.update(modes=6, initial_static="equilibrium" in self.analysis)
        if first == "buckling":
            keys.update(buckling=2, buckling_exact=False)
        if first == "response":
            keys["initial_static"] = True
            keys["response_frequencies"] = ",".join(v.scalar(f, RATE) for f in (0.1, 3, 11))
            if self.seed % 2:
                keys["spin"] = v.vector((0.3, -0.2, 1.1), RATE, axial=True)
                keys["spin_point"] = numbers(v.position((0.2, 0.3, -0.1)))
        return keys

    def written(self, view, folder):
        """The options of the case; files of meshes and tables are in the folder."""
        view.file = lambda text: _write(folder, text)
        keys, meshes = self.run_options(view), []
        if self.kind != "frame":
            cells = {k: (kind, [self.turned(view, c) for c in found] if kind in (gmsh_file.QUADRILATERAL, gmsh_file.TRIANGLE) else found)
                     for k, (kind, found) in self.sets.items()}
            sets, behind = view.sets(cells, (), len(self.nodes))
            meshes.append(os.path.join(folder, "mesh.msh"))
            gmsh_file.write(meshes[0], view.position(self.nodes)[behind], sets)
        for options in self.options:
            keys.update(options(view))
        meshes += ["frame"] if self.kind != "shell" else []
        keys["mesh"] = ",".join(meshes)
        keys.update({k: ",".join(view.mixed(names)) for k, names in self.named.items() if names})
        return keys

    @staticmethod
    def turned(view, cell):
        """The nodes of a cell of a surface, about the mirrored normal, from any of them."""
        cell = cell if view.sign > 0 else (cell[0],) + cell[:0:-1]
        k = int(view.order.integers(len(cell))) if view.order else 0
        return cell[k:] + cell[:k]


def _unit(x):
    return np.array(x) / np.linalg.norm(x)


def _release(view, end, components):
    units = {"r": MOMENT}
    return end + ":" + ",".join(c + (f"={view.scalar(k, units.get(c[0], TENSION))}" if k else "") for c, k in components)


def _write(folder, text):
    path = os.path.join(folder, f"table{len(os.listdir(folder))}.csv")
    with open(path, "w") as f:
        f.write(text)
    return path
