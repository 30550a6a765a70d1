/* sets.h: which sets a node or cell is in, without room for sets that it is not in. Most nodes and cells are in the same
   few sets, so each distinct list of sets is kept once, and a node or cell has the number of its list; list 0 is empty.
   Knows nothing of PETSc; not collective. Called through geometry.h. Begin at the struct. */
#ifndef FS_MESH_SETS_H
#define FS_MESH_SETS_H

#include "hash_index.h"

/* SetLists that are all 0 have the empty list alone. */
typedef struct {
  int n; /* lists other than the empty one */
  int         *
    offset; /* [n + 1] list l > 0 is at[offset[l - 1]] to at[offset[l] - 1], in ascending order; NULL: n is 0 */
  int      *at;
  size_t    capacity, at_capacity;
  HashIndex index;  /* of the lists, by what is in them */
  int       failed; /* memory ran out: lists that were asked for since are wrong */
  int       last_from, last_set, last; /* the last answer of set_lists_with_set; last 0: none */
} SetLists;

void set_lists_free(SetLists *lists);

/* Number of the list of n sets, in ascending order; made if need be. 0, and failed, when memory runs out. */
int set_lists_find_or_add(SetLists *lists, const int sets[], int n);

/* The same of sets in any order, which it sorts. */
int set_lists_find_or_add_unsorted(SetLists *lists, int sets[], int n);

/* Number of the list that has the sets of a list, and one set more. */
int set_lists_with_set(SetLists *lists, int list, int set);

/* *sets = the sets of a list, borrowed; returns how many. */
int set_lists_get(const SetLists *lists, int list, const int **sets);

/* Whether a set is in a list. */
static inline int set_lists_has_set(const SetLists *lists, int list, int set)
{
  int low, high;

  if (!list) return 0;
  low = lists->offset[list - 1], high = lists->offset[list];
  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (lists->at[middle] < set) low = middle + 1;
    else high = middle;
  }
  return low < lists->offset[list] && lists->at[low] == set;
}

#endif
