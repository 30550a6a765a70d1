/* mesh.h: a mesh as arrays, which a program gives to a case (FsCaseSetMesh). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_H
#define FS_MESH_H

#include <stdint.h>

/* FsCellType - The type of a cell, with the numbers of Gmsh. A line of 3 nodes has its ends first.
   The nodes of triangles and quadrilaterals are in order around the cell. */
typedef enum {
  FS_CELL_LINE          = 1,
  FS_CELL_TRIANGLE      = 2,
  FS_CELL_QUADRILATERAL = 3,
  FS_CELL_LINE3         = 8,
  FS_CELL_POINT         = 15
} FsCellType;

/* FsMeshSet - Nodes or cells of a set. Several entries may have one name, on one rank or on many;
   the set then has all their nodes and cells. */
typedef struct {
  const char    *name;
  int            of_cells; /* 1: member has numbers of cells, 0: of nodes */
  int64_t        n;
  const int64_t *member; /* [n], also of nodes and cells of other ranks */
} FsMeshSet;

/* FsMeshArrays - A rank's share of a mesh.

   Numbers are those of the whole mesh: different, from 0 to 2^62 - 1, with gaps as you like. If
   node or cell is NULL, the nodes or cells of all ranks are numbered from 0, rank by rank. A cell
   may have nodes of other ranks. */
typedef struct _n_FsMeshArrays {
  int64_t          nnodes;
  const int64_t   *node; /* [nnodes] numbers */
  const double    *x;    /* [nnodes][3] coordinates [m] */
  int64_t          ncells;
  const int64_t   *cell; /* [ncells] numbers */
  const int       *type; /* [ncells] FsCellType */
  const int64_t   *conn; /* numbers of the nodes of the first cell, of the second one, ... */
  int64_t          nsets;
  const FsMeshSet *set; /* [nsets] */
} FsMeshArrays;

#endif
