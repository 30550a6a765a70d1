/* mode_shapes.h: writes small motions of the nodes about a state, such as vibration modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_MODE_SHAPES_H
#define FS_OUTPUT_SNAPSHOT_MODE_SHAPES_H

#include "snapshot.h"

/* ModeShapes - Small motions to be written. All pointers are borrowed. */
typedef struct {
  const char *group;   /* group of the file, such as "/modes" */
  PetscInt    n;       /* number of shapes */
  PetscInt    columns; /* 3 for displacements; 6 for displacements and infinitesimal rotations */
  /* whether <group>/frames/000001/displacement, ... are also written, which ParaView shows as
     snapshots */
  PetscBool  frames;
  const Vec *y; /* [n] imaginary parts; NULL if the shapes are real */
  /* [n] real parts: global vectors with rotations in body axes, whose entries of multipliers are
     ignored */
  const Vec *x;
} ModeShapes;

/* ModeShapesWrite - Writes shapes to <group>/shape, of the size [n][nodes][columns], in global
   axes.

   Imaginary parts are written to <group>/shape_imaginary. Both parts of a shape are multiplied by
   the sign from NodalShapeSign().
   Input:
     snapshots  have the table of nodes in whose order the values are written
     ev         evaluation of the state about which the nodes move
     shapes     the shapes
   Collective. */
PetscErrorCode ModeShapesWrite(File file, const Snapshots *snapshots, const Evaluation *ev,
                               const ModeShapes *shapes);

/* NodalShapeSign - Determines the sign with which a shape is written, so that it does not depend on
   the eigenvalue solver or on the number of ranks.

   The sign makes the first large entry of the shape positive, in the node order of the whole mesh.
   Input:
     ev     evaluation of the state about which the nodes move
     shape  the shape, as a global vector
   Output:
     sign  1 or -1
   Collective. */
PetscErrorCode NodalShapeSign(const Evaluation *ev, Vec shape, PetscReal *sign);

#endif
