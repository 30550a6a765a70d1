/* participation.h: how modes move with the whole model, and where they live. Used by modes.c. */
#ifndef FS_ANALYSIS_MODES_PARTICIPATION_H
#define FS_ANALYSIS_MODES_PARTICIPATION_H

#include "assembly/evaluation.h"

/* The rigid motions about a point [m]: unit displacements in x, y, z, unit rotations about them, of the free dofs; and weights by
   which nodes belong to parts. */
typedef struct {
  Evaluation ev;
  PetscReal  point[3], inertia[COMPONENTS]; /* of the free dofs [kg], [kg m2] */
  Vec        rigid[COMPONENTS];             /* M times the motion */
  Vec       *part;                          /* [nparts] of each dof, sum 1 */
  Vec        Mx, product;                   /* scratch */
} Participation;

/* ev, about whose state the modes are, is copied; M: the mass matrix. Collective. */
PetscErrorCode ParticipationCreate(const Evaluation *ev, const PetscReal point[3], Mat M,
                                   Participation *p);
PetscErrorCode ParticipationDestroy(Participation *p);

/* Of a mode: factors, of a mass-normalised one in [sqrt(kg)], [sqrt(kg) m], whose squares are effective masses; the component (in global axes) and
   the part that have most of the kinetic energy, and their shares of it; the largest displacement. Collective. */
typedef struct {
  PetscReal factor[COMPONENTS], share_of_component, share_of_part, largest;
  int       component;
  PetscInt  part;
} ModeProperties;
PetscErrorCode ParticipationCompute(Participation *p, Mat M, Vec x, ModeProperties *properties);

#endif
