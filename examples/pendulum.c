/* pendulum.c: integrates a pendulum as a differential-algebraic equation by a scheme of fsolve.

   A mass of 1 kg at (x, y) hangs on a rod of 1 m: x'' + lambda x = 0, y'' + lambda y + g = 0, and
   (x^2 + y^2 - 1)/2 = 0. The program prints the position after 2 s and the force in the rod.

   usage: pendulum [-integrator lms4] [-stabilize none] [-steps 400] */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/integrate.h>

static PetscErrorCode AddToEntry(Vec x, PetscInt entry, PetscScalar value)
{
  PetscCall(VecSetValue(x, entry, value, ADD_VALUES));
  PetscCall(VecAssemblyBegin(x));
  return VecAssemblyEnd(x);
}

static PetscErrorCode Residual(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, Vec r, void *context)
{
  PetscCall(VecCopy(a, r)); /* the mass is 1 kg */
  return AddToEntry(r, 1, 9.81);
}

static PetscErrorCode Tangent(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, FsShift shift, Mat J,
                              void *context)
{
  PetscCall(MatZeroEntries(J));
  return MatShift(J, shift.cm); /* the mass matrix is the identity */
}

static PetscErrorCode Length(FsSystem sys, PetscReal t, Vec q, Vec phi, void *context)
{
  PetscScalar square;

  PetscCall(VecDot(q, q, &square));
  return VecSet(phi, (square - 1) / 2);
}

/* Sets the only row of a matrix to a vector. */
static PetscErrorCode SetRow(Vec x, Mat A)
{
  const PetscInt     row = 0, columns[2] = {0, 1};
  const PetscScalar *value;

  PetscCall(VecGetArrayRead(x, &value));
  PetscCall(MatSetValues(A, 1, &row, 2, columns, value, INSERT_VALUES));
  PetscCall(VecRestoreArrayRead(x, &value));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  return MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY);
}

static PetscErrorCode Gradient(FsSystem sys, PetscReal t, Vec q, Mat G, void *context)
{
  return SetRow(q, G); /* d Phi/dq = (x, y) */
}

static PetscErrorCode Curvature(FsSystem sys, PetscReal t, Vec q, Vec x, Vec lambda, Mat D, Mat H,
                                void *context)
{
  PetscScalar force;

  if (D) PetscCall(SetRow(x, D)); /* the derivative of q.x */
  if (!H) return PETSC_SUCCESS;
  PetscCall(VecSum(lambda, &force));
  return MatShift(H, force);
}

static PetscErrorCode CreatePendulum(FsStabilization stabilization, FsSystem *sys)
{
  Vec q;
  Mat J, G;

  PetscCall(VecCreateSeq(PETSC_COMM_SELF, 2, &q));
  PetscCall(VecSet(q, 1));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, 2, 2, 1, NULL, &J));
  PetscCall(MatDiagonalSet(J, q, INSERT_VALUES));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, 1, 2, 2, NULL, &G));
  PetscCall(SetRow(q, G));
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, sys));
  (*sys)->stabilization = stabilization;
  PetscCall(FsSystemSetResidual(*sys, q, Residual, NULL));
  PetscCall(FsSystemSetTangent(*sys, J, Tangent, NULL));
  PetscCall(FsSystemSetConstraints(*sys, G, Length, Gradient, Curvature, NULL));
  PetscCall(VecDestroy(&q));
  PetscCall(MatDestroy(&J));
  return MatDestroy(&G);
}

static PetscErrorCode Run(void)
{
  FsSystem            sys;
  FsState             s;
  FsStageInfo         info;
  FsOptions           o;
  FsIntegratorOptions options;
  PetscInt            steps = 400;
  const PetscScalar  *q, *a;

  PetscCall(PetscOptionsGetInt(NULL, NULL, "-steps", &steps, NULL));
  PetscCall(FsOptionsCreate(PETSC_COMM_SELF, &o));
  PetscCall(FsIntegratorReadOptions(o, PETSC_COMM_SELF, &options));
  PetscCall(CreatePendulum(options.stabilization, &sys));
  PetscCall(FsSystemStateCreate(sys, &s));
  PetscCall(AddToEntry(s.q, 0, 1)); /* the rod is horizontal, at rest */
  PetscCall(FsIntegrate(sys, &options, 2, steps, NULL, NULL, &s, &info));
  PetscCheck(info.ok, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "at %g s: %s", (double)s.t,
             info.reason);
  PetscCall(VecGetArrayRead(s.q, &q)); /* x, y, and an entry that belongs to the multiplier */
  PetscCall(VecGetArrayRead(s.a, &a)); /* accelerations, and lambda */
  PetscCall(PetscPrintf(PETSC_COMM_SELF, "x = %.7f m, y = %.7f m, force in the rod %.6f N\n",
                        (double)q[0], (double)q[1], (double)a[2]));
  PetscCall(VecRestoreArrayRead(s.a, &a));
  PetscCall(VecRestoreArrayRead(s.q, &q));
  PetscCall(FsSystemStateDestroy(&s));
  PetscCall(FsSystemDestroy(&sys));
  return FsOptionsDestroy(&o);
}

int main(int argc, char *argv[])
{
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(Run());
  return PetscFinalize();
}
