/* options.h: reads and documents the options of a run, and rejects options that do not exist.

   A module lists its options in a table (FsOptionDoc), from which -help prints them, and reads them
   in its SetFromOptions or Create function. Names have a leading dash, and upper and lower case are
   the same. If an option is absent, the value keeps the default that the caller has set. A value
   that is missing, does not parse or is out of range is an input error, whose message names the
   option and says which values are allowed.

   FsOptions remembers which names were read. FsOptionsCheckUnused rejects options with other names.
   Therefore read every option that a case may have before that call, even if its value does not
   matter. All functions that return PetscErrorCode are collective and give every rank the same
   result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OPTIONS_H
#define FS_OPTIONS_H

#include <stddef.h>
#include <fs/petsc_versions.h>
#include <fs/export.h>

/* FsOptionKind - The type of the value of an option, which is also the type of the struct member to
   which FsOptionsReadRows writes the value. The comments refer to the members count and words of a
   row (FsOptionDoc). */
typedef enum {
  FS_OPTION_BY_CODE,     /* FsOptionsReadRows skips the row, because other code reads the option */
  FS_OPTION_REAL,        /* PetscReal */
  FS_OPTION_POSITIVE,    /* PetscReal greater than 0 */
  FS_OPTION_NONNEGATIVE, /* PetscReal that is not less than 0 */
  FS_OPTION_REALS,       /* PetscReal[count], with count values; FS_FROM allows fewer */
  FS_OPTION_LIST,        /* PetscReal[count], with 1 to count values, whose number is stored, too */
  FS_OPTION_INT,         /* PetscInt that is not less than count */
  FS_OPTION_BOOL,        /* PetscBool */
  FS_OPTION_CHOICE,      /* int or enum: the index of the value in words */
  FS_OPTION_TEXT,        /* const char *, owned by the options or by the row */
  /* const char *, a list of words, to which an option -<name>+ may add items */
  FS_OPTION_WORDS
} FsOptionKind;

/* FsOptionDoc - A row of a table of options: what the manual says about an option, and the member
   of a struct to which FsOptionsReadRows writes its value.

   The row after the last option has the name NULL. The macros below, such as FS_REAL, fill in the
   members from kind on. Without such a macro, kind is FS_OPTION_BY_CODE. */
typedef struct {
  const char *name; /* "-part_<name>_element"; text in <> stands for a name that the user chooses */
  const char *value;   /* the default value, or what the value is if there is no default */
  const char *help;    /* one line: the meaning, the unit, a hint */
  FsOptionKind kind;   /* the type of the value */
  size_t       member; /* the offset of the member in the struct */
  /* 1 plus the offset in the struct of a PetscBool that says whether the option was given, or 0 */
  size_t given;
  /* 1 plus the offset in the struct of a PetscBool, without which the option is not read, or 0 */
  size_t when;
  /* the number of values of a list, or the smallest value of an integer */
  PetscInt           count;
  PetscInt           least; /* for FS_OPTION_REALS: the smallest number of values; 0: count */
  const char *const *words; /* the allowed values of FS_OPTION_CHOICE; the last entry is NULL */
  /* for FS_OPTION_LIST: the offset in the struct of a PetscInt that is set to the number of
     values */
  size_t number;
  /* PETSC_TRUE: value only describes the default, which the caller sets before the row is read */
  PetscBool described;
} FsOptionDoc;

/* The last columns of a row of FsOptionDoc, which say to which member of the struct type the value
   is written.

   An example is {"-t_start", "0", "initial time [s]", FS_REAL(Options, t_start)}. The compiler
   warns if the member does not have the type that the macro is for. */
#define FS_OPTION_MEMBER(kind_, type, name, first, c_type)                                         \
  .kind   = (kind_),                                                                               \
  .member = offsetof(type, name) + 0 * sizeof(&((type *)NULL)->first == (c_type *)NULL)
#define FS_REAL(type, name) FS_OPTION_MEMBER(FS_OPTION_REAL, type, name, name, PetscReal)
#define FS_POSITIVE(type, name) FS_OPTION_MEMBER(FS_OPTION_POSITIVE, type, name, name, PetscReal)
#define FS_NONNEGATIVE(type, name)                                                                 \
  FS_OPTION_MEMBER(FS_OPTION_NONNEGATIVE, type, name, name, PetscReal)
#define FS_REALS(type, name, n)                                                                    \
  FS_OPTION_MEMBER(FS_OPTION_REALS, type, name, name[0], PetscReal), .count = (n)
#define FS_LIST(type, name, n)                                                                     \
  FS_OPTION_MEMBER(FS_OPTION_LIST, type, name, name[0], PetscReal),                                \
    .number = offsetof(type, n), .count = sizeof((type *)NULL)->name / sizeof(PetscReal)
#define FS_INT(type, name, minimum)                                                                \
  FS_OPTION_MEMBER(FS_OPTION_INT, type, name, name, PetscInt), .count = (minimum)
#define FS_BOOL(type, name) FS_OPTION_MEMBER(FS_OPTION_BOOL, type, name, name, PetscBool)
#define FS_TEXT(type, name) FS_OPTION_MEMBER(FS_OPTION_TEXT, type, name, name, const char *)
#define FS_WORDS(type, name) FS_OPTION_MEMBER(FS_OPTION_WORDS, type, name, name, const char *)
#define FS_CHOICE(type, name, list)                                                                \
  .kind = FS_OPTION_CHOICE, .words = (list),                                                       \
  .member =                                                                                        \
    offsetof(type, name) + 0 * sizeof(char[sizeof((type *)NULL)->name == sizeof(int) ? 1 : -1])
/* The last columns of a row of FsOptionDoc that may follow a macro such as FS_REAL.
     FS_GIVEN      names a PetscBool of the struct, which is set to whether the option was given
     FS_WHEN       names a PetscBool of the struct. If it is PETSC_FALSE, the option is not read. An
                   earlier row must have set it
     FS_FROM       follows FS_REALS and gives the smallest number of values; if the option has fewer
                   values than the array, the other entries of the array do not change
     FS_DESCRIBED  says that the column value describes the default, such as "dt/1024", and is not a
                   value to read */
#define FS_GIVEN(type, name) .given = offsetof(type, name) + 1
#define FS_WHEN(type, name) .when = offsetof(type, name) + 1
#define FS_FROM(minimum) .least = (minimum)
#define FS_DESCRIBED .described = PETSC_TRUE

/* ---- options that were given ----------------------------------------------------------------- */

/* FsOptionList - The options of a command line, of options files, and of the environment variable
   PETSC_OPTIONS, in the order in which they count: a later option overrides an earlier one of the
   same name.

   The options of PETSC_OPTIONS come first, then those of the command line. An options file is named
   by -options_file, or by a word of the command line that is neither an option nor a value. Its
   options come at the place where the file is named. An options file may name another one by
   -options_file. */
typedef struct _n_FsOptionList *FsOptionList;

/* FsOptionListRead - Reads the options on rank 0 and sends them to all ranks. Call it after
   MPI_Init and before PetscInitialize.

   Input:
     argc, argv     the arguments of main
   Output:
     supplied       the options, which the caller destroys by FsOptionListDestroy
     message[size]  if the result is 1, says on rank 0 what is wrong
   Collective. Returns 1 on all ranks if a file is missing, is malformed or includes itself, or if a
   word is neither an option nor a value nor the name of a file. Otherwise returns 0. */
FS_EXTERN int  FsOptionListRead(MPI_Comm comm, int argc, char *const argv[], FsOptionList *supplied,
                                char message[], size_t size);
FS_EXTERN void FsOptionListDestroy(FsOptionList *supplied);

/* FsOptionListHas - Returns whether an option was given. Not collective. */
FS_EXTERN PetscBool FsOptionListHas(FsOptionList supplied, const char name[]);

/* FsOptionListIsEmpty - Returns whether no option was given. Not collective. */
FS_EXTERN PetscBool FsOptionListIsEmpty(FsOptionList supplied);

/* FsOptionListGetValue - Returns the value of an option. The list owns the text. The result is NULL
   if the option was not given or has no value. Not collective. */
FS_EXTERN const char *FsOptionListGetValue(FsOptionList supplied, const char name[]);

/* FsOptionListToPetsc - Passes those options to PETSc that control PETSc's solvers and logging.

   Call it on all ranks before PetscInitialize, because some of these options act there.
   PetscInitialize must get no command line except -skip_petscrc. */
FS_EXTERN PetscErrorCode FsOptionListToPetsc(FsOptionList supplied);

/* ---- the reader ------------------------------------------------------------------------------ */

/* FsOptions - A reader of options, which remembers which names were read. A run has one reader. */
typedef struct _n_FsOptions *FsOptions;

/* FsOptionsCreate - Creates a reader of the options that PETSc has read from its command line and
   files, after PetscInitialize. */
FS_EXTERN PetscErrorCode FsOptionsCreate(MPI_Comm comm, FsOptions *o);

/* FsOptionsCreateFromList - Creates a reader of the list supplied, which is borrowed until the
   reader is destroyed. An option that is not in the list is looked up among the options that PETSc
   has. */
FS_EXTERN PetscErrorCode FsOptionsCreateFromList(MPI_Comm comm, FsOptionList supplied,
                                                 FsOptions *o);

/* FsOptionsCreateForManual - Creates a reader that has no options, and serves to print a manual.
   FsOptionsDocument adds the sections of the manual. The function works before MPI and PETSc
   start. */
FS_EXTERN PetscErrorCode FsOptionsCreateForManual(FsOptions *o);
FS_EXTERN PetscErrorCode FsOptionsDestroy(FsOptions *o);

/* FsOptionsDocument - Adds a section to the manual of a reader, which has at most 64 sections.

   Input:
     title, doc  the title and the rows of the section; borrowed until o is destroyed
   Error: a row has a member and no default value, and does not say so (FsOptionsReadRows). */
FS_EXTERN PetscErrorCode FsOptionsDocument(FsOptions o, const char title[],
                                           const FsOptionDoc doc[]);

/* The first three lines of the manual, which say how to start the program. */
FS_EXTERN const char fs_options_usage[];

/* FsOptionsPrintManual - Prints the rows of the manual that are about a word, such as "damping", on
   stdout of this rank, in the order of their sections.

   If word is NULL, all rows are printed. Returns the number of printed options, which is 0 if no
   option is about the word. Not collective. The function works before MPI and PETSc start. */
FS_EXTERN int FsOptionsPrintManual(FsOptions o, const char word[]);

/* FsOptionName - Returns the name of an option, such as -part_skin_tension, which is composed by a
   format of printf.

   The name is cut to 255 characters. o owns it, and overwrites it at the 32nd call after this one;
   a caller that needs the name longer must copy it. Not collective. */
FS_EXTERN const char *FsOptionName(FsOptions o, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(2, 3);

/* ---- values ------------------------------------------------------------------------------------

   The functions below read the option name. If the option is absent, *value keeps the default value
   that the caller has put there. *set becomes PETSC_TRUE if the option is present, else
   PETSC_FALSE; set may be NULL if the caller does not need it. */

/* FsOptionsReadRows - Reads all options of a table, and writes their values to the members of a
   struct.

   Input:
     rows     the table; rows of FS_OPTION_BY_CODE are skipped
     subject  the text that replaces the text from the first < to the last > in the names of
              options, such as "pin_angle" for <name>_<coordinate>; rows without such a text are
              then skipped. NULL to skip the rows whose names have such a text
   Output:
     options  the struct. A member whose option is absent gets the default value in the column value
              of its row. This column has no default value if it is empty or "required", begins with
              < or is followed by FS_DESCRIBED. The member then keeps its value.
   Input errors: a value does not parse or is out of range. */
FS_EXTERN PetscErrorCode FsOptionsReadRows(FsOptions o, const FsOptionDoc rows[],
                                           const char subject[], void *options);

/* FsOptionsReadRow - Reads one option of a table, and writes its value to its member of a struct.

   Input:
     name  the name of the option in the table, which must have such a row
   The other arguments are those of FsOptionsReadRows, which reads all options of a table. */
FS_EXTERN PetscErrorCode FsOptionsReadRow(FsOptions o, const FsOptionDoc rows[], const char name[],
                                          const char subject[], void *options);

/* FsOptionRowName - Returns the name of the option of a row of a table. The text subject replaces
   the text from the first < to the last > in the name. o owns the result, and overwrites it at the
   32nd later call, as FsOptionName does. */
FS_EXTERN const char *FsOptionRowName(FsOptions o, const FsOptionDoc *row, const char subject[]);

/* FsOptionsReal - Reads a finite number. */
FS_EXTERN PetscErrorCode FsOptionsReal(FsOptions o, const char name[], PetscReal *value,
                                       PetscBool *set);

/* FsOptionsPositive - Reads a positive finite number. */
FS_EXTERN PetscErrorCode FsOptionsPositive(FsOptions o, const char name[], PetscReal *value,
                                           PetscBool *set);

/* FsOptionsReals - Reads finite numbers, separated by commas without spaces.

   Input:
     minimum  the smallest allowed number of values
     n        *n is the largest allowed number of values, and the length of the array value
   Output:
     n        *n is the number of values that were read; unchanged if the option is absent
     value    [*n] the values; other entries do not change */
FS_EXTERN PetscErrorCode FsOptionsReals(FsOptions o, const char name[], PetscInt minimum,
                                        PetscInt *n, PetscReal value[], PetscBool *set);

/* FsOptionsInt - Reads an option whose value is an integer from minimum to PETSC_MAX_INT. */
FS_EXTERN PetscErrorCode FsOptionsInt(FsOptions o, const char name[], PetscInt minimum,
                                      PetscInt *value, PetscBool *set);

/* FsOptionsBool - Reads PETSC_TRUE for the values true, yes, on, 1 and for an option without a
   value, and PETSC_FALSE for false, no, off, 0. */
FS_EXTERN PetscErrorCode FsOptionsBool(FsOptions o, const char name[], PetscBool *value,
                                       PetscBool *set);

/* FsOptionsBoolOrWord - Reads an option whose value is true, false, or a given word. The values of
   FsOptionsBool are allowed for true and false.

   *index becomes 0 for false, 1 for true or no value, 2 for the word. */
FS_EXTERN PetscErrorCode FsOptionsBoolOrWord(FsOptions o, const char name[], const char word[],
                                             PetscInt *index, PetscBool *set);

/* FsOptionsComponents - Reads components of a vector as letters, such as "xz", or "all" or "none".
   The bits 1, 2, 4 of *components stand for x, y, z. */
FS_EXTERN PetscErrorCode FsOptionsComponents(FsOptions o, const char name[], int *components,
                                             PetscBool *set);

/* FsOptionsText - Reads text that is not empty, such as a name, a formula or a file. The options
   own *text. */
FS_EXTERN PetscErrorCode FsOptionsText(FsOptions o, const char name[], const char **text,
                                       PetscBool *set);

/* FsOptionsList - Reads text that is a list, such as names separated by commas. An option -<name>+
   may add items to the list, and the empty text "" is an empty list, as if the option were absent.
   The options own *text, which is not empty. */
FS_EXTERN PetscErrorCode FsOptionsList(FsOptions o, const char name[], const char **text,
                                       PetscBool *set);

/* FsOptionsNames - Reads names of letters, digits, _ and -, separated by commas.

   Output:
     names  (*names)[*n], which the caller frees by PetscStrNArrayDestroy. If the option is
            absent or empty, *n is 0 and *names is NULL
   Input error: a name occurs twice, without regard to case. */
FS_EXTERN PetscErrorCode FsOptionsNames(FsOptions o, const char name[], PetscInt *n, char ***names);

/* FsOptionsChoice - Reads a value that is one of several words, and sets *index to the index of the
   word in the array words, whose last entry is NULL.

   Input error: the value is another word. The message lists the words. */
FS_EXTERN PetscErrorCode FsOptionsChoice(FsOptions o, const char name[], const char *const words[],
                                         PetscInt *index, PetscBool *set);

/* FsOptionsRecord - Writes the options that were given as the lines of an options file, so that
   results can record them. The caller frees *text by PetscFree. */
FS_EXTERN PetscErrorCode FsOptionsRecord(FsOptions o, char **text);

/* FsOptionsRecordWithDefaults - Writes the options that were given, and then all other options that
   were read, as the lines of an options file.

   Each of the other options becomes a line "-name value # default". A run with these lines as its
   options does the same as this run. However, some options change the run even if they are given
   with their default value. For such an option the line is a comment, "# -name: not given; default:
   ...". The caller frees *text by PetscFree. */
FS_EXTERN PetscErrorCode FsOptionsRecordWithDefaults(FsOptions o, char **text);

/* ---- files ----------------------------------------------------------------------------------- */

/* FsOptionsFindFile - Finds a file that an option names, on rank 0.

   Output:
     path  [size] name, if this file exists in the working directory. Otherwise, the path of the
           file of this name in the directory of an options file, if it exists there. Otherwise,
           name; the function that opens the file then reports that it is missing */
FS_EXTERN PetscErrorCode FsOptionsFindFile(FsOptions o, const char name[], char path[],
                                           size_t size);

/* FsSameFile - Returns whether two paths lead to one existing file. Not collective. */
FS_EXTERN PetscBool FsSameFile(const char a[], const char b[]);

/* FsOptionsReadsFile - Returns whether path leads to a file that the run reads: an options file,
   a mesh, a table, the shape of an imperfection, or a checkpoint. Not collective. */
FS_EXTERN PetscBool FsOptionsReadsFile(FsOptions o, const char path[]);

/* ---- unknown options ------------------------------------------------------------------------- */

/* FsOptionsCheckUnused - Raises an input error if an option was given but never read, because its
   name is probably misspelt. The message suggests the known name with the nearest spelling.

   Call it when everything is set up, before any output is written. An option that is read for the
   first time after this call works, but causes a warning. */
FS_EXTERN PetscErrorCode FsOptionsCheckUnused(FsOptions o);

/* FsOptionsListDropped - Lists names of supports, loads or other parts of the model whose options
   have no effect, because a later option leaves these names out of a list.

   For example, a file has -supports left,right and -support_right_fix, and the command line has
   -supports left. FsOptionsCheckUnused accepts such options. Call it after options are read.
   Output:
     text  [size] the names with their lists, such as " right of -supports, b of -loads", cut to
           size; "" if there are no such names */
FS_EXTERN PetscErrorCode FsOptionsListDropped(FsOptions o, char text[], size_t size);

/* FsOptionsWarnUnread - Warns of each option that was given for an inner solver of PETSc if no
   solver has read it. Call it on all ranks after the last solve. */
FS_EXTERN PetscErrorCode FsOptionsWarnUnread(FsOptions o);

/* FsOptionsIgnore - Makes FsOptionsCheckUnused accept options that were given but do not matter in
   this run, because they are for another kind of run. Call it before FsOptionsCheckUnused.

   Input:
     doc   the table of these options
   Changed:
     text  [size] the function appends the names of the options of the table that were given but not
           read, with ", " between them */
FS_EXTERN PetscErrorCode FsOptionsIgnore(FsOptions o, const FsOptionDoc doc[], char text[],
                                         size_t size);

/* FsNearestWord - Returns the word with the nearest spelling to text, or NULL if no word is near.
   The result is one of the pointers words[n]. Not collective. */
FS_EXTERN const char *FsNearestWord(const char text[], PetscInt n, const char *const words[]);

#endif
