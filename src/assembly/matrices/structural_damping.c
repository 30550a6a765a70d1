/* structural_damping.c: computes structural (hysteretic) damping: stiffness times a loss factor. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "structural_damping.h"
#include "math/rotation.h"
#include "assembly/terms/terms.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

enum { N = ELEMENT_MAX_DOFS, N2 = N * N };

PetscBool HasStructuralDamping(Assembly a)
{
  for (PetscInt k = 0; k < a->model->nparts; k++)
    if (a->model->block[k].loss > 0 || a->model->block[k].loss_formula) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Computes the stiffness K[nd][nd] of element e at the states of its nodes. */
static PetscErrorCode ElementStiffness(const Evaluation *ev, const Block *b, PetscInt e, double K[])
{
  const Model model = ev->assembly->model;
  double      M[N2], C[N2], r[N] = {0};

  PetscFunctionBeginUser;
  PetscCall(ElementLinearPart(model, b, e, M, C, K));
  if (b->nonlinear) {
    const double none[3] = {0, 0, 0}; /* gravity, which is not lost in the material */
    ElementState s;

    BlockGather(model, b, e, ev->nodes, ev->s->t, 1, none, &s);
    b->kernel->type->forces(&s, r, K, C, M);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StructuralDampingCompute(Assembly a, const FsState *s, const FsLoading *loading,
                                        Mat H)
{
  Evaluation ev;
  PetscReal  most;
  OpenMatrix to;

  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(H));
  PetscCall(AssemblyEvaluate(a, s, loading, PETSC_TRUE, &ev));
  PetscCall(MatrixOpen(H, &to));
  for (PetscInt k = 0; k < a->model->nparts; k++) {
    const Block *b = &a->model->block[k];
    double       K[N2];
    Location     location;

    if (b->loss <= 0 && !b->loss_formula) continue;
    most = 0;
    PetscCall(
      LocationCreate(H, a->model->layout.global, b->nd, b->ncells, b->dofs, NULL, &location));
    for (PetscInt e = 0; e < b->ncells; e++) {
      PetscCall(ElementStiffness(&ev, b, e, K));
      for (PetscInt i = 0; i < b->nd * b->nd; i++) {
        most = PetscMax(most, PetscAbsReal(K[i]));
        K[i] *= b->loss;
      }
      PetscCall(LocationAdd(location, e, K, &to));
    }
    PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPI_MAX, a->model->comm));
    PetscCheck(most > 0, a->model->comm, PETSC_ERR_USER_INPUT,
               "-part_%s_loss_factor has no effect: its elements (%s) have no stiffness; remove it",
               b->part, b->kernel->name);
    PetscCall(LocationDestroy(&location));
  }
  PetscCall(MatrixClose(&to));
  PetscCall(MatAssemblyBegin(H, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(H, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StructuralDampingCreate(Assembly a, const FsState *s, const FsLoading *loading,
                                       Mat like, Mat *H)
{
  PetscFunctionBeginUser;
  *H = NULL;
  if (!HasStructuralDamping(a)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(LossFactorsCheckKnown(a->model));
  PetscCall(MatDuplicate(like, MAT_DO_NOT_COPY_VALUES, H));
  PetscCall(StructuralDampingCompute(a, s, loading, *H));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the change by[COMPONENTS] of a node between two states: displacement, and spin in its
   axes. */
static void node_change(const NodeState *from, const NodeState *to, double by[])
{
  double turn[4];

  for (int c = 0; c < 3; c++) by[c] = to->x[c] - from->x[c];
  rotation_relative(from->q, to->q, turn);
  rotation_log(turn, by + 3);
}

/* Adds the damping rows of an element times the change of its nodes from before[] to ev. */
static PetscErrorCode AddElementDamping(const Evaluation *ev, const NodeState before[],
                                        const Block *b, PetscInt e, PetscScalar local[])
{
  const Geometry *g    = &ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;
  double          K[N2], x[N] = {0}, y[N] = {0}, most = 0;

  PetscFunctionBeginUser;
  for (PetscInt n = 0; n < b->nd / nc; n++) {
    double by[COMPONENTS];

    node_change(&before[conn[n]], &ev->nodes[conn[n]], by);
    for (int c = 0; c < nc; c++) {
      x[n * nc + c] = by[BlockComponent(b, c)];
      most          = PetscMax(most, PetscAbsReal(x[n * nc + c]));
    }
  }
  if (most == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ElementStiffness(ev, b, e, K));
  for (PetscInt i = 0; i < b->nd; i++)
    for (PetscInt j = 0; j < b->nd; j++) y[i] += b->loss * K[i * b->nd + j] * x[j];
  scatter(b->nd, BlockDofs(b, e), 1, y, local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StructuralDampingOfMotions(Assembly a, const FsState *s, const FsLoading *loading,
                                          Vec y)
{
  const DM     dm          = a->model->mesh->dm;
  FsLoading    undisturbed = *loading;
  Evaluation   ev;
  NodeState   *before;
  PetscScalar *x;
  Vec          local;

  PetscFunctionBeginUser;
  undisturbed.harmonic.size = 0;
  PetscCall(VecZeroEntries(y));
  PetscCall(AssemblyEvaluate(a, s, &undisturbed, PETSC_TRUE, &ev));
  PetscCall(PetscMalloc1(a->model->mesh->g.nnodes, &before));
  PetscCall(PetscArraycpy(before, ev.nodes, a->model->mesh->g.nnodes));
  PetscCall(AssemblyEvaluate(a, s, loading, PETSC_TRUE, &ev));
  PetscCall(DMGetLocalVector(dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &x));
  for (ElementIterator it = PartElements(a->model); NextElement(&it);)
    if (it.block->loss > 0) PetscCall(AddElementDamping(&ev, before, it.block, it.element, x));
  PetscCall(VecRestoreArray(local, &x));
  PetscCall(DMLocalToGlobalBegin(dm, local, ADD_VALUES, y));
  PetscCall(DMLocalToGlobalEnd(dm, local, ADD_VALUES, y));
  PetscCall(DMRestoreLocalVector(dm, &local));
  PetscCall(VecScale(y, 1 / loading->harmonic.size));
  PetscCall(PetscFree(before));
  PetscFunctionReturn(PETSC_SUCCESS);
}
