/* surface_edges.h: finds which surfaces and lines of a distributed mesh share an edge. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_SURFACE_EDGES_H
#define FS_MESH_SURFACE_EDGES_H

#include "base/hash_index.h"
#include "mesh.h"

/* EdgeKind - The kind of a cell, for the cells that are counted at each edge. The caller decides
   which surfaces are of the first two kinds. */
typedef enum {
  EDGE_SURFACE, /* a triangle or quadrilateral of the surfaces that the caller is interested in */
  EDGE_OTHER,   /* a triangle or quadrilateral of other surfaces */
  EDGE_LINE,    /* a line of two nodes */
  EDGE_KINDS,   /* number of kinds that are counted */
  EDGE_NONE = EDGE_KINDS /* a cell that is not counted */
} EdgeKind;

/* SurfaceEdge - An edge between two nodes, and the numbers of cells that have this edge. */
typedef struct {
  PetscInt low_node, high_node; /* numbers of the two nodes in the whole mesh, low < high */
  int      count[EDGE_KINDS];   /* number of cells of each kind that have the edge */
  /* the number of cells that pass the edge from the low to the high node minus the number that pass
     it in the opposite direction. It is 0 if two surfaces at the edge have normals to the same
     side */
  int       sum;
  int       edge_owner; /* rank that owns the low node; this rank counts the cells */
  PetscReal x[3];       /* coordinates of the middle of the edge [m] */
} SurfaceEdge;

/* SurfaceEdgeList - A growing array of different edges. */
typedef struct {
  SurfaceEdge *at;       /* [n] the edges */
  int          n;        /* number of edges */
  size_t       capacity; /* number of edges for which at has memory */
  HashIndex    index;    /* finds an edge by the numbers of its two nodes */
} SurfaceEdgeList;

/* SurfaceEdgesFind - Finds the edges of cells, and counts the cells at each edge.

   Input:
     kind  [mesh->g.ncells] the kind of each cell of this rank
   Output:
     edges  the edges that this rank counts: each edge of the whole mesh is in the list of one rank,
            with the cells of all ranks. The caller destroys the list by SurfaceEdgesDestroy()
   Collective. */
PetscErrorCode SurfaceEdgesFind(Mesh mesh, const EdgeKind kind[], SurfaceEdgeList *edges);
PetscErrorCode SurfaceEdgesDestroy(SurfaceEdgeList *edges);

#endif
