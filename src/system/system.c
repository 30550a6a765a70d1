/* system.c: creates and destroys systems and states, and calls the operations of a system. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/system.h>
#include <fs/low_rank.h>

PetscErrorCode FsSystemCreate(MPI_Comm comm, FsSystem *sys)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(sys));
  (*sys)->comm = comm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemDestroy(FsSystem *sys)
{
  PetscFunctionBeginUser;
  if (!*sys) PetscFunctionReturn(PETSC_SUCCESS);
  if ((*sys)->ops.destroy) PetscCall((*sys)->ops.destroy(*sys));
  PetscCall(FsRedundancyDestroy(&(*sys)->redundancy));
  PetscCall(FsLowRankDestroy(&(*sys)->low_rank));
  PetscCall(VecDestroy(&(*sys)->vec));
  PetscCall(VecDestroy(&(*sys)->strain));
  PetscCall(VecDestroy(&(*sys)->all_strain));
  PetscCall(MatDestroy(&(*sys)->matrices.pattern));
  PetscCall(PetscFree(*sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemCreateMatrix(FsSystem sys, PetscBool assembled, Mat *A)
{
  PetscFunctionBeginUser;
  if (sys->ops.matrix.create) PetscCall(sys->ops.matrix.create(sys, assembled, A));
  else PetscCall(MatDuplicate(sys->matrices.pattern, MAT_DO_NOT_COPY_VALUES, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemCreateBlockMatrix(FsSystem sys, Mat *A)
{
  PetscFunctionBeginUser;
  if (sys->ops.matrix.create_block) PetscCall(sys->ops.matrix.create_block(sys, A));
  else PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemStateCreate(FsSystem sys, FsState *s)
{
  PetscFunctionBeginUser;
  if (!sys->vec) PetscCall(FsSystemSetUp(sys));
  s->t        = 0;
  s->strain   = NULL;
  s->midpoint = PETSC_FALSE;
  PetscCall(VecDuplicate(sys->vec, &s->q));
  PetscCall(VecDuplicate(sys->vec, &s->v));
  PetscCall(VecDuplicate(sys->vec, &s->a));
  if (FsSystemHasRates(sys)) {
    PetscCall(VecDuplicate(sys->vec, &s->qd));
  } else {
    s->qd = s->v;
    PetscCall(PetscObjectReference((PetscObject)s->v));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemStateDestroy(FsState *s)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&s->q));
  PetscCall(VecDestroy(&s->v));
  PetscCall(VecDestroy(&s->a));
  PetscCall(VecDestroy(&s->qd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemAccept(FsSystem sys, const FsState *at, PetscInt n, FsState *const states[])
{
  PetscFunctionBeginUser;
  if (sys->ops.history.accept) PetscCall(sys->ops.history.accept(sys, at, n, states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemResetHistory(FsSystem sys, const FsState *friction_state)
{
  PetscFunctionBeginUser;
  if (sys->ops.history.reset) PetscCall(sys->ops.history.reset(sys, friction_state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemAcceptInitialState(FsSystem sys, FsState *s)
{
  PetscFunctionBeginUser;
  if (FsSystemHasRates(sys)) PetscCall(VecZeroEntries(s->qd));
  PetscCall(FsSystemAccept(sys, s, 1, &s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemResidual(FsSystem sys, const FsState *s, const FsLoading *loading,
                                const FsConstraintRows *rows, Vec r)
{
  PetscFunctionBeginUser;
  if (sys->traits.linear) {
    PetscCall(sys->ops.linear.product(sys, s->q, s->v, s->a, r));
    PetscCall(VecScale(r, -1));
    PetscCall(sys->ops.linear.load(sys, s->t, loading, r));
    PetscCall(VecScale(r, -1));
  } else {
    PetscCall(sys->ops.nonlinear.residual(sys, s, loading, rows, r));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemTangent(FsSystem sys, const FsState *s, const FsLoading *loading,
                               const FsConstraintRows *rows, FsShift shift, Mat A)
{
  PetscFunctionBeginUser;
  if (sys->traits.linear) PetscCall(sys->ops.matrix.combine(sys, shift, A));
  else PetscCall(sys->ops.nonlinear.tangent(sys, s, loading, rows, shift, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemStrains(FsSystem sys, const FsState *s, const FsLoading *loading, Vec strain)
{
  return sys->ops.nonlinear.strains(sys, s, loading, strain);
}

PetscErrorCode FsSystemSwitchMargins(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     PetscReal margin[FS_SWITCHES])
{
  PetscFunctionBeginUser;
  for (int k = 0; k < FS_SWITCHES; k++) margin[k] = PETSC_MAX_REAL;
  if (!sys->ops.history.switch_margins) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sys->ops.history.switch_margins(sys, s, loading, margin));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, margin, FS_SWITCHES, MPIU_REAL, MPIU_MIN, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemKinkMargin(FsSystem sys, const FsState *from, const FsState *to,
                                  const FsLoading *loading, PetscReal *margin)
{
  PetscFunctionBeginUser;
  *margin = PETSC_MAX_REAL;
  if (!sys->ops.history.kink_margin) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sys->ops.history.kink_margin(sys, from, to, loading, margin));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, margin, 1, MPIU_REAL, MPIU_MIN, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemNorm(FsSystem sys, Vec x, PetscReal *norm)
{
  PetscReal square[FS_MEASURES];

  PetscFunctionBeginUser;
  if (sys->ops.geometry.measure) {
    PetscCall(sys->ops.geometry.measure(sys, x, square));
    PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, square, FS_MEASURES, MPIU_REAL, MPI_SUM, sys->comm));
    *norm =
      PetscSqrtReal(square[FS_MEASURE_DISPLACEMENT] +
                    PetscSqr(FsSystemCharacteristicLength(sys)) * square[FS_MEASURE_ROTATION]);
  } else {
    PetscCall(VecNorm(x, NORM_2, norm));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemDescribeNonFinite(FsSystem sys, const FsState *s, const FsLoading *loading,
                                         char text[], size_t size)
{
  int         first;
  PetscMPIInt rank, ranks;

  PetscFunctionBeginUser;
  text[0] = 0;
  if (!sys->ops.describe.nonfinite) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sys->ops.describe.nonfinite(sys, s, loading, text, size));
  PetscCallMPI(MPI_Comm_rank(sys->comm, &rank));
  PetscCallMPI(MPI_Comm_size(sys->comm, &ranks));
  first = text[0] ? rank : ranks;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, sys->comm));
  if (first < ranks) PetscCallMPI(MPI_Bcast(text, (int)size, MPI_CHAR, first, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemDescribeLargestDof(FsSystem sys, Vec r, char text[], size_t size)
{
  const PetscScalar *x;
  PetscInt           first, last, worst = -1;
  PetscReal          most = -1;
  struct {
    double value;
    int    rank;
  } mine, all;

  PetscFunctionBeginUser;
  text[0] = 0;
  if (!sys->ops.describe.dof) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetOwnershipRange(r, &first, &last));
  PetscCall(VecGetArrayRead(r, &x));
  for (PetscInt i = 0; i < last - first; i++) {
    const PetscReal value =
      PetscIsInfOrNanReal(PetscRealPart(x[i])) ? PETSC_MAX_REAL : PetscAbsScalar(x[i]);

    if (value > most) {
      most  = value;
      worst = first + i;
    }
  }
  PetscCall(VecRestoreArrayRead(r, &x));
  mine.value = most;
  PetscCallMPI(MPI_Comm_rank(sys->comm, &mine.rank));
  PetscCallMPI(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE_INT, MPI_MAXLOC, sys->comm));
  if (all.rank == mine.rank && worst >= 0) PetscCall(sys->ops.describe.dof(sys, worst, text, size));
  PetscCallMPI(MPI_Bcast(text, (int)size, MPI_CHAR, all.rank, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- low rank -------------------------------------------------------------------------------- */

PetscErrorCode FsLowRankCreate(PetscInt n, FsLowRank *out)
{
  FsLowRank l;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&l));
  PetscCall(PetscCalloc3(n, &l->w, n, &l->c, n, &l->dot));
  *out = l;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsLowRankDestroy(FsLowRank *out)
{
  FsLowRank l = *out;

  PetscFunctionBeginUser;
  if (!l) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < l->n; i++) PetscCall(VecDestroy(&l->w[i]));
  PetscCall(PetscFree3(l->w, l->c, l->dot));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsLowRankMultAdd(FsLowRank l, PetscReal scale, Vec x, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(VecMDot(x, l->n, l->w, l->dot));
  for (PetscInt i = 0; i < l->n; i++) l->dot[i] *= scale * l->c[i];
  PetscCall(VecMAXPY(y, l->n, l->dot, l->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}
