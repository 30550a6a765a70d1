/* law_slopes.c: computes derivatives of the energy of beams that follow a law by the loads between
   their nodes.

   beam_law.c explains the symbols. For changes p_a of the particular solution p, with
     b_a = mean of (1 + x A)^T F_x p_a,
   the derivatives of the energy U are
     -mean of p_a . e_x,   by x_i  -b_a . P V_i - mean of x p_a . F_x A_i f,
     by p_c  b_a . P b_c - mean of p_a . F_x p_c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "law_slopes.h"

enum { FORCES = LAW_COMPONENTS, MOMENTS = LAW_COMPONENTS };

/* Computes p_a for the component a of the forces, or from FORCES on of the moments. */
static void load_change(const LawPointLoad *load, int a, double p[6])
{
  const int c = a % FORCES / 3, d = a % 3;

  memset(p, 0, 6 * sizeof *p);
  if (a >= FORCES) {
    p[3 + d] = load->vector[LAW_MOMENT][c];
    return;
  }
  p[d] = load->vector[LAW_FORCE][c];
  if (d == 1) p[5] = -load->vector[LAW_ARM][c];
  if (d == 2) p[4] = load->vector[LAW_ARM][c];
}

/* The derivatives by n changes of the loads. */
typedef struct {
  int    n;
  double b[FORCES + MOMENTS][6], by_strains[FORCES + MOMENTS][6];
  double second[FORCES][FORCES + MOMENTS];
} LoadChanges;

/* Adds what a section contributes. */
static void add_section(const LawBeam *b, int section, LoadChanges *x)
{
  const LawSection *at = &b->section[section];
  double            p[FORCES + MOMENTS][6], w[3][6];

  for (int i = 0; i < 3; i++) law_beam_turned(i, b->f, w[i]);
  for (int a = 0; a < x->n; a++) {
    double e[6];

    load_change(&b->load[section], a, p[a]);
    times6(at->F, p[a], e);
    law_beam_add_strains(b, at, e, x->b[a]);
    for (int i = 0; i < 3; i++) x->by_strains[a][3 + i] -= at->weight * at->x * dot6(e, w[i]);
    for (int c = 0; c <= a && c < FORCES; c++) x->second[c][a] -= at->weight * dot6(p[c], e);
  }
}

void law_slopes(const LawBeam *b, double PV[6][6], int moments, LawLoadSlopes *s)
{
  LoadChanges x = {.n = moments ? FORCES + MOMENTS : FORCES};

  for (int n = 0; n < b->n; n++) add_section(b, n, &x);
  for (int a = 0; a < x.n; a++) {
    double Pb[6];

    times6(b->P, x.b[a], Pb);
    for (int i = 0; i < 6; i++) {
      x.by_strains[a][i] -= dot6(x.b[a], PV[i]);
      (a < FORCES ? s->by_strains[a] : s->strains_by_moment[a - FORCES])[i] = x.by_strains[a][i];
    }
    for (int c = 0; c < FORCES; c++) {
      const double second = (a < c ? x.second[a][c] : x.second[c][a]) + dot6(x.b[c], Pb);

      (a < FORCES ? s->by_load[c] : s->by_moment[c])[a % FORCES] = second;
    }
  }
}

void law_turning(const LawBeam *b, double turning[LAW_COMPONENTS])
{
  for (int n = 0; n < b->n; n++)
    for (int a = 0; a < FORCES; a++) {
      double p[6];

      load_change(&b->load[n], a, p);
      turning[a] -= b->section[n].weight * dot6(p, b->section[n].e);
    }
}

void law_moved(const LawBeam *b, const ElementLineLoad *load, int lane, double length,
               double moved[3])
{
  for (int n = 0; n < b->n; n++) {
    const LawSection *at = &b->section[n];
    const double     *e  = at->e;
    LawFactors        f  = {at->place, 0, 0};

    law_load_factors(load, lane, length, &f);
    if (load->kind == LINE_LOAD_MOMENT || load->kind == LINE_LOAD_TURNING_MOMENT) {
      for (int c = 0; c < 3; c++) moved[c] += at->weight * f.v * e[3 + c];
      continue;
    }
    moved[0] += at->weight * f.v * e[0];
    moved[1] += at->weight * (f.v * e[1] - f.m * e[5]);
    moved[2] += at->weight * (f.v * e[2] + f.m * e[4]);
  }
}
