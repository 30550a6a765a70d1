/* hash_index.h: a hash table that finds entries of an array by a hash of their content.

   The array belongs to the caller. The table stores, for each entry, its hash and its index in the
   array. It uses open addressing and linear probing. The functions do not call PETSc and are not
   collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_HASH_INDEX_H
#define FS_BASE_HASH_INDEX_H

#include <stddef.h>
#include <stdint.h>

/* HashIndex - A hash table that finds entries of an array; it is empty if all members are 0. */
typedef struct {
  size_t    n, capacity; /* n: number of entries. capacity: number of slots, a power of 2. */
  uint64_t *hash;        /* [capacity] hash of the entry in each slot */
  int      *entry;       /* [capacity] index of the entry, or -1 if the slot is free */
} HashIndex;

/* hash_index_find - Returns the index of the entry that has a hash and that the function same
   accepts, or -1 if there is no such entry.

   Different entries can have the same hash. Therefore same() is called for the entries with this
   hash, in some order, until it returns a number other than 0.
   Input:
     same     returns a number other than 0 if the entry with this index is the one that is searched
     context  the first argument of same() */
int hash_index_find(const HashIndex *index, uint64_t                         hash,
                    int (*same)(const void *context, int entry), const void *context);

/* hash_index_add - Adds an entry of the caller's array to a hash table, by its hash and by its
   index in the array.

   The index must not be negative. Returns 0, or 1 if memory runs out; then the table does not
   change. */
int hash_index_add(HashIndex *index, uint64_t hash, int entry);

void hash_index_free(HashIndex *index);

/* hash_bytes - Returns a hash of the bytes of an array of the given size.

   Input:
     hash  0, or the result for the preceding piece if several pieces shall have one hash */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
