/* shell_motion.h: the edges and directors of a shell at a state of its nodes, and the stresses
   there.

   Edge k goes from node i to node j. X = s (x_j - x_i) is the derivative of the position by a
   parent coordinate, with s of shell_edge_scale(). The director t_i = R_i T_i is the normal T_i
   of the reference, which turns with the node. With d = t_j - t_i,

   c = s f d, f = a/sin(a), sin(a) = |d|/2

   has the angle 2 a between the directors as its length, not the chord |d|. f is a function of u
   = |d|^2/4 with the derivatives f' = ((1 - u)^-1/2 - f)/(2 u), f'' = ((1 - u)^-3/2/2 - 3 f')/(2
   u). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_MOTION_H
#define FS_ELEMENT_SHELL_SHELL_MOTION_H

#include <string.h>
#include "math/rotation_lanes.h"
#include "shell.h"
#include "arcs/shell_arcs.h"

typedef struct {
  Lanes X[SHELL_NODES][3], c[SHELL_NODES][3], d[SHELL_NODES][3]; /* of edges */
  Lanes f[SHELL_NODES][3];                                       /* f, f', f'' */
  Lanes T[SHELL_NODES][3], t[SHELL_NODES][3], R[SHELL_NODES][9]; /* of nodes */
} ShellMotion;

/* shell_gather - Reads n consecutive doubles, from the offset first on, out of the data of each of
   LANES shell elements into to[n]. */
static ALWAYS_INLINE void shell_gather(const ElementGroup *e, int first, int n, Lanes to[])
{
  for (int i = 0; i < n; i++) to[i] = lanes_gather(e->data, first + i);
}

/* Computes f[3] = f, f' and, if second_too, f'', the ratio of an angle to its sine as a function of
   u (top of this file). Below the limit the derivatives are sums of the power series of
   arcsin(sqrt(u))/sqrt(u), because the closed formulas lose digits there. */
static ALWAYS_INLINE void shell_angle_ratio(Lanes u, int second_too, Lanes f[3])
{
  enum { TERMS = 13 };
  const double series_limit = 0.06;
  const double first[TERMS] = {1. / 6,
                               3. / 20,
                               15. / 112,
                               35. / 288,
                               315. / 2816,
                               693. / 6656,
                               1001. / 10240,
                               6435. / 69632,
                               109395. / 1245184,
                               230945. / 2752512,
                               969969. / 12058624,
                               2028117. / 26214400,
                               16900975. / 226492416};
  const Lanes  root = lanes_sqrt(1 - u), small = lanes_select(u < series_limit, u, lanes_fill(0)),
              large = lanes_select(u < series_limit, lanes_fill(0.5), u);
  double second[TERMS - 1];
  Lanes  closed[2];

  for (int k = 0; k < TERMS - 1; k++) second[k] = (k + 1) * first[k + 1];
  f[0]      = rotation_angle_ratio(root);
  closed[0] = (1 / root - f[0]) / (2 * large);
  f[1]      = lanes_select(u < series_limit, lanes_polynomial(TERMS, first, small), closed[0]);
  if (!second_too) return;
  closed[1] = (0.5 / (root * (1 - u)) - 3 * closed[0]) / (2 * large);
  f[2]      = lanes_select(u < series_limit, lanes_polynomial(TERMS - 1, second, small), closed[1]);
}

/* shell_motion - Computes the edges and directors of LANES shell elements with nn nodes, which is a
   constant in all calls, at a state.

   f'' is computed only if second_too is not 0: tangents and damping need it. c is NAN in lanes with
   neighbouring nodes that have rotated by more than 2 rad against each other. */
static ALWAYS_INLINE void shell_motion(int nn, const ElementGroup *e, int second_too,
                                       ShellMotion *m)
{
  const double cosine_of_one = 0x1.14a280fb5068cp-1, scale = shell_edge_scale(nn);
  const int(*node)[2] = shell_edges(nn);
  Lanes x[SHELL_NODES][3], q[SHELL_NODES][4];

  for (int i = 0; i < nn; i++) {
    node_gather(e->node[i], NODE_MEMBER(x), 3, x[i]);
    node_gather(e->node[i], NODE_MEMBER(q), 4, q[i]);
    node_gather(e->node[i], NODE_MEMBER(R), 9, m->R[i]);
    shell_gather(e, SHELL_MEMBER(director[0]) + 3 * i, 3, m->T[i]);
    mat_vec(m->R[i], m->T[i], m->t[i]);
  }
  for (int k = 0; k < nn; k++) {
    const int   i = node[k][0], j = node[k][1];
    const Lanes cosine =
      q[i][0] * q[j][0] + q[i][1] * q[j][1] + q[i][2] * q[j][2] + q[i][3] * q[j][3];
    const LaneMask near = lanes_abs(cosine) >= cosine_of_one;

    for (int c = 0; c < 3; c++) {
      m->X[k][c] = scale * (x[j][c] - x[i][c]);
      m->d[k][c] = m->t[j][c] - m->t[i][c];
    }
    shell_angle_ratio(dot(m->d[k], m->d[k]) / 4, second_too, m->f[k]);
    for (int c = 0; c < 3; c++)
      m->c[k][c] = lanes_select(near, scale * m->f[k][0] * m->d[k][c], lanes_fill(NAN));
  }
}

/* shell_corner_vectors - Reads the vectors whose products with the rotation of node i are its parts
   in the bending (turn) and in the drilling (across) of one of its two edges (side 0 or 1). */
static ALWAYS_INLINE void shell_corner_vectors(const ElementGroup *e, int i, int side,
                                               Lanes turn[3], Lanes across[3])
{
  shell_gather(e, SHELL_MEMBER(turn[0]) + 6 * i + 3 * side, 3, turn);
  shell_gather(e, SHELL_MEMBER(across[0]) + 6 * i + 3 * side, 3, across);
}

/* shell_corner_force - Computes the force v on one edge (side 0 or 1) of node i of shell elements,
   in the axes of the node, by the stresses sigma that bend edges and drill. */
static ALWAYS_INLINE void shell_corner_force(int nn, const ElementGroup *e,
                                             const ShellStrains *sigma, int i, int side, Lanes v[3])
{
  Lanes turn[3], across[3];

  shell_corner_vectors(e, i, side, turn, across);
  for (int c = 0; c < 3; c++)
    v[c] = sigma->side[shell_corners(nn)[i][side]] * turn[c] + sigma->drill * across[c];
}

/* shell_drill_lever - Returns the lever by which changes d of the directors move the edges of a
   coupled section's middle, X + lever d, in the drilling rotations of shell elements. */
static ALWAYS_INLINE Lanes shell_drill_lever(int nn, const ElementGroup *e)
{
  return shell_edge_scale(nn) * lanes_gather(e->data, SHELL_MEMBER(middle));
}

/* shell_drill_edge - Computes the vector Y of one edge (side 0 or 1) of node i of shell elements
   whose product with a vector R_i w of the node bends the edge or drills.

   Y is the edge of the middle of the section without the director of node i, whose product with R_i
   w is a constant. Returns the other node j of the edge if Y contains its director, with that
   director's factor as lever; else -1. */
static ALWAYS_INLINE int shell_drill_edge(int nn, const ElementGroup *e, const ShellMotion *m,
                                          int i, int side, Lanes Y[3], Lanes *lever)
{
  const int k = shell_corners(nn)[i][side], *node = shell_edges(nn)[k],
            j = node[0] == i ? node[1] : node[0];

  memcpy(Y, m->X[k], 3 * sizeof *Y);
  *lever = lanes_fill(0);
  if (!e->kernel->coupled) return -1;
  *lever = (j == node[1] ? 1 : -1) * shell_drill_lever(nn, e);
  for (int c = 0; c < 3; c++) Y[c] += *lever * m->t[j][c];
  return j;
}

/* shell_strains_of - Computes the strains of LANES shell elements with nn nodes from their edges
   and directors m. */
static ALWAYS_INLINE void shell_strains_of(int nn, const ElementGroup *e, const ShellMotion *m,
                                           ShellStrains *s)
{
  const int(*node)[2] = shell_edges(nn), (*corner)[2] = shell_corners(nn),
        (*pair)[2]  = shell_bends();
  const Lanes lever = e->kernel->coupled ? shell_drill_lever(nn, e) : lanes_fill(0);
  Lanes       xr[3], xs[3];

  memset(s, 0, sizeof *s);
  for (int k = 0; k < nn; k++) s->product[k] = dot(m->X[k], m->X[k]);
  for (int c = 0; c < 3 && nn == 4; c++) {
    xr[c] = m->X[0][c] + m->X[1][c];
    xs[c] = m->X[2][c] + m->X[3][c];
  }
  if (nn == 4) s->product[4] = dot(xr, xs) / 4;
  for (int k = 0; k < shell_bend_count(nn); k++) {
    const int a = pair[k][0], b = pair[k][1];

    s->bend[k] = dot(m->X[a], m->c[b]);
    if (a != b) s->bend[k] += dot(m->X[b], m->c[a]);
  }
  shell_add_arcs(nn, e, s);
  for (int k = 0; k < nn; k++) {
    Lanes local[3], across[3];

    s->lift[k] = (dot(m->X[k], m->t[node[k][0]]) + dot(m->X[k], m->t[node[k][1]])) / 2;
    for (int side = 0; side < 2; side++) {
      const int edge = corner[k][side];
      Lanes     Y[3], turn[3];

      memcpy(Y, m->X[edge], sizeof Y);
      for (int c = 0; c < 3 && e->kernel->coupled; c++) Y[c] += lever * m->d[edge][c];
      mat_t_vec(m->R[k], Y, local);
      shell_corner_vectors(e, k, side, turn, across);
      s->side[edge] += dot(turn, local);
      s->drill += dot(across, local);
    }
  }
}

/* shell_director_row - Adds factor times the derivative of v . t_i by the spin of node i to row[3],
   where t_i is the director of the node of a shell element. */
static ALWAYS_INLINE void shell_director_row(const ShellMotion *m, int i, double factor,
                                             const Lanes v[3], Lanes row[3])
{
  Lanes local[3], moment[3];

  mat_t_vec(m->R[i], v, local);
  cross(m->T[i], local, moment);
  for (int c = 0; c < 3; c++) row[c] += factor * moment[c];
}

/* shell_change_slope - Computes w = C v for edge k of shell elements, where C is the symmetric
   derivative of the change of directors c by the difference d of the directors. */
static ALWAYS_INLINE void shell_change_slope(int nn, const ShellMotion *m, int k, const Lanes v[3],
                                             Lanes w[3])
{
  const Lanes along = m->f[k][1] * dot(m->d[k], v) / 2;

  for (int c = 0; c < 3; c++)
    w[c] = shell_edge_scale(nn) * (m->f[k][0] * v[c] + along * m->d[k][c]);
}

/* shell_edge_row - Adds the derivative of v . X by the positions of the nodes to row[6 nn], where X
   is the vector of edge k of shell elements. */
static ALWAYS_INLINE void shell_edge_row(int nn, int k, const Lanes v[3], Lanes row[])
{
  const int(*node)[2] = shell_edges(nn);

  for (int c = 0; c < 3; c++) {
    row[6 * node[k][0] + c] -= shell_edge_scale(nn) * v[c];
    row[6 * node[k][1] + c] += shell_edge_scale(nn) * v[c];
  }
}

/* shell_change_row - Adds the derivative of v . c by the spins of the nodes to row[6 nn], where c
   is the change of directors along edge k of shell elements. */
static ALWAYS_INLINE void shell_change_row(int nn, const ShellMotion *m, int k, const Lanes v[3],
                                           Lanes row[])
{
  const int(*node)[2] = shell_edges(nn);
  Lanes w[3];

  shell_change_slope(nn, m, k, v, w);
  shell_director_row(m, node[k][0], -1, w, row + 6 * node[k][0] + 3);
  shell_director_row(m, node[k][1], 1, w, row + 6 * node[k][1] + 3);
}

/* shell_corner_row - Adds the derivative of R_i w . Y by the motion of all nodes to row[6 nn],
   where Y is the vector of shell_drill_edge() of one edge (side 0 or 1) of node i of shell
   elements. */
static ALWAYS_INLINE void shell_corner_row(int nn, const ElementGroup *e, const ShellMotion *m,
                                           int i, int side, const Lanes w[3], Lanes row[])
{
  Lanes     global[3], local[3], moment[3], Y[3], lever;
  const int j = shell_drill_edge(nn, e, m, i, side, Y, &lever);

  mat_vec(m->R[i], w, global);
  shell_edge_row(nn, shell_corners(nn)[i][side], global, row);
  mat_t_vec(m->R[i], Y, local);
  cross(w, local, moment);
  for (int c = 0; c < 3; c++) row[6 * i + 3 + c] += moment[c];
  if (j < 0) return;
  for (int c = 0; c < 3; c++) global[c] *= lever;
  shell_director_row(m, j, 1, global, row + 6 * j + 3);
}

/* shell_strain_rows - Computes B[SHELL_NSTRAIN][6 nn], the derivatives of the strains of LANES
   shell elements by displacements and spins of their nodes. */
static ALWAYS_INLINE void shell_strain_rows(int nn, const ElementGroup *e, const ShellMotion *m,
                                            Lanes B[][SHELL_DOFS])
{
  const int(*node)[2] = shell_edges(nn), (*pair)[2] = shell_bends();
  Lanes(*row)[SHELL_DOFS] = B;

  memset(B, 0, SHELL_NSTRAIN * sizeof *B);
  for (int k = 0; k < nn; k++) {
    const Lanes twice[3] = {2 * m->X[k][0], 2 * m->X[k][1], 2 * m->X[k][2]};

    shell_edge_row(nn, k, twice, row[k]);
  }
  for (int k = 0; k < nn && nn == 4; k++) {
    const Lanes *a = m->X[k < 2 ? 2 : 0], *b = m->X[k < 2 ? 3 : 1];
    const Lanes  other[3] = {(a[0] + b[0]) / 4, (a[1] + b[1]) / 4, (a[2] + b[2]) / 4};

    shell_edge_row(nn, k, other, row[4]);
  }
  row = B + SHELL_STRAIN(bend);
  for (int k = 0; k < shell_bend_count(nn); k++)
    for (int side = 0; side < (pair[k][0] == pair[k][1] ? 1 : 2); side++) {
      const int a = pair[k][side], b = pair[k][1 - side];

      shell_edge_row(nn, a, m->c[b], row[k]);
      shell_change_row(nn, m, b, m->X[a], row[k]);
    }
  shell_add_arc_rows(nn, e, B);
  row = B + SHELL_STRAIN(lift);
  for (int k = 0; k < nn; k++)
    for (int side = 0; side < 2; side++) {
      const int   i       = node[k][side];
      const Lanes half[3] = {m->t[i][0] / 2, m->t[i][1] / 2, m->t[i][2] / 2};

      shell_edge_row(nn, k, half, row[k]);
      shell_director_row(m, i, 0.5, m->X[k], row[k] + 6 * i + 3);
    }
  for (int i = 0; i < nn; i++)
    for (int side = 0; side < 2; side++) {
      Lanes turn[3], across[3];

      shell_corner_vectors(e, i, side, turn, across);
      shell_corner_row(nn, e, m, i, side, turn, B[SHELL_STRAIN(side) + shell_corners(nn)[i][side]]);
      shell_corner_row(nn, e, m, i, side, across, B[SHELL_STRAIN(drill)]);
    }
}

/* ---- shell stresses -------------------------------------------------------------------------- */

/* shell_times_symmetric - Adds A x to y with a symmetric matrix A[n][n] in the data of shell
   elements, whose upper triangle is stored from the offset first on. The matrix is applied to the
   first m members of x and y; if its strains are those of the membrane of a triangle, to these. */
static ALWAYS_INLINE void shell_times_symmetric(const ElementGroup *e, int first, int n, int m,
                                                int nn, const Lanes x[], Lanes y[])
{
  for (int k = 0; k < m; k++)
    for (int l = k; l < m; l++) {
      const int i   = n == SHELL_MEMBRANE ? shell_membrane_strain(nn, k) : k,
                j   = n == SHELL_MEMBRANE ? shell_membrane_strain(nn, l) : l;
      const Lanes a = lanes_gather(e->data, first + i * n - i * (i - 1) / 2 + j - i);

      y[i] += a * x[j];
      if (j > i) y[j] += a * x[i];
    }
}

/* shell_add_product - Adds A x to Ax and A^T y to Ay, with a matrix A[m][n] in the data of shell
   elements that is stored in rows of width numbers from the offset first on. */
static ALWAYS_INLINE void shell_add_product(const ElementGroup *e, int first, int width, int m,
                                            int n, const Lanes x[], const Lanes y[], Lanes Ax[],
                                            Lanes Ay[])
{
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      const Lanes a = lanes_gather(e->data, first + width * i + j);

      Ax[i] += a * x[j];
      Ay[j] += a * y[i];
    }
}

/* shell_add_coupling - Adds to sigma the stresses of shell elements that the coupling of
   stretching, bending and shear in the section causes at the strains s. */
static ALWAYS_INLINE void shell_add_coupling(int nn, const ElementGroup *e, const ShellStrains *s,
                                             ShellStrains *sigma)
{
  const int nb = shell_bend_count(nn);

  /* strains that a triangle lacks are 0, and so is their stiffness */
  shell_add_product(e, SHELL_MEMBER(membrane_bending), SHELL_BENDS, SHELL_MEMBRANE, nb, s->bend,
                    s->product, sigma->product, sigma->bend);
  shell_add_product(e, SHELL_MEMBER(membrane_shear), SHELL_NODES, SHELL_MEMBRANE, nn, s->lift,
                    s->product, sigma->product, sigma->lift);
  shell_add_product(e, SHELL_MEMBER(bending_shear), SHELL_NODES, nb, nn, s->lift, s->bend,
                    sigma->bend, sigma->lift);
}

/* shell_times_stiffness - Computes the stresses sigma = S s of LANES shell elements, which are
   conjugate to the strains s. S is the stiffness in the data of the elements. */
static ALWAYS_INLINE void shell_times_stiffness(int nn, const ElementGroup *e,
                                                const ShellStrains *s, ShellStrains *sigma)
{
  memset(sigma, 0, sizeof *sigma);
  shell_times_symmetric(e, SHELL_MEMBER(membrane), SHELL_MEMBRANE, shell_product_count(nn) + nn + 1,
                        nn, s->product, sigma->product);
  shell_times_symmetric(e, SHELL_MEMBER(bending), SHELL_BENDS, shell_bend_count(nn), nn, s->bend,
                        sigma->bend);
  shell_times_symmetric(e, SHELL_MEMBER(shear), SHELL_NODES, nn, nn, s->lift, sigma->lift);
  if (e->kernel->coupled) shell_add_coupling(nn, e, s, sigma);
}

#endif
