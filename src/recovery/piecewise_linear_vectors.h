/* piecewise_linear_vectors.h: compresses vectors that are piecewise linear in the node index.

   Fields that are linear in space give such vectors if the nodes are evenly spaced. Each piece is
   stored as two numbers for each row of a node. A dot product then reads only the other vector from
   memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_PIECEWISE_LINEAR_VECTORS_H
#define FS_RECOVERY_PIECEWISE_LINEAR_VECTORS_H

#include <fs/fs.h>

enum { MAX_PIECEWISE_LINEAR = 6, MAX_NODE_ROWS = 6 }; /* vectors; rows of a node */

typedef struct _n_PiecewiseLinear *PiecewiseLinear;

/* PiecewiseLinearCreate - Compresses the vectors y[count][n].

   Input:
     node_rows  rows of a node, for all or most nodes
   Output:
     out        NULL if the pieces are too short to save memory
   Entries change by at most 16 roundings of the largest entry of their vector. In rows that are
   smaller in all vectors they change by less, in proportion. Not collective. */
PetscErrorCode PiecewiseLinearCreate(PetscInt count, PetscInt n, PetscInt node_rows,
                                     const PetscScalar *const y[], PiecewiseLinear *out);
PetscErrorCode PiecewiseLinearDestroy(PiecewiseLinear *r);
/* %PiecewiseLinearDot - Computes dot[k] = x[n] . y[k] for all vectors. Not collective. */
void PiecewiseLinearDot(PiecewiseLinear r, const PetscScalar x[], PetscReal dot[]);

#endif
