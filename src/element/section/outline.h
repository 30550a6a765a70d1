/* outline.h: the shape of a beam's section, and the solution of its torsion and shear.

   Coordinates are y and z of the section. warping.c explains the method for solid sections, wall.c
   that for closed thin walls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SECTION_OUTLINE_H
#define FS_ELEMENT_SECTION_OUTLINE_H

#include "element/kernels.h"

enum { OUTLINE_MAX = 32 }; /* largest number of points of an outline */

/* The numbers of a section that follow from its shape. Coordinates are those from its center. */
typedef struct {
  double area, iy, iz, iyz; /* area [m2], second moments: integrals of z^2, y^2 and y z [m4] */
  double j;                 /* torsion constant [m4] */
  /* areas in shear [m2] of forces in y by strains in y, of those in z by z, and of y by z */
  double shear[3];
  double shear_center[2]; /* y, z of the point at which shear forces make no torsion [m] */
  double radius;          /* outer radius of a round section [m]; otherwise 0 */
  int    npoints;         /* number of points with extreme stresses; 0 if round */
  /* y, z of each of these points [m], and its shear stress per torque [1/m3] */
  double point[SECTION_MAX_POINTS][3];
} SectionGeometry;

/* A closed polygon. */
typedef struct {
  int    n;
  double point[OUTLINE_MAX][2];
} Outline;

/* outline_check - Returns NULL, or static text if o is not a simple polygon.

   o runs counter-clockwise afterwards. */
const char *outline_check(Outline *o);

/* outline_area - Computes area, iy, iz and iyz of s, and the center of the area inside of o. */
void outline_area(const Outline *o, SectionGeometry *s, double center[2]);

/* outline_solve - Computes all members of s but radius for a solid section inside of o.

   o is moved, so that the center of its area is the origin. */
void outline_solve(Outline *o, SectionGeometry *s);

/* wall_solve - Computes the members of s but radius for a thin wall along the closed line o.

   o is moved, so that the center of the wall's area is the origin. */
void wall_solve(Outline *o, double thickness, SectionGeometry *s);

#endif
