/* hash_index.h: finds entries of an array by a hash of their content.

   It is a hash table with open addressing and linear probing. The caller has the array. The table
   stores, for each entry, its hash and its index in the array. Functions do not call PETSc and are
   not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_HASH_INDEX_H
#define FS_BASE_HASH_INDEX_H

#include <stddef.h>
#include <stdint.h>

/* HashIndex - The table; it is empty if all members are 0. */
typedef struct {
  size_t    n, capacity; /* number of entries; number of slots, a power of 2 */
  uint64_t *hash;        /* [capacity] hash of the entry in each slot */
  int      *entry;       /* [capacity] index of the entry, or -1 if the slot is free */
} HashIndex;

/* hash_index_find - Returns the index of an entry that has this hash and that same() accepts.

   It calls same() for the entries with this hash, in any order, until same() returns not 0. Returns
   -1 if there is no such entry.
   Input:
     same     returns not 0 if the entry is the searched one; different entries can have one hash
     context  first argument of same() */
int hash_index_find(const HashIndex *index, uint64_t                         hash,
                    int (*same)(const void *context, int entry), const void *context);

/* hash_index_add - Adds an entry by its hash and its index in the caller's array, not negative.

   Returns 0. If memory runs out, returns 1 and leaves the table unchanged. */
int hash_index_add(HashIndex *index, uint64_t hash, int entry);

void hash_index_free(HashIndex *index);

/* hash_bytes - Returns a hash of bytes[size].

   Input:
     hash  0, or the hash of the bytes before these, if several pieces have one hash */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
