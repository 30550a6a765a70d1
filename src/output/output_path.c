/* output_path.c: reads the path of the output file and checks that a file can be made there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "input/file_place.h"
#include "base/error.h"
#include "output_path.h"

/* Raises an input error, which starts with the label, if no file can be made at path. */
static PetscErrorCode CheckWritable(FsOptions o, MPI_Comm comm, const char label[],
                                    const char path[], PetscBool overwrite)
{
  const char *problem = NULL;
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    problem = FsOptionsReadsFile(o, path) ? "is a file that this run reads; give another name"
                                          : path_problem(path, overwrite);
  PetscCall(CheckAllRanks(comm, (PetscBool)(problem != NULL), "%s %s", label, problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the run resumes an earlier one, whose output may exist. */
static PetscBool is_restart(FsOptions o)
{
  const char *text;
  PetscBool   set = PETSC_FALSE;

  PetscCallAbort(PETSC_COMM_SELF, FsOptionsText(o, "-restart", &text, &set));
  return set;
}

PetscErrorCode ReadOutputPath(FsOptions o, MPI_Comm comm, OutputPath *output)
{
  const char *text = "fsolve.h5";
  char        label[PETSC_MAX_PATH_LEN + 16];

  PetscFunctionBeginUser;
  *output = (OutputPath){.overwrite = PETSC_FALSE};
  PetscCall(FsOptionsText(o, "-output", &text, NULL));
  PetscCall(FsOptionsBool(o, "-overwrite", &output->overwrite, NULL));
  if (!strcmp(text, OUTPUT_NONE)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(strlen(text) + sizeof ".checkpoint" < sizeof output->path, comm, PETSC_ERR_USER_INPUT,
             "-output: the path is too long");
  PetscCall(PetscStrncpy(output->path, text, sizeof output->path));
  PetscCall(PetscSNPrintf(label, sizeof label, "-output %s", output->path));
  PetscCall(
    CheckWritable(o, comm, label, output->path, (PetscBool)(output->overwrite || is_restart(o))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputPathCheckCompanion(FsOptions o, MPI_Comm comm, const char path[],
                                        const char companion[], PetscBool own, PetscBool overwrite)
{
  char label[2 * PETSC_MAX_PATH_LEN + 64];

  PetscFunctionBeginUser;
  PetscCheck(!same_path(path, companion), comm, PETSC_ERR_USER_INPUT,
             "-output %s: the XDMF file beside it has the same name; give a name that ends in .h5",
             path);
  PetscCall(PetscSNPrintf(label, sizeof label, "-output %s: the XDMF file beside it, %s,", path,
                          companion));
  PetscCall(
    CheckWritable(o, comm, label, companion, (PetscBool)(overwrite || (own && is_restart(o)))));
  PetscFunctionReturn(PETSC_SUCCESS);
}
