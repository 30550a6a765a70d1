/* constraint_violations.h: records the largest constraint violation of each joint and coupling. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_CONSTRAINT_VIOLATIONS_H
#define FS_RECOVERY_CONSTRAINT_VIOLATIONS_H

#include "assembly/evaluation.h"

/* The kinds of violations: |Phi| of rows in [m] and in [rad], and the rates |G v + dPhi/dt| in
   [m/s] and in [rad/s]. */
enum { VIOLATION_LENGTH, VIOLATION_ANGLE, VIOLATION_SPEED, VIOLATION_SPIN, VIOLATION_KINDS };

/* The largest violations so far, and the time when each occurred first; 0 for a kind without
   rows. */
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
     largest  largest |Phi| and |G v + dPhi/dt| of all rows at this state; PETSC_MAX_REAL for NaN
   Collective, with one reduction. */
PetscErrorCode ConstraintViolationsUpdate(ConstraintViolations v, const Evaluation *ev,
                                          PetscReal largest[2]);

/* ConstraintViolationsCount - Returns the number of joints, couplings and sliders, in this
   order. */
PetscInt ConstraintViolationsCount(ConstraintViolations v);

/* ConstraintViolationsName - Returns the name of number i, borrowed. */
const char *ConstraintViolationsName(ConstraintViolations v, PetscInt i);

/* ConstraintViolationsKind - Returns "joint", "coupling" or "slider". */
const char *ConstraintViolationsKind(ConstraintViolations v, PetscInt i);

/* ConstraintViolationsGetMax - Computes the largest violations on all ranks since the creation.

   Output:
     max      [ConstraintViolationsCount()]
     fastest  largest speed of the nodes and points of joints [m/s], and largest spin [rad/s]
   Collective. */
PetscErrorCode ConstraintViolationsGetMax(ConstraintViolations v, ConstraintViolation max[],
                                          PetscReal fastest[2]);

#endif
