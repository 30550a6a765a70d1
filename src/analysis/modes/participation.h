/* participation.h: computes participation factors of modes, and the part that moves most. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_PARTICIPATION_H
#define FS_ANALYSIS_MODES_PARTICIPATION_H

#include "assembly/evaluation.h"

/* Rigid motions of the free dofs: unit displacements in x, y, z, and unit rotations about these
   axes through a point. */
typedef struct {
  Evaluation ev;                  /* at the state about which the modes are */
  PetscReal  point[3];            /* [m] */
  PetscReal  inertia[COMPONENTS]; /* of the free dofs [kg], [kg m2] */
  Vec        rigid[COMPONENTS];   /* mass matrix times rigid motion */
  Vec       *part;        /* [nparts] weight with which a dof belongs to a part; their sum is 1 */
  Vec        Mx, product; /* scratch */
} Participation;

/* Properties of a mode. The mode is mass-normalised. */
typedef struct {
  PetscReal factor[COMPONENTS]; /* [sqrt(kg)], [sqrt(kg) m]; the squares are effective masses */
  PetscReal share_of_component, share_of_part; /* of the kinetic energy */
  PetscReal largest;                           /* largest displacement */
  int       component; /* in global axes, the one with the largest share of the kinetic energy */
  PetscInt  part;      /* index of the part with the largest share */
} ModeProperties;

/* ParticipationCreate - Computes rigid motions about a point [m] with the mass matrix M.

   Copies ev. Collective, as all functions here. */
PetscErrorCode ParticipationCreate(const Evaluation *ev, const PetscReal point[3], Mat M,
                                   Participation *p);
PetscErrorCode ParticipationDestroy(Participation *p);

/* ParticipationCompute - Computes the properties of the mode x. */
PetscErrorCode ParticipationCompute(Participation *p, Mat M, Vec x, ModeProperties *properties);

#endif
