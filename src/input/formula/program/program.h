/* program.h: a formula as a list of instructions for a stack, to evaluate it with other numbers.

   muParser evaluates formulas with numbers only. Derivatives, and the search for places where a
   formula changes, need the structure of the formula. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_PROGRAM_PROGRAM_H
#define FS_INPUT_FORMULA_PROGRAM_PROGRAM_H

#include "input/formula/expression.h"
#include "input/formula/tables/series.h"
#include "input/formula/symbols.h"

typedef enum {
  PROGRAM_NUMBER,   /* pushes value */
  PROGRAM_VARIABLE, /* pushes variable number n */
  PROGRAM_TABLE,    /* replaces the argument by the value of a table */
  PROGRAM_FUNCTION, /* replaces the argument by the function; n is a SeriesFunction */
  PROGRAM_NEGATE,
  PROGRAM_ADD, /* the following replace two numbers by one */
  PROGRAM_SUBTRACT,
  PROGRAM_MULTIPLY,
  PROGRAM_DIVIDE,
  PROGRAM_POWER,
  PROGRAM_ATAN2,
  PROGRAM_AND,
  PROGRAM_OR,
  PROGRAM_LESS, /* comparisons: 1 or 0 */
  PROGRAM_LESS_EQUAL,
  PROGRAM_GREATER,
  PROGRAM_GREATER_EQUAL,
  PROGRAM_EQUAL,
  PROGRAM_NOT_EQUAL,
  PROGRAM_ABS, /* functions with corners or jumps */
  PROGRAM_SIGN,
  PROGRAM_RINT,
  PROGRAM_MIN, /* two numbers by one */
  PROGRAM_MAX,
  PROGRAM_BRANCH, /* removes a number; if it is 0, continues at instruction n */
  PROGRAM_JUMP    /* continues at instruction n */
} ProgramOp;

typedef struct {
  ProgramOp          op;
  int                n;
  double             value;
  const Interpolant *table;     /* borrowed */
  unsigned           variables; /* bit k: the result depends on variable k */
} ProgramStep;

typedef struct {
  int          nvars;                   /* number of variables */
  int          nsteps, capacity, depth; /* depth: largest height of the stack */
  ProgramStep *step;                    /* [nsteps] */
} Program;

/* program_compile - Translates a formula that muParser accepts.

   Input:
     symbols  constants and tables
     vars     [nvars <= EXPRESSION_VARIABLES] names of variables
   Returns NULL if text is not a formula or memory is missing. Not collective. */
Program *program_compile(Symbols symbols, const char text[], int nvars, char *const vars[]);

/* program_destroy - Frees a program, which may be NULL. */
void program_destroy(Program *program);

/* ProgramSide - The side of a point on which a formula is expanded. */
typedef enum { PROGRAM_BEFORE = -1, PROGRAM_AFTER = 1 } ProgramSide;

/* program_series - Expands a formula in one variable about x, on one side of it.

   The series is in the distance from x[variable]. Conditions, corners and pieces of tables are
   those beside the point; a point as near to a change as round-off counts as the change. Output:
     corner  1 if the formula may have a corner or a jump at x
   If derivatives are infinite or memory is missing, series.known is less than 3. */
Series program_series(const Program *program, const double x[], int variable, ProgramSide side,
                      int *corner);

/* ProgramLine - A formula as a function of one variable. The other variables keep their values. */
typedef struct {
  const Program *program;
  int            variable, nvars;
  const double  *x; /* [nvars] values of all variables; that of the variable is not read */
} ProgramLine;

/* program_next_corner - Returns the first place between a and b where a formula changes its piece,
   or b.

   These places are changes of conditions, the corners of functions, and rows of tables, if their
   arguments depend on the variable of the line alone. They are exact if the arguments are linear in
   it. Others are found between samples with this spacing. */
double program_next_corner(const ProgramLine *line, double a, double b, double spacing);

/* program_has_corners - Returns whether a formula may have jumps or corners where some of these
   variables (bit k: variable k) change. */
int program_has_corners(const Program *program, unsigned variables);

/* ProgramCurve - A formula along a curve with one parameter: variable k has the value
   c[k][0] + c[k][1] s + c[k][2] s^2 at the parameter s. */
typedef struct {
  const Program *program;
  int            nvars;
  double         c[EXPRESSION_VARIABLES][3];
} ProgramCurve;

/* program_curve_next_corner - Returns the first parameter between a and b where a formula changes
   its piece along a curve, or b.

   It is as exact as program_next_corner(), but in contrast to that function it also finds places
   that depend on variables which stay constant along the curve. */
double program_curve_next_corner(const ProgramCurve *curve, double a, double b, double spacing);

/* program_may_change - Returns whether a formula may change its piece inside of the box in which
   variable k has values from low[k] to high[k].

   The function evaluates the formula with intervals (Moore, Kearfott & Cloud, Introduction to
   Interval Analysis, 2009). It may therefore return 1 without a change, but never returns 0 if
   there is one. A change at the boundary of the box is not inside. */
int program_may_change(const Program *program, const double low[], const double high[]);

/* ProgramCorner - What happens to the value of a formula at a place. */
typedef enum {
  CORNER_PLAIN, /* the value is continuous */
  CORNER_REST,  /* besides, it is constant on one side and not on the other */
  CORNER_JUMP   /* the value jumps */
} ProgramCorner;

/* program_corner - Returns what happens to a formula where the variable of the line has the value
   at. */
ProgramCorner program_corner(const ProgramLine *line, double at);

/* program_line_series - Expands a formula in the variable of the line about at, as program_series
   does. */
Series program_line_series(const ProgramLine *line, double at, ProgramSide side);

#endif
