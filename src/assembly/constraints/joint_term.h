/* joint_term.h: gathers cells of joints with the history that the term of joints stores.

   The history of a joint contains the angles and the bristles of its cells at the last accepted
   state (joint_state.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_TERM_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_TERM_H

#include "assembly/constraints/forces/step_motors.h"
#include "model/joints/joint_cell_iterator.h"

/* JointGatherWithHistory - Gathers the state of one cell, with the history of the joint.

   Input:
     ev     an evaluation with nodes
     joint  index of the joint in the model
     e      index of the cell on this rank
   Output:
     at     the cell, which borrows from the model, from ev and from the history
   Not collective. */
void JointGatherWithHistory(const Evaluation *ev, PetscInt joint, PetscInt e, JointEvaluation *at);

/* A cell of a joint at an evaluation. This loop visits all cells of this rank:

     PetscCall(JointIteratorOpen(ev, &it));
     while (JointIteratorNext(&it)) ...
     PetscCall(JointIteratorClose(&it)); */
typedef struct {
  JointCell       cell;
  JointEvaluation at;                 /* with the history of the joint */
  double          lambda[JOINT_ROWS]; /* multipliers; 0 if the state has no accelerations */

  /* private */
  const Evaluation  *ev;
  Term               term;
  const PetscScalar *a;
} JointIterator;

/* JointIteratorOpen - Prepares a loop over the cells of all joints at an evaluation with nodes.

   Input:
     ev  borrowed until JointIteratorClose(); ev->s->a may be NULL
   Not collective. */
PetscErrorCode JointIteratorOpen(const Evaluation *ev, JointIterator *it);

/* JointIteratorNext - Moves to the next cell and gathers its state and its multipliers.

   Returns PETSC_FALSE after the last cell. Not collective. */
PetscBool JointIteratorNext(JointIterator *it);

/* JointIteratorClose - Ends a loop, even if it has not reached the last cell. Not collective. */
PetscErrorCode JointIteratorClose(JointIterator *it);

/* JointStepMotors - Returns the motors of a model with joints, borrowed. Not collective. */
StepMotors JointStepMotors(Assembly a);

#endif
