/* joint_term.h: gathers cells of joints with the history that the term of joints stores.

   The history of a joint has the angles and bristles at the last accepted state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_TERM_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_TERM_H

#include "joint_state.h"
#include "model/joints/joint_cell_iterator.h"

/* JointGatherWithHistory - Gathers one cell as JointGather() does, with the history. */
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

/* JointIteratorClose - Ends a loop, also one that was left before its last cell. */
PetscErrorCode JointIteratorClose(JointIterator *it);

#endif
