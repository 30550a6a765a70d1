/* run_options.c: reads the options of all runs of a model, and of the states in which they start.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <sys/stat.h>
#include "base/error.h"
#include "file/reader.h"
#include "input/file_place.h"
#include "math/vector.h"
#include "output/checkpoint.h"
#include "output/output_path.h"
#include "run_options.h"

/* clang-format off */
const FsOptionDoc interrupt_options[] = {
  {"-checkpoint", "<output>.checkpoint",
   "file from which -restart continues; it is written every -checkpoint_every..., at the end, and "
   "at signals even without this option",
   FS_TEXT(InterruptOptions, checkpoint), FS_GIVEN(InterruptOptions, checkpoints_enabled)},
  {"-checkpoint_every", "0",
   "steps between checkpoints; 0: only -checkpoint_every_minutes counts",
   FS_INT(InterruptOptions, every, 1)},
  {"-checkpoint_every_minutes", "30", "minutes of wall time between checkpoints",
   FS_POSITIVE(InterruptOptions, minutes), FS_DESCRIBED},
  {"-restart", "<file>",
   "continue from a checkpoint, in the same output, on any number of ranks",
   FS_TEXT(InterruptOptions, restart_path)},
  {"-walltime", "<minutes>",
   "wall time after which the run stops, with a checkpoint (status 4)",
   FS_POSITIVE(InterruptOptions, walltime)},
  {NULL, NULL, NULL}
};
/* clang-format on */

const FsOptionDoc report_options[] = {
  {"-show", "<word>,...",
   "'model': parts with masses, supports, joints, resultants of loads, natural periods. 'periods': "
   "natural periods also with more than 50000 unknowns. 'balance': loads and reactions against "
   "rates of momentum at every step, or their amplitudes at every frequency of a response, in "
   "/history/balance and in a line at the end. 'works': the work of each load in /history. "
   "'constraints': the largest violation of each joint and "
   "coupling, printed at the end"},
  {NULL,    NULL,         NULL   }
};

const FsOptionDoc base_state_options[] = {
  {"-state_from",     "<file>",
   "checkpoint with the equilibrium about which the motions are (from static, path, or a transient "
   "analysis at rest)",      FS_TEXT(BaseState, checkpoint_path)},
  {NULL, NULL,         NULL}
};

/* ---- checkpoints and stops ------------------------------------------------------------------- */

/* Returns why a run must not write the file at path, which belongs to the checkpoint, or NULL. */
static const char *checkpoint_problem(FsOptions o, const InterruptOptions *p, const char path[])
{
  const PetscBool restart = (PetscBool)(p->restart_path[0] != 0);
  const char     *problem =
    path_problem(path, (PetscBool)(p->overwrite || (restart && checkpoint_may_replace(path))));

  if (InterruptFileIsRead(o, p->restart_path, path))
    problem = "is a file that this run reads; give another name: -checkpoint <file> behind the "
              "case file replaces this one";
  if (belongs_to_output(p->output_path, path))
    problem = "is a name of the -output or of a file beside it; give another one";
  return problem;
}

/* Raises an input error if no checkpoint can be written, or if another file exists there. A
   restarted run may replace its checkpoint. */
static PetscErrorCode CheckCheckpointPath(FsOptions o, MPI_Comm comm, const InterruptOptions *p)
{
  static const char *const suffixes[] = {"", ".1"};
  const char              *problem    = NULL;
  char                     path[PETSC_MAX_PATH_LEN + 8];
  PetscMPIInt              rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!p->checkpoints_enabled) PetscFunctionReturn(PETSC_SUCCESS);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(suffixes) && rank == 0 && !problem; k++) {
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s", p->checkpoint_path, suffixes[k]));
    problem = checkpoint_problem(o, p, path);
  }
  PetscCall(CheckAllRanks(comm, (PetscBool)(problem != NULL), "-checkpoint %s: %s %s",
                          p->checkpoint_path, path, problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises an input error if the file that stops the run exists and is not empty, because the run
   would remove it. */
static PetscErrorCode CheckStopFile(MPI_Comm comm, const InterruptOptions *p)
{
  struct stat status;
  PetscBool   bad = PETSC_FALSE;
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0 && !lstat(p->stop_file, &status))
    bad = (PetscBool)(!S_ISREG(status.st_mode) || status.st_size);
  PetscCall(CheckAllRanks(comm, bad,
                          "-output %s: the run would stop at the file %s and remove it, and it is "
                          "not empty; move it",
                          p->output_path, p->stop_file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the paths of the checkpoint and of the file that stops the run. Without -checkpoint both are
   beside the output, and "" if the run has no output. */
static PetscErrorCode SetFilesBesideOutput(InterruptOptions *p)
{
  const PetscBool beside = (PetscBool)(strcmp(p->output_path, OUTPUT_NONE) != 0);

  PetscFunctionBeginUser;
  p->checkpoint_path[0] = p->stop_file[0] = 0;
  if (p->checkpoints_enabled)
    PetscCall(PetscStrncpy(p->checkpoint_path, p->checkpoint, sizeof p->checkpoint_path));
  else if (beside)
    PetscCall(PetscSNPrintf(p->checkpoint_path, sizeof p->checkpoint_path, "%s.checkpoint",
                            p->output_path));
  if (beside)
    PetscCall(PetscSNPrintf(p->stop_file, sizeof p->stop_file, "%s.stop", p->output_path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadInterrupt(FsOptions o, MPI_Comm comm, InterruptOptions *p)
{
  PetscFunctionBeginUser;
  *p = (InterruptOptions){.output_path  = "fsolve.h5",
                          .restart_path = "",
                          .minutes      = PETSC_MAX_REAL,
                          .walltime     = PETSC_MAX_REAL};
  PetscCall(FsOptionsText(o, "-output", &p->output_path, NULL));
  PetscCall(FsOptionsReadRows(o, interrupt_options, NULL, p));
  PetscCall(FsOptionsBool(o, "-overwrite", &p->overwrite, NULL));
  PetscCall(SetFilesBesideOutput(p));
  PetscCheck(p->checkpoints_enabled || (!p->every && p->minutes >= PETSC_MAX_REAL), comm,
             PETSC_ERR_USER_INPUT,
             "%s has no effect without -checkpoint, the file to write; give it",
             p->every ? "-checkpoint_every" : "-checkpoint_every_minutes");
  if (p->checkpoints_enabled && p->minutes >= PETSC_MAX_REAL && !p->every) p->minutes = 30;
  PetscCall(CheckStopFile(comm, p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all runs -------------------------------------------------------------------------------- */

/* Reads the words of -show. Input error: a word is unknown. */
static PetscErrorCode ReadReports(FsOptions o, MPI_Comm comm, ReportOptions *options)
{
  PetscInt n;
  char   **words;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-show", &n, &words));
  for (PetscInt k = 0; k < n; k++) {
    PetscBool same = PETSC_FALSE;

    for (int i = 0; i < SHOW_WORDS && !same; i++) {
      PetscCall(PetscStrcasecmp(words[k], show_words[i], &same));
      if (same) options->show[i] = PETSC_TRUE;
    }
    PetscCheck(same, comm, PETSC_ERR_USER_INPUT,
               "-show %s: unknown; choose from balance, constraints, model, periods, works",
               words[k]);
  }
  PetscCall(PetscStrNArrayDestroy(n, &words));
  options->energies = PETSC_TRUE;
  if (options->show[SHOW_WORKS]) PetscCall(FsOptionsBool(o, "-energies", &options->energies, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadRunOptions(FsOptions o, MPI_Comm comm, PetscBool checkpoints,
                              RunOptions *options)
{
  static const char *const choices[] = {"continue", "stop", NULL};
  static const FsRigidHold holds[]   = {FS_HOLD_NONE, FS_HOLD_DOFS, FS_HOLD_INERTIA};
  PetscInt                 stop = 0, hold = 0;

  PetscFunctionBeginUser;
  *options = (RunOptions){.quiet = PETSC_FALSE};
  PetscCall(FsOptionsBool(o, "-quiet", &options->quiet, NULL));
  PetscCall(ReadInterrupt(o, comm, &options->interrupt));
  if (checkpoints) PetscCall(CheckCheckpointPath(o, comm, &options->interrupt));
  PetscCall(ReadReports(o, comm, &options->reports));
  PetscCall(FsOptionsChoice(o, "-change_points", choices, &stop, NULL));
  PetscCall(FsOptionsBoolOrWord(o, "-hold_rigid", "inertia", &hold, &options->hold_given));
  options->stop_at_change_points = (PetscBool)stop;
  options->hold                  = holds[hold];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- states in which runs start -------------------------------------------------------------- */

PetscErrorCode ReadStabilityOptions(FsOptions o, StabilityOptions *options)
{
  static const char *const words[] = {"last", "all", "none", NULL};
  PetscInt                 count   = COUNT_LAST;
  PetscBool                stable  = PETSC_FALSE, given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsChoice(o, "-static_count", words, &count, NULL));
  PetscCall(FsOptionsBool(o, "-static_stable", &stable, &given));
  *options = (StabilityOptions){.count  = (StaticCount)count,
                                .stable = stable  ? STABLE_ALWAYS
                                          : given ? STABLE_NEVER
                                                  : STABLE_BY_NEED};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadStartOptions(FsOptions o, PetscBool at_rest, StartOptions *options)
{
  PetscFunctionBeginUser;
  *options = (StartOptions){.equilibrium = at_rest};
  PetscCall(FsOptionsBool(o, "-initial_static", &options->equilibrium, &options->given));
  if (options->equilibrium) PetscCall(ReadStabilityOptions(o, &options->stability));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -state_from, and from the checkpoint which run wrote it. */
static PetscErrorCode ReadBaseCheckpoint(FsOptions o, MPI_Comm comm, BaseState *base)
{
  char  *record;
  Reader reader;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRows(o, base_state_options, NULL, base));
  if (!base->checkpoint_path[0]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReaderOpen(comm, "-state_from", base->checkpoint_path, &reader));
  PetscCall(ReaderText(reader, "options", &record));
  PetscCall(ReaderClose(&reader));
  PetscCheck(record, comm, PETSC_ERR_USER_INPUT,
             "-state_from %s is not a checkpoint; -checkpoint writes them", base->checkpoint_path);
  if (strstr(record, "-analysis static\n") || strstr(record, "-analysis path\n"))
    base->load_time = "t";
  PetscCall(PetscFree(record));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadBaseState(FsOptions o, MPI_Comm comm, BaseState *base)
{
  PetscInt  three          = 3;
  PetscReal spin[3]        = {0, 0, 0};
  PetscBool in_equilibrium = PETSC_FALSE, static_set;

  PetscFunctionBeginUser;
  *base = (BaseState){.checkpoint_path = ""};
  PetscCall(FsOptionsReals(o, "-spin", 3, &three, spin, NULL));
  PetscCall(FsOptionsBool(o, "-initial_static", &in_equilibrium, &static_set));
  base->rotating = (PetscBool)(norm(spin) > 0);
  PetscCheck(
    in_equilibrium || !static_set || !base->rotating, comm, PETSC_ERR_USER_INPUT,
    "-initial_static false with -spin: a rotating model moves about its equilibrium; remove it");
  PetscCall(ReadBaseCheckpoint(o, comm, base));
  base->loaded = (PetscBool)(in_equilibrium || base->rotating || base->checkpoint_path[0]);
  if (!base->checkpoint_path[0]) PetscCall(ReadStartOptions(o, base->loaded, &base->start));
  PetscFunctionReturn(PETSC_SUCCESS);
}
