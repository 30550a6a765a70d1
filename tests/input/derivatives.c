/* derivatives.c: exact one-sided derivatives of formulas: closed forms, corners, starts, and random
   formulas against muParser and against differences. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "input/formula/expression_impl.h"
#include "petsc_test.h"

static Symbols symbols;

static PetscErrorCode CheckFormula(const char text[], double x, double first, double second)
{
  const char *const t = "t";
  const double      h = 0.01;
  Expression        e;
  PetscReal         d1, d2;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCreate(symbols, "-test", text, 1, &t, &e));
  ExpressionDerivatives(e, x, h, &d1, &d2);
  if (isnan(first)) CHECK(isnan(d1), "%s: the first derivative is %g, and is infinite", text, d1);
  else CHECK_CLOSE(d1, first, 4e-14 * (1 + fabs(first)), text);
  if (isnan(second)) CHECK(isnan(d2), "%s: the second derivative is %g, and is infinite", text, d2);
  else CHECK_CLOSE(d2, second, 4e-13 * (1 + fabs(second)), text);
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Starts, corners and singular places. The derivatives are those after the place. */
static PetscErrorCode CheckPlaces(void)
{
  static const struct {
    const char *text;
    double      x, first, second;
  } cases[] = {
    {"t^5",                              0,   0,                   0                  },
    {"10*t^3-15*t^4+6*t^5",              0,   0,                   0                  },
    {"6*t^5-15*t^4+10*t^3",              1,   0,                   0                  },
    {"sin(t)^3",                         0,   0,                   0                  },
    {"0.9*(t-sin(2*pi*t)/(2*pi))",       0,   0,                   0                  },
    {"0.9*(t-sin(2*pi*t)/(2*pi))",       0.5, 1.8,                 0                  },
    {"t^1.5",                            0,   0,                   15                 }, /* 1.5 sqrt(h) / h */
    {"t^2.5",                            0,   0,                   0                  },
    {"sqrt(t)",                          0,   NAN,                 NAN                },
    {"sqrt(t^2)",                        0,   1,                   0                  },
    {"sqrt(t^4)",                        0,   0,                   2                  },
    {"(t^2)^1.5",                        0,   0,                   0                  },
    {"(1-cos(t))^0.5",                   0,   0.70710678118654752, 0                  },
    {"t>0 ? t*t : 0",                    0,   0,                   2                  },
    {"t>=0 ? t*t : 0",                   0,   0,                   2                  },
    {"t<=0 ? 0 : t*t",                   0,   0,                   2                  },
    {"0<t && 1>0 ? t*t : 0",             0,   0,                   2                  },
    {"t ? 3*t : 0",                      0,   3,                   0                  },
    {"t<=0 ? 0 : 5+exp(-1/t)",           0,   0,                   0                  },
    {"t==0 ? 1 : sin(t)/t",              0,   0,                   -1. / 3            },
    {"t^5>0 ? 2*t : 7*t",                0,   2,                   0                  },
    {"t-t>0 ? 2*t : 7*t",                0,   7,                   0                  },
    {"abs(t)",                           0,   1,                   0                  },
    {"abs(-t)*t",                        0,   0,                   2                  },
    {"max(t,0)+min(t,0)*2",              0,   1,                   0                  },
    {"min(t,2*t,3)",                     0,   1,                   0                  },
    {"sign(t)*t+rint(t)",                0,   1,                   0                  },
    {"rint(t)*t",                        0.5, 1,                   0                  },
    {"t<0.3 ? 0 : t-0.3",                0.3, 1,                   0                  },
    {"3*t<0.9 ? 0 : t-0.3",              0.3, 1,                   0                  }, /* 3*0.3 < 0.9 by round-off */
    {"atan2(t,1-t)",                     0,   1,                   2                  },
    {"2^t",                              0,   0.6931471805599453,  0.4804530139182014 },
    {"t^t",                              1,   1,                   2                  },
    {"tanh(1000*t)",                     1,   0,                   0                  },
    {"asinh(t)+acosh(2+t)",              0,   1.5773502691896257,  -0.3849001794597505},
    {"atanh(t/2)+atan(t)",               0.5, 1.3333333333333333,  -0.4977777777777778},
    {"asin(t)",                          1,   NAN,                 NAN                },
    {"log10(10^t)+log2(2^t)+ln(exp(t))", 0.7, 3,                   0                  },
    {"avg(t,t^2,3)+sum(t,1)",            1,   2,                   2. / 3             },
    {"-t^2",                             3,   -6,                  -2                 },
    {"2^-t",                             0,   -0.6931471805599453, 0.4804530139182014 },
    {"row(t)",                           0.1, 2,                   0                  },
    {"row(0.3-t)",                       0.2, -1,                  0                  },
    {"row(3*t)",                         0.1, -15. / 7,            0                  }, /* 3*0.1 > 0.3 by round-off */
    {"1/(1+t)",                          0,   -1,                  2                  },
  };

  PetscFunctionBeginUser;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    PetscCall(CheckFormula(cases[k].text, cases[k].x, cases[k].first, cases[k].second));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double next_random(void) { return rand() / (RAND_MAX + 1.); }
static int    draw(int n) { return (int)(n * next_random()); }

/* Appends a random formula of t. muParser rounds constants beside && and || to whole numbers, so
   comparisons stand there. */
static void append_formula(char text[], size_t size, int depth)
{
  static const char *const        leaves[]    = {"t", "t", "0.7", "2", ".5e0", "pi", "1.3", "t"},
                           *const functions[] = {"sin",   "cos", "tanh", "exp", "atan",
                                                 "asinh", "abs", "sqrt", "ln",  "cosh",
                                                 "asin",  "-",   "+",    "tan"},
                           *const operators[] = {
                             "+",          "-", "*", "/", "^", " < ", ">=", "==", " < 1&&0.2 < ",
                             " < 0||1 < ", "*", "+", "-"};
  const int kind = draw(depth > 0 ? 6 : 1);

  if (kind == 0) strncat(text, leaves[draw(8)], size - strlen(text) - 1);
  else if (kind == 1) {
    strncat(text, functions[draw(14)], size - strlen(text) - 1);
    strncat(text, "(", size - strlen(text) - 1);
    append_formula(text, size, depth - 1);
    strncat(text, ")", size - strlen(text) - 1);
  } else if (kind == 2) {
    strncat(text, "(", size - strlen(text) - 1);
    append_formula(text, size, depth - 1);
    strncat(text, draw(2) ? "<0.4 ? " : ">t ? ", size - strlen(text) - 1);
    append_formula(text, size, depth - 1);
    strncat(text, ": ", size - strlen(text) - 1);
    append_formula(text, size, depth - 1);
    strncat(text, ")", size - strlen(text) - 1);
  } else if (kind == 3) {
    strncat(text, draw(2) ? "min(" : "max(", size - strlen(text) - 1);
    append_formula(text, size, depth - 1);
    strncat(text, ",", size - strlen(text) - 1);
    append_formula(text, size, depth - 1);
    strncat(text, ")", size - strlen(text) - 1);
  } else {
    append_formula(text, size, depth - 1);
    strncat(text, operators[draw(13)], size - strlen(text) - 1);
    append_formula(text, size, depth - 1);
  }
}

/* Compares the values with muParser's, and the derivatives with differences where these agree
   among themselves. Returns whether it compared derivatives. */
static PetscErrorCode CheckRandom(const char text[], double x, int *compared)
{
  const char *const t = "t";
  const double      h = 1e-4;
  double            f[5], before[2], d1, d2;
  int               corner;
  Expression        e;
  Series            y;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCreate(symbols, "-test", text, 1, &t, &e));
  for (int k = 0; k < 5; k++) f[k] = ExpressionValue(e, &(PetscReal){x + (k - 2) * h});
  y = program_series(expression_program(e), &x, 0, PROGRAM_AFTER, &corner);
  if (isfinite(f[2]) && !corner)
    CHECK(y.known > 0 && fabs(y.c[0] - f[2]) <= 1e-12 * (1 + fabs(f[2])),
          "%s at %g: %.15g, muParser has %.15g", text, x, y.c[0], f[2]);
  before[0] = (f[3] - f[1]) / (2 * h);
  before[1] = (f[4] - f[0]) / (4 * h);
  d1        = (4 * before[0] - before[1]) / 3;
  d2        = (f[3] - 2 * f[2] + f[1]) / (h * h);
  if (isfinite(d1) && isfinite(d2) && fabs(before[0] - before[1]) <= 1e-6 * (1 + fabs(d1)) &&
      fabs(d2) < 100 && fabs(f[2]) < 100) {
    CHECK(y.known > 2 && fabs(y.c[1] - d1) <= 1e-6 * (1 + fabs(d1)), "%s at %g: %.15g, not %.15g",
          text, x, y.c[1], d1);
    (*compared)++;
  }
  y = program_series(expression_program(e), &x, 0, PROGRAM_BEFORE, &corner);
  if (isfinite(f[2]) && !corner)
    CHECK(y.known > 0 && fabs(y.c[0] - f[2]) <= 1e-12 * (1 + fabs(f[2])), "%s before %g", text, x);
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckRandoms(void)
{
  int compared = 0;

  PetscFunctionBeginUser;
  srand(7);
  for (int k = 0; k < 4000; k++) {
    char text[2000] = "";

    append_formula(text, sizeof text, 5);
    if (strlen(text) < 900) PetscCall(CheckRandom(text, 2 * next_random() - 0.5, &compared));
  }
  CHECK(compared > 1500, "only %d derivatives were compared", compared);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* At a corner, a partial derivative is the mean of both sides. */
static PetscErrorCode CheckPartial(void)
{
  static const char *const vars[] = {"t", "ux", "vx"};
  Expression               e;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCreate(symbols, "-test", "ux<0 ? -8*ux*t : vx*ux^2", 3, vars, &e));
  CHECK_CLOSE(ExpressionPartial(e, (PetscReal[]){2, 0, 5}, 1), -8, 1e-15, "at the corner");
  CHECK_CLOSE(ExpressionPartial(e, (PetscReal[]){2, 3, 5}, 1), 30, 1e-13, "behind the corner");
  CHECK_CLOSE(ExpressionPartial(e, (PetscReal[]){2, 3, 5}, 2), 9, 1e-14, "by another variable");
  CHECK_CLOSE(ExpressionPartial(e, (PetscReal[]){2, -3, 5}, 2), 0, 0, "before the corner");
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static const double times[] = {0, 0.1, 0.3, 1}, values[] = {0, 0.1, 0.5, 0};

  PetscFunctionBeginUser;
  PetscCall(SymbolsCreate(PETSC_COMM_SELF, &symbols));
  PetscCall(SymbolsAdd(symbols, "-test",
                       (Symbol){.name        = "row",
                                .text        = "-test",
                                .interpolant = interpolant_create(
                                  4, times, values, INTERPOLATE_LINEAR, EXTRAPOLATE_ZERO)}));
  PetscCall(CheckPlaces());
  PetscCall(CheckPartial());
  PetscCall(CheckRandoms());
  PetscCall(SymbolsDestroy(&symbols));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
