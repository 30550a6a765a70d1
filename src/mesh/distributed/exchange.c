/* exchange.c: allocates memory, reduces values, and exchanges records between ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory_escape.h"
#include "exchange.h"

enum { TAG = 4711 };      /* of messages; an exchange receives all of its messages before it ends */
enum { EXIT_MEMORY = 3 }; /* FS_EXIT_SOLVE of fs.h, which programs without PETSc do not include */

/* ---- memory ---------------------------------------------------------------------------------- */

void ranks_out_of_memory(const Ranks *ranks)
{
  memory_escape();
  fprintf(stderr,
          "fsolve: out of memory: make the mesh coarser, or use more ranks on more nodes of "
          "the machine\n");
  if (ranks->size > 1) (void)MPI_Abort(ranks->comm, EXIT_MEMORY);
  exit(EXIT_MEMORY);
}

void *ranks_malloc(const Ranks *ranks, int64_t n, size_t record_size)
{
  void *at = malloc((size_t)(n + 1) * record_size);

  if (!at) ranks_out_of_memory(ranks);
  return at;
}

void *ranks_calloc(const Ranks *ranks, int64_t n, size_t record_size)
{
  void *at = calloc((size_t)(n + 1), record_size);

  if (!at) ranks_out_of_memory(ranks);
  return at;
}

/* Copies n records. If n is 0, from may be NULL. */
static void copy_records(void *to, const void *from, int64_t n, size_t record_size)
{
  if (n) memcpy(to, from, (size_t)n * record_size);
}

/* ---- reductions ------------------------------------------------------------------------------ */

int64_t ranks_sum(const Ranks *ranks, int64_t value)
{
  if (ranks->size > 1)
    (void)MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_SUM, ranks->comm);
  return value;
}

int64_t ranks_max(const Ranks *ranks, int64_t value)
{
  if (ranks->size > 1)
    (void)MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_MAX, ranks->comm);
  return value;
}

void ranks_max_reals(const Ranks *ranks, int n, double value[])
{
  if (ranks->size > 1)
    (void)MPI_Allreduce(MPI_IN_PLACE, value, n, MPI_DOUBLE, MPI_MAX, ranks->comm);
}

void ranks_offsets(const Ranks *ranks, int64_t n, int64_t first[])
{
  first[0] = 0;
  first[1] = n;
  if (ranks->size > 1)
    (void)MPI_Allgather(&n, 1, MPI_INT64_T, first + 1, 1, MPI_INT64_T, ranks->comm);
  for (int r = 1; r < ranks->size; r++) first[r + 1] += first[r];
}

int ranks_find_owner(const Ranks *ranks, const int64_t first[], int64_t number)
{
  int low = 0, high = ranks->size - 1;

  while (low < high) {
    const int middle = low + (high - low + 1) / 2;

    if (first[middle] <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

int ranks_any_failed(const Ranks *ranks, int bad, char message[], size_t size)
{
  const int64_t lowest = -ranks_max(ranks, bad ? -(int64_t)ranks->rank : -(int64_t)ranks->size);

  if (lowest == ranks->size) return 0;
  if (ranks->size > 1) (void)MPI_Bcast(message, (int)size, MPI_CHAR, (int)lowest, ranks->comm);
  return 1;
}

static MPI_Datatype create_record_type(size_t record_size)
{
  MPI_Datatype type;

  (void)MPI_Type_contiguous((int)record_size, MPI_BYTE, &type);
  (void)MPI_Type_commit(&type);
  return type;
}

void *ranks_allgather(const Ranks *ranks, size_t record_size, int64_t n, const void *mine,
                      int64_t *total)
{
  int64_t *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first);
  int     *count = ranks_malloc(ranks, 2 * (int64_t)ranks->size, sizeof *count),
      *at        = count + ranks->size;
  char *all;

  ranks_offsets(ranks, n, first);
  *total = first[ranks->size];
  all    = ranks_malloc(ranks, *total, record_size);
  if (ranks->size == 1) copy_records(all, mine, n, record_size);
  else {
    MPI_Datatype type = create_record_type(record_size);

    for (int r = 0; r < ranks->size; r++) {
      at[r]    = (int)first[r];
      count[r] = (int)(first[r + 1] - first[r]);
    }
    (void)MPI_Allgatherv(mine, (int)n, type, all, count, at, type, ranks->comm);
    (void)MPI_Type_free(&type);
  }
  free(first);
  free(count);
  return all;
}

/* ---- plans ----------------------------------------------------------------------------------- */

void exchange_plan_create(const Ranks *ranks, int64_t n, const int to[], ExchangePlan *plan)
{
  const int size = ranks->size;
  int64_t  *next;
  int       in_order = 1;

  *plan     = (ExchangePlan){.ranks = ranks, .n = n, .m = n};
  plan->out = ranks_calloc(ranks, 2 * (int64_t)size, sizeof *plan->out);
  plan->in  = plan->out + size;
  if (size == 1) return;
  for (int64_t k = 0; k < n; k++) {
    plan->out[to[k]]++;
    in_order = in_order && (!k || to[k] >= to[k - 1]);
  }
  (void)MPI_Alltoall(plan->out, 1, MPI_INT, plan->in, 1, MPI_INT, ranks->comm);
  plan->m = 0;
  for (int r = 0; r < size; r++) plan->m += plan->in[r];
  if (in_order) return;
  next        = ranks_calloc(ranks, size, sizeof *next);
  plan->place = ranks_malloc(ranks, n, sizeof *plan->place);
  for (int r = 1; r < size; r++) next[r] = next[r - 1] + plan->out[r - 1];
  for (int64_t k = 0; k < n; k++) plan->place[k] = next[to[k]]++;
  free(next);
}

void exchange_plan_free(ExchangePlan *plan)
{
  free(plan->out);
  free(plan->place);
  memset(plan, 0, sizeof *plan);
}

/* Sends sends[r] records to each rank r, and receives receives[r] records from it. */
static void exchange_records(const ExchangePlan *plan, size_t record_size, const char *send,
                             const int sends[], char *receive, const int receives[])
{
  const Ranks *ranks   = plan->ranks;
  MPI_Datatype type    = create_record_type(record_size);
  MPI_Request *request = ranks_malloc(ranks, 2 * (int64_t)ranks->size, sizeof *request);
  int          n       = 0;
  char        *own     = NULL;

  for (int r = 0; r < ranks->size; receive += (size_t)receives[r++] * record_size) {
    if (r == ranks->rank) own = receive;
    else if (receives[r])
      (void)MPI_Irecv(receive, receives[r], type, r, TAG, ranks->comm, &request[n++]);
  }
  for (int r = 0; r < ranks->size; send += (size_t)sends[r++] * record_size) {
    if (r == ranks->rank) copy_records(own, send, sends[r], record_size);
    else if (sends[r]) (void)MPI_Isend(send, sends[r], type, r, TAG, ranks->comm, &request[n++]);
  }
  (void)MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
  free(request);
  (void)MPI_Type_free(&type);
}

void exchange_send_sorted(const ExchangePlan *plan, size_t record_size, const void *sorted,
                          void *received)
{
  if (plan->ranks->size == 1) copy_records(received, sorted, plan->n, record_size);
  else exchange_records(plan, record_size, sorted, plan->out, received, plan->in);
}

void exchange_send(const ExchangePlan *plan, size_t record_size, const void *local, void *received)
{
  char *sorted = NULL;

  if (plan->place) {
    sorted = ranks_malloc(plan->ranks, plan->n, record_size);
    for (int64_t k = 0; k < plan->n; k++)
      memcpy(sorted + (size_t)plan->place[k] * record_size,
             (const char *)local + (size_t)k * record_size, record_size);
  }
  exchange_send_sorted(plan, record_size, sorted ? sorted : local, received);
  free(sorted);
}

void exchange_send_back(const ExchangePlan *plan, size_t record_size, const void *answers,
                        void *local)
{
  char *sorted = NULL;

  if (plan->ranks->size == 1) {
    copy_records(local, answers, plan->n, record_size);
    return;
  }
  if (plan->place) sorted = ranks_malloc(plan->ranks, plan->n, record_size);
  exchange_records(plan, record_size, answers, plan->in, sorted ? sorted : local, plan->out);
  for (int64_t k = 0; plan->place && k < plan->n; k++)
    memcpy((char *)local + (size_t)k * record_size, sorted + (size_t)plan->place[k] * record_size,
           record_size);
  free(sorted);
}

/* ---- parallel sort --------------------------------------------------------------------------- */

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
