/* hash_index.h: find entries of an array, numbered from 0, by a hash of what they are: open addressing, linear probing. Knows
   neither the array nor PETSc; not collective. Called by the Gmsh reader, the sets and what looks for equal places or
   sides. An Index that is all 0 is empty. */
#ifndef FS_MESH_HASH_INDEX_H
#define FS_MESH_HASH_INDEX_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  size_t    n, capacity; /* entries; places, a power of 2 */
  uint64_t *hash;        /* [room] */
  int      *entry;       /* [room] -1: free */
} HashIndex;

/* The first entry with this hash for which same(what, entry) is not 0; -1: there is none. */
int hash_index_find(const HashIndex *index, uint64_t                         hash,
                    int (*same)(const void *context, int entry), const void *context);
/* Add an entry. Returns 0, or 1 with the index unchanged when memory runs out. */
int  hash_index_add(HashIndex *index, uint64_t hash, int entry);
void hash_index_free(HashIndex *index);

/* A hash of bytes; begin with hash = 0, or go on from an earlier one. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
