/* response.c: computes the steady response to harmonic loads over a range of frequencies.
   Base accelerations and motions of supports may be harmonic too. The motion is about the unloaded
   model, or about its equilibrium under the other loads (eigen/harmonic/harmonic_solve.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/analysis.h"
#include "analysis/analysis_options.h"
#include "harmonic_forces.h"
#include "base/printing.h"
#include "assembly/matrices/structural_damping.h"
#include "eigen/harmonic/harmonic_solve.h"
#include "math/vector.h"
#include "model/parts/block.h"
#include "analysis/run/start/base_state.h"
#include "analysis/run/run.h"
#include "analysis/run/model_analysis.h"

typedef struct {
  ResponseOptions options;
  BaseState       base;
  Pencil          pencil;
  Mat             loss; /* NULL if no part has a loss factor */
  HarmonicSolver  harmonics;
  HarmonicForces  forces;
  ComplexVec      f, u, last, earlier;
  PetscReal       frequency, last_frequency, earlier_frequency, step; /* [Hz] */
  PetscInt        rejected, npeaks, next_peak; /* next_peak: index of the first peak ahead */
  PetscReal *peaks; /* [npeaks] natural frequencies in the range [Hz]; the sweep stops at each */
  PetscBool  all_peaks;
  Vec        r;
} Response;

static PetscErrorCode ArchiveComplexVec(FsArchive a, const char name[], ComplexVec *x)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, name));
  PetscCall(FsArchiveVec(a, "re", x->re));
  PetscCall(FsArchiveVec(a, "im", x->im));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Response(void *context, FsArchive a)
{
  Response *x = context;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "at_last", 1, &x->last_frequency));
  PetscCall(FsArchiveReals(a, "at_before", 1, &x->earlier_frequency));
  PetscCall(FsArchiveReals(a, "sweep_step", 1, &x->step));
  PetscCall(FsArchiveInt(a, "rejected", &x->rejected));
  PetscCall(ArchiveComplexVec(a, "last", &x->last));
  PetscCall(ArchiveComplexVec(a, "before", &x->earlier));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Checks that loss factors have values at the frequencies that the options name. Sets those of the
   first one. */
static PetscErrorCode CheckLossFactors(const Run *run, const Response *x)
{
  PetscFunctionBeginUser;
  if (!x->options.listed) PetscCall(LossFactorsSetFrequency(run->model, x->options.range[1]));
  if (!x->options.listed) PetscCall(LossFactorsSetFrequency(run->model, x->options.range[0]));
  for (PetscInt k = x->options.listed - 1; k >= 0; k--)
    PetscCall(LossFactorsSetFrequency(run->model, x->options.list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateHarmonicSolver(Run *run, Response *x)
{
  PetscReal top = x->options.range[1];

  PetscFunctionBeginUser;
  PetscCall(PencilCreate(run->sys, &run->s, &run->kind.loading, &x->pencil));
  PetscCall(CheckLossFactors(run, x));
  PetscCall(StructuralDampingCreate(AssemblyOf(run->sys), &run->s, &run->kind.loading, x->pencil->K,
                                    &x->loss));
  PetscCall(LongPhaseStart(run->comm, "natural frequencies in the range"));
  x->all_peaks = PETSC_TRUE;
  if (!x->options.listed && x->options.bend > 0)
    PetscCall(ResonancesFind(x->pencil, x->loss, x->options.range[0], x->options.range[1],
                             &x->npeaks, &x->peaks, &x->all_peaks));
  for (PetscInt k = 0; k < x->options.listed; k++) top = PetscMax(top, x->options.list[k]);
  PetscCall(
    HarmonicSolverCreate(x->pencil, x->loss, x->options.modes, 2 * PETSC_PI * top, &x->harmonics));
  PetscCall(LongPhaseEnd());
  PetscCall(ComplexVecCreate(run->s.q, &x->f));
  PetscCall(ComplexVecCreate(run->s.q, &x->u));
  PetscCall(ComplexVecCreate(run->s.q, &x->last));
  PetscCall(ComplexVecCreate(run->s.q, &x->earlier));
  PetscCall(VecDuplicate(run->s.q, &x->r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Response(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  Response *x    = data;
  RunKind   kind = run_kind_of_small_motions();

  PetscFunctionBeginUser;
  kind.output.amplitudes = PETSC_TRUE;
  kind.archive           = Archive_Response;
  kind.context           = x;
  PetscCall(ReadResponseOptions(o, comm, &x->options));
  x->step      = (x->options.range[1] - x->options.range[0]) / (PetscReal)x->options.points;
  run->t_start = run->t_end = x->options.t_start;
  kind.modal_damping        = PETSC_TRUE;
  PetscCall(ReadBaseState(o, comm, &x->base));
  base_state_set_kind(&x->base, &kind);
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCheck(run->model->loads.harmonic_option[0], comm, PETSC_ERR_USER_INPUT,
             "-analysis response: nothing is harmonic; give -load_<name>_harmonic, "
             "-support_<name>_motion_harmonic_x or -base_harmonic_x");
  PetscCall(BaseStateFind(run, &x->base, "harmonic motions"));
  run->recording.diagnosis.reports.truncated = (PetscBool)(x->options.modes > 0);
  PetscCall(RunAddModalDamping(run));
  PetscCall(CreateHarmonicSolver(run, x));
  PetscCall(HarmonicForcesCreate(run, x->pencil->scale, (PetscBool)(x->loss != NULL), &x->forces));
  PetscCall(RunIgnoreMotionOptions(run));
  PetscCall(RunFinishSetUp(run));
  PetscCall(RunRestore(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one frequency --------------------------------------------------------------------------- */

/* Displacements over the size of the model, and rotations, for numerical derivatives. They are
   small also against elements of 1e-4 of the model size. */
static PetscReal small_motion(const Run *run) { return run->sys->traits.linear ? 1 : 1e-6; }

/* Chooses the factor that makes displacements and rotations of the motion small. */
static PetscErrorCode ChooseAmplitude(const Run *run, const ComplexVec *u, PetscReal *size)
{
  const PetscReal small  = small_motion(run);
  const Layout   *l      = &run->model->layout;
  const PetscReal length = FsSystemCharacteristicLength(run->sys);
  PetscReal       most   = 0;

  PetscFunctionBeginUser;
  for (int imaginary = 0; imaginary < 2; imaginary++) {
    const PetscScalar *v;

    PetscCall(VecGetArrayRead(imaginary ? u->im : u->re, &v));
    for (int i = 0; i < run->model->mesh->g.nnodes; i++)
      for (int c = 0; c < COMPONENTS && run->model->mesh->owned[i]; c++) {
        const PetscInt dof = l->dof[COMPONENTS * i + c];

        if (dof >= 0 && l->global[dof] >= 0)
          most = PetscMax(most, PetscAbsReal(v[l->global[dof] - l->first]) / (c < 3 ? length : 1));
      }
    PetscCall(VecRestoreArrayRead(imaginary ? u->im : u->re, &v));
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPI_MAX, run->comm));
  *size = most > 0 ? small / most : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReportSweep(const Run *run, const Response *x)
{
  const PetscReal width = x->options.range[1] - x->options.range[0];
  PetscReal       done  = x->options.listed ? (PetscReal)run->step / (PetscReal)x->options.listed
                                            : (x->last_frequency - x->options.range[0]) / width;

  PetscFunctionBeginUser;
  if (!run->step) done = -1;
  PetscCall(LongPhaseReport(done, "%.6g Hz, %" PetscInt_FMT " frequencies", (double)x->frequency,
                            run->step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the matrix of structural damping at x->frequency, if it depends on the frequency. */
static PetscErrorCode UpdateLossFactors(Run *run, Response *x)
{
  PetscFunctionBeginUser;
  if (!LossFactorsVary(run->model)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(LossFactorsSetFrequency(run->model, x->frequency));
  PetscCall(StructuralDampingCompute(AssemblyOf(run->sys), &run->s, &run->kind.loading, x->loss));
  PetscCall(HarmonicSolverUpdateLoss(x->harmonics));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for x->u at x->frequency. */
static PetscErrorCode SolveFrequency(Run *run, Response *x, FsStageInfo *info)
{
  const PetscReal omega = 2 * PETSC_PI * x->frequency;

  PetscFunctionBeginUser;
  PetscCall(ReportSweep(run, x));
  PetscCall(UpdateLossFactors(run, x));
  PetscCall(HarmonicForcesCompute(&x->forces, run, omega, &x->f));
  PetscCall(HarmonicSolverSolve(x->harmonics, omega, &x->f, &x->u, &info->ok));
  if (!info->ok)
    info->reason =
      "the matrix is singular or nearly singular: a resonance without damping, or a floating model "
      "at 0 Hz; give the parts a damping or a loss factor, or use another frequency";
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Record_Response(Run *run, Response *x)
{
  HarmonicMotion a = {.frequency = x->frequency,
                      .omega     = 2 * PETSC_PI * x->frequency,
                      .moved     = small_motion(run),
                      .at        = &run->s,
                      .loading   = &run->kind.loading,
                      .re        = x->last.re,
                      .im        = x->last.im,
                      .balance   = run->recording.diagnosis.reports.balance,
                      .imbalance = run->recording.diagnosis.reports.amplitude};

  PetscFunctionBeginUser;
  PetscCall(VecCopy(x->u.re, x->last.re));
  PetscCall(VecCopy(x->u.im, x->last.im));
  x->last_frequency = x->frequency;
  PetscCall(ChooseAmplitude(run, &x->u, &a.size));
  /* multipliers become joint forces, which are written */
  a.re = x->u.re;
  a.im = x->u.im;
  if (run->sys->constraints) {
    PetscCall(run->sys->constraints->add_multipliers(run->sys, x->pencil->scale - 1, a.re, a.re));
    PetscCall(run->sys->constraints->add_multipliers(run->sys, x->pencil->scale - 1, a.im, a.im));
  }
  PetscCall(OutputHarmonicMotion(run->recording.output, &a));
  ReportsReadHarmonic(&run->recording.diagnosis.reports, x->frequency);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the sweep ------------------------------------------------------------------------------- */

/* Computes the deviation of u from the line through the last two responses, relative to u. In the
   second step the line is the constant first response. */
static PetscErrorCode MeasureDeviation(Run *run, Response *x, PetscReal *deviation)
{
  const PetscReal ratio =
    run->step < 2 ? 0
                  : (x->frequency - x->last_frequency) / (x->last_frequency - x->earlier_frequency);
  const Vec parts[2][3] = {
    {x->u.re, x->last.re, x->earlier.re},
    {x->u.im, x->last.im, x->earlier.im}
  };
  PetscReal difference = 0, size = 0;

  PetscFunctionBeginUser;
  for (int imaginary = 0; imaginary < 2; imaginary++) {
    PetscReal norm;

    PetscCall(FsSystemNorm(run->sys, parts[imaginary][0], &norm));
    size = hypot(size, norm);
    PetscCall(VecCopy(parts[imaginary][0], x->r));
    PetscCall(VecAXPBYPCZ(x->r, -1 - ratio, ratio, 1, parts[imaginary][1], parts[imaginary][2]));
    PetscCall(FsSystemNorm(run->sys, x->r, &norm));
    difference = hypot(difference, norm);
  }
  *deviation = size > 0 ? difference / size : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses x->frequency and solves there. It is the next of the list, or a step in the range, which
   is halved until the response is straight. */
static PetscErrorCode NextFrequency(Run *run, Response *x, FsStageInfo *info)
{
  /* A step of the size shortest [Hz] is accepted as it is: it is a millionth of the range, so that
     a sweep ends. The next step grows if the deviation is below the part easy of the tolerance;
     that part has no unit. Narrow peaks are in tests/analysis/response.py. */
  const PetscReal shortest = 1e-6 * (x->options.range[1] - x->options.range[0]), easy = 0.25,
                  grow = 1.5;

  PetscFunctionBeginUser;
  if (x->options.listed || run->step == 0) {
    x->frequency = x->options.listed ? x->options.list[run->step] : x->options.range[0];
    PetscCall(SolveFrequency(run, x, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (;;) {
    PetscReal deviation = 0;

    while (x->next_peak < x->npeaks && x->peaks[x->next_peak] <= x->last_frequency) x->next_peak++;
    x->frequency =
      PetscMin(x->last_frequency + x->step,
               x->next_peak < x->npeaks ? x->peaks[x->next_peak] : x->options.range[1]);
    PetscCall(SolveFrequency(run, x, info));
    if (!info->ok || x->options.bend == 0) break;
    PetscCall(MeasureDeviation(run, x, &deviation));
    if (deviation <= x->options.bend || x->frequency - x->last_frequency <= shortest) {
      if (deviation < easy * x->options.bend)
        x->step = PetscMin(grow * x->step, (x->options.range[1] - x->options.range[0]) /
                                             (PetscReal)x->options.points);
      break;
    }
    x->step = (x->frequency - x->last_frequency) / 2;
    x->rejected++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool sweep_is_done(const Run *run, const Response *x)
{
  if (x->options.listed) return (PetscBool)(run->step >= x->options.listed);
  return (PetscBool)(run->step > 0 && x->last_frequency >= x->options.range[1]);
}

static PetscErrorCode Steps_Response(Run *run, void *data, FsStepInfo *info)
{
  Response *x    = data;
  PetscBool stop = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(LongPhaseStart(run->comm, "response"));
  while (!stop && !sweep_is_done(run, x)) {
    PetscCall(NextFrequency(run, x, &info->solve));
    if (!info->solve.ok) break;
    PetscCall(VecCopy(x->last.re, x->earlier.re));
    PetscCall(VecCopy(x->last.im, x->earlier.im));
    x->earlier_frequency = x->last_frequency;
    PetscCall(Record_Response(run, x));
    run->step++;
    PetscCall(RunPollInterrupt(run, &stop));
  }
  PetscCall(LongPhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Response(const Run *run, const void *data)
{
  const Response *x       = data;
  char            how[64] = "direct solves";

  PetscFunctionBeginUser;
  if (x->options.modes)
    PetscCall(PetscSNPrintf(how, sizeof how, "with %" PetscInt_FMT " modes", x->harmonics->modes));
  PetscCall(PetscPrintf(run->comm, "harmonic response about %s: %" PetscInt_FMT " dofs, %s\n",
                        x->base.loaded ? "the equilibrium under the loads"
                                       : "the unloaded model (-initial_static includes the loads)",
                        run->model->layout.nfree - run->model->layout.nmultipliers, how));
  if (x->npeaks || !x->all_peaks)
    PetscCall(PetscPrintf(
      run->comm, "%s%" PetscInt_FMT " natural frequencies in the range%s\n",
      x->all_peaks ? "all " : "", x->npeaks,
      x->all_peaks
        ? ""
        : " are known, others may exist (gyroscopic forces or loads that are not conservative)"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check_Response(const Run *run, const void *data, const FsStepInfo *info)
{
  const Response *x   = data;
  PetscReal       top = x->options.range[1];

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < x->options.listed; k++) top = PetscMax(top, x->options.list[k]);
  PetscCall(
    MembersReportBending(run->sys, &run->s, &run->kind.loading, top, "the highest frequency"));
  PetscCheck(info->solve.ok, run->comm, PETSC_ERR_NOT_CONVERGED, "response: at %.10g Hz %s",
             (double)x->frequency, info->solve.reason);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Response(const Run *run, const void *data)
{
  const Response *x = data;

  PetscFunctionBeginUser;
  PetscCall(
    PetscPrintf(run->comm,
                "done: %" PetscInt_FMT " frequencies to %.6g Hz, %" PetscInt_FMT
                " rejected; %" PetscInt_FMT " factorizations, %" PetscInt_FMT " solves, %.3g s\n",
                run->step, (double)x->last_frequency, x->rejected, x->harmonics->factorizations,
                x->harmonics->solves, (double)run->recording.seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Response(void *data)
{
  Response         *x     = data;
  ComplexVec *const all[] = {&x->f, &x->u, &x->last, &x->earlier};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(ComplexVecDestroy(all[k]));
  PetscCall(VecDestroy(&x->r));
  PetscCall(HarmonicForcesDestroy(&x->forces));
  PetscCall(HarmonicSolverDestroy(&x->harmonics));
  PetscCall(MatDestroy(&x->loss));
  PetscCall(PencilDestroy(&x->pencil));
  PetscCall(PetscFree(x->peaks));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ModelAnalysis response_model_analysis = {.size     = sizeof(Response),
                                                      .setup    = SetUp_Response,
                                                      .announce = Announce_Response,
                                                      .steps    = Steps_Response,
                                                      .check    = Check_Response,
                                                      .conclude = Conclude_Response,
                                                      .destroy  = Destroy_Response};

const Analysis response_analysis = {.name    = "response",
                                    .title   = "Harmonic response",
                                    .options = response_options,
                                    .model   = &response_model_analysis};
