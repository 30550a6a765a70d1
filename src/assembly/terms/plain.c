/* plain.c: see plain.h. Nodes have four numbers, x, y, z and one that is not used, so that one instruction reads or adds them. First
   positions are made of displacements, then elements go from these to forces on nodes, LANES at a time, and in the end forces
   go to the dofs. */
#include "plain.h"

enum { SIZE = 4 };
typedef double Vector4 __attribute__((vector_size(SIZE * sizeof(double)), aligned(sizeof(double))));

struct _n_Plain {
  double (*x)[SIZE]; /* [nnodes] positions [m] */
  Vector4 *force;    /* [nnodes] [N] */
};

static PetscErrorCode Create(Model model, Plain *out)
{
  const size_t n = (size_t)model->mesh->g.nnodes;
  Plain        p;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&p));
  *out = p;
  PetscCall(PetscCalloc1(n, &p->x));
  PetscCall(PetscMalloc1(n, &p->force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PlainDestroy(Plain *plain)
{
  PetscFunctionBeginUser;
  if (!*plain) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree((*plain)->x));
  PetscCall(PetscFree((*plain)->force));
  PetscCall(PetscFree(*plain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void begin(Model model, const PetscScalar u[], Plain p)
{
  const Geometry *g = &model->mesh->g;

  for (int i = 0; i < g->nnodes; i++) {
    const PetscInt *dof = model->layout.dof + COMPONENTS * i;

    for (int c = 0; c < 3; c++) p->x[i][c] = g->x[i][c] + (dof[c] < 0 ? 0 : u[dof[c]]);
    p->force[i] = (Vector4){0};
  }
}

static void end(Model model, Plain p, double sign, PetscScalar local[])
{
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = model->layout.dof[COMPONENTS * i + c];

      if (dof >= 0) local[dof] += sign * p->force[i][c];
    }
}

/* The elements of a block, nn nodes each: their forces are added to those of the nodes or, with energy, their energies to *energy. Lanes
   beyond the last element repeat it, and are not added. */
static INSIDE void add(Model model, const Block *b, int nn, double factor, Plain p, double *energy)
{
  const Geometry *g = &model->mesh->g;
  ElementLanes    e = {.kernel = b->kernel, .prop = b->prop, .factor = factor};

  for (PetscInt first = 0; first < b->ncells; first += LANES) {
    const PetscInt n = PetscMin(LANES, b->ncells - first);
    const int     *conn[LANES];
    Lanes          r[3 * SHAPE_MAX_NODES], stored;

    for (int k = 0; k < LANES; k++) {
      const PetscInt element = first + (k < n ? k : n - 1);

      conn[k]   = g->conn + g->offset[b->cells[element]];
      e.data[k] = b->data + (size_t)element * (size_t)b->kernel->ndata;
    }
    for (int i = 0; i < nn; i++) {
      const double *x[LANES];

      for (int k = 0; k < LANES; k++) x[k] = p->x[conn[k][i]];
      for (int c = 0; c < 3; c++) e.x[i][c] = lanes_from(x, c);
    }
    if (energy) {
      b->kernel->energies(&e, &stored);
      for (int k = 0; k < n; k++) *energy += stored[k];
      continue;
    }
    b->kernel->lanes(&e, r);
    for (int k = 0; k < n; k++)
      for (int i = 0; i < nn; i++) p->force[conn[k][i]] += (Vector4){r[3 * i][k], r[3 * i + 1][k], r[3 * i + 2][k], 0};
  }
}

WIDE static void add_block(Model model, const Block *b, double factor, Plain p, double *energy)
{
  switch (shape_nodes(b->kernel->shape)) { /* constants unroll the loops */
  case 2:
    add(model, b, 2, factor, p, energy);
    break;
  case 3:
    add(model, b, 3, factor, p, energy);
    break;
  default:
    add(model, b, 4, factor, p, energy);
  }
}

PetscErrorCode PlainResidual(Plain *plain, const Evaluation *ev, PetscScalar local[])
{
  const Model model = ev->assembly->model;

  PetscFunctionBeginUser;
  if (!*plain) PetscCall(Create(model, plain));
  begin(model, ev->displacements, *plain);
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];
    PetscReal    factor;

    if (!BlockIsNonlinear(model, b)) continue;
    PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    add_block(model, b, factor, *plain, NULL);
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  end(model, *plain, 1, local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PlainBalance(Plain *plain, const Evaluation *ev, PetscReal *strain, PetscScalar applied[])
{
  const Model model = ev->assembly->model;
  PetscBool   loads = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!*plain) PetscCall(Create(model, plain));
  begin(model, ev->displacements, *plain);
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];
    PetscReal    factor;

    if (!BlockIsNonlinear(model, b)) continue;
    PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    if (b->time) loads = PETSC_TRUE;
    if (b->time || b->kernel->energy) add_block(model, b, factor, *plain, b->time ? NULL : strain);
  }
  if (loads) end(model, *plain, -1, applied);
  PetscFunctionReturn(PETSC_SUCCESS);
}
