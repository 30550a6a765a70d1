/* exchange.h: reductions, exchanges and sorts of records that are distributed over the ranks.

   A record is any piece of data of a fixed number of bytes, such as a number or the data of a node.
   A plan (ExchangePlan) says to which rank each record goes; answers to the records return by the
   same plan. Functions do not call PETSc. They call MPI only if there are several ranks, so that
   tests of the Gmsh reader run without MPI. They are collective unless their comment says "Local".
   If memory runs out, the job ends with a message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_EXCHANGE_H
#define FS_MESH_DISTRIBUTED_EXCHANGE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include "base/growing_list.h"

/* Ranks - A communicator with the number of this rank and the number of ranks. */
typedef struct {
  MPI_Comm comm; /* not used if size is 1 */
  int      rank, size;
} Ranks;

/* ranks_self - Returns a communicator (Ranks) with this rank alone. Local. */
static inline Ranks ranks_self(void)
{
  return (Ranks){.comm = MPI_COMM_SELF, .rank = 0, .size = 1};
}

/* ranks_malloc, ranks_calloc - Allocate n records, which the caller frees by free(). Local.

   The result is never NULL, even if n is 0. ranks_calloc sets the bytes of the records to 0. */
void *ranks_malloc(const Ranks *ranks, int64_t n, size_t record_size);
void *ranks_calloc(const Ranks *ranks, int64_t n, size_t record_size);

/* ranks_out_of_memory - Prints that memory has run out, and ends the job on all ranks. Local. */
void ranks_out_of_memory(const Ranks *ranks);

/* ranks_sum, ranks_max - Return the sum or maximum of a value over the ranks. */
int64_t ranks_sum(const Ranks *ranks, int64_t value);
int64_t ranks_max(const Ranks *ranks, int64_t value);

/* ranks_max_reals - Replaces each of value[n] by its maximum over the ranks. */
void ranks_max_reals(const Ranks *ranks, int n, double value[]);

/* ranks_offsets - Numbers items of all ranks consecutively from 0: first the items of rank 0, then
   those of rank 1, ....

   Input:
     n  number of items of this rank
   Output:
     first  [size + 1] first[r] is the number of the first item of rank r; first[size] is the number
            of items of all ranks */
void ranks_offsets(const Ranks *ranks, int64_t n, int64_t first[]);

/* ranks_find_owner - Returns the rank that has an item: the rank r for which
   first[r] <= number < first[r + 1]. Local.

   Input:
     first   [size + 1] numbers of the first items of the ranks, ascending, from ranks_offsets()
     number  number of the item */
int ranks_find_owner(const Ranks *ranks, const int64_t first[], int64_t number);

/* ranks_any_failed - Returns 1 on all ranks if something has failed on any rank, otherwise 0.

   Input:
     bad   not 0 if something has failed on this rank
     size  number of bytes of message
   Changed:
     message  [size] error message of this rank; if the function returns 1, the message is replaced
              on all ranks by that of the lowest rank whose bad is not 0 */
int ranks_any_failed(const Ranks *ranks, int bad, char message[], size_t size);

/* ranks_allgather - Collects the records of all ranks on every rank.

   Input:
     record_size  number of bytes of a record
     mine         [n] records of this rank
   Output:
     total  number of records of all ranks
   Returns the records, [total], first those of rank 0; the caller frees them by free(). */
void *ranks_allgather(const Ranks *ranks, size_t record_size, int64_t n, const void *mine,
                      int64_t *total);

/* ---- plans ----------------------------------------------------------------------------------- */

/* ExchangePlan - A plan by which each rank sends records to other ranks and receives records.

   The received records are sorted by the rank that has sent them; records from the same rank keep
   their order. */
typedef struct {
  const Ranks *ranks; /* borrowed */
  int64_t      n, m;  /* numbers of records that this rank sends and receives */
  /* [n] place[k] is the index of the caller's record k after records are sorted by the rank that
     gets them; NULL if the caller's records already have this order */
  int64_t *place;
  int     *out, *in; /* [size] number of records sent to each rank, and received from each rank */
} ExchangePlan;

/* exchange_plan_create - Creates a plan from the rank to which each record goes.

   Input:
     to  [n] rank to which each record of this rank goes
   Output:
     plan  the caller frees it by exchange_plan_free() */
void exchange_plan_create(const Ranks *ranks, int64_t n, const int to[], ExchangePlan *plan);
void exchange_plan_free(ExchangePlan *plan);

/* exchange_send - Sends each record of this rank to the rank that the plan says.

   Input:
     record_size  number of bytes of a record
     local        [plan->n] records to send, in the order of `to` of exchange_plan_create()
   Output:
     received  [plan->m] records from all ranks, ordered by the rank that sent them; records from
               one rank have the order in which it sent them. The caller allocates the array
   Collective on the communicator of the plan. */
void exchange_send(const ExchangePlan *plan, size_t record_size, const void *local, void *received);

/* exchange_send_sorted - Sends records, which are already sorted by the rank that gets them,
   without a copy of the records.

   Input:
     record_size  number of bytes of a record
     sorted       [plan->n] records to send: record k is sorted[plan->place[k]], or sorted[k] if
                  plan->place is NULL
   Output:
     received     [plan->m] records from other ranks; the caller allocates the array */
void exchange_send_sorted(const ExchangePlan *plan, size_t record_size, const void *sorted,
                          void *received);

/* exchange_send_back - Sends an answer to each received record back to the rank that sent it.

   Input:
     record_size  number of bytes of an answer
     answers      [plan->m] answers, in the order in which exchange_send() received the records
   Output:
     local  [plan->n] answers to the records of this rank, in the order in which exchange_send() got
            the records; the caller allocates the array */
void exchange_send_back(const ExchangePlan *plan, size_t record_size, const void *answers,
                        void *local);

/* ---- sorting --------------------------------------------------------------------------------- */

/* compare_int64 - Returns -1, 0 or 1 if a is less than, equal to or greater than b. Local. */
static inline int compare_int64(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* ranks_flag_duplicates - Finds hashes that occur more than once, on the same or different ranks.

   Input:
     hash  [n] hashes of this rank
   Output:
     flag  [n] 1 if another entry, on any rank, has the same hash, else 0 */
void ranks_flag_duplicates(const Ranks *ranks, int64_t n, const uint64_t hash[],
                           unsigned char flag[]);

/* ranks_owner_of_hash - Returns the rank to which all ranks send their entries with this hash, so
   that equal entries meet and can be compared. Local. */
static inline int ranks_owner_of_hash(const Ranks *ranks, uint64_t hash)
{
  return (int)((hash >> 32) % (uint64_t)ranks->size);
}

/* SortKey - A key by which things of all ranks are sorted: by high, then by low, then by id. No two
   keys may be equal in all three. */
typedef struct {
  uint64_t high;
  uint32_t low, local; /* local: index in the caller's array, which does not affect the order */
  int64_t  id;
} SortKey;

/* ranks_sort - Finds the position of each key in the sorted list of the keys of all ranks.

   Changed:
     key  [n] keys of this rank, whose members local are a permutation of 0 to n - 1; sorted on
          return
   Output:
     number  [n] number[k] is the position, from 0, of this rank's key with local = k */
void ranks_sort(const Ranks *ranks, int64_t n, SortKey key[], int64_t number[]);

/* compare_sort_keys - Compares two SortKeys; a comparison function for qsort(). Local. */
int compare_sort_keys(const void *a, const void *b);

/* distinct_numbers - Lists the different values in number[n]. Local.

   Output:
     at        [n] index in *distinct of each value number[k]
     distinct  the different values, ascending; the caller frees the array by free()
   Returns how many different values there are. */
int64_t distinct_numbers(const Ranks *ranks, int64_t n, const int64_t number[], int at[],
                         int64_t **distinct);

/* GROWING_LIST_ADD - Appends a value, the last argument, to an array that grows (GROWING_LIST). If
   memory runs out, the job of the communicator in ranks, a const Ranks *, ends with a message. */
#define GROWING_LIST_ADD(ranks, list, ...)                                                         \
  ((void)(GROWING_LIST_RESERVE(list) ? 0 : (ranks_out_of_memory(ranks), 0)),                       \
   (void)((list).at[(list).n++] = __VA_ARGS__))

#endif
