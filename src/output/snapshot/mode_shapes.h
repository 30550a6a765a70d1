/* mode_shapes.h: writes small motions of the nodes about a state, such as vibration modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_MODE_SHAPES_H
#define FS_OUTPUT_SNAPSHOT_MODE_SHAPES_H

#include "snapshot.h"

typedef struct {
  const char *group;   /* group of the file, such as "/modes" */
  PetscInt    n;       /* number of shapes */
  PetscInt    columns; /* 3 for displacements; 6 with infinitesimal rotations */
  PetscBool   frames;  /* also write group/frames/000001/displacement, ..., for ParaView */
  const Vec  *y;       /* [n] imaginary parts; NULL if there are no imaginary parts */
  const Vec  *x;       /* [n] global vectors with rotations in body axes; multipliers are ignored */
} ModeShapes;

/* ModeShapesWrite - Writes the shapes to group/shape [n][nodes][columns], in global axes.

   Imaginary parts go to group/shape_imaginary. Each shape is multiplied by its NodalShapeSign().
   Input:
     ev  evaluation at the state about which the nodes move
   Collective. */
PetscErrorCode ModeShapesWrite(File file, const Snapshots *snapshots, const Evaluation *ev,
                               const ModeShapes *shapes);

/* NodalShapeSign - Determines the sign with which a shape is written.

   The sign makes the first large entry of the shape positive, in the node order of the whole mesh.
   Output:
     sign  1 or -1
   Collective. */
PetscErrorCode NodalShapeSign(const Evaluation *ev, Vec shape, PetscReal *sign);

#endif
