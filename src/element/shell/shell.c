/* shell.c: implements shells with 3 or 4 nodes that bend, stretch and shear, for rotations of any
   size: strains, forces, tangents and energy.

   Reissner-Mindlin kinematics with rotations of the nodes. The energy is a quadratic function of
   strains that rigid motions of any size do not change:
     products  of the tangents x_r, x_s, x_d of the middle surface, for its membrane strains. The
               product of x_d with itself is replaced by its linearization in the others, so that
               warped elements do not lock. The stresses have the five parameters of Pian & Sumihara
               (1984)
     psi       rotation vectors of the edges (shell_edge.h), for curvatures, which are linear
               between opposite edges
     lift      d . T of the edges, with the mean normal T of the reference, for the transverse shear
               strains at the middle of the edges, which are linear between opposite edges (Bathe &
               Dvorkin 1985)
     spin      rotation of the surface about its normal relative to the nodes, at the middle (Hughes
               & Brezzi 1989)
   The forces on the nodes are B^T sigma, where B is the derivative of the strains by the nodes, and
   sigma = S (strains - their values in the reference). The tangent is B^T S B plus the second
   derivatives of the strains times sigma. shell_setup.c has S. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "shell.h"
#include "shell_edge.h"

/* The state of LANES elements. */
typedef struct {
  Lanes     x[TANGENTS][3]; /* the tangents */
  ShellEdge edge[SHELL_NODES];
} ShellMotion;

/* The stresses, which are conjugate to the strains. */
typedef ShellStrains ShellStresses;

/* The functions below are inlined, so that the number of nodes nn is a constant in loops. */
static ALWAYS_INLINE int   products_of(int nn) { return nn == 3 ? 3 : SHELL_PRODUCTS; }
static ALWAYS_INLINE Shape shape_of(int nn)
{
  return nn == 3 ? SHAPE_TRIANGLE : SHAPE_QUADRILATERAL;
}

/* Reads to[n], n consecutive numbers of each element's data that start at the offset first. */
static ALWAYS_INLINE void gather(const ElementGroup *e, int first, int n, Lanes to[])
{
  for (int i = 0; i < n; i++) to[i] = lanes_gather(e->data, first + i);
}

/* Computes y = A x, with the upper triangle of A[n][n] in the data. Columns are in groups of
   SHELL_NODES or SHELL_PRODUCTS rows, of which m count. */
static ALWAYS_INLINE void times_symmetric(const ElementGroup *e, int first, int n, int m,
                                          const Lanes x[], Lanes y[])
{
  for (int i = 0; i < m; i++) y[i] = lanes_fill(0);
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      const Lanes a = lanes_gather(e->data, first + i * n - i * (i - 1) / 2 + j - i);

      y[i] += a * x[j];
      if (j > i) y[j] += a * x[i];
    }
}

/* Computes x[a] = sum of the weights times the member of the nodes. The weights of a tangent have
   the sum 0, so that only differences of positions count. */
static ALWAYS_INLINE void tangents(int nn, const ElementGroup *e, int member, Lanes x[TANGENTS][3])
{
  const double(*weight)[SHELL_NODES] = shell_tangent_weights(shape_of(nn));
  Lanes first[3];

  memset(x, 0, sizeof(Lanes[TANGENTS][3]));
  node_gather(e->node[0], member, 3, first);
  for (int i = 1; i < nn; i++) {
    Lanes at[3];

    node_gather(e->node[i], member, 3, at);
    for (int a = 0; a < (nn == 3 ? 2 : TANGENTS); a++)
      for (int c = 0; c < 3; c++) x[a][c] += weight[a][i] * (at[c] - first[c]);
  }
}

static ALWAYS_INLINE void motion_of(int nn, const ElementGroup *e, ShellMotion *m)
{
  const int(*node)[2] = shell_edges(shape_of(nn));

  tangents(nn, e, NODE_MEMBER(x), m->x);
  for (int k = 0; k < nn; k++) shell_edge(e, node[k][0], node[k][1], &m->edge[k]);
}

/* Computes the strains. */
static ALWAYS_INLINE void strains_of(int nn, const ElementGroup *e, const ShellMotion *m,
                                     ShellStrains *s)
{
  const int(*pair)[2] = shell_products();

  memset(s, 0, sizeof *s);
  for (int k = 0; k < products_of(nn); k++)
    s->product[k] = lanes_dot(m->x[pair[k][0]], m->x[pair[k][1]]);
  for (int k = 0; k < nn; k++) {
    Lanes normal[3], across[3];

    gather(e, SHELL_MEMBER(normal[0]) + 3 * k, 3, normal);
    gather(e, SHELL_MEMBER(across[0]) + 3 * k, 3, across);
    for (int c = 0; c < 3; c++) s->psi[3 * k + c] = m->edge[k].psi[c];
    s->lift[k] = lanes_dot(normal, m->edge[k].d);
    s->spin += lanes_dot(across, m->edge[k].d);
  }
}

/* Adds the rates of the strains times 1 s. */
static ALWAYS_INLINE void add_rates(int nn, const ElementGroup *e, const ShellMotion *m,
                                    ShellStrains *s)
{
  const int(*node)[2] = shell_edges(shape_of(nn)), (*pair)[2] = shell_products();
  Lanes v[TANGENTS][3];

  tangents(nn, e, NODE_MEMBER(v), v);
  for (int k = 0; k < products_of(nn); k++)
    s->product[k] +=
      lanes_dot(v[pair[k][0]], m->x[pair[k][1]]) + lanes_dot(m->x[pair[k][0]], v[pair[k][1]]);
  for (int k = 0; k < nn; k++) {
    Lanes normal[3], across[3], d[3], psi[3];

    gather(e, SHELL_MEMBER(normal[0]) + 3 * k, 3, normal);
    gather(e, SHELL_MEMBER(across[0]) + 3 * k, 3, across);
    shell_edge_rates(e, node[k][0], node[k][1], &m->edge[k], d, psi);
    for (int c = 0; c < 3; c++) s->psi[3 * k + c] += psi[c];
    s->lift[k] += lanes_dot(normal, d);
    s->spin += lanes_dot(across, d);
  }
}

static ALWAYS_INLINE void write_strains(int nn, const ElementGroup *e, int rates, ShellStrains *s)
{
  ShellMotion m;

  motion_of(nn, e, &m);
  strains_of(nn, e, &m, s);
  if (rates) add_rates(nn, e, &m, s);
}

SIMD_CLONES void shell_strains(const ElementGroup *e, int rates, ShellStrains *s)
{
  if (e->kernel->shape == SHAPE_TRIANGLE) write_strains(3, e, rates, s);
  else write_strains(4, e, rates, s);
}

static void strains(const ElementGroup *e, Lanes strain[])
{
  shell_strains(e, 1, (ShellStrains *)strain);
}

/* Computes the stresses at strains, and returns the energy. */
static ALWAYS_INLINE Lanes stresses(int nn, const ElementGroup *e, const ShellStrains *s,
                                    ShellStresses *sigma)
{
  Lanes product[SHELL_PRODUCTS], lift[SHELL_NODES], sum = lanes_fill(0);

  for (int k = 0; k < products_of(nn); k++)
    product[k] = s->product[k] - lanes_gather(e->data, SHELL_MEMBER(product) + k);
  for (int k = 0; k < nn; k++) lift[k] = s->lift[k] - lanes_gather(e->data, SHELL_MEMBER(lift) + k);
  times_symmetric(e, SHELL_MEMBER(membrane), SHELL_PRODUCTS, products_of(nn), product,
                  sigma->product);
  times_symmetric(e, SHELL_MEMBER(bending), 3 * SHELL_NODES, 3 * nn, s->psi, sigma->psi);
  times_symmetric(e, SHELL_MEMBER(shear), SHELL_NODES, nn, lift, sigma->lift);
  sigma->spin = lanes_gather(e->data, SHELL_MEMBER(drilling)) * s->spin;
  for (int k = 0; k < products_of(nn); k++) sum += product[k] * sigma->product[k];
  for (int k = 0; k < 3 * nn; k++) sum += s->psi[k] * sigma->psi[k];
  for (int k = 0; k < nn; k++) sum += lift[k] * sigma->lift[k];
  return (sum + s->spin * sigma->spin) / 2;
}

/* Computes q, the force that is conjugate to d of edge k. */
static ALWAYS_INLINE void edge_force(const ElementGroup *e, int k, const ShellStresses *sigma,
                                     Lanes q[3])
{
  Lanes normal[3], across[3];

  gather(e, SHELL_MEMBER(normal[0]) + 3 * k, 3, normal);
  gather(e, SHELL_MEMBER(across[0]) + 3 * k, 3, across);
  for (int c = 0; c < 3; c++) q[c] = sigma->lift[k] * normal[c] + sigma->spin * across[c];
}

static ALWAYS_INLINE void add_forces(int nn, const ElementGroup *e, const ShellMotion *m,
                                     const ShellStresses *sigma, Lanes r[])
{
  const int(*node)[2] = shell_edges(shape_of(nn)), (*pair)[2] = shell_products();
  const double(*weight)[SHELL_NODES] = shell_tangent_weights(shape_of(nn));

  for (int k = 0; k < products_of(nn); k++)
    for (int side = 0; side < 2; side++) {
      const int own = pair[k][side], other = pair[k][1 - side];

      for (int i = 0; i < nn; i++)
        for (int c = 0; c < 3; c++)
          r[6 * i + c] += weight[own][i] * (sigma->product[k] * m->x[other][c]);
    }
  for (int k = 0; k < nn; k++) {
    Lanes q[3];

    edge_force(e, k, sigma, q);
    shell_edge_forces(&m->edge[k], node[k][0], node[k][1], q, sigma->psi + 3 * k, r);
  }
}

/* Adds A^T B to K[nd][nd], with A and B [n][nd], if the sum is symmetric. */
static ALWAYS_INLINE void add_symmetric(int n, int nd, const Lanes A[][SHELL_DOFS],
                                        const Lanes B[][SHELL_DOFS], Lanes K[])
{
  for (int i = 0; i < nd; i++)
    for (int j = i; j < nd; j++) {
      Lanes sum = A[0][i] * B[0][j];

      for (int a = 1; a < n; a++) sum += A[a][i] * B[a][j];
      K[nd * i + j] += sum;
      if (j > i) K[nd * j + i] += sum;
    }
}

/* Adds the tangent of the products. */
static ALWAYS_INLINE void add_membrane_tangent(int nn, const ElementGroup *e, const ShellMotion *m,
                                               const ShellStresses *sigma, Lanes K[])
{
  const int(*pair)[2]                = shell_products();
  const double(*weight)[SHELL_NODES] = shell_tangent_weights(shape_of(nn));
  const int np = products_of(nn), nd = 6 * nn;
  Lanes     B[3 * SHELL_NODES][SHELL_PRODUCTS], SB[3 * SHELL_NODES][SHELL_PRODUCTS];

  for (int i = 0; i < 3 * nn; i++) {
    for (int k = 0; k < np; k++)
      B[i][k] = weight[pair[k][0]][i / 3] * m->x[pair[k][1]][i % 3] +
                weight[pair[k][1]][i / 3] * m->x[pair[k][0]][i % 3];
    times_symmetric(e, SHELL_MEMBER(membrane), SHELL_PRODUCTS, np, B[i], SB[i]);
  }
  for (int i = 0; i < 3 * nn; i++)
    for (int j = i; j < 3 * nn; j++) {
      const int row = i / 3 * 6 + i % 3, column = j / 3 * 6 + j % 3;
      Lanes     sum = lanes_fill(0);

      for (int k = 0; k < np; k++) sum += B[i][k] * SB[j][k];
      for (int k = 0; k < np && i % 3 == j % 3; k++)
        sum += sigma->product[k] * (weight[pair[k][0]][i / 3] * weight[pair[k][1]][j / 3] +
                                    weight[pair[k][1]][i / 3] * weight[pair[k][0]][j / 3]);
      K[nd * row + column] += sum;
      if (j > i) K[nd * column + row] += sum;
    }
}

/* Adds B^T S B of the lifts and of the spin. */
static ALWAYS_INLINE void add_shear_tangent(int nn, const ElementGroup *e, const ShellMotion *m,
                                            Lanes K[])
{
  const int(*node)[2] = shell_edges(shape_of(nn));
  const int nd        = 6 * nn;
  Lanes     B[SHELL_NODES + 1][SHELL_DOFS], SB[SHELL_NODES + 1][SHELL_DOFS];

  memset(B, 0, sizeof B);
  for (int k = 0; k < nn; k++) {
    Lanes normal[3], across[3];

    gather(e, SHELL_MEMBER(normal[0]) + 3 * k, 3, normal);
    gather(e, SHELL_MEMBER(across[0]) + 3 * k, 3, across);
    shell_edge_row(&m->edge[k], node[k][0], node[k][1], normal, B[k]);
    shell_edge_row(&m->edge[k], node[k][0], node[k][1], across, B[nn]);
  }
  for (int i = 0; i < nd; i++) {
    Lanes column[SHELL_NODES], times[SHELL_NODES];

    for (int k = 0; k < nn; k++) column[k] = B[k][i];
    times_symmetric(e, SHELL_MEMBER(shear), SHELL_NODES, nn, column, times);
    for (int k = 0; k < nn; k++) SB[k][i] = times[k];
    SB[nn][i] = lanes_gather(e->data, SHELL_MEMBER(drilling)) * B[nn][i];
  }
  add_symmetric(nn + 1, nd, (const Lanes(*)[SHELL_DOFS])B, (const Lanes(*)[SHELL_DOFS])SB, K);
}

/* Adds B^T S B of the rotation vectors: psi' = P w_j - P^T w_i. */
static ALWAYS_INLINE void add_bending_tangent(int nn, const ElementGroup *e, const ShellMotion *m,
                                              Lanes K[])
{
  enum { ROWS = 3 * SHELL_NODES };
  const int(*node)[2] = shell_edges(shape_of(nn));
  const int nd        = 6 * nn;
  Lanes     B[ROWS][ROWS], SB[ROWS][ROWS]; /* by columns: [rotation of a node][psi] */

  memset(B, 0, sizeof B);
  for (int k = 0; k < nn; k++)
    for (int a = 0; a < 3; a++)
      for (int c = 0; c < 3; c++) {
        B[3 * node[k][1] + c][3 * k + a] = m->edge[k].P[3 * a + c];
        B[3 * node[k][0] + c][3 * k + a] = -m->edge[k].P[3 * c + a];
      }
  for (int j = 0; j < 3 * nn; j++)
    times_symmetric(e, SHELL_MEMBER(bending), 3 * SHELL_NODES, 3 * nn, B[j], SB[j]);
  for (int i = 0; i < 3 * nn; i++)
    for (int j = i; j < 3 * nn; j++) {
      const int row = i / 3 * 6 + 3 + i % 3, column = j / 3 * 6 + 3 + j % 3;
      Lanes     sum = B[i][0] * SB[j][0];

      for (int k = 1; k < 3 * nn; k++) sum += B[i][k] * SB[j][k];
      K[nd * row + column] += sum;
      if (j > i) K[nd * column + row] += sum;
    }
}

static ALWAYS_INLINE void add_tangent(int nn, const ElementGroup *e, const ShellMotion *m,
                                      const ShellStresses *sigma, Lanes K[])
{
  const int(*node)[2] = shell_edges(shape_of(nn));

  add_membrane_tangent(nn, e, m, sigma, K);
  add_shear_tangent(nn, e, m, K);
  add_bending_tangent(nn, e, m, K);
  for (int k = 0; k < nn; k++) {
    Lanes q[3];

    edge_force(e, k, sigma, q);
    shell_edge_geometric(&m->edge[k], node[k][0], node[k][1], q, sigma->psi + 3 * k, 6 * nn, K);
  }
}

/* Adds the forces of the rotary inertia, which is the same about all axes. */
static ALWAYS_INLINE void add_inertia(int nn, const ElementGroup *e, Lanes r[], Lanes M[])
{
  const int nd = 6 * nn;

  for (int i = 0; i < nn; i++) {
    const Lanes J = lanes_gather(e->data, SHELL_MEMBER(inertia) + i);
    Lanes       wd[3];

    node_gather(e->node[i], NODE_MEMBER(wd), 3, wd);
    for (int c = 0; c < 3; c++) {
      r[6 * i + 3 + c] += J * wd[c];
      if (M) M[(nd + 1) * (6 * i + 3 + c)] += J;
    }
  }
}

static ALWAYS_INLINE void shell_forces(int nn, const ElementGroup *e, Lanes r[], Lanes K[],
                                       Lanes C[], Lanes M[])
{
  const int     nd     = 6 * nn;
  const size_t  square = (size_t)(nd * nd) * sizeof *K;
  ShellMotion   m;
  ShellStrains  s;
  ShellStresses sigma;
  Lanes         energy;
  LaneMask      collapsed;

  memset(r, 0, (size_t)nd * sizeof *r);
  if (K) memset(K, 0, square), memset(C, 0, square), memset(M, 0, square);
  motion_of(nn, e, &m);
  strains_of(nn, e, &m, &s);
  if (e->strain[0])
    for (int k = 0; k < SHELL_NSTRAIN; k++) ((Lanes *)&s)[k] = lanes_gather(e->strain, k);
  energy    = stresses(nn, e, &s, &sigma) + m.edge[0].psi[0];
  collapsed = ~(lanes_abs(energy) < INFINITY);
  add_forces(nn, e, &m, &sigma, r);
  if (K) add_tangent(nn, e, &m, &sigma, K);
  add_inertia(nn, e, r, K ? M : NULL);
  for (int i = 0; i < nd; i++) r[i] = lanes_select(collapsed, lanes_fill(NAN), r[i]);
}

SIMD_CLONES static void group_forces(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[],
                                     Lanes M[])
{
  if (e->kernel->shape == SHAPE_TRIANGLE) shell_forces(3, e, r, K, C, M);
  else shell_forces(4, e, r, K, C, M);
}

SIMD_CLONES static void group_energy(const ElementGroup *e, Lanes *energy)
{
  ShellStrains  s;
  ShellStresses sigma;

  shell_strains(e, 0, &s);
  if (e->kernel->shape == SHAPE_TRIANGLE) *energy = stresses(3, e, &s, &sigma);
  else *energy = stresses(4, e, &s, &sigma);
}

static double energy(const ElementState *e)
{
  const ElementGroup group = element_group_of_one(e);
  Lanes              all;

  group_energy(&group, &all);
  return all[0];
}

static void momentum(const ElementState *e, double p[])
{
  for (int i = 0; i < shape_nodes(e->kernel->shape); i++)
    for (int c = 0; c < 3; c++)
      p[6 * i + 3 + c] += ((const ShellData *)e->data)->inertia[i] * e->node[i]->w[c];
}

static const ElementType shell = {.props         = shell_props,
                                  .prepare       = shell_prepare,
                                  .traits        = traits_none,
                                  .scale         = shell_scale,
                                  .directions    = directions_all,
                                  .setup         = shell_setup,
                                  .matrices      = shell_matrices,
                                  .forces        = element_group_forces,
                                  .group_forces  = group_forces,
                                  .strains       = strains,
                                  .momentum      = momentum,
                                  .energy        = energy,
                                  .group_energy  = group_energy,
                                  .results       = shell_results,
                                  .result        = shell_result,
                                  .linear_result = shell_linear_result,
                                  .derived       = shell_derived,
                                  .derive        = shell_derive};

#define SHELL_KERNEL(its_shape)                                                                    \
  {                                                                                                \
    .name = "shell", .shape = its_shape, .nc = 6, .ndata = SHELL_NDATA, .nstrain = SHELL_NSTRAIN,  \
    .type = &shell                                                                                 \
  }
const ElementKernel ShellTriangleKernel      = SHELL_KERNEL(SHAPE_TRIANGLE);
const ElementKernel ShellQuadrilateralKernel = SHELL_KERNEL(SHAPE_QUADRILATERAL);
