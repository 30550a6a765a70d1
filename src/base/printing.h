/* printing.h: prints the lines of a run, or gives them to the program that started it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_PRINTING_H
#define FS_BASE_PRINTING_H

#include <fs/fs.h>
#include <signal.h>

/* Printing - Where the lines of a run go, and what is restored afterwards. */
typedef struct _Printing {
  /* Takes lines, on rank 0; warning says whether the program would print them on stderr. NULL:
     they go to stdout and stderr. */
  void (*print)(void *context, PetscBool warning, const char text[]);
  void *context; /* argument of print */
  /* set by the functions below */
  struct _Printing *outer;
  PetscErrorCode (*to_file)(FILE *, const char[], va_list); /* PetscVFPrintf */
  struct sigaction pipe, size;
} Printing;

/* printing_use - Lets PetscPrintf and PetscFPrintf print as p says, until printing_leave.

   Control characters become text. The caller sets print and context, and keeps p. Pairs may be
   nested. Not collective. */
void printing_use(Printing *p);
void printing_leave(void);

/* printing_ignore_signals - Ignores two signals until printing_restore_signals.

   Lines that nobody reads, as in "| head", are then discarded without an error. A file that may not
   grow (ulimit -f) is an error like a full disk, and no signal. Not collective. */
void printing_ignore_signals(Printing *p);
void printing_restore_signals(const Printing *p);

/* print_text - Prints text on stdout, or gives it to Printing.print, without a change of control
   characters. Not collective. */
void print_text(const char format[], ...) PETSC_ATTRIBUTE_FORMAT(1, 2);

/* print_is_terminal - Returns whether print_text prints on a terminal. Not collective. */
PetscBool print_is_terminal(void);

#endif
