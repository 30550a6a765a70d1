/* arc_patches.h: how much the quadrilaterals of a model stiffen because their sides are chords.

   The arc strain of an element (arc_strain.h) that its neighbors share does not matter, because the
   nodes move so that all chords have it. The rest is rough: it differs from the linear polynomials
   of the nodes (surface_patch.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_LOCKING_ARC_PATCHES_H
#define FS_DIAGNOSIS_LOCKING_ARC_PATCHES_H

#include "assembly/results/patch_nodes.h"
#include "assembly/term.h"

/* ArcPatches - Sums of the arc strains of the quadrilaterals at each node. */
typedef struct {
  Model      model; /* borrowed */
  PatchNode *node;  /* [nnodes] */
  PatchSums *sums;  /* [nnodes] */
} ArcPatches;

/* ShellPlaces - Places of results among the values of a shell element. */
typedef struct {
  int force, moment, strain, curvature;
} ShellPlaces;

/* shell_places - Finds the places of results of a part. Returns whether it is one of shells. */
PetscBool shell_places(const Block *b, ShellPlaces *places);

/* surface_product - Returns the product of two symmetric tensors 11, 22, 12 of a surface. */
double surface_product(const double a[3], const double b[3]);

/* ArcPatchesCreate - Finds the smooth nodes of surfaces.

   Output:
     x       the caller frees its arrays by ArcPatchesDestroy()
     curved  whether any rank has a shell element with arc_patches_curving() > least
   Collective. */
PetscErrorCode ArcPatchesCreate(Model model, double least, ArcPatches *x, PetscBool *curved);
PetscErrorCode ArcPatchesDestroy(ArcPatches *x);

/* ArcPatchesSum - Sums the arc strains of all quadrilaterals at the state of ev. Collective. */
PetscErrorCode ArcPatchesSum(const Evaluation *ev, ArcPatches *x);

/* arc_patches_curving - Returns how much a shell element is curved relative to its thickness h: the
   largest of |n_j - n_i| L/h of its sides, where n_i and n_j are the normals of the ends of a side
   of the length L, and the surface is smooth at both ends. Not collective. */
double arc_patches_curving(const ArcPatches *x, const Block *b, PetscInt element);

/* arc_patches_share - Returns the energy that the rough part of the arc strain of a quadrilateral
   needs, divided by its energy of bending.

   Input:
     curvature  change of the curvatures 11, 22, 12 of the element [1/m]
   Output:
     steep  a = L^2 k/h of the element (arc_strain.h)
   Not collective. */
double arc_patches_share(const ArcPatches *x, const Block *b, PetscInt element,
                         const double curvature[], double *steep);

#endif
