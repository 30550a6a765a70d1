/* beam_varying_mass.c: computes the inner shapes at rest of a beam with two nodes whose section
   varies, for its mass.

   A unit force or moment at a section does work on the displacement and spin there. The shapes are
   therefore the derivatives of the bulges of such loads by the nodes (beam_load.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_varying_mass.h"
#include "math/rotation_lanes.h"

enum { ND = BEAM_SHAPES_DOFS };

/* Sections of one element, one in each lane. */
typedef struct {
  Lanes          h0, center[3]; /* center: in the axes of the section [m] */
  BeamBulgeLanes force, moment;
} SectionLanes;

static void gather_sections(const double           sections[LANES][ELEMENT_MAX_PROPS],
                            const BeamSectionBulge bulge[LANES], SectionLanes *s)
{
  for (int lane = 0; lane < LANES; lane++) {
    const BeamMass m = beam_mass_of(sections[lane]);

    s->h0[lane] = bulge[lane].h0;
    for (int c = 0; c < 3; c++) s->center[c][lane] = m.mass > 0 ? m.first[c] / m.mass : 0;
    for (int n = 0; n < 2; n++)
      for (int c = 0; c < 3; c++)
        for (int j = 0; j < 6; j++) {
          s->force.D[n][c][j][lane]  = bulge[lane].force.D[n][c][j];
          s->moment.D[n][c][j][lane] = bulge[lane].moment.D[n][c][j];
        }
  }
}

/* Adds the bulge of the moment that a unit force has at the mass center to that of the force. */
static void add_centers(SectionLanes *s)
{
  for (int n = 0; n < 2; n++)
    for (int j = 0; j < 6; j++) {
      const Lanes turn[3] = {s->moment.D[n][0][j], s->moment.D[n][1][j], s->moment.D[n][2][j]};
      Lanes       arm[3];

      cross(turn, s->center, arm);
      for (int c = 0; c < 3; c++) s->force.D[n][c][j] += arm[c];
    }
}

/* Computes the spins R_m (h0 k x dk + bulge of a moment). */
static void section_spins(const LoadedBeam *x, const SectionLanes *s, Lanes spin[3][ND])
{
  Lanes middle[9], turn[3][6];

  beam_turning_slopes(x, &s->moment, turn);
  mat_mat(x->v.R_r, x->s.E, middle);
  for (int j = 0; j < ND; j++) {
    const Lanes dk[3] = {x->Y[3][j], x->Y[4][j], x->Y[5][j]};
    Lanes       sum[3], turned[3];

    cross(x->s.kappa, dk, sum);
    for (int i = 0; i < 3; i++) {
      sum[i] *= s->h0;
      for (int a = 0; a < 6; a++) sum[i] += turn[i][a] * x->Y[a][j];
    }
    mat_vec(middle, sum, turned);
    for (int i = 0; i < 3; i++) spin[i][j] = turned[i];
  }
}

void beam_varying_shapes(const ElementReference *ref, const BeamVarying *data, const LoadedBeam *x,
                         BeamSectionShapes shapes[ELEMENT_SECTIONS])
{
  BeamSectionBulge bulge[ELEMENT_SECTIONS];

  beam_section_bulges(ref, data->point.weight, data, bulge);
  for (int first = 0; first < ELEMENT_SECTIONS; first += LANES) {
    Lanes        center[3][ND], spin[3][ND];
    SectionLanes s;
    BulgeFactors w;

    gather_sections(ref->sections + first, bulge + first, &s);
    add_centers(&s);
    w = (BulgeFactors){.b0 = s.h0, .own = &s.force, .in_sections = 1};
    for (int c = 0; c < 3; c++) w.a[c] = s.h0 * s.center[c];
    beam_bulge_slopes(x, &w, center);
    section_spins(x, &s, spin);
    for (int lane = 0; lane < LANES; lane++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < ND; j++) {
          shapes[first + lane].center[i][j] = center[i][j][lane];
          shapes[first + lane].spin[i][j]   = spin[i][j][lane];
        }
  }
}
