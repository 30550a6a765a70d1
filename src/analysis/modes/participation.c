/* participation.c: computes participation factors, effective masses and energy shares of modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mode_table.h"
#include "math/vector.h"

/* Returns the row of a component in this rank's part of a global vector, or -1 if it is fixed. */
static PetscInt local_row(const Layout *l, int node, int c)
{
  const PetscInt dof = l->dof[COMPONENTS * node + c];

  return dof < 0 || l->global[dof] < 0 ? -1 : l->global[dof] - l->first;
}

/* Fills r with a rigid motion of the free dofs; rotations are in body axes. */
static PetscErrorCode FillMotion(const Participation *p, int motion, Vec r)
{
  const Model        model = AssemblyModel(p->ev.assembly);
  const double       e[3]  = {motion % 3 == 0, motion % 3 == 1, motion % 3 == 2};
  const PetscScalar *q;
  PetscScalar       *x;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(r));
  PetscCall(VecGetArrayRead(p->ev.s->q, &q));
  PetscCall(VecGetArray(r, &x));
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    NodeState node;
    double    arm[3], value[COMPONENTS] = {e[0], e[1], e[2], 0, 0, 0};

    if (!model->mesh->owned[i]) continue;
    ConfigurationOwnedNodeState(AssemblyConfiguration(p->ev.assembly), i, p->ev.motions, q, NULL,
                                NULL, &node);
    if (motion >= 3) {
      for (int c = 0; c < 3; c++) arm[c] = node.x[c] - p->point[c];
      cross(e, arm, value);
      mat_t_vec(node.R, e, value + 3);
    }
    for (int c = 0; c < COMPONENTS; c++)
      if (local_row(&model->layout, i, c) >= 0) x[local_row(&model->layout, i, c)] = value[c];
  }
  PetscCall(VecRestoreArray(r, &x));
  PetscCall(VecRestoreArrayRead(p->ev.s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes p->part. A dof belongs to the parts of the cells at its node, with equal weights. */
static PetscErrorCode FindParts(Participation *p)
{
  const Model  model = AssemblyModel(p->ev.assembly);
  PetscScalar *x;
  Vec          local, sum;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(p->Mx, &sum));
  PetscCall(VecZeroEntries(sum));
  PetscCall(PetscMalloc1(model->nparts, &p->part));
  PetscCall(DMGetLocalVector(model->mesh->dm, &local));
  for (PetscInt b = 0; b < model->nparts; b++) {
    const Block *block = &model->block[b];

    PetscCall(VecZeroEntries(local));
    PetscCall(VecGetArray(local, &x));
    for (PetscInt k = 0; k < block->ncells * block->nd; k++)
      if (block->dofs[k] >= 0) x[block->dofs[k]] = 1;
    PetscCall(VecRestoreArray(local, &x));
    PetscCall(VecDuplicate(sum, &p->part[b]));
    PetscCall(VecZeroEntries(p->part[b]));
    PetscCall(DMLocalToGlobal(model->mesh->dm, local, ADD_VALUES, p->part[b]));
    PetscCall(VecGetLocalSize(sum, &n));
    PetscCall(VecGetArray(p->part[b], &x));
    for (PetscInt i = 0; i < n; i++) x[i] = x[i] > 0; /* the number of cells does not matter */
    PetscCall(VecRestoreArray(p->part[b], &x));
    PetscCall(VecAXPY(sum, 1, p->part[b]));
  }
  PetscCall(DMRestoreLocalVector(model->mesh->dm, &local));
  for (PetscInt b = 0; b < model->nparts; b++)
    PetscCall(VecPointwiseDivide(p->part[b], p->part[b], sum));
  PetscCall(VecDestroy(&sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipationCreate(const Evaluation *ev, const PetscReal point[3], Mat M,
                                   Participation *p)
{
  PetscFunctionBeginUser;
  *p = (Participation){.ev = *ev};
  for (int c = 0; c < 3; c++) p->point[c] = point[c];
  PetscCall(MatCreateVecs(M, &p->Mx, NULL));
  PetscCall(VecDuplicate(p->Mx, &p->product));
  for (int k = 0; k < COMPONENTS; k++) {
    PetscCall(VecDuplicate(p->Mx, &p->rigid[k]));
    PetscCall(FillMotion(p, k, p->product));
    PetscCall(MatMult(M, p->product, p->rigid[k]));
    PetscCall(VecDot(p->product, p->rigid[k], &p->inertia[k]));
  }
  PetscCall(FindParts(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipationDestroy(Participation *p)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < COMPONENTS; k++) PetscCall(VecDestroy(&p->rigid[k]));
  for (PetscInt b = 0; b < AssemblyModel(p->ev.assembly)->nparts; b++)
    PetscCall(VecDestroy(&p->part[b]));
  PetscCall(PetscFree(p->part));
  PetscCall(VecDestroy(&p->Mx));
  PetscCall(VecDestroy(&p->product));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds this rank's contributions: share[c] is twice the kinetic energy at unit frequency in the
   global component c, and *largest is the largest displacement. */
static PetscErrorCode ShareComponents(Participation *p, Vec x, PetscReal share[COMPONENTS],
                                      PetscReal *largest)
{
  const Model        model = AssemblyModel(p->ev.assembly);
  const PetscScalar *q, *motion, *momentum;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(p->ev.s->q, &q));
  PetscCall(VecGetArrayRead(x, &motion));
  PetscCall(VecGetArrayRead(p->Mx, &momentum));
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    double    values[2][COMPONENTS] = {{0}}, turned[3];
    NodeState node;

    if (!model->mesh->owned[i]) continue;
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt row = local_row(&model->layout, i, c);

      if (row < 0) continue;
      values[0][c] = motion[row];
      values[1][c] = momentum[row];
    }
    ConfigurationOwnedNodeState(AssemblyConfiguration(p->ev.assembly), i, p->ev.motions, q, NULL,
                                NULL, &node);
    for (int k = 0; k < 2; k++) {
      mat_vec(node.R, values[k] + 3, turned);
      for (int c = 0; c < 3; c++) values[k][3 + c] = turned[c];
    }
    for (int c = 0; c < COMPONENTS; c++) share[c] += values[0][c] * values[1][c];
    *largest = PetscMax(*largest, norm(values[0]));
  }
  PetscCall(VecRestoreArrayRead(p->Mx, &momentum));
  PetscCall(VecRestoreArrayRead(x, &motion));
  PetscCall(VecRestoreArrayRead(p->ev.s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipationCompute(Participation *p, Mat M, Vec x, ModeProperties *f)
{
  const Model model             = AssemblyModel(p->ev.assembly);
  PetscReal   share[COMPONENTS] = {0}, largest = 0, mass;

  PetscFunctionBeginUser;
  *f = (ModeProperties){.part = 0};
  for (int k = 0; k < COMPONENTS; k++) PetscCall(VecDot(p->rigid[k], x, &f->factor[k]));
  PetscCall(MatMult(M, x, p->Mx));
  PetscCall(VecDot(p->Mx, x, &mass));
  PetscCall(ShareComponents(p, x, share, &largest));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, share, COMPONENTS, MPIU_REAL, MPI_SUM, model->comm));
  PetscCallMPI(MPIU_Allreduce(&largest, &f->largest, 1, MPIU_REAL, MPI_MAX, model->comm));
  for (int c = 0; c < COMPONENTS; c++)
    if (share[c] > f->share_of_component * mass) {
      f->component          = c;
      f->share_of_component = share[c] / mass;
    }
  PetscCall(VecPointwiseMult(p->product, x, p->Mx));
  for (PetscInt b = 0; b < model->nparts; b++) {
    PetscReal of_part;

    PetscCall(VecDot(p->product, p->part[b], &of_part));
    if (of_part > f->share_of_part * mass) {
      f->part          = b;
      f->share_of_part = of_part / mass;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
