/* beam_inner_path.c: computes the paths of loads on what bends beams with two nodes between them.

   Between its nodes a beam follows the curve of beam_load.c. If an axial force bends it
   (finite/beam_bow.h), or if its section follows a law (law/beam_law.c), it deviates from this
   curve by a deflection that depends on the loads, too, and on which the loads do work. A moment
   does work on its slope. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/beam/finite/across_load.h"
#include "element/beam/finite/bow_load.h"
#include "element/beam/finite/beam_curve.h"
#include "element/beam/law/beam_law.h"

static int is_moment(const ElementLineLoad *load)
{
  return load->kind == LINE_LOAD_MOMENT || load->kind == LINE_LOAD_TURNING_MOMENT;
}

/* Adds the shapes that the load across beams does not have, with forces and moments 0. */
static ALWAYS_INLINE void add_shapes(BeamAcross *across)
{
  for (int k = across->shapes; k < BOW_SHAPES; k++)
    for (int c = 0; c < 3; c++) across->load[k][c] = lanes_fill(0);
  if (!across->moments) memset(across->moment, 0, sizeof across->moment);
  across->shapes  = BOW_SHAPES;
  across->moments = 1;
}

/* Computes the path of a load along the bows of the elements, in the axes of the middle section. */
SIMD_CLONES static void bow_path(const ElementGroup *e, const LoadedBeam *x,
                                 const ElementLineLoad *load, Lanes path[3])
{
  const int      moment = is_moment(load);
  double         mean[LANES][BOW_SHAPES];
  BeamAcross     across;
  BeamGaussLanes p;
  BeamEnergy     energy;

  beam_gather_point(e->data, 0, &p);
  beam_across(e, &x->v, &x->s, &p, NULL, &across);
  add_shapes(&across);
  beam_corrected_energy(e->prop + SECTION_S, e->prop + SECTION_F, &p, x->elastic, NULL, &across, 0,
                        &energy);
  for (int lane = 0; lane < LANES; lane++) bow_load_means(load, lane, x->length[lane], mean[lane]);
  for (int k = 0; k < across.shapes; k++) {
    const Lanes share = -x->length * (Lanes){mean[0][k], mean[1][k], mean[2][k], mean[3][k]};

    if (moment) { /* it is the load (0, m_z, -m_y) */
      path[2] += share * energy.by_own_moment[k][0];
      path[1] -= share * energy.by_own_moment[k][1];
    } else
      for (int c = 0; c < 2; c++) path[1 + c] += share * energy.turning[k][c];
  }
}

/* Computes the path of a load along the curve of elements whose section follows a law, less that
   along the curve of a linear section, in the axes of the middle section. */
SIMD_CLONES static void law_path(const ElementGroup *e, const LoadedBeam *x,
                                 const ElementLineLoad *load, Lanes path[3])
{
  LawLoad        all;
  BeamGaussLanes p;

  beam_gather_point(e->data, 0, &p);
  law_load_axes(e, &x->v, &x->s, &p, NULL, &all);
  beam_law_moved(e->prop, &p, x->elastic, &all, load, path);
}

/* Computes path in the axes of the middle section. */
static void section_path(const ElementGroup *e, const LoadedBeam *x, const ElementLineLoad *load,
                         Lanes path[3])
{
  path[0] = path[1] = path[2] = lanes_fill(0);
  if (beam_has_bows(2, e->prop)) bow_path(e, x, load, path);
  if (section_has_law(e->prop)) law_path(e, x, load, path);
}

SIMD_CLONES void beam_add_inner_path(const ElementGroup *e, const LoadedBeam *x,
                                     const ElementLineLoad *load, Lanes path[3])
{
  Lanes own[3], in_last[3], turned[3];

  if (!beam_has_bows(2, e->prop) && !section_has_law(e->prop)) return;
  section_path(e, x, load, own);
  if (load->kind == LINE_LOAD_WEIGHT)
    for (int c = 0; c < 3; c++) own[c] *= e->prop[SECTION_MASS];
  mat_vec(x->s.E, own, in_last);
  mat_vec(x->v.R_r, in_last, turned);
  for (int c = 0; c < 3; c++) path[c] += turned[c];
}

/* The forces of an element are those of a load that is constant in these axes, besides the moments
   that turn a force which is fixed in space. */
SIMD_CLONES void beam_inner_path(const ElementGroup *e, const ElementLineLoad *load, Lanes force[3],
                                 Lanes path[3])
{
  const Lanes    vector[3] = {lanes_fill(load->vector[0]), lanes_fill(load->vector[1]),
                              lanes_fill(load->vector[2])};
  BeamGaussLanes p;
  LoadedBeam     x;

  beam_curve(e, 0, &x);
  if (load->kind == LINE_LOAD_FORCE) {
    memcpy(force, vector, sizeof vector);
    path[0] = path[1] = path[2] = lanes_fill(0);
    beam_add_inner_path(e, &x, load, path);
    return;
  }
  section_path(e, &x, load, path);
  beam_gather_point(e->data, 0, &p);
  if (load->kind == LINE_LOAD_MOMENT) {
    LoadDirection m;

    beam_load_direction(&x.v, &x.s, vector, &m);
    memcpy(force, m.m, sizeof m.m);
  } else beam_to_section(&x.v, &p, vector, force);
}
