/* main.c: fsolve, MPI-parallel flexible structural dynamics. Names the steps, nothing else. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif
#include "analysis/analysis.h"
#include "assembly/assembly.h"
#include <fs/control.h>
#include "input/error.h"
#include <fs/integrator.h>
#include "output/output.h"

static const FsOptionDoc main_options[] = {
  {"-options_file",   "<case.opts>", "file of options, one '-key value' a line, # comments; .yaml files work as well"},
  {"-keep_denormals", "false",       "keep numbers below 1e-308, which slow products ahead of a wave front"          },
  {"-help",           "",            "this text"                                                                     },
  {"-version",        "",            "name and version"                                                              },
  {NULL,              NULL,          NULL                                                                            }
};

/* Ahead of a wave front the solution decays through denormal numbers, which slow a matrix product 1.4 to 2.4 times. */
static void flush_denormals(void)
{
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, denormals are zero */
#endif
}

static PetscErrorCode Document(FsOptions o)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsDocument(o, "Running", main_options));
  PetscCall(FsOptionsDocument(o, "Analysis", analysis_options));
  PetscCall(FsOptionsDocument(o, "Mesh", mesh_options));
  PetscCall(FsOptionsDocument(o, "Model", model_options));
  PetscCall(BlockDocument(o));
  PetscCall(FsOptionsDocument(o, "Supports", support_options));
  PetscCall(JointsDocument(o));
  PetscCall(FsOptionsDocument(o, "Loads", load_options));
  PetscCall(FsOptionsDocument(o, "Gravity", gravity_options));
  PetscCall(FsOptionsDocument(o, "Initial fields", initial_options));
  PetscCall(FsOptionsDocument(o, "Time integration", fs_integrator_options));
  PetscCall(FsOptionsDocument(o, "Step control", fs_control_options));
  PetscCall(FsOptionsDocument(o, "Solver", fs_solver_options));
  PetscCall(FsOptionsDocument(o, "Matrices and Newton's method", assembly_options));
  PetscCall(FsOptionsDocument(o, "Output", output_options));
  for (int k = 0; analyses[k]; k++) PetscCall(FsOptionsDocument(o, analyses[k]->title, analyses[k]->options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(PetscBool help)
{
  const Analysis *analysis;
  PetscBool       keep = PETSC_FALSE;
  FsOptions       o;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreate(PETSC_COMM_WORLD, &o));
  PetscCall(Document(o));
  if (help) {
    PetscCall(FsOptionsPrintManual(o));
  } else {
    PetscCall(AnalysisFromOptions(o, &analysis));
    PetscCall(FsOptionsBool(o, "-keep_denormals", &keep, NULL));
    if (!keep) flush_denormals();
    PetscCall(analysis->run(o, PETSC_COMM_WORLD));
  }
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Take -help out of the arguments: PETSc would print its own. */
static PetscBool take(int *argc, char *argv[], const char option[])
{
  PetscBool found = PETSC_FALSE;
  int       n     = 1;

  for (int i = 1; i < *argc; i++) {
    if (strcmp(argv[i], option) && (argv[i][0] != '-' || strcmp(argv[i] + 1, option))) argv[n++] = argv[i];
    else found = PETSC_TRUE;
  }
  *argc   = n;
  argv[n] = NULL;
  return found;
}

/* End at once; alone without the notice of MPI_Abort. */
static void abort_job(int status)
{
  int size;

  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) _exit(status);
  MPI_Abort(MPI_COMM_WORLD, status);
}

int main(int argc, char *argv[])
{
  char           message[1024] = "", skip[] = "-skip_petscrc", **words;
  int            rank, bad                  = 0, status;
  PetscBool      help, version;
  PetscErrorCode ierr;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  help    = take(&argc, argv, "-help");
  version = take(&argc, argv, "-version");
  if (rank == 0) bad = FsArgumentsCheck(argc, argv, message, sizeof message);
  MPI_Bcast(&bad, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (bad || version) {
    if (bad && rank == 0) fprintf(stderr, "fsolve: %s\n", message);
    else if (rank == 0) printf("fsolve %s\n", FSOLVE_VERSION);
    MPI_Finalize();
    return bad ? FS_EXIT_INPUT : 0;
  }
  words = malloc(((size_t)argc + 2) * sizeof *words);
  if (!words) return FS_EXIT_BUG;
  memcpy(words, argv, (size_t)argc * sizeof *words);
  words[argc++] = skip; /* a case is what its files say, not what lies about in the directory */
  words[argc]   = NULL;
  if (InitializeOrExplain(&argc, &words)) {
    MPI_Finalize();
    return FS_EXIT_INPUT;
  }
  signal(SIGPIPE, SIG_IGN); /* a run outlives whoever reads its lines, as in | head */
  ierr   = Run(help);
  status = ErrorExitStatus(ierr);
  if (ierr && (ErrorMustAbort() || status == FS_EXIT_BUG)) abort_job(status);
  PetscPopErrorHandler(); /* Handler of error.c, which -malloc_dump would call lost */
  PetscFinalize();
  free(words);
  MPI_Finalize();
  return status;
}
