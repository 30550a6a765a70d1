/* ties.c: creates the ties of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "ties.h"

/* Checks the nodes of the tie's lines. Input errors: a node belongs to no part; the master does not
   rotate, although it must. */
static PetscErrorCode CheckLines(Model model, const Tie *tie)
{
  const Geometry *g         = &model->mesh->g;
  const double    origin[3] = {0, 0, 0}, *x = origin;
  char            set[SET_NAME_SIZE];
  int             lacks[2] = {0, 0}, in;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(set, sizeof set, ADDED_SET_PREFIX "%s", tie->name));
  in = geometry_find_set(g, set);
  for (int c = 0; c < g->ncells; c++)
    for (int k = 0; k < 2 && geometry_cell_in_set(g, c, in) && !lacks[0] && !lacks[1]; k++) {
      const int node = g->conn[g->offset[c] + k], has = model->layout.components[node];

      lacks[0] = !has;
      lacks[1] = has && tie->kind->turns_master && !k && !(has & ROTATIONS);
      if (lacks[0] || lacks[1]) x = g->x[node];
    }
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)lacks[0],
    "tie '%s': the node at (%.6g, %.6g, %.6g) belongs to no part; make it a body, whose mass may "
    "be 0 (-part_<name>_element body), or take it out of the set",
    tie->name, x[0], x[1], x[2]));
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)lacks[1],
    "tie '%s': its master at (%.6g, %.6g, %.6g) does not rotate; give a node of a beam or body by "
    "-tie_%s_master",
    tie->name, x[0], x[1], x[2], tie->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TiesCreate(Model model, const TiesOptions *ties)
{
  PetscFunctionBeginUser;
  if (!ties->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&model->ties));
  PetscCall(PetscCalloc1(ties->n, &model->ties->tie));
  model->ties->eliminate = ties->eliminate;
  for (PetscInt i = 0; i < ties->n; i++) {
    const TieOptions *x   = &ties->tie[i];
    Tie              *tie = &model->ties->tie[model->ties->n++];

    PetscCall(PetscStrallocpy(x->name, &tie->name));
    PetscCall(JointsCheckName(model, "tie", tie->name));
    tie->kind = x->kind;
    if (tie->kind->add_lines) PetscCall(CheckLines(model, tie));
    PetscCall(tie->kind->create(model, x, tie));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt TiesCountCouplings(Model model)
{
  PetscInt n = 0;

  for (PetscInt i = 0; model->ties && i < model->ties->n; i++) n += model->ties->tie[i].ncouplings;
  return n;
}

PetscErrorCode TiesAddCouplings(Model model)
{
  Couplings all = model->couplings;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; model->ties && i < model->ties->n; i++) {
    Tie *tie = &model->ties->tie[i];

    tie->first_coupling = all->n;
    for (PetscInt k = 0; k < tie->ncouplings; k++) {
      const Coupling *c = &tie->coupling[k];

      for (PetscInt m = 0; m < c->nmembers; m++)
        all->nshares += model->joint[c->member[m].joint].ncells;
      all->coupling[all->n++] = *c;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool TiesMayBeEliminated(Model model)
{
  return (PetscBool)(model->ties && model->ties->eliminate);
}

PetscInt TieCountRows(Model model, const Tie *tie)
{
  PetscInt n = 0;

  for (PetscInt k = 0; k < tie->njoints; k++)
    n += model->joint[tie->first + k].nrows * model->joint[tie->first + k].ncells_all;
  for (PetscInt k = 0; k < tie->ncouplings; k++) n += tie->coupling[k].ncells_all;
  return n;
}

PetscErrorCode TiesDestroy(Model model)
{
  PetscFunctionBeginUser;
  if (!model->ties) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < model->ties->n; i++) PetscCall(PetscFree(model->ties->tie[i].name));
  PetscCall(PetscFree(model->ties->tie));
  PetscCall(PetscFree(model->ties));
  PetscFunctionReturn(PETSC_SUCCESS);
}
