/* part_actions.c: checks that springs, dampers and absorbers act on components that nodes have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "part_checks.h"
#include "base/error.h"
#include "math/vector.h"
#include "model/component_list.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

/* Actions - The elements of a part that act on some component. */
typedef struct {
  PetscInt n[2];          /* number of elements, and of those whose nodes lack the component */
  int      node, acts_on; /* of one that lacks it: its first node, and bits of the components */
} Actions;

static PetscBool turns(const Block *b)
{
  return (PetscBool)!strcmp(b->kernel->name, "rotational_spring");
}

/* Returns whether the elements of a block have forces along one direction. */
static PetscBool has_action(const Block *b)
{
  const char *const names[] = {"spring", "damper", "absorber"};

  for (int k = 0; k < 3; k++)
    if (!strcmp(b->kernel->name, names[k])) return PETSC_TRUE;
  return turns(b);
}

/* Returns bits of the rotations on which a rotational spring acts: those along its direction, or
   all. Its properties are stiffness, damping and direction. */
static int rotations_of(const Block *b, const ElementReference *ref)
{
  const double *given = b->prop + 2;
  double        n[3]  = {given[0], given[1], given[2]};
  int           bits  = 0;

  if (!(b->prop[0] > 0 || b->prop[1] > 0)) return 0;
  if (ref->turn) mat_vec(ref->turn, given, n);
  for (int c = 0; c < 3; c++) bits |= (n[c] != 0) << c;
  return bits ? bits << 3 : ROTATIONS;
}

static int acts_on_components(const Block *b, const ElementReference *ref)
{
  return turns(b) ? rotations_of(b, ref) : b->kernel->type->directions(ref);
}

static void count_actions(const Model model, const ElementIterator *it, Actions *a)
{
  const Geometry        *g = &model->mesh->g;
  const Block           *b = it->block;
  double                 x[ELEMENT_MAX_NODES][3];
  const ElementReference ref  = {.kernel = b->kernel,
                                 .x      = (const double(*)[3])x,
                                 .prop   = b->prop,
                                 .turn   = BlockTurn(b, it->element)};
  const int              cell = (int)b->cells[it->element];
  int                    have = 0, acts_on;

  geometry_cell_coordinates(g, cell, x);
  acts_on = acts_on_components(b, &ref);
  for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
    have |= model->layout.components[g->conn[i]];
  a->n[0] += acts_on != 0;
  if (!acts_on || acts_on & have) return;
  if (!a->n[1]++) a->node = it->node[0], a->acts_on = acts_on;
}

/* Reports the elements without effect of a part; n[2] is that of all ranks. */
static PetscErrorCode ReportActions(Model model, const Block *b, const Actions *a,
                                    const PetscInt n[2])
{
  const double   *x    = a->n[1] ? model->mesh->g.x[a->node] : (const double[3]){0};
  const PetscBool here = (PetscBool)(a->n[1] > 0);
  char            names[128], remedy[256];

  PetscFunctionBeginUser;
  PetscCall(ComponentsName(a->acts_on, sizeof names, names));
  PetscCall(
    PetscSNPrintf(remedy, sizeof remedy, "give another -part_%s_direction%s", b->part,
                  a->acts_on & DISPLACEMENTS ? ", or nodes more components by -directions" : ""));
  if (n[1] == n[0])
    PetscCall(CheckAllRanks(model->comm, here,
                            "part '%s': its elements (%s) have no effect: they act on %s, which "
                            "their nodes do not have, the first at (%.6g, %.6g, %.6g); %s",
                            b->part, b->kernel->name, names, x[0], x[1], x[2], remedy));
  else
    PetscCall(WarnAllRanks(model->comm, here,
                           "part '%s': %" PetscInt_FMT " of its %" PetscInt_FMT
                           " elements (%s) have no effect, the first at (%.6g, %.6g, %.6g): they "
                           "act on %s, which their nodes do not have; %s",
                           b->part, n[1], n[0], b->kernel->name, x[0], x[1], x[2], names, remedy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartActionsCheck(Model model)
{
  PetscBool any = PETSC_FALSE;
  Actions  *a;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (has_action(&model->block[k])) any = PETSC_TRUE;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(model->nparts, &a));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (has_action(it.block)) count_actions(model, &it, &a[it.block_index]);
  for (PetscInt k = 0; k < model->nparts; k++) {
    PetscInt n[2];

    PetscCallMPI(MPIU_Allreduce(a[k].n, n, 2, MPIU_INT, MPI_SUM, model->comm));
    if (n[1]) PetscCall(ReportActions(model, &model->block[k], &a[k], n));
  }
  PetscCall(PetscFree(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
