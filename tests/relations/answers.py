# SPDX-License-Identifier: BSD-2-Clause
"""What a run of one view gave, in the axes and units of the model, and how far two such answers are apart."""
import re

import h5py
import numpy as np

from view import ACCELERATION, ENERGY, FORCE, LENGTH, MOMENT, MOMENTUM, NUMBER, RATE, STRESS, VELOCITY

# Results of elements: dimensions, and signs of their numbers in a mirror.
FLIP_STRAIN, FLIP_CURVATURE = (1, 1, -1), (-1, -1, 1)
RESULTS = {("beam", "strain"): (NUMBER, FLIP_STRAIN), ("beam", "curvature"): ((-1, 0, 0), FLIP_CURVATURE), ("beam", "force"): (FORCE, FLIP_STRAIN),
           ("beam", "moment"): (MOMENT, FLIP_CURVATURE), **{("beam", "force_" + end): (FORCE, FLIP_STRAIN) for end in ("start", "end")},
           **{("beam", "moment_" + end): (MOMENT, FLIP_CURVATURE) for end in ("start", "end")}, ("truss", "strain"): (NUMBER, 1), ("truss", "force"): (FORCE, 1),
           ("cable", "strain"): (NUMBER, 1), ("cable", "force"): (FORCE, 1),
           ("finite_membrane", "stress"): (STRESS, 1), ("finite_membrane", "strain"): (NUMBER, 1),
           **{(kind, name): (STRESS, 1) for kind, names in (("beam", ("stress_max", "stress_min", "von_mises_max")), ("finite_membrane", ("stress_max", "stress_min"))) for name in names},
           ("bar", "strain"): (NUMBER, 1), **{(kind, "utilisation"): (NUMBER, 1) for kind in ("bar", "truss", "cable")}, ("bar", "force"): (FORCE, 1), ("spring", "elongation"): (LENGTH, 1), ("spring", "force"): (FORCE, 1),
           ("damper", "elongation_rate"): (VELOCITY, 1), ("damper", "force"): (FORCE, 1)}
# Vectors, which tests/element/results.py compares with formulas, and what jumps.
OTHERS = {("mass", "momentum"), ("body", "momentum"), ("body", "angular_momentum"), ("membrane", "slope"), ("membrane", "traction"), ("rotational_spring", "angle"),
          ("rotational_spring", "moment"), ("finite_membrane", "stress_angle"), ("finite_membrane", "taut")}


class Answer:
    """time [m], frame_time [k], nodal [field][k, n, c], results [part/shape/result][k, cells, c], history [name][m, ...]"""

    def __init__(self, path, view, behind):
        with h5py.File(path) as f:
            self.time, self.frame_time = view.back_time(f["history/time"][:]), view.back_time(f["snapshots/time"][:])
            self.node = behind[f["mesh/node_id"][:] - 1]  # of the model, in the order of the file
            place = np.argsort(self.node)
            frames = [f[f"snapshots/{i:06d}"] for i in range(len(self.frame_time))]
            self.nodal = {k: [] for k in frames[0] if k not in ("parts", "joints")}
            self.results = {}
            for t, frame in zip(self.frame_time, frames):
                for k in self.nodal:
                    self.nodal[k].append(self.back(view, k, frame[k][:], t)[place])
                self.read_results(f, frame, view)
            self.nodal = {k: np.array(v) for k, v in self.nodal.items()}
            self.results = {k: np.array(v) for k, v in self.results.items()}
            self.read_history(f["history"], view)

    @staticmethod
    def back(view, field, x, t):
        if field == "displacement":
            return view.back_displacement(x, t)
        if field == "velocity":
            return view.back_velocity(x)
        if field == "rotation":
            return view.back_rotation(x)
        return view.back(x, {"acceleration": ACCELERATION, "angular_velocity": RATE, "angular_acceleration": (0, 0, -2)}[field],
                         axial=field.startswith("angular"))

    def read_results(self, f, frame, view):
        """Rows in the order of the model's nodes; two parts that are one in the model become one."""
        found = {}
        for part in frame.get("parts", {}):
            for shape, results in frame["parts"][part].items():
                cells = f["mesh/parts"][part][shape]
                keys = [tuple(sorted(self.node[c])) for c in cells[:]]
                for name, rows in results.items():
                    key = cells.attrs["element"].decode(), name
                    inside = re.match("(force|moment)_(max|min)", name)  # there only if forces at the ends do not give them
                    if inside or key in OTHERS:
                        continue
                    dims, signs = RESULTS[key]
                    x = np.reshape(rows[:], (len(keys), -1)) / view.unit(dims) * (signs if view.sign < 0 else 1)
                    found.setdefault(f"{part.removesuffix('_too')}/{shape}/{name}", {}).update(zip(keys, x))
        for key, rows in found.items():
            self.results.setdefault(key, []).append([rows[cell] for cell in sorted(rows)])

    def read_history(self, history, view):
        self.history = {}
        still = not view.velocity.any()  # energies and momenta of another frame are others
        for k, values in history["energy"].items():
            if still or k == "strain":
                self.history[k] = values[:] / view.unit(ENERGY)
        if still and "momentum" in history:
            p, L = history["momentum"][:], history["angular_momentum"][:]
            self.history["momentum"], self.history["angular_momentum"] = view.back(p, MOMENTUM), view.back_angular_momentum(L, p)


def most(x):
    return abs(x).max() if x.size else 0


def scales(one, dt):
    """What an error of each field is measured by: the largest value of the run. Rates are differences over dt of what is solved for, with its
    round-off; so are forces, as stiffness times small differences: of the largest in any element."""
    u = most(one.nodal["displacement"])
    found = {"displacement": u}
    if dt:
        found["velocity"] = max(most(one.nodal["velocity"]), u / dt)
        found["acceleration"] = max(most(one.nodal["acceleration"]), u / dt**2)
    for k, v in one.nodal.items():
        found.setdefault(k, max(most(v), 1e-3))
    if "rotation" in one.nodal:
        found["rotation"] = 1
        if dt and "angular_velocity" in found:
            found["angular_velocity"] = max(found["angular_velocity"], 0.1 / dt)
    energy = max(most(one.history[k]) for k in ("kinetic", "strain", "external") if k in one.history)
    for k, v in one.history.items():
        found[k] = max(most(v), energy if k in ("kinetic", "strain", "external", "damping", "total") else 1e-3)
    for k, v in one.results.items():
        found[k] = max(most(v), 1e-6)
    return found


def distances(one, other, dt):
    """{what: largest difference relative to its scale}; other may lack histories."""
    size = scales(one, dt)
    if one.time.shape != other.time.shape or one.frame_time.shape != other.frame_time.shape:
        return {"steps": np.inf}
    found = {"time": most(one.time - other.time) / one.time[-1]}
    for mine, others in ((one.nodal, other.nodal), (one.results, other.results), (one.history, other.history)):
        for k in mine.keys() & others.keys():
            found[k] = most(mine[k] - others[k]) / size[k] if size[k] else most(mine[k] - others[k])
    assert one.nodal.keys() == other.nodal.keys() and one.results.keys() == other.results.keys()
    return found
