/* program_expansion.h: executes the instructions of a formula with power series instead of numbers,
   for the files program_*.c.

   The variables of the formula move along a curve. The result is the formula as a power series in
   the parameter of the curve, from which derivatives follow, and the distance to the next place
   where the formula passes to another smooth piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_PROGRAM_PROGRAM_EXPANSION_H
#define FS_INPUT_FORMULA_PROGRAM_PROGRAM_EXPANSION_H

#include "program.h"

enum { PROGRAM_ROUND_OFF = 8 }; /* round-off of a value, in units of the machine's precision */

/* Expansion - The arguments and results of an expansion at a point of a curve, beside which the
   formula consists of one smooth piece. A change is a place where the formula passes to another
   piece. */
typedef struct {
  /* the point: value of each variable, and the coefficients of the first and second power of the
     distance along the curve */
  const double (*x)[3];
  double   at;     /* value of the parameter of the curve at the point */
  unsigned moving; /* bit k is set if variable k changes along the curve */
  /* 1 if the variables that do not change have exactly the values x; 0 if the values are samples,
     so that changes that depend on them do not count */
  int fixed;
  int side, n;   /* side of the point, a ProgramSide, and number of coefficients to compute */
  int corner;    /* 1 if the point itself is a change, else 0 */
  int undecided; /* 1 if a condition is equal on both sides up to the computed coefficients */
  /* 1 if `next` is not exact for some condition, so that changes must be searched by samples */
  int      curved;
  unsigned pieces; /* a checksum of all conditions, which differs if another piece holds */
  double   next;   /* distance to the next change of the conditions that are solved exactly */
} Expansion;

/* program_changes_alone - Returns whether a number that depends on given variables (bit k for
   variable k) changes along the curve of an expansion, and is determined by the curve. */
static inline int program_changes_alone(const Expansion *e, unsigned variables)
{
  return (variables & e->moving) && (e->fixed || !(variables & ~e->moving));
}

/* program_expand - Expands a formula at a point of a curve.

   Changed:
     e  the caller sets the members x to n; the function sets the members corner to next
   Returns the series in the distance from the point along the curve, with e->n coefficients. */
Series program_expand(const Program *program, Expansion *e);

/* program_expand_at - Expands a formula in a power series in one variable, on one side of a point.

   Input:
     x         [nvars] values of the variables at the point
     variable  index of the variable of the series
     side      the side of the point
     n         number of coefficients of the series
   Output:
     e  all members of the expansion
   Returns the series. */
Series program_expand_at(const Program *program, const double x[], int variable, ProgramSide side,
                         int n, Expansion *e);

#endif
