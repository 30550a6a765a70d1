/* graph_growth.h: balls in the graph of a matrix, over all ranks: how long what it couples is, and whether it is a line, a surface, or fills
   space. Called by factor_cost.c. */
#ifndef FS_LINEAR_GRAPH_GROWTH_H
#define FS_LINEAR_GRAPH_GROWTH_H

#include <fs/fs.h>

enum { MAT_GRAPH_CENTERS = 16 };

/* *growth = by which power of its radius a ball grows in the graph of A, an assembled AIJ or BAIJ: from radius to twice that, the most
   of the balls about some of this rank's rows of blocks, center[n]; all ranks together have at most MAT_GRAPH_CENTERS. The same on all ranks.
   Collective, as below. */
PetscErrorCode MatGraphGrowth(Mat A, PetscInt n, const PetscInt center[], PetscInt radius,
                              PetscReal *growth);

/* *levels = radius of the ball about an end of the graph of A that has all rows in it, and 1; 0: no ball has them all, or it would
   have more than most levels. The same on all ranks. */
PetscErrorCode MatGraphLevels(Mat A, PetscInt max_levels, PetscInt *levels);

#endif
