"""Forces and moments of sections along beams, and their diagrams. Quantities are those of force_start, moment_start, ... of the element
beam (docs/elements.md), in the section's axes: x along the beam, y and z across."""
import numpy as np

from fsolve_file import FsolveError

QUANTITIES = {"N": "axial force", "Vy": "shear force along y", "Vz": "shear force along z", "T": "torque", "My": "bending moment about y", "Mz": "bending moment about z"}
TOWARDS = {"N": (0, 0, 1), "Vy": (0, 1, 0), "Vz": (0, 0, 1), "T": (0, 0, 1), "My": (0, 0, 1), "Mz": (0, -1, 0)}  # moments: where fibres are pulled


def rotated(q, x):
    """x[...][3] turned by unit quaternions q[...][4]."""
    return x + 2 * np.cross(q[..., 1:], np.cross(q[..., 1:], x) + q[..., :1] * x)


def reference_axes(x, middle, given):
    """[e][2][3][3]: rows are the axes x, y, z of the sections at both ends of beams with ends x[e][2][3] and perhaps a middle node, as
    src/element/beam/beam_setup.c has them; given: the option _direction, or None. (A twist is left out.)"""
    chord = x[:, 1] - x[:, 0]
    tangent = np.stack([chord, chord], axis=1) if middle is None else np.stack([4 * middle - 3 * x[:, 0] - x[:, 1], 3 * x[:, 1] + x[:, 0] - 4 * middle], axis=1)
    if given is None:
        direction = np.cross([0.0, 0.0, 1.0], chord)
        vertical = np.linalg.norm(direction, axis=1) <= 1e-3 * np.linalg.norm(chord, axis=1)
        direction[vertical] = 0, 1, 0
    else:
        direction = np.broadcast_to(np.asarray(given, float), chord.shape)
    t = tangent / np.linalg.norm(tangent, axis=2, keepdims=True)
    y = direction[:, None] - (direction[:, None] * t).sum(2, keepdims=True) * t
    y /= np.linalg.norm(y, axis=2, keepdims=True)
    return np.stack([t, y, np.cross(t, y)], axis=2)


class Sections:
    """Of the ends of all beams of a frame: positions [e][2][3], axes [e][2][3][3] (rows x, y, z), values {"N", "Vy", "Vz", "T", "My", "Mz": [e][2]};
    part [e]: the part's name."""

    def __init__(self, result, frame, deformed=True):
        found = [self._part(result, frame, name, cells, deformed) for name, cells in result.cells.items()
                 if result.parts[name.split("/")[0]].element == "beam" and len(cells)]
        if not found:
            raise FsolveError(f"{result.file} has no beams")
        positions, axes, values, self.part = zip(*found)
        self.positions, self.axes, self.part = np.concatenate(positions), np.concatenate(axes), np.concatenate(self.part)
        values = np.concatenate(values)
        self.values = {q: values[:, :, k] for k, q in enumerate(QUANTITIES)}

    @staticmethod
    def _part(result, frame, name, cells, deformed):
        for needed in ("force_start", "rotation"):
            if (needed if needed == "rotation" else f"{name}/{needed}") not in frame:
                raise FsolveError(f"{result.file} has no {needed} of beams in its frames")
        part, ends = name.split("/")[0], cells[:, :2]
        given = result.options.get(f"part_{part}_direction")
        axes = reference_axes(result.nodes[ends], result.nodes[cells[:, 2]] if cells.shape[1] == 3 else None,
                              given and [float(word) for word in given.split(",")])
        if deformed:
            axes = rotated(frame["rotation"][ends][:, :, None, :], axes)
        values = np.stack([np.concatenate([frame[f"{name}/force_{end}"], frame[f"{name}/moment_{end}"]], axis=1) for end in ("start", "end")], axis=1)
        return (frame.positions() if deformed else result.nodes)[ends], axes, values, np.full(len(cells), part)

    def diagram(self, quantity, scale):
        """[e][4][3]: quadrilaterals between the beams and the values across them, times scale; moments are on the side that is pulled."""
        if quantity not in QUANTITIES:
            raise FsolveError(f"there is no quantity '{quantity}'; there are {', '.join(QUANTITIES)}")
        across = np.einsum("eaij,i->eaj", self.axes, np.array(TOWARDS[quantity], float))
        tips = self.positions + scale * self.values[quantity][:, :, None] * across
        return np.stack([self.positions[:, 0], self.positions[:, 1], tips[:, 1], tips[:, 0]], axis=1)

    def shown(self):
        """The quantities that are not round-off: a ten thousandth of the largest force, or moment, and more."""
        largest = {q: abs(v).max() for q, v in self.values.items()}
        top = {q: max(largest[k] for k in group) for group in (("N", "Vy", "Vz"), ("T", "My", "Mz")) for q in group}
        return [q for q in QUANTITIES if largest[q] > 1e-4 * top[q] and largest[q] > 0]
