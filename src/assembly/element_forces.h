/* element_forces.h: computes the forces of one element on its nodes, linear and nonlinear part.

   They are needed in the rows that the residual does not have (support_rows.c,
   recovery/reactions.c) and in sums over the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_ELEMENT_FORCES_H
#define FS_ASSEMBLY_ELEMENT_FORCES_H

#include "assembly/evaluation.h"

/* The values q, v, a of all dofs, with fixed and moved ones. */
typedef struct {
  const PetscScalar *x[3];
  const PetscInt    *at; /* [nlocal] index in x of each dof; NULL if it is the local index */
} DofValues;

/* ElementForcesNeedNodes - Determines whether element forces need Evaluation.nodes. */
PetscBool ElementForcesNeedNodes(Assembly a);

/* BlockHasLinearPart - Determines whether a block has a linear part, for which x is read. */
PetscBool BlockHasLinearPart(Model model, const Block *b);

/* The matrices M, C, K [nd][nd] of the linear part of an element; all are NULL if it has no linear
   part. */
typedef struct {
  double *M, *C, *K;
} LinearPart;

/* LinearPartCreate - Computes the matrices of an element for repeated use. Not collective. */
PetscErrorCode LinearPartCreate(Model model, const Block *b, PetscInt e, LinearPart *part);
PetscErrorCode LinearPartDestroy(LinearPart *part);

/* DofMotion - Computes q, v and a - g of a component, to which linear products apply.

   Input:
     c    component of the node
     dof  its index in local vectors, or -1
   Output:
     y    q, v, and the acceleration against inertial space less gravity
   Not collective. */
void DofMotion(const Evaluation *ev, const DofValues *x, PetscInt node, int c, PetscInt dof,
               double y[3]);

/* ElementNonlinearForces - Computes the forces of n elements of a nonlinear block, without those of
   its constant matrices.

   Input:
     n        number of elements, at most LANES
     element  element[n] and further entries repeat one of the elements
     factor   of a load (TermFactor())
   Output:
     r        [nd] of each element: inertia + internal - external forces [N], moments in the axes
              of the nodes [N m]; NaN for a collapsed element
   Not collective. */
void ElementNonlinearForces(const Evaluation *ev, const Block *b, PetscInt n,
                            const PetscInt element[LANES], PetscReal factor,
                            double r[LANES][ELEMENT_MAX_DOFS]);

/* ElementForces - Computes the forces r[nd] of one element, linear and nonlinear part.

   The arguments are those of ElementNonlinearForces(); part contains the matrices of the
   element. */
void ElementForces(const Evaluation *ev, const DofValues *x, const Block *b, PetscInt e,
                   const LinearPart *part, PetscReal factor, double r[]);

#endif
