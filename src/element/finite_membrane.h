/* finite_membrane.h: the points of a membrane of finite strain (finite_membrane.c): from the positions of its nodes to stretches and
   stresses, several points at once, one in each lane. Functions are inlined. */
#ifndef FS_ELEMENT_FINITE_MEMBRANE_H
#define FS_ELEMENT_FINITE_MEMBRANE_H

#include "element.h"
#include "plane_stress.h"
#include "shape.h"

enum { LAW, YOUNG, POISSON, THICKNESS, DENSITY, PRESTRESS, MASS, DIRECTION, NPROP = DIRECTION + 3 };
enum { STVK, NEO_HOOKEAN };

/* Number of data of a point: dN[nn][2], derivatives of the shape functions along its basis [1/m]; then its
   area [m2]. */
#define POINT_DATA(nn) (2 * (nn) + 1)

/* F[a] = derivative of the position x[nn] along axis a of the basis, and the stretches of the surface, at points with the data dN, one in
   each lane. Returns where the element has collapsed. */
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

/* Those of the thickness at n times LANES points. */
static ALWAYS_INLINE void thickness(const double prop[], int n, Stretch at[])
{
  if (prop[LAW] == STVK) stvk_thickness(prop[POISSON], n, at);
  else neo_hookean_thickness(prop[POISSON], n, at);
}

/* The law at stretches. What of s is not read need not be computed: the function is inlined. */
static ALWAYS_INLINE void stress(const double prop[], const Stretch *at, Stress *s)
{
  s->e[0] = (at->C[0] - 1) / 2;
  s->e[1] = (at->C[1] - 1) / 2;
  s->e[2] = at->C[2] / 2;
  if (prop[LAW] == STVK) stvk(prop[YOUNG], prop[POISSON], s);
  else neo_hookean(prop[YOUNG], prop[POISSON], at, s);
  s->S[0] += prop[PRESTRESS];
  s->S[1] += prop[PRESTRESS];
  s->W += prop[PRESTRESS] * (s->e[0] + s->e[1]);
}

/* All of it at all points of one element, each in a lane; lanes without a point repeat one. Returns 1 where it has collapsed. */
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
  thickness(e->prop, 1, at);
  stress(e->prop, at, s);
  return collapsed;
}

/* A point of several elements, one in each lane. */
typedef struct {
  Lanes   dN[2 * SHAPE_MAX_NODES], weight, F[2][3]; /* weight: its share of the volume [m3] */
  Stretch at;
} MembranePoint;

/* All points. Returns where an element has collapsed. */
static ALWAYS_INLINE LaneMask stretches(int nn, int ng, const ElementLanes *e, MembranePoint p[])
{
  LaneMask collapsed = {0};
  Stretch  at[SHAPE_MAX_POINTS];

  for (int g = 0; g < ng; g++) {
    const int first = g * POINT_DATA(nn);

    for (int i = 0; i < 2 * nn; i++) p[g].dN[i] = lanes_gather(e->data, first + i);
    p[g].weight = e->prop[THICKNESS] * lanes_gather(e->data, first + 2 * nn);
    collapsed |= stretch(nn, e->x, p[g].dN, p[g].F, &at[g]);
  }
  thickness(e->prop, ng, at);
  for (int g = 0; g < ng; g++) p[g].at = at[g];
  return collapsed;
}

#endif
