/* options.h: strict, documented reading of options. Every module that has options calls it: it lists
   them in a table (FsOptionDoc, for -help) and reads them in its SetFromOptions or Create. Begin at FsOptionsReal.

   Names carry the leading dash; upper and lower case are the same. An absent option is no error: the value stays as the
   caller has set it, which is the default. A value that is missing, does not parse or is out of range is an input error
   that names the option and says what would be right.
   FsOptions remembers which names were read. FsOptionsCheckUnused refuses all others, so read every option that a case
   may have before that call, even where its value does not matter.
   All functions that return PetscErrorCode are collective and give every rank the same answer. */
#ifndef FS_OPTIONS_H
#define FS_OPTIONS_H

#include <fs/fs.h>

/* One option in the manual. Tables end with an entry whose name is NULL. */
typedef struct {
  const char *name;  /* "-part_<name>_element"; text in <> stands for a user's name */
  const char *value; /* default, or the kind of value where there is no default */
  const char *help;  /* one line: meaning, unit, hint */
} FsOptionDoc;

/* ---- what was given ---------------------------------------------------------------------------------------------- */

/* The options of a command line, of the files that -options_file names there or in such files, and of the environment
   variable PETSC_OPTIONS, which both override; later ones override earlier ones. */
typedef struct _n_FsOptionList *FsOptionList;

/* Read them, on rank 0, and send them to all ranks. After MPI_Init, before PetscInitialize. Returns 0, or 1 on all ranks if
   something is wrong: a missing or malformed file, one that includes itself, a word that belongs to no option; message[size] says
   what, on rank 0. Collective. */
FS_EXTERN int  FsOptionListRead(MPI_Comm comm, int argc, char *const argv[], FsOptionList *supplied,
                                char message[], size_t size);
FS_EXTERN void FsOptionListDestroy(FsOptionList *supplied);

/* FsOptionListHas - Returns whether an option was given. Not collective. */
FS_EXTERN PetscBool FsOptionListHas(FsOptionList supplied, const char name[]);

/* FsOptionListIsEmpty - Returns whether no option was given. Not collective. */
FS_EXTERN PetscBool FsOptionListIsEmpty(FsOptionList supplied);

/* The value of an option, borrowed; NULL: it was not given, or without a value. */
FS_EXTERN const char *FsOptionListGetValue(FsOptionList supplied, const char name[]);

/* Give PETSc those of the options that it may have: of its solvers, and to watch the run. Call it before PetscInitialize, where some of them act; that is to get no command line, but for
   -skip_petscrc. On all ranks. */
FS_EXTERN PetscErrorCode FsOptionListToPetsc(FsOptionList supplied);

/* ---- the reader -------------------------------------------------------------------------------------------------- */
typedef struct _n_FsOptions *FsOptions;

/* One object for a run. PetscInitialize must have been called. Options are read from given, which is borrowed, and those
   that are not there from PETSc's global database; by FsOptionsCreate all from there. */
FS_EXTERN PetscErrorCode FsOptionsCreate(MPI_Comm comm, FsOptions *o);
FS_EXTERN PetscErrorCode FsOptionsCreateFromList(MPI_Comm comm, FsOptionList supplied,
                                                 FsOptions *o);
FS_EXTERN PetscErrorCode FsOptionsDestroy(FsOptions *o);

/* Add a section to the manual, of at most 32. title and the table doc are borrowed for the life of o. */
FS_EXTERN PetscErrorCode FsOptionsDocument(FsOptions o, const char title[],
                                           const FsOptionDoc doc[]);

/* How to start the program, in three lines; the manual begins with it. */
FS_EXTERN const char fs_options_usage[];

/* Print the sections in the order in which they were added, on rank 0: all, or what of them is about a word (NULL: none). Input error: nothing is. */
FS_EXTERN PetscErrorCode FsOptionsPrintManual(FsOptions o, const char word[]);

/* Compose a name such as -part_skin_tension from a format; longer ones are cut to 255 characters. The result is owned
   by o and overwritten by the 32nd call after this one: copy it to keep it longer. Not collective. */
FS_EXTERN const char *FsOptionName(FsOptions o, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(2, 3);

/* ---- values: *value is changed only if the option is present; *set (set may be NULL) tells whether it is --------- */

FS_EXTERN PetscErrorCode FsOptionsReal(FsOptions o, const char name[], PetscReal *value,
                                       PetscBool *set); /* finite */
FS_EXTERN PetscErrorCode FsOptionsPositive(FsOptions o, const char name[], PetscReal *value,
                                           PetscBool *set); /* > 0 */

/* Finite numbers separated by commas without spaces. value[*n]: *n is the room on entry and the largest number allowed,
   least the smallest. On return *n is how many were found; entries beyond stay as they are. If the option is absent *n
   and value stay as they are. */
FS_EXTERN PetscErrorCode FsOptionsReals(FsOptions o, const char name[], PetscInt minimum,
                                        PetscInt *n, PetscReal value[], PetscBool *set);

/* An integer from least to the greatest PetscInt. */
FS_EXTERN PetscErrorCode FsOptionsInt(FsOptions o, const char name[], PetscInt minimum,
                                      PetscInt *value, PetscBool *set);

/* true, yes, on, 1, or nothing behind the name; false, no, off, 0. */
FS_EXTERN PetscErrorCode FsOptionsBool(FsOptions o, const char name[], PetscBool *value,
                                       PetscBool *set);

/* Components given as letters, such as "xz", or as "all" or "none"; *components has the bits 1, 2, 4 for x, y, z. */
FS_EXTERN PetscErrorCode FsOptionsComponents(FsOptions o, const char name[], int *components,
                                             PetscBool *set);

/* Text that is not empty: a name, a formula, a file. *text is borrowed from what was given. */
FS_EXTERN PetscErrorCode FsOptionsText(FsOptions o, const char name[], const char **text,
                                       PetscBool *set);

/* Names of letters, digits, _ and -, separated by commas: (*names)[*n], which the caller frees by
   PetscStrNArrayDestroy. *n = 0 and *names = NULL if the option is absent. Input error: a name given twice, upper and
   lower case being the same. */
FS_EXTERN PetscErrorCode FsOptionsNames(FsOptions o, const char name[], PetscInt *n, char ***names);

/* *index becomes the place of the value in words, which ends with NULL. Input error, which lists the words: none of
   them. */
FS_EXTERN PetscErrorCode FsOptionsChoice(FsOptions o, const char name[], const char *const words[],
                                         PetscInt *index, PetscBool *set);

/* What was given, as the lines of an options file, for records. The caller frees it by PetscFree. */
FS_EXTERN PetscErrorCode FsOptionsRecord(FsOptions o, char **text);

/* The same, and behind it what else has been read: lines "-name value # default", which change nothing if they are given, and comments
   "# -name: not given; default: ..." of options that act by being given. */
FS_EXTERN PetscErrorCode FsOptionsRecordWithDefaults(FsOptions o, char **text);

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Find a file that an option names: path[size] becomes name itself if that exists from the working directory, else name
   in the directory of an options file, if it exists there, else name: whoever opens it reports it as missing. Rank 0
   looks. */
FS_EXTERN PetscErrorCode FsOptionsFindFile(FsOptions o, const char name[], char path[],
                                           size_t size);

/* Whether two paths lead to one file that exists; whether path leads to a file that the run reads, one of options or the mesh.
   Not collective. */
FS_EXTERN PetscBool FsSameFile(const char a[], const char b[]);
FS_EXTERN PetscBool FsOptionsReadsFile(FsOptions o, const char path[]);

/* ---- unknown options --------------------------------------------------------------------------------------------- */

/* Input error for an option that was given but never read; it suggests the known name with the nearest spelling. Call
   it when everything is set up, before any output is written. */
FS_EXTERN PetscErrorCode FsOptionsCheckUnused(FsOptions o);

/* Warn of options for a solver inside of another that none has read: when all is solved. On all ranks. */
FS_EXTERN PetscErrorCode FsOptionsWarnUnread(FsOptions o);

/* Before FsOptionsCheckUnused: the options of a table that were given but not read, because they are for another kind of
   run, may stay. Their names are appended to text[size], with ", " between them. */
FS_EXTERN PetscErrorCode FsOptionsIgnore(FsOptions o, const FsOptionDoc doc[], char text[],
                                         size_t size);

/* The one of words[n] whose spelling is nearest to text, borrowed, or NULL if none is near. Not collective. */
FS_EXTERN const char *FsNearestWord(const char text[], PetscInt n, const char *const words[]);

#endif
