/* law_beam.c: finds the equilibrium inside of a beam whose section follows a law.

   beam_law.c explains the method and the symbols. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "law_beam.h"
#include "math/small_dense.h"

/* Computes w = (1 + x A) f. */
static void forces_at(const LawBeam *b, double x, const double f[6], double w[6])
{
  double gradient[6];

  cross(f, b->k, gradient);
  cross(f + 3, b->k, gradient + 3);
  gradient[4] += f[2];
  gradient[5] -= f[1];
  for (int i = 0; i < 6; i++) w[i] = f[i] + x * gradient[i];
}

/* ---- strains --------------------------------------------------------------------------------- */

/* Computes G = (1 + Q S_yz)^-1 Q S, as in beam_flexibility.h. */
static void bending_share(const double prop[], LawBeam *b)
{
  const double *F = prop + SECTION_F, *S = prop + SECTION_S, factor = 2 * b->half;
  const double  Q[2][2] = {
     {F[35],  -F[34]},
     {-F[29], F[28] }
  };
  double A[4], QS[12];

  for (int c = 0; c < 2; c++)
    for (int a = 0; a < 6; a++) QS[6 * c + a] = factor * (Q[c][0] * S[6 + a] + Q[c][1] * S[12 + a]);
  for (int c = 0; c < 2; c++)
    for (int d = 0; d < 2; d++) A[2 * c + d] = (c == d) + QS[6 * c + 1 + d];
  memcpy(b->G, QS, sizeof QS);
  small_solve(2, 2, A, 6, b->G[0]);
}

/* Computes c = k x (k x e1). */
static void chord(const double k[3], double c[3])
{
  c[0] = -(k[1] * k[1] + k[2] * k[2]);
  c[1] = k[0] * k[1];
  c[2] = k[0] * k[2];
}

void law_beam_set_strains(const double strain[6], const double rest[6], LawBeam *b)
{
  double before[3], now[3];

  for (int c = 0; c < 3; c++) b->k[c] = strain[3 + c] + rest[3 + c];
  chord(rest + 3, before);
  chord(b->k, now);
  for (int a = 0; a < 6; a++) b->s[a] = strain[a];
  for (int c = 0; c < 3; c++) b->s[c] -= b->half * (now[c] - before[c]);
  bending_share(b->prop, b);
  for (int c = 0; c < 2; c++) b->g[c] = dot6(b->G[c], b->s);
  b->s[0] += BENDING_LENGTHENS * (b->g[0] * b->g[0] + b->g[1] * b->g[1]);
}

/* ---- equilibrium inside ---------------------------------------------------------------------- */

/* Computes w = (1 + x A) f + p at the section n. */
static void section_forces(const LawBeam *b, int n, double w[6])
{
  forces_at(b, b->section[n].x, b->f, w);
  for (int i = 0; i < 6 && b->load; i++) w[i] += b->load[n].f[i];
}

/* Computes the response of a section to its strains. */
static void respond(const LawBeam *b, LawSection *at)
{
  const double *S = b->prop + SECTION_S;

  if (!b->linear) {
    section_law_respond(b->prop, at->e, &at->at);
    return;
  }
  times6(S, at->e, at->at.force);
  memcpy(at->at.tangent, S, sizeof at->at.tangent);
  at->at.energy = dot6(at->e, at->at.force) / 2;
}

/* Computes P from the flexibilities of the sections. */
static void set_stiffness(LawBeam *b)
{
  double flexibility[36] = {0};

  for (int j = 0; j < 6; j++) {
    double unit[6] = {0}, column[6] = {0};

    unit[j] = 1;
    for (int n = 0; n < b->n; n++) {
      double w[6], e[6];

      forces_at(b, b->section[n].x, unit, w);
      times6(b->section[n].F, w, e);
      law_beam_add_strains(b, &b->section[n], e, column);
    }
    for (int i = 0; i < 6; i++) flexibility[6 * i + j] = column[i];
  }
  small_inverse(6, flexibility, b->P);
}

/* Sets the strains of a linear section. */
static void start(LawBeam *b)
{
  const double length = sqrt(24 * b->half);
  LawPlace     place[LAW_SECTIONS_MAX];
  double       rest[6];

  b->n = b->load ? b->nload : law_places_of(b->prop, NULL, place);
  for (int n = 0; n < b->n; n++) {
    const LawPlace *at = b->load ? &b->load[n].place : &place[n];

    b->section[n].place  = *at;
    b->section[n].x      = length * (at->x - 0.5);
    b->section[n].weight = at->weight;
    memcpy(b->section[n].F, b->prop + SECTION_F, sizeof b->section[n].F);
  }
  set_stiffness(b);
  memcpy(rest, b->s, sizeof rest);
  for (int n = 0; n < b->n && b->load; n++) {
    double e[6];

    times6(b->prop + SECTION_F, b->load[n].f, e);
    for (int i = 0; i < 6; i++) e[i] = -e[i];
    law_beam_add_strains(b, &b->section[n], e, rest);
  }
  times6(b->P, rest, b->f);
  for (int n = 0; n < b->n; n++) {
    section_forces(b, n, b->section[n].f);
    times6(b->prop + SECTION_F, b->section[n].f, b->section[n].e);
    respond(b, &b->section[n]);
  }
}

/* Computes the forces f and the steps of the strains to the minimum by the tangents, and the work
   of the steps, which is 0 at the minimum. */
static void newton_step(LawBeam *b)
{
  double lack[6], found[6] = {0};

  for (int n = 0; n < b->n; n++) {
    LawSection *at = &b->section[n];
    double      back[6], own[6];

    section_law_soften(b->prop, &at->at, at->F);
    for (int i = 0; i < 6; i++) own[i] = at->at.force[i] - (b->load ? b->load[n].f[i] : 0);
    times6(at->F, own, back);
    for (int i = 0; i < 6; i++) back[i] = at->e[i] - back[i];
    law_beam_add_strains(b, at, back, found);
  }
  set_stiffness(b);
  for (int i = 0; i < 6; i++) lack[i] = b->s[i] - found[i];
  times6(b->P, lack, b->f);
  b->work = 0;
  for (int n = 0; n < b->n; n++) {
    LawSection *at = &b->section[n];
    double      rest[6];

    section_forces(b, n, at->f);
    for (int i = 0; i < 6; i++) rest[i] = at->f[i] - at->at.force[i];
    times6(at->F, rest, at->step);
    b->work += at->weight * dot6(rest, at->step);
  }
}

/* Moves the strains along the steps, times length more. Returns the work on the steps of the forces
   there, less those of equilibrium with f, whose work is round-off. */
static double move(LawBeam *b, double more)
{
  double work = 0;

  for (int n = 0; n < b->n; n++) {
    LawSection *at = &b->section[n];

    for (int i = 0; i < 6; i++) at->e[i] += more * at->step[i];
    respond(b, at);
    for (int i = 0; i < 6; i++) work += at->weight * (at->at.force[i] - at->f[i]) * at->step[i];
  }
  return work;
}

/* Returns the work of the forces of the sections on their strains. */
static double work_of_strains(const LawBeam *b)
{
  double work = 0;

  for (int n = 0; n < b->n; n++)
    work += b->section[n].weight * dot6(b->section[n].at.force, b->section[n].e);
  return work;
}

/* Shares are those of the work of the strains, which is quadratic in their errors. Below the first
   one the error is round-off. Between both, the step is the last one if it is no smaller than that
   before it, because Newton's method would halve the number of wrong digits otherwise. */
int law_beam_equilibrate(LawBeam *b)
{
  enum { ITERATIONS = 100 };
  const double round_off = 1e-26, close = 1e-20, tiny = 1e-9; /* tiny: of the length of a step */
  double       before = INFINITY;

  start(b);
  if (b->linear) return 0;
  for (int k = 0; k < ITERATIONS; k++) {
    double length = 1, all, slope;

    newton_step(b);
    if (!(b->work < INFINITY)) return 1;
    all = fabs(work_of_strains(b));
    if (b->work <= round_off * all || (b->work <= close * all && b->work >= before / 4)) return 0;
    before = b->work;
    slope  = move(b, length);
    while (slope > b->work / 2 && length > tiny) {
      const double next = length * b->work / (b->work + slope);

      slope  = move(b, next - length);
      length = next;
    }
  }
  return 1;
}
