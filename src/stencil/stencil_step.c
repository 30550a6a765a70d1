/* stencil_step.c: computes a stage of an explicit scheme in one pass through memory.

   Accelerations are forces divided by a diagonal mass. The pass also computes the sums of vectors
   from which the stage starts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/wide.h"
#include "stencil_rows.h"
#include "system/combine.h"

/* Data of the rows in offdiag, which are completed after the pass: [offdiag.n] each. */
typedef struct {
  PetscReal *force, *inverse; /* K q - loads, without the entries in offdiag; 1/mass */
} DeferredForces;

/* A step with the arrays of this rank's rows. */
typedef struct {
  const StencilExplicitStep *s;
  const StencilOperator     *mass, *stiffness;
  PetscScalar               *v, *a;
  const PetscScalar         *load;
  PetscInt                   next_load, offdiag; /* next indices in s->rows and in offdiag */
} ExplicitPass;

enum { LANES = 8 }; /* independent partial sums */

/* Computes a = -d a and v += h a in one row, and adds the square of a to *sum. */
static inline void accelerate_row(PetscReal d, PetscReal h, PetscScalar *v, PetscScalar *a,
                                  PetscReal *sum)
{
  const PetscReal next = -d * *a;

  *a = next;
  *v += h * next;
  *sum += next * next;
}

/* Does the same for n rows with one d; adds to sum[LANES]. */
SIMD_CLONES static void accelerate_uniform(PetscInt n, PetscReal h, PetscReal d,
                                           PetscScalar *restrict v, PetscScalar *restrict a,
                                           PetscReal sum[])
{
  PetscReal mine[LANES] = {0};
  PetscInt  i           = 0;

  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++) accelerate_row(d, h, &v[i + k], &a[i + k], &mine[k]);
  for (int k = 0; i < n; i++, k++) accelerate_row(d, h, &v[i], &a[i], &mine[k]);
  for (int k = 0; k < LANES; k++) sum[k] += mine[k];
}

/* Does the same for nodes of several rows, with d[rows]. */
static void accelerate_nodes(PetscInt n, PetscInt rows, PetscReal h, const PetscReal d[],
                             PetscScalar v[], PetscScalar a[], PetscReal sum[])
{
  for (PetscInt i = 0; i < n; i += rows)
    for (PetscInt j = 0; j < rows; j++) accelerate_row(d[j], h, &v[i + j], &a[i + j], &sum[j]);
}

/* Subtracts the loads from a in the rows of a chunk. */
static void subtract_loads(ExplicitPass *p, const RowChunk *at)
{
  const StencilExplicitStep *s   = p->s;
  const PetscInt             end = at->first + at->n;

  if (s->nrows >= 0)
    for (; p->next_load < s->nrows && s->rows[p->next_load] < end; p->next_load++)
      p->a[s->rows[p->next_load]] -= p->load[s->rows[p->next_load]];
  else
    for (PetscInt i = at->first; i < end; i++) p->a[i] -= p->load[i];
}

/* Computes a and v in the rows of a chunk whose q is known.

   In rows in offdiag a becomes 0, and deferred gets the force. */
static void accelerate_chunk(ExplicitPass *p, const RowChunk *at, const PetscScalar q[],
                             const DeferredForces *deferred, PetscReal sum[])
{
  const NodeClasses *c    = &p->mass->s->classes;
  const OffDiagonal *o    = &p->mass->s->offdiag;
  const PetscReal   *d    = p->mass->inverse + c->row[at->class];
  const PetscInt     rows = class_rows(c, at->class), first = at->first;

  StencilMultChunk(p->stiffness, at, q, p->a + first);
  subtract_loads(p, at);
  for (; p->offdiag < o->n && o->row[p->offdiag] < first + at->n; p->offdiag++) {
    const PetscInt row = o->row[p->offdiag];

    deferred->force[p->offdiag]   = p->a[row];
    deferred->inverse[p->offdiag] = d[(row - first) % rows];
    p->a[row]                     = 0;
  }
  if (rows == 1) accelerate_uniform(at->n, p->s->h, d[0], p->v + first, p->a + first, sum);
  else accelerate_nodes(at->n, rows, p->s->h, d, p->v + first, p->a + first, sum);
}

/* Computes all rows, except those in offdiag; returns the sum of the squares of a.

   The sums of vectors are computed ahead of the product, up to the largest distance. */
static PetscReal accelerate_rows(ExplicitPass *p, const Combination *c,
                                 const DeferredForces *deferred)
{
  const Stencil s          = p->mass->s;
  RowChunk      here       = {0};
  PetscInt      made       = 0;
  PetscReal     sum[LANES] = {0};

  while (next_row_chunk(s, &here)) {
    const PetscInt need = PetscMin(s->n, here.first + here.n + s->lookahead);

    for (; made < need; made += PetscMin(CHUNK, s->n - made))
      combine_rows(c, made, PetscMin(CHUNK, s->n - made));
    accelerate_chunk(p, &here, c->y[0], deferred, sum);
  }
  for (int k = 1; k < LANES; k++) sum[0] += sum[k];
  return sum[0];
}

/* Completes the rows in offdiag, which need q on other ranks; adds the squares of a to *sum. */
static PetscErrorCode FinishDeferredRows(const ExplicitPass *p, const DeferredForces *deferred,
                                         PetscReal *sum)
{
  const Stencil      s = p->mass->s;
  const OffDiagonal *o = &s->offdiag;
  const PetscScalar *q, *ghost;
  PetscScalar       *v;

  PetscFunctionBeginUser;
  PetscCall(StencilGhostUpdateBegin(s, p->s->to[0]));
  PetscCall(VecGetArrayRead(p->s->to[0], &q));
  PetscCall(VecGetArray(p->s->to[1], &v));
  PetscCall(StencilGhostUpdateEnd(s, p->s->to[0], &ghost));
  for (PetscInt k = 0; k < o->n; k++) {
    const PetscReal a =
      -deferred->inverse[k] * (deferred->force[k] + offdiag_product(p->stiffness, k, q, ghost));

    p->a[o->row[k]] = a;
    v[o->row[k]] += p->s->h * a;
    *sum += a * a;
  }
  PetscCall(StencilRestoreGhosts(s, &ghost));
  PetscCall(VecRestoreArray(p->s->to[1], &v));
  PetscCall(VecRestoreArrayRead(p->s->to[0], &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilSolveAcceleration(const StencilExplicitStep *s, PetscReal *square)
{
  ExplicitPass     p = {.s = s};
  DeferredForces   deferred;
  Combination      c;
  StencilOperator *mass, *stiffness;
  PetscInt         n;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(s->mass, &mass));
  PetscCall(MatShellGetContext(s->stiffness, &stiffness));
  n           = mass->s->offdiag.n;
  p.mass      = mass;
  p.stiffness = stiffness;
  PetscCall(PetscMalloc2(n, &deferred.force, n, &deferred.inverse));
  PetscCall(CombinationOpen(s->n, s->vec, 2, s->c, s->to, &c));
  PetscCall(VecGetArray(s->a, &p.a));
  PetscCall(VecGetArrayRead(s->loads, &p.load));
  p.v     = c.y[1];
  *square = accelerate_rows(&p, &c, &deferred);
  PetscCall(VecRestoreArrayRead(s->loads, &p.load));
  PetscCall(CombinationClose(&c));
  PetscCall(FinishDeferredRows(&p, &deferred, square));
  PetscCall(VecRestoreArray(s->a, &p.a));
  PetscCall(PetscFree2(deferred.force, deferred.inverse));
  PetscCall(PetscLogFlops(2 * mass->s->nonzeros +
                          (4 * (PetscLogDouble)s->n + 5) * (PetscLogDouble)mass->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
