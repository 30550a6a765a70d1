/* stencil_cg.c: conjugate gradients (Hestenes & Stiefel 1952) with Jacobi's preconditioner D for operators of
   stencil.h. An iteration passes through memory twice and has two reductions: Direction makes p, A p and p . A p in one
   pass, Advance makes x, r and r . D^-1 r in another (fusing of loops: Chronopoulos & Gear 1989, section 2). */
#include "stencil_rows.h"

/* ---- passes; sums are over this rank's rows only ----------------------------------------------------------------- */

/* op->ghost_inverse, unless it is there; work is overwritten. */
static PetscErrorCode GhostInverse(Mat A, Operator *op, Vec work)
{
  const PetscScalar *d;

  PetscFunctionBeginUser;
  if (op->has_inverse || !op->s->scatter) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetDiagonal(A, work));
  PetscCall(StencilSend(op->s, work));
  PetscCall(StencilReceive(op->s, work, &d));
  for (PetscInt i = 0; i < op->s->nghosts; i++) op->ghost_inverse[i] = d[i] != 0 ? 1 / d[i] : 1;
  PetscCall(StencilRestoreGhosts(op->s, &d));
  op->has_inverse = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* r = b - A x; sums: r . D^-1 r, b . D^-1 b. */
static PetscErrorCode Residual(Mat A, Vec b, Vec x, Vec r, PetscReal sums[2])
{
  const PetscScalar *right, *from, *ghost;
  PetscScalar       *to;
  PetscReal          rz = 0, bb = 0;
  Piece              p = {0};
  Operator          *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(GhostInverse(A, op, r));
  PetscCall(StencilSend(op->s, x));
  PetscCall(VecGetArrayRead(x, &from));
  PetscCall(VecGetArrayRead(b, &right));
  PetscCall(VecGetArray(r, &to));
  PetscCall(StencilReceive(op->s, x, &ghost));
  for (PetscInt k = 0; k < op->s->outer.n; k++) /* kept in r until the loop comes to the row */
    to[op->s->outer.row[k]] = outer_product(op, k, from, ghost);
  PetscCall(StencilRestoreGhosts(op->s, &ghost));
  for (PetscInt outer = 0; next_piece(op->s, &p);) {
    PetscReal   d[CHUNK];
    PetscScalar buffer[CHUNK];

    spread(op->s, &p, op->inverse, d);
    StencilPiece(op, &p, from, buffer);
    for (; outer < op->s->outer.n && op->s->outer.row[outer] < p.first + p.n; outer++)
      buffer[op->s->outer.row[outer] - p.first] += to[op->s->outer.row[outer]];
    for (PetscInt i = 0; i < p.n; i++) {
      const PetscReal residual = right[p.first + i] - buffer[i];

      to[p.first + i] = residual;
      rz += d[i] * residual * residual;
      bb += d[i] * right[p.first + i] * right[p.first + i];
    }
  }
  PetscCall(VecRestoreArray(r, &to));
  PetscCall(VecRestoreArrayRead(b, &right));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 7 * (PetscLogDouble)op->s->n));
  sums[0] = rz;
  sums[1] = bb;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x = D^-1 r + beta x in the rows of a piece; if beta is 0 x is not read, it may hold NaN. */
static void turn(const Operator *op, const Piece *p, PetscReal beta, const PetscScalar r[], PetscScalar x[])
{
  PetscReal d[CHUNK];

  spread(op->s, p, op->inverse, d);
  if (beta == 0)
    for (PetscInt i = 0; i < p->n; i++) x[p->first + i] = d[i] * r[p->first + i];
  else
    for (PetscInt i = 0; i < p->n; i++) x[p->first + i] = d[i] * r[p->first + i] + beta * x[p->first + i];
}

/* p = D^-1 r + beta p, w = A p; sum: p . w */
static PetscErrorCode Direction(Mat A, Vec r, PetscReal beta, Vec p, Vec w, PetscReal *sum)
{
  const PetscScalar *residual, *ghost;
  PetscScalar       *x, *y;
  Piece              here = {0}, ahead = {0};
  Operator          *op;

  PetscFunctionBeginUser;
  *sum = 0;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(StencilSend(op->s, r));
  PetscCall(VecGetArrayRead(r, &residual));
  PetscCall(VecGetArray(p, &x));
  PetscCall(VecGetArray(w, &y));
  while (next_piece(op->s, &here)) { /* p is made ahead of the product, as far as that reaches */
    PetscReal part = 0;

    while (ahead.first + ahead.n < PetscMin(op->s->n, here.first + here.n + op->s->ahead) && next_piece(op->s, &ahead))
      turn(op, &ahead, beta, residual, x);
    StencilPiece(op, &here, x, y + here.first);
    for (PetscInt i = here.first; i < here.first + here.n; i++) part += x[i] * y[i];
    *sum += part;
  }
  PetscCall(VecRestoreArrayRead(r, &residual));
  PetscCall(StencilReceive(op->s, r, &ghost));
  for (PetscInt i = 0; i < op->s->nghosts; i++)
    op->ghost_p[i] = op->ghost_inverse[i] * ghost[i] + (beta == 0 ? 0 : beta * op->ghost_p[i]);
  PetscCall(StencilRestoreGhosts(op->s, &ghost));
  for (PetscInt k = 0; k < op->s->outer.n; k++) {
    const PetscInt  row   = op->s->outer.row[k];
    const PetscReal share = outer_product(op, k, x, op->ghost_p);

    y[row] += share;
    *sum += x[row] * share;
  }
  PetscCall(VecRestoreArray(w, &y));
  PetscCall(VecRestoreArray(p, &x));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 5 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x += alpha p, r -= alpha w; sum: r . D^-1 r. */
static PetscErrorCode Advance(Mat A, PetscReal alpha, Vec p, Vec w, Vec x, Vec r, PetscReal *sum)
{
  const PetscScalar *direction, *product;
  PetscScalar       *solution, *residual;
  Piece              at = {0};
  Operator          *op;

  PetscFunctionBeginUser;
  *sum = 0;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(VecGetArrayRead(p, &direction));
  PetscCall(VecGetArrayRead(w, &product));
  PetscCall(VecGetArray(x, &solution));
  PetscCall(VecGetArray(r, &residual));
  while (next_piece(op->s, &at)) {
    PetscReal d[CHUNK], part = 0;

    spread(op->s, &at, op->inverse, d);
    for (PetscInt i = at.first; i < at.first + at.n; i++) {
      solution[i] += alpha * direction[i];
      residual[i] -= alpha * product[i];
      part += d[i - at.first] * residual[i] * residual[i];
    }
    *sum += part;
  }
  PetscCall(VecRestoreArray(r, &residual));
  PetscCall(VecRestoreArray(x, &solution));
  PetscCall(VecRestoreArrayRead(w, &product));
  PetscCall(VecRestoreArrayRead(p, &direction));
  PetscCall(PetscLogFlops(6 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the iteration ----------------------------------------------------------------------------------------------- */

enum { R, P, W, NVECS }; /* work: residual, direction, A times direction */

PetscErrorCode StencilSetUpSolve(Mat A)
{
  Operator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  for (int k = 0; k < NVECS; k++)
    if (!op->work[k]) PetscCall(MatCreateVecs(A, &op->work[k], NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SumOver(MPI_Comm comm, PetscInt n, PetscReal sums[])
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sums, (PetscMPIInt)n, MPIU_REAL, MPI_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* PETSc's default test of convergence, in the natural norm sqrt(r . D^-1 r): right is that of b, first that of the
   first r. */
typedef struct {
  PetscReal rtol, atol, divtol, right, first;
  PetscInt  most;
} Test;

static KSPConvergedReason judge(const Test *t, PetscInt iteration, PetscReal norm)
{
  if (PetscIsInfOrNanReal(norm)) return KSP_DIVERGED_NANORINF;
  if (norm <= t->atol) return KSP_CONVERGED_ATOL;
  if (norm <= t->rtol * t->right) return KSP_CONVERGED_RTOL;
  if (norm >= t->divtol * PetscMax(t->right, t->first)) return KSP_DIVERGED_DTOL;
  return iteration >= t->most ? KSP_DIVERGED_ITS : KSP_CONVERGED_ITERATING;
}

/* The iteration from x, with its residual in work[R] and rz = r . D^-1 r over all ranks. *iterations counts on. */
static PetscErrorCode Iterate(KSP ksp, Mat A, const Test *test, PetscReal rz, Vec x, Vec const work[],
                              KSPConvergedReason *reason, PetscInt *iterations)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  PetscReal      beta = 0, pw;

  PetscFunctionBeginUser;
  while (!*reason) {
    const PetscReal last = rz;

    PetscCall(Direction(A, work[R], beta, work[P], work[W], &pw));
    PetscCall(SumOver(comm, 1, &pw));
    if (!(pw > 0)) *reason = PetscIsInfOrNanReal(pw) ? KSP_DIVERGED_NANORINF : KSP_DIVERGED_INDEFINITE_MAT;
    if (*reason) break;
    PetscCall(Advance(A, last / pw, work[P], work[W], x, work[R], &rz));
    PetscCall(SumOver(comm, 1, &rz));
    if (rz < 0) *reason = KSP_DIVERGED_INDEFINITE_PC;
    if (*reason) break;
    beta = rz / last;
    ++*iterations;
    PetscCall(KSPMonitor(ksp, *iterations, PetscSqrtReal(rz)));
    *reason = judge(test, *iterations, PetscSqrtReal(rz));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilSolve(KSP ksp, Mat A, Vec b, Vec x, KSPConvergedReason *reason, PetscInt *iterations)
{
  Test          test;
  PetscBool     guess;
  PetscReal     sums[2];
  PetscLogEvent solve;
  Operator     *op;

  PetscFunctionBeginUser;
  *iterations = 0;
  PetscCall(PetscLogEventGetId("KSPSolve", &solve));
  PetscCall(PetscLogEventBegin(solve, ksp, b, x, 0));
  PetscCall(StencilSetUpSolve(A));
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(KSPGetTolerances(ksp, &test.rtol, &test.atol, &test.divtol, &test.most));
  PetscCall(KSPGetInitialGuessNonzero(ksp, &guess));
  if (!guess) PetscCall(VecZeroEntries(x));
  PetscCall(Residual(A, b, x, op->work[R], sums));
  PetscCall(SumOver(PetscObjectComm((PetscObject)A), 2, sums));
  test.first = PetscSqrtReal(sums[0]);
  test.right = sums[1] > 0 ? PetscSqrtReal(sums[1]) : test.first;
  PetscCall(KSPMonitor(ksp, 0, test.first));
  *reason = judge(&test, 0, test.first);
  PetscCall(Iterate(ksp, A, &test, sums[0], x, op->work, reason, iterations));
  PetscCall(PetscLogEventEnd(solve, ksp, b, x, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}
