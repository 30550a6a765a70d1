/* factor_cost.h: estimates the cost of factoring a matrix, compared with the cost of preconditioned
   iterations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_FACTOR_COST_H
#define FS_LINEAR_FACTOR_COST_H

#include <fs/fs.h>

typedef struct {
  /* the number of levels of a breadth-first search through the graph of the matrix, which is about
     the number of elements along the model */
  PetscReal levels;
  /* the exponent d in (number of dofs) = levels^d: 1 or more for chains, 2.1 for surfaces, 2.6 for
     lattices */
  PetscReal dimension;
  /* the result of MatGraphGrowth: 1 for lines, up to 2 for surfaces, 2.4 to 3 for lattices in
     space */
  PetscReal growth;
  /* the number of blocks in a row of the matrix: 5 for nets of lines, 7 or 9 for triangles and
     quadrilaterals */
  PetscReal neighbors;
  /* the number of preconditioned iterations that cost as much as the factorization */
  PetscReal iterations;
  /* the number of preconditioned iterations that cost as much as one solve with the factors */
  PetscReal solve;
  PetscReal seconds; /* the time of the factorization [s], within a factor of three */
  double    bytes;   /* the memory of the factors on this rank [bytes] */
} FactorCost;

/* FactorCostEstimate - Estimates the cost of the factors of a matrix from its nonzero pattern.

   Input:
     A     assembled AIJ or BAIJ matrix
   Output:
     cost  the estimates, which are the same on all ranks, except for bytes
   Collective. */
PetscErrorCode FactorCostEstimate(Mat A, FactorCost *cost);

#endif
