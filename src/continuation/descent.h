/* descent.h: finds a stable equilibrium under constant loads by a descent of the energy.

   A step of the descent minimizes the potential energy plus sigma/2 times the squared distance from
   the start of the step, subject to the constraints (proximal point method: Rockafellar 1976). Such
   a step is also one of the implicit Euler method for a viscous motion (Kelley & Keyes 1998).
   Newton's method solves its equations. The number of negative pivots of the factored matrix shows
   whether the solution is a minimum; if the solution is not a minimum, sigma increases. After steps
   that converge fast, sigma decreases. If the descent starts at an unstable equilibrium, the first
   step goes along the direction in which the equilibrium is softest (softest_direction.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_DESCENT_H
#define FS_CONTINUATION_DESCENT_H

#include <fs/solve.h>

/* NodeFields - Vectors of displacements and rotations that do not depend on the number of ranks.

   An unstable equilibrium can be left along several directions, in either sense. These vectors
   select the direction and its sign, so that the result does not depend on the number of ranks. */
typedef struct {
  PetscInt n; /* the number of fields */
  /* sets the global vector field to the field with this number, 0 to n - 1; collective */
  PetscErrorCode (*fill)(const void *context, PetscInt number, Vec field);
  const void *context; /* the first argument of fill, borrowed */
} NodeFields;

/* DescentRun - Changes s to a stable equilibrium with less energy.

   Input:
     stage    a stage of sys that is set up for equilibria; it solves for the final state
     loading  the loading, which must be conservative
     weights  the diagonal of the inner product that measures distances: 1 for displacements, the
              square of a length [m2] for rotations, 0 for multipliers
     fields   select the direction along which an unstable equilibrium is left
     leave    PETSC_TRUE if s is an unstable equilibrium, which must be left along its softest
              direction
   Changed:
     s        on entry a state at rest that nearly satisfies the constraints; on return a stable
              equilibrium. If info->ok is PETSC_FALSE, s is an intermediate state
     info     iterations are added; if no stable equilibrium is found, ok becomes PETSC_FALSE
   Collective. */
PetscErrorCode DescentRun(FsSystem sys, FsStage stage, const FsLoading *loading, Vec weights,
                          const NodeFields *fields, PetscBool leave, FsState *s, FsStageInfo *info);

#endif
