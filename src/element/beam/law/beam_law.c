/* beam_law.c: implements the strain energy of a beam whose section follows a law, by the forces
   inside of the element.

   It is beam_energy.c with a section that is not linear. The symbols are the same: strains e of the
   chord, s = e + 0.6 |g|^2 e1, force and moment f of the middle section, and their gradient A f. At
   the place x from the middle the section has the forces f_x = (1 + x A) f and the strains e_x. The
   energy per length of the element is
     U(s, k) = the least mean of W(e_x) over x, where the mean of (1 + x A^T) e_x is s,
   with the energy W of the section. f are the multipliers of this condition (Neuenhofer & Filippou
   1997; de Souza 2000). If W is linear, the mean of (1 + x A)^T F (1 + x A) is F* of beam_energy.c,
   and both energies are equal. The mean is a Gauss-Lobatto rule.

   Newton's method starts from the strains F (1 + x A) f of a linear section, which satisfy the
   condition. All its iterates satisfy it too, because it is linear in e_x. W is convex; a step is
   shortened where the work along it changes its sign. Therefore it finds the minimum from any
   start, and the element need not remember its sections from one state to the next.

   With P = F*^-1 of the tangents of the sections, F_x their flexibilities, A_i = dA/dk_i and
   V_i = ds/dx_i - d2Z/df dk_i, the derivatives by x = (Gamma, k) are
     gradient  f . ds/dx_i - mean of x e_x . A_i f
     hessian   V_i . P V_j + f . d2s/dx_i dx_j - mean of x^2 A_i f . F_x A_j f
     with      d2Z/df dk_i = mean of x (A_i^T e_x + (1 + x A)^T F_x A_i f). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_law.h"
#include "law_beam.h"

/* The result of one element. */
typedef struct {
  double density, force[6], gradient[6], hessian[36], mean[6];
} LawEnergy;

/* Computes w = A_i f: the cross products of both parts of f and the unit vector e_i. */
static void turned(int i, const double f[6], double w[6])
{
  const int n = (i + 1) % 3, m = (i + 2) % 3;

  for (int part = 0; part < 6; part += 3) {
    w[part + i] = 0;
    w[part + n] = f[part + m];
    w[part + m] = -f[part + n];
  }
}

/* ---- energy ---------------------------------------------------------------------------------- */

/* Computes columns[i] = ds/dx_i for the six strains x. */
static void strain_slopes(const LawBeam *b, double columns[6][6])
{
  memset(columns, 0, sizeof(double[6][6]));
  for (int i = 0; i < 6; i++) columns[i][i] = 1;
  for (int c = 1; c < 3; c++) {
    columns[3][c]     = -b->half * b->k[c];
    columns[3 + c][0] = 2 * b->half * b->k[c];
    columns[3 + c][c] = -b->half * b->k[0];
  }
  for (int i = 0; i < 6; i++) {
    double more = 0;

    for (int c = 0; c < 2; c++) more += b->g[c] * dot6(b->G[c], columns[i]);
    columns[i][0] += 2 * BENDING_LENGTHENS * more;
  }
}

/* Adds f . d2s/dx_i dx_j to H. columns are those of strain_slopes(). */
static void add_strain_curvature(const LawBeam *b, double columns[6][6], double H[36])
{
  double w[6], by[2][6];

  for (int a = 0; a < 6; a++)
    w[a] =
      b->f[a] + 2 * BENDING_LENGTHENS * b->f[0] * (b->G[0][a] * b->g[0] + b->G[1][a] * b->g[1]);
  for (int c = 0; c < 2; c++)
    for (int i = 0; i < 6; i++) {
      double own[6];

      memcpy(own, columns[i], sizeof own);
      own[0]   = i == 0 ? 1 : i > 3 ? 2 * b->half * b->k[i - 3] : 0; /* without |g|^2 */
      by[c][i] = dot6(b->G[c], own);
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      H[6 * i + j] += 2 * BENDING_LENGTHENS * b->f[0] * (by[0][i] * by[0][j] + by[1][i] * by[1][j]);
  for (int c = 1; c < 3; c++) {
    H[7 * (3 + c)] += 2 * b->half * w[0];
    H[6 * 3 + 3 + c] -= b->half * w[c];
    H[6 * (3 + c) + 3] -= b->half * w[c];
  }
}

/* Computes the gradient of the energy. */
static void law_gradient(const LawBeam *b, double columns[6][6], double gradient[6])
{
  for (int i = 0; i < 6; i++) gradient[i] = dot6(b->f, columns[i]);
  for (int i = 0; i < 3; i++) {
    double w[6];

    turned(i, b->f, w);
    for (int n = 0; n < b->n; n++) {
      const LawSection *at = &b->section[n];

      gradient[3 + i] -= at->weight * at->x * dot6(at->e, w);
    }
  }
}

/* Computes the second derivatives of the energy. */
static void law_hessian(const LawBeam *b, double columns[6][6], double H[36])
{
  double V[6][6];

  memset(H, 0, 36 * sizeof *H);
  memcpy(V, columns, sizeof V);
  for (int n = 0; n < b->n; n++) {
    const LawSection *at   = &b->section[n];
    const LawSection  part = {.x = at->x, .weight = -at->weight * at->x};
    double            w[3][6];

    for (int i = 0; i < 3; i++) {
      double strain[6], back[6];

      turned(i, b->f, w[i]);
      times6(at->F, w[i], strain);
      law_beam_add_strains(b, &part, strain, V[3 + i]);
      turned(i, at->e, back); /* A_i^T e is the opposite */
      for (int a = 0; a < 6; a++) V[3 + i][a] -= part.weight * back[a];
      for (int j = 0; j <= i; j++) {
        const double second = at->weight * at->x * at->x * dot6(w[j], strain);

        H[6 * (3 + i) + 3 + j] -= second;
        if (j < i) H[6 * (3 + j) + 3 + i] -= second;
      }
    }
  }
  for (int i = 0; i < 6; i++) {
    double PV[6];

    times6(b->P, V[i], PV);
    for (int j = 0; j < 6; j++) H[6 * i + j] += dot6(V[j], PV);
  }
  add_strain_curvature(b, columns, H);
}

/* Computes the energy of one element whose forces are linear along it. */
static void corrected_energy(const double prop[], double length, const double strain[6],
                             const double rest[6], int hessian, LawEnergy *energy)
{
  LawBeam b = {.prop = prop, .half = length * length / 24};
  double  columns[6][6];

  law_beam_set_strains(strain, rest, &b);
  if (law_beam_equilibrate(&b)) {
    energy->density = energy->gradient[0] = energy->force[0] = NAN;
    return;
  }
  memset(energy->mean, 0, sizeof energy->mean);
  energy->density = 0;
  for (int n = 0; n < b.n; n++) {
    energy->density += b.section[n].weight * b.section[n].at.energy;
    for (int a = 0; a < 6; a++) energy->mean[a] += b.section[n].weight * b.section[n].e[a];
  }
  memcpy(energy->force, b.f, sizeof b.f);
  strain_slopes(&b, columns);
  law_gradient(&b, columns, energy->gradient);
  if (hessian) law_hessian(&b, columns, energy->hessian);
}

/* Computes the energy of one element whose forces are those of the section at its Gauss point. */
static void point_energy(const double prop[], const double strain[6], LawEnergy *energy)
{
  SectionResponse r;

  section_law_respond(prop, strain, &r);
  energy->density = r.energy;
  memcpy(energy->force, r.force, sizeof r.force);
  memcpy(energy->gradient, r.force, sizeof r.force);
  memcpy(energy->hessian, r.tangent, sizeof r.tangent);
  memcpy(energy->mean, strain, sizeof energy->mean);
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static void to_lane(const LawEnergy *of, int lane, int hessian, BeamEnergy *energy, Lanes mean[6])
{
  energy->density[lane] = of->density;
  for (int a = 0; a < 6; a++) {
    energy->force[a][lane]    = of->force[a];
    energy->gradient[a][lane] = of->gradient[a];
    if (mean) mean[a][lane] = of->mean[a];
    for (int i = 0; i < 6 && hessian; i++) energy->hessian[a][i][lane] = of->hessian[6 * a + i];
  }
}

/* Lanes with the strains of the first one, such as those of element_group_of_one(), have its
   energy. */
void beam_law_energy(int nn, const double prop[], const BeamGaussLanes *p, const Lanes strain[6],
                     int hessian, BeamEnergy *energy, Lanes mean[6])
{
  LawEnergy found = {0};
  double    known[13];

  for (int lane = 0; lane < LANES; lane++) {
    double own[13];

    own[12] = p->weight[lane];
    for (int a = 0; a < 6; a++) {
      own[a]     = strain[a][lane];
      own[6 + a] = p->strain[a][lane];
    }
    if (lane == 0 || memcmp(own, known, sizeof own) != 0) {
      memcpy(known, own, sizeof own);
      if (beam_is_corrected(nn, prop))
        corrected_energy(prop, own[12], own, own + 6, hessian, &found);
      else point_energy(prop, own, &found);
    }
    to_lane(&found, lane, hessian, energy, mean);
  }
}

/* ---- kinks ----------------------------------------------------------------------------------- */

static int element_kinked(int nn, const double prop[], double length, const double strain[6],
                          const double rest[6])
{
  LawBeam b      = {.prop = prop, .half = length * length / 24};
  int     kinked = 0;

  if (!beam_is_corrected(nn, prop)) return section_law_kinked(prop, strain);
  law_beam_set_strains(strain, rest, &b);
  if (law_beam_equilibrate(&b)) return 0;
  for (int n = 0; n < b.n; n++) kinked |= section_law_kinked(prop, b.section[n].e);
  return kinked;
}

int beam_law_kinked(const ElementState *e)
{
  const ElementGroup all    = element_group_of_one(e);
  int                kinked = 0;
  BeamInvariants     v;

  beam_invariants(&all, &v);
  for (int g = 0; g < v.nn - 1; g++) {
    BeamGaussLanes p;
    BeamStrain     s;
    Lanes          strain[6];
    double         own[6], rest[6];

    beam_gather_point(all.data, g, &p);
    beam_strain(&v, &p, &s);
    beam_elastic_strain(&s, &p, strain);
    for (int a = 0; a < 6; a++) {
      own[a]  = strain[a][0];
      rest[a] = p.strain[a][0];
    }
    kinked |= element_kinked(v.nn, e->prop, p.weight[0], own, rest);
  }
  return kinked;
}
