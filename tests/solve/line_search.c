/* line_search.c: Newton's method with the line search for a critical point of the energy. One step
   solves a linear problem. It also solves atan x = 0 from where full steps diverge, with the same
   iterates in any unit of forces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solve/newton/newton.h"
#include "petsc_test.h"

static PetscReal start = 3, unit = 1; /* first iterate; unit of forces */

static PetscErrorCode Residual(SNES snes, Vec x, Vec r, void *is_linear)
{
  PetscScalar at;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(VecSum(x, &at));
  PetscCall(VecSet(r, unit * (*(PetscBool *)is_linear ? 2 * (at - 5) : atan(at))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent(SNES snes, Vec x, Mat A, Mat P, void *is_linear)
{
  PetscScalar at;

  PetscFunctionBeginUser;
  (void)snes, (void)A;
  PetscCall(VecSum(x, &at));
  PetscCall(
    MatSetValue(P, 0, 0, unit * (*(PetscBool *)is_linear ? 2 : 1 / (1 + at * at)), INSERT_VALUES));
  PetscCall(MatAssemblyBegin(P, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(P, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves from x = start. Returns x, the number of iterations, and whether they have converged. */
static PetscErrorCode Solve(PetscBool is_linear, PetscBool search, double *x, PetscInt *iterations,
                            PetscBool *converged)
{
  SNESConvergedReason reason;
  PetscScalar         end;
  SNES                snes;
  Vec                 at, r;
  Mat                 A;

  PetscFunctionBeginUser;
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, 1, 1, NULL, &A));
  PetscCall(MatCreateVecs(A, &at, &r));
  PetscCall(SNESCreate(PETSC_COMM_SELF, &snes));
  PetscCall(SNESSetFunction(snes, r, Residual, &is_linear));
  PetscCall(SNESSetJacobian(snes, A, A, Tangent, &is_linear));
  PetscCall(NewtonSetLineSearch(snes, search));
  PetscCall(VecSet(at, start));
  PetscCall(SNESSolve(snes, NULL, at));
  PetscCall(SNESGetConvergedReason(snes, &reason));
  PetscCall(SNESGetIterationNumber(snes, iterations));
  PetscCall(VecSum(at, &end));
  *x         = PetscRealPart(end);
  *converged = (PetscBool)(reason > 0);
  PetscCall(SNESDestroy(&snes));
  PetscCall(VecDestroy(&at));
  PetscCall(VecDestroy(&r));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscBool converged;
  PetscInt  iterations;
  double    x;

  PetscFunctionBeginUser;
  PetscCall(Solve(PETSC_TRUE, PETSC_TRUE, &x, &iterations, &converged));
  CHECK(converged && iterations == 1, "a linear problem takes %d iterations", (int)iterations);
  CHECK_CLOSE(x, 5, 1e-14, "solution of the linear problem");
  PetscCall(Solve(PETSC_FALSE, PETSC_FALSE, &x, &iterations, &converged));
  CHECK(!converged, "full steps converge to %g", x);
  PetscCall(Solve(PETSC_FALSE, PETSC_TRUE, &x, &iterations, &converged));
  CHECK(converged && iterations < 10, "atan x = 0 takes %d iterations", (int)iterations);
  CHECK_CLOSE(x, 0, 1e-8, "solution of atan x = 0");
  /* from 2.6 a secant passes the bound; the search must not end before because forces are small */
  for (int power = -100; power <= 100; power += 25) {
    PetscInt of_unit;
    double   scaled;

    start = 2.6;
    unit  = 1;
    PetscCall(Solve(PETSC_FALSE, PETSC_TRUE, &x, &iterations, &converged));
    unit = ldexp(1, power); /* a power of 2, so that no quotient changes */
    PetscCall(Solve(PETSC_FALSE, PETSC_TRUE, &scaled, &of_unit, &converged));
    CHECK(of_unit == iterations && scaled == x,
          "forces in units of 2^%d: %g after %d iterations, not %g after %d", power, scaled,
          (int)of_unit, x, (int)iterations);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
