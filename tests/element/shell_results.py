# SPDX-License-Identifier: BSD-2-Clause
"""Results of shells: faces, middle, plies, principal stresses, strains, normals; at nodes, at edges, in files for ParaView."""
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import refusal
import fsolve as package
from run import SOURCE, fsolve, options, run

PART = {"parts": "s", "part_s_set": "all", "part_s_element": "shell"}
E, NU, H = 1e9, 0.3, 0.02
# a square under uniform tractions and moments at its edges, on its rigid motions alone
STRIP = {"analysis": "static", "linearize": True, "mesh": "rectangle", "mesh_n": "3,2", "mesh_upper": "1.5,1", "part_s_young": E, "part_s_poisson": NU, "part_s_thickness": H,
         "part_s_density": 0, "part_s_direction": "1,0,0", "supports": "left,bottom_left", "support_left_fix": "xz", "support_left_fix_rotation": "all", "support_bottom_left_fix": "y",
         "loads": "pull,bend", "load_pull_set": "right", "load_pull_traction": "3e4,0,0", "load_bend_set": "right", "load_bend_moment": "0,20,0", "load_bend_moment_per": "length",
         "probes": "p", "probe_p_part": "s", "probe_p_point": "0.75,0.5,0", **PART}
PLY = "ply,thickness,angle,density,young_1,young_2,poisson_12,shear_12,shear_13,shear_23\n"


class Faces(unittest.TestCase):
    def test_strip(self):
        """A force and a moment per length, without contraction: stresses, strains and principal values in closed form, with an offset too."""
        for offset in (0, 0.3 * H):
            moment = 20 + 3e4 * offset  # about the surface of the nodes
            out = run(**{**STRIP, "part_s_poisson": 0, "part_s_offset": offset, "load_bend_moment": f"0,{moment},0"}).probe["p"]
            of = {name: values[-1].ravel() for name, values in out.items()}
            pull, bend = 3e4 / H, 6 * 20 / H**2
            for name, x in (("stress_top", pull + bend), ("stress_bottom", pull - bend), ("stress_middle", pull)):
                np.testing.assert_allclose(of[name], [x, 0, 0], atol=1e-7 * bend, err_msg=name)
            np.testing.assert_allclose([of["von_mises"][0], of["stress_max"][0], of["stress_min"][0]], [pull + bend, pull + bend, min(0, pull - bend)], atol=1e-7 * bend)
            curvature = 20 / (E * H**3 / 12)
            np.testing.assert_allclose(of["curvature"], [curvature, 0, 0], atol=1e-7 * curvature)
            np.testing.assert_allclose(of["strain"], [pull / E - offset * curvature, 0, 0], atol=1e-7 * pull / E)
            self.assertEqual(of["thickness"][0], H)

    def test_normal(self):
        """A plate that a support turns by 1 rad about y: the normal turns with it; to first order with -linearize."""
        keys = {k: v for k, v in STRIP.items() if not k.startswith(("load", "support"))}
        for linear in (False, True):
            for cell in ("triangle", "quadrilateral"):
                out = run(**{**keys, "linearize": linear, "mesh_cell": cell, "supports": "left", "support_left_fix": "xyz", "support_left_fix_rotation": "all", "support_left_rotation_y": "t"})
                exact = [1, 0, 1] if linear else [np.sin(1), 0, np.cos(1)]
                np.testing.assert_allclose(out.probe["p"]["normal"][-1].ravel(), exact, atol=1e-8)


class Plies(unittest.TestCase):
    def laminate(self, text, **keys):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "plies.csv")
            with open(path, "w") as f:
                f.write(PLY + text)
            out = run(**{**{k: v for k, v in STRIP.items() if k not in ("part_s_young", "part_s_poisson", "part_s_thickness", "part_s_density")}, "part_s_plies": path,
                         "part_s_mass_per_area": 0, **keys})
            return {name: values[-1].ravel() for name, values in out.probe["p"].items()}

    def test_one(self):
        """A laminate of one ply is an orthotropic section."""
        of = self.laminate("1,0.02,0,0,1e9,5e8,0.3,3e8,3e8,2e8\n")
        same = run(**{**{k: v for k, v in STRIP.items() if k not in ("part_s_young", "part_s_poisson")}, "part_s_young_1": 1e9, "part_s_young_2": 5e8, "part_s_poisson_12": 0.3,
                      "part_s_shear_12": 3e8, "part_s_shear_13": 3e8, "part_s_shear_23": 2e8}).probe["p"]
        for name in of:
            np.testing.assert_allclose(of[name], same[name][-1].ravel(), rtol=1e-12, atol=1e-12 * np.abs(of[name]).max())

    def test_all(self):
        """The stresses of all plies balance the forces and moments; those of the faces, turned, are stress_bottom and stress_top."""
        angles, thick = [0.3, -0.5, 1.2], [0.006, 0.01, 0.004]
        text = "".join(f"{k + 1},{h},{a},0,1.4e9,1e8,0.3,5e7,5e7,3e7\n" for k, (a, h) in enumerate(zip(angles, thick)))
        of = self.laminate(text, part_s_ply_stress="all")
        force, moment, z, ends = np.zeros(3), np.zeros(3), -sum(thick) / 2, []
        for k, (a, h) in enumerate(zip(angles, thick)):
            c, s = np.cos(a), np.sin(a)
            turn = np.array([[c * c, s * s, -2 * c * s], [s * s, c * c, 2 * c * s], [c * s, -c * s, c * c - s * s]])
            low, high = (turn @ of[f"ply_{k + 1}"].reshape(2, 3).T).T
            force += h * (low + high) / 2
            moment += h * (z * (low + high) / 2 + h * (low / 6 + high / 3))
            z += h
            ends += [low, high]
        np.testing.assert_allclose(force, of["membrane_force"], atol=1e-9 * np.abs(of["membrane_force"]).max())
        np.testing.assert_allclose(moment, of["bending_moment"], atol=1e-9 * np.abs(of["bending_moment"]).max())
        for name, end in (("stress_bottom", ends[0]), ("stress_top", ends[-1])):
            np.testing.assert_allclose(of[name], end, atol=1e-9 * np.abs(end).max())
        faces = self.laminate(text)
        self.assertNotIn("ply_1", faces)
        for name in faces:
            np.testing.assert_array_equal(faces[name], of[name])


    def test_middle(self):
        """Classical laminate theory by the forces and moments: the stress of the ply in the middle, of equal plies that meet there, the mean of plies that differ."""
        def reduced(angle, E1=1.4e9, E2=1e8, nu=0.3, G=5e7):
            c, s = np.cos(angle), np.sin(angle)
            turn = np.array([[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]])
            q = np.array([[E1, nu * E2, 0], [nu * E2, E2, 0], [0, 0, 0]]) / (1 - nu * nu * E2 / E1)
            q[2, 2] = G
            return turn.T @ q @ turn
        for angles, thick, there in (([0.3, -0.5, 1.2], [0.006, 0.01, 0.004], [1]), ([0, 1.2, 1.2, 0], [0.003] * 4, [1, 2]), ([0.3, -0.5], [0.01, 0.01], [0, 1]),
                                     ([0.1, 0.7, -0.2, 1.1], [0.001, 0.002, 0.0012, 0.0018], [1, 2])):
            for offset in (0, 0.007):
                of = self.laminate("".join(f"{k + 1},{h},{a},0,1.4e9,1e8,0.3,5e7,5e7,3e7\n" for k, (a, h) in enumerate(zip(angles, thick))), part_s_offset=offset)
                z = np.concatenate([[0], np.cumsum(thick)]) - sum(thick) / 2 + offset
                part = [np.diff(z**p) / p for p in (1, 2, 3)]
                A, B, D = (sum(part[p][k] * reduced(a) for k, a in enumerate(angles)) for p in range(3))
                strain = np.linalg.solve(np.block([[A, B], [B, D]]), [*of["membrane_force"], *of["bending_moment"]])
                exact = np.mean([reduced(angles[k]) for k in there], axis=0) @ (strain[:3] + offset * strain[3:])
                np.testing.assert_allclose(of["stress_middle"], exact, atol=1e-9 * np.abs(of["stress_top"]).max(), err_msg=str((angles, offset)))

    SHEAR = {"load_pull_traction": "0,0,5", "part_s_ply_stress": "all"}

    def test_shear_of_strip(self):
        """A [0/90/0] strip without contraction under an end force V: tau = V/D times the integral of -E z from the bottom, for plies of the moduli 25, 1, 25."""
        h, E1, E2 = 0.02 / 3, 2.5e10, 1e9
        of = self.laminate("".join(f"{k},{h},{angle},0,{E1},{E2},0,5e8,5e8,2e8\n" for k, angle in ((1, 0), (2, np.pi / 2), (3, 0))), **self.SHEAR)
        self.assertAlmostEqual(abs(of["shear_force"][0]), 5, delta=1e-6)
        D = (E1 * (27 - 1) + E2) * h**3 / 12
        rises = [0, E1 * (1.5**2 - 1) * h * h / 2, E1 * (1.5**2 - 0.5**2) * h * h / 2, E1 * (1.5**2 - 0.5**2) * h * h / 2 + E2 * 0.5**2 * h * h / 2]  # to z = -1.5 h, -h, -h/2, 0
        tau = of["shear_force"][0] / D * np.array([rises[0], rises[1], rises[2], rises[2], rises[3], rises[2], rises[2], rises[1], rises[0]])
        found = np.concatenate([of[f"ply_{k}_shear"].reshape(3, 2) for k in (1, 2, 3)])
        found[3:6] = np.stack([-found[3:6, 1], found[3:6, 0]]).T  # 13 of the shell is -23 of a ply at 90 degrees
        np.testing.assert_allclose(found, np.stack([tau, 0 * tau]).T, atol=1e-9 * np.abs(tau).max())

    def test_shear_balances(self):
        """Any laminate, with an offset: no shear stress at its faces, the same at both sides between plies, and the integral over the thickness is the shear force."""
        angles, thick = [0.3, -0.5, 1.2], [0.006, 0.01, 0.004]
        text = "".join(f"{k + 1},{h},{a},0,1.4e9,1e8,0.3,5e7,5e7,3e7\n" for k, (a, h) in enumerate(zip(angles, thick)))
        for offset in (0, 0.007):
            of, tau = self.laminate(text, part_s_offset=offset, **self.SHEAR), []
            for k, a in enumerate(angles):
                tau.append(of[f"ply_{k + 1}_shear"].reshape(3, 2) @ [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
            small = 1e-9 * np.abs(tau).max()
            np.testing.assert_allclose([tau[0][0], tau[2][2]], 0, atol=small)
            np.testing.assert_allclose([tau[0][2], tau[1][2]], [tau[1][0], tau[2][0]], atol=small)
            total = sum(h * (t[0] + 4 * t[1] + t[2]) / 6 for h, t in zip(thick, tau))  # Simpson's rule, exact for parabolas
            np.testing.assert_allclose(total, of["shear_force"], atol=1e-9 * np.abs(of["shear_force"]).max())

    def test_extremes(self):
        """Principal stresses and von Mises's of all plies at their bottoms and tops, from the tensors of the plies; of one cell, whose results are the same at its nodes."""
        text = "".join(f"{k + 1},{h},{a},0,1.4e9,1e8,0.3,5e7,5e7,3e7\n" for k, (a, h) in enumerate(zip([0.3, -0.5, 1.2], [0.006, 0.01, 0.004])))
        of = self.laminate(text, part_s_ply_stress="all", mesh_n="1,1")
        stress = np.concatenate([of[f"ply_{k}"].reshape(2, 3) for k in (1, 2, 3)])
        main = np.array([np.linalg.eigvalsh([[s[0], s[2]], [s[2], s[1]]]) for s in stress])
        mises = np.sqrt(main[:, 0]**2 - main[:, 0] * main[:, 1] + main[:, 1]**2)
        np.testing.assert_allclose([of["stress_max"][0], of["stress_min"][0], of["von_mises"][0]], [main.max(), main.min(), mises.max()], rtol=1e-12)


class Files(unittest.TestCase):
    def test_nodes_and_edges(self):
        """A cantilever under an end force: its moment is linear up to the edges at the nodes, and the reaction of the edge is exact."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            keys = {k: v for k, v in STRIP.items() if not k.startswith(("load", "support", "probe", "part_s_poisson"))}
            done = fsolve(options(output=path, part_s_poisson=0, supports="left", loads="right", load_right_traction="0,0,5", **{**keys, "mesh_n": "6,4"}))
            self.assertEqual(done.returncode, 0, done.stderr)
            result = package.Result(path)
            frame = result.frames[-1]
            moment = frame.at_nodes("s/bending_moment")
            np.testing.assert_allclose(moment[:, 0], -5 * (1.5 - result.nodes[:, 0]), atol=1e-6 * 7.5)
            thickness = frame.at_nodes("s/thickness")
            np.testing.assert_allclose(thickness[:, 0], H, rtol=1e-12)
            vtu = result.to_vtu(os.path.join(folder, "vtu"))
            with open(vtu.replace(".pvd", f"_{len(result.frames) - 1:06d}.vtu")) as f:
                text = f.read()
            for name in ("thickness", "normal", "stress_middle", "strain", "curvature", "rotation"):
                self.assertIn(f'Name="{name}"', text)
            with open(path.replace(".h5", ".xdmf")) as f:
                text = f.read()
            for name, kind in (("thickness", "Scalar"), ("normal", "Vector"), ("stress_top", "Matrix")):
                self.assertIn(f'<Attribute Name="{name}" AttributeType="{kind}" Center="Cell">', text)
            for words, status in ((("s/von_mises",), 0), (("s/bending_moment:2",), 0), (("s/bending_moment",), 2), (("s/no",), 2)):
                drawn = subprocess.run([sys.executable, os.path.join(SOURCE, "scripts", "plot_shape"), path, "--out", os.path.join(folder, "shape.png"), "--overwrite", "--result", *words],
                                       capture_output=True, text=True)
                self.assertEqual(drawn.returncode, status, drawn.stderr)
                self.assertEqual(len(drawn.stderr.splitlines()), status // 2, drawn.stderr)
        out = run(part_s_poisson=0, supports="left", loads="right", load_right_traction="0,0,5", **keys)
        np.testing.assert_allclose(out.reaction["left"][-1], [0, 0, -5, 0, 7.5, 0], atol=1e-8 * 7.5)


class Loads(unittest.TestCase):
    """What acts on edges and surfaces, against statics and beams without contraction."""
    KEYS = {**{k: v for k, v in STRIP.items() if not k.startswith(("load", "support", "probe"))}, "part_s_poisson": 0, "supports": "left", "probes": "a", "probe_a_point": "1.5,0,0"}
    EI, L = E * H**3 / 12, 1.5

    def test_edges_and_surfaces(self):
        w = {name: run(**{**self.KEYS, "mesh_n": "16,1", **keys}) for name, keys in {
            "moment": {"loads": "right", "load_right_moment": "0,-2,0", "load_right_moment_per": "length"},
            "force": {"loads": "right", "load_right_traction": "0,0,2"},
            "weight": {"gravity": "0,0,-10", "part_s_density": 500},
            "water": {"loads": "all", "load_all_traction": "0,0,1", "load_all_field": "1.5-x"}}.items()}
        L, EI, shear = self.L, self.EI, 5 / 12 * E * H
        exact = {"moment": 2 * L**2 / 2 / EI, "force": 2 * (L**3 / 3 / EI + L / shear), "weight": -100 * (L**4 / 8 / EI + L**2 / 2 / shear), "water": L**5 / 30 / EI + L**3 / 6 / shear}
        for name, value in exact.items():
            # the strip turns at its end by the moment exactly; the others have the error of linear elements
            self.assertAlmostEqual(w[name].probe["a"]["displacement"][-1, 2] / value, 1, delta=1e-6 if name == "moment" else 4e-3, msg=name)
        np.testing.assert_allclose(w["water"].reaction["left"][-1], [0, 0, -L**2 / 2, 0, L**3 / 6, 0], atol=1e-8)
        np.testing.assert_allclose(w["weight"].reaction["left"][-1], [0, 0, 100 * L, 0, -100 * L**2 / 2, 0], atol=1e-6)


class Refused(refusal.Table):
    ROWS = [(None, {**STRIP, "part_s_ply_stress": "all"}, r"has ply_stress, but no plies")]


if __name__ == "__main__":
    unittest.main()
