/* control_displacement.h: the displacement that ends or controls a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_CONTROL_DISPLACEMENT_H
#define FS_ANALYSIS_PATH_CONTROL_DISPLACEMENT_H

#include "analysis/run/run.h"

typedef struct {
  PetscBool active;    /* there is such a displacement */
  PetscInt  row;       /* row of the dof in this rank's part of vectors; -1 on all other ranks */
  char      name[128]; /* "<probe> in <component>" */
} ControlDisplacement;

/* ControlDisplacementCreate - Finds a component of the displacement of a probe.

   Input:
     probe      name, or NULL if there is no such displacement
     component  0, 1, 2 for x, y, z
   Collective. Input errors: there is no probe of a node with this name; a support constrains or
   moves the component. */
PetscErrorCode ControlDisplacementCreate(const char probe[], PetscInt component, const Run *run,
                                         ControlDisplacement *control);

/* ControlDisplacementGet - Returns the displacement at the state s in *value [m], on all ranks.
   Collective. */
PetscErrorCode ControlDisplacementGet(const ControlDisplacement *control, const Run *run,
                                      const FsState *s, PetscReal *value);

#endif
