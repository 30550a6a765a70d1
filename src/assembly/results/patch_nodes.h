/* patch_nodes.h: the nodes of surfaces that have patches (surface_patch.h).

   A node has a patch if the surface is smooth there. The lines and surfaces at the node are in one
   part, or in parts with the same properties. Their normals are within -shell_kink of their mean.
   No support holds the node in other directions than its neighbors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_RESULTS_PATCH_NODES_H
#define FS_ASSEMBLY_RESULTS_PATCH_NODES_H

#include "model/model.h"
#include "surface_patch.h"

/* PatchNode - A node that elements of surfaces have. Members that ranks combine are doubles. */
typedef struct {
  double   normal[3]; /* unit normal of the surface: the mean of the normals of the elements */
  PatchFit fit;
  /* whether the surface is smooth at the node, and whether the node has sums */
  PetscBool smooth, needed;
} PatchNode;

/* SurfaceCell - An element of a surface in the mesh. */
typedef struct {
  const int *node; /* [nn] */
  int        nn;
  double     x[ELEMENT_MAX_NODES][3], middle[3], axes[2][3], normal[3];
} SurfaceCell;

/* PatchNodesCreate - Finds the patches of the nodes of surfaces whose types have a list
   ElementType.recovered.

   Output:
     node  [nnodes] the caller frees the array by PetscFree(); the members needed are not set
   Collective. */
PetscErrorCode PatchNodesCreate(Model model, PatchNode **node);

/* CombineNodes - Combines n doubles of each node over the ranks (MeshCombineNodes). Collective. */
PetscErrorCode CombineNodes(Model model, int n, void *values, MPI_Op op);

/* surface_cell - Gets an element. Returns whether its type has a list ElementType.recovered; if
   not, c is not set. */
PetscBool surface_cell(Model model, const Block *b, PetscInt element, SurfaceCell *c);

/* tangent_place - Computes the place of the point x in the tangent plane of a node, relative to the
   node at origin [m]. */
void tangent_place(const double tangents[2][3], const double origin[3], const double x[3],
                   double place[2]);

#endif
