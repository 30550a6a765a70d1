/* nodes_key.h: determines whether the states of the nodes are still those that were computed last.

   The residual, the tangent and the energies ask for the same states in turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_NODES_KEY_H
#define FS_KINEMATICS_NODES_KEY_H

#include <fs/state.h>
#include "model/model.h"

/* NodesKey - What the states of the nodes depend on, besides the reference orientations. */
typedef struct {
  PetscObjectId    vec[3];      /* q, v and a; 0: no vector */
  PetscObjectState contents[3]; /* changes with each write to the vector */
  PetscReal        t;
  FsLoading        loading;
  PetscInt         version; /* given_motions_version */
  PetscBool        valid;   /* false on several ranks, where all must compute or none */
} NodesKey;

PetscErrorCode NodesKeyMake(Model model, const FsState *s, const FsLoading *loading, NodesKey *key);
PetscBool      nodes_key_equal(const NodesKey *a, const NodesKey *b);

/* is_same_loading - Returns whether two loadings move supports and drivers in the same way. */
PetscBool is_same_loading(const FsLoading *a, const FsLoading *b);

#endif
