/* sets.h: lists of the sets to which nodes and cells belong; each distinct list is stored once.

   Most nodes and cells are in the same few sets. Therefore a node or cell stores only the number of
   its list of sets. List 0 is empty. Functions do not call PETSc and are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_SETS_H
#define FS_MESH_SETS_H

#include "base/hash_index.h"

/* SetLists - All distinct lists of sets.

   If all members are 0, there is only the empty list. A set is an index that the caller defines. */
typedef struct {
  int n; /* number of lists, without the empty one */
  /* offset[n + 1]: the sets of list l > 0 are at[offset[l - 1]] to at[offset[l] - 1], ascending;
     both are NULL if n is 0 */
  int      *offset, *at;
  size_t    capacity, at_capacity; /* allocated entries of offset and at */
  HashIndex index;                 /* finds a list by its sets */
  int       failed;                /* 1 if memory ran out; results since then are wrong */
  /* list, set and result of the last call of set_lists_with_set(); last is 0 before the first */
  int last_from, last_set, last;
} SetLists;

void set_lists_free(SetLists *lists);

/* set_lists_find_or_add - Returns the number of the list with sets[n], and adds it if necessary.

   sets[] must ascend. If memory runs out, returns 0 and sets lists->failed. */
int set_lists_find_or_add(SetLists *lists, const int sets[], int n);

/* set_lists_find_or_add_unsorted - Sorts sets[n], then calls set_lists_find_or_add(). */
int set_lists_find_or_add_unsorted(SetLists *lists, int sets[], int n);

/* set_lists_with_set - Returns the number of the list that has the sets of `list` and one more set.

   Adds this list if it does not exist. If memory runs out, sets lists->failed. */
int set_lists_with_set(SetLists *lists, int list, int set);

/* set_lists_get - Returns the number of sets of a list, and points *sets to them.

   *sets is borrowed until a list is added; it is NULL for list 0. */
int set_lists_get(const SetLists *lists, int list, const int **sets);

/* set_lists_has_set - Returns 1 if a set is in a list, otherwise 0. */
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
