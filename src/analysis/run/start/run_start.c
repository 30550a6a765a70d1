/* run_start.c: brings a model to the state in which a run starts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "run_start.h"
#include "diagnosis/diagnosis.h"
#include "diagnosis/doubts/cable_doubt.h"
#include "base_state.h"
#include "moved_ends.h"
#include "stable_equilibrium.h"
#include "analysis/equilibrium.h"
#include "assembly/constraints/joint_checks.h"
#include "base/lapack.h"
#include <math.h>
#include "eigen/pencil.h"
#include "system/force_units.h"
#include "model/parts/block.h"
#include "model/loads/laws/law.h"

/* If the options say so, changes the state to the equilibrium
   under the loads at its time. Velocities stay. */
static PetscErrorCode StartInEquilibrium(Run *run, const StartOptions *options)
{
  /* gyroscopic forces may make a rotating model stable although its stiffness is not */
  const PetscBool wanted = (PetscBool)(options->stability.count != COUNT_NONE &&
                                       !run->model->spin.active && !run->sys->traits.linear);
  StaticStability stability;
  FsStage         stage;

  PetscFunctionBeginUser;
  if (!options->equilibrium) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < run->model->nparts; k++)
    PetscCheck(!run->model->block[k].linearized, run->comm, PETSC_ERR_USER_INPUT,
               "-initial_static cannot be combined with -linearize, which uses the matrices of the "
               "initial configuration, not those of the equilibrium: remove one of them (-analysis "
               "static -linearize computes the linear equilibrium)");
  PetscCall(FsStageRejectBranchingStart(run->stage));
  /* a separate stage, because the stage of the run gets another effective matrix */
  PetscCall(FsStageCreate(run->sys, &stage));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(HoldFreeTranslations(run));
  FsStageHoldRigid(stage, run->hold);
  PetscCall(StaticStabilityCreate(&options->stability, &stability));
  PetscCall(StaticStabilityStart(&stability, run, stage, wanted, NULL));
  PetscCall(StaticStabilityWarn(&stability, run, "the initial equilibrium"));
  /* modes end at this equilibrium, where DiagnosisAtEnd() has the same warning */
  if (!run->kind.loading.quasistatic)
    PetscCall(
      WarnCoarseCables(run->sys, &run->s, &(FsLoading){.factor = 1, .quasistatic = PETSC_TRUE}));
  PetscCall(FsStageDestroy(&stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reports that joints and supports let nothing move. Drivers that prescribe all motion do, too, but
   they move it. */
static PetscErrorCode ReportLocked(const Run *run)
{
  const FsSystemConstraints *ops = FsSystemAllConstraints(run->sys);
  PetscInt                   mobility;
  PetscReal                  least = 0;
  Vec                        order;

  PetscFunctionBeginUser;
  if (!run->sys->constraints || run->quiet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsStageGetMobility(run->stage, &mobility));
  if (mobility > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(run->sys->vec, &order));
  PetscCall(VecZeroEntries(order));
  if (ops->order) PetscCall(ops->order(run->sys, order));
  PetscCall(VecMin(order, NULL, &least));
  PetscCall(VecDestroy(&order));
  if (least >= 0)
    PetscCall(PetscPrintf(run->comm,
                          "joints and supports hold all nodes: nothing will move, unless supports "
                          "do, but beams between their nodes (-show model counts the "
                          "constraints)\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunReportRedundancy(const Run *run)
{
  char text[640];

  PetscFunctionBeginUser;
  PetscCall(FsStageDescribeRedundancy(run->stage, sizeof text, text));
  if (text[0] && !run->quiet) PetscCall(PetscPrintf(run->comm, "%s\n", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* As RunAssemble, but the position may be a change point. */
static PetscErrorCode AssembleModel(Run *run)
{
  const PetscBool report = (PetscBool)(run->model->assemble.positions && !run->quiet);
  Poses           poses;

  PetscFunctionBeginUser;
  if (report) PetscCall(AssemblyReportStart(run->sys, &run->s, &poses));
  PetscCall(MoveEndsWithSupports(run));
  PetscCall(FsStageAssemblePositions(run->stage, run->model->assemble.positions, &run->s));
  if (report) PetscCall(AssemblyReportPrint(run->sys, &run->s, &poses));
  PetscCall(RunReportRedundancy(run));
  PetscCall(ReportLocked(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunAssemble(Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(AssembleModel(run));
  PetscCall(FsStageRejectBranchingStart(run->stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunAssembleDriven(Run *run, PetscBool *branches)
{
  PetscFunctionBeginUser;
  PetscCall(AssembleModel(run));
  *branches = FsStageStartBranches(run->stage);
  if (!*branches) PetscFunctionReturn(PETSC_SUCCESS);
  if (run->sys->rotations)
    PetscCall(ConfigurationToBodyAxes(AssemblyConfiguration(AssemblyOf(run->sys)), run->s.v));
  PetscCall(FsStageAssembleVelocities(run->stage, PETSC_TRUE, run->t_end, &run->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunStart(Run *run, const StartOptions *options)
{
  const Model model = run->model;

  PetscFunctionBeginUser;
  PetscCall(ModelCheckLaws(model, run->s.t, run->s.q, run->s.v));
  PetscCall(AssembleModel(run));
  PetscCall(StartInEquilibrium(run, options));
  if (run->sys->rotations)
    PetscCall(ConfigurationToBodyAxes(AssemblyConfiguration(AssemblyOf(run->sys)), run->s.v));
  PetscCall(FsStageAssembleVelocities(run->stage, model->assemble.velocities, run->t_end, &run->s));
  PetscCall(JointsCheckLaws(AssemblyOf(run->sys), &run->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunFindEquilibrium(Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(RunAssemble(run));
  PetscCall(JointsCheckLaws(AssemblyOf(run->sys), &run->s));
  PetscCall(EquilibriumFind(run->sys, run->stage, NULL, &run->s, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunCheckEquilibrium(Run *run, const char what[])
{
  PetscReal most;
  PetscBool rests;
  char      place[160];
  Vec       r;

  PetscFunctionBeginUser;
  if (run->kind.at_rest || run->sys->traits.linear) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsStageSetUp(run->stage, fs_equilibrium_shift, NULL));
  PetscCall(VecDuplicate(run->s.q, &r));
  PetscCall(EquilibriumCheck(run->sys, run->stage, &run->kind.loading, &run->s, r, &rests));
  PetscCall(VecNorm(r, NORM_INFINITY, &most));
  PetscCall(FsSystemDescribeLargestDof(run->sys, r, place, sizeof place));
  PetscCheck(
    rests, run->comm, PETSC_ERR_USER_INPUT,
    "%s are small motions about an equilibrium, and the initial state is not in equilibrium: %.3g "
    "N or N m are not balanced at %s; give -initial_static, or remove the -initials",
    what, (double)most, place);
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- free translation ------------------------------------------------------------------------ */

/* Computes motion[n], the translations that move dofs, each of norm 1. motion has room for
   FS_RIGID_MOTIONS. */
static PetscErrorCode FindTranslations(const Run *run, Vec motion[], PetscInt *n)
{
  PetscReal size;

  PetscFunctionBeginUser;
  PetscCall(run->sys->ops.geometry.rigid_motions(run->sys, &run->s, &run->kind.loading, motion));
  *n = 0;
  for (int c = 0; c < 3; c++) {
    PetscCall(VecNorm(motion[c], NORM_2, &size));
    if (size == 0) continue;
    if (*n < c) PetscCall(VecCopy(motion[c], motion[*n]));
    PetscCall(VecScale(motion[(*n)++], 1 / size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *least = smallest norm of K x over the combinations x of motion[n] that have the norm 1. It is
   infinite if K has entries that are not finite, which the search of the equilibrium reports. */
static PetscErrorCode FindLeastForce(Mat K, PetscInt n, const Vec motion[], PetscReal *least)
{
  PetscScalar gram[9];
  PetscReal   value[3];
  int         finite = 1;
  Vec        *force;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(motion[0], n, &force));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(MatMult(K, motion[i], force[i]));
    PetscCall(VecMDot(force[i], i + 1, force, gram + n * i));
  }
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j <= i; j++) finite = finite && isfinite(gram[n * i + j]);
  PetscCall(VecDestroyVecs(n, &force));
  *least = PETSC_INFINITY;
  if (!finite) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(LapackEigen(n, gram, value));
  *least = PetscSqrtReal(PetscMax(value[0], 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode HasFreeTranslation(const Run *run, PetscBool *has)
{
  /* Relative to the norm of the stiffness, in which moments count as forces at lengths [N/m]. The
     sums of the stiffnesses of elements are round-off of 1e-16 of it; FindLeastForce has squares of
     them, whose round-off is 1e-8 after the root. */
  const PetscReal round_off = 1e-8;
  PetscReal       size, least = 1;
  PetscInt        n = 0;
  Pencil          p;
  Mat             K = NULL;
  Vec            *motion;

  PetscFunctionBeginUser;
  PetscCall(PencilCreateStiffness(run->sys, &run->s, &run->kind.loading, &p));
  PetscCall(VecDuplicateVecs(run->sys->vec, FS_RIGID_MOTIONS, &motion));
  PetscCall(FindTranslations(run, motion, &n));
  PetscCall(FsSystemComparableMatrix(run->sys, p->K, &K));
  PetscCall(MatNorm(K, NORM_INFINITY, &size));
  if (n) PetscCall(FindLeastForce(K, n, motion, &least));
  *has = (PetscBool)(n > 0 && least <= round_off * size);
  PetscCall(VecDestroyVecs(FS_RIGID_MOTIONS, &motion));
  PetscCall(MatDestroy(&K));
  PetscCall(PencilDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HoldFreeTranslations(Run *run)
{
  PetscBool has = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (run->hold_given || !run->kind.harmonic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(HasFreeTranslation(run, &has));
  if (!has) PetscFunctionReturn(PETSC_SUCCESS);
  run->hold = FS_HOLD_DOFS;
  FsStageHoldRigid(run->stage, run->hold);
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm, "no support prevents a translation of the model: its "
                                     "equilibrium holds the rigid motions (-hold_rigid)\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
