/* multifrontal.h: factors a sparse matrix on one rank by the multifrontal method.

   The pattern is nearly symmetric. Some unknowns may remain in a Schur complement. The method suits
   mechanisms of bodies, joints, beams and frames. Their fronts are as small as one or two nodes,
   and their multipliers have zero diagonals. No function is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_MULTIFRONTAL_H
#define FS_DIRECT_MULTIFRONTAL_MULTIFRONTAL_H

#include "symbolic.h"

typedef struct _n_Multifrontal *Multifrontal;

/* Callback that receives a part A[n][n] of the Schur complement, by rows. unknown[n] are the
   numbers of its rows and columns. The Schur complement is the sum over all calls. */
typedef PetscErrorCode (*MultifrontalSchurFn)(void *context, PetscInt n, const PetscInt unknown[],
                                              const PetscScalar A[]);

/* MultifrontalCreate - Orders the unknowns and makes the symbolic factorization.

   s is used only during the call. MultifrontalGetSymbolic returns the factorization, borrowed. */
PetscErrorCode        MultifrontalCreate(const Sparsity *s, Multifrontal *f);
PetscErrorCode        MultifrontalDestroy(Multifrontal *f);
const SymbolicFactor *MultifrontalGetSymbolic(Multifrontal f);

enum { MULTIFRONTAL_PARTS = 3 };
/* smallest pivot relative to the largest entry of its column */
#define MULTIFRONTAL_THRESHOLD 0.1

/* Values of the entries of the pattern, in several arrays, such as those of a distributed matrix.

   Sparsity.from numbers the entries of all arrays consecutively. One number is skipped between two
   arrays, so that a run of consecutive entries never crosses from one array to the next. */
typedef struct {
  const PetscScalar *part[MULTIFRONTAL_PARTS];
  PetscInt           size[MULTIFRONTAL_PARTS];
  const PetscReal   *scale; /* [n] factors of rows, for comparable pivots; borrowed until the next
                               factorization */
  PetscReal root_threshold; /* threshold of pivots in roots, which cannot delay pivots */
} MultifrontalValues;

/* MultifrontalFactor - Factors the matrix.

   Input:
     add_schur  receives the Schur complement; may be NULL if all unknowns are eliminated
     context    first argument of add_schur
   Output:
     failed     number of unknowns for which no pivot was found; the factors can be used only if it
                is 0
     delayed    [n] becomes PETSC_TRUE for these unknowns; may be NULL */
PetscErrorCode MultifrontalFactor(Multifrontal f, const MultifrontalValues *values,
                                  MultifrontalSchurFn add_schur, void *context, PetscInt *failed,
                                  PetscBool delayed[]);

/* MultifrontalForwardSolve - Solves with L.

   Input:
     b  [n] right-hand side; 0 in the unknowns of the Schur complement
   Output:
     b  solution with L; in the unknowns of the Schur complement, what the eliminated unknowns add
        to their right-hand side */
PetscErrorCode MultifrontalForwardSolve(Multifrontal f, PetscScalar b[]);

/* MultifrontalBackwardSolve - Solves with U.

   Input:
     b  [n] result of MultifrontalForwardSolve
     x  [n] solution in the unknowns of the Schur complement
   Output:
     x  [n] solution in all unknowns */
PetscErrorCode MultifrontalBackwardSolve(Multifrontal f, const PetscScalar b[], PetscScalar x[]);

#endif
