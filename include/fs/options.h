/* options.h: reads and documents the options of a run, strictly.

   A module lists its options in a table (FsOptionDoc, for -help) and reads them in its
   SetFromOptions or Create function. Names have a leading dash and ignore case. If an option is
   absent, the value keeps the default that the caller has set. A value that is missing, does not
   parse or is out of range is an input error, which names the option and says which values are
   allowed.

   FsOptions remembers which names were read. FsOptionsCheckUnused rejects all others, so read
   every option that a case may have before that call, even if its value does not matter. All
   functions that return PetscErrorCode are collective and give every rank the same result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OPTIONS_H
#define FS_OPTIONS_H

#include <stddef.h>
#include <fs/fs.h>

/* FsOptionKind - How FsOptionsReadRows reads an option, and the type of the member that it sets. */
typedef enum {
  FS_OPTION_BY_CODE,     /* FsOptionsReadRows skips the row: other code reads the option */
  FS_OPTION_REAL,        /* PetscReal */
  FS_OPTION_POSITIVE,    /* PetscReal greater than 0 */
  FS_OPTION_NONNEGATIVE, /* PetscReal that is not less than 0 */
  FS_OPTION_REALS,       /* PetscReal[count], with exactly count values */
  FS_OPTION_INT,         /* PetscInt from count on */
  FS_OPTION_BOOL,        /* PetscBool */
  FS_OPTION_CHOICE,      /* int or enum: the position of the value in words */
  FS_OPTION_TEXT         /* const char *, borrowed from the options or from the row */
} FsOptionKind;

/* FsOptionDoc - One option: its row of the manual, and the member of a struct to which it is read.

   A table ends with an entry whose name is NULL. The macros below write the members from kind on;
   without them, other code reads the option. */
typedef struct {
  const char *name; /* "-part_<name>_element"; text in <> stands for a name that the user chooses */
  const char *value; /* default value, or the kind of value if there is no default */
  const char *help;  /* one line: meaning, unit, hint */
  FsOptionKind       kind;
  size_t             member; /* offset of the member in the struct */
  size_t             given;  /* offset of a PetscBool, whether it was given, plus 1; 0: none */
  size_t             when; /* offset of a PetscBool without which it is not read, plus 1; 0: none */
  PetscInt           count; /* see FsOptionKind */
  const char *const *words; /* for FS_OPTION_CHOICE; ends with NULL */
  PetscBool described; /* value describes a default that the caller sets before the row is read */
} FsOptionDoc;

/* The columns of a row that is read to a member of the struct type.

   An example is {"-t_start", "0", "initial time [s]", FS_REAL(Options, t_start)}. The compiler
   warns if the member has another type than that of the kind. */
#define FS_OPTION_MEMBER(kind_, type, name, first, c_type)                                         \
  .kind   = (kind_),                                                                               \
  .member = offsetof(type, name) + 0 * sizeof(&((type *)NULL)->first == (c_type *)NULL)
#define FS_REAL(type, name) FS_OPTION_MEMBER(FS_OPTION_REAL, type, name, name, PetscReal)
#define FS_POSITIVE(type, name) FS_OPTION_MEMBER(FS_OPTION_POSITIVE, type, name, name, PetscReal)
#define FS_NONNEGATIVE(type, name)                                                                 \
  FS_OPTION_MEMBER(FS_OPTION_NONNEGATIVE, type, name, name, PetscReal)
#define FS_REALS(type, name, n)                                                                    \
  FS_OPTION_MEMBER(FS_OPTION_REALS, type, name, name[0], PetscReal), .count = (n)
#define FS_INT(type, name, minimum)                                                                \
  FS_OPTION_MEMBER(FS_OPTION_INT, type, name, name, PetscInt), .count = (minimum)
#define FS_BOOL(type, name) FS_OPTION_MEMBER(FS_OPTION_BOOL, type, name, name, PetscBool)
#define FS_TEXT(type, name) FS_OPTION_MEMBER(FS_OPTION_TEXT, type, name, name, const char *)
#define FS_CHOICE(type, name, list)                                                                \
  .kind = FS_OPTION_CHOICE, .words = (list),                                                       \
  .member =                                                                                        \
    offsetof(type, name) + 0 * sizeof(char[sizeof((type *)NULL)->name == sizeof(int) ? 1 : -1])
/* These follow such a column: the members given and when. The latter is that of an earlier row. If
   the column "value" describes the default, as "dt/1024" does, FS_DESCRIBED follows, too. */
#define FS_GIVEN(type, name) .given = offsetof(type, name) + 1
#define FS_WHEN(type, name) .when = offsetof(type, name) + 1
#define FS_DESCRIBED .described = PETSC_TRUE

/* ---- options that were given ----------------------------------------------------------------- */

/* FsOptionList - The options of a command line, of options files, and of PETSC_OPTIONS.

   -options_file names an options file, on the command line or in another options file. A word of
   the command line that is neither an option nor a value also names one. The options of a file
   count where the file is named. PETSC_OPTIONS comes first, and later options override earlier
   ones. */
typedef struct _n_FsOptionList *FsOptionList;

/* FsOptionListRead - Reads the options on rank 0 and sends them to all ranks.

   Output:
     supplied       the options
     message[size]  if the result is 1, says on rank 0 what is wrong
   Call it after MPI_Init and before PetscInitialize. Collective. Returns 1 on all ranks if a file
   is missing, is malformed or includes itself. Also returns 1 if a word is not an option, a value
   or the name of a file. Otherwise returns 0. */
FS_EXTERN int  FsOptionListRead(MPI_Comm comm, int argc, char *const argv[], FsOptionList *supplied,
                                char message[], size_t size);
FS_EXTERN void FsOptionListDestroy(FsOptionList *supplied);

/* FsOptionListHas - Returns whether an option was given. Not collective. */
FS_EXTERN PetscBool FsOptionListHas(FsOptionList supplied, const char name[]);

/* FsOptionListIsEmpty - Returns whether no option was given. Not collective. */
FS_EXTERN PetscBool FsOptionListIsEmpty(FsOptionList supplied);

/* FsOptionListGetValue - Returns the value of an option, borrowed, or NULL if the option was not
   given or has no value. Not collective. */
FS_EXTERN const char *FsOptionListGetValue(FsOptionList supplied, const char name[]);

/* FsOptionListToPetsc - Passes to PETSc those options that control its solvers and its logging.

   Call it on all ranks before PetscInitialize, because some of these options act there.
   PetscInitialize must get no command line except -skip_petscrc. */
FS_EXTERN PetscErrorCode FsOptionListToPetsc(FsOptionList supplied);

/* ---- the reader ------------------------------------------------------------------------------ */

/* FsOptions - A reader of options that remembers which names were read. A run has one. */
typedef struct _n_FsOptions *FsOptions;

/* FsOptionsCreate - Creates a reader of PETSc's options database, after PetscInitialize. */
FS_EXTERN PetscErrorCode FsOptionsCreate(MPI_Comm comm, FsOptions *o);

/* FsOptionsCreateFromList - Creates a reader of supplied, which is borrowed. Options that are
   not in the list are read from PETSc's options database. */
FS_EXTERN PetscErrorCode FsOptionsCreateFromList(MPI_Comm comm, FsOptionList supplied,
                                                 FsOptions *o);

/* FsOptionsCreateForManual - Creates a reader without options, to which FsOptionsDocument adds the
   sections of a manual. It works before MPI and PETSc start. */
FS_EXTERN PetscErrorCode FsOptionsCreateForManual(FsOptions *o);
FS_EXTERN PetscErrorCode FsOptionsDestroy(FsOptions *o);

/* FsOptionsDocument - Adds a section to the manual, which has at most 64 sections. title and doc
   are borrowed for the life of o. Error: a row has a member and no default value, see
   FsOptionsReadRows. */
FS_EXTERN PetscErrorCode FsOptionsDocument(FsOptions o, const char title[],
                                           const FsOptionDoc doc[]);

/* How to start the program, in three lines, with which the manual starts. */
FS_EXTERN const char fs_options_usage[];

/* FsOptionsPrintManual - Prints the options about a word on this rank, in the order of their
   sections.

   word may be NULL, which prints all sections. Returns the number of printed options, which is 0 if
   no option is about the word. Not collective. It works before MPI and PETSc start. */
FS_EXTERN int FsOptionsPrintManual(FsOptions o, const char word[]);

/* FsOptionName - Returns a name such as -part_skin_tension, composed from a format.

   The name is cut to 255 characters. o owns it and overwrites it at the 32nd call after this
   one, so copy it to keep it longer. Not collective. */
FS_EXTERN const char *FsOptionName(FsOptions o, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(2, 3);

/* ---- values ------------------------------------------------------------------------------------

   Each function changes *value only if the option is present, and sets *set to whether it is
   present. set may be NULL, which means that the caller does not need it. */

/* FsOptionsReadRows - Reads the options of a table to the members of a struct.

   Input:
     rows     the table; rows of FS_OPTION_BY_CODE are passed over
     subject  stands for the text of names from the first < to the last >, such as pin_angle for
              <name>_<coordinate>; NULL if no name has such a text
   Output:
     options  the struct. Each member gets its value, or the default value of its row if the option
              is absent. A column "value" that is empty, "required", begins with < or is followed by
              FS_DESCRIBED is no default value; such a member then keeps its value
   Input errors are those of the functions below. Besides, a number of FS_OPTION_NONNEGATIVE is
   negative. */
FS_EXTERN PetscErrorCode FsOptionsReadRows(FsOptions o, const FsOptionDoc rows[],
                                           const char subject[], void *options);

/* FsOptionsReadRow - Does the same for the row of a name alone, which the table must have. */
FS_EXTERN PetscErrorCode FsOptionsReadRow(FsOptions o, const FsOptionDoc rows[], const char name[],
                                          const char subject[], void *options);

/* FsOptionsReal - Reads a finite number. */
FS_EXTERN PetscErrorCode FsOptionsReal(FsOptions o, const char name[], PetscReal *value,
                                       PetscBool *set);

/* FsOptionsPositive - Reads a positive finite number. */
FS_EXTERN PetscErrorCode FsOptionsPositive(FsOptions o, const char name[], PetscReal *value,
                                           PetscBool *set);

/* FsOptionsReals - Reads finite numbers, separated by commas without spaces.

   Input:
     minimum  the smallest allowed number of values
     n        *n is the largest allowed number of values, for which value has space
   Output:
     n        *n is the number of values; unchanged if the option is absent
     value    the values; entries from *n on do not change */
FS_EXTERN PetscErrorCode FsOptionsReals(FsOptions o, const char name[], PetscInt minimum,
                                        PetscInt *n, PetscReal value[], PetscBool *set);

/* FsOptionsInt - Reads an integer from minimum to PETSC_MAX_INT. */
FS_EXTERN PetscErrorCode FsOptionsInt(FsOptions o, const char name[], PetscInt minimum,
                                      PetscInt *value, PetscBool *set);

/* FsOptionsBool - Reads true, yes, on, 1, or no value for PETSC_TRUE; false, no, off, 0 for
   PETSC_FALSE. */
FS_EXTERN PetscErrorCode FsOptionsBool(FsOptions o, const char name[], PetscBool *value,
                                       PetscBool *set);

/* FsOptionsBoolOrWord - Reads a value of FsOptionsBool, or one more word.

   *index is 0 for false, 1 for true or no value, 2 for the word. */
FS_EXTERN PetscErrorCode FsOptionsBoolOrWord(FsOptions o, const char name[], const char word[],
                                             PetscInt *index, PetscBool *set);

/* FsOptionsComponents - Reads components as letters, such as "xz", or "all" or "none".
   The bits 1, 2, 4 of *components stand for x, y, z. */
FS_EXTERN PetscErrorCode FsOptionsComponents(FsOptions o, const char name[], int *components,
                                             PetscBool *set);

/* FsOptionsText - Reads text that is not empty, such as a name, a formula or a file. *text is
   borrowed from the options. */
FS_EXTERN PetscErrorCode FsOptionsText(FsOptions o, const char name[], const char **text,
                                       PetscBool *set);

/* FsOptionsList - Does the same for text that is a list, to which -<name>+ may add items. */
FS_EXTERN PetscErrorCode FsOptionsList(FsOptions o, const char name[], const char **text,
                                       PetscBool *set);

/* FsOptionsNames - Reads names of letters, digits, _ and -, separated by commas.

   Output:
     names  (*names)[*n], which the caller frees by PetscStrNArrayDestroy. If the option is
            absent, *n is 0 and *names is NULL
   Input error: a name occurs twice, without regard to case. */
FS_EXTERN PetscErrorCode FsOptionsNames(FsOptions o, const char name[], PetscInt *n, char ***names);

/* FsOptionsChoice - Reads one of several words, and sets *index to its position in words.

   The array words ends with NULL. Input error, which lists the words: the value is another word. */
FS_EXTERN PetscErrorCode FsOptionsChoice(FsOptions o, const char name[], const char *const words[],
                                         PetscInt *index, PetscBool *set);

/* FsOptionsRecord - Writes the given options as the lines of an options file, for records. The
   caller frees *text by PetscFree. */
FS_EXTERN PetscErrorCode FsOptionsRecord(FsOptions o, char **text);

/* FsOptionsRecordWithDefaults - Writes the given options, and then all others that were read.

   The others become lines "-name value # default". A run that gets these lines as options is the
   same. Some options change the run if they are given, even with their default value. Their lines
   are comments "# -name: not given; default: ...". The caller frees *text by PetscFree. */
FS_EXTERN PetscErrorCode FsOptionsRecordWithDefaults(FsOptions o, char **text);

/* ---- files ----------------------------------------------------------------------------------- */

/* FsOptionsFindFile - Finds a file that an option names, on rank 0.

   path[size] is name, if this file exists in the working directory. Otherwise path is name in
   the directory of an options file, if it exists there. Otherwise path is name, and the function
   that opens the file reports that it is missing. */
FS_EXTERN PetscErrorCode FsOptionsFindFile(FsOptions o, const char name[], char path[],
                                           size_t size);

/* FsSameFile - Returns whether two paths lead to one existing file. Not collective. */
FS_EXTERN PetscBool FsSameFile(const char a[], const char b[]);

/* FsOptionsReadsFile - Returns whether path leads to a file that the run reads: an options file,
   a mesh, a table, the shape of an imperfection, or a checkpoint. Not collective. */
FS_EXTERN PetscBool FsOptionsReadsFile(FsOptions o, const char path[]);

/* ---- unknown options ------------------------------------------------------------------------- */

/* FsOptionsCheckUnused - Raises an input error if an option was given but never read. The error
   suggests the known name with the nearest spelling.

   Call it when everything is set up, before any output is written. An option that is first
   read later works, with a warning: read it before. */
FS_EXTERN PetscErrorCode FsOptionsCheckUnused(FsOptions o);

/* FsOptionsListDropped - Lists the names whose options have no effect because a later list leaves
   them out, such as " right of -supports, b of -loads".

   FsOptionsCheckUnused accepts these options. An example is -support_right_fix in a file that has
   -supports left,right, with -supports left on the command line. Call it after options are read.
   Output:
     text  [size] the names, cut to size; "" without such names */
FS_EXTERN PetscErrorCode FsOptionsListDropped(FsOptions o, char text[], size_t size);

/* FsOptionsWarnUnread - Warns of each option for an inner solver if no solver has read the option.
   Call it on all ranks after the last solve. */
FS_EXTERN PetscErrorCode FsOptionsWarnUnread(FsOptions o);

/* FsOptionsIgnore - Accepts given options of the table doc, which is for another kind of run.

   Appends the names of the options that were given but not read to text[size], with ", " between
   them. Call it before FsOptionsCheckUnused. */
FS_EXTERN PetscErrorCode FsOptionsIgnore(FsOptions o, const FsOptionDoc doc[], char text[],
                                         size_t size);

/* FsNearestWord - Returns the one of words[n] with the nearest spelling to text, borrowed, or
   NULL if no word is near. Not collective. */
FS_EXTERN const char *FsNearestWord(const char text[], PetscInt n, const char *const words[]);

#endif
