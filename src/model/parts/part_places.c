/* part_places.c: finds where the cells of a part are along their members. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "members/member_places.h"
#include "model/fields/cell_field.h"
#include "model/fields/varying.h"
#include "model/model.h"
#include "model/parts/part_places.h"
#include "element/element.h"

PetscErrorCode PartFieldCreate(Model model, const PartOptions *part, Expression *field)
{
  const ElementProp *const props = part->kernel->type->props;
  char                     option[256];

  PetscFunctionBeginUser;
  *field = NULL;
  for (int i = 0; props[i].name; i++) {
    if (props[i].kind != PROP_FIELD || !part->property[i].given) continue;
    PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_%s", part->name, props[i].name));
    PetscCall(ExpressionCreate(model->symbols, option, part->property[i].text, PLACE_VARIABLES,
                               place_variables, field));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckStationsLength(Model model, PetscInt set, Varying varying,
                                          const MemberPlace places[])
{
  const Geometry *g       = &model->mesh->g;
  double          longest = 0;

  PetscFunctionBeginUser;
  if (!varying || !varying->stations) PetscFunctionReturn(PETSC_SUCCESS);
  for (int c = 0; c < g->ncells; c++)
    if (shape_dimension((Shape)g->shape[c]) == 1 && geometry_cell_in_set(g, c, (int)set))
      longest = PetscMax(longest, places[c].length);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_DOUBLE, MPI_MAX, model->comm));
  PetscCall(StationsCheckLength(varying->stations, longest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartPlacesFind(Model model, const PartOptions *part, PetscInt set, Varying varying,
                              Expression field, MemberPlace **places)
{
  const PetscBool   needed = (PetscBool)(VaryingNeedsMembers(varying) ||
                                       (field && (ExpressionDependsOn(field, PLACE_S) ||
                                                  ExpressionDependsOn(field, PLACE_FRACTION))));
  const MemberOwner owner  = {"part", part->name, part->has_start ? part->start : NULL, 0};

  PetscFunctionBeginUser;
  *places = NULL;
  if (!needed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(model->mesh->g.ncells, places));
  PetscCall(MeshMemberPlaces(model->mesh, &owner, set, *places));
  PetscCall(CheckStationsLength(model, set, varying, *places));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockTakePlaces(Block *b, MemberPlace **places)
{
  PetscFunctionBeginUser;
  if (!*places) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(b->ncells, &b->along));
  for (PetscInt e = 0; e < b->ncells; e++) b->along[e] = (*places)[b->cells[e]];
  PetscCall(PetscFree(*places));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool BlockField(const Block *b, PetscInt element, const double x[][3], double field[])
{
  const MemberPlace *along = b->along ? &b->along[element] : NULL;
  const double       r[]   = {-1, 1, 0};

  if (!b->field && !(b->varying && b->varying->twist)) return PETSC_FALSE;
  if (shape_dimension(b->kernel->shape) == 2 &&
      CellFieldAtNodes(b->field, 0, b->kernel->shape, x, field))
    return PETSC_TRUE;
  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    double place[PLACE_VARIABLES] = {x[i][0], x[i][1], x[i][2]};

    if (!b->field) {
      field[i] = VaryingTwist(b->varying, along, r[i]);
      continue;
    }
    if (along) place[PLACE_S] = (1 - r[i]) / 2 * along->s[0] + (1 + r[i]) / 2 * along->s[1];
    if (along) place[PLACE_FRACTION] = place[PLACE_S] / along->length;
    field[i] = ExpressionValue(b->field, place);
  }
  return PETSC_TRUE;
}
