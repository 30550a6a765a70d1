/* element_sizes.h: the largest lengths of the arrays of an element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_SIZES_H
#define FS_ELEMENT_ELEMENT_SIZES_H

#include "shape.h"

enum {
  ELEMENT_MAX_NODES   = SHAPE_MAX_NODES,
  ELEMENT_MAX_DOFS    = 24,  /* four nodes with rotations */
  ELEMENT_MAX_GIVEN   = 896, /* properties that the user gives; at least ELEMENT_MAX_PROPS */
  ELEMENT_MAX_PROPS   = 896, /* properties that ElementType.prepare computes from the given ones */
  ELEMENT_MAX_MEMORY  = 64,  /* numbers that ElementType.remember writes */
  ELEMENT_MAX_KINK    = 2,   /* numbers that ElementType.kink_margin writes */
  ELEMENT_MAX_RESULTS = 448  /* components of all results, derived results included */
};

#endif
