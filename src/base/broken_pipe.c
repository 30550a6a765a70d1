/* broken_pipe.c: discards printed lines when the program that reads them ends, and prints control
   characters as text.

   Since 3.20, PETSc treats a line that cannot be written as an error. Files keep PETSc's own
   printing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "broken_pipe.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "printable.h"

static PetscErrorCode (*print_to_file)(FILE *, const char[], va_list);

/* Formats into *text, which has size bytes. If they do not suffice, *text becomes a new array,
   which the caller frees. */
static PetscErrorCode Format(const char format[], va_list words, size_t size, char **text)
{
  size_t  length;
  va_list again;

  PetscFunctionBeginUser;
  va_copy(again, words);
  PetscCall(PetscVSNPrintf(*text, size, format, &length, words));
  if (length > size) {
    PetscCall(PetscMalloc1(length, text));
    PetscCall(PetscVSNPrintf(*text, length, format, NULL, again));
  }
  va_end(again);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Redirects a file to /dev/null, because every flush of its buffer would fail again. */
static void discard_output(FILE *file)
{
  const int nowhere = open("/dev/null", O_WRONLY);

  if (nowhere >= 0) {
    dup2(nowhere, fileno(file));
    close(nowhere);
  }
  clearerr(file);
}

static PetscErrorCode PrintUnlessBroken(FILE *file, const char format[], va_list words)
{
  char   line[1024], *text = line, *copy;
  size_t size;

  PetscFunctionBeginUser;
  if (file != stdout && file != stderr) {
    PetscCall(print_to_file(file, format, words));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Format(format, words, sizeof line, &text));
  size = 4 * strlen(text) + 1;
  PetscCall(PetscMalloc1(size, &copy));
  printable_copy(text, "\n\t", copy, size);
  errno = 0;
  if ((fputs(copy, file) < 0 || fflush(file)) && errno == EPIPE) discard_output(file);
  PetscCall(PetscFree(copy));
  if (text != line) PetscCall(PetscFree(text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void IgnoreBrokenPipe(void)
{
  signal(SIGPIPE, SIG_IGN);
  print_to_file = PetscVFPrintf;
  PetscVFPrintf = PrintUnlessBroken;
}
