/* growing_list.h: an array that grows when an entry is appended.

   If memory runs out, the job ends with a message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_GROWING_LIST_H
#define FS_MESH_DISTRIBUTED_GROWING_LIST_H

#include <stdlib.h>
#include "exchange.h"

/* GROWING_LIST - The type of a list of n entries in at[capacity].

   If all members are 0, the list is empty. The caller frees the array by free(list.at). */
#define GROWING_LIST(type)                                                                         \
  struct {                                                                                         \
    type   *at;                                                                                    \
    int64_t n, capacity;                                                                           \
  }

/* GROWING_LIST_ADD - Appends a value, the last argument, to a list; ranks is a const Ranks *. */
#define GROWING_LIST_ADD(ranks, list, ...)                                                         \
  ((list).at =                                                                                     \
     growing_list_reserve((ranks), (list).at, (list).n, &(list).capacity, sizeof *(list).at),      \
   (void)((list).at[(list).n++] = __VA_ARGS__))

/* growing_list_reserve - Returns the array at, reallocated if it has no room for n + 1 entries.

   Local.
   Input/Output:
     capacity  number of allocated entries */
static inline void *growing_list_reserve(const Ranks *ranks, void *at, int64_t n, int64_t *capacity,
                                         size_t entry_size)
{
  if (n < *capacity) return at;
  *capacity = 2 * n + 64;
  at        = realloc(at, (size_t)*capacity * entry_size);
  if (!at) ranks_out_of_memory(ranks);
  return at;
}

#endif
