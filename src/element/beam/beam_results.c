/* beam_results.c: implements energy, dissipated power and results of beams. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/beam/finite/across_load.h"
#include "element/beam/inside/beam_span.h"
#include "element/beam/law/beam_law.h"
#include "element/beam/varying/beam_flexibility.h"
#include "math/rotation_lanes.h"

/* Positions in the values. Curvatures follow strains, and moments follow forces. */
enum { STRAIN, FORCE = BEAM_AXIAL_FORCE, ENDS = SPAN_ENDS, NVALUES = 24 };

const ElementResult beam_results[] = {
  {"strain",       3,
   "axial strain, shear strains in y and z of the section, means over the element as the next "
   "three",                                                            RESULT_LOCAL },
  {"curvature",    3, "rate of twist, curvatures about y and z [1/m]", RESULT_LOCAL },
  {"force",        3, "axial force, shear forces in y and z [N]",      RESULT_LOCAL },
  {"moment",       3, "torque, bending moments about y and z [N m]",   RESULT_LOCAL },
  {"force_start",  3,
   "force at the first node, in equilibrium with what is beyond it, in the section's axes there "
   "[N]",                                                              RESULT_LOCAL },
  {"moment_start", 3, "moment at the first node [N m]",                RESULT_LOCAL },
  {"force_end",    3, "force at the second node, the other end [N]",   RESULT_LOCAL },
  {"moment_end",   3, "moment at the second node [N m]",               RESULT_LOCAL },
  {0,              0, 0,                                               RESULT_SCALAR}
};

static const ElementResult stresses[] = {
  {"stress_max",    1, "largest axial stress over the element, from axial force and bending [N/m2]",
   RESULT_SCALAR                                                                                                  },
  {"stress_min",    1, "smallest axial stress over the element [N/m2]",                              RESULT_SCALAR},
  {"von_mises_max", 1,
   "largest von Mises stress over the element, from axial stress and torsion [N/m2]",                RESULT_SCALAR},
  {0,               0, 0,                                                                            RESULT_SCALAR}
};

const ElementResult beam_requested[] = {
  {"force_max",      3, "largest axial and shear forces over the element [N]",       RESULT_LOCAL },
  {"force_min",      3, "least axial and shear forces over the element [N]",         RESULT_LOCAL },
  {"moment_max",     3, "largest torque and bending moments over the element [N m]", RESULT_LOCAL },
  {"moment_min",     3, "least torque and bending moments over the element [N m]",   RESULT_LOCAL },
  {"deflection_max", 2,
   "largest displacements along y and z of the section, relative to the line between the displaced "
   "nodes [m]",                                                                      RESULT_LOCAL },
  {"deflection_min", 2, "least ones [m]",                                            RESULT_LOCAL },
  {0,                0, 0,                                                           RESULT_SCALAR}
};

const ElementResult *beam_derived(const double prop[])
{
  return prop[SECTION_AREA] > 0 ? stresses : NULL;
}

/* Power and results of a group. */
typedef struct {
  Lanes power;           /* dissipated by damping [W] */
  Lanes values[NVALUES]; /* results; forces and moments include damping */
} BeamValues;

/* Computes values[12], the forces and moments of the section at both ends, from the nodal forces r.
   They are opposite to the section forces at the first node. */
static ALWAYS_INLINE void end_forces(const ElementGroup *e, const BeamInvariants *v,
                                     const Lanes r[], Lanes values[])
{
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

/* Elastic forces at a Gauss point and those of damping: of the section, and the derivatives of the
   energy by the strains, which the nodal forces follow from. */
typedef struct {
  Lanes section[6], conjugate[6], strain[6]; /* strain: that of the section under elastic forces */
  Lanes power;                               /* dissipated per length [W/m] */
} PointValues;

/* Computes mean[6] = F0 f + F1 A f of elements whose section varies, at their curvature at rest. */
static ALWAYS_INLINE void mean_strains(const BeamGaussLanes *p, const Lanes f[6], Lanes mean[6])
{
  Lanes gradient[6];

  beam_force_gradient(p->strain + 3, f, gradient);
  for (int a = 0; a < 6; a++) mean[a] = lanes_fill(0);
  beam_add_symmetric(p->own->F[0], f, mean);
  beam_add_symmetric(p->own->F[1], gradient, mean);
}

/* Computes f of a beam with a corrected energy, or with a law. The strains are small if linear is
   not 0. */
static ALWAYS_INLINE void corrected_values(int nn, const double prop[], const BeamGaussLanes *p,
                                           const Lanes strain[6], const BeamAcross *across,
                                           const LawLoad *law, const Lanes rate[6], int linear,
                                           PointValues *f)
{
  Lanes      damped[2][6] = {{{0}}};
  BeamLinear at_rest;
  BeamEnergy energy;

  beam_linear_energy(nn, prop, p, across != NULL, &at_rest);
  memset(f, 0, sizeof *f);
  if (linear) {
    beam_add_product(at_rest.force, strain, f->section);
    beam_add_product(at_rest.stiffness, strain, f->conjugate);
  } else {
    if (section_has_law(prop))
      beam_law_energy(nn, prop, p, strain, law, 0, &energy, f->strain, NULL);
    else
      beam_corrected_energy(prop + SECTION_S, prop + SECTION_F, p, strain, NULL, across, 0,
                            &energy);
    memcpy(f->section, energy.force, sizeof f->section);
    memcpy(f->conjugate, energy.gradient, sizeof f->conjugate);
  }
  if (p->own) mean_strains(p, f->section, f->strain);
  else if (linear || !section_has_law(prop))
    beam_section_forces(prop + SECTION_F, f->section, f->strain);
  beam_add_product(at_rest.force, rate, damped[0]);
  beam_add_product(at_rest.stiffness, rate, damped[1]);
  for (int a = 0; a < 6; a++) {
    f->power += prop[SECTION_DAMPING] * rate[a] * damped[1][a];
    f->section[a] += prop[SECTION_DAMPING] * damped[0][a];
    f->conjugate[a] += prop[SECTION_DAMPING] * damped[1][a];
  }
}

/* Computes f of a beam without correction. */
static ALWAYS_INLINE void section_values(const double prop[], const Lanes strain[6],
                                         const Lanes rate[6], PointValues *f)
{
  Lanes damped[6];

  beam_section_forces(prop + SECTION_S, strain, f->section);
  beam_section_forces(prop + SECTION_S, rate, damped);
  f->power = lanes_fill(0);
  for (int a = 0; a < 6; a++) {
    f->power += prop[SECTION_DAMPING] * rate[a] * damped[a];
    f->section[a] += prop[SECTION_DAMPING] * damped[a];
    f->conjugate[a] = f->section[a];
    f->strain[a]    = strain[a];
  }
}

/* Computes power and results at the invariants v with their rates. more is NULL, or a change of the
   invariants that adds to the strains to first order. */
SIMD_CLONES static void beam_group_values(const ElementGroup *e, const BeamInvariants *v,
                                          const Lanes more[], const Lanes rates[], BeamValues *sum)
{
  const int corrected = beam_is_corrected(v->nn, e->prop) || section_has_law(e->prop),
            bows      = beam_has_bows(v->nn, e->prop);
  Lanes length = lanes_fill(0), g_sum[MAX_U], r[MAX_DOFS] = {{0}};

  memset(sum, 0, sizeof *sum);
  memset(g_sum, 0, sizeof g_sum);
  for (int g = 0; g < v->nn - 1; g++) {
    Lanes              strain[6], rate[6] = {{0}};
    BeamGaussLanes     p;
    BeamOwnFlexibility own;
    BeamStrain         s;
    BeamAcross         across;
    LawLoad            load;
    const LawLoad     *law = NULL;
    PointValues        f;

    beam_gather_point(e->data, g, &p);
    beam_gather_own(e->kernel, e->data, &p, &own);
    beam_strain(v, &p, &s);
    beam_strain_slopes(v, &p, &s);
    beam_elastic_strain(&s, &p, strain);
    beam_add_strains(v->nu, s.B, rates, rate);
    if (more) beam_add_strains(v->nu, s.B, more, strain);
    if (bows) beam_across(e, v, &s, &p, NULL, &across);
    if (beam_law_has_loads(v->nn, e->prop) && law_load(e, v, &s, &p, NULL, &load)) law = &load;
    if (corrected)
      corrected_values(v->nn, e->prop, &p, strain, bows ? &across : NULL, law, rate, more != NULL,
                       &f);
    else section_values(e->prop, strain, rate, &f);
    sum->power += p.weight * f.power;
    for (int a = 0; a < 6; a++) {
      sum->values[STRAIN + a] += p.weight * f.strain[a];
      sum->values[FORCE + a] += p.weight * f.section[a];
    }
    beam_add_forces(v, &s, &p, f.conjugate, g_sum);
    length += p.weight;
  }
  for (int k = 0; k < ENDS; k++) sum->values[k] /= length;
  beam_add_nodal_forces(v, g_sum, r);
  end_forces(e, v, r, sum->values + ENDS);
}

static void beam_values(const ElementState *e, BeamValues *sum)
{
  const ElementGroup all = element_group_of_one(e);
  Lanes              rate[MAX_U];
  BeamInvariants     v;

  beam_invariants(&all, &v);
  beam_jacobian(&v);
  beam_rates(&all, &v, rate);
  beam_group_values(&all, &v, NULL, rate, sum);
}

/* Computes the strain energy at a Gauss point of beams of nn nodes. */
static ALWAYS_INLINE void point_energy(int nn, const double prop[], const BeamGaussLanes *p,
                                       const Lanes strain[6], const BeamAcross *across,
                                       const LawLoad *law, BeamEnergy *energy)
{
  if (section_has_law(prop)) {
    beam_law_energy(nn, prop, p, strain, law, 0, energy, NULL, NULL);
    return;
  }
  if (beam_is_corrected(nn, prop)) {
    beam_corrected_energy(prop + SECTION_S, prop + SECTION_F, p, strain, NULL, across, 0, energy);
    return;
  }
  beam_section_forces(prop + SECTION_S, strain, energy->gradient);
  energy->density = lanes_fill(0);
  for (int a = 0; a < 6; a++) energy->density += strain[a] * energy->gradient[a] / 2;
}

SIMD_CLONES void beam_group_energy(const ElementGroup *e, Lanes *energy)
{
  BeamInvariants v;
  int            bows;

  *energy = lanes_fill(0);
  beam_invariants(e, &v);
  bows = beam_has_bows(v.nn, e->prop);
  for (int g = 0; g < v.nn - 1; g++) {
    Lanes              strain[6];
    BeamEnergy         stored;
    BeamGaussLanes     p;
    BeamOwnFlexibility own;
    BeamStrain         s;
    BeamAcross         across;
    LawLoad            load;
    const LawLoad     *law = NULL;

    beam_gather_point(e->data, g, &p);
    beam_gather_own(e->kernel, e->data, &p, &own);
    beam_strain(&v, &p, &s);
    beam_elastic_strain(&s, &p, strain);
    if (bows) beam_across(e, &v, &s, &p, NULL, &across);
    if (beam_law_has_loads(v.nn, e->prop) && law_load(e, &v, &s, &p, NULL, &load)) law = &load;
    point_energy(v.nn, e->prop, &p, strain, bows ? &across : NULL, law, &stored);
    *energy += p.weight * stored.density;
  }
}

double beam_energy(const ElementState *e)
{
  const ElementGroup all = element_group_of_one(e);
  Lanes              found;

  beam_group_energy(&all, &found);
  return found[0];
}

double beam_power(const ElementState *e)
{
  BeamValues sum;

  if (!(e->prop[SECTION_DAMPING] > 0)) return 0;
  beam_values(e, &sum);
  return sum.power[0];
}

void beam_result(const ElementState *e, double values[])
{
  BeamValues sum;

  beam_values(e, &sum);
  for (int i = 0; i < NVALUES; i++) values[i] = sum.values[i][0];
}

SIMD_CLONES void beam_end_result(const ElementState *e, const double r[], double values[])
{
  const ElementGroup all = element_group_of_one(e);
  Lanes              forces[MAX_DOFS], ends[NVALUES - ENDS];
  BeamInvariants     v;

  beam_invariants(&all, &v);
  for (int i = 0; i < v.nd; i++) forces[i] = lanes_fill(r[i]);
  end_forces(&all, &v, forces, ends);
  for (int i = ENDS; i < NVALUES; i++) values[i] = ends[i - ENDS][0];
}

void beam_linear_result(const ElementState *e, const double u[], const double rate[],
                        double values[])
{
  const ElementGroup all = element_group_of_one(e);
  Lanes              moved[2][MAX_DOFS], change[2][MAX_U];
  BeamInvariants     v;
  BeamValues         sum;

  beam_invariants(&all, &v);
  beam_jacobian(&v);
  for (int i = 0; i < v.nd; i++) {
    moved[0][i] = lanes_fill(u[i]);
    moved[1][i] = lanes_fill(rate[i]);
  }
  for (int k = 0; k < 2; k++) beam_rates_of(&v, moved[k], change[k]);
  beam_group_values(&all, &v, change[0], change[1], &sum);
  for (int i = 0; i < NVALUES; i++) values[i] = sum.values[i][0];
}
