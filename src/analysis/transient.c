/* transient.c: computes the motion of a model in time.
   An integrator (fs/integrator.h) computes the steps, and a step control (fs/control.h) chooses
   their size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"
#include "analysis_options.h"
#include "analysis/run/energy_check.h"
#include "analysis/run/loads/load_steps.h"
#include "analysis/run/run.h"
#include "diagnosis/diagnosis.h"
#include "diagnosis/doubts/rotation_doubt.h"
#include "diagnosis/doubts/start_doubt.h"
#include "diagnosis/doubts/step_doubt.h"
#include "analysis/run/model_analysis.h"
#include "analysis/run/time_grid.h"
#include "assembly/constraints/joint_checks.h"
#include "model/loads/nodes/given_load.h"
#include "model/supports/prescribed_motion.h"

typedef struct {
  Run             *run; /* borrowed */
  TransientOptions options;
  FsIntegrator     integrator;
  FsStepControl    control;
  TimeGrid         grid;
  PetscReal        limit; /* limit of omega dt; 0: not limited, or not checked */
  PetscInt         iterations, linear, failed, rejected, events;
  EnergyCheck      energy_check;
  StepDoubt        step_doubt; /* of implicit schemes with steps of one size */
  RotationDoubt    rotation_doubt;
  LoadSteps        loads;
} Transient;

static PetscErrorCode RaiseStepFailure(const Run *run, const Transient *x, const FsStepInfo *info)
{
  const FsStageInfo *solve     = &info->solve;
  const PetscBool    shortened = (PetscBool)(info->failed + info->rejected > 1);

  PetscFunctionBeginUser;
  SETERRQ(run->comm, PETSC_ERR_NOT_CONVERGED,
          "step %" PetscInt_FMT
          " from t = %.6g failed%s%.3g s%s: %s%s; the output has all steps before",
          run->step + 1, (double)run->s.t, shortened ? " with steps down to " : " with dt = ",
          (double)FsIntegratorGetInfo(x->integrator).dt, shortened ? " (-dt_min)" : "",
          solve->reason, solve->place);
}

/* Lets functions compute the forces of the step that starts at the last accepted state. */
static PetscErrorCode StartForces(Run *run)
{
  PetscFunctionBeginUser;
  if (given_load_function(run->model))
    PetscCall(GivenLoadsEvaluate(run->model, run->s.t, run->s.q, run->s.v));
  if (joint_with_step_motor(run->model)) PetscCall(JointsCallMotors(AssemblyOf(run->sys), &run->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode InitialAcceleration(Run *run)
{
  const PetscBool branches = FsStageStartBranches(run->stage);
  FsStageInfo     info;

  PetscFunctionBeginUser;
  PetscCall(StartForces(run));
  PetscCall(FsStageAcceleration(run->stage, &run->s, &info));
  if (info.ok) PetscCall(FsStageLeaveBranchingStart(run->stage, &run->s, &info));
  PetscCheck(info.ok, run->comm, PETSC_ERR_NOT_CONVERGED, "t = %.6g: %s%s", (double)run->s.t,
             info.reason, info.place);
  if (branches) PetscCall(RunReportRedundancy(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckStep(void *context, const FsState *next, FsStageInfo *info)
{
  const Transient *x = context;

  PetscFunctionBeginUser;
  PetscCall(RunRead(x->run, next, info));
  if (info->ok && !x->options.allow_unstable) PetscCall(EnergyCheckCandidate(x->run, next, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StartStep(void *context) { return StartForces(((Transient *)context)->run); }

static void LimitStep(void *context, FsStepLimit *step)
{
  load_steps_limit(&((Transient *)context)->loads, step);
}

static PetscErrorCode AcceptStep(void *context)
{
  Transient *x = context;

  PetscFunctionBeginUser;
  PetscCall(RunAccept(x->run));
  load_steps_release(&x->loads);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads energies and works again at a jump of loads, because the work of the next step starts with
   the forces behind the jump. */
static PetscErrorCode ReadJump(void *context, const FsState *s, FsStageInfo *info)
{
  Run *const run = ((Transient *)context)->run;

  PetscFunctionBeginUser;
  PetscCall(RunRead(run, s, info));
  if (info->ok) PetscCall(RunAccept(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Also archives the step size, which stays. The number of steps changes with -t_end. */
static PetscErrorCode Archive_Transient(void *context, FsArchive a)
{
  Transient *x   = context;
  Run       *run = x->run;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "t_start", 1, &run->t_start));
  PetscCall(FsArchiveReals(a, "dt", 1, &x->grid.dt));
  PetscCall(FsArchiveInt(a, "sum_iterations", &x->iterations));
  PetscCall(FsArchiveInt(a, "sum_linear", &x->linear));
  PetscCall(FsArchiveInt(a, "sum_failed", &x->failed));
  PetscCall(FsArchiveInt(a, "sum_rejected", &x->rejected));
  if (FsStepControlMayLocate(run->sys)) PetscCall(FsArchiveInt(a, "sum_events", &x->events));
  PetscCall(EnergyCheckArchive(&x->energy_check, a));
  PetscCall(FsIntegratorArchive(x->integrator, a));
  PetscCall(FsStepControlArchive(x->control, a));
  if (FsStepControlIsAdaptive(x->control)) PetscCall(LoadStepsArchive(&x->loads, a));
  if (a->reading)
    x->grid.nsteps = (PetscInt)PetscMax(1, count_steps(run->t_start, run->t_end, x->grid.dt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets how often the energies of an explicit run of a linear model are computed if the output does
   not need them. A reading costs about half a step. It misses the work of loads that change between
   two readings. */
static void set_energy_interval(Run *run, const Transient *x)
{
  const PetscInt interval = 100;

  if (FsIntegratorGetInfo(x->integrator).conditionally_stable && !x->loads.watches.n)
    recording_set_energy_interval(&run->recording, interval);
}

/* Starts the scheme at the run's state. */
static PetscErrorCode StartIntegration(Run *run, Transient *x)
{
  PetscFunctionBeginUser;
  PetscCall(InitialAcceleration(run));
  PetscCall(FsIntegratorSetUp(x->integrator, run->sys, run->stage, x->grid.dt, &run->s));
  PetscCall(FsStepControlSetUp(x->control, &run->s));
  if (x->limit) PetscCall(StableStepCheckStart(run, x->integrator, x->grid.dt, x->limit));
  FsStepControlSetMonitor(x->control,
                          (FsStepMonitor){x, CheckStep, AcceptStep, ReadJump,
                                          x->loads.watches.n ? LimitStep : NULL, StartStep});
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Starts the scheme again without its history, because the loads have changed. */
static PetscErrorCode RestartIntegration(Run *run, Transient *x)
{
  PetscFunctionBeginUser;
  PetscCall(FsStepControlDestroy(&x->control));
  PetscCall(FsIntegratorDestroy(&x->integrator));
  PetscCall(FsIntegratorCreate(run->comm, &x->options.scheme, &x->integrator));
  PetscCall(FsStepControlCreate(x->integrator, &x->options.steps, &x->control));
  PetscCall(StartIntegration(run, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddModalDamping(Run *run, const FsIntegratorInfo *in)
{
  PetscFunctionBeginUser;
  if (!run->model->damping.modal) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(run->sys->traits.linear, run->comm, PETSC_ERR_USER_INPUT,
             "-damping_modal is for linear models, without joints, releases and force laws: use "
             "-linearize, or -damping_mass and -damping_stiffness, or -part_<name>_damping");
  PetscCheck(!in->conditionally_stable, run->comm, PETSC_ERR_USER_INPUT,
             "-damping_modal is for implicit schemes: its matrix couples all nodes; use another "
             "-integrator, or -damping_mass");
  PetscCall(RunAddModalDamping(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Transient(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  Transient       *x = data;
  FsIntegratorInfo in;
  RunKind          kind;
  PetscReal        rotation;

  PetscFunctionBeginUser;
  x->run = run;
  PetscCall(ReadTransientOptions(o, comm, &x->options));
  x->grid      = x->options.grid;
  run->t_start = x->grid.t_start;
  run->t_end   = x->grid.t_end;
  PetscCall(FsIntegratorCreate(comm, &x->options.scheme, &x->integrator));
  PetscCall(FsStepControlCreate(x->integrator, &x->options.steps, &x->control));
  in   = FsIntegratorGetInfo(x->integrator);
  kind = (RunKind){.dt                = x->grid.dt,
                   .chooses_steps     = FsStepControlIsAdaptive(x->control),
                   .modal_damping     = PETSC_TRUE,
                   .starts_steps      = PETSC_TRUE,
                   .friction_may_slip = PETSC_TRUE,
                   .forces_alone      = PETSC_TRUE,
                   .load_time         = "1",
                   .stabilization     = in.stabilization,
                   .loading           = FsLoadingOfMotion(),
                   .output            = {.solves = in.scheme->solves},
                   .archive           = Archive_Transient,
                   .context           = x};
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCheck(run->sys->constraints || !x->options.scheme.stabilize_given, comm,
             PETSC_ERR_USER_INPUT, "-stabilize has no effect: the model has no -joints; remove it");
  PetscCall(RunStart(run, &x->options.start));
  PetscCall(AddModalDamping(run, &in));
  PetscCall(StartForces(run));
  PetscCall(FsSystemInitializeFriction(run->sys, x->grid.dt, &run->s));
  if (in.conditionally_stable && !x->options.allow_unstable)
    PetscCall(StableStepCheck(run, &x->options.scheme, x->control, x->grid.dt, &x->limit));
  if (!FsStepControlIsAdaptive(x->control))
    FsStageSetExpectedSolves(run->stage, (PetscReal)x->grid.nsteps * (PetscReal)in.scheme->solves);
  PetscCall(LoadStepsCreate(run->model, run->t_start, x->grid.dt, &x->loads));
  set_energy_interval(run, x);
  if (!in.conditionally_stable && !FsStepControlIsAdaptive(x->control))
    PetscCall(StepDoubtCreate(run->sys, &x->step_doubt));
  PetscCall(StartIntegration(run, x));
  PetscCall(RunFinishSetUp(run));
  PetscCall(RunRestore(run));
  if (run->loads_changed) PetscCall(RestartIntegration(run, x));
  if (run->step == 0 && !x->options.start.given) PetscCall(WarnSuddenLoads(run->sys, &run->s));
  /* discards the rotation of the set-up */
  PetscCall(ConfigurationMaxRotation(AssemblyConfiguration(AssemblyOf(run->sys)), &rotation));
  PetscCall(PrescribedMotionCheckJumps(run->model, run->t_start, run->t_end));
  if (!FsStepControlIsAdaptive(x->control))
    PetscCall(LoadStepsWarn(&x->loads, comm, run->t_start, run->t_end, x->grid.nsteps,
                            PetscMax(1, in.scheme->solves)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the work of a step, and records the state if the step has advanced. */
static PetscErrorCode RecordStep(Run *run, Transient *x, FsStepInfo *info, PetscBool *stop)
{
  const FsIntegratorInfo in       = FsIntegratorGetInfo(x->integrator);
  const PetscBool        may_grow = !run->sys->traits.linear || in.conditionally_stable;

  PetscFunctionBeginUser;
  x->iterations += run->sys->traits.linear ? info->solve.linear : info->solve.newton;
  x->linear += info->solve.linear;
  x->failed += info->failed;
  x->rejected += info->rejected;
  x->events += info->events;
  /* a step that failed in the end may have advanced by shorter steps */
  if (!info->accepted) PetscFunctionReturn(PETSC_SUCCESS);
  run->step++;
  PetscCall(RunRecord(run, info));
  if (may_grow) PetscCall(EnergyCheckStep(&x->energy_check, run, info->dt));
  PetscCall(StepDoubtRead(&x->step_doubt, run->sys, run->step, &run->s));
  PetscCall(RotationDoubtRead(&x->rotation_doubt, run->sys, run->step, &run->s, &in));
  PetscCall(RunPollInterrupt(run, stop));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps_Transient(Run *run, void *data, FsStepInfo *info)
{
  Transient      *x        = data;
  const PetscBool adaptive = FsStepControlIsAdaptive(x->control);
  PetscBool       stop     = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (run->step == 0) EnergyCheckStart(&x->energy_check, run);
  while (info->solve.ok && !stop && is_before_stop(run, x->grid.dt)) {
    PetscCall(FsStepControlAdvance(
      x->control, adaptive ? run->control.t_stop : next_grid_time(run, x->grid.dt), &run->s, info));
    PetscCall(RecordStep(run, x, info, &stop));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tries one step without cut-backs, events or error control, which the calling program does. */
static PetscErrorCode Attempt_Transient(Run *run, void *data, PetscReal dt, FsStepInfo *info,
                                        const FsState **next)
{
  Transient *x = data;

  PetscFunctionBeginUser;
  if (run->step == 0) EnergyCheckStart(&x->energy_check, run);
  PetscCall(StartForces(run));
  *info = (FsStepInfo){.dt = dt, .solve.ok = PETSC_TRUE};
  PetscCall(FsIntegratorTry(x->integrator, dt, &run->s, &info->solve));
  *next = FsIntegratorCandidate(x->integrator);
  if (info->solve.ok) PetscCall(CheckStep(x, *next, &info->solve));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_Transient(Run *run, void *data, FsStepInfo *info)
{
  Transient *x    = data;
  PetscBool  stop = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(FsIntegratorAccept(x->integrator, &run->s));
  PetscCall(AcceptStep(x));
  info->accepted = 1;
  PetscCall(RecordStep(run, x, info, &stop));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Transient(const Run *run, const void *data)
{
  const Transient       *x         = data;
  const PetscReal        tolerance = 1e-6; /* of dt */
  const FsIntegratorInfo in        = FsIntegratorGetInfo(x->integrator);
  const Layout          *l         = &run->model->layout;
  char                   rho[32] = "", joints[64] = "", requested[80] = "";

  PetscFunctionBeginUser;
  if (in.scheme->tunable)
    PetscCall(PetscSNPrintf(rho, sizeof rho, ", rho_inf %.6g", (double)in.rho_inf));
  PetscCall(PetscPrintf(run->comm, "%s%s: ", in.scheme->name, rho));
  if (FsStepControlIsAdaptive(x->control))
    PetscCall(PetscPrintf(run->comm, "steps by error from %.6g s", (double)x->grid.dt));
  else {
    if (x->grid.dt < x->grid.requested * (1 - tolerance))
      PetscCall(PetscSNPrintf(requested, sizeof requested,
                              " (-dt %.6g shortened to end at -t_end; -dt_exact keeps it)",
                              (double)x->grid.requested));
    PetscCall(PetscPrintf(run->comm, "%" PetscInt_FMT " steps of %.6g s%s", x->grid.nsteps,
                          (double)x->grid.dt, requested));
  }
  if (run->sys->constraints)
    PetscCall(
      PetscSNPrintf(joints, sizeof joints, " and %" PetscInt_FMT " multipliers", l->nmultipliers));
  PetscCall(PetscPrintf(run->comm, ", %" PetscInt_FMT " dofs%s, %s\n", l->nfree - l->nmultipliers,
                        joints, FsStageSolverName(run->stage)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Transient(const Run *run, const void *data)
{
  const Transient *x             = data;
  const PetscInt   many_failures = 100;
  char             attempts[128] = "", events[48] = "", points[64], linear[64] = "", saves[96];

  PetscFunctionBeginUser;
  if (FsStepControlIsAdaptive(x->control) || x->failed)
    PetscCall(PetscSNPrintf(
      attempts, sizeof attempts, " (%" PetscInt_FMT " rejected, %" PetscInt_FMT " cut back%s)",
      x->rejected, x->failed, x->failed < many_failures ? "" : ": use shorter steps, -dt"));
  if (run->sys->ops.history.switch_margins || x->events)
    PetscCall(PetscSNPrintf(events, sizeof events, ", %" PetscInt_FMT " event%s located", x->events,
                            x->events == 1 ? "" : "s"));
  PetscCall(ChangePointReportOthers(run->stage, sizeof points, points));
  if (FsStageSolverChanges(run->stage) > 0)
    PetscCall(PetscPrintf(
      run->comm, "solver: %" PetscInt_FMT " change%s, to %s\n", FsStageSolverChanges(run->stage),
      FsStageSolverChanges(run->stage) == 1 ? "" : "s", FsStageSolverName(run->stage)));
  PetscCall(
    InterruptCheckpointCost(&run->control.interrupt, run->recording.seconds, saves, sizeof saves));
  if (FsStageIsIterative(run->stage))
    PetscCall(PetscSNPrintf(linear, sizeof linear, " and %.3g linear",
                            (double)x->linear / (double)run->step));
  PetscCall(PetscPrintf(
    run->comm, "done: %" PetscInt_FMT " steps%s%s%s, %.3g %s%s iterations per step, %.3g s%s\n",
    run->step, attempts, events, points, (double)x->iterations / (double)run->step,
    run->sys->traits.linear ? "linear" : "Newton", linear, (double)run->recording.seconds, saves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Prepare_Transient(Run *run, void *data)
{
  const Transient *x = data;

  PetscFunctionBeginUser;
  if (!run->control.interrupt.given.restart_path[0] && !run->quiet)
    PetscCall(ModelReportScales(run->sys, x->grid.dt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check_Transient(const Run *run, const void *data, const FsStepInfo *info)
{
  const Transient *x = data;

  PetscFunctionBeginUser;
  PetscCall(EnergyCheckReport(&x->energy_check, run));
  if (!info->solve.ok) PetscCall(RaiseStepFailure(run, x, info));
  PetscCall(StepDoubtReport(&x->step_doubt, run->sys, &run->s, &run->kind.loading,
                            &x->options.scheme, x->grid.dt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Transient(void *data)
{
  Transient *x = data;

  PetscFunctionBeginUser;
  PetscCall(StepDoubtDestroy(&x->step_doubt));
  PetscCall(LoadStepsDestroy(&x->loads));
  PetscCall(FsStepControlDestroy(&x->control));
  PetscCall(FsIntegratorDestroy(&x->integrator));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ModelAnalysis transient_model_analysis = {.size     = sizeof(Transient),
                                                       .by_time  = PETSC_TRUE,
                                                       .setup    = SetUp_Transient,
                                                       .announce = Announce_Transient,
                                                       .prepare  = Prepare_Transient,
                                                       .steps    = Steps_Transient,
                                                       .attempt  = Attempt_Transient,
                                                       .accept   = Accept_Transient,
                                                       .check    = Check_Transient,
                                                       .conclude = Conclude_Transient,
                                                       .destroy  = Destroy_Transient};

const Analysis transient_analysis = {.name    = "transient",
                                     .title   = "Transient analysis",
                                     .options = transient_options,
                                     .model   = &transient_model_analysis};
