/* options.h: strict, documented reading of PETSc's options database.

   Each module documents its options in a table (the manual that -help prints) and reads them through the functions
   below. All names carry the leading dash. A value that does not parse, is out of range or is missing ends with an
   input error that names the option. What was asked for is remembered, so that an option nobody asked for can be
   refused with the nearest known name. All functions are collective and give every rank the same answer. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "fs.h"

typedef struct {
  const char *name;  /* "-part_<name>_element"; text in <> stands for a user's name */
  const char *value; /* default, or the kind of value where there is no default */
  const char *help;  /* one line: meaning, unit, hint */
} OptionDoc;

typedef struct _n_Options *Options;

PetscErrorCode OptionsCreate(MPI_Comm comm, Options *o);
PetscErrorCode OptionsDestroy(Options *o);

/* Add a section to the manual; doc ends with a NULL name and is borrowed for the life of o. */
PetscErrorCode OptionsDocument(Options o, const char title[], const OptionDoc doc[]);
PetscErrorCode OptionsPrintManual(Options o);

/* Compose a name such as -part_skin_tension from a format; the result lives in o until the next 16 calls. */
const char *OptionName(Options o, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);

/* Each leaves *value as it is when the option is absent, and tells so in set (may be NULL). */
PetscErrorCode OptionsReal(Options o, const char name[], PetscReal *value, PetscBool *set);
PetscErrorCode OptionsPositive(Options o, const char name[], PetscReal *value, PetscBool *set); /* > 0 */
/* From least to *n numbers, separated by commas; *n becomes how many were found (kept when absent). */
PetscErrorCode OptionsReals(Options o, const char name[], PetscInt least, PetscInt *n, PetscReal value[],
                            PetscBool *set);
PetscErrorCode OptionsInt(Options o, const char name[], PetscInt least, PetscInt *value, PetscBool *set);
PetscErrorCode OptionsBool(Options o, const char name[], PetscBool *value, PetscBool *set);

/* Components as letters, "xz", "all" or "none"; bits 1, 2, 4 stand for x, y, z. */
PetscErrorCode OptionsComponents(Options o, const char name[], int *components, PetscBool *set);

/* *text is borrowed from the database. */
PetscErrorCode OptionsText(Options o, const char name[], const char **text, PetscBool *set);

/* Comma-separated names; *n = 0 when absent. Free with PetscStrNArrayDestroy. A name given twice is an error. */
PetscErrorCode OptionsNames(Options o, const char name[], PetscInt *n, char ***names);

/* One of the NULL-terminated words; *index is kept when absent. */
PetscErrorCode OptionsChoice(Options o, const char name[], const char *const words[], PetscInt *index, PetscBool *set);

/* Where the file name is: as it stands from the working directory, else beside one of the files of -options_file,
   else as it stands (to be reported as missing). */
PetscErrorCode OptionsFindFile(Options o, const char name[], char path[], size_t size);

/* Refuse options that nobody has asked for, naming the nearest one that is known. Call when everything is set up and
   nothing has been written. */
PetscErrorCode OptionsCheckUnused(Options o);

/* Name of the list nearest to text in spelling, or NULL when none is near. */
const char *NearestWord(const char text[], PetscInt n, const char *const words[]);

/* Before PetscInitialize, which would not survive them: missing, recursive or malformed files of -options_file, and
   arguments that belong to no option. Returns 0, or 1 with a message. Serial: call on one rank. */
int ArgumentsCheck(int argc, char *const argv[], char message[], size_t size);

#endif
