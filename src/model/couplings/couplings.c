/* couplings.c: creates couplings of joints' coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "couplings.h"
#include "model/ties/ties.h"
#include "model/initial/initial.h"
#include "base/error.h"
#include "math/rotation.h"

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

/* ---- the initial configuration --------------------------------------------------------------- */

/* Finds the coordinates of couplings in the initial configuration. */

/* Returns the initial state of a node from u, the array of a local vector. */
static NodeState initial_node(Model model, PetscInt node, const PetscScalar u[])
{
  NodeState s        = node_at_rest(model->mesh->g.x[node]);
  double    theta[3] = {0, 0, 0};

  for (int c = 0; c < COMPONENTS; c++) {
    const PetscInt dof = model->layout.dof[COMPONENTS * node + c];

    if (dof < 0) continue;
    if (c < 3) s.x[c] += u[dof];
    else theta[c - 3] = u[dof];
  }
  rotation_exp(theta, s.q);
  rotation_matrix(s.q, s.R);
  for (int c = 0; c < 3; c++) s.turn[c] = theta[c];
  return s;
}

/* Computes the coordinate x of a share in the state of u, or in the reference configuration if u is
   NULL, and its gradient[JOINT_DOFS]. */
static double share_coordinate(Model model, PetscInt n, const PetscScalar *u, double gradient[])
{
  const CouplingShare  *share = &model->couplings->share[n];
  const CouplingMember *m     = &model->couplings->coupling[share->coupling].member[share->member];
  const Joint          *j     = &model->joint[m->joint];
  const JointCopy      *at    = JointAxesAt(j, share->e);
  JointState            s     = {.length = j->length[share->e]};
  NodeState             state[2];
  PetscInt              node[2];

  JointNodes(model, j, share->e, node);
  for (int k = 0; k < 2; k++) {
    s.offset[k] = j->offset[share->e][k];
    if (node[k] < 0) continue;
    state[k]  = u ? initial_node(model, node[k], u) : node_at_rest(model->mesh->g.x[node[k]]);
    s.node[k] = &state[k];
    if (model->linearize) s.origin[k] = model->mesh->g.x[node[k]];
  }
  return joint_coordinate(j->type, m->kind, (const double(*)[3])at->frame,
                          (const double(*)[3])at->other, &s, gradient, NULL);
}

/* Sets share->start. Returns NULL, or a static text that names what is wrong. */
static const char *initialize_share(Model model, PetscInt n, const PetscScalar u[], double *x)
{
  const Couplings c        = model->couplings;
  CouplingShare  *share    = &c->share[n];
  const Coupling *coupling = &c->coupling[share->coupling];
  double          gradient[JOINT_DOFS], f[3];
  PetscBool       moves = PETSC_FALSE;

  *x = share_coordinate(model, n, u, gradient);
  for (int d = 0; d < JOINT_DOFS; d++)
    if (c->dofs[SHARE_DOFS * (size_t)n + (size_t)d] >= 0 && gradient[d] != 0) moves = PETSC_TRUE;
  if (!moves && !coupling->of_tie)
    return "has nodes without dofs that change this coordinate; check the axis and -directions";
  share->start = coupling->of_tie         ? share_coordinate(model, n, NULL, gradient)
                 : coupling->from_initial ? *x
                                          : 0;
  CouplingShareValue(c, n, *x, f);
  if (!isfinite(f[0]) || !isfinite(f[1]) || !isfinite(f[2]))
    return "is at a coordinate where the formula has no finite value";
  return NULL;
}

PetscErrorCode CouplingsInitialize(Model model)
{
  const Couplings    c     = model->couplings;
  const char        *wrong = NULL, *noun = "coupling";
  const PetscScalar *u;
  char               place[160] = "", name[160] = "";
  double             x = 0;
  PetscInt           turned;
  Vec                q, v, local;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DMCreateGlobalVector(model->mesh->dm, &q));
  PetscCall(VecDuplicate(q, &v));
  PetscCall(DMCreateLocalVector(model->mesh->dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(ModelInitialState(model, q, v, &turned));
  PetscCall(ModelGlobalToLocal(model, q, local));
  PetscCall(VecGetArrayRead(local, &u));
  for (PetscInt n = 0; n < c->nshares && !wrong; n++) {
    const Coupling *coupling = &c->coupling[c->share[n].coupling];

    wrong = initialize_share(model, n, u, &x);
    if (!wrong) continue;
    JointDescribePlace(model, &model->joint[coupling->member[c->share[n].member].joint],
                       c->share[n].e, place, sizeof place);
    PetscCall(PetscStrncpy(name, coupling->name, sizeof name));
    if (coupling->of_tie) noun = "tie";
  }
  PetscCall(VecRestoreArrayRead(local, &u));
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(wrong != NULL), "%s '%s': %s %s (%.6g)", noun,
                          name, place, wrong, x));
  PetscCall(VecDestroy(&local));
  PetscCall(VecDestroy(&v));
  PetscCall(VecDestroy(&q));
  PetscFunctionReturn(PETSC_SUCCESS);
}
