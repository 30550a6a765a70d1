/* beam.c: implements geometrically exact beams with 2 or 3 nodes: forces, tangents and inertia.

   The beams bend, twist, stretch and shear (Simo 1985; Simo & Vu-Quoc 1986). Rotations are
   interpolated relative to the last node r, psi(s) = sum N_i log(R_r^T R_i) (Crisfield & Jelenic
   1999). Hence strains do not change under rigid motions and do not depend on the path. Reduced
   integration prevents shear and membrane locking.

   All strains are functions of the invariants u = (d_i, psi_i) of all nodes i except r,
     d_i = R_r^T (x_i - x_r),   psi_i = log(R_r^T R_i),
   with R_i the matrix of the section's axes at node i. Let rho = sum N_i' d_i and psi = sum N_i
   psi_i at a Gauss point, with ' the derivative by the arc length. The strains Gamma (axial, shear
   y, z) and the curvatures kappa (twist, bending y, z) are

     Gamma = exp(psi)^T rho,   kappa = T(psi) psi'

   minus their values in the reference configuration. u is an ordinary vector, so the strain energy
   has an ordinary gradient g and Hessian H by u. The forces on the nodes are J^T g. J is
   defined by du/dt = J v, with v the velocities and angular velocities of the nodes. The tangent is
   J^T H J + d(J^T g) at fixed g. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "element/beam/finite/beam_across.h"
#include "element/beam/inside/beam_limits.h"
#include "element/beam/finite/beam_curve.h"
#include "element/beam/finite/bow_load.h"
#include "element/beam/law/law_across.h"
#include "element/beam/varying/section_points.h"
#include "math/rotation_lanes.h"

static ElementTraits traits_of(int nn, const double prop[])
{
  ElementTraits t = inertia_traits(prop + SECTION_FIRST, prop + SECTION_INERTIA);

  t.line_mass = beam_has_inner_mass(nn, prop);
  t.bows      = beam_has_bows(nn, prop);
  if (beam_is_corrected(nn, prop) && prop[SECTION_MASS] > 0) t.gravity_moments = 1;
  if (prop[SECTION_DAMPING] > 0 || t.line_mass) {
    t.velocity   = 1;
    t.gyroscopic = 0;
  }
  return t;
}

static ElementTraits traits(const double prop[]) { return traits_of(2, prop); }
static ElementTraits traits3(const double prop[]) { return traits_of(3, prop); }

/* A stiffness [6][6] of the section, or of each element of a group. */
typedef struct {
  const double *of_section; /* NULL if each element has its own */
  Lanes (*of_element)[6];
} BeamStiffness;

/* Computes SC = weight S C. The functions below are inlined, so that the number of nodes nn is a
   constant in loops. The S of most sections is diagonal. Rows of C of curvatures are 0 in columns
   of displacements. */
static ALWAYS_INLINE void times_stiffness(int nn, Lanes weight, const BeamStiffness *stiffness,
                                          Lanes C[6][MAX_U], Lanes SC[6][MAX_U])
{
  const double *S = stiffness->of_section;

  for (int a = 0; a < 6; a++) {
    const Lanes own = weight * (S ? lanes_fill(S[7 * a]) : stiffness->of_element[a][a]);

    for (int j = 0; j < 6 * (nn - 1); j++) SC[a][j] = own * C[a][j];
    for (int b = 0; b < 6; b++) {
      const Lanes other = weight * (S ? lanes_fill(S[6 * a + b]) : stiffness->of_element[a][b]);

      if (b == a || (S && S[6 * a + b] == 0)) continue;
      for (int j = 0; j < 6 * (nn - 1); j += 6)
        for (int c = b < 3 ? 0 : 3; c < 6; c++) SC[a][j + c] += other * C[b][j + c];
    }
  }
}

/* Adds weight B^T S C to A. It is symmetric if C is B. */
static ALWAYS_INLINE void add_congruent(int nn, Lanes weight, Lanes B[6][MAX_U],
                                        const BeamStiffness *S, Lanes C[6][MAX_U], Lanes A[][MAX_U])
{
  const int nu = 6 * (nn - 1), symmetric = C == B;
  Lanes     SC[6][MAX_U];

  times_stiffness(nn, weight, S, C, SC);
  for (int i = 0; i < nu; i++)
    for (int j = symmetric ? i : 0; j < nu; j++) {
      Lanes sum = B[0][i] * SC[0][j];

      for (int a = 1; a < (i % 6 < 3 ? 3 : 6); a++) sum += B[a][i] * SC[a][j];
      A[i][j] += sum;
      if (symmetric && j > i) A[j][i] += sum;
    }
}

/* Integrals over the element: the gradient g = B^T sigma by u, and its derivatives H by u and D by
   u'. Only the first nu rows and columns are used. */
typedef struct {
  Lanes g[MAX_U], H[MAX_U][MAX_U], D[MAX_U][MAX_U];
} BeamIntegrals;

/* The forces at a Gauss point, which are derivatives of the energy, with those of damping. */
typedef struct {
  Lanes         sigma[6];
  BeamStiffness elastic, damping; /* derivatives of sigma by strains, and by strain rates / beta */
  BeamEnergy    energy;
  BeamLinear    at_rest;
  BeamLawSlopes by_load; /* set if there are loads and a law */
} PointForces;

/* InnerLoads - The loads between the nodes that the energy of a beam depends on; NULL if none. */
typedef struct {
  const BeamAcross *across;
  const LawLoad    *law;
} InnerLoads;

/* Computes f at elastic strains and their rates, with the stresses of predicted strains unless they
   are NULL; f->elastic only if tangents is not 0. */
static ALWAYS_INLINE void point_forces(int nn, const double prop[], const BeamGaussLanes *p,
                                       const Lanes strain[6], const Lanes predicted[6],
                                       const InnerLoads *loads, const Lanes rate[6], int tangents,
                                       PointForces *f)
{
  const double beta = prop[SECTION_DAMPING];
  Lanes        sum[6];

  if (!beam_is_corrected(nn, prop) && !section_has_law(prop)) {
    f->elastic = f->damping = (BeamStiffness){prop + SECTION_S, NULL};
    for (int a = 0; a < 6; a++) sum[a] = (predicted ? predicted : strain)[a] + beta * rate[a];
    beam_section_forces(prop + SECTION_S, sum, f->sigma);
    return;
  }
  if (section_has_law(prop))
    beam_law_energy(nn, prop, p, strain, loads->law, tangents, &f->energy, NULL,
                    loads->law ? &f->by_load : NULL);
  else
    beam_corrected_energy(prop + SECTION_S, prop + SECTION_F, p, strain, predicted, loads->across,
                          tangents, &f->energy);
  memcpy(f->sigma, f->energy.gradient, sizeof f->sigma);
  f->elastic = (BeamStiffness){NULL, f->energy.hessian};
  if (!(beta > 0)) return;
  beam_linear_energy(nn, prop, p, loads->across != NULL, &f->at_rest);
  f->damping = (BeamStiffness){NULL, f->at_rest.stiffness};
  for (int a = 0; a < 6; a++) sum[a] = beta * rate[a];
  beam_add_product(f->at_rest.stiffness, sum, f->sigma);
}

/* Returns whether elements have weight between their nodes. */
static ALWAYS_INLINE int has_weight(int nn, const ElementGroup *e)
{
  const double *g = e->gravity;

  return beam_is_corrected(nn, e->prop) && (g[0] != 0 || g[1] != 0 || g[2] != 0);
}

/* Computes the forces of the weight on x. Adds those on the strains to f. */
static ALWAYS_INLINE void add_weight(const ElementGroup *e, int tangents, const LoadedBeam *x,
                                     GeneralizedForces *weight, PointForces *f)
{
  const Lanes per_length = 1 / x->length;

  beam_weight(e, x, tangents, weight);
  for (int a = 0; a < 6; a++) {
    f->sigma[a] += per_length * weight->g[a];
    for (int b = 0; b < 6 && tangents; b++) f->energy.hessian[a][b] += per_length * weight->H[a][b];
  }
}

/* The forces on the directions of loads between the nodes. */
typedef struct {
  int               of_weight, of_across, of_law;
  GeneralizedForces weight;
  AcrossForces      across;
  LawLoad           law;
} DirectionForces;

/* Computes the forces of the loads between the nodes on the Gauss point p of x and on the
   directions of these loads. */
static ALWAYS_INLINE void add_between(const ElementGroup *e, const BeamGaussLanes *p, int tangents,
                                      LoadedBeam *x, DirectionForces *directions, PointForces *f)
{
  if (!directions->of_weight && !directions->of_across && !directions->of_law) return;
  x->p     = *p;
  x->p.own = NULL;
  beam_set_curve(e, tangents, x);
  if (directions->of_weight) add_weight(e, tangents, x, &directions->weight, f);
  if (directions->of_across) set_across(&f->energy, x->length, tangents, &directions->across);
  if (directions->of_law)
    set_law_across(&f->by_load, &directions->law, tangents, &directions->across);
}

/* Computes the integrals; H and D only if tangents is not 0. x has the invariants. rate is u', read
   if there is damping. The forces on directions are set if there are such loads. */
static ALWAYS_INLINE void integrate_points(int nn, const ElementGroup *e, LoadedBeam *x,
                                           const Lanes rate[], int tangents,
                                           DirectionForces *directions, BeamIntegrals *integrals)
{
  const int             nu   = 6 * (nn - 1);
  const double          beta = e->prop[SECTION_DAMPING];
  const BeamInvariants *v    = &x->v;
  BeamStrain           *s    = &x->s;

  memset(integrals->g, 0, sizeof integrals->g);
  if (tangents) memset(integrals->H, 0, (size_t)nu * sizeof integrals->H[0]);
  if (tangents && beta > 0) memset(integrals->D, 0, (size_t)nu * sizeof integrals->D[0]);
  directions->of_weight = has_weight(nn, e);
  directions->of_across = beam_has_bows(nn, e->prop);
  directions->of_law    = 0;
  for (int g = 0; g < nn - 1; g++) {
    Lanes              strain[6], predicted[6], by_rate[6] = {{0}};
    PointForces        f;
    BeamGaussLanes     p;
    BeamOwnFlexibility own;
    InnerLoads         loads = {directions->of_across ? &directions->across.load : NULL, NULL};

    beam_gather_point(e->data, g, &p);
    beam_gather_own(e->kernel, e->data, &p, &own);
    beam_strain(v, &p, s);
    beam_elastic_strain(s, &p, strain);
    if (e->strain[0]) beam_gather(e->strain, 6 * g, 6, predicted);
    if (tangents || beta > 0) beam_strain_slopes(v, &p, s);
    if (directions->of_across)
      beam_across(e, v, s, &p, &directions->across.directions, &directions->across.load);
    if (beam_law_has_loads(nn, e->prop))
      directions->of_law =
        law_load(e, v, s, &p, directions->across.directions.force, &directions->law);
    if (directions->of_law) loads.law = &directions->law;
    if (beta > 0) beam_add_strains(nu, s->B, rate, by_rate);
    point_forces(nn, e->prop, &p, strain, e->strain[0] ? predicted : NULL, &loads, by_rate,
                 tangents, &f);
    add_between(e, &p, tangents, x, directions, &f);
    beam_add_forces(v, s, &p, f.sigma, integrals->g);
    if (!tangents) continue;
    add_congruent(nn, p.weight, s->B, &f.elastic, s->B, integrals->H);
    beam_add_strain_hessian(v, s, &p, f.sigma, integrals->H);
    if (beta > 0) {
      Lanes V[6][MAX_U];

      beam_strain_rate_slopes(v, s, &p, rate, V);
      add_congruent(nn, beta * p.weight, s->B, &f.damping, V, integrals->H);
      add_congruent(nn, beta * p.weight, s->B, &f.damping, s->B, integrals->D);
    }
  }
}

/* Adds D Y to X, with the sizes [nu][nu], [nu][nd], [nu][nd]. */
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
    Lanes mass[12]; /* first, then inertia */

    beam_gather(e->data, BEAM_NODE_MEMBER(i, first), 12, mass);
    inertia_forces(e, i, mass, mass + 3, r, K, C, M);
  }
  if (nn == 2 && beam_has_inner_mass(nn, e->prop)) beam_inner_inertia(e, r, K, C, M);
}

static ALWAYS_INLINE void beam_forces(int nn, const ElementGroup *e, Lanes r[], Lanes K[],
                                      Lanes C[], Lanes M[])
{
  const int       nu = 6 * (nn - 1), nd = 6 * nn;
  const size_t    square  = (size_t)(nd * nd) * sizeof *K;
  Lanes           largest = lanes_fill(0), rate[MAX_U];
  LaneMask        collapsed;
  LoadedBeam      x;
  DirectionForces directions;
  BeamIntegrals   integrals;

  memset(r, 0, (size_t)nd * sizeof *r);
  if (K) memset(K, 0, square), memset(C, 0, square), memset(M, 0, square);
  beam_invariants(e, &x.v);
  if (K || e->prop[SECTION_DAMPING] > 0) beam_jacobian(&x.v);
  if (e->prop[SECTION_DAMPING] > 0) beam_rates(e, &x.v, rate);
  integrate_points(nn, e, &x, rate, K != 0, &directions, &integrals);
  beam_add_nodal_forces(&x.v, integrals.g, r);
  if (K) add_beam_tangents(nn, e, &x.v, &integrals, K, C);
  if (directions.of_weight) beam_add_direction(&x, &directions.weight, r, K);
  if (directions.of_across || directions.of_law) add_across(&x, &directions.across, r, K);
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
    Lanes              own[6], step[6] = {{0}};
    const int          bows = beam_has_bows(v.nn, e->prop);
    BeamGaussLanes     p;
    BeamStrain         s;
    BeamOwnFlexibility varying;
    BeamAcross         across;

    beam_gather_point(e->data, g, &p);
    beam_gather_own(e->kernel, e->data, &p, &varying);
    beam_strain(&v, &p, &s);
    beam_strain_slopes(&v, &p, &s);
    beam_elastic_strain(&s, &p, own);
    beam_add_strains(v.nu, s.B, rate, step);
    if (beam_is_corrected(v.nn, e->prop)) {
      if (bows) beam_across(e, &v, &s, &p, NULL, &across);
      beam_predicted_strains(e->prop + SECTION_S, e->prop + SECTION_F, &p, own, step,
                             bows ? &across : NULL, strain);
      continue;
    }
    for (int a = 0; a < 6; a++) strain[a] = own[a] + step[a];
  }
}

static void weight(const ElementState *e, double p[])
{
  const BeamNode *node = ((const BeamData *)e->data)->node;

  for (int i = 0; i < shape_nodes(e->kernel->shape); i++)
    inertia_momentum(e, i, node[i].first, node[i].inertia, p);
}

static void momentum(const ElementState *e, double p[])
{
  weight(e, p);
  if (beam_has_inner_mass(shape_nodes(e->kernel->shape), e->prop)) beam_inner_momentum(e, p);
}

static const char *const uniform[] = {"damping", "polygon", "direction", 0};

/* clang-format off */
/* The functions of beams. Kernels differ in one of them. */
#define BEAM_TYPE(of_traits)                                                                     \
   .props          = section_props,                                                                \
   .prepare        = section_prepare,                                                                   \
   .traits         = of_traits,                                                                    \
   .scale          = section_scale,                                                                \
   .directions     = directions_all,                                                               \
   .setup          = beam_setup,                                                                   \
   .unstrain       = beam_unstrain,                                                                \
   .free_motion    = beam_free_motion,                                                             \
   .matrices       = beam_matrices,                                                                \
   .forces         = element_group_forces,                                                         \
   .group_forces   = group_forces,                                                                 \
   .momentum       = momentum,                                                                     \
   .weight         = weight,                                                                       \
   .energy         = beam_energy,                                                                  \
   .group_energy   = beam_group_energy,                                                            \
   .power          = beam_power,                                                                   \
   .has_line_loads = beam_has_line_loads,                                                          \
   .line_load      = beam_line_load, .inner_path = beam_inner_path,                                \
   .results        = beam_results,                                                                 \
   .result         = beam_result,                                                                  \
   .end_result     = beam_end_result,                                                              \
   .linear_result  = beam_linear_result,                                                           \
   .derived        = beam_derived,                                                                 \
   .requested      = beam_requested,                                                               \
   .young_strain   = beam_young_strain,                                                            \
   .of_properties  = of_properties,                                                                \
   .has_section    = 1,                                                                            \
   .divisible      = 1,                                                                            \
   .axial_force    = BEAM_AXIAL_FORCE
/* clang-format on */
static const ElementKernel *of_properties(const ElementKernel *kernel, const double prop[]);

static const ElementType beam  = {BEAM_TYPE(traits), .strains = strains,
                                  .lateral_entries = bow_load_entries, .add_lateral = bow_load_add};
static const ElementType beam3 = {BEAM_TYPE(traits3), .strains = strains};

/* Beams whose section follows a law: their stresses are not linear in the strains, which Newton's
   method would have to predict. */
static const ElementType law_beam  = {BEAM_TYPE(traits), .kinked = beam_law_kinked,
                                      .lateral_entries = law_load_entries,
                                      .add_lateral     = law_load_add};
static const ElementType law_beam3 = {BEAM_TYPE(traits3), .kinked = beam_law_kinked};

const ElementKernel VaryingBeamKernel = {.name      = "beam",
                                         .shape     = SHAPE_LINE,
                                         .nc        = 6,
                                         .ndata     = sizeof(BeamVarying) / sizeof(double),
                                         .nstrain   = 6,
                                         .type      = &beam,
                                         .nsections = ELEMENT_SECTIONS,
                                         .uniform   = uniform};

#define BEAM_KERNEL(data)                                                                          \
  {                                                                                                \
    .name = "beam", .shape = SHAPE_LINE, .nc = 6, .ndata = data, .nstrain = 6, .type = &beam,      \
    .varying = &VaryingBeamKernel, .uniform = uniform                                              \
  }
const ElementKernel        BeamKernel          = BEAM_KERNEL(BEAM_NDATA);
static const ElementKernel NodalMassBeamKernel = BEAM_KERNEL(BEAM_KINETIC);

const ElementKernel Beam3Kernel = {.name    = "beam",
                                   .shape   = SHAPE_LINE3,
                                   .nc      = 6,
                                   .ndata   = BEAM3_NDATA,
                                   .nstrain = 12,
                                   .type    = &beam3};

static const ElementKernel LawBeamKernel = {
  .name = "beam", .shape = SHAPE_LINE, .nc = 6, .ndata = BEAM_NDATA, .type = &law_beam};
static const ElementKernel LawBeam3Kernel = {
  .name = "beam", .shape = SHAPE_LINE3, .nc = 6, .ndata = BEAM3_NDATA, .type = &law_beam3};

static const ElementKernel *of_properties(const ElementKernel *kernel, const double prop[])
{
  if (section_has_law(prop) && kernel->shape == SHAPE_LINE3) return &LawBeam3Kernel;
  if (section_has_law(prop) && !beam_varies(kernel)) return &LawBeamKernel;
  return kernel == &BeamKernel && !beam_has_inner_mass(2, prop) ? &NodalMassBeamKernel : kernel;
}
