/* factor_cost.h: what factors of a matrix cost, against iterations. Called by src/solve/newton/tangent.c. */
#ifndef FS_LINEAR_FACTOR_COST_H
#define FS_LINEAR_FACTOR_COST_H

#include <fs/fs.h>

typedef struct {
  PetscReal
    levels; /* of a breadth-first search through the matrix's graph: the length of the model, in elements */
  PetscReal
    dimension; /* d in dofs = levels^d: from 1 of chains on; surfaces have about 2.1, lattices 2.6 */
  PetscReal growth; /* see graph_growth.h: 1 of lines, up to 2 of surfaces, 2.4 to 3 in space */
  PetscReal
            neighbors; /* blocks in a row of the matrix: 5 of nets of lines, 7 or 9 of triangles and quadrilaterals */
  PetscReal iterations; /* of a preconditioned Krylov method, which cost as much as the factors */
  double    bytes;      /* of the factors, on this rank */
} FactorCost;

/* The cost of factors of A, an assembled AIJ or BAIJ, from its pattern alone. The same on all ranks, but for bytes. Collective. */
PetscErrorCode FactorCostEstimate(Mat A, FactorCost *cost);

#endif
