/* shell.c: implements shells with 3 or 4 nodes that bend, stretch and shear, for rotations of any
   size: strains, forces and energy.

   Reissner-Mindlin kinematics: each node has a director, which is the normal of the reference
   surface and turns with the node. The energy is a quadratic function of strains that rigid motions
   of any size do not change. With X, c and t of shell_motion.h they are

     product  X . X of the edges, and the product of the tangents at the middle
     side     bending of each edge in the surface by the rotations of its nodes about their
   directors drill    rotation of the surface about the directors less that of the nodes, mean. With
   products and sides it gives the membrane strains (membrane/shell_membrane.c) bend     X_a . c_b +
   X_b . c_a of two edges, for the curvatures lift     X . (t_i + t_j) / 2, for the transverse shear
   strain at the middle of an edge. It is linear between opposite edges (Bathe and Dvorkin 1985).
   Rotations of the sides soften it (stiffness/side_rotations.c)

   The forces on the nodes are B^T sigma. B is the derivative of the strains by the nodes, and sigma
   is S times the strains less their values in the reference (shell_setup.c), plus damping
   (shell_damping.c). The tangent is B^T S B plus the second derivatives of the strains times sigma
   (shell_tangent.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "shell_motion.h"
#include "shell_tangent.h"

/* The functions below are inlined, so that the number of nodes nn is a constant in loops. */

static void strains(const ElementGroup *e, Lanes strain[])
{
  shell_strains(e, 1, (ShellStrains *)strain);
}

/* Computes the stresses at strains, and returns the energy. */
static ALWAYS_INLINE Lanes stresses(int nn, const ElementGroup *e, const ShellStrains *strain,
                                    ShellStrains *sigma)
{
  Lanes        sum = lanes_fill(0);
  ShellStrains s   = *strain;

  for (int k = 0; k < SHELL_NSTRAIN; k++)
    ((Lanes *)&s)[k] -= lanes_gather(e->data, SHELL_MEMBER(rest) + k);
  shell_times_stiffness(nn, e, &s, sigma);
  for (int k = 0; k < shell_product_count(nn); k++) sum += s.product[k] * sigma->product[k];
  for (int k = 0; k < shell_bend_count(nn); k++) sum += s.bend[k] * sigma->bend[k];
  for (int k = 0; k < nn; k++) sum += s.lift[k] * sigma->lift[k] + s.side[k] * sigma->side[k];
  sum += s.drill * sigma->drill;
  return sum / 2;
}

/* Adds the stresses that bend edges and drill at node i to the forces by_X on edges and by_t on
   directors, and to the moment turn on the node, in global axes. */
static ALWAYS_INLINE void add_drilling(int nn, const ElementGroup *e, const ShellMotion *m, int i,
                                       const ShellStrains *sigma, Lanes by_X[][3], Lanes by_t[][3],
                                       Lanes turn[3])
{
  for (int side = 0; side < 2; side++) {
    const int edge = shell_corners(nn)[i][side];
    Lanes     force[3], global[3], moment[3], Y[3], lever;
    const int j = shell_drill_edge(nn, e, m, i, side, Y, &lever);

    shell_corner_force(nn, e, sigma, i, side, force);
    mat_vec(m->R[i], force, global);
    cross(global, Y, moment);
    for (int c = 0; c < 3; c++) {
      by_X[edge][c] += global[c];
      turn[c] += moment[c];
    }
    for (int c = 0; c < 3 && j >= 0; c++) by_t[j][c] += lever * global[c];
  }
}

/* Adds B^T sigma to r. Forces on edges and directors are summed up in global axes first, so that
   each node turns its moment into its own axes once. */
static ALWAYS_INLINE void add_forces(int nn, const ElementGroup *e, const ShellMotion *m,
                                     const ShellStrains *sigma, Lanes r[])
{
  const int(*node)[2] = shell_edges(nn);
  Lanes by_X[SHELL_NODES][3], by_c[SHELL_NODES][3], by_t[SHELL_NODES][3], turn[SHELL_NODES][3];

  memset(turn, 0, sizeof turn);
  shell_edge_forces(nn, m, sigma, by_X, by_c);
  for (int i = 0; i < nn; i++) shell_director_force(nn, m, i, sigma, by_t[i]);
  for (int k = 0; k < nn; k++) {
    const int i = node[k][0], j = node[k][1];
    Lanes     slope[3];

    shell_change_slope(nn, m, k, by_c[k], slope);
    for (int c = 0; c < 3; c++) {
      by_X[k][c] += sigma->lift[k] * (m->t[i][c] + m->t[j][c]) / 2;
      by_t[i][c] -= slope[c];
      by_t[j][c] += slope[c];
    }
  }
  for (int i = 0; i < nn; i++) add_drilling(nn, e, m, i, sigma, by_X, by_t, turn[i]);
  for (int i = 0; i < nn; i++) {
    Lanes bend[3], moment[3];

    cross(m->t[i], by_t[i], bend);
    for (int c = 0; c < 3; c++) turn[i][c] += bend[c];
    mat_t_vec(m->R[i], turn[i], moment);
    for (int c = 0; c < 3; c++) r[6 * i + 3 + c] += moment[c];
  }
  for (int k = 0; k < nn; k++) shell_edge_row(nn, k, by_X[k], r);
}

/* Adds B^T S B to K[nd][nd]. */
static ALWAYS_INLINE void add_material_tangent(int nn, const ElementGroup *e, const ShellMotion *m,
                                               Lanes K[])
{
  const int nd = 6 * nn;
  Lanes     B[SHELL_NSTRAIN][SHELL_DOFS], SB[SHELL_DOFS][SHELL_NSTRAIN];

  shell_strain_rows(nn, e, m, B);
  for (int i = 0; i < nd; i++) {
    ShellStrains column;

    for (int k = 0; k < SHELL_NSTRAIN; k++) ((Lanes *)&column)[k] = B[k][i];
    shell_times_stiffness(nn, e, &column, (ShellStrains *)SB[i]);
  }
  for (int i = 0; i < nd; i++)
    for (int j = i; j < nd; j++) {
      Lanes sum = B[0][i] * SB[j][0];

      for (int k = 1; k < SHELL_NSTRAIN; k++) sum += B[k][i] * SB[j][k];
      K[nd * i + j] += sum;
      if (j > i) K[nd * j + i] += sum;
    }
}

/* Returns whether the inertia of a node is the same about all axes and about its center. */
static ALWAYS_INLINE int section_is_round(const double prop[])
{
  return prop[SHELL_FIRST] == 0 && (prop[SHELL_SPIN] == 1 || prop[SHELL_SECOND] == 0);
}

static ALWAYS_INLINE int inertia_is_round(const ElementKernel *kernel, const double prop[])
{
  return !kernel->nsections && section_is_round(prop);
}

/* Computes the first moment and the inertia J of node i about itself, in its axes. */
static ALWAYS_INLINE void directed_mass(const ElementGroup *e, int i, Lanes first[3], Lanes J[9])
{
  const Lanes all    = lanes_gather(e->data, SHELL_MEMBER(inertia) + i);
  Lanes       moment = lanes_fill(0), center = all, T[3];

  if (e->kernel->nsections) {
    moment = lanes_gather(e->data, SHELL_MEMBER(first) + i);
    center -= moment * lanes_gather(e->data, SHELL_MEMBER(center));
  } else if (e->prop[SHELL_FIRST] != 0) {
    moment = lanes_gather(e->data, SHELL_MEMBER(first) + i);
    center -= moment * (e->prop[SHELL_FIRST] / e->prop[SHELL_AREA]);
  }
  shell_gather(e, SHELL_MEMBER(director[0]) + 3 * i, 3, T);
  for (int c = 0; c < 3; c++) first[c] = moment * T[c];
  for (int k = 0; k < 9; k++)
    J[k] = (k % 4 == 0) * all - (all - e->prop[SHELL_SPIN] * center) * T[k / 3] * T[k % 3];
}

/* Adds the forces of the rotary inertia. */
static ALWAYS_INLINE void add_inertia(int nn, const ElementGroup *e, Lanes r[], Lanes K[],
                                      Lanes C[], Lanes M[])
{
  const int nd = 6 * nn;

  for (int i = 0; i < nn && !inertia_is_round(e->kernel, e->prop); i++) {
    Lanes first[3], J[9];

    directed_mass(e, i, first, J);
    inertia_forces(e, i, first, J, r, K, C, M);
  }
  for (int i = 0; i < nn && inertia_is_round(e->kernel, e->prop); i++) {
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
  const int    nd     = 6 * nn;
  const size_t square = (size_t)(nd * nd) * sizeof *K;
  ShellMotion  m;
  ShellStrains s, sigma;
  Lanes        finite;
  LaneMask     collapsed;

  memset(r, 0, (size_t)nd * sizeof *r);
  if (K) memset(K, 0, square), memset(C, 0, square), memset(M, 0, square);
  shell_motion(nn, e, K || e->prop[SHELL_DAMPING] > 0, &m);
  shell_strains_of(nn, e, &m, &s);
  finite = s.bend[0] + s.bend[1] + s.bend[2] + s.bend[3];
  if (e->strain[0])
    for (int k = 0; k < SHELL_NSTRAIN; k++) ((Lanes *)&s)[k] = lanes_gather(e->strain, k);
  finite += stresses(nn, e, &s, &sigma);
  collapsed = ~(lanes_abs(finite) < INFINITY);
  if (e->prop[SHELL_DAMPING] > 0) shell_add_damping(e, &m, &sigma, K, C);
  shell_add_arc_stresses(nn, e, &sigma);
  add_forces(nn, e, &m, &sigma, r);
  if (K) {
    add_material_tangent(nn, e, &m, K);
    shell_add_geometric(e, &m, &sigma, K);
  }
  add_inertia(nn, e, r, K, C, K ? M : NULL);
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
  ShellStrains s, sigma;

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
  const ElementGroup group = element_group_of_one(e);

  for (int i = 0; i < shape_nodes(e->kernel->shape); i++)
    if (!inertia_is_round(e->kernel, e->prop)) {
      Lanes  first[3], J[9];
      double s[3], matrix[9];

      directed_mass(&group, i, first, J);
      for (int c = 0; c < 3; c++) s[c] = first[c][0];
      for (int k = 0; k < 9; k++) matrix[k] = J[k][0];
      inertia_momentum(e, i, s, matrix, p);
    } else
      for (int c = 0; c < 3; c++)
        p[6 * i + 3 + c] += ((const ShellData *)e->data)->inertia[i] * e->node[i]->w[c];
}

static ElementTraits traits(const double prop[])
{
  const int turns = !section_is_round(prop), damped = prop[SHELL_DAMPING] > 0;

  return (ElementTraits){.velocity        = turns || damped,
                         .gyroscopic      = turns && !damped,
                         .gravity_moments = prop[SHELL_FIRST] != 0,
                         .ill_conditioned = 1};
}

static const ElementKernel *of_properties(const ElementKernel *kernel, const double prop[]);

#define SHELL_TYPE(its_results, its_recovered)                                                     \
  {                                                                                                \
    .props = shell_props, .prepare = shell_prepare, .traits = traits, .scale = shell_scale,        \
    .directions = directions_all, .setup = shell_setup, .unstrain = shell_unstrain,                \
    .small_unstrain = shell_small_unstrain, .expands = shell_expands, .matrices = shell_matrices,  \
    .forces = element_group_forces, .group_forces = group_forces, .strains = strains,              \
    .momentum = momentum, .energy = energy, .group_energy = group_energy, .power = shell_power,    \
    .results = its_results, .result = shell_result, .linear_result = shell_linear_result,          \
    .derived = shell_derived, .derive = shell_derive, .recovered = its_recovered,                  \
    .smooth_length = shell_thickness, .surface_axes = shell_axes, .raise_extremes = shell_raise,   \
    .young_strain = shell_young_strain, .side_load = shell_side_load,                              \
    .area_load = shell_area_load, .edge = shell_edge, .of_properties = of_properties               \
  }
static const ElementType shell = SHELL_TYPE(shell_results, shell_recovered),
                         warm  = SHELL_TYPE(shell_warm_results, shell_warm_recovered);

#define SHELL_KERNEL(its_shape, its_ndata, its_type, ...)                                          \
  {                                                                                                \
    .name = "shell", .shape = its_shape, .nc = 6, .ndata = its_ndata, .nstrain = SHELL_NSTRAIN,    \
    .coupled = (its_ndata) >= SHELL_NDATA_COUPLED, .type = its_type, .uniform = uniform,           \
    __VA_ARGS__                                                                                    \
  }
static const char *const uniform[] = {"damping",     "drilling",    "stiffness",
                                      "expansion_1", "expansion_2", 0};

/* [warm][quadrilateral] */
#define VARYING(its_shape, points, its_type)                                                       \
  SHELL_KERNEL(its_shape, SHELL_NDATA_VARYING, its_type, .nsections = points)
static const ElementKernel varying_kernels[2][2] = {
  {VARYING(SHAPE_TRIANGLE, 1, &shell), VARYING(SHAPE_QUADRILATERAL, 4, &shell)},
  {VARYING(SHAPE_TRIANGLE, 1, &warm),  VARYING(SHAPE_QUADRILATERAL, 4, &warm) }
};

#define TRIANGLE(its_ndata, its_type)                                                              \
  SHELL_KERNEL(SHAPE_TRIANGLE, its_ndata, its_type, .varying = &varying_kernels[0][0])
#define QUADRILATERAL(its_ndata, its_type)                                                         \
  SHELL_KERNEL(SHAPE_QUADRILATERAL, its_ndata, its_type, .varying = &varying_kernels[0][1])
const ElementKernel ShellTriangleKernel      = TRIANGLE(SHELL_NDATA_COUPLED, &shell);
const ElementKernel ShellQuadrilateralKernel = QUADRILATERAL(SHELL_NDATA_COUPLED, &shell);

/* [coupled][quadrilateral] */
static const ElementKernel cold_kernels[2] =
  {
    TRIANGLE(SHELL_NDATA, &shell), QUADRILATERAL(SHELL_NDATA, &shell)
},
                           warm_kernels[2][2] = {
                             {TRIANGLE(SHELL_NDATA, &warm), QUADRILATERAL(SHELL_NDATA, &warm)},
                             {TRIANGLE(SHELL_NDATA_COUPLED, &warm),
                              QUADRILATERAL(SHELL_NDATA_COUPLED, &warm)}};

static const ElementKernel *of_properties(const ElementKernel *kernel, const double prop[])
{
  const int coupled = prop[SHELL_COUPLED] != 0, expands = prop[SHELL_EXPANDS] != 0,
            quadrilateral = kernel->shape == SHAPE_QUADRILATERAL;

  if (kernel->nsections) return &varying_kernels[expands][quadrilateral];
  if (expands) return &warm_kernels[coupled][quadrilateral];
  return coupled ? kernel : &cold_kernels[quadrilateral];
}
