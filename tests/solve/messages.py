# SPDX-License-Identifier: BSD-2-Clause
"""What a step costs in messages and reductions, counted by PETSc on 1, 2, 3 and 8 ranks: neighbours alone are written to, and each iteration of a
linear solver takes two reductions at most, or one."""
import functools
import sys
import tempfile
import unittest
from unittest import mock

from run import LAUNCH, RANKS, RELEASE, options, release
import growing  # tools/
from measure import Counted, Measured

CELLS, STEPS = 96, 10
DT = 91 / 6 / CELLS  # CFL 1
NEIGHBOURS = 8       # of a block of a grid
PCG = 5              # reductions a solve of PETSc's CG beside its iterations: 3, and two dots more since 3.20 at the latest
EACH = 24            # cells a rank of models that grow
LUMPED = {"part_skin_mass": "lumped", "integrator": "central_difference", "dt": 0.5 * DT, "t_end": 0.5 * STEPS * DT}


@functools.cache
def wave(ranks, **keys):
    return Measured(options("wave2d", **{"mesh_n": f"{CELLS},{CELLS}", "dt": DT, "t_end": STEPS * DT, "quiet": False, **keys}), ranks, launch=LAUNCH)


@functools.cache
def counted(name, ranks):
    return Counted(growing.MODELS[name], ranks, EACH, 2, LAUNCH, [] if name == "chain" else growing.words(growing.ITERATIVE))


class Messages(unittest.TestCase):
    def test_reductions(self):
        """Solvers: two a solver's iteration, one for some; energies: one a step, and at first ten for momenta of rigid motions. Output: the ranks
        ask each other for signals and clocks in the first step, and then every 32 steps, or once a second. Checks of a solve take two: of the first
        and each 50th, or of all if the user chooses the solver."""
        cases = [("stencil_cg", {}, 2, 1), ("jacobi", {"operator": "assembled"}, 2, PCG), ("icc", {"operator": "assembled", "dt": 4 * DT, "t_end": 4 * STEPS * DT}, 2, PCG),
                 ("pipecg", {"ksp_type": "pipecg"}, 1, 4), ("stencil_cg, one reduction", {"ksp_cg_single_reduction": True}, 1, 1),
                 ("icc, one reduction", {"operator": "assembled", "dt": 4 * DT, "t_end": 4 * STEPS * DT, "ksp_cg_single_reduction": True}, 1, PCG)]
        for name, keys, each, more in cases:
            checks = STEPS if "ksp_type" in keys or "ksp_cg_single_reduction" in keys else 1
            for ranks in RANKS if RELEASE else (3,):
                with self.subTest(f"{name}, {ranks} ranks"):
                    m = wave(ranks, **keys)
                    self.assertLessEqual(m.log.calls("Stepping", "KSPSolve"), STEPS + 3)  # factors are tried once, and refined
                    solves = m.log.reductions("Stepping", "KSPSolve")
                    self.assertLessEqual(solves, each * m.linear + more * STEPS)
                    seconds = min(STEPS, int(m.seconds))  # more than 0 on a busy machine
                    self.assertLessEqual(m.log.reductions("Stepping") - solves, STEPS + 11 + 3 + 2 * checks + seconds)
                    self.assertLessEqual(m.log.reductions("Output", "Series"), 8)  # the last rows, and a flush now and then

    def test_passes(self):
        """Without a matrix the sums over the history and the right-hand side are made where the solver finds its first residual: no pass and no product beside it,
        but for M a + C v + K q of the check of the first solve."""
        for ranks in (1, 3) if RELEASE else (3,):
            log = wave(ranks, energies=False).log
            self.assertEqual(log.calls("Stepping", "History"), 0)
            self.assertLessEqual(log.calls("Stepping", "MatMult") + log.calls("Stepping", "MatMultAdd"), 3)
            self.assertEqual(log.calls("Stepping", "KSPSolve"), STEPS)

    def test_paths_are_no_options_of_solvers(self):
        """Options of solvers let each solve be checked, by three products. A log in the folder snes_pc_ksp_ let it be checked as well."""
        products = lambda log: log.calls("Stepping", "MatMult") + log.calls("Stepping", "MatMultAdd")
        with tempfile.TemporaryDirectory(suffix="snes_pc_ksp_") as folder, mock.patch("tempfile.tempdir", folder):
            self.assertLessEqual(products(wave.__wrapped__(3, energies=False).log), 3)
        self.assertGreaterEqual(products(wave(3, energies=False, ksp_rtol=1e-6).log), STEPS)

    def test_explicit_step(self):
        """One norm, which stops a run that grows. All is one pass: no sums of what the scheme remembers, no product and nothing on vectors beside it."""
        for ranks in (1, 4) if RELEASE else (4,):
            m = wave(ranks, energies=False, **LUMPED)
            for event in ("History", "MatMult", "MatMultAdd", "VecScale", "VecSet", "VecAXPY", "VecCopy"):
                self.assertEqual(m.log.calls("Stepping", event), 0, event)
            self.assertLessEqual(m.log.reductions("Stepping"), STEPS + 3)  # as above
            if ranks > 1:
                self.assertEqual(m.log.calls("Stepping", "VecScatterBegin"), STEPS)

    def test_explicit_step_of_nonlinear_models(self):
        """One norm, and where nodes turn how far; q goes out to the neighbours, v where nodes turn, forces come back, and q once more for the new orientations; nothing
        is solved, and there is no tangent, from the first acceleration on. Reactions of supports: q, v, a once a step, of what touches them alone, and never the
        states of all nodes. Energies are read at the start, and of every twentieth step and the last one, with a product with the mass each: of
        membranes from displacements alone; of beams from the states of all nodes, q, v, a."""
        readings = 3
        for name, part, dt, norms, exchanges, read, nodes in (("membrane", "skin", 1e-4, 1, 1, 1, 0), ("lattice", "beam", 2e-6, 2, 3, 3, STEPS + readings)):
            for ranks in (1, 4) if RELEASE else (4,):
                with self.subTest(f"{name}, {ranks} ranks"):
                    words = growing.MODELS[name](ranks, EACH)[0]
                    words[words.index("-dt") + 1] = repr(dt)
                    log = Measured([*words, *growing.words({f"part_{part}_mass": "lumped", "integrator": "ce4", "t_end": repr(STEPS * dt), "energies": "false"})], ranks, launch=LAUNCH).log
                    for event, calls in (("KSPSolve", 0), ("SNESSolve", 0), ("ElementTangents", 0), ("PCSetUp", 0), ("MatMult", readings)):
                        self.assertEqual([log.calls(phase, event) for phase in ("Setup", "Stepping")], [0, calls], event)
                    self.assertEqual(log.calls("Setup", "Pattern"), 1)  # of the masses; none of a tangent
                    self.assertLessEqual(log.reductions("Stepping"), norms * STEPS + 3 + readings)
                    self.assertLessEqual(log.calls("Stepping", "SFBcastBegin"), exchanges * STEPS + read * readings)
                    self.assertEqual(log.calls("Stepping", "NodeStates"), nodes)
                    scatters = 3 * (STEPS + 1) if ranks > 1 else 0  # one rank has the entries already and copies them
                    self.assertEqual((log.calls("Output", "NodeStates"), log.calls("Output", "VecScatterBegin")), (0, scatters))

    @release
    def test_neighbours(self):
        """A product exchanges no more than the nodes along the edges of a rank's block, in no more messages than it has neighbours. Setting up writes to neighbours as well, a number of
        times that does not grow with the ranks."""
        for keys in ({}, {"operator": "assembled"}):
            for ranks in RANKS[1:]:
                with self.subTest(f"{keys}, {ranks} ranks"):
                    log = wave(ranks, **keys).log
                    # products with stencils exchange by SFBcast, those with matrices by VecScatter; reductions go back to the owners
                    exchanges = sum(log.calls("Stepping", event) for event in ("SFBcastBegin", "VecScatterBegin", "SFReduceBegin"))
                    edge = 4 * (CELLS / ranks**0.5 + 2) * 2  # nodes; blocks are up to twice as long as wide
                    self.assertLessEqual(log.most("messages", "Stepping"), NEIGHBOURS * exchanges)
                    self.assertLessEqual(log.most("bytes", "Stepping"), 8 * edge * exchanges)
                    self.assertEqual(log.calls("Stepping", "BuildTwoSided"), 0)
                    self.assertLessEqual(log.most("messages", "Setup"), NEIGHBOURS * 24)


class Reading(unittest.TestCase):
    """What is measured is read from the screen: a line that is not as expected is told, and no number comes of it."""

    def program(self, line):
        return Measured(["-c", f"print({line!r})"], program=sys.executable, launch="env", logged=False)

    def test_last_line(self):
        run = self.program("done: 3 steps, 2 Newton and 7 linear iterations per step, 1.5e-02 s")
        self.assertEqual((run.steps, run.seconds), (3, 0.015))
        for line in ("finished: 3 steps", "done: three steps, 2 linear iterations per step, 1 s"):
            with self.assertRaisesRegex(SystemExit, f"(?s)measure.py.*{line}"):
                self.program(line)
        for line in ("done: 3 steps, 2 linear iterations per step, -nan s", "done: 3 steps in 1 s"):
            with self.assertRaisesRegex(SystemExit, f"(?s)measure.py.*{line}"):
                self.program(line).seconds


@release
class Growing(unittest.TestCase):
    """Nonlinear models with as many cells on each rank: what a step asks of MPI, between the program and MPI, so that nothing is left out. What MUMPS asks
    is another matter: its reductions are as long as the model, and on all ranks."""

    def test_nothing_of_all_ranks(self):
        """A step gathers nothing from all ranks, sends nothing to all, waits for none; what is reduced is a few numbers (GMRES: up to 30 products)."""
        for name in ("lattice", "membrane"):
            for ranks in (2, 8):
                with self.subTest(f"{name}, {ranks} ranks"):
                    c = counted(name, ranks)
                    self.assertEqual({kind: c.calls["c"][kind] for kind in ("bcast", "barrier", "gather", "alltoall")}, dict.fromkeys(("bcast", "barrier", "gather", "alltoall"), 0))
                    self.assertEqual(sum(c.calls["fortran"].values()), 0)
                    self.assertLessEqual(c.each("c", "reduce"), 8 * 31)
                    # a norm and the products of an iteration; of Newton's method: residual, its measures, the step's, the matrix
                    self.assertLessEqual(c.calls["c"]["reduce"], 2.1 * c.linear + 12 * c.newton + 8)

    def test_messages(self):
        """To neighbours alone, of the nodes along a border, six numbers each."""
        border = 6 * 8 * 4 * (EACH**0.5 + 2)
        for name in ("lattice", "membrane"):
            for ranks in (2, 8):
                with self.subTest(f"{name}, {ranks} ranks"):
                    self.assertLessEqual(counted(name, ranks).each("c", "send"), border)

    def test_memory(self):
        """Of the largest rank: as much on 8 as on 2, but for MPI's own buffers for others in the same memory."""
        for name in ("lattice", "membrane"):
            with self.subTest(name):
                few, many = (counted(name, ranks).memory for ranks in (2, 8))
                self.assertLessEqual(many, 1.15 * few)

    def test_chain(self):
        """With multipliers: the ranks eliminate what is between them along a tree of ranks, in fronts of two or three cuts of 9 unknowns. Nothing goes to all,
        nothing is gathered, a reduction is a few numbers, also on 16 ranks with 135 unknowns between them."""
        line = 4  # numbers that say which row and column a front leaves
        for ranks in (2, 16):
            with self.subTest(f"{ranks} ranks"):
                c = counted("chain", ranks)
                self.assertEqual({kind: c.calls["c"][kind] for kind in ("bcast", "barrier", "alltoall")}, dict.fromkeys(("bcast", "barrier", "alltoall"), 0))
                self.assertEqual(sum(c.calls["fortran"].values()), 0)
                self.assertLessEqual(c.each("c", "gather"), 8 * ranks)
                # as many as a reading of energies takes, besides the rows of histories: force and moment of a joint. The mean with these rows changed
                # with the load of the machine, because a run of half a second or more also writes its rows meanwhile, by reductions of one number
                histories = 8 * 6 * (EACH * ranks - 1)
                self.assertLessEqual(c.bytes["c"]["reduce"] - histories, 8 * 27 * c.calls["c"]["reduce"])
                self.assertLessEqual(c.each("c", "send"), 8 * (1 + line * 18 + 18**2))


if __name__ == "__main__":
    unittest.main()
