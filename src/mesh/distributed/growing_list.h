/* growing_list.h: an array that grows when an entry is appended. It ends the job when memory runs
   out. The caller frees the entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_GROWING_LIST_H
#define FS_MESH_DISTRIBUTED_GROWING_LIST_H

#include <stdlib.h>
#include "exchange.h"

/* A list of n entries of a type in at[capacity], malloc'ed. A list that is all 0 is empty. */
#define GROWING_LIST(type)                                                                         \
  struct {                                                                                         \
    type   *at;                                                                                    \
    int64_t n, capacity;                                                                           \
  }

/* Appends a value to a list; ranks is a const Ranks *. */
#define GROWING_LIST_ADD(ranks, list, ...)                                                         \
  ((list).at =                                                                                     \
     growing_list_reserve((ranks), (list).at, (list).n, &(list).capacity, sizeof *(list).at),      \
   (void)((list).at[(list).n++] = __VA_ARGS__))

/* Returns the array at, reallocated if it has no room for one more than n entries. Local. */
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
