/* members.h: finds members of beams, which are chains of 2-node cells along one line.

   A member ends at supports, joints, corners, and nodes with one or more than two cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MEMBERS_H
#define FS_DIAGNOSIS_MEMBERS_H

#include "model/model.h"

enum { MEMBER_LONG = 3 };

/* MemberCell - A 2-node beam cell of this rank, in the reference configuration. */
typedef struct {
  PetscReal length;  /* [m] */
  PetscReal bending; /* smallest bending stiffness of its section in a plane of the model [N m2] */
  PetscReal mass;    /* per length [kg/m] */
  int       cells;   /* number of cells of its member: 1, 2, or MEMBER_LONG for more */
  PetscReal member;  /* length of its member, if that has one or two cells [m] */
} MemberCell;

/* Members - The 2-node beam cells of this rank. */
typedef struct {
  Model       model; /* borrowed */
  PetscInt   *first; /* [nparts + 1] index in cell of the first cell of each part */
  MemberCell *cell;  /* in the order of the parts and of their elements */
} Members;

/* MembersExist - Returns whether a part has 2-node beams. Not collective, but the same on all
 * ranks. */
PetscBool MembersExist(Model model);

/* MembersCreate - Finds the members of a model. It computes the matrices of each cell once.

   Collective. */
PetscErrorCode MembersCreate(Model model, Members *m);
PetscErrorCode MembersDestroy(Members *m);

#endif
