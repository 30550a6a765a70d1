/* time_grid.c: defines the times of a run with steps of -dt, and checks this step against the
   stability limit of explicit schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "time_grid.h"
#include "integrator/dispersion.h"
#include "assembly/assembly.h"

/* clang-format off */
const FsOptionDoc time_grid_options[] = {
  {"-dt", "required", "time step [s]; shortened so that a whole number of steps lands on -t_end",
   FS_POSITIVE(TimeGrid, dt)},
  {"-dt_exact", "false", "keep -dt as it is: the last step may end beyond -t_end",
   FS_BOOL(TimeGrid, exact)},
  {"-t_start", "0", "initial time [s]", FS_REAL(TimeGrid, t_start)},
  {"-t_end", "required", "final time [s]", FS_REAL(TimeGrid, t_end)},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Returns the part of a step of dt within which times up to t are equal.

   Times are decimal numbers of the user and multiples of -dt. They differ by their round-off, which
   is a part of t. The argument least is the part of steps that are long against this round-off.
   Because -dt is at least 16 epsilon t (ReadTimeGrid), the part is 0.25 at most. The row "steps are
   resolved" of tests/relations/guards.py has steps of 1e-10 of t, and of 1e-16, which are refused.
 */
static PetscReal same_time(PetscReal least, PetscReal t, PetscReal dt)
{
  return PetscMax(least, 4 * PETSC_MACHINE_EPSILON * PetscAbsReal(t) / dt);
}

PetscReal count_steps(PetscReal t_start, PetscReal t_end, PetscReal dt)
{
  const PetscReal round_off =
    same_time(1e-9, PetscMax(PetscAbsReal(t_start), PetscAbsReal(t_end)), dt);

  return PetscCeilReal((t_end - t_start) / dt * (1 - PETSC_MACHINE_EPSILON) - round_off);
}

static PetscReal near(const Run *run, PetscReal dt)
{
  return same_time(1e-6, PetscMax(PetscAbsReal(run->t_start), PetscAbsReal(run->s.t)), dt);
}

PetscReal next_grid_time(const Run *run, PetscReal dt)
{
  const PetscReal part = near(run, dt);
  PetscReal next = run->t_start + (PetscFloorReal((run->s.t - run->t_start) / dt + part) + 1) * dt;

  if (run->control.off_grid) return run->control.t_stop;
  if (next >= run->t_end - part * dt) next = run->t_end;
  return next < run->control.t_stop + part * dt ? next : run->control.t_stop;
}

PetscBool is_before_stop(const Run *run, PetscReal dt)
{
  const PetscReal t_stop = run->control.t_stop;

  return (PetscBool)(run->s.t < (t_stop < run->t_end ? t_stop - near(run, dt) * dt : run->t_end));
}

PetscErrorCode ReadTimeGrid(FsOptions o, MPI_Comm comm, TimeGrid *x)
{
  /* Relative to the time of the run: a whole number of steps that ends so near to t_end keeps -dt,
     because -dt and -t_end are decimal numbers, whose quotient is an integer up to round-off. */
  const PetscReal landing = 1e-12;
  PetscReal       steps;

  PetscFunctionBeginUser;
  *x = (TimeGrid){.t_end = PETSC_MAX_REAL};
  PetscCall(FsOptionsReadRows(o, time_grid_options, NULL, x));
  PetscCheck(x->dt > 0, comm, PETSC_ERR_USER_INPUT, "no -dt: give the time step [s]");
  PetscCheck(x->t_end < PETSC_MAX_REAL, comm, PETSC_ERR_USER_INPUT,
             "no -t_end: give the final time [s]");
  PetscCheck(x->t_end > x->t_start, comm, PETSC_ERR_USER_INPUT,
             "-t_end %.6g must be after -t_start %.6g", (double)x->t_end, (double)x->t_start);
  PetscCheck(x->dt > 16 * PETSC_MACHINE_EPSILON *
                       PetscMax(PetscAbsReal(x->t_start), PetscAbsReal(x->t_end)),
             comm, PETSC_ERR_USER_INPUT, "-dt %.6g is below the resolution of times near %.6g",
             (double)x->dt, (double)x->t_end);
  steps = count_steps(x->t_start, x->t_end, x->dt);
  PetscCheck(steps < PETSC_MAX_INT, comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g makes %.6g steps, more than can be counted", (double)x->dt, (double)steps);
  x->nsteps    = PetscMax(1, (PetscInt)steps);
  x->requested = x->dt;
  if (x->exact) x->t_end = PetscMax(x->t_end, x->t_start + (PetscReal)x->nsteps * x->dt);
  else if ((PetscReal)x->nsteps * x->dt > (x->t_end - x->t_start) * (1 + landing))
    x->dt = (x->t_end - x->t_start) / (PetscReal)x->nsteps;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- stable step ----------------------------------------------------------------------------- */

/* Checks the time step against the stability limit of explicit schemes. The limits come from
   bounds of the elements, and for nonlinear models also from the largest frequency at the
   initial state. At the limit itself a motion grows in proportion to time, and close below it
   the amplitude of a velocity is many times too large. */

/* Relative: the limit is found to a relative 1e-6, and the frequency to round-off. Steps of a
   spring at the limit, and 1e-7 below it, must be refused in tests/integrator/explicit.py. */
static const PetscReal MARGIN = 1e-6;

/* Returns the longest step [s] that is surely stable. It is below the limit by more than the error
   of the limit and round-off. */
static PetscReal longest_step(PetscReal limit, PetscReal omega)
{
  return limit * (1 - MARGIN) / omega;
}

/* Returns whether a step may be at the limit itself, as StableStepCheckStart decides. */
static PetscBool may_be_at_limit(const Run *run, PetscReal dt, PetscReal limit, PetscReal omega)
{
  return (PetscBool)(run->sys->traits.linear && dt * omega <= limit * (1 + MARGIN));
}

/* Rounds a step down to the digits that "%.6g" prints: the printed step is accepted, too. */
static PetscReal round_down(PetscReal dt)
{
  const int       digits = 6;
  const PetscReal unit   = PetscPowReal(10, PetscFloorReal(PetscLog10Real(dt)) - (digits - 1));

  return dt > 0 ? PetscFloorReal(dt / unit) * unit : 0;
}

PetscErrorCode StableStepCheck(const Run *run, const FsIntegratorOptions *integrator,
                               FsStepControl control, PetscReal dt, PetscReal *limit)
{
  /* [rad/s]: higher frequencies belong to dofs with stiffness and without mass. It stands for
     infinity, so that its unit does not matter. tests/analysis/massless.py has such dofs. */
  const PetscReal no_mass = 1e100;
  /* below this limit of omega dt, the scheme grows by more than 1e-6 at any step */
  const PetscReal smallest_limit = 0.02;
  PetscReal       omega, damping, longest;

  PetscFunctionBeginUser;
  PetscCall(AssemblyFrequency(AssemblyOf(run->sys), &run->s, &omega, &damping));
  PetscCheck(omega < no_mass, run->comm, PETSC_ERR_USER_INPUT,
             "-integrator %s has no stable step here: some node has stiffness but no mass; give it "
             "mass, or use an implicit scheme",
             integrator->scheme->name);
  PetscCall(IntegratorStableStep(integrator, damping, limit));
  PetscCheck(*limit > smallest_limit || dt * omega <= *limit, run->comm, PETSC_ERR_USER_INPUT,
             "-integrator %s grows at every step with these options (damping ratio %.3g at the "
             "largest frequency); use another one, such as central_difference, ce3, ce5 or an "
             "implicit one, or -allow_unstable",
             integrator->scheme->name, (double)damping);
  if (omega <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  longest = longest_step(*limit, omega);
  if (may_be_at_limit(run, dt, *limit, omega)) longest = PetscMax(longest, dt);
  PetscCheck(dt <= longest, run->comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g is beyond the stable step of %s, %.6g s. The limit of omega dt is %.6g, and "
             "the largest frequency of elements and force laws is omega = %.6g rad/s. Use a "
             "shorter step, an implicit scheme, or -allow_unstable",
             (double)dt, integrator->scheme->name, (double)round_down(longest), (double)*limit,
             (double)omega);
  FsStepControlSetMaxStep(control, longest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StableStepCheckStart(const Run *run, FsIntegrator in, PetscReal dt, PetscReal limit)
{
  const PetscInt  max_iterations = 50; /* the frequency is a bound from below */
  const char     *scheme         = FsIntegratorGetInfo(in).scheme->name;
  const PetscBool linear         = run->sys->traits.linear;
  const PetscBool lumped         = FsStageHasLumpedMass(run->stage);
  Vec             mode;
  PetscReal       omega, bound = 0, damping, longest;

  PetscFunctionBeginUser;
  if (linear) PetscCall(AssemblyFrequency(AssemblyOf(run->sys), &run->s, &bound, &damping));
  if (linear ? dt <= longest_step(limit, bound) : !lumped) PetscFunctionReturn(PETSC_SUCCESS);
  omega = bound;
  if (lumped) {
    PetscCall(VecDuplicate(run->s.q, &mode));
    PetscCall(VecSetRandom(mode, NULL));
    PetscCall(FsIntegratorHighestFrequency(in, &run->s, max_iterations, mode, &omega));
    PetscCall(VecDestroy(&mode));
  }
  if (omega <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  longest = longest_step(limit, omega);
  PetscCheck(dt <= longest, run->comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g is beyond the stable step of %s, %.6g s. The limit of omega dt is %.6g, and "
             "the largest frequency of the %s is omega = %.6g rad/s. Use a shorter step, an "
             "implicit scheme, or -allow_unstable",
             (double)dt, scheme, (double)round_down(longest), (double)limit,
             linear ? "model" : "initial state, which is stiffer than the unloaded model,",
             (double)omega);
  if (linear)
    PetscCall(PetscFPrintf(
      run->comm, stderr,
      "fsolve: warning: -dt %.6g is at the limit of %s: the nodes of a uniform bar move exactly, "
      "but motions that alternate from node to node grow in proportion to time; -dt %.6g avoids "
      "that\n",
      (double)dt, scheme, (double)round_down(longest_step(limit, bound))));
  PetscFunctionReturn(PETSC_SUCCESS);
}
