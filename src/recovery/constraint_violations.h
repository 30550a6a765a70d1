/* constraint_violations.h: records the largest constraint violation of each joint, coupling and
   slider.

   A joint, coupling or slider imposes constraints Phi(q, t) = 0 on the displacements, and therefore
   G v + dPhi/dt = 0 on the velocities, where G = dPhi/dq. The violation is what is left of these
   expressions at a state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_CONSTRAINT_VIOLATIONS_H
#define FS_RECOVERY_CONSTRAINT_VIOLATIONS_H

#include "assembly/term.h"

/* The kinds of violations: |Phi| of constraints on lengths [m] and on angles [rad], and
   |G v + dPhi/dt| of constraints on lengths [m/s] and on angles [rad/s]. */
enum { VIOLATION_LENGTH, VIOLATION_ANGLE, VIOLATION_SPEED, VIOLATION_SPIN, VIOLATION_KINDS };

/* ConstraintViolation - The largest violations of one joint, coupling or slider.

   Members:
     most  largest violation of each kind so far; 0 if no constraint has this kind
     when  time at which this violation occurred first [s] */
typedef struct {
  PetscReal most[VIOLATION_KINDS], when[VIOLATION_KINDS];
} ConstraintViolation;

/* ConstraintViolations - The record of all joints, couplings and sliders of a model. */
typedef struct _n_ConstraintViolations *ConstraintViolations;

/* ConstraintViolationsCreate - Creates an empty record of the largest violations of joints,
   couplings and sliders.

   Input:
     a  the assembly of the model, borrowed
   Output:
     v  the caller destroys it by ConstraintViolationsDestroy()
   Not collective. */
PetscErrorCode ConstraintViolationsCreate(Assembly a, ConstraintViolations *v);
PetscErrorCode ConstraintViolationsDestroy(ConstraintViolations *v);

/* ConstraintViolationsUpdate - Updates the record of the largest violations of constraints with
   those at a state.

   Input:
     ev       evaluation of the state; ev->nodes must not be NULL
   Output:
     largest  largest |Phi|, then largest |G v + dPhi/dt|, of all constraints of all ranks at this
              state, without regard to their units; PETSC_MAX_REAL if a constraint is NaN
   Collective, with one reduction. */
PetscErrorCode ConstraintViolationsUpdate(ConstraintViolations v, const Evaluation *ev,
                                          PetscReal largest[2]);

/* ConstraintViolationsGetMax - Computes the largest violations of each joint, coupling and slider
   so far, over all ranks.

   Output:
     max      [ConstraintsCount()] largest violations of each constraint, in the order of
              constraint_cells.h
     fastest  upper bound of the speeds that points of joints had so far [m/s], and largest angular
              velocity that nodes of joints had so far [rad/s], with which violations of velocities
              are compared
   Collective. */
PetscErrorCode ConstraintViolationsGetMax(ConstraintViolations v, ConstraintViolation max[],
                                          PetscReal fastest[2]);

#endif
