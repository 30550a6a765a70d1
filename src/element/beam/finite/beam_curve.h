/* beam_curve.h: the curve between the nodes of a beam with two nodes and corrected flexibility.

   beam_load.c explains the symbols. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BEAM_CURVE_H
#define FS_ELEMENT_BEAM_FINITE_BEAM_CURVE_H

#include "element/beam/varying/beam_varying.h"
#include "element/element.h"

/* LoadedBeam - LANES beams with two nodes at a state: invariants, strains and what the curve
   between their nodes depends on. */
typedef struct {
  const double  *prop;
  BeamInvariants v;
  BeamGaussLanes p; /* its weight is 1 */
  BeamStrain     s;
  /* elastic: strains minus those at rest; chord: the same, corrected by the shortening of the chord
     due to curvature */
  Lanes length, shear[2][6], elastic[6], chord[6];
  Lanes Y[6][MAX_DOFS]; /* derivative of the strains by the nodes */
  Lanes rest[6][6];     /* that of BeamVarying; not set if the section is uniform */
} LoadedBeam;

/* beam_chord_slope - Returns the derivative of strain c of beams, corrected by the shortening of
   the chord (x->chord[c]), by strain j. */
static ALWAYS_INLINE Lanes beam_chord_slope(const LoadedBeam *x, int c, int j)
{
  const Lanes *k = x->s.kappa, half = x->length * x->length / 24;

  if (j < 3 || c > 2) return lanes_fill(c == j);
  if (c == 0) return j == 3 ? lanes_fill(0) : 2 * half * k[j - 3];
  return j == 3 ? -half * k[c] : j == 3 + c ? -half * k[0] : lanes_fill(0);
}

/* beam_add_chord - Adds the derivative of v . chord by the strains to g, where chord are strains of
   beams corrected by the shortening of the chord. */
static ALWAYS_INLINE void beam_add_chord(const LoadedBeam *x, const Lanes v[6], Lanes g[6])
{
  const Lanes *k = x->s.kappa, half = x->length * x->length / 24;

  for (int c = 0; c < 6; c++) g[c] += v[c];
  for (int c = 1; c < 3; c++) {
    g[3] -= half * k[c] * v[c];
    g[3 + c] += half * (2 * k[c] * v[0] - k[0] * v[c]);
  }
}

/* Factors of b0 and b1, and the vector a whose change along the beam counts like b0:
     (R a)'' = R_m c,   c = k x (q x a) - q x (k0 x a) + k' x a,   q = k - k0.
   This a is constant at rest in global axes, and a of in_sections is so in the sections' axes:
     c = k x (k x a) + k' x a. */
typedef struct {
  Lanes b0, b1, a[3];
  int   in_sections;
  /* for sections that vary: the constants that replace the terms of g' and k'; otherwise NULL */
  const BeamBulgeLanes *own;
} BulgeFactors;

/* LoadDirection - The vector of a load on beams that is fixed in space: its components d in the
   axes of the last node, and its components m in the axes of the middle section. */
typedef struct {
  Lanes d[3], m[3];
} LoadDirection;

/* GeneralizedForces - The work of a load between the nodes of LANES beams, as derivatives.

   The work depends on nine variables: the 6 strains of the element, and the 3 components of the
   direction m of the load. g has its first derivatives and H its second ones. The block
   H[6..8][6..8] belongs to the direction alone; it is 0 unless the load bends the element together
   with the axial force (beam_bow.h). Functions that are asked for no tangents leave H unset. */
typedef struct {
  LoadDirection p;
  Lanes         g[9], H[9][9];
} GeneralizedForces;

/* beam_curve - Computes the state of LANES beams, for loads between their nodes; x->Y, the
   derivative of the strains by the nodes, only if slopes is not 0. */
void beam_curve(const ElementGroup *e, int slopes, LoadedBeam *x);

/* beam_set_curve - Completes the state x of LANES beams that has v, p and s, where the weight of p
   is that of the Gauss point. x->Y is set only if slopes is not 0. */
void beam_set_curve(const ElementGroup *e, int slopes, LoadedBeam *x);

/* beam_bulge - Computes value[3], by how much the curve between the nodes of beams, integrated with
   the factors w, deviates from its chord. */
void beam_bulge(const LoadedBeam *x, const BulgeFactors *w, Lanes value[3]);

/* beam_add_bulge_gradient - Adds the derivative of m . bulge by the strains to g, where bulge is
   the deviation of the curve of beams from its chord, the result of beam_bulge. */
void beam_add_bulge_gradient(const LoadedBeam *x, const BulgeFactors *w, const Lanes m[3],
                             Lanes g[6]);

/* beam_add_bulge_hessian - Adds the second derivative of m . bulge by the strains to H, where bulge
   is the deviation of the curve of beams from its chord, the result of beam_bulge. */
void beam_add_bulge_hessian(const LoadedBeam *x, const BulgeFactors *w, const Lanes m[3],
                            Lanes H[9][9]);

/* beam_turning_slopes - Computes the derivative by the strains of k', the slope of the curvature
   along beams. If own is not NULL, computes the derivative of D instead, the bulge of a varying
   section. */
void beam_turning_slopes(const LoadedBeam *x, const BeamBulgeLanes *own, Lanes slope[3][6]);

/* beam_add_varying_bulge, beam_add_varying_gradient, beam_add_varying_hessian - Add the deviation D
   from the chord that only beams with a varying section have under a load to value. The others add
   the first and second derivatives of n . D to g and H. */
void beam_add_varying_bulge(const LoadedBeam *x, const BulgeFactors *w, Lanes value[3]);
void beam_add_varying_gradient(const LoadedBeam *x, const BulgeFactors *w, const Lanes n[3],
                               Lanes g[6]);
void beam_add_varying_hessian(const LoadedBeam *x, const BulgeFactors *w, const Lanes n[3],
                              Lanes H[9][9]);

/* beam_add_turning_hessian - Adds the second derivative of w . k' by the strains to H, where k' is
   the slope of the curvature along beams. */
void beam_add_turning_hessian(const LoadedBeam *x, const Lanes w[3], Lanes H[9][9]);

/* beam_weight - Computes the generalized forces of the weight between the nodes of beams, and their
   derivative H if tangents is not 0 (beam_load.c). */
void beam_weight(const ElementGroup *e, const LoadedBeam *x, int tangents, GeneralizedForces *f);

/* beam_add_direction - Adds the nodal forces of the part of f that acts on the direction m of a
   load on beams to r[12]. Unless K is NULL, adds the derivatives that depend on m to K[12][12]. */
void beam_add_direction(const LoadedBeam *x, const GeneralizedForces *f, Lanes r[], Lanes K[]);

/* beam_bulge_slopes - Computes the derivative of the bulge in global axes, the deviation of the
   curve of beams from its chord, by displacements and spins of the nodes. */
void beam_bulge_slopes(const LoadedBeam *x, const BulgeFactors *w, Lanes slope[3][12]);

/* beam_add_inner_path - Adds the work of a load of fixed direction, divided by its vector, on what
   bends beams between their nodes (beam_inner_path.c), to path in global axes. */
void beam_add_inner_path(const ElementGroup *e, const LoadedBeam *x, const ElementLineLoad *load,
                         Lanes path[3]);

/* ---- load points ----------------------------------------------------------------------------- */

/* LoadPoint - A point of LANES beams at which a load between their nodes is evaluated: its distance
   from the middle divided by the length, from -1/2 to 1/2, and the shape functions there. The
   integral of the load times a function is the sum, over all points, of size times field times the
   function. */
typedef struct {
  Lanes t, N[2], size, field;
} LoadPoint;

/* beam_load_points - Computes the points of LANES beams at which a load between their nodes is
   evaluated, and returns their number.

   A load per length has the points of shape_cell_points(), with the size in m, on the line or on
   the part of it on which the load acts. A concentrated load has one point, of size 1.
   Input:
     length  length of the beams [m]
   Output:
     p       [SHAPE_MAX_CELL_POINTS] the points */
static ALWAYS_INLINE int beam_load_points(const ElementLineLoad *load, Lanes length, LoadPoint p[])
{
  static const double unit[2][3] = {
    {-0.5, 0, 0},
    {0.5,  0, 0}
  };
  const Lanes    from = load->between[0] ? lanes_gather(load->between, 0) : lanes_fill(-1);
  const Lanes    to   = load->between[0] ? lanes_gather(load->between, 1) : lanes_fill(1);
  ShapeCellPoint point[SHAPE_MAX_CELL_POINTS];
  int            n;

  if (load->at[0]) {
    const Lanes t = lanes_gather(load->at, 0) / 2;

    p[0] = (LoadPoint){
      .t     = t,
      .N     = {0.5 - t, 0.5 + t},
      .size  = lanes_fill(1),
      .field = lanes_gather(load->field, 0)
    };
    return 1;
  }
  n = shape_cell_points(SHAPE_LINE, unit, point);
  for (int k = 0; k < n; k++) {
    p[k].t    = lanes_fill(point[k].x[0]);
    p[k].size = length * point[k].size;
    for (int i = 0; i < 2; i++) p[k].N[i] = lanes_fill(point[k].N[i]);
    p[k].field = load->field[0] ? lanes_gather(load->field, k) : lanes_fill(1);
    if (!load->between[0]) continue;
    p[k].t    = (from + to) / 4 + (to - from) / 2 * p[k].t;
    p[k].size = (to - from) / 2 * p[k].size;
    p[k].N[0] = 0.5 - p[k].t;
    p[k].N[1] = 0.5 + p[k].t;
  }
  return n;
}

#endif
