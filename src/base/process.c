/* process.c: borrows what a process has only once, and gives it back. */
/* SPDX-License-Identifier: BSD-2-Clause */
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

/* ---- calls ----------------------------------------------------------------------------------- */

PetscErrorCode ProcessEnter(Process *p)
{
  PetscFunctionBeginUser;
  if (p->depth++) PetscFunctionReturn(PETSC_SUCCESS);
  if (p->options) PetscCall(PetscOptionsPush(p->options));
  PetscCall(ErrorLogBegin(&p->errors));
  PrintingBegin(&p->printing);
  p->outer   = LongPhaseUse(&p->phase);
  p->phases  = phase_depth();
  p->control = control_register();
  p->locale  = c_locale_enter();
  if (p->flush_denormals) ProcessFlushDenormals(p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProcessLeave(Process *p)
{
  PetscFunctionBeginUser;
  if (--p->depth) PetscFunctionReturn(PETSC_SUCCESS);
  set_control_register(p->control);
  c_locale_leave(p->locale);
  PetscCall(PhaseEndAll(p->phases));
  long_phase_clear();
  p->phase.depth = 0;
  (void)LongPhaseUse(p->outer);
  PrintingEnd();
  PetscCall(ErrorLogEnd());
  if (p->options) PetscCall(PetscOptionsPop());
  PetscFunctionReturn(PETSC_SUCCESS);
}
