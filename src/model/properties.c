/* properties.c: reads the properties of a part that the table of its kernel lists. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/model.h"
#include "model/profile.h"

/* Reads a property of the kind PROP_IMPEDANCE. It is a number, or the name of a part that comes
   before and whose cells are bounded by cells of the kernel's shape. */
static PetscErrorCode ImpedanceFromOptions(FsOptions o, Model model, const char part[],
                                           const ElementKernel *kernel, const char option[],
                                           double *value, PetscBool *set)
{
  const char  *of_option = FsOptionName(o, "-part_%s_of", part), *name = NULL;
  const Block *b = NULL;
  PetscBool    named;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, option, value, set));
  PetscCall(FsOptionsText(o, of_option, &name, &named));
  PetscCheck(*set != named, model->comm, PETSC_ERR_USER_INPUT,
             "part '%s' needs one of %s, a number, and %s, the name of the part that it bounds",
             part, option, of_option);
  for (PetscInt k = 0; k < model->nblocks && named && !b; k++)
    if (!strcmp(model->block[k].part, name)) b = &model->block[k];
  PetscCheck(b || !named, model->comm, PETSC_ERR_USER_INPUT,
             "%s %s: no part of that name comes before '%s' in -parts", of_option, name, part);
  if (b) {
    const Shape bounds = b->kernel->shape;

    PetscCheck(!b->varying, model->comm, PETSC_ERR_USER_INPUT,
               "%s %s: properties of that part are formulas of the place, and so is its impedance: "
               "give %s",
               of_option, name, option);
    PetscCheck(shape_dimension(bounds) == shape_dimension(kernel->shape) + 1, model->comm,
               PETSC_ERR_USER_INPUT,
               "%s %s: a %s does not bound a %s; points bound lines, lines bound surfaces",
               of_option, name, shape_name(kernel->shape), shape_name(bounds));
    *value = b->kernel->type->scale ? b->kernel->type->scale(b->prop).impedance : 0;
    PetscCheck(*value > 0, model->comm, PETSC_ERR_USER_INPUT,
               "%s %s: the %ss of that part have no impedance of their own (no mass, or waves of "
               "several kinds): give %s",
               of_option, name, b->kernel->name, option);
    *set = PETSC_TRUE;
  }
  PetscCheck(*value >= 0, model->comm, PETSC_ERR_USER_INPUT, "%s %.6g: must not be negative",
             option, *value);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PropertiesFromOptions(FsOptions o, Model model, const char part[],
                                     const ElementKernel *kernel, double given[], Varying *varying)
{
  double *const first = given;

  PetscFunctionBeginUser;
  *varying = NULL;
  PetscCall(VaryingStations(o, model, part, kernel, varying));
  for (const ElementProp *p = kernel->type->props; p->name; p++) {
    const char    *option = FsOptionName(o, "-part_%s_%s", part, p->name);
    const PetscInt count  = property_entries(p);
    PetscInt       most = count, choice = 0;
    PetscBool      set;

    /* PartFieldFromOptions and UnstrainedFromOptions read them */
    if (p->kind == PROP_FIELD || p->kind == PROP_UNSTRAINED) continue;
    for (PetscInt i = 0; i < count; i++) given[i] = p->value;
    PetscCall(VaryingFromOptions(o, model, part, kernel, p, (int)(given - first), varying, &set));
    if (set) { /* a value that profiles and prepare take for one that is given */
      for (PetscInt i = 0; i < count; i++) given[i] = 1;
      given += count;
      continue;
    }
    switch (p->kind) {
    case PROP_POSITIVE:
      PetscCall(FsOptionsPositive(o, option, given, &set));
      break;
    case PROP_NONNEGATIVE:
      PetscCall(FsOptionsReal(o, option, given, &set));
      PetscCheck(!set || *given >= 0, model->comm, PETSC_ERR_USER_INPUT,
                 "%s %.6g: must not be negative", option, *given);
      break;
    case PROP_IMPEDANCE:
      PetscCall(ImpedanceFromOptions(o, model, part, kernel, option, given, &set));
      break;
    case PROP_CHOICE:
      PetscCall(FsOptionsChoice(o, option, p->words, &choice, &set));
      if (set) *given = (double)choice;
      break;
    default:
      PetscCall(FsOptionsReals(o, option, p->kind == PROP_LIST ? 1 : count, &most, given, &set));
    }
    PetscCheck(set || !p->required, model->comm, PETSC_ERR_USER_INPUT,
               "part '%s' has no %s: give %s, %s", part, p->name, option, p->help);
    given += count;
  }
  if (*varying && (*varying)->stations)
    PetscCall(StationsCheckColumns((*varying)->stations, kernel->type->props, kernel->uniform));
  if (!strcmp(kernel->type->props[0].name, "section"))
    PetscCall(ProfileFromOptions(o, model->comm, part, kernel->type->props, first));
  PetscFunctionReturn(PETSC_SUCCESS);
}
