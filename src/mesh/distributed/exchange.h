/* exchange.h: reductions, exchanges and sorts of records that are distributed over the ranks.

   A plan says to which rank each record goes; answers return by the same plan. Functions call MPI
   but not PETSc. On one rank they do not call MPI, so that tests of the Gmsh reader need none.
   They are collective unless their comment says "Local". If memory runs out, the job ends with one
   message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_EXCHANGE_H
#define FS_MESH_DISTRIBUTED_EXCHANGE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  MPI_Comm comm; /* not used on one rank */
  int      rank, size;
} Ranks;

static inline Ranks ranks_self(void)
{
  return (Ranks){.comm = MPI_COMM_SELF, .rank = 0, .size = 1};
}

/* ranks_malloc - Allocates n records; the result is never NULL. ranks_calloc also sets them to 0.
   Local. */
void *ranks_malloc(const Ranks *ranks, int64_t n, size_t record_size);
void *ranks_calloc(const Ranks *ranks, int64_t n, size_t record_size);

/* ranks_out_of_memory - Prints a message and ends the job. */
void ranks_out_of_memory(const Ranks *ranks);

/* ranks_sum, ranks_max - Return the sum or maximum of a value over the ranks. */
int64_t ranks_sum(const Ranks *ranks, int64_t value);
int64_t ranks_max(const Ranks *ranks, int64_t value);

/* ranks_max_reals - Replaces each of value[n] by its maximum over the ranks. */
void ranks_max_reals(const Ranks *ranks, int n, double value[]);

/* ranks_offsets - Numbers the n items of each rank, rank by rank.

   Output:
     first  [size + 1] first number of each rank, and the total */
void ranks_offsets(const Ranks *ranks, int64_t n, int64_t first[]);

/* ranks_find_owner - Returns the rank r with first[r] <= number < first[r + 1]. Local. */
int ranks_find_owner(const Ranks *ranks, const int64_t first[], int64_t number);

/* ranks_any_failed - Returns not 0 on all ranks if bad is not 0 on any rank.

   Then message[size] becomes that of the lowest rank that failed. */
int ranks_any_failed(const Ranks *ranks, int bad, char message[], size_t size);

/* ranks_allgather - Returns the records of all ranks, rank by rank; the caller frees them.

   Input:
     n, mine  mine[n], records of this rank
   Output:
     total  number of records of all ranks */
void *ranks_allgather(const Ranks *ranks, size_t record_size, int64_t n, const void *mine,
                      int64_t *total);

/* ---- plans ----------------------------------------------------------------------------------- */

/* n records of this rank go to other ranks, and m records arrive. They arrive rank by rank, in the
   order in which they were sent. */
typedef struct {
  const Ranks *ranks; /* borrowed */
  int64_t      n, m;
  /* [n] index of each record when they are sorted by rank; NULL if they are sorted already */
  int64_t *place;
  int     *out, *in; /* [size] number of records to and from each rank */
} ExchangePlan;

/* exchange_plan_create - Creates a plan; the caller frees it.

   Input:
     to  [n] rank of each record */
void exchange_plan_create(const Ranks *ranks, int64_t n, const int to[], ExchangePlan *plan);
void exchange_plan_free(ExchangePlan *plan);

/* exchange_send - Sends the records local[n]; received[m] arrive. */
void exchange_send(const ExchangePlan *plan, size_t record_size, const void *local, void *received);

/* exchange_send_sorted - Does the same with records that have the order of plan->place. */
void exchange_send_sorted(const ExchangePlan *plan, size_t record_size, const void *sorted,
                          void *received);

/* exchange_send_back - Sends answers[m] to the records that arrived; local[n] are the answers to
   this rank's records. */
void exchange_send_back(const ExchangePlan *plan, size_t record_size, const void *answers,
                        void *local);

/* ---- sorting --------------------------------------------------------------------------------- */

/* compare_int64 - Returns -1, 0 or 1 if a is less than, equal to or greater than b, for comparators
   of qsort. Local. */
static inline int compare_int64(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* ranks_flag_duplicates - Finds hashes that occur more than once on all ranks together.

   Output:
     flag  [n] 1 if another entry, here or on another rank, has the same hash, else 0 */
void ranks_flag_duplicates(const Ranks *ranks, int64_t n, const uint64_t hash[],
                           unsigned char flag[]);

/* ranks_owner_of_hash - Returns the rank to which all entries with a hash are sent. Local. */
static inline int ranks_owner_of_hash(const Ranks *ranks, uint64_t hash)
{
  return (int)((hash >> 32) % (uint64_t)ranks->size);
}

/* A key for sorting: by high, then low, then id. All keys are different. */
typedef struct {
  uint64_t high;
  uint32_t low, local; /* local: index in the caller's array */
  int64_t  id;
} SortKey;

/* ranks_sort - Finds the position of each key among the keys of all ranks.

   Input:
     key  [n] sorted on return
   Output:
     number  [n] position of the key with SortKey.local = k in number[k] */
void ranks_sort(const Ranks *ranks, int64_t n, SortKey key[], int64_t number[]);

/* compare_sort_keys - Compares two SortKeys, for qsort. Local. */
int compare_sort_keys(const void *a, const void *b);

/* distinct_numbers - Sorts numbers and removes duplicates. Local.

   Output:
     at        [n] index in distinct of each number
     distinct  the numbers, ascending; the caller frees them
   Returns their number. */
int64_t distinct_numbers(const Ranks *ranks, int64_t n, const int64_t number[], int at[],
                         int64_t **distinct);

#endif
