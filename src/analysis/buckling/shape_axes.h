/* shape_axes.h: turns the rotations of buckling shapes between body axes and global axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_BUCKLING_SHAPE_AXES_H
#define FS_ANALYSIS_BUCKLING_SHAPE_AXES_H

#include "analysis/run/run.h"

/* ShapeToGlobalAxes - Turns the spins of a shape about run->s from body axes to global axes.

   ShapeToBodyAxes turns them back, to the body axes at run->s. Both are collective. */
PetscErrorCode ShapeToGlobalAxes(const Run *run, Vec shape);
PetscErrorCode ShapeToBodyAxes(const Run *run, Vec shape);

#endif
