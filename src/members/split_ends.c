/* split_ends.c: gives lines of parts nodes of their own at sets of points, before the partition. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "math/vector.h"
#include "mesh/mesh.h"
#include "part_ends.h"
#include "split_ends.h"

/* ---- the part -------------------------------------------------------------------------------- */

/* Copies the sets of a Geometry, so that a selection can add sets to the copy. */
static void copy_sets(const Ranks *ranks, const Geometry *from, Geometry *to)
{
  to->set_name  = ranks_malloc(ranks, (int64_t)from->nsets + 1, sizeof *to->set_name);
  to->node_sets = ranks_malloc(ranks, from->nnodes, sizeof *to->node_sets);
  to->cell_sets = ranks_malloc(ranks, from->ncells, sizeof *to->cell_sets);
  to->lists     = (SetLists){.n = 0};
  memcpy(to->set_name, from->set_name, (size_t)from->nsets * sizeof *to->set_name);
  memcpy(to->node_sets, from->node_sets, (size_t)from->nnodes * sizeof *to->node_sets);
  memcpy(to->cell_sets, from->cell_sets, (size_t)from->ncells * sizeof *to->cell_sets);
  for (int l = 1; l <= from->lists.n; l++) { /* the lists get the same numbers */
    const int *sets, n = set_lists_get(&from->lists, l, &sets);

    (void)set_lists_find_or_add(&to->lists, sets, n);
  }
  if (to->lists.failed) ranks_out_of_memory(ranks);
}

/* Sets in_part[cells.ncells] for the cells of a part. */
static PetscErrorCode SelectPart(MPI_Comm comm, DistributedMesh *d, const MeshSelection *part,
                                 unsigned char in_part[])
{
  struct _n_Mesh mesh = {.comm = comm, .g = d->cells};
  PetscInt       set;
  NodeFetch      fetch;

  PetscFunctionBeginUser;
  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *d->cells.node_sets, d->nodes.node_sets,
                         d->cells.node_sets);
  node_fetch_free(&fetch);
  mesh.g = d->cells;
  copy_sets(d->ranks, &d->cells, &mesh.g);
  PetscCall(MeshSelect(&mesh, part, &set));
  for (int c = 0; c < d->cells.ncells; c++)
    in_part[c] = (unsigned char)geometry_cell_in_set(&mesh.g, c, (int)set);
  free(mesh.g.set_name);
  free(mesh.g.node_sets);
  free(mesh.g.cell_sets);
  set_lists_free(&mesh.g.lists);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the points ------------------------------------------------------------------------------ */

/* Sets s->at_set. Input errors: no such set, or it has other cells than points. */
static PetscErrorCode FindPoints(Splitting *s)
{
  const Geometry *g       = &s->d->cells;
  struct _n_Mesh  mesh    = {.comm = s->comm, .g = *g};
  PetscBool       extends = PETSC_FALSE;
  PetscInt        set;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < s->part->n; k++) {
    const PartEnd *end = &s->part->ends[k];

    PetscCall(MeshFindSet(&mesh, s->option, end->set, &set));
    for (int i = 0; i < g->nnodes; i++) {
      const int in = geometry_node_in_set(g, i, (int)set);

      if (end == s->end) s->at_set[i] = (unsigned char)in;
      s->at_sets[i] = (unsigned char)(s->at_sets[i] || in);
    }
    for (int c = 0; c < g->ncells && end == s->end; c++)
      if (g->shape[c] != SHAPE_POINT && geometry_cell_in_set(g, c, (int)set)) extends = PETSC_TRUE;
  }
  PetscCall(CheckAllRanks(s->comm, extends,
                          "%s: the set '%s' has lines or surfaces; give a set of points, such as a "
                          "physical group of points",
                          s->option, s->end->set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the split ends of this rank. */
static PetscErrorCode FindSplitEnds(Splitting *s)
{
  const Geometry *g = &s->d->cells;

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++)
    for (int e = 0; e < 2 && s->in_part[c] && is_line_cell(g, c); e++)
      s->n += s->at_set[g->conn[g->offset[c] + e]];
  PetscCall(PetscMalloc1((size_t)s->n + 1, &s->split));
  s->n = 0;
  for (int c = 0; c < g->ncells; c++)
    for (int e = 0; e < 2 && s->in_part[c] && is_line_cell(g, c); e++) {
      const int i = g->conn[g->offset[c] + e];

      if (s->at_set[i]) s->split[s->n++] = (SplitEnd){.cell = c, .end = e, .needed = i};
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: no line of the part ends at a point of the set. */
static PetscErrorCode CheckPoints(const Splitting *s)
{
  const DistributedMesh *d     = s->d;
  unsigned char         *local = ranks_calloc(d->ranks, d->cells.nnodes, 1), *received, *kind;
  int                    bare  = -1;

  PetscFunctionBeginUser;
  for (int i = 0; i < d->cells.nnodes; i++) local[i] = s->at_set[i];
  for (int k = 0; k < s->n; k++) local[s->split[k].needed] |= 2;
  received = ranks_malloc(d->ranks, s->fetch.plan.m, 1);
  kind     = ranks_calloc(d->ranks, d->nodes.nnodes, 1);
  exchange_send(&s->fetch.plan, 1, local, received);
  for (int64_t k = 0; k < s->fetch.plan.m; k++) kind[s->fetch.at[k]] |= received[k];
  for (int i = d->nodes.nnodes - 1; i >= 0; i--)
    if (kind[i] == 1) bare = i;
  free(local);
  free(received);
  free(kind);
  {
    const double zero[3] = {0, 0, 0}, *x = bare < 0 ? zero : (const double *)d->nodes.x[bare];

    PetscCall(CheckAllRanks(
      s->comm, (PetscBool)(bare >= 0),
      "%s: no line of the part ends at (%.6g, %.6g, %.6g), a point of the set '%s' (or another set "
      "of the option has split it there); give a set of ends of lines of the part. For a hinge "
      "inside "
      "of a member, make the point one of it (-member_<name> a,%s,b), or a node of its lines",
      s->option, x[0], x[1], x[2], s->end->set, s->end->set));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Numbers the split ends of all ranks in the order of their cells. Returns their number. */
static int64_t number_split_ends(Splitting *s)
{
  const Ranks *ranks    = s->d->ranks;
  SortKey     *key      = ranks_malloc(ranks, s->n, sizeof *key);
  int64_t     *position = ranks_malloc(ranks, s->n, sizeof *position);

  for (int k = 0; k < s->n; k++) {
    const int64_t cell = s->d->cells.cell_number[s->split[k].cell];

    key[k] = (SortKey){.high  = (uint64_t)cell,
                       .low   = (uint32_t)s->split[k].end,
                       .local = (uint32_t)k,
                       .id    = 2 * cell + s->split[k].end};
  }
  ranks_sort(ranks, s->n, key, position);
  for (int k = 0; k < s->n; k++) s->split[k].position = position[k];
  free(key);
  free(position);
  return ranks_sum(ranks, s->n);
}

/* Returns the index of a set of the mesh, which is added if necessary, on all ranks alike. */
static int find_or_add_set(DistributedMesh *d, const char name[])
{
  int set = geometry_find_set(&d->cells, name);

  if (set < 0) set = geometry_add_set(&d->cells, name);
  if (set < 0) ranks_out_of_memory(d->ranks);
  return set;
}

/* Adds the further nodes behind all others, in no set. Their places are those of the points plus
   the offset.

   Input:
     total  number of the further nodes of all ranks */
static void add_nodes(const Splitting *s, int64_t total)
{
  DistributedMesh *d      = s->d;
  const Ranks     *ranks  = d->ranks;
  const int64_t    before = distributed_mesh_node_count(d);
  NodeRecord      *node   = ranks_malloc(ranks, (int64_t)d->nodes.nnodes + s->n, sizeof *node);
  int64_t          n = 0, last = 0;

  for (int i = 0; i < d->nodes.nnodes; i++) {
    node[n++] = node_record(&d->nodes, i, d->first[ranks->rank] + i);
    if (d->nodes.id[i] > last) last = d->nodes.id[i];
  }
  last = ranks_max(ranks, last);
  for (int k = 0; k < s->n; k++) {
    const SplitEnd *split = &s->split[k];

    node[n] = (NodeRecord){
      .number = before + split->position, .id = last + 1 + split->position, .place = -1};
    for (int c = 0; c < 3; c++) node[n].x[c] = d->cells.x[split->needed][c] + split->offset[c];
    n++;
  }
  distributed_mesh_set_nodes(d, n, node, before + total);
  free(node);
}

/* Makes the lines of the part end at the further nodes, which become the last needed nodes.

   Input:
     before  number of nodes without the further ones */
static void connect_lines(const Splitting *s, int64_t before)
{
  Geometry    *g      = &s->d->cells;
  const Ranks *ranks  = s->d->ranks;
  const int    n      = g->nnodes;
  int64_t     *number = ranks_malloc(ranks, (int64_t)n + s->n, sizeof *number);

  memcpy(number, g->node_number, (size_t)n * sizeof *number);
  for (int k = 0; k < s->n; k++) {
    const SplitEnd *split = &s->split[k];

    number[n + k]                                = before + split->position;
    g->conn[g->offset[split->cell] + split->end] = n + k;
  }
  free(g->node_number);
  free(g->node_sets);
  free(g->x);
  g->nnodes      = n + s->n;
  g->node_number = number;
  g->node_sets   = ranks_calloc(ranks, g->nnodes, sizeof *g->node_sets);
  g->x           = ranks_calloc(ranks, g->nnodes, sizeof *g->x); /* fetched when it is needed */
  sort_needed_nodes(ranks, g);
}

/* Sets cells.node_sets of the points and of the further nodes to the sets of this rank's cells,
   less the lines to further nodes of other splits.

   Input:
     n  number of needed nodes without the further ones */
static void gather_sets(const Splitting *s, int n)
{
  Geometry *g   = &s->d->cells;
  const int set = find_or_add_set(s->d, SPLIT_OFF_SET), all = find_or_add_set(s->d, "all");

  for (int i = 0; i < g->nnodes; i++) {
    const int split = i >= n || s->at_set[i];

    g->node_sets[i] = split ? set_lists_with_set(&g->lists, 0, all) : 0;
    if (i >= n) g->node_sets[i] = set_lists_with_set(&g->lists, g->node_sets[i], set);
  }
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1] && !geometry_cell_in_set(g, c, set); k++) {
      int *list = &g->node_sets[g->conn[k]];

      if (*list) *list = set_lists_union(&g->lists, *list, g->cell_sets[c]);
    }
  distributed_mesh_unify_lists(s->d);
}

/* Gives the points and the further nodes the sets of their cells of all ranks. */
static void set_sets(const Splitting *s, int n)
{
  DistributedMesh *d = s->d;
  int             *received;
  unsigned char   *cleared = ranks_calloc(d->ranks, d->nodes.nnodes, 1);
  NodeFetch        fetch;

  gather_sets(s, n);
  distributed_mesh_plan_fetch(d, &fetch);
  received = ranks_malloc(d->ranks, fetch.plan.m, sizeof *received);
  exchange_send(&fetch.plan, sizeof *received, d->cells.node_sets, received);
  for (int64_t k = 0; k < fetch.plan.m; k++) {
    int *list = &d->nodes.node_sets[fetch.at[k]];

    if (!received[k]) continue;
    if (!cleared[fetch.at[k]]) *list = 0;
    cleared[fetch.at[k]] = 1;
    *list                = set_lists_union(&d->cells.lists, *list, received[k]);
  }
  free(received);
  free(cleared);
  node_fetch_free(&fetch);
  distributed_mesh_unify_lists(d);
}

/* Adds the lines from the further nodes to the points. */
static PetscErrorCode AddJointLines(const Splitting *s, const int64_t point[], int64_t before)
{
  DistributedMesh *d = s->d;
  char             set[2 * SET_NAME_SIZE];
  int              ends = find_or_add_set(d, SPLIT_OFF_SET);
  int64_t(*line)[2];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(set, sizeof set, "%s.%s", s->part->part, s->end->set));
  PetscCheck(strlen(set) < SET_NAME_SIZE, s->comm, PETSC_ERR_USER_INPUT,
             "%s: the name '%s' of the joint is too long; give shorter names to the part or set",
             s->option, set);
  PetscCheck(geometry_find_set(&d->cells, set) < 0, s->comm, PETSC_ERR_USER_INPUT,
             "%s: the mesh has a set '%s', which is the name of the joint; give the set another "
             "name",
             s->option, set);
  PetscCall(PetscMalloc1((size_t)s->n + 1, &line));
  for (int k = 0; k < s->n; k++) {
    line[k][0] = before + s->split[k].position;
    line[k][1] = point[k];
  }
  join_lines(d, s->n, (const int64_t(*)[2])line, set);
  for (int c = d->cells.ncells - s->n; c < d->cells.ncells; c++)
    geometry_add_cell_to_set(&d->cells, c, ends);
  distributed_mesh_unify_lists(d);
  PetscCall(PetscFree(line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all splits ------------------------------------------------------------------------------ */

static PetscErrorCode SplitAtSet(Splitting *s)
{
  DistributedMesh *d      = s->d;
  const int        n      = d->cells.nnodes;
  const int64_t    before = distributed_mesh_node_count(d);
  int64_t         *point;

  PetscFunctionBeginUser;
  distributed_mesh_plan_fetch(d, &s->fetch);
  distributed_mesh_fetch_x(d, &s->fetch);
  distributed_mesh_fetch(d, &s->fetch, sizeof *d->cells.node_sets, d->nodes.node_sets,
                         d->cells.node_sets);
  PetscCall(PetscCalloc2((size_t)n + 1, &s->at_set, (size_t)n + 1, &s->at_sets));
  PetscCall(FindPoints(s));
  PetscCall(FindSplitEnds(s));
  PetscCall(CheckPoints(s));
  PetscCall(SplitEndsSetOffsets(s));
  node_fetch_free(&s->fetch);
  PetscCall(PetscMalloc1((size_t)s->n + 1, &point));
  for (int k = 0; k < s->n; k++) point[k] = d->cells.node_number[s->split[k].needed];
  add_nodes(s, number_split_ends(s));
  connect_lines(s, before);
  set_sets(s, n);
  PetscCall(AddJointLines(s, point, before));
  PetscCall(PetscFree(point));
  PetscCall(PetscFree(s->split));
  PetscCall(PetscFree2(s->at_set, s->at_sets));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SplitPart(MPI_Comm comm, DistributedMesh *d, const PartSplit *part)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < part->n; k++) {
    Splitting      s = {.comm = comm, .d = d, .part = part, .end = &part->ends[k]};
    unsigned char *in_part;

    PetscCall(PetscCalloc1((size_t)d->cells.ncells + 1, &in_part));
    PetscCall(SelectPart(comm, d, &part->lines, in_part));
    s.in_part = in_part;
    PetscCall(PetscSNPrintf(s.option, sizeof s.option, "-part_%s_%s", part->part,
                            s.end->end.given ? "release" : "end_offset"));
    PetscCall(SplitAtSet(&s));
    PetscCall(PetscFree(in_part));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartEndsSplit(MPI_Comm comm, PetscInt n, const PartSplit split[], DistributedMesh *d)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) PetscCall(SplitPart(comm, d, &split[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
