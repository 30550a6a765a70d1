/* participation.h: computes participation factors of modes, and the part that moves most. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_PARTICIPATION_H
#define FS_ANALYSIS_MODES_PARTICIPATION_H

#include "assembly/evaluation.h"

/* Participation - What ParticipationCompute needs for each mode of one model.

   A participation factor is the product x . M u of a mode x with a rigid motion u of the model.
   The six rigid motions are unit displacements along x, y and z, and unit rotations about axes in
   these directions through a point. */
typedef struct {
  Evaluation ev; /* evaluates the model at the state about which the modes are small motions */
  PetscReal  point[3]; /* the axes of rotation go through this point [m] */
  /* u . M u of each rigid motion u: three masses [kg], then three moments of inertia [kg m2] */
  PetscReal inertia[COMPONENTS];
  Vec       rigid[COMPONENTS]; /* M u for each rigid motion u */
  /* [nparts] vectors. Entry i of part[k] is the fraction with which the dof i belongs to the part
     k. The fractions of a dof in all parts add up to 1 */
  Vec *part;
  Vec  Mx, product; /* work vectors */
} Participation;

/* ModeProperties - Properties of a mode x with x . M x = 1, where M is the mass matrix. */
typedef struct {
  /* participation factors: three of displacements [sqrt(kg)], three of rotations [sqrt(kg) m];
     their squares are effective masses */
  PetscReal factor[COMPONENTS];
  /* the component in global axes, and the index of the part, that have the largest fraction of the
     kinetic energy of the mode; and these two fractions */
  PetscReal share_of_component, share_of_part;
  PetscReal largest; /* the largest displacement of a node, for x . M x = 1 */
  int       component;
  PetscInt  part;
} ModeProperties;

/* ParticipationCreate - Computes all members of p for the state at which ev evaluates the model.

   Input:
     ev     copied
     point  the axes of the rigid rotations go through this point [m]
     M      the mass matrix at this state
   Output:
     p      the caller destroys it by ParticipationDestroy
   Collective, as are all other functions of this header. */
PetscErrorCode ParticipationCreate(const Evaluation *ev, const PetscReal point[3], Mat M,
                                   Participation *p);
PetscErrorCode ParticipationDestroy(Participation *p);

/* ParticipationCompute - Computes the properties of the mode x; M is the mass matrix. */
PetscErrorCode ParticipationCompute(Participation *p, Mat M, Vec x, ModeProperties *properties);

#endif
