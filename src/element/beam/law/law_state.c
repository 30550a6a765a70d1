/* law_state.c: computes the loads between the nodes of beams that follow a law, in the axes of
   their middle sections. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "law_state.h"
#include "element/beam/finite/across_load.h"

/* Returns whether some vector of some kind, fixed or turning, is not 0. */
static int has_vectors(const ElementGroup *e, int turns, int first, int last)
{
  for (int lane = 0; lane < LANES && e->lateral[0]; lane++) {
    const double *vector = e->lateral[lane] + LAW_LOADS;
    const int     n      = (1 + (int)e->lateral[lane][LAW_NBREAKS]) * (int)e->prop[LAW_NPOINTS];

    for (int k = turns; k < 2 * n; k += 2)
      for (int i = 3 * first; i < 3 * last; i++)
        if (vector[3 * LAW_VECTORS * k + i] != 0) return 1;
  }
  return 0;
}

/* Returns whether concentrated loads divide an element. */
static int is_divided(const ElementGroup *e)
{
  for (int lane = 0; lane < LANES && e->lateral[0]; lane++)
    if (e->lateral[lane][LAW_NBREAKS] > 0) return 1;
  return 0;
}

void law_load_axes(const ElementGroup *e, const BeamInvariants *v, const BeamStrain *s,
                   const BeamGaussLanes *p, LoadDirection axis[3], LawLoad *load)
{
  load->moments = has_vectors(e, 0, LAW_MOMENT, LAW_VECTORS);
  load->length  = p->weight;
  for (int lane = 0; lane < LANES; lane++) load->lateral[lane] = e->lateral[lane];
  for (int c = 0; c < 3; c++) {
    const Lanes   unit[3] = {lanes_fill(c == 0), lanes_fill(c == 1), lanes_fill(c == 2)};
    LoadDirection m;

    load->weight[c] = e->prop[SECTION_MASS] * e->gravity[c];
    beam_load_direction(v, s, unit, &m);
    memcpy(load->fixed[c], m.m, sizeof m.m);
    beam_to_section(v, p, unit, load->turning[c]);
    if (axis) axis[c] = m;
  }
}

int law_load(const ElementGroup *e, const BeamInvariants *v, const BeamStrain *s,
             const BeamGaussLanes *p, LoadDirection axis[3], LawLoad *load)
{
  int any = has_vectors(e, 0, 0, LAW_VECTORS) || has_vectors(e, 1, 0, LAW_VECTORS) || is_divided(e);

  for (int c = 0; c < 3; c++) any = any || e->prop[SECTION_MASS] * e->gravity[c] != 0;
  if (any) law_load_axes(e, v, s, p, axis, load);
  return any;
}

/* Adds the forces of vectors along the axes unit[3][3] to f[6]. */
static void add_forces(const double vector[LAW_VECTORS][3], const Lanes unit[3][3], int lane,
                       double f[6])
{
  for (int c = 0; c < 3; c++) {
    const double y = unit[c][1][lane], z = unit[c][2][lane];

    for (int d = 0; d < 3; d++) {
      f[d] += vector[LAW_FORCE][c] * unit[c][d][lane];
      f[3 + d] += vector[LAW_MOMENT][c] * unit[c][d][lane];
    }
    f[4] += vector[LAW_ARM][c] * z;
    f[5] -= vector[LAW_ARM][c] * y;
  }
}

int law_load_at_points(const double prop[], const LawLoad *load, int lane,
                       LawPointLoad at[LAW_SECTIONS_MAX])
{
  const double length = load->length[lane];
  LawPlace     place[LAW_SECTIONS_MAX];
  const int    points = law_places_of(prop, load->lateral[lane], place);

  for (int n = 0; n < points; n++) {
    const double x                       = place[n].x;
    double       turning[LAW_VECTORS][3] = {{0}};

    memset(&at[n], 0, sizeof at[n]);
    at[n].place = place[n];
    if (load->lateral[lane]) {
      const double *from = load->lateral[lane] + LAW_LOADS + 2 * n * LAW_VECTORS * 3;

      memcpy(at[n].vector, from, sizeof at[n].vector);
      memcpy(turning, from + LAW_VECTORS * 3, sizeof turning);
    }
    for (int c = 0; c < 3; c++) {
      at[n].vector[LAW_FORCE][c] += (0.5 - x) * length * load->weight[c];
      at[n].vector[LAW_ARM][c] += x * (1 - x) / 2 * length * length * load->weight[c];
    }
    add_forces((const double(*)[3])at[n].vector, (const Lanes(*)[3])load->fixed, lane, at[n].f);
    add_forces((const double(*)[3])turning, (const Lanes(*)[3])load->turning, lane, at[n].f);
  }
  return points;
}
