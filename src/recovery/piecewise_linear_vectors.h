/* piecewise_linear_vectors.h: compresses vectors that are piecewise linear in the node index.

   Fields that are linear in space, such as rigid motions, give such vectors if the nodes are evenly
   spaced. A piece is a range of nodes. For each entry of a node it is stored as two numbers, start
   and slope. A dot product with another vector then reads almost only the other vector from
   memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_PIECEWISE_LINEAR_VECTORS_H
#define FS_RECOVERY_PIECEWISE_LINEAR_VECTORS_H

#include <fs/petsc_versions.h>

/* largest number of vectors, and largest number of entries of a node */
enum { MAX_PIECEWISE_LINEAR = 6, MAX_NODE_ROWS = 6 };

/* PiecewiseLinear - Several compressed vectors. */
typedef struct _n_PiecewiseLinear *PiecewiseLinear;

/* PiecewiseLinearCreate - Compresses vectors that are piecewise linear in the index of the node.

   Compression changes an entry by at most 16 machine epsilons times the largest entry of its
   vector. If the entries at an index are smaller than this in all vectors, the entries at this
   index change by less, in proportion.
   Input:
     count      number of vectors, at most MAX_PIECEWISE_LINEAR
     n          number of entries of a vector
     node_rows  number of consecutive entries that belong to a node, for all or most nodes
     y          [count][n] the vectors
   Output:
     out        the caller destroys it by PiecewiseLinearDestroy(); NULL if the pieces are so short
                that compression would not save memory
   Not collective. */
PetscErrorCode PiecewiseLinearCreate(PetscInt count, PetscInt n, PetscInt node_rows,
                                     const PetscScalar *const y[], PiecewiseLinear *out);
PetscErrorCode PiecewiseLinearDestroy(PiecewiseLinear *r);

/* PiecewiseLinearDot - Computes the dot products of a vector with all compressed vectors.

   Input:
     x  [n] the vector
   Output:
     dot  [count] dot products, with the numbers n and count of PiecewiseLinearCreate()
   Not collective. */
void PiecewiseLinearDot(PiecewiseLinear r, const PetscScalar x[], PetscReal dot[]);

#endif
