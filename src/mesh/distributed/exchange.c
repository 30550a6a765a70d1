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
