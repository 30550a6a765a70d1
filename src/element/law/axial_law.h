/* axial_law.h: bars, trusses, cables and springs whose force follows a uniaxial law. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_LAW_AXIAL_LAW_H
#define FS_ELEMENT_LAW_AXIAL_LAW_H

#include "element/element.h"
#include "uniaxial_law.h"

/* Entries of the properties of these elements, behind those of the element's own file:
     AXIAL_STIFFNESS  initial stiffness EA [N], or that of a spring [N/m]
     AXIAL_PRESTRESS  force at the reference length [N]
     AXIAL_DAMPING    beta [s]: the law gets the force EA beta dE/dt beside its own
     AXIAL_MASS       mass per length [kg/m]
     AXIAL_LUMPED     MASS_CONSISTENT or MASS_LUMPED
     AXIAL_MEASURE    a strain of strain_measure.h, of trusses and cables
     AXIAL_CAPACITY   [2] as CAPACITY_PROPS
     AXIAL_LAW        [LAW_NPROP] numbers of the law */
enum {
  AXIAL_STIFFNESS = ELEMENT_MAX_PROPS - LAW_NPROP - 8,
  AXIAL_PRESTRESS,
  AXIAL_DAMPING,
  AXIAL_MASS,
  AXIAL_LUMPED,
  AXIAL_MEASURE,
  AXIAL_CAPACITY,
  AXIAL_LAW = AXIAL_CAPACITY + 2
};

/* The elements, which are the variants of the kernels with a law. */
typedef enum { LAW_BAR, LAW_TRUSS, LAW_CABLE, LAW_SPRING, LAW_GROUND_SPRING } AxialKind;

/* axial_law_kernel - Returns the kernel of an element whose force follows a law. The law must be in
   AXIAL_LAW of the properties.

   Input:
     varies  whether the kernel is that of elements whose properties vary from place to place */
const ElementKernel *axial_law_kernel(AxialKind kind, int varies);

/* Entries of the properties of bars and of springs; dampers have the first two of springs. */
enum {
  BAR_YOUNG,
  BAR_AREA,
  BAR_DENSITY,
  BAR_MASS,
  BAR_CAPACITY,
  BAR_LAW = BAR_CAPACITY + 2,
  BAR_NPROP
};
enum { SPRING_STIFFNESS, SPRING_DIRECTION, SPRING_LAW = SPRING_DIRECTION + 3, SPRING_NPROP };

/* Properties of bars and of springs, which those with a law share, and their functions
   ElementType.prepare (bar_props.c). */
extern const ElementProp bar_props[], spring_props[];
const char              *bar_prepare(const double given[], double prop[]);
const char              *spring_prepare(const double given[], double prop[]);

/* spring_direction - Computes n, the given direction of a spring or damper, or the vector between
   its nodes; the length of n is not 1 (bar_props.c). */
void spring_direction(const ElementReference *ref, double n[3]);

#endif
