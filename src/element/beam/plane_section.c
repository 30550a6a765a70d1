/* plane_section.c: fills in the stiffnesses of a beam's section that a plane model does not use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plane_section.h"
#include <math.h>
#include <string.h>
#include "math/vector.h"
#include "node_axes.h"
#include "element/section/section.h"

int plane_section_lacks(const double given[])
{
  int some = 0, all = 1;

  for (int i = EA; i <= EIZ; i++) some |= !isnan(given[i]), all &= !isnan(given[i]);
  return some && !all && given[OFFSET] == 0 && given[OFFSET + 1] == 0;
}

int plane_section_axis(const double given[], const double chord[3], const double turn[],
                       const double normal[3])
{
  /* Components of unit vectors, by which a chord is in the plane and an axis of the section is
     along its normal. They have a round-off of 1e-16, to which coordinates of arcs add a few
     digits. tests/element/beam_axes.py has sections that are symmetric about the plane, and others.
   */
  const double round_off = 1e-12;
  double       first[3], direction[3], y[3], axes[3][3];

  memcpy(first, chord, sizeof first);
  memcpy(direction, given + DIRECTION, sizeof direction);
  if (turn) mat_t_vec(turn, chord, first);
  if (norm(direction) == 0) beam_default_direction(first, direction);
  memcpy(y, direction, sizeof y);
  if (turn) mat_vec(turn, direction, y);
  if (!(norm(chord) > 0) || fabs(dot(chord, normal)) > round_off * norm(chord) ||
      !beam_section_axes(chord, y, 0, axes))
    return SECTION_IS_OBLIQUE;
  for (int k = 1; k < 3; k++) {
    double across[3];

    cross(axes[k], normal, across);
    if (norm(across) <= round_off) return k == 1 ? SECTION_Y_IS_NORMAL : SECTION_Z_IS_NORMAL;
  }
  return SECTION_IS_OBLIQUE;
}

void plane_section_fill(int axis, double given[])
{
  const int y        = axis == SECTION_Y_IS_NORMAL;
  const int shear[2] = {y ? GAY : GAZ, y ? GAZ : GAY};
  const int bend[2]  = {y ? EIZ : EIY, y ? EIY : EIZ}; /* not used, used */

  if (isnan(given[shear[0]])) given[shear[0]] = isnan(given[shear[1]]) ? 1 : given[shear[1]];
  if (isnan(given[bend[0]])) given[bend[0]] = isnan(given[bend[1]]) ? 1 : given[bend[1]];
  if (isnan(given[GJ])) given[GJ] = given[bend[0]];
}
