/* diagnosis.c: says what is to be said about a model at the set-up, after each step and at the
   end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "diagnosis.h"
#include "connections/connectivity_check.h"
#include "model/loads/laws/law.h"
#include "model/loads/moving_load.h"
#include "doubts/balance_doubt.h"
#include "doubts/cable_doubt.h"
#include "doubts/linear_buckling.h"
#include "doubts/strain_doubt.h"
#include "doubts/piece_doubt.h"
#include "doubts/train_doubt.h"
#include "locking/locking_doubt.h"
#include "model_summary.h"
#include "base/lapack.h"
#include "model/components.h"
#include "model/model.h"
#include "model/parts/block.h"

/* ---- bodies ---------------------------------------------------------------------------------- */

/* Warns of bodies whose moments of inertia no mass has. */

/* Computes the principal moments of inertia about the center of mass, ascending, from the mass
   matrix of an element of one node. */
static PetscErrorCode PrincipalMoments(Model model, const Block *b, PetscReal moment[3])
{
  enum { N = ELEMENT_MAX_DOFS };
  double      M[N * N], C[N * N], K[N * N];
  const int   nd = (int)b->nd;
  PetscScalar J[9];
  PetscReal   mass, center[3], square = 0;

  PetscFunctionBeginUser;
  PetscCall(ElementMatrices(model, b, 0, M, C, K));
  mass = M[0];
  /* the coupling of displacements and rotations is the cross product with the first moment */
  for (int c = 0; c < 3; c++) {
    center[c] = mass > 0 ? M[nd * ((c + 1) % 3) + 3 + (c + 2) % 3] / mass : 0;
    square += PetscSqr(center[c]);
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      J[3 * i + k] =
        M[nd * (3 + i) + 3 + k] - mass * ((i == k ? square : 0) - center[i] * center[k]);
  PetscCall(LapackEigen(3, J, moment));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* BodyCheckInertia - Warns of each part with bodies whose moments of inertia no distribution of
   mass can have.

   Each principal moment of inertia is at most the sum of the other two (triangle inequality). Plane
   models and bodies with a single moment are not checked, because they turn about one axis only.
   Collective. */
static PetscErrorCode BodyCheckInertia(Model model)
{
  /* rounding: of the sum of the two smaller moments; numbers with few digits, as of a thin disk,
     have such errors. The limit none is relative to the largest principal moment, above the
     round-off of the axes of a body that has one moment only. Both sides are in
     tests/model/bearings.py. */
  const PetscReal rounding = 0.01;
  const PetscReal none     = 1e-9;
  double          normal[3];
  PetscBool       plane;

  PetscFunctionBeginUser;
  PetscCall(ModelPlaneNormal(model, normal, &plane));
  for (PetscInt i = 0; i < model->nparts && !plane; i++) {
    const Block *b         = &model->block[i];
    PetscReal    moment[3] = {0, 0, 0};

    if (b->kernel->nc != COMPONENTS || shape_nodes(b->kernel->shape) != 1) continue;
    if (b->ncells) PetscCall(PrincipalMoments(model, b, moment));
    PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, moment, 3, MPIU_REAL, MPIU_MAX, model->comm));
    /* 0, 0, J describes a wheel that turns about one axis */
    if (moment[1] <= none * moment[2]) continue;
    if (moment[2] <= (1 + rounding) * (moment[0] + moment[1])) continue;
    PetscCall(PetscFPrintf(model->comm, stderr,
                           "fsolve: warning: part '%s': no mass has the principal moments of "
                           "inertia %.6g, %.6g, %.6g kg m2, because the last is more than the sum "
                           "of the others: check -part_%s_inertia\n",
                           b->part, (double)moment[0], (double)moment[1], (double)moment[2],
                           b->part));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all reports ----------------------------------------------------------------------------- */

PetscErrorCode DiagnosisCreate(const ReportOptions *options, PetscBool quiet, FsSystem sys,
                               OutputKind *kind, Diagnosis *d)
{
  PetscFunctionBeginUser;
  d->quiet = quiet;
  PetscCall(ReportsCreate(options, AssemblyOf(sys), kind, &d->reports));
  d->reports.projected =
    (PetscBool)(sys->constraints && sys->stabilization == FS_STABILIZED_PROJECTION);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisDestroy(Diagnosis *d)
{
  PetscFunctionBeginUser;
  PetscCall(MemberCompressionDestroy(&d->compression));
  PetscCall(PetscFree(d->ropes));
  PetscCall(PetscFree(d->laws));
  PetscCall(PetscFree(d->joint_laws));
  PetscCall(PetscFree(d->law_loads));
  PetscCall(ReportsDestroy(&d->reports));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the summary and the periods of the model, with the constraints that are independent in the
   initial configuration. */
static PetscErrorCode ReportModel(const Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s)
{
  const Model      model = AssemblyModel(AssemblyOf(sys));
  FsConstraintRank rank;
  Vec              dropped;

  PetscFunctionBeginUser;
  if (!d->reports.model && !d->reports.periods) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(sys->vec, &dropped));
  PetscCall(FsStageConstraintRank(stage, s, dropped, &rank));
  if (d->reports.model) PetscCall(ModelSummaryPrint(model, &rank, s->t));
  PetscCall(FsSystemDropRows(sys, dropped));
  PetscCall(PeriodReportPrint(sys, s, model->spin.active, d->reports.periods));
  /* rows are dropped for good at the initial state, which may differ */
  PetscCall(VecZeroEntries(dropped));
  PetscCall(FsSystemDropRows(sys, dropped));
  PetscCall(VecDestroy(&dropped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisAtSetUp(const Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s,
                                PetscReal t_end)
{
  const Model model = AssemblyModel(AssemblyOf(sys));

  PetscFunctionBeginUser;
  PetscCall(BodyCheckInertia(model));
  PetscCall(ModelWarnUnconnected(model));
  PetscCall(WarnSlackCables(model));
  if (model->linearize)
    PetscCall(WarnKinkedLaws(sys, s, &(FsLoading){.factor = 1, .quasistatic = PETSC_TRUE}));
  PetscCall(ModelWarnLawBreaks(model, s->t, t_end));
  PetscCall(ModelWarnMovingFields(model, s->t, t_end));
  PetscCall(WarnAbsentTrains(model, s->t, t_end));
  PetscCall(WarnCoarsePieces(model, s->t, t_end));
  PetscCall(ReportModel(d, sys, stage, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether the reactions of a step, and the loads inside beams with laws, are checked: of the steps
   4, 16, 64 and so on, which costs little. Loads that move may have gone at the last step. */
static PetscBool is_checked(PetscInt step)
{
  while (step > 4 && step % 4 == 0) step /= 4;
  return (PetscBool)(step == 4);
}

PetscErrorCode DiagnosisAtStep(Diagnosis *d, FsSystem sys, FsStage stage, PetscInt step,
                               const FsState *s, const FsLoading *loading, const Energy *energy)
{
  PetscFunctionBeginUser;
  d->step = step;
  PetscCall(ChangePointReportFirst(stage, sys->comm, d->quiet, &d->change_point_reported));
  PetscCall(MembersReadStep(&d->compression, sys, step, s, loading));
  PetscCall(RopesReadStep(sys, s, &d->ropes));
  PetscCall(LawsReadStep(sys, s, loading, &d->laws));
  PetscCall(JointLawsReadStep(sys, s, loading, &d->joint_laws));
  PetscCall(ReportsRead(&d->reports, s, loading, energy));
  if (is_checked(step)) PetscCall(LawLoadsReadState(sys, s, loading, &d->law_loads));
  if (is_checked(step) && !d->reports.harmonic && !d->reports.balance)
    PetscCall(WarnUnbalancedReactions(sys, stage, s, loading, &d->unbalanced));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisContinue(Diagnosis *d, FsStage stage)
{
  PetscFunctionBeginUser;
  d->change_point_reported = (PetscBool)(FsStageChangePoints(stage)->count > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns of members with too few cells at the state s, or NULL. ok: the last solve succeeded.
   compression: also of those that buckle too late. */
static PetscErrorCode ReportCells(const Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s,
                                  const FsLoading *loading, PetscBool ok, PetscBool compression)
{
  BowDoubt bows = {.change = 0};

  PetscFunctionBeginUser;
  PetscCall(BowDoubtCreate(sys, stage, ok ? s : NULL, loading, &bows));
  if (compression) PetscCall(MembersReportCompression(&d->compression, &bows));
  if (s && ok) PetscCall(MembersReportBows(&d->compression, &bows));
  PetscCall(BowDoubtDestroy(&bows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DiagnosisAtEnd(Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s,
                              const FsLoading *loading, FsStageInfo *last)
{
  PetscBool explained = PETSC_FALSE, warned = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(ReportsPrint(&d->reports, sys, d->quiet));
  if (!last) PetscFunctionReturn(PETSC_SUCCESS);
  if (s) PetscCall(MembersReadCompression(&d->compression, sys, s, NULL, 0, loading, NULL));
  if (s && !last->ok)
    PetscCall(MembersExplainFailure(sys, s, loading, last->place, sizeof last->place, &explained));
  if (s && !last->ok && !explained)
    PetscCall(
      LargeStrainsExplainFailure(sys, s, loading, last->place, sizeof last->place, &explained));
  if (s && last->ok) PetscCall(WarnLargeDisplacements(sys, s, loading, &warned));
  if (s && last->ok && !warned) PetscCall(WarnCompressedCables(sys, s, loading));
  PetscCall(ReportCells(d, sys, stage, s, loading, last->ok, (PetscBool)(!explained && !warned)));
  if (s && last->ok) PetscCall(WarnCoarseCables(sys, s, loading));
  if (s && last->ok && d->step > 0) PetscCall(WarnLocking(sys, s, loading));
  PetscCall(WarnPushingRopes(sys, d->ropes));
  PetscCall(WarnBeyondLaws(sys, d->laws));
  PetscCall(WarnBeyondJointLaws(sys, d->joint_laws));
  if (s && last->ok) PetscCall(LawLoadsReadState(sys, s, loading, &d->law_loads));
  PetscCall(WarnLawLoads(sys, d->law_loads));
  /* the state of modes and responses of linear models is no equilibrium, and follows no step */
  if (s && last->ok && d->step > 0 && !d->reports.harmonic && !d->reports.balance)
    PetscCall(WarnUnbalancedReactions(sys, stage, s, loading, &d->unbalanced));
  if (!s || !last->ok || warned) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WarnLargeStrains(sys, s, loading));
  PetscCall(WarnLinearBuckling(sys, stage, s, loading));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- change points --------------------------------------------------------------------------- */

PetscErrorCode ChangePointReportFirst(FsStage stage, MPI_Comm comm, PetscBool quiet,
                                      PetscBool *reported)
{
  const FsChangePoints *points = FsStageChangePoints(stage);

  PetscFunctionBeginUser;
  if (!points->count || *reported) PetscFunctionReturn(PETSC_SUCCESS);
  *reported = PETSC_TRUE;
  if (!quiet)
    PetscCall(PetscPrintf(comm,
                          "change point at t = %.6g, %s: another motion branches off, and the "
                          "model continues its own (-change_points stop ends the run there)\n",
                          (double)points->first_time, points->first_place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChangePointReportOthers(FsStage stage, size_t size, char text[])
{
  const PetscInt others = FsStageChangePoints(stage)->count - 1;

  PetscFunctionBeginUser;
  text[0] = 0;
  if (others > 0)
    PetscCall(PetscSNPrintf(text, size, ", at least %" PetscInt_FMT " other change point%s", others,
                            others == 1 ? "" : "s"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
