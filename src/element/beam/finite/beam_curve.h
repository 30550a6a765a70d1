/* beam_curve.h: the curve between the nodes of a beam with two nodes and corrected flexibility.

   beam_load.c explains the symbols. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BEAM_CURVE_H
#define FS_ELEMENT_BEAM_FINITE_BEAM_CURVE_H

#include "element/beam/varying/beam_varying.h"

/* The elements of a group at a state. */
typedef struct {
  const double  *prop;
  BeamInvariants v;
  BeamGaussLanes p; /* its weight is 1 */
  BeamStrain     s;
  /* elastic: strains less those at rest; chord: the same with the chord's shortening, which is s of
     beam_energy.c without the term of g */
  Lanes length, shear[2][6], elastic[6], chord[6];
  Lanes Y[6][MAX_DOFS]; /* derivative of the strains by the nodes */
  Lanes rest[6][6];     /* that of BeamVarying; not set if the section is uniform */
} LoadedBeam;

/* beam_chord_slope - Returns the derivative of x->chord[c] by strain j. */
static ALWAYS_INLINE Lanes beam_chord_slope(const LoadedBeam *x, int c, int j)
{
  const Lanes *k = x->s.kappa, half = x->length * x->length / 24;

  if (j < 3 || c > 2) return lanes_fill(c == j);
  if (c == 0) return j == 3 ? lanes_fill(0) : 2 * half * k[j - 3];
  return j == 3 ? -half * k[c] : j == 3 + c ? -half * k[0] : lanes_fill(0);
}

/* beam_add_chord - Adds the derivative of v . chord by the strains to g. */
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
  /* for sections that vary: what replaces the terms of g' and k'; otherwise NULL */
  const BeamBulgeLanes *own;
} BulgeFactors;

/* The direction of a load that is fixed in space: its vector in the axes of the last node, and m,
   in those of the middle section. */
typedef struct {
  Lanes d[3], m[3];
} LoadDirection;

/* Forces g on the strains and on m, and their derivative H by both. Its rows and columns of m alone
   are not 0 only for loads that bend the element with the axial force (beam_bow.h). H is not set
   without tangents. */
typedef struct {
  LoadDirection p;
  Lanes         g[9], H[9][9];
} GeneralizedForces;

/* beam_curve - Computes the members of x; Y only if slopes is not 0. */
void beam_curve(const ElementGroup *e, int slopes, LoadedBeam *x);

/* beam_set_curve - Does so if x has v, p, and s already, with the weight of the Gauss point. */
void beam_set_curve(const ElementGroup *e, int slopes, LoadedBeam *x);

/* beam_bulge - Computes the sum of the parts of b0, b1 and c. */
void beam_bulge(const LoadedBeam *x, const BulgeFactors *w, Lanes value[3]);

/* beam_add_bulge_gradient - Adds the derivative of m . bulge by the strains to g. */
void beam_add_bulge_gradient(const LoadedBeam *x, const BulgeFactors *w, const Lanes m[3],
                             Lanes g[6]);

/* beam_add_bulge_hessian - Adds the second derivative of m . bulge by the strains to H. */
void beam_add_bulge_hessian(const LoadedBeam *x, const BulgeFactors *w, const Lanes m[3],
                            Lanes H[9][9]);

/* beam_turning_slopes - Computes the derivative of k' by the strains; of D if own is not NULL. */
void beam_turning_slopes(const LoadedBeam *x, const BeamBulgeLanes *own, Lanes slope[3][6]);

/* beam_add_varying_bulge, beam_add_varying_gradient, beam_add_varying_hessian - Add the part D of a
   load on beams whose section varies to value, and the first and second derivatives of n times it
   to g and H. */
void beam_add_varying_bulge(const LoadedBeam *x, const BulgeFactors *w, Lanes value[3]);
void beam_add_varying_gradient(const LoadedBeam *x, const BulgeFactors *w, const Lanes n[3],
                               Lanes g[6]);
void beam_add_varying_hessian(const LoadedBeam *x, const BulgeFactors *w, const Lanes n[3],
                              Lanes H[9][9]);

/* beam_add_turning_hessian - Adds the second derivative of w . k' by the strains to H. */
void beam_add_turning_hessian(const LoadedBeam *x, const Lanes w[3], Lanes H[9][9]);

/* beam_weight - Computes the generalized forces of the weight between the nodes (beam_load.c). */
void beam_weight(const ElementGroup *e, const LoadedBeam *x, int tangents, GeneralizedForces *f);

/* beam_add_direction - Adds the nodal forces of those on m to r and, unless K is NULL, the
   derivatives that depend on m to K. */
void beam_add_direction(const LoadedBeam *x, const GeneralizedForces *f, Lanes r[], Lanes K[]);

/* beam_bulge_slopes - Computes the derivative of R_m bulge by the nodes (beam_load.c). */
void beam_bulge_slopes(const LoadedBeam *x, const BulgeFactors *w, Lanes slope[3][12]);

#endif
