/* factor_cost.h: estimates the cost of factors of a matrix, compared with iterations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_FACTOR_COST_H
#define FS_LINEAR_FACTOR_COST_H

#include <fs/fs.h>

typedef struct {
  /* number of levels of a breadth-first search through the graph of the matrix, about the number of
     elements along the model */
  PetscReal levels;
  /* d in (number of dofs) = levels^d: 1 or more for chains, 2.1 for surfaces, 2.6 for lattices */
  PetscReal dimension;
  /* result of MatGraphGrowth: 1 for lines, up to 2 for surfaces, 2.4 to 3 for lattices in space */
  PetscReal growth;
  /* blocks in a row of the matrix: 5 for nets of lines, 7 or 9 for triangles and quadrilaterals */
  PetscReal neighbors;
  PetscReal iterations; /* number of preconditioned iterations that cost as much as the factors */
  PetscReal solve;      /* the same for a solve with the factors */
  PetscReal seconds;    /* time of the factors, within a factor of three */
  double    bytes;      /* memory of the factors on this rank */
} FactorCost;

/* FactorCostEstimate - Estimates the cost of factors from the pattern of a matrix.

   Input:
     A     assembled AIJ or BAIJ matrix
   Output:
     cost  the same on all ranks, except bytes
   Collective. */
PetscErrorCode FactorCostEstimate(Mat A, FactorCost *cost);

#endif
