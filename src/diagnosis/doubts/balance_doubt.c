/* balance_doubt.c: warns if the reactions of an equilibrium do not balance its loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "balance_doubt.h"
#include "recovery/reactions.h"

/* A warning needs a difference between loads and reactions of more than MOST of the reactions:
   fewer than three digits of the reactions are then right. Newton's method and direct solvers reach
   1e-10.

   In an unloaded model, or under a free thermal expansion, the reactions themselves are round-off,
   and so is the difference. The difference must therefore also exceed ROUND_OFF of the forces that
   the model has when its nodes are displaced by NEAR of its length. These forces measure the
   loads and the stiffness, and a computation with 16 digits loses less than ROUND_OFF of them.
   tests/analysis/balance.py has both sides. */
static const PetscReal MOST = 1e-3, NEAR = 1e-9, ROUND_OFF = 1e-5;

/* Sets the displacements in q to plus or minus a size, and all else to 0. */
static PetscErrorCode Displace(Model model, PetscReal size, Vec q)
{
  const Layout *l = &model->layout;
  PetscScalar  *x;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(q));
  PetscCall(VecGetArray(q, &x));
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (int c = 0; c < 3 && model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      if (dof >= 0 && l->global[dof] >= 0)
        x[l->global[dof] - l->first] = model->mesh->g.node_number[i] % 2 ? size : -size;
    }
  PetscCall(VecRestoreArray(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the entries of this rank for displacements in x, y and z in a global vector to sum[0] to
   sum[2], and their sizes to sum[3]. */
static PetscErrorCode SumDisplacements(Model model, Vec x, PetscReal sum[4])
{
  const Layout      *l = &model->layout;
  const PetscScalar *r;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(x, &r));
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (int c = 0; c < 3 && model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      if (dof < 0 || l->global[dof] < 0) continue;
      sum[c] += r[l->global[dof] - l->first];
      sum[3] += PetscAbsReal(r[l->global[dof] - l->first]);
    }
  PetscCall(VecRestoreArrayRead(x, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the sizes of the reactions at this rank's nodes to *sum. */
static PetscErrorCode SumReactions(FsSystem sys, const FsState *s, const FsLoading *loading,
                                   PetscReal *sum)
{
  const Assembly assembly = AssemblyOf(sys);
  const Mesh     mesh     = AssemblyModel(assembly)->mesh;
  SupportForces  forces;
  PetscReal     *value;
  PetscInt       nowned = 0;
  Evaluation     ev;

  PetscFunctionBeginUser;
  for (int i = 0; i < mesh->g.nnodes; i++) nowned += mesh->owned[i] ? 1 : 0;
  PetscCall(SupportForcesCreate(assembly, &forces));
  PetscCall(AssemblyEvaluate(assembly, s, loading, SupportForcesNeedNodes(forces), &ev));
  PetscCall(PetscMalloc1(3 * (size_t)nowned, &value));
  PetscCall(SupportForcesAtNodes(forces, &ev, 3, value));
  for (PetscInt k = 0; k < 3 * nowned; k++) *sum += PetscAbsReal(value[k]);
  PetscCall(PetscFree(value));
  PetscCall(SupportForcesDestroy(&forces));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes sums of the residual in x, y and z at the state, and of its sizes. */
static PetscErrorCode SumResidual(FsSystem sys, const FsState *s, const FsLoading *loading,
                                  PetscReal sum[4])
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  Vec                    r;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(sum, 4));
  PetscCall(VecDuplicate(s->q, &r));
  PetscCall(FsSystemResidual(sys, s, loading, &rows, r));
  PetscCall(SumDisplacements(AssemblyModel(AssemblyOf(sys)), r, sum));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the sum of the sizes of the residual [N] at displacements of NEAR of the model's length.
   Round-off of a residual is a small part of it. */
static PetscErrorCode ForcesNearMesh(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     PetscReal *force)
{
  FsState   near = *s;
  PetscReal sum[4];

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->q, &near.q));
  PetscCall(
    Displace(AssemblyModel(AssemblyOf(sys)), NEAR * FsSystemCharacteristicLength(sys), near.q));
  PetscCall(SumResidual(sys, &near, loading, sum));
  PetscCall(VecDestroy(&near.q));
  PetscCallMPI(MPIU_Allreduce(&sum[3], force, 1, MPIU_REAL, MPIU_SUM, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the sum of the sizes of the loads at a state [N], with the forces that motions of
   supports and temperatures exert. */
static PetscErrorCode SumLoads(FsSystem sys, const FsState *s, const FsLoading *loading,
                               PetscReal *size)
{
  const FsConstraintRows rows   = {FS_CONSTRAINT_POSITION, 1, 1};
  FsLoading              none   = *loading;
  PetscReal              sum[4] = {0};
  Vec                    r, unloaded;

  PetscFunctionBeginUser;
  none.factor = 0;
  PetscCall(VecDuplicate(s->q, &r));
  PetscCall(VecDuplicate(s->q, &unloaded));
  PetscCall(FsSystemResidual(sys, s, loading, &rows, r));
  PetscCall(FsSystemResidual(sys, s, &none, &rows, unloaded));
  PetscCall(VecAXPY(r, -1, unloaded));
  PetscCall(SumDisplacements(AssemblyModel(AssemblyOf(sys)), r, sum));
  PetscCallMPI(MPIU_Allreduce(&sum[3], size, 1, MPIU_REAL, MPIU_SUM, sys->comm));
  PetscCall(VecDestroy(&unloaded));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnUnbalancedReactions(FsSystem sys, FsStage stage, const FsState *s,
                                       const FsLoading *loading, PetscBool *warned)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  const KSP   ksp   = FsStageLinearSolver(stage);
  PetscReal   sum[4], left = 0, near, loads;
  PetscBool   direct = PETSC_TRUE, stiff;

  PetscFunctionBeginUser;
  if (*warned) PetscFunctionReturn(PETSC_SUCCESS);
  if (!loading->quasistatic || !model->nsupports || !model->layout.nfree)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (ksp) PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  if (sys->traits.linear && direct) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SumResidual(sys, s, loading, sum));
  sum[3] = 0; /* from here on the size of the reactions */
  PetscCall(SumReactions(sys, s, loading, &sum[3]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, 4, MPIU_REAL, MPIU_SUM, sys->comm));
  for (int c = 0; c < 3; c++) left = PetscMax(left, PetscAbsReal(sum[c]));
  if (!(left > MOST * sum[3]) || sum[3] == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ForcesNearMesh(sys, s, loading, &near));
  stiff = (PetscBool) !(left > ROUND_OFF * near);
  if (stiff) PetscCall(SumLoads(sys, s, loading, &loads));
  if (stiff && !(loads > 0 && left > MOST * loads)) PetscFunctionReturn(PETSC_SUCCESS);
  *warned = PETSC_TRUE;
  PetscCall(PetscFPrintf(
    sys->comm, stderr,
    "fsolve: warning: at t = %.6g loads and reactions differ by %.2g N, %.2g %% of the reactions, "
    "because %s\n",
    (double)s->t, (double)left, (double)(100 * left / sum[3]),
    stiff
      ? "stiff parts have forces of round-off, 1e-16 of their stiffness: give parts that are to "
        "be rigid 1e3 to 1e6 times the stiffness of the others, or use -linearize"
      : "the equations are not solved well enough: give a smaller -ksp_rtol, or leave out the "
        "options of the solver"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
