/* truss_law.h: axial forces of trusses and cables by their strains, for several elements at once.
   truss.c explains the symbols. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_TRUSS_LAW_H
#define FS_ELEMENT_TRUSS_LAW_H

#include "kernels.h"
#include "math/vector.h"

/* Properties. */
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
  NPROP = CAPACITY + 2
};
enum { GREEN, BIOT, LOGARITHMIC };
/* Entries of data: L [m], rate of L over L [1/s]; with a given unstrained length also the length
   that has mass, which is L without thermal strain [m]. */
enum { LENGTH, GROWTH, NDATA, PAID_OUT = NDATA, WINCH_NDATA };
/* More data of elements whose properties vary: EA [N], N0 [N], mass per length [kg/m]. */
enum { OWN_EA = NDATA, OWN_PRESTRESS, OWN_MASS, OWN_NDATA };
enum { TRUSS, CABLE }; /* variants */

/* Returns Green's strain from the squared length. It needs no root, and is 0 at the length L of an
   element along an axis. */
static ALWAYS_INLINE Lanes green_strain(Lanes square, Lanes L)
{
  const Lanes initial = L * L;

  return (square - initial) * (0.5 / initial);
}

/* Computes E and its first two derivatives by the stretch s. */
static ALWAYS_INLINE void strain(double measure, Lanes s, Lanes E[3])
{
  if (measure == GREEN) E[0] = (s - 1) * (s + 1) / 2, E[1] = s, E[2] = lanes_fill(1);
  else if (measure == BIOT) E[0] = s - 1, E[1] = lanes_fill(1), E[2] = lanes_fill(0);
  else E[0] = lanes_log(s), E[1] = 1 / s, E[2] = -1 / (s * s);
}

/* EA and N0 of elements. */
typedef struct {
  Lanes EA, N0;
} AxialLaw;

static ALWAYS_INLINE AxialLaw axial_law(const ElementKernel *kernel, const double prop[],
                                        const double *const data[LANES])
{
  if (kernel->nsections)
    return (AxialLaw){lanes_gather(data, OWN_EA), lanes_gather(data, OWN_PRESTRESS)};
  return (AxialLaw){lanes_fill(prop[EA]), lanes_fill(prop[PRESTRESS])};
}

static ALWAYS_INLINE AxialLaw element_axial_law(const ElementState *e)
{
  const double *const data[LANES] = {e->data, e->data, e->data, e->data};

  return axial_law(e->kernel, e->prop, data);
}

/* Elements at a state. */
typedef struct {
  Lanes l, n[3];             /* length l [m], unit vector from the first node to the second */
  Lanes across[3];           /* relative velocity of the nodes orthogonal to n [m/s] */
  Lanes E, slope, P;         /* strain, its derivative by s, axial force [N] */
  Lanes by_stretch, by_rate; /* derivatives of P by s [N] and by ds/dt [N s] */
  Lanes rate;                /* ds/dt [1/s] */
} AxialState;

/* Computes f from the law, the vectors d from the first to the second nodes, their rates v, the
   unstrained lengths L and their growth. given: strains that replace those of d, or 0. Returns the
   lanes of collapsed elements. It is inlined, so that unused members of f are not computed. */
static ALWAYS_INLINE LaneMask axial_state(const ElementKernel *kernel, const double prop[],
                                          AxialLaw law, Lanes L, double growth, const Lanes d[3],
                                          const Lanes v[3], const Lanes *given, AxialState *f)
{
  const Lanes square = lanes_dot(d, d);
  Lanes       E[3], N, inverse, along;

  f->l    = lanes_sqrt(square);
  inverse = 1 / f->l;
  for (int c = 0; c < 3; c++) f->n[c] = d[c] * inverse;
  along = lanes_dot(f->n, v);
  for (int c = 0; c < 3; c++) f->across[c] = v[c] - along * f->n[c];
  f->rate = prop[DAMPING] > 0 ? (along - growth * f->l) / L : lanes_fill(0);
  strain(prop[STRAIN], f->l / L, E);
  if (prop[STRAIN] == GREEN) E[0] = green_strain(square, L);
  if (given) E[0] = *given;
  N    = law.N0 + law.EA * (E[0] + prop[DAMPING] * E[1] * f->rate);
  f->E = E[0], f->slope = E[1];
  f->P = N * E[1];

  /* ds/dt decreases with s if the unstrained length grows */
  f->by_rate    = law.EA * prop[DAMPING] * E[1] * E[1];
  f->by_stretch = law.EA * (E[1] + prop[DAMPING] * E[2] * f->rate) * E[1] + N * E[2];
  if (prop[DAMPING] > 0) f->by_stretch -= growth * f->by_rate;
  if (kernel->variant == CABLE) {
    const LaneMask taut = N > 0;

    f->P          = lanes_select(taut, f->P, lanes_fill(0));
    f->by_stretch = lanes_select(taut, f->by_stretch, lanes_fill(0));
    f->by_rate    = lanes_select(taut, f->by_rate, lanes_fill(0));
  }
  return ~((f->l > 0) & (f->l < INFINITY));
}

/* Computes the forces P n on the second nodes of elements without damping, from the vectors d from
   the first to the second nodes. Forces of collapsed elements are NAN. Green's strain needs no
   root, because P n = N d/L. */
static ALWAYS_INLINE void elastic_forces(const ElementKernel *kernel, const double prop[],
                                         AxialLaw law, Lanes L, const Lanes d[3], Lanes force[3])
{
  const Lanes square = lanes_dot(d, d);
  Lanes       E[3], N, factor; /* P n = N factor d */

  if (prop[STRAIN] == GREEN) {
    E[0]   = green_strain(square, L);
    factor = 2 * (0.5 / (L * L)) * L; /* the quotient is that of the strain */
  } else {
    const Lanes l = lanes_sqrt(square);

    strain(prop[STRAIN], l / L, E);
    factor = E[1] / l;
  }
  N = law.N0 + law.EA * E[0];
  if (kernel->variant == CABLE) N = lanes_select(N > 0, N, lanes_fill(0));
  N = lanes_select((square > 0) & (square < INFINITY), N, lanes_fill(NAN));
  for (int c = 0; c < 3; c++) force[c] = N * factor * d[c];
}

#endif
