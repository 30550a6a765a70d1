/* stencil_cg.c: conjugate gradients (Hestenes & Stiefel 1952) with Jacobi's preconditioner D for operators of
   stencil.h. An iteration passes through memory twice and has two reductions: Direction makes p, A p and p . A p in one
   pass, Advance makes x, r and r . D^-1 r in another (fusing of loops: Chronopoulos & Gear 1989, section 2). x moves in every second
   iteration, by two steps: the direction before the last one is (p - D^-1 r)/beta. */
#include "math/sums.h"
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
    while (ahead.first + ahead.n < PetscMin(op->s->n, here.first + here.n + op->s->ahead) && next_piece(op->s, &ahead))
      turn(op, &ahead, beta, residual, x);
    StencilPiece(op, &here, x, y + here.first);
    *sum += array_dot(here.n, x + here.first, y + here.first);
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

/* The steps by which x moves in one pass: along p, and along the direction before it, over the beta that led from there to p. */
typedef struct {
  PetscReal along, back;
} Move;

/* x += move, from p and the r that p was made of, in the rows of a piece. */
static void advance_x(const Piece *at, const PetscReal d[], Move move, const PetscScalar p[], const PetscScalar r[],
                      PetscScalar x[])
{
  for (PetscInt i = at->first; i < at->first + at->n; i++)
    x[i] += move.along * p[i] + move.back * (p[i] - d[i - at->first] * r[i]);
}

/* r -= alpha w, sum: r . D^-1 r; and x += move, unless that is 0. */
static PetscErrorCode Advance(Mat A, PetscReal alpha, Move move, Vec p, Vec w, Vec x, Vec r, PetscReal *sum)
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
    PetscReal d[CHUNK];

    spread(op->s, &at, op->inverse, d);
    if (move.along != 0) advance_x(&at, d, move, direction, residual, solution);
    for (PetscInt i = at.first; i < at.first + at.n; i++) residual[i] -= alpha * product[i];
    *sum += array_weighted_square(at.n, d, residual + at.first);
  }
  PetscCall(VecRestoreArray(r, &residual));
  PetscCall(VecRestoreArray(x, &solution));
  PetscCall(VecRestoreArrayRead(w, &product));
  PetscCall(VecRestoreArrayRead(p, &direction));
  PetscCall(PetscLogFlops((move.along != 0 ? 11 : 5) * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the iteration ----------------------------------------------------------------------------------------------- */

enum { R, P, W }; /* work: residual, direction, A times direction */

PetscErrorCode StencilSetUpSolve(Mat A, const Vec work[STENCIL_WORK])
{
  Operator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  for (int k = 0; k < STENCIL_WORK; k++) {
    PetscCall(PetscObjectReference((PetscObject)work[k]));
    PetscCall(VecDestroy(&op->work[k]));
    op->work[k] = work[k];
  }
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

/* The iteration from x, with its residual in work[R] and rz = r . D^-1 r over all ranks. *iterations counts on. x lacks the last step,
   *lacking times work[P]. */
static PetscErrorCode Iterate(KSP ksp, Mat A, const Test *test, PetscReal rz, Vec x, Vec const work[],
                              PetscReal *lacking, KSPConvergedReason *reason, PetscInt *iterations)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  /* a beta: from a smaller one the direction before is found again to less than 1e-13, its root times the rounding */
  const PetscReal least = 1e-6;
  PetscReal       beta  = 0, pw;

  PetscFunctionBeginUser;
  *lacking = 0;
  while (!*reason) {
    const PetscReal last = rz;
    Move            move;

    if (beta < least) {
      PetscCall(VecAXPY(x, *lacking, work[P]));
      *lacking = 0;
    }
    PetscCall(Direction(A, work[R], beta, work[P], work[W], &pw));
    PetscCall(SumOver(comm, 1, &pw));
    if (!(pw > 0)) { /* what x lacks is lost, as is x */
      *reason  = PetscIsInfOrNanReal(pw) ? KSP_DIVERGED_NANORINF : KSP_DIVERGED_INDEFINITE_MAT;
      *lacking = 0;
      break;
    }
    move = *lacking != 0 ? (Move){last / pw, *lacking / beta} : (Move){0, 0};
    PetscCall(Advance(A, last / pw, move, work[P], work[W], x, work[R], &rz));
    *lacking = *lacking != 0 ? 0 : last / pw;
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

/* The work vectors and the ghosts' D^-1 of a solve. */
static PetscErrorCode Prepare(Mat A)
{
  Operator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  for (int k = 0; k < STENCIL_WORK; k++)
    if (!op->work[k]) PetscCall(MatCreateVecs(A, &op->work[k], NULL));
  PetscCall(GhostInverse(A, op, op->work[P]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Iterate from the first residual, with its sums over this rank's rows. */
static PetscErrorCode Solve(KSP ksp, Mat A, PetscReal sums[2], Vec x, PetscReal *lacking, KSPConvergedReason *reason,
                            PetscInt *iterations)
{
  Test      test;
  Operator *op;

  PetscFunctionBeginUser;
  *iterations = 0;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(KSPGetTolerances(ksp, &test.rtol, &test.atol, &test.divtol, &test.most));
  PetscCall(SumOver(PetscObjectComm((PetscObject)A), 2, sums));
  test.first = PetscSqrtReal(sums[0]);
  test.right = sums[1] > 0 ? PetscSqrtReal(sums[1]) : test.first;
  PetscCall(KSPMonitor(ksp, 0, test.first));
  *reason = judge(&test, 0, test.first);
  PetscCall(Iterate(ksp, A, &test, sums[0], x, op->work, lacking, reason, iterations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilSolve(KSP ksp, Mat A, Vec b, Vec x, KSPConvergedReason *reason, PetscInt *iterations)
{
  PetscBool     guess;
  PetscReal     sums[2], lacking;
  PetscLogEvent solve;
  Operator     *op;

  PetscFunctionBeginUser;
  PetscCall(PetscLogEventGetId("KSPSolve", &solve));
  PetscCall(PetscLogEventBegin(solve, ksp, b, x, 0));
  PetscCall(Prepare(A));
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(KSPGetInitialGuessNonzero(ksp, &guess));
  if (!guess) PetscCall(VecZeroEntries(x));
  PetscCall(StencilResidual(A, b, x, op->work[R], sums));
  PetscCall(Solve(ksp, A, sums, x, &lacking, reason, iterations));
  PetscCall(VecAXPY(x, lacking, op->work[P]));
  PetscCall(PetscLogEventEnd(solve, ksp, b, x, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilSolveSums(KSP ksp, Mat A, const StencilSums *s, Vec *direction, PetscReal *lacking,
                                KSPConvergedReason *reason, PetscInt *iterations)
{
  const Vec     x = s->to[STENCIL_SUMS - 1];
  PetscReal     sums[2];
  PetscLogEvent solve;
  Operator     *op;

  PetscFunctionBeginUser;
  PetscCall(PetscLogEventGetId("KSPSolve", &solve));
  PetscCall(PetscLogEventBegin(solve, ksp, s->loads, x, 0));
  PetscCall(Prepare(A));
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(StencilSumsResidual(A, s, op->work[R], sums));
  PetscCall(Solve(ksp, A, sums, x, lacking, reason, iterations));
  *direction = op->work[P];
  PetscCall(PetscLogEventEnd(solve, ksp, s->loads, x, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}
