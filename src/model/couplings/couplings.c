/* couplings.c: creates couplings of joints' coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "couplings.h"
#include "model/ties/ties.h"
#include "base/error.h"

/* Finds the joint called name. The input error lists all joints. */
static PetscErrorCode FindJoint(Model model, const char option[], const char name[],
                                PetscInt *joint)
{
  char list[512] = "";

  PetscFunctionBeginUser;
  for (*joint = 0; *joint < model->njoints; ++*joint) {
    if (!strcmp(model->joint[*joint].name, name)) PetscFunctionReturn(PETSC_SUCCESS);
    if (*joint) PetscCall(PetscStrlcat(list, ", ", sizeof list));
    PetscCall(PetscStrlcat(list, model->joint[*joint].name, sizeof list));
  }
  SETERRQ(model->comm, PETSC_ERR_USER_INPUT, "%s: there is no joint '%s'; -joints has %s", option,
          name, *list ? list : "none");
}

/* Sets the members of a coupling, without formulas. */
static PetscErrorCode CreateMembers(Model model, const CouplingOptions *x, Coupling *c)
{
  char      option[256];
  PetscBool moves = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-coupling_%s_of", x->name));
  for (; c->nmembers < x->nmembers; c->nmembers++) {
    const CouplingMemberOptions *given = &x->member[c->nmembers];
    CouplingMember              *m     = &c->member[c->nmembers];

    PetscCall(FindJoint(model, option, given->joint, &m->joint));
    PetscCheck(model->joint[m->joint].type->free[given->kind], model->comm, PETSC_ERR_USER_INPUT,
               "%s: a %s joint has no %s that is free", option, model->joint[m->joint].type->name,
               joint_coordinate_names[given->kind]);
    m->kind   = given->kind;
    m->factor = given->factor;
  }
  c->ncells_all = model->joint[c->member[0].joint].ncells_all;
  for (PetscInt m = 0; m < c->nmembers; m++) {
    const Joint *j = &model->joint[c->member[m].joint], *first = &model->joint[c->member[0].joint];

    if (!j->driver[c->member[m].kind]) moves = PETSC_TRUE;
    PetscCheck(j->ncells_all == c->ncells_all, model->comm, PETSC_ERR_USER_INPUT,
               "%s: joint '%s' has %" PetscInt_FMT " cells, joint '%s' %" PetscInt_FMT
               "; they must have equal numbers of cells",
               option, first->name, c->ncells_all, j->name, j->ncells_all);
    for (PetscInt k = 0; k < m; k++)
      PetscCheck(c->member[k].joint != c->member[m].joint || c->member[k].kind != c->member[m].kind,
                 model->comm, PETSC_ERR_USER_INPUT, "%s: the %s of joint '%s' is given twice",
                 option, joint_coordinate_names[c->member[m].kind], j->name);
  }
  PetscCheck(moves, model->comm, PETSC_ERR_USER_INPUT,
             "coupling '%s': all its coordinates have drivers; leave one of them to the coupling",
             c->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks that a formula has no table with corners, at which velocities would jump. */
static PetscErrorCode CheckSmooth(Model model, const char option[], const char text[])
{
  size_t      length;
  const char *name;

  PetscFunctionBeginUser;
  while ((name = symbol_next(&text, &length))) {
    const Symbol *symbol = symbol_find(model->symbols, name, length);

    PetscCheck(!symbol || !symbol->interpolant || symbol->interpolant->kind == INTERPOLATE_CUBIC,
               model->comm, PETSC_ERR_USER_INPUT,
               "%s: %s has corners, where velocities would jump; give %s_kind cubic", option,
               symbol->name, symbol->text);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* size is that of the model [m]. */
static PetscErrorCode CreateCoupling(Model model, const CouplingOptions *x, PetscReal size,
                                     Coupling *c)
{
  /* Length of a coordinate over which an infinite curvature of a formula is averaged: [rad], or
     relative to the size of the model, or to 1 m if all of it is at one place. It is far below the
     motion of a mechanism. tests/relations/guards_model.py has a cam whose curvature is infinite
     where it starts. */
  const PetscReal          averaging  = 1e-3;
  static const char *const variable[] = {"u"};
  char                     option[256];

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(x->name, &c->name));
  PetscCall(JointsCheckName(model, "coupling", c->name));
  c->type         = coupling_kinds[x->kind];
  c->offset       = x->offset;
  c->from_initial = (PetscBool)(x->kind != COUPLING_RELATION && !x->has_offset);
  PetscCall(CreateMembers(model, x, c));
  if (!x->formula) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-coupling_%s_formula", x->name));
  PetscCall(
    ExpressionCreate(model->symbols, option, x->formula, 1, variable, &c->member[0].formula));
  c->member[0].spacing = averaging * (joint_is_angle(c->member[0].kind) || size == 0 ? 1 : size);
  PetscCall(CheckSmooth(model, option, x->formula));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsCreate(Model model, const CouplingsOptions *options)
{
  const PetscInt n = options->n;
  PetscReal      size;

  PetscFunctionBeginUser;
  PetscCall(ModelSize(model, &size));
  if (!n && !TiesCountCouplings(model)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&model->couplings));
  PetscCall(PetscCalloc1((size_t)(n + TiesCountCouplings(model)), &model->couplings->coupling));
  for (PetscInt i = 0; i < n; i++) {
    Coupling *c = &model->couplings->coupling[model->couplings->n++];

    PetscCall(CreateCoupling(model, &options->coupling[i], size, c));
    for (PetscInt m = 0; m < c->nmembers; m++)
      model->couplings->nshares += model->joint[c->member[m].joint].ncells;
  }
  PetscCall(TiesAddCouplings(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsDestroy(Model model)
{
  Couplings c = model->couplings;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < c->n; i++) {
    PetscCall(PetscFree(c->coupling[i].name));
    PetscCall(PetscFree(c->coupling[i].dof));
    PetscCall(PetscFree(c->coupling[i].sum_of_cell));
    PetscCall(PetscFree(c->coupling[i].sum_cell));
    PetscCall(ExpressionDestroy(&c->coupling[i].member[0].formula));
  }
  PetscCall(PetscFree(c->coupling));
  PetscCall(PetscFree2(c->share, c->dofs));
  PetscCall(PetscSFDestroy(&c->multipliers));
  PetscCall(PetscFree(model->couplings));
  PetscFunctionReturn(PETSC_SUCCESS);
}
