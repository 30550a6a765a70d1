/* process.c: borrows what a process has only once, and gives it back. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* fegetexcept */
#include "process.h"
#include "profile.h"
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

/* ---- floating-point numbers ------------------------------------------------------------------ */

static unsigned control_register(void)
{
#if defined(__SSE2__)
  return _mm_getcsr();
#else
  return 0;
#endif
}

static void set_control_register(unsigned control)
{
#if defined(__SSE2__)
  _mm_setcsr(control);
#else
  (void)control;
#endif
}

void ProcessFlushDenormals(Process *p)
{
  const unsigned flush = 0x8040; /* flush to zero, denormals are zero */

  p->flush_denormals = PETSC_TRUE;
  set_control_register(control_register() | flush);
}

/* Gives the numbers of a case their usual rounding, and no traps. The program sets its own, by
   -fp_trap. */
static void begin_numbers(Process *p)
{
  const unsigned usual = 0x1f80; /* all exceptions are masked, rounding to nearest */

  p->control = control_register();
  p->unusual = (PetscBool)(p->options && (fegetround() != FE_TONEAREST || fegetexcept()));
  if (p->unusual) {
    fegetenv(&p->numbers);
    fesetenv(FE_DFL_ENV);
  }
  if (p->options) set_control_register(usual);
  if (p->flush_denormals) ProcessFlushDenormals(p);
}

static void end_numbers(const Process *p)
{
  if (p->unusual) fesetenv(&p->numbers);
  set_control_register(p->control);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Takes what needs no error log. */
static void take(Process *p)
{
  printing_use(&p->printing);
  p->outer  = LongPhaseUse(&p->phase);
  p->locale = c_locale_enter();
  begin_numbers(p);
}

static void give_back(Process *p)
{
  end_numbers(p);
  c_locale_leave(p->locale);
  (void)LongPhaseUse(p->outer);
  printing_leave();
}

PetscErrorCode ProcessEnter(Process *p)
{
  PetscFunctionBeginUser;
  if (p->depth++) PetscFunctionReturn(PETSC_SUCCESS);
  if (p->options) PetscCall(PetscOptionsPush(p->options));
  PetscCall(ErrorLogBegin(&p->errors));
  p->phases = phase_depth();
  printing_ignore_signals(&p->printing);
  take(p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProcessLeave(Process *p)
{
  PetscFunctionBeginUser;
  if (--p->depth) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PhaseEndAll(p->phases));
  long_phase_clear();
  p->phase.depth = 0;
  give_back(p);
  printing_restore_signals(&p->printing);
  PetscCall(ErrorLogEnd());
  if (p->options) PetscCall(PetscOptionsPop());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProcessSuspend(Process *p, PetscBool signals, ProcessPause *pause)
{
  PetscFunctionBeginUser;
  pause->depth   = p->depth;
  pause->phases  = p->phases;
  pause->phase   = p->phase;
  pause->signals = signals;
  give_back(p);
  if (signals) printing_restore_signals(&p->printing);
  else pause->printing = p->printing; /* the handlers of the program */
  PetscCall(ErrorLogPause(&p->errors, &pause->errors));
  if (p->options) PetscCall(PetscOptionsPop());
  p->depth = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProcessResume(Process *p, const ProcessPause *pause)
{
  PetscFunctionBeginUser;
  if (p->options) PetscCall(PetscOptionsPush(p->options));
  PetscCall(ErrorLogResume(&p->errors, &pause->errors));
  if (pause->signals) printing_ignore_signals(&p->printing);
  else p->printing = pause->printing;
  take(p);
  p->depth  = pause->depth;
  p->phases = pause->phases;
  p->phase  = pause->phase;
  PetscFunctionReturn(PETSC_SUCCESS);
}
