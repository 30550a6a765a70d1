/* hash_index.c: a hash table of numbers of entries. */
#include <stdlib.h>
#include <string.h>
#include "hash_index.h"

/* The finalizer of MurmurHash3: every bit of the result depends on every bit of h. */
static uint64_t mix(uint64_t h)
{
  h = (h ^ h >> 33) * 0xff51afd7ed558ccd;
  h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53;
  return h ^ h >> 33;
}

uint64_t index_hash(uint64_t hash, const void *bytes, size_t size)
{
  const char *from = bytes;

  hash += size;
  for (size_t n; size; from += n, size -= n) {
    uint64_t word = 0;

    n = size < sizeof word ? size : sizeof word;
    memcpy(&word, from, n);
    hash = mix(hash * 0x9e3779b97f4a7c15 + word);
  }
  return hash;
}

int index_find(const Index *index, uint64_t hash, int (*same)(const void *what, int entry), const void *what)
{
  const size_t mask = index->room - 1;

  if (!index->room) return -1;
  for (size_t k = hash & mask; index->entry[k] >= 0; k = (k + 1) & mask)
    if (index->hash[k] == hash && same(what, index->entry[k])) return index->entry[k];
  return -1;
}

static void put(Index *index, uint64_t hash, int entry)
{
  const size_t mask = index->room - 1;
  size_t       k    = hash & mask;

  while (index->entry[k] >= 0) k = (k + 1) & mask;
  index->hash[k]  = hash;
  index->entry[k] = entry;
  index->n++;
}

int index_add(Index *index, uint64_t hash, int entry)
{
  if (2 * index->n >= index->room) { /* at most half full, so that searches end soon */
    Index bigger = {.room = index->room ? 2 * index->room : 64};

    bigger.hash  = malloc(bigger.room * sizeof *bigger.hash);
    bigger.entry = malloc(bigger.room * sizeof *bigger.entry);
    if (!bigger.hash || !bigger.entry) {
      index_free(&bigger);
      return 1;
    }
    memset(bigger.entry, -1, bigger.room * sizeof *bigger.entry);
    for (size_t k = 0; k < index->room; k++)
      if (index->entry[k] >= 0) put(&bigger, index->hash[k], index->entry[k]);
    index_free(index);
    *index = bigger;
  }
  put(index, hash, entry);
  return 0;
}

void index_free(Index *index)
{
  free(index->hash);
  free(index->entry);
  memset(index, 0, sizeof *index);
}
