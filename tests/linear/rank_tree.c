/* rank_tree.c: a matrix that the ranks have parts of is solved along the tree of ranks as the sum
   of the parts is multiplied. Ranks are in a row, each touches CUT unknowns of its own, those of
   the next rank, and, where there is a hub, one of the first rank's that all touch. Multipliers are
   zero on the diagonal, and have their other entries on one of their ranks alone, so that pivots
   must be put off. Some ranks may have nothing. Without the hub fronts have three cuts, whatever
   the number of ranks; nothing is solved where a row is 0 or not a number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "petsc_test.h"
#include "direct/multifrontal/between_ranks/rank_tree.h"

enum { CUT = 5, MOST = 2 * CUT + 1 };

typedef enum { SOUND, EMPTY_ROW, NAN_ENTRY } Kind;

typedef struct {
  PetscInt    n, number[MOST];
  PetscScalar A[MOST * MOST];
} Part;

static double drawn(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed / 2147483648. - 1;
}

/* Of one rank: the first unknown of each cut is a multiplier, with entries on the rank that has it.
 */
static void make_part(PetscMPIInt rank, PetscMPIInt ranks, PetscBool hub, Kind kind, Part *p)
{
  unsigned seed = 17 + 31u * (unsigned)rank;

  p->n = 0;
  if (hub && rank) p->number[p->n++] = 1;
  for (PetscInt k = 0; k < CUT * (rank + 1 < ranks ? 2 : 1); k++)
    if (!(hub && CUT * rank + k == 1 && p->n && p->number[0] == 1))
      p->number[p->n++] = CUT * rank + k;
  for (PetscInt i = 0; i < p->n; i++)
    for (PetscInt j = 0; j < p->n; j++) {
      const PetscInt  row = p->number[i], column = p->number[j];
      const PetscBool multiplier = (PetscBool)(row % CUT == 0 || column % CUT == 0);
      double          value      = drawn(&seed) + (row == column ? 3 * MOST : 0);

      if (multiplier && (row == column || row / CUT != rank || column / CUT != rank)) value = 0;
      if (kind == EMPTY_ROW && row == CUT - 1) value = 0;
      if (kind == NAN_ENTRY && rank == 0 && i == 0 && j == 1) value = NAN;
      p->A[i * p->n + j] = value;
    }
}

static double exact(PetscInt number) { return sin(1. + (double)number); }

/* ranks: the first ones that have anything. */
static PetscErrorCode CheckTree(PetscMPIInt rank, PetscMPIInt ranks, PetscBool hub, Kind kind)
{
  PetscInt    place[MOST];
  PetscScalar x[MOST];
  PetscBool   singular;
  RankTree    tree;
  Part        p;

  PetscFunctionBeginUser;
  if (rank < ranks) make_part(rank, ranks, hub, kind, &p);
  else p.n = 0;
  PetscCall(RankTreeCreate(PETSC_COMM_WORLD, rank < ranks ? CUT : 0, p.n, p.number, &tree));
  if (!hub)
    CHECK(RankTreeMaxFront(tree) <= 3 * CUT, "a front has %d unknowns",
          (int)RankTreeMaxFront(tree));
  for (PetscInt k = 0; k < p.n; k++) place[k] = k;
  for (int again = 0; again < 2;
       again++) { /* what is added twice and cleared between is added once */
    PetscCall(RankTreeClear(tree));
    RankTreeAdd(tree, p.n, place, p.n, place, p.A);
    PetscCall(RankTreeFactor(tree, &singular));
    CHECK(singular == (kind != SOUND), "hub %d, kind %d: singular is %d", hub, kind, singular);
  }
  for (PetscInt i = 0; i < p.n; i++) {
    x[i] = 0;
    for (PetscInt j = 0; j < p.n; j++) x[i] += p.A[i * p.n + j] * exact(p.number[j]);
  }
  if (!singular) {
    PetscCall(RankTreeSolve(tree, x));
    for (PetscInt i = 0; i < p.n; i++) /* a few hundred unknowns at a condition of about 1e3 */
      CHECK(fabs(x[i] - exact(p.number[i])) < 1e-11, "hub %d: x of %d is wrong by %g", hub,
            (int)p.number[i], x[i] - exact(p.number[i]));
  }
  PetscCall(RankTreeDestroy(&tree));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscMPIInt rank, ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
  for (int hub = 0; hub < 2; hub++)
    for (Kind kind = SOUND; kind <= NAN_ENTRY; kind++) {
      PetscCall(CheckTree(rank, ranks, (PetscBool)hub, kind));
      PetscCall(CheckTree(rank, (ranks + 1) / 2, (PetscBool)hub, kind));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
