/* given.c: evaluates functions and motions that a program gives in the place of formulas. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "expression_impl.h"

/* ---- functions ------------------------------------------------------------------------------- */

struct _n_GivenFunction {
  PetscInt      n, nuses;
  char         *option[GIVEN_VALUES];
  GivenEvaluate evaluate;
  void         *context;
  PetscBool     per_step, failed;
  /* the last call: its results are for the other values and derivatives at the same x, too */
  PetscBool has_values, has_derivatives;
  PetscReal x[EXPRESSION_VARIABLES], value[GIVEN_VALUES],
    derivative[GIVEN_VALUES][EXPRESSION_VARIABLES];
  /* whether a derivative was not finite, and the variables at which it was so the last time */
  PetscBool has_bad;
  PetscReal bad[EXPRESSION_VARIABLES];
};

PetscErrorCode GivenFunctionAdd(Symbols s, PetscInt n, const char *const option[],
                                GivenEvaluate evaluate, void *context, PetscInt nuses,
                                PetscBool per_step)
{
  SymbolsWhole *const whole = symbols_whole(s);
  GivenFunction       f;

  PetscFunctionBeginUser;
  PetscCall(
    PetscRealloc((size_t)(whole->nfunctions + 1) * sizeof *whole->function, &whole->function));
  PetscCall(PetscNew(&f));
  whole->function[whole->nfunctions++] = f;
  f->n                                 = n;
  f->nuses                             = nuses;
  f->evaluate                          = evaluate;
  f->context                           = context;
  f->per_step                          = per_step;
  for (PetscInt k = 0; k < n; k++) PetscCall(PetscStrallocpy(option[k], &f->option[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

GivenFunction given_function_find(Symbols s, const char option[], PetscInt *which)
{
  const SymbolsWhole *const whole = symbols_whole(s);

  for (PetscInt i = 0; i < whole->nfunctions; i++)
    for (PetscInt k = 0; k < whole->function[i]->n; k++)
      if (!strcasecmp(whole->function[i]->option[k], option)) {
        *which = k;
        return whole->function[i];
      }
  return NULL;
}

/* Notes the variables if a derivative is not finite. */
static void check_derivatives(GivenFunction f)
{
  for (PetscInt k = 0; k < f->n; k++)
    for (PetscInt j = 0; j < f->nuses; j++) {
      if (isfinite(f->derivative[k][j])) continue;
      f->has_bad = PETSC_TRUE;
      memcpy(f->bad, f->x, sizeof f->x);
      return;
    }
}

/* Calls the function, unless its results at x are known. */
static void evaluate(GivenFunction f, PetscInt nvars, const PetscReal x[], PetscBool derivatives)
{
  const PetscBool same = (PetscBool)(f->has_values && !memcmp(f->x, x, (size_t)nvars * sizeof *x));

  if (f->failed || (same && (f->has_derivatives || !derivatives))) return;
  memcpy(f->x, x, (size_t)nvars * sizeof *x);
  memset(f->derivative, 0, sizeof f->derivative);
  f->failed =
    (PetscBool)(f->evaluate(f->context, f->x, f->value, derivatives ? f->derivative : NULL) != 0);
  f->has_values      = PETSC_TRUE;
  f->has_derivatives = derivatives;
  if (derivatives) check_derivatives(f);
}

/* Returns whether a derivative at x was not finite. */
static PetscBool is_bad(GivenFunction f, PetscInt nvars, const PetscReal x[])
{
  return (PetscBool)(f->has_bad && !memcmp(f->bad, x, (size_t)nvars * sizeof *x));
}

PetscReal given_function_value(GivenFunction f, PetscInt which, PetscInt nvars, const PetscReal x[])
{
  evaluate(f, nvars, x, PETSC_FALSE);
  return f->failed || is_bad(f, nvars, x) ? NAN : f->value[which];
}

PetscReal given_function_derivative(GivenFunction f, PetscInt which, PetscInt nvars,
                                    const PetscReal x[], PetscInt variable)
{
  evaluate(f, nvars, x, PETSC_TRUE);
  return f->failed ? NAN : f->derivative[which][variable];
}

PetscBool given_function_uses(GivenFunction f, PetscInt variable)
{
  return (PetscBool)(variable < f->nuses);
}

PetscBool given_function_is_per_step(GivenFunction f) { return f->per_step; }

const char *given_function_fault(GivenFunction f, PetscInt nvars, const PetscReal x[])
{
  if (f->failed) return "raises an error";
  return is_bad(f, nvars, x) ? "returns a derivative that is not finite"
                             : "returns no finite value";
}

void given_functions_retry(Symbols s)
{
  const SymbolsWhole *const whole = symbols_whole(s);

  for (PetscInt i = 0; i < whole->nfunctions; i++)
    if (whole->function[i]->failed) {
      whole->function[i]->failed     = PETSC_FALSE;
      whole->function[i]->has_values = whole->function[i]->has_derivatives = PETSC_FALSE;
    }
}

/* ---- motions --------------------------------------------------------------------------------- */

GivenMotion *given_motion_find(Symbols s, const char option[])
{
  const SymbolsWhole *const whole = symbols_whole(s);

  for (PetscInt i = 0; i < whole->nmotions; i++)
    if (!strcasecmp(whole->motion[i]->option, option)) return whole->motion[i];
  return NULL;
}

PetscErrorCode GivenMotionAdd(Symbols s, const char option[], GivenMotion **m)
{
  SymbolsWhole *const whole = symbols_whole(s);

  PetscFunctionBeginUser;
  *m = given_motion_find(s, option);
  if (*m) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscRealloc((size_t)(whole->nmotions + 1) * sizeof *whole->motion, &whole->motion));
  PetscCall(PetscNew(m));
  whole->motion[whole->nmotions++] = *m;
  PetscCall(PetscStrallocpy(option, &(*m)->option));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt given_motions(Symbols s, GivenMotion *const **m)
{
  *m = symbols_whole(s)->motion;
  return symbols_whole(s)->nmotions;
}

void given_motions_changed(Symbols s) { symbols_whole(s)->motions_version++; }

PetscInt given_motions_version(Symbols s) { return symbols_whole(s)->motions_version; }

/* Continues from an end of a step, qva[3], over a time. */
static void continue_motion(const PetscReal end[3], PetscReal time, PetscReal qva[3])
{
  qva[0] = end[0] + time * (end[1] + time / 2 * end[2]);
  qva[1] = end[1] + time * end[2];
  qva[2] = end[2];
}

void given_motion_at(const GivenMotion *m, PetscReal t, PetscReal qva[3])
{
  const PetscReal h = m->t_to - m->t_from, s = h > 0 ? (t - m->t_from) / h : 1;
  PetscReal       start[3], miss[3], c[3];

  if (s >= 1 || s <= 0) { /* some stages of schemes are outside of the step */
    continue_motion(s >= 1 ? m->to : m->from, t - (s >= 1 ? m->t_to : m->t_from), qva);
    return;
  }
  continue_motion(m->from, h, start);
  for (int k = 0; k < 3; k++) miss[k] = m->to[k] - start[k];
  miss[1] *= h;
  miss[2] *= h * h;
  /* miss = c0 s^3 + c1 s^4 + c2 s^5 and its derivatives at s = 1 */
  c[0] = 10 * miss[0] - 4 * miss[1] + miss[2] / 2;
  c[1] = -15 * miss[0] + 7 * miss[1] - miss[2];
  c[2] = 6 * miss[0] - 3 * miss[1] + miss[2] / 2;
  continue_motion(m->from, t - m->t_from, qva);
  qva[0] += s * s * s * (c[0] + s * (c[1] + s * c[2]));
  qva[1] += s * s * (3 * c[0] + s * (4 * c[1] + s * 5 * c[2])) / h;
  qva[2] += s * (6 * c[0] + s * (12 * c[1] + s * 20 * c[2])) / (h * h);
}

void given_motions_start(Symbols s, PetscReal t_from, PetscReal t_to)
{
  /* Relative to the last step: a motion that was not given again ends there, and t_from may be
     before the end by the round-off of a sum of steps */
  const PetscReal round_off = 1e-9;

  given_motions_changed(s);
  for (PetscInt i = 0; i < symbols_whole(s)->nmotions; i++) {
    GivenMotion *const m = symbols_whole(s)->motion[i];
    PetscReal          now[3];

    if (!m->fresh && t_from >= m->t_to - round_off * (m->t_to - m->t_from))
      m->next[1] = m->next[2] = 0;
    given_motion_at(m, t_from, now);
    memcpy(m->from, now, sizeof now);
    memcpy(m->to, m->next, sizeof m->to);
    m->t_from = t_from;
    m->t_to   = t_to;
    m->fresh  = PETSC_FALSE;
  }
}

void given_motions_hold(Symbols s, PetscReal t)
{
  given_motions_changed(s);
  for (PetscInt i = 0; i < symbols_whole(s)->nmotions; i++) {
    GivenMotion *const m = symbols_whole(s)->motion[i];

    memcpy(m->from, m->next, sizeof m->from);
    memcpy(m->to, m->next, sizeof m->to);
    m->t_from = m->t_to = t;
    m->fresh            = PETSC_FALSE;
  }
}

/* ---- life ------------------------------------------------------------------------------------ */

PetscErrorCode GivensDestroy(Symbols s)
{
  SymbolsWhole *const whole = symbols_whole(s);

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < whole->nfunctions; i++) {
    for (PetscInt k = 0; k < whole->function[i]->n; k++)
      PetscCall(PetscFree(whole->function[i]->option[k]));
    PetscCall(PetscFree(whole->function[i]));
  }
  for (PetscInt i = 0; i < whole->nmotions; i++) {
    PetscCall(PetscFree(whole->motion[i]->option));
    PetscCall(PetscFree(whole->motion[i]));
  }
  PetscCall(PetscFree(whole->function));
  PetscCall(PetscFree(whole->motion));
  PetscFunctionReturn(PETSC_SUCCESS);
}
