/* launcher.c: a process without a launcher starts MPI alone, and changes nothing else.

   MPI_Init of this program records the environment instead of starting MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <mpi.h>
#include "base/process.h"
#include "test.h"

static const char *const names[]     = {"OMPI_MCA_ess_singleton_isolated",
                                        "OMPI_MCA_orte_create_session_dirs",
                                        "OMPI_MCA_pml",
                                        "OMPI_MCA_btl",
                                        "OMPI_MCA_mtl",
                                        "OMPI_MCA_osc",
                                        "HWLOC_COMPONENTS",
                                        "OMPI_MCA_sharedfp"};
static const char *const launchers[] = {
  "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "PMI_SIZE",
  "SLURM_PROCID"};
enum { ISOLATED, DIRECTORIES, PML, BTL, MTL, OSC, DEVICES, FILES, NNAMES };

static char found[NNAMES][32]; /* values during MPI_Init; "" for unset variables */
static int  started;

int MPI_Init(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  started++;
  for (int k = 0; k < NNAMES; k++)
    snprintf(found[k], sizeof found[k], "%s", getenv(names[k]) ? getenv(names[k]) : "");
  return MPI_SUCCESS;
}

/* Starts MPI in an environment with one variable more, if name is not NULL. */
static void start_with(const char home[], const char name[], const char value[])
{
  for (int k = 0; k < NNAMES; k++) unsetenv(names[k]);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(launchers); k++) unsetenv(launchers[k]);
  setenv("HOME", home, 1);
  if (name) setenv(name, value, 1);
  started = 0;
  CHECK(InitializeMpi(NULL, NULL) == MPI_SUCCESS && started == 1, "MPI_Init: %d times", started);
}

static void test_alone(const char home[])
{
  static const char *const expected[] = {
    "1", "0", "ob1", "self", "^ofi,psm2", "^ucx", "-gl,-opencl,-pci", "lockedfile"};

  start_with(home, NULL, NULL);
  CHECK(!launcher_is_present() && launcher_rank() == 0, "no launcher");
  for (int k = 0; k < NNAMES; k++) {
    const char *const after = getenv(names[k]) ? getenv(names[k]) : "unset";

    CHECK(!strcmp(found[k], expected[k]), "%s=%s", names[k], found[k]);
    /* child processes do not inherit the variables, except the one that is read later */
    CHECK(!strcmp(after, k == FILES ? expected[k] : "unset"), "%s: %s", names[k], after);
  }
}

static void test_launchers(const char home[])
{
  static const char *const present[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK",
                                        "SLURM_PROCID"};

  for (size_t l = 0; l < PETSC_STATIC_ARRAY_LENGTH(present); l++) {
    start_with(home, present[l], "3");
    CHECK(launcher_is_present(), "%s", present[l]);
    CHECK(launcher_rank() == (l ? 3 : 0), "%s: rank %d", present[l], launcher_rank());
    for (int k = 0; k < NNAMES; k++) CHECK(!*found[k], "%s: %s=%s", present[l], names[k], found[k]);
  }
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1); /* mpirun in a job of srun */
  setenv("OMPI_COMM_WORLD_RANK", "2", 1);
  CHECK(launcher_rank() == 2, "rank %d", launcher_rank());
}

/* What the user has chosen stays, in the environment and in the file of MCA parameters. */
static void test_user(const char home[])
{
  char  path[64];
  FILE *file;

  start_with(home, "OMPI_MCA_ess_singleton_isolated", "0");
  CHECK(!strcmp(found[ISOLATED], "0") && !*found[DIRECTORIES], "isolated=%s", found[ISOLATED]);
  CHECK(!strcmp(found[PML], "ob1"), "pml=%s", found[PML]);
  CHECK(getenv(names[ISOLATED]) != NULL, "the user's variable is gone");
  start_with(home, "OMPI_MCA_btl", "tcp,self");
  CHECK(!strcmp(found[BTL], "tcp,self") && !*found[PML] && !*found[MTL] && !*found[OSC],
        "btl=%s pml=%s", found[BTL], found[PML]);
  snprintf(path, sizeof path, "%s/.openmpi", home);
  mkdir(path, 0700);
  snprintf(path, sizeof path, "%s/.openmpi/mca-params.conf", home);
  file = fopen(path, "w");
  fprintf(file, "# pml = ob1\nbtl_base_verbose = 1\n  mtl = ofi\n");
  fclose(file);
  start_with(home, NULL, NULL);
  CHECK(!*found[MTL] && !*found[PML] && !strcmp(found[ISOLATED], "1"), "pml=%s", found[PML]);
  remove(path);
  snprintf(path, sizeof path, "%s/.openmpi", home);
  rmdir(path);
}

int main(void)
{
  char home[] = "/tmp/fs_launcher.XXXXXX";

  CHECK(mkdtemp(home), "%s", home);
  test_alone(home);
  test_launchers(home);
  test_user(home);
  rmdir(home);
  return TestReport();
}
