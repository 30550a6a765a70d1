/* properties.c: sets the properties of a part that the table of its kernel lists. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "model/model.h"
#include "model/parts/profile.h"
#include "model/parts/part_options.h"
#include "model/parts/block.h"
#include "model/fields/varying.h"
#include "element/element.h"

/* Finds a part that comes before and whose cells are bounded by cells of the kernel's shape. */
static PetscErrorCode FindNeighbour(Model model, const char part[], const char name[],
                                    const ElementKernel *kernel, const Block **neighbour)
{
  const Block *b = NULL;
  Shape        bounds;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks && !b; k++)
    if (!strcmp(model->block[k].part, name)) b = &model->block[k];
  PetscCheck(b, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_of %s: no part of that name comes before '%s' in -parts", part, name, part);
  bounds = b->kernel->shape;
  PetscCheck(shape_dimension(bounds) == shape_dimension(kernel->shape) + 1, model->comm,
             PETSC_ERR_USER_INPUT,
             "-part_%s_of %s: a %s does not bound a %s; points bound lines, lines bound surfaces",
             part, name, shape_name(kernel->shape), shape_name(bounds));
  *neighbour = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets a property of the kind PROP_IMPEDANCE to that of another part. */
static PetscErrorCode SetImpedance(Model model, const char part[], const char name[],
                                   const ElementKernel *kernel, const ElementProp *p, double *value)
{
  const Block *b;

  PetscFunctionBeginUser;
  PetscCall(FindNeighbour(model, part, name, kernel, &b));
  PetscCheck(!b->varying, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_of %s: properties of that part are formulas of the place, and so is its "
             "impedance: give -part_%s_%s",
             part, name, part, p->name);
  *value = b->kernel->type->scale ? b->kernel->type->scale(b->prop).impedance : 0;
  PetscCheck(*value > 0, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_of %s: the %ss of that part have no impedance of their own (no mass, or "
             "waves of several kinds): give -part_%s_%s",
             part, name, b->kernel->name, part, p->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets a property of the kind PROP_EDGE to the numbers of another part. */
static PetscErrorCode SetEdge(Model model, const char part[], const char name[],
                              const ElementKernel *kernel, double section[])
{
  const Block *b;
  const char  *wrong = "its elements bend no surface; parts of shells have such edges";

  PetscFunctionBeginUser;
  PetscCall(FindNeighbour(model, part, name, kernel, &b));
  PetscCheck(!b->varying, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_of %s: properties of that part are formulas of the place; split it, so that "
             "the part at the edge is uniform",
             part, name);
  if (b->kernel->type->edge) wrong = b->kernel->type->edge(b->prop, section);
  PetscCheck(!wrong, model->comm, PETSC_ERR_USER_INPUT,
             "-part_%s_of %s: a %s cannot bound that part: %s", part, name, kernel->name, wrong);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the user gives a mass by property p, whose values are value[]. */
static PetscBool gives_mass(const ElementProp *p, PetscBool given, const double value[])
{
  if (!given) return PETSC_FALSE;
  if (p->required == PROP_FOR_MASS) return PETSC_TRUE;
  for (int k = 0; p->mass_word && p->words[k]; k++)
    if (!strcmp(p->words[k], p->mass_word)) return (PetscBool)!isnan(value[k]);
  return PETSC_FALSE;
}

/* Remembers a part whose element can have a mass, if the user gives none. */
static PetscErrorCode RememberMissingMass(Model model, const PartOptions *part,
                                          const ElementProp props[])
{
  const char *separator = "give ";

  PetscFunctionBeginUser;
  if (model->without_mass[0]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(model->without_mass, sizeof model->without_mass,
                          "part '%s' has no mass: ", part->name));
  for (const ElementProp *p = props; p->name; p++) {
    char text[200];

    if (p->required != PROP_FOR_MASS) continue;
    PetscCall(PetscSNPrintf(text, sizeof text, "%s-part_%s_%s", separator, part->name, p->name));
    PetscCall(PetscStrlcat(model->without_mass, text, sizeof model->without_mass));
    separator = " or ";
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PropertiesSet(Model model, const PartOptions *part, const ElementKernel *kernel,
                             double given[], Varying *varying)
{
  const ElementProp *const props         = kernel->type->props;
  int                      first         = 0; /* of the entries of a property */
  PetscBool                can_have_mass = PETSC_FALSE, has_mass = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(VaryingStations(model, part, kernel, varying));
  for (int i = 0; props[i].name; i++) {
    const ElementProp  *p = &props[i];
    const PartProperty *x = &part->property[i];
    PetscBool           varies;

    /* PartFieldCreate and UnstrainedCreate use them */
    if (!property_entries(p)) continue;
    PetscCall(VaryingAddProperty(model, part, kernel, i, first, varying, &varies));
    for (int k = first; k < first + property_entries(p); k++)
      /* profiles and prepare take a value that varies for one that is given */
      given[k] = varies ? 1 : part->value[k];
    if (x->of && p->kind == PROP_EDGE)
      PetscCall(SetEdge(model, part->name, x->of, kernel, &given[first]));
    else if (x->of) PetscCall(SetImpedance(model, part->name, x->of, kernel, p, &given[first]));
    PetscCheck(varies || x->given || x->of || p->required != PROP_REQUIRED, model->comm,
               PETSC_ERR_USER_INPUT, "part '%s' has no %s: give -part_%s_%s, %s", part->name,
               p->name, part->name, p->name, p->help);
    if (p->required == PROP_FOR_MASS) can_have_mass = PETSC_TRUE;
    if (gives_mass(p, (PetscBool)(varies || x->given), &given[first])) has_mass = PETSC_TRUE;
    first += property_entries(p);
  }
  if (can_have_mass && !has_mass) PetscCall(RememberMissingMass(model, part, props));
  if (*varying && (*varying)->stations)
    PetscCall(StationsCheckColumns((*varying)->stations, props, kernel->uniform));
  if (part->profile)
    PetscCall(ProfileSet(model->comm, part->name, part->profile, part->profile_unit, props, given));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- loss factor ----------------------------------------------------------------------------- */

/* Evaluates loss factors of parts. */

PetscErrorCode LossFactorSet(Model model, const char text[], Block *b)
{
  const char *const f[]     = {"f"};
  const PetscReal   nowhere = 0;
  char              option[256];

  PetscFunctionBeginUser;
  if (!text) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_loss_factor", b->part));
  PetscCall(ExpressionCreate(model->symbols, option, text, 1, f, &b->loss_formula));
  b->loss = NAN;
  if (ExpressionDependsOn(b->loss_formula, 0)) PetscFunctionReturn(PETSC_SUCCESS);
  b->loss = ExpressionValue(b->loss_formula, &nowhere);
  PetscCall(ExpressionCheck(b->loss_formula, &nowhere, b->loss));
  PetscCall(ExpressionDestroy(&b->loss_formula));
  PetscCheck(b->loss >= 0, model->comm, PETSC_ERR_USER_INPUT, "%s %.6g: must not be negative",
             option, b->loss);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool LossFactorsVary(Model model)
{
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].loss_formula) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode LossFactorsSetFrequency(Model model, PetscReal hertz)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    Block *b = &model->block[k];

    if (!b->loss_formula) continue;
    PetscCall(ExpressionCheckTables(b->loss_formula, hertz));
    b->loss = ExpressionValue(b->loss_formula, &hertz);
    PetscCall(ExpressionCheck(b->loss_formula, &hertz, b->loss));
    PetscCheck(b->loss >= 0, model->comm, PETSC_ERR_USER_INPUT,
               "-part_%s_loss_factor is %.6g at %.6g Hz: it must not be negative", b->part, b->loss,
               (double)hertz);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LossFactorsCheckKnown(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    PetscCheck(!isnan(model->block[k].loss), model->comm, PETSC_ERR_USER_INPUT,
               "-part_%s_loss_factor depends on the frequency f, which only -analysis response "
               "knows; give a number for this analysis",
               model->block[k].part);
  PetscFunctionReturn(PETSC_SUCCESS);
}
