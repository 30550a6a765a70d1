/* broken_pipe.c: see broken_pipe.h. Since 3.20 PETSc takes a line that cannot be written for an error. Files keep its own printing. */
#include "broken_pipe.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static PetscErrorCode (*print_to_file)(FILE *, const char[], va_list);

/* format and words into text[size], or more if it takes more, which the caller frees; *text stays where it was else. */
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

/* What is in the buffer would be refused again, by all who flush it: it goes where nothing is refused. */
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
  char line[1024], *text = line;

  PetscFunctionBeginUser;
  if (file != stdout && file != stderr) {
    PetscCall(print_to_file(file, format, words));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Format(format, words, sizeof line, &text));
  errno = 0;
  if ((fputs(text, file) < 0 || fflush(file)) && errno == EPIPE) discard_output(file);
  if (text != line) PetscCall(PetscFree(text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void IgnoreBrokenPipe(void)
{
  signal(SIGPIPE, SIG_IGN);
  print_to_file = PetscVFPrintf;
  PetscVFPrintf = PrintUnlessBroken;
}
