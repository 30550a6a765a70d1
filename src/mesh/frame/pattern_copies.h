/* pattern_copies.h: the copies of a frame's patterns by their names, "foot+3". Called by mesh_options.c, mesh.c and select.c. */
#ifndef FS_MESH_FRAME_PATTERN_COPIES_H
#define FS_MESH_FRAME_PATTERN_COPIES_H

#include <fs/fs.h>
#include "mesh/geometry.h"

typedef struct _n_PatternCopies *PatternCopies;

/* Set chosen[nnodes], selected_cell[ncells] to 1 where the cells of a rank's piece g, and their nodes, are in a copy: name is "foot+3" or "foot+0+2", of the
   set number set, the first copy being +0. Other ranks may have other cells of these nodes. Input errors, on all ranks: there is no such
   copy; copies is NULL. option: where the name comes from. Not collective. */
PetscErrorCode PatternCopiesSelect(PatternCopies copies, MPI_Comm comm, const Geometry *g,
                                   const char option[], const char name[], int set,
                                   unsigned char selected[], unsigned char selected_cell[]);

PetscErrorCode PatternCopiesDestroy(PatternCopies *copies);

#endif
