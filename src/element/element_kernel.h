/* element_kernel.h: a kernel, which is a type of element with one shape. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_KERNEL_H
#define FS_ELEMENT_ELEMENT_KERNEL_H

#include "shape.h"

/* ElementType - The properties, functions and results of a type of element, element.h. */
typedef struct ElementType   ElementType;
typedef struct ElementKernel ElementKernel;

/* A kernel is a type of element with one shape, such as "shell" with triangles. An element with
   several shapes has one kernel for each shape; these kernels have the same name. */
struct ElementKernel {
  const char        *name;
  Shape              shape;
  int                nc;      /* dofs of a node: 1 (z), 3 (x, y, z) or 6 (x, y, z, rotations) */
  int                variant; /* a constant of the type's file; it separates similar elements */
  int                ndata;   /* length of ElementState.data */
  int                nstrain; /* length of ElementState.strain, or 0 */
  const ElementType *type;
  int                nsections; /* length of ElementReference.sections, or 0 */
  int                coupled; /* 1 for shells whose sections couple stretching, bending and shear */
  /* the kernel of the same type for elements whose properties vary from place to place; NULL if
     they cannot vary */
  const ElementKernel *varying;
  const char *const   *uniform; /* names of properties that cannot vary; the list ends with NULL */
};

/* element_winch - Returns the kernel of trusses or cables whose mass changes with the unstrained
   length that the user gives, as on a winch, for the usual kernel of trusses or cables. NULL for
   other kernels. */
const ElementKernel *element_winch(const ElementKernel *kernel);

#endif
