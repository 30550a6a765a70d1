/* reactions.c: computes the forces of supports on the nodes.

   Rows of linear parts, nonlinear elements that touch constrained dofs, and the nodes whose states
   these elements and the loads read are found once. A scatter of its own gathers the dofs of these
   nodes and rows, so that the cost of a step is proportional to the size of the supports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "reactions.h"
#include "assembly/constraints/constraint_cells.h"
#include "assembly/constraints/joint_results.h"
#include "assembly/support_rows.h"
#include "kinematics/rotating_frame.h"
#include "assembly/term.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "model/supports/support.h"
#include "model/supports/prescribed_motion.h"

typedef struct {
  PetscInt block, e;
} SupportedElement;

struct _n_SupportForces {
  Assembly    a;    /* borrowed */
  SupportRows rows; /* of the linear parts */
  /* nonlinear elements of this rank that touch constrained dofs, block by block */
  PetscInt          n;
  SupportedElement *element; /* [n] */
  PetscInt          nnodes;
  /* [nnodes] nodes whose states are read, if the evaluation has no nodes */
  PetscInt *node;
  /* [nnodes of the rank], of which only those of node[] are written or read, so that the others
     take no memory. inertial is state unless the frame rotates. NULL if no state is read or the
     evaluation has nodes. */
  NodeState *state, *inertial;
  /* [nlocal] index in x of the dofs of these nodes and of the rows; -1 for other dofs */
  PetscInt  *at;
  VecScatter scatter; /* from global vectors to x; NULL on a single rank, which copies entries */
  PetscInt   nfree;
  PetscInt  *free; /* [nfree] indices of the free dofs of x in global vectors */
  /* q, v, a of this rank, NULL if no rank has entries: free dofs, then constrained ones */
  Vec          x[3];
  PetscInt     nmoved;
  PetscInt    *moved; /* [nmoved] indices of the entries of Layout.moved that are in x */
  PetscScalar *local; /* [nlocal] */
};

static PetscBool touches_support(const Model model, const Block *b, PetscInt e)
{
  const PetscInt *dofs = BlockDofs(b, e);

  for (PetscInt i = 0; i < b->nd; i++)
    if (dofs[i] >= 0 && model->layout.global[dofs[i]] < 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode FindSupportedElements(SupportForces f)
{
  const Model model = f->a->model;

  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    f->n = 0;
    for (ElementIterator it = ModelElements(model); NextElement(&it);) {
      if (!it.block->nonlinear || !touches_support(model, it.block, it.element)) continue;
      if (pass) f->element[f->n] = (SupportedElement){.block = it.block_index, .e = it.element};
      f->n++;
    }
    if (!pass) PetscCall(PetscMalloc1(f->n, &f->element));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Constraints read nodes far from any support. Histories of joints need the states of all
   nodes anyway. */
PetscBool SupportForcesNeedNodes(SupportForces f)
{
  return (PetscBool)(ElementForcesNeedNodes(f->a) && ConstraintsCount(f->a->model) > 0);
}

/* Fills f->node with the nodes of the elements, all supported nodes, and, if the frame rotates, the
   nodes of the rows. */
static PetscErrorCode FindSupportNodes(SupportForces f)
{
  const Model     model = f->a->model;
  const Geometry *g     = &model->mesh->g;
  const size_t    n     = (size_t)g->nnodes;
  PetscBool      *is_read;

  PetscFunctionBeginUser;
  if (!ElementForcesNeedNodes(f->a) || SupportForcesNeedNodes(f))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(n, &is_read));
  for (PetscInt k = 0; k < f->n; k++) {
    const PetscInt cell = model->block[f->element[k].block].cells[f->element[k].e];

    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++) is_read[g->conn[i]] = PETSC_TRUE;
  }
  for (PetscInt k = 0; k < f->rows.offset[f->rows.n] && model->spin.active; k++)
    is_read[f->rows.entry[k].column / COMPONENTS] = PETSC_TRUE;
  for (PetscInt h = 0; h < model->layout.nsupport_dofs; h++)
    is_read[model->layout.support_dof[h].node] = PETSC_TRUE;
  for (size_t i = 0; i < n; i++) f->nnodes += is_read[i] ? 1 : 0;
  PetscCall(PetscMalloc1(f->nnodes, &f->node));
  f->nnodes = 0;
  for (size_t i = 0; i < n; i++)
    if (is_read[i]) f->node[f->nnodes++] = (PetscInt)i;
  PetscCall(PetscFree(is_read));
  PetscCall(PetscMalloc1(n, &f->state));
  f->inertial = f->state;
  if (model->spin.active) PetscCall(PetscMalloc1(n, &f->inertial));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills f->at. Returns the global indices free[*nfree] of the free dofs of nodes and rows, and the
   number *n of dofs in x. */
static PetscErrorCode NumberGatheredDofs(SupportForces f, PetscInt *free, PetscInt *nfree,
                                         PetscInt *n)
{
  const Layout  *l        = &f->a->model->layout;
  const PetscInt nentries = f->rows.offset[f->rows.n];

  PetscFunctionBeginUser;
  *nfree = *n = 0;
  for (PetscInt k = 0; k < COMPONENTS * f->nnodes; k++) {
    const PetscInt dof = l->dof[COMPONENTS * f->node[k / COMPONENTS] + k % COMPONENTS];

    if (dof < 0 || l->global[dof] < 0) continue;
    free[(*nfree)++] = l->global[dof];
    f->at[dof]       = (*n)++;
  }
  for (int held = 0; held < 2; held++)
    for (PetscInt k = 0; k < nentries; k++) {
      const PetscInt dof = l->dof[f->rows.entry[k].column];

      if (dof < 0 || f->at[dof] >= 0 || (l->global[dof] < 0) != held) continue;
      if (!held) free[(*nfree)++] = l->global[dof];
      f->at[dof] = (*n)++;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateSupportScatter(SupportForces f)
{
  const Layout *l = &f->a->model->layout;
  PetscInt      n, some;
  PetscMPIInt   size;
  IS            from, to;
  Vec           global;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(l->nlocal, &f->free));
  PetscCall(NumberGatheredDofs(f, f->free, &f->nfree, &n));
  some = n;
  PetscCallMPI(MPI_Comm_size(f->a->model->comm, &size));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &some, 1, MPIU_INT, MPI_MAX, f->a->model->comm));
  if (some) {
    for (int k = 0; k < 3; k++) {
      PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &f->x[k]));
      PetscCall(VecZeroEntries(f->x[k]));
    }
  }
  if (some && size > 1) {
    PetscCall(ISCreateGeneral(PETSC_COMM_SELF, f->nfree, f->free, PETSC_COPY_VALUES, &from));
    PetscCall(ISCreateStride(PETSC_COMM_SELF, f->nfree, 0, 1, &to));
    PetscCall(DMGetGlobalVector(f->a->model->mesh->dm, &global));
    PetscCall(VecScatterCreate(global, from, f->x[0], to, &f->scatter));
    PetscCall(DMRestoreGlobalVector(f->a->model->mesh->dm, &global));
    PetscCall(ISDestroy(&from));
    PetscCall(ISDestroy(&to));
  }
  PetscCall(PetscMalloc1(l->nmoved, &f->moved));
  for (PetscInt m = 0; m < l->nmoved; m++)
    if (f->at[l->moved[m].dof] >= 0) f->moved[f->nmoved++] = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportForcesCreate(Assembly a, SupportForces *out)
{
  const PetscInt nlocal = a->model->layout.nlocal;
  SupportForces  f;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&f));
  f->a = a;
  PetscCall(SupportRowsCreate(a->model, &f->rows));
  PetscCall(FindSupportedElements(f));
  PetscCall(FindSupportNodes(f));
  PetscCall(PetscMalloc1(nlocal, &f->at));
  for (PetscInt i = 0; i < nlocal; i++) f->at[i] = -1;
  PetscCall(CreateSupportScatter(f));
  PetscCall(PetscCalloc1(nlocal, &f->local));
  *out = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportForcesDestroy(SupportForces *out)
{
  SupportForces f = *out;

  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecScatterDestroy(&f->scatter));
  PetscCall(PetscFree(f->free));
  for (int k = 0; k < 3; k++) PetscCall(VecDestroy(&f->x[k]));
  PetscCall(SupportRowsDestroy(&f->rows));
  PetscCall(PetscFree(f->element));
  PetscCall(PetscFree(f->node));
  if (f->inertial != f->state) PetscCall(PetscFree(f->inertial));
  PetscCall(PetscFree(f->state));
  PetscCall(PetscFree(f->at));
  PetscCall(PetscFree(f->moved));
  PetscCall(PetscFree(f->local));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- forces at a state ---- */

/* Fills f->x with q, v, a of the dofs of nodes and rows. */
static PetscErrorCode GatherSupportDofs(SupportForces f, const Evaluation *ev)
{
  const Vec     from[3] = {ev->s->q, ev->s->v, ev->s->a};
  const Layout *l       = &f->a->model->layout;

  PetscFunctionBeginUser;
  for (int k = 0; k < 3 && f->x[k]; k++) {
    const PetscScalar *global;
    PetscScalar       *x;

    if (f->scatter) {
      PetscCall(VecScatterBegin(f->scatter, from[k], f->x[k], INSERT_VALUES, SCATTER_FORWARD));
      PetscCall(VecScatterEnd(f->scatter, from[k], f->x[k], INSERT_VALUES, SCATTER_FORWARD));
    }
    PetscCall(VecGetArrayRead(from[k], &global));
    PetscCall(VecGetArray(f->x[k], &x));
    for (PetscInt i = 0; i < f->nfree && !f->scatter; i++) x[i] = global[f->free[i]];
    for (PetscInt m = 0; m < f->nmoved; m++) {
      const MovedDof *moved = &l->moved[f->moved[m]];

      x[f->at[moved->dof]] = ev->motions->support[moved->support][moved->component][k];
    }
    PetscCall(VecRestoreArray(f->x[k], &x));
    PetscCall(VecRestoreArrayRead(from[k], &global));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the states of the nodes that are read, from x, in the evaluation. */
static void compute_node_states(SupportForces f, const DofValues *values, Evaluation *ev)
{
  const RotatingFrame frame  = RotatingFrameOf(f->a->model, ev->loading);
  NodeSource          source = {.motions = ev->motions, .at = f->at};

  for (int k = 0; k < 3; k++) source.x[k] = values->x[k];
  for (PetscInt k = 0; k < f->nnodes; k++) {
    const PetscInt node = f->node[k];

    ConfigurationNodeState(f->a->configuration, &source, node, &f->state[node]);
    if (f->a->model->spin.active) rotating_frame_state(&frame, &f->state[node], &f->inertial[node]);
  }
  ev->nodes    = f->state;
  ev->inertial = f->inertial;
}

/* Adds the forces of the elements, of up to LANES elements of a block at once. */
static PetscErrorCode AddSupportedElements(SupportForces f, const Evaluation *ev)
{
  const Model model  = f->a->model;
  PetscReal   factor = 1;

  PetscFunctionBeginUser;
  for (PetscInt first = 0, n; first < f->n; first += n) {
    const PetscInt block = f->element[first].block;
    const Block   *b     = &model->block[block];
    PetscInt       element[LANES];
    double         r[LANES][ELEMENT_MAX_DOFS];

    for (n = 1; n < LANES && first + n < f->n && f->element[first + n].block == block;) n++;
    for (PetscInt k = 0; k < LANES; k++) element[k] = f->element[first + PetscMin(k, n - 1)].e;
    if (!first || block != f->element[first - 1].block)
      PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    ElementNonlinearForces(ev, b, n, element, factor, r);
    for (PetscInt k = 0; k < n; k++)
      scatter_to_supports(&model->layout, b->nd, BlockDofs(b, element[k]), 1, r[k], f->local);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the forces of elements and rows. Sets the nodes that are read in *ev, unless it has all
   nodes or no node is read. */
static PetscErrorCode AddElementsAndRows(SupportForces f, Evaluation *ev)
{
  DofValues values = {.at = f->at};

  PetscFunctionBeginUser;
  for (int k = 0; k < 3 && f->x[k]; k++) PetscCall(VecGetArrayRead(f->x[k], &values.x[k]));
  if (f->state && !ev->nodes) compute_node_states(f, &values, ev);
  PetscCall(AddSupportedElements(f, ev));
  SupportRowsAdd(&f->rows, ev, &values, f->local);
  for (int k = 0; k < 3 && f->x[k]; k++) PetscCall(VecRestoreArrayRead(f->x[k], &values.x[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Implements SupportForcesCompute(); sets the nodes that are read in *ev. */
static PetscErrorCode SumSupportForces(SupportForces f, Evaluation *ev, const PetscScalar **local)
{
  const Layout *l = &f->a->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt h = 0; h < l->nsupport_dofs; h++) f->local[l->support_dof[h].dof] = 0;
  PetscCall(GatherSupportDofs(f, ev));
  PetscCall(AddElementsAndRows(f, ev));
  for (PetscInt k = 0; k < f->a->nterms; k++)
    if (f->a->term[k]->kind->held)
      PetscCall(f->a->term[k]->kind->held(f->a->term[k], ev, f->local));
  *local = f->local;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportForcesCompute(SupportForces f, const Evaluation *ev,
                                    const PetscScalar **local)
{
  Evaluation own = *ev;

  PetscFunctionBeginUser;
  PetscCall(SumSupportForces(f, &own, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the force on a constrained dof in global axes: force[0..2] a force, force[3..5] a
   moment. */
static void rotate_to_global(const Evaluation *ev, const SupportDof *held, PetscReal value,
                             double force[COMPONENTS])
{
  for (int c = 0; c < COMPONENTS; c++) force[c] = c == held->component ? value : 0;
  if (held->component < 3 || !ev->nodes) return;
  for (int c = 0; c < 3; c++)
    force[3 + c] = ev->nodes[held->node].R[3 * c + held->component - 3] * value;
}

/* Gets the force and moment of a support's rows on the node of cell e of joint i, in global axes,
   and the present place of the node. */
static PetscErrorCode RowForces(const Evaluation *ev, PetscInt i, PetscInt e,
                                double force[COMPONENTS], const double **x)
{
  const Model      model = ev->assembly->model;
  const PetscInt   node  = model->joint[i].node[e];
  const NodeState *s     = &ev->nodes[node];
  double           r[JOINT_DOFS];

  PetscFunctionBeginUser;
  PetscCall(JointNodalForces(ev, i, e, r));
  for (int c = 0; c < 3; c++) force[c] = -r[COMPONENTS + c];
  mat_vec(s->R, r + COMPONENTS + 3, force + 3);
  for (int c = 3; c < COMPONENTS; c++) force[c] = -force[c];
  *x = model->linearize ? model->mesh->g.x[node] : s->x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a force and a moment at the place x to the resultant of a support about its moment point. */
static void add_resultant(const Support *support, const double x[3], const double force[COMPONENTS],
                          PetscReal sum[COMPONENTS])
{
  const double *at     = support->moment_point;
  const double  arm[3] = {x[0] - at[0], x[1] - at[1], x[2] - at[2]};
  double        moment[3];

  cross(arm, force, moment);
  for (int c = 0; c < 3; c++) {
    sum[c] += force[c];
    sum[3 + c] += force[3 + c] + moment[c];
  }
}

PetscErrorCode SupportForcesResultants(SupportForces f, const Evaluation *ev,
                                       PetscReal (*sum)[COMPONENTS])
{
  const Model        model = f->a->model;
  const Layout      *l     = &model->layout;
  Evaluation         own   = *ev;
  const PetscScalar *local;

  PetscFunctionBeginUser;
  PetscCall(SumSupportForces(f, &own, &local));
  PetscCall(PetscArrayzero(sum, model->nsupports));
  for (PetscInt h = 0; h < l->nsupport_dofs; h++) {
    const SupportDof *held = &l->support_dof[h];
    const double     *x =
      f->a->local && !model->linearize ? own.nodes[held->node].x : model->mesh->g.x[held->node];
    double force[COMPONENTS];

    rotate_to_global(&own, held, local[held->dof], force);
    add_resultant(&model->support[held->support], x, force, sum[held->support]);
  }
  for (PetscInt i = 0; i < model->njoints; i++)
    for (PetscInt e = 0; e < model->joint[i].ncells && model->joint[i].support >= 0; e++) {
      const Support *support = &model->support[model->joint[i].support];
      const double  *x;
      double         force[COMPONENTS];

      PetscCall(RowForces(&own, i, e, force, &x));
      add_resultant(support, x, force, sum[model->joint[i].support]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportForcesAtNodes(SupportForces f, const Evaluation *ev, PetscInt columns,
                                    PetscReal value[])
{
  const Model        model = f->a->model;
  const Mesh         mesh  = model->mesh;
  const Layout      *l     = &model->layout;
  Evaluation         own   = *ev;
  const PetscScalar *local;
  PetscReal         *sum;

  PetscFunctionBeginUser;
  PetscCall(SumSupportForces(f, &own, &local));
  PetscCall(PetscMalloc1(mesh->g.nnodes, &sum));
  for (PetscInt c = 0; c < columns; c++) {
    PetscCall(PetscArrayzero(sum, mesh->g.nnodes));
    for (PetscInt h = 0; h < l->nsupport_dofs; h++) {
      double force[COMPONENTS];

      rotate_to_global(&own, &l->support_dof[h], local[l->support_dof[h].dof], force);
      sum[l->support_dof[h].node] += force[c];
    }
    for (PetscInt i = 0; i < model->njoints; i++)
      for (PetscInt e = 0; e < model->joint[i].ncells && model->joint[i].support >= 0; e++) {
        const double *x;
        double        force[COMPONENTS];

        PetscCall(RowForces(&own, i, e, force, &x));
        sum[model->joint[i].node[e]] += force[c];
      }
    PetscCall(MeshCombineNodes(mesh, MPIU_REAL, sum, MPI_SUM));
    for (PetscInt i = 0, n = 0; i < mesh->g.nnodes; i++)
      if (mesh->owned[i]) value[columns * n++ + c] = sum[i];
  }
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
