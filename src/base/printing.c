/* printing.c: prints the lines of a run, and how far its long phases have proceeded.

   Since 3.20, PETSc treats a line that cannot be written as an error. Files keep PETSc's own
   printing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "printing.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <petsctime.h>
#include <stdarg.h>

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

/* Prints a formatted text on stdout, or gives it to the program that started the run,
   without a change of control characters. Not collective. */
static void print_text(const char format[], ...)
{
  char    text[1024];
  va_list words;

  va_start(words, format);
  vsnprintf(text, sizeof text, format, words);
  va_end(words);
  print_line(stdout, text);
}

/* Returns whether print_text prints on a terminal. Not collective. */
static PetscBool print_is_terminal(void)
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

/* ---- long phase ------------------------------------------------------------------------------ */

/* Prints how far a long phase of a run is, and how long it will take.

   A pointer to the phase is static, because callbacks of PETSc and SLEPc report it, which have
   no argument for it. */

enum { BAR = 20 };

/* First line, and time between lines on a terminal; elsewhere the share of the time so far [s]. */
static const PetscReal FIRST = 2, AGAIN = 0.5, SHARE = 0.25;

static LongPhase of_program, *phase = &of_program;

LongPhase *LongPhaseUse(LongPhase *used)
{
  LongPhase *const before = phase;

  phase = used;
  return before;
}

void LongPhaseSetQuiet(PetscBool quiet) { phase->quiet = quiet; }

PetscErrorCode LongPhaseStart(MPI_Comm comm, const char what[])
{
  int rank;

  PetscFunctionBeginUser;
  if (phase->depth++) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  phase->silent   = (PetscBool)(rank > 0 || phase->quiet);
  phase->terminal = print_is_terminal();
  phase->what     = what;
  phase->done     = -1;
  snprintf(phase->where, sizeof phase->where, "started");
  PetscCall(PetscTime(&phase->started));
  phase->last = phase->started;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void long_phase_time(PetscReal seconds, size_t size, char text[])
{
  const double minute = 60, hour = 3600, s = (double)seconds;

  if (s < 2 * minute) snprintf(text, size, "%.0f s", s);
  else if (s < 2 * hour) snprintf(text, size, "%.0f min", s / minute);
  else snprintf(text, size, "%.1f h", s / hour);
}

/* Prints one line; a bar if that replaces the last one. */
static void print_progress(PetscReal seconds)
{
  const PetscReal done     = phase->done;
  char            left[64] = "", passed[40], bar[BAR + 1] = "";

  if (done > 0) {
    long_phase_time(seconds * (1 - done) / done, sizeof passed, passed);
    snprintf(left, sizeof left, ", %s left", passed);
  }
  long_phase_time(seconds, sizeof passed, passed);
  if (!phase->terminal) {
    print_text("%s: %s, %s so far%s\n", phase->what, phase->where, passed, left);
  } else {
    for (int i = 0; i < BAR; i++) bar[i] = done >= 0 && i < (int)(done * BAR + 0.5) ? '#' : '.';
    print_text("\r\033[K%s [%s] %s, %s so far%s", phase->what, bar, phase->where, passed, left);
    phase->has_bar = PETSC_TRUE;
  }
}

PetscErrorCode LongPhaseTick(void)
{
  PetscLogDouble now;
  PetscReal      pause;

  PetscFunctionBeginUser;
  if (!phase->depth || phase->silent) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscTime(&now));
  pause = phase->terminal ? AGAIN : PetscMax(FIRST, SHARE * (now - phase->started));
  if (now - phase->started < FIRST || now - phase->last < pause) PetscFunctionReturn(PETSC_SUCCESS);
  phase->last = now;
  print_progress(now - phase->started);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LongPhaseReport(PetscReal done, const char format[], ...)
{
  va_list args;

  PetscFunctionBeginUser;
  phase->done = PetscMin(done, 1);
  va_start(args, format);
  vsnprintf(phase->where, sizeof phase->where, format, args);
  va_end(args);
  PetscCall(LongPhaseTick());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LongPhaseAnnounce(MPI_Comm comm, PetscReal seconds, const char format[], ...)
{
  char    text[160], expected[40];
  va_list args;
  int     rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank || phase->quiet || seconds < FIRST) PetscFunctionReturn(PETSC_SUCCESS);
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  long_phase_clear();
  long_phase_time(seconds, sizeof expected, expected);
  print_text("%s%s%s, about %s\n", phase->depth ? phase->what : "", phase->depth ? ": " : "", text,
             expected);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void long_phase_clear(void)
{
  if (!phase->has_bar) return;
  print_text("\r\033[K");
  phase->has_bar = PETSC_FALSE;
}

PetscErrorCode LongPhaseEnd(void)
{
  PetscFunctionBeginUser;
  if (--phase->depth == 0) long_phase_clear();
  PetscFunctionReturn(PETSC_SUCCESS);
}
