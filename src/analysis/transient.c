/* transient.c: the step loop. */
#include <petsctime.h>
#include "analysis.h"
#include "profile.h"
#include "spectrum.h"

/* Everything a run needs, in the order in which it is made. */
typedef struct {
  Model          model;
  System         sys;
  Stage          stage;
  Integrator     integrator;
  StepControl    control;
  Output         output;
  EnergyMeter    meter;
  State          s;
  PetscReal      t_start, t_end, dt;
  PetscInt       nsteps, step; /* nominal number; last good one */
  PetscInt       iterations, failed, rejected;
  PetscBool      lost; /* the current state is none: its energy is no number */
  PetscLogDouble seconds;
} Run;

/* Whole steps, the last of which lands on t_end: dt is shortened a little where it does not divide the interval. */
static PetscErrorCode TimesFromOptions(Options o, MPI_Comm comm, Run *run)
{
  const PetscReal round_off = 1e-9; /* of a step: an interval that is a whole number of steps up to this is one */
  PetscBool       dt_set, end_set;
  PetscReal       steps;

  PetscFunctionBeginUser;
  PetscCall(OptionsReal(o, "-t_start", &run->t_start, NULL));
  PetscCall(OptionsReal(o, "-t_end", &run->t_end, &end_set));
  PetscCall(OptionsPositive(o, "-dt", &run->dt, &dt_set));
  PetscCheck(dt_set && end_set, comm, PETSC_ERR_USER_INPUT, "no %s: give the %s", dt_set ? "-t_end" : "-dt",
             dt_set ? "final time [s]" : "time step [s]");
  PetscCheck(run->t_end > run->t_start, comm, PETSC_ERR_USER_INPUT, "-t_end %.6g must be after -t_start %.6g",
             (double)run->t_end, (double)run->t_start);
  PetscCheck(run->dt > 16 * PETSC_MACHINE_EPSILON * PetscMax(PetscAbsReal(run->t_start), PetscAbsReal(run->t_end)),
             comm, PETSC_ERR_USER_INPUT, "-dt %.6g is below the resolution of times near %.6g", (double)run->dt,
             (double)run->t_end);
  steps = PetscCeilReal((run->t_end - run->t_start) / run->dt * (1 - PETSC_MACHINE_EPSILON) - round_off);
  PetscCheck(steps < PETSC_MAX_INT, comm, PETSC_ERR_USER_INPUT, "-dt %.6g makes %.6g steps, more than can be counted",
             (double)run->dt, (double)steps);
  run->nsteps = PetscMax(1, (PetscInt)steps);
  run->dt     = (run->t_end - run->t_start) / run->nsteps;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Raise(const Run *run, const StepInfo *info)
{
  const StageInfo *solve     = &info->solve;
  const PetscBool  shortened = (PetscBool)(info->failed + info->rejected > 1);

  PetscFunctionBeginUser;
  SETERRQ(run->model->comm, PETSC_ERR_NOT_CONVERGED,
          "step %" PetscInt_FMT " from t = %.6g failed%s%.3g s%s: %s%s%s; everything up to there is in the output",
          run->step + 1, (double)run->s.t,
          shortened ? " with steps down to " : " with dt = ", (double)run->integrator->dt,
          shortened ? " (-dt_min)" : "", solve->reason, solve->place[0] ? "; largest residual at " : "", solve->place);
}

/* A conditionally stable scheme must resolve the highest frequency of the elements. */
static PetscErrorCode CheckStableStep(Options o, Run *run)
{
  const Integrator in        = run->integrator;
  const PetscReal  round_off = 1e-5;  /* a step at the limit, rounded */
  const PetscReal  no_mass   = 1e100; /* frequencies of what has stiffness and next to no mass */
  const PetscReal  grows     = 0.02;  /* a limit below is that of growth by 1e-6 a step, not of stability */
  PetscBool        allow     = PETSC_FALSE;
  PetscReal        omega, damping, limit;

  PetscFunctionBeginUser;
  PetscCall(OptionsBool(o, "-allow_unstable", &allow, NULL));
  if (!in->conditional || allow) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SystemFrequency(run->sys, &run->s, &omega, &damping));
  PetscCheck(omega < no_mass, in->comm, PETSC_ERR_USER_INPUT,
             "-integrator %s has no stable step here: some node has stiffness but no mass; give it mass, or take an "
             "implicit scheme",
             in->scheme->name);
  PetscCall(IntegratorStableStep(o, in->scheme, in->rho_inf, damping, &limit));
  PetscCheck(limit > grows || run->dt * omega <= limit, in->comm, PETSC_ERR_USER_INPUT,
             "-integrator %s, as it is set, grows at every step (damping ratio %.3g at the largest frequency); take "
             "another one, such as central_difference, ce3, ce5 or an implicit one, or -allow_unstable",
             in->scheme->name, (double)damping);
  PetscCheck(run->dt * omega <= limit * (1 + round_off), in->comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g is beyond the stable step of %s, %.6g s: omega dt may be %.6g, and the largest frequency of the "
             "elements (and laws) is omega = %.6g rad/s; take a shorter step, an implicit scheme, or -allow_unstable",
             (double)run->dt, in->scheme->name, (double)(limit / omega), (double)limit, (double)omega);
  if (omega > 0) StepControlLimit(run->control, limit * (1 + round_off) / omega);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp(Options o, MPI_Comm comm, Run *run)
{
  StageInfo info;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_SETUP));
  PetscCall(TimesFromOptions(o, comm, run));
  PetscCall(IntegratorCreate(o, comm, &run->integrator));
  PetscCall(StepControlCreate(o, run->integrator, &run->control));
  PetscCall(ModelCreate(o, comm, run->dt, "1", &run->model));
  PetscCall(SystemCreateFE(o, run->model, &run->sys));
  PetscCheck(run->sys->constrained || !run->integrator->asked, comm, PETSC_ERR_USER_INPUT,
             "-stabilize has no effect: the model has no -joints; remove it");
  SystemStabilize(run->sys, run->integrator->stabilization);
  PetscCall(OutputCreate(
    o, run->model, (OutputKind){.linear = run->sys->linear, .solves = run->integrator->scheme->solves}, &run->output));
  PetscCall(StageCreate(run->sys, &run->stage));
  PetscCall(SystemStateCreate(run->sys, &run->s));
  run->s.t = run->t_start;
  PetscCall(ModelInitialState(run->model, &run->s));
  PetscCall(SystemStart(run->sys, &run->s));
  PetscCall(ModelCheckLaws(run->model, &run->s));
  PetscCall(StageAssemblePositions(run->stage, run->model->assemble_positions, &run->s));
  PetscCall(StaticStart(o, run->sys, &run->s));
  if (run->sys->rotates) PetscCall(ModelTurnVelocities(run->model, &run->s));
  PetscCall(StageAssembleVelocities(run->stage, run->model->assemble_velocities, &run->s));
  PetscCall(CheckStableStep(o, run));
  PetscCall(StageAcceleration(run->stage, &run->s, &info));
  PetscCheck(info.ok, comm, PETSC_ERR_NOT_CONVERGED, "t = %.6g: %s%s%s", (double)run->s.t, info.reason,
             info.place[0] ? "; largest residual at " : "", info.place);
  if (!StepControlIsAdaptive(run->control))
    StageExpect(run->stage, (PetscReal)run->nsteps * run->integrator->scheme->solves);
  PetscCall(IntegratorSetUp(run->integrator, run->sys, run->stage, run->dt, &run->s));
  PetscCall(StepControlSetUp(run->control, &run->s));
  PetscCall(EnergyMeterCreate(run->sys, &run->meter));
  PetscCall(OptionsCheckUnused(o));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A state whose energy is no number is none: it is not written, and the run ends. */
static PetscErrorCode Record(Run *run, StepInfo *info)
{
  Energy energy = {0};

  PetscFunctionBeginUser;
  if (OutputWantsEnergies(run->output)) PetscCall(EnergyMeterRead(run->meter, &run->s, &energy));
  if (PetscIsInfOrNanReal(energy.kinetic + energy.strain + energy.external + energy.damping)) {
    info->solve.ok     = PETSC_FALSE;
    info->solve.reason = "the motion grows without bound";
    run->lost          = PETSC_TRUE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(OutputStep(run->output, run->step, &run->s, &energy, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All steps, or up to the first that fails; *info is the last one's. */
static PetscErrorCode Steps(Run *run, StepInfo *info)
{
  const PetscBool adaptive = StepControlIsAdaptive(run->control);

  PetscFunctionBeginUser;
  PetscCall(Record(run, info));
  while (info->solve.ok && run->s.t < run->t_end) {
    const PetscBool last = (PetscBool)(adaptive || run->step + 1 == run->nsteps);

    /* multiples of dt: without the round-off of sums */
    PetscCall(
      StepControlAdvance(run->control, last ? run->t_end : run->t_start + (run->step + 1) * run->dt, &run->s, info));
    run->iterations += run->sys->linear ? info->solve.linear : info->solve.newton;
    run->failed += info->failed;
    run->rejected += info->rejected;
    if (info->accepted) { /* of a failed step: what was reached by shorter ones */
      run->step++;
      PetscCall(Record(run, info));
    }
  }
  if (run->lost) run->step--;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The steps, with their time. */
static PetscErrorCode Loop(Run *run, StepInfo *info)
{
  PetscLogDouble started, ended;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  *info = (StepInfo){.solve.ok = PETSC_TRUE};
  PetscCall(PhaseBegin(PHASE_STEPPING));
  PetscCall(PetscTime(&started));
  ierr = Steps(run, info);
  PetscCall(PetscTime(&ended));
  run->seconds = ended - started;
  PetscCall(PhaseEnd());
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Clean(Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(OutputDestroy(&run->output));
  PetscCall(EnergyMeterDestroy(&run->meter));
  PetscCall(StepControlDestroy(&run->control));
  PetscCall(IntegratorDestroy(&run->integrator));
  PetscCall(SystemStateDestroy(&run->s));
  PetscCall(StageDestroy(&run->stage));
  PetscCall(SystemDestroy(&run->sys));
  PetscCall(ModelDestroy(&run->model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce(const Run *run)
{
  const Integrator in      = run->integrator;
  const Layout    *l       = &run->model->layout;
  char             rho[32] = "", joints[64] = "";

  PetscFunctionBeginUser;
  if (in->scheme->tunable) PetscCall(PetscSNPrintf(rho, sizeof rho, ", rho_inf %.6g", (double)in->rho_inf));
  PetscCall(PetscPrintf(in->comm, "%s%s: ", in->scheme->name, rho));
  if (StepControlIsAdaptive(run->control))
    PetscCall(PetscPrintf(in->comm, "steps by error from %.6g s", (double)run->dt));
  else PetscCall(PetscPrintf(in->comm, "%" PetscInt_FMT " steps of %.6g s", run->nsteps, (double)run->dt));
  if (run->sys->constrained)
    PetscCall(PetscSNPrintf(joints, sizeof joints, " and %" PetscInt_FMT " multipliers", l->nmultipliers));
  PetscCall(PetscPrintf(in->comm, ", %" PetscInt_FMT " dofs%s, %s\n", l->nfree - l->nmultipliers, joints,
                        StageSolverName(run->stage)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude(const Run *run)
{
  char attempts[96] = "";

  PetscFunctionBeginUser;
  if (StepControlIsAdaptive(run->control) || run->failed)
    PetscCall(PetscSNPrintf(attempts, sizeof attempts, " (%" PetscInt_FMT " rejected, %" PetscInt_FMT " cut back)",
                            run->rejected, run->failed));
  PetscCall(PetscPrintf(run->model->comm, "done: %" PetscInt_FMT " steps%s, %.3g %s iterations per step, %.3g s\n",
                        run->step, attempts, (double)run->iterations / run->step,
                        run->sys->linear ? "linear" : "Newton", run->seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AnalysisTransient(Options o, MPI_Comm comm)
{
  Run            run = {0};
  StepInfo       info;
  PetscBool      quiet = PETSC_FALSE;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCall(OptionsBool(o, "-quiet", &quiet, NULL));
  PetscCall(SetUp(o, comm, &run));
  if (!quiet) PetscCall(Announce(&run));
  PetscCall(OutputOpen(run.output, run.t_start, run.t_end));
  ierr = Loop(&run, &info); /* a load may turn infinite on the way: what was done is kept */
  if (!ierr || (!ErrorMustAbort() && ErrorExitStatus(ierr) != FS_EXIT_BUG))
    PetscCall(OutputClose(run.output, run.step, run.lost ? NULL : &run.s, run.seconds));
  PetscCall(ierr);
  if (!info.solve.ok) PetscCall(Raise(&run, &info));
  if (!quiet) PetscCall(Conclude(&run));
  PetscCall(Clean(&run));
  PetscFunctionReturn(PETSC_SUCCESS);
}
