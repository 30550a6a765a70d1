/* case_matrix.c: gives the matrices of a case at its present state, and what their rows are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "case_impl.h"

/* ---- matrices -------------------------------------------------------------------------------- */

PetscErrorCode CaseRunWithState(FsCase c, const char function[], Run **run)
{
  PetscFunctionBeginUser;
  PetscCall(CaseRunOf(c, function, run));
  PetscCheck(
    c->phase != CASE_FAILED || c->monitored, c->comm, PETSC_ERR_USER_INPUT,
    "%s: the last step has failed, and its state is lost; return to a saved state, or create "
    "another case",
    function);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates dr/dx at the run's state, where the shift says whether x is q, v or a. */
static PetscErrorCode CreateDerivative(const Run *run, FsShift shift, Mat *A)
{
  /* rows of constraints belong to K: [K G^T; G 0] */
  const PetscReal        with = shift.ck != 0 ? 1 : 0;
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, with, with};
  const FsSystem         sys  = run->sys;

  PetscFunctionBeginUser;
  PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, A));
  if (sys->traits.linear) PetscCall(sys->ops.matrix.combine(sys, shift, *A));
  else PetscCall(FsSystemTangent(sys, &run->s, &run->kind.loading, &rows, shift, *A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces A by its skew part. */
static PetscErrorCode TakeSkewPart(Mat *A)
{
  Mat transpose;

  PetscFunctionBeginUser;
  PetscCall(MatTranspose(*A, MAT_INITIAL_MATRIX, &transpose));
  PetscCall(MatAXPY(*A, -1, transpose, DIFFERENT_NONZERO_PATTERN));
  PetscCall(MatScale(*A, 0.5));
  PetscCall(MatDestroy(&transpose));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateMatrix(FsCase c, const char function[], char which, Mat *A)
{
  Run *run;

  PetscFunctionBeginUser;
  PetscCall(CaseRunWithState(c, function, &run));
  PetscCheck(which && strchr("KMCGD", which), c->comm, PETSC_ERR_USER_INPUT,
             "%s: there is no matrix '%c'; take K, M, C, G or D", function,
             which > ' ' && which <= '~' ? which : '?');
  PetscCheck(!run->sys->low_rank || (which != 'C' && which != 'G'), c->comm, PETSC_ERR_USER_INPUT,
             "%s: C with -damping_modal couples all dofs and is no sparse matrix; take D, and "
             "FsCaseGetModalDamping",
             function);
  PetscCall(CreateDerivative(run,
                             (FsShift){.cm = which == 'M' ? 1 : 0,
                                       .cc = which == 'C' || which == 'G' || which == 'D' ? 1 : 0,
                                       .ck = which == 'K' ? 1 : 0},
                             A));
  if (which == 'G') PetscCall(TakeSkewPart(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetMatrix(FsCase c, char which, Mat *A)
{
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseGetMatrix", "A", A, sizeof which, &which));
  *A   = NULL;
  ierr = CreateMatrix(c, "FsCaseGetMatrix", which, A);
  if (ierr) PetscCall(MatDestroy(A));
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetMatrix(FsCase c, char which, Mat *A)
{
  CASE_CALL(c, GetMatrix(c, which, A));
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Sets the nodes and components of the rows of nodes. */
static void find_nodes(Model model, PetscInt node[], PetscInt component[])
{
  const Layout *l = &model->layout;

  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++)
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], row = dof < 0 ? -1 : l->global[dof];

      if (row < l->first || row >= l->end) continue;
      node[row - l->first]      = (PetscInt)model->mesh->g.node_number[i];
      component[row - l->first] = c;
    }
}

/* Numbers the rows of constraints in the order of the options and the mesh, on any ranks. */
static PetscErrorCode FindConstraints(FsSystem sys, PetscInt n, const PetscInt node[],
                                      PetscInt component[])
{
  const PetscScalar *number;
  Vec                order;

  PetscFunctionBeginUser;
  if (!sys->constraints || !sys->constraints->order) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(sys->vec, &order));
  PetscCall(sys->constraints->order(sys, order));
  PetscCall(VecGetArrayRead(order, &number));
  for (PetscInt i = 0; i < n; i++)
    if (node[i] < 0) component[i] = (PetscInt)PetscAbsReal(number[i]) - 1;
  PetscCall(VecRestoreArrayRead(order, &number));
  PetscCall(VecDestroy(&order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetRows(FsCase c, FsRows *rows)
{
  CaseMatrix *m = &c->matrix;
  Run        *run;
  PetscInt    n;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseGetRows", "rows", rows, 0, NULL));
  PetscCall(CaseRunOf(c, "FsCaseGetRows", &run));
  n = run->model->layout.end - run->model->layout.first;
  if (!m->node) {
    PetscCall(PetscMalloc2(n, &m->node, n, &m->component));
    for (PetscInt i = 0; i < n; i++) m->node[i] = m->component[i] = -1;
    find_nodes(run->model, m->node, m->component);
    PetscCall(FindConstraints(run->sys, n, m->node, m->component));
  }
  *rows = (FsRows){.total     = run->model->layout.nfree,
                   .first     = run->model->layout.first,
                   .n         = n,
                   .node      = m->node,
                   .component = m->component};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetRows(FsCase c, FsRows *rows) { CASE_CALL(c, GetRows(c, rows)); }

/* ---- entries --------------------------------------------------------------------------------- */

/* Copies the entries of this rank's rows of A. */
static PetscErrorCode CopyEntries(Mat A, CaseMatrix *m)
{
  const PetscScalar *values;
  const PetscInt    *columns;
  PetscInt           first, end, n, at = 0;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &end));
  PetscCall(PetscFree(m->start));
  PetscCall(PetscFree2(m->column, m->value));
  PetscCall(PetscCalloc1((size_t)(end - first) + 1, &m->start));
  for (PetscInt row = first; row < end; row++) {
    PetscCall(MatGetRow(A, row, &n, NULL, NULL));
    m->start[row - first + 1] = m->start[row - first] + n;
    PetscCall(MatRestoreRow(A, row, &n, NULL, NULL));
  }
  n = m->start[end - first];
  PetscCall(PetscMalloc2((size_t)n, &m->column, (size_t)n, &m->value));
  for (PetscInt row = first; row < end; row++) {
    PetscCall(MatGetRow(A, row, &n, &columns, &values));
    PetscCall(PetscArraycpy(m->column + at, columns, n));
    PetscCall(PetscArraycpy(m->value + at, values, n));
    at += n;
    PetscCall(MatRestoreRow(A, row, NULL, &columns, &values)); /* not &n: it would become 0 */
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetMatrixEntries(FsCase c, char which, FsMatrixEntries *entries)
{
  CaseMatrix *m = &c->matrix;
  Mat         A;
  FsRows      rows;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseGetMatrixEntries", "entries", entries, sizeof which, &which));
  PetscCall(GetRows(c, &rows));
  PetscCall(CreateMatrix(c, "FsCaseGetMatrixEntries", which, &A));
  PetscCall(CopyEntries(A, m));
  PetscCall(MatDestroy(&A));
  *entries = (FsMatrixEntries){.total  = rows.total,
                               .first  = rows.first,
                               .n      = rows.n,
                               .start  = m->start,
                               .column = m->column,
                               .value  = m->value};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetMatrixEntries(FsCase c, char which, FsMatrixEntries *entries)
{
  CASE_CALL(c, GetMatrixEntries(c, which, entries));
}
