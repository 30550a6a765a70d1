/* beam_center_state.h: the state on which the motion of the mass center of a beam depends. The file
   beam_center.c explains the symbols. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BEAM_CENTER_STATE_H
#define FS_ELEMENT_BEAM_FINITE_BEAM_CENTER_STATE_H

#include <string.h>
#include "element/beam/beam.h"
#include "math/rotation_lanes.h"

enum { ND = 12, RATES = 3 };

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* binomial[n][q] = n!/(q! (n - q)!) */
static const double binomial[RATES][RATES] = {
  {1, 0, 0},
  {1, 1, 0},
  {1, 2, 1}
};

/* The constants and the state of the elements. The index p counts derivatives by the time. */
typedef struct {
  Lanes A[9], B[9], stretch[2];       /* stretch: b, c */
  Lanes R[2][9], C[9];                /* C = R_1^T R_2 */
  Lanes w[2][3], W[2][RATES][9];      /* W^p_j */
  Lanes middle[RATES][9];             /* R */
  Lanes d[RATES][3], u[RATES][3];     /* u = R^T d */
  Lanes velocity[3], acceleration[3]; /* v, a */
} Center;

static ALWAYS_INLINE void add_scaled(double factor, int n, const Lanes x[], Lanes y[])
{
  for (int i = 0; i < n; i++) y[i] += factor * x[i];
}

/* Computes A B c. */
static ALWAYS_INLINE void mat_mat_vec(const Lanes A[9], const Lanes B[9], const Lanes c[3],
                                      Lanes to[3])
{
  Lanes Bc[3];

  mat_vec(B, c, Bc);
  mat_vec(A, Bc, to);
}

/* Adds factor A B to C. */
static ALWAYS_INLINE void add_product(double factor, const Lanes A[9], const Lanes B[9], Lanes C[9])
{
  Lanes AB[9];

  mat_mat(A, B, AB);
  add_scaled(factor, 9, AB, C);
}

/* Adds factor A b^ to C, with the skew matrix b^ of the vector b. */
static ALWAYS_INLINE void add_skew(double factor, const Lanes A[9], const Lanes b[3], Lanes C[9])
{
  Lanes S[9];

  skew(b, S);
  add_product(factor, A, S, C);
}

/* Adds factor a b^T to C. */
static ALWAYS_INLINE void add_products(Lanes factor, const Lanes a[3], const Lanes b[3], Lanes C[9])
{
  for (int c = 0; c < 9; c++) C[c] += factor * a[c / 3] * b[c % 3];
}

/* Adds factor A to block (row, column) of K[ND][ND]. */
static ALWAYS_INLINE void add_block(Lanes K[], int row, int column, double factor, const Lanes A[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) K[ND * (3 * row + i) + 3 * column + j] += factor * A[3 * i + j];
}

/* Reads A and B. Returns whether one of them is not zero in any element. */
static ALWAYS_INLINE int gather_constants(const ElementGroup *e, Center *m)
{
  static const int place[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5}; /* in the upper triangle */
  Lanes            A[6];
  int              some = 0;

  beam_gather(e->data, BEAM_KINETIC_MEMBER(shear), 9, m->B);
  beam_gather(e->data, BEAM_KINETIC_MEMBER(turn), 6, A);
  beam_gather(e->data, BEAM_KINETIC_MEMBER(stretch), 2, m->stretch);
  for (int c = 0; c < 9; c++) m->A[c] = A[place[c]];
  for (int lane = 0; lane < LANES; lane++) {
    some |= m->stretch[0][lane] != 0 || m->stretch[1][lane] != 0;
    for (int c = 0; c < 9; c++) some |= m->A[c][lane] != 0 || m->B[c][lane] != 0;
  }
  return some;
}

/* Computes W^p_j from w_j and wd_j, and adds their share to the rates of R. */
static ALWAYS_INLINE void set_rotation(Center *m, int j, const Lanes wd[3])
{
  Lanes(*W)[9] = m->W[j];

  for (int c = 0; c < 9; c++) W[0][c] = lanes_fill(identity[c]);
  skew(m->w[j], W[1]);
  skew(wd, W[2]);
  add_product(1, W[1], W[1], W[2]);
  for (int p = 0; p < RATES; p++) add_product(0.5, m->R[j], W[p], m->middle[p]);
}

static ALWAYS_INLINE void set_center(const ElementGroup *e, Center *m)
{
  static const int motion[RATES] = {NODE_MEMBER(x), NODE_MEMBER(v), NODE_MEMBER(a)};
  Lanes            end[2][RATES][3], wd[3];

  memset(m->middle, 0, sizeof m->middle);
  memset(m->u, 0, sizeof m->u);
  for (int j = 0; j < 2; j++) {
    node_gather(e->node[j], NODE_MEMBER(R), 9, m->R[j]);
    node_gather(e->node[j], NODE_MEMBER(w), 3, m->w[j]);
    node_gather(e->node[j], NODE_MEMBER(wd), 3, wd);
    set_rotation(m, j, wd);
    for (int p = 0; p < RATES; p++) node_gather(e->node[j], motion[p], 3, end[j][p]);
  }
  mat_t_mat(m->R[0], m->R[1], m->C);
  for (int c = 0; c < 3; c++) {
    for (int p = 0; p < RATES; p++) m->d[p][c] = end[1][p][c] - end[0][p][c];
    m->velocity[c]     = (end[0][1][c] + end[1][1][c]) / 2;
    m->acceleration[c] = (end[0][2][c] + end[1][2][c]) / 2;
  }
  for (int p = 0; p < RATES; p++)
    for (int q = 0; q <= p; q++) {
      Lanes turned[3];

      mat_t_vec(m->middle[q], m->d[p - q], turned);
      add_scaled(binomial[p][q], 3, turned, m->u[p]);
    }
}

#endif
