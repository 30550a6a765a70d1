/* options.h: strict, documented reading of PETSc's options database.

   A module documents its options in a table (the manual that -help prints) and reads them through the functions below, in its
   SetFromOptions or Create. All names carry the leading dash; case does not count. A value that does not parse, is out of range or is
   missing where there must be one ends with an input error that names the option and says what would be right; an option that is
   absent is no error, the value stays as the caller has set it: that is the default. What was asked for is remembered, so
   that an option nobody asked for can be refused with the nearest known name: ask for all that a case may have before
   FsOptionsCheckUnused, also where the answer does not matter. All functions that return PetscErrorCode are collective and give every
   rank the same answer; they change nothing but what they return. */
#ifndef FS_OPTIONS_H
#define FS_OPTIONS_H

#include <fs/fs.h>

typedef struct {
  const char *name;  /* "-part_<name>_element"; text in <> stands for a user's name */
  const char *value; /* default, or the kind of value where there is no default */
  const char *help;  /* one line: meaning, unit, hint */
} FsOptionDoc;

typedef struct _n_FsOptions *FsOptions;

/* One for a run; the database itself is PETSc's. */
PetscErrorCode FsOptionsCreate(MPI_Comm comm, FsOptions *o);
PetscErrorCode FsOptionsDestroy(FsOptions *o);

/* Add a section to the manual (at most 32); title and doc, which ends with a NULL name, are borrowed for the life of o. */
PetscErrorCode FsOptionsDocument(FsOptions o, const char title[], const FsOptionDoc doc[]);

/* Print the sections in the order in which they were added, on rank 0. */
PetscErrorCode FsOptionsPrintManual(FsOptions o);

/* Compose a name such as -part_skin_tension from a format, up to 255 characters; the result lives in o, until 16 further
   calls. */
const char *FsOptionName(FsOptions o, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);

/* ---- values. Each leaves *value as it is when the option is absent, and tells in set (may be NULL) whether it is there. ---- */

PetscErrorCode FsOptionsReal(FsOptions o, const char name[], PetscReal *value, PetscBool *set);     /* finite */
PetscErrorCode FsOptionsPositive(FsOptions o, const char name[], PetscReal *value, PetscBool *set); /* > 0 */

/* From least to *n finite numbers, separated by commas without spaces: value has room for *n; *n becomes how many were found (kept
   when absent), and entries beyond stay as they are. */
PetscErrorCode FsOptionsReals(FsOptions o, const char name[], PetscInt least, PetscInt *n, PetscReal value[],
                              PetscBool *set);

/* An integer from least to the greatest PetscInt. */
PetscErrorCode FsOptionsInt(FsOptions o, const char name[], PetscInt least, PetscInt *value, PetscBool *set);

/* true, yes, on, 1, or nothing behind the name; false, no, off, 0. */
PetscErrorCode FsOptionsBool(FsOptions o, const char name[], PetscBool *value, PetscBool *set);

/* Components as letters, "xz", "all" or "none"; bits 1, 2, 4 stand for x, y, z. */
PetscErrorCode FsOptionsComponents(FsOptions o, const char name[], int *components, PetscBool *set);

/* Any text but an empty one: a name, a formula, a file. *text is borrowed from the database. */
PetscErrorCode FsOptionsText(FsOptions o, const char name[], const char **text, PetscBool *set);

/* Comma-separated names of letters, digits, _ and -; *n = 0 and *names = NULL when absent. The caller frees them with
   PetscStrNArrayDestroy. A name given twice, in whatever case, is an error. */
PetscErrorCode FsOptionsNames(FsOptions o, const char name[], PetscInt *n, char ***names);

/* One of the NULL-terminated words, in whatever case; *index is kept when absent. */
PetscErrorCode FsOptionsChoice(FsOptions o, const char name[], const char *const words[], PetscInt *index,
                               PetscBool *set);

/* ---- files ---- */

/* Where the file name is, into path: as it stands from the working directory, else beside one of the files of -options_file on the
   command line, else as it stands (to be reported as missing by whoever opens it). Rank 0 looks. */
PetscErrorCode FsOptionsFindFile(FsOptions o, const char name[], char path[], size_t size);

/* ---- what was given and is not known ---- */

/* Refuse options that nobody has asked for, naming the nearest one that is known. Call when everything is set up and
   nothing has been written. */
PetscErrorCode FsOptionsCheckUnused(FsOptions o);

/* The one of n words that is nearest to text in spelling, or NULL when none is near. Not collective. */
const char *FsNearestWord(const char text[], PetscInt n, const char *const words[]);

/* Before PetscInitialize, which would not survive them: missing, recursive or malformed files of -options_file, and
   arguments that belong to no option. Returns 0, or 1 with a message. Serial: call on one rank. */
int FsArgumentsCheck(int argc, char *const argv[], char message[], size_t size);

#endif
