# SPDX-License-Identifier: BSD-2-Clause
"""Models whose size grows, for scripts/scaling, scripts/bench and tests.

The functions of MODELS take the number of ranks and of cells a rank. They return the words of the
command line without -t_end, the step, and the number of dofs.
"""
import math
import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEAM = {"section": "circle", "radius": 0.01, "young": 2e11, "poisson": 0.3, "density": 7800}
SKIN = {"young": 3e5, "poisson": 0.4, "thickness": 0.01, "density": 1000}


def words(options):
    return [word for key, value in options.items() for word in ("-" + key, str(value))]


def case(name):
    return ["-options_file", os.path.join(ROOT, "inputs", name + ".opts")]


def side(ranks, cells):
    """Returns the cells along a side of a square with that many cells a rank."""
    return max(2, round(math.sqrt(cells * ranks)))


def wave(ranks, cells):
    """Linear waves in a membrane: matrix-free, conjugate gradients, CFL 1."""
    n = side(ranks, cells)
    return case("wave2d") + words({"mesh_n": f"{n},{n}", "dt": 91 / 6 / n, "energies": "false"}), 91 / 6 / n, (n - 1) ** 2


def lattice(ranks, cells):
    """A square lattice of beams that falls onto its clamped edges: large rotations, Newton's method."""
    n = side(ranks, cells / 2)
    beams = {"part_beam_element": "beam", **{"part_beam_" + key: value for key, value in BEAM.items()}}
    return words({"mesh": "frame", "points": "a", "point_a": "0,0,0", "patterns": "net", "pattern_net": "a", "pattern_net_n": f"{n},{n}", "pattern_net_vector": "0.5,0,0",
                  "pattern_net_vector2": "0,0.5,0", "members": "along,across", "member_along": "a,a+1", "member_across": "a,a+0+1", "parts": "beam", "part_beam_set": "along,across",
                  **beams, "supports": "edge", "support_edge_where": "x<0.01", "gravity": "0,0,-9.81", "dt": 2e-4}), 2e-4, 6 * n * n


def membrane(ranks, cells):
    """A rubber sheet that is inflated: finite strain, Newton's method."""
    n = side(ranks, cells)
    skin = {"part_skin_" + key: value for key, value in SKIN.items()}
    return words({"mesh": "rectangle", "mesh_n": f"{n},{n}", "mesh_upper": f"{0.02 * n},{0.02 * n}", "parts": "skin", "part_skin_set": "all", "part_skin_element": "finite_membrane",
                  **skin, "supports": "left,right,bottom,top", "loads": "skin", "load_skin_set": "all", "load_skin_pressure": 100, "dt": 0.002}), 0.002, 3 * (n - 1) ** 2


def chain(ranks, cells):
    """A chain of beams on ball joints that hangs and falls: multipliers."""
    return case("chain") + words({"let": f"links={cells * ranks},l=0.1"}), 0.01, 15 * cells * ranks


def groups(path, n):
    """A line of n cells, each of which is a physical group of its own, from the last name to the first.

    Writes the mesh to path (.msh), and returns the words of one step, without those of the output.
    """
    with open(path, "w") as file:
        file.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n{n}\n" + "".join(f'1 {i + 1} "g{i}"\n' for i in range(n)))
        file.write(f"$EndPhysicalNames\n$Nodes\n{n + 1}\n" + "".join(f"{i + 1} {i / n:g} 0 0\n" for i in range(n + 1)))
        file.write(f"$EndNodes\n$Elements\n{n}\n" + "".join(f"{i + 1} 1 2 {n - i} {n - i} {i + 1} {i + 2}\n" for i in range(n)) + "$EndElements\n")
    return words({"mesh": path, "parts": "all", "part_all_element": "bar", "part_all_young": 1, "part_all_area": 1, "part_all_density": 1, "supports": "g0", "dt": 0.1, "t_end": 0.1})


# An iterative solver for models that are so small that fsolve would factor their matrices. Factors
# of MUMPS do not scale to many ranks.
ITERATIVE = {"ksp_type": "gmres", "pc_type": "bjacobi", "ksp_rtol": 1e-6}
MODELS = {"wave": wave, "lattice": lattice, "membrane": membrane, "chain": chain}
