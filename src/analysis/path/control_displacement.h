/* control_displacement.h: reads the displacement that ends or controls a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_CONTROL_DISPLACEMENT_H
#define FS_ANALYSIS_PATH_CONTROL_DISPLACEMENT_H

#include "analysis/run/run.h"

typedef struct {
  PetscBool active;    /* -path_probe is given */
  PetscInt  row;       /* row of the dof in this rank's part of vectors; -1 on all other ranks */
  char      name[128]; /* "<probe> in <component>" */
} ControlDisplacement;

/* ControlDisplacementFromOptions - Reads -path_probe and -path_component.

   Collective. Input errors: -path_probe is not the name of a probe of a node; a support constrains
   or moves the component; -path_component is given without -path_probe. */
PetscErrorCode ControlDisplacementFromOptions(FsOptions o, const Run *run,
                                              ControlDisplacement *control);

/* ControlDisplacementGet - Returns the displacement at the state s in *value [m], on all ranks.
   Collective. */
PetscErrorCode ControlDisplacementGet(const ControlDisplacement *control, const Run *run,
                                      const FsState *s, PetscReal *value);

#endif
