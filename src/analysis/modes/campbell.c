/* campbell.c: computes a Campbell diagram: damped modes of a rotating model at several speeds.
   The modes at each speed are about the equilibrium there. Their shapes identify them from speed to
   speed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "modes_options.h"
#include "base/printing.h"
#include "assembly/matrices/structural_damping.h"
#include "eigen/damped/damped_modes.h"
#include "analysis/equilibrium.h"
#include "math/vector.h"
#include "analysis/run/model_analysis.h"
#include <petsctime.h>

enum {
  EXTRA_MODES = 4 /* additional modes, which may come among those that are followed */
};
enum { SPEED, FREQUENCY, GROWTH, DAMPING, MAC, LARGEST_GROWTH, NUMBERS };
static const char *const number_names[NUMBERS] = {"campbell/speed",  "campbell/frequency",
                                                  "campbell/growth", "campbell/damping",
                                                  "campbell/mac",    "campbell/largest_growth"};

typedef struct {
  CampbellOptions options;
  PetscReal      *number[NUMBERS]; /* [1] or [n] at the current speed */
  OutputSeries    series[NUMBERS];
  Vec            *x, *y; /* [n] modes at the current speed */
  PetscInt        known; /* number of modes at the first speed */
  PetscInt        factorizations, solves, lost;

  PetscLogDouble started; /* wall time before the first speed of this run [s] */
  PetscInt       solved;  /* number of speeds since then */
} Campbell;

/* Smaller growth is round-off, relative to |z|: damped modes have converged to 1e-10. If it
   were smaller, the largest growth would not be 0 for a rotor that is stable. The test
   test_slow_growth of tests/model/spin.py has both sides, in any unit of time. */
static const PetscReal GROWTH_TOLERANCE = 1e-8;

static PetscBool is_scalar(int number)
{
  return (PetscBool)(number == SPEED || number == LARGEST_GROWTH);
}

static PetscErrorCode Archive_Campbell(void *context, FsArchive a)
{
  Campbell *x = context;

  PetscFunctionBeginUser;
  for (int k = 0; k < NUMBERS; k++)
    PetscCall(FsArchiveReals(a, strchr(number_names[k], '/') + 1, is_scalar(k) ? 1 : x->options.n,
                             x->number[k]));
  PetscCall(FsArchiveInt(a, "known", &x->known));
  for (PetscInt k = 0; k < x->options.n; k++) {
    char scope[32];

    PetscCall(PetscSNPrintf(scope, sizeof scope, "mode_%d", (int)k));
    PetscCall(FsArchivePushScope(a, scope));
    PetscCall(FsArchiveVec(a, "x", x->x[k]));
    PetscCall(FsArchiveVec(a, "y", x->y[k]));
    PetscCall(FsArchivePopScope(a));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one speed ------------------------------------------------------------------------------- */

/* Changes the state to the equilibrium at a speed, from that at the last speed or from rest. */
static PetscErrorCode FindSpinEquilibrium(Run *run, Campbell *x, PetscReal from, PetscReal to)
{
  FsLoading initial = FsLoadingOfEquilibrium(run->step ? 1 : 0), end = FsLoadingOfEquilibrium(1);

  PetscFunctionBeginUser;
  initial.spin = run->step ? from / x->options.unit : 0;
  end.spin     = to / x->options.unit;
  PetscCall(EquilibriumChangeLoading(run->sys, run->stage, &initial, &end, NULL, &run->s, NULL));
  run->kind.loading = end;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Similarity of a mode that was found and one that is followed. mac: the modal assurance criterion.
   score also has a small term of frequencies, which distinguishes modes of equal shapes. */
typedef struct {
  PetscReal mac, score;
} ModeSimilarity;

/* Compares a mode and its conjugate with a mode at the last speed, and returns the better one.

   direct is the criterion of the mode, turned that of its conjugate. A mode becomes its conjugate
   when its frequency passes 0. No frequency changes by more than a few
   times the change of the speed. */
static ModeSimilarity mode_similarity(PetscReal direct, PetscReal turned, PetscReal before,
                                      PetscReal now, PetscReal change)
{
  /* No number here has a unit. weight: frequencies decide only between shapes that are equal to
     0.001. most: a frequency that passes 0 has changed by no more than 3 times the speed. The
     whirl of a mass that tests/model/spin.py follows passes 0. */
  const PetscReal      weight = 1e-3, most = 3, size = before + now + change;
  const ModeSimilarity same      = {direct, direct - weight * PetscAbsReal(now - before) / size};
  const ModeSimilarity conjugate = {turned, turned - weight * (now + before) / size};

  return conjugate.score > same.score && before + now <= most * change ? conjugate : same;
}

/* Computes similarity[x->options.n][modes->n]. */
static PetscErrorCode CompareModes(const Campbell *x, PetscReal change, Mat M,
                                   const DampedModes *modes, ModeSimilarity similarity[])
{
  Vec Mx[2];

  PetscFunctionBeginUser;
  for (int h = 0; h < 2; h++) PetscCall(VecDuplicate(modes->x[0], &Mx[h]));
  for (PetscInt k = 0; k < modes->n; k++) {
    PetscCall(MatMult(M, modes->x[k], Mx[0]));
    PetscCall(MatMult(M, modes->y[k], Mx[1]));
    for (PetscInt i = 0; i < x->options.n; i++) {
      PetscReal xx, yy, xy, yx;

      PetscCall(VecDot(Mx[0], x->x[i], &xx));
      PetscCall(VecDot(Mx[1], x->y[i], &yy));
      PetscCall(VecDot(Mx[1], x->x[i], &xy));
      PetscCall(VecDot(Mx[0], x->y[i], &yx));
      similarity[i * modes->n + k] = mode_similarity(
        PetscSqr(xx + yy) + PetscSqr(xy - yx), PetscSqr(xx - yy) + PetscSqr(xy + yx),
        PetscIsNanReal(x->number[FREQUENCY][i]) ? modes->omega[k]
                                                : 2 * PETSC_PI * x->number[FREQUENCY][i],
        modes->omega[k], change);
    }
  }
  for (int h = 0; h < 2; h++) PetscCall(VecDestroy(&Mx[h]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Excludes the decaying one of two real z of opposite sign. The growing one represents both. */
static void mark_decaying_pairs(const DampedModes *modes, PetscBool excluded[])
{
  /* relative difference of the two growth rates: damping moves the two apart by more than errors */
  const PetscReal same = 1e-3;

  for (PetscInt k = 0; k < modes->n; k++) {
    excluded[k] = PETSC_FALSE;
    for (PetscInt j = 0; j < modes->n && modes->omega[k] == 0 && modes->growth[k] < 0; j++)
      if (modes->omega[j] == 0 &&
          PetscAbsReal(modes->growth[j] + modes->growth[k]) < -same * modes->growth[k])
        excluded[k] = PETSC_TRUE;
  }
}

/* Assigns a mode that was found to each mode that is followed, the most similar pairs first.

   to[n] has the indices; -1: no mode is left. Excluded modes are not assigned. */
static void assign_modes(PetscInt n, PetscInt nmodes, const ModeSimilarity similarity[],
                         const PetscBool excluded[], PetscInt to[])
{
  for (PetscInt i = 0; i < n; i++) to[i] = -1;
  for (PetscInt done = 0; done < PetscMin(n, nmodes); done++) {
    PetscInt  best = -1, best_found = -1;
    PetscReal most = PETSC_MIN_REAL;

    for (PetscInt i = 0; i < n; i++)
      for (PetscInt k = 0; k < nmodes && to[i] < 0; k++) {
        PetscBool assigned = excluded[k];

        for (PetscInt j = 0; j < n; j++) assigned = (PetscBool)(assigned || to[j] == k);
        if (assigned || similarity[i * nmodes + k].score <= most) continue;
        most       = similarity[i * nmodes + k].score;
        best       = i;
        best_found = k;
      }
    if (best >= 0) to[best] = best_found;
  }
}

/* Sets mode i to the mode k that was found, with their similarity. */
static PetscErrorCode SetMode(Campbell *x, PetscInt i, const DampedModes *modes, PetscInt k,
                              PetscReal mode_similarity)
{
  PetscFunctionBeginUser;
  if (k < 0) { /* the mode is lost: its shape stays, to be found again */
    for (int q = FREQUENCY; q <= MAC; q++) x->number[q][i] = NAN;
    if (i < x->known) x->lost++;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  x->number[FREQUENCY][i] = modes->omega[k] / (2 * PETSC_PI);
  x->number[GROWTH][i]    = modes->growth[k];
  x->number[DAMPING][i] =
    modes->zero[k] ? 0 : -modes->growth[k] / hypot(modes->growth[k], modes->omega[k]);
  x->number[MAC][i] = mode_similarity;
  PetscCall(VecCopy(modes->x[k], x->x[i]));
  PetscCall(VecCopy(modes->y[k], x->y[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode UpdateModes(Run *run, Campbell *x, Mat M, const DampedModes *modes)
{
  ModeSimilarity *similarity;
  PetscInt       *to, first = 0;
  PetscBool      *excluded;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(modes->n, &excluded));
  mark_decaying_pairs(modes, excluded);
  x->number[LARGEST_GROWTH][0] = 0;
  for (PetscInt k = 0; k < modes->n; k++)
    if (modes->growth[k] > GROWTH_TOLERANCE * hypot(modes->growth[k], modes->omega[k]))
      x->number[LARGEST_GROWTH][0] = PetscMax(x->number[LARGEST_GROWTH][0], modes->growth[k]);
  PetscCall(PetscMalloc2((size_t)x->options.n * (size_t)modes->n, &similarity, x->options.n, &to));
  if (run->step) {
    PetscCall(CompareModes(x, x->options.speed[run->step] - x->options.speed[run->step - 1], M,
                           modes, similarity));
    assign_modes(x->options.n, modes->n, similarity, excluded, to);
  }
  for (PetscInt i = 0; i < x->options.n; i++) {
    PetscInt k;

    while (!run->step && first < modes->n && excluded[first]) first++;
    k = run->step ? to[i] : first < modes->n ? first++ : -1;
    if (!run->step && k >= 0) x->known = i + 1;
    PetscCall(SetMode(x, i, modes, k, run->step && k >= 0 ? similarity[i * modes->n + k].mac : 1));
  }
  PetscCall(PetscFree2(similarity, to));
  PetscCall(PetscFree(excluded));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the modes at the current state. */
static PetscErrorCode FindModes(Run *run, Campbell *x)
{
  DampedModes modes;
  Pencil      pencil;
  Mat         loss = NULL;

  PetscFunctionBeginUser;
  PetscCall(PencilCreate(run->sys, &run->s, &run->kind.loading, &pencil));
  PetscCall(
    StructuralDampingCreate(AssemblyOf(run->sys), &run->s, &run->kind.loading, pencil->K, &loss));
  PetscCall(DampedFind(pencil, loss, x->options.n + EXTRA_MODES, &modes));
  PetscCall(UpdateModes(run, x, pencil->M, &modes));
  x->factorizations += modes.factorizations;
  x->solves += modes.solves;
  PetscCall(DampedDestroy(&modes));
  PetscCall(MatDestroy(&loss));
  PetscCall(PencilDestroy(&pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes how long the other speeds will take, or "" if that is short. */
static PetscErrorCode DescribeTimeLeft(const Run *run, const Campbell *x, size_t size, char text[])
{
  const PetscReal short_time = 2;
  const PetscInt  ahead      = x->options.nspeeds - run->step - 1;
  PetscLogDouble  now;
  char            left[40];

  PetscFunctionBeginUser;
  text[0] = 0;
  PetscCall(PetscTime(&now));
  if (!ahead || now - x->started < short_time) PetscFunctionReturn(PETSC_SUCCESS);
  long_phase_time((now - x->started) / (PetscReal)x->solved * (PetscReal)ahead, sizeof left, left);
  PetscCall(PetscSNPrintf(text, size, "; %" PetscInt_FMT " of %" PetscInt_FMT " speeds, %s left",
                          run->step + 1, x->options.nspeeds, left));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveSpeed(Run *run, Campbell *x, PetscReal speed)
{
  const PetscReal from = x->number[SPEED][0];
  char            left[80];

  PetscFunctionBeginUser;
  if (!x->solved) PetscCall(PetscTime(&x->started));
  PetscCall(LongPhaseStart(run->comm, "modes at a speed"));
  PetscCall(FindSpinEquilibrium(run, x, from, speed));
  x->number[SPEED][0] = speed;
  PetscCall(FindModes(run, x));
  PetscCall(LongPhaseEnd());
  x->solved++;
  if (run->quiet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(run->comm, "%10.6g rad/s:", (double)speed));
  for (PetscInt i = 0; i < PetscMin(x->known, 8); i++)
    PetscCall(PetscPrintf(run->comm, " %.6g", (double)x->number[FREQUENCY][i]));
  PetscCall(PetscPrintf(run->comm, "%s Hz", x->known > 8 ? " ..." : ""));
  if (x->number[LARGEST_GROWTH][0] > 0)
    PetscCall(PetscPrintf(run->comm, ", unstable: growth rate %.4g 1/s",
                          (double)x->number[LARGEST_GROWTH][0]));
  PetscCall(DescribeTimeLeft(run, x, sizeof left, left));
  PetscCall(PetscPrintf(run->comm, "%s\n", left));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the analysis ---------------------------------------------------------------------------- */

static PetscErrorCode SetUp_Campbell(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  Campbell *x    = data;
  RunKind   kind = run_kind_of_small_motions();

  PetscFunctionBeginUser;
  kind.loading        = FsLoadingOfEquilibrium(1);
  kind.output.nseries = NUMBERS;
  kind.output.series  = x->series;
  kind.archive        = Archive_Campbell;
  kind.context        = x;
  PetscCall(ReadCampbellOptions(o, comm, &x->options));
  run->t_start = run->t_end = x->options.t_start;
  for (int k = 0; k < NUMBERS; k++) {
    PetscCall(PetscCalloc1(is_scalar(k) ? 1 : x->options.n, &x->number[k]));
    x->series[k] =
      (OutputSeries){number_names[k], is_scalar(k) ? 0 : x->options.n, x->number[k], NULL};
  }
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(RunAssemble(run));
  PetscCall(VecDuplicateVecs(run->s.q, x->options.n, &x->x));
  PetscCall(VecDuplicateVecs(run->s.q, x->options.n, &x->y));
  PetscCall(RunIgnoreMotionOptions(run));
  PetscCall(RunFinishSetUp(run));
  PetscCall(RunRestore(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Campbell(const Run *run, const void *data)
{
  const Campbell *x = data;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(
    run->comm, "damped modes at %" PetscInt_FMT " speeds, with frequencies in the rotating frame\n",
    x->options.nspeeds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Prepare_Campbell(Run *run, void *data)
{
  Campbell *x = data;

  PetscFunctionBeginUser;
  if (!run->control.interrupt.given.restart_path[0])
    PetscCall(SolveSpeed(run, x, x->options.speed[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps_Campbell(Run *run, void *data, FsStepInfo *info)
{
  Campbell *x    = data;
  PetscBool stop = PETSC_FALSE;

  PetscFunctionBeginUser;
  while (info->solve.ok && !stop && run->step + 1 < x->options.nspeeds) {
    run->step++;
    PetscCall(SolveSpeed(run, x, x->options.speed[run->step]));
    PetscCall(RunAcceptAndRecord(run, info));
    if (info->solve.ok) PetscCall(RunPollInterrupt(run, &stop));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check_Campbell(const Run *run, const void *data, const FsStepInfo *info)
{
  const Campbell *x       = data;
  PetscReal       highest = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < x->known && info->solve.ok; k++)
    highest = PetscMax(highest, x->number[FREQUENCY][k]);
  PetscCall(
    MembersReportBending(run->sys, &run->s, &run->kind.loading, highest, "the highest mode"));
  PetscCheck(info->solve.ok, run->comm, PETSC_ERR_NOT_CONVERGED, "at %.6g rad/s: %s%s",
             (double)x->number[SPEED][0], info->solve.reason, info->solve.place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Campbell(const Run *run, const void *data)
{
  const Campbell *x = data;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(
    run->comm,
    "done: %" PetscInt_FMT " speeds, %" PetscInt_FMT " modes that were lost; %" PetscInt_FMT
    " factorizations, %" PetscInt_FMT " solves, %.3g s\n",
    run->step + 1, x->lost, x->factorizations, x->solves, (double)run->recording.seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Campbell(void *data)
{
  Campbell *x = data;

  PetscFunctionBeginUser;
  for (int k = 0; k < NUMBERS; k++) PetscCall(PetscFree(x->number[k]));
  PetscCall(VecDestroyVecs(x->options.n, &x->x));
  PetscCall(VecDestroyVecs(x->options.n, &x->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ModelAnalysis campbell_model_analysis = {.size     = sizeof(Campbell),
                                               .setup    = SetUp_Campbell,
                                               .announce = Announce_Campbell,
                                               .prepare  = Prepare_Campbell,
                                               .steps    = Steps_Campbell,
                                               .check    = Check_Campbell,
                                               .conclude = Conclude_Campbell,
                                               .destroy  = Destroy_Campbell};
