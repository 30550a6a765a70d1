/* expression.c: formulas and their derivatives, for steps from far too short to rather long. */
#include "input/expression.h"
#include "petsc_test.h"

static PetscErrorCode CheckDerivatives(const char text[], double x, double first, double second, double scale)
{
  const char *const t = "t";
  Expression        e;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCreate(PETSC_COMM_SELF, "-test", text, 1, &t, &e));
  for (double h = 1e-7; h < 0.5; h *= 10) {
    PetscReal d1, d2;

    ExpressionDerivatives(e, x, h, &d1, &d2);
    CHECK_CLOSE(d1, first, 1e-9 * scale, text);
    CHECK_CLOSE(d2, second, 1e-7 * scale, text);
  }
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static const char *const xyz[] = {"x", "y", "z"};
  const PetscReal          at[]  = {1, 2, 3};
  Expression               e;

  PetscFunctionBeginUser;
  PetscCall(CheckDerivatives("sin(1.2*t)", 0.7, 1.2 * cos(0.84), -1.44 * sin(0.84), 1));
  for (double t = 0; t < 10; t += 0.1298701298701298) /* near the zeros of the second derivative, too */
    PetscCall(CheckDerivatives("sin(1.2*t)", t, 1.2 * cos(1.2 * t), -1.44 * sin(1.2 * t), 1));
  PetscCall(CheckDerivatives("t^3*exp(-t)", 2, (12 - 8) * exp(-2), (12 - 24 + 8) * exp(-2), 1));
  PetscCall(CheckDerivatives("3*t+4", 5, 3, 0, 10));
  PetscCall(CheckDerivatives("t<1 ? 0 : (t-1)^4", 1.5, 0.5, 3, 1));
  PetscCall(CheckDerivatives("sqrt(1+t)", 0, 0.5, -0.25, 1)); /* wider steps leave its domain */
  PetscCall(CheckDerivatives("ln(2+t)", 0, 0.5, -0.25, 1));
  PetscCall(ExpressionCreate(PETSC_COMM_SELF, "-test", "x<y ? sqrt(x+y+pi*0)+z^2 : 0", 3, xyz, &e));
  CHECK_CLOSE(ExpressionValue(e, at), sqrt(3) + 9, 1e-14, "value");
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
