/* exchange.h: ranks that give each other records. Whoever has something that another rank looks after sends it along a Plan, and gets
   the answer back along the same plan. Knows MPI but not PETSc; one rank alone calls no function of MPI, so that the tests of the Gmsh
   reader need none. All but what is said to be local is collective. When memory runs out the job is ended with one message. */
#ifndef FS_MESH_DISTRIBUTED_EXCHANGE_H
#define FS_MESH_DISTRIBUTED_EXCHANGE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  MPI_Comm comm; /* not used by one rank */
  int      rank, size;
} Ranks;

static inline Ranks ranks_self(void)
{
  return (Ranks){.comm = MPI_COMM_SELF, .rank = 0, .size = 1};
}

/* n entries of each bytes, malloc'ed, never NULL. Clear: all 0. Local. */
void *ranks_malloc(const Ranks *ranks, int64_t n, size_t record_size);
void *ranks_calloc(const Ranks *ranks, int64_t n, size_t record_size);
void  ranks_out_of_memory(const Ranks *ranks); /* does not return */

int64_t ranks_sum(const Ranks *ranks, int64_t value);
int64_t ranks_max(const Ranks *ranks, int64_t value);
void    ranks_max_reals(const Ranks *ranks, int n, double value[]); /* the largest of each */

/* first[size + 1]: of n things on this rank, and others on others, numbered rank by rank: the first number of each rank, and the total. */
void ranks_offsets(const Ranks *ranks, int64_t n, int64_t first[]);
/* The rank r with first[r] <= number < first[r + 1]. Local. */
int ranks_find_owner(const Ranks *ranks, const int64_t first[], int64_t number);

/* Not 0 on all ranks if bad is on some; then message[size] is that of the lowest of these. */
int ranks_any_failed(const Ranks *ranks, int bad, char message[], size_t size);

/* The records of all ranks, rank by rank, malloc'ed; *total: how many. */
void *ranks_allgather(const Ranks *ranks, size_t record_size, int64_t n, const void *mine,
                      int64_t *total);

/* ---- plans ------------------------------------------------------------------------------------------------------- */

/* n records here that go to other ranks, and m that come from these: rank by rank, in the order in which they were sent. */
typedef struct {
  const Ranks *ranks; /* borrowed */
  int64_t      n, m;
  int64_t    *
    place; /* [n] of each record among those that are sent, which are in order of their ranks; NULL: as they are */
  int *out, *in; /* [size] how many go to and come from each rank */
} ExchangePlan;

/* to[n]: ranks. */
void exchange_plan_create(const Ranks *ranks, int64_t n, const int to[], ExchangePlan *plan);
void exchange_plan_free(ExchangePlan *plan);
/* there[m], of each bytes, = here[n] of the other ranks. Sorted: of those that are in the order of plan->place already. Back: here[n] = the answers[m] of the other ranks. */
void exchange_send(const ExchangePlan *plan, size_t record_size, const void *local, void *received);
void exchange_send_sorted(const ExchangePlan *plan, size_t record_size, const void *sorted,
                          void *received);
void exchange_send_back(const ExchangePlan *plan, size_t record_size, const void *answers,
                        void *local);

/* Returns -1, 0 or 1 if a is less than, equal to or greater than b, for comparators of qsort. */
static inline int compare_int64(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* flag[n] = 1 where another entry, here or on another rank, has the same hash, else 0. */
void              ranks_flag_duplicates(const Ranks *ranks, int64_t n, const uint64_t hash[],
                                        unsigned char flag[]);
static inline int ranks_owner_of_hash(const Ranks *ranks, uint64_t hash)
{
  return (int)((hash >> 32) % (uint64_t)ranks->size);
}

/* ---- order ------------------------------------------------------------------------------------------------------- */

/* What is put in order: by high, then low, then id, which all are different. here: its place in the caller's array. */
typedef struct {
  uint64_t high;
  uint32_t low, local;
  int64_t  id;
} SortKey;

/* number[n], by SortKey.here: the place of each key among those of all ranks. key is in another order afterwards. */
void ranks_sort(const Ranks *ranks, int64_t n, SortKey key[], int64_t number[]);
int  compare_sort_keys(const void *a, const void *b); /* two SortKeys; local */

/* Numbers without those that are there twice: *distinct, malloc'ed, ascending; at[n] = place there of each; returns how many there are. Local. */
int64_t distinct_numbers(const Ranks *ranks, int64_t n, const int64_t number[], int at[],
                         int64_t **distinct);

#endif
