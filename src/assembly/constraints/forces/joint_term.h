/* joint_term.h: gathers cells of joints with the history that the term of joints stores.

   The history of a joint contains the angles and the bristles of its cells at the last accepted
   state (joint_state.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FORCES_JOINT_TERM_H
#define FS_ASSEMBLY_CONSTRAINTS_FORCES_JOINT_TERM_H

#include "model/joints/joint_cell_iterator.h"
#include "assembly/constraints/joint_state.h"

/* ---- step motors ----------------------------------------------------------------------------- */

/* The forces of motors whose functions are called once in each time step, for all free coordinates
   of joints: [njoints][ncells][JOINT_COORDINATES]. The pointer of a joint is NULL if it has no such
   motor, or no cells. */
typedef StepMotor (**StepMotors)[JOINT_COORDINATES];

/* StepMotorsCreate - Allocates the forces, at first 0, of those motors of joints whose functions
   are called once in each step.

   Output:
     motors  destroy it with StepMotorsDestroy()
   Not collective. */
PetscErrorCode StepMotorsCreate(Model model, StepMotors *motors);
PetscErrorCode StepMotorsDestroy(Model model, StepMotors *motors);

/* step_motors_call - Calls the functions of the motors of one joint cell and stores the forces for
   the step. A function is not called again at the state of its last call.

   Input:
     at     the cell at the start of a step
   Output:
     motor  [JOINT_COORDINATES] motors of the cell
     text   [size] which force is not finite; unchanged if all are finite, or if text is not
            empty */
void step_motors_call(Model model, const JointEvaluation *at, StepMotor motor[], char text[],
                      size_t size);

/* step_motors_forget - Makes the next step call the functions of all motors again, even at an
   unchanged state. The forces stay until then. */
void step_motors_forget(Model model, StepMotors motors);

/* ---- joint term ------------------------------------------------------------------------------ */

/* JointGatherWithHistory - Computes relative places, rotations and rates of the two nodes of a
   joint cell, together with the friction and whole turns that the joint remembers.

   Input:
     ev     a state of the model in which ev->nodes is not NULL
     joint  index of the joint in the model
     e      index of the cell on this rank
   Output:
     at     the cell, which borrows from the model, from ev and from what the joint remembers
   Not collective. */
void JointGatherWithHistory(const Evaluation *ev, PetscInt joint, PetscInt e, JointEvaluation *at);

/* JointIterator - A cell of a joint at a state, in a loop over all joint cells of this rank:
   PetscCall(JointIteratorOpen(ev, &it));
   while (JointIteratorNext(&it)) ...
   PetscCall(JointIteratorClose(&it)); */
typedef struct {
  JointCell cell;
  /* state of the cell, with friction and whole turns of the joint */
  JointEvaluation at;
  double          lambda[JOINT_ROWS]; /* Lagrange multipliers of the cell; 0 if ev->s->a is NULL */

  /* private */
  const Evaluation  *ev;
  Term               term;
  const PetscScalar *a;
} JointIterator;

/* JointIteratorOpen - Prepares a loop over the cells of all joints of this rank at a state.

   Input:
     ev  the state, in which ev->nodes is not NULL; borrowed until JointIteratorClose(). ev->s->a,
         which contains the multipliers, may be NULL
   Not collective. */
PetscErrorCode JointIteratorOpen(const Evaluation *ev, JointIterator *it);

/* JointIteratorNext - Moves to the next joint cell of this rank, and computes its state and its
   multipliers. Returns PETSC_FALSE after the last cell. Not collective. */
PetscBool JointIteratorNext(JointIterator *it);

/* JointIteratorClose - Ends a loop over joint cells, also before its last cell. Not collective. */
PetscErrorCode JointIteratorClose(JointIterator *it);

/* JointStepMotors - Returns the forces of those motors whose functions are called once in each
   step, borrowed. The model must have joints. Not collective. */
StepMotors JointStepMotors(Assembly a);

#endif
