/* law_beam.h: one beam element whose section follows a law: strains and forces of its sections. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_LAW_LAW_BEAM_H
#define FS_ELEMENT_BEAM_LAW_LAW_BEAM_H

#include "law_load.h"
#include "math/vector.h"

/* The factor of |g|^2. */
static const double BENDING_LENGTHENS = 0.6;

/* LawSection - A section along the element. */
typedef struct {
  LawPlace        place;
  double          x, weight;  /* place from the middle [m], share of the length */
  double          e[6], f[6]; /* strains, and forces (1 + x A) f + p */
  double          F[36], step[6];
  SectionResponse at;
} LawSection;

/* LawBeam - An element; beam_law.c explains the symbols. */
typedef struct {
  const double       *prop;
  int                 linear;     /* whether the sections are linear instead of following the law */
  int                 nload;      /* number of points with loads */
  const LawPointLoad *load;       /* [nload] particular solutions p of the loads, or NULL */
  double              half;       /* L^2/24 */
  double              k[3];       /* curvature */
  double              G[2][6];    /* the bending's share of the shear strains */
  double              g[2], s[6]; /* bending's share, strains */
  double              f[6], P[36]; /* forces of the middle section, their derivative by s */
  double              work;        /* of the step of Newton's method */
  int                 n;
  LawSection          section[LAW_SECTIONS_MAX];
} LawBeam;

/* Adds weight (1 + x A^T) e to sum. */
static inline void law_beam_add_strains(const LawBeam *b, const LawSection *at, const double e[6],
                                        double sum[6])
{
  double back[6];

  cross(b->k, e, back);
  cross(b->k, e + 3, back + 3);
  back[1] -= e[5];
  back[2] += e[4];
  for (int i = 0; i < 6; i++) sum[i] += at->weight * (e[i] + at->x * back[i]);
}

/* law_beam_turned - Computes w = A_i f: the cross products of both parts of f and the unit vector
 * e_i. */
static inline void law_beam_turned(int i, const double f[6], double w[6])
{
  const int n = (i + 1) % 3, m = (i + 2) % 3;

  for (int part = 0; part < 6; part += 3) {
    w[part + i] = 0;
    w[part + n] = f[part + m];
    w[part + m] = -f[part + n];
  }
}

/* law_beam_set_strains - Computes s, k, g and G from the strains strain[6] and their values at
   rest. The members prop, linear, nload, load and half are given. */
void law_beam_set_strains(const double strain[6], const double rest[6], LawBeam *b);

/* law_beam_equilibrate - Computes strains and responses of the sections, f and P from s and k.
   Returns 0, or 1 if the element has no equilibrium. */
int law_beam_equilibrate(LawBeam *b);

#endif
