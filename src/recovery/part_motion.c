/* part_motion.c: computes the motion of the mass center of a part or of the whole model.

   The mass of an element follows from the momenta for given velocities of its nodes: M v of the
   linear part, and ElementKernel.momentum. The angular momenta of unit translations determine its
   position. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "part_motion.h"
#include "assembly/term.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"
#include <string.h>

enum { N = ELEMENT_MAX_DOFS };

struct _n_PartMasses {
  Assembly    a;    /* borrowed */
  const char *part; /* borrowed */
  PetscBool   linear;
  /* [nparts][ncells][nd][nd] of the linear parts; NULL for blocks of other parts or without mass */
  double **M;
};

/* An element, with its own states of nodes. */
typedef struct {
  const Block  *b;
  const double *M;         /* mass matrix of the linear part; NULL leaves the linear part out */
  PetscBool     nonlinear; /* whether to include the nonlinear part */
  ElementState  s;
  NodeState     node[ELEMENT_MAX_NODES];
} MovingElement;

static PetscErrorCode StoreMassMatrices(Model model, const Block *b, double **stored)
{
  const size_t n2 = (size_t)(b->nd * b->nd);
  double       M[N * N], C[N * N], K[N * N], most = 0;

  PetscFunctionBeginUser;
  if (!b->kernel->type->matrices && !b->linearized) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(n2 * (size_t)b->ncells, stored));
  for (PetscInt e = 0; e < b->ncells; e++) {
    PetscCall(ElementLinearPart(model, b, e, M, C, K));
    for (size_t i = 0; i < n2; i++) most = PetscMax(most, PetscAbsReal(M[i]));
    PetscCall(PetscArraycpy(*stored + n2 * (size_t)e, M, n2));
  }
  if (most == 0) PetscCall(PetscFree(*stored));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartMassesCreate(Assembly a, const char part[], PartMasses *out)
{
  const Model model = a->model;
  PartMasses  masses;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&masses));
  masses->a      = a;
  masses->part   = part;
  masses->linear = PETSC_TRUE;
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->traits.nonlinear) masses->linear = PETSC_FALSE;
  PetscCall(PetscCalloc1(model->nparts, &masses->M));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (!part || !strcmp(model->block[k].part, part))
      PetscCall(StoreMassMatrices(model, &model->block[k], &masses->M[k]));
  *out = masses;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartMassesDestroy(PartMasses *out)
{
  PetscFunctionBeginUser;
  if (!*out) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < (*out)->a->model->nparts; k++) PetscCall(PetscFree((*out)->M[k]));
  PetscCall(PetscFree((*out)->M));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills y[nd] with the velocities of the dofs of the element. */
static void element_velocities(const MovingElement *m, double y[])
{
  const int nc = m->b->kernel->nc;

  for (int i = 0; i < m->b->nd; i++) {
    const int c = BlockComponent(m->b, i);

    y[i] = c < 3 ? m->node[i / nc].v[c] : m->node[i / nc].w[c - 3];
  }
}

/* Computes p[nd] = M v, with moments in the axes of the nodes. */
static void element_momenta(const MovingElement *m, double p[])
{
  const PetscInt nd = m->b->nd;
  double         y[N];

  for (PetscInt i = 0; i < nd; i++) p[i] = 0;
  if (m->nonlinear && m->b->kernel->type->momentum) m->b->kernel->type->momentum(&m->s, p);
  if (!m->M) return;
  element_velocities(m, y);
  for (PetscInt i = 0; i < nd; i++)
    for (PetscInt j = 0; j < nd; j++) p[i] += m->M[i * nd + j] * y[j];
}

/* Adds the linear and angular momentum of p[nd] at the nodes. Dofs of -1 are left out; if dofs is
   NULL, all count. */
static void add_momentum(const MovingElement *m, const PetscInt dofs[], const double p[],
                         PetscReal sum[MOMENTA])
{
  const int nc = m->b->kernel->nc;

  for (int n = 0; n < m->b->nd / nc; n++) {
    double f[COMPONENTS] = {0}, arm[3], spin[3];

    for (int c = 0; c < nc; c++)
      if (!dofs || dofs[n * nc + c] >= 0) f[BlockComponent(m->b, c)] = p[n * nc + c];
    cross(m->node[n].x, f, arm);
    mat_vec(m->node[n].R, f + 3, spin);
    for (int c = 0; c < 3; c++) {
      sum[c] += f[c];
      sum[3 + c] += arm[c] + spin[c];
    }
  }
}

/* Adds mass times position of the element with its nodes at their current positions; overwrites
   their velocities. The height of an element that moves in z only follows from the shares of its
   nodes. */
static void add_mass(MovingElement *m, PartMotion *to)
{
  const int nn = shape_nodes(m->b->kernel->shape);

  for (int d = m->b->kernel->nc == 1 ? 2 : 0; d < 3; d += 2) {
    PetscReal sum[MOMENTA] = {0};
    double    p[N];

    for (int n = 0; n < nn; n++)
      for (int c = 0; c < 3; c++) {
        m->node[n].v[c] = c == d;
        m->node[n].w[c] = 0;
      }
    element_momenta(m, p);
    add_momentum(m, NULL, p, sum);
    for (int n = 0; n < nn && m->b->kernel->nc == 1; n++) to->moment[2] += m->node[n].x[2] * p[n];
    if (d == 0) to->moment[2] += sum[4];
    if (d == 0) continue;
    to->moment[0] -= sum[4];
    to->moment[1] += sum[3];
  }
}

/* Adds the mass of the linear part at its position in the reference, and its displacement. */
static void add_linear_mass(const MovingElement *here, const double x[][3], PartMotion *to)
{
  PetscReal     sum[MOMENTA] = {0};
  MovingElement m            = {.b = here->b, .M = here->M};
  double        p[N];

  for (int n = 0; n < shape_nodes(m.b->kernel->shape); n++) {
    m.node[n] = node_at_rest(x[n]);
    for (int c = 0; c < 3; c++) {
      m.node[n].v[c] = here->node[n].x[c] - x[n][c];
      m.node[n].w[c] = here->node[n].turn[c];
    }
  }
  element_momenta(&m, p);
  add_momentum(&m, NULL, p, sum);
  for (int c = 0; c < 3; c++) to->moment[c] += sum[c];
  add_mass(&m, to);
}

static void add_element_motion(PartMasses masses, const Evaluation *ev, PetscInt k, PetscInt e,
                               PartMotion *to)
{
  const double  none[3] = {0, 0, 0}; /* gravity, on which momenta do not depend */
  const Model   model   = masses->a->model;
  const Block  *b       = &model->block[k];
  MovingElement m       = {.b = b, .nonlinear = b->nonlinear};
  double        x[ELEMENT_MAX_NODES][3], p[N], y[N];

  if (masses->M[k]) m.M = masses->M[k] + (size_t)e * (size_t)(b->nd * b->nd);
  BlockGather(model, b, e, ev->nodes, ev->s->t, 1, none, &m.s);
  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
  for (int n = 0; n < shape_nodes(b->kernel->shape); n++) {
    m.node[n]   = *m.s.node[n];
    m.s.node[n] = &m.node[n];
  }
  if (m.M) add_linear_mass(&m, (const double(*)[3])x, to);
  element_momenta(&m, p);
  element_velocities(&m, y);
  for (PetscInt i = 0; i < b->nd; i++) to->kinetic += p[i] * y[i] / 2;
  for (int n = 0; n < shape_nodes(b->kernel->shape) && masses->linear; n++)
    for (int c = 0; c < 3; c++) m.node[n].x[c] = x[n][c];
  add_momentum(&m, BlockDofs(b, e), p, to->momentum);
  m.M = NULL;
  if (m.nonlinear && b->kernel->type->momentum) add_mass(&m, to);
}

PetscErrorCode PartMassesAdd(PartMasses masses, const Evaluation *ev, PartMotion *to)
{
  const Model model = masses->a->model;

  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (!masses->part || !strcmp(it.block->part, masses->part))
      add_element_motion(masses, ev, it.block_index, it.element, to);
  PetscFunctionReturn(PETSC_SUCCESS);
}
