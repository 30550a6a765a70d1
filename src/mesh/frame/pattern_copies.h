/* pattern_copies.h: finds cells of copies of patterns, by names like "foot+3", and their motions.

   A pattern is a group of points and lines of a frame that the user describes once and that the
   frame has several times, for instance the blade of a rotor. Copy 0 is the original. A source is
   one of the meshes of -mesh that are joined into the whole mesh; a Gmsh file that -mesh names
   several times is also copied. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_PATTERN_COPIES_H
#define FS_MESH_FRAME_PATTERN_COPIES_H

#include <fs/petsc_versions.h>
#include "mesh/geometry.h"

/* PatternCopies - The sources of the mesh, the patterns of its frame, and the positions of their
   copies. */
typedef struct _n_PatternCopies *PatternCopies;

/* PatternMotion - A rotation and a translation: the point x moves to R x + translation. */
typedef struct {
  double R[9], translation[3]; /* rotation matrix, row by row; translation [m] */
} PatternMotion;

/* PatternSource - Where a source, one of the meshes that -mesh joins, is put: its point x is at
   placement.R (scale x) + placement.translation in the whole mesh. */
typedef struct {
  double        scale;
  PatternMotion placement;
  /* index of the first source that reads the same Gmsh file, which may be this source itself */
  int file;
} PatternSource;

/* PatternCopiesSelect - Selects the cells of a set in one copy of its pattern, and their nodes.

   Only nodes of this rank's selected cells are selected. A node of g that is only in selected cells
   of other ranks is not; the caller combines the results of the ranks (MeshCombineNodes()).
   Input:
     copies  NULL if the mesh has no frame and only one source
     g       this rank's part of the mesh
     option  the option whose value contains the name, for messages
     name    name of the set and numbers of the copy: "foot+3", or "foot+0+2" if the pattern has a
             second direction; +0 is the original
     set     index of the set "foot" in g->set_name
   Output:
     selected       [g->nnodes] set to 1 for selected nodes; other entries are unchanged
     selected_cell  [g->ncells] set to 1 for selected cells; other entries are unchanged
   Not collective. Input errors, on all ranks alike: the mesh is not a single frame, or there is no
   such copy. */
PetscErrorCode PatternCopiesSelect(PatternCopies copies, MPI_Comm comm, const Geometry *g,
                                   const char option[], const char name[], int set,
                                   unsigned char selected[], unsigned char selected_cell[]);

/* PatternCopiesMotions - Finds the motion that carries a reference copy of a pattern to the copy in
   which a cell is.

   The caller gives the cells, of all ranks, that make up one joint, part or load. The reference
   copy of a pattern is its first copy that has any of these cells.
   Input:
     copies  NULL if the mesh has no frame and only one source
     g       this rank's part of the mesh
     cells   [n] indices of cells of this rank in g
   Output:
     motion  [n] motion from the reference copy to the copy of each cell; the identity for a cell
             that is in no pattern
     moved   whether any cell, on any rank, is in another copy than the reference copy
   Collective. */
PetscErrorCode PatternCopiesMotions(PatternCopies copies, MPI_Comm comm, const Geometry *g, int n,
                                    const PetscInt cells[], PatternMotion motion[],
                                    PetscBool *moved);

/* PatternCopiesPlaces - Computes where the line cells of a set lie along the members of the frame.

   Input:
     copies  NULL if the mesh has no frame and only one source
     g       this rank's part of the mesh
     set     index of the set in g->set_name
     kind, name  what has the set, such as "part" and "blade", for messages
   Output:
     place  [g->ncells] set for the line cells of the set; other entries are unchanged
     found  whether the set has line cells of the frame, on any rank; if not, place is unchanged
   Collective. Input errors: some lines of a member are in a pattern, and others are not; the set
   has lines of the frame and of another source. */
PetscErrorCode PatternCopiesPlaces(PatternCopies copies, MPI_Comm comm, const Geometry *g, int set,
                                   const char kind[], const char name[], MemberPlace place[],
                                   PetscBool *found);

/* PatternCopiesTurns - Finds the rotation that carries directions in a reference copy to the copy
   in which a cell is.

   Copies are the copies of patterns, and the copies of a Gmsh file that -mesh names several times.
   The caller gives the cells, of all ranks, that make up one joint, part or load. The reference
   copy of a pattern or file is its first copy that has any of these cells.
   Input:
     copies  NULL if the mesh has no frame and only one source
     g       this rank's part of the mesh
     cells   [n] indices of cells of this rank in g
   Output:
     turn  [n] rotation matrix, row by row, from the reference copy to the copy of each cell; the
           caller frees the array by PetscFree(). NULL if all rotations of this rank are the
           identity
   Collective. */
PetscErrorCode PatternCopiesTurns(PatternCopies copies, MPI_Comm comm, const Geometry *g, int n,
                                  const PetscInt cells[], double (**turn)[9]);

/* PatternCopiesHasFrame - Returns whether one source of the mesh is a frame (-mesh frame).

   copies may be NULL; then the result is PETSC_FALSE. */
PetscBool PatternCopiesHasFrame(PatternCopies copies);

PetscErrorCode PatternCopiesDestroy(PatternCopies *copies);

#endif
