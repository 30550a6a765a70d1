/* coupling_start.c: finds the coordinates of couplings in the initial configuration. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "couplings.h"
#include "base/error.h"
#include "math/rotation.h"

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
