/* control_displacement.h: reads the displacement that ends or controls a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_CONTROL_DISPLACEMENT_H
#define FS_ANALYSIS_PATH_CONTROL_DISPLACEMENT_H

#include "analysis/run/run.h"

typedef struct {
  PetscBool active;    /* -path_probe is given */
  PetscInt  row;       /* in this rank's part of vectors; -1 if another rank owns it */
  char      name[128]; /* "<probe> in <component>" */
} ControlDisplacement;

/* ControlDisplacementFromOptions - Reads -path_probe and -path_component.

   Collective. Input errors: the probe does not exist, or is that of an element; a support
   constrains the component. */
PetscErrorCode ControlDisplacementFromOptions(FsOptions o, const Run *run,
                                              ControlDisplacement *control);

/* ControlDisplacementGet - Returns the displacement at a state [m], on all ranks. Collective. */
PetscErrorCode ControlDisplacementGet(const ControlDisplacement *control, const Run *run,
                                      const FsState *s, PetscReal *value);

#endif
