/* factor_cost.c: estimates the cost of factors by a breadth-first search through the matrix, and
   announces factorizations that take long.

   The search from one end of a model visits it in levels. A level of w dofs separates the levels
   before it from those after it, so that fronts have about w dofs. w is small for chains. It is the
   square root of the dofs for surfaces, and their power 2/3 in space. The constants are fits of
   times on one rank for lattices and grillages of beams. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "factor_cost.h"
#include "base/aij.h"
#include "base/printing.h"
#include "solver.h"

/* Iterations per operation and entry: an entry of the matrix takes 2.3 ns of an iteration, an
   operation of a factorization 0.9 ns. */
static const PetscReal OPERATION = 0.4;
static const PetscReal SECONDS   = 0.9e-9; /* of an operation */
/* Iterations per dof and width of the model of a solve with the factors: their rows have about 3.4
   times that width, and one of their entries takes 1.1 ns. */
static const PetscReal SOLVE = 1.7;
/* Nested dissection of a surface takes about as many operations as this number of fronts of the
   width of the model (George 1973: 829/84 width^3). Chains have a front for each level. */
static const PetscReal FRONTS = 10;
static const double    BYTES  = 16; /* of one entry of L and one of U */

/* Local rows in the columns that the rank owns, and the state of the search. */
typedef struct {
  PetscInt        n;
  const PetscInt *i, *j;
  PetscInt       *queue; /* [n] in the order of the search */
  PetscInt       *seen;  /* [n] number of the last search that reached the row, from 1 */
} LocalGraph;

/* The dofs of this rank. */
typedef struct {
  PetscReal ranks;
  PetscInt  before, total;
} OwnedDofs;

/* Search number `number` from dof start: *size dofs in *levels levels; g->queue[*size - 1] is one
   of the farthest. */
static void breadth_first(LocalGraph *g, PetscInt number, PetscInt start, PetscInt *size,
                          PetscInt *levels)
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
      ++*levels;
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

/* Appends those centers of balls, spread over the dofs of all ranks, that lie in the component that
   was searched last. before: dofs of ranks and components before it; total: of the model. */
static void add_centers(const LocalGraph *g, PetscInt before, PetscInt size, PetscInt total,
                        PetscInt *ncenters, PetscInt center[MAT_GRAPH_CENTERS])
{
  for (int k = 0; k < MAT_GRAPH_CENTERS; k++) {
    const PetscInt at =
      (PetscInt)((2 * k + 1) * (PetscInt64)total / (2 * MAT_GRAPH_CENTERS)) - before;

    if (at >= 0 && at < size) center[(*ncenters)++] = g->queue[at];
  }
}

enum { OPERATIONS, DISSECTED, FILL, LENGTHS, ENTRIES, NCOST_SUMS };
enum { LEVELS, DIMENSION, NMAXIMA };

/* Adds a connected component to the sums and maxima. It is one of `parts` equal parts of a whole.
   sum[NCOST_SUMS] is over all components, maxima[NMAXIMA] are of them. */
static void add_component(PetscReal size, PetscReal levels, PetscReal parts, double sum[NCOST_SUMS],
                          PetscReal maxima[NMAXIMA])
{
  const PetscReal dimension =
    levels > 1 ? PetscMin(3, PetscLogReal(size) / PetscLogReal(levels)) : 3;
  const PetscReal length = levels * PetscPowReal(parts, 1 / dimension);
  /* the whole is wider by the number of parts to the power 1 - 1/dimension */
  const PetscReal width = size / levels * PetscPowReal(parts, 1 - 1 / dimension);

  sum[OPERATIONS] += 2 * size * PetscSqr(width);
  sum[DISSECTED] += 2 * PetscPowReal(width, 3) * PetscMin(length, FRONTS) / parts;
  sum[FILL] += size * width;
  sum[LENGTHS] += size * length;
  maxima[LEVELS]    = PetscMax(maxima[LEVELS], length);
  maxima[DIMENSION] = PetscMax(maxima[DIMENSION], dimension);
}

/* Adds each connected component of the local rows, and finds center[*ncenters]. */
static void add_components(LocalGraph *g, const OwnedDofs *part, double sum[NCOST_SUMS],
                           PetscReal maxima[NMAXIMA], PetscInt *ncenters,
                           PetscInt center[MAT_GRAPH_CENTERS])
{
  PetscInt number = 0, before = part->before;

  for (PetscInt start = 0; start < g->n; start++) {
    PetscInt size, levels;

    if (g->seen[start]) continue;
    breadth_first(g, ++number, start, &size, &levels);
    breadth_first(g, ++number, g->queue[size - 1], &size, &levels);
    add_centers(g, before, size, part->total, ncenters, center);
    add_component((PetscReal)size, (PetscReal)levels, part->ranks, sum, maxima);
    before += size;
  }
}

/* On several ranks, replaces the sums by those of the whole model if it is connected and short
   enough to search. The components of one rank are a poor measure. The sums are the share of this
   rank. */
static PetscErrorCode AddWholeModel(Mat A, const OwnedDofs *part, double sum[NCOST_SUMS],
                                    PetscReal maxima[NMAXIMA])
{
  enum { MAX_LEVELS = 5000 };
  PetscInt levels = 0;

  PetscFunctionBeginUser;
  if (part->ranks > 1) PetscCall(MatGraphLevels(A, MAX_LEVELS, &levels));
  if (!levels) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = OPERATIONS; k <= LENGTHS; k++) sum[k] = 0;
  for (int k = 0; k < NMAXIMA; k++) maxima[k] = 0;
  add_component((PetscReal)part->total, (PetscReal)levels, 1, sum, maxima);
  for (int k = OPERATIONS; k <= LENGTHS; k++) sum[k] /= part->ranks;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Measures the growth with balls of one twelfth of the model length and twice that: large against
   elements, small against the model. */
static PetscErrorCode MeasureGrowth(Mat A, PetscReal length, PetscInt ncenters,
                                    PetscInt center[MAT_GRAPH_CENTERS], PetscReal *growth)
{
  const PetscReal part = 12, min_radius = 2, max_radius = 200;
  const PetscInt  radius = (PetscInt)PetscMin(max_radius, PetscMax(min_radius, length / part));
  PetscInt        bs;

  PetscFunctionBeginUser;
  PetscCall(AIJGetBlockSize(A, &bs));
  for (PetscInt k = 0; k < ncenters; k++) center[k] /= bs;
  PetscCall(MatGraphGrowth(A, ncenters, center, radius, growth));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorCostEstimate(Mat A, FactorCost *cost)
{
  const MPI_Comm comm            = PetscObjectComm((PetscObject)A);
  double         sum[NCOST_SUMS] = {0};
  PetscReal      maxima[NMAXIMA] = {0};
  PetscInt       ncenters        = 0, center[MAT_GRAPH_CENTERS], bs;
  PetscMPIInt    ranks;
  PetscBool      done;
  LocalGraph     g;
  OwnedDofs      part;
  MatInfo        info;
  Mat            own, other;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  part.ranks = (PetscReal)ranks;
  PetscCall(MatGetOwnershipRange(A, &part.before, NULL));
  PetscCall(MatGetSize(A, &part.total, NULL));
  PetscCall(AIJGetSeqParts(A, &own, &other, NULL));
  PetscCall(MatGetRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &g.n, &g.i, &g.j, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a tangent is not an AIJ matrix");
  PetscCall(PetscMalloc1(g.n, &g.queue));
  PetscCall(PetscCalloc1(g.n, &g.seen));
  add_components(&g, &part, sum, maxima, &ncenters, center);
  PetscCall(AddWholeModel(A, &part, sum, maxima));
  PetscCall(AIJGetBlockSize(A, &bs));
  PetscCall(MatGetInfo(A, MAT_LOCAL, &info));
  sum[ENTRIES] = info.nz_used;
  cost->bytes  = BYTES * sum[FILL];
  PetscCall(PetscFree(g.seen));
  PetscCall(PetscFree(g.queue));
  PetscCall(MatRestoreRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &g.n, &g.i, &g.j, &done));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sum, NCOST_SUMS, MPI_DOUBLE, MPI_SUM, comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, maxima, NMAXIMA, MPIU_REAL, MPIU_MAX, comm));
  cost->levels     = maxima[LEVELS];
  cost->dimension  = maxima[DIMENSION];
  cost->neighbors  = part.total ? sum[ENTRIES] / ((PetscReal)part.total * (PetscReal)bs) : 0;
  cost->iterations = sum[ENTRIES] > 0 ? OPERATION * sum[OPERATIONS] / sum[ENTRIES] : 0;
  cost->solve      = sum[ENTRIES] > 0 ? SOLVE * sum[FILL] / sum[ENTRIES] : 0;
  cost->seconds    = SECONDS * sum[DISSECTED] / part.ranks;
  PetscCall(MeasureGrowth(A, part.total ? sum[LENGTHS] / (PetscReal)part.total : 0, ncenters,
                          center, &cost->growth));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- factor ordering ------------------------------------------------------------------------- */

/* Adds up the distances of the first column of each row in the reverse Cuthill-McKee ordering. A
   matrix of blocks has the rows and columns of its blocks. */
static PetscErrorCode FindBand(Mat A, PetscBool blocks, PetscReal *band, PetscReal *nonzeros)
{
  IS              rows, columns, places;
  const PetscInt *row, *place, *start, *column;
  PetscInt        n, ordered;
  PetscBool       known;

  PetscFunctionBeginUser;
  *band = *nonzeros = 0;
  PetscCall(MatGetOrdering(A, MATORDERINGRCM, &rows, &columns));
  PetscCall(ISInvertPermutation(rows, PETSC_DECIDE, &places));
  PetscCall(ISGetLocalSize(rows, &ordered));
  PetscCall(ISGetIndices(rows, &row));
  PetscCall(ISGetIndices(places, &place));
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, blocks, &n, &start, &column, &known));
  for (PetscInt i = 0; i < n && known && n == ordered; i++) {
    PetscInt first = i;

    for (PetscInt k = start[row[i]]; k < start[row[i] + 1]; k++)
      first = PetscMin(first, place[column[k]]);
    *band += (PetscReal)(i - first);
    *nonzeros += (PetscReal)(start[i + 1] - start[i]);
  }
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, blocks, &n, &start, &column, &known));
  PetscCall(ISRestoreIndices(places, &place));
  PetscCall(ISRestoreIndices(rows, &row));
  PetscCall(ISDestroy(&places));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&columns));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorOrdering(Mat A, PetscBool chain, MatOrderingType *type)
{
  PetscBool rows, blocks;
  PetscReal band, nonzeros;

  PetscFunctionBeginUser;
  *type = chain ? MATORDERINGND : MATORDERINGRCM;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQAIJ, &rows));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQBAIJ, &blocks));
  if (chain || (!rows && !blocks)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FindBand(A, blocks, &band, &nonzeros));
  if (band > 0 && band >= nonzeros) *type = MATORDERINGND;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- announcement ---------------------------------------------------------------------------- */

/* A library factors in one call, which cannot report how far it is. */

/* Smaller matrices are factored within seconds, and are not searched. */
enum { LEAST_DOFS = 5000 };

PetscErrorCode FactorAnnounce(Mat A)
{
  /* the mark of a matrix that was announced; later factors take as long */
  static const char mark_name[] = "factors announced";
  const MPI_Comm    comm        = PetscObjectComm((PetscObject)A);
  PetscContainer    mark;
  PetscBool         sparse;
  PetscInt          n;
  FactorCost        cost;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  if (n < LEAST_DOFS) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscObjectQuery((PetscObject)A, mark_name, (PetscObject *)&mark));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)A, &sparse, MATSEQAIJ, MATMPIAIJ, MATSEQBAIJ,
                                      MATMPIBAIJ, ""));
  if (mark || !sparse) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscContainerCreate(comm, &mark));
  PetscCall(PetscObjectCompose((PetscObject)A, mark_name, (PetscObject)mark));
  PetscCall(PetscContainerDestroy(&mark));
  PetscCall(FactorCostEstimate(A, &cost));
  PetscCall(
    LongPhaseAnnounce(comm, cost.seconds, "factors of a matrix of %" PetscInt_FMT " dofs", n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverAnnounceFactors(KSP ksp, Mat A)
{
  PetscBool direct, factors;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &factors, PCLU, PCCHOLESKY, ""));
  if (direct && factors) PetscCall(FactorAnnounce(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}
