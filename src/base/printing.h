/* printing.h: prints the lines of a run, or gives them to the program that started it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_PRINTING_H
#define FS_BASE_PRINTING_H

#include <petscsys.h>
#include <fs/fs.h>
#include <signal.h>

/* Printing - Where the lines of a run are printed, and what must be restored afterwards. The caller
   sets print and context. */
typedef struct _Printing {
  /* The function that gets each printed line, on rank 0. warning is PETSC_TRUE if the program would
     print the line on stderr. If print is NULL, lines are printed on stdout and stderr. */
  void (*print)(void *context, PetscBool warning, const char text[]);
  void *context; /* the first argument of print */
  /* Members that the functions of printing.h set: the Printing that was in use before, PETSc's
     function that prints, and the handlers of the signals SIGPIPE and SIGXFSZ. */
  struct _Printing *outer;
  PetscErrorCode (*to_file)(FILE *, const char[], va_list); /* PetscVFPrintf */
  struct sigaction pipe, size;
} Printing;

/* printing_use - Makes PetscPrintf and PetscFPrintf give their lines to the function p->print,
   until printing_leave.

   Control characters are printed as text. The caller sets p->print and p->context, and keeps p.
   Pairs of these calls may be nested. Not collective. */
void printing_use(Printing *p);
void printing_leave(void);

/* printing_ignore_signals - Ignores SIGPIPE and SIGXFSZ until printing_restore_signals.

   Lines that nobody reads, as in "| head", are then discarded without an error. If a file may not
   grow because of a limit (ulimit -f), the write fails as it does on a full disk, and no signal
   ends the process. Not collective. */
void printing_ignore_signals(Printing *p);
void printing_restore_signals(const Printing *p);

/* print_text - Prints a formatted text on stdout, or gives it to the program that started the run,
   without a change of control characters. Not collective. */
void print_text(const char format[], ...) PETSC_ATTRIBUTE_FORMAT(1, 2);

/* print_is_terminal - Returns whether print_text prints on a terminal. Not collective. */
PetscBool print_is_terminal(void);

/* ---- printable ------------------------------------------------------------------------------- */

/* Shows control characters as text, so that names from outside cannot steer a
   terminal. */

/* is_printable - Returns whether a text is UTF-8 without control characters. */
PetscBool is_printable(const char text[]);

/* printable_copy - Copies a text, and replaces control characters and bytes that are not UTF-8 by
   texts such as \x1b.

   Input:
     kept  control characters that are copied as they are, such as "\n"
   Output:
     copy  [size] the copy, cut to size. A size of four times the length of the text plus 1 is
           always enough
   Returns copy. */
char *printable_copy(const char text[], const char kept[], char copy[], size_t size);

#endif
