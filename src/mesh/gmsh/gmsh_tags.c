/* gmsh_tags.c: from the tags in a file to numbers of nodes. Each tag is looked after by one rank, by its size if the tags are dense, else by a hash: it
   knows the node's number in the file, sees whether there are two, and answers those whose elements need it. */
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

typedef struct {
  int64_t tag, number;
  int     used;
} Entry;

/* The tags that this rank looks after, in ascending order. */
typedef struct {
  const Ranks *ranks;
  int64_t      least, most; /* tags of the file */
  int          dense;
  int64_t      n;
  Entry       *entry;
} Directory;

static int rank_of_tag(const Directory *dir, int64_t tag)
{
  if (tag < dir->least || tag > dir->most) return 0;
  if (!dir->dense) return ranks_of_hash(dir->ranks, index_hash(0, &tag, sizeof tag));
  return (int)((tag - dir->least) / ((dir->most - dir->least) / dir->ranks->size + 1));
}

static int compare_entries(const void *a, const void *b)
{
  const Entry *p = a, *q = b;

  return (p->tag > q->tag) - (p->tag < q->tag);
}

/* A plan to the ranks of n tags. */
static void plan_tags(const Directory *dir, int64_t n, const int64_t tag[], Plan *plan)
{
  int *to = ranks_take(dir->ranks, n, sizeof *to);

  for (int64_t k = 0; k < n; k++) to[k] = rank_of_tag(dir, tag[k]);
  plan_make(dir->ranks, n, to, plan);
  free(to);
}

/* What the ranks have read; first[size + 1]: numbers in the file of their nodes. Fails if a tag is there twice. */
static int make_directory(Reader *r, const int64_t first[], Directory *dir)
{
  const Ranks *ranks  = r->ranks;
  int64_t     *number = ranks_take(ranks, r->here_nodes, sizeof *number), *tags, *numbers, least = INT64_MAX,
          most = INT64_MIN;
  int  bad     = 0;
  Plan plan;

  for (int i = 0; i < r->here_nodes; i++) {
    if (r->tag[i] < least) least = r->tag[i];
    if (r->tag[i] > most) most = r->tag[i];
    number[i] = first[ranks->rank] + i;
  }
  *dir       = (Directory){.ranks = ranks, .least = ~ranks_most(ranks, ~least), .most = ranks_most(ranks, most)};
  dir->dense = (uint64_t)dir->most - (uint64_t)dir->least < 8 * (uint64_t)first[ranks->size];
  plan_tags(dir, r->here_nodes, r->tag, &plan);
  tags    = ranks_take(ranks, plan.m, sizeof *tags);
  numbers = ranks_take(ranks, plan.m, sizeof *numbers);
  plan_send(&plan, sizeof *tags, r->tag, tags);
  plan_send(&plan, sizeof *numbers, number, numbers);
  free(number);
  dir->n     = plan.m;
  dir->entry = ranks_take(ranks, plan.m, sizeof *dir->entry);
  for (int64_t k = 0; k < plan.m; k++) dir->entry[k] = (Entry){tags[k], numbers[k], 0};
  plan_free(&plan);
  free(tags);
  free(numbers);
  qsort(dir->entry, (size_t)dir->n, sizeof *dir->entry, compare_entries);
  for (int64_t k = 1; k < dir->n && !bad; k++)
    if (dir->entry[k].tag == dir->entry[k - 1].tag)
      bad = gmsh_fail(r, "node %lld is there twice", (long long)dir->entry[k].tag);
  return ranks_agree(ranks, bad, r->message, r->message_size);
}

/* place[n] of entries that are asked for, which become used; -1: there is none. */
static void look_up(Directory *dir, int64_t n, const int64_t tag[], int64_t place[])
{
  for (int64_t k = 0; k < n; k++) {
    const Entry key   = {.tag = tag[k]};
    Entry      *found = bsearch(&key, dir->entry, (size_t)dir->n, sizeof key, compare_entries);

    place[k] = found ? found - dir->entry : -1;
    if (found) found->used = 1;
  }
}

/* The nodes that are used move up and get numbers, in the order of the file; number[here_nodes]. d->first, d->nodes. */
static void number_used(Reader *r, const unsigned char used[], int64_t number[], Dealt *d)
{
  const Ranks *ranks = r->ranks;
  int          n     = 0;

  for (int i = 0; i < r->here_nodes; i++) n += used[i];
  d->first = ranks_take(ranks, ranks->size + 1, sizeof *d->first);
  ranks_number(ranks, n, d->first);
  if (geometry_allocate(&d->nodes, n, 0, 0, 0)) ranks_no_memory(ranks);
  n = 0;
  for (int i = 0; i < r->here_nodes; i++) {
    if (!used[i]) continue;
    memcpy(d->nodes.x[n], r->x[i], sizeof *r->x);
    d->nodes.id[n] = r->tag[i];
    number[i]      = d->first[ranks->rank] + n++;
  }
  free(r->x);
  free(r->tag);
  r->x   = NULL;
  r->tag = NULL;
}

/* Tell those who have read the nodes which ones are used, and learn their numbers, which replace those in the file. */
static void number_entries(Reader *r, const int64_t first[], Directory *dir, Dealt *d)
{
  const Ranks   *ranks = r->ranks;
  int           *to    = ranks_take(ranks, dir->n, sizeof *to);
  int64_t       *asked = ranks_take(ranks, dir->n, sizeof *asked), *there, *number, n = 0;
  unsigned char *used = ranks_clear(ranks, r->here_nodes, 1);
  Plan           plan;

  for (int64_t k = 0; k < dir->n; k++) {
    if (!dir->entry[k].used) continue;
    asked[n] = dir->entry[k].number;
    to[n++]  = ranks_with(ranks, first, dir->entry[k].number);
  }
  plan_make(ranks, n, to, &plan);
  free(to);
  there = ranks_take(ranks, plan.m, sizeof *there);
  plan_send(&plan, sizeof *there, asked, there);
  for (int64_t k = 0; k < plan.m; k++) used[there[k] -= first[ranks->rank]] = 1;
  number = ranks_take(ranks, r->here_nodes, sizeof *number);
  number_used(r, used, number, d);
  for (int64_t k = 0; k < plan.m; k++) there[k] = number[there[k]];
  plan_back(&plan, sizeof *there, there, asked);
  n = 0;
  for (int64_t k = 0; k < dir->n; k++)
    if (dir->entry[k].used) dir->entry[k].number = asked[n++];
  plan_free(&plan);
  free(asked);
  free(there);
  free(number);
  free(used);
}

/* The tags need[n], of which conn[] has the places: fails if there is no such node; number[need]: -1. */
static int check_known(Reader *r, const int64_t need[], const int64_t number[], const int conn[])
{
  int bad = 0;

  for (int64_t c = 0, k = 0; c < r->here_cells && !bad; c++)
    for (int i = 0; i < shape_nodes((Shape)r->shape.at[c]) && !bad; i++, k++)
      if (number[conn[k]] < 0)
        bad = gmsh_fail(r, "element %lld needs node %lld, which is not in the file", (long long)r->number.at[c],
                        (long long)need[conn[k]]);
  return ranks_agree(r->ranks, bad, r->message, r->message_size);
}

/* need[n], which are tags, become numbers; d->first, d->nodes. */
static int find_numbers(Reader *r, int64_t n, int64_t need[], const int conn[], Dealt *d)
{
  const Ranks *ranks = r->ranks;
  int64_t     *first = ranks_take(ranks, ranks->size + 1, sizeof *first), *there, *place, *number;
  Directory    dir;
  Plan         plan;
  int          bad;

  ranks_number(ranks, r->here_nodes, first);
  bad    = make_directory(r, first, &dir);
  number = ranks_take(ranks, n, sizeof *number);
  if (!bad) {
    plan_tags(&dir, n, need, &plan);
    there = ranks_take(ranks, plan.m, sizeof *there);
    place = ranks_take(ranks, plan.m, sizeof *place);
    plan_send(&plan, sizeof *there, need, there);
    look_up(&dir, plan.m, there, place);
    number_entries(r, first, &dir, d);
    for (int64_t k = 0; k < plan.m; k++) there[k] = place[k] < 0 ? -1 : dir.entry[place[k]].number;
    plan_back(&plan, sizeof *there, there, number);
    plan_free(&plan);
    free(there);
    free(place);
    bad = check_known(r, need, number, conn);
  }
  memcpy(need, number, (size_t)n * sizeof *need);
  free(number);
  free(first);
  free(dir.entry);
  return bad;
}

int gmsh_resolve_nodes(Reader *r, Dealt *d)
{
  const int64_t nconn = r->conn.n;
  int          *conn  = ranks_take(r->ranks, nconn, sizeof *conn), bad, n;
  int64_t      *need;

  n = (int)distinct_numbers(r->ranks, nconn, r->conn.at, conn, &need);
  free(r->conn.at);
  r->conn.at = NULL;
  bad        = find_numbers(r, n, need, conn, d);
  if (geometry_allocate(&d->cells, n, r->here_cells, 0, 0)) ranks_no_memory(r->ranks);
  free(d->cells.conn);
  d->cells.conn = conn;
  memcpy(d->cells.node_number, need, (size_t)n * sizeof *need);
  free(need);
  for (int c = 0; c < r->here_cells; c++) {
    d->cells.shape[c]      = r->shape.at[c];
    d->cells.offset[c + 1] = d->cells.offset[c] + shape_nodes((Shape)r->shape.at[c]);
  }
  if (!bad) dealt_order_needed(r->ranks, &d->cells);
  return bad;
}
