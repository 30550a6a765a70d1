/* shell_damping.c: implements Kelvin-Voigt damping of shells.

   The stresses are S (s - s0 + beta ds/dt), with ds/dt = B v. The derivative of ds/dt by the nodes
   at fixed velocities has the rows V. Let D be a change of the nodes by positions and spins. B D is
   a sum of products of vectors of the motion, and V D has the product rule with their rates. Spins
   of a node with the angular velocity w do not commute: V D has the term B (D x w) as well. It
   turns the rate of T x l, with l = R^T v at fixed R, into (w x T) x l. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "shell_tangent.h"
#include "shell_motion.h"

/* Rates of the members of ShellMotion. */
typedef struct {
  Lanes v[SHELL_DOFS]; /* velocities and angular velocities of the nodes */
  Lanes X[SHELL_NODES][3], c[SHELL_NODES][3], d[SHELL_NODES][3], f[SHELL_NODES][2];
  Lanes t[SHELL_NODES][3];
} ShellRates;

/* Computes the rate dw of w = C v of shell_change_slope(), if dv is that of v. */
static ALWAYS_INLINE void slope_rate(int nn, const ShellMotion *m, const ShellRates *r, int k,
                                     const Lanes v[3], const Lanes dv[3], Lanes dw[3])
{
  const Lanes *d = m->d[k], *f = m->f[k];
  const Lanes  along = dot(d, v) / 2, change = (dot(r->d[k], v) + dot(d, dv)) / 2;

  for (int c = 0; c < 3; c++)
    dw[c] = shell_edge_scale(nn) * (f[0] * dv[c] + r->f[k][0] * v[c] + f[1] * along * r->d[k][c] +
                                    (r->f[k][1] * along + f[1] * change) * d[c]);
}

static ALWAYS_INLINE void set_rates(int nn, const ElementGroup *e, const ShellMotion *m,
                                    ShellRates *r)
{
  const double s      = shell_edge_scale(nn);
  const int(*node)[2] = shell_edges(nn);

  for (int i = 0; i < nn; i++) {
    Lanes local[3];

    node_gather(e->node[i], NODE_MEMBER(v), 3, r->v + 6 * i);
    node_gather(e->node[i], NODE_MEMBER(w), 3, r->v + 6 * i + 3);
    cross(r->v + 6 * i + 3, m->T[i], local);
    mat_vec(m->R[i], local, r->t[i]);
  }
  for (int k = 0; k < nn; k++) {
    const int i = node[k][0], j = node[k][1];
    Lanes     u;

    for (int c = 0; c < 3; c++) {
      r->X[k][c] = s * (r->v[6 * j + c] - r->v[6 * i + c]);
      r->d[k][c] = r->t[j][c] - r->t[i][c];
    }
    u          = dot(m->d[k], r->d[k]) / 2;
    r->f[k][0] = m->f[k][1] * u;
    r->f[k][1] = m->f[k][2] * u;
    shell_change_slope(nn, m, k, r->d[k], r->c[k]);
  }
}

/* Adds factor times the derivative of d(v . t_i)/dt by the spin of node i to row[3]. */
static ALWAYS_INLINE void director_rate_row(const ShellMotion *m, const ShellRates *r, int i,
                                            double factor, const Lanes v[3], const Lanes dv[3],
                                            Lanes row[3])
{
  Lanes turned[3], local[3], moment[3];

  shell_director_row(m, i, factor, dv, row);
  cross(r->v + 6 * i + 3, m->T[i], turned);
  mat_t_vec(m->R[i], v, local);
  cross(turned, local, moment);
  for (int c = 0; c < 3; c++) row[c] += factor * moment[c];
}

/* Adds the derivative of d(v . c)/dt by the spins at edge k to row[6 nn]. */
static ALWAYS_INLINE void change_rate_row(int nn, const ShellMotion *m, const ShellRates *r, int k,
                                          const Lanes v[3], const Lanes dv[3], Lanes row[])
{
  const int *node = shell_edges(nn)[k];
  Lanes      w[3], dw[3];

  shell_change_slope(nn, m, k, v, w);
  slope_rate(nn, m, r, k, v, dv, dw);
  for (int end = 0; end < 2; end++)
    director_rate_row(m, r, node[end], end ? 1 : -1, w, dw, row + 6 * node[end] + 3);
}

/* Adds the derivative of the rate of R_i w . Y, as shell_corner_row() does, to row[6 nn]. */
static ALWAYS_INLINE void corner_rate_row(int nn, const ElementGroup *e, const ShellMotion *m,
                                          const ShellRates *r, int i, int side, const Lanes w[3],
                                          Lanes row[])
{
  Lanes     turned[3], global[3], local[3], rate[3], moment[2][3], Y[3], dY[3], arm[3], lever;
  const int k = shell_corners(nn)[i][side], j = shell_drill_edge(nn, e, m, i, side, Y, &lever);

  cross(r->v + 6 * i + 3, w, turned);
  mat_vec(m->R[i], turned, global);
  shell_edge_row(nn, k, global, row);
  for (int c = 0; c < 3; c++) dY[c] = j < 0 ? r->X[k][c] : r->X[k][c] + lever * r->t[j][c];
  mat_t_vec(m->R[i], Y, local);
  mat_t_vec(m->R[i], dY, rate);
  cross(w, rate, moment[0]);
  cross(turned, local, moment[1]);
  for (int c = 0; c < 3; c++) row[6 * i + 3 + c] += moment[0][c] + moment[1][c];
  if (j < 0) return;
  for (int c = 0; c < 3; c++) arm[c] = w[c] * lever, global[c] *= lever;
  mat_vec(m->R[i], arm, dY);
  director_rate_row(m, r, j, 1, dY, global, row + 6 * j + 3);
}

/* Computes V[SHELL_NSTRAIN][6 nn], in the order of shell_strain_rows(). */
static ALWAYS_INLINE void rate_rows(int nn, const ElementGroup *e, const ShellMotion *m,
                                    const ShellRates *r, Lanes V[][SHELL_DOFS])
{
  const int(*node)[2] = shell_edges(nn), (*pair)[2] = shell_bends();
  Lanes(*row)[SHELL_DOFS] = V;

  memset(V, 0, SHELL_NSTRAIN * sizeof *V);
  for (int k = 0; k < nn; k++) {
    const Lanes twice[3] = {2 * r->X[k][0], 2 * r->X[k][1], 2 * r->X[k][2]};

    shell_edge_row(nn, k, twice, row[k]);
  }
  for (int k = 0; k < nn && nn == 4; k++) {
    const Lanes *a = r->X[k < 2 ? 2 : 0], *b = r->X[k < 2 ? 3 : 1];
    const Lanes  other[3] = {(a[0] + b[0]) / 4, (a[1] + b[1]) / 4, (a[2] + b[2]) / 4};

    shell_edge_row(nn, k, other, row[4]);
  }
  row = V + SHELL_STRAIN(bend);
  for (int k = 0; k < shell_bend_count(nn); k++)
    for (int side = 0; side < (pair[k][0] == pair[k][1] ? 1 : 2); side++) {
      const int a = pair[k][side], b = pair[k][1 - side];

      shell_edge_row(nn, a, r->c[b], row[k]);
      change_rate_row(nn, m, r, b, m->X[a], r->X[a], row[k]);
    }
  shell_add_arc_rows(nn, e, V);
  row = V + SHELL_STRAIN(lift);
  for (int k = 0; k < nn; k++)
    for (int side = 0; side < 2; side++) {
      const int   i       = node[k][side];
      const Lanes half[3] = {r->t[i][0] / 2, r->t[i][1] / 2, r->t[i][2] / 2};

      shell_edge_row(nn, k, half, row[k]);
      director_rate_row(m, r, i, 0.5, m->X[k], r->X[k], row[k] + 6 * i + 3);
    }
  for (int i = 0; i < nn; i++)
    for (int side = 0; side < 2; side++) {
      Lanes turn[3], across[3];

      shell_corner_vectors(e, i, side, turn, across);
      corner_rate_row(nn, e, m, r, i, side, turn,
                      V[SHELL_STRAIN(side) + shell_corners(nn)[i][side]]);
      corner_rate_row(nn, e, m, r, i, side, across, V[SHELL_STRAIN(drill)]);
    }
}

/* Adds beta B^T S Y to A[6 nn][6 nn]. */
static ALWAYS_INLINE void add_congruent(int nn, const ElementGroup *e, Lanes B[][SHELL_DOFS],
                                        Lanes Y[][SHELL_DOFS], Lanes A[])
{
  const int nd = 6 * nn;

  for (int j = 0; j < nd; j++) {
    ShellStrains column, stress;

    for (int k = 0; k < SHELL_NSTRAIN; k++)
      ((Lanes *)&column)[k] = e->prop[SHELL_DAMPING] * Y[k][j];
    memset(&stress, 0, sizeof stress);
    shell_times_stiffness(nn, e, &column, &stress);
    for (int i = 0; i < nd; i++)
      for (int k = 0; k < SHELL_NSTRAIN; k++) A[nd * i + j] += B[k][i] * ((Lanes *)&stress)[k];
  }
}

/* Computes the rates of the strains with their derivatives B by the nodes, and S times the rates.
 */
static ALWAYS_INLINE void strain_rates(int nn, const ElementGroup *e, const ShellMotion *m,
                                       const Lanes v[], Lanes B[][SHELL_DOFS], ShellStrains *rate,
                                       ShellStrains *stress)
{
  memset(rate, 0, sizeof *rate);
  memset(stress, 0, sizeof *stress);
  shell_strain_rows(nn, e, m, B);
  for (int k = 0; k < SHELL_NSTRAIN; k++)
    for (int i = 0; i < 6 * nn; i++) ((Lanes *)rate)[k] += B[k][i] * v[i];
  shell_times_stiffness(nn, e, rate, stress);
}

static ALWAYS_INLINE void add_damping(int nn, const ElementGroup *e, const ShellMotion *m,
                                      ShellStrains *sigma, Lanes K[], Lanes C[])
{
  ShellRates   r;
  ShellStrains rate, stress;
  Lanes        B[SHELL_NSTRAIN][SHELL_DOFS], V[SHELL_NSTRAIN][SHELL_DOFS];

  set_rates(nn, e, m, &r);
  strain_rates(nn, e, m, r.v, B, &rate, &stress);
  for (int k = 0; k < SHELL_NSTRAIN; k++)
    ((Lanes *)sigma)[k] += e->prop[SHELL_DAMPING] * ((Lanes *)&stress)[k];
  if (!K) return;
  rate_rows(nn, e, m, &r, V);
  add_congruent(nn, e, B, V, K);
  add_congruent(nn, e, B, B, C);
}

SIMD_CLONES void shell_add_damping(const ElementGroup *e, const ShellMotion *m, ShellStrains *sigma,
                                   Lanes K[], Lanes C[])
{
  if (e->kernel->shape == SHAPE_TRIANGLE) add_damping(3, e, m, sigma, K, C);
  else add_damping(4, e, m, sigma, K, C);
}

static ALWAYS_INLINE Lanes power(int nn, const ElementGroup *e)
{
  ShellMotion  m;
  ShellRates   r;
  ShellStrains rate, stress;
  Lanes        B[SHELL_NSTRAIN][SHELL_DOFS], sum = lanes_fill(0);

  shell_motion(nn, e, 1, &m);
  set_rates(nn, e, &m, &r);
  strain_rates(nn, e, &m, r.v, B, &rate, &stress);
  for (int k = 0; k < SHELL_NSTRAIN; k++) sum += ((Lanes *)&rate)[k] * ((Lanes *)&stress)[k];
  return e->prop[SHELL_DAMPING] * sum;
}

double shell_power(const ElementState *e)
{
  const ElementGroup group = element_group_of_one(e);

  if (!(e->prop[SHELL_DAMPING] > 0)) return 0;
  return (e->kernel->shape == SHAPE_TRIANGLE ? power(3, &group) : power(4, &group))[0];
}
