/* path.c: whether the output file can be written where the user wants it, asked before the model is set up; and the
   attributes that describe the run. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "parts.h"

/* What is wrong with a path to write to, or NULL. */
static const char *path_problem(const char path[], PetscBool overwrite)
{
  char        directory[PETSC_MAX_PATH_LEN], *slash;
  struct stat status;

  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) return "is not a file";
  if (lstat(path, &status) == 0 && !overwrite) return "exists; give -overwrite or another name";
  snprintf(directory, sizeof directory, "%s", path);
  slash = strrchr(directory, '/');
  if (slash == directory) slash++;
  if (slash) *slash = 0;
  if (access(slash ? directory : ".", W_OK)) return "cannot be made: its directory does not exist or cannot be written";
  return NULL;
}

/* *is_input = path is the mesh or an options file of this run, also under another name. */
static PetscErrorCode IsInput(FsOptions o, const char path[], PetscBool *is_input)
{
  const char *mesh = NULL;
  char        mesh_path[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  *is_input = PETSC_FALSE;
  PetscCall(FsOptionsText(o, "-mesh", &mesh, NULL));
  PetscCall(FsOptionsFindFile(o, mesh ? mesh : "", mesh_path, sizeof mesh_path));
  *is_input = (PetscBool)(FsOptionsIsFile(o, path) || FsSameFile(path, mesh_path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputPath(FsOptions o, MPI_Comm comm, char path[], size_t size, PetscBool *overwrite)
{
  const char *text = "fsolve.h5", *problem = NULL;
  PetscBool   is_input;
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  *overwrite = PETSC_FALSE;
  PetscCall(FsOptionsText(o, "-output", &text, NULL));
  PetscCall(FsOptionsBool(o, "-overwrite", overwrite, NULL));
  PetscCheck(strlen(text) + sizeof ".xdmf.new" < size, comm, PETSC_ERR_USER_INPUT, "-output: the path is too long");
  PetscCall(PetscStrncpy(path, text, size));
  PetscCall(IsInput(o, path, &is_input));
  PetscCall(CheckAllRanks(comm, is_input, "-output %s is a file that this run reads; give another name", path));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) problem = path_problem(path, *overwrite);
  PetscCall(CheckAllRanks(comm, (PetscBool)(problem != NULL), "-output %s %s", path, problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OutputPathBeside(MPI_Comm comm, const char path[], const char beside[], PetscBool overwrite)
{
  const char *problem = NULL;
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCheck(strcmp(path, beside), comm, PETSC_ERR_USER_INPUT,
             "-output %s: the XDMF file beside it has that name; end it in .h5", path);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) problem = path_problem(beside, overwrite);
  PetscCall(CheckAllRanks(comm, (PetscBool)(problem != NULL), "-output %s: the XDMF file beside it, %s, %s", path,
                          beside, problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileDescribeRun(File file, MPI_Comm comm, const char options[])
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(FileAttributeText(file, "/", "fsolve_version", FSOLVE_VERSION));
  PetscCall(FileAttributeText(file, "/", "options", options));
  PetscCall(FileAttributeInt(file, "/", "ranks", size));
  PetscFunctionReturn(PETSC_SUCCESS);
}
