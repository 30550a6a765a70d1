/* chain.c: see chain.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "chain.h"

PetscErrorCode ChainGather(Chain *c, Vec x, const PetscScalar **values)
{
  PetscFunctionBeginUser;
  PetscCall(VecScatterBegin(c->to_all, x, c->all, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(c->to_all, x, c->all, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArrayRead(c->all, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChainResidual(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, Vec r, void *context)
{
  PetscInt     first, n;
  PetscScalar *y;

  PetscFunctionBeginUser;
  (void)sys;
  (void)t;
  (void)q;
  (void)v;
  (void)context;
  PetscCall(VecCopy(a, r));
  PetscCall(VecGetOwnershipRange(r, &first, NULL));
  PetscCall(VecGetLocalSize(r, &n));
  PetscCall(VecGetArray(r, &y));
  for (PetscInt i = 0; i < n; i++)
    if ((first + i) % 2) y[i] += CHAIN_GRAVITY;
  PetscCall(VecRestoreArray(r, &y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mass(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, FsShift shift, Mat J,
                           void *context)
{
  PetscFunctionBeginUser;
  (void)sys;
  (void)t;
  (void)q;
  (void)v;
  (void)a;
  (void)context;
  PetscCall(MatZeroEntries(J));
  PetscCall(MatShift(J, shift.cm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The rod k, from its lower end: its direction, for x[] = q, or a change of it. */
static void rod(const PetscScalar x[], PetscInt k, PetscReal d[2])
{
  for (int i = 0; i < 2; i++) d[i] = PetscRealPart(x[2 * k + i] - (k ? x[2 * k - 2 + i] : 0));
}

static PetscErrorCode Lengths(FsSystem sys, PetscReal t, Vec q, Vec phi, void *context)
{
  const PetscScalar *x;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  (void)sys;
  (void)t;
  PetscCall(ChainGather((Chain *)context, q, &x));
  PetscCall(VecGetOwnershipRange(phi, &first, &last));
  for (PetscInt k = first; k < last; k++) {
    PetscReal d[2];

    rod(x, k, d);
    PetscCall(VecSetValue(phi, k, (d[0] * d[0] + d[1] * d[1] - 1) / 2, INSERT_VALUES));
  }
  PetscCall(VecAssemblyBegin(phi));
  PetscCall(VecAssemblyEnd(phi));
  PetscCall(VecRestoreArrayRead(((Chain *)context)->all, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Assemble(Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Phi_k is half the square of rod k, so that the derivative of G x by q is G for the rods of x. */
static PetscErrorCode RodRows(Chain *c, Vec q, Mat G)
{
  const PetscScalar *x;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  PetscCall(ChainGather(c, q, &x));
  PetscCall(MatGetOwnershipRange(G, &first, &last));
  for (PetscInt k = first; k < last; k++) {
    PetscReal d[2];

    rod(x, k, d);
    for (int i = 0; i < 2; i++) {
      PetscCall(MatSetValue(G, k, 2 * k + i, d[i], INSERT_VALUES));
      if (k) PetscCall(MatSetValue(G, k, 2 * k - 2 + i, -d[i], INSERT_VALUES));
    }
  }
  PetscCall(VecRestoreArrayRead(c->all, &x));
  PetscCall(Assemble(G));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rods(FsSystem sys, PetscReal t, Vec q, Mat G, void *context)
{
  PetscFunctionBeginUser;
  (void)t;
  (void)sys;
  PetscCall(RodRows((Chain *)context, q, G));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Curvature(FsSystem sys, PetscReal t, Vec q, Vec x, Vec lambda, Mat D, Mat H,
                                void *context)
{
  const PetscScalar *force;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  (void)sys;
  (void)t;
  (void)q;
  if (D) PetscCall(RodRows((Chain *)context, x, D));
  if (!H) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetOwnershipRange(lambda, &first, &last));
  PetscCall(VecGetArrayRead(lambda, &force));
  for (PetscInt k = first; k < last; k++)
    for (int i = 0; i < 2; i++) {
      const PetscInt    low = 2 * k + i, high = low - 2;
      const PetscScalar f = force[k - first];

      PetscCall(MatSetValue(H, low, low, f, ADD_VALUES));
      if (!k) continue;
      PetscCall(MatSetValue(H, high, high, f, ADD_VALUES));
      PetscCall(MatSetValue(H, low, high, -f, ADD_VALUES));
      PetscCall(MatSetValue(H, high, low, -f, ADD_VALUES));
    }
  PetscCall(VecRestoreArrayRead(lambda, &force));
  PetscCall(Assemble(H));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChainCreateUnknowns(MPI_Comm comm, PetscInt n, Vec *q)
{
  PetscFunctionBeginUser;
  PetscCall(VecCreate(comm, q));
  PetscCall(VecSetSizes(*q, PETSC_DECIDE, 2 * n));
  PetscCall(VecSetUp(*q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChainDestroy(Chain *c)
{
  PetscFunctionBeginUser;
  PetscCall(VecScatterDestroy(&c->to_all));
  PetscCall(VecDestroy(&c->all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChainCreate(MPI_Comm comm, PetscInt n, FsStabilization stabilization, Chain *c,
                           FsSystem *sys)
{
  Vec      q;
  Mat      J, G;
  PetscInt own, links, first, last;

  PetscFunctionBeginUser;
  c->n = n;
  PetscCall(ChainCreateUnknowns(comm, n, &q));
  PetscCall(VecScatterCreateToAll(q, &c->to_all, &c->all));
  PetscCall(VecGetLocalSize(q, &own));
  links = PETSC_DECIDE;
  PetscCall(PetscSplitOwnership(comm, &links, &c->n));
  PetscCall(MatCreateAIJ(comm, own, own, 2 * n, 2 * n, 1, NULL, 0, NULL, &J));
  PetscCall(VecGetOwnershipRange(q, &first, &last));
  for (PetscInt i = first; i < last; i++) PetscCall(MatSetValue(J, i, i, 1, INSERT_VALUES));
  PetscCall(Assemble(J));
  PetscCall(MatCreateAIJ(comm, links, own, n, 2 * n, 4, NULL, 4, NULL, &G));
  PetscCall(FsSystemCreate(comm, sys));
  (*sys)->stabilization = stabilization;
  PetscCall(FsSystemSetResidual(*sys, q, ChainResidual, c));
  PetscCall(FsSystemSetTangent(*sys, J, Mass, c));
  PetscCall(RodRows(c, q, G));
  PetscCall(FsSystemSetConstraints(*sys, G, Lengths, Rods, Curvature, c));
  PetscCall(VecDestroy(&q));
  PetscCall(MatDestroy(&J));
  PetscCall(MatDestroy(&G));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChainStart(FsSystem sys, const Chain *c, FsState *s)
{
  Vec q;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStateCreate(sys, s));
  PetscCall(ChainCreateUnknowns(sys->comm, c->n, &q));
  for (PetscInt k = 0; k < c->n; k++)
    PetscCall(VecSetValue(q, 2 * k, (PetscReal)(k + 1), INSERT_VALUES));
  PetscCall(VecAssemblyBegin(q));
  PetscCall(VecAssemblyEnd(q));
  PetscCall(FsSystemSetUnknowns(sys, q, s->q));
  PetscCall(VecDestroy(&q));
  PetscFunctionReturn(PETSC_SUCCESS);
}
