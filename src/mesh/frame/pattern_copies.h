/* pattern_copies.h: finds cells of copies of patterns, by names like "foot+3", and their motions.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_PATTERN_COPIES_H
#define FS_MESH_FRAME_PATTERN_COPIES_H

#include <fs/fs.h>
#include "mesh/geometry.h"

/* PatternCopies - The sources of the mesh, the patterns of its frame, and where their copies are.
 */
typedef struct _n_PatternCopies *PatternCopies;

/* PatternMotion - The motion of a rigid body: x becomes R x + translation [m]. */
typedef struct {
  double R[9], translation[3];
} PatternMotion;

/* PatternSource - A source of the mesh, whose x is at R (scale x) + translation. */
typedef struct {
  double        scale;
  PatternMotion placement;
  int           file; /* index of the first source that reads the same file; its own if none does */
} PatternSource;

/* PatternCopiesSelect - Selects the cells of a set in one copy of its pattern, and their nodes.

   It selects only nodes of this rank's selected cells. Cells of other ranks can select further
   nodes of g, which the caller adds.
   Input:
     copies  NULL if the mesh has no frame and one source
     g       this rank's part
     option  the option whose value contains the name, for messages
     name    set and numbers of the copy: "foot+3", or "foot+0+2" with a second direction; +0 is the
             first copy
     set     index of the set "foot"
   Output:
     selected       [g->nnodes] 1 for selected nodes; others are unchanged
     selected_cell  [g->ncells] 1 for selected cells; others are unchanged
   Not collective. Input errors, on all ranks: the mesh is not one frame, or there is no such
   copy. */
PetscErrorCode PatternCopiesSelect(PatternCopies copies, MPI_Comm comm, const Geometry *g,
                                   const char option[], const char name[], int set,
                                   unsigned char selected[], unsigned char selected_cell[]);

/* PatternCopiesMotions - Finds how copies of cells are displaced from the first of these copies.

   The first copy of a pattern is the first one that has any of the cells, on any rank.
   Input:
     copies  NULL if the mesh has no frame and one source
     g       this rank's part
     cells   [n] indices of cells of this rank
   Output:
     motion  [n] motion from the first copy to each cell; the identity for cells in no pattern
     moved   whether any motion on any rank is not the identity
   Collective. */
PetscErrorCode PatternCopiesMotions(PatternCopies copies, MPI_Comm comm, const Geometry *g, int n,
                                    const PetscInt cells[], PatternMotion motion[],
                                    PetscBool *moved);

/* PatternCopiesPlaces - Finds the places of the lines of a set along the members of the frame.

   Input:
     copies  NULL if the mesh has no frame
     g       this rank's part
     part    name of the part with the set, for messages
   Output:
     place  [g->ncells] set for the lines of the set; others are unchanged
     found  whether the lines of the set are members of the frame; if not, place is unchanged
   Collective. Input errors: a member has lines inside and outside of a pattern; the set has lines
   of the frame and of another source. */
PetscErrorCode PatternCopiesPlaces(PatternCopies copies, MPI_Comm comm, const Geometry *g, int set,
                                   const char part[], MemberPlace place[], PetscBool *found);

/* PatternCopiesTurns - Finds how copies of cells are turned from the first of these copies.

   Copies are those of patterns, and cells of a file that -mesh names several times.
   Input:
     copies, g, cells  as for PatternCopiesMotions()
   Output:
     turn  [n] rotation from the first copy to each cell, which the caller frees; NULL if no
           rotation of this rank differs from the identity
   Collective. */
PetscErrorCode PatternCopiesTurns(PatternCopies copies, MPI_Comm comm, const Geometry *g, int n,
                                  const PetscInt cells[], double (**turn)[9]);

/* PatternCopiesHasFrame - Returns whether the mesh has a frame; copies may be NULL. */
PetscBool PatternCopiesHasFrame(PatternCopies copies);

PetscErrorCode PatternCopiesDestroy(PatternCopies *copies);

#endif
