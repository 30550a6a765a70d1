/* parallel_sort.c: sorts keys over all ranks by samples, and finds equal and distinct ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "exchange.h"

/* ---- equal hashes ---------------------------------------------------------------------------- */

typedef struct {
  uint64_t hash;
  int64_t  local;
} HashEntry;

static int compare_hashes(const void *a, const void *b)
{
  const HashEntry *p = a, *q = b;

  return (p->hash > q->hash) - (p->hash < q->hash);
}

/* Equal hashes go to the same rank, which finds them. */
void ranks_flag_duplicates(const Ranks *ranks, int64_t n, const uint64_t hash[],
                           unsigned char flag[])
{
  int           *to = ranks_malloc(ranks, n, sizeof *to);
  uint64_t      *received;
  unsigned char *duplicate;
  HashEntry     *all;
  ExchangePlan   plan;

  for (int64_t k = 0; k < n; k++) to[k] = ranks_owner_of_hash(ranks, hash[k]);
  exchange_plan_create(ranks, n, to, &plan);
  free(to);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, hash, received);
  all = ranks_malloc(ranks, plan.m, sizeof *all);
  for (int64_t k = 0; k < plan.m; k++) all[k] = (HashEntry){received[k], k};
  free(received);
  qsort(all, (size_t)plan.m, sizeof *all, compare_hashes);
  duplicate = ranks_calloc(ranks, plan.m, 1);
  for (int64_t k = 1; k < plan.m; k++)
    if (all[k].hash == all[k - 1].hash) duplicate[all[k].local] = duplicate[all[k - 1].local] = 1;
  free(all);
  exchange_send_back(&plan, 1, duplicate, flag);
  free(duplicate);
  exchange_plan_free(&plan);
}

/* ---- sorting --------------------------------------------------------------------------------- */

int compare_sort_keys(const void *a, const void *b)
{
  const SortKey *p = a, *q = b;

  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  return compare_int64(p->id, q->id);
}

/* Returns size - 1 keys that divide the keys of all ranks into about equal parts.

   Input:
     key  [n] sorted on each rank
   The caller frees the result. */
static SortKey *find_splitters(const Ranks *ranks, int64_t n, const SortKey key[])
{
  enum { SAMPLES = 64 }; /* of each rank; no rank then gets more than 1/64 above its share */
  SortKey sample[SAMPLES], *all, *splitter = ranks_malloc(ranks, ranks->size, sizeof *splitter);
  int     mine = n < SAMPLES ? (int)n : SAMPLES;
  int64_t total;

  for (int s = 0; s < mine; s++) sample[s] = key[n * (2 * s + 1) / (2 * mine)];
  all = ranks_allgather(ranks, sizeof *sample, mine, sample, &total);
  qsort(all, (size_t)total, sizeof *all, compare_sort_keys);
  for (int r = 0; r + 1 < ranks->size; r++)
    splitter[r] = total ? all[total * (r + 1) / ranks->size] : (SortKey){.high = UINT64_MAX};
  free(all);
  return splitter;
}

void ranks_sort(const Ranks *ranks, int64_t n, SortKey key[], int64_t number[])
{
  SortKey     *splitter, *received;
  int         *to, r            = 0;
  int64_t     *position, *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first);
  ExchangePlan plan;

  qsort(key, (size_t)n, sizeof *key, compare_sort_keys);
  splitter = find_splitters(ranks, n, key);
  to       = ranks_malloc(ranks, n, sizeof *to);
  for (int64_t k = 0; k < n; k++) {
    while (r + 1 < ranks->size && compare_sort_keys(&key[k], &splitter[r]) >= 0) r++;
    to[k] = r;
  }
  free(splitter);
  exchange_plan_create(ranks, n, to, &plan);
  free(to);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, key, received);
  ranks_offsets(ranks, plan.m, first);
  for (int64_t k = 0; k < plan.m; k++) received[k].local = (uint32_t)k;
  qsort(received, (size_t)plan.m, sizeof *received, compare_sort_keys);
  position = ranks_malloc(ranks, plan.m > n ? plan.m : n, sizeof *position);
  for (int64_t k = 0; k < plan.m; k++) position[received[k].local] = first[ranks->rank] + k;
  free(received);
  exchange_send_back(&plan, sizeof *position, position, number);
  exchange_plan_free(&plan);
  memcpy(position, number, (size_t)n * sizeof *position);
  for (int64_t k = 0; k < n; k++) number[key[k].local] = position[k];
  free(position);
  free(first);
}

/* ---- distinct numbers ------------------------------------------------------------------------ */

static int compare_numbers(const void *a, const void *b)
{
  const int64_t *p = a, *q = b;

  return compare_int64(*p, *q);
}

/* distinct_numbers() for numbers from smallest to smallest + span - 1: sets a bit for each. */
static int64_t distinct_by_bits(const Ranks *ranks, int64_t n, const int64_t number[],
                                int64_t smallest, int64_t span, int at[], int64_t **distinct)
{
  const int64_t words  = span / 64 + 1;
  uint64_t     *bit    = ranks_calloc(ranks, words, sizeof *bit);
  int          *before = ranks_malloc(ranks, words, sizeof *before); /* bits in the words before */
  int64_t       count  = 0;

  for (int64_t k = 0; k < n; k++)
    bit[(number[k] - smallest) / 64] |= UINT64_C(1) << (number[k] - smallest) % 64;
  for (int64_t w = 0; w < words; w++) {
    before[w] = (int)count;
    count += __builtin_popcountll(bit[w]);
  }
  *distinct = ranks_malloc(ranks, count, sizeof **distinct);
  for (int64_t k = 0; k < n; k++) {
    const int64_t w = (number[k] - smallest) / 64;

    at[k] =
      before[w] + __builtin_popcountll(bit[w] & ((UINT64_C(1) << (number[k] - smallest) % 64) - 1));
    (*distinct)[at[k]] = number[k];
  }
  free(bit);
  free(before);
  return count;
}

int64_t distinct_numbers(const Ranks *ranks, int64_t n, const int64_t number[], int at[],
                         int64_t **distinct)
{
  const uint64_t dense    = 64; /* in a range shorter than 64 n, bits take less memory */
  int64_t        smallest = INT64_MAX, largest = INT64_MIN, count = 0;

  for (int64_t k = 0; k < n; k++) {
    if (number[k] < smallest) smallest = number[k];
    if (number[k] > largest) largest = number[k];
  }
  if (!n) {
    *distinct = ranks_malloc(ranks, 0, sizeof **distinct);
    return 0;
  }
  if ((uint64_t)largest - (uint64_t)smallest < dense * (uint64_t)n)
    return distinct_by_bits(ranks, n, number, smallest, largest - smallest + 1, at, distinct);
  *distinct = ranks_malloc(ranks, n, sizeof **distinct);
  memcpy(*distinct, number, (size_t)n * sizeof **distinct);
  qsort(*distinct, (size_t)n, sizeof **distinct, compare_numbers);
  for (int64_t k = 0; k < n; k++)
    if (!k || (*distinct)[k] != (*distinct)[count - 1]) (*distinct)[count++] = (*distinct)[k];
  for (int64_t k = 0; k < n; k++)
    at[k] = (int)((int64_t *)bsearch(&number[k], *distinct, (size_t)count, sizeof **distinct,
                                     compare_numbers) -
                  *distinct);
  return count;
}
