/* orientation.c: checks that surfaces which share an edge have normals to the same side.

   Two such cells pass their common edge in opposite directions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "surface_edges.h"

PetscErrorCode MeshCheckOrientation(Mesh mesh, const char option[], PetscInt set)
{
  const Geometry    *g    = &mesh->g;
  const SurfaceEdge *bad  = NULL;
  PetscReal          x[3] = {0, 0, 0};
  SurfaceEdgeList    edges;
  EdgeKind          *kind;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->ncells, &kind));
  for (int c = 0; c < g->ncells; c++) {
    kind[c] = EDGE_NONE;
    if (shape_dimension((Shape)g->shape[c]) == 2 && geometry_cell_in_set(g, c, (int)set))
      kind[c] = EDGE_SURFACE;
  }
  PetscCall(SurfaceEdgesFind(mesh, kind, &edges));
  PetscCall(PetscFree(kind));
  for (int k = 0; k < edges.n && !bad; k++)
    if (edges.at[k].count[EDGE_SURFACE] == 2 && edges.at[k].sum != 0) bad = &edges.at[k];
  if (bad) PetscCall(PetscArraycpy(x, bad->x, 3));
  PetscCall(SurfaceEdgesDestroy(&edges));
  PetscCall(CheckAllRanks(
    mesh->comm, (PetscBool)(bad != NULL),
    "%s: in set '%s' the normals of the two cells at the edge about (%.6g, %.6g, %.6g) point to "
    "opposite sides; reverse one of the surfaces in the mesh (Gmsh: "
    "Physical Surface(\"%s\") = {1, -2}; or ReverseMesh), or use two sets",
    option, g->set_name[set], (double)x[0], (double)x[1], (double)x[2], g->set_name[set]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
