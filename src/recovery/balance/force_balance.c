/* force_balance.c: checks that external forces are the rates of linear and angular momentum.

   The total force of an element is r = r0 + (r - r0), where r0 are its internal forces at rest.
   The part r - r0 is inertia less weight and damping, and it is part of the balance. The
   internal forces r0 count only for elements connected to the ground, which have one node. The
   moments of K q of linear elements count too: a spring in a fixed direction, or a tension in
   the undeformed mesh, is not in equilibrium with itself about any point. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "force_balance.h"
#include "assembly/element_forces.h"
#include "recovery/reactions.h"
#include "assembly/constraints/constraint_cells.h"
#include "assembly/terms/terms.h"
#include "model/parts/element_iterator.h"
#include "model/supports/prescribed_motion.h"
#include "assembly/term.h"
#include "math/vector.h"
#include <string.h>

/* ---- force sums ------------------------------------------------------------------------------ */

/* Updates the largest single force and moment, s->largest, with a force and a
   moment on a node. */
static void force_sums_compare(ForceSums *s, const double x[3], const double f[3],
                               const double moment[3])
{
  s->largest[BALANCE_FORCE] =
    PetscMax(s->largest[BALANCE_FORCE],
             PetscMax(norm(f), s->model_size > 0 ? norm(moment) / s->model_size : 0));
  s->largest[BALANCE_MOMENT] =
    PetscMax(s->largest[BALANCE_MOMENT], PetscMax(norm(x) * norm(f), norm(moment)));
}

/* Adds weight times a force and a moment to an amplitude. */
static void add_amplitude(NodeForce *to, double weight, const double x[3], const double f[3],
                          const double moment[3])
{
  for (int c = 0; c < 3; c++) {
    to->force[c] += weight * f[c];
    to->moment[c] += weight * moment[c];
    to->x[c] = x[c];
  }
}

/* Adds a force and a moment on a node of this rank to the sums of the balance
   of forces.

   The force acts at the position of the node at the state, or, in linear models and with
   -linearize, at the position in the mesh. */
static void force_sums_add_node(ForceSums *s, PetscInt node, const double f[COMPONENTS],
                                double sign, ForceContribution contribution)
{
  const Assembly   a     = s->ev->assembly;
  const NodeState *at    = s->ev->nodes ? &s->ev->nodes[node] : NULL;
  const PetscBool  moves = (PetscBool)(at && a->local && !a->model->linearize);
  const double    *x     = moves ? at->x : a->model->mesh->g.x[node];
  double           moment[3], turned[3];

  cross(x, f, moment);
  if (at) mat_vec(at->R, f + 3, turned);
  else memcpy(turned, f + 3, sizeof turned);
  if (s->exerted) add_amplitude(&s->exerted[s->n], s->weight, x, f, turned);
  else force_sums_compare(s, x, f, turned);
  s->n++;
  for (int c = 0; c < 3 && contribution != ADD_NOTHING; c++) {
    s->sum[c] += sign * f[c];
    if (contribution == ADD_ALL) s->sum[3 + c] += sign * (moment[c] + turned[c]);
  }
}

/* Adds the forces of an element on its nodes to the sums of the balance of
   forces. */
static void force_sums_add_element(ForceSums *s, const Block *b, PetscInt e, const double r[],
                                   double sign, ForceContribution contribution)
{
  const Geometry *g    = &s->ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;

  for (PetscInt n = 0; n < b->nd / nc; n++) {
    double f[COMPONENTS] = {0};

    for (int c = 0; c < nc; c++)
      if (BlockDofs(b, e)[n * nc + c] >= 0) f[nc == 1 ? 2 : c] = r[n * nc + c];
    force_sums_add_node(s, conn[n], f, sign, contribution);
  }
}

/* Adds forces on all nodes to the sums of the balance of forces, each node on
   the rank that owns it. */
static PetscErrorCode ForceSumsAddNodes(ForceSums *s, PetscReal (*f)[COMPONENTS], double sign,
                                        ForceContribution contribution)
{
  const Mesh   mesh = s->ev->assembly->model->mesh;
  MPI_Datatype six;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(COMPONENTS, MPIU_REAL, &six));
  PetscCallMPI(MPI_Type_commit(&six));
  PetscCall(MeshCombineNodes(mesh, six, f, MPIU_SUM));
  PetscCallMPI(MPI_Type_free(&six));
  for (PetscInt i = 0; i < mesh->g.nnodes; i++)
    if (mesh->owned[i]) force_sums_add_node(s, i, f[i], sign, contribution);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds forces on dofs, and their moments, to the sums of the balance of forces.

   The force on a dof is the sum of the entries of all ranks in local, and of the entry in global.
 */
static PetscErrorCode ForceSumsAddDofs(ForceSums *s, const PetscScalar local[],
                                       const PetscScalar global[], double sign)
{
  const Model   model = s->ev->assembly->model;
  const Layout *l     = &model->layout;
  PetscReal(*f)[COMPONENTS];

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &f));
  for (PetscInt i = 0; i < COMPONENTS * model->mesh->g.nnodes; i++) {
    const PetscInt node = i / COMPONENTS, dof = l->dof[i];

    if (dof < 0) continue;
    f[node][i % COMPONENTS] = local[dof];
    if (global && l->global[dof] >= 0 && model->mesh->owned[node])
      f[node][i % COMPONENTS] += global[l->global[dof] - l->first];
  }
  PetscCall(ForceSumsAddNodes(s, f, sign, ADD_ALL));
  PetscCall(PetscFree(f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the sums of forces and moments of all ranks, and finds the largest force
   and moment of all ranks. */
static PetscErrorCode ForceSumsReduce(ForceSums *s, MPI_Comm comm, ForceImbalance *imbalance)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, s->sum, COMPONENTS, MPIU_REAL, MPIU_SUM, comm));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, s->largest, BALANCES, MPIU_REAL, MPIU_MAX, comm));
  for (int k = 0; k < BALANCES; k++) {
    imbalance->largest[k] = s->largest[k];
    for (int c = 0; c < 3; c++) imbalance->sum[k][c] = s->sum[3 * k + c];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- force balance --------------------------------------------------------------------------- */

enum { N = ELEMENT_MAX_DOFS };

struct _n_ForceBalance {
  Assembly      a; /* borrowed */
  SupportForces supports;
  PetscReal     model_size;
  LinearPart  **part;  /* [nblocks][ncells] */
  Vec           x[3];  /* local vectors: q, v, a, with moved dofs */
  Vec           loads; /* global: minus the forces of loads */
  /* amplitudes so far: sums, and each force, in the order in which the forces are computed */
  PetscReal  amplitude[COMPONENTS];
  PetscBool  counted; /* the forces have been counted, so that exerted has room for them */
  PetscInt   nforces;
  NodeForce *exerted; /* [nforces] */
};

PetscErrorCode ForceBalanceCreate(Assembly a, ForceBalance *out)
{
  const Model  model = a->model;
  ForceBalance b;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&b));
  b->a = a;
  PetscCall(SupportForcesCreate(a, &b->supports));
  PetscCall(ModelSize(model, &b->model_size));
  PetscCall(PetscCalloc1(model->nblocks, &b->part));
  for (PetscInt k = 0; k < model->nblocks; k++)
    PetscCall(PetscCalloc1(model->block[k].ncells, &b->part[k]));
  for (ElementIterator it = ModelElements(model); NextElement(&it);)
    PetscCall(LinearPartCreate(model, it.block, it.element, &b->part[it.block_index][it.element]));
  for (int k = 0; k < 3; k++) PetscCall(DMCreateLocalVector(model->mesh->dm, &b->x[k]));
  PetscCall(DMCreateGlobalVector(model->mesh->dm, &b->loads));
  *out = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ForceBalanceDestroy(ForceBalance *out)
{
  ForceBalance b = *out;

  PetscFunctionBeginUser;
  if (!b) PetscFunctionReturn(PETSC_SUCCESS);
  for (ElementIterator it = ModelElements(b->a->model); NextElement(&it);)
    PetscCall(LinearPartDestroy(&b->part[it.block_index][it.element]));
  for (PetscInt k = 0; k < b->a->model->nblocks; k++) PetscCall(PetscFree(b->part[k]));
  PetscCall(PetscFree(b->part));
  PetscCall(SupportForcesDestroy(&b->supports));
  for (int k = 0; k < 3; k++) PetscCall(VecDestroy(&b->x[k]));
  PetscCall(VecDestroy(&b->loads));
  PetscCall(PetscFree(b->exerted));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- forces of elements, loads and joints ---- */

static void add_balanced_element(ForceSums *s, const DofValues *x, const Block *b, PetscInt e,
                                 const LinearPart *part, PetscReal factor)
{
  const PetscInt *dofs = BlockDofs(b, e);
  double          r[N], r0[N] = {0}, linear[N] = {0};

  ElementForces(s->ev, x, b, e, part, factor, r);
  force_sums_add_element(s, b, e, r, -1, ADD_ALL);
  if (b->time || b->kernel->shape == SHAPE_POINT)
    return; /* pressures, and elements connected to the ground */
  if (b->nonlinear) {
    ElementInternalForces(s->ev, b, e, r0);
    force_sums_add_element(s, b, e, r0, 1, ADD_ALL);
  }
  for (PetscInt i = 0; i < b->nd && part->K; i++)
    for (PetscInt j = 0; j < b->nd; j++)
      if (dofs[j] >= 0) linear[i] += part->K[i * b->nd + j] * x->x[0][dofs[j]];
  if (part->K) force_sums_add_element(s, b, e, linear, 1, ADD_FORCES);
}

/* Fills b->x with q, v, a of all dofs. */
static PetscErrorCode GatherDofs(ForceBalance b, const Evaluation *ev)
{
  const Layout *l       = &b->a->model->layout;
  const Vec     from[3] = {ev->s->q, ev->s->v, ev->s->a};

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    PetscScalar *x;

    PetscCall(VecZeroEntries(b->x[k]));
    PetscCall(ModelGlobalToLocal(b->a->model, from[k], b->x[k]));
    PetscCall(VecGetArray(b->x[k], &x));
    for (PetscInt m = 0; m < l->nmoved; m++)
      x[l->moved[m].dof] = ev->motions->support[l->moved[m].support][l->moved[m].component][k];
    PetscCall(VecRestoreArray(b->x[k], &x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddElementForces(ForceBalance b, ForceSums *s)
{
  const Model model = b->a->model;
  DofValues   x     = {.at = NULL};

  PetscFunctionBeginUser;
  PetscCall(GatherDofs(b, s->ev));
  for (int k = 0; k < 3; k++) PetscCall(VecGetArrayRead(b->x[k], &x.x[k]));
  for (PetscInt k = 0; k < model->nblocks; k++) {
    PetscReal factor;

    PetscCall(TermFactor(s->ev, model->block[k].time, &model->block[k].harmonic, &factor));
    for (PetscInt e = 0; e < model->block[k].ncells; e++)
      add_balanced_element(s, &x, &model->block[k], e, &b->part[k][e], factor);
  }
  for (int k = 0; k < 3; k++) PetscCall(VecRestoreArrayRead(b->x[k], &x.x[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the forces of loads, laws, modal damping and follower loads in the rows of free and
   constrained dofs. They are minus the terms of the residual. */
static PetscErrorCode AddLoadForces(ForceBalance b, ForceSums *s)
{
  const Term         gravity = AssemblyTerm(b->a, &gravity_term);
  const PetscScalar *global;
  PetscScalar       *local;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(b->a->model->layout.nlocal, &local));
  PetscCall(VecZeroEntries(b->loads));
  for (PetscInt k = 0; k < b->a->nterms; k++) {
    const Term      term = b->a->term[k];
    const TermKind *kind = term->kind;

    if (!kind->is_load || term == gravity) continue;
    if (kind->force) PetscCall(kind->force(term, s->ev, -1, b->loads));
    if (kind->residual) PetscCall(kind->residual(term, s->ev, NULL, b->loads, local));
    /* residuals of terms that read nodes include the supports */
    if (!term->traits.nodes) PetscCall(kind->held(term, s->ev, local));
  }
  if (b->a->modal_damping)
    PetscCall(FsLowRankMultAdd(b->a->modal_damping, 1, s->ev->s->v, b->loads));
  if (gravity) PetscCall(GravityAddInside(gravity, s->ev, -1, b->loads));
  if (gravity) PetscCall(gravity->kind->held(gravity, s->ev, local));
  PetscCall(VecGetArrayRead(b->loads, &global));
  PetscCall(ForceSumsAddDofs(s, local, global, -1));
  PetscCall(VecRestoreArrayRead(b->loads, &global));
  PetscCall(PetscFree(local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add_cell_forces(const ConstraintForces *f, const ConstraintCell *c, const double r[])
{
  PetscInt node[2];

  c->kind->nodes(c, node);
  for (int n = 0; n < 2; n++)
    if (node[n] >= 0)
      force_sums_add_node(f->data, node[n], r + n * COMPONENTS, -1,
                          node[0] < 0 ? ADD_ALL : ADD_NOTHING);
}

static PetscErrorCode AddForcesOfNodes(const ConstraintForces *f, double (*force)[COMPONENTS])
{
  return ForceSumsAddNodes(f->data, force, -1, ADD_NOTHING);
}

/* Adds the forces of constraints to the ground. Those between nodes count only as single forces. */
static PetscErrorCode AddConstraintForces(ForceSums *s)
{
  return ConstraintsVisitForces(&(ConstraintForces){.ev     = s->ev,
                                                    .lambda = s->ev->s->a,
                                                    .which  = CONSTRAINT_ALL_FORCES,
                                                    .forces = add_cell_forces,
                                                    .nodes  = AddForcesOfNodes,
                                                    .data   = s});
}

static PetscErrorCode AddSupportForces(ForceBalance b, ForceSums *s)
{
  const Layout      *l = &b->a->model->layout;
  const PetscScalar *held;
  PetscScalar       *local;

  PetscFunctionBeginUser;
  PetscCall(SupportForcesCompute(b->supports, s->ev, &held));
  PetscCall(PetscCalloc1(l->nlocal, &local));
  for (PetscInt h = 0; h < l->nsupport_dofs; h++)
    local[l->support_dof[h].dof] = held[l->support_dof[h].dof];
  PetscCall(ForceSumsAddDofs(s, local, NULL, 1));
  PetscCall(PetscFree(local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds all forces at the state s->ev. */
static PetscErrorCode AddAllForces(ForceBalance b, ForceSums *s)
{
  PetscFunctionBeginUser;
  PetscCall(AddElementForces(b, s));
  PetscCall(AddLoadForces(b, s));
  if (ConstraintsCount(b->a->model)) PetscCall(AddConstraintForces(s));
  PetscCall(AddSupportForces(b, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ForceBalanceCompute(ForceBalance b, const FsState *state, const FsLoading *loading,
                                   ForceImbalance *imbalance)
{
  ForceSums  s = {.model_size = b->model_size};
  Evaluation ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(b->a, state, loading, ElementForcesNeedNodes(b->a), &ev));
  s.ev = &ev;
  PetscCall(AddAllForces(b, &s));
  PetscCall(ForceSumsReduce(&s, b->a->model->comm, imbalance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- amplitudes ---- */

/* Allocates b->exerted for the forces of this rank, whose number is the same at all states. */
static PetscErrorCode CountForces(ForceBalance b, const Evaluation *ev)
{
  ForceSums s = {.ev = ev, .model_size = b->model_size};

  PetscFunctionBeginUser;
  PetscCall(AddAllForces(b, &s));
  b->nforces = s.n;
  PetscCall(PetscMalloc1(s.n, &b->exerted));
  b->counted = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ForceBalanceAdd(ForceBalance b, const Evaluation *ev, PetscReal weight,
                               PetscBool first)
{
  Evaluation own = *ev;
  ForceSums  s   = {.ev = &own, .weight = weight, .model_size = b->model_size};

  PetscFunctionBeginUser;
  if (!ElementForcesNeedNodes(b->a)) own.nodes = own.inertial = NULL;
  if (!b->counted) PetscCall(CountForces(b, &own));
  if (first) PetscCall(PetscArrayzero(b->exerted, b->nforces));
  if (first) PetscCall(PetscArrayzero(b->amplitude, COMPONENTS));
  s.exerted = b->exerted;
  PetscCall(AddAllForces(b, &s));
  for (int c = 0; c < COMPONENTS; c++) b->amplitude[c] += weight * s.sum[c];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ForceBalanceGetSum(ForceBalance b, ForceImbalance *imbalance)
{
  ForceSums s = {.model_size = b->model_size};

  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(s.sum, b->amplitude, COMPONENTS));
  for (PetscInt k = 0; k < b->nforces; k++)
    force_sums_compare(&s, b->exerted[k].x, b->exerted[k].force, b->exerted[k].moment);
  PetscCall(ForceSumsReduce(&s, b->a->model->comm, imbalance));
  PetscFunctionReturn(PETSC_SUCCESS);
}
