/* mpi_count.c: what a run asks of MPI, counted on every rank: a library to be loaded before a
   program (LD_PRELOAD) that is put between it and MPI by MPI's profiling interface. It sees PETSc's
   messages and those of MUMPS, which are Fortran's, and asks PETSc for its flops: its log would
   tell them too, but gathers all events of all ranks on each (35 MB of 64). MPI_Finalize writes the
   counts of all ranks into the file that MPI_COUNT names, as JSON; tools/measure.py reads them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

/* SEND: messages to one rank. REDUCE: sums and the like of all ranks, prefix sums. GATHER:
 * something from each rank on one, or on all. */
enum { SEND, REDUCE, BCAST, BARRIER, GATHER, ALLTOALL, KINDS };
static const char *const names[KINDS] = {"send",    "reduce", "bcast",
                                         "barrier", "gather", "alltoall"};

/* Of each kind: how often, bytes in all, most bytes at once. */
typedef struct {
  long long calls[KINDS], bytes[KINDS], most[KINDS];
} Asked;

/* partners: ranks that this one has sent to. memory: most that it had [kB]. flops: as PETSc counts
 * them. */
/* away_calls, away_bytes: of SEND, those to ranks of another computing node. MPI_COUNT_NODE
 * consecutive ranks, or 64, are a node. */
typedef struct {
  Asked     c, fortran;
  long long partners, memory, away_calls, away_bytes;
  double    flops;
} Counts;

static Counts counts;
static char  *sent_to; /* [ranks] */

/* The flops until now: PETSc forgets them before it leaves MPI. */
static void note_flops(void)
{
  static int (*get)(double *);
  double flops = 0;

  if (!get) *(void **)&get = dlsym(RTLD_DEFAULT, "PetscGetFlops");
  if (get && !get(&flops) && flops > counts.flops) counts.flops = flops;
}

static void note_in(Asked *asked, int kind, long long count, MPI_Datatype type)
{
  int size = 0;

  note_flops();
  PMPI_Type_size(type, &size);
  asked->calls[kind]++;
  asked->bytes[kind] += count * size;
  if (count * size > asked->most[kind]) asked->most[kind] = count * size;
}

static void note(int kind, long long count, MPI_Datatype type)
{
  note_in(&counts.c, kind, count, type);
}

static void note_fortran(int kind, long long count, MPI_Datatype type)
{
  note_in(&counts.fortran, kind, count, type);
}

static void note_partner(int to)
{
  int size;

  if (!sent_to) {
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    sent_to = calloc((size_t)size, 1);
  }
  counts.partners += sent_to && !sent_to[to];
  if (sent_to) sent_to[to] = 1;
}

/* Notes a message to a rank of another node. Ranks of smaller communicators are taken for those of
 * all: a step sends next to nothing there. */
static void note_away(int count, MPI_Datatype type, int to)
{
  static int        rank, ranks_of_node;
  const char *const given = getenv("MPI_COUNT_NODE");
  int               size;

  if (!ranks_of_node) {
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ranks_of_node = given && atoi(given) > 0 ? atoi(given) : 64;
  }
  if (to / ranks_of_node == rank / ranks_of_node) return;
  PMPI_Type_size(type, &size);
  counts.away_calls++;
  counts.away_bytes += (long long)count * size;
}

static void note_send(int count, MPI_Datatype type, int to)
{
  if (to == MPI_PROC_NULL) return;
  note(SEND, count, type);
  note_away(count, type, to);
  note_partner(to);
}

/* ---- sends that are made once and started often ---- */

typedef struct {
  MPI_Request  request;
  int          count, to;
  MPI_Datatype type;
} Lasting;

static Lasting *lasting;
static int      nlasting;

static void keep(MPI_Request request, int count, MPI_Datatype type, int to)
{
  if (!(nlasting & (nlasting + 1))) { /* it is full: twice as many */
    Lasting *const more = realloc(lasting, (size_t)(2 * nlasting + 2) * sizeof *more);

    if (!more) abort();
    lasting = more;
  }
  lasting[nlasting++] = (Lasting){request, count, to, type};
}

static void start(MPI_Request request)
{
  for (int k = nlasting; k-- > 0;) /* a request that was freed may have had the same name */
    if (lasting[k].request == request) {
      note_send(lasting[k].count, lasting[k].type, lasting[k].to);
      return;
    }
}

int MPI_Start(MPI_Request *request)
{
  start(*request);
  return PMPI_Start(request);
}

int MPI_Startall(int n, MPI_Request requests[])
{
  for (int k = 0; k < n; k++) start(requests[k]);
  return PMPI_Startall(n, requests);
}

#define LASTING(name)                                                                              \
  int MPI_##name(const void *b, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,          \
                 MPI_Request *request)                                                             \
  {                                                                                                \
    const int error = PMPI_##name(b, n, type, to, tag, comm, request);                             \
    keep(*request, n, type, to);                                                                   \
    return error;                                                                                  \
  }
LASTING(Send_init)
LASTING(Ssend_init)
LASTING(Rsend_init)
LASTING(Bsend_init)

/* ---- what C asks ---- */

#define SENDS(name)                                                                                \
  int MPI_##name(const void *b, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)          \
  {                                                                                                \
    note_send(n, type, to);                                                                        \
    return PMPI_##name(b, n, type, to, tag, comm);                                                 \
  }
#define ISENDS(name)                                                                               \
  int MPI_##name(const void *b, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,          \
                 MPI_Request *request)                                                             \
  {                                                                                                \
    note_send(n, type, to);                                                                        \
    return PMPI_##name(b, n, type, to, tag, comm, request);                                        \
  }
SENDS(Send)
SENDS(Ssend)
SENDS(Rsend)
SENDS(Bsend)
ISENDS(Isend)
ISENDS(Issend)
ISENDS(Irsend)
ISENDS(Ibsend)

int MPI_Sendrecv(const void *b, int n, MPI_Datatype type, int to, int tag, void *r, int m,
                 MPI_Datatype rtype, int from, int rtag, MPI_Comm comm, MPI_Status *status)
{
  note_send(n, type, to);
  return PMPI_Sendrecv(b, n, type, to, tag, r, m, rtype, from, rtag, comm, status);
}

/* Whether a communicator has more ranks than this one: what a rank asks of itself goes nowhere. */
static int is_shared(MPI_Comm comm)
{
  int size;

  PMPI_Comm_size(comm, &size);
  return size > 1;
}

/* A collective call: its parameters, its arguments, what is noted. */
#define COLLECTIVE(name, parameters, arguments, kind, count, type)                                 \
  int MPI_##name parameters                                                                        \
  {                                                                                                \
    if (is_shared(comm)) note(kind, count, type);                                                  \
    return PMPI_##name arguments;                                                                  \
  }
/* In gathers and exchanges of all with all a rank handles as much as all ranks give it, or take. */
static long long of_all(MPI_Comm comm, int n)
{
  int size;

  PMPI_Comm_size(comm, &size);
  return (long long)n * size;
}

static long long sum_of(MPI_Comm comm, const int n[])
{
  long long sum = 0;
  int       size;

  PMPI_Comm_size(comm, &size);
  for (int k = 0; n && k < size; k++) sum += n[k];
  return sum;
}

#define IN const void *a, void *b, int n, MPI_Datatype type
#define OUT a, b, n, type
COLLECTIVE(Allreduce, (IN, MPI_Op op, MPI_Comm comm), (OUT, op, comm), REDUCE, n, type)
COLLECTIVE(Iallreduce, (IN, MPI_Op op, MPI_Comm comm, MPI_Request *r), (OUT, op, comm, r), REDUCE,
           n, type)
COLLECTIVE(Reduce, (IN, MPI_Op op, int root, MPI_Comm comm), (OUT, op, root, comm), REDUCE, n, type)
COLLECTIVE(Ireduce, (IN, MPI_Op op, int root, MPI_Comm comm, MPI_Request *r),
           (OUT, op, root, comm, r), REDUCE, n, type)
COLLECTIVE(Scan, (IN, MPI_Op op, MPI_Comm comm), (OUT, op, comm), REDUCE, n, type)
COLLECTIVE(Exscan, (IN, MPI_Op op, MPI_Comm comm), (OUT, op, comm), REDUCE, n, type)
COLLECTIVE(Reduce_scatter_block, (IN, MPI_Op op, MPI_Comm comm), (OUT, op, comm), GATHER,
           of_all(comm, n), type)
COLLECTIVE(Reduce_scatter,
           (const void *a, void *b, const int n[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),
           (a, b, n, type, op, comm), GATHER, sum_of(comm, n), type)
COLLECTIVE(Bcast, (void *b, int n, MPI_Datatype type, int root, MPI_Comm comm),
           (b, n, type, root, comm), BCAST, n, type)
COLLECTIVE(Ibcast, (void *b, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *r),
           (b, n, type, root, comm, r), BCAST, n, type)
COLLECTIVE(Barrier, (MPI_Comm comm), (comm), BARRIER, 0, MPI_BYTE)
COLLECTIVE(Ibarrier, (MPI_Comm comm, MPI_Request *r), (comm, r), BARRIER, 0, MPI_BYTE)
#undef IN
#undef OUT
#define IN const void *a, int n, MPI_Datatype type, void *b
#define OUT a, n, type, b
COLLECTIVE(Gather, (IN, int m, MPI_Datatype to, int root, MPI_Comm comm), (OUT, m, to, root, comm),
           GATHER, of_all(comm, m), to)
COLLECTIVE(Gatherv, (IN, const int m[], const int at[], MPI_Datatype to, int root, MPI_Comm comm),
           (OUT, m, at, to, root, comm), GATHER, n, type)
COLLECTIVE(Scatter, (IN, int m, MPI_Datatype to, int root, MPI_Comm comm), (OUT, m, to, root, comm),
           GATHER, of_all(comm, m), to)
COLLECTIVE(Allgather, (IN, int m, MPI_Datatype to, MPI_Comm comm), (OUT, m, to, comm), GATHER,
           of_all(comm, m), to)
COLLECTIVE(Iallgather, (IN, int m, MPI_Datatype to, MPI_Comm comm, MPI_Request *r),
           (OUT, m, to, comm, r), GATHER, of_all(comm, m), to)
COLLECTIVE(Allgatherv, (IN, const int m[], const int at[], MPI_Datatype to, MPI_Comm comm),
           (OUT, m, at, to, comm), GATHER, sum_of(comm, m), to)
COLLECTIVE(Alltoall, (IN, int m, MPI_Datatype to, MPI_Comm comm), (OUT, m, to, comm), ALLTOALL,
           of_all(comm, m), to)
COLLECTIVE(Alltoallv,
           (const void *a, const int n[], const int from[], MPI_Datatype type, void *b,
            const int m[], const int at[], MPI_Datatype to, MPI_Comm comm),
           (a, n, from, type, b, m, at, to, comm), ALLTOALL, sum_of(comm, m), to)

/* ---- what Fortran asks: MUMPS. Arguments are addresses, names end with an underscore ---- */

static void *next(const char name[])
{
  void *found = dlsym(RTLD_NEXT, name);

  if (!found) abort();
  return found;
}

typedef MPI_Fint *F;

#define FORTRAN(name, parameters, arguments, noted)                                                \
  void mpi_##name##_ parameters;                                                                   \
  void mpi_##name##_ parameters                                                                    \
  {                                                                                                \
    static void(*mpi) parameters;                                                                  \
    noted;                                                                                         \
    if (!mpi) *(void **)&mpi = next("mpi_" #name "_");                                             \
    mpi arguments;                                                                                 \
  }
#define TYPE(type) MPI_Type_f2c(*type)
#define COMM(comm) MPI_Comm_f2c(*comm)
#define FSEND(name)                                                                                \
  FORTRAN(name, (void *b, F n, F type, F to, F tag, F comm, F e), (b, n, type, to, tag, comm, e),  \
          note_fortran(SEND, *n, TYPE(type)))
#define FISEND(name)                                                                               \
  FORTRAN(name, (void *b, F n, F type, F to, F tag, F comm, F r, F e),                             \
          (b, n, type, to, tag, comm, r, e), note_fortran(SEND, *n, TYPE(type)))
FSEND(send)
FSEND(ssend)
FSEND(rsend)
FISEND(isend)
FISEND(issend)
FORTRAN(bcast, (void *b, F n, F type, F root, F comm, F e), (b, n, type, root, comm, e),
        note_fortran(BCAST, *n, TYPE(type)))
FORTRAN(barrier, (F comm, F e), (comm, e), note_fortran(BARRIER, 0, MPI_BYTE))
FORTRAN(allreduce, (void *a, void *b, F n, F type, F op, F comm, F e), (a, b, n, type, op, comm, e),
        note_fortran(REDUCE, *n, TYPE(type)))
FORTRAN(reduce, (void *a, void *b, F n, F type, F op, F root, F comm, F e),
        (a, b, n, type, op, root, comm, e), note_fortran(REDUCE, *n, TYPE(type)))
FORTRAN(gather, (void *a, F n, F type, void *b, F m, F to, F root, F comm, F e),
        (a, n, type, b, m, to, root, comm, e),
        note_fortran(GATHER, of_all(COMM(comm), *m), TYPE(to)))
FORTRAN(gatherv, (void *a, F n, F type, void *b, F m, F at, F to, F root, F comm, F e),
        (a, n, type, b, m, at, to, root, comm, e), note_fortran(GATHER, *n, TYPE(type)))
FORTRAN(allgather, (void *a, F n, F type, void *b, F m, F to, F comm, F e),
        (a, n, type, b, m, to, comm, e), note_fortran(GATHER, of_all(COMM(comm), *m), TYPE(to)))
FORTRAN(alltoall, (void *a, F n, F type, void *b, F m, F to, F comm, F e),
        (a, n, type, b, m, to, comm, e), note_fortran(ALLTOALL, of_all(COMM(comm), *m), TYPE(to)))
FORTRAN(scatter, (void *a, F n, F type, void *b, F m, F to, F root, F comm, F e),
        (a, n, type, b, m, to, root, comm, e),
        note_fortran(GATHER, of_all(COMM(comm), *m), TYPE(to)))

/* ---- the end ---- */

static void write_asked(FILE *file, const char who[], const Asked *asked)
{
  fprintf(file, "\"%s\": {", who);
  for (int k = 0; k < KINDS; k++)
    fprintf(file, "%s\"%s\": {\"calls\": %lld, \"bytes\": %lld, \"most\": %lld}", k ? ", " : "",
            names[k], asked->calls[k], asked->bytes[k], asked->most[k]);
  fprintf(file, "}, ");
}

static void write_counts(const Counts *all, int size)
{
  const char *const path = getenv("MPI_COUNT");
  FILE *const       file = path ? fopen(path, "w") : NULL;

  if (!file) return;
  for (int rank = 0; rank < size; rank++) {
    fprintf(file, "%s{", rank ? ",\n" : "[");
    write_asked(file, "c", &all[rank].c);
    write_asked(file, "fortran", &all[rank].fortran);
    fprintf(file, "\"away\": {\"calls\": %lld, \"bytes\": %lld}, ", all[rank].away_calls,
            all[rank].away_bytes);
    fprintf(file, "\"flops\": %.17g, \"partners\": %lld, \"memory\": %lld}", all[rank].flops,
            all[rank].partners, all[rank].memory);
  }
  fprintf(file, "]\n");
  fclose(file);
}

int MPI_Finalize(void)
{
  struct rusage usage;
  Counts       *all = NULL;
  int           rank, size;

  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  getrusage(RUSAGE_SELF, &usage);
  counts.memory = usage.ru_maxrss;
  if (rank == 0) all = calloc((size_t)size, sizeof *all);
  PMPI_Gather(&counts, (int)sizeof counts, MPI_BYTE, all, (int)sizeof counts, MPI_BYTE, 0,
              MPI_COMM_WORLD);
  if (all) write_counts(all, size);
  free(all);
  return PMPI_Finalize();
}
