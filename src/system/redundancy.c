/* redundancy.c: drops redundant rows of constraints from the residual and tangent of a system.

   The multipliers of dropped rows are set to zero; their rows and columns are zero except for
   the diagonal. FsSystemDropRows replaces operations of the system by those of this file, so
   schemes and solvers need no changes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/system.h>

struct _n_FsRedundancy {
  FsSystemOps                ops;              /* of the system before rows were dropped */
  const FsSystemConstraints *all_constraints;  /* of the system before rows were dropped */
  FsSystemConstraints        kept_constraints; /* of the system now */
  Vec                        kept_mask;        /* 0 in dropped rows, 1 elsewhere */
  Vec                        diagonal;
  PetscInt                   n; /* number of dropped rows */
};

/* Fills r->diagonal in the dropped rows: keeps its entries if keep_current, else sets them to
   value. Other entries become zero. */
static PetscErrorCode FillDiagonal(FsRedundancy r, PetscBool keep_current, PetscReal value)
{
  const PetscScalar *kept_mask;
  PetscScalar       *d;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(r->kept_mask, &n));
  PetscCall(VecGetArrayRead(r->kept_mask, &kept_mask));
  PetscCall(VecGetArray(r->diagonal, &d));
  for (PetscInt i = 0; i < n; i++) d[i] = kept_mask[i] != 0 ? 0 : keep_current ? d[i] : value;
  PetscCall(VecRestoreArray(r->diagonal, &d));
  PetscCall(VecRestoreArrayRead(r->kept_mask, &kept_mask));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the dropped rows and columns of A to zero, with the diagonal that FillDiagonal made. */
static PetscErrorCode ZeroDroppedRows(FsRedundancy r, Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(MatDiagonalScale(A, r->kept_mask, r->kept_mask));
  PetscCall(MatDiagonalSet(A, r->diagonal, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The equation of a dropped row is -lambda = 0. With this sign, each row of constraints makes
   one pivot negative, whether it is dropped or not, so that counts of pivots need not
   distinguish them. */
static PetscErrorCode Residual_Kept(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    const FsConstraintRows *rows, Vec y)
{
  const FsRedundancy r = sys->redundancy;
  const PetscScalar *kept_mask, *lambda;
  PetscScalar       *value;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(r->ops.nonlinear.residual(sys, s, loading, rows, y));
  PetscCall(VecGetLocalSize(y, &n));
  PetscCall(VecGetArrayRead(r->kept_mask, &kept_mask));
  PetscCall(VecGetArrayRead(s->a, &lambda));
  PetscCall(VecGetArray(y, &value));
  for (PetscInt i = 0; i < n; i++)
    if (kept_mask[i] == 0) value[i] = -lambda[i];
  PetscCall(VecRestoreArray(y, &value));
  PetscCall(VecRestoreArrayRead(s->a, &lambda));
  PetscCall(VecRestoreArrayRead(r->kept_mask, &kept_mask));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Kept(FsSystem sys, const FsState *s, const FsLoading *loading,
                                   const FsConstraintRows *rows, FsShift shift, Mat A)
{
  const FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(r->ops.nonlinear.tangent(sys, s, loading, rows, shift, A));
  PetscCall(FillDiagonal(r, PETSC_FALSE, -rows->column));
  PetscCall(ZeroDroppedRows(r, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rows_Kept(FsSystem sys, FsConstraintLevel level, const FsState *s,
                                const FsLoading *loading, Vec y)
{
  const FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(r->all_constraints->rows(sys, level, s, loading, y));
  PetscCall(VecPointwiseMult(y, r->kept_mask, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient_Kept(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    PetscReal factor, Mat A)
{
  const FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(r->all_constraints->gradient(sys, s, loading, factor, A));
  PetscCall(FillDiagonal(r, PETSC_FALSE, -factor));
  PetscCall(ZeroDroppedRows(r, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConstraintTangent_Kept(FsSystem sys, const FsState *s,
                                             const FsLoading *loading, Vec rotation_increment,
                                             Vec lambda, PetscReal factor, FsConstraintLevel level,
                                             PetscReal scale, FsShift shift, Mat A)
{
  const FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(r->all_constraints->tangent(sys, s, loading, rotation_increment, lambda, factor, level,
                                        scale, shift, A));
  PetscCall(MatGetDiagonal(A, r->diagonal)); /* entries of gradient or of the system's tangent */
  PetscCall(FillDiagonal(r, PETSC_TRUE, 0));
  PetscCall(ZeroDroppedRows(r, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemDropRows(FsSystem sys, Vec dropped)
{
  PetscReal    n;
  FsRedundancy r = sys->redundancy;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(dropped, NORM_1, &n));
  if (!r && n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(
    n == 0 || !sys->traits.multiplier_dependent, sys->comm, PETSC_ERR_USER_INPUT,
    "friction of joints (-joint_<name>_..._friction) needs independent constraints, but %.0f "
    "constraints follow from others, so the normal forces are not determined; use joints "
    "that constrain less, or a plane model (-directions)",
    (double)n);
  if (!r) {
    PetscCall(PetscNew(&r));
    r->ops              = sys->ops;
    r->all_constraints  = sys->constraints;
    r->kept_constraints = *sys->constraints;
    PetscCall(VecDuplicate(sys->vec, &r->kept_mask));
    PetscCall(VecDuplicate(sys->vec, &r->diagonal));
    r->kept_constraints.rows     = Rows_Kept;
    r->kept_constraints.gradient = Gradient_Kept;
    r->kept_constraints.tangent  = ConstraintTangent_Kept;
    sys->ops.nonlinear.residual  = Residual_Kept;
    sys->ops.nonlinear.tangent   = Tangent_Kept;
    sys->constraints             = &r->kept_constraints;
    sys->redundancy              = r;
  }
  r->n = (PetscInt)(n + 0.5);
  PetscCall(VecSet(r->kept_mask, 1));
  PetscCall(VecAXPY(r->kept_mask, -1, dropped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsRedundancyDestroy(FsRedundancy *r)
{
  PetscFunctionBeginUser;
  if (!*r) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&(*r)->kept_mask));
  PetscCall(VecDestroy(&(*r)->diagonal));
  PetscCall(PetscFree(*r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemGetDroppedRows(FsSystem sys, Vec dropped)
{
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(dropped));
  if (!sys->redundancy) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecSet(dropped, 1));
  PetscCall(VecAXPY(dropped, -1, sys->redundancy->kept_mask));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt FsSystemCountDroppedRows(FsSystem sys) { return sys->redundancy ? sys->redundancy->n : 0; }

const FsSystemConstraints *FsSystemAllConstraints(FsSystem sys)
{
  return sys->redundancy ? sys->redundancy->all_constraints : sys->constraints;
}
