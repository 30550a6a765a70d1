/* element_forces.h: computes the forces of one element on its nodes, linear and nonlinear part.

   The residual has no rows for constrained dofs. These functions compute the forces there (see
   recovery/reactions.c), and the forces that recovery/balance sums over the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_ELEMENT_FORCES_H
#define FS_ASSEMBLY_ELEMENT_FORCES_H

#include "term.h"
#include "element/element_sizes.h"

/* DofValues - Values of all dofs of this rank, those of fixed and moving supports included. */
typedef struct {
  const PetscScalar *x[3]; /* arrays of displacements q, velocities v and accelerations a */
  /* [nlocal] index in the arrays of each dof, -1 if its values count as 0; NULL if this is its
     index in local vectors */
  const PetscInt *at;
} DofValues;

/* ElementForcesNeedNodes - Determines whether the functions that compute element forces need the
   states of nodes (Evaluation.nodes), because an element is nonlinear. */
PetscBool ElementForcesNeedNodes(Assembly a);

/* BlockHasLinearPart - Determines whether the elements of a block (equal elements of one part) have
   constant matrices M, C, K. ElementForces() reads the values of dofs for these blocks only. */
PetscBool BlockHasLinearPart(const Block *b);

/* LinearPart - The constant matrices M, C, K [nd][nd] of an element, or NULL if it has no linear
   part. */
typedef struct {
  double *M, *C, *K;
} LinearPart;

/* LinearPartCreate - Computes the constant matrices of element e of a block (equal elements of one
   part), for repeated use. The caller calls LinearPartDestroy. Not collective. */
PetscErrorCode LinearPartCreate(Model model, const Block *b, PetscInt e, LinearPart *part);
PetscErrorCode LinearPartDestroy(LinearPart *part);

/* DofMotion - Computes displacement, velocity and acceleration minus gravity of one dof, by which
   the columns of K, C and M of an element are multiplied.

   Input:
     ev   state of the model; ev->inertial must not be NULL if the frame of the model rotates
     c    component of the node that the dof moves, 0 to 5
     dof  index of the dof in local vectors; -1 if there is no dof: then q, v and a are 0
   Output:
     y    q, v, and the acceleration relative to inertial space minus gravity
   Gravity acts on displacements only. Not collective. */
void DofMotion(const Evaluation *ev, const DofValues *x, PetscInt node, int c, PetscInt dof,
               double y[3]);

/* ElementAddNonlinearForces - Adds the forces of one element of a nonlinear block to r[nd].

   If ev->motion is not NULL, these are the forces at the state at rest ev->motion->base plus their
   derivatives times the motion. ElementNonlinearForces() has the arguments. Not collective. */
void ElementAddNonlinearForces(const Evaluation *ev, const Block *b, PetscInt e, PetscReal factor,
                               double r[]);

/* ElementInternalForces - Computes the forces r[nd] that an element of a nonlinear block would have
   at the present places of its nodes without velocities, accelerations and gravity.

   With ev->motion they are linearized about ev->motion->base. ev->nodes must not be NULL. Not
   collective. */
void ElementInternalForces(const Evaluation *ev, const Block *b, PetscInt e, double r[]);

/* ElementNonlinearForces - Computes the forces of n elements of a nonlinear block (equal elements)
   on their nodes, without the forces of the constant matrices (the linear part).

   Input:
     ev       a state of the model in which ev->inertial is not NULL
     n        number of elements, at most LANES
     element  indices of the n elements in the block; the other entries repeat one of them
     factor   the factor of time and load, from TermFactor(), if the block is a load; else unused
   Output:
     r        [nd] for each element: inertia + internal - external forces [N], moments in the axes
              of the nodes [N m]; NaN for a collapsed element
   Not collective. */
void ElementNonlinearForces(const Evaluation *ev, const Block *b, PetscInt n,
                            const PetscInt element[LANES], PetscReal factor,
                            double r[LANES][ELEMENT_MAX_DOFS]);

/* ElementForces - Computes all forces of element e of a block (equal elements) on its nodes.

   Input:
     ev      a state of the model; ev->inertial must not be NULL if ElementForcesNeedNodes()
     x       values of the dofs; unused if the block has no linear part
     part    the matrices of this element, from LinearPartCreate()
     factor  the factor of time and load, from TermFactor(), if the block is a load; else unused
   Output:
     r       [nd] inertia + internal - external forces [N], moments [N m] in the axes of the nodes
   Not collective. */
void ElementForces(const Evaluation *ev, const DofValues *x, const Block *b, PetscInt e,
                   const LinearPart *part, PetscReal factor, double r[]);

#endif
