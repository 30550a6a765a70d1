/* hash_index.c: finds entries of an array by a hash of their content. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "hash_index.h"

/* The finalizer of MurmurHash3: every bit of the result depends on every bit of h. */
static uint64_t mix_bits(uint64_t h)
{
  h = (h ^ h >> 33) * 0xff51afd7ed558ccd;
  h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53;
  return h ^ h >> 33;
}

/* Takes words of eight bytes by a multiplication each, because checksums of files are long. The
   finalizer comes once, at the end. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
  const uint64_t factor = 0x9e3779b97f4a7c15;
  const char    *from   = bytes;
  uint64_t       word;

  hash += size;
  for (; size >= sizeof word; from += sizeof word, size -= sizeof word) {
    memcpy(&word, from, sizeof word); /* of a fixed size: one load */
    hash = (hash ^ word) * factor;
    hash ^= hash >> 29;
  }
  word = 0;
  memcpy(&word, from, size);
  return mix_bits((hash ^ word) * factor);
}

int hash_index_find(const HashIndex *index, uint64_t                         hash,
                    int (*same)(const void *context, int entry), const void *context)
{
  const size_t mask = index->capacity - 1;

  if (!index->capacity) return -1;
  for (size_t k = hash & mask; index->entry[k] >= 0; k = (k + 1) & mask)
    if (index->hash[k] == hash && same(context, index->entry[k])) return index->entry[k];
  return -1;
}

static void insert(HashIndex *index, uint64_t hash, int entry)
{
  const size_t mask = index->capacity - 1;
  size_t       k    = hash & mask;

  while (index->entry[k] >= 0) k = (k + 1) & mask;
  index->hash[k]  = hash;
  index->entry[k] = entry;
  index->n++;
}

int hash_index_add(HashIndex *index, uint64_t hash, int entry)
{
  if (2 * index->n >= index->capacity) { /* at most half full, so that searches are short */
    HashIndex bigger = {.capacity = index->capacity ? 2 * index->capacity : 64};

    bigger.hash  = malloc(bigger.capacity * sizeof *bigger.hash);
    bigger.entry = malloc(bigger.capacity * sizeof *bigger.entry);
    if (!bigger.hash || !bigger.entry) {
      hash_index_free(&bigger);
      return 1;
    }
    memset(bigger.entry, -1, bigger.capacity * sizeof *bigger.entry);
    for (size_t k = 0; k < index->capacity; k++)
      if (index->entry[k] >= 0) insert(&bigger, index->hash[k], index->entry[k]);
    hash_index_free(index);
    *index = bigger;
  }
  insert(index, hash, entry);
  return 0;
}

void hash_index_free(HashIndex *index)
{
  free(index->hash);
  free(index->entry);
  memset(index, 0, sizeof *index);
}
