/* varying.c: reads and evaluates properties of parts that are formulas of the place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/model.h"

enum { PLACE = 3 };
static const char *const xyz[] = {"x", "y", "z"};

/* ---- options --------------------------------------------------------------------------------- */

static PetscBool depends_on_place(const char text[])
{
  for (int c = 0; c < PLACE; c++)
    if (symbol_occurs(text, xyz[c], 1)) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool VaryingHas(Varying varying, int entry)
{
  for (int i = 0; varying && i < varying->n; i++)
    if (varying->field[i].entry == entry) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns whether the property is of a kind that a formula can give. */
static PetscBool can_vary(const ElementProp *p)
{
  return (PetscBool)(p->kind == PROP_POSITIVE || p->kind == PROP_NONNEGATIVE ||
                     p->kind == PROP_REAL || p->kind == PROP_REALS);
}

static PetscBool is_uniform(const ElementKernel *kernel, const char name[])
{
  for (const char *const *other = kernel->uniform; other && *other; other++)
    if (!strcmp(*other, name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Adds the formulas of a list of p->count items, or of one item. */
static PetscErrorCode AddFormulas(Model model, const char option[], const char text[],
                                  const ElementProp *p, int entry, Varying v)
{
  const int   count = p->kind == PROP_REALS ? p->count : 1;
  const char *from = text, *end = text;
  char       *item;
  int         n = 0;

  PetscFunctionBeginUser;
  for (; n < count && *end; n++, from = end + 1) {
    VaryingField *f = &v->field[v->n];

    end = count > 1 ? symbol_item_end(from) : from + strlen(from);
    PetscCall(PetscMalloc1((size_t)(end - from) + 1, &item));
    PetscCall(PetscStrncpy(item, from, (size_t)(end - from) + 1));
    *f = (VaryingField){.kind = p->kind, .entry = entry + n};
    v->n++;
    PetscCall(ExpressionCreate(model->symbols, option, item, PLACE, xyz, &f->formula));
    PetscCall(PetscFree(item));
  }
  PetscCheck(n == count && !*end, model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: expected %d formulas, separated by commas", option, text, count);
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
  PetscCall(FsOptionsText(o, option, &text, set));
  *set = (PetscBool)(*set && depends_on_place(text));
  if (!*set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(kernel->varying && !is_uniform(kernel, p->name), model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: it needs a number; formulas of the place are for sections of beams with two "
             "nodes, and for most numbers of bars, trusses, cables and membranes",
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
  PetscCall(PetscFree(*varying));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Sets the given properties to those at x. Returns NULL, or a message. */
static const char *evaluate(Varying v, const double x[3])
{
  const PetscReal at[] = {x[0], x[1], x[2]};

  for (int i = 0; i < v->n; i++) {
    const VaryingField *f     = &v->field[i];
    const PetscReal     value = ExpressionValue(f->formula, at);
    const PetscBool     fits  = (PetscBool)(f->kind == PROP_POSITIVE      ? value > 0
                                            : f->kind == PROP_NONNEGATIVE ? value >= 0
                                                                          : PETSC_TRUE);

    v->given[f->entry] = value;
    if (isfinite(value) && fits) continue;
    snprintf(v->wrong, sizeof v->wrong, "has %s = %.6g at (%.6g, %.6g, %.6g); it must be %s",
             ExpressionOption(f->formula), (double)value, x[0], x[1], x[2],
             f->kind == PROP_POSITIVE      ? "positive"
             : f->kind == PROP_NONNEGATIVE ? "finite and not negative"
                                           : "finite");
    return v->wrong;
  }
  return NULL;
}

/* Computes x at r, from -1 to 1, of a straight element or of one that is an arc. */
static void place_of(const Geometry *g, int cell, double r, double x[3])
{
  const double *rise = geometry_cell_rise(g, cell);
  double        node[ELEMENT_MAX_NODES][3];

  geometry_cell_coordinates(g, cell, node);
  for (int c = 0; c < 3; c++) {
    x[c] = (1 - r) / 2 * node[0][c] + (1 + r) / 2 * node[1][c];
    if (rise) x[c] += (1 - r * r) * rise[c];
  }
}

/* Computes the prepared properties at x. Returns NULL, or a message. */
static const char *prepared_at(const Block *b, const double x[3], double prop[])
{
  const char *wrong = evaluate(b->varying, x);

  if (wrong) return wrong;
  if (b->kernel->type->prepare) return b->kernel->type->prepare(b->varying->given, prop);
  memcpy(prop, b->varying->given, ELEMENT_MAX_PROPS * sizeof *prop);
  return NULL;
}

/* Computes the prepared properties at r. Returns NULL, or a message. */
static const char *section_at(const Geometry *g, const Block *b, PetscInt element, double r,
                              double prop[])
{
  double x[3];

  place_of(g, (int)b->cells[element], r, x);
  return prepared_at(b, x, prop);
}

/* Computes the prepared properties at point k of a surface. Returns NULL, or a message. */
static const char *surface_at(const Geometry *g, const Block *b, PetscInt element, int k,
                              double prop[])
{
  const Shape shape = b->kernel->shape;
  ShapePoint  points[SHAPE_MAX_POINTS];
  double      node[ELEMENT_MAX_NODES][3], x[3] = {0};

  shape_points(shape, 0, points);
  geometry_cell_coordinates(g, (int)b->cells[element], node);
  for (int i = 0; i < shape_nodes(shape); i++)
    for (int c = 0; c < 3; c++) x[c] += points[k].N[i] * node[i][c];
  return prepared_at(b, x, prop);
}

const char *VaryingSections(const Geometry *g, const Block *b, PetscInt element,
                            double sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS])
{
  double          place[ELEMENT_SECTIONS] = {0}, weight[ELEMENT_SECTIONS];
  const int       n                       = b->kernel->nsections;
  const PetscBool surface                 = (PetscBool)(shape_dimension(b->kernel->shape) == 2);

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

PetscErrorCode VaryingAtFirst(Model model, const ElementKernel *kernel, PetscInt set, Varying v,
                              double given[])
{
  const Geometry *g        = &model->mesh->g;
  int64_t         first[2] = {INT64_MAX, INT64_MAX};
  double          x[3]     = {0};
  const char     *wrong;

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++)
    if (g->shape[c] == kernel->shape && geometry_cell_in_set(g, c, (int)set) &&
        g->cell_number[c] < first[0]) {
      first[0] = g->cell_number[c];
      if (shape_dimension(kernel->shape) == 2) geometry_cell_center(g, c, x);
      else place_of(g, c, 0, x);
    }
  PetscCallMPI(MPI_Allreduce(&first[0], &first[1], 1, MPI_INT64_T, MPI_MIN, model->comm));
  if (first[0] != first[1]) memset(x, 0, sizeof x);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, x, 3, MPI_DOUBLE, MPI_SUM, model->comm));
  memcpy(v->given, given, sizeof v->given);
  wrong = evaluate(v, x);
  PetscCheck(!wrong, model->comm, PETSC_ERR_USER_INPUT, "a %s %s", kernel->name, wrong);
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
