/* main.c: starts the program, runs the analysis that the options name, and returns the exit
   status. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif
#include "analysis/analysis.h"
#include "analysis/run/interrupt.h"
#include "analysis/run/reports.h"
#include "assembly/assembly.h"
#include <fs/control.h>
#include "base/error.h"
#include "base/broken_pipe.h"
#include "base/printable.h"
#include "input/formula/symbols.h"
#include "mesh/frame/frame_mesh.h"
#include "mesh/frame/member_ends.h"
#include "mesh/imperfection.h"
#include "mesh/mesh_options.h"
#include "model/joints/couplings.h"
#include "model/joints/sliders.h"
#include "model/joints/ties.h"
#include <fs/integrator.h>
#include "output/output.h"

static const FsOptionDoc main_options[] = {
  {"-options_file",   "<case.opts>",
   "file of options: one '-key value' a line, quotes around values with spaces, # comments; it may "
   "name other files; 'fsolve case.opts' means the same"                                          },
  {"-let",            "<name>=<formula>,...",
   "constants for all numbers and formulas, such as L=2,A=pi*L^2; the last definition of a name "
   "counts"                                                                                       },
  {"-<list>+",        "<a,b,...>",
   "adds to a list that an earlier file or option gives, such as -parts+ b for -parts"            },
  {"-keep_denormals", "false",
   "keep numbers below 1e-308, which slow matrix products ahead of a wave front"                  },
  {"-h",              "",                     "usage, in three lines"                             },
  {"-help",           "",                     "all options, or those about a word (-help gravity)"},
  {"-version",        "",                     "name and version"                                  },
  {NULL,              NULL,                   NULL                                                }
};

/* Lets the processor replace denormal numbers by zero. Ahead of a wave front the solution decays
   through denormal numbers, which slow a matrix product 1.4 to 2.4 times. */
static void flush_denormals(void)
{
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, denormals are zero */
#endif
}

static PetscErrorCode DocumentOptions(FsOptions o)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsDocument(o, "Running", main_options));
  PetscCall(FsOptionsDocument(o, "Tables", table_options));
  PetscCall(FsOptionsDocument(o, "Analysis", analysis_options));
  PetscCall(FsOptionsDocument(o, "Mesh", mesh_options));
  PetscCall(FsOptionsDocument(o, "Frames (-mesh frame)", frame_options));
  PetscCall(FsOptionsDocument(o, "Ends of members", member_end_options));
  PetscCall(FsOptionsDocument(
    o, "Selection of nodes (<kind>: part, support, load, joint, initial; also for probes)",
    select_options));
  PetscCall(FsOptionsDocument(o, "Imperfections", imperfection_options));
  PetscCall(FsOptionsDocument(o, "Model", model_options));
  PetscCall(FsOptionsDocument(o, "Modal damping", modal_damping_options));
  PetscCall(BlockDocument(o));
  PetscCall(FsOptionsDocument(o, "Stations: sections along members", station_options));
  PetscCall(FsOptionsDocument(o, "Supports", support_options));
  PetscCall(JointsDocument(o));
  PetscCall(FsOptionsDocument(o, "Couplings of joints", coupling_options));
  PetscCall(FsOptionsDocument(o, "Ties: rigid couplings, diaphragms, equations", tie_options));
  PetscCall(FsOptionsDocument(o, "Sliders: points that slide along beams", slider_options));
  PetscCall(FsOptionsDocument(o, "Loads", load_options));
  PetscCall(FsOptionsDocument(o, "Gravity", gravity_options));
  PetscCall(FsOptionsDocument(o, "Rotating frame", spin_options));
  PetscCall(FsOptionsDocument(o, "Initial fields", initial_options));
  PetscCall(FsOptionsDocument(o, "Time integration", fs_integrator_options));
  PetscCall(FsOptionsDocument(o, "Step control", fs_control_options));
  PetscCall(FsOptionsDocument(o, "Solver", fs_solver_options));
  PetscCall(FsOptionsDocument(o, "Matrices and Newton's method", assembly_options));
  PetscCall(FsOptionsDocument(o, "Output", output_options));
  PetscCall(FsOptionsDocument(o, "Reports", report_options));
  PetscCall(FsOptionsDocument(o, "Checkpoints and stops", interrupt_options));
  PetscCall(FsOptionsDocument(o, "State of an earlier run, for -analysis modes and response",
                              base_state_options));
  for (int k = 0; analyses[k]; k++)
    PetscCall(FsOptionsDocument(o, analyses[k]->title, analyses[k]->options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RunCase(FsOptionList supplied)
{
  const Analysis *analysis;
  PetscBool       keep = PETSC_FALSE;
  FsOptions       o;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreateFromList(PETSC_COMM_WORLD, supplied, &o));
  PetscCall(DocumentOptions(o));
  if (FsOptionListHas(supplied, "-help")) {
    PetscCall(FsOptionsPrintManual(o, FsOptionListGetValue(supplied, "-help")));
  } else {
    PetscCall(TablesFromOptions(o));
    PetscCall(AnalysisFromOptions(o, &analysis));
    PetscCall(FsOptionsBool(o, "-keep_denormals", &keep, NULL));
    if (!keep) flush_denormals();
    PetscCall(AnalysisRun(analysis, o, PETSC_COMM_WORLD));
    PetscCall(FsOptionsWarnUnread(o));
  }
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Ends the job at once; a single rank does so without the notice of MPI_Abort. */
static void abort_job(int status)
{
  int size;

  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) _exit(status);
  MPI_Abort(MPI_COMM_WORLD, status);
}

/* Ends the program before PETSc starts, with text on stdout, or with an error message if wrong. */
static int end_early(const char text[], PetscBool wrong)
{
  char copy[4096];
  int  rank;

  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (wrong) printable_copy(text, "", copy, sizeof copy);
  if (rank == 0 && wrong) fprintf(stderr, "fsolve: %s\n", copy);
  if (rank == 0 && !wrong) printf("%s", text);
  MPI_Finalize();
  return wrong ? FS_EXIT_INPUT : 0;
}

int main(int argc, char *argv[])
{
  char           message[1024], skip[] = "-skip_petscrc"; /* only a case's own files count */
  char          *words[] = {argv[0], skip, NULL}, **petsc_words = words;
  int            nwords = 2, status;
  FsOptionList   supplied;
  PetscErrorCode ierr;

  MPI_Init(&argc, &argv);
  if (InterruptCatchSignals(MPI_COMM_WORLD)) return FS_EXIT_BUG;
  if (FsOptionListRead(MPI_COMM_WORLD, argc, argv, &supplied, message, sizeof message))
    return end_early(message, PETSC_TRUE);
  if (FsOptionListHas(supplied, "-version"))
    return end_early("fsolve " FSOLVE_VERSION "\n", PETSC_FALSE);
  if (FsOptionListHas(supplied, "-h")) return end_early(fs_options_usage, PETSC_FALSE);
  if (FsOptionListIsEmpty(supplied))
    return end_early(
      "no case is given: fsolve case.opts; start with a case of inputs/, such as "
      "wave2d.opts (README.md says how to write your own); -help lists the options, -help <word> "
      "those about a word",
      PETSC_TRUE);
  if (FsOptionListToPetsc(supplied) || InitializePetsc(&nwords, &petsc_words)) {
    MPI_Finalize();
    return FS_EXIT_INPUT;
  }
  IgnoreBrokenPipe();
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow (ulimit -f) is reported like a full disk */
  ierr   = RunCase(supplied);
  status = ErrorExitStatus(ierr);
  if (ierr && (ErrorMustAbort() || status == FS_EXIT_BUG)) abort_job(status);
  PetscPopErrorHandler(); /* of error.c, which -malloc_dump would report as a leak */
  PetscFinalize();
  FsOptionListDestroy(&supplied);
  MPI_Finalize();
  return status;
}
