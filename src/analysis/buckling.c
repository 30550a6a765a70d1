/* buckling.c: finds linear buckling factors about the equilibrium at -t_start.
   Loads without a time function grow with t, see eigen/buckling_modes.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"
#include "eigen/buckling_modes.h"
#include "base/long_phase.h"
#include "base/profile.h"
#include "analysis/run/model_analysis.h"
#include <petsctime.h>

static const FsOptionDoc buckling_options[] = {
  {"-buckling", "4",
   "number of factors: those nearest to 0, of both signs, and all that are equal. Loads without a "
   "time function are multiplied by t, and the model buckles at -t_start plus a factor"},
  {NULL,        NULL, NULL                                                             }
};

typedef struct {
  PetscInt        nfactors;
  Pencil          pencil;
  Mat             second; /* derivative of the stiffness with respect to t */
  PetscReal       seconds;
  BucklingFactors factors;
} Buckling;

static PetscErrorCode SetUp_Buckling(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  Buckling     *x    = data;
  const RunKind kind = {
    .dt        = 1,
    .load_time = "t",
    .loading   = FsLoadingOfEquilibrium(1),
    .output    = {.path = PETSC_TRUE, .solves = 1}
  };

  PetscFunctionBeginUser;
  x->nfactors = 4;
  PetscCall(FsOptionsInt(o, "-buckling", 1, &x->nfactors, NULL));
  PetscCall(FsOptionsReal(o, "-t_start", &run->t_start, NULL));
  run->t_end = run->t_start;
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCall(RunIgnoreCheckpoints(run, "buckling"));
  PetscCall(RunRejectHold(run, "buckling"));
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(RunFindEquilibrium(run));
  PetscCall(RunIgnoreMotionOptions(run));
  PetscCall(RunFinishSetUp(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves before the output is opened, because wrong input must not leave a file. */
static PetscErrorCode Prepare_Buckling(Run *run, void *data)
{
  Buckling       *x         = data;
  const PetscReal tolerance = 0.05; /* of the stiffness */
  PetscLogDouble  start, end;
  PetscInt        ninaccurate = 0;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_STEPPING));
  PetscCall(PetscTime(&start));
  PetscCall(LongPhaseStart(run->comm, "buckling"));
  PetscCall(BucklingPencilCreate(run->sys, &run->s, &x->pencil, &x->second));
  PetscCall(BucklingFind(x->pencil, x->second, x->nfactors, &x->factors));
  PetscCall(LongPhaseEnd());
  PetscCall(PetscTime(&end));
  x->seconds = end - start;
  for (PetscInt k = 0; k < x->factors.n; k++)
    if (PetscAbsReal(x->factors.second[k]) > tolerance) ninaccurate++;
  if (ninaccurate)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: the structure deforms so much before it buckles that "
                           "linear buckling is wrong for %" PetscInt_FMT " of %" PetscInt_FMT
                           " factors (the next order is %.2g of the stiffness for the first "
                           "factor); use -analysis path instead\n",
                           ninaccurate, x->factors.n, (double)x->factors.second[0]));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps_Buckling(Run *run, void *data, FsStepInfo *info)
{
  const Buckling        *x = data;
  const BucklingFactors *f = &x->factors;

  PetscFunctionBeginUser;
  (void)info;
  PetscCall(OutputShapes(run->output, &run->s, "/buckling", f->n, f->x, NULL, PETSC_TRUE));
  PetscCall(OutputTable(run->output, "/buckling", "factor", f->n, 0, f->factor));
  PetscCall(OutputTable(run->output, "/buckling", "residual", f->n, 0, f->residual));
  PetscCall(OutputTable(run->output, "/buckling", "second_order", f->n, 0, f->second));
  PetscCall(
    FileSetAttributeReal(OutputGetFile(run->output), "/buckling", "certified", f->certified));
  PetscCall(FileSetAttributeReal(OutputGetFile(run->output), "/buckling", "unstable",
                                 (PetscReal)f->unstable));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Buckling(const Run *run, const void *data)
{
  PetscFunctionBeginUser;
  (void)data;
  PetscCall(PetscPrintf(
    run->comm, "linear buckling about the equilibrium at t = %.6g: %" PetscInt_FMT " dofs\n",
    (double)run->t_start, run->model->layout.nfree - run->model->layout.nmultipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Buckling(const Run *run, const void *data)
{
  const Buckling        *x = data;
  const BucklingFactors *f = &x->factors;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < f->n; k++)
    PetscCall(
      PetscPrintf(run->comm, "%4" PetscInt_FMT "  factor %.8g\n", k + 1, (double)f->factor[k]));
  if (f->certified)
    PetscCall(PetscPrintf(
      run->comm, "complete from %.6g to %.6g: %" PetscInt_FMT " factors, counted by inertia\n",
      -(double)f->bound, (double)f->bound, f->n));
  else if (f->unstable)
    PetscCall(PetscPrintf(run->comm,
                          "the equilibrium at t = %.6g is unstable in %" PetscInt_FMT
                          " directions: factors are not counted\n",
                          (double)run->t_start, f->unstable));
  else
    PetscCall(PetscPrintf(run->comm,
                          "the loads are not conservative (follower loads, moments or force laws; "
                          "asymmetry %.2g): factors are not counted, and flutter is not found "
                          "(-analysis modes -initial_static finds it)\n",
                          (double)x->pencil->asymmetry));
  PetscCall(PetscPrintf(
    run->comm, "done: %" PetscInt_FMT " factorizations, %" PetscInt_FMT " solves, %.3g s\n",
    f->factorizations, f->solves, (double)x->seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Buckling(void *data)
{
  Buckling *x = data;

  PetscFunctionBeginUser;
  PetscCall(BucklingDestroy(&x->factors));
  PetscCall(MatDestroy(&x->second));
  PetscCall(PencilDestroy(&x->pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ModelAnalysis buckling_model_analysis = {.size     = sizeof(Buckling),
                                                      .setup    = SetUp_Buckling,
                                                      .announce = Announce_Buckling,
                                                      .prepare  = Prepare_Buckling,
                                                      .steps    = Steps_Buckling,
                                                      .conclude = Conclude_Buckling,
                                                      .destroy  = Destroy_Buckling};

const Analysis buckling_analysis = {.name    = "buckling",
                                    .title   = "Buckling",
                                    .options = buckling_options,
                                    .model   = &buckling_model_analysis};
