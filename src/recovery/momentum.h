/* momentum.h: linear and angular momentum of a model, for energy_meter.c. All sums are this rank's share. */
#ifndef FS_RECOVERY_MOMENTUM_H
#define FS_RECOVERY_MOMENTUM_H

#include "assembly/evaluation.h"
#include "assembly/vectors.h"

enum {
  MOMENTA = 6
}; /* linear momentum, then angular about the origin, in global axes [kg m/s, kg m2/s] */

/* momentum += that of the nodes of ev (evaluated with nodes, or with displacements where none turns) from M v, moments in body axes: global[] of the free dofs
   that this rank owns, local[nlocal] of held and moved ones, as far as this rank's elements know. Not collective. */
void MomentumOfNodes(const Evaluation *ev, const PetscScalar global[], const PetscScalar local[],
                     PetscReal momentum[MOMENTA]);

/* Of linear models. At: momentum += that at the velocities v of the free dofs and those prescribed. Collective. */
typedef struct _n_RigidMomentum *RigidMomentum;
PetscErrorCode                   RigidMomentumCreate(Assembly a, RigidMomentum *rm);
PetscErrorCode                   RigidMomentumDestroy(RigidMomentum *rm);
PetscErrorCode RigidMomentumAdd(RigidMomentum rm, Vec v, const PrescribedMotion *motions,
                                PetscReal momentum[MOMENTA]);

#endif
