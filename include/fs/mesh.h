/* mesh.h: a mesh as arrays, which a program passes to a case by FsCaseSetMesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_H
#define FS_MESH_H

#include <stdint.h>

/* FsCellType - The types of cells (elements) of a mesh, with the numbers that Gmsh gives them. A
   line with 3 nodes has its two ends first. The nodes of triangles and quadrilaterals are in order
   around the cell. */
typedef enum {
  FS_CELL_LINE          = 1,
  FS_CELL_TRIANGLE      = 2,
  FS_CELL_QUADRILATERAL = 3,
  FS_CELL_LINE3         = 8,
  FS_CELL_POINT         = 15
} FsCellType;

/* FsMeshSet - Nodes or cells that form a set of the mesh. Several entries of FsMeshArrays.set may
   have one name, on one rank or on several ranks; the set then has all their nodes and cells. */
typedef struct {
  const char    *name;
  int            of_cells; /* 1: member has numbers of cells; 0: member has numbers of nodes */
  int64_t        n;        /* the number of entries of member */
  const int64_t *member;   /* [n] numbers, also of nodes and cells that other ranks give */
} FsMeshSet;

/* FsMeshArrays - The nodes, cells and sets of a mesh that one rank gives.

   Nodes and cells have numbers in the whole mesh. All nodes have different numbers from 0 to 2^62 -
   1, and so have all cells; gaps between numbers are allowed. If node is NULL on all ranks, the
   nodes are numbered from 0, first those of rank 0, then those of rank 1, and so on. The same holds
   for cell. A cell may have nodes that other ranks give. */
typedef struct _n_FsMeshArrays {
  int64_t          nnodes; /* the number of nodes that this rank gives */
  const int64_t   *node;   /* [nnodes] the numbers of the nodes, or NULL (see above) */
  const double    *x;      /* [nnodes][3] the coordinates of the nodes [m] */
  int64_t          ncells; /* the number of cells that this rank gives */
  const int64_t   *cell;   /* [ncells] the numbers of the cells, or NULL */
  const int       *type;   /* [ncells] the types of the cells, FsCellType */
  const int64_t   *conn;   /* the numbers of the nodes of the first cell, then of the second, ... */
  int64_t          nsets;  /* the number of entries of set */
  const FsMeshSet *set;    /* [nsets] */
} FsMeshArrays;

#endif
