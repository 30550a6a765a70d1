/* memory_check.c: what is left for a rank is the least of its own limit (ulimit -v) and its share of what the machine, or the
   container, has to give. */
#include <float.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "memory_check.h"

/* The number behind key in a file of lines "key number", or alone in it if key is empty; missing: when there is none. */
static double number_in(const char path[], const char key[], double missing)
{
  char   line[256], format[64];
  double value = missing;
  FILE  *file  = fopen(path, "r");

  if (!file) return missing;
  snprintf(format, sizeof format, "%s%%lf", key);
  while (fgets(line, sizeof line, file))
    if (sscanf(line, format, &value) == 1) break;
  fclose(file);
  return value;
}

/* Bytes that this process may still take by its own limit. */
static double left_of_limit(void)
{
  struct rlimit limit;

  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY) return DBL_MAX;
  return (double)limit.rlim_cur - number_in("/proc/self/statm", "", 0) * (double)sysconf(_SC_PAGESIZE);
}

/* Bytes that all processes of this machine may still take. */
static double left_of_machine(void)
{
  const double kilo = 1024, most = number_in("/sys/fs/cgroup/memory.max", "", -1);
  const double free = number_in("/proc/meminfo", "MemAvailable: ", -1);
  double       left = free < 0 ? DBL_MAX : kilo * (free + number_in("/proc/meminfo", "SwapFree: ", 0));

  if (most > 0)
    left = PetscMin(left, most - number_in("/sys/fs/cgroup/memory.current", "", 0) +
                            number_in("/sys/fs/cgroup/memory.stat", "inactive_file ", 0));
  return left;
}

/* What the ranks want and may have, and the rank that lacks most. */
typedef struct {
  double needed, left, ratio;
  int    rank;
} Want;

static PetscErrorCode FindWorst(MPI_Comm comm, double bytes, Want *want)
{
  enum { NEEDED, LEFT, N };
  double      numbers[N] = {bytes, left_of_limit()}, together = bytes;
  MPI_Comm    machine;
  PetscMPIInt rank;
  struct {
    double ratio;
    int    rank;
  } worst;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &together, 1, MPI_DOUBLE, MPI_SUM, machine));
  PetscCallMPI(MPI_Comm_free(&machine));
  if (together > 0) numbers[LEFT] = PetscMin(numbers[LEFT], left_of_machine() * (bytes / together));
  worst.ratio = bytes > 0 ? bytes / PetscMax(numbers[LEFT], 1) : 0;
  worst.rank  = rank;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm));
  PetscCallMPI(MPI_Bcast(numbers, N, MPI_DOUBLE, worst.rank, comm));
  *want = (Want){numbers[NEEDED], numbers[LEFT], worst.ratio, worst.rank};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryFits(MPI_Comm comm, double bytes, PetscBool *fits)
{
  Want want;

  PetscFunctionBeginUser;
  PetscCall(FindWorst(comm, bytes, &want));
  *fits = (PetscBool)(want.ratio <= 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryCheck(MPI_Comm comm, double bytes, const char what[])
{
  const double giga = 1e9;
  Want         want;

  PetscFunctionBeginUser;
  PetscCall(FindWorst(comm, bytes, &want));
  PetscCheck(
    want.ratio <= 1, comm, PETSC_ERR_MEM,
    "%s takes %.3g GB or more on rank %d, where %.3g GB are left: make it %.3g times smaller, or take more ranks "
    "on other machines, or a machine with more memory",
    what, want.needed / giga, want.rank, PetscMax(0, want.left) / giga, want.ratio);
  PetscFunctionReturn(PETSC_SUCCESS);
}
