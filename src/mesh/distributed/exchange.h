/* exchange.h: reductions, exchanges and sorts of records that are distributed over the ranks.

   A plan says to which rank each record goes. Answers return by the same plan. Functions do not
   call PETSc. They call MPI only if there are several ranks, so that tests of the Gmsh reader run
   without MPI. They are collective unless their comment says "Local". If memory runs out, the job
   ends with a message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_EXCHANGE_H
#define FS_MESH_DISTRIBUTED_EXCHANGE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/* Ranks - A communicator with the number of this rank and the number of ranks. */
typedef struct {
  MPI_Comm comm; /* not used if size is 1 */
  int      rank, size;
} Ranks;

/* ranks_self - Returns the Ranks of a single rank. Local. */
static inline Ranks ranks_self(void)
{
  return (Ranks){.comm = MPI_COMM_SELF, .rank = 0, .size = 1};
}

/* ranks_malloc, ranks_calloc - Allocate n records, which the caller frees by free(). Local.

   The result is never NULL, also if n is 0. ranks_calloc sets the records to 0. */
void *ranks_malloc(const Ranks *ranks, int64_t n, size_t record_size);
void *ranks_calloc(const Ranks *ranks, int64_t n, size_t record_size);

/* ranks_out_of_memory - Prints that memory has run out, and ends the job on all ranks. Local. */
void ranks_out_of_memory(const Ranks *ranks);

/* ranks_sum, ranks_max - Return the sum or maximum of a value over the ranks. */
int64_t ranks_sum(const Ranks *ranks, int64_t value);
int64_t ranks_max(const Ranks *ranks, int64_t value);

/* ranks_max_reals - Replaces each of value[n] by its maximum over the ranks. */
void ranks_max_reals(const Ranks *ranks, int n, double value[]);

/* ranks_offsets - Gives consecutive numbers, from 0, to the n items of each rank, rank by rank.

   Output:
     first  [size + 1] first[r] is the first number of rank r; first[size] is the number of items of
            all ranks */
void ranks_offsets(const Ranks *ranks, int64_t n, int64_t first[]);

/* ranks_find_owner - Returns the rank r with first[r] <= number < first[r + 1]. Local.

   Input:
     first  [size + 1] ascending, as from ranks_offsets() */
int ranks_find_owner(const Ranks *ranks, const int64_t first[], int64_t number);

/* ranks_any_failed - Returns 1 on all ranks if bad is not 0 on any rank, otherwise 0.

   Input/Output:
     message  [size] message of this rank; if the function returns 1, it becomes the message of the
              lowest rank whose bad is not 0 */
int ranks_any_failed(const Ranks *ranks, int bad, char message[], size_t size);

/* ranks_allgather - Returns the records of all ranks, rank by rank; the caller frees them.

   Input:
     record_size  bytes of a record
     mine         [n] records of this rank
   Output:
     total  number of records of all ranks */
void *ranks_allgather(const Ranks *ranks, size_t record_size, int64_t n, const void *mine,
                      int64_t *total);

/* ---- plans ----------------------------------------------------------------------------------- */

/* ExchangePlan - A plan by which this rank sends n records to ranks, and receives m records.

   The received records are sorted by the rank that sent them. Records of one rank keep their
   order. */
typedef struct {
  const Ranks *ranks; /* borrowed */
  int64_t      n, m;
  /* [n] index of each record after sorting by the rank that gets it; NULL if the records already
     have this order */
  int64_t *place;
  int     *out, *in; /* [size] number of records sent to each rank, and received from it */
} ExchangePlan;

/* exchange_plan_create - Creates a plan, which the caller frees by exchange_plan_free().

   Input:
     to  [n] rank to which each record goes */
void exchange_plan_create(const Ranks *ranks, int64_t n, const int to[], ExchangePlan *plan);
void exchange_plan_free(ExchangePlan *plan);

/* exchange_send - Sends the records local[n] of this rank, and receives received[m]. */
void exchange_send(const ExchangePlan *plan, size_t record_size, const void *local, void *received);

/* exchange_send_sorted - Sends sorted[n], and receives received[m].

   Record local[k] of exchange_send() is sorted[plan->place[k]]. If place is NULL, both arrays have
   the same order. */
void exchange_send_sorted(const ExchangePlan *plan, size_t record_size, const void *sorted,
                          void *received);

/* exchange_send_back - Sends an answer to each received record back to the rank that sent it.

   Input:
     answers  [m] answers to the records received[] of exchange_send()
   Output:
     local  [n] answers to the records local[] of exchange_send() */
void exchange_send_back(const ExchangePlan *plan, size_t record_size, const void *answers,
                        void *local);

/* ---- sorting --------------------------------------------------------------------------------- */

/* compare_int64 - Returns -1, 0 or 1 if a is less than, equal to or greater than b. Local. */
static inline int compare_int64(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* ranks_flag_duplicates - Finds hashes that occur more than once, on one rank or on several.

   Input:
     hash  [n] hashes of this rank
   Output:
     flag  [n] 1 if another entry, on any rank, has the same hash, else 0 */
void ranks_flag_duplicates(const Ranks *ranks, int64_t n, const uint64_t hash[],
                           unsigned char flag[]);

/* ranks_owner_of_hash - Returns the rank to which all ranks send their entries with this hash.

   Local. */
static inline int ranks_owner_of_hash(const Ranks *ranks, uint64_t hash)
{
  return (int)((hash >> 32) % (uint64_t)ranks->size);
}

/* SortKey - A key for sorting by high, then by low, then by id. All keys are different. */
typedef struct {
  uint64_t high;
  uint32_t low, local; /* local is the index in the caller's array; it does not affect the order */
  int64_t  id;
} SortKey;

/* ranks_sort - Finds the position of each key in the sorted list of the keys of all ranks.

   Input/Output:
     key  [n] keys of this rank; sorted on return
   Output:
     number  [n] number[k] is the position, from 0, of the key whose member local is k */
void ranks_sort(const Ranks *ranks, int64_t n, SortKey key[], int64_t number[]);

/* compare_sort_keys - Compares two SortKeys; a comparison function for qsort(). Local. */
int compare_sort_keys(const void *a, const void *b);

/* distinct_numbers - Sorts number[n] and removes duplicates. Local.

   Output:
     at        [n] index of each number in *distinct
     distinct  the distinct numbers, ascending; the caller frees the array
   Returns how many distinct numbers there are. */
int64_t distinct_numbers(const Ranks *ranks, int64_t n, const int64_t number[], int at[],
                         int64_t **distinct);

#endif
