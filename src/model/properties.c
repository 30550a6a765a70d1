/* properties.c: sets the properties of a part that the table of its kernel lists. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/model.h"
#include "model/profile.h"

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

PetscErrorCode PropertiesSet(Model model, const PartOptions *part, const ElementKernel *kernel,
                             double given[], Varying *varying)
{
  const ElementProp *const props = kernel->type->props;
  int                      first = 0; /* of the entries of a property */

  PetscFunctionBeginUser;
  PetscCall(VaryingStations(model, part, kernel, varying));
  for (int i = 0; props[i].name; i++) {
    const ElementProp  *p = &props[i];
    const PartProperty *x = &part->property[i];
    PetscBool           varies;

    /* PartFieldCreate and UnstrainedCreate use them */
    if (p->kind == PROP_FIELD || p->kind == PROP_UNSTRAINED) continue;
    PetscCall(VaryingAddProperty(model, part, kernel, i, first, varying, &varies));
    for (int k = first; k < first + property_entries(p); k++)
      /* profiles and prepare take a value that varies for one that is given */
      given[k] = varies ? 1 : part->value[k];
    if (x->of && p->kind == PROP_EDGE)
      PetscCall(SetEdge(model, part->name, x->of, kernel, &given[first]));
    else if (x->of) PetscCall(SetImpedance(model, part->name, x->of, kernel, p, &given[first]));
    PetscCheck(varies || x->given || x->of || !p->required, model->comm, PETSC_ERR_USER_INPUT,
               "part '%s' has no %s: give -part_%s_%s, %s", part->name, p->name, part->name,
               p->name, p->help);
    first += property_entries(p);
  }
  if (*varying && (*varying)->stations)
    PetscCall(StationsCheckColumns((*varying)->stations, props, kernel->uniform));
  if (part->profile)
    PetscCall(ProfileSet(model->comm, part->name, part->profile, part->profile_unit, props, given));
  PetscFunctionReturn(PETSC_SUCCESS);
}
