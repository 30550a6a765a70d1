/* node_axes.c: computes the axes of a beam's section at a node, or gets them from the element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "node_axes.h"
#include "beam.h"
#include "math/rotation.h"
#include "math/vector.h"
#include <math.h>
#include <string.h>
#include "element/section/section.h"

int beam_node_axes(const ElementKernel *kernel, const double data[], int node, double axes[3][3])
{
  double R[9];

  if (!kernel->type->has_section) return 0;
  rotation_matrix(((const BeamData *)data)->node[node].axes, R);
  for (int k = 0; k < 9; k++) axes[k % 3][k / 3] = R[k];
  return 1;
}

int beam_section_axes(const double tangent[3], const double direction[3], double angle,
                      double axes[3][3])
{
  /* steep: sine of the angle of direction and tangent that counts as 0. Coordinates of files have
     about seven digits, so that the axes of the section would be rounding.
     tests/relations/guards.py has angles of 1e-2 and 1e-8. */
  const double length = norm(tangent), steep = 1e-6;
  double       t[3], y[3], z[3], along;

  for (int c = 0; c < 3; c++) t[c] = tangent[c] / length;
  along = dot(direction, t);
  for (int c = 0; c < 3; c++) y[c] = direction[c] - along * t[c];
  if (!(norm(y) > steep * norm(direction))) return 0;
  normalize(y);
  cross(t, y, z);
  for (int c = 0; c < 3; c++) {
    axes[0][c] = t[c];
    axes[1][c] = cos(angle) * y[c] + sin(angle) * z[c];
    axes[2][c] = cos(angle) * z[c] - sin(angle) * y[c];
  }
  return 1;
}

double beam_section_turn(const double a[3][3], const double b[3][3])
{
  const double cosine = dot(a[0], b[0]);
  double       axis[3], y[3], across[3], along;

  cross(a[0], b[0], axis);
  cross(axis, a[1], y);
  along = dot(axis, a[1]);
  /* y of a after the rotation with the rotation vector axis, of which |axis| is the sine */
  for (int c = 0; c < 3; c++) y[c] += cosine * a[1][c] + along * axis[c] / (1 + cosine);
  cross(y, b[1], across);
  return cosine > -1 ? atan2(dot(across, b[0]), dot(y, b[1])) : 0;
}

void beam_default_direction(const double chord[3], double y[3])
{
  const double up[3] = {0, 0, 1};
  /* Largest sine of the angle of a vertical element to the z axis. It is so wide because columns
     are vertical up to the accuracy of a drawing, and all of them must have the same axes.
     tests/element/beam_axes.py has arcs that pass the vertical. */
  const double vertical = 1e-3;

  cross(up, chord, y);
  if (norm(y) > vertical * norm(chord)) return;
  y[0] = y[2] = 0;
  y[1]        = 1;
}

/* ---- plane section --------------------------------------------------------------------------- */

/* Fills in the stiffnesses of a beam's section that a plane model does not use. */

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
