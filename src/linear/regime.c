/* regime.c: what factors cost. A breadth-first search from one end of a model visits it in levels; a level of w dofs
   separates what is before it from what is behind, so that a factorization works with fronts of about w: w is small for
   chains, the square root of the dofs for surfaces, and their power 2/3 in space. The constants are fits of what one rank
   takes with lattices and grillages of beams. */
#include "regime.h"
#include "stencil/aij.h"

/* Iterations per operation and entry: an entry of the matrix takes 2.3 ns of an iteration, an operation of a factorization
   0.9 ns. */
static const PetscReal OPERATION = 0.4;
static const double    BYTES     = 16; /* of an entry of L and of U together */

/* One rank's rows in the columns that it owns, and the search under way. */
typedef struct {
  PetscInt        n;
  const PetscInt *i, *j;
  PetscInt       *queue; /* [n] in the order of visits */
  PetscInt       *seen;  /* [n] number of the last search that came here, from 1 */
} Graph;

/* Search number `number` from dof start, over at most so many levels: *size dofs in *levels levels; g->queue[*size - 1] is one of
   the farthest. */
static void search(Graph *g, PetscInt number, PetscInt start, PetscInt most, PetscInt *size, PetscInt *levels)
{
  PetscInt end = 1;

  g->queue[0]    = start;
  g->seen[start] = number;
  *size          = 1;
  *levels        = 0;
  for (PetscInt at = 0; at < *size; at++) {
    const PetscInt row = g->queue[at];

    if (at == end) {
      end = *size;
      if (++*levels == most) return;
    }
    for (PetscInt k = g->i[row]; k < g->i[row + 1]; k++) {
      const PetscInt column = g->j[k];

      if (g->seen[column] == number) continue;
      g->seen[column]     = number;
      g->queue[(*size)++] = column;
    }
  }
  ++*levels;
}

/* By which power of its radius a ball grows, at most: about some dofs of the last search, as edges stop it. */
static PetscReal growth(Graph *g, PetscInt *number, PetscInt size, PetscInt levels)
{
  enum { BALLS = 16 };
  const PetscInt radius = PetscMax(2, levels / 12);
  PetscInt       center[BALLS], inner, outer;
  PetscReal      most = 0;

  for (int k = 0; k < BALLS; k++) center[k] = g->queue[(PetscInt)((2 * k + 1) * (PetscInt64)size / (2 * BALLS))];
  for (int k = 0; k < BALLS; k++) {
    search(g, ++*number, center[k], radius, &inner, &levels);
    search(g, ++*number, center[k], 2 * radius, &outer, &levels);
    most = PetscMax(most, PetscLogReal((PetscReal)outer / (PetscReal)inner) / PetscLogReal(2));
  }
  return most;
}

enum { OPERATIONS, FILL, ENTRIES, SUMS };
enum { LEVELS, DIMENSION, GROWTH, LARGEST };

/* sum[SUMS] of all connected pieces of a rank's rows; longest[LARGEST]: the largest of them. */
static void add_pieces(Graph *g, PetscReal ranks, double sum[SUMS], PetscReal longest[LARGEST])
{
  PetscInt number = 0;

  for (PetscInt start = 0; start < g->n; start++) {
    PetscInt size, levels;
    double   width, dimension;

    if (g->seen[start]) continue;
    search(g, ++number, start, PETSC_MAX_INT, &size, &levels);
    search(g, ++number, g->queue[size - 1], PETSC_MAX_INT, &size, &levels);
    width     = (double)size / (double)levels;
    dimension = levels > 1 ? PetscMin(3, PetscLogReal((PetscReal)size) / PetscLogReal((PetscReal)levels)) : 3;
    /* the whole is as many times wider as it has ranks, to the power 1 - 1/dimension */
    sum[OPERATIONS] += 2.0 * (double)size * PetscSqr(width * PetscPowReal(ranks, 1 - 1 / dimension));
    sum[FILL] += (double)size * width * PetscPowReal(ranks, 1 - 1 / dimension);
    longest[GROWTH]    = PetscMax(longest[GROWTH], growth(g, &number, size, levels));
    longest[LEVELS]    = PetscMax(longest[LEVELS], (PetscReal)levels * PetscPowReal(ranks, 1 / dimension));
    longest[DIMENSION] = PetscMax(longest[DIMENSION], dimension);
  }
}

PetscErrorCode FactorCostEstimate(Mat A, FactorCost *cost)
{
  const MPI_Comm comm             = PetscObjectComm((PetscObject)A);
  double         sum[SUMS]        = {0};
  PetscReal      longest[LARGEST] = {0};
  PetscMPIInt    ranks;
  PetscBool      done;
  Graph          g;
  Mat            own, other;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  PetscCall(AIJParts(A, &own, &other, NULL));
  PetscCall(MatGetRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &g.n, &g.i, &g.j, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a tangent is not of AIJ");
  PetscCall(PetscMalloc1(g.n, &g.queue));
  PetscCall(PetscCalloc1(g.n, &g.seen));
  add_pieces(&g, (PetscReal)ranks, sum, longest);
  sum[ENTRIES] = g.n ? (double)g.i[g.n] : 0;
  cost->bytes  = BYTES * sum[FILL];
  PetscCall(PetscFree(g.seen));
  PetscCall(PetscFree(g.queue));
  PetscCall(MatRestoreRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &g.n, &g.i, &g.j, &done));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sum, SUMS, MPI_DOUBLE, MPI_SUM, comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, longest, LARGEST, MPIU_REAL, MPIU_MAX, comm));
  cost->levels     = longest[LEVELS];
  cost->dimension  = longest[DIMENSION];
  cost->growth     = longest[GROWTH];
  cost->iterations = sum[ENTRIES] > 0 ? OPERATION * sum[OPERATIONS] / sum[ENTRIES] : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
