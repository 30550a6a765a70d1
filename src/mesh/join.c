/* join.c: several meshes become one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "geometry.h"
#include "near.h"

/* node[b->nnodes] = the node of the sum that each node of b becomes: one of a, within apart of it, or a new one; *total = how many the
   sum has. Returns 1 when memory runs out. */
static int match_nodes(const Geometry *a, const Geometry *b, double apart, int node[], int *total)
{
  double corner[3];
  Near   near;
  int    bad = 0;

  (void)near_box(a->nnodes, (const double(*)[3])a->x, corner);
  near = near_begin((const double(*)[3])a->x, apart, corner);
  for (int i = 0; i < a->nnodes && apart > 0 && !bad; i++) bad = near_add(&near, i);
  *total = a->nnodes;
  for (int i = 0; i < b->nnodes; i++) {
    node[i] = apart > 0 ? near_find(&near, b->x[i]) : -1;
    if (node[i] < 0) node[i] = (*total)++;
  }
  near_free(&near);
  return bad;
}

/* Number in the sum of a list of sets of a part; set[]: of its sets. */
static int list_in(Geometry *sum, const SetLists *lists, int list, const int set[])
{
  const int *sets, n = set_lists_get(lists, list, &sets);
  int        with = 0;

  for (int s = 0; s < n; s++) with = set_lists_with(&sum->lists, with, set[sets[s]]);
  return with;
}

/* Put the nodes and cells of a part into the sum, which has had room made; node[], set[]: numbers there of those of the part. */
static void add_part(Geometry *sum, const Geometry *part, const int node[], const int set[], int64_t first_id)
{
  for (int i = 0; i < part->nnodes; i++) {
    const int *sets, n = set_lists_get(&part->lists, part->node_sets[i], &sets);

    if (node[i] >= sum->nnodes) { /* not that of another part */
      memcpy(sum->x[node[i]], part->x[i], sizeof *sum->x);
      sum->id[node[i]]        = first_id + part->id[i];
      sum->node_sets[node[i]] = list_in(sum, &part->lists, part->node_sets[i], set);
    } else
      for (int s = 0; s < n; s++) geometry_add_node(sum, node[i], set[sets[s]]);
  }
  for (int c = 0; c < part->ncells; c++) {
    const int to = sum->ncells++, nn = geometry_cell_size(part, c);

    sum->shape[to]      = part->shape[c];
    sum->offset[to + 1] = sum->offset[to] + nn;
    for (int k = 0; k < nn; k++) sum->conn[sum->offset[to] + k] = node[part->conn[part->offset[c] + k]];
    sum->cell_sets[to] = list_in(sum, &part->lists, part->cell_sets[c], set);
  }
}

/* The sets of both parts, each name once: set[0], set[1] = their numbers in the sum. */
static void unite_sets(Geometry *sum, const Geometry *const part[2], int *const set[2])
{
  sum->nsets = 0;
  for (int p = 0; p < 2; p++)
    for (int s = 0; s < part[p]->nsets; s++) {
      set[p][s] = geometry_find_set(sum, part[p]->set_name[s]);
      if (set[p][s] < 0) {
        set[p][s] = sum->nsets;
        memcpy(sum->set_name[sum->nsets++], part[p]->set_name[s], SET_NAME_SIZE);
      }
    }
}

int geometry_join(Geometry *a, const Geometry *b, double apart)
{
  const Geometry *const part[2] = {a, b};
  int                  *node    = malloc(((size_t)a->nnodes + (size_t)b->nnodes + 1) * sizeof *node),
      *of_b                     = node ? node + a->nnodes : NULL;
  int     *set[2] = {calloc((size_t)a->nsets + 1, sizeof **set), calloc((size_t)b->nsets + 1, sizeof **set)};
  int      total, bad = !node || !set[0] || !set[1] || match_nodes(a, b, apart, of_b, &total);
  Geometry sum;

  if (!bad)
    bad = geometry_allocate(&sum, total, a->ncells + b->ncells, a->offset[a->ncells] + b->offset[b->ncells],
                            a->nsets + b->nsets);
  if (!bad) {
    int64_t last = 0;

    for (int i = 0; i < a->nnodes; i++) {
      node[i] = i;
      if (a->id[i] > last) last = a->id[i];
    }
    unite_sets(&sum, part, set);
    sum.ncells = sum.nnodes = 0;
    add_part(&sum, a, node, set[0], 0);
    sum.nnodes = a->nnodes;
    add_part(&sum, b, of_b, set[1], last + 1);
    sum.nnodes = total;
    bad        = sum.lists.failed;
    geometry_free(bad ? &sum : a);
    if (!bad) *a = sum;
  }
  free(node);
  free(set[0]);
  free(set[1]);
  return bad;
}
