/* beam_load.c: implements loads between the nodes of a beam with two nodes and corrected
   flexibility.

   The energy of the element (beam_energy.c) implies the curve of the line between its nodes. R_m
   are the axes of the middle section, s is the arc length from the middle, and L the length:
     x = (x_1 + x_2)/2 + s/L (x_2 - x_1) + R_m (h0 b0 + h1 b1),
     h0 = (s^2 - L^2/4)/2,   h1 = (s^3 - s L^2/4)/6,
     b0 = k x Gamma + g',    b1 = k' x e1.
   g' and k' are the slopes of the strains of the section. They follow from the slope of its forces,
   (g', k') = F A(k) f. The shear forces in f are those of beam_corrected_at_rest, because the shear
   strains of the element contain bending. In the part of A with k the other forces are S times the
   strains. The part without k has the chord's shortening, so that small motions are exact.

   A load that is fixed in space, p per length, has the potential -integral p . x. A concentrated
   load has one term instead of the integral. The nodes get the
   integrals of their shape functions elsewhere. This file adds the rest, which depends on the
   strains y = (Gamma, k) and on m = R_m^T p:
     V = -m . (w0 b0 + w1 b1),   w0 = integral h0, w1 = integral h1.
   m is a function of the nodes like Gamma, with p in the place of the chord's slope. Therefore
   beam_strain.c and beam_invariants.c compute its derivatives, too. docs/theory/beams.md explains
   it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "beam_direction.h"
#include "element/beam/finite/across_load.h"
#include "element/beam/finite/bow_load.h"
#include "element/beam/finite/beam_curve.h"
#include "element/beam/law/beam_law.h"

/* Computes the generalized forces of the potential -vector . R_m bulge. */
SIMD_CLONES static void potential_forces(const LoadedBeam *x, const Lanes vector[3],
                                         const BulgeFactors *w, const Lanes bulge[3], int tangents,
                                         GeneralizedForces *f)
{
  Lanes m[3];

  memset(f->g, 0, sizeof f->g);
  beam_load_direction(&x->v, &x->s, vector, &f->p);
  for (int i = 0; i < 3; i++) {
    m[i]        = -f->p.m[i];
    f->g[6 + i] = -bulge[i];
  }
  beam_add_bulge_gradient(x, w, m, f->g);
  if (!tangents) return;
  memset(f->H, 0, sizeof f->H);
  beam_add_bulge_hessian(x, w, m, f->H);
  for (int i = 0; i < 3; i++) {
    const Lanes unit[3] = {lanes_fill(-(i == 0)), lanes_fill(-(i == 1)), lanes_fill(-(i == 2))};
    Lanes       by_strains[6] = {{0}};

    beam_add_bulge_gradient(x, w, unit, by_strains);
    for (int j = 0; j < 6; j++) f->H[j][6 + i] = f->H[6 + i][j] = by_strains[j];
  }
}

/* Adds the forces of this potential to r and their derivative to K, unless they are NULL. Computes
   path = R_m bulge, unless it is NULL. */
SIMD_CLONES static void add_potential(const LoadedBeam *x, const Lanes vector[3],
                                      const BulgeFactors *w, Lanes path[3], Lanes r[], Lanes K[])
{
  Lanes             by_u[NU], by_turn[NU], bulge[3];
  GeneralizedForces f;

  beam_bulge(x, w, bulge);
  if (path) {
    Lanes turned[3];

    mat_vec(x->s.E, bulge, turned);
    mat_vec(x->v.R_r, turned, path);
  }
  if (!r && !K) return;
  potential_forces(x, vector, w, bulge, K != NULL, &f);
  add_generalized(x, &f, by_u, by_turn, r);
  if (K) add_generalized_slopes(x, &f, by_u, by_turn, K);
}

/* Integrals of the field over the element: field times h0 and h1, times the shape functions of both
   nodes and h0 and h1, times h0^2 and h0 h1, times products of shape functions less those of the
   nodes alone. */
typedef struct {
  Lanes h[2], hN[2][2], hh[2], NN[2][2];
} LoadIntegrals;

/* Computes sum; only its member h if the load does not follow the section. */
static ALWAYS_INLINE void load_integrals(const ElementLineLoad *load, Lanes length,
                                         LoadIntegrals *sum)
{
  LoadPoint point[SHAPE_MAX_CELL_POINTS];
  int       n;

  memset(sum, 0, sizeof *sum);
  if (!load->field[0] && !load->at[0] && load->kind != LINE_LOAD_FOLLOWER) {
    sum->h[0] = length * length * length / -12;
    return;
  }
  n = beam_load_points(load, length, point);
  for (int k = 0; k < n; k++) {
    const Lanes t = point[k].t, *N = point[k].N;
    const Lanes f    = point[k].size * point[k].field;
    const Lanes h[2] = {length * length * ((t * t - 0.25) / 2),
                        length * length * length * ((t * t - 0.25) * t / 6)};

    for (int i = 0; i < 2; i++) {
      sum->h[i] += f * h[i];
      if (load->kind != LINE_LOAD_FOLLOWER) continue;
      sum->hh[i] += f * h[0] * h[i];
      for (int j = 0; j < 2; j++) {
        sum->hN[i][j] += f * h[i] * N[j];
        sum->NN[i][j] += f * (N[i] * N[j] - (i == j ? N[i] : lanes_fill(0)));
      }
    }
  }
}

/* Computes a vector of the nodes' axes in the axes of the middle section, at rest. */
static ALWAYS_INLINE void to_section(const LoadedBeam *x, const double vector[3], Lanes turned[3])
{
  const Lanes    given[3] = {lanes_fill(vector[0]), lanes_fill(vector[1]), lanes_fill(vector[2])};
  BeamGaussLanes p        = x->p;

  p.weight = x->length;
  beam_to_section(&x->v, &p, given, turned);
}

/* Computes the derivative of the integral of the load times the turning between the nodes. own is D
   of the load if the section varies. */
static ALWAYS_INLINE void turning_slopes(const ElementGroup *e, const LoadedBeam *x,
                                         const LoadIntegrals *sum, const ElementLineLoad *load,
                                         BeamBulgeLanes *own, Lanes slope[3][6])
{
  if (beam_varies(e->kernel)) {
    beam_varying_bulge(e, &x->length, load, TIMES_ONE, 1, own);
    beam_turning_slopes(x, own, slope);
    return;
  }
  beam_turning_slopes(x, NULL, slope);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 6; j++) slope[i][j] *= sum->h[0];
}

/* Moments that are fixed in space (or turn with the middle section) act on the spin of the section
   inside, whose second derivative along the beam is R_m (k x dk + dk'). */
SIMD_CLONES static void add_moment(const ElementGroup *e, const LoadedBeam *x,
                                   const LoadIntegrals *sum, const ElementLineLoad *load, Lanes r[],
                                   Lanes K[])
{
  const int         turns     = load->kind == LINE_LOAD_TURNING_MOMENT;
  const Lanes       vector[3] = {lanes_fill(load->vector[0]), lanes_fill(load->vector[1]),
                                 lanes_fill(load->vector[2])};
  Lanes             by_u[NU], by_turn[NU], own[3], *m, t[3], turn[3][6], (*H)[9];
  GeneralizedForces f;
  BeamBulgeLanes    varying;

  turning_slopes(e, x, sum, load, &varying, turn);
  memset(&f, 0, sizeof f);
  beam_load_direction(&x->v, &x->s, vector, &f.p);
  to_section(x, load->vector, own);
  m = turns ? own : f.p.m;
  H = f.H;
  cross(m, x->s.kappa, t);
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 3; i++) f.g[j] -= turn[i][j] * m[i];
    if (j >= 3 && !turns) f.g[j] -= sum->h[0] * t[j - 3];
    for (int i = 0; i < 3 && !turns; i++) H[j][6 + i] -= turn[i][j];
  }
  add_generalized(x, &f, by_u, by_turn, r);
  if (!K) return;
  for (int i = 0; i < 3; i++) t[i] = beam_varies(e->kernel) ? -m[i] : -sum->h[0] * m[i];
  if (beam_varies(e->kernel)) beam_add_varying_hessian(x, &(BulgeFactors){.own = &varying}, t, H);
  else beam_add_turning_hessian(x, t, H);
  for (int c = 0; c < 3 && !turns; c++) {
    const int   j = (c + 1) % 3, l = (c + 2) % 3;
    const Lanes w = sum->h[0], *k = x->s.kappa;

    /* m x k: derivatives [m] by k and -[k] by m */
    H[3 + j][3 + l] += w * m[c], H[3 + l][3 + j] -= w * m[c];
    H[3 + j][6 + l] -= w * k[c], H[3 + l][6 + j] += w * k[c];
  }
  add_generalized_slopes(x, &f, by_u, by_turn, K);
}

/* A vector that depends on the nodes, and its derivative. */
typedef struct {
  Lanes value[3], slope[3][ND];
} LoadVector;

/* Computes R_m bulge and its derivative. */
SIMD_CLONES static void turned_bulge(const LoadedBeam *x, const BulgeFactors *w, LoadVector *to)
{
  memset(to, 0, sizeof *to);
  for (int i = 0; i < 3; i++) {
    const Lanes unit[3] = {lanes_fill(i == 0), lanes_fill(i == 1), lanes_fill(i == 2)};

    add_potential(x, unit, w, to->value, to->slope[i], NULL);
    for (int j = 0; j < ND; j++) to->slope[i][j] = -to->slope[i][j];
  }
}

void beam_bulge_slopes(const LoadedBeam *x, const BulgeFactors *w, Lanes slope[3][ND])
{
  LoadVector turned;

  turned_bulge(x, w, &turned);
  memcpy(slope, turned.slope, sizeof turned.slope);
}

/* Computes the load at both nodes, R_i vector, and its derivative. */
SIMD_CLONES static void load_at_nodes(const ElementGroup *e, const double vector[3],
                                      LoadVector at[2])
{
  const Lanes given[3] = {lanes_fill(vector[0]), lanes_fill(vector[1]), lanes_fill(vector[2])};
  Lanes       S[9], R[9], slope[9];

  memset(at, 0, 2 * sizeof *at);
  skew(given, S);
  for (int i = 0; i < 2; i++) {
    node_gather(e->node[i], NODE_MEMBER(R), 9, R);
    mat_vec(R, given, at[i].value);
    mat_mat(R, S, slope);
    for (int c = 0; c < 9; c++) at[i].slope[c / 3][6 * i + 3 + c % 3] = -slope[c];
  }
}

static ALWAYS_INLINE void add_vector(Lanes factor, const LoadVector *from, LoadVector *to)
{
  for (int c = 0; c < 3; c++) {
    to->value[c] += factor * from->value[c];
    for (int j = 0; j < ND; j++) to->slope[c][j] += factor * from->slope[c][j];
  }
}

/* A follower load pushes the bulges of some factors, each with a vector. */
typedef struct {
  int            n;
  BulgeFactors   w[3];
  BeamBulgeLanes own[3];
  LoadVector     push[3];
} FollowerPush;

/* Computes push from the load at the nodes and its change c between them. */
static ALWAYS_INLINE void follower_push(const ElementGroup *e, const LoadedBeam *x,
                                        const LoadIntegrals *sum, const ElementLineLoad *load,
                                        const LoadVector at[2], const LoadVector *c,
                                        FollowerPush *p)
{
  memset(p, 0, sizeof *p);
  if (beam_varies(e->kernel)) {
    p->n = 3;
    for (int i = 0; i < 3; i++) {
      beam_varying_bulge(e, &x->length, load, i < 2 ? (FieldFactor)i : TIMES_H0, 0, &p->own[i]);
      p->w[i].b0  = i < 2 ? sum->hN[0][i] : sum->hh[0];
      p->w[i].own = &p->own[i];
      p->push[i]  = i < 2 ? at[i] : *c;
    }
    return;
  }
  p->n       = 2;
  p->w[0].b0 = p->w[1].b1 = lanes_fill(1);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) add_vector(sum->hN[i][j], &at[j], &p->push[i]);
    add_vector(sum->hh[i], c, &p->push[i]);
  }
}

/* A follower load turns with the section. Between the nodes it is
     N_1 R_1 vector + N_2 R_2 vector + h0 R_m c. */
SIMD_CLONES static void add_follower(const ElementGroup *e, const LoadedBeam *x,
                                     const LoadIntegrals *sum, const ElementLineLoad *load,
                                     Lanes r[], Lanes K[])
{
  BulgeFactors   turn = {.b0 = lanes_fill(0)};
  LoadVector     at[2], b[3], c, force[2];
  BeamBulgeLanes own;
  FollowerPush   p;

  to_section(x, load->vector, turn.a);
  if (beam_varies(e->kernel)) {
    beam_varying_turn(e, &x->length, turn.a, &own);
    turn.own = &own;
  }
  load_at_nodes(e, load->vector, at);
  turned_bulge(x, &turn, &c);
  follower_push(e, x, sum, load, at, &c, &p);
  for (int i = 0; i < p.n; i++) {
    turned_bulge(x, &p.w[i], &b[i]);
    add_potential(x, p.push[i].value, &p.w[i], NULL, r, K);
  }
  memset(force, 0, sizeof force);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) add_vector(sum->NN[i][j], &at[j], &force[i]);
    add_vector(sum->hN[0][i], &c, &force[i]);
    for (int k = 0; k < 3; k++) r[6 * i + k] -= force[i].value[k];
    for (int j = 0; j < ND && K; j++)
      for (int k = 0; k < 3; k++) K[ND * (6 * i + k) + j] -= force[i].slope[k][j];
  }
  for (int i = 0; i < p.n && K; i++)
    for (int j = 0; j < ND; j++)
      for (int k = 0; k < 3; k++)
        for (int n = 0; n < ND; n++) K[ND * n + j] -= b[i].slope[k][n] * p.push[i].slope[k][j];
}

/* Computes w of the weight or of a force that is fixed in space; own is its storage. */
static ALWAYS_INLINE void fixed_factors(const ElementGroup *e, const LoadedBeam *x,
                                        const LoadIntegrals *sum, const ElementLineLoad *load,
                                        BeamBulgeLanes *own, BulgeFactors *w)
{
  const int weight = load->kind == LINE_LOAD_WEIGHT, varies = beam_varies(e->kernel);

  *w             = (BulgeFactors){.b0 = sum->h[0], .b1 = sum->h[1], .own = varies ? own : NULL};
  w->in_sections = weight && beam_has_inner_mass(2, e->prop); /* otherwise it is at the nodes */
  if (varies && weight) {
    const int first = (int)(offsetof(BeamVarying, weight) / sizeof(double));

    w->b0 = lanes_gather(e->data, first);
    beam_gather(e->data, first + 1, 3, w->a);
    beam_gather(e->data, first + 4, 36, own->D[0][0]);
  } else if (varies) beam_varying_bulge(e, &x->length, load, TIMES_ONE, 0, own);
  else if (weight) {
    w->b0 *= e->prop[SECTION_MASS];
    w->b1 *= e->prop[SECTION_MASS];
    for (int c = 0; c < 3; c++) w->a[c] = e->prop[SECTION_FIRST + c] * sum->h[0];
  }
}

SIMD_CLONES void beam_weight(const ElementGroup *e, const LoadedBeam *x, int tangents,
                             GeneralizedForces *f)
{
  const ElementLineLoad load      = {.kind = LINE_LOAD_WEIGHT};
  const Lanes           vector[3] = {lanes_fill(e->gravity[0]), lanes_fill(e->gravity[1]),
                                     lanes_fill(e->gravity[2])};
  Lanes                 bulge[3];
  BulgeFactors          w;
  BeamBulgeLanes        own;
  LoadIntegrals         sum;

  load_integrals(&load, x->length, &sum);
  fixed_factors(e, x, &sum, &load, &own, &w);
  beam_bulge(x, &w, bulge);
  potential_forces(x, vector, &w, bulge, tangents, f);
}

SIMD_CLONES void beam_add_direction(const LoadedBeam *x, const GeneralizedForces *f, Lanes r[],
                                    Lanes K[])
{
  Lanes by_turn[NU];

  add_turning(x, &f->p, f->g + 6, by_turn, r);
  if (K) add_turning_slopes(x, f, by_turn, K);
}

SIMD_CLONES void beam_line_load(const ElementGroup *e, const ElementLineLoad *load, Lanes path[3],
                                Lanes r[], Lanes K[])
{
  const Lanes    vector[3] = {lanes_fill(load->vector[0]), lanes_fill(load->vector[1]),
                              lanes_fill(load->vector[2])};
  BulgeFactors   w;
  BeamBulgeLanes own;
  LoadIntegrals  sum;
  LoadedBeam     x;

  beam_curve(e, K != NULL, &x);
  load_integrals(load, x.length, &sum);
  if (path) path[0] = path[1] = path[2] = lanes_fill(0);
  switch (load->kind) {
  case LINE_LOAD_FOLLOWER:
    if (r) add_follower(e, &x, &sum, load, r, K);
    return;
  case LINE_LOAD_MOMENT:
  case LINE_LOAD_TURNING_MOMENT:
    if (r) add_moment(e, &x, &sum, load, r, K);
    return;
  case LINE_LOAD_WEIGHT:
  case LINE_LOAD_FORCE:
    fixed_factors(e, &x, &sum, load, &own, &w);
    break;
  }
  add_potential(&x, vector, &w, path, r, K);
  if (path) beam_add_inner_path(e, &x, load, path);
}

int beam_has_line_loads(const ElementKernel *kernel, const double prop[])
{
  return beam_is_corrected(shape_nodes(kernel->shape), prop);
}
