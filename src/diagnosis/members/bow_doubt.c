/* bow_doubt.c: how much displacements change if the axial force bends beams between their nodes.

   A cell with the default correction lacks the forces of beam_bow_forces(). One iteration of
   Newton's method, K x = -forces, gives the motion x that they cause. It contains what other cells
   do to it: the amplification near the critical load, and displacements that are small differences
   of large ones. The error of n cells falls with n^4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "bow_doubt.h"
#include "assembly/term.h"
#include "element/beam/inside/beam_limits.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"

/* ERROR: largest error of displacements that needs no word. SHARE: of a part that is named. */
static const PetscReal ERROR = 1e-3, SHARE = 0.1;

/* The forces that are missing, and the motion that they cause, in local vectors. */
typedef struct {
  const Evaluation *ev;
  Model             model;
  Vec               local[2];
  PetscScalar      *force, *motion;
} Missing;

static PetscBool lacks_bows(const Block *b)
{
  return (PetscBool)(b->kernel->type->has_section && b->kernel->shape == SHAPE_LINE &&
                     b->nonlinear && !BlockTraits(b).bows);
}

/* Computes the missing forces r[12] of a cell. */
static void cell_forces(const Missing *m, const Block *b, PetscInt e, double r[])
{
  double       values[ELEMENT_MAX_RESULTS];
  ElementState state;

  ElementResults(m->ev, b, e, RESULTS_PLAIN, values);
  BlockGather(m->model, b, e, m->ev->nodes, m->ev->s->t, 1, m->ev->gravity, &state);
  beam_bow_forces(&state, values, r);
}

static void add_forces(const Missing *m)
{
  for (ElementIterator it = PartElements(m->model); NextElement(&it);) {
    const PetscInt *dof = BlockDofs(it.block, it.element);
    double          r[ELEMENT_MAX_DOFS];

    if (!lacks_bows(it.block)) continue;
    cell_forces(m, it.block, it.element, r);
    for (PetscInt i = 0; i < it.block->nd; i++)
      if (dof[i] >= 0) m->force[dof[i]] -= r[i];
  }
}

PetscErrorCode StageHasFactors(FsSystem sys, FsStage stage, PetscBool *has)
{
  KSP      ksp = FsStageLinearSolver(stage);
  Mat      A;
  PetscInt n[2] = {0, 0};

  PetscFunctionBeginUser;
  *has = PETSC_FALSE;
  if (ksp) PetscCall(KSPGetOperatorsSet(ksp, has, NULL));
  if (!*has) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPGetOperators(ksp, &A, NULL));
  PetscCall(MatGetSize(A, &n[0], NULL));
  PetscCall(VecGetSize(sys->vec, &n[1]));
  *has = (PetscBool)(n[0] == n[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for the motion that the missing forces cause. */
static PetscErrorCode FindMotion(FsSystem sys, FsStage stage, Missing *m, PetscBool *ok)
{
  const DM           dm  = m->model->mesh->dm;
  KSP                ksp = FsStageLinearSolver(stage);
  KSPConvergedReason reason;
  Vec                force, x;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, &force));
  PetscCall(VecDuplicate(sys->vec, &x));
  PetscCall(VecGetArray(m->local[0], &m->force));
  add_forces(m);
  PetscCall(VecRestoreArray(m->local[0], &m->force));
  PetscCall(VecZeroEntries(force));
  PetscCall(DMLocalToGlobal(dm, m->local[0], ADD_VALUES, force));
  PetscCall(KSPSolve(ksp, force, x));
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  *ok = (PetscBool)(reason > 0);
  PetscCall(DMGlobalToLocal(dm, x, INSERT_VALUES, m->local[1]));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Updates most[4]: the largest displacement of the ends of cells, the largest one of their lines by
   rotations of the ends, the change of the first, and that of the sum of both. */
static void measure_cell(const Missing *m, const ElementIterator *it, PetscReal most[4])
{
  const Geometry *g      = &m->model->mesh->g;
  const double    length = distance_between(g->x[it->node[0]], g->x[it->node[1]]);

  for (int n = 0; n < 2; n++) {
    const NodeState *node          = &m->ev->nodes[it->node[n]];
    double           x[COMPONENTS] = {0}, u[3];

    for (int c = 0; c < 3; c++) u[c] = node->x[c] - g->x[it->node[n]][c];
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = BlockDofs(it->block, it->element)[COMPONENTS * n + c];

      if (dof >= 0) x[c] = m->motion[dof];
    }
    most[0] = PetscMax(most[0], norm(u));
    most[1] = PetscMax(most[1], length / 2 * norm(node->q + 1));
    most[2] = PetscMax(most[2], norm(x));
    most[3] = PetscMax(most[3], norm(x) + length / 4 * norm(x + 3));
  }
}

/* Returns the change of displacements relative to the largest one. Ends that hardly move, as those
   of a hinged column, count beside the lines between them. */
static PetscReal relative_change(const PetscReal most[4])
{
  const PetscReal ends = PetscMax(most[0], most[1] / 2), lines = most[0] + most[1];

  return ends > 0 ? PetscMax(most[2] / ends, most[3] / lines) : 0;
}

/* Adds the work of the missing forces of each part to work[nparts], and finds the cell of this
   rank with the largest one. */
static void add_work(const Missing *m, const ElementIterator *it, PetscReal work[],
                     WorstCell part[])
{
  const PetscInt *dof = BlockDofs(it->block, it->element);
  double          r[ELEMENT_MAX_DOFS], sum = 0;

  cell_forces(m, it->block, it->element, r);
  for (PetscInt i = 0; i < it->block->nd; i++)
    if (dof[i] >= 0) sum += r[i] * m->motion[dof[i]];
  work[it->block_index] += fabs(sum);
  worst_cell_add(m->model, it->block, it->element, fabs(sum), (const PetscReal[WORST_VALUES]){0},
                 &part[it->block_index]);
}

static PetscErrorCode Measure(Missing *m, BowDoubt *d)
{
  const PetscInt n       = m->model->nparts;
  PetscReal      most[4] = {0}, all = 0, *work;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &work));
  PetscCall(VecGetArray(m->local[1], &m->motion));
  for (ElementIterator it = PartElements(m->model); NextElement(&it);)
    if (lacks_bows(it.block)) {
      measure_cell(m, &it, most);
      add_work(m, &it, work, d->part);
    }
  PetscCall(VecRestoreArray(m->local[1], &m->motion));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, most, 4, MPIU_REAL, MPIU_MAX, m->model->comm));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, work, (PetscMPIInt)n, MPIU_REAL, MPI_SUM, m->model->comm));
  PetscCall(WorstCellsReduce(m->model->comm, n, d->part));
  d->change = relative_change(most);
  for (PetscInt k = 0; k < n; k++) all += work[k];
  for (PetscInt k = 0; k < n; k++)
    d->part[k].excess = work[k] > SHARE * all ? PetscPowReal(d->change / ERROR, 0.25) : 0;
  PetscCall(PetscFree(work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BowDoubtCreate(FsSystem sys, FsStage stage, const FsState *s,
                              const FsLoading *loading, BowDoubt *d)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  Missing     m     = {.model = model};
  PetscBool   any   = PETSC_FALSE;
  Evaluation  ev;

  PetscFunctionBeginUser;
  *d = (BowDoubt){.change = 0};
  PetscCall(PetscCalloc1(model->nparts, &d->part));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (lacks_bows(&model->block[k])) any = PETSC_TRUE;
  if (!any || !s || sys->traits.linear || !loading->quasistatic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageHasFactors(sys, stage, &any));
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  m.ev = &ev;
  for (int k = 0; k < 2; k++) {
    PetscCall(DMCreateLocalVector(model->mesh->dm, &m.local[k]));
    PetscCall(VecZeroEntries(m.local[k]));
  }
  PetscCall(FindMotion(sys, stage, &m, &any));
  if (any) PetscCall(Measure(&m, d));
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&m.local[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BowDoubtDestroy(BowDoubt *d) { return PetscFree(d->part); }
