/* layout.h: which dofs each node of this rank has, and where they are in local and global vectors.

   A supported dof is a dof that a support fixes or moves; the other dofs are free. A local vector
   has an entry for each dof of this rank's nodes and for each multiplier of this rank's joints. It
   includes ghosts and supported dofs. A global vector has free dofs and multipliers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LAYOUT_H
#define FS_MODEL_LAYOUT_H

#include "model/components.h"

/* A dof that a support moves. Its motion is the formula Support.motion[component]. The motions of
   all supports are numbered support by support and component by component, in the same way on all
   ranks. */
typedef struct {
  PetscInt dof;                /* index in local vectors */
  PetscInt support, component; /* they have the motion that the dof follows */
  PetscInt motion;             /* number of this motion */
} MovedDof;

/* A supported dof at a node of this rank, which may be a ghost. If several supports fix or move the
   dof, it belongs to the last of them. */
typedef struct {
  PetscInt dof; /* index in local vectors */
  PetscInt node, component, support;
} SupportDof;

/* The dofs and their indices. A node that rotates has three free rotations, one or none. */
typedef struct {
  unsigned char *components; /* [nnodes] bits of the components that the node has */
  unsigned char *supported;  /* [nnodes] bits of the components that supports fix or move */
  PetscInt      *dof;    /* [nnodes][COMPONENTS] index in local vectors; -1: no such component */
  PetscInt       nlocal; /* size of local vectors */
  /* [nlocal] index in global vectors; -1 if the dof is supported. The entries from nlocal on are
     the rows of CouplingShare (couplings.h) */
  PetscInt   *global;
  PetscInt    nfree;        /* size of global vectors: free dofs and multipliers of all ranks */
  PetscInt    nmultipliers; /* number of multipliers of all ranks */
  PetscInt    nlocal_multipliers; /* number of multipliers of this rank */
  PetscInt   *multiplier; /* [nlocal_multipliers] indices into this rank's part of global vectors */
  PetscInt    first, end; /* this rank's part has the global indices first to end - 1 */
  PetscBool   rotates;    /* whether some node of some rank has rotations */
  PetscInt    nsupport_dofs; /* number of supported dofs of this rank */
  SupportDof *support_dof;   /* [nsupport_dofs] */
  PetscInt    nmoved;        /* number of dofs of this rank that supports move */
  MovedDof   *moved;         /* [nmoved] */
  PetscInt    nmotions;      /* number of motions of all supports, the same on all ranks */
  /* [nlocal] number of the motion that a dof follows, -1 if it does not follow any; NULL if
     nmotions is 0 */
  PetscInt *motion_of;
} Layout;

/* LayoutSetUp - Numbers the dofs and sets all index tables.

   Call it after supports and joints exist. Sets the PetscSection of the DM, Layout, Block.dofs, and
   the indices of joints, couplings and sliders. Collective. Input errors: supports contradict each
   other or fix nothing; a rotation cannot be fixed alone, or moved beside free ones.
   Also: a motion moves a component that no node has; there are constraints but no free dofs, or
   too many dofs. A model without free dofs and constraints is allowed: its forces are an answer. */
PetscErrorCode LayoutSetUp(Model model);
PetscErrorCode LayoutDestroy(Model model);

/* ModelGlobalToLocal - Copies a global vector into a local vector, including ghosts.

   Entries of supported dofs do not change. Collective. */
PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local);

/* ModelRowBlockSize - Finds the block size of matrices: 6 or 3 if the rows of each node form
   complete blocks of this size.

   Output:
     bs  6 or 3; 1 if the rows do not form such blocks, or if there are multipliers
   Collective. In block_rows.c. */
PetscErrorCode ModelRowBlockSize(Model model, PetscInt *bs);

#endif
