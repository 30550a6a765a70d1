/* element_forces.c: see element_forces.h. The linear part is M (a - g) + C v + K q, with accelerations against inertial space
   where the frame turns: that is what the terms of the matrices, of gravity and of the frame (terms/linear.c, gravity.c, spin.c) add
   up to. */
#include "element_forces.h"
#include "term.h"
#include <math.h>

PetscBool ElementForcesAskForNodes(Assembly a)
{
  if (a->local || a->model->spins) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool BlockHasLinearPart(Model model, const Block *b)
{
  return (PetscBool)(b->kernel->matrices || BlockIsLinearized(model, b));
}

/* The column of y that goes with dof j of an element: y[] = q, v, a less gravity. */
static void column(const Evaluation *ev, const DofValues *x, const Block *b, const int conn[], const PetscInt dofs[],
                   PetscInt j, double y[3])
{
  const Model    model = ev->assembly->model;
  const int      nc = b->kernel->nc, c = nc == 1 ? 2 : (int)(j % nc);
  const PetscInt at = dofs[j] < 0 ? -1 : x->at ? x->at[dofs[j]] : dofs[j];

  for (int k = 0; k < 3; k++) y[k] = at < 0 ? 0 : x->x[k][at];
  if (c >= 3) return;
  if (model->spins) y[2] = ev->inertial[conn[j / nc]].a[c];
  y[2] -= ev->gravity[c];
}

static void add_linear(const Evaluation *ev, const DofValues *x, const Block *b, PetscInt e, const LinearPart *part,
                       double r[])
{
  const Geometry *g    = &ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]];
  const PetscInt *dofs = BlockDofs(b, e);

  for (PetscInt j = 0; j < b->nd; j++) {
    double y[3];

    column(ev, x, b, conn, dofs, j, y);
    for (PetscInt i = 0; i < b->nd; i++) {
      const PetscInt ij = i * b->nd + j;

      r[i] += part->K[ij] * y[0] + part->C[ij] * y[1] + part->M[ij] * y[2];
    }
  }
}

void ElementForces(const Evaluation *ev, const DofValues *x, const Block *b, PetscInt e, const LinearPart *part,
                   PetscReal factor, double r[])
{
  const Model model = ev->assembly->model;

  for (PetscInt i = 0; i < b->nd; i++) r[i] = 0;
  if (BlockIsNonlinear(model, b)) {
    ElementState s;

    BlockGather(model, b, e, ev->inertial, factor, ev->gravity, &s);
    if (b->kernel->forces(&s, r, NULL, NULL, NULL))
      for (PetscInt i = 0; i < b->nd; i++) r[i] = NAN;
  }
  if (part->M) add_linear(ev, x, b, e, part, r);
}

PetscErrorCode LinearPartCreate(Model model, const Block *b, PetscInt e, LinearPart *part)
{
  const size_t n = (size_t)(b->nd * b->nd);

  PetscFunctionBeginUser;
  *part = (LinearPart){NULL, NULL, NULL};
  if (!BlockHasLinearPart(model, b)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc3(n, &part->M, n, &part->C, n, &part->K));
  PetscCall(BlockLinearPart(model, b, e, part->M, part->C, part->K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearPartDestroy(LinearPart *part)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree3(part->M, part->C, part->K));
  PetscFunctionReturn(PETSC_SUCCESS);
}
