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

   Loads between the nodes add a particular solution p to the forces of the sections (law_load.c),
     e_x at the forces (1 + x A) f + p,   U = mean of W(e_x) - p . e_x,
   so that U has the work of the loads on the curve between the nodes. The energy W of a linear
   section gives that of beam_load.c, U_lin. The energy here is U - U_lin(p) + U_lin(0), because
   beam_load.c adds the work on the curve of a linear section to all beams.

   With P = F*^-1 of the tangents of the sections, F_x their flexibilities, A_i = dA/dk_i and
   V_i = ds/dx_i - d2Z/df dk_i, the derivatives by x = (Gamma, k) are
     gradient  f . ds/dx_i - mean of x e_x . A_i f
     hessian   V_i . P V_j + f . d2s/dx_i dx_j - mean of x^2 A_i f . F_x A_j f
     with      d2Z/df dk_i = mean of x (A_i^T e_x + (1 + x A)^T F_x A_i f). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_law.h"
#include "law_slopes.h"

/* The result of one element, and the members that are derivatives of the energy or its value. */
typedef struct {
  double density, gradient[6], hessian[36], slopes[LAW_SLOPES];
} LawTerms;
typedef struct {
  LawTerms of;
  double   force[6], mean[6];
} LawEnergy;

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

    law_beam_turned(i, b->f, w);
    for (int n = 0; n < b->n; n++) {
      const LawSection *at = &b->section[n];

      gradient[3 + i] -= at->weight * at->x * dot6(at->e, w);
    }
  }
}

/* Computes the second derivatives of the energy, and PV[i] = P V_i. */
static void law_hessian(const LawBeam *b, double columns[6][6], double H[36], double PV[6][6])
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

      law_beam_turned(i, b->f, w[i]);
      times6(at->F, w[i], strain);
      law_beam_add_strains(b, &part, strain, V[3 + i]);
      law_beam_turned(i, at->e, back); /* A_i^T e is the opposite */
      for (int a = 0; a < 6; a++) V[3 + i][a] -= part.weight * back[a];
      for (int j = 0; j <= i; j++) {
        const double second = at->weight * at->x * at->x * dot6(w[j], strain);

        H[6 * (3 + i) + 3 + j] -= second;
        if (j < i) H[6 * (3 + j) + 3 + i] -= second;
      }
    }
  }
  for (int i = 0; i < 6; i++) {
    times6(b->P, V[i], PV[i]);
    for (int j = 0; j < 6; j++) H[6 * i + j] += dot6(V[j], PV[i]);
  }
  add_strain_curvature(b, columns, H);
}

/* ---- elements -------------------------------------------------------------------------------- */

/* The arguments of the energy of one element. */
typedef struct {
  const double       *prop;
  double              length, strain[6], rest[6];
  const LawPointLoad *load; /* [n], or NULL */
  int                 n, moments, hessian;
} LawCase;

/* Starts the computation of the element of a case, with the law or with linear sections. load is
   that of the case or NULL. */
static void begin(const LawCase *x, const LawPointLoad *load, int linear, LawBeam *b)
{
  b->prop   = x->prop;
  b->linear = linear;
  b->nload  = x->n;
  b->load   = load;
  b->half   = x->length * x->length / 24;
  law_beam_set_strains(x->strain, x->rest, b);
}

/* Computes the energy U of one element that satisfies equilibrium, with the law or with linear
   sections. load is that of x or NULL. */
static void corrected_energy(const LawCase *x, const LawPointLoad *load, int linear,
                             LawEnergy *energy)
{
  LawTerms      *of     = &energy->of;
  LawLoadSlopes *slopes = (LawLoadSlopes *)of->slopes;
  double         columns[6][6], PV[6][6];
  LawBeam        b;

  memset(energy, 0, sizeof *energy);
  begin(x, load, linear, &b);
  if (law_beam_equilibrate(&b)) {
    of->density = of->gradient[0] = energy->force[0] = NAN;
    return;
  }
  for (int n = 0; n < b.n; n++) {
    of->density += b.section[n].weight * b.section[n].at.energy;
    for (int a = 0; a < 6; a++) energy->mean[a] += b.section[n].weight * b.section[n].e[a];
  }
  memcpy(energy->force, b.f, sizeof b.f);
  strain_slopes(&b, columns);
  law_gradient(&b, columns, of->gradient);
  if (load) law_turning(&b, slopes->turning);
  if (!x->hessian) return;
  law_hessian(&b, columns, of->hessian, PV);
  if (load) law_slopes(&b, PV, x->moments, slopes);
}

/* Adds factor times the energy with linear sections to that of an element. */
static void add_linear(const LawCase *x, const LawPointLoad *load, double factor, LawEnergy *energy)
{
  double   *sum = (double *)&energy->of;
  LawEnergy linear;

  corrected_energy(x, load, 1, &linear);
  for (size_t k = 0; k < sizeof linear.of / sizeof *sum; k++)
    sum[k] += factor * ((double *)&linear.of)[k];
}

/* Computes the energy of an element. */
static void element_energy(const LawCase *x, LawEnergy *energy)
{
  corrected_energy(x, x->load, 0, energy);
  if (!x->load) return;
  add_linear(x, x->load, -1, energy);
  add_linear(x, NULL, 1, energy);
}

/* Computes the energy of one element whose forces are those of the section at its Gauss point. */
static void point_energy(const LawCase *x, LawEnergy *energy)
{
  SectionResponse r;

  section_law_respond(x->prop, x->strain, &r);
  energy->of.density = r.energy;
  memcpy(energy->force, r.force, sizeof r.force);
  memcpy(energy->of.gradient, r.force, sizeof r.force);
  memcpy(energy->of.hessian, r.tangent, sizeof r.tangent);
  memcpy(energy->mean, x->strain, sizeof energy->mean);
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static void to_lane(const LawEnergy *of, int lane, int hessian, BeamEnergy *energy, Lanes mean[6],
                    BeamLawSlopes *slopes)
{
  energy->density[lane] = of->of.density;
  for (int a = 0; a < 6; a++) {
    energy->force[a][lane]    = of->force[a];
    energy->gradient[a][lane] = of->of.gradient[a];
    if (mean) mean[a][lane] = of->mean[a];
    for (int i = 0; i < 6 && hessian; i++) energy->hessian[a][i][lane] = of->of.hessian[6 * a + i];
  }
  for (int k = 0; k < (hessian ? LAW_SLOPES : LAW_COMPONENTS) && slopes; k++)
    ((Lanes *)slopes)[k][lane] = of->of.slopes[k];
}

/* Sets the numbers of a lane in x, and *at, the load. Returns whether they differ from those that x
   had. */
static int set_lane(const BeamGaussLanes *p, const Lanes strain[6], const LawLoad *load, int lane,
                    LawPointLoad at[LAW_SECTIONS_MAX], LawCase *x)
{
  const LawCase before = *x;
  LawPointLoad  last[LAW_SECTIONS_MAX];

  x->length = p->weight[lane];
  for (int a = 0; a < 6; a++) {
    x->strain[a] = strain[a][lane];
    x->rest[a]   = p->strain[a][lane];
  }
  if (load) {
    memcpy(last, at, (size_t)before.n * sizeof *at);
    x->n = law_load_at_points(x->prop, load, lane, at);
  }
  return lane == 0 || memcmp(&before, x, sizeof before) != 0 ||
         (load && memcmp(last, at, (size_t)x->n * sizeof *at) != 0);
}

/* Lanes with the strains of the lane before, such as those of element_group_of_one(), have its
   energy. */
void beam_law_energy(int nn, const double prop[], const BeamGaussLanes *p, const Lanes strain[6],
                     const LawLoad *load, int hessian, BeamEnergy *energy, Lanes mean[6],
                     BeamLawSlopes *slopes)
{
  LawPointLoad at[LAW_SECTIONS_MAX];
  LawEnergy    found;
  LawCase      x;

  memset(&x, 0, sizeof x);
  x.prop    = prop;
  x.load    = load ? at : NULL;
  x.moments = load && load->moments;
  x.hessian = hessian;
  for (int lane = 0; lane < LANES; lane++) {
    if (set_lane(p, strain, load, lane, at, &x)) {
      if (beam_is_corrected(nn, prop)) element_energy(&x, &found);
      else point_energy(&x, &found);
    }
    to_lane(&found, lane, hessian, energy, mean, slopes);
  }
}

/* Adds sign times the motion of a load in one lane to moved[3], with the law or linear sections. */
static void add_moved(const LawCase *x, const ElementLineLoad *load, int lane, int linear,
                      double sign, double moved[3])
{
  double  sum[3] = {0};
  LawBeam b;

  begin(x, x->load, linear, &b);
  if (law_beam_equilibrate(&b)) sum[0] = NAN;
  else law_moved(&b, load, lane, x->length, sum);
  for (int c = 0; c < 3; c++) moved[c] += sign * x->length * sum[c];
}

/* Returns whether the load in a lane after the first one is that of the lane before. */
static int is_same_load(const ElementLineLoad *load, int lane)
{
  return load->field[lane] == load->field[lane - 1] && load->at[lane] == load->at[lane - 1] &&
         load->between[lane] == load->between[lane - 1];
}

void beam_law_moved(const double prop[], const BeamGaussLanes *p, const Lanes strain[6],
                    const LawLoad *all, const ElementLineLoad *load, Lanes moved[3])
{
  LawPointLoad at[LAW_SECTIONS_MAX];
  LawCase      x = {.prop = prop, .load = at};

  for (int lane = 0; lane < LANES; lane++) {
    double    sum[3] = {0};
    const int other  = set_lane(p, strain, all, lane, at, &x);

    if (!other && is_same_load(load, lane)) {
      for (int c = 0; c < 3; c++) moved[c][lane] = moved[c][lane - 1];
      continue;
    }
    for (int linear = 0; linear < 2; linear++)
      add_moved(&x, load, lane, linear, linear ? -1 : 1, sum);
    for (int c = 0; c < 3; c++) moved[c][lane] = sum[c];
  }
}

/* ---- kinks ----------------------------------------------------------------------------------- */

static int element_kinked(int nn, const LawCase *x)
{
  int     kinked = 0;
  LawBeam b;

  if (!beam_is_corrected(nn, x->prop)) return section_law_kinked(x->prop, x->strain);
  begin(x, x->load, 0, &b);
  if (law_beam_equilibrate(&b)) return 0;
  for (int n = 0; n < b.n; n++) kinked |= section_law_kinked(x->prop, b.section[n].e);
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
    LawLoad        load;
    LawPointLoad   at[LAW_SECTIONS_MAX];
    LawCase        x = {.prop = e->prop};

    beam_gather_point(all.data, g, &p);
    beam_strain(&v, &p, &s);
    beam_elastic_strain(&s, &p, strain);
    if (beam_law_has_loads(v.nn, e->prop) && law_load(&all, &v, &s, &p, NULL, &load)) x.load = at;
    (void)set_lane(&p, strain, x.load ? &load : NULL, 0, at, &x);
    kinked |= element_kinked(v.nn, &x);
  }
  return kinked;
}
