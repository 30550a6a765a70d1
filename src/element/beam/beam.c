/* beam.c: geometrically exact beams that bend, twist, stretch and shear, with 2 or 3 nodes. Simo 1985; Simo & Vu-Quoc
   1986. Rotations are interpolated relative to the last node r, psi(s) = sum N_i log(R_r^T R_i) (Crisfield & Jelenic
   1999): strains do not change under rigid motions and do not depend on the path. Reduced integration keeps shear and
   membrane forces from locking.

   All strains are functions of the invariants u = (d_i, psi_i) of all nodes i but r,
     d_i = R_r^T (x_i - x_r),   psi_i = log(R_r^T R_i),
   with R_i the matrix of the section's axes at node i. At a Gauss point, with rho = sum N_i' d_i, psi = sum N_i psi_i
   and ' the derivative by the arc length, the strains (axial, shear y, z) and curvatures (twist, bending y, z) are
     Gamma = exp(psi)^T rho,   kappa = T(psi) psi'
   minus their values in the reference configuration. Since u is an ordinary vector, the strain energy has an ordinary
   gradient g and Hessian H by u. The forces on the nodes are J^T g, where J is defined by du/dt = J v with v the
   velocities and angular velocities of the nodes; the tangent is J^T H J + d(J^T g) at fixed g. */
#include <math.h>
#include <string.h>
#include "beam.h"
#include "math/rotation_lanes.h"

static ElementTraits traits(const double prop[])
{
  ElementTraits t = inertia_traits(prop + SECTION_FIRST, prop + SECTION_INERTIA);

  if (prop[SECTION_DAMPING] > 0) {
    t.velocity   = 1;
    t.gyroscopic = 0;
  }
  return t;
}

/* ---- forces ------------------------------------------------------------------------------------------------------ */

/* sigma = S x */
static ALWAYS_INLINE void section_forces(const double S[], const Lanes x[6], Lanes sigma[6])
{
  for (int a = 0; a < 6; a++) {
    sigma[a] = S[6 * a] * x[0];
    for (int b = 1; b < 6; b++) sigma[a] += S[6 * a + b] * x[b];
  }
}

static ALWAYS_INLINE void elastic_strain(const BeamStrain *s, const BeamGaussLanes *p,
                                         Lanes strain[6])
{
  for (int c = 0; c < 3; c++) {
    strain[c]     = s->Gamma[c] - p->strain[c];
    strain[3 + c] = s->kappa[c] - p->strain[3 + c];
  }
}

/* y[6] += B x */
static ALWAYS_INLINE void add_matrix_vector(int nu, Lanes B[6][MAX_U], const Lanes x[], Lanes y[6])
{
  for (int a = 0; a < 6; a++)
    for (int k = 0; k < nu; k++) y[a] += B[a][k] * x[k];
}

/* The functions below are inside so that nn, the number of nodes, is a constant in loops. A += weight B^T S C. Rows of B of curvatures are 0
   in columns of displacements, and most sections have but the diagonal of S. */
static ALWAYS_INLINE void add_congruent(int nn, Lanes weight, Lanes B[6][MAX_U], const double S[],
                                        Lanes C[6][MAX_U], Lanes A[][MAX_U])
{
  const int nu = 6 * (nn - 1);
  Lanes     SC[6][MAX_U];

  for (int a = 0; a < 6; a++) {
    const Lanes own = weight * S[7 * a];

    for (int j = 0; j < nu; j++) SC[a][j] = own * C[a][j];
    for (int b = 0; b < 6; b++) {
      const Lanes other = weight * S[6 * a + b];

      if (b == a || S[6 * a + b] == 0) continue;
      for (int j = 0; j < nu; j++) SC[a][j] += other * C[b][j];
    }
  }
  for (int i = 0; i < nu; i++)
    for (int a = 0; a < (i % 6 < 3 ? 3 : 6); a++)
      for (int j = 0; j < nu; j++) A[i][j] += B[a][i] * SC[a][j];
}

/* Integrals over the element, by u: g = B^T sigma; its derivatives H by u and D by u'. Only the first nu rows and
   columns. */
typedef struct {
  Lanes g[MAX_U], H[MAX_U][MAX_U], D[MAX_U][MAX_U];
} BeamIntegrals;

/* H and D are set only if tangents is not 0. rate: u', read where the section is damped. */
static ALWAYS_INLINE void integrate_points(int nn, const ElementGroup *e, const BeamInvariants *v,
                                           const Lanes rate[], int tangents,
                                           BeamIntegrals *integrals)
{
  const int     nu   = 6 * (nn - 1);
  const double  beta = e->prop[SECTION_DAMPING];
  const double *S    = e->prop + SECTION_S;

  memset(integrals->g, 0, sizeof integrals->g);
  if (tangents) memset(integrals->H, 0, (size_t)nu * sizeof integrals->H[0]);
  if (tangents && beta > 0) memset(integrals->D, 0, (size_t)nu * sizeof integrals->D[0]);
  for (int g = 0; g < nn - 1; g++) {
    Lanes          strain[6], by_rate[6] = {{0}}, sigma[6];
    BeamGaussLanes p;
    BeamStrain     s;

    beam_gather_point(e->data, g, &p);
    beam_strain(v, &p, &s);
    if (e->strain[0]) beam_gather(e->strain, 6 * g, 6, strain);
    else elastic_strain(&s, &p, strain);
    if (tangents || beta > 0) beam_strain_slopes(v, &p, &s);
    if (beta > 0) add_matrix_vector(nu, s.B, rate, by_rate);
    for (int a = 0; a < 6; a++) strain[a] += beta * by_rate[a];
    section_forces(S, strain, sigma);
    beam_add_forces(v, &s, &p, sigma, integrals->g);
    if (!tangents) continue;
    add_congruent(nn, p.weight, s.B, S, s.B, integrals->H);
    beam_add_strain_hessian(v, &s, &p, sigma, integrals->H);
    if (beta > 0) {
      Lanes V[6][MAX_U];

      beam_strain_rate_slopes(v, &s, &p, rate, V);
      add_congruent(nn, beta * p.weight, s.B, S, V, integrals->H);
      add_congruent(nn, beta * p.weight, s.B, S, s.B, integrals->D);
    }
  }
}

/* X += D Y, of sizes [nu][nd], [nu][nu], [nu][nd]. */
static ALWAYS_INLINE void add_matrix_product(int nn, Lanes D[][MAX_U], Lanes Y[][MAX_DOFS],
                                             Lanes X[][MAX_DOFS])
{
  for (int k = 0; k < 6 * (nn - 1); k++)
    for (int l = 0; l < 6 * (nn - 1); l++)
      for (int j = 0; j < 6 * nn; j++) X[k][j] += D[k][l] * Y[l][j];
}

static ALWAYS_INLINE void add_beam_tangents(int nn, const ElementGroup *e, const BeamInvariants *v,
                                            BeamIntegrals *integrals, Lanes K[], Lanes C[])
{
  const size_t size = 6 * (size_t)(nn - 1) * sizeof(Lanes[MAX_DOFS]);
  Lanes        X[MAX_U][MAX_DOFS];

  memset(X, 0, size);
  beam_times_jacobian(v, integrals->H, X);
  if (e->prop[SECTION_DAMPING] > 0) {
    Lanes slopes[MAX_U][MAX_DOFS];

    beam_rate_slopes(e, v, slopes);
    add_matrix_product(nn, integrals->D, slopes, X);
  }
  beam_add_jacobian_transpose(v, X, K);
  beam_add_geometric(v, integrals->g, K);
  if (e->prop[SECTION_DAMPING] > 0) {
    memset(X, 0, size);
    beam_times_jacobian(v, integrals->D, X);
    beam_add_jacobian_transpose(v, X, C);
  }
}

static ALWAYS_INLINE void add_inertia(int nn, const ElementGroup *e, Lanes r[], Lanes K[],
                                      Lanes C[], Lanes M[])
{
  for (int i = 0; i < nn; i++) {
    Lanes first[3], inertia[9];

    beam_gather(e->data, BEAM_NODE_MEMBER(i, first), 3, first);
    beam_gather(e->data, BEAM_NODE_MEMBER(i, inertia), 9, inertia);
    inertia_forces(e, i, first, inertia, r, K, C, M);
  }
}

static ALWAYS_INLINE void beam_forces(int nn, const ElementGroup *e, Lanes r[], Lanes K[],
                                      Lanes C[], Lanes M[])
{
  const int      nu = 6 * (nn - 1), nd = 6 * nn;
  const size_t   square  = (size_t)(nd * nd) * sizeof *K;
  Lanes          largest = lanes_fill(0), rate[MAX_U];
  LaneMask       collapsed;
  BeamInvariants v;
  BeamIntegrals  integrals;

  memset(r, 0, (size_t)nd * sizeof *r);
  if (K) memset(K, 0, square), memset(C, 0, square), memset(M, 0, square);
  beam_invariants(e, &v);
  if (K || e->prop[SECTION_DAMPING] > 0) beam_jacobian(&v);
  if (e->prop[SECTION_DAMPING] > 0) beam_rates(e, &v, rate);
  integrate_points(nn, e, &v, rate, K != 0, &integrals);
  beam_add_nodal_forces(&v, integrals.g, r);
  if (K) add_beam_tangents(nn, e, &v, &integrals, K, C);
  add_inertia(nn, e, r, K, C, M);
  for (int k = 0; k < nu; k++) largest += lanes_abs(integrals.g[k]);
  collapsed = ~(largest < INFINITY);
  for (int i = 0; i < nd; i++) r[i] = lanes_select(collapsed, lanes_fill(NAN), r[i]);
}

SIMD_CLONES static void group_forces(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[],
                                     Lanes M[])
{
  if (e->kernel->shape == SHAPE_LINE) beam_forces(2, e, r, K, C, M);
  else beam_forces(3, e, r, K, C, M);
}

SIMD_CLONES static void strains(const ElementGroup *e, Lanes strain[])
{
  Lanes          rate[MAX_U];
  BeamInvariants v;

  beam_invariants(e, &v);
  beam_jacobian(&v);
  beam_rates(e, &v, rate);
  for (int g = 0; g < v.nn - 1; g++, strain += 6) {
    BeamGaussLanes p;
    BeamStrain     s;

    beam_gather_point(e->data, g, &p);
    beam_strain(&v, &p, &s);
    beam_strain_slopes(&v, &p, &s);
    elastic_strain(&s, &p, strain);
    add_matrix_vector(v.nu, s.B, rate, strain);
  }
}

static void momentum(const ElementState *e, double p[])
{
  const BeamNode *node = ((const BeamData *)e->data)->node;

  for (int i = 0; i < shape_nodes(e->kernel->shape); i++)
    inertia_momentum(e, i, node[i].first, node[i].inertia, p);
}

/* ---- energy and results ------------------------------------------------------------------------------------------ */

enum {
  STRAIN,
  FORCE   = 6,
  ENDS    = 12,
  NVALUES = 24
}; /* those of curvature follow strain's, those of moments force's */

static const ElementResult results[] = {
  {"strain",       3,
   "axial strain, shear strains in y and z of the section: means over the element, as the next "
   "three",                                                             RESULT_LOCAL },
  {"curvature",    3, "rate of twist, curvatures about y and z [1/m]",  RESULT_LOCAL },
  {"force",        3, "axial force, shear forces in y and z [N]",       RESULT_LOCAL },
  {"moment",       3, "torque, bending moments about y and z [N m]",    RESULT_LOCAL },
  {"force_start",  3,
   "the same at the first node, in balance with the forces on all nodes, in the section's axes "
   "there",                                                             RESULT_LOCAL },
  {"moment_start", 3, "likewise [N m]",                                 RESULT_LOCAL },
  {"force_end",    3, "at the second node, which is the other end [N]", RESULT_LOCAL },
  {"moment_end",   3, "likewise [N m]",                                 RESULT_LOCAL },
  {0,              0, 0,                                                RESULT_SCALAR}
};

static const ElementResult stresses[] = {
  {"stress_max",    1, "largest axial stress of both ends, of axial force and bending [N/m2]",
   RESULT_SCALAR                                                                                            },
  {"stress_min",    1, "least axial stress likewise [N/m2]",                                   RESULT_SCALAR},
  {"von_mises_max", 1, "largest von Mises stress, of axial stress and that of torsion [N/m2]",
   RESULT_SCALAR                                                                                            },
  {0,               0, 0,                                                                      RESULT_SCALAR}
};

static const ElementResult *derived(const double prop[])
{
  return prop[SECTION_AREA] > 0 ? stresses : NULL;
}

static void derive(const double prop[], const double values[], double more[])
{
  section_stresses(prop, values + ENDS, more);
}

/* Of a group. */
typedef struct {
  Lanes power;           /* that damping dissipates [W] */
  Lanes values[NVALUES]; /* the results; forces and moments include those of damping */
} BeamResults;

/* values[12]: forces and moments of the section at both ends, which are those J^T g of the nodes: at the first node the
   rest of the element pulls the other way. */
static ALWAYS_INLINE void end_forces(const ElementGroup *e, const BeamInvariants *v,
                                     const Lanes g[], Lanes values[])
{
  Lanes r[MAX_DOFS] = {{0}};

  beam_add_nodal_forces(v, g, r);
  for (int end = 0; end < 2; end++, values += 6) {
    const double sign = end ? 1 : -1;
    Lanes        f[6], own[3], R[9];

    for (int c = 0; c < 6; c++) f[c] = sign * r[6 * end + c];
    node_gather(e->node[end], NODE_MEMBER(R), 9, R);
    mat_t_vec(R, f, own);
    mat_vec(v->R[end], own, values);
    mat_vec(v->R[end], f + 3, values + 3);
  }
}

/* At the invariants v with their rates; more: NULL, or a change of the invariants that adds to the strains to first
   order. */
SIMD_CLONES static void beam_group_results(const ElementGroup *e, const BeamInvariants *v,
                                           const Lanes more[], const Lanes rates[],
                                           BeamResults *sum)
{
  const double beta   = e->prop[SECTION_DAMPING];
  Lanes        length = lanes_fill(0), g_sum[MAX_U];

  memset(sum, 0, sizeof *sum);
  memset(g_sum, 0, sizeof g_sum);
  for (int g = 0; g < v->nn - 1; g++) {
    Lanes          strain[6], rate[6] = {{0}}, elastic[6], damped[6];
    BeamGaussLanes p;
    BeamStrain     s;

    beam_gather_point(e->data, g, &p);
    beam_strain(v, &p, &s);
    beam_strain_slopes(v, &p, &s);
    elastic_strain(&s, &p, strain);
    add_matrix_vector(v->nu, s.B, rates, rate);
    if (more) add_matrix_vector(v->nu, s.B, more, strain);
    section_forces(e->prop + SECTION_S, strain, elastic);
    section_forces(e->prop + SECTION_S, rate, damped);
    for (int a = 0; a < 6; a++) {
      sum->power += p.weight * beta * rate[a] * damped[a];
      elastic[a] += beta * damped[a];
      sum->values[STRAIN + a] += p.weight * strain[a];
      sum->values[FORCE + a] += p.weight * elastic[a];
    }
    beam_add_forces(v, &s, &p, elastic, g_sum);
    length += p.weight;
  }
  for (int k = 0; k < ENDS; k++) sum->values[k] /= length;
  end_forces(e, v, g_sum, sum->values + ENDS);
}

static void beam_results(const ElementState *e, BeamResults *sum)
{
  const ElementGroup all = element_group_of_one(e);
  Lanes              rate[MAX_U];
  BeamInvariants     v;

  beam_invariants(&all, &v);
  beam_jacobian(&v);
  beam_rates(&all, &v, rate);
  beam_group_results(&all, &v, NULL, rate, sum);
}

SIMD_CLONES static void group_energy(const ElementGroup *e, Lanes *energy)
{
  BeamInvariants v;

  *energy = lanes_fill(0);
  beam_invariants(e, &v);
  for (int g = 0; g < v.nn - 1; g++) {
    Lanes          strain[6], elastic[6];
    BeamGaussLanes p;
    BeamStrain     s;

    beam_gather_point(e->data, g, &p);
    beam_strain(&v, &p, &s);
    elastic_strain(&s, &p, strain);
    section_forces(e->prop + SECTION_S, strain, elastic);
    for (int a = 0; a < 6; a++) *energy += p.weight * strain[a] * elastic[a] / 2;
  }
}

static double energy(const ElementState *e)
{
  const ElementGroup all = element_group_of_one(e);
  Lanes              found;

  group_energy(&all, &found);
  return found[0];
}

static double power(const ElementState *e)
{
  BeamResults sum;

  if (!(e->prop[SECTION_DAMPING] > 0)) return 0;
  beam_results(e, &sum);
  return sum.power[0];
}

static void result(const ElementState *e, double values[])
{
  BeamResults sum;

  beam_results(e, &sum);
  for (int i = 0; i < NVALUES; i++) values[i] = sum.values[i][0];
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  const ElementGroup all = element_group_of_one(e);
  Lanes              moved[2][MAX_DOFS], change[2][MAX_U];
  BeamInvariants     v;
  BeamResults        sum;

  beam_invariants(&all, &v);
  beam_jacobian(&v);
  for (int i = 0; i < v.nd; i++) {
    moved[0][i] = lanes_fill(u[i]);
    moved[1][i] = lanes_fill(rate[i]);
  }
  for (int k = 0; k < 2; k++) beam_rates_of(&v, moved[k], change[k]);
  beam_group_results(&all, &v, change[0], change[1], &sum);
  for (int i = 0; i < NVALUES; i++) values[i] = sum.values[i][0];
}

static const ElementType beam = {.props         = section_props,
                                 .prepare       = section_prepare,
                                 .traits        = traits,
                                 .scale         = section_scale,
                                 .directions    = directions_all,
                                 .setup         = beam_setup,
                                 .matrices      = beam_matrices,
                                 .forces        = element_group_forces,
                                 .group_forces  = group_forces,
                                 .strains       = strains,
                                 .momentum      = momentum,
                                 .energy        = energy,
                                 .group_energy  = group_energy,
                                 .power         = power,
                                 .results       = results,
                                 .result        = result,
                                 .linear_result = linear_result,
                                 .derived       = derived,
                                 .derive        = derive};

const ElementKernel BeamKernel = {
  .name = "beam", .shape = SHAPE_LINE, .nc = 6, .ndata = BEAM_NDATA, .nstrain = 6, .type = &beam};
const ElementKernel Beam3Kernel = {.name    = "beam",
                                   .shape   = SHAPE_LINE3,
                                   .nc      = 6,
                                   .ndata   = BEAM3_NDATA,
                                   .nstrain = 12,
                                   .type    = &beam};
