/* stencil_step.c: the stage of explicit schemes, accelerations by forces over a diagonal mass, in one pass through memory together with
   the sums that it begins from. */
#include "math/wide.h"
#include "stencil_rows.h"
#include "system/combine.h"

/* The rows that Outer has, whose shares of other ranks come after the pass: [outer.n] each. */
typedef struct {
  PetscReal *force, *inverse; /* K q - loads without what Outer has; 1/mass */
} Edge;

/* A step with its arrays, of this rank's rows. */
typedef struct {
  const StencilStep *s;
  const Operator    *mass, *stiffness;
  PetscScalar       *v, *a;
  const PetscScalar *load;
  PetscInt           loaded, outer; /* of s->rows and of Outer: those of pieces to come begin here */
} Pass;

enum { LANES = 8 }; /* sums that do not wait for each other */

/* Arrays: a = -d a, v += h a; adds the squares of a to sum[LANES]. */
static inline void divide_row(PetscReal d, PetscReal h, PetscScalar *v, PetscScalar *a, PetscReal *sum)
{
  const PetscReal next = -d * *a;

  *a = next;
  *v += h * next;
  *sum += next * next;
}

SIMD_CLONES static void divide_alike(PetscInt n, PetscReal h, PetscReal d, PetscScalar *restrict v,
                                     PetscScalar *restrict a, PetscReal sum[])
{
  PetscReal mine[LANES] = {0};
  PetscInt  i           = 0;

  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++) divide_row(d, h, &v[i + k], &a[i + k], &mine[k]);
  for (int k = 0; i < n; i++, k++) divide_row(d, h, &v[i], &a[i], &mine[k]);
  for (int k = 0; k < LANES; k++) sum[k] += mine[k];
}

/* The same of nodes of several rows, d[rows] each. */
static void divide(PetscInt n, PetscInt rows, PetscReal h, const PetscReal d[], PetscScalar v[], PetscScalar a[],
                   PetscReal sum[])
{
  for (PetscInt i = 0; i < n; i += rows)
    for (PetscInt j = 0; j < rows; j++) divide_row(d[j], h, &v[i + j], &a[i + j], &sum[j]);
}

/* a -= loads in the rows of a piece. */
static void subtract_loads(Pass *p, const Piece *at)
{
  const StencilStep *s   = p->s;
  const PetscInt     end = at->first + at->n;

  if (s->nrows >= 0)
    for (; p->loaded < s->nrows && s->rows[p->loaded] < end; p->loaded++)
      p->a[s->rows[p->loaded]] -= p->load[s->rows[p->loaded]];
  else
    for (PetscInt i = at->first; i < end; i++) p->a[i] -= p->load[i];
}

/* a and v in the rows of a piece, whose q is there; in those of Outer a is 0, and edge has what is to be divided. */
static void accelerate(Pass *p, const Piece *at, const PetscScalar q[], const Edge *edge, PetscReal sum[])
{
  const Classes   *c    = &p->mass->s->classes;
  const Outer     *o    = &p->mass->s->outer;
  const PetscReal *d    = p->mass->inverse + c->row[at->class];
  const PetscInt   rows = ClassRows(c, at->class), first = at->first;

  StencilPiece(p->stiffness, at, q, p->a + first);
  subtract_loads(p, at);
  for (; p->outer < o->n && o->row[p->outer] < first + at->n; p->outer++) {
    const PetscInt row = o->row[p->outer];

    edge->force[p->outer]   = p->a[row];
    edge->inverse[p->outer] = d[(row - first) % rows];
    p->a[row]               = 0;
  }
  if (rows == 1) divide_alike(at->n, p->s->h, d[0], p->v + first, p->a + first, sum);
  else divide(at->n, rows, p->s->h, d, p->v + first, p->a + first, sum);
}

/* All rows, but for the shares of Outer. The sums are made ahead of the product, as far as that reaches. Returns the sum of squares
   of a. */
static PetscReal accelerate_all(Pass *p, const Combination *c, const Edge *edge)
{
  const Stencil s          = p->mass->s;
  Piece         here       = {0};
  PetscInt      made       = 0;
  PetscReal     sum[LANES] = {0};

  while (next_piece(s, &here)) {
    const PetscInt need = PetscMin(s->n, here.first + here.n + s->ahead);

    for (; made < need; made += PetscMin(CHUNK, s->n - made)) combine_rows(c, made, PetscMin(CHUNK, s->n - made));
    accelerate(p, &here, c->y[0], edge, sum);
  }
  for (int k = 1; k < LANES; k++) sum[0] += sum[k];
  return sum[0];
}

/* The rows of Outer, with entries of other ranks; *sum: as that of accelerate. */
static PetscErrorCode FinishEdge(const Pass *p, const Edge *edge, PetscReal *sum)
{
  const Stencil      s = p->mass->s;
  const Outer       *o = &s->outer;
  const PetscScalar *q, *ghost;
  PetscScalar       *v;

  PetscFunctionBeginUser;
  PetscCall(StencilSend(s, p->s->to[0]));
  PetscCall(VecGetArrayRead(p->s->to[0], &q));
  PetscCall(VecGetArray(p->s->to[1], &v));
  PetscCall(StencilReceive(s, p->s->to[0], &ghost));
  for (PetscInt k = 0; k < o->n; k++) {
    const PetscReal a = -edge->inverse[k] * (edge->force[k] + outer_product(p->stiffness, k, q, ghost));

    p->a[o->row[k]] = a;
    v[o->row[k]] += p->s->h * a;
    *sum += a * a;
  }
  PetscCall(StencilRestoreGhosts(s, &ghost));
  PetscCall(VecRestoreArray(p->s->to[1], &v));
  PetscCall(VecRestoreArrayRead(p->s->to[0], &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilAccelerate(const StencilStep *s, PetscReal *square)
{
  Pass        p = {.s = s};
  Edge        edge;
  Combination c;
  Operator   *mass, *stiffness;
  PetscInt    n;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(s->mass, &mass));
  PetscCall(MatShellGetContext(s->stiffness, &stiffness));
  n           = mass->s->outer.n;
  p.mass      = mass;
  p.stiffness = stiffness;
  PetscCall(PetscMalloc2(n, &edge.force, n, &edge.inverse));
  PetscCall(CombinationOpen(s->n, s->vec, 2, s->c, s->to, &c));
  PetscCall(VecGetArray(s->a, &p.a));
  PetscCall(VecGetArrayRead(s->loads, &p.load));
  p.v     = c.y[1];
  *square = accelerate_all(&p, &c, &edge);
  PetscCall(VecRestoreArrayRead(s->loads, &p.load));
  PetscCall(CombinationClose(&c));
  PetscCall(FinishEdge(&p, &edge, square));
  PetscCall(VecRestoreArray(s->a, &p.a));
  PetscCall(PetscFree2(edge.force, edge.inverse));
  PetscCall(PetscLogFlops(2 * mass->s->nonzeros + (4 * (PetscLogDouble)s->n + 5) * (PetscLogDouble)mass->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
