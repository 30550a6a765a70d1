/* assembly_report.c: prints how far the assembly of the initial positions moves the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "diagnosis.h"
#include "assembly/term.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"

static PetscErrorCode EvaluateNodes(FsSystem sys, const FsState *s, const NodeState **nodes)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   at      = {.t = s->t, .q = s->q};
  Evaluation      ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), &at, &loading, PETSC_TRUE, &ev));
  *nodes = ev.nodes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyReportStart(FsSystem sys, const FsState *s, Poses *poses)
{
  const PetscInt   n     = AssemblyModel(AssemblyOf(sys))->mesh->g.nnodes;
  const NodeState *nodes = NULL;

  PetscFunctionBeginUser;
  PetscCall(EvaluateNodes(sys, s, &nodes));
  PetscCall(PetscMalloc2(n, &poses->x, n, &poses->q));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(PetscArraycpy(poses->x[i], nodes[i].x, 3));
    PetscCall(PetscArraycpy(poses->q[i], nodes[i].q, 4));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the displacement [m] and the rotation [rad] of node i. */
static void node_motion(const Poses *poses, const NodeState *nodes, PetscInt i, double motion[2])
{
  double moved[3], cosine = 0;

  for (int c = 0; c < 3; c++) moved[c] = nodes[i].x[c] - poses->x[i][c];
  for (int c = 0; c < 4; c++) cosine += nodes[i].q[c] * poses->q[i][c];
  motion[0] = norm(moved);
  motion[1] = 2 * acos(fmin(1, fabs(cosine)));
}

/* Determines whether a node belongs to a cell. */
static PetscBool cell_has_node(const Geometry *g, PetscInt cell, PetscInt node)
{
  for (int k = g->offset[cell]; k < g->offset[cell + 1]; k++)
    if (g->conn[k] == node) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Finds the first part with an element at the node of a number, on any rank. Returns NULL if no
   such part exists. Collective. */
static PetscErrorCode FindPartOfNode(Model model, long long id, const char **part)
{
  const Geometry *g    = &model->mesh->g;
  PetscInt        node = 0, first = model->nparts;

  PetscFunctionBeginUser;
  while (node < g->nnodes && g->id[node] != id) node++;
  for (ElementIterator it = PartElements(model);
       node < g->nnodes && first == model->nparts && NextElement(&it);)
    if (cell_has_node(g, it.block->cells[it.element], node)) first = it.block_index;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &first, 1, MPIU_INT, MPI_MIN, model->comm));
  *part = first < model->nparts ? model->block[first].part : NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Describes the largest motion and its node, on all ranks. Among equal motions, the node has the
   lowest number. */
static PetscErrorCode DescribeLargestMotion(Model model, double largest, PetscInt node,
                                            const char unit[], char text[], size_t size)
{
  const Geometry *g = &model->mesh->g;
  PetscReal       all;
  long long       id = node >= 0 ? (long long)g->id[node] : PETSC_MAX_INT, first;
  PetscMPIInt     rank, from;
  const char     *part = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(&largest, &all, 1, MPIU_REAL, MPIU_MAX, model->comm));
  if (node < 0 || largest < all) id = PETSC_MAX_INT;
  PetscCallMPI(MPI_Allreduce(&id, &first, 1, MPI_LONG_LONG, MPI_MIN, model->comm));
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  from = id == first ? rank : 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &from, 1, MPI_INT, MPI_MAX, model->comm));
  PetscCall(FindPartOfNode(model, first, &part));
  if (rank == from && node >= 0)
    snprintf(text, size, "%.3g %s (node %lld at (%.6g, %.6g, %.6g)%s%s%s)", all, unit, first,
             g->x[node][0], g->x[node][1], g->x[node][2], part ? " of part '" : "",
             part ? part : "", part ? "'" : "");
  PetscCallMPI(MPI_Bcast(text, (PetscMPIInt)size, MPI_CHAR, from, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyReportPrint(FsSystem sys, const FsState *s, Poses *poses)
{
  /* Relative to the characteristic length, and [rad]: acos near 1 has a round-off of 1e-8. Smaller
     motions are not reported. Lines of motions are in tests/model/assembly.py. */
  const double     rounding   = 1e-7;
  const Model      model      = AssemblyModel(AssemblyOf(sys));
  const NodeState *nodes      = NULL;
  double           largest[2] = {0, 0},
         threshold[2]         = {rounding * FsSystemCharacteristicLength(sys), rounding};
  PetscInt node[2] = {-1, -1}, n = 0;
  char     text[2][256] = {"", ""};

  PetscFunctionBeginUser;
  PetscCall(EvaluateNodes(sys, s, &nodes));
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++) {
    double motion[2];

    if (!model->mesh->owned[i]) continue;
    node_motion(poses, nodes, i, motion);
    if (motion[0] > threshold[0] || motion[1] > threshold[1]) n++;
    for (int k = 0; k < 2; k++)
      if (motion[k] > largest[k]) {
        largest[k] = motion[k];
        node[k]    = i;
      }
  }
  PetscCall(PetscFree2(poses->x, poses->q));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &n, 1, MPIU_INT, MPI_SUM, model->comm));
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DescribeLargestMotion(model, largest[0], node[0], "m", text[0], sizeof text[0]));
  PetscCall(DescribeLargestMotion(model, largest[1], node[1], "rad", text[1], sizeof text[1]));
  PetscCall(PetscPrintf(model->comm,
                        "assembled: %" PetscInt_FMT " node%s moved, by at most %s%s%s\n", n,
                        n > 1 ? "s" : "", text[0], text[1][0] ? ", and " : "", text[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
