/* uneven_cells.h: how curved the cells of shells are, and how much their sizes differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_LOCKING_UNEVEN_CELLS_H
#define FS_DIAGNOSIS_LOCKING_UNEVEN_CELLS_H

#include "assembly/results/patch_nodes.h"
#include "assembly/term.h"

/* CellsAround - The cells of shells at a node. All members are doubles. */
typedef struct {
  double area, ncells; /* sum of their areas [m2], and their number */
} CellsAround;

/* UnevenCells - The nodes of shells and the cells around them. */
typedef struct {
  Model        model;  /* borrowed */
  PatchNode   *node;   /* [nnodes] */
  CellsAround *around; /* [nnodes] */
} UnevenCells;

/* ShellPlaces - Places of results among the values of a shell element. */
typedef struct {
  int force, moment, strain, curvature;
} ShellPlaces;

/* shell_places - Finds the places of results of a part. Returns whether it is one of shells. */
PetscBool shell_places(const Block *b, ShellPlaces *places);

/* surface_product - Returns the product of two symmetric tensors 11, 22, 12 of a surface. */
double surface_product(const double a[3], const double b[3]);

/* UnevenCellsCreate - Finds the smooth nodes of surfaces and the sizes of the cells around them.

   Output:
     x       the caller frees its arrays by UnevenCellsDestroy()
     curved  whether any rank has a shell element with uneven_curving() > least
   Collective. */
PetscErrorCode UnevenCellsCreate(Model model, double least, UnevenCells *x, PetscBool *curved);
PetscErrorCode UnevenCellsDestroy(UnevenCells *x);

/* uneven_curving - Returns how much a shell element is curved relative to its thickness h: the
   largest of |n_j - n_i| L/h of its sides, where n_i and n_j are the normals of the ends of a side
   of the length L, and the surface is smooth at both ends. Not collective. */
double uneven_curving(const UnevenCells *x, const Block *b, PetscInt element);

/* uneven_cell - Returns the area of an element divided by the mean area of the cells around its
   nodes, less 1. Not collective. */
double uneven_cell(const UnevenCells *x, const Block *b, PetscInt element);

#endif
