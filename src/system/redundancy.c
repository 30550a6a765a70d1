/* redundancy.c: a system in which some rows of constraints follow from the others. Their multipliers are set to 0 and the
   rest of these rows and columns is left out, here, between the system and whoever asks it: schemes and solvers know of none
   of it. Begin with FsSystemDropRows. */
#include <fs/system.h>

struct _n_FsRedundancy {
  FsSystemOps                ops;  /* of the system without what is done here */
  const FsSystemConstraints *all;  /* likewise */
  FsSystemConstraints        kept; /* what the system has instead */
  Vec                        keep; /* 0 in the rows that are dropped, 1 elsewhere */
  Vec                        diagonal;
  PetscInt                   n; /* rows that are dropped */
};

/* diagonal = diagonal, or where that is not asked for value, in the dropped rows; 0 elsewhere. */
static PetscErrorCode FillDiagonal(FsRedundancy r, PetscBool given, PetscReal value)
{
  const PetscScalar *keep;
  PetscScalar       *d;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(r->keep, &n));
  PetscCall(VecGetArrayRead(r->keep, &keep));
  PetscCall(VecGetArray(r->diagonal, &d));
  for (PetscInt i = 0; i < n; i++) d[i] = keep[i] != 0 ? 0 : given ? d[i] : value;
  PetscCall(VecRestoreArray(r->diagonal, &d));
  PetscCall(VecRestoreArrayRead(r->keep, &keep));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The dropped rows and columns of A become 0, but for the diagonal, which FillDiagonal has made. */
static PetscErrorCode Clear(FsRedundancy r, Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(MatDiagonalScale(A, r->keep, r->keep));
  PetscCall(MatDiagonalSet(A, r->diagonal, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The equation of a dropped row is -lambda = 0: of that sign each row of constraints, dropped or not, makes one pivot
   negative, and counts of pivots need not know which it is. */
static PetscErrorCode Residual_Kept(FsSystem sys, const FsState *s, const FsLoading *loading, const FsRows *rows, Vec y)
{
  const FsRedundancy r = sys->redundancy;
  const PetscScalar *keep, *lambda;
  PetscScalar       *value;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(r->ops.residual(sys, s, loading, rows, y));
  PetscCall(VecGetLocalSize(y, &n));
  PetscCall(VecGetArrayRead(r->keep, &keep));
  PetscCall(VecGetArrayRead(s->a, &lambda));
  PetscCall(VecGetArray(y, &value));
  for (PetscInt i = 0; i < n; i++)
    if (keep[i] == 0) value[i] = -lambda[i];
  PetscCall(VecRestoreArray(y, &value));
  PetscCall(VecRestoreArrayRead(s->a, &lambda));
  PetscCall(VecRestoreArrayRead(r->keep, &keep));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Kept(FsSystem sys, const FsState *s, const FsLoading *loading, const FsRows *rows,
                                   FsShift shift, Mat A)
{
  const FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(r->ops.tangent(sys, s, loading, rows, shift, A));
  PetscCall(FillDiagonal(r, PETSC_FALSE, -rows->column));
  PetscCall(Clear(r, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rows_Kept(FsSystem sys, FsConstraintLevel level, const FsState *s, const FsLoading *loading,
                                Vec y)
{
  const FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(r->all->rows(sys, level, s, loading, y));
  PetscCall(VecPointwiseMult(y, r->keep, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient_Kept(FsSystem sys, const FsState *s, const FsLoading *loading, PetscReal factor, Mat A)
{
  const FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(r->all->gradient(sys, s, loading, factor, A));
  PetscCall(FillDiagonal(r, PETSC_FALSE, -factor));
  PetscCall(Clear(r, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TangentOfRows_Kept(FsSystem sys, const FsState *s, const FsLoading *loading, Vec turn, Vec lambda,
                                         PetscReal factor, FsConstraintLevel level, PetscReal scale, FsShift shift,
                                         Mat A)
{
  const FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(r->all->tangent(sys, s, loading, turn, lambda, factor, level, scale, shift, A));
  PetscCall(MatGetDiagonal(A, r->diagonal)); /* what gradient or the system's tangent may have left there */
  PetscCall(FillDiagonal(r, PETSC_TRUE, 0));
  PetscCall(Clear(r, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemDropRows(FsSystem sys, Vec dropped)
{
  PetscReal    n;
  FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(dropped, NORM_1, &n));
  if (!r && n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(n == 0 || !sys->follows, sys->comm, PETSC_ERR_USER_INPUT,
             "friction of joints (-joint_<name>_..._friction) where %.0f constraints follow from others: what presses "
             "on which joint "
             "is not determined; take joints that leave more free, or a plane model (-directions)",
             (double)n);
  if (!r) {
    PetscCall(PetscNew(&r));
    r->ops  = sys->ops;
    r->all  = sys->constraints;
    r->kept = *sys->constraints;
    PetscCall(VecDuplicate(sys->vec, &r->keep));
    PetscCall(VecDuplicate(sys->vec, &r->diagonal));
    r->kept.rows      = Rows_Kept;
    r->kept.gradient  = Gradient_Kept;
    r->kept.tangent   = TangentOfRows_Kept;
    sys->ops.residual = Residual_Kept;
    sys->ops.tangent  = Tangent_Kept;
    sys->constraints  = &r->kept;
    sys->redundancy   = r;
  }
  r->n = (PetscInt)(n + 0.5);
  PetscCall(VecSet(r->keep, 1));
  PetscCall(VecAXPY(r->keep, -1, dropped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsRedundancyDestroy(FsRedundancy *r)
{
  PetscFunctionBeginUser;
  if (!*r) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&(*r)->keep));
  PetscCall(VecDestroy(&(*r)->diagonal));
  PetscCall(PetscFree(*r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemDropped(FsSystem sys, Vec dropped)
{
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(dropped));
  if (!sys->redundancy) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecSet(dropped, 1));
  PetscCall(VecAXPY(dropped, -1, sys->redundancy->keep));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt FsSystemCountDropped(FsSystem sys) { return sys->redundancy ? sys->redundancy->n : 0; }

const FsSystemConstraints *FsSystemAllConstraints(FsSystem sys)
{
  return sys->redundancy ? sys->redundancy->all : sys->constraints;
}
