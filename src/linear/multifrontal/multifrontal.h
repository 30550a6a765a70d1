/* multifrontal.h: factors a sparse matrix on one rank by the multifrontal method.

   The pattern is nearly symmetric. Some unknowns may remain in a Schur complement. The method suits
   mechanisms of bodies, joints, beams and frames: fronts are as small as one or two nodes, and
   multipliers have no pivots of their own. No function is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_MULTIFRONTAL_MULTIFRONTAL_H
#define FS_LINEAR_MULTIFRONTAL_MULTIFRONTAL_H

#include "symbolic.h"

typedef struct _n_Multifrontal *Multifrontal;

/* Receives a part A[n][n] of the Schur complement in rows and columns unknown[n]; the sum over all
   calls is the Schur complement. */
typedef PetscErrorCode (*MultifrontalSchurFn)(void *context, PetscInt n, const PetscInt unknown[],
                                              const PetscScalar A[]);

/* MultifrontalCreate - Orders the unknowns and makes the symbolic factorization. */
PetscErrorCode        MultifrontalCreate(const Sparsity *s, Multifrontal *f);
PetscErrorCode        MultifrontalDestroy(Multifrontal *f);
const SymbolicFactor *MultifrontalGetSymbolic(Multifrontal f);

enum { MULTIFRONTAL_PARTS = 3 };
#define MULTIFRONTAL_THRESHOLD 0.1 /* of pivots relative to the largest entry of their column */

/* Values of the entries of the pattern, in consecutive parts, such as those of a distributed
   matrix.

   One number is skipped between two parts, so that no entry follows an entry of another part. */
typedef struct {
  const PetscScalar *part[MULTIFRONTAL_PARTS];
  PetscInt           size[MULTIFRONTAL_PARTS];
  const PetscReal *scale; /* [n] factors of rows, for comparable pivots; used until the next call */
  PetscReal root_threshold; /* threshold of pivots in roots, where pivots cannot be delayed */
} MultifrontalValues;

/* MultifrontalFactor - Factors the matrix.

   Input:
     add_schur  receives the Schur complement; may be NULL if all unknowns are eliminated
     context    first argument of add_schur
   Output:
     failed     number of unknowns without pivot; if it is not 0, the factors cannot be used
     delayed    [n] if not NULL, PETSC_TRUE is set for unknowns without pivot */
PetscErrorCode MultifrontalFactor(Multifrontal f, const MultifrontalValues *values,
                                  MultifrontalSchurFn add_schur, void *context, PetscInt *failed,
                                  PetscBool delayed[]);

/* MultifrontalForwardSolve - Solves with L.

   Input:
     b  [n] right-hand side; 0 in the unknowns of the Schur complement
   Output:
     b  solution with L; in the unknowns of the Schur complement the contribution to their
        right-hand side */
PetscErrorCode MultifrontalForwardSolve(Multifrontal f, PetscScalar b[]);

/* MultifrontalBackwardSolve - Solves with U.

   Input:
     b  [n] result of MultifrontalForwardSolve
     x  [n] solution in the unknowns of the Schur complement
   Output:
     x  solution */
PetscErrorCode MultifrontalBackwardSolve(Multifrontal f, const PetscScalar b[], PetscScalar x[]);

#endif
