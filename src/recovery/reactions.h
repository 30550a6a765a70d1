/* reactions.h: computes the forces of supports on the nodes.

   They are r = inertia + internal - external forces in the rows of constrained dofs, which the
   system of equations leaves out. Only elements, joints and loads that touch these nodes are
   computed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_REACTIONS_H
#define FS_RECOVERY_REACTIONS_H

#include "assembly/evaluation.h"

typedef struct _n_SupportForces *SupportForces;

/* SupportForcesCreate - Creates the data for the forces of supports. It borrows the assembly.
   Collective. */
PetscErrorCode SupportForcesCreate(Assembly a, SupportForces *f);
PetscErrorCode SupportForcesDestroy(SupportForces *f);

/* SupportForcesNeedNodes - Determines whether the evaluations below must have nodes.

   If not, the functions below compute the states of nodes at supports themselves. */
PetscBool SupportForcesNeedNodes(SupportForces f);

/* SupportForcesCompute - Computes this rank's share of the forces on constrained dofs.

   Input:
     ev     its state has q, v and a
   Output:
     local  [nlocal] forces, and moments in the axes of the nodes [N, N m], also on nodes of other
            ranks; entries of free dofs have no meaning. Borrowed until the next call.
   Collective. Input error if a formula has no finite value. */
PetscErrorCode SupportForcesCompute(SupportForces f, const Evaluation *ev,
                                    const PetscScalar **local);

/* SupportForcesResultants - Computes this rank's share of the resultant of each support.

   The force is R = sum_i f_i, and the moment about the point P of the support is sum_i ((x_i - P) x
   f_i + m_i), in global axes. x_i is the position of node i. It is the position in the mesh if all
   displacements are small: no element, joint or load depends on the positions of nodes.
   Output:
     sum  [nsupports]
   Collective. Errors as above. */
PetscErrorCode SupportForcesResultants(SupportForces f, const Evaluation *ev,
                                       PetscReal (*sum)[COMPONENTS]);

/* SupportForcesAtNodes - Computes the forces of supports on the nodes that this rank owns.

   Input:
     columns  3 for forces, 6 for forces and moments
   Output:
     value    [nowned][columns] in global axes; 0 for nodes without supports
   Collective. Errors as above. */
PetscErrorCode SupportForcesAtNodes(SupportForces f, const Evaluation *ev, PetscInt columns,
                                    PetscReal value[]);

#endif
