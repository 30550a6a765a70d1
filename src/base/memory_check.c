/* memory_check.c: compares the memory that ranks will need with the memory that is left for
   them.

   The memory left for a rank is the smaller of its own limit (ulimit -v) and its share of the
   available memory of the machine or the container. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "memory_check.h"

/* Returns the number after key in a file of lines "key number", or the only number of the file
   if key is empty. Returns missing if the number does not exist. */
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

/* Returns the bytes that this process may still use under its own limit. */
static double available_by_limit(void)
{
  struct rlimit limit;

  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY) return DBL_MAX;
  return (double)limit.rlim_cur -
         number_in("/proc/self/statm", "", 0) * (double)sysconf(_SC_PAGESIZE);
}

/* Returns the bytes that all processes of this machine together may still use. */
static double available_on_machine(void)
{
  const double kilo = 1024, most = number_in("/sys/fs/cgroup/memory.max", "", -1);
  const double free = number_in("/proc/meminfo", "MemAvailable: ", -1);
  double       available =
    free < 0 ? DBL_MAX : kilo * (free + number_in("/proc/meminfo", "SwapFree: ", 0));

  if (most > 0)
    available = PetscMin(available, most - number_in("/sys/fs/cgroup/memory.current", "", 0) +
                                      number_in("/sys/fs/cgroup/memory.stat", "inactive_file ", 0));
  return available;
}

/* The memory that the rank with the largest ratio needs and has. */
typedef struct {
  double needed, available, ratio;
  int    rank;
} MemoryNeed;

static PetscErrorCode FindWorstRank(MPI_Comm comm, double bytes, MemoryNeed *need)
{
  const double small = 1e6; /* bytes; a program that has started has room for them */
  enum { NEEDED, AVAILABLE, N };
  double      largest    = bytes;
  double      numbers[N] = {bytes, available_by_limit()}, total = bytes;
  MPI_Comm    machine;
  PetscMPIInt rank;
  struct {
    double ratio;
    int    rank;
  } worst;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, comm));
  *need = (MemoryNeed){.ratio = 0};
  if (largest < small) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_DOUBLE, MPI_SUM, machine));
  PetscCallMPI(MPI_Comm_free(&machine));
  if (total > 0)
    numbers[AVAILABLE] = PetscMin(numbers[AVAILABLE], available_on_machine() * (bytes / total));
  worst.ratio = bytes > 0 ? bytes / PetscMax(numbers[AVAILABLE], 1) : 0;
  worst.rank  = rank;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm));
  PetscCallMPI(MPI_Bcast(numbers, N, MPI_DOUBLE, worst.rank, comm));
  *need = (MemoryNeed){numbers[NEEDED], numbers[AVAILABLE], worst.ratio, worst.rank};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryFits(MPI_Comm comm, double bytes, PetscBool *fits)
{
  MemoryNeed need;

  PetscFunctionBeginUser;
  PetscCall(FindWorstRank(comm, bytes, &need));
  *fits = (PetscBool)(need.ratio <= 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryCheck(MPI_Comm comm, double bytes, const char what[])
{
  const double giga = 1e9;
  MemoryNeed   need;

  PetscFunctionBeginUser;
  PetscCall(FindWorstRank(comm, bytes, &need));
  PetscCheck(need.ratio <= 1, comm, PETSC_ERR_MEM,
             "%s needs %.3g GB or more on rank %d, which has %.3g GB left: make it %.3g times "
             "smaller, or use more ranks on other machines, or a machine with more memory",
             what, need.needed / giga, need.rank, PetscMax(0, need.available) / giga, need.ratio);
  PetscFunctionReturn(PETSC_SUCCESS);
}
