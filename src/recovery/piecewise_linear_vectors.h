/* piecewise_linear_vectors.h: compresses vectors that are piecewise linear in the node index.

   Fields that are linear in space give such vectors if the nodes are evenly spaced. A piece is a
   range of nodes. It is stored as two numbers, start and slope, for each of the rows of a node. A
   dot product with another vector then reads almost only the other vector from memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_PIECEWISE_LINEAR_VECTORS_H
#define FS_RECOVERY_PIECEWISE_LINEAR_VECTORS_H

#include <fs/fs.h>

/* The largest number of vectors, and the largest number of rows of a node. */
enum { MAX_PIECEWISE_LINEAR = 6, MAX_NODE_ROWS = 6 };

typedef struct _n_PiecewiseLinear *PiecewiseLinear;

/* PiecewiseLinearCreate - Compresses count vectors with n entries each.

   Input:
     node_rows  number of rows of a node, for all or most nodes
     y          [count][n] the vectors
   Output:
     out        NULL if the pieces are too short to save memory
   An entry changes by at most 16 machine epsilons times the largest entry of its vector. It changes
   by less, in proportion, if the entries of its row are smaller in all vectors. Not collective. */
PetscErrorCode PiecewiseLinearCreate(PetscInt count, PetscInt n, PetscInt node_rows,
                                     const PetscScalar *const y[], PiecewiseLinear *out);
PetscErrorCode PiecewiseLinearDestroy(PiecewiseLinear *r);
/* %PiecewiseLinearDot - Computes dot[k] = x[n] . y[k] for all vectors. Not collective. */
void PiecewiseLinearDot(PiecewiseLinear r, const PetscScalar x[], PetscReal dot[]);

#endif
