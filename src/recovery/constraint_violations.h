/* constraint_violations.h: records the largest constraint violation of each joint and coupling. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_CONSTRAINT_VIOLATIONS_H
#define FS_RECOVERY_CONSTRAINT_VIOLATIONS_H

#include "assembly/evaluation.h"

/* The kinds of violations. LENGTH is |Phi| of rows that are lengths [m], and ANGLE is |Phi| of rows
   that are angles [rad]. SPEED and SPIN are |G v + dPhi/dt| of these rows [m/s], [rad/s]. */
enum { VIOLATION_LENGTH, VIOLATION_ANGLE, VIOLATION_SPEED, VIOLATION_SPIN, VIOLATION_KINDS };

/* ConstraintViolation - The largest violations of one joint, coupling or slider.

   Members:
     most  largest violation so far; 0 if no row has this kind
     when  time when this violation occurred first [s] */
typedef struct {
  PetscReal most[VIOLATION_KINDS], when[VIOLATION_KINDS];
} ConstraintViolation;

typedef struct _n_ConstraintViolations *ConstraintViolations;

/* ConstraintViolationsCreate - Creates a record for all joints, couplings and sliders.

   It borrows the assembly. Not collective. */
PetscErrorCode ConstraintViolationsCreate(Assembly a, ConstraintViolations *v);
PetscErrorCode ConstraintViolationsDestroy(ConstraintViolations *v);

/* ConstraintViolationsUpdate - Adds the violations at a state to the record.

   Input:
     ev       an evaluation with nodes
   Output:
     largest  largest |Phi|, then largest |G v + dPhi/dt|, of all rows at this state and of all
              ranks, whatever their units; PETSC_MAX_REAL if a row is NaN
   Collective, with one reduction. */
PetscErrorCode ConstraintViolationsUpdate(ConstraintViolations v, const Evaluation *ev,
                                          PetscReal largest[2]);

/* ConstraintViolationsCount - Returns the number of joints, couplings and sliders together.

   The functions below number joints first, then couplings, then sliders. */
PetscInt ConstraintViolationsCount(ConstraintViolations v);

/* ConstraintViolationsName - Returns the name of joint, coupling or slider i, borrowed. */
const char *ConstraintViolationsName(ConstraintViolations v, PetscInt i);

/* ConstraintViolationsKind - Returns "joint", "coupling" or "slider", the kind of number i. */
const char *ConstraintViolationsKind(ConstraintViolations v, PetscInt i);

/* ConstraintViolationsGetMax - Computes the largest violations on all ranks since the creation.

   Output:
     max      [ConstraintViolationsCount()]
     fastest  upper bound of the speeds of the points of joints so far [m/s], and largest angular
              velocity of their nodes so far [rad/s]
   Collective. */
PetscErrorCode ConstraintViolationsGetMax(ConstraintViolations v, ConstraintViolation max[],
                                          PetscReal fastest[2]);

#endif
