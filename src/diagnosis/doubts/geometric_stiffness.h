/* geometric_stiffness.h: multiplies by the geometric stiffness of the axial and membrane forces of
   a linear model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_GEOMETRIC_STIFFNESS_H
#define FS_DIAGNOSIS_DOUBTS_GEOMETRIC_STIFFNESS_H

#include "assembly/evaluation.h"

/* GeometricStiffness - The product -K_g x of a model at an equilibrium q.

   Only the mean strains of each element along its line or in its surface count, that is its axial
   or membrane forces. The derivative of the tangent with respect to all of q would also have the
   terms of rotations and curvatures before buckling. To first order these make a tangent
   indefinite that is not, because the terms of second order, which restore it, are missing.
   The product is the mixed second derivative of the elements' forces with respect to these strains
   and x, which is a central difference of forces at four states. All members are owned, except for
   model. */
typedef struct {
  Model      model;
  NodeState *q;        /* [nnodes] x is the displacement of q [m] */
  PetscInt  *first;    /* [nparts] index in N of the first element of a part */
  PetscReal *N;        /* axial forces of the elements of beams [N]; 0 of others */
  PetscReal  size;     /* factor of q in differences */
  Vec        local[2]; /* vectors with ghosts: x and the product */
} GeometricStiffness;

/* GeometricCreate - Computes the displacements and the axial forces of an equilibrium q.

   Input:
     s, loading  the equilibrium
   Output:
     G      the caller destroys it by GeometricDestroy()
     moved  PETSC_FALSE if nothing moves; then K_g is zero, and GeometricProduct() must not be
   called Collective. */
PetscErrorCode GeometricCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                               GeometricStiffness *G, PetscBool *moved);
PetscErrorCode GeometricDestroy(GeometricStiffness *G);

/* GeometricProduct - Computes y = -K_g x for global vectors x, which must not be 0, and y.
   Collective. */
PetscErrorCode GeometricProduct(FsSystem sys, const GeometricStiffness *G, Vec x, Vec y);

#endif
