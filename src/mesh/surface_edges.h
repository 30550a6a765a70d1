/* surface_edges.h: finds which surfaces and lines of a distributed mesh share an edge. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_SURFACE_EDGES_H
#define FS_MESH_SURFACE_EDGES_H

#include "base/hash_index.h"
#include "mesh.h"

/* EdgeKind - How a cell counts. Cells of kind EDGE_NONE do not count. */
typedef enum {
  EDGE_SURFACE, /* a triangle or quadrilateral */
  EDGE_OTHER,   /* one of other surfaces */
  EDGE_LINE,    /* a line of two nodes */
  EDGE_KINDS,
  EDGE_NONE = EDGE_KINDS
} EdgeKind;

/* SurfaceEdge - An edge, and the cells that have it. */
typedef struct {
  PetscInt  low_node, high_node; /* global numbers of its nodes */
  int       count[EDGE_KINDS];   /* numbers of cells */
  int       sum;        /* cells that pass it from low to high, minus those that pass it back */
  int       edge_owner; /* rank that owns the low node */
  PetscReal x[3];       /* its middle [m] */
} SurfaceEdge;

/* SurfaceEdgeList - An array of different edges, found by their nodes. */
typedef struct {
  SurfaceEdge *at; /* [n] */
  int          n;
  size_t       capacity;
  HashIndex    index;
} SurfaceEdgeList;

/* SurfaceEdgesFind - Finds the edges of cells and counts the cells at each.

   Input:
     kind  [g.ncells] of each cell of this rank
   Output:
     edges  each edge of the whole mesh is on one rank. The caller destroys them by
            SurfaceEdgesDestroy()
   Collective. */
PetscErrorCode SurfaceEdgesFind(Mesh mesh, const EdgeKind kind[], SurfaceEdgeList *edges);
PetscErrorCode SurfaceEdgesDestroy(SurfaceEdgeList *edges);

#endif
