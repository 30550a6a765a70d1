/* pattern_copies.h: selects the cells of a set in one copy of a pattern by a name like "foot+3". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_PATTERN_COPIES_H
#define FS_MESH_FRAME_PATTERN_COPIES_H

#include <fs/fs.h>
#include "mesh/geometry.h"

/* PatternCopies - The patterns of a frame that is the whole mesh; see frame_mesh.h. */
typedef struct _n_PatternCopies *PatternCopies;

/* PatternCopiesSelect - Selects the cells of a set in one copy of its pattern, and their nodes.

   It selects only nodes of this rank's selected cells. Cells of other ranks can select further
   nodes of g, which the caller adds.
   Input:
     copies  NULL if the mesh is not one frame; this is an input error
     g       this rank's part
     option  the option whose value contains the name, for messages
     name    set and numbers of the copy: "foot+3", or "foot+0+2" with a second direction; +0 is the
             first copy
     set     index of the set "foot"
   Output:
     selected       [g->nnodes] 1 for selected nodes; others are unchanged
     selected_cell  [g->ncells] 1 for selected cells; others are unchanged
   Not collective. Input errors, on all ranks: copies is NULL, or there is no such copy. */
PetscErrorCode PatternCopiesSelect(PatternCopies copies, MPI_Comm comm, const Geometry *g,
                                   const char option[], const char name[], int set,
                                   unsigned char selected[], unsigned char selected_cell[]);

PetscErrorCode PatternCopiesDestroy(PatternCopies *copies);

#endif
