/* factor_cost.h: estimates the cost of factoring a matrix, compared with the cost of preconditioned
   iterations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_FACTOR_COST_H
#define FS_LINEAR_FACTOR_COST_H

#include <fs/petsc_versions.h>

typedef struct {
  /* number of levels of a breadth-first search through the graph of the matrix, which is about the
     number of elements along the model */
  PetscReal levels;
  /* exponent d in (number of dofs) = levels^d: 1 or more for chains, 2.1 for surfaces, 2.6 for
     lattices */
  PetscReal dimension;
  /* growth of the graph, from MatGraphGrowth: 1 for lines, up to 2 for surfaces, 2.4 to 3 for
     lattices in space */
  PetscReal growth;
  /* number of blocks in a row of the matrix: 5 for nets of lines, 7 or 9 for triangles and
     quadrilaterals */
  PetscReal neighbors;
  /* number of preconditioned iterations that cost as much as the factorization */
  PetscReal iterations;
  /* number of preconditioned iterations that cost as much as one solve with the factors */
  PetscReal solve;
  PetscReal seconds; /* time of the factorization [s], within a factor of three */
  double    bytes;   /* the memory of the factors on this rank [bytes] */
} FactorCost;

/* FactorCostEstimate - Estimates the cost of the factors of a matrix from its nonzero pattern.

   Input:
     A     assembled AIJ or BAIJ matrix
   Output:
     cost  the estimates, which are the same on all ranks, except for bytes
   Collective. */
PetscErrorCode FactorCostEstimate(Mat A, FactorCost *cost);

/* ---- graph growth ---------------------------------------------------------------------------- */

/* Estimates the length and the dimension of a model from the graph of its matrix.
   The rows of the matrix are the vertices of the graph, and its nonzero entries are the edges. For
   matrices with blocks, the vertices are rows of blocks. A level of a breadth-first search has all
   vertices with the same number of edges from the start. */

enum { MAT_GRAPH_CENTERS = 16 }; /* largest number of centers on all ranks together */

/* MatGraphGrowth - Estimates the dimension of the graph of A: 1 for a line, 2 for a surface, 3 for
   a solid.

   A ball is the set of all rows within a number of levels, its radius, of a center. A ball with
   twice the radius has 2^growth times as many rows, and growth is the dimension.
   Input:
     A       assembled AIJ or BAIJ matrix
     center  [n] the centers, as local rows of this rank; n may be 0
     radius  the radius of the balls [levels]
   Output:
     growth  the largest growth of all balls, the same on all ranks
   Collective. */
PetscErrorCode MatGraphGrowth(Mat A, PetscInt n, const PetscInt center[], PetscInt radius,
                              PetscReal *growth);

/* MatGraphLevels - Counts the levels of a breadth-first search from one end of the graph of A.

   Output:
     levels  the number of levels, the same on all ranks. It is 0 if the graph is not connected or
             has more than max_levels levels
   Collective. */
PetscErrorCode MatGraphLevels(Mat A, PetscInt max_levels, PetscInt *levels);

/* ---- factor ordering ------------------------------------------------------------------------- */

/* Chooses the order of unknowns in which PETSc's own LU factorization eliminates
   them. */

/* FactorOrdering - Chooses the ordering for the LU factors that PETSc computes of a matrix on one
   rank.

   There are two orderings. Reverse Cuthill-McKee makes a narrow band; nested dissection cuts the
   model into pieces, and has less fill in large models. For a matrix of type AIJ the result is
   nested dissection, unless the band of Cuthill-McKee is narrower than the number of nonzeros in a
   row. For other matrices it is Cuthill-McKee.
   For sheets of shells with 8, 12, 24 and 32 cells in each direction, dissection took 0.75, 0.55,
   0.4 and 0.2 of the time of Cuthill-McKee. For strips that are 4 and 2 cells wide it took 1.5 and
   2.5 times as long. Dissection cuts a chain into segments that are eliminated independently; a
   solve then takes 0.6 of the time.

   Input:
     chain  PETSC_TRUE if the matrix is that of a chain of nodes
   Output:
     type   the ordering, a static text

   Not collective. */
PetscErrorCode FactorOrdering(Mat A, PetscBool chain, MatOrderingType *type);

#endif
