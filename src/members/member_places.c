/* member_places.c: finds the places of lines along chains of lines, by pointer doubling.

   A line can be passed in two directions, which are two states. A state knows the state before it
   in the chain, and the length between both. In each round it adds the length of that state, and
   continues with the one before it. The number of rounds is the logarithm of the longest chain
   (Wyllie, The Complexity of Parallel Computations, 1979). The sums do not depend on the ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "math/vector.h"
#include "mesh/distributed/exchange.h"
#include "mesh/frame/frame_mesh.h"
#include "member_places.h"

/* A line in one direction. Direction 0 enters the line at its first node, direction 1 at its
   second. */
typedef struct {
  double  sum;   /* length of the lines that were passed before [m] */
  int64_t next;  /* state that comes before these lines; -1 at the end of the chain */
  int     mixed; /* these lines do not all point the same way */
  int     start; /* the end of the chain is the start that the user gives */
} LineState;

/* An end of a line, at a node. */
typedef struct {
  int64_t node, line;
  double  length; /* of the line [m] */
  int     end;
} LineEnd;

/* The other line at the end of a line. */
typedef struct {
  int64_t line; /* -1 without */
  double  length;
  int     end, degree; /* number of lines at the node */
} Neighbor;

/* The lines of a set that this rank has. */
typedef struct {
  Ranks       ranks;
  int64_t     n, *first; /* numbers of the lines of rank r are first[r] to first[r + 1] - 1 */
  int        *cell;      /* [n] */
  double     *length;    /* [n] */
  Neighbor   *neighbor;  /* [n][2] */
  SplitPoint *split;     /* [n][2] */
} Lines;

/* ---- lines ----------------------------------------------------------------------------------- */

static int is_line(const Geometry *g, int cell, PetscInt set)
{
  return (g->shape[cell] == SHAPE_LINE || g->shape[cell] == SHAPE_LINE3) &&
         geometry_cell_in_set(g, cell, (int)set);
}

/* Returns the length of a line with two or three nodes, or of an arc. */
static double line_length(const Geometry *g, int cell)
{
  const double *rise = geometry_cell_rise(g, cell);
  double        x[SHAPE_MAX_NODES][3], weight[SHAPE_MAX_NODES], length = 0, angle;
  const int     nn = geometry_cell_coordinates(g, cell, x);

  shape_weights((Shape)g->shape[cell], (const double(*)[3])x, weight);
  for (int i = 0; i < nn; i++) length += weight[i];
  angle = rise ? 2 * atan(2 * norm(rise) / length) : 0;
  return angle > 0 ? length * angle / sin(angle) : length;
}

static int compare_ends(const void *a, const void *b)
{
  const LineEnd *const *p = a, *const *q = b;

  if ((*p)->node != (*q)->node) return compare_int64((*p)->node, (*q)->node);
  return (*p > *q) - (*p < *q);
}

/* Finds the neighbor of each of the n ends of lines that this rank has received. */
static void pair_ends(const Ranks *ranks, int64_t n, const LineEnd end[], Neighbor neighbor[])
{
  const LineEnd **order = ranks_malloc(ranks, n, sizeof *order);

  for (int64_t k = 0; k < n; k++) order[k] = &end[k];
  qsort(order, (size_t)n, sizeof *order, compare_ends);
  for (int64_t k = 0, last; k < n; k = last) {
    for (last = k + 1; last < n && order[last]->node == order[k]->node;) last++;
    for (int64_t j = k; j < last; j++) {
      const LineEnd *other = last - k == 2 ? order[2 * k + 1 - j] : NULL;

      neighbor[order[j] - end] = (Neighbor){.line   = other ? other->line : -1,
                                            .length = other ? other->length : 0,
                                            .end    = other ? other->end : 0,
                                            .degree = (int)(last - k)};
    }
  }
  free(order);
}

/* through: whether ends that were split off one point are at one node, so that a chain continues
   there */
static void find_neighbors(int through, Lines *lines)
{
  const Ranks  *ranks = &lines->ranks;
  const int64_t n     = 2 * lines->n;
  LineEnd      *end   = ranks_malloc(ranks, n, sizeof *end), *received;
  int          *to    = ranks_malloc(ranks, n, sizeof *to);
  Neighbor     *answer;
  ExchangePlan  plan;

  for (int64_t k = 0; k < n; k++) {
    const SplitPoint *split = &lines->split[k];

    end[k] = (LineEnd){.node   = through && split->point >= 0 ? split->point : split->node,
                       .line   = lines->first[ranks->rank] + k / 2,
                       .length = lines->length[k / 2],
                       .end    = (int)(k % 2)};
    to[k]  = (int)(end[k].node % ranks->size);
  }
  exchange_plan_create(ranks, n, to, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  answer   = ranks_malloc(ranks, plan.m, sizeof *answer);
  exchange_send(&plan, sizeof *end, end, received);
  pair_ends(ranks, plan.m, received, answer);
  exchange_send_back(&plan, sizeof *answer, answer, lines->neighbor);
  exchange_plan_free(&plan);
  free(end);
  free(to);
  free(received);
  free(answer);
}

/* Finds the points from which the ends of lines were split off. */
static void find_points(const Geometry *g, Lines *lines)
{
  for (int64_t k = 0; k < 2 * lines->n; k++) {
    const int *node = g->conn + g->offset[lines->cell[k / 2]];

    lines->split[k] = (SplitPoint){.node = g->node_number[node[k % 2]]};
  }
  find_split_points(&lines->ranks, g, 2 * lines->n, lines->split);
}

static void lines_of_set(const Geometry *g, PetscInt set, int through, Lines *lines)
{
  const Ranks *ranks = &lines->ranks;

  lines->n = 0;
  for (int c = 0; c < g->ncells; c++) lines->n += is_line(g, c, set);
  lines->first    = ranks_malloc(ranks, ranks->size + 1, sizeof *lines->first);
  lines->cell     = ranks_malloc(ranks, lines->n, sizeof *lines->cell);
  lines->length   = ranks_malloc(ranks, lines->n, sizeof *lines->length);
  lines->neighbor = ranks_malloc(ranks, 2 * lines->n, sizeof *lines->neighbor);
  lines->split    = ranks_malloc(ranks, 2 * lines->n, sizeof *lines->split);
  ranks_offsets(ranks, lines->n, lines->first);
  lines->n = 0;
  for (int c = 0; c < g->ncells; c++) {
    if (!is_line(g, c, set)) continue;
    lines->length[lines->n] = line_length(g, c);
    lines->cell[lines->n++] = c;
  }
  find_points(g, lines);
  find_neighbors(through, lines);
}

static void lines_free(Lines *lines)
{
  free(lines->first);
  free(lines->cell);
  free(lines->length);
  free(lines->neighbor);
  free(lines->split);
}

/* ---- chains ---------------------------------------------------------------------------------- */

static const double *end_place(const Geometry *g, const Lines *lines, int64_t k, int end)
{
  return g->x[g->conn[g->offset[lines->cell[k]] + end]];
}

/* Relative to the length of a line. A user may give the start of the line with six digits, and the
   other end is a whole length away, so that the two ends are never confused. */
static const double CLOSE = 1e-6;

/* Returns whether the end of a line is at x. */
static int end_is_at_place(const Geometry *g, const Lines *lines, int64_t k, int end,
                           const double x[3])
{
  return point_distance(end_place(g, lines, k, end), x) <= CLOSE * lines->length[k];
}

/* Returns whether the end of a line, or the point that it was split off, is at x. */
static int end_is_at(const Geometry *g, const Lines *lines, int64_t k, int end, const double x[3])
{
  const SplitPoint *split = &lines->split[2 * k + end];

  return end_is_at_place(g, lines, k, end, x) ||
         (split->point >= 0 && point_distance(split->x, x) <= CLOSE * lines->length[k]);
}

/* Sets the states before any round. */
static void first_states(const Geometry *g, const Lines *lines, const double start[3],
                         LineState state[])
{
  for (int64_t k = 0; k < lines->n; k++)
    for (int d = 0; d < 2; d++) {
      const Neighbor *other = &lines->neighbor[2 * k + d];
      LineState      *s     = &state[2 * k + d];

      *s = (LineState){.next = -1};
      if (other->line >= 0) {
        s->sum   = other->length;
        s->next  = 2 * other->line + 1 - other->end;
        s->mixed = 1 - other->end != d;
      } else if (start) s->start = end_is_at(g, lines, k, d, start);
    }
}

/* Does a round. Returns the number of states, on all ranks, that have not come to an end. */
static int64_t double_pointers(const Lines *lines, LineState state[])
{
  const Ranks *ranks = &lines->ranks;
  int64_t      n = 0, left = 0, *wanted = ranks_malloc(ranks, 2 * lines->n, sizeof *wanted),
          *from   = ranks_malloc(ranks, 2 * lines->n, sizeof *from), *received;
  int         *to = ranks_malloc(ranks, 2 * lines->n, sizeof *to);
  LineState   *answer, *found;
  ExchangePlan plan;

  for (int64_t k = 0; k < 2 * lines->n; k++) {
    if (state[k].next < 0) continue;
    from[n]   = k;
    wanted[n] = state[k].next;
    to[n++]   = ranks_find_owner(ranks, lines->first, state[k].next / 2);
  }
  exchange_plan_create(ranks, n, to, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  answer   = ranks_malloc(ranks, plan.m, sizeof *answer);
  found    = ranks_malloc(ranks, n, sizeof *found);
  exchange_send(&plan, sizeof *wanted, wanted, received);
  for (int64_t k = 0; k < plan.m; k++)
    answer[k] = state[received[k] - 2 * lines->first[ranks->rank]];
  exchange_send_back(&plan, sizeof *answer, answer, found);
  for (int64_t k = 0; k < n; k++) {
    LineState *s = &state[from[k]];

    s->sum += found[k].sum;
    s->next = found[k].next;
    s->mixed |= found[k].mixed;
    s->start = found[k].start;
    left += s->next >= 0;
  }
  exchange_plan_free(&plan);
  free(wanted);
  free(from);
  free(to);
  free(received);
  free(answer);
  free(found);
  return ranks_sum(ranks, left);
}

static PetscErrorCode CheckBranches(const Geometry *g, const Lines *lines, const MemberOwner *owner)
{
  const double *x      = NULL;
  int           degree = 0;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < 2 * lines->n && !x; k++) {
    if (lines->neighbor[k].degree < 3) continue;
    degree = lines->neighbor[k].degree;
    x      = end_place(g, lines, k / 2, (int)(k % 2));
  }
  PetscCall(CheckAllRanks(
    lines->ranks.comm, (PetscBool)(x != NULL),
    "%s '%s': %d of its lines meet at (%.6g, %.6g, %.6g), so that the arc length s is not "
    "unique; make a %s of each branch, or use formulas of x, y, z",
    owner->kind, owner->name, degree, x ? x[0] : 0, x ? x[1] : 0, x ? x[2] : 0, owner->kind));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether an offset separates two lines of a chain that continues through releases, and
   copies its point to x [3]. */
static int find_inner_offset(const Geometry *g, const Lines *lines, double x[3])
{
  for (int64_t k = 0; k < 2 * lines->n; k++) {
    const SplitPoint *split = &lines->split[k];

    if (split->point < 0 || lines->neighbor[k].line < 0 ||
        end_is_at_place(g, lines, k / 2, (int)(k % 2), split->x))
      continue;
    memcpy(x, split->x, 3 * sizeof *x);
    return 1;
  }
  return 0;
}

/* Input error: an offset, or a release if the chain does not continue there, cuts a chain, so that
   s might continue behind it or start anew. */
static PetscErrorCode CheckCuts(const Geometry *g, const Lines *lines, const MemberOwner *owner)
{
  double    x[3] = {0, 0, 0};
  const int cut  = owner->chain ? find_inner_offset(g, lines, x)
                                : find_inner_split(&lines->ranks, g, 2 * lines->n, lines->split, x);

  PetscFunctionBeginUser;
  PetscCall(CheckAllRanks(
    lines->ranks.comm, (PetscBool)cut,
    "%s '%s': a release or offset at (%.6g, %.6g, %.6g) cuts a chain of lines, so that the arc "
    "length s is not unique behind it. Make a %s of each side, or use formulas of x, y, z",
    owner->kind, owner->name, x[0], x[1], x[2], owner->kind));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the lines of a load that moves along them are more than one chain. */
static PetscErrorCode CheckOneChain(const Lines *lines, const MemberOwner *owner)
{
  int64_t ends = 0;

  PetscFunctionBeginUser;
  if (!owner->chain) PetscFunctionReturn(PETSC_SUCCESS);
  for (int64_t k = 0; k < 2 * lines->n; k++) ends += lines->neighbor[k].line < 0;
  ends = ranks_sum(&lines->ranks, ends);
  PetscCheck(ends <= 2, lines->ranks.comm, PETSC_ERR_USER_INPUT,
             "%s '%s': its lines are %d chains that do not meet, or that an offset separates, so "
             "that it would act on each of them; make a %s of each",
             owner->kind, owner->name, (int)(ends / 2), owner->kind);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the places of lines from their states. */
static PetscErrorCode SetPlaces(const Geometry *g, const Lines *lines, const MemberOwner *owner,
                                const LineState state[], MemberPlace place[])
{
  const double *x     = NULL;
  int64_t       found = 0;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < lines->n; k++) {
    const LineState *a = &state[2 * k], *b = a + 1;
    const double     h = lines->length[k];
    MemberPlace     *p = &place[lines->cell[k]];

    *p = (MemberPlace){
      {a->sum, a->sum + h},
      a->sum + h + b->sum
    };
    if (b->start && !a->start) p->s[0] = b->sum + h, p->s[1] = b->sum;
    found += a->start || b->start;
    if (!x && (a->mixed || b->mixed) && !a->start && !b->start) x = end_place(g, lines, k, 0);
  }
  PetscCall(CheckAllRanks(
    lines->ranks.comm, (PetscBool)(x != NULL),
    "%s '%s': its lines at (%.6g, %.6g, %.6g) do not all point the same way along their chain; "
    "give -%s_%s_start x,y,z, the end of the chain where the arc length s is 0",
    owner->kind, owner->name, x ? x[0] : 0, x ? x[1] : 0, x ? x[2] : 0, owner->kind, owner->name));
  PetscCheck(!owner->start || ranks_sum(&lines->ranks, found), lines->ranks.comm,
             PETSC_ERR_USER_INPUT,
             "-%s_%s_start %.6g,%.6g,%.6g: no chain of lines of the %s ends there", owner->kind,
             owner->name, owner->start[0], owner->start[1], owner->start[2], owner->kind);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ChainPlaces(const Geometry *g, const MemberOwner *owner, PetscInt set,
                                  Lines *lines, MemberPlace place[])
{
  LineState *state;
  int64_t    left = 1, reach = 1, total;

  PetscFunctionBeginUser;
  lines_of_set(g, set, owner->chain, lines);
  PetscCall(CheckBranches(g, lines, owner));
  PetscCall(CheckCuts(g, lines, owner));
  PetscCall(CheckOneChain(lines, owner));
  total = lines->first[lines->ranks.size];
  state = ranks_malloc(&lines->ranks, 2 * lines->n, sizeof *state);
  first_states(g, lines, owner->start, state);
  for (; left && reach <= 2 * total; reach *= 2) left = double_pointers(lines, state);
  PetscCheck(!left, lines->ranks.comm, PETSC_ERR_USER_INPUT,
             "%s '%s': its lines are a closed ring without a first point, so that the arc length "
             "s has no start; use formulas of x, y, z, or make %ss of it",
             owner->kind, owner->name, owner->kind);
  PetscCall(SetPlaces(g, lines, owner, state, place));
  free(state);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshMemberPlaces(Mesh mesh, const MemberOwner *owner, PetscInt set,
                                MemberPlace place[])
{
  Lines       lines = {.ranks = {.comm = mesh->comm}};
  PetscMPIInt rank, size;
  PetscBool   frame;

  PetscFunctionBeginUser;
  if (owner->chain) frame = PETSC_FALSE;
  else
    PetscCall(PatternCopiesPlaces(mesh->copies, mesh->comm, &mesh->g, (int)set, owner->kind,
                                  owner->name, place, &frame));
  PetscCheck(!frame || !owner->start, mesh->comm, PETSC_ERR_USER_INPUT,
             "-%s_%s_start: members of a frame start at their first points; leave it out",
             owner->kind, owner->name);
  if (frame) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  PetscCallMPI(MPI_Comm_size(mesh->comm, &size));
  lines.ranks.rank = rank;
  lines.ranks.size = size;
  PetscCall(ChainPlaces(&mesh->g, owner, set, &lines, place));
  lines_free(&lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}
