/* stencil_iterate.c: iterates by conjugate gradients, for numbers of type REAL.

   It is compiled for doubles, and as a part of stencil_float.c. An iteration passes through memory
   twice. UpdateDirection computes p, A p and p . A p in one pass. update_solution computes x, r
   and r . D^-1 r in another one. Only every second iteration updates x, by two steps. The
   direction before the last one is (p - D^-1 r)/beta. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/sums.h"
#include "math/wide.h"
#include "stencil_real.h"

/* Computes x = D^-1 r + beta x in n rows; x may be NaN if beta is 0. */
SIMD_CLONES static void turn_rows(PetscInt n, REAL beta, const REAL d[], const REAL *restrict r,
                                  REAL *restrict x)
{
  if (beta == 0)
    for (PetscInt i = 0; i < n; i++) x[i] = d[i] * r[i];
  else
    for (PetscInt i = 0; i < n; i++) x[i] = d[i] * r[i] + beta * x[i];
}

static void turn_chunk(const StencilOperator *op, const RowChunk *at, REAL beta, const REAL r[],
                       REAL x[])
{
  REAL d[CHUNK];

  REAL_NAME(expand_to_rows)(op->s, at, NUMBERS(op)->inverse, d);
  turn_rows(at->n, beta, d, r + at->first, x + at->first);
}

/* Computes p = D^-1 r + beta p, w = A p and *sum = p . w over this rank's rows. */
static PetscErrorCode UpdateDirection(const StencilOperator *op, REAL           beta,
                                      const REAL_NAME(CGArrays) * v, PetscReal *sum)
{
  RowChunk    here = {0}, lookahead = {0};
  REAL *const ghost = NUMBERS(op)->ghost, *const ghost_p = NUMBERS(op)->ghost_p;

  PetscFunctionBeginUser;
  *sum = 0;
  PetscCall(StencilExchangeBegin(op->s, REAL_TYPE, v->r, ghost));
  /* p is computed ahead of the product, up to the largest distance */
  while (next_row_chunk(op->s, &here)) {
    while (lookahead.first + lookahead.n <
             PetscMin(op->s->n, here.first + here.n + op->s->lookahead) &&
           next_row_chunk(op->s, &lookahead))
      turn_chunk(op, &lookahead, beta, v->r, v->p);
    REAL_NAME(StencilMultChunk)(op, &here, v->p, v->w + here.first);
    *sum += REAL_NAME(array_dot)(here.n, v->p + here.first, v->w + here.first);
  }
  PetscCall(StencilExchangeEnd(op->s, REAL_TYPE, v->r, ghost));
  for (PetscInt i = 0; i < op->s->nghosts; i++)
    ghost_p[i] = NUMBERS(op)->ghost_inverse[i] * ghost[i] + (beta == 0 ? 0 : beta * ghost_p[i]);
  for (PetscInt k = 0; k < op->s->offdiag.n; k++) {
    const PetscInt row   = op->s->offdiag.row[k];
    const REAL     share = REAL_NAME(offdiag_product)(op, k, v->p, ghost_p);

    v->w[row] += share;
    *sum += (PetscReal)v->p[row] * share;
  }
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 5 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The steps of x in one pass: along p, and along the direction before it divided by the beta that
   led from there to p. */
typedef struct {
  REAL along, back;
} StepPair;

/* Adds both steps to x in n rows, from p and the r from which p was computed. */
SIMD_CLONES static void add_steps(PetscInt n, StepPair steps, const REAL d[],
                                  const REAL *restrict p, const REAL *restrict r, REAL *restrict x)
{
  for (PetscInt i = 0; i < n; i++) x[i] += steps.along * p[i] + steps.back * (p[i] - d[i] * r[i]);
}

/* Computes r -= alpha w in n rows. */
SIMD_CLONES static void subtract_rows(PetscInt n, REAL alpha, const REAL *restrict w,
                                      REAL *restrict r)
{
  for (PetscInt i = 0; i < n; i++) r[i] -= alpha * w[i];
}

/* Computes r -= alpha w and returns r . D^-1 r over this rank's rows; adds the steps to x, unless
   they are 0. */
static PetscReal update_solution(const StencilOperator *op, REAL alpha, StepPair steps,
                                 const REAL_NAME(CGArrays) * v)
{
  PetscReal sum = 0;
  RowChunk  at  = {0};

  while (next_row_chunk(op->s, &at)) {
    const PetscInt k = at.first;
    REAL           d[CHUNK];

    REAL_NAME(expand_to_rows)(op->s, &at, NUMBERS(op)->inverse, d);
    if (steps.along != 0) add_steps(at.n, steps, d, v->p + k, v->r + k, v->x + k);
    subtract_rows(at.n, alpha, v->w + k, v->r + k);
    sum += REAL_NAME(array_weighted_square)(at.n, d, v->r + k);
  }
  return sum;
}

/* Adds step times p to x. */
static void add_pending_step(const StencilOperator *op, PetscReal step,
                             const REAL_NAME(CGArrays) * v)
{
  if (step != 0)
    for (PetscInt i = 0; i < op->s->n; i++) v->x[i] += (REAL)step * v->p[i];
}

PetscErrorCode REAL_NAME(StencilIterate)(KSP ksp, const StencilOperator *op,
                                         const ConvergenceTest *test, const Precision *precision,
                                         PetscReal  rz, const REAL_NAME(CGArrays) * v,
                                         PetscReal *pending_step, KSPConvergedReason *reason,
                                         PetscInt *iterations)
{
  const PetscReal first = PetscSqrtReal(rz);
  PetscReal       beta  = 0, pw;
  PetscInt        n     = 0;

  PetscFunctionBeginUser;
  *pending_step = 0;
  while (!*reason) {
    const PetscReal last  = rz;
    StepPair        steps = {0, 0};

    if (beta < precision->min_beta) {
      add_pending_step(op, *pending_step, v);
      *pending_step = 0;
    }
    PetscCall(UpdateDirection(op, (REAL)beta, v, &pw));
    PetscCall(StencilReduceSums(op->s->comm, 1, &pw));
    if (!(pw > 0)) { /* x and its pending step are lost */
      *reason       = PetscIsInfOrNanReal(pw) ? KSP_DIVERGED_NANORINF : KSP_DIVERGED_INDEFINITE_MAT;
      *pending_step = 0;
      break;
    }
    if (*pending_step != 0) steps = (StepPair){(REAL)(last / pw), (REAL)(*pending_step / beta)};
    rz            = update_solution(op, (REAL)(last / pw), steps, v);
    *pending_step = *pending_step != 0 ? 0 : last / pw;
    PetscCall(PetscLogFlops((steps.along != 0 ? 11 : 5) * (PetscLogDouble)op->s->n));
    PetscCall(StencilReduceSums(op->s->comm, 1, &rz));
    if (rz < 0) *reason = KSP_DIVERGED_INDEFINITE_PC;
    if (*reason) break;
    beta = rz / last;
    ++*iterations;
    n++;
    PetscCall(KSPMonitor(ksp, *iterations, precision->unit * PetscSqrtReal(rz)));
    *reason = test_convergence(test, *iterations, precision->unit * PetscSqrtReal(rz));
    if (is_rounding(precision, n, first, PetscSqrtReal(rz))) break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
