/* varying.c: reads and evaluates properties of parts that are formulas of the place or columns of
   stations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/model.h"

const char *const place_variables[PLACE_VARIABLES] = {"x", "y", "z", "s", "fraction"};

/* ---- options --------------------------------------------------------------------------------- */

static PetscBool contains(const char text[], int first, int end)
{
  for (int c = first; c < end; c++)
    if (symbol_occurs(text, place_variables[c], strlen(place_variables[c]))) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode VaryingDependsOnMember(Model model, const char option[], const char text[],
                                      PetscBool *depends)
{
  PetscFunctionBeginUser;
  *depends = contains(text, PLACE_S, PLACE_VARIABLES);
  for (int c = PLACE_S; c < PLACE_VARIABLES; c++) {
    const char *name = place_variables[c];

    PetscCheck(
      !symbol_find(model->symbols, name, strlen(name)) || !contains(text, c, c + 1), model->comm,
      PETSC_ERR_USER_INPUT,
      "%s %s: '%s' is the place along the member here, and a constant of -let has the same "
      "name; rename the constant",
      option, text, name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { UPPER = 21, MATRIX = 36 }; /* entries of a symmetric 6 x 6 matrix */

PetscBool VaryingHas(Varying varying, int entry)
{
  for (int i = 0; varying && i < varying->n; i++)
    if (varying->field[i].entry == entry) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool is_surface(const ElementKernel *kernel)
{
  return (PetscBool)(shape_dimension(kernel->shape) == 2);
}

/* Returns whether the property is of a kind that a formula can give. */
static PetscBool can_vary(const ElementProp *p)
{
  return (PetscBool)(p->kind == PROP_POSITIVE || p->kind == PROP_NONNEGATIVE ||
                     p->kind == PROP_REAL || p->kind == PROP_REALS ||
                     (p->kind == PROP_LIST && p->count == MATRIX));
}

static PetscBool is_uniform(const ElementKernel *kernel, const char name[])
{
  for (const char *const *other = kernel->uniform; other && *other; other++)
    if (!strcmp(*other, name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Input error: a property that is a column of stations is an option, too. */
static PetscErrorCode CheckGivenOnce(FsOptions o, Model model, const char part[],
                                     const ElementProp *p)
{
  const char *option = FsOptionName(o, "-part_%s_%s", part, p->name), *text;
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &set));
  PetscCheck(!set, model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: -part_%s_stations has it; leave one of them out", option, text, part);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode VaryingStations(FsOptions o, Model model, const char part[],
                               const ElementKernel *kernel, Varying *varying)
{
  Stations stations;
  int      n, column, entry, mirror;

  PetscFunctionBeginUser;
  PetscCall(StationsFromOptions(o, part, &stations));
  if (!stations) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(varying));
  (*varying)->stations = stations;
  PetscCheck(kernel->varying, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_stations: only beams with two nodes have sections that vary", part);
  for (const ElementProp *p = kernel->type->props; p->name; p++) {
    if (p->kind != PROP_FIELD) continue;
    PetscCall(StationsColumns(stations, p, &n, &column, &entry, &mirror));
    if (n) (*varying)->twist = column;
    if (n) PetscCall(CheckGivenOnce(o, model, part, p));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the columns of a property. */
static PetscErrorCode AddColumns(FsOptions o, Model model, const char part[], const ElementProp *p,
                                 int first, Varying v, PetscBool *set)
{
  int n = 0, column[ELEMENT_MAX_GIVEN], entry[ELEMENT_MAX_GIVEN], mirror[ELEMENT_MAX_GIVEN];

  PetscFunctionBeginUser;
  if (v && v->stations) PetscCall(StationsColumns(v->stations, p, &n, column, entry, mirror));
  *set = (PetscBool)(n > 0);
  if (n) PetscCall(CheckGivenOnce(o, model, part, p));
  for (int k = 0; k < n; k++)
    v->field[v->n++] = (VaryingField){.column = column[k],
                                      .kind   = p->kind,
                                      .entry  = first + entry[k],
                                      .mirror = mirror[k] < 0 ? -1 : first + mirror[k]};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the entries of formula k of n. A matrix may have the formulas of its upper triangle. */
static void set_entries(const ElementProp *p, int first, int k, int n, VaryingField *f)
{
  const int side = 6;
  int       row = 0, before = 0; /* number of formulas in the rows before */

  f->entry  = first + k;
  f->mirror = -1;
  if (p->kind != PROP_LIST || n == p->count) return;
  while (k >= before + side - row) before += side - row++;
  f->entry = first + side * row + row + k - before;
  if (k > before) f->mirror = first + side * (row + k - before) + row;
}

static int count_items(const char text[])
{
  int n = 1;

  for (; *(text = symbol_item_end(text)); text++) n++;
  return n;
}

/* Adds the formulas of a list, or of one item. */
static PetscErrorCode AddFormulas(Model model, const char option[], const char text[],
                                  const ElementProp *p, int entry, Varying v)
{
  const int   list = p->kind == PROP_REALS || p->kind == PROP_LIST, count = list ? p->count : 1;
  const int   n    = list ? count_items(text) : 1;
  const char *from = text, *end;
  char       *item;

  PetscFunctionBeginUser;
  PetscCheck(n == count || (p->kind == PROP_LIST && n == UPPER), model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: expected %d formulas%s, separated by commas", option, text, count,
             p->kind == PROP_LIST ? ", or the 21 of the upper triangle" : "");
  for (int k = 0; k < n; k++, from = end + 1) {
    VaryingField *f = &v->field[v->n];

    end = list ? symbol_item_end(from) : from + strlen(from);
    PetscCall(PetscMalloc1((size_t)(end - from) + 1, &item));
    PetscCall(PetscStrncpy(item, from, (size_t)(end - from) + 1));
    *f = (VaryingField){.kind = p->kind};
    set_entries(p, entry, k, n, f);
    v->n++;
    PetscCall(ExpressionCreate(model->symbols, option, item, PLACE_VARIABLES, place_variables,
                               &f->formula));
    PetscCall(PetscFree(item));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the text is a formula of the place. For a kernel that cannot vary, s and fraction
   may be constants. */
static PetscErrorCode DependsOnPlace(Model model, const ElementKernel *kernel, const char option[],
                                     const char text[], PetscBool *depends)
{
  PetscBool constant = PETSC_FALSE;

  PetscFunctionBeginUser;
  *depends = contains(text, PLACE_X, PLACE_S);
  for (int c = PLACE_S; c < PLACE_VARIABLES && !kernel->varying; c++)
    if (symbol_find(model->symbols, place_variables[c], strlen(place_variables[c])))
      constant = PETSC_TRUE;
  if (*depends || constant) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VaryingDependsOnMember(model, option, text, depends));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode VaryingFromOptions(FsOptions o, Model model, const char part[],
                                  const ElementKernel *kernel, const ElementProp *p, int entry,
                                  Varying *varying, PetscBool *set)
{
  const char *option = FsOptionName(o, "-part_%s_%s", part, p->name), *text;

  PetscFunctionBeginUser;
  *set = PETSC_FALSE;
  if (!can_vary(p)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!is_uniform(kernel, p->name)) PetscCall(AddColumns(o, model, part, p, entry, *varying, set));
  if (*set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsText(o, option, &text, set));
  if (*set) PetscCall(DependsOnPlace(model, kernel, option, text, set));
  if (!*set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(kernel->varying && !is_uniform(kernel, p->name), model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: it needs a number; formulas of the place are for sections of beams with two "
             "nodes, and for most numbers of bars, trusses, cables and membranes",
             option, text);
  PetscCheck(!is_surface(kernel) || !contains(text, PLACE_S, PLACE_VARIABLES), model->comm,
             PETSC_ERR_USER_INPUT,
             "%s %s: a surface has no arc length s and no fraction; use formulas of x, y, z",
             option, text);
  if (!*varying) PetscCall(PetscNew(varying));
  PetscCall(AddFormulas(model, option, text, p, entry, *varying));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode VaryingDestroy(Varying *varying)
{
  PetscFunctionBeginUser;
  for (int i = 0; *varying && i < (*varying)->n; i++)
    PetscCall(ExpressionDestroy(&(*varying)->field[i].formula));
  if (*varying) PetscCall(StationsDestroy(&(*varying)->stations));
  PetscCall(PetscFree(*varying));
  PetscFunctionReturn(PETSC_SUCCESS);
}

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

/* Sets the given properties to those at a place. Returns NULL, or a message. */
static const char *evaluate(Varying v, const Place *place)
{
  const char *wrong = NULL;

  for (int i = 0; i < v->n && !wrong; i++) {
    const VaryingField *f     = &v->field[i];
    const double        value = f->formula ? ExpressionValue(f->formula, place->at)
                                           : StationsValue(v->stations, place->station, f->column);

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
                            double sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS])
{
  double          place[ELEMENT_SECTIONS] = {0}, weight[ELEMENT_SECTIONS];
  const int       n                       = b->kernel->nsections;
  const PetscBool surface                 = is_surface(b->kernel);

  if (n == ELEMENT_SECTIONS) element_sections(place, weight);
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

void VaryingEnds(const Geometry *g, const Block *b, PetscInt element,
                 double ends[2][ELEMENT_MAX_PROPS])
{
  const double close = 0.999;

  for (int end = 0; end < 2; end++) {
    const double r = end ? 1 : -1;

    if (section_at(g, b, element, r, ends[end])) section_at(g, b, element, close * r, ends[end]);
  }
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
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, b->varying->largest, ELEMENT_MAX_PROPS, MPI_DOUBLE,
                             MPI_MAX, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
