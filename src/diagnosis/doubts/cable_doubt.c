/* cable_doubt.c: warns of cables with too few cells to sag under their weight.

   A cable of the length L between two fixed ends, under a load W across it, sags as a parabola with
   the tension T, and is longer than the line between its ends by the strain W^2/(24 T^2) (Irvine,
   Cable Structures, 1981, ch. 2). A chain of n cells has its nodes on the parabola, but its cells
   are straight, so that it lacks this strain of each cell, which is 1/n^2 of that of the cable. Its
   tension is therefore
     T = N + EA (1 - 1/n^2) W^2/(24 T^2),
   where N is the force of the straight line, which is negative if the cable is longer than the
   line. The tension of the cable follows from the same equation without 1/n^2. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "cable_doubt.h"
#include "assembly/term.h"
#include "diagnosis/members/worst_cell.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

/* Errors of the tension, relative to the largest one of the part: MAX_ERROR without a warning, and
   REMEDY with the cells that the warning names. Three cells have 5.6 % at most, however much the
   cable sags. tests/relations/doubts.py has both sides. */
static const PetscReal MAX_ERROR = 0.05, REMEDY = 0.01;

static PetscBool is_cable(const Block *b)
{
  return (PetscBool)(!strcmp(b->kernel->name, "cable") && !b->varying);
}

/* ---- tension of a cable ---------------------------------------------------------------------- */

/* Returns the tension T > 0 with T = N + sag/T^2, by Newton's method for T^3 - N T^2 = sag. The
   first T is above the solution, where this function is convex, so that all others are, too. */
static PetscReal tension(PetscReal N, PetscReal sag)
{
  PetscReal T = PetscMax(N, 0) + cbrt(sag), change = 1;

  for (int k = 0; k < 100 && T > 0 && change > 1e-12; k++) {
    const PetscReal next = T - (T * T * (T - N) - sag) / (T * (3 * T - 2 * N));

    change = (T - next) / T;
    T      = next;
  }
  return T;
}

/* The tension of a chain of n cells, and what is right. */
typedef struct {
  PetscReal chain, cable; /* tension of the chain and of the cable [N] */
  PetscReal straight;     /* force of the straight line [N] */
  PetscReal sag;          /* EA W^2/24 [N^3] */
} SagTension;

/* Computes the tensions of a chain of n cells, one of which has the force N, which is negative if
   the cell is slack, the stiffness EA, and the weight W across it [N]. */
static SagTension sag_tension(PetscReal N, PetscReal EA, PetscReal W, int n)
{
  SagTension s = {.chain = PetscMax(N, 0), .straight = N, .sag = EA * PetscSqr(n * W) / 24};

  if (N > 0) s.straight -= (1 - 1. / (n * n)) * s.sag / PetscSqr(N);
  s.cable = tension(s.straight, s.sag);
  return s;
}

/* Returns the number of cells with which the tension is too small by at most `error` [N]. */
static PetscReal cells_needed(const SagTension *s, PetscReal error)
{
  const PetscReal T    = s->cable - error;
  const PetscReal lack = T > 0 ? 1 - (T - s->straight) * PetscSqr(T) / s->sag : 1;

  return lack > 0 ? ceil((double)(1 / PetscSqrtReal(lack) - 1e-9)) : 1;
}

/* ---- chains of cables ------------------------------------------------------------------------ */

enum { CABLES, OTHERS, ENDS, DIRECTION, NODE_NUMBERS = DIRECTION + 3 }; /* numbers of a node */

static PetscErrorCode SumAtNodes(Model model, double sums[])
{
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(NODE_NUMBERS, MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, sums, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes sums[nnodes][NODE_NUMBERS]: CABLES and OTHERS are numbers of cells, ENDS the number of
   those that are beams or shells, DIRECTION the sum of the directions to the other ends of the
   cables. */
static PetscErrorCode SumCells(Model model, double sums[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const PetscBool cable = (PetscBool)!strcmp(it.block->kernel->name, "cable");
    const int       nn    = shape_nodes(it.block->kernel->shape);
    const double    L     = cable ? distance_between(g->x[it.node[0]], g->x[it.node[1]]) : 1;

    for (int i = 0; i < nn; i++) {
      double *sum = sums + NODE_NUMBERS * it.node[i];

      sum[cable ? CABLES : OTHERS]++;
      sum[ENDS] += !cable && nn > 1 && it.block->kernel->nc == COMPONENTS;
      for (int c = 0; c < 3 && cable; c++)
        sum[DIRECTION + c] += (g->x[it.node[1 - i]][c] - g->x[it.node[i]][c]) / L;
    }
  }
  PetscCall(SumAtNodes(model, sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { OUTSIDE, END, INSIDE }; /* kinds of nodes */

/* Sets kind[nnodes]: INSIDE is a node between two cables along one line. */
static void classify_nodes(Model model, const double sums[], char kind[])
{
  const double  corner = 0.52; /* 2 sin(angle / 2) of 30 degrees */
  const Layout *l      = &model->layout;

  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    const double *sum   = sums + NODE_NUMBERS * i;
    const int     moves = l->components[i] & DISPLACEMENTS & ~l->supported[i];

    kind[i] = OUTSIDE;
    if (!moves || sum[ENDS] > 0) kind[i] = END;
    else if (sum[CABLES] == 2 && sum[OTHERS] == 0 && !(l->supported[i] & DISPLACEMENTS) &&
             norm(sum + DIRECTION) < corner)
      kind[i] = INSIDE;
  }
}

/* Computes cells[nnodes]: the number of cells of the chain, 2, to which a node in its middle
   belongs; or 0. A chain of one cell has no such node. */
static PetscErrorCode FindMiddles(Model model, const char kind[], double sums[])
{
  const size_t n = (size_t)NODE_NUMBERS * (size_t)model->mesh->g.nnodes;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(sums, n));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; i < 2 && is_cable(it.block); i++)
      sums[NODE_NUMBERS * it.node[i] + ENDS] += kind[it.node[1 - i]] == END;
  PetscCall(SumAtNodes(model, sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the number of cells, 1 or 2, of the chain of a cell; 0 of other chains. */
static int chain_cells(const int node[2], const char kind[], const double sums[])
{
  if (kind[node[0]] == END && kind[node[1]] == END) return 1;
  for (int i = 0; i < 2; i++)
    if (kind[node[i]] == INSIDE && sums[NODE_NUMBERS * node[i] + ENDS] == 2) return 2;
  return 0;
}

/* ---- the warning ----------------------------------------------------------------------------- */

enum { TENSION, TRUE_TENSION, NEEDED }; /* values of the WorstCell of a part */

/* A part of cables, and what its cells need. */
typedef struct {
  const Evaluation *ev;
  const Block      *b;
  const char       *kind; /* [nnodes] */
  const double     *sums; /* [nnodes][NODE_NUMBERS] */
} CablePart;

/* Returns the entry of a property of cables among those of a block. */
static PetscReal property(const Block *b, const char name[])
{
  int k = 0;

  while (strcmp(b->kernel->type->props[k].name, name)) k++;
  return b->prop[k];
}

/* Computes the weight of an element across its line [N]. */
static PetscErrorCode WeightAcross(const Evaluation *ev, const Block *b, PetscInt e, PetscReal *W)
{
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS], C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS],
    K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];
  const Model     model = AssemblyModel(ev->assembly);
  const Geometry *g     = &model->mesh->g;
  const int      *node  = g->conn + g->offset[b->cells[e]];
  double          mass  = 0, d[3], across[3];

  PetscFunctionBeginUser;
  PetscCall(ElementMatrices(model, b, e, M, C, K));
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) mass += M[6 * 3 * i + 3 * k];
  for (int c = 0; c < 3; c++) d[c] = ev->nodes[node[1]].x[c] - ev->nodes[node[0]].x[c];
  normalize(d);
  cross(d, ev->gravity, across);
  *W = mass * norm(across);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the tensions of the chain of a cell. *n is the number of its cells, 1 or 2, or 0 if
   there is nothing to say. */
static PetscErrorCode ChainTension(const CablePart *p, PetscInt e, int *n, SagTension *s)
{
  const Geometry *g = &AssemblyModel(p->ev->assembly)->mesh->g;
  double          values[ELEMENT_MAX_RESULTS];
  PetscReal       W = 0, EA = property(p->b, "ea");

  PetscFunctionBeginUser;
  *n = chain_cells(g->conn + g->offset[p->b->cells[e]], p->kind, p->sums);
  if (!*n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WeightAcross(p->ev, p->b, e, &W));
  ElementResults(p->ev, p->b, e, RESULTS_PLAIN, values);
  if (W > 0 && EA > 0) *s = sag_tension(property(p->b, "prestress") + EA * values[0], EA, W, *n);
  else *n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the cell of this rank with the largest error in a part. */
static PetscErrorCode FindWorst(const CablePart *p, WorstCell *w)
{
  const Model model = AssemblyModel(p->ev->assembly);
  PetscReal   most  = 0;
  SagTension  s;
  int         n;

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < p->b->ncells; e++) {
    PetscCall(ChainTension(p, e, &n, &s));
    if (n) most = PetscMax(most, s.cable);
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPIU_MAX, model->comm));
  for (PetscInt e = 0; e < p->b->ncells && most > 0; e++) {
    PetscCall(ChainTension(p, e, &n, &s));
    if (!n) continue;
    worst_cell_add(
      model, p->b, e, (s.cable - s.chain) / (MAX_ERROR * most),
      (const PetscReal[WORST_VALUES]){
        [TENSION] = s.chain, [TRUE_TENSION] = s.cable, [NEEDED] = cells_needed(&s, REMEDY * most)},
      w);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the worst cell of each part of cables, among the cells of all ranks. */
static PetscErrorCode FindWorstOfParts(const Evaluation *ev, WorstCell worst[])
{
  const Model model = AssemblyModel(ev->assembly);
  CablePart   p     = {.ev = ev};
  double     *sums;
  char       *kind;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)NODE_NUMBERS * (size_t)model->mesh->g.nnodes, &sums));
  PetscCall(PetscMalloc1(model->mesh->g.nnodes, &kind));
  PetscCall(SumCells(model, sums));
  classify_nodes(model, sums, kind);
  PetscCall(FindMiddles(model, kind, sums));
  p.kind = kind;
  p.sums = sums;
  for (PetscInt k = 0; k < model->nparts; k++) {
    p.b = &model->block[k];
    if (is_cable(p.b) && !p.b->linearized) PetscCall(FindWorst(&p, &worst[k]));
  }
  PetscCall(WorstCellsReduce(model->comm, model->nparts, worst));
  PetscCall(PetscFree(kind));
  PetscCall(PetscFree(sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnCoarseCables(FsSystem sys, const FsState *s, const FsLoading *loading)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscBool   any   = PETSC_FALSE;
  Evaluation  ev;
  WorstCell  *worst;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (is_cable(&model->block[k])) any = PETSC_TRUE;
  if (!any || !loading->quasistatic || model->linearize) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  if (!(norm(ev.gravity) > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(model->nparts, &worst));
  PetscCall(FindWorstOfParts(&ev, worst));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const WorstCell *w = &worst[k];

    if (w->excess > 1)
      PetscCall(PetscFPrintf(
        sys->comm, stderr,
        "fsolve: warning: part '%s': cells of cables are straight and do not sag under their "
        "weight: between fixed ends the cable at (%.6g, %.6g, %.6g) would bear %.4g N instead of "
        "%.4g N; it needs %.0f cells or more for 1 %% (-member_<name>_n, -mesh_n)\n",
        model->block[k].part, (double)w->x[0], (double)w->x[1], (double)w->x[2],
        (double)w->value[TRUE_TENSION], (double)w->value[TENSION], (double)w->value[NEEDED]));
  }
  PetscCall(PetscFree(worst));
  PetscFunctionReturn(PETSC_SUCCESS);
}
