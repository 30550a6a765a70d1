"""A run in time: its dofs, its times and frames, numbers too small to matter."""
import unittest

import numpy as np

from run import run


class Dofs(unittest.TestCase):
    def test_damping_does_not_change_them(self):
        for damping in ({}, {"damping_mass": 0.1}, {"damping_stiffness": 1e-6}):
            self.assertEqual(run("bar_wave", t_end=1e-5, **damping).attrs["dofs"], 1000)


class Times(unittest.TestCase):
    def test_last_step_lands_on_t_end(self):
        out = run("sdof", dt=0.3, t_end=10)
        self.assertEqual(out.time[-1], 10)
        self.assertEqual(len(out.time), 35)
        self.assertEqual(out.attrs["steps"], 34)
        np.testing.assert_allclose(np.diff(out.time), 10 / 34, rtol=1e-12)

    def test_dt_exact(self):
        """A front that moves by one element a step stays sharp, with the exact velocity 1e4/(EA/c) behind it; steps shortened by 1e-4 overshoot by a tenth."""
        c = (3e7 / 7.3e-4) ** 0.5
        keys = {"integrator": "central_difference", "part_bar_mass": "lumped", "dt": repr(0.2 / c), "t_end": 1.4e-3, "allow_unstable": True}
        peak = {}
        for exact in (True, False):
            out = run("bar_wave", dt_exact=exact, **keys)
            peak[exact] = out.probe["midpoint"]["velocity"][:, 0].max()
            self.assertIs((np.diff(out.time) > 0.2 / c * (1 - 1e-7)).all(), np.bool_(exact))
            self.assertTrue(0 <= out.time[-1] - 1.4e-3 < 0.2 / c if exact else out.time[-1] == 1.4e-3)
        self.assertAlmostEqual(peak[True] / (1e4 * c / 3e7), 1, delta=1e-9)
        self.assertGreater(peak[False] / peak[True], 1.05)

    def test_frames(self):
        out = run("wave2d", output_every=40)
        self.assertEqual(list(out.frame_times), [out.time[0], out.time[40], out.time[80], out.time[-1]])
        np.testing.assert_array_equal(out.frames[1]["displacement"][out.node_id == 0][0], out.probe["center"]["displacement"][40])

    def test_start_elsewhere(self):
        late = run("sdof", t_start=1, t_end=2, load_sine_time="sin(3*(t-1))", load_cosine_time="cos(t-1)").probe["mass"]["displacement"]
        np.testing.assert_allclose(late, run("sdof", t_end=1).probe["mass"]["displacement"], atol=1e-12)


class Denormals(unittest.TestCase):
    def test_flushing(self):
        """Numbers below 1e-308 matter to nobody: what a run reports is the same to ten digits."""
        for case, keys in (("wave2d", {}), ("wave2d", {"operator": "assembled"}), ("bar_wave", {}), ("sdof", {}), ("flying_beam", {"t_end": 2})):
            with self.subTest(f"{case} {keys}"):
                kept, flushed = run(case, keep_denormals=True, **keys), run(case, **keys)
                for p in kept.probe:
                    for field, values in kept.probe[p].items():
                        np.testing.assert_allclose(flushed.probe[p][field], values, rtol=0, atol=1e-10 * abs(values).max(), err_msg=f"{p} {field}")
                np.testing.assert_array_equal(flushed.linear, kept.linear)


if __name__ == "__main__":
    unittest.main()
