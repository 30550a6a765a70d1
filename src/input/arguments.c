/* arguments.c: the options of a run, from its command line, the files named there, and PETSC_OPTIONS: read and checked
   once, on rank 0, and sent to the others. PETSc reads none of them itself. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "option_list.h"
#include "petsc_options.h"
#include "output_file_check.h"

/* Variables of the environment: more options; and "all", if PETSc may have them all, unchecked. */
static const char VARIABLE[] = "PETSC_OPTIONS", ALLOW[] = "FSOLVE_ALLOW_PETSC";

static int read_command_line(GivenReader *r, int argc, char *const argv[])
{
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i], *dot = strrchr(argv[i], '.'), *value = NULL;

    if (!option_is_name(name))
      return dot && !strcmp(dot, ".opts")
               ? GivenRefuse(r, "argument '%.100s' belongs to no option; write -options_file %.100s", name, name)
               : GivenRefuse(r, "argument '%.100s' belongs to no option; quote values that contain spaces", name);
    if (i + 1 < argc && !option_is_name(argv[i + 1])) value = argv[++i];
    if (OptionAdd(r, name, value, "")) return 1;
  }
  return 0;
}

/* The variable has options as a command line has. */
static int read_variable(GivenReader *r)
{
  const char *const text = getenv(VARIABLE);
  char             *copy = text ? strdup(text) : NULL, *at = copy;
  OptionWord        name, value;
  int               bad = text && !copy ? GivenRefuse(r, "there is no memory for %s", VARIABLE) : 0;

  for (name = at ? option_word(&at) : (OptionWord){NULL, 0}; name.word && !bad; name = value) {
    value = option_word(&at);
    if (name.quote || !option_is_name(name.word)) {
      bad = GivenRefuse(r, "%s: '%.100s' belongs to no option", VARIABLE, name.word);
    } else if (value.word && (value.quote || !option_is_name(value.word))) {
      bad   = OptionAdd(r, name.word, value.word, VARIABLE);
      value = option_word(&at);
    } else bad = OptionAdd(r, name.word, NULL, VARIABLE);
  }
  if (!bad && name.quote) bad = GivenRefuse(r, "%s: a quote is not closed", VARIABLE);
  free(copy);
  return bad;
}

/* PETSc's database has room for 512; the solver adds some. */
static int check_count(GivenReader *r, FsGiven given)
{
  enum { MOST = 500 };
  int n = 0;

  for (int i = 0; i < given->nnames; i++)
    if (GivenIsForPetsc(given, &given->named[i])) n++;
  return n > MOST ? GivenRefuse(r, "%d options are for PETSc, which has room for %d", n, MOST) : 0;
}

/* A file is data: it must not make a program of what reads it. */
static int check_commands(GivenReader *r, FsGiven given)
{
  for (int i = 0; i < given->n && !given->all; i++) {
    const GivenOption *const o = &given->option[i];

    if (*o->place && strcmp(o->place, VARIABLE) && petsc_option_commands(o->name, o->value))
      return GivenRefuse(r,
                         "%.300s: %s%s%.40s starts other programs: it may be given on the command line, not in a file",
                         o->place, o->name, o->value ? " " : "", o->value ? o->value : "");
  }
  return 0;
}

/* All options, on one rank of nranks, and what is wrong with them. *nbytes: those of given->bytes. */
static int read_all(FsGiven given, int nranks, unsigned long long *nbytes, int argc, char *const argv[], char message[],
                    size_t size)
{
  GivenReader r   = {.message = message, .size = size};
  int         bad = 0;

  if (getenv("PETSC_OPTIONS_YAML"))
    return GivenRefuse(&r, "PETSC_OPTIONS_YAML is not read; write the options into a file");
  bad          = read_variable(&r) || read_command_line(&r, argc, argv);
  given->bytes = r.bytes;
  *nbytes      = r.nbytes;
  if (!bad && GivenSet(given, r.nbytes))
    return GivenRefuse(&r, "there is no memory for %zu bytes of options", r.nbytes);
  given->all = getenv(ALLOW) && !strcmp(getenv(ALLOW), "all");
  return bad || check_commands(&r, given) || check_count(&r, given) || WrittenCheck(&r, given, nranks);
}

/* Whether something is wrong on any rank; then the options are destroyed. */
static int give_up(MPI_Comm comm, int bad, FsGiven *given)
{
  int any;

  MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, comm);
  if (any) FsGivenDestroy(given);
  return any;
}

int FsGivenRead(MPI_Comm comm, int argc, char *const argv[], FsGiven *given, char message[], size_t size)
{
  unsigned long long nbytes = 0;
  int                rank, nranks;

  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &nranks);
  snprintf(message, size, "there is no memory for the options");
  *given = calloc(1, sizeof **given);
  if (give_up(comm, !*given || (rank == 0 && read_all(*given, nranks, &nbytes, argc, argv, message, size)), given))
    return 1;
  MPI_Bcast(&nbytes, 1, MPI_UNSIGNED_LONG_LONG, 0, comm);
  MPI_Bcast(&(*given)->all, 1, MPI_INT, 0, comm);
  if (rank) (*given)->bytes = malloc(nbytes + 1);
  if (give_up(comm, !(*given)->bytes && nbytes, given)) return 1;
  MPI_Bcast((*given)->bytes, (int)nbytes, MPI_CHAR, 0, comm);
  return give_up(comm, rank && GivenSet(*given, nbytes), given);
}
