/* reactions.h: computes the forces of supports on the nodes.

   A supported dof is one that a support fixes or moves. The system of equations has no row for such
   a dof. The force of the support is what this row would be, r = inertia + internal - external
   forces. Only elements, joints and loads that touch nodes of supports are computed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_REACTIONS_H
#define FS_RECOVERY_REACTIONS_H

#include "assembly/term.h"

/* SupportForces - The elements, dofs and nodes that are needed to compute the forces of supports.
 */
typedef struct _n_SupportForces *SupportForces;

/* SupportForcesCreate - Finds the elements, dofs and nodes that are needed to compute the forces of
   supports.

   Input:
     a  the assembly of the model, borrowed
   Output:
     f  the caller destroys it by SupportForcesDestroy()
   Collective. */
PetscErrorCode SupportForcesCreate(Assembly a, SupportForces *f);
PetscErrorCode SupportForcesDestroy(SupportForces *f);

/* SupportForcesNeedNodes - Returns whether the functions for reactions of supports need an
   evaluation whose member nodes is not NULL. Otherwise they compute the states of the nodes at
   supports themselves.

   The result is the same on all ranks. Not collective. */
PetscBool SupportForcesNeedNodes(SupportForces f);

/* SupportForcesCompute - Computes the forces on supported dofs that the elements, joints and loads
   of this rank cause. The force on a dof is the sum of the results of all ranks that have the dof.

   Input:
     ev     evaluation of a state with q, v and a
   Output:
     local  [nlocal] forces [N], and moments in the axes of the nodes [N m], in the order of local
            vectors. Entries of free dofs have no meaning. The array belongs to f, and is valid
            until the next call of a function of this header
   Collective. Input error if a formula has no finite value. */
PetscErrorCode SupportForcesCompute(SupportForces f, const Evaluation *ev,
                                    const PetscScalar **local);

/* SupportForcesResultants - Computes the resultant of the forces of each support that the elements,
   joints and loads of this rank cause. The resultant is the sum of the results of all ranks.

   f_i and m_i are the force and the moment on node i, and x_i is the position of the node. The
   resultant force of a support is sum_i f_i. The moment about the point P of the support is
   sum_i ((x_i - P) x f_i + m_i). If no element, joint or load depends on the positions of nodes,
   x_i is the position in the mesh.
   Input:
     ev   evaluation of a state with q, v and a
   Output:
     sum  [nsupports] force [N] and moment [N m] in global axes
   Collective. Input error if a formula has no finite value. */
PetscErrorCode SupportForcesResultants(SupportForces f, const Evaluation *ev,
                                       PetscReal (*sum)[COMPONENTS]);

/* SupportForcesAtNodes - Computes the forces of supports on the nodes that this rank owns.

   Input:
     ev       evaluation of a state with q, v and a
     columns  3 for forces, 6 for forces and moments
   Output:
     value    [nowned][columns] forces [N] and moments [N m] of all ranks in global axes; 0 for
              nodes without supports
   Collective. Input error if a formula has no finite value. */
PetscErrorCode SupportForcesAtNodes(SupportForces f, const Evaluation *ev, PetscInt columns,
                                    PetscReal value[]);

#endif
