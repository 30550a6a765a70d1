/* varying_fields.c: finds the formulas of the place and the columns of stations of a part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/model.h"
#include "model/parts/profile.h"
#include "model/parts/part_options.h"
#include "model/fields/varying.h"
#include "element/element.h"

enum { UPPER = 21 }; /* entries that give a symmetric 6 x 6 matrix */

PetscBool VaryingHas(Varying varying, int entry)
{
  for (int i = 0; varying && i < varying->n; i++)
    if (varying->field[i].entry == entry) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Input error: a property that is a column of stations is an option, too. */
static PetscErrorCode CheckGivenOnce(Model model, const PartOptions *part, int i)
{
  PetscFunctionBeginUser;
  PetscCheck(!part->property[i].given, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_%s %s: -part_%s_stations has it; leave one of them out", part->name,
             part->kernel->type->props[i].name, part->property[i].text, part->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode VaryingStations(Model model, const PartOptions *part, const ElementKernel *kernel,
                               Varying *varying)
{
  const ElementProp *const props = kernel->type->props;
  Stations                 stations;
  int                      n, column, entry, mirror;

  PetscFunctionBeginUser;
  *varying = NULL;
  if (!part->stations.given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(kernel->varying, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_stations: only beams with two nodes have sections that vary", part->name);
  PetscCall(StationsCreate(model->comm, part->name, &part->stations, &stations));
  PetscCall(PetscNew(varying));
  (*varying)->stations = stations;
  for (int i = 0; props[i].name; i++) {
    if (props[i].kind != PROP_FIELD) continue;
    PetscCall(StationsColumns(stations, &props[i], &n, &column, &entry, &mirror));
    if (n) (*varying)->twist = column;
    if (n) PetscCall(CheckGivenOnce(model, part, i));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the columns of a property. */
static PetscErrorCode AddColumns(Model model, const PartOptions *part, int i, int first, Varying v,
                                 PetscBool *set)
{
  const ElementProp *p = &part->kernel->type->props[i];
  int n = 0, column[ELEMENT_MAX_GIVEN], entry[ELEMENT_MAX_GIVEN], mirror[ELEMENT_MAX_GIVEN];

  PetscFunctionBeginUser;
  if (v && v->stations) PetscCall(StationsColumns(v->stations, p, &n, column, entry, mirror));
  *set = (PetscBool)(n > 0);
  if (n) PetscCall(CheckGivenOnce(model, part, i));
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
                                  const ElementProp *p, int entry, int power, Varying v)
{
  const int   count = property_entries(p), list = count > 1;
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
    *f = (VaryingField){.kind = p->kind, .power = power};
    set_entries(p, entry, k, n, f);
    v->n++;
    PetscCall(ExpressionCreate(model->symbols, option, item, PLACE_VARIABLES, place_variables,
                               &f->formula));
    PetscCall(PetscFree(item));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the property needs a number, or a formula without s, or a constant is named s. */
static PetscErrorCode CheckFormula(Model model, const char option[], const PartProperty *x,
                                   const ElementKernel *kernel, const ElementProp *p)
{
  PetscFunctionBeginUser;
  PetscCheck(!x->constant || !kernel->varying, model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: '%s' is the place along the member here, and a constant of -let has the same "
             "name; rename the constant",
             option, x->text, x->constant);
  if (!x->is_formula) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(kernel->varying && element_property_varies(kernel, p), model->comm,
             PETSC_ERR_USER_INPUT,
             "%s %s: it needs a number; formulas of the place are for sections of beams with two "
             "nodes, and for most numbers of bars, trusses, cables, membranes and shells",
             option, x->text);
  PetscCheck(shape_dimension(kernel->shape) != 2 ||
               !formula_has_place(x->text, PLACE_S, PLACE_VARIABLES),
             model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: a surface has no arc length s and no fraction; use formulas of x, y, z",
             option, x->text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode VaryingAddProperty(Model model, const PartOptions *part, const ElementKernel *kernel,
                                  int i, int entry, Varying *varying, PetscBool *set)
{
  const ElementProp  *p = &kernel->type->props[i];
  const PartProperty *x = &part->property[i];
  char                option[256];

  PetscFunctionBeginUser;
  *set = PETSC_FALSE;
  if (element_property_varies(kernel, p))
    PetscCall(AddColumns(model, part, i, entry, *varying, set));
  if (*set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_%s", part->name, p->name));
  PetscCall(CheckFormula(model, option, x, kernel, p));
  if (!x->is_formula) PetscFunctionReturn(PETSC_SUCCESS);
  *set = PETSC_TRUE;
  if (!*varying) PetscCall(PetscNew(varying));
  PetscCall(AddFormulas(model, option, x->text, p, entry, PetscMax(1, p->stiffens), *varying));
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
