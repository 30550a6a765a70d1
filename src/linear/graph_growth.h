/* graph_growth.h: estimates the length and the dimension of a model from the graph of its matrix.

   The rows of the matrix are the vertices of the graph, and its nonzero entries are the edges. For
   matrices with blocks, the vertices are rows of blocks. A level of a breadth-first search has all
   vertices with the same number of edges from the start. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_GRAPH_GROWTH_H
#define FS_LINEAR_GRAPH_GROWTH_H

#include <fs/fs.h>

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

#endif
