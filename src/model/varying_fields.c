/* varying_options.c: reads properties of parts that are formulas of the place or columns of
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
  PetscCheck(shape_dimension(kernel->shape) != 2 || !contains(text, PLACE_S, PLACE_VARIABLES),
             model->comm, PETSC_ERR_USER_INPUT,
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
