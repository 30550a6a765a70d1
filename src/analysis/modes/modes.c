/* modes.c: computes modes of free vibration about the unloaded model or an equilibrium.
   See eigen/undamped_modes.h and eigen/damped/damped_modes.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/analysis.h"
#include "assembly/matrices/structural_damping.h"
#include "eigen/damped/damped_modes.h"
#include "eigen/factorization.h"
#include "eigen/undamped_modes.h"
#include "linear/blas.h"
#include "analysis/equilibrium.h"
#include "base/printing.h"
#include "base/profile.h"
#include "math/vector.h"
#include "mode_table.h"
#include "modes_options.h"
#include "analysis/run/start/base_state.h"
#include "analysis/run/run.h"
#include "analysis/run/model_analysis.h"
#include <petsctime.h>

typedef struct {
  ModesOptions options;
  BaseState    base;
  Pencil       pencil;
  Mat          loss; /* stiffness times loss factors; NULL if no part has a loss factor */
  Modes        modes;
  DampedModes  damped_modes;
  PetscReal    seconds; /* of the search */
} ModalAnalysis;

static PetscErrorCode SetUp_Modes(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  ModalAnalysis *x    = data;
  RunKind        kind = run_kind_of_small_motions();

  PetscFunctionBeginUser;
  kind.modal_damping = PETSC_TRUE;
  kind.without_steps = "modes";
  PetscCall(ReadBaseState(o, comm, &x->base));
  base_state_set_kind(&x->base, &kind);
  PetscCall(ReadModesOptions(o, comm, x->base.rotating, &x->options));
  run->t_start = run->t_end = x->options.t_start;
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(BaseStateFind(run, &x->base, "modes"));
  PetscCall(RunAddModalDamping(run));
  PetscCall(RunIgnoreMotionOptions(run));
  PetscCall(RunFinishSetUp(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- output ---------------------------------------------------------------------------------- */

/* Computes the roots of z^2 = -mu: frequency [Hz] and growth [1/s] of the motion exp(z t) that
   grows most. */
static void frequency_and_growth(PetscReal mu, PetscReal imaginary, PetscReal *frequency,
                                 PetscReal *growth)
{
  const PetscReal size = PetscSqrtReal(PetscSqrtReal(mu * mu + imaginary * imaginary));
  const PetscReal half = PetscAtan2Real(PetscAbsReal(imaginary), -mu) / 2;

  *growth    = imaginary == 0 && mu >= 0 ? 0 : size * PetscCosReal(half);
  *frequency = imaginary == 0 && mu < 0 ? 0 : size * PetscSinReal(half) / (2 * PETSC_PI);
}

static PetscErrorCode FillUndamped(const Run *run, const ModalAnalysis *x, ModeTable *t)
{
  const Modes *m = &x->modes;
  Vec          Cx;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(run->s.q, &Cx));
  for (PetscInt k = 0; k < m->n; k++) {
    PetscReal damping, omega;

    frequency_and_growth(m->zero[k] ? 0 : m->mu[k], m->growth[k], &t->number[MODE_FREQUENCY][k],
                         &t->number[MODE_GROWTH][k]);
    PetscCall(PencilDampingMult(x->pencil, m->x[k], Cx));
    PetscCall(VecDot(Cx, m->x[k], &damping));
    omega                      = 2 * PETSC_PI * t->number[MODE_FREQUENCY][k];
    t->number[MODE_DAMPING][k] = omega > 0 ? damping / (2 * omega) : 0;
    if (x->loss && omega > 0) {
      PetscCall(MatMult(x->loss, m->x[k], Cx));
      PetscCall(VecDot(Cx, m->x[k], &damping));
      t->number[MODE_DAMPING][k] += damping / (2 * omega * omega);
    }
    t->number[MODE_RESIDUAL][k] = m->residual[k];
    t->number[MODE_RIGID][k]    = m->zero[k];
  }
  PetscCall(VecDestroy(&Cx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void fill_damped(const DampedModes *m, ModeTable *t)
{
  for (PetscInt k = 0; k < m->n; k++) {
    const PetscReal size = hypot(m->growth[k], m->omega[k]);

    t->number[MODE_FREQUENCY][k] = m->omega[k] / (2 * PETSC_PI);
    t->number[MODE_GROWTH][k]    = m->growth[k];
    t->number[MODE_DAMPING][k]   = size > 0 ? -m->growth[k] / size : 0;
    t->number[MODE_RESIDUAL][k]  = m->residual[k];
    t->number[MODE_RIGID][k]     = m->zero[k];
  }
}

static PetscErrorCode Steps_Modes(Run *run, void *data, FsStepInfo *info)
{
  const ModalAnalysis *x       = data;
  const PetscInt       n       = x->options.damped ? x->damped_modes.n : x->modes.n;
  const Vec           *shapes  = x->options.damped ? x->damped_modes.x : x->modes.x;
  PetscReal            highest = x->options.hertz[1];
  ModeTable            table;

  PetscFunctionBeginUser;
  (void)info;
  PetscCall(OutputShapes(run->recording.output, &run->s, "/modes", n, shapes,
                         x->options.damped ? x->damped_modes.y : NULL, PETSC_TRUE));
  PetscCall(ModeTableCreate(run, x->pencil->M, x->options.point, n, shapes,
                            (PetscBool)!x->options.damped, &table));
  if (x->options.damped) fill_damped(&x->damped_modes, &table);
  else PetscCall(FillUndamped(run, x, &table));
  PetscCall(ModeTableWrite(run, &table));
  PetscCall(FileSetAttributeReal(OutputGetFile(run->recording.output), "/modes", "certified",
                                 !x->options.damped && x->modes.certified));
  PetscCall(ModeTablePrint(run, &table));
  for (PetscInt k = 0; k < n; k++) highest = PetscMax(highest, table.number[MODE_FREQUENCY][k]);
  PetscCall(
    MembersReportBending(run->sys, &run->s, &run->kind.loading, highest, "the highest mode"));
  PetscCall(ModeTableDestroy(&table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves before the output is opened, because wrong input must not leave a file. */
static PetscErrorCode Prepare_Modes(Run *run, void *data)
{
  ModalAnalysis *x = data;
  PetscLogDouble start, end;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_STEPPING));
  PetscCall(PetscTime(&start));
  PetscCall(LongPhaseStart(run->comm, "modes"));
  PetscCall(PencilCreate(run->sys, &run->s, &run->kind.loading, &x->pencil));
  PetscCall(StructuralDampingCreate(AssemblyOf(run->sys), &run->s, &run->kind.loading, x->pencil->K,
                                    &x->loss));
  if (x->options.damped)
    PetscCall(DampedFind(x->pencil, x->loss, x->options.selection.n, &x->damped_modes));
  else PetscCall(ModesFind(x->pencil, &x->options.selection, &x->modes));
  PetscCall(LongPhaseEnd());
  PetscCall(PetscTime(&end));
  x->seconds = end - start;
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Modes(const Run *run, const void *data)
{
  const ModalAnalysis *x    = data;
  const PetscInt       dofs = run->model->layout.nfree - run->model->layout.nmultipliers;
  char                 blas[256];

  PetscFunctionBeginUser;
  PetscCall(BlasMention(dofs, sizeof blas, blas));
  PetscCall(PetscPrintf(run->comm,
                        "%smodes about %s: %" PetscInt_FMT
                        " dofs, shift and inversion by SLEPc and MUMPS%s\n",
                        x->options.damped ? "damped " : "",
                        x->base.loaded ? "the equilibrium under the loads"
                                       : "the unloaded model (-initial_static includes the loads)",
                        dofs, blas));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Describes the interval in which the modes are complete. */
static PetscErrorCode DescribeInterval(const ModalAnalysis *x, char text[], size_t size)
{
  const Modes *m = &x->modes;
  PetscReal    hertz[2], growth;

  PetscFunctionBeginUser;
  frequency_and_growth(PetscMax(m->from, 0), 0, &hertz[0], &growth);
  frequency_and_growth(PetscMax(m->to, 0), 0, &hertz[1], &growth);
  if (m->from < 0) PetscCall(PetscSNPrintf(text, size, "below %.6g Hz", (double)hertz[1]));
  else
    PetscCall(
      PetscSNPrintf(text, size, "from %.6g to %.6g Hz", (double)hertz[0], (double)hertz[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PrintCost(const Run *run, const ModalAnalysis *x, PetscInt factorizations,
                                PetscInt solves)
{
  PetscInt megabytes;

  PetscFunctionBeginUser;
  PetscCall(FactorizationGetMemory(x->pencil->factors, &megabytes));
  PetscCall(PetscPrintf(run->comm,
                        "done: %" PetscInt_FMT " factorizations, %" PetscInt_FMT
                        " solves, %.3g s; the factors need %" PetscInt_FMT " MB on all ranks\n",
                        factorizations, solves, (double)x->seconds, megabytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConcludeDamped(const Run *run, const ModalAnalysis *x)
{
  const DampedModes *m = &x->damped_modes;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(run->comm,
                        "%" PetscInt_FMT
                        " modes, those nearest to 0; complex modes cannot be counted, but the "
                        "undamped modes that start the search are\n",
                        m->n));
  PetscCall(PrintCost(run, x, m->factorizations, m->solves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Modes(const Run *run, const void *data)
{
  const ModalAnalysis *x = data;
  const Modes         *m = &x->modes;
  char                 interval[96], zeros[64] = "";

  PetscFunctionBeginUser;
  if (x->options.damped) {
    PetscCall(ConcludeDamped(run, x));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(DescribeInterval(x, interval, sizeof interval));
  if (m->zeros)
    PetscCall(PetscSNPrintf(zeros, sizeof zeros,
                            ", %" PetscInt_FMT " of them rigid motions or mechanisms", m->zeros));
  if (m->certified)
    PetscCall(PetscPrintf(run->comm, "complete %s: %" PetscInt_FMT " modes%s, counted by inertia\n",
                          interval, m->n, zeros));
  else
    PetscCall(PetscPrintf(run->comm,
                          "%" PetscInt_FMT
                          " modes%s, those found nearest to 0; they cannot be counted, because the "
                          "stiffness matrix is not symmetric (follower loads, moments or force "
                          "laws; asymmetry %.2g): other modes may grow\n",
                          m->n, zeros, (double)x->pencil->asymmetry));
  PetscCall(PrintCost(run, x, m->factorizations, m->solves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Modes(void *data)
{
  ModalAnalysis *x = data;

  PetscFunctionBeginUser;
  PetscCall(ModesDestroy(&x->modes));
  PetscCall(DampedDestroy(&x->damped_modes));
  PetscCall(MatDestroy(&x->loss));
  PetscCall(PencilDestroy(&x->pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ModelAnalysis modes_model_analysis = {.size     = sizeof(ModalAnalysis),
                                                   .setup    = SetUp_Modes,
                                                   .announce = Announce_Modes,
                                                   .prepare  = Prepare_Modes,
                                                   .steps    = Steps_Modes,
                                                   .conclude = Conclude_Modes,
                                                   .destroy  = Destroy_Modes};

/* Input error: a nonlinear model is not at rest in equilibrium, so that it has no modes. */
static PetscErrorCode CheckAtRest(Run *run)
{
  PetscBool balanced, unloaded;
  PetscReal speed;

  PetscFunctionBeginUser;
  /* all states of static analyses are equilibria */
  if (run->sys->traits.linear || run->kind.loading.quasistatic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecNorm(run->s.v, NORM_INFINITY, &speed));
  if (speed == 0)
    PetscCall(EquilibriumCheckLoads(run->sys, run->stage, &run->kind.loading, &run->s, &balanced,
                                    &unloaded));
  PetscCheck(
    speed == 0 && balanced, run->comm, PETSC_ERR_USER_INPUT,
    "modes are about an equilibrium, and the model moves or is not in balance at t = %.6g; "
    "take a static analysis, or -linearize",
    (double)run->s.t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModesOfState(Run *run, PetscInt n)
{
  ModalAnalysis  x    = {.options = {.selection = {.kind = MODES_LOWEST, .n = n}}};
  FsStepInfo     info = {.solve.ok = PETSC_TRUE};
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  x.options.damped = run->model->spin.active;
  PetscCall(CheckAtRest(run));
  PetscCall(FileRemove(OutputGetFile(run->recording.output), "/modes"));
  ierr = Prepare_Modes(run, &x);
  if (!ierr) ierr = Steps_Modes(run, &x, &info);
  PetscCall(Destroy_Modes(&x));
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ChooseModes(FsOptions o, const ModelAnalysis **model)
{
  PetscBool sweep;

  PetscFunctionBeginUser;
  PetscCall(ReadModesSweep(o, &sweep));
  *model = sweep ? &campbell_model_analysis : &modes_model_analysis;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Analysis modes_analysis = {
  .name = "modes", .title = "Modes", .options = modes_options, .choose = ChooseModes};
