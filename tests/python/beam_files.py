# SPDX-License-Identifier: BSD-2-Clause
"""Writes beams in the formats of BeamDyn, ElastoDyn and windIO, from plain numbers; reads the tables of tests/data."""
import os

import numpy as np

from run import SOURCE

UPPER = np.triu_indices(6)


def table(name):
    """Columns of a table of tests/data, by name."""
    with open(os.path.join(SOURCE, "tests", "data", name + ".csv"), encoding="utf-8") as file:
        names = file.readline().strip().split(",")
        return dict(zip(names, np.loadtxt(file, delimiter=",").T))


def matrices(columns, letter, count):
    """Symmetric matrices [n][6][6] of columns such as k34, which stands for the entries 34 and 43."""
    found = np.zeros((count, 6, 6))
    for name, values in columns.items():
        if name[0] == letter and name[1:].isdigit():
            i, j = int(name[1]) - 1, int(name[2]) - 1
            found[:, i, j] = found[:, j, i] = values
    return found


def mass_matrices(mass, x, y, xx, yy, xy=0):
    """Mass matrices [n][6][6] of a flat section: mass per length, its center, and second moments about the axis, in BeamDyn's order."""
    found = np.zeros((len(mass), 6, 6))
    for c in range(3):
        found[:, c, c] = mass
    for i, j, values in ((0, 5, -mass * y), (1, 5, mass * x), (2, 3, mass * y), (2, 4, -mass * x), (3, 4, -xy)):
        found[:, i, j] = found[:, j, i] = values
    found[:, 3, 3], found[:, 4, 4], found[:, 5, 5] = xx, yy, xx + yy
    return found


def beamdyn(folder, points, twist, eta, stiffness, mass, mu=(0,) * 6):
    """Writes a primary file and a blade file of BeamDyn. points [k][3], twist [k] in degrees. Returns the name of the primary file."""
    lines = ["------- BEAMDYN input -------", "a beam of the tests", "---- GEOMETRY PARAMETER ----", "1 member_total - members", f"{len(points)} kp_total - key points",
             f"1 {len(points)} - member and its key points", "kp_xr kp_yr kp_zr initial_twist", "(m) (m) (m) (deg)"]
    lines += [" ".join(f"{v:.16g}" for v in (*p, t)) for p, t in zip(points, twist)]
    lines += ["---- MATERIAL PARAMETER ----", '"the blade.dat"    BldFile - its blade file', "END"]
    blade = ["------- BEAMDYN blade -------", "sections", "---- BLADE PARAMETERS ----", f"{len(eta)} station_total - stations", f"{int(max(mu) > 0)} damp_type - damping",
             "---- DAMPING COEFFICIENT ----", "mu1 mu2 mu3 mu4 mu5 mu6", "(-) (-) (-) (-) (-) (-)", " ".join(f"{v:.16g}" for v in mu), "---- DISTRIBUTED PROPERTIES ----"]
    for place, k, m in zip(eta, stiffness, mass):
        blade.append(f"  {place:.16g}")
        for matrix in (k, m):
            blade += ["\t".join(f"{v:.17g}" for v in row) for row in matrix] + [""]
    for name, text in (("primary.dat", lines), ("the blade.dat", blade)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(text) + "\n")
    return os.path.join(folder, "primary.dat")


def elastodyn_blade(folder, fraction, twist, mass, flap, edge, factors=(1, 1, 1), tuner=1):
    """Writes a blade file of ElastoDyn. Returns its name."""
    lines = ["------- ELASTODYN blade -------", "a blade of the tests", "---- BLADE PARAMETERS ----", f"{len(fraction)} NBlInpSt - stations", "0.5 BldFlDmp1 - damping",
             f"{tuner} FlStTunr1 - tuner", "1.0 FlStTunr2 - tuner"]
    lines += [f"{f:.16g} {name} - factor" for f, name in zip(factors, ("AdjBlMs", "AdjFlSt", "AdjEdSt"))]
    lines += ["---- DISTRIBUTED BLADE PROPERTIES ----", "BlFract PitchAxis StrcTwst BMassDen FlpStff EdgStff", "(-) (-) (deg) (kg/m) (Nm^2) (Nm^2)"]
    lines += [" ".join(f"{v:.16g}" for v in (row[0], 0.5, *row[1:])) for row in np.column_stack(np.broadcast_arrays(fraction, twist, mass, flap, edge))]
    lines += ["---- BLADE MODE SHAPES ----", "0.5 BldFl1Sh(2) - coefficient"]
    path = os.path.join(folder, "blade.dat")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def elastodyn_tower(folder, fraction, mass, along, across):
    """Writes a tower file of ElastoDyn, and a primary file of a tower from 10 to 90 m and of a blade from 2 to 62 m. Returns the primary's name."""
    lines = ["------- ELASTODYN tower -------", "a tower of the tests", f"{len(fraction)} NTwInpSt - stations", "1.0 FAStTunr(1) - tuner", "2.0 AdjTwMa - factor", "1.0 AdjFASt - factor",
             "3.0 AdjSSSt - factor", "---- DISTRIBUTED TOWER PROPERTIES ----", "HtFract TMassDen TwFAStif TwSSStif", "(-) (kg/m) (Nm^2) (Nm^2)"]
    lines += [" ".join(f"{v:.16g}" for v in row) for row in np.column_stack([fraction, mass, along, across])]
    primary = ["------- ELASTODYN -------", "62.0 TipRad - tip", "2.0 HubRad - root", "90. TowerHt - top", "1.0D1 TowerBsHt - base", '"blade.dat" BldFile(1) - blade', "tower.dat TwrFile - tower"]
    for name, text in (("tower.dat", lines), ("elastodyn.dat", primary)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(text) + "\n")
    return os.path.join(folder, "elastodyn.dat")


def curve(grid, values):
    return {"grid": [float(g) for g in grid], "values": np.asarray(values, float).tolist()}


def windio_blade(points, grid, twist, eta, stiffness, mass):
    """The component of a blade in windIO. points [k][3] and twist [k] in rad at the grid."""
    return {"elastic_properties_mb": {"six_x_six": {
        "reference_axis": {c: curve(grid, x) for c, x in zip("xyz", np.transpose(points))}, "twist": curve(grid, twist),
        "stiff_matrix": curve(eta, [k[UPPER] for k in stiffness]), "inertia_matrix": curve(eta, [m[UPPER] for m in mass])}}}


def windio_blade_2(points, grid, twist, eta, stiffness, mass):
    """The same in version 2 of windIO, for mass matrices of flat sections."""
    K, M = np.array(stiffness), np.array(mass)
    columns = {f"K{i + 1}{j + 1}": K[:, i, j].tolist() for i, j in zip(*UPPER)}
    inertia = {"mass": M[:, 0, 0], "cm_x": M[:, 1, 5] / M[:, 0, 0], "cm_y": M[:, 2, 3] / M[:, 0, 0], "i_edge": M[:, 3, 3], "i_flap": M[:, 4, 4],
               "i_plr": M[:, 5, 5], "i_cp": -M[:, 3, 4]}
    places = {"grid": [float(v) for v in eta]}
    return {"reference_axis": {c: curve(grid, x) for c, x in zip("xyz", np.transpose(points))}, "outer_shape": {"twist": curve(grid, np.degrees(twist))},
            "structure": {"elastic_properties": {"stiffness_matrix": {**places, **columns}, "inertia_matrix": {**places, **{k: v.tolist() for k, v in inertia.items()}}}}}


def yaml_file(folder, value):
    """Writes a YAML file. Returns its name."""
    import yaml
    path = os.path.join(folder, "turbine.yaml")
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump(value, file)
    return path
