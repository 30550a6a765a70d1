/* graph_growth.h: measures the length and dimension of the graph of a matrix by breadth-first
   search. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_GRAPH_GROWTH_H
#define FS_LINEAR_GRAPH_GROWTH_H

#include <fs/fs.h>

enum { MAT_GRAPH_CENTERS = 16 }; /* largest number of centers on all ranks together */

/* MatGraphGrowth - Estimates the dimension of the graph of A from the growth of balls.

   A ball has all rows within a number of levels, its radius, around a center. A ball with twice the
   radius has 2^growth times as many rows. For matrices with blocks, rows are rows of blocks.
   Input:
     A       assembled AIJ or BAIJ matrix
     center  [n] centers, as local rows; n may be 0
     radius  radius of the balls [levels]
   Output:
     growth  the largest growth of all balls, the same on all ranks
   Collective. */
PetscErrorCode MatGraphGrowth(Mat A, PetscInt n, const PetscInt center[], PetscInt radius,
                              PetscReal *growth);

/* MatGraphLevels - Counts the levels of a breadth-first search from one end of the graph of A.

   Output:
     levels  number of levels, the same on all ranks; 0 if the graph is not connected or has more
             than max_levels
   Collective. */
PetscErrorCode MatGraphLevels(Mat A, PetscInt max_levels, PetscInt *levels);

#endif
