/* slepc_modes.c: SLEPc's Krylov-Schur method with shift and inversion on the stiffness and mass
   matrices of a linear model of fsolve, with nothing around it: what scripts/bench compares
   -analysis modes with. Takes a case's options (mesh, parts, supports) and -modes. The shift, the
   factors and the tolerance are those of fsolve. Prints how many solves and seconds it takes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petsctime.h>
#include <slepceps.h>
#include "assembly/assembly.h"
#include "model/model_options.h"
#include "base/error.h"

static PetscErrorCode Configure(EPS eps, PetscInt n)
{
  const PetscReal below = -1e-6; /* all modes, and near enough to 0 */
  ST              st;
  KSP             ksp;
  PC              pc;

  PetscFunctionBeginUser;
  PetscCall(EPSSetProblemType(eps, EPS_GHEP));
  PetscCall(EPSSetDimensions(eps, n, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(EPSSetTolerances(eps, 1e-10, 500));
  PetscCall(EPSSetTarget(eps, below));
  PetscCall(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
  PetscCall(EPSGetST(eps, &st));
  PetscCall(STSetType(st, STSINVERT));
  PetscCall(STGetKSP(st, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCCHOLESKY));
  PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscInt        n = 10, solves, converged;
  PetscScalar     first;
  PetscLogDouble  started, ended;
  FsOptions       o;
  Model           model;
  ModelOptions    options;
  FsSystem        sys;
  Mat             K, M;
  EPS             eps;
  ST              st;
  KSP             ksp;
  AssemblyOptions assembly;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreate(PETSC_COMM_WORLD, &o));
  PetscCall(PetscOptionsSetValue(NULL, "-operator", "assembled"));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-modes", &n, NULL));
  PetscCall(ModelOptionsRead(o, PETSC_COMM_WORLD, &options));
  PetscCall(ModelCreate(&options, PETSC_COMM_WORLD, 1, "1", &model));
  PetscCall(ModelOptionsFree(&options));
  PetscCall(ReadAssemblyOptions(o, &assembly));
  PetscCall(AssemblyCreateSystem(&assembly, model, FS_STABILIZED_POSITION, &sys));
  PetscCheck(sys->traits.linear, PETSC_COMM_WORLD, PETSC_ERR_USER_INPUT, "the model is not linear");
  PetscCall(PetscTime(&started));
  PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &K));
  PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &M));
  PetscCall(sys->ops.matrix.combine(sys, (FsShift){0, 0, 1, PETSC_FALSE}, K));
  PetscCall(sys->ops.matrix.combine(sys, (FsShift){1, 0, 0, PETSC_FALSE}, M));
  PetscCall(EPSCreate(PETSC_COMM_WORLD, &eps));
  PetscCall(EPSSetOperators(eps, K, M));
  PetscCall(Configure(eps, n));
  PetscCall(EPSSolve(eps));
  PetscCall(PetscTime(&ended));
  PetscCall(EPSGetConverged(eps, &converged));
  PetscCall(EPSGetEigenvalue(eps, 0, &first, NULL));
  PetscCall(EPSGetST(eps, &st));
  PetscCall(STGetKSP(st, &ksp));
  PetscCall(KSPGetTotalIterations(ksp, &solves));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                        "done: 1 factorizations, %" PetscInt_FMT " solves, %.3g s; %" PetscInt_FMT
                        " modes, the first at %.9g Hz\n",
                        solves, ended - started, converged,
                        (double)(PetscSqrtReal(first) / (2 * PETSC_PI))));
  PetscCall(EPSDestroy(&eps));
  PetscCall(MatDestroy(&K));
  PetscCall(MatDestroy(&M));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(ModelDestroy(&model));
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[])
{
  PetscErrorCode ierr;

  MPI_Init(&argc, &argv);
  if (InitializePetsc(&argc, &argv)) return 1;
  ierr = SlepcInitializeNoArguments();
  if (!ierr) ierr = Run();
  SlepcFinalize();
  PetscFinalize();
  MPI_Finalize();
  return ierr != 0;
}
