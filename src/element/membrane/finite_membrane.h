/* finite_membrane.h: stretches and stresses at the points of a membrane of finite strain.

   Several points are computed at once, one in each lane. The functions are inlined, so that unused
   results are not computed. The method is in finite_membrane.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_MEMBRANE_FINITE_MEMBRANE_H
#define FS_ELEMENT_MEMBRANE_FINITE_MEMBRANE_H

#include "element/element.h"
#include "plane_stress.h"
#include "element/shape.h"

/* Indices of properties, then the values of the property LAW. */
enum { LAW, YOUNG, POISSON, THICKNESS, DENSITY, PRESTRESS, MASS, DIRECTION, NPROP = DIRECTION + 3 };
enum { STVK, NEO_HOOKEAN };

/* Number of stored doubles of a Gauss point of a membrane with nn nodes. They are dN[nn][2], the
   derivatives of the shape functions along the two axes of the surface [1/m], then the area for
   which the point stands [m2]. */
#define POINT_DATA(nn) (2 * (nn) + 1)

/* Number of stored doubles of a membrane element with nn nodes and ng Gauss points whose properties
   vary. After those of all points come the prestress of all points [N/m2], then their mass per area
   [kg/m2]. The areas of the points are multiplied by their thickness divided by the thickness in
   prop. */
#define VARYING_DATA(nn, ng) ((ng) * (POINT_DATA(nn) + 2))

/* prestress_at - Returns the prestress [N/m2] of LANES membranes with nn nodes and ng Gauss points:
   in lane k that at point point[k] of the element with the constants data[k]. */
static ALWAYS_INLINE Lanes prestress_at(int nn, int ng, const ElementKernel *kernel,
                                        const double prop[], const double *const data[LANES],
                                        const int point[LANES])
{
  Lanes value = lanes_fill(prop[PRESTRESS]);

  for (int k = 0; k < LANES && kernel->nsections; k++)
    value[k] = data[k][ng * POINT_DATA(nn) + point[k]];
  return value;
}

/* stretch - Computes the deformation gradient F and the stretches of a membrane's surface at one
   point of each of LANES elements.

   Returns a mask of the lanes whose elements have collapsed. Does not set C33 and log_J.
   Input:
     x   [nn] positions of the nodes
     dN  [nn][2] derivatives of the shape functions along the two axes of the surface
   Output:
     F   F[a] is the derivative of the position along axis a */
static ALWAYS_INLINE LaneMask stretch(int nn, const Lanes x[][3], const Lanes dN[], Lanes F[2][3],
                                      Stretch *at)
{
  for (int a = 0; a < 2; a++)
    for (int c = 0; c < 3; c++) {
      F[a][c] = dN[a] * x[0][c];
      for (int i = 1; i < nn; i++) F[a][c] += dN[2 * i + a] * x[i][c];
    }
  at->C[0] = lanes_dot(F[0], F[0]);
  at->C[1] = lanes_dot(F[1], F[1]);
  at->C[2] = lanes_dot(F[0], F[1]);
  at->det  = at->C[0] * at->C[1] - at->C[2] * at->C[2];
  return ~((at->det > 0) & (at->det < INFINITY));
}

/* thickness - Computes C33, the squared stretch of the thickness of membranes, at n times LANES
   points from the stretches of the surface.

   For a neo-Hookean material it also computes log_J. */
static ALWAYS_INLINE void thickness(const double prop[], int n, Stretch at[])
{
  if (prop[LAW] == STVK) stvk_thickness(prop[POISSON], n, at);
  else neo_hookean_thickness(prop[POISSON], n, at);
}

/* stress - Computes Green's strains, stresses, their derivatives and the energy density of a
   membrane from the stretches at, one point in each lane. */
static ALWAYS_INLINE void stress(const double prop[], Lanes prestress, const Stretch *at, Stress *s)
{
  s->e[0] = (at->C[0] - 1) / 2;
  s->e[1] = (at->C[1] - 1) / 2;
  s->e[2] = at->C[2] / 2;
  if (prop[LAW] == STVK) stvk(prop[YOUNG], prop[POISSON], s);
  else neo_hookean(prop[YOUNG], prop[POISSON], at, s);
  s->S[0] += prestress;
  s->S[1] += prestress;
  s->W += prestress * (s->e[0] + s->e[1]);
}

/* point_prestress - Returns the prestress of all points of one element, one point in each lane. */
static ALWAYS_INLINE Lanes point_prestress(int nn, int ng, const ElementState *e)
{
  const double *data[LANES];
  int           point[LANES];

  for (int g = 0; g < LANES; g++) {
    data[g]  = e->data;
    point[g] = g % ng;
  }
  return prestress_at(nn, ng, e->kernel, e->prop, data, point);
}

/* stresses - Computes stretches and stresses at all Gauss points of one membrane element, one point
   in each lane.

   Lanes without a point repeat another point. If e->strain is given, it has the components C11,
   C22, C12 of each point. Returns 1 if the element has collapsed. */
static ALWAYS_INLINE int stresses(int nn, int ng, const ElementState *e, Lanes F[2][3], Stretch *at,
                                  Stress *s)
{
  const double *points[LANES];
  Lanes         x[SHAPE_MAX_NODES][3], dN[2 * SHAPE_MAX_NODES];
  int           collapsed;

  for (int g = 0; g < LANES; g++) points[g] = e->data + g % ng * POINT_DATA(nn);
  for (int i = 0; i < 2 * nn; i++) dN[i] = lanes_gather(points, i);
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) x[i][c] = lanes_fill(e->node[i]->x[c]);
  collapsed = lanes_any(stretch(nn, (const Lanes(*)[3])x, dN, F, at));
  for (int c = 0; c < 3 && e->strain; c++)
    for (int g = 0; g < LANES; g++) at->C[c][g] = e->strain[3 * (g % ng) + c];
  if (e->strain) at->det = at->C[0] * at->C[1] - at->C[2] * at->C[2];
  thickness(e->prop, 1, at);
  stress(e->prop, point_prestress(nn, ng, e), at, s);
  return collapsed;
}

/* One Gauss point of LANES elements, one element in each lane. weight is the volume for which the
   point stands [m3]; F and dN are those of the function stretch. */
typedef struct {
  Lanes   dN[2 * SHAPE_MAX_NODES], weight, prestress, F[2][3];
  Stretch at;
} MembranePoint;

/* stretches - Computes p[ng], the Gauss points of LANES membranes with the stretches of their
   surface. Returns a mask of the lanes whose elements have collapsed. */
static ALWAYS_INLINE LaneMask stretches(int nn, int ng, const ElementLanes *e, MembranePoint p[])
{
  LaneMask collapsed = {0};
  Stretch  at[SHAPE_MAX_POINTS];

  for (int g = 0; g < ng; g++) {
    const int first = g * POINT_DATA(nn), point[LANES] = {g, g, g, g};

    for (int i = 0; i < 2 * nn; i++) p[g].dN[i] = lanes_gather(e->data, first + i);
    p[g].weight    = e->prop[THICKNESS] * lanes_gather(e->data, first + 2 * nn);
    p[g].prestress = prestress_at(nn, ng, e->kernel, e->prop, e->data, point);
    collapsed |= stretch(nn, e->x, p[g].dN, p[g].F, &at[g]);
  }
  thickness(e->prop, ng, at);
  for (int g = 0; g < ng; g++) p[g].at = at[g];
  return collapsed;
}

/* ---- membrane_stress.c: members of ElementType ------------------------------------------------
 */

const ElementResult *membrane_derived(const double prop[]);
void                 membrane_derive(const double prop[], const double values[], double more[]);
extern const RecoveredResult membrane_recovered[];
void membrane_axes(const ElementKernel *kernel, const double x[][3], const double data[],
                   double axes[2][3]);
void membrane_raise(const double prop[], const double values[], double more[]);

#endif
