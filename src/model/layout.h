/* layout.h: which dofs each node of this rank has, and where they are in local and global vectors.

   A supported dof is a dof that a support fixes or moves; the other dofs are free. A local vector
   has an entry for each dof of this rank's nodes and for each multiplier of this rank's joints. It
   includes ghosts and supported dofs. A global vector has free dofs and multipliers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LAYOUT_H
#define FS_MODEL_LAYOUT_H

#include "model/components.h"

/* MovedDof - A dof that a support moves, by the formula Support.motion[component]. The motions of
   all supports are numbered support by support and component by component, in the same way on all
   ranks. */
typedef struct {
  PetscInt dof;                /* index of the dof in local vectors */
  PetscInt support, component; /* support, and component, whose motion the dof follows */
  PetscInt motion;             /* number of this motion */
} MovedDof;

/* SupportDof - A supported dof at a node of this rank, which may be a ghost. If several supports
   fix or move the dof, it belongs to the last of these supports. */
typedef struct {
  PetscInt dof;                      /* index of the dof in local vectors */
  PetscInt node, component, support; /* indices of the node, of the component and of the support */
} SupportDof;

/* Layout - The dofs of the nodes of this rank and their indices. A node has three, one or no free
   rotations. */
typedef struct {
  unsigned char *components; /* [nnodes] bits of the components that each node has */
  unsigned char *supported;  /* [nnodes] bits of the components that supports fix or move */
  /* [nnodes][COMPONENTS] index of each component of a node in local vectors; -1 if the node does
     not have the component */
  PetscInt *dof;
  PetscInt  nlocal; /* number of entries of local vectors */
  /* [nlocal + number of shares] index in global vectors of each entry of local vectors; -1 if the
     dof is supported. From nlocal on: the equations to which this rank's joint cells contribute in
     couplings */
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
  /* [nlocal] number of the support motion that a dof follows, -1 if it follows no motion; NULL if
     nmotions is 0 */
  PetscInt *motion_of;
} Layout;

/* LayoutSetUp - Numbers the dofs, and sets all arrays of indices: the PetscSection of the DM, the
   Layout, Block.dofs, and the indices of joints, couplings and sliders.

   Call the function after supports and joints exist. A model without free dofs and constraints is
   allowed, because its reactions may be the result that the user wants. Collective. Input errors:
   supports contradict each other or fix nothing. A support fixes some of three rotations of a node,
   or moves a rotation while others are free. A motion moves a component that no node has. There are
   constraints but no free dofs. There are too many dofs. */
PetscErrorCode LayoutSetUp(Model model);
PetscErrorCode LayoutDestroy(Model model);

/* ModelGlobalToLocal - Copies a global vector into a local vector, including the dofs of ghosts.
   Entries of supported dofs in the local vector do not change. Collective. */
PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local);

/* ModelRowBlockSize - Finds the block size with which PETSc can store the matrices of the model.

   Output:
     bs  6 or 3 if each node has this number of free dofs; 1 if not, or if there are multipliers
   Collective. */
PetscErrorCode ModelRowBlockSize(Model model, PetscInt *bs);

#endif
