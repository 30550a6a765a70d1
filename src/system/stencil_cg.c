/* stencil_cg.c: conjugate gradients with Jacobi's preconditioner for operators of stencil.h, as a solver of PETSc: two passes
   through memory and two reductions an iteration. Hestenes & Stiefel 1952; what a pass does: Chronopoulos & Gear 1989, section 2. */
#include <petsc/private/kspimpl.h>
#include "stencil_rows.h"

/* ---- passes; sums are of this rank's rows ---- */

/* The inverse diagonal of rows of other ranks. */
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
  for (PetscInt k = 0; k < op->s->outer.n; k++) /* kept in r until its row comes */
    to[op->s->outer.row[k]] = outer_product(op, k, ghost);
  PetscCall(StencilRestoreGhosts(op->s, &ghost));
  for (PetscInt outer = 0; next_piece(op->s, &p);) {
    const PetscReal d = op->inverse[p.class];
    PetscScalar     buffer[CHUNK];

    StencilPiece(op, &p, from, buffer);
    for (; outer < op->s->outer.n && op->s->outer.row[outer] < p.first + p.n; outer++)
      buffer[op->s->outer.row[outer] - p.first] += to[op->s->outer.row[outer]];
    for (PetscInt i = 0; i < p.n; i++) {
      const PetscReal residual = right[p.first + i] - buffer[i];

      to[p.first + i] = residual;
      rz += d * residual * residual;
      bb += d * right[p.first + i] * right[p.first + i];
    }
  }
  PetscCall(VecRestoreArray(r, &to));
  PetscCall(VecRestoreArrayRead(b, &right));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 7.0 * op->s->n));
  sums[0] = rz;
  sums[1] = bb;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The new direction in a piece; the old one counts for nothing, whatever it holds, if beta is 0. */
static void turn(const Operator *op, const Piece *p, PetscReal beta, const PetscScalar r[], PetscScalar x[])
{
  const PetscReal d = op->inverse[p->class];

  if (beta == 0)
    for (PetscInt i = p->first; i < p->first + p->n; i++) x[i] = d * r[i];
  else
    for (PetscInt i = p->first; i < p->first + p->n; i++) x[i] = d * r[i] + beta * x[i];
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
  while (next_piece(op->s, &here)) { /* p runs ahead by as much as the product reaches */
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
    const PetscReal share = outer_product(op, k, op->ghost_p);

    y[row] += share;
    *sum += x[row] * share;
  }
  PetscCall(VecRestoreArray(w, &y));
  PetscCall(VecRestoreArray(p, &x));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 5.0 * op->s->n));
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
    const PetscReal d      = op->inverse[at.class];
    PetscReal       square = 0;

    for (PetscInt i = at.first; i < at.first + at.n; i++) {
      solution[i] += alpha * direction[i];
      residual[i] -= alpha * product[i];
      square += residual[i] * residual[i];
    }
    *sum += d * square;
  }
  PetscCall(VecRestoreArray(r, &residual));
  PetscCall(VecRestoreArray(x, &solution));
  PetscCall(VecRestoreArrayRead(w, &product));
  PetscCall(VecRestoreArrayRead(p, &direction));
  PetscCall(PetscLogFlops(6.0 * op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the iteration ---- */

enum { NVECS = 3 };

/* Natural norms, which need no sum of their own, against that of the right-hand side, as KSPConvergedDefault; it comes with
   the first residual. */
typedef struct {
  PetscReal norm;
} StencilCG;

static PetscErrorCode Converged(KSP ksp, PetscInt iteration, PetscReal norm, KSPConvergedReason *reason, void *context)
{
  const StencilCG *cg = context;

  PetscFunctionBeginUser;
  (void)iteration;
  *reason = KSP_CONVERGED_ITERATING;
  if (PetscIsInfOrNanReal(norm)) *reason = KSP_DIVERGED_NANORINF;
  else if (norm <= ksp->abstol) *reason = KSP_CONVERGED_ATOL;
  else if (norm <= ksp->rtol * cg->norm) *reason = KSP_CONVERGED_RTOL;
  else if (norm >= ksp->divtol * PetscMax(cg->norm, ksp->rnorm0)) *reason = KSP_DIVERGED_DTOL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_StencilCG(KSP ksp)
{
  PetscBool stencil, jacobi;
  Mat       A;

  PetscFunctionBeginUser;
  PetscCall(KSPSetWorkVecs(ksp, NVECS));
  PetscCall(KSPGetOperators(ksp, &A, NULL));
  PetscCall(MatIsStencil(A, &stencil));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp->pc, PCJACOBI, &jacobi));
  PetscCheck(stencil && jacobi, PetscObjectComm((PetscObject)ksp), PETSC_ERR_USER_INPUT,
             "-ksp_type " KSPSTENCILCG " is for -operator matrix_free and -pc_type jacobi; take -ksp_type cg");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Sum(KSP ksp, PetscInt n, PetscReal sums[])
{
  PetscFunctionBeginUser;
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, sums, (PetscMPIInt)n, MPIU_REAL, MPI_SUM, PetscObjectComm((PetscObject)ksp)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The norm of the residual after an iteration; whether to go on. */
static PetscErrorCode Test(KSP ksp, PetscReal norm)
{
  PetscFunctionBeginUser;
  ksp->rnorm = norm;
  PetscCall(KSPLogResidualHistory(ksp, norm));
  PetscCall(KSPMonitor(ksp, ksp->its, norm));
  PetscCall((*ksp->converged)(ksp, ksp->its, norm, &ksp->reason, ksp->cnvP));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_StencilCG(KSP ksp)
{
  StencilCG *cg = ksp->data;
  const Vec  r = ksp->work[0], p = ksp->work[1], w = ksp->work[2], x = ksp->vec_sol;
  PetscReal  sums[2], rz, beta = 0, pw;
  Mat        A;

  PetscFunctionBeginUser;
  PetscCall(KSPGetOperators(ksp, &A, NULL));
  ksp->its = 0;
  if (ksp->guess_zero) PetscCall(VecZeroEntries(x));
  PetscCall(Residual(A, ksp->vec_rhs, x, r, sums));
  PetscCall(Sum(ksp, 2, sums));
  rz          = sums[0];
  ksp->rnorm0 = PetscSqrtReal(rz);
  cg->norm    = sums[1] > 0 ? PetscSqrtReal(sums[1]) : ksp->rnorm0;
  PetscCall(Test(ksp, ksp->rnorm0));
  while (!ksp->reason) {
    const PetscReal last = rz;

    PetscCall(Direction(A, r, beta, p, w, &pw));
    PetscCall(Sum(ksp, 1, &pw));
    if (!(pw > 0)) ksp->reason = PetscIsInfOrNanReal(pw) ? KSP_DIVERGED_NANORINF : KSP_DIVERGED_INDEFINITE_MAT;
    if (ksp->reason) break;
    PetscCall(Advance(A, last / pw, p, w, x, r, &rz));
    PetscCall(Sum(ksp, 1, &rz));
    if (rz < 0) ksp->reason = KSP_DIVERGED_INDEFINITE_PC;
    if (ksp->reason) break;
    beta = rz / last;
    ksp->its++;
    PetscCall(Test(ksp, PetscSqrtReal(rz)));
    if (!ksp->reason && ksp->its >= ksp->max_it) ksp->reason = KSP_DIVERGED_ITS;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The test leaves with the solver: another type may follow. */
static PetscErrorCode Destroy_StencilCG(KSP ksp)
{
  void *context;

  PetscFunctionBeginUser;
  if (ksp->converged == Converged) {
    PetscCall(KSPConvergedDefaultCreate(&context));
    PetscCall(KSPSetConvergenceTest(ksp, KSPConvergedDefault, context, KSPConvergedDefaultDestroy));
  }
  PetscCall(KSPDestroyDefault(ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_StencilCG(KSP ksp)
{
  StencilCG *cg;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&cg));
  ksp->data               = cg;
  ksp->ops->setup         = SetUp_StencilCG;
  ksp->ops->solve         = Solve_StencilCG;
  ksp->ops->destroy       = Destroy_StencilCG;
  ksp->ops->buildsolution = KSPBuildSolutionDefault;
  ksp->ops->buildresidual = KSPBuildResidualDefault;
  PetscCall(KSPSetSupportedNorm(ksp, KSP_NORM_NATURAL, PC_LEFT, 3));
  PetscCall(KSPSetConvergenceTest(ksp, Converged, cg, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilRegisterSolver(void)
{
  PetscFunctionBeginUser;
  PetscCall(KSPRegister(KSPSTENCILCG, Create_StencilCG));
  PetscFunctionReturn(PETSC_SUCCESS);
}
