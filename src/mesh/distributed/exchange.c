/* exchange.c: sums, agreement, and plans of records that go from rank to rank. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "exchange.h"

enum { TAG = 4711 }; /* of messages; all of an exchange are received before it ends */

/* ---- memory ------------------------------------------------------------------------------------------------------ */

void ranks_no_memory(const Ranks *ranks)
{
  const int status = 2;

  fprintf(stderr, "fsolve: out of memory: the mesh is too large; make it coarser, or take more nodes of the machine\n");
  if (ranks->size > 1) (void)MPI_Abort(ranks->comm, status);
  exit(status);
}

void *ranks_take(const Ranks *ranks, int64_t n, size_t each)
{
  void *at = malloc((size_t)(n + 1) * each);

  if (!at) ranks_no_memory(ranks);
  return at;
}

void *ranks_clear(const Ranks *ranks, int64_t n, size_t each)
{
  void *at = calloc((size_t)(n + 1), each);

  if (!at) ranks_no_memory(ranks);
  return at;
}

void *ranks_grow(const Ranks *ranks, void *at, int64_t n, int64_t *room, size_t each)
{
  if (n < *room) return at;
  *room = 2 * n + 64;
  at    = realloc(at, (size_t)*room * each);
  if (!at) ranks_no_memory(ranks);
  return at;
}

/* n may be 0, and from NULL then. */
static void copy(void *to, const void *from, int64_t n, size_t each)
{
  if (n) memcpy(to, from, (size_t)n * each);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

int64_t ranks_sum(const Ranks *ranks, int64_t value)
{
  if (ranks->size > 1) (void)MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_SUM, ranks->comm);
  return value;
}

int64_t ranks_most(const Ranks *ranks, int64_t value)
{
  if (ranks->size > 1) (void)MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_MAX, ranks->comm);
  return value;
}

void ranks_mosts(const Ranks *ranks, int n, double value[])
{
  if (ranks->size > 1) (void)MPI_Allreduce(MPI_IN_PLACE, value, n, MPI_DOUBLE, MPI_MAX, ranks->comm);
}

void ranks_number(const Ranks *ranks, int64_t n, int64_t first[])
{
  first[0] = 0;
  first[1] = n;
  if (ranks->size > 1) (void)MPI_Allgather(&n, 1, MPI_INT64_T, first + 1, 1, MPI_INT64_T, ranks->comm);
  for (int r = 1; r < ranks->size; r++) first[r + 1] += first[r];
}

int ranks_with(const Ranks *ranks, const int64_t first[], int64_t number)
{
  int least = 0, most = ranks->size - 1;

  while (least < most) {
    const int middle = least + (most - least + 1) / 2;

    if (first[middle] <= number) least = middle;
    else most = middle - 1;
  }
  return least;
}

int ranks_agree(const Ranks *ranks, int bad, char message[], size_t size)
{
  const int64_t lowest = -ranks_most(ranks, bad ? -(int64_t)ranks->rank : -(int64_t)ranks->size);

  if (lowest == ranks->size) return 0;
  if (ranks->size > 1) (void)MPI_Bcast(message, (int)size, MPI_CHAR, (int)lowest, ranks->comm);
  return 1;
}

static MPI_Datatype record(size_t each)
{
  MPI_Datatype type;

  (void)MPI_Type_contiguous((int)each, MPI_BYTE, &type);
  (void)MPI_Type_commit(&type);
  return type;
}

void *ranks_gather(const Ranks *ranks, size_t each, int64_t n, const void *mine, int64_t *total)
{
  int64_t *first = ranks_take(ranks, ranks->size + 1, sizeof *first);
  int     *count = ranks_take(ranks, 2 * (int64_t)ranks->size, sizeof *count), *at = count + ranks->size;
  char    *all;

  ranks_number(ranks, n, first);
  *total = first[ranks->size];
  all    = ranks_take(ranks, *total, each);
  if (ranks->size == 1) copy(all, mine, n, each);
  else {
    MPI_Datatype type = record(each);

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

/* ---- plans ------------------------------------------------------------------------------------------------------- */

void plan_make(const Ranks *ranks, int64_t n, const int to[], Plan *plan)
{
  const int size = ranks->size;
  int64_t  *next;
  int       in_order = 1;

  *plan     = (Plan){.ranks = ranks, .n = n, .m = n};
  plan->out = ranks_clear(ranks, 2 * (int64_t)size, sizeof *plan->out);
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
  next        = ranks_clear(ranks, size, sizeof *next);
  plan->place = ranks_take(ranks, n, sizeof *plan->place);
  for (int r = 1; r < size; r++) next[r] = next[r - 1] + plan->out[r - 1];
  for (int64_t k = 0; k < n; k++) plan->place[k] = next[to[k]]++;
  free(next);
}

void plan_free(Plan *plan)
{
  free(plan->out);
  free(plan->place);
  memset(plan, 0, sizeof *plan);
}

/* From send, where sends[r] records are for rank r, to receive. */
static void exchange(const Plan *plan, size_t each, const char *send, const int sends[], char *receive,
                     const int receives[])
{
  const Ranks *ranks   = plan->ranks;
  MPI_Datatype type    = record(each);
  MPI_Request *request = ranks_take(ranks, 2 * (int64_t)ranks->size, sizeof *request);
  int          n       = 0;
  char        *own     = NULL;

  for (int r = 0; r < ranks->size; receive += (size_t)receives[r++] * each) {
    if (r == ranks->rank) own = receive;
    else if (receives[r]) (void)MPI_Irecv(receive, receives[r], type, r, TAG, ranks->comm, &request[n++]);
  }
  for (int r = 0; r < ranks->size; send += (size_t)sends[r++] * each) {
    if (r == ranks->rank) copy(own, send, sends[r], each);
    else if (sends[r]) (void)MPI_Isend(send, sends[r], type, r, TAG, ranks->comm, &request[n++]);
  }
  (void)MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
  free(request);
  (void)MPI_Type_free(&type);
}

void plan_send_sorted(const Plan *plan, size_t each, const void *sorted, void *there)
{
  if (plan->ranks->size == 1) copy(there, sorted, plan->n, each);
  else exchange(plan, each, sorted, plan->out, there, plan->in);
}

void plan_send(const Plan *plan, size_t each, const void *here, void *there)
{
  char *sorted = NULL;

  if (plan->place) {
    sorted = ranks_take(plan->ranks, plan->n, each);
    for (int64_t k = 0; k < plan->n; k++)
      memcpy(sorted + (size_t)plan->place[k] * each, (const char *)here + (size_t)k * each, each);
  }
  plan_send_sorted(plan, each, sorted ? sorted : here, there);
  free(sorted);
}

void plan_back(const Plan *plan, size_t each, const void *answers, void *here)
{
  char *sorted = NULL;

  if (plan->ranks->size == 1) {
    copy(here, answers, plan->n, each);
    return;
  }
  if (plan->place) sorted = ranks_take(plan->ranks, plan->n, each);
  exchange(plan, each, answers, plan->in, sorted ? sorted : here, plan->out);
  for (int64_t k = 0; plan->place && k < plan->n; k++)
    memcpy((char *)here + (size_t)k * each, sorted + (size_t)plan->place[k] * each, each);
  free(sorted);
}
