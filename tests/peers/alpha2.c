/* alpha2.c: PETSc's own integrator for structures, TSALPHA2, on the matrices and forces of a linear
   model of fsolve: what scripts/bench compares with. Takes a case's options (mesh, parts, loads,
   -dt, -t_end), and PETSc's. As well set as it can be: the matrix is made once a shift, one Newton
   step solves the step, its solver is the one fsolve has for assembled matrices (CG + Jacobi or the
   user's), denormal numbers are flushed. Prints seconds a step, iterations, and the end state's
   norm. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscts.h>
#include <petsctime.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif
#include "assembly/assembly.h"
#include "model/model_options.h"
#include "base/error.h"

typedef struct {
  FsSystem  sys;
  Vec       f;
  PetscReal shift[2]; /* of the matrix; 0: none yet */
} Peer;

static PetscErrorCode Residual(TS ts, PetscReal t, Vec u, Vec v, Vec a, Vec r, void *context)
{
  const FsLoading loading = FsLoadingOfMotion();
  Peer           *p       = context;

  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(VecZeroEntries(p->f));
  PetscCall(p->sys->ops.linear.load(p->sys, t, &loading, p->f));
  PetscCall(p->sys->ops.linear.product(p->sys, u, v, a, r));
  PetscCall(VecAXPY(r, -1, p->f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent(TS ts, PetscReal t, Vec u, Vec v, Vec a, PetscReal by_v,
                              PetscReal by_a, Mat J, Mat P, void *context)
{
  const PetscReal same = 1e-12;
  Peer           *p    = context;

  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)P, (void)u, (void)v, (void)a;
  if (PetscAbsReal(by_a - p->shift[1]) <= same * by_a &&
      PetscAbsReal(by_v - p->shift[0]) <= same * by_v)
    PetscFunctionReturn(PETSC_SUCCESS);
  p->shift[0] = by_v;
  p->shift[1] = by_a;
  PetscCall(p->sys->ops.matrix.combine(p->sys, (FsShift){by_a, by_v, 1, PETSC_FALSE}, J));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Configure(TS ts, Mat J)
{
  const PetscReal once = 1e-6; /* of Newton's method: above what the linear solver leaves */
  SNES            snes;
  SNESLineSearch  search;
  KSP             ksp;
  PC              pc;

  PetscFunctionBeginUser;
  PetscCall(TSGetSNES(ts, &snes));
  PetscCall(SNESSetTolerances(snes, PETSC_DEFAULT, once, 0, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(SNESGetLineSearch(snes, &search));
  PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHNONE));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPSetTolerances(ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetType(ksp, KSPCG));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCJACOBI));
  PetscCall(MatSetOption(J, MAT_SPD, PETSC_TRUE));
  PetscCall(TSSetFromOptions(ts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateSystem(FsOptions o, PetscReal dt, Model *model, FsSystem *sys)
{
  ModelOptions    options;
  AssemblyOptions assembly;

  PetscFunctionBeginUser;
  PetscCall(ModelOptionsRead(o, PETSC_COMM_WORLD, &options));
  PetscCall(ModelCreate(&options, PETSC_COMM_WORLD, dt, "1", model));
  PetscCall(ModelOptionsFree(&options));
  PetscCall(ReadAssemblyOptions(o, &assembly));
  PetscCall(AssemblyCreateSystem(&assembly, *model, FS_STABILIZED_POSITION, sys));
  PetscCheck((*sys)->traits.linear, PETSC_COMM_WORLD, PETSC_ERR_USER_INPUT,
             "the model is not linear");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscReal      dt = 0, t_end = 0, norm;
  PetscInt       steps, iterations;
  PetscLogDouble started, ended;
  FsState        s;
  FsOptions      o;
  Model          model;
  Peer           p = {0};
  PetscInt       turned;
  Mat            J;
  TS             ts;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreate(PETSC_COMM_WORLD, &o));
  PetscCall(PetscOptionsSetValue(NULL, "-operator", "assembled"));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-dt", &dt, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-t_end", &t_end, NULL));
  PetscCall(CreateSystem(o, dt, &model, &p.sys));
  PetscCall(FsSystemStateCreate(p.sys, &s));
  PetscCall(ModelInitialState(model, s.q, s.v, &turned));
  PetscCall(VecDuplicate(s.q, &p.f));
  PetscCall(FsSystemCreateMatrix(p.sys, PETSC_TRUE, &J));
  PetscCall(TSCreate(PETSC_COMM_WORLD, &ts));
  PetscCall(TSSetType(ts, TSALPHA2));
  PetscCall(TSAlpha2SetRadius(ts, 0));
  PetscCall(TSSetI2Function(ts, NULL, Residual, &p));
  PetscCall(TSSetI2Jacobian(ts, J, J, Tangent, &p));
  PetscCall(TSSetTimeStep(ts, dt));
  PetscCall(TSSetMaxTime(ts, t_end));
  PetscCall(TSSetMaxSteps(ts, PETSC_MAX_INT));
  PetscCall(TSSetExactFinalTime(ts, TS_EXACTFINALTIME_STEPOVER));
  PetscCall(Configure(ts, J));
  PetscCall(TS2SetSolution(ts, s.q, s.v));
  PetscCall(TSSetUp(ts));
  PetscCall(PetscTime(&started));
  PetscCall(TSSolve(ts, s.q));
  PetscCall(PetscTime(&ended));
  PetscCall(TSGetStepNumber(ts, &steps));
  PetscCall(TSGetKSPIterations(ts, &iterations));
  PetscCall(VecNorm(s.q, NORM_2, &norm));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                        "done: %" PetscInt_FMT
                        " steps, |q| %.9g, %.3g linear iterations per step, %.3g s\n",
                        steps, (double)norm, (double)iterations / (double)steps, ended - started));
  PetscCall(TSDestroy(&ts));
  PetscCall(MatDestroy(&J));
  PetscCall(VecDestroy(&p.f));
  PetscCall(FsSystemStateDestroy(&s));
  PetscCall(FsSystemDestroy(&p.sys));
  PetscCall(ModelDestroy(&model));
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[])
{
  PetscErrorCode ierr;

  MPI_Init(&argc, &argv);
  if (InitializePetsc(&argc, &argv)) return 1;
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
  ierr = Run();
  PetscFinalize();
  MPI_Finalize();
  return ierr != 0;
}
