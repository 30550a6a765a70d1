/* long_phase.c: prints how far a long phase of a run is, and how long it will take.

   A pointer to the phase is static, because callbacks of PETSc and SLEPc report it, which have no
   argument for it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "long_phase.h"
#include "printing.h"
#include <petsctime.h>
#include <stdarg.h>
#include <stdio.h>

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
static void print_line(PetscReal seconds)
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
  print_line(now - phase->started);
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
