/* piecewise_linear_vectors.h: vectors that are straight along most of the numbering: from node to node their entries rise evenly, as those of fields that are
   linear in space do where nodes are evenly spaced. Each straight piece is stored as two numbers a row of a node, so that products read
   the other vector alone. Used by momentum.c. */
#ifndef FS_RECOVERY_PIECEWISE_LINEAR_VECTORS_H
#define FS_RECOVERY_PIECEWISE_LINEAR_VECTORS_H

#include <fs/fs.h>

enum { MAX_PIECEWISE_LINEAR = 6, MAX_NODE_ROWS = 6 }; /* vectors; rows of a node */

typedef struct _n_PiecewiseLinear *PiecewiseLinear;

/* Store vectors y[count][n], whose nodes have step rows each, or most do. *out = NULL where pieces are too short to save anything.
   Entries change by 16 roundings at most of the largest of their vector, or as much less as their row is smaller in all vectors.
   Not collective. */
PetscErrorCode PiecewiseLinearCreate(PetscInt count, PetscInt n, PetscInt node_rows,
                                     const PetscScalar *const y[], PiecewiseLinear *out);
PetscErrorCode PiecewiseLinearDestroy(PiecewiseLinear *r);
/* dot[k] = x[n] . y[k]. */
void PiecewiseLinearDot(PiecewiseLinear r, const PetscScalar x[], PetscReal dot[]);

#endif
