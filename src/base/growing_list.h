/* growing_list.h: an array that grows when an entry is appended. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_GROWING_LIST_H
#define FS_BASE_GROWING_LIST_H

#include <stdint.h>
#include <stdlib.h>

/* GROWING_LIST - The type of a list of n entries in at[capacity].

   If all members are 0, the list is empty. The caller frees the array by free(list.at). */
#define GROWING_LIST(type)                                                                         \
  struct {                                                                                         \
    type   *at;                                                                                    \
    int64_t n, capacity;                                                                           \
  }

/* GROWING_LIST_RESERVE - Makes space for one more entry after the last one of a list. Returns the
   array of the list, or NULL if memory runs out; then the entries are lost. */
#define GROWING_LIST_RESERVE(list)                                                                 \
  ((list).at = growing_list_reserve((list).at, (list).n, &(list).capacity, sizeof *(list).at))

/* growing_list_reserve - Makes space for one more entry of an array. Returns the array, or a longer
   copy of it. If memory runs out, frees the array and returns NULL.

   Input:
     at          the array, from malloc(); NULL if it is empty
     n           the number of entries that are in use
     entry_size  the size of an entry [bytes]
   Changed:
     capacity    the number of entries for which memory is allocated */
static inline void *growing_list_reserve(void *at, int64_t n, int64_t *capacity, size_t entry_size)
{
  void *larger;

  if (n < *capacity) return at;
  *capacity = 2 * n + 64;
  larger    = realloc(at, (size_t)*capacity * entry_size);
  if (!larger) free(at);
  return larger;
}

#endif
