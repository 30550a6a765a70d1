/* outline.h: the shape of a beam's section, and the solution of its torsion and shear.

   Coordinates are y and z of the section. warping.c explains the method for solid sections,
   outline.c that for closed thin walls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SECTION_OUTLINE_H
#define FS_ELEMENT_SECTION_OUTLINE_H

#include "element/kernels.h"

enum { OUTLINE_MAX = 32 }; /* largest number of points of an outline */

/* A closed polygon. */
typedef struct {
  int    n;
  double point[OUTLINE_MAX][2];
} Outline;

/* SectionGeometry - The properties of a beam's section that follow from its shape. Coordinates are
   those from its center. */
typedef struct {
  /* area [m2], second moments of area: integrals of z^2, y^2 and y z [m4] */
  double area, iy, iz, iyz;
  double j; /* torsion constant [m4] */
  /* shear areas [m2]: for forces in y due to strains in y, forces in z due to strains in z, and
     forces in y due to strains in z */
  double shear[3];
  double shear_center[2]; /* y, z of the point at which shear forces make no torsion [m] */
  double radius;          /* outer radius of a round section [m]; otherwise 0 */
  int    npoints;         /* number of points with extreme stresses; 0 if round */
  /* for each point with extreme stresses: y, z from the center [m], shear stress per torque
     [1/m3] */
  double  point[SECTION_MAX_POINTS][3];
  double  hole;    /* inner radius of a round section [m] */
  int     nloops;  /* number of polygons that bound the area; 0 if round, or a thin wall */
  Outline loop[2]; /* [nloops] the outer polygon, and the polygon of the hole, if there is one */
} SectionGeometry;

/* outline_check - Checks the polygon that bounds a section, and turns it counter-clockwise. Returns
   NULL, or static text if o is not a simple polygon. */
const char *outline_check(Outline *o);

/* outline_area - Computes the area and the second moments iy, iz and iyz of the section inside of
   the polygon o, and the center of its area, center[2]. */
void outline_area(const Outline *o, SectionGeometry *s, double center[2]);

/* outline_solve - Computes the properties s, except radius, of a solid section inside of the
   polygon o, with torsion and shear.

   o is moved, so that the center of its area is the origin. */
void outline_solve(Outline *o, SectionGeometry *s);

/* wall_solve - Computes the properties s, except radius, of a section that is a thin wall along the
   closed line o.

   o is moved, so that the center of the wall's area is the origin. */
void wall_solve(Outline *o, double thickness, SectionGeometry *s);

#endif
