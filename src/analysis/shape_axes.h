/* shape_axes.h: transforms the rotations of a mode shape or buckling shape between body axes and
   global axes.

   The rotation of a node in a shape is an infinitesimal rotation vector, called a spin. Its
   components are along the axes that turn with the node (body axes) or along global axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_SHAPE_AXES_H
#define FS_ANALYSIS_SHAPE_AXES_H

#include "analysis/run/run.h"

/* ShapeToGlobalAxes - Transforms the spins of a shape from the body axes at the state run->s to
   global axes.

   ShapeToBodyAxes is the inverse function. Both functions are collective. */
PetscErrorCode ShapeToGlobalAxes(const Run *run, Vec shape);
PetscErrorCode ShapeToBodyAxes(const Run *run, Vec shape);

#endif
