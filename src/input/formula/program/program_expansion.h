/* program_expansion.h: the evaluation of a formula by series, for the files program_*.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_PROGRAM_PROGRAM_EXPANSION_H
#define FS_INPUT_FORMULA_PROGRAM_PROGRAM_EXPANSION_H

#include "program.h"

enum { PROGRAM_ROUND_OFF = 8 }; /* round-off of a value, in units of the machine's precision */

/* Expansion - An evaluation of a program at a place of a curve. */
typedef struct {
  const double (*x)[3]; /* value of each variable, and its first two coefficients along the curve */
  double   at;          /* value of the parameter of the curve */
  unsigned moving;      /* bit k: variable k changes along the curve */
  int      fixed;       /* the other variables keep their values */
  int      side, n;
  int      corner;    /* a change at x was met */
  int      undecided; /* more coefficients would decide a condition */
  int      curved;    /* a condition is not linear in the variable */
  unsigned pieces;    /* a checksum of the pieces of the formula that hold beside x */
  double   next;      /* distance to the next change by a condition that is linear */
} Expansion;

/* Returns whether numbers that depend on these variables change along the curve, at places that do
   not depend on variables whose values may be others. */
static inline int program_changes_alone(const Expansion *e, unsigned variables)
{
  return (variables & e->moving) && (e->fixed || !(variables & ~e->moving));
}

/* program_expand - Expands a formula at the place that the first members of *e describe, up to
   e->n coefficients.

   Output:
     e  the members from corner on */
Series program_expand(const Program *program, Expansion *e);

/* program_expand_at - Expands a formula in one variable with n coefficients, as program_series()
   does, and sets all members of *e. */
Series program_expand_at(const Program *program, const double x[], int variable, ProgramSide side,
                         int n, Expansion *e);

#endif
