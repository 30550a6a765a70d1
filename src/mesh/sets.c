/* sets.c: stores each distinct list of sets once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "sets.h"

void set_lists_free(SetLists *lists)
{
  free(lists->offset);
  free(lists->at);
  hash_index_free(&lists->index);
  memset(lists, 0, sizeof *lists);
}

int set_lists_get(const SetLists *lists, int list, const int **sets)
{
  *sets = list ? lists->at + lists->offset[list - 1] : NULL;
  return list ? lists->offset[list] - lists->offset[list - 1] : 0;
}

/* A list that is searched. */
typedef struct {
  const SetLists *lists;
  const int      *sets;
  int             n;
} ListQuery;

static int same_list(const void *context, int list)
{
  const ListQuery *query = context;
  const int       *sets;

  return set_lists_get(query->lists, list, &sets) == query->n &&
         !memcmp(sets, query->sets, (size_t)query->n * sizeof *sets);
}

/* Grows an array to at least n entries of size bytes.

   Returns 0, or 1 with the array unchanged if memory runs out. */
static int grow_array(void **at, size_t *capacity, size_t n, size_t size)
{
  const size_t more = 2 * *capacity > n ? 2 * *capacity : n + 64;
  void        *bigger;

  if (n <= *capacity) return 0;
  bigger = realloc(*at, more * size);
  if (!bigger) return 1;
  *at       = bigger;
  *capacity = more;
  return 0;
}

int set_lists_find_or_add(SetLists *lists, const int sets[], int n)
{
  const uint64_t  hash    = hash_bytes(0, sets, (size_t)n * sizeof *sets);
  const ListQuery context = {lists, sets, n};
  const size_t    start   = lists->n ? (size_t)lists->offset[lists->n] : 0;
  int             list;

  if (!n) return 0;
  list = hash_index_find(&lists->index, hash, same_list, &context);
  if (list >= 0) return list;
  if (start + (size_t)n > INT32_MAX ||
      grow_array((void **)&lists->offset, &lists->capacity, (size_t)lists->n + 2, sizeof(int)) ||
      grow_array((void **)&lists->at, &lists->at_capacity, start + (size_t)n, sizeof(int)) ||
      hash_index_add(&lists->index, hash, lists->n + 1)) {
    lists->failed = 1;
    return 0;
  }
  lists->offset[lists->n++] = (int)start;
  memcpy(lists->at + start, sets, (size_t)n * sizeof *sets);
  lists->offset[lists->n] = (int)start + n;
  return lists->n;
}

static int compare_ints(const void *a, const void *b)
{
  const int *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

int set_lists_find_or_add_unsorted(SetLists *lists, int sets[], int n)
{
  qsort(sets, (size_t)n, sizeof *sets, compare_ints);
  return set_lists_find_or_add(lists, sets, n);
}

int set_lists_with_set(SetLists *lists, int list, int set)
{
  const int *from;
  int        n, k = 0, *sets;

  if (set_lists_has_set(lists, list, set)) return list;
  if (lists->last && lists->last_from == list && lists->last_set == set) return lists->last;
  n    = set_lists_get(lists, list, &from);
  sets = malloc(((size_t)n + 1) * sizeof *sets);
  if (!sets) {
    lists->failed = 1;
    return list;
  }
  for (; k < n && from[k] < set; k++) sets[k] = from[k];
  sets[k] = set;
  for (; k < n; k++) sets[k + 1] = from[k];
  lists->last      = set_lists_find_or_add(lists, sets, n + 1);
  lists->last_from = list;
  lists->last_set  = set;
  free(sets);
  return lists->last;
}
