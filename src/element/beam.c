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
#include "math/vector.h"

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
static inline void section_forces(const double S[], const double x[6], double sigma[6])
{
  for (int a = 0; a < 6; a++) {
    sigma[a] = 0;
    for (int b = 0; b < 6; b++) sigma[a] += S[6 * a + b] * x[b];
  }
}

static void elastic_strain(const BeamStrain *s, const double reference[6], double strain[6])
{
  for (int c = 0; c < 3; c++) {
    strain[c]     = s->Gamma[c] - reference[c];
    strain[3 + c] = s->kappa[c] - reference[3 + c];
  }
}

/* The functions below are inline so that nn, the number of nodes, is a constant in loops. A += weight B^T S C */
static inline void add_congruent(int nn, double weight, double B[6][MAX_U], const double S[], double C[6][MAX_U],
                                 double A[][MAX_U])
{
  const int nu = 6 * (nn - 1);
  double    SC[6][MAX_U];

  for (int a = 0; a < 6; a++) {
    for (int j = 0; j < nu; j++) SC[a][j] = weight * S[6 * a] * C[0][j];
    for (int b = 1; b < 6; b++)
      for (int j = 0; j < nu; j++) SC[a][j] += weight * S[6 * a + b] * C[b][j];
  }
  for (int i = 0; i < nu; i++)
    for (int a = 0; a < 6; a++)
      for (int j = 0; j < nu; j++) A[i][j] += B[a][i] * SC[a][j];
}

/* Integrals over the element, by u: g = B^T sigma; its derivatives H by u and D by u'. Only the first nu rows and
   columns. */
typedef struct {
  double g[MAX_U], H[MAX_U][MAX_U], D[MAX_U][MAX_U];
} Sums;

/* H and D are set only if tangents is not 0. given: see ElementState.strain. */
static inline void sum_points(int nn, const BeamData *data, const double prop[], const double given[],
                              const BeamInvariants *v, int tangents, Sums *sums)
{
  const int     nu   = 6 * (nn - 1);
  const double  beta = prop[SECTION_DAMPING];
  const double *S    = prop + SECTION_S;

  memset(sums->g, 0, sizeof sums->g);
  if (tangents) memset(sums->H, 0, (size_t)nu * sizeof sums->H[0]);
  if (tangents && beta > 0) memset(sums->D, 0, (size_t)nu * sizeof sums->D[0]);
  for (int g = 0; g < nn - 1; g++) {
    const double *N = data->point[g].N, *dN = data->point[g].dN, weight = data->point[g].weight;
    double        strain[6], sigma[6];
    BeamStrain    s;

    beam_strain(v, N, dN, &s);
    if (given) memcpy(strain, given + 6 * g, sizeof strain);
    else elastic_strain(&s, data->point[g].strain, strain);
    if (tangents || beta > 0) beam_strain_slopes(v, N, dN, &s);
    for (int a = 0; a < 6 && beta > 0; a++)
      for (int k = 0; k < nu; k++) strain[a] += beta * s.B[a][k] * v->rate[k];
    section_forces(S, strain, sigma);
    beam_add_forces(v, &s, N, dN, weight, sigma, sums->g);
    if (!tangents) continue;
    add_congruent(nn, weight, s.B, S, s.B, sums->H);
    beam_add_curvature(v, &s, N, dN, weight, sigma, sums->H);
    if (beta > 0) {
      double V[6][MAX_U];

      beam_strain_rate_slopes(v, &s, N, dN, V);
      add_congruent(nn, beta * weight, s.B, S, V, sums->H);
      add_congruent(nn, beta * weight, s.B, S, s.B, sums->D);
    }
  }
}

/* A += J^T H X, of sizes [nd][nd], [nu][nd], [nu][nu], [nu][nd]. */
static inline void add_to_nodes(int nn, BeamInvariants *v, double H[][MAX_U], double X[][MAX_DOFS],
                                double A[][MAX_DOFS])
{
  const int nu = 6 * (nn - 1), nd = 6 * nn;

  for (int k = 0; k < nu; k++) {
    double HX[MAX_DOFS] = {0};

    for (int l = 0; l < nu; l++)
      for (int j = 0; j < nd; j++) HX[j] += H[k][l] * X[l][j];
    for (int i = 0; i < nd; i++)
      if (v->J[k][i] != 0)
        for (int j = 0; j < nd; j++) A[i][j] += v->J[k][i] * HX[j];
  }
}

static inline void add_rows(int nn, double A[][MAX_DOFS], double K[])
{
  const int nd = 6 * nn;

  for (int i = 0; i < nd; i++)
    for (int j = 0; j < nd; j++) K[nd * i + j] += A[i][j];
}

static inline void add_tangents(int nn, const ElementState *e, BeamInvariants *v, Sums *sums, double K[], double C[])
{
  const size_t size = 6 * (size_t)nn * sizeof(double[MAX_DOFS]);
  double       A[MAX_DOFS][MAX_DOFS];

  memset(A, 0, size);
  add_to_nodes(nn, v, sums->H, v->J, A);
  beam_add_geometric(v, sums->g, A);
  if (e->prop[SECTION_DAMPING] > 0) {
    double slopes[MAX_U][MAX_DOFS], B[MAX_DOFS][MAX_DOFS];

    memset(B, 0, size);
    beam_rate_slopes(e, v, slopes);
    add_to_nodes(nn, v, sums->D, slopes, A);
    add_to_nodes(nn, v, sums->D, v->J, B);
    add_rows(nn, B, C);
  }
  add_rows(nn, A, K);
}

static inline int forces_of(int nn, const ElementState *e, double r[], double K[], double C[], double M[])
{
  const BeamData *data = (const BeamData *)e->data;
  const int       nu   = 6 * (nn - 1);
  BeamInvariants  v;
  Sums            sums;

  beam_invariants(e, data, &v);
  if (K || e->prop[SECTION_DAMPING] > 0) beam_jacobian(e, &v);
  sum_points(nn, data, e->prop, e->strain, &v, K != 0, &sums);
  for (int k = 0; k < nu; k++)
    if (!isfinite(sums.g[k])) return 1;
  beam_add_nodal(&v, sums.g, r);
  if (K) add_tangents(nn, e, &v, &sums, K, C);
  for (int i = 0; i < nn; i++) inertia_forces(e, i, data->first[i], data->inertia[i], r, K, C, M);
  return 0;
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  return e->kernel->shape == SHAPE_LINE ? forces_of(2, e, r, K, C, M) : forces_of(3, e, r, K, C, M);
}

static void strains(const ElementState *e, double strain[])
{
  const BeamData *data = (const BeamData *)e->data;
  BeamInvariants  v;

  beam_invariants(e, data, &v);
  beam_jacobian(e, &v);
  for (int g = 0; g < v.nn - 1; g++, strain += 6) {
    BeamStrain s;

    beam_strain(&v, data->point[g].N, data->point[g].dN, &s);
    beam_strain_slopes(&v, data->point[g].N, data->point[g].dN, &s);
    elastic_strain(&s, data->point[g].strain, strain);
    for (int a = 0; a < 6; a++)
      for (int k = 0; k < v.nu; k++) strain[a] += s.B[a][k] * v.rate[k];
  }
}

static void momentum(const ElementState *e, double p[])
{
  const BeamData *data = (const BeamData *)e->data;

  for (int i = 0; i < shape_nodes(e->kernel->shape); i++) inertia_momentum(e, i, data->first[i], data->inertia[i], p);
}

/* ---- energy and results ------------------------------------------------------------------------------------------ */

enum { STRAIN, FORCE = 6, ENDS = 12, NVALUES = 24 }; /* those of curvature follow strain's, those of moments force's */

static const ElementResult results[] = {
  {"strain",       3, "axial strain, shear strains in y and z of the section: means over the element, as the next three",
   RESULT_OWN                                                                                                                          },
  {"curvature",    3, "rate of twist, curvatures about y and z [1/m]",                                                    RESULT_OWN   },
  {"force",        3, "axial force, shear forces in y and z [N]",                                                         RESULT_OWN   },
  {"moment",       3, "torque, bending moments about y and z [N m]",                                                      RESULT_OWN   },
  {"force_start",  3, "the same at the first node, in balance with the forces on all nodes, in the section's axes there",
   RESULT_OWN                                                                                                                          },
  {"moment_start", 3, "likewise [N m]",                                                                                   RESULT_OWN   },
  {"force_end",    3, "at the second node, which is the other end [N]",                                                   RESULT_OWN   },
  {"moment_end",   3, "likewise [N m]",                                                                                   RESULT_OWN   },
  {0,              0, 0,                                                                                                  RESULT_SCALAR}
};

static const ElementResult stresses[] = {
  {"stress_max",    1, "largest axial stress of both ends, of axial force and bending [N/m2]", RESULT_SCALAR},
  {"stress_min",    1, "least axial stress likewise [N/m2]",                                   RESULT_SCALAR},
  {"von_mises_max", 1, "largest von Mises stress, of axial stress and that of torsion [N/m2]", RESULT_SCALAR},
  {0,               0, 0,                                                                      RESULT_SCALAR}
};

static const ElementResult *derived(const double prop[]) { return prop[SECTION_AREA] > 0 ? stresses : NULL; }

static void derive(const double prop[], const double values[], double more[])
{
  section_stresses(prop, values + ENDS, more);
}

typedef struct {
  double energy, power;   /* strain energy [J], power that damping dissipates [W] */
  double values[NVALUES]; /* the results; forces and moments include those of damping */
} Summary;

/* values[12]: forces and moments of the section at both ends, which are those J^T g of the nodes: at the first node the
   rest of the element pulls the other way. */
static void end_forces(const ElementState *e, const BeamInvariants *v, const double g[], double values[])
{
  for (int end = 0; end < 2; end++, values += 6) {
    const double sign = end ? 1 : -1;
    double       f[6] = {0}, own[3];

    for (int k = 0; k < v->nu; k++)
      for (int c = 0; c < 6; c++) f[c] += sign * v->J[k][6 * end + c] * g[k];
    mat_t_vec(e->node[end]->R, f, own);
    mat_vec(v->R[end], own, values);
    mat_vec(v->R[end], f + 3, values + 3);
  }
}

/* At the invariants v with their rates; more: NULL, or a change of the invariants that adds to the strains to first
   order. */
static Summary summary_at(const ElementState *e, const BeamInvariants *v, const double more[], const double rates[])
{
  const BeamData *data   = (const BeamData *)e->data;
  const double    beta   = e->prop[SECTION_DAMPING];
  Summary         sum    = {0};
  double          length = 0, g_sum[MAX_U] = {0};

  for (int g = 0; g < v->nn - 1; g++) {
    const double weight = data->point[g].weight;
    double       strain[6], rate[6] = {0}, elastic[6], damped[6];
    BeamStrain   s;

    beam_strain(v, data->point[g].N, data->point[g].dN, &s);
    beam_strain_slopes(v, data->point[g].N, data->point[g].dN, &s);
    elastic_strain(&s, data->point[g].strain, strain);
    for (int a = 0; a < 6; a++)
      for (int k = 0; k < v->nu; k++) {
        rate[a] += s.B[a][k] * rates[k];
        if (more) strain[a] += s.B[a][k] * more[k];
      }
    section_forces(e->prop + SECTION_S, strain, elastic);
    section_forces(e->prop + SECTION_S, rate, damped);
    for (int a = 0; a < 6; a++) {
      sum.energy += weight * strain[a] * elastic[a] / 2;
      sum.power += weight * beta * rate[a] * damped[a];
      sum.values[STRAIN + a] += weight * strain[a];
      sum.values[FORCE + a] += weight * (elastic[a] + beta * damped[a]);
      for (int k = 0; k < v->nu; k++) g_sum[k] += weight * s.B[a][k] * (elastic[a] + beta * damped[a]);
    }
    length += weight;
  }
  for (int k = 0; k < ENDS; k++) sum.values[k] /= length;
  end_forces(e, v, g_sum, sum.values + ENDS);
  return sum;
}

static Summary summary(const ElementState *e)
{
  BeamInvariants v;

  beam_invariants(e, (const BeamData *)e->data, &v);
  beam_jacobian(e, &v);
  return summary_at(e, &v, NULL, v.rate);
}

static double energy(const ElementState *e) { return summary(e).energy; }
static double power(const ElementState *e) { return e->prop[SECTION_DAMPING] > 0 ? summary(e).power : 0; }

static void result(const ElementState *e, double values[])
{
  const Summary sum = summary(e);

  memcpy(values, sum.values, sizeof sum.values);
}

static void linear_result(const ElementState *e, const double u[], const double rate[], double values[])
{
  BeamInvariants v;
  double         change[2][MAX_U] = {{0}};
  Summary        sum;

  beam_invariants(e, (const BeamData *)e->data, &v);
  beam_jacobian(e, &v);
  for (int k = 0; k < v.nu; k++)
    for (int i = 0; i < 6 * v.nn; i++) {
      change[0][k] += v.J[k][i] * u[i];
      change[1][k] += v.J[k][i] * rate[i];
    }
  sum = summary_at(e, &v, change[0], change[1]);
  memcpy(values, sum.values, sizeof sum.values);
}

const ElementKernel BeamKernel  = {.name          = "beam",
                                   .shape         = SHAPE_LINE,
                                   .nc            = 6,
                                   .props         = section_props,
                                   .ndata         = BEAM_NDATA,
                                   .nstrain       = 6,
                                   .prepare       = section_prepare,
                                   .traits        = traits,
                                   .scale         = section_scale,
                                   .directions    = directions_all,
                                   .setup         = beam_setup,
                                   .matrices      = beam_matrices,
                                   .forces        = forces,
                                   .strains       = strains,
                                   .momentum      = momentum,
                                   .energy        = energy,
                                   .power         = power,
                                   .results       = results,
                                   .result        = result,
                                   .linear_result = linear_result,
                                   .derived       = derived,
                                   .derive        = derive};
const ElementKernel Beam3Kernel = {.name          = "beam",
                                   .shape         = SHAPE_LINE3,
                                   .nc            = 6,
                                   .props         = section_props,
                                   .ndata         = BEAM_NDATA,
                                   .nstrain       = 12,
                                   .prepare       = section_prepare,
                                   .traits        = traits,
                                   .scale         = section_scale,
                                   .directions    = directions_all,
                                   .setup         = beam_setup,
                                   .matrices      = beam_matrices,
                                   .forces        = forces,
                                   .strains       = strains,
                                   .momentum      = momentum,
                                   .energy        = energy,
                                   .power         = power,
                                   .results       = results,
                                   .result        = result,
                                   .linear_result = linear_result,
                                   .derived       = derived,
                                   .derive        = derive};
