/* beam_flexibility.h: the flexibility matrix F* of a beam with two nodes, and its inverse. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_VARYING_BEAM_FLEXIBILITY_H
#define FS_ELEMENT_BEAM_VARYING_BEAM_FLEXIBILITY_H

#include "beam_varying.h"
#include "math/rotation_lanes.h"

/* BeamFlexibility - The flexibility F* of LANES beams at their curvature, and its inverse by
   blocks: F* = [NN, NM; NM^T, MM], W = NM MM^-1, force = (NN - W NM^T)^-1. */
typedef struct {
  const double *F; /* [6][6] flexibility of the section */
  /* moments of the flexibility along the element; NULL if the section is uniform: then F0 = F, F1 =
     0, F2 = L^2/12 F */
  const BeamOwnFlexibility *own;
  int                       diagonal; /* whether F is diagonal; then NM and W have no first row */
  int   bows; /* the number of shapes of the load across elements with bows (beam_bow.h), or 0 */
  Lanes k[3];
  Lanes factor;                       /* L^2/12 */
  Lanes force[9], moment[9], W[3][3]; /* moment: MM^-1 */
  Lanes G[2][6];                      /* only G[0][1] and G[1][2] if F is diagonal */
} BeamFlexibility;

/* Computes w[6] = F2 v. The F of most sections is diagonal. */
static ALWAYS_INLINE void beam_flexibility_strains(const BeamFlexibility *x, const Lanes v[6],
                                                   Lanes w[6])
{
  if (x->own) {
    for (int a = 0; a < 6; a++) w[a] = lanes_fill(0);
    beam_add_symmetric(x->own->F[2], v, w);
    return;
  }
  for (int a = 0; a < 6; a++) {
    w[a] = x->F[7 * a] * v[a];
    for (int b = 0; b < 6 && !x->diagonal; b++)
      if (b != a) w[a] += x->F[6 * a + b] * v[b];
    w[a] *= x->factor;
  }
}

/* Adds F1 v to w[6]. */
static ALWAYS_INLINE void beam_add_first(const BeamFlexibility *x, const Lanes v[6], Lanes w[6])
{
  if (x->own) beam_add_symmetric(x->own->F[1], v, w);
}

/* Computes w[6] = A f. */
static ALWAYS_INLINE void beam_force_gradient(const Lanes k[3], const Lanes f[6], Lanes w[6])
{
  cross(f, k, w);
  cross(f + 3, k, w + 3);
  w[4] += f[2];
  w[5] -= f[1];
}

/* Computes f[6] = A^T w. */
static ALWAYS_INLINE void beam_force_gradient_transpose(const Lanes k[3], const Lanes w[6],
                                                        Lanes f[6])
{
  cross(k, w, f);
  cross(k, w + 3, f + 3);
  f[1] -= w[5];
  f[2] += w[4];
}

/* Replaces the symmetric, positive definite matrix A by its inverse. Only the upper triangle of A
   is read. */
static ALWAYS_INLINE void invert(Lanes A[9])
{
  const Lanes xx = A[4] * A[8] - A[5] * A[5], xy = A[2] * A[5] - A[1] * A[8],
              xz = A[1] * A[5] - A[2] * A[4], yy = A[0] * A[8] - A[2] * A[2],
              yz = A[1] * A[2] - A[0] * A[5], zz = A[0] * A[4] - A[1] * A[1];
  const Lanes inverse = 1 / (A[0] * xx + A[1] * xy + A[2] * xz);

  A[0] = inverse * xx;
  A[4] = inverse * yy;
  A[8] = inverse * zz;
  A[1] = A[3] = inverse * xy;
  A[2] = A[6] = inverse * xz;
  A[5] = A[7] = inverse * yz;
}

static inline int beam_is_diagonal(const double F[])
{
  int others = 0;

  for (int a = 0; a < 6; a++)
    for (int b = a + 1; b < 6; b++) others |= F[6 * a + b] != 0;
  return !others;
}

/* Computes the upper triangle of A = k^T D k^ + F with diagonal D and F. */
static ALWAYS_INLINE void diagonal_block(const Lanes k[3], const Lanes D[3], const double F[3],
                                         Lanes A[9])
{
  const Lanes xx = k[0] * k[0], yy = k[1] * k[1], zz = k[2] * k[2];

  A[0] = F[0] + D[1] * zz + D[2] * yy;
  A[4] = F[1] + D[0] * zz + D[2] * xx;
  A[8] = F[2] + D[0] * yy + D[1] * xx;
  A[1] = -D[2] * (k[0] * k[1]);
  A[2] = -D[1] * (k[0] * k[2]);
  A[5] = -D[0] * (k[1] * k[2]);
}

/* Computes the blocks NN, NM and MM of the flexibility F* of beams whose section has a diagonal
   flexibility, and G, the bending's share of the shear strains. */
static ALWAYS_INLINE void diagonal_blocks(BeamFlexibility *x, Lanes NM[3][3])
{
  const double own[6] = {x->F[0], x->F[7], x->F[14], x->F[21], x->F[28], x->F[35]};
  const Lanes *k      = x->k;
  Lanes        D[6];

  for (int a = 0; a < 6; a++) D[a] = x->factor * own[a];
  diagonal_block(k, D, own, x->force);
  diagonal_block(k, D + 3, own + 3, x->moment);
  for (int c = 1; c < 3; c++) {
    const Lanes *bending = &D[6 - c]; /* about z for forces along y */

    x->force[4 * c] += *bending;
    NM[c][0]       = -*bending * k[c];
    NM[c][c]       = *bending * k[0];
    NM[c][3 - c]   = lanes_fill(0);
    x->G[c - 1][c] = *bending / (own[c] + *bending);
  }
}

/* Computes the share of bending in the shear strains of beams, G = (I + Q S_yz)^-1 Q S. S = F^-1 is
   the stiffness of the section, S_yz its block of shear in y and z. */
static ALWAYS_INLINE void bending_share(const double S[], BeamFlexibility *x)
{
  const double *F       = x->F;
  const double  Q[2][2] = {
     {F[35],  -F[34]},
     {-F[29], F[28] }
  };
  Lanes QS[2][6], xx, xy, yx, yy, inverse;

  for (int c = 0; c < 2; c++)
    for (int a = 0; a < 6; a++) QS[c][a] = x->factor * (Q[c][0] * S[6 + a] + Q[c][1] * S[12 + a]);
  xx = 1 + QS[0][1], xy = QS[0][2], yx = QS[1][1], yy = 1 + QS[1][2];
  inverse = 1 / (xx * yy - xy * yx);
  for (int a = 0; a < 6; a++) {
    x->G[0][a] = inverse * (yy * QS[0][a] - xy * QS[1][a]);
    x->G[1][a] = inverse * (xx * QS[1][a] - yx * QS[0][a]);
  }
}

/* Computes the blocks NN, NM and MM of F*. */
static ALWAYS_INLINE void general_blocks(BeamFlexibility *x, Lanes NM[3][3])
{
  for (int j = 0; j < 6; j++) {
    Lanes unit[6], w[6], bent[6], column[6];

    for (int a = 0; a < 6; a++) unit[a] = lanes_fill(a == j);
    beam_force_gradient(x->k, unit, w);
    beam_flexibility_strains(x, w, bent);
    beam_add_first(x, unit, bent);
    beam_force_gradient_transpose(x->k, bent, column);
    beam_add_first(x, w, column);
    for (int a = 0; a < 6; a++)
      column[a] += x->own ? x->own->F[0][beam_symmetric(a, j)] : lanes_fill(x->F[6 * a + j]);
    for (int a = 0; a < 3; a++) {
      if (j < 3) x->force[3 * a + j] = column[a];
      else {
        NM[a][j - 3]             = column[a];
        x->moment[3 * a + j - 3] = column[3 + a];
      }
    }
  }
}

/* Computes the flexibility F* of LANES beams with this length and curvature k[3], and its inverse.
   S and F are stiffness and flexibility of the section, own those of a section that varies. */
static ALWAYS_INLINE void beam_flexibility(const double S[], const double F[],
                                           const BeamOwnFlexibility *own, int diagonal,
                                           Lanes length, const Lanes k[3], BeamFlexibility *x)
{
  Lanes NM[3][3];

  x->F        = F;
  x->own      = own;
  x->diagonal = diagonal;
  x->factor   = length * length / 12;
  for (int c = 0; c < 3; c++) x->k[c] = k[c];
  if (diagonal) diagonal_blocks(x, NM);
  else {
    general_blocks(x, NM);
    for (int c = 0; c < 2 && own; c++)
      for (int a = 0; a < 6; a++) x->G[c][a] = own->G[c][a];
    if (!own) bending_share(S, x);
  }
  invert(x->moment);
  for (int a = diagonal; a < 3; a++)
    for (int b = 0; b < 3; b++)
      x->W[a][b] =
        NM[a][0] * x->moment[b] + NM[a][1] * x->moment[3 + b] + NM[a][2] * x->moment[6 + b];
  for (int a = diagonal; a < 3; a++)
    for (int b = a; b < 3; b++) x->force[3 * a + b] -= dot(x->W[a], NM[b]);
  invert(x->force);
}

/* Computes f[6] = P s. */
static ALWAYS_INLINE void beam_flexibility_forces(const BeamFlexibility *x, const Lanes s[6],
                                                  Lanes f[6])
{
  Lanes rest[3] = {s[0], s[1], s[2]};

  for (int a = x->diagonal; a < 3; a++) rest[a] -= dot(x->W[a], s + 3);
  mat_vec(x->force, rest, f);
  mat_vec(x->moment, s + 3, f + 3);
  for (int a = x->diagonal; a < 3; a++)
    for (int c = 0; c < 3; c++) f[3 + c] -= x->W[a][c] * f[a];
}

#endif
