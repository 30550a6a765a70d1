/* stencil_start.c: the first residual of conjugate gradients (stencil_cg.c), in one pass through memory: for a right-hand side that is
   there, or together with all that it and the guess are made of. */
#include "math/sums.h"
#include "stencil_rows.h"
#include "system/combine.h"

PetscErrorCode StencilResidual(Mat A, Vec b, Vec x, Vec r, PetscReal sums[2])
{
  const PetscScalar *right, *from, *ghost;
  PetscScalar       *to;
  Piece              p = {0};
  Operator          *op;

  PetscFunctionBeginUser;
  sums[0] = sums[1] = 0;
  PetscCall(MatShellGetContext(A, &op));
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
    for (PetscInt i = 0; i < p.n; i++) to[p.first + i] = right[p.first + i] - buffer[i];
    sums[0] += array_weighted_square(p.n, d, to + p.first);
    sums[1] += array_weighted_square(p.n, d, right + p.first);
  }
  PetscCall(VecRestoreArray(r, &to));
  PetscCall(VecRestoreArrayRead(b, &right));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 7 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- from sums --------------------------------------------------------------------------------------------------- */

/* The rows that Outer has, whose shares of other ranks come after the pass: [outer.n] each. */
typedef struct {
  PetscReal *right, *inverse; /* entries of b and D^-1 */
} Edge;

/* The operators of the products with to[0], to[1], to[2] and the signs with which they count in the residual. */
typedef struct {
  const Operator *op[STENCIL_SUMS]; /* NULL: none */
} Products;

static PetscErrorCode FindProducts(Mat A, const StencilSums *s, Products *p)
{
  const Mat mat[STENCIL_SUMS] = {s->of[0], s->of[1], A};

  PetscFunctionBeginUser;
  for (int k = 0; k < STENCIL_SUMS; k++) {
    p->op[k] = NULL;
    if (mat[k]) PetscCall(MatShellGetContext(mat[k], (void *)&p->op[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* r of the rows of a piece, on entry loads, without what Outer has; *outer goes on through its rows, which count for nothing in the
   sums yet. */
static void residual_piece(const Products *p, const Piece *at, const Combination *c, const Edge *edge, PetscInt *outer,
                           PetscScalar r[], PetscReal sums[2])
{
  const Operator *op = p->op[STENCIL_SUMS - 1];
  const Outer    *o  = &op->s->outer;
  PetscReal       d[CHUNK];
  PetscScalar     product[CHUNK];

  spread(op->s, at, op->inverse, d);
  r += at->first;
  for (int k = 0; k < STENCIL_SUMS - 1; k++) {
    if (!p->op[k]) continue;
    StencilPiece(p->op[k], at, c->y[k], product);
    for (PetscInt i = 0; i < at->n; i++) r[i] += product[i];
  }
  for (; *outer < o->n && o->row[*outer] < at->first + at->n; ++*outer) {
    const PetscInt i = o->row[*outer] - at->first;

    edge->right[*outer]   = r[i];
    edge->inverse[*outer] = d[i];
    d[i]                  = 0;
  }
  sums[1] += array_weighted_square(at->n, d, r);
  StencilPiece(op, at, c->y[STENCIL_SUMS - 1], product);
  for (PetscInt i = 0; i < at->n; i++) r[i] -= product[i];
  sums[0] += array_weighted_square(at->n, d, r);
}

/* What Outer has: the products with entries of other ranks. */
static PetscErrorCode AddEdge(const Products *p, const StencilSums *s, const Edge *edge, PetscScalar r[],
                              PetscReal sums[2])
{
  const Outer *o = &p->op[STENCIL_SUMS - 1]->s->outer;

  PetscFunctionBeginUser;
  for (int k = 0; k < STENCIL_SUMS; k++) {
    const PetscBool    of_guess = (PetscBool)(k == STENCIL_SUMS - 1);
    const PetscScalar *x, *ghost;

    if (!p->op[k]) continue;
    PetscCall(StencilSend(p->op[k]->s, s->to[k]));
    PetscCall(VecGetArrayRead(s->to[k], &x));
    PetscCall(StencilReceive(p->op[k]->s, s->to[k], &ghost));
    for (PetscInt j = 0; j < o->n; j++) {
      const PetscReal share = outer_product(p->op[k], j, x, ghost);

      r[o->row[j]] += of_guess ? -share : share;
      if (!of_guess) edge->right[j] += share;
    }
    PetscCall(StencilRestoreGhosts(p->op[k]->s, &ghost));
    PetscCall(VecRestoreArrayRead(s->to[k], &x));
  }
  for (PetscInt j = 0; j < o->n; j++) {
    sums[0] += edge->inverse[j] * PetscSqr(r[o->row[j]]);
    sums[1] += edge->inverse[j] * PetscSqr(edge->right[j]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilSumsResidual(Mat A, const StencilSums *s, Vec r, PetscReal sums[2])
{
  PetscScalar *residual;
  PetscInt     outer = 0;
  Piece        here = {0}, ahead = {0};
  Products     p;
  Combination  c;
  Edge         edge;
  Operator    *op;

  PetscFunctionBeginUser;
  sums[0] = sums[1] = 0;
  if (r != s->loads) PetscCall(VecCopy(s->loads, r));
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(FindProducts(A, s, &p));
  PetscCall(PetscMalloc2(op->s->outer.n, &edge.right, op->s->outer.n, &edge.inverse));
  PetscCall(CombinationOpen(s->n, s->vec, STENCIL_SUMS, s->c, s->to, &c));
  PetscCall(VecGetArray(r, &residual));
  while (next_piece(op->s, &here)) { /* the sums are made ahead of the products, as far as these reach */
    while (ahead.first + ahead.n < PetscMin(op->s->n, here.first + here.n + op->s->ahead) && next_piece(op->s, &ahead))
      combine_rows(&c, ahead.first, ahead.n);
    residual_piece(&p, &here, &c, &edge, &outer, residual, sums);
  }
  PetscCall(CombinationClose(&c));
  PetscCall(AddEdge(&p, s, &edge, residual, sums));
  PetscCall(VecRestoreArray(r, &residual));
  PetscCall(PetscFree2(edge.right, edge.inverse));
  PetscCall(PetscLogFlops(4 * op->s->nonzeros + 9 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
