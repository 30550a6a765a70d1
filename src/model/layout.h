/* layout.h: which dofs each node of this rank has, and where they are in local and global vectors.

   A local vector has an entry for each dof of the nodes of this rank and for each multiplier of its
   joints. It includes ghosts and supported dofs. A global vector has free dofs and multipliers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LAYOUT_H
#define FS_MODEL_LAYOUT_H

#include "model/components.h"

/* A dof that a support moves. Motions are the formulas Support.motion[component]. They are numbered
   support by support and component by component, in the same way on all ranks. */
typedef struct {
  PetscInt dof;                /* index in local vectors */
  PetscInt support, component; /* whose formula it follows */
  PetscInt motion;             /* number of this formula */
} MovedDof;

/* A dof that a support fixes or moves, at a node of this rank (also a ghost). If several supports
   have it, it belongs to the last of them. */
typedef struct {
  PetscInt dof; /* index in local vectors */
  PetscInt node, component, support;
} SupportDof;

/* A node that rotates has three, one or no free rotations. */
typedef struct {
  unsigned char *components; /* [nnodes] bits of the components that the node has */
  unsigned char *supported;  /* [nnodes] bits of those that are fixed or moved */
  PetscInt      *dof;    /* [nnodes][COMPONENTS] index in local vectors; -1: no such component */
  PetscInt       nlocal; /* size of local vectors */
  PetscInt   *global; /* [nlocal, and more: couplings.h] index in global vectors; -1: supported */
  PetscInt    nfree;  /* size of global vectors: free dofs and multipliers of all ranks */
  PetscInt    nmultipliers;       /* of all ranks */
  PetscInt    nlocal_multipliers; /* of this rank */
  PetscInt   *multiplier; /* [nlocal_multipliers] indices into this rank's part of global vectors */
  PetscInt    first, end; /* this part has the global indices first to end - 1 */
  PetscBool   rotates;    /* some node of some rank has rotations */
  PetscInt    nsupport_dofs; /* dofs of this rank that supports fix or move */
  SupportDof *support_dof;   /* [nsupport_dofs] */
  PetscInt    nmoved;        /* dofs of this rank that supports move */
  MovedDof   *moved;         /* [nmoved] */
  PetscInt    nmotions;      /* of all supports, the same on all ranks */
  PetscInt   *motion_of;     /* [nlocal] number of a dof's motion, or -1; NULL if nmotions is 0 */
} Layout;

/* LayoutSetUp - Numbers the dofs and sets all index tables, once supports and joints exist.

   Sets the PetscSection of the DM, Layout, Block.dofs, and the indices of joints, couplings and
   sliders. Collective. Input errors: supports that contradict each other or fix nothing, a rotation
   that cannot be fixed alone, more dofs than a PetscInt can count, a model without free dofs. */
PetscErrorCode LayoutSetUp(Model model);
PetscErrorCode LayoutDestroy(Model model);

/* ModelGlobalToLocal - Copies a global vector into a local one, ghosts included.

   Entries of supported dofs do not change. Collective. */
PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local);

/* ModelRowBlockSize - Finds the size of the blocks that the rows of all nodes form.

   Output:
     bs  6 or 3; 1 if the rows do not form blocks
   Collective. In block_rows.c. */
PetscErrorCode ModelRowBlockSize(Model model, PetscInt *bs);

#endif
