/* main.c: starts the program, runs the analysis that the options name, and returns the exit
   status. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "analysis/run/control/control.h"
#include "base/error.h"
#include "base/process.h"
#include "base/printing.h"
#include "case/case.h"
#include "input/arguments.h"
#include "plugin/plugins.h"
#include "study/study.h"

/* Ends the job at once; a single rank does so without the notice of MPI_Abort. */
static void abort_job(int status)
{
  int size;

  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) _exit(status);
  MPI_Abort(MPI_COMM_WORLD, status);
}

/* ---- fsolve view ----------------------------------------------------------------------------- */

/* Replaces this process by the script plot_view, which shows a result. words: its arguments, and
   NULL; words[0] is replaced. It returns if there is no such script: beside the program, in the
   sources to which the folder of a build belongs, or in PATH. */
static void run_script_of_view(char *words[])
{
  static const char *const places[] = {"plot_view", "../scripts/plot_view"};
  char                     program[2048], script[sizeof program + 32];
  const ssize_t            length = readlink("/proc/self/exe", program, sizeof program - 1);

  program[length > 0 ? length : 0] = 0;
  if (strrchr(program, '/')) strrchr(program, '/')[1] = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(script, sizeof script, "%s%s", program, places[i]);
    words[0] = script;
    execv(script, words);
  }
  words[0] = (char *)"plot_view";
  execvp(words[0], words);
}

/* ---- before PETSc starts, and maybe before MPI ----------------------------------------------- */

static PetscBool mpi_has_started(void)
{
  int started;

  MPI_Initialized(&started);
  return (PetscBool)(started != 0);
}

/* Returns whether this process prints for all of them. */
static PetscBool prints(void)
{
  int rank = launcher_rank();

  if (mpi_has_started()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return (PetscBool)(rank == 0);
}

/* Ends MPI if it has started. Returns the exit status of this process. Before MPI starts, only the
   process that prints may fail, because a launcher ends the others then. */
static int end_early(int status)
{
  if (!mpi_has_started()) return prints() ? status : 0;
  InterruptEnd();
  MPI_Finalize();
  return status;
}

/* Prints an error message, and ends the program. */
static int refuse(const char text[])
{
  char copy[4096];

  printable_copy(text, "", copy, sizeof copy);
  if (prints()) fprintf(stderr, "fsolve: %s\n", copy);
  return end_early(FS_EXIT_INPUT);
}

/* Shows a result (fsolve view case.h5), or returns with a message. */
static int view(char *words[])
{
  if (launcher_is_present()) return refuse("view: leave out mpirun; one process shows a result");
  run_script_of_view(words);
  return refuse("view: there is no script plot_view beside the program or in PATH; it belongs to "
                "fsolve's Python package (docs/install.md)");
}

/* Question - What the user asks instead of a run. */
typedef struct {
  PetscBool version, usage, help;
  char      word[256]; /* value of -help, or "" */
  /* value of -plugin, or NULL: the plug-ins whose options -help explains, too */
  const char *plugins;
} Question;

/* Appends the words of the command line that follow the value of -help to this value, with spaces
   between them, so that no quotation marks are needed. An option or a file ends them. */
static void add_words(int argc, char *const argv[], const char value[], char words[], size_t size)
{
  int i = 1;

  while (i < argc && argv[i] != value) i++;
  for (i++; i < argc && *argv[i] != '-' && !strpbrk(argv[i], "./"); i++) {
    const size_t n = strlen(words);

    snprintf(words + n, size - n, " %s", argv[i]);
  }
}

static Question question_of_arguments(int argc, char *const argv[])
{
  const char *word = NULL, *plugins = NULL, *none;
  Question    q = {.version = arguments_have(argc, argv, "-version", &none),
                   .usage   = arguments_have(argc, argv, "-h", &none),
                   .help    = arguments_have(argc, argv, "-help", &word)};

  if (arguments_have(argc, argv, "-plugin", &plugins)) q.plugins = plugins;
  if (!word) return q;
  snprintf(q.word, sizeof q.word, "%s", word);
  add_words(argc, argv, word, q.word, sizeof q.word);
  return q;
}

/* The same for PETSC_OPTIONS and files of options. */
static Question question_of_list(FsOptionList supplied)
{
  const char *const word = FsOptionListGetValue(supplied, "-help");
  Question          q    = {.version = FsOptionListHas(supplied, "-version"),
                            .usage   = FsOptionListHas(supplied, "-h"),
                            .help    = FsOptionListHas(supplied, "-help"),
                            .plugins = FsOptionListGetValue(supplied, "-plugin")};

  if (word) snprintf(q.word, sizeof q.word, "%s", word);
  return q;
}

static PetscBool is_asked(const Question *q)
{
  return (PetscBool)(q->version || q->usage || q->help);
}

/* Prints the options about a word, or all if it is NULL, and ends the program. Options of plug-ins
   are among them. */
static int explain(const char word[], const char plugins[])
{
  FsOptions o;
  int       n = 1;
  char      text[1024], names[sizeof text];

  if (plugins_load(plugins, names, text, sizeof text)) return refuse(text);
  if (FsOptionsCreateForManual(&o) || CaseDocumentOptions(o)) return end_early(FS_EXIT_BUG);
  if (prints()) n = FsOptionsPrintManual(o, word);
  if (FsOptionsDestroy(&o)) return end_early(FS_EXIT_BUG);
  snprintf(text, sizeof text,
           "-help %.200s: no option is about that; try a part of the word, or -help alone for all "
           "options",
           word ? word : "");
  return n ? end_early(0) : refuse(text);
}

/* Prints the answer, and ends the program. */
static int answer(const Question *q)
{
  signal(SIGPIPE, SIG_IGN); /* "| head" */
  if (q->help && !q->version && !q->usage) return explain(*q->word ? q->word : NULL, q->plugins);
  if (prints()) printf("%s", q->version ? "fsolve " FSOLVE_VERSION "\n" : fs_options_usage);
  return end_early(0);
}

/* Starts MPI. Signals are caught from then on. */
static int start_mpi(int *argc, char ***argv)
{
  return InitializeMpi(argc, argv) != MPI_SUCCESS || InterruptCatchSignals(MPI_COMM_WORLD);
}

/* Reads the options. Without a launcher this is before MPI starts, so that errors come at once. */
static int read_options(int *argc, char ***argv, FsOptionList *supplied, char message[],
                        size_t size)
{
  if (!launcher_is_present()) return OptionListReadAlone(*argc, *argv, supplied, message, size);
  snprintf(message, size, "MPI does not start");
  return start_mpi(argc, argv) ||
         FsOptionListRead(MPI_COMM_WORLD, *argc, *argv, supplied, message, size);
}

/* Runs the case, or many cases. Returns the exit status; with *aborts only some ranks know it. */
static int run(FsOptionList supplied, PetscBool *aborts)
{
  PetscErrorCode ierr;
  FsCase         c;
  int            status;

  if (FsOptionListHas(supplied, "-cases")) {
    status  = ErrorExitStatus(ManyCasesRun(PETSC_COMM_WORLD, supplied));
    *aborts = ErrorMustAbort();
    return status;
  }
  ierr = CaseCreateFromList(PETSC_COMM_WORLD, supplied, &c);
  if (!ierr) ierr = FsCaseRun(c);
  *aborts = (PetscBool)(ierr && CaseMustAbort(c));
  if (!ierr) (void)FsCaseDestroy(&c); /* objects of a case that failed are not freed */
  return ErrorExitStatus(ierr);
}

int main(int argc, char *argv[])
{
  char         message[1024], skip[] = "-skip_petscrc"; /* only a case's own files count */
  char        *words[] = {argv[0], skip, NULL}, **petsc_words = words;
  int          nwords   = 2, status;
  Question     question = question_of_arguments(argc, argv);
  FsOptionList supplied;
  Printing     printing = {.print = NULL};
  PetscBool    aborts;

  if (argc > 1 && !strcmp(argv[1], "view")) return view(argv + 1);
  if (is_asked(&question)) return answer(&question);
  if (read_options(&argc, &argv, &supplied, message, sizeof message)) return refuse(message);
  question = question_of_list(supplied);
  if (is_asked(&question)) return answer(&question);
  if (FsOptionListIsEmpty(supplied))
    return refuse("no case is given: fsolve case.opts; start with a case of inputs/, such as "
                  "wave2d.opts (README.md says how to write your own); -help lists the options, "
                  "-help <word> those about a word");
  if (!mpi_has_started() && start_mpi(&argc, &argv)) return FS_EXIT_BUG;
  if (FsOptionListToPetsc(supplied) || InitializePetsc(&nwords, &petsc_words))
    return end_early(FS_EXIT_INPUT);
  printing_ignore_signals(&printing);
  printing_use(&printing); /* until the end, because PETSc prints there */
  status = run(supplied, &aborts);
  if (aborts || status == FS_EXIT_BUG) abort_job(status);
  InterruptEnd();
  PetscPopErrorHandler(); /* of error.c, which -malloc_dump would report as a leak */
  PetscFinalize();
  FsOptionListDestroy(&supplied);
  MPI_Finalize();
  return status;
}
