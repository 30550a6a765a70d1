/* newton_create.c: creates the part of a stage that solves by Newton's method, and sets up its SNES
   and linear solver. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "nonlinear.h"
#include "base/error.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "linear/pc_elimination.h"
#include "solve/newton/tangent/tangent.h"

/* Makes the user's solver one that solves: it iterates around a preconditioner that is no
   factorization, and multigrid makes new levels for each solve. The first tangent of a flat sheet
   is singular; levels made for it would never serve the later ones. */
static PetscErrorCode SetUserSolver(KSP ksp)
{
  PetscBool multigrid;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCGAMG, &multigrid));
  if (multigrid) PetscCall(SolverSetDefaultOption("-pc_gamg_reuse_interpolation", "false"));
  PetscCall(SolverIterateAround(ksp, KSPGMRES));
  if (multigrid) PetscCall(PCSetFromOptions(pc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonCreate(FsSystem sys, const NewtonProblem *problem, Vec r, Mat A, void *context,
                            SNES *out)
{
  SNESLineSearch search;
  CaughtError    caught;
  SNES           snes;
  KSP            ksp;

  PetscFunctionBeginUser;
  PetscCall(SNESCreate(sys->comm, &snes));
  PetscCall(SNESSetFunction(snes, r, problem->residual, context));
  PetscCall(SNESSetJacobian(snes, A, A, problem->tangent, context));
  PetscCall(SNESSetTolerances(snes, PETSC_DEFAULT, 0, 0, 25, PETSC_DEFAULT));
  /* the first full step of a large rotation stretches beams: residuals may grow by a factor of a
     million before they fall */
  PetscCall(SNESSetDivergenceTolerance(snes, 1e30));
  PetscCall(SNESSetConvergenceTest(snes, problem->converged, context, NULL));
  /* round-off makes a line search fail near the solution */
  PetscCall(SNESGetLineSearch(snes, &search));
  PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHNONE));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(SolverSetDirect(ksp, A, sys->traits.indefinite));
  PetscCall(CatchErrorsBegin(&caught));
  if (!SNESSetFromOptions(snes)) (void)SetUserSolver(ksp);
  PetscCall(CatchErrorsEnd());
  PetscCall(RaiseOptionError(sys->comm, &caught));
  PetscCall(SolverCheckFactors(ksp, A));
  *out = snes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonGetSolverName(FsSystem sys, SNES snes, Mat A, char name[], size_t size)
{
  PetscBool fronts;
  KSP       ksp;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetReduced(&pc));
  PetscCall(PCIsMultifrontal(pc, &fronts));
  if (fronts) PetscCall(PCMultifrontalGetName(pc, name, size));
  else PetscCall(SolverNameDirect(ksp, A, sys->traits.indefinite, name, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- incomplete factors of blocks ------------------------------------------------------------ */

/* The blocks are created after each KSPReset and read the options database. */

/* stands in the database as long as the options of the blocks there are those of this file */
#define OWN_BLOCKS "-fsolve_sets_sub_pc"

PetscErrorCode BlocksSetOptions(PetscBool symmetric, PetscBool clear)
{
  const char *const options[][2] = {
    {"-sub_pc_type",              symmetric ? PCICC : PCILU      },
    {"-sub_pc_factor_zeropivot",  "1e-300"                       },
    {"-sub_pc_factor_shift_type", symmetric ? "inblocks" : "none"},
    {OWN_BLOCKS,                  "true"                         }
  };
  PetscBool set;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(options); k++) {
    if (clear) {
      PetscCall(PetscOptionsClearValue(NULL, options[k][0]));
    } else {
      PetscCall(PetscOptionsSetValue(NULL, options[k][0], options[k][1]));
      /* mark the option as used */
      PetscCall(PetscOptionsHasName(NULL, NULL, options[k][0], &set));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlocksSkipEmpty(Vec x)
{
  PetscBool set;
  PetscInt  rows;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &rows));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-sub_pc_type", &set));
  if (set && !rows) PetscCall(PetscOptionsSetValue(NULL, "-sub_pc_type", PCNONE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlocksGiven(PetscBool *given)
{
  PetscBool own;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-sub_pc_type", given));
  PetscCall(PetscOptionsHasName(NULL, NULL, OWN_BLOCKS, &own));
  if (own) *given = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NonlinearStageCreate(Workspace work, StageMatrix matrix, FreeMotions free,
                                    NonlinearStage *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(s));
  (*s)->sys    = work->sys;
  (*s)->work   = work;
  (*s)->matrix = matrix;
  (*s)->free   = free;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NonlinearStageDestroy(NonlinearStage *out)
{
  NonlinearStage s = *out;

  PetscFunctionBeginUser;
  PetscCall(SNESDestroy(&s->snes));
  PetscCall(NewtonLoopDestroy(&s->loop));
  PetscCall(PredictedStrainsDestroy(&s->predicted));
  PetscCall(NewtonTestDestroy(&s->test));
  for (int i = 0; i < 3; i++) PetscCall(VecDestroy(&s->iteration.start[i]));
  PetscCall(FsSystemStateDestroy(&s->iteration.state));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NonlinearSetMatrixFormat(NonlinearStage s)
{
  const PetscBool blocks =
    (PetscBool)(TangentIterates(&s->tangent) && !TangentIsMultigrid(&s->tangent));

  PetscFunctionBeginUser;
  if (s->matrix->blocks == blocks) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPReset(s->matrix->ksp));
  PetscCall(MatDestroy(&s->matrix->A));
  PetscCall(StageMatrixCreate(s->sys, blocks, s->matrix));
  PetscCall(SNESSetJacobian(s->snes, s->matrix->A, s->matrix->A, NULL, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}
