/* hash_index.h: finds entries of an array by a hash of their content.

   It is a hash table with open addressing and linear probing. It stores the entries' numbers, from
   0, and not the entries. Functions do not call PETSc and are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_HASH_INDEX_H
#define FS_MESH_HASH_INDEX_H

#include <stddef.h>
#include <stdint.h>

/* A HashIndex that is all 0 is empty. */
typedef struct {
  size_t    n, capacity; /* entries; size of the table, a power of 2 */
  uint64_t *hash;        /* [capacity] */
  int      *entry;       /* [capacity] number of the entry, -1 if the slot is free */
} HashIndex;

/* hash_index_find - Returns the first entry with a hash for which same(context, entry) is not 0.

   Returns -1 if there is no such entry. */
int hash_index_find(const HashIndex *index, uint64_t                         hash,
                    int (*same)(const void *context, int entry), const void *context);

/* hash_index_add - Adds an entry. Returns 0, or 1 with the index unchanged if memory runs out. */
int hash_index_add(HashIndex *index, uint64_t hash, int entry);

void hash_index_free(HashIndex *index);

/* hash_bytes - Returns a hash of bytes; hash is 0, or an earlier hash to be continued. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
