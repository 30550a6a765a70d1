/* varying.c: evaluates properties of parts that are formulas of the place or columns of stations.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/model.h"
#include "model/parts/part_options.h"
#include "model/parts/block.h"
#include "model/fields/varying.h"
#include "members/stations.h"
#include "element/beam/varying/section_points.h"
#include "element/element.h"

/* ---- places ---------------------------------------------------------------------------------- */

PetscBool VaryingNeedsMembers(Varying v)
{
  PetscBool needs = (PetscBool)(v && v->stations);

  for (int i = 0; v && i < v->n && !needs; i++)
    needs = (PetscBool)(v->field[i].formula &&
                        (ExpressionDependsOn(v->field[i].formula, PLACE_S) ||
                         ExpressionDependsOn(v->field[i].formula, PLACE_FRACTION)));
  return needs;
}

static double arc_length_at(const MemberPlace *along, double r)
{
  return (1 - r) / 2 * along->s[0] + (1 + r) / 2 * along->s[1];
}

void PlaceAlong(const Geometry *g, int cell, const MemberPlace *along, double r,
                double place[PLACE_VARIABLES])
{
  const double *rise = geometry_cell_rise(g, cell);
  double        node[ELEMENT_MAX_NODES][3];

  geometry_cell_coordinates(g, cell, node);
  for (int c = 0; c < 3; c++) {
    place[c] = (1 - r) / 2 * node[0][c] + (1 + r) / 2 * node[1][c];
    if (rise) place[c] += (1 - r * r) * rise[c];
  }
  place[PLACE_S]        = along ? arc_length_at(along, r) : 0;
  place[PLACE_FRACTION] = along ? place[PLACE_S] / along->length : 0;
}

/* Returns the place of r among the stations. A jump at an end of the element is outside of it. */
static StationPlace station_at(Varying v, const MemberPlace *along, double r)
{
  const int forward = along->s[1] > along->s[0], first_half = r < 0;

  return StationsFind(v->stations, arc_length_at(along, r), along->length,
                      forward == first_half ? 1 : -1);
}

double VaryingTwist(Varying v, const MemberPlace *along, double r)
{
  return StationsValue(v->stations, station_at(v, along, r), v->twist);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Returns NULL if the value of a formula is valid, or a message. */
static const char *check_value(Varying v, const VaryingField *f, double value,
                               const double place[PLACE_VARIABLES])
{
  const PetscBool fits = (PetscBool)(f->kind == PROP_POSITIVE      ? value > 0
                                     : f->kind == PROP_NONNEGATIVE ? value >= 0
                                                                   : PETSC_TRUE);

  if (isfinite(value) && fits) return NULL;
  snprintf(v->wrong, sizeof v->wrong, "has %s = %.6g at (%.6g, %.6g, %.6g); it must be %s",
           ExpressionOption(f->formula), value, place[0], place[1], place[2],
           f->kind == PROP_POSITIVE      ? "positive"
           : f->kind == PROP_NONNEGATIVE ? "finite and not negative"
                                         : "finite");
  return v->wrong;
}

/* A place where properties are computed. */
typedef struct {
  double       at[PLACE_VARIABLES];
  StationPlace station; /* of a part with stations */
} Place;

/* Returns the place at r, from -1 to 1, of a line. */
static Place place_on_line(Varying v, const Geometry *g, int cell, const MemberPlace *along,
                           double r)
{
  Place place = {.station = {0}};

  PlaceAlong(g, cell, along, r, place.at);
  if (v->stations) place.station = station_at(v, along, r);
  return place;
}

/* Returns the place of point k of a surface, or of its center if k is -1. */
static Place place_on_surface(const Geometry *g, int cell, Shape shape, int k)
{
  Place      place = {.station = {0}};
  ShapePoint points[SHAPE_MAX_POINTS];
  double     node[ELEMENT_MAX_NODES][3];

  if (k < 0) {
    geometry_cell_center(g, cell, place.at);
    return place;
  }
  shape_points(shape, 0, points);
  geometry_cell_coordinates(g, cell, node);
  for (int i = 0; i < shape_nodes(shape); i++)
    for (int c = 0; c < 3; c++) place.at[c] += points[k].N[i] * node[i][c];
  return place;
}

static PetscBool is_surface(const ElementKernel *kernel)
{
  return (PetscBool)(shape_dimension(kernel->shape) == 2);
}

static double value_at(Varying v, const VaryingField *f, const Place *place)
{
  return f->formula ? ExpressionValue(f->formula, place->at)
                    : StationsValue(v->stations, place->station, f->column);
}

double VaryingValue(Varying v, const VaryingField *f, const Geometry *g, int cell,
                    const MemberPlace *along, double r)
{
  const Place place = place_on_line(v, g, cell, along, r);

  return value_at(v, f, &place);
}

/* Sets the given properties to those at a place. Returns NULL, or a message. */
static const char *evaluate(Varying v, const Place *place)
{
  const char *wrong = NULL;

  for (int i = 0; i < v->n && !wrong; i++) {
    const VaryingField *f     = &v->field[i];
    const double        value = value_at(v, f, place);

    v->given[f->entry] = value;
    if (f->mirror >= 0) v->given[f->mirror] = value;
    if (f->formula) wrong = check_value(v, f, value, place->at);
  }
  return wrong;
}

/* Computes the prepared properties at a place. Returns NULL, or a message. */
static const char *prepared_at(const Block *b, const Place *place, double prop[])
{
  const char *wrong = evaluate(b->varying, place);

  if (wrong) return wrong;
  if (b->kernel->type->prepare) return b->kernel->type->prepare(b->varying->given, prop);
  memcpy(prop, b->varying->given, ELEMENT_MAX_PROPS * sizeof *prop);
  return NULL;
}

/* Computes the prepared properties at r of a line. Returns NULL, or a message. */
static const char *section_at(const Geometry *g, const Block *b, PetscInt element, double r,
                              double prop[])
{
  const Place place =
    place_on_line(b->varying, g, (int)b->cells[element], b->along ? &b->along[element] : NULL, r);

  return prepared_at(b, &place, prop);
}

/* Computes the prepared properties at point k of a surface. Returns NULL, or a message. */
static const char *surface_at(const Geometry *g, const Block *b, PetscInt element, int k,
                              double prop[])
{
  const Place place = place_on_surface(g, (int)b->cells[element], b->kernel->shape, k);

  return prepared_at(b, &place, prop);
}

const char *VaryingSections(const Geometry *g, const Block *b, PetscInt element,
                            const SectionBreaks *breaks,
                            double               sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS])
{
  double          place[ELEMENT_SECTIONS] = {0}, weight[ELEMENT_SECTIONS];
  const int       n                       = b->kernel->nsections;
  const PetscBool surface                 = is_surface(b->kernel);

  if (n == ELEMENT_SECTIONS) element_section_points(breaks, place, weight, NULL);
  for (int k = 0; k < n; k++) {
    const char *wrong = surface ? surface_at(g, b, element, k, sections[k])
                                : section_at(g, b, element, place[k], sections[k]);

    if (wrong) return wrong;
    for (int i = 0; i < ELEMENT_MAX_PROPS; i++) {
      const double amount = fabs(sections[k][i]), largest = b->varying->largest[i];

      b->varying->largest[i] = amount > largest ? amount : largest;
    }
  }
  return NULL;
}

void VaryingMiddle(const Geometry *g, const Block *b, PetscInt element,
                   double prop[ELEMENT_MAX_PROPS])
{
  surface_at(g, b, element, -1, prop);
}

PetscBool VaryingHasDirection(Varying varying)
{
  for (int i = 0; varying && i < varying->n; i++)
    if (varying->field[i].kind == PROP_VECTOR) return PETSC_TRUE;
  return PETSC_FALSE;
}

void VaryingSection(const Geometry *g, const Block *b, PetscInt element, double r,
                    double prop[ELEMENT_MAX_PROPS])
{
  const double close = 0.999;

  if (section_at(g, b, element, r, prop)) section_at(g, b, element, close * r, prop);
}

/* ---- the whole part -------------------------------------------------------------------------- */

/* Checks the sections of all stations, if the other properties are numbers. */
static PetscErrorCode CheckStations(const ElementKernel *kernel, Varying v)
{
  double prop[ELEMENT_MAX_PROPS];

  PetscFunctionBeginUser;
  for (int i = 0; i < v->n; i++)
    if (v->field[i].formula) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt row = 0; v->stations && row < StationsRows(v->stations); row++) {
    for (int i = 0; i < v->n; i++) {
      const VaryingField *f = &v->field[i];

      v->given[f->entry] = StationsRowValue(v->stations, row, f->column);
      if (f->mirror >= 0) v->given[f->mirror] = v->given[f->entry];
    }
    if (kernel->type->prepare)
      PetscCall(StationsCheckRow(v->stations, row, kernel->type->prepare(v->given, prop)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode VaryingAtFirst(Model model, const ElementKernel *kernel, PetscInt set,
                              const MemberPlace places[], Varying v, double given[])
{
  const Geometry *g        = &model->mesh->g;
  int64_t         first[2] = {INT64_MAX, INT64_MAX};
  int             cell     = -1;
  PetscMPIInt     rank[2]  = {-1, -1};
  const char     *wrong    = NULL;
  Place           place;

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++)
    if (g->shape[c] == kernel->shape && geometry_cell_in_set(g, c, (int)set) &&
        g->cell_number[c] < first[0]) {
      first[0] = g->cell_number[c];
      cell     = c;
    }
  PetscCallMPI(MPI_Allreduce(&first[0], &first[1], 1, MPI_INT64_T, MPI_MIN, model->comm));
  memcpy(v->given, given, sizeof v->given);
  PetscCall(CheckStations(kernel, v));
  if (first[0] == first[1]) {
    PetscCallMPI(MPI_Comm_rank(model->comm, &rank[0]));
    place = is_surface(kernel) ? place_on_surface(g, cell, kernel->shape, -1)
                               : place_on_line(v, g, cell, places ? &places[cell] : NULL, 0);
    wrong = evaluate(v, &place);
  }
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(wrong != NULL), "a %s %s", kernel->name, wrong));
  PetscCallMPI(MPI_Allreduce(&rank[0], &rank[1], 1, MPI_INT, MPI_MAX, model->comm));
  PetscCallMPI(MPI_Bcast(v->given, ELEMENT_MAX_GIVEN, MPI_DOUBLE, rank[1], model->comm));
  memcpy(given, v->given, sizeof v->given);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode VaryingTraits(Model model, Block *b)
{
  const Varying v       = b->varying;
  const double  percent = 100;
  const char   *cube    = "";
  char          error[32];

  PetscFunctionBeginUser;
  for (int i = 0; i < v->n; i++)
    if (v->field[i].power > 1) cube = ", or the cube of a thickness, by which shells bend,";
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &v->missed, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &v->error, 1, MPI_DOUBLE, MPI_MAX, model->comm));
  snprintf(error, sizeof error, "%.2g %%", percent * v->error);
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(v->missed > 0),
    "part '%s': properties that are formulas of the place or stations jump inside of %" PetscInt_FMT
    " %s%s, which take them at points; put nodes where the properties jump, or refine the mesh "
    "there. The mean of a property%s in one of them is off by up to %s of its largest value there. "
    "Results may be off by as much or more",
    b->part, v->missed, shape_name(b->kernel->shape), v->missed == 1 ? "" : "s", cube, error));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, b->varying->largest, ELEMENT_MAX_PROPS, MPI_DOUBLE,
                             MPI_MAX, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
