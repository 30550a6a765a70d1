/* linear_buckling.h: warns if a linear model is not valid, for example because its loads are beyond
   its buckling load. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_LINEAR_BUCKLING_H
#define FS_DIAGNOSIS_DOUBTS_LINEAR_BUCKLING_H

#include <fs/solve.h>
#include "assembly/term.h"
#include "assembly/assembly.h"

/* WarnLinearBuckling - Warns if an equilibrium with -linearize is beyond the buckling load of the
   model.

   A linear model bears any load, because its stiffness K does not depend on its forces. The model
   has buckled if K + K_g is not positive definite, where K_g is the geometric stiffness of the
   axial and membrane forces of the elements. The function looks for a motion x with x . K x < -x .
   K_g x, which proves this. Therefore it never warns of a model that has not buckled according to
   linear buckling; it may miss a buckling load that is little exceeded.

   It does nothing in models with joints or ties, temperatures, initial strains, or parts with a
   stiffness of their own kind (bar, membrane), whose K_g it does not know.
   Input:
     stage    the stage that has solved for s, whose solver is used again
     s        an equilibrium
     loading  how much of the loads acts
   Collective. */
PetscErrorCode WarnLinearBuckling(FsSystem sys, FsStage stage, const FsState *s,
                                  const FsLoading *loading);

/* ---- geometric stiffness --------------------------------------------------------------------- */

/* Multiplies by the geometric stiffness of the axial and membrane forces of a linear model. */

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

/* GeometricCreate - Computes the displacements and the axial forces of an equilibrium q, and
   whether an element may be compressed.

   Input:
     s, loading  the equilibrium
   Output:
     G           the caller destroys it by GeometricDestroy()
     compressed  PETSC_FALSE if all lines are in tension and no surface has strains in its plane, as
                 a flat plate that bends. The model then does not buckle, and GeometricProduct()
                 must not be called
   Collective. */
PetscErrorCode GeometricCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                               GeometricStiffness *G, PetscBool *compressed);
PetscErrorCode GeometricDestroy(GeometricStiffness *G);

/* GeometricProduct - Computes y = -K_g x for global vectors x, which must not be 0, and y.
   Collective. */
PetscErrorCode GeometricProduct(FsSystem sys, const GeometricStiffness *G, Vec x, Vec y);

/* ---- linear doubts --------------------------------------------------------------------------- */

/* Warns where a model with -linearize is not what it should be. */

/* ModelHasSlackCables - Determines whether a part with -linearize has a cable that has no tension
   in the mesh, and therefore no stiffness.

   Collective. */
PetscErrorCode ModelHasSlackCables(Model model, PetscBool *has);

/* WarnSlackCables - Warns of each part of cables that has no tension in the mesh, and therefore no
   stiffness with -linearize.

   Collective. */
PetscErrorCode WarnSlackCables(Model model);

/* WarnCompressedCables - Warns of each part of cables with -linearize that has a compressed cable
   at the end, because a linear cable does not become slack.

   Input:
     s        state at the end
     loading  how much of the loads acts, and whether supports move
   Collective. */
PetscErrorCode WarnCompressedCables(FsSystem sys, const FsState *s, const FsLoading *loading);

/* WarnLargeDisplacements - Warns if displacements with -linearize differ by more than the size of
   the model. Nodes at supports count.

   Input:
     s        state at the end
     loading  how much of the loads acts, and whether supports move
   Output:
     warned   whether they do
   Collective. */
PetscErrorCode WarnLargeDisplacements(FsSystem sys, const FsState *s, const FsLoading *loading,
                                      PetscBool *warned);

#endif
