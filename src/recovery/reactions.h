/* reactions.h: computes the forces of supports on the nodes.

   They are r = inertia + internal - external forces on the constrained dofs. The system of
   equations has no rows for these dofs. Only elements, joints and loads that touch nodes of
   supports are computed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_REACTIONS_H
#define FS_RECOVERY_REACTIONS_H

#include "assembly/evaluation.h"

typedef struct _n_SupportForces *SupportForces;

/* SupportForcesCreate - Finds the elements, dofs and nodes that the forces of supports need.

   The result borrows the assembly. Collective. */
PetscErrorCode SupportForcesCreate(Assembly a, SupportForces *f);
PetscErrorCode SupportForcesDestroy(SupportForces *f);

/* SupportForcesNeedNodes - Determines whether the functions below need an evaluation with nodes.

   If not, they compute the states of the nodes at supports themselves. The result is the same on
   all ranks. Not collective. */
PetscBool SupportForcesNeedNodes(SupportForces f);

/* SupportForcesCompute - Computes this rank's share of the forces on constrained dofs.

   Input:
     ev     its state has q, v and a
   Output:
     local  [nlocal] forces [N], and moments in the axes of the nodes [N m], also on nodes that
            other ranks own. Entries of free dofs have no meaning. Borrowed until the next call of a
            function of this header.
   Collective. Input error if a formula has no finite value. */
PetscErrorCode SupportForcesCompute(SupportForces f, const Evaluation *ev,
                                    const PetscScalar **local);

/* SupportForcesResultants - Computes this rank's share of the resultant of each support.

   f_i and m_i are the force and the moment on node i, and x_i is its position. The force of the
   support is sum_i f_i. The moment about the point P of the support is sum_i ((x_i - P) x f_i +
   m_i). If no element, joint or load depends on the positions of nodes, x_i is the position in the
   mesh.
   Input:
     ev   its state has q, v and a
   Output:
     sum  [nsupports] force [N] and moment [N m] in global axes
   Collective. Input error if a formula has no finite value. */
PetscErrorCode SupportForcesResultants(SupportForces f, const Evaluation *ev,
                                       PetscReal (*sum)[COMPONENTS]);

/* SupportForcesAtNodes - Computes the forces of supports on the nodes that this rank owns.

   Input:
     ev       its state has q, v and a
     columns  3 for forces, 6 for forces and moments
   Output:
     value    [nowned][columns] forces [N] and moments [N m] in global axes; 0 for nodes without
              supports
   Collective. Input error if a formula has no finite value. */
PetscErrorCode SupportForcesAtNodes(SupportForces f, const Evaluation *ev, PetscInt columns,
                                    PetscReal value[]);

#endif
