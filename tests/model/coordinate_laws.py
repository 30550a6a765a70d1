# SPDX-License-Identifier: BSD-2-Clause
"""Uniaxial laws of joint coordinates (-joint_<name>_<coordinate>_law): each law against the formula that writes it, kinks, and what is refused."""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from models import balance, body, joint, on_mesh, one_body
from run import MORE_RANKS, fsolve, options

K, KINK, RATIO = 5, 0.1, 0.3
TABLE = [(-0.2, -1.5), (-0.1, -1), (0, 0), (0.05, 0.2), (0.2, 2)]
BILINEAR = {"law": "bilinear", "law_strain": KINK, "law_ratio": RATIO, "stiffness": K}
LAWS = {"linear": ({"law": "linear", "stiffness": K}, f"{K}*u"),
        "bilinear": (BILINEAR, f"{K}*(u-{1 - RATIO}*(max(u-{KINK},0)+min(u+{KINK},0)))"),
        "tension_only": ({"law": "tension_only", "stiffness": K}, f"{K}*max(u,0)"),
        "compression_only": ({"law": "compression_only", "stiffness": K}, f"{K}*min(u,0)"),
        "table": ({"law": "table"}, "curve(u)")}


def spring(kind, coordinate, given, **keys):
    """A body on a guide or a shaft along z, with what acts on its coordinate."""
    start = {"initials": "body"} if any(k.startswith("initial_") for k in keys) else {}
    return one_body((0, 0, 0), **{"joints": "j", "energies": True, **start, **joint("j", kind, set="body", axis="0,0,1", **{f"{coordinate}_{k}": v for k, v in given.items()}), **keys})


class Laws(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "law.csv")
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("strain, stress\n" + "".join(f"{a}, {b}\n" for a, b in TABLE))
        self.curve = os.path.join(self.folder.name, "curve.txt")
        with open(self.curve, "w", encoding="utf-8") as file:
            file.write("".join(f"{a} {b}\n" for a, b in TABLE))

    def tearDown(self):
        self.folder.cleanup()

    def pair(self, law, formula, kind, coordinate, **keys):
        """The runs with a law and with the formula that writes it."""
        if law["law"] == "table":
            law = {**law, "law_table": self.path}
        tables = {"tables": "curve", "table_curve": self.curve} if "curve" in formula else {}
        return spring(kind, coordinate, law, **keys), spring(kind, coordinate, {"spring": formula}, **tables, **keys)

    def test_beyond_table(self):
        """A coordinate that leaves the rows of its table is warned of, with its largest value, as the laws of members are; within the rows it is not."""
        for kind, coordinate, load in (("prismatic", "displacement", "load_push_force"), ("revolute", "angle", "load_push_moment")):
            for force, beyond in ((1.9, False), (-3, True), (2.6, True)):
                for ranks in (1, *MORE_RANKS):
                    done = on_mesh([(0, 0, 0)], {"body": (gmsh_file.POINT, [(0,)])}, lambda **keys: fsolve(options(**keys), ranks), parts="body", **body("body"), joints="j", analysis="static",
                                   loads="push", load_push_set="body", **{load: f"0,0,{force}"}, output=os.path.join(self.folder.name, "out.h5"), overwrite=True,
                                   **joint("j", kind, set="body", axis="0,0,1", **{f"{coordinate}_law": "table", f"{coordinate}_law_table": self.path}))
                    u = 0.2 + (force - 2) / 12 if force > 0 else -0.2 + (force + 1.5) / 5
                    words = f"joint 'j': at t = 1 its {coordinate} is {u:.4g}, beyond the last row of -joint_j_{coordinate}_law_table"
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual((words in done.stderr, "beyond" in done.stderr), (beyond, beyond), done.stderr)

    def test_motions(self):
        """Motions on a guide and about a shaft over kinks: displacements, energies, forces. The mass swings within the table, and a soft spring takes it back where a law does not."""
        for kind, coordinate, start, force in (("prismatic", "displacement", "initial_body_velocity_z", "load_back_force"), ("revolute", "angle", "initial_body_angular_velocity_z", "load_back_moment")):
            for name, (law, formula) in LAWS.items():
                side = -1 if name == "compression_only" else 1
                speed = side * {"displacement": 0.3, "angle": 1.0}[coordinate]
                keys = {start: speed, "t_end": 0.5, "integrator": "lms4", "dt": 0.01, "loads": "back", "load_back_set": "body", force: "0,0,0.4", "load_back_time": "t" if side < 0 else "0-t"}
                one, two = self.pair(law, formula, kind, coordinate, **keys)
                with self.subTest(law=name, coordinate=coordinate):
                    np.testing.assert_allclose(one.probe["body"]["displacement"], two.probe["body"]["displacement"], atol=1e-9)
                    np.testing.assert_allclose(one.probe["body"]["rotation"], two.probe["body"]["rotation"], atol=1e-9)
                    np.testing.assert_allclose(one.energy["strain"], two.energy["strain"], atol=1e-8)
                    self.assertGreater(one.energy["strain"].max(), 1e-4)

    def test_equilibrium(self):
        """The law of a stretched spring, and one that is at rest elsewhere, in equilibrium."""
        for force, u in ((0.3, 0.06), (K * KINK + 0.2, KINK + 0.2 / RATIO / K)):
            out = spring("prismatic", "displacement", {**BILINEAR, "rest": 0.02}, analysis="static", integrator=None, stabilize=None, dt=0.5, t_end=1, loads="pull", load_pull_set="body", load_pull_force=f"0,0,{force}")
            self.assertAlmostEqual(out.probe["body"]["displacement"][-1][2], 0.02 + u, delta=1e-9)

    def test_kinks(self):
        """Steps end at kinks of the law: the trapezoidal rule keeps the energy."""
        drift = []
        for events in ({"events": "kinks"}, {}):
            out = spring("prismatic", "displacement", BILINEAR, initial_body_velocity_z=0.6, integrator="trapezoidal", stabilize="none", dt=0.05, t_end=10, **events)
            drift.append(balance(out))
        self.assertLess(drift[0], 1e-8)
        self.assertGreater(drift[1], 1e-5)

    def test_ranks(self):
        keys = {"initial_body_velocity_z": 0.6, "integrator": "lms4", "dt": 0.05, "t_end": 3, "events": "kinks"}
        one = spring("prismatic", "displacement", BILINEAR, **keys).probe["body"]["displacement"]
        for ranks in MORE_RANKS:
            np.testing.assert_allclose(spring("prismatic", "displacement", BILINEAR, ranks=ranks, **keys).probe["body"]["displacement"], one, atol=1e-10)

    def test_refused(self):
        for given, said in (({"law": "bilinear", "stiffness": K}, "needs -joint_j_displacement_law_strain"),
                            ({**BILINEAR, "stiffness": 0}, "-joint_j_displacement_law bilinear needs -joint_j_displacement_stiffness"),
                            ({"law": "table", "law_table": self.path, "stiffness": K}, "-joint_j_displacement_stiffness has no effect: the law table has a stiffness of its own"),
                            ({"law": "plastic", "stiffness": K}, "-joint_j_displacement_law"),
                            ({**BILINEAR, "law_strain": -1}, "-joint_j_displacement_law_strain"),
                            ({**BILINEAR, "law_colour": 1}, "law_colour")):
            with self.assertRaisesRegex(RuntimeError, f"status 2.*{said}"):
                spring("prismatic", "displacement", given, t_end=0.1)
        with self.assertRaisesRegex(RuntimeError, "status 2.*has no effect: -joint_j_displacement prescribes"):
            spring("prismatic", "displacement", BILINEAR, joint_j_displacement="t", t_end=0.1)
        with self.assertRaisesRegex(RuntimeError, "status 2.*a weld joint has no displacement that is free"):
            one_body((0, 0, 0), joints="j", **joint("j", "weld", set="body", displacement_law="linear", displacement_stiffness=1), t_end=0.1)


if __name__ == "__main__":
    unittest.main()
