/* participation.h: computes participation factors of modes, and the part that moves most. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_PARTICIPATION_H
#define FS_ANALYSIS_MODES_PARTICIPATION_H

#include "assembly/evaluation.h"

/* Participation - Data of ParticipationCompute.

   The free dofs have six rigid motions: unit displacements along x, y, z, and unit rotations about
   axes in these directions through a point. */
typedef struct {
  Evaluation ev;                  /* at the state about which the modes are small motions */
  PetscReal  point[3];            /* the axes of rotation go through this point [m] */
  PetscReal  inertia[COMPONENTS]; /* masses [kg], then moments of inertia [kg m2] */
  Vec        rigid[COMPONENTS];   /* mass matrix times each rigid motion */
  /* [nparts] share with which each dof belongs to the part; the shares in all parts add up to 1 */
  Vec *part;
  Vec  Mx, product; /* scratch */
} Participation;

/* ModeProperties - Properties of a mode x with x . M x = 1, where M is the mass matrix. */
typedef struct {
  /* participation factors: three of displacements [sqrt(kg)], three of rotations [sqrt(kg) m];
     their squares are effective masses */
  PetscReal factor[COMPONENTS];
  PetscReal share_of_component, share_of_part; /* fractions of the kinetic energy */
  PetscReal largest;                           /* largest displacement of a node */
  int       component;                         /* component in global axes with the largest share */
  PetscInt  part;                              /* index of the part with the largest share */
} ModeProperties;

/* ParticipationCreate - Computes what ParticipationCompute needs about the state of ev.

   That is M times each rigid motion, the inertias, and the parts to which dofs belong.
   Input:
     ev     copied
     point  rotations are about axes through this point [m]
     M      mass matrix
   Collective, as all functions here. */
PetscErrorCode ParticipationCreate(const Evaluation *ev, const PetscReal point[3], Mat M,
                                   Participation *p);
PetscErrorCode ParticipationDestroy(Participation *p);

/* ParticipationCompute - Computes the properties of the mode x; M is the mass matrix. */
PetscErrorCode ParticipationCompute(Participation *p, Mat M, Vec x, ModeProperties *properties);

#endif
