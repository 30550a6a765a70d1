/* stable_step.c: checks the time step against the stability limit of explicit schemes.
   The limits come from bounds of the elements, and for nonlinear models also from the largest
   frequency at the initial state. At the limit itself a motion grows in proportion to time, and
   close below it the amplitude of a velocity is many times too large. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stable_step.h"
#include "integrator/dispersion.h"
#include "assembly/assembly.h"

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
