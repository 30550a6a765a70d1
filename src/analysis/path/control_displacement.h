/* control_displacement.h: the displacement of a probe in one direction, by which a path can end or be measured. Used by paths.c. */
#ifndef FS_ANALYSIS_PATH_CONTROL_DISPLACEMENT_H
#define FS_ANALYSIS_PATH_CONTROL_DISPLACEMENT_H

#include "analysis/run/run.h"

typedef struct {
  PetscBool active; /* -path_probe is given */
  PetscInt  row; /* of the displacement in this rank's part of vectors; -1: another rank has it */
  char      name[128];
} ControlDisplacement;

/* Read -path_probe and -path_component. Input errors: no such probe, an element's, a component that is held. Collective. */
PetscErrorCode ControlDisplacementFromOptions(FsOptions o, const Run *run,
                                              ControlDisplacement *control);

/* *value: the displacement at a state [m]. Collective. */
PetscErrorCode ControlDisplacementGet(const ControlDisplacement *control, const Run *run,
                                      const FsState *s, PetscReal *value);

#endif
