/* mechanism_report.h: names what moves in a model that can move without resistance. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MECHANISM_REPORT_H
#define FS_DIAGNOSIS_MECHANISM_REPORT_H

#include <fs/solve.h>
#include "model/model.h"

/* Mechanism - A motion that the stiffness does not resist. */
typedef struct {
  /* PETSC_TRUE if there is a motion without resistance, and it could be computed */
  PetscBool found;
  PetscBool rigid;     /* whether the whole model moves as a rigid body */
  char      text[400]; /* names what moves: a joint, or the node that moves most */
} Mechanism;

/* MechanismFind - Finds a motion of almost no stiffness about a state.

   The function computes a null vector of the stiffness by inverse iteration, from forces that act
   everywhere, so that it finds one of several motions, or a combination of them.
   Input:
     s        the state
     loading  how much of the loads acts at this state
   Output:
     m        m->found is PETSC_FALSE if every motion has a stiffness, or if the stiffness is not
              symmetric, or if it cannot be factored
   Collective. */
PetscErrorCode MechanismFind(FsSystem sys, const FsState *s, const FsLoading *loading,
                             Mechanism *m);

/* ModelDescribeLostFixes - Writes that a support fixes a component that the model lacks, and leaves
   one free that the model has, as a support that fixes x and y in a model of x and z.

   Output:
     text  [size] of the first such support; empty without one
   Collective. */
PetscErrorCode ModelDescribeLostFixes(Model model, char text[], size_t size);

#endif
