/* reactions.h: what the ground exerts on the nodes that supports hold or move: r = inertial + internal - external forces in
   the rows that the system of equations leaves out, since nothing is unknown there. Computed from what touches these
   nodes, at the price of that alone. Begin with SupportForcesCompute. */
#ifndef FS_RECOVERY_REACTIONS_H
#define FS_RECOVERY_REACTIONS_H

#include "assembly/evaluation.h"

typedef struct _n_SupportForces *SupportForces;

/* Borrows the assembly. Collective. */
PetscErrorCode SupportForcesCreate(Assembly a, SupportForces *f);
PetscErrorCode SupportForcesDestroy(SupportForces *f);

/* Whether the evaluations below must have nodes; else those at supports are made here where there are none. */
PetscBool SupportForcesNeedNodes(SupportForces f);

/* local[nlocal] = the forces on held and moved dofs, moments in the axes of the nodes [N, N m]: this rank's share, of
   nodes of other ranks too; other entries have no meaning. Borrowed until the next call. ev->s has q, v and a. Collective. Input
   error: a formula without a finite value. */
PetscErrorCode SupportForcesCompute(SupportForces f, const Evaluation *ev,
                                    const PetscScalar **local);

/* sum[nsupports] = this rank's share of the force R = sum_i f_i of each support and of its moment about the point P of the
   support, sum_i ((x_i - P) x f_i + m_i), in global axes. x_i is where node i is, or, where all displacements are
   small (no element, joint or load looks at the positions of nodes), where it was in the mesh. Collective, errors as above. */
PetscErrorCode SupportForcesResultants(SupportForces f, const Evaluation *ev,
                                       PetscReal (*sum)[COMPONENTS]);

/* value[nowned][columns] = forces, and with six columns moments, on the nodes that this rank owns, in global axes; 0 where
   nothing is held. Collective, errors as above. */
PetscErrorCode SupportForcesAtNodes(SupportForces f, const Evaluation *ev, PetscInt columns,
                                    PetscReal value[]);

#endif
