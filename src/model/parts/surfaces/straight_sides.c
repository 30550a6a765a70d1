/* straight_sides.c: finds the sides of shells that stay straight between their nodes: those that no
   other shell has and whose nodes are held.

   Each rank sorts its sides by their two nodes. A side that only one of its elements has can belong
   to an element of another rank, too. Such sides are sent to the rank that a hash of their nodes
   chooses, which counts them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "base/hash_index.h"
#include "model/parts/element_iterator.h"
#include "math/vector.h"
#include "mesh/distributed/exchange.h"
#include "surfaces.h"

/* ShellSide - The side of an element. */
typedef struct {
  int64_t node[2];    /* numbers of its nodes in the whole mesh, ascending */
  int     cell, side; /* of this rank; from node number side to the next one */
} ShellSide;

typedef GROWING_LIST(ShellSide) SideList;

/* Returns whether the nodes a and b of a side are held across the side in the surface. before: the
   node before a in the element, whose corner at a gives the normal of the surface. Nodes at folds
   have no normal of their own. */
static int is_held(const Geometry *g, const int held[], int before, int a, int b)
{
  const double part = 0.3; /* of a direction in the side's normal, from which it holds the side */
  double       d[3], e[3], normal[3], across[3];

  if (held[a] & held[b] & HELD_SEAM) return 1;
  for (int c = 0; c < 3; c++) {
    d[c] = g->x[b][c] - g->x[a][c];
    e[c] = g->x[before][c] - g->x[a][c];
  }
  cross(d, e, normal);
  cross(d, normal, across);
  for (int c = 0; c < 3; c++)
    if (held[a] & held[b] & 1 << c && fabs(across[c]) > part * norm(across)) return 1;
  return 0;
}

/* Adds the sides of all shells to the list, and marks those that are held. */
static void add_sides(const Ranks *ranks, Model model, const int held[], unsigned char marks[],
                      SideList *sides)
{
  const Geometry *g = &model->mesh->g;

  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const ElementKernel *kernel = it.block->kernel;
    const int            nn = shape_nodes(kernel->shape), cell = (int)it.block->cells[it.element];

    for (int i = 0; i < nn && kernel->nc == 6 && shape_dimension(kernel->shape) == 2; i++) {
      const int     a = it.node[i], b = it.node[(i + 1) % nn];
      const int64_t m = g->node_number[a], n = g->node_number[b];
      ShellSide     side = {.cell = cell, .side = i};

      side.node[0] = m < n ? m : n;
      side.node[1] = m < n ? n : m;
      if (is_held(g, held, it.node[(i + nn - 1) % nn], a, b))
        marks[cell] |= (unsigned char)(1 << i);
      GROWING_LIST_ADD(ranks, *sides, side);
    }
  }
}

static int compare_nodes(const ShellSide *a, const ShellSide *b)
{
  const int first = compare_int64(a->node[0], b->node[0]);

  return first ? first : compare_int64(a->node[1], b->node[1]);
}

static int compare_sides(const void *a, const void *b)
{
  const ShellSide *p = a, *q = b;
  const int        nodes = compare_nodes(p, q);

  if (nodes) return nodes;
  return p->cell != q->cell ? (p->cell > q->cell) - (p->cell < q->cell) : p->side - q->side;
}

/* Sorts sides and sets alone[k] to 1 if no other entry has the nodes of side k, else to 0. */
static void find_alone(int64_t n, ShellSide side[], char alone[])
{
  if (n) qsort(side, (size_t)n, sizeof *side, compare_sides);
  for (int64_t k = 0; k < n; k++)
    alone[k] = (k == 0 || compare_nodes(&side[k - 1], &side[k])) &&
               (k + 1 == n || compare_nodes(&side[k], &side[k + 1]));
}

/* Keeps the sides that are alone on this rank; returns their number. */
static int64_t keep_alone(const Ranks *ranks, int64_t n, ShellSide side[])
{
  char   *alone = ranks_malloc(ranks, n, sizeof *alone);
  int64_t kept  = 0;

  find_alone(n, side, alone);
  for (int64_t k = 0; k < n; k++)
    if (alone[k]) side[kept++] = side[k];
  free(alone);
  return kept;
}

/* Computes answer[n], whether sides that are alone on this rank are so on all ranks. */
static void ask_other_ranks(const Ranks *ranks, int64_t n, const ShellSide side[], char answer[])
{
  int         *to = ranks_malloc(ranks, n, sizeof *to);
  ShellSide   *received;
  char        *sorted, *alone;
  ExchangePlan plan;

  for (int64_t k = 0; k < n; k++)
    to[k] = ranks_owner_of_hash(ranks, hash_bytes(0, side[k].node, sizeof side[k].node));
  exchange_plan_create(ranks, n, to, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  sorted   = ranks_malloc(ranks, plan.m, sizeof *sorted);
  alone    = ranks_malloc(ranks, plan.m, sizeof *alone);
  exchange_send(&plan, sizeof *received, side, received);
  for (int64_t k = 0; k < plan.m; k++) received[k].cell = (int)k; /* its place among the received */
  find_alone(plan.m, received, sorted);
  for (int64_t k = 0; k < plan.m; k++) alone[received[k].cell] = sorted[k];
  exchange_send_back(&plan, sizeof *alone, alone, answer);
  exchange_plan_free(&plan);
  free(received);
  free(sorted);
  free(alone);
  free(to);
}

PetscErrorCode StraightSidesFind(Model model, const int held[], unsigned char **straight)
{
  Ranks          ranks = {.comm = model->comm};
  SideList       sides = {0};
  unsigned char *marks;
  char          *alone;
  int64_t        n;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &ranks.rank));
  PetscCallMPI(MPI_Comm_size(model->comm, &ranks.size));
  PetscCall(PetscCalloc1(model->mesh->g.ncells + 1, straight));
  PetscCall(PetscCalloc1(model->mesh->g.ncells + 1, &marks));
  add_sides(&ranks, model, held, marks, &sides);
  n     = keep_alone(&ranks, sides.n, sides.at);
  alone = ranks_malloc(&ranks, n, sizeof *alone);
  ask_other_ranks(&ranks, n, sides.at, alone);
  for (int64_t k = 0; k < n; k++)
    if (alone[k]) (*straight)[sides.at[k].cell] |= (unsigned char)(1 << sides.at[k].side);
  for (int cell = 0; cell < model->mesh->g.ncells; cell++) (*straight)[cell] &= marks[cell];
  free(alone);
  free(sides.at);
  PetscCall(PetscFree(marks));
  PetscFunctionReturn(PETSC_SUCCESS);
}
