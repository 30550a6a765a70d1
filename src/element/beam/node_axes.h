/* node_axes.h: the axes of a beam's section at a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_NODE_AXES_H
#define FS_ELEMENT_BEAM_NODE_AXES_H

#include "element/element.h"

/* beam_node_axes - Gets the axes of the section at a node, in the reference configuration.

   Input:
     data  result of the function setup of the kernel
     node  index of the node in the element
   Output:
     axes  three unit vectors in global axes: along the beam, y, z
   Returns 1, or 0 if the elements of the kernel are not beams. */
int beam_node_axes(const ElementKernel *kernel, const double data[], int node, double axes[3][3]);

#endif
