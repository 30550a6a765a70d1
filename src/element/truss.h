/* truss.h: the properties of trusses and cables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_TRUSS_H
#define FS_ELEMENT_TRUSS_H

#include "element.h"

/* Entries of the given properties, and of those that truss_prepare() computes. */
enum {
  STRAIN,
  EA,
  YOUNG,
  AREA,
  MASS_PER_LENGTH,
  DENSITY,
  PRESTRESS,
  DAMPING,
  MASS,
  CAPACITY,
  LAW = CAPACITY + 2,
  NPROP
};

/* truss_props, truss_prepare - The table of the properties of trusses and cables, and the function
   ElementType.prepare (truss_props.c). */
extern const ElementProp truss_props[];
const char              *truss_prepare(const double given[], double prop[]);

#endif
