/* load_segment.c: finds the parts of lines on which loads with a range of arc lengths act, and
   integrates over them.

   Such a load begins at one arc length of each member and ends at another one. The factor changes
   linearly between the two, so that a load may be a trapezoid. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "load_segment.h"
#include "members/member_places.h"
#include "model/fields/cell_field.h"
#include "model/model.h"
#include "element/element_sizes.h"

/* Relative to the length of a member: a range may be longer by this, because users round numbers.
 */
static const double ROUND = 1e-6;
/* In the coordinate of a line from -1 to 1: a range ends at a node that is as near as this. It is
   far above the round-off of arc lengths, and loads are known to fewer digits. */
static const double AT_NODE = 1e-11;

/* Computes the arc lengths between which the load acts on a member of a length [m]. */
static void range_of(const LoadRange *range, double length, double s[2])
{
  for (int i = 0; i < 2; i++)
    s[i] = range->by_length[i]     ? range->length[i]
           : range->by_fraction[i] ? range->fraction[i] * length
                                   : i * length;
  if (s[1] > length && s[1] <= (1 + ROUND) * length) s[1] = length;
}

/* Computes the part of a line with its ends at these places of its member. */
static LoadSegment segment_of(const LoadRange *range, const MemberPlace *place)
{
  LoadSegment segment;
  double      s[2], r[2];

  range_of(range, place->length, s);
  for (int i = 0; i < 2; i++) {
    r[i] = (2 * s[i] - place->s[0] - place->s[1]) / (place->s[1] - place->s[0]);
    if (fabs(fabs(r[i]) - 1) < AT_NODE) r[i] = copysign(1, r[i]);
  }
  for (int i = 0; i < 2; i++) {
    segment.at[i]     = fmax(-1, fmin(1, i ? fmax(r[0], r[1]) : fmin(r[0], r[1])));
    const double u    = (segment.at[i] - r[0]) / (r[1] - r[0]);
    segment.factor[i] = (1 - u) * range->factor[0] + u * range->factor[1];
  }
  return segment;
}

/* Input error: the range of some member is not on it, or is empty. */
static PetscErrorCode CheckRange(Model model, const LoadOptions *options, PetscInt set,
                                 const MemberPlace place[])
{
  const Geometry *g    = &model->mesh->g;
  int             bad  = -1;
  double          s[2] = {0, 0};

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells && bad < 0; c++) {
    if (shape_dimension((Shape)g->shape[c]) != 1 || !geometry_cell_in_set(g, c, (int)set)) continue;
    range_of(&options->range, place[c].length, s);
    if (!(s[0] < s[1]) || s[1] > place[c].length) bad = c;
  }
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(bad >= 0),
    "load '%s' acts from %.6g to %.6g m, but the member at (%.6g, %.6g, %.6g) is from 0 to %.6g m; "
    "correct -load_%s_from or -load_%s_to, which are arc lengths along each member of the set",
    options->name, s[0], s[1], bad < 0 ? 0 : g->x[g->conn[g->offset[bad]]][0],
    bad < 0 ? 0 : g->x[g->conn[g->offset[bad]]][1], bad < 0 ? 0 : g->x[g->conn[g->offset[bad]]][2],
    bad < 0 ? 0 : place[bad].length, options->name, options->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadSegmentsFind(Model model, const LoadOptions *options, PetscInt set,
                                LoadSegment **segment)
{
  const Geometry   *g     = &model->mesh->g;
  const MemberOwner owner = {"load", options->name, options->has_start ? options->start : NULL, 0};
  MemberPlace      *place;

  PetscFunctionBeginUser;
  *segment = NULL;
  if (!options->range.given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(g->ncells + 1, &place));
  PetscCall(MeshMemberPlaces(model->mesh, &owner, set, place));
  PetscCall(CheckRange(model, options, set, place));
  PetscCall(PetscCalloc1(g->ncells + 1, segment));
  for (int c = 0; c < g->ncells; c++)
    if (shape_dimension((Shape)g->shape[c]) == 1 && geometry_cell_in_set(g, c, (int)set))
      (*segment)[c] = segment_of(&options->range, &place[c]);
  PetscCall(PetscFree(place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int load_segment_points(const LoadSegment *segment, Shape shape, const double x[][3],
                        ShapeCellPoint points[], double factor[])
{
  static const double line[2][3] = {
    {-1, 0, 0},
    {1,  0, 0}
  };
  const int n = shape_cell_points(segment ? SHAPE_LINE : shape, segment ? line : x, points);

  for (int k = 0; k < n; k++) {
    double u, square[2] = {0, 0};

    factor[k] = 1;
    if (!segment) continue;
    u         = (1 + points[k].x[0]) / 2;
    square[0] = (1 - u) * segment->at[0] + u * segment->at[1];
    factor[k] = (1 - u) * segment->factor[0] + u * segment->factor[1];
    shape_cell_point(shape, x, square, (segment->at[1] - segment->at[0]) / 2 * points[k].size,
                     &points[k]);
  }
  return n;
}

void load_segment_values(const LoadSegment *segment, Expression formula, PetscReal t, Shape shape,
                         const double x[][3], int n, const ShapeCellPoint points[], double value[])
{
  double part[ELEMENT_MAX_NODES][3];

  for (int k = 0; k < n; k++) value[k] = 1;
  if (!formula) return;
  for (int i = 0; i < shape_nodes(shape); i++)
    for (int c = 0; c < 3; c++) part[i][c] = x[i][c];
  for (int i = 0; segment && i < shape_nodes(shape); i++) { /* node 2 is in the middle */
    const double   square[2] = {i < 2 ? segment->at[i] : (segment->at[0] + segment->at[1]) / 2, 0};
    ShapeCellPoint p;

    shape_cell_point(shape, x, square, 1, &p);
    for (int c = 0; c < 3; c++) part[i][c] = p.x[c];
  }
  CellFieldAtPoints(formula, t, shape, (const double(*)[3])part, n, points, value);
}
