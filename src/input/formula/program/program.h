/* program.h: a formula as a list of instructions that work on a stack.

   muParser returns only the value of a formula. Derivatives, and the search for places where a
   formula passes from one smooth piece to another, need the instructions: they are executed with
   power series or intervals instead of numbers. A formula changes its piece where a condition
   becomes true or false, where abs, sign, rint, min or max has its corner, and at the rows of
   tables. Functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_PROGRAM_PROGRAM_H
#define FS_INPUT_FORMULA_PROGRAM_PROGRAM_H

#include "input/formula/expression.h"
#include "input/formula/tables/series.h"
#include "input/formula/symbols.h"

/* ProgramOp - The kinds of instructions. n and value are members of ProgramStep. */
typedef enum {
  PROGRAM_NUMBER,   /* pushes the number value on the stack */
  PROGRAM_VARIABLE, /* pushes the variable with the index n */
  PROGRAM_TABLE,    /* replaces the top of the stack by the value of a table there */
  PROGRAM_FUNCTION, /* replaces the top of the stack by its function; n is a SeriesFunction */
  PROGRAM_NEGATE,   /* replaces the top of the stack by its negative */
  PROGRAM_ADD,      /* this and the following ones replace two numbers by one */
  PROGRAM_SUBTRACT,
  PROGRAM_MULTIPLY,
  PROGRAM_DIVIDE,
  PROGRAM_POWER,
  PROGRAM_ATAN2,
  PROGRAM_AND,
  PROGRAM_OR,
  PROGRAM_LESS, /* comparisons, whose result is 1 or 0 */
  PROGRAM_LESS_EQUAL,
  PROGRAM_GREATER,
  PROGRAM_GREATER_EQUAL,
  PROGRAM_EQUAL,
  PROGRAM_NOT_EQUAL,
  PROGRAM_ABS, /* functions with corners or jumps */
  PROGRAM_SIGN,
  PROGRAM_RINT,
  PROGRAM_MIN, /* this and the next one replace two numbers by one */
  PROGRAM_MAX,
  PROGRAM_BRANCH, /* pops a number from the stack; if it is 0, execution continues at step[n] */
  PROGRAM_JUMP    /* execution continues at step[n] */
} ProgramOp;

/* ProgramStep - One instruction. */
typedef struct {
  ProgramOp          op;
  int                n;         /* see ProgramOp */
  double             value;     /* the number of PROGRAM_NUMBER */
  const Interpolant *table;     /* the table of PROGRAM_TABLE; borrowed */
  unsigned           variables; /* bit k is set if the result depends on the variable k */
} ProgramStep;

/* Program - The instructions of a formula. After the last one, the value of the formula is the only
   number on the stack. */
typedef struct {
  int nvars; /* number of variables */
  /* number of instructions, number for which step has memory, and most numbers on the stack */
  int          nsteps, capacity, depth;
  ProgramStep *step; /* [nsteps] the instructions */
} Program;

/* program_compile - Translates a formula, which muParser has accepted, into instructions.

   Input:
     symbols  constants and tables that the formula may use
     text     the formula
     vars     [nvars] names of the variables; nvars is at most EXPRESSION_VARIABLES
   Returns the program, which the caller frees by program_destroy(). Returns NULL if text is not a
   formula or memory is missing. */
Program *program_compile(Symbols symbols, const char text[], int nvars, char *const vars[]);

/* program_destroy - Frees a program, which may be NULL. */
void program_destroy(Program *program);

/* ProgramSide - The side of a point on which a formula is expanded: the side of smaller or of
   larger values of the variable. */
typedef enum { PROGRAM_BEFORE = -1, PROGRAM_AFTER = 1 } ProgramSide;

/* program_series - Expands a formula in a power series in one variable, on one side of a point.

   The series is in s = x[variable] - (value at the point). The result describes the smooth piece of
   the formula on the given side of the point. If the point is nearer than round-off to a change of
   the piece, it counts as the change.
   Input:
     x         [nvars] values of the variables at the point
     variable  index of the variable of the series
     side      the side of the point
   Output:
     corner  1 if the formula may have a corner or a jump at the point, else 0
   Returns the series. If derivatives are infinite or memory is missing, the member known of the
   series is less than 3. */
Series program_series(const Program *program, const double x[], int variable, ProgramSide side,
                      int *corner);

/* ProgramLine - A formula as a function of one of its variables, while the other variables keep
   their values. */
typedef struct {
  const Program *program;
  /* index of the variable, and number of variables of the formula */
  int           variable, nvars;
  const double *x; /* [nvars] values of the other variables; x[variable] is not read */
} ProgramLine;

/* program_next_corner - Returns the first value between a and b, of the variable of a line, at
   which a formula passes to another smooth piece. Returns b if there is no such value.

   Only changes are found that depend on the variable of the line and on no other variable. The
   result is exact if the argument of the condition, function or table is linear in the variable.
   Other changes are found by samples.
   Input:
     spacing  distance of the samples, in the variable */
double program_next_corner(const ProgramLine *line, double a, double b, double spacing);

/* program_has_corners - Returns 1 if a formula may have jumps or corners while some of its
   variables change, else 0.

   Input:
     variables  bit k is set if variable k changes */
int program_has_corners(const Program *program, unsigned variables);

/* ProgramCurve - A formula along a curve in the space of its variables: variable k has the value
   c[k][0] + c[k][1] s + c[k][2] s^2 at the parameter s. */
typedef struct {
  const Program *program;
  int            nvars; /* number of variables */
  double         c[EXPRESSION_VARIABLES][3];
} ProgramCurve;

/* program_curve_next_corner - Returns the first parameter between a and b at which a formula passes
   to another smooth piece along a curve. Returns b if there is no such parameter.

   In contrast to program_next_corner(), the function also finds changes that depend on variables
   that are constant along the curve. The result is exact if the argument of the condition, function
   or table is linear or quadratic in the parameter. Other changes are found by samples.
   Input:
     spacing  distance of the samples, in the parameter */
double program_curve_next_corner(const ProgramCurve *curve, double a, double b, double spacing);

/* program_may_change - Returns 1 if a formula may pass to another smooth piece inside a box of its
   variables, else 0.

   The function evaluates the formula with intervals (Moore, Kearfott & Cloud, Introduction to
   Interval Analysis, 2009). It may therefore return 1 although there is no change, but it never
   returns 0 if there is one. A change at the boundary of the box is not inside.
   Input:
     low, high  [nvars] smallest and largest value of each variable in the box */
int program_may_change(const Program *program, const double low[], const double high[]);

/* ProgramCorner - What happens to the value of a formula where it passes to another smooth
   piece. */
typedef enum {
  CORNER_PLAIN, /* the value is continuous */
  CORNER_REST,  /* the value is continuous, and constant on one side only */
  CORNER_JUMP   /* the value jumps */
} ProgramCorner;

/* program_corner - Returns whether a formula has a jump, or becomes constant, where the variable of
   the line has the value `at`. */
ProgramCorner program_corner(const ProgramLine *line, double at);

/* program_line_series - Expands a formula in a power series in the variable of a line, on one side
   of the value `at` of this variable. */
Series program_line_series(const ProgramLine *line, double at, ProgramSide side);

#endif
