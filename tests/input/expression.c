/* expression.c: formulas and their derivatives, for steps from far too short to rather long. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "input/formula/discontinuity.h"
#include "petsc_test.h"

static Symbols symbols; /* none */

static PetscErrorCode CheckDerivatives(const char text[], double x, double first, double second,
                                       double scale)
{
  const char *const t = "t";
  Expression        e;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCreate(symbols, "-test", text, 1, &t, &e));
  for (double h = 1e-7; h < 0.5; h *= 10) {
    PetscReal d1, d2;

    ExpressionDerivatives(e, x, h, &d1, &d2);
    CHECK_CLOSE(d1, first, 1e-9 * scale, text);
    CHECK_CLOSE(d2, second, 1e-7 * scale, text);
  }
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Jumps of a formula, or of its slope, in 0 <= t <= 10 at steps of 0.1: how many, the first, its
 * size. */
static PetscErrorCode CheckCorner(const char text[], PetscBool slopes, PetscInt jumps,
                                  PetscInt kinks, double at, double jump)
{
  const char *const    t = "t";
  Expression           e;
  Discontinuities      found;
  const Discontinuity *first;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCreate(symbols, "-test", text, 1, &t, &e));
  ExpressionDiscontinuities(e, 0, 10, 0.1, slopes, &found);
  first = jumps ? &found.jumps : &found.kinks;
  CHECK(found.jumps.count == jumps && found.kinks.count == kinks, "%s: %d jumps and %d corners",
        text, (int)found.jumps.count, (int)found.kinks.count);
  CHECK_CLOSE(first->t, at, 1e-6, text);
  CHECK_CLOSE(first->jump, jump, 1e-3 * jump, text);
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckCorners(void)
{
  PetscFunctionBeginUser;
  PetscCall(CheckCorner("t<1 ? 0 : 5*(t-1)", PETSC_TRUE, 0, 1, 1,
                        5)); /* at a step, and between steps, anywhere */
  for (int k = 1; k < 40; k++) {
    char text[64];

    snprintf(text, sizeof text, "sin(t) + abs(t-%.17g)/10", 2 + k / 387.);
    PetscCall(CheckCorner(text, PETSC_TRUE, 0, 1, 2 + k / 387., 0.2));
  }
  PetscCall(
    CheckCorner("abs(sin(pi*t))", PETSC_TRUE, 0, 9, 1, 2 * PETSC_PI)); /* not those at the ends */
  PetscCall(CheckCorner("t<5 ? 0 : pi", PETSC_TRUE, 1, 0, 5, PETSC_PI));
  PetscCall(CheckCorner("t<5 ? 0 : t<7 ? 3 : 1", PETSC_FALSE, 2, 0, 5, 3));
  PetscCall(
    CheckCorner("t<5 ? 0 : t-5", PETSC_FALSE, 0, 0, 0, 0)); /* of a rate: a corner is none */
  /* smooth: coarse steps, short ramps, curvatures that jump or are infinite, round-off on a large
   * value */
  PetscCall(CheckCorner("sin(3000*t)", PETSC_TRUE, 0, 0, 0, 0));
  PetscCall(CheckCorner("tanh((t-3.3)*1e4)", PETSC_TRUE, 0, 0, 0, 0));
  PetscCall(CheckCorner("t<4 ? 0 : (t-4)^2", PETSC_TRUE, 0, 0, 0, 0));
  PetscCall(CheckCorner("abs(t-5)^1.5", PETSC_TRUE, 0, 0, 0, 0));
  PetscCall(CheckCorner("1e6 + 1e-6*sin(t)", PETSC_TRUE, 0, 0, 0, 0));
  PetscCall(CheckCorner("7", PETSC_TRUE, 0, 0, 0, 0));
  PetscCall(CheckDerivatives("5*max(t,0)+t^2", 0, 5, 2, 10)); /* at a corner: those after it */
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static const char *const xyz[] = {"x", "y", "z"};
  const PetscReal          at[]  = {1, 2, 3};
  Expression               e;

  char sum[2 * 4000 + 2] = "0"; /* 0+t+t+... */

  PetscFunctionBeginUser;
  PetscCall(SymbolsCreate(PETSC_COMM_SELF, &symbols));
  for (int i = 0; i < 4000; i++) memcpy(sum + 1 + 2 * i, "+x", 3);
  PetscCall(ExpressionCreate(symbols, "-test", sum, 3, xyz, &e));
  CHECK_CLOSE(ExpressionValue(e, (PetscReal[]){2, 0, 0}), 8000, 0, "a long sum");
  PetscCall(ExpressionDestroy(&e));
  PetscCall(CheckDerivatives("sin(1.2*t)", 0.7, 1.2 * cos(0.84), -1.44 * sin(0.84), 1));
  for (double t = 0; t < 10;
       t += 0.1298701298701298) /* near the zeros of the second derivative, too */
    PetscCall(CheckDerivatives("sin(1.2*t)", t, 1.2 * cos(1.2 * t), -1.44 * sin(1.2 * t), 1));
  PetscCall(CheckDerivatives("t^3*exp(-t)", 2, (12 - 8) * exp(-2), (12 - 24 + 8) * exp(-2), 1));
  PetscCall(CheckDerivatives("3*t+4", 5, 3, 0, 10));
  PetscCall(CheckDerivatives("t<1 ? 0 : (t-1)^4", 1.5, 0.5, 3, 1));
  PetscCall(CheckDerivatives("sqrt(1+t)", 0, 0.5, -0.25, 1)); /* wider steps leave its domain */
  PetscCall(CheckDerivatives("ln(2+t)", 0, 0.5, -0.25, 1));
  PetscCall(CheckCorners());
  PetscCall(ExpressionCreate(symbols, "-test", "x<y ? sqrt(x+y+pi*0)+z^2 : 0", 3, xyz, &e));
  CHECK_CLOSE(ExpressionValue(e, at), sqrt(3) + 9, 1e-14, "value");
  PetscCall(SymbolsDestroy(&symbols)); /* of which formulas are owners, too */
  CHECK_CLOSE(ExpressionValue(e, at), sqrt(3) + 9, 1e-14, "value");
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
