/* buckling.c: finds linear buckling factors about the equilibrium at -t_start.
   Loads without a time function grow with t, see eigen/buckling/buckling_modes.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/analysis.h"
#include "analysis/analysis_options.h"
#include "buckling_factors.h"
#include "base/printing.h"
#include "diagnosis/doubts/law_doubt.h"
#include "base/profile.h"
#include "linear/blas.h"
#include "analysis/run/model_analysis.h"
#include "system/force_units.h"
#include "model/parts/block.h"
#include "element/element.h"
#include <petsctime.h>

typedef struct {
  PetscInt        nfactors;
  Pencil          pencil;
  Mat             second;   /* derivative of the stiffness with respect to t */
  FsState         near[2];  /* a small change of the loads away, see BucklingPencilCreate */
  PetscBool       follow;   /* the true equilibrium is followed */
  PetscBool       squared;  /* the linear factors are those of a proportional path, or agree */
  PetscBool       harmless; /* the next order of the stiffness is too small for other factors */
  PetscBool       coarse;   /* cells of beams are too long for these factors */
  PetscReal       seconds, seconds_linear; /* of the whole search, and of linear buckling */
  BucklingFactors linear;
  ExactFactors    exact;
  BucklingList    list;
} Buckling;

static PetscErrorCode SetUp_Buckling(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  Buckling     *x    = data;
  const RunKind kind = {
    .without_mass  = PETSC_TRUE,
    .dt            = 1,
    .without_steps = "buckling",
    .load_time     = "t",
    .loading       = FsLoadingOfEquilibrium(1),
    .output        = {.path = PETSC_TRUE, .solves = 1}
  };
  BucklingOptions options;

  PetscFunctionBeginUser;
  PetscCall(ReadBucklingOptions(o, &options));
  x->nfactors  = options.nfactors;
  x->follow    = options.exact;
  run->t_start = run->t_end = options.t_start;
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCall(RefuseLawMemory(run->sys, "buckling"));
  PetscCall(RunRejectHold(run, "buckling"));
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(RunFindEquilibrium(run));
  PetscCall(RunIgnoreMotionOptions(run));
  PetscCall(RunFinishSetUp(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The second derivative of the stiffness at a factor, relative to the stiffness, from which on
   linear buckling is wrong. It is up to 0.025 for plates and cylinders that contract before they
   buckle, where critical points agree with the factors. It is 0.3 for nets and bent frames. */
static const PetscReal WRONG = 0.05;

/* Warns of factors at which the true equilibrium is not critical, or if it is not followed, of
   those that the next order of the stiffness changes. */
static PetscErrorCode Warn(const Run *run, const Buckling *x)
{
  const BucklingList *l      = &x->list;
  PetscInt            nwrong = 0;

  PetscFunctionBeginUser;
  if (l->unconfirmed)
    PetscCall(PetscFPrintf(
      run->comm, stderr,
      "fsolve: warning: the structure deforms so much before it buckles that its equilibria from t "
      "= %.6g to %.6g are not critical at %" PetscInt_FMT " of %" PetscInt_FMT
      " factors of linear buckling; use -analysis path instead\n",
      (double)(run->t_start - x->exact.reach[0]), (double)(run->t_start + x->exact.reach[1]),
      l->unconfirmed, l->n));
  if (l->unreached)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: equilibria were found from t = %.6g to %.6g only: "
                           "%" PetscInt_FMT " of %" PetscInt_FMT
                           " factors, which are beyond, are those of linear buckling; -analysis "
                           "path may follow the equilibria further\n",
                           (double)(run->t_start - x->exact.reach[0]),
                           (double)(run->t_start + x->exact.reach[1]), l->unreached, l->n));
  if (x->follow || x->squared) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < l->n; k++)
    if (PetscAbsReal(l->factor[k].second) > WRONG) nwrong++;
  if (nwrong)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: the structure deforms so much before it buckles that "
                           "linear buckling is wrong for %" PetscInt_FMT " of %" PetscInt_FMT
                           " factors (the next order is %.2g of the stiffness for the first "
                           "factor); use -analysis path instead\n",
                           nwrong, l->n, (double)l->factor[0].second));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the largest next order of the stiffness, relative to the stiffness. */
static PetscReal largest_second(const BucklingFactors *f)
{
  PetscReal largest = 0;

  for (PetscInt k = 0; k < f->n; k++) largest = PetscMax(largest, PetscAbsReal(f->second[k]));
  return largest;
}

/* Without a linear factor: *bound = size of the factor at which the second derivative of the
   stiffness may make it singular, or infinity. */
static PetscErrorCode BoundByCurvature(const Buckling *x, PetscReal *bound)
{
  PetscReal stiffness, second;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStiffnessNorm(x->pencil->sys, x->pencil->K, NORM_FROBENIUS, &stiffness));
  PetscCall(FsSystemStiffnessNorm(x->pencil->sys, x->second, NORM_FROBENIUS, &second));
  *bound = second > 0 ? PetscSqrtReal(2 * stiffness / second) : PETSC_INFINITY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Says how long the search for critical points takes at least: a factorization at the start, and
   one near the points, one behind them and one for the proof in each direction of the loads. */
static PetscErrorCode AnnounceExact(const Run *run, const Buckling *x)
{
  enum { AT_LEAST = 8 };

  PetscFunctionBeginUser;
  if (x->linear.factorizations)
    PetscCall(LongPhaseAnnounce(
      run->comm, AT_LEAST * x->seconds_linear / (PetscReal)x->linear.factorizations,
      "critical points of the true equilibria, %d factorizations at least (-buckling_exact "
      "false leaves them out)",
      AT_LEAST));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Follows the true equilibrium, if it may be critical elsewhere than at the linear factors. second:
   K'' relative to the stiffness at these factors. */
static PetscErrorCode FindExact(Run *run, Buckling *x, PetscReal second)
{
  /* K'' at the factors relative to the stiffness: a next order that is smaller changes a factor by
     about as much, which is far less than BUCKLING_DIFFERENT */
  const PetscReal harmless = 1e-4;
  BucklingFactors guide    = x->linear; /* borrows its arrays */

  PetscFunctionBeginUser;
  x->harmless = (PetscBool)(second <= PetscMin(harmless, buckling_tolerance(&x->linear)));
  if (!x->linear.n) {
    PetscCall(BoundByCurvature(x, &guide.bound));
    x->harmless = (PetscBool)(guide.bound >= PETSC_INFINITY);
  }
  if (!x->pencil->symmetric || x->harmless) x->follow = PETSC_FALSE;
  if (!x->follow) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AnnounceExact(run, x));
  PetscCall(ExactBucklingFind(run, &guide,
                              x->linear.n ? PetscMin(x->nfactors, x->linear.n) : x->nfactors,
                              (PetscBool)(second <= WRONG), PETSC_FALSE, &x->exact));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the factors of linear buckling. If K'' is not small, those of the pencil are replaced by
   those of a stiffness whose material part stays a square. This takes a path with many
   factorizations. If critical points are not asked for, the path is followed only where the
   pencil is wrong. *second: K'' relative to the stiffness */
static PetscErrorCode FindLinear(Run *run, Buckling *x, PetscReal *second)
{
  /* K'' relative to the stiffness: the factors of the pencil are right to about this share. Those
     of the path replace them only if they differ by more than BUCKLING_DIFFERENT. */
  const PetscReal small = 0.8 * BUCKLING_DIFFERENT;
  PetscLogDouble  start, end;
  ExactFactors    path;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  PetscCall(BucklingPencilCreate(run->sys, &run->s, &x->pencil, &x->second, x->near));
  PetscCall(BucklingFind(x->pencil, x->second, x->nfactors, &x->linear));
  PetscCall(PetscTime(&end));
  x->seconds_linear = end - start;
  for (PetscInt k = 0; k < run->model->nparts; k++)
    if (run->model->block[k].nonlinear && BlockTraits(&run->model->block[k]).bows)
      x->linear.bows = PETSC_TRUE;
  *second = largest_second(&x->linear);
  if (*second <= (x->follow ? small : WRONG) || !x->pencil->symmetric || !run->sys->all_strain)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ExactBucklingFind(run, &x->linear, x->nfactors, (PetscBool)(*second <= WRONG),
                              PETSC_TRUE, &path));
  x->squared = (PetscBool)(path.n > 0);
  PetscCall(BucklingFactorsReplace(&x->linear, x->nfactors, &path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The factors are not certified if cells of beams are compressed so much that they buckle too late.
   The warning at the end then names the cells of the first such factor, because higher factors may
   need many more cells, which users do not want. */
static PetscErrorCode JudgeCells(Run *run, Buckling *x)
{
  BucklingList *l = &x->list;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < l->n && !x->coarse; k++) {
    PetscReal excess;

    PetscCall(MembersReadCompression(&run->recording.diagnosis.compression, run->sys, &run->s,
                                     x->near, l->factor[k].factor / (x->near[1].t - x->near[0].t),
                                     &run->kind.loading, &excess));
    if (excess > 1) {
      l->certified = PETSC_FALSE;
      x->coarse    = PETSC_TRUE;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves before the output is opened, because wrong input must not leave a file. */
static PetscErrorCode Prepare_Buckling(Run *run, void *data)
{
  Buckling      *x      = data;
  PetscReal      second = 0;
  PetscLogDouble start, end;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_STEPPING));
  PetscCall(PetscTime(&start));
  PetscCall(LongPhaseStart(run->comm, "buckling"));
  PetscCall(FindLinear(run, x, &second));
  PetscCall(FindExact(run, x, second));
  PetscCall(LongPhaseEnd());
  PetscCall(BucklingListCreate(&x->linear, x->follow ? &x->exact : NULL, x->nfactors, &x->list));
  PetscCall(JudgeCells(run, x));
  PetscCall(PetscTime(&end));
  x->seconds = end - start;
  PetscCall(Warn(run, x));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps_Buckling(Run *run, void *data, FsStepInfo *info)
{
  enum { COLUMNS = 5 };
  static const char *const names[COLUMNS] = {"factor", "linear", "exact", "residual",
                                             "second_order"};
  const Buckling          *x              = data;
  const BucklingList      *l              = &x->list;
  PetscReal               *table[COLUMNS];
  Vec                     *shape;

  PetscFunctionBeginUser;
  (void)info;
  PetscCall(PetscMalloc1(l->n, &shape));
  for (int c = 0; c < COLUMNS; c++) PetscCall(PetscMalloc1(l->n, &table[c]));
  for (PetscInt k = 0; k < l->n; k++) {
    const BucklingFactor *f        = &l->factor[k];
    const PetscReal       values[] = {f->factor, f->linear, (PetscReal)(f->exact || x->harmless),
                                      f->residual, f->second};

    shape[k] = f->x;
    for (int c = 0; c < COLUMNS; c++) table[c][k] = values[c];
  }
  PetscCall(
    OutputShapes(run->recording.output, &run->s, "/buckling", l->n, shape, NULL, PETSC_TRUE));
  for (int c = 0; c < COLUMNS; c++) {
    PetscCall(OutputTable(run->recording.output, "/buckling", names[c], l->n, 0, table[c]));
    PetscCall(PetscFree(table[c]));
  }
  PetscCall(FileSetAttributeReal(OutputGetFile(run->recording.output), "/buckling", "certified",
                                 l->certified));
  PetscCall(FileSetAttributeReal(OutputGetFile(run->recording.output), "/buckling", "unstable",
                                 (PetscReal)x->linear.unstable));
  PetscCall(PetscFree(shape));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Buckling(const Run *run, const void *data)
{
  const PetscInt dofs = run->model->layout.nfree - run->model->layout.nmultipliers;
  char           blas[256];

  PetscFunctionBeginUser;
  (void)data;
  PetscCall(BlasMention(dofs, sizeof blas, blas));
  PetscCall(PetscPrintf(
    run->comm, "linear buckling about the equilibrium at t = %.6g: %" PetscInt_FMT " dofs%s\n",
    (double)run->t_start, dofs, blas));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PrintFactors(const Run *run, const BucklingList *l)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < l->n; k++) {
    const BucklingFactor *f = &l->factor[k];

    PetscCall(PetscPrintf(run->comm, "%4" PetscInt_FMT "  factor %.8g", k + 1, (double)f->factor));
    if (f->exact &&
        PetscAbsReal(f->linear - f->factor) > BUCKLING_DIFFERENT * PetscAbsReal(f->factor))
      PetscCall(PetscPrintf(run->comm, "  (linear buckling: %.6g)", (double)f->linear));
    PetscCall(PetscPrintf(run->comm, "\n"));
  }
  if (l->replaced)
    PetscCall(PetscPrintf(run->comm,
                          "%" PetscInt_FMT " of %" PetscInt_FMT
                          " factors replace those of linear buckling, which differ by more than "
                          "1 %% from the critical points of the true equilibrium\n",
                          l->replaced, l->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PrintCount(const Run *run, const Buckling *x)
{
  const BucklingList *l        = &x->list;
  char                none[80] = "";

  PetscFunctionBeginUser;
  if (!l->n && l->bound >= PETSC_INFINITY)
    PetscCall(PetscSNPrintf(none, sizeof none, "no factor is real; "));
  else if (!l->n)
    PetscCall(PetscSNPrintf(none, sizeof none, "no factor is real up to the size %.6g; ",
                            (double)l->bound));
  if (l->certified && l->bound >= PETSC_INFINITY)
    PetscCall(PetscPrintf(run->comm,
                          "no factor of either sign: the loads do not change the stiffness%s\n",
                          run->model->linearize ? " of a linear model; remove -linearize" : ""));
  else if (l->certified)
    PetscCall(PetscPrintf(
      run->comm, "complete from %.6g to %.6g: %" PetscInt_FMT " factors, counted by inertia\n",
      -(double)l->bound, (double)l->bound, l->n));
  else if (!x->pencil->symmetric)
    PetscCall(
      PetscPrintf(run->comm,
                  "%sthe loads are not conservative (follower loads, moments or force laws; "
                  "asymmetry %.2g): factors are not counted, and flutter is not found "
                  "(-analysis modes -initial_static finds it)\n",
                  none, (double)x->pencil->asymmetry));
  else if (x->coarse)
    PetscCall(PetscPrintf(run->comm, "factors are not certified: cells of beams are too long\n"));
  else
    PetscCall(PetscPrintf(run->comm, "factors are not counted: those found do not explain the "
                                     "number of unstable directions between them\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Says why fewer factors are listed than the user wants, if the true equilibria have fewer. */
static PetscErrorCode PrintMissing(const Run *run, const Buckling *x)
{
  PetscFunctionBeginUser;
  if (!x->follow || !x->list.n || x->list.n >= PetscMin(x->nfactors, x->linear.n))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(run->comm,
                        "%" PetscInt_FMT " of %" PetscInt_FMT
                        " factors: the true equilibria from t = %.6g to %.6g have no other "
                        "critical point; -buckling_exact false lists the factors of linear "
                        "buckling, and -analysis path follows the equilibria further\n",
                        x->list.n, x->nfactors, (double)(run->t_start - x->exact.reach[0]),
                        (double)(run->t_start + x->exact.reach[1])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Buckling(const Run *run, const void *data)
{
  const Buckling *x = data;

  PetscFunctionBeginUser;
  PetscCall(PrintFactors(run, &x->list));
  PetscCall(PrintMissing(run, x));
  PetscCall(PrintCount(run, x));
  PetscCall(PetscPrintf(run->comm, "done: "));
  if (x->follow)
    PetscCall(PetscPrintf(run->comm, "%" PetscInt_FMT " equilibria, ", x->exact.steps));
  PetscCall(PetscPrintf(
    run->comm, "%" PetscInt_FMT " factorizations, %" PetscInt_FMT " solves, %.3g s\n",
    x->linear.factorizations + x->exact.factorizations, x->linear.solves, (double)x->seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Buckling(void *data)
{
  Buckling *x = data;

  PetscFunctionBeginUser;
  PetscCall(BucklingListDestroy(&x->list));
  PetscCall(ExactBucklingDestroy(&x->exact));
  PetscCall(BucklingDestroy(&x->linear));
  PetscCall(MatDestroy(&x->second));
  for (int k = 0; k < 2; k++) PetscCall(FsSystemStateDestroy(&x->near[k]));
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
