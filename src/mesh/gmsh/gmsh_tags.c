/* gmsh_tags.c: finds the numbers of nodes from the tags in a file.

   Each tag belongs to one rank, by its size if the tags are dense, else by a hash. That rank knows
   the node's number in the file, detects duplicates, and answers ranks whose elements need it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

typedef struct {
  int64_t tag, number;
  int     used;
} TagEntry;

/* The tags that belong to this rank, ascending. */
typedef struct {
  const Ranks *ranks;
  int64_t      min_tag, max_tag; /* tags of the file */
  int          dense;
  int64_t      n;
  TagEntry    *entry;
} TagDirectory;

static int rank_of_tag(const TagDirectory *directory, int64_t tag)
{
  if (tag < directory->min_tag || tag > directory->max_tag) return 0;
  if (!directory->dense)
    return ranks_owner_of_hash(directory->ranks, hash_bytes(0, &tag, sizeof tag));
  return (int)((tag - directory->min_tag) /
               ((directory->max_tag - directory->min_tag) / directory->ranks->size + 1));
}

static int compare_entries(const void *a, const void *b)
{
  const TagEntry *p = a, *q = b;

  return compare_int64(p->tag, q->tag);
}

/* Creates a plan from n tags to their ranks. */
static void plan_to_tag_owners(const TagDirectory *directory, int64_t n, const int64_t tag[],
                               ExchangePlan *plan)
{
  int *to = ranks_malloc(directory->ranks, n, sizeof *to);

  for (int64_t k = 0; k < n; k++) to[k] = rank_of_tag(directory, tag[k]);
  exchange_plan_create(directory->ranks, n, to, plan);
  free(to);
}

/* Creates the directory of the tags of all ranks. Fails if a tag occurs twice.

   Input:
     first  [size + 1] number in the file of each rank's first node */
static int make_directory(GmshReader *r, const int64_t first[], TagDirectory *directory)
{
  const Ranks *ranks  = r->ranks;
  int64_t     *number = ranks_malloc(ranks, r->local_nodes, sizeof *number), *tags, *numbers,
          min_tag = INT64_MAX, max_tag = INT64_MIN;
  int          bad = 0;
  ExchangePlan plan;

  for (int i = 0; i < r->local_nodes; i++) {
    if (r->tag[i] < min_tag) min_tag = r->tag[i];
    if (r->tag[i] > max_tag) max_tag = r->tag[i];
    number[i] = first[ranks->rank] + i;
  }
  *directory = (TagDirectory){
    .ranks = ranks, .min_tag = ~ranks_max(ranks, ~min_tag), .max_tag = ranks_max(ranks, max_tag)};
  directory->dense =
    (uint64_t)directory->max_tag - (uint64_t)directory->min_tag < 8 * (uint64_t)first[ranks->size];
  plan_to_tag_owners(directory, r->local_nodes, r->tag, &plan);
  tags    = ranks_malloc(ranks, plan.m, sizeof *tags);
  numbers = ranks_malloc(ranks, plan.m, sizeof *numbers);
  exchange_send(&plan, sizeof *tags, r->tag, tags);
  exchange_send(&plan, sizeof *numbers, number, numbers);
  free(number);
  directory->n     = plan.m;
  directory->entry = ranks_malloc(ranks, plan.m, sizeof *directory->entry);
  for (int64_t k = 0; k < plan.m; k++) directory->entry[k] = (TagEntry){tags[k], numbers[k], 0};
  exchange_plan_free(&plan);
  free(tags);
  free(numbers);
  qsort(directory->entry, (size_t)directory->n, sizeof *directory->entry, compare_entries);
  for (int64_t k = 1; k < directory->n && !bad; k++)
    if (directory->entry[k].tag == directory->entry[k - 1].tag)
      bad = gmsh_fail(r, "node %lld is in the %s twice", (long long)directory->entry[k].tag,
                      r->of_arrays ? "arrays" : "file");
  return ranks_any_failed(ranks, bad, r->message, r->message_size);
}

/* Finds the entries of tag[n], and marks them as used; slot[k] is -1 if there is no such tag. */
static void look_up_tags(TagDirectory *directory, int64_t n, const int64_t tag[], int64_t slot[])
{
  for (int64_t k = 0; k < n; k++) {
    const TagEntry key = {.tag = tag[k]};
    TagEntry      *found =
      bsearch(&key, directory->entry, (size_t)directory->n, sizeof key, compare_entries);

    slot[k] = found ? found - directory->entry : -1;
    if (found) found->used = 1;
  }
}

/* Copies the used nodes to d->nodes, and numbers them in the order of the file; sets d->first.

   Output:
     number  [local_nodes] new numbers of used nodes */
static void number_used_nodes(GmshReader *r, const unsigned char used[], int64_t number[],
                              DistributedMesh *d)
{
  const Ranks *ranks = r->ranks;
  int          n     = 0;

  for (int i = 0; i < r->local_nodes; i++) n += used[i];
  d->first = ranks_malloc(ranks, ranks->size + 1, sizeof *d->first);
  ranks_offsets(ranks, n, d->first);
  if (geometry_allocate(&d->nodes, n, 0, 0, 0)) ranks_out_of_memory(ranks);
  n = 0;
  for (int i = 0; i < r->local_nodes; i++) {
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

/* Fails if arrays have a node that is not used[local_nodes]. A file may have such nodes. */
static int check_nodes_used(GmshReader *r, const unsigned char used[])
{
  int bad = 0;

  for (int i = 0; i < r->local_nodes && r->of_arrays && !bad; i++)
    if (!used[i])
      bad =
        gmsh_fail(r, "node %lld is in no cell and in no set; leave it out", (long long)r->tag[i]);
  return ranks_any_failed(r->ranks, bad, r->message, r->message_size);
}

/* Replaces the numbers of used entries by new numbers, from the ranks that have read the nodes. */
static int number_entries(GmshReader *r, const int64_t first[], TagDirectory *directory,
                          DistributedMesh *d)
{
  const Ranks *ranks     = r->ranks;
  int         *to        = ranks_malloc(ranks, directory->n, sizeof *to);
  int64_t     *requested = ranks_malloc(ranks, directory->n, sizeof *requested), *received, *number,
          n              = 0;
  unsigned char *used    = ranks_calloc(ranks, r->local_nodes, 1);
  ExchangePlan   plan;
  int            bad;

  for (int64_t k = 0; k < directory->n; k++) {
    if (!directory->entry[k].used) continue;
    requested[n] = directory->entry[k].number;
    to[n++]      = ranks_find_owner(ranks, first, directory->entry[k].number);
  }
  exchange_plan_create(ranks, n, to, &plan);
  free(to);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, requested, received);
  for (int64_t k = 0; k < plan.m; k++) used[received[k] -= first[ranks->rank]] = 1;
  bad    = check_nodes_used(r, used);
  number = ranks_malloc(ranks, r->local_nodes, sizeof *number);
  number_used_nodes(r, used, number, d);
  for (int64_t k = 0; k < plan.m; k++) received[k] = number[received[k]];
  exchange_send_back(&plan, sizeof *received, received, requested);
  n = 0;
  for (int64_t k = 0; k < directory->n; k++)
    if (directory->entry[k].used) directory->entry[k].number = requested[n++];
  exchange_plan_free(&plan);
  free(requested);
  free(received);
  free(number);
  free(used);
  return bad;
}

/* Fails because element c of this rank, or a set, needs a node that does not exist. */
static int fail_without_node(GmshReader *r, int64_t c, int64_t node)
{
  const int *sets;

  if (!r->of_arrays || r->number.at[c] >= 0)
    return gmsh_fail(r, "%s %lld needs node %lld, which is not in the %s",
                     r->of_arrays ? "cell" : "element", (long long)r->number.at[c], (long long)node,
                     r->of_arrays ? "arrays" : "file");
  (void)set_lists_get(&r->lists, r->set.at[c], &sets);
  return gmsh_fail(r, "set '%s' names node %lld, which is not in the arrays", r->names.at[*sets],
                   (long long)node);
}

/* Fails if an element needs a node that is not in the file.

   Input:
     needed, number  tags of needed nodes, and their numbers, or -1
     conn            indices in needed of the nodes of the elements */
static int check_nodes_exist(GmshReader *r, const int64_t needed[], const int64_t number[],
                             const int conn[])
{
  int bad = 0;

  for (int64_t c = 0, k = 0; c < r->local_cells && !bad; c++)
    for (int i = 0; i < shape_nodes((Shape)r->shape.at[c]) && !bad; i++, k++)
      if (number[conn[k]] < 0) bad = fail_without_node(r, c, needed[conn[k]]);
  return ranks_any_failed(r->ranks, bad, r->message, r->message_size);
}

/* Replaces the tags needed[n] by numbers of nodes; sets d->first and d->nodes. */
static int resolve_tags(GmshReader *r, int64_t n, int64_t needed[], const int conn[],
                        DistributedMesh *d)
{
  const Ranks *ranks = r->ranks;
  int64_t *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first), *received, *slot, *number;
  TagDirectory directory;
  ExchangePlan plan;
  int          bad;

  ranks_offsets(ranks, r->local_nodes, first);
  bad    = make_directory(r, first, &directory);
  number = ranks_malloc(ranks, n, sizeof *number);
  if (!bad) {
    plan_to_tag_owners(&directory, n, needed, &plan);
    received = ranks_malloc(ranks, plan.m, sizeof *received);
    slot     = ranks_malloc(ranks, plan.m, sizeof *slot);
    exchange_send(&plan, sizeof *received, needed, received);
    look_up_tags(&directory, plan.m, received, slot);
    bad = number_entries(r, first, &directory, d);
    for (int64_t k = 0; k < plan.m; k++)
      received[k] = slot[k] < 0 ? -1 : directory.entry[slot[k]].number;
    exchange_send_back(&plan, sizeof *received, received, number);
    exchange_plan_free(&plan);
    free(received);
    free(slot);
    bad = bad || check_nodes_exist(r, needed, number, conn);
  }
  memcpy(needed, number, (size_t)n * sizeof *needed);
  free(number);
  free(first);
  free(directory.entry);
  return bad;
}

int gmsh_resolve_nodes(GmshReader *r, DistributedMesh *d)
{
  const int64_t nconn = r->conn.n;
  int          *conn  = ranks_malloc(r->ranks, nconn, sizeof *conn), bad, n;
  int64_t      *needed;

  n = (int)distinct_numbers(r->ranks, nconn, r->conn.at, conn, &needed);
  free(r->conn.at);
  r->conn.at = NULL;
  bad        = resolve_tags(r, n, needed, conn, d);
  if (geometry_allocate(&d->cells, n, r->local_cells, 0, 0)) ranks_out_of_memory(r->ranks);
  free(d->cells.conn);
  d->cells.conn = conn;
  memcpy(d->cells.node_number, needed, (size_t)n * sizeof *needed);
  free(needed);
  for (int c = 0; c < r->local_cells; c++) {
    d->cells.shape[c]      = r->shape.at[c];
    d->cells.offset[c + 1] = d->cells.offset[c] + shape_nodes((Shape)r->shape.at[c]);
  }
  if (!bad) sort_needed_nodes(r->ranks, &d->cells);
  return bad;
}
