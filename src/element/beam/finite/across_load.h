/* across_load.h: the load that bends beam elements between their nodes together with the axial
   force, in the axes of their sections. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_ACROSS_LOAD_H
#define FS_ELEMENT_BEAM_FINITE_ACROSS_LOAD_H

#include "beam_bow.h"
#include "element/beam/beam_direction.h"

/* beam_load_direction - Computes the direction p of a load vector that is fixed in space. */
static ALWAYS_INLINE void beam_load_direction(const BeamInvariants *v, const BeamStrain *s,
                                              const Lanes vector[3], LoadDirection *p)
{
  mat_t_vec(v->R_r, vector, p->d);
  mat_t_vec(s->E, p->d, p->m);
}

/* beam_to_section - Converts a vector from the axes of the nodes to the axes of the middle section,
   which have the directions that they have in the undeformed beam.

   Input:
     p       the Gauss point, whose weight is the length of the beam
     vector  components in the axes of the nodes
   Output:
     turned  components in the axes of the middle section */
static ALWAYS_INLINE void beam_to_section(const BeamInvariants *v, const BeamGaussLanes *p,
                                          const Lanes vector[3], Lanes turned[3])
{
  Lanes       in_last[3], psi[3], E[9];
  Coefficient B, C;

  mat_vec(v->R[1], vector, in_last);
  for (int c = 0; c < 3; c++) psi[c] = p->strain[3 + c] * p->weight / -2;
  coefficients_series(dot(psi, psi), &B, &C);
  tangent_map(psi, 1 - dot(psi, psi) * C.value, B.value, E);
  mat_t_vec(E, in_last, turned);
}

/* AcrossDirections - The loads across beams that are fixed in space, for each of their shapes: a
   force [N/m] and a moment [N m/m]. The members moment are set if moments is not 0. */
typedef struct {
  int           moments;
  LoadDirection force[BOW_SHAPES], moment[BOW_SHAPES];
} AcrossDirections;

/* Returns whether all entries first to last - 1 of the lateral loads of LANES elements are 0. */
static ALWAYS_INLINE int across_is_none(const ElementGroup *e, int first, int last)
{
  for (int lane = 0; lane < LANES; lane++)
    for (int k = first; k < last; k++)
      if (e->lateral[lane][k] != 0) return 0;
  return 1;
}

/* Reads the lateral load of a kind and shape. */
static ALWAYS_INLINE void lateral_vector(const ElementGroup *e, int kind, int shape,
                                         Lanes vector[3])
{
  for (int c = 0; c < 3; c++)
    vector[c] = lanes_gather(e->lateral, 3 * (kind * BOW_SHAPES + shape) + c);
}

/* Adds a moment in the axes of the section, which acts on the slope of the line, to load[3]. */
static ALWAYS_INLINE void add_across_moment(const Lanes moment[3], Lanes load[3])
{
  load[1] += moment[2];
  load[2] -= moment[1];
}

/* beam_across - Computes the load that bends beam elements between their nodes: their weight and
   the loads along them.

   Input:
     s   strains at the middle section, whose axes are those of the load
     p   the Gauss point, with the curvature at rest
   Output:
     to      NULL, or the loads that are fixed in space
     across  the load */
static ALWAYS_INLINE void beam_across(const ElementGroup *e, const BeamInvariants *v,
                                      const BeamStrain *s, const BeamGaussLanes *p,
                                      AcrossDirections *to, BeamAcross *across)
{
  const int given = e->lateral[0] != NULL, fixed = 3 * BOW_SHAPES;
  const int uniform = !given || across_is_none(e, 3, LATERAL_ENTRIES);
  const int moments = !uniform && !across_is_none(e, fixed, 2 * fixed);
  const int turning = !uniform && !across_is_none(e, 2 * fixed, LATERAL_ENTRIES);

  across->shapes  = uniform ? 1 : BOW_SHAPES;
  across->moments = moments || turning;
  memset(across->moment, 0, across->moments ? sizeof across->moment : 0);
  if (to) to->moments = moments;
  for (int k = 0; k < across->shapes; k++) {
    LoadDirection m;
    Lanes         vector[3] = {{0}};

    if (given) lateral_vector(e, LATERAL_FORCE, k, vector);
    for (int c = 0; c < 3 && !k; c++) vector[c] += e->prop[SECTION_MASS] * e->gravity[c];
    beam_load_direction(v, s, vector, &m);
    memcpy(across->load[k], m.m, sizeof m.m);
    if (to) to->force[k] = m;
    if (moments) {
      lateral_vector(e, LATERAL_MOMENT, k, vector);
      beam_load_direction(v, s, vector, &m);
      add_across_moment(m.m, across->moment[k]);
      if (to) to->moment[k] = m;
    }
    if (!turning) continue;
    lateral_vector(e, LATERAL_FOLLOWER, k, vector);
    beam_to_section(v, p, vector, m.m);
    for (int c = 0; c < 3; c++) across->load[k][c] += m.m[c];
    lateral_vector(e, LATERAL_TURNING, k, vector);
    beam_to_section(v, p, vector, m.m);
    add_across_moment(m.m, across->moment[k]);
  }
}

#endif
