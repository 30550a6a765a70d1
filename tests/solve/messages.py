"""What a step costs in messages and reductions, counted by PETSc on 1, 2, 3 and 16 ranks: neighbours alone are written to, and each iteration of a
linear solver takes two reductions at most."""
import functools
import unittest

from run import LAUNCH, options
from measure import Measured  # scripts/

RANKS = (1, 2, 3, 16)
CELLS, STEPS = 96, 20
DT = 91 / 6 / CELLS  # CFL 1
NEIGHBOURS = 8       # of a block of a grid
PCG = 5              # reductions a solve of PETSc's CG beside its iterations: 3, and two dots more since 3.20 at the latest
LUMPED = {"part_skin_mass": "lumped", "integrator": "central_difference", "dt": 0.5 * DT, "t_end": 0.5 * STEPS * DT}


@functools.cache
def wave(ranks, **keys):
    return Measured(options("wave2d", **{"mesh_n": f"{CELLS},{CELLS}", "dt": DT, "t_end": STEPS * DT, "quiet": False, **keys}), ranks, launch=LAUNCH)


class Messages(unittest.TestCase):
    def test_reductions(self):
        """Solvers: two a solver's iteration, one for some; energies: one a step, and at first ten for momenta of rigid motions. Output: the ranks
        ask each other for signals and clocks in the first step, and then every 32 steps, or once a second."""
        cases = [("stencil_cg", {}, 2, 1), ("jacobi", {"operator": "assembled"}, 2, PCG), ("icc", {"operator": "assembled", "dt": 4 * DT, "t_end": 4 * STEPS * DT}, 2, PCG),
                 ("pipecg", {"ksp_type": "pipecg"}, 1, 4)]
        for name, keys, each, more in cases:
            for ranks in RANKS:
                with self.subTest(f"{name}, {ranks} ranks"):
                    m = wave(ranks, **keys)
                    self.assertLessEqual(m.log.calls("Stepping", "KSPSolve"), STEPS + 3)  # factors are tried once, and refined
                    solves = m.log.reductions("Stepping", "KSPSolve")
                    self.assertLessEqual(solves, each * m.linear + more * STEPS)
                    self.assertLessEqual(m.log.reductions("Stepping") - solves, STEPS + 11 + 3)
                    self.assertLessEqual(m.log.reductions("Output", "Series"), 8)  # the last rows, and a flush now and then

    def test_explicit_step(self):
        """One norm, which stops a run that grows."""
        for ranks in (1, 4):
            m = wave(ranks, energies=False, **LUMPED)
            self.assertLessEqual(m.log.reductions("Stepping"), STEPS + 3)  # as above
            if ranks > 1:
                self.assertEqual(m.log.calls("Stepping", "VecScatterBegin"), STEPS)

    def test_neighbours(self):
        """A product exchanges no more than the nodes along the edges of a rank's block, in no more messages than it has neighbours. Setting up writes to neighbours as well, a number of
        times that does not grow with the ranks."""
        for keys in ({}, {"operator": "assembled"}):
            for ranks in RANKS[1:]:
                with self.subTest(f"{keys}, {ranks} ranks"):
                    log = wave(ranks, **keys).log
                    exchanges = log.calls("Stepping", "VecScatterBegin") + log.calls("Stepping", "SFReduceBegin")
                    edge = 4 * (CELLS / ranks**0.5 + 2) * 2  # nodes; blocks are up to twice as long as wide
                    self.assertLessEqual(log.most("messages", "Stepping"), NEIGHBOURS * exchanges)
                    self.assertLessEqual(log.most("bytes", "Stepping"), 8 * edge * exchanges)
                    self.assertEqual(log.calls("Stepping", "BuildTwoSided"), 0)
                    self.assertLessEqual(log.most("messages", "Setup"), NEIGHBOURS * 24)


if __name__ == "__main__":
    unittest.main()
