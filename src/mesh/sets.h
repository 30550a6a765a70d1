/* sets.h: lists of the sets that nodes and cells are in, each distinct list once.

   Most nodes and cells are in the same few sets. Therefore a node or cell stores the number of its
   list only. List 0 is empty. Functions do not call PETSc and are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_SETS_H
#define FS_MESH_SETS_H

#include "hash_index.h"

/* SetLists that are all 0 have the empty list only. */
typedef struct {
  int n; /* number of lists, without the empty one */
  /* [n + 1], [] list l > 0 is at[offset[l - 1]] to at[offset[l] - 1], ascending; NULL if n is 0 */
  int      *offset, *at;
  size_t    capacity, at_capacity;
  HashIndex index;  /* finds a list by its sets */
  int       failed; /* memory ran out, and lists that were requested since are wrong */
  /* arguments and result of the last call of set_lists_with_set; last is 0 before it */
  int last_from, last_set, last;
} SetLists;

void set_lists_free(SetLists *lists);

/* set_lists_find_or_add - Returns the number of the list of sets[n], which are ascending.

   Adds the list if it does not exist. If memory runs out, returns 0 and sets failed. */
int set_lists_find_or_add(SetLists *lists, const int sets[], int n);

/* set_lists_find_or_add_unsorted - Sorts sets[n], then does the same. */
int set_lists_find_or_add_unsorted(SetLists *lists, int sets[], int n);

/* set_lists_with_set - Returns the number of the list that has one set more than a list. */
int set_lists_with_set(SetLists *lists, int list, int set);

/* set_lists_get - Points *sets to the sets of a list, and returns their number. */
int set_lists_get(const SetLists *lists, int list, const int **sets);

/* set_lists_has_set - Returns whether a set is in a list. */
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
