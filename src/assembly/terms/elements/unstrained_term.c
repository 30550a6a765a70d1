/* unstrained_term.c: implements forces of linear elements by temperature and initial strain.

   It also computes the work that changes of the unstrained state do on all elements.

   A linear element with the stiffness K has the strain energy (q-u) . K (q-u)/2 + r0 . (q-u). u is
   the free motion to its unstrained state, and r0 are the forces in the mesh by the initial strain
   in its data. The part of this energy that linear_elements.c does not have is
     -q . f + u . K u / 2 - r0 . u   with the forces f = K u - r0 on the nodes.

   Types with the function small_unstrain have r0 by their data in the unstrained state, to first
   order. Then f = -r0, and the energy of these data at q = 0 replaces that of u.

   The energy U(q, u) of an element changes with u although its nodes stand still. This is the work
   of temperatures and winches, in a step
     (U(q1, u2) - U(q1, u1) + U(q2, u2) - U(q2, u1)) / 2.
   It is exact if U is quadratic and the path is straight, as that of other loads (energy_meter.h).

   The mass of a winch's element also changes (kernels.c): A m with the mass matrix A of a unit
   mass. With the velocities v of its nodes and V = (v1, v1), the power dm/dt (v . A V - v . A v/2)
   is the energy that enters less what accelerates it. U therefore includes m (v . A V - v . A v/2).
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "assembly/terms/terms.h"
#include "element/element.h"
#include "model/parts/block.h"
#include "model/fields/unstrained.h"

enum { MAX = ELEMENT_MAX_DOFS, SQUARE = MAX * MAX };

typedef struct {
  PetscScalar *load;    /* [nlocal] forces of linear elements on all dofs, ghosts not included */
  PetscInt     version; /* sum of Unstrained.version for which load is valid; -1 if it is not */
  PetscBool    linear;  /* whether some linear element has an unstrained state */
} UnstrainedTerm;

static PetscBool is_linear(const Block *b) { return (PetscBool)(b->unstrained && !b->nonlinear); }

static PetscErrorCode Create_Unstrained(Term term, PetscBool *present)
{
  const Model     model = term->model;
  UnstrainedTerm *data;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].unstrained) *present = PETSC_TRUE;
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&data));
  term->data            = data;
  term->remembers_nodes = PETSC_TRUE;
  data->version         = -1;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (is_linear(&model->block[k])) data->linear = PETSC_TRUE;
  if (data->linear) PetscCall(PetscCalloc1(model->layout.nlocal, &data->load));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Unstrained(Term term)
{
  UnstrainedTerm *data = term->data;

  PetscFunctionBeginUser;
  PetscCall(PetscFree(data->load));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- forces of linear elements --------------------------------------------------------------- */

/* The forces and energy of a linear element by its unstrained state; the head of the file has the
   symbols. */
typedef struct {
  double f[MAX];
  double energy; /* u . K u / 2 - r0 . u */
} ElementLoad;

/* Computes the load by the data of the unstrained state. */
static void load_of_data(Model model, const Block *b, PetscInt e, ElementLoad *load)
{
  const double *data = UnstrainedSmallData(model, b, e);

  memset(load->f, 0, sizeof load->f);
  load->energy = element_mesh_forces(model, b, e, data, -1, load->f);
}

static PetscErrorCode ComputeElementLoad(Model model, const Block *b, PetscInt e, ElementLoad *load)
{
  const size_t ndata = (size_t)b->kernel->ndata;
  double       M[SQUARE], C[SQUARE], K[SQUARE], u[MAX], r0[MAX] = {0};

  PetscFunctionBeginUser;
  if (b->kernel->type->small_unstrain) {
    load_of_data(model, b, e, load);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ElementMatrices(model, b, e, M, C, K));
  UnstrainedMotion(model, b, e, u);
  if (b->kernel->type->forces) {
    element_mesh_forces(model, b, e, b->data + (size_t)e * ndata, 1, r0);
    element_mesh_forces(model, b, e, b->unstrained->rest + (size_t)e * ndata, -1, r0);
  }
  load->energy = 0;
  for (PetscInt i = 0; i < b->nd; i++) {
    double Ku = 0;

    for (PetscInt j = 0; j < b->nd; j++) Ku += K[i * b->nd + j] * u[j];
    load->f[i] = Ku - r0[i];
    load->energy += u[i] * (Ku / 2 - r0[i]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode UnstrainedSubtractForces(Model model, const Block *b, PetscInt e, double r[])
{
  ElementLoad load;

  PetscFunctionBeginUser;
  if (!is_linear(b)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComputeElementLoad(model, b, e, &load));
  for (PetscInt i = 0; i < b->nd; i++) r[i] -= load.f[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes data->load for the unstrained state of the last ModelUnstrain(). */
static PetscErrorCode UpdateLoad(Term term)
{
  const Model     model   = term->model;
  UnstrainedTerm *data    = term->data;
  PetscInt        version = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (is_linear(&model->block[k])) version += model->block[k].unstrained->version;
  if (version == data->version) PetscFunctionReturn(PETSC_SUCCESS);
  data->version = version;
  PetscCall(PetscArrayzero(data->load, model->layout.nlocal));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    for (PetscInt e = 0; is_linear(b) && e < b->ncells; e++) {
      ElementLoad load;

      PetscCall(ComputeElementLoad(model, b, e, &load));
      scatter(b->nd, BlockDofs(b, e), 1, load.f, data->load);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Unstrained(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  const DM        dm   = term->model->mesh->dm;
  UnstrainedTerm *data = term->data;
  PetscScalar    *x;
  Vec             local;

  PetscFunctionBeginUser;
  (void)ev;
  if (!data->linear) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(UpdateLoad(term));
  PetscCall(DMGetLocalVector(dm, &local));
  PetscCall(VecGetArray(local, &x));
  for (PetscInt i = 0; i < term->model->layout.nlocal; i++) x[i] = sign * data->load[i];
  PetscCall(VecRestoreArray(local, &x));
  PetscCall(DMLocalToGlobalBegin(dm, local, ADD_VALUES, f));
  PetscCall(DMLocalToGlobalEnd(dm, local, ADD_VALUES, f));
  PetscCall(DMRestoreLocalVector(dm, &local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Unstrained(Term term, const Evaluation *ev, PetscScalar local[])
{
  const Layout   *l    = &term->model->layout;
  UnstrainedTerm *data = term->data;

  PetscFunctionBeginUser;
  (void)ev;
  if (!data->linear) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(UpdateLoad(term));
  for (PetscInt h = 0; h < l->nsupport_dofs; h++)
    local[l->support_dof[h].dof] -= data->load[l->support_dof[h].dof];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies -------------------------------------------------------------------------------- */

/* Returns f . q of an element whose model is linear, with q from the states of its nodes. */
static double load_product(Model model, const Block *b, PetscInt e, const NodeState nodes[],
                           const double f[])
{
  const Geometry *g    = &model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;
  double          sum = 0;

  for (PetscInt j = 0; j < b->nd; j++) {
    const NodeState *node = &nodes[conn[j / nc]];
    const int        c    = BlockComponent(b, j);

    sum += f[j] * (c < 3 ? node->x[c] - g->x[conn[j / nc]][c] : node->turn[c - 3]);
  }
  return sum;
}

/* Returns m (v . A V - v . A v/2), see the head of the file. */
static double inflow(const Block *b, const ElementState *s)
{
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState first  = *s;
  double       p[MAX] = {0}, entering[MAX] = {0}, sum = 0;

  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    node[i] = *s->node[i];
    for (int c = 0; c < 3; c++) node[i].v[c] = s->node[0]->v[c];
    first.node[i] = &node[i];
  }
  b->kernel->type->momentum(s, p);
  b->kernel->type->momentum(&first, entering);
  for (int i = 0; i < shape_nodes(b->kernel->shape); i++)
    for (int c = 0; c < 3; c++) sum += s->node[i]->v[c] * (entering[3 * i + c] - p[3 * i + c] / 2);
  return sum;
}

/* Computes the strain energy of a block at the unstrained state of the last ModelUnstrain(). For
   linear elements it is the part that linear_elements.c does not have. */
static PetscErrorCode StoredEnergy(Term term, const Evaluation *ev, const Block *b,
                                   const NodeState nodes[], PetscReal *energy)
{
  const Model model = term->model;

  PetscFunctionBeginUser;
  *energy = 0;
  for (PetscInt e = 0; e < b->ncells; e++) {
    ElementState s;
    ElementLoad  load;

    if (is_linear(b)) {
      PetscCall(ComputeElementLoad(model, b, e, &load));
      *energy += load.energy - load_product(model, b, e, nodes, load.f);
    } else {
      BlockGather(model, b, e, nodes, ev->s->t, 1, ev->gravity, &s);
      *energy += b->kernel->type->energy(&s);
      if (b->unstrained->length) *energy += inflow(b, &s);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds sign times the energy at both readings to *work. */
static PetscErrorCode AddStoredEnergies(Term term, const Evaluation *ev, const Balance *balance,
                                        PetscReal sign, PetscReal *work)
{
  const NodeState *const nodes[] = {balance->previous_nodes, ev->nodes};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->nparts; k++) {
    const Block *b = &term->model->block[k];
    PetscReal    energy;

    if (UnstrainedIsConstant(b)) continue;
    for (int i = 0; i < 2; i++) {
      PetscCall(StoredEnergy(term, ev, b, nodes[i], &energy));
      *work += sign * energy;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The reactions of moved nodes include the forces. */
static void add_reactions(Term term, const Evaluation *ev, const Block *b, PetscInt e,
                          const double f[], Balance *balance)
{
  const Geometry *g    = &term->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;
  double          back[MAX];

  if (nc == 1) return; /* no such element has an unstrained state */
  for (PetscInt j = 0; j < b->nd; j++) back[j] = -f[j];
  for (int n = 0; n < shape_nodes(b->kernel->shape); n++)
    AddReactions(ev, conn[n], nc, BlockDofs(b, e) + n * nc, back + n * nc, balance->reaction);
}

static PetscErrorCode Balance_Unstrained(Term term, const Evaluation *ev, Balance *b)
{
  const Model model   = term->model;
  PetscReal   work[2] = {0, 0}, energy;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *block = &model->block[k];
    ElementLoad  load;

    if (!is_linear(block)) continue;
    PetscCall(StoredEnergy(term, ev, block, ev->nodes, &energy));
    b->strain += energy;
    for (PetscInt e = 0; e < block->ncells && b->reaction; e++) {
      PetscCall(ComputeElementLoad(model, block, e, &load));
      add_reactions(term, ev, block, e, load.f, b);
    }
  }
  if (b->previous_nodes) {
    PetscCall(AddStoredEnergies(term, ev, b, 0.5, &work[0]));
    PetscCall(ModelUnstrain(model, b->t_previous, ev->loading->factor));
    PetscCall(AddStoredEnergies(term, ev, b, -0.5, &work[1]));
    PetscCall(ModelUnstrain(model, ev->s->t, ev->loading->factor));
    b->work[WORK] += work[0] + work[1];
  }
  PetscCall(PetscArraycpy(b->nodes, ev->nodes, model->mesh->g.nnodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind unstrained_term = {.name    = "unstrained states",
                                  .create  = Create_Unstrained,
                                  .destroy = Destroy_Unstrained,
                                  .force   = Force_Unstrained,
                                  .held    = Held_Unstrained,
                                  .balance = Balance_Unstrained};
