/* pattern_copies.h: selects cells of one copy of a pattern by a name, such as "foot+3". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_PATTERN_COPIES_H
#define FS_MESH_FRAME_PATTERN_COPIES_H

#include <fs/fs.h>
#include "mesh/geometry.h"

typedef struct _n_PatternCopies *PatternCopies;

/* PatternCopiesSelect - Selects the cells that are in a copy of a set, and the nodes of these
   cells.

   Input:
     g       this rank's part; other ranks may have other cells of the same nodes
     option  the option that has the name, for messages
     name    "foot+3" or "foot+0+2"; +0 is the first copy
     set     index of the set "foot"
   Output:
     selected       [g->nnodes] 1 for selected nodes; others are unchanged
     selected_cell  [g->ncells] 1 for selected cells; others are unchanged
   Not collective. Input errors, on all ranks: there is no such copy, or copies is NULL because the
   mesh is not one frame. */
PetscErrorCode PatternCopiesSelect(PatternCopies copies, MPI_Comm comm, const Geometry *g,
                                   const char option[], const char name[], int set,
                                   unsigned char selected[], unsigned char selected_cell[]);

PetscErrorCode PatternCopiesDestroy(PatternCopies *copies);

#endif
