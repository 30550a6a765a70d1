/* sets.h: lists of the sets to which nodes and cells belong; each distinct list is stored once.

   A set is a named group of nodes and cells; here it is only an index that the caller defines. Most
   nodes and cells are in the same few sets. Therefore a node or cell stores only one number, that
   of the list of its sets. List 0 is empty. Lists are never changed or removed: a node that enters
   another set gets the number of another list. Functions do not call PETSc and are not
   collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_SETS_H
#define FS_MESH_SETS_H

#include "base/hash_index.h"

/* SetLists - All distinct lists of sets.

   A SetLists whose members are all 0 is valid and has only the empty list. */
typedef struct {
  int n; /* number of lists, without the empty list 0 */
  /* the sets of list l > 0 are at[offset[l - 1]] to at[offset[l] - 1], ascending; offset has n + 1
     entries; both are NULL if n is 0 */
  int      *offset, *at;
  size_t    capacity, at_capacity; /* allocated entries of offset and at */
  HashIndex index;                 /* finds a list by its sets */
  int       failed; /* 1 if memory has run out; then list numbers returned since are wrong */
  /* arguments list and set, and result, of the last call of set_lists_with_set(), which is not
     searched again; last is 0 before the first call */
  int last_from, last_set, last;
} SetLists;

/* set_lists_free - Frees the arrays of lists and sets all members of *lists to 0. */
void set_lists_free(SetLists *lists);

/* set_lists_find_or_add - Returns the number of the list that consists of n given sets.

   Adds this list if it does not exist.
   Input:
     sets  [n] different sets, in ascending order
   If memory runs out, the function returns 0 and sets lists->failed to 1. */
int set_lists_find_or_add(SetLists *lists, const int sets[], int n);

/* set_lists_find_or_add_unsorted - Returns the number of the list that consists of n given sets in
   any order. Adds this list if it does not exist.

   Changed:
     sets  [n] different sets; in ascending order on return */
int set_lists_find_or_add_unsorted(SetLists *lists, int sets[], int n);

/* set_lists_with_set - Returns the index of the list that has the sets of another list and one set
   more.

   Input:
     list  index of the other list, 0 for the empty one
     set   index of the set
   Returns `list` itself if it has the set already. Adds the list to `lists` if it does not exist.
   If memory runs out, the function sets lists->failed to 1, and what it returns must be ignored. */
int set_lists_with_set(SetLists *lists, int list, int set);

/* set_lists_get - Returns the number of sets of a list, and points *sets to these sets.

   *sets is in ascending order, or NULL for list 0. It belongs to lists, and is valid until a list
   is added. */
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
