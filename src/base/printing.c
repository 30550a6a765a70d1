/* printing.c: prints lines, discards them when the program that reads them ends, and shows control
   characters as text.

   Since 3.20, PETSc treats a line that cannot be written as an error. Files keep PETSc's own
   printing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "printing.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The innermost one; static, because PetscVFPrintf has no argument for it. */
static Printing *current = NULL;

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

/* Prints text on stdout or stderr. */
static void print_line(FILE *file, const char text[])
{
  if (current && current->print) {
    current->print(current->context, (PetscBool)(file == stderr), text);
    return;
  }
  errno = 0;
  if ((fputs(text, file) < 0 || fflush(file)) && errno == EPIPE) discard_output(file);
}

static PetscErrorCode PrintUnlessBroken(FILE *file, const char format[], va_list words)
{
  char   line[1024], *text = line, *copy;
  size_t size;

  PetscFunctionBeginUser;
  if (file != stdout && file != stderr) {
    PetscCall(current->to_file(file, format, words));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Format(format, words, sizeof line, &text));
  size = 4 * strlen(text) + 1;
  PetscCall(PetscMalloc1(size, &copy));
  printable_copy(text, "\n\t", copy, size);
  print_line(file, copy);
  PetscCall(PetscFree(copy));
  if (text != line) PetscCall(PetscFree(text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void printing_use(Printing *p)
{
  p->outer   = current;
  p->to_file = PetscVFPrintf;
  if (p->to_file == PrintUnlessBroken) p->to_file = current->to_file;
  PetscVFPrintf = PrintUnlessBroken;
  current       = p;
}

void printing_leave(void)
{
  Printing *const p = current;

  current       = p->outer;
  PetscVFPrintf = current ? PrintUnlessBroken : p->to_file;
}

void printing_ignore_signals(Printing *p)
{
  const struct sigaction ignore = {.sa_handler = SIG_IGN};

  sigaction(SIGPIPE, &ignore, &p->pipe);
  sigaction(SIGXFSZ, &ignore, &p->size);
}

void printing_restore_signals(const Printing *p)
{
  sigaction(SIGPIPE, &p->pipe, NULL);
  sigaction(SIGXFSZ, &p->size, NULL);
}

void print_text(const char format[], ...)
{
  char    text[1024];
  va_list words;

  va_start(words, format);
  vsnprintf(text, sizeof text, format, words);
  va_end(words);
  print_line(stdout, text);
}

PetscBool print_is_terminal(void)
{
  return (PetscBool)(!(current && current->print) && isatty(STDOUT_FILENO));
}

/* ---- control characters ---------------------------------------------------------------------- */

/* Returns the number of bytes of the UTF-8 character at the start of text, or 0 if it is a control
   character or is not UTF-8. The two-byte characters from 0x80 to 0x9f also control terminals. */
static size_t character_length(const char text[])
{
  const unsigned char *const b = (const unsigned char *)text;
  const size_t               n = b[0] < 0x80                   ? 1
                                 : b[0] >= 0xc2 && b[0] < 0xe0 ? 2
                                 : b[0] >= 0xe0 && b[0] < 0xf0 ? 3
                                                               : 4;

  if (b[0] < 0x20 || b[0] == 0x7f || (b[0] >= 0x80 && b[0] < 0xc2) || b[0] > 0xf4) return 0;
  for (size_t k = 1; k < n; k++)
    if ((b[k] & 0xc0) != 0x80) return 0;
  if ((b[0] == 0xc2 && b[1] < 0xa0) || (b[0] == 0xe0 && b[1] < 0xa0) ||
      (b[0] == 0xed && b[1] >= 0xa0) || (b[0] == 0xf0 && b[1] < 0x90) ||
      (b[0] == 0xf4 && b[1] >= 0x90))
    return 0; /* controls, longer codes than needed, surrogates, beyond the last character */
  return n;
}

PetscBool is_printable(const char text[])
{
  for (size_t n; *text; text += n) {
    n = character_length(text);
    if (!n) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

char *printable_copy(const char text[], const char kept[], char copy[], size_t size)
{
  size_t used = 0;

  while (*text && used + 4 < size) {
    const size_t n = strchr(kept, *text) ? 1 : character_length(text);

    if (n) {
      memcpy(copy + used, text, n);
      used += n;
    } else used += (size_t)snprintf(copy + used, size - used, "\\x%02x", (unsigned char)*text);
    text += n ? n : 1;
  }
  copy[used] = 0;
  return copy;
}
