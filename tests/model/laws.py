# SPDX-License-Identifier: BSD-2-Clause
"""Forces that are formulas of the motion."""
import unittest

import numpy as np

from run import MORE_RANKS, run


BALL = dict(mesh="line", parts="ball", part_ball_set="end", part_ball_element="body", part_ball_mass=1, part_ball_inertia="1,1,1,0,0,0", loads="floor",
            load_floor_set="end")


class Laws(unittest.TestCase):
    def test_a_linear_law_is_a_spring_and_a_damper(self):
        """The same answer by other means: linear elements and the direct solver, or a formula and Newton's method."""
        law = dict(loads="sine,cosine,law", load_law_set="end", load_law_law_x="-4*pi^2*ux-0.4*pi*vx", part_spring_stiffness=1e-200,
                   part_damper_damping=1e-200)
        for scheme in ("lms4", "ss3", "generalized_alpha", "esdirk43_6l", "central_difference"):
            a = run("sdof", integrator=scheme, dt=0.02).probe["mass"]
            b = run("sdof", integrator=scheme, dt=0.02, **law).probe["mass"]
            for field in a:
                np.testing.assert_allclose(b[field][:, 0], a[field][:, 0], atol=1e-8 * abs(a[field]).max(), err_msg=f"{scheme}, {field}")

    def test_work_of_a_conservative_law(self):
        """Kinetic energy = work of the law, at least as dt^2."""
        error = []
        for dt in (0.004, 0.002):
            e = run("spring_pendulum", integrator="trapezoidal", rho_inf=1, dt=dt, t_end=2).energy
            error.append(abs(e["kinetic"] - e["kinetic"][0] - e["external"]).max())
        self.assertGreater(np.log2(error[0] / error[1]), 1.9)

    def test_work_along_a_step(self):
        """One step through the begin of a spring: the work is that of its potential beyond the begin, whatever the force is at both ends."""
        out = run(**BALL, integrator="central_difference", allow_unstable=True, dt=0.015, t_end=0.015, initials="end", initial_end_velocity_z=-100,
                  load_floor_law_z="uz<-1?8*(-1-uz):0")
        self.assertAlmostEqual(out.energy["external"][1], -8 * 0.5**2 / 2, delta=1e-9)

    def test_a_stiff_contact_makes_no_energy(self):
        """A body of 1 kg falls 1 m onto a spring that throws it back within a tenth of a step: the scheme may lose the energy of the fall there,
        not make any. Explicit schemes, which feel the spring only in it, may end instead."""
        for scheme in ("lms4", "lms2", "ss3", "hht", "trapezoidal", "generalized_alpha", "esdirk43_6l", "mssth4", "ce3", "ce5", "central_difference"):
            for stiffness, dt in ((1e9, 1e-3), (1e6, 1e-2), (1e12, 3e-3)):
                explicit, case = scheme[0] == "c", f"{scheme}, {stiffness:g} N/m"
                keys = dict(BALL, gravity="0,0,-10", integrator=scheme, dt=dt, t_end=1, load_floor_law_z=f"uz<-1?{stiffness:g}*(-1-uz):0")
                try:
                    most = run(**keys).energy["kinetic"].max()
                except RuntimeError as failed:
                    self.assertTrue(explicit, failed)
                    self.assertIn("gains energy that no force accounts for", str(failed), case)
                else:  # a step may gain half of what it exchanges before it is cut back: that of explicit schemes is all there is
                    self.assertLess(most, 15 if explicit else 10.4, case)

    def test_same_on_any_number_of_ranks(self):
        """A membrane on a hardening, damping bed: laws at all nodes; three directions coupled on a frame of one bar."""
        keys = dict(mesh_n="12,9", loads="pulse,bed", load_bed_set="all", load_bed_law_z="0-uz-100*uz^3-0.1*vz*abs(vz)", dt=0.1, t_end=1.5)
        one = run("wave2d", integrator="lms3", **keys)
        self.assertGreater(abs(one.by_id("displacement")).max(), 0.02)
        for ranks in MORE_RANKS:
            other = run("wave2d", ranks=ranks, integrator="lms3", **keys)
            np.testing.assert_allclose(other.by_id("displacement"), one.by_id("displacement"), atol=1e-11)
        explicit = dict(keys, integrator="ce3", part_skin_mass="lumped", load_bed_law_z="0-uz-100*uz^3")
        one = run("wave2d", **explicit)
        for ranks in MORE_RANKS:
            np.testing.assert_allclose(run("wave2d", ranks=ranks, **explicit).by_id("displacement"), one.by_id("displacement"), atol=1e-13)

    def test_a_beam_on_a_foundation(self):
        """Winkler: under a force P the free end of a long beam goes down by 2 P b / k, b^4 = k / 4EI; the other, 20 / b away, changes e^-20 of it;
        rotations are small; elements of length h err by (b h)^2."""
        k, force = 4e4, 10
        b = (k / 400) ** 0.25
        errors = []
        for n in (80, 160):
            out = run(mesh="line", mesh_n=n, mesh_upper=20 / b, parts="beam", part_beam_element="beam", part_beam_set="all", part_beam_ea=1e7, part_beam_gay=1e9, part_beam_gaz=1e9,
                      part_beam_gj=100, part_beam_eiy=100, part_beam_eiz=100, supports="start", analysis="static", loads="soil,end",
                      load_soil_set="all", load_soil_law_z=f"-{k}*uz", load_soil_law_per="length", load_end_force=f"0,0,{force}", probes="end")
            errors.append(abs(out.probe["end"]["displacement"][-1, 2] / (2 * force * b / k) - 1))
        self.assertLess(errors[0], 0.0625 / 2)
        self.assertLess(errors[1], errors[0] / 3.5)

    def test_drag(self):
        """Morison's: a rod falls with v = sqrt(f/c) tanh(t sqrt(f c)/m), f its weight and c |v| v the drag per length, whatever the elements are."""
        f, c, m = 20, 5, 2
        for ranks in (1, 2):
            out = run(ranks=ranks, mesh="line", mesh_n=7, mesh_upper=3, parts="rod", part_rod_set="all", part_rod_element="truss", part_rod_ea=1e4, part_rod_mass_per_length=m,
                      part_rod_mass="lumped", loads="all", load_all_law_z=f"{f}-{c}*abs(vz)*vz", load_all_law_per="length", probes="end,start", dt=0.01, t_end=1, integrator="esdirk43_6l")
            exact = np.sqrt(f / c) * np.tanh(out.time * np.sqrt(f * c) / m)
            for probe in ("start", "end"):
                np.testing.assert_allclose(out.probe[probe]["velocity"][:, 2], exact, atol=1e-7)

    def test_the_place(self):
        """Forces x on nodes at 0.4, 0.8, ... of a bar: the sum of x^2 over EA; per length the last one has half a share."""
        rod = dict(mesh="line", mesh_n=5, mesh_upper=2, parts="all", part_all_element="bar", part_all_young=10, part_all_area=1, part_all_density=1, supports="start", probes="end",
                   directions="x", loads="all", analysis="static", load_all_law_x="x+0*ux")
        self.assertAlmostEqual(run(**rod).probe["end"]["displacement"][-1, 0], 0.4**2 * 55 / 10, delta=1e-9)
        self.assertAlmostEqual(run(**rod, load_all_law_per="length").probe["end"]["displacement"][-1, 0], 0.4 * 0.4**2 * (30 + 12.5) / 10, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
