/* descent.h: goes downhill in the energy to a stable equilibrium under constant loads.

   A step minimizes the energy plus sigma/2 times the squared distance from its start, subject to
   the constraints (proximal point method: Rockafellar 1976). It is a step of the implicit Euler
   method for a viscous motion (Kelley & Keyes 1998), and Newton's method solves it. The signs of
   the factors prove that the result is a minimum: otherwise sigma grows. It falls after steps that
   converge fast. At an equilibrium that is not stable, the first step goes along the softest
   direction. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_DESCENT_H
#define FS_CONTINUATION_DESCENT_H

#include <fs/solve.h>
#include "eigen/pencil.h"

/* NodeFields - Fields that do not depend on the number of ranks. They choose the direction and the
   sign along which an unstable equilibrium is left. */
typedef struct {
  PetscInt n;
  PetscErrorCode (*fill)(const void *context, PetscInt number, Vec field);
  const void *context; /* argument of fill, borrowed */
} NodeFields;

/* DescentRun - Changes s to a stable equilibrium with less energy.

   Input:
     stage    set up for equilibria; it solves for the final state
     weights  1 for displacements, the square of a length for rotations, 0 for multipliers
     s        any state that satisfies the constraints nearly, at rest
     leave    whether s is an unstable equilibrium, which must be left along its softest direction
   Output:
     s        a stable equilibrium. If info->ok is PETSC_FALSE, it is a state on the way
     info     iterations are added; if no stable equilibrium is found, ok becomes PETSC_FALSE
   The loads must be conservative. Collective. */
PetscErrorCode DescentRun(FsSystem sys, FsStage stage, const FsLoading *loading, Vec weights,
                          const NodeFields *fields, PetscBool leave, FsState *s, FsStageInfo *info);

/* ---- softest direction ----------------------------------------------------------------------- */

/* Finds the direction in which an unstable equilibrium is softest.
   It is the eigenvector of K x = mu W x with the lowest mu. W is the diagonal matrix of
   weights. */

/* SoftestDot - Computes dot = the sum of x_i y_i over entries with weights, without multipliers.

   SoftestNorm computes norm = sqrt(x . W x), and overwrites scratch. SoftestCount computes the
   number of entries with weights. All are collective. */
PetscErrorCode SoftestDot(Vec weights, Vec x, Vec y, PetscReal *dot);
PetscErrorCode SoftestNorm(Vec weights, Vec x, Vec scratch, PetscReal *norm);
PetscErrorCode SoftestCount(Vec weights, PetscInt *n);

/* SoftestDirection - Computes the direction by inverse iteration.

   The iteration starts from the first field that has a part along the direction, and so does its
   sign. A small part of all fields is added: an exact symmetry of the other unstable directions
   would end by round-off, which depends on the number of ranks.
   Input:
     p       pencil with the symmetric part of K; its factors are overwritten
   Output:
     x       the direction, of any size
     lowest  the lowest eigenvalue, or a bound just below it
     found   PETSC_FALSE if K has no negative eigenvalue, or no field is along its direction
   Collective. */
PetscErrorCode SoftestDirection(Pencil p, Vec weights, const NodeFields *fields, Vec x,
                                PetscReal *lowest, PetscBool *found);

#endif
