/* nodes_key.h: recognizes that the states of the nodes have been computed already, so that they
   need not be computed again.

   The residual, the tangent and the energies need the states of the nodes for the same state of the
   system in turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_NODES_KEY_H
#define FS_KINEMATICS_NODES_KEY_H

#include <fs/state.h>
#include "model/model.h"

/* NodesKey - What the states of the nodes depend on, besides the orientations R_ref at the last
   accepted state. The states are the same if the keys are equal (nodes_key_equal). */
typedef struct {
  PetscObjectId    vec[3];      /* the identities of the vectors q, v and a; 0: no vector */
  PetscObjectState contents[3]; /* a number that changes with each write to the vector */
  PetscReal        t;           /* the time [s] */
  FsLoading        loading;
  PetscInt         version; /* changes with values of given motions (given_motions_version) */
  PetscBool        valid;   /* PETSC_FALSE on several ranks, where all must compute or none */
} NodesKey;

PetscErrorCode NodesKeyMake(Model model, const FsState *s, const FsLoading *loading, NodesKey *key);
PetscBool      nodes_key_equal(const NodesKey *a, const NodesKey *b);

/* is_same_loading - Returns whether two loadings move supports and drivers in the same way. */
PetscBool is_same_loading(const FsLoading *a, const FsLoading *b);

#endif
