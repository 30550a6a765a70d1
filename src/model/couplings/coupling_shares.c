/* coupling_shares.c: numbers and exchanges the shares of cells in the rows of couplings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "couplings.h"

PetscInt CouplingsCountShares(Model model)
{
  return model->couplings ? model->couplings->nshares : 0;
}

void CouplingShareValue(Couplings c, PetscInt share, double x, double f[3])
{
  const CouplingShare  *s        = &c->share[share];
  const Coupling       *coupling = &c->coupling[s->coupling];
  const CouplingMember *m        = &coupling->member[s->member];

  if (m->formula) {
    f[0] = ExpressionValue(m->formula, &x);
    ExpressionDerivatives(m->formula, x, m->spacing, &f[1], &f[2]);
  } else f[0] = x - s->start, f[1] = 1, f[2] = 0;
  for (int k = 0; k < 3; k++) f[k] *= m->factor;
  if (coupling->sum ? !s->member && coupling->nsums && s->e == coupling->sum_cell[0]
                    : s->member == coupling->nmembers - 1)
    f[0] -= coupling->offset;
}

PetscErrorCode CouplingRowNumbers(Model model, const Coupling *c, PetscInt member,
                                  PetscInt number[])
{
  const Joint *j = &model->joint[c->member[member].joint];

  PetscFunctionBeginUser;
  if (c->sum_of_cell) PetscCall(PetscArraycpy(number, c->sum_of_cell, j->ncells));
  else if (c->sum) PetscCall(PetscArrayzero(number, j->ncells));
  else PetscCall(JointCellNumbers(model, j, number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows of shares -------------------------------------------------------------------------- */

/* Sets row[], the rows of a coupling's shares on this rank, member by member, as global indices.
   The cells of the first joint send their rows to the ranks that own the numbers of these cells.
   From there the rows go to the cells of all joints with the same numbers. */
static PetscErrorCode BroadcastRows(Model model, const Coupling *c, PetscInt row[])
{
  PetscLayout distribution;
  PetscInt   *row_of_number;

  PetscFunctionBeginUser;
  PetscCall(PetscLayoutCreateFromSizes(model->comm, PETSC_DECIDE, c->ncells_all, 1, &distribution));
  PetscCall(PetscMalloc1(distribution->n, &row_of_number));
  for (PetscInt m = 0; m < c->nmembers; m++) {
    const Joint *j = &model->joint[c->member[m].joint];
    PetscInt    *number;
    PetscSF      sf;

    PetscCall(PetscMalloc1(j->ncells, &number));
    PetscCall(CouplingRowNumbers(model, c, m, number));
    PetscCall(PetscSFCreate(model->comm, &sf));
    PetscCall(PetscSFSetGraphLayout(sf, distribution, j->ncells, NULL, PETSC_COPY_VALUES, number));
    if (!m) {
      for (PetscInt e = 0; e < j->ncells; e++) row[e] = -1; /* of cells without a multiplier */
      for (PetscInt k = 0; k < CouplingRowCount(model, c); k++)
        row[CouplingRowCell(c, k)] = model->layout.global[c->dof[k]];
      for (PetscInt k = 0; k < distribution->n; k++) row_of_number[k] = -1;
      PetscCall(PetscSFReduceBegin(sf, MPIU_INT, row, row_of_number, MPI_MAX));
      PetscCall(PetscSFReduceEnd(sf, MPIU_INT, row, row_of_number, MPI_MAX));
    }
    PetscCall(PetscSFBcastBegin(sf, MPIU_INT, row_of_number, row, MPI_REPLACE));
    PetscCall(PetscSFBcastEnd(sf, MPIU_INT, row_of_number, row, MPI_REPLACE));
    row += j->ncells;
    PetscCall(PetscSFDestroy(&sf));
    PetscCall(PetscFree(number));
  }
  PetscCall(PetscFree(row_of_number));
  PetscCall(PetscLayoutDestroy(&distribution));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsIndexDofs(Model model)
{
  const Couplings c   = model->couplings;
  Layout         *l   = &model->layout;
  PetscInt       *row = l->global + l->nlocal, n = 0;
  PetscLayout     vectors;
  Vec             v;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc2(c->nshares, &c->share, SHARE_DOFS * (size_t)c->nshares, &c->dofs));
  for (PetscInt i = 0; i < c->n; i++) {
    PetscCall(BroadcastRows(model, &c->coupling[i], row + n));
    c->coupling[i].first_share = n;
    for (PetscInt m = 0; m < c->coupling[i].nmembers; m++) {
      const Joint *j = &model->joint[c->coupling[i].member[m].joint];

      for (PetscInt e = 0; e < j->ncells; e++, n++) {
        c->share[n] = (CouplingShare){i, m, e, 0};
        PetscCall(PetscArraycpy(c->dofs + SHARE_DOFS * (size_t)n,
                                j->dofs + (size_t)e * (size_t)(JOINT_DOFS + j->nrows), JOINT_DOFS));
        c->dofs[SHARE_DOFS * (size_t)n + JOINT_DOFS] = l->nlocal + n;
      }
    }
    c->coupling[i].nshares = n - c->coupling[i].first_share;
  }
  PetscCall(DMGetGlobalVector(model->mesh->dm, &v));
  PetscCall(VecGetLayout(v, &vectors));
  PetscCall(PetscSFCreate(model->comm, &c->multipliers));
  PetscCall(
    PetscSFSetGraphLayout(c->multipliers, vectors, c->nshares, NULL, PETSC_COPY_VALUES, row));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsGetMultipliers(Model model, Vec x, PetscScalar value[])
{
  const Couplings    c = model->couplings;
  const PetscScalar *mine;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(x, &mine));
  PetscCall(PetscSFBcastBegin(c->multipliers, MPIU_SCALAR, mine, value, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(c->multipliers, MPIU_SCALAR, mine, value, MPI_REPLACE));
  PetscCall(VecRestoreArrayRead(x, &mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsAddValues(Model model, const PetscScalar value[], PetscScalar y[])
{
  const Couplings c = model->couplings;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSFReduceBegin(c->multipliers, MPIU_SCALAR, value, y, MPIU_SUM));
  PetscCall(PetscSFReduceEnd(c->multipliers, MPIU_SCALAR, value, y, MPIU_SUM));
  PetscFunctionReturn(PETSC_SUCCESS);
}
