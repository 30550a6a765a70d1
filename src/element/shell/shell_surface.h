/* shell_surface.h: the reference surface of a shell at the points of a Gauss rule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_SURFACE_H
#define FS_ELEMENT_SHELL_SHELL_SURFACE_H

#include "shell.h"
#include "element/shell/laminate/shell_section.h"

/* A point of the reference surface. */
typedef struct {
  double r, s;             /* parent coordinates */
  double axes[2][3], T[3]; /* basis of the surface, and its normal */
  double J[2][2];          /* J[a][d]: component along axis a of the tangent by coordinate d */
  double inverse[2][2];    /* of J: inverse[d][a] */
  double area;             /* area for which the point stands [m2] */
  /* weights of the edge vectors X_k of a quadrilateral in the tangents x_r and x_s, and weights of
     the lifts (shear strains of edges) in the transverse shear strains */
  double tangent[2][SHELL_NODES], lift[2][SHELL_NODES];
} ShellPoint;

/* ShellSurface - The n Gauss points of a shell element, and its middle, whose area is that of the
   element. */
typedef struct {
  int        n;
  ShellPoint point[SHAPE_MAX_POINTS], middle;
} ShellSurface;

/* shell_soften - Reduces the transverse shear stiffness in D, the stiffness of the section of a
   shell triangle, by rotations inside the triangle.

   p is any point of the triangle. The curvatures of these rotations, which the nodes cannot follow,
   make the shear softer. Forces and moments by the changed D are those of the section. */
void shell_soften(const ShellPoint *p, double D[SHELL_STRAINS][SHELL_STRAINS]);

/* shell_set_stiffness - Computes the stiffness of a shell element, and its mean forces and moments
   per unit of each strain, and stores them in data. */
void shell_set_stiffness(const ElementReference *ref, const ShellSurface *x, ShellData *data);

#endif
