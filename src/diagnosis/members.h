/* members.h: finds members of beams, which are chains of 2-node cells along one line.

   A member ends at supports, joints, corners, and at nodes that have one cell or more than two
   cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MEMBERS_H
#define FS_DIAGNOSIS_MEMBERS_H

#include "model/model.h"

enum { MEMBER_LONG = 3 }; /* MemberCell.cells of a member with more than two cells */

/* MemberCell - A 2-node beam cell of this rank, in the reference configuration. */
typedef struct {
  PetscReal length; /* length of the cell [m] */
  /* smallest bending stiffness EI of the section; in a plane model that of bending in the plane
     [N m2] */
  PetscReal bending;
  PetscReal mass;   /* mass per length [kg/m] */
  int       cells;  /* number of cells of the member that has the cell: 1, 2, or MEMBER_LONG */
  PetscReal member; /* length of this member [m]; not set if cells is MEMBER_LONG */
} MemberCell;

/* Members - The 2-node beam cells of this rank. */
typedef struct {
  Model       model; /* borrowed */
  PetscInt   *first; /* [nparts + 1] index in cell of the first cell of each part */
  MemberCell *cell;  /* in the order of the parts and of their elements */
} Members;

/* MembersExist - Returns whether any part of the model has 2-node beams. The result is the same on
   all ranks. Not collective. */
PetscBool MembersExist(Model model);

/* MembersCreate - Finds the members of a model, and computes the bending stiffness and the mass of
   each cell from its element matrices.

   Output:
     m  the caller destroys it by MembersDestroy()
   Collective. */
PetscErrorCode MembersCreate(Model model, Members *m);
PetscErrorCode MembersDestroy(Members *m);

#endif
