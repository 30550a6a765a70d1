/* beam_varying.h: beams with two nodes whose section varies along the element.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_VARYING_BEAM_VARYING_H
#define FS_ELEMENT_BEAM_VARYING_BEAM_VARYING_H

#include "element/beam/beam.h"
#include "element/beam/varying/section_points.h"

/* Numbers of entries of a symmetric matrix [6][6], and of the moments of F(x).

   F(x) is the sum of its moments times Legendre's polynomials. The curve under a load that is
   smooth needs the first SMOOTH_MOMENTS of them. A concentrated load bends the curve by a kink,
   whose own moments decrease slowly, so that it needs all: ten give the curve of a taper 2:1 to
   1e-7, four to 7e-3 (tests/model/point_loads.py). */
enum { BEAM_SYMMETRIC = 21, SMOOTH_MOMENTS = 4, BEAM_MOMENTS = 10 };

/* beam_symmetric - Returns the index of entry a, b among the stored entries of a symmetric matrix
   [6][6]. */
static inline int beam_symmetric(int a, int b)
{
  const int i = a < b ? a : b, j = a < b ? b : a;

  return 6 * i - i * (i - 1) / 2 + j - i;
}

/* beam_add_symmetric - Adds A v to w, where A is a symmetric matrix [6][6] that is stored as its
   BEAM_SYMMETRIC entries. */
static ALWAYS_INLINE void beam_add_symmetric(const Lanes A[BEAM_SYMMETRIC], const Lanes v[6],
                                             Lanes w[6])
{
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++) w[a] += A[beam_symmetric(a, b)] * v[b];
}

/* BeamBulge - The deviation of the line between the nodes of a beam with a varying section, besides
   k x Gamma. It is D[0] f + D[1] A f, with the force f of the middle section. */
typedef struct {
  double D[2][3][6];
} BeamBulge;
typedef struct {
  Lanes D[2][3][6];
} BeamBulgeLanes;

/* BeamSectionBulge - The deviation of the line of a beam due to a unit force, and due to a unit
   moment, at one section. */
typedef struct {
  double    h0; /* of beam_load.c, at the section [m2] */
  BeamBulge force, moment;
} BeamSectionBulge;

/* BeamVarying - The constants of a beam element whose section varies. The first members are those
   of a beam with two nodes. */
typedef struct {
  BeamGauss   point;
  double      shear[2][6];
  BeamNode    node[2];
  BeamKinetic kinetic;
  /* entries of 1/L times the integral of P_n(2 x/L) F(x): Legendre's polynomials P_n times the
     flexibility of the section */
  double    moment[BEAM_MOMENTS][BEAM_SYMMETRIC];
  double    G[2][6];    /* the bending's share of the shear strains, by the strains s */
  double    rest[6][6]; /* forces of the middle section by the strains, at rest */
  double    mass[3];    /* mass of displacements at both nodes, and between them [kg] */
  double    lumped;     /* whether that of some section is lumped */
  double    weight;     /* integral of the mass per length times h0 of beam_load.c */
  double    first[3];   /* the same of the first moment */
  BeamBulge bulge;      /* under its own weight */
} BeamVarying;

/* The flexibility of LANES elements. */
typedef struct BeamOwnFlexibility {
  Lanes F[3][BEAM_SYMMETRIC]; /* F0, F1, F2 of beam_energy.c */
  Lanes G[2][6];
} BeamOwnFlexibility;

/* beam_varies - Returns whether the elements of a kernel are beams whose section varies, with the
   data BeamVarying. */
static inline int beam_varies(const ElementKernel *kernel)
{
  return kernel->ndata == sizeof(BeamVarying) / sizeof(double);
}

/* beam_gather_own - Reads the flexibility of LANES beams whose section varies out of their data,
   and sets p->own to it. Does nothing for other kernels. */
static ALWAYS_INLINE void beam_gather_own(const ElementKernel *kernel,
                                          const double *const data[LANES], BeamGaussLanes *p,
                                          BeamOwnFlexibility *own)
{
  const int first = (int)(offsetof(BeamVarying, moment) / sizeof(double));

  if (!beam_varies(kernel)) return;
  for (int i = 0; i < BEAM_SYMMETRIC; i++) {
    const Lanes half = p->weight / 2, two = lanes_gather(data, first + 2 * BEAM_SYMMETRIC + i);

    own->F[0][i] = lanes_gather(data, first + i);
    own->F[1][i] = half * lanes_gather(data, first + BEAM_SYMMETRIC + i);
    own->F[2][i] = half * half * (2 * two + own->F[0][i]) / 3;
  }
  beam_gather(data, (int)(offsetof(BeamVarying, G) / sizeof(double)), 12, own->G[0]);
  p->own = own;
}

/* beam_varying_setup - Computes the members moment and G of the data of a beam whose section
   varies, from its properties at points, ref->sections. Returns NULL, or the reason why the element
   is invalid. */
const char *beam_varying_setup(const ElementReference *ref, double length, BeamVarying *data);

/* beam_section_bulges - Computes, for a unit load at each section of a beam whose section varies,
   how the line of the beam deviates. Call beam_varying_setup before. */
void beam_section_bulges(const ElementReference *ref, double length, const BeamVarying *data,
                         BeamSectionBulge bulge[ELEMENT_SECTIONS]);

/* beam_varying_load - Computes the members weight, first and bulge of the data of a beam whose
   section varies, for loads by its own weight. Call beam_varying_setup before. */
void beam_varying_load(const ElementReference *ref, double length, BeamVarying *data);

/* beam_varying_masses - Computes the members mass and lumped of the data of a beam whose section
   varies, and the first moments and inertias of node[2] in the axes of the section. */
void beam_varying_masses(const ElementReference *ref, double length, BeamVarying *data);

/* The function by which the field of a load along a beam is multiplied before it is integrated: a
   shape function N_1 or N_2, h0 of beam_load.c, or 1. */
typedef enum { TIMES_N1, TIMES_N2, TIMES_H0, TIMES_ONE } FieldFactor;

/* beam_varying_bulge - Computes D, the deviation of the line of beams whose section varies, for a
   force or a moment per length.

   Input:
     load   the load; its field is used, its vector is not
     turns  whether it is a moment, which acts on the curvatures only: D is without the mean of the
            curvatures, and its rows are those of the curvatures
   The function is in beam_varying_load.c. */
void beam_varying_bulge(const ElementGroup *e, const Lanes *own_length, const ElementLineLoad *load,
                        FieldFactor factor, int turns, BeamBulgeLanes *bulge);

/* beam_varying_turn - Computes D, the deviation of the line of beams whose section varies, for a
   vector a of the section that changes along the element: k' x a, with the mean slope k' of the
   curvatures. */
void beam_varying_turn(const ElementGroup *e, const Lanes *length, const Lanes a[3],
                       BeamBulgeLanes *bulge);

#endif
