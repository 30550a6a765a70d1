/* system.c: what all systems share. */
#include <fs/system.h>

PetscErrorCode SystemCreate(MPI_Comm comm, System *sys)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(sys));
  (*sys)->comm = comm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemDestroy(System *sys)
{
  PetscFunctionBeginUser;
  if (!*sys) PetscFunctionReturn(PETSC_SUCCESS);
  if ((*sys)->ops.destroy) PetscCall((*sys)->ops.destroy(*sys));
  PetscCall(VecDestroy(&(*sys)->vec));
  PetscCall(MatDestroy(&(*sys)->mat));
  PetscCall(PetscFree(*sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemCreateMatrix(System sys, PetscBool assembled, Mat *A)
{
  PetscFunctionBeginUser;
  if (sys->ops.create_matrix) PetscCall(sys->ops.create_matrix(sys, assembled, A));
  else PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemStateCreate(System sys, State *s)
{
  PetscFunctionBeginUser;
  s->t = 0;
  PetscCall(VecDuplicate(sys->vec, &s->q));
  PetscCall(VecDuplicate(sys->vec, &s->v));
  PetscCall(VecDuplicate(sys->vec, &s->a));
  if (SystemHasRates(sys)) {
    PetscCall(VecDuplicate(sys->vec, &s->qd));
  } else {
    s->qd = s->v;
    PetscCall(PetscObjectReference((PetscObject)s->v));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemStateDestroy(State *s)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&s->q));
  PetscCall(VecDestroy(&s->v));
  PetscCall(VecDestroy(&s->a));
  PetscCall(VecDestroy(&s->qd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemAccept(System sys, const State *at, PetscInt n, State *const states[])
{
  PetscFunctionBeginUser;
  if (sys->ops.accept) PetscCall(sys->ops.accept(sys, at, n, states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemStart(System sys, State *s)
{
  PetscFunctionBeginUser;
  if (SystemHasRates(sys)) PetscCall(VecZeroEntries(s->qd));
  PetscCall(SystemAccept(sys, s, 1, &s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemResidual(System sys, const State *s, const Loading *loading, const Rows *rows, Vec r)
{
  PetscFunctionBeginUser;
  if (sys->linear) {
    PetscCall(sys->ops.product(sys, s->q, s->v, s->a, r));
    PetscCall(VecScale(r, -1));
    PetscCall(sys->ops.load(sys, s->t, loading, r));
    PetscCall(VecScale(r, -1));
  } else {
    PetscCall(sys->ops.residual(sys, s, loading, rows, r));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemTangent(System sys, const State *s, const Loading *loading, const Rows *rows, Shift shift, Mat A)
{
  PetscFunctionBeginUser;
  if (sys->linear) PetscCall(sys->ops.combine(sys, shift, A));
  else PetscCall(sys->ops.tangent(sys, s, loading, rows, shift, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemNorm(System sys, Vec x, PetscReal *norm)
{
  PetscReal square[MEASURES];

  PetscFunctionBeginUser;
  if (sys->constraints) {
    PetscCall(sys->ops.measure(sys, x, square));
    PetscCall(MPIU_Allreduce(MPI_IN_PLACE, square, MEASURES, MPIU_REAL, MPI_SUM, sys->comm));
    *norm = PetscSqrtReal(square[MEASURE_DISPLACEMENT] + square[MEASURE_ROTATION]);
  } else {
    PetscCall(VecNorm(x, NORM_2, norm));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemWorstPlace(System sys, Vec r, char text[], size_t size)
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
  if (!sys->ops.place) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetOwnershipRange(r, &first, &last));
  PetscCall(VecGetArrayRead(r, &x));
  for (PetscInt i = 0; i < last - first; i++) {
    const PetscReal value = PetscIsInfOrNanReal(PetscRealPart(x[i])) ? PETSC_MAX_REAL : PetscAbsScalar(x[i]);

    if (value > most) {
      most  = value;
      worst = first + i;
    }
  }
  PetscCall(VecRestoreArrayRead(r, &x));
  mine.value = most;
  PetscCallMPI(MPI_Comm_rank(sys->comm, &mine.rank));
  PetscCallMPI(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE_INT, MPI_MAXLOC, sys->comm));
  if (all.rank == mine.rank && worst >= 0) PetscCall(sys->ops.place(sys, worst, text, size));
  PetscCallMPI(MPI_Bcast(text, (int)size, MPI_CHAR, all.rank, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
