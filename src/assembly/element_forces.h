/* element_forces.h: computes the forces of one element on its nodes, linear and nonlinear part.

   The residual has no rows for constrained dofs. These functions compute the forces there (see
   recovery/reactions.c), and the forces that recovery/balance sums over the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_ELEMENT_FORCES_H
#define FS_ASSEMBLY_ELEMENT_FORCES_H

#include "assembly/evaluation.h"

/* The values of dofs; fixed and moved dofs are included. */
typedef struct {
  const PetscScalar *x[3]; /* arrays of q, v and a */
  /* [nlocal] index in the arrays of each dof, -1 if its values count as 0. NULL if this index is
     the index in local vectors. */
  const PetscInt *at;
} DofValues;

/* ElementForcesNeedNodes - Determines whether the functions below need Evaluation.nodes. */
PetscBool ElementForcesNeedNodes(Assembly a);

/* BlockHasLinearPart - Determines whether the elements of a block have a linear part.

   ElementForces() reads the values of dofs for these blocks only. */
PetscBool BlockHasLinearPart(Model model, const Block *b);

/* The matrices M, C, K [nd][nd] of the linear part of an element; all are NULL if it has no linear
   part. */
typedef struct {
  double *M, *C, *K;
} LinearPart;

/* LinearPartCreate - Computes the matrices of element e of a block, for repeated use. The caller
   destroys them. Not collective. */
PetscErrorCode LinearPartCreate(Model model, const Block *b, PetscInt e, LinearPart *part);
PetscErrorCode LinearPartDestroy(LinearPart *part);

/* DofMotion - Computes the factors q, v and a - g of K, C and M for one dof of a linear part.

   Input:
     ev   must have inertial if the frame of the model rotates
     c    component of the node that the dof moves
     dof  index of the dof in local vectors; -1 if there is no dof: then q, v and a are 0
   Output:
     y    q, v, and the acceleration relative to inertial space minus gravity
   Gravity acts on displacements only. Not collective. */
void DofMotion(const Evaluation *ev, const DofValues *x, PetscInt node, int c, PetscInt dof,
               double y[3]);

/* ElementAddNonlinearForces - Adds the forces of one element of a nonlinear block to r[nd].

   The forces are those at ev->motion->base plus their derivatives times the motion, if ev->motion
   is not NULL. Arguments are as in ElementNonlinearForces(). Not collective. */
void ElementAddNonlinearForces(const Evaluation *ev, const Block *b, PetscInt e, PetscReal factor,
                               double r[]);

/* ElementInternalForces - Computes the forces r[nd] that an element of a nonlinear block would have
   at the present places of its nodes without velocities, accelerations and gravity.

   With ev->motion they are linearized as in ElementAddNonlinearForces(). ev must have nodes. Not
   collective. */
void ElementInternalForces(const Evaluation *ev, const Block *b, PetscInt e, double r[]);

/* ElementNonlinearForces - Computes the forces of n elements of a nonlinear block.

   The forces of the constant matrices (the linear part) are not included.
   Input:
     ev       an evaluation with inertial
     n        number of elements, at most LANES
     element  indices of the n elements in the block; the other entries repeat one of them
     factor   if the block is a load, its factor from TermFactor(); else unused
   Output:
     r        [nd] for each element: inertia + internal - external forces [N], moments in the axes
              of the nodes [N m]; NaN for a collapsed element
   Not collective. */
void ElementNonlinearForces(const Evaluation *ev, const Block *b, PetscInt n,
                            const PetscInt element[LANES], PetscReal factor,
                            double r[LANES][ELEMENT_MAX_DOFS]);

/* ElementForces - Computes the forces of element e of a block, linear and nonlinear part.

   Input:
     ev      an evaluation with inertial, if ElementForcesNeedNodes()
     x       values of the dofs; unused if the block has no linear part
     part    the matrices of this element, from LinearPartCreate()
     factor  if the block is a load, its factor from TermFactor(); else unused
   Output:
     r       [nd] as in ElementNonlinearForces()
   Not collective. */
void ElementForces(const Evaluation *ev, const DofValues *x, const Block *b, PetscInt e,
                   const LinearPart *part, PetscReal factor, double r[]);

#endif
