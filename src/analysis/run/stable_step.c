/* stable_step.c: the stable step of conditionally stable schemes (stable_step.h): from bounds of the elements at rest, and of nonlinear
   models from the largest frequency about their start. */
#include "stable_step.h"
#include "integrator/dispersion.h"
#include "assembly/frequency_bound.h"

PetscErrorCode StableStepCheck(FsOptions o, const Run *run, FsIntegrator integrator,
                               FsStepControl control, PetscReal dt, PetscReal *limit)
{
  const FsIntegratorInfo in        = FsIntegratorGetInfo(integrator);
  const PetscReal        round_off = 1e-5; /* relative: a step at the limit may be rounded */
  const PetscReal        no_mass =
    1e100; /* [rad/s]: frequencies beyond belong to dofs with stiffness and no mass */
  /* limits of omega dt below this mean that the scheme grows by more than 1e-6 at any step */
  const PetscReal smallest_limit = 0.02;
  PetscReal       omega, damping;

  PetscFunctionBeginUser;
  PetscCall(AssemblyFrequency(AssemblyOf(run->sys), &run->s, &omega, &damping));
  PetscCheck(omega < no_mass, run->comm, PETSC_ERR_USER_INPUT,
             "-integrator %s has no stable step here: some node has stiffness but no mass; give it "
             "mass, or take an "
             "implicit scheme",
             in.scheme->name);
  PetscCall(IntegratorStableStep(o, in.scheme, in.rho_inf, damping, limit));
  PetscCheck(
    *limit > smallest_limit || dt * omega <= *limit, run->comm, PETSC_ERR_USER_INPUT,
    "-integrator %s, as it is set, grows at every step (damping ratio %.3g at the largest "
    "frequency); take "
    "another one, such as central_difference, ce3, ce5 or an implicit one, or -allow_unstable",
    in.scheme->name, (double)damping);
  PetscCheck(dt * omega <= *limit * (1 + round_off), run->comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g is beyond the stable step of %s, %.6g s: omega dt may be %.6g, and the "
             "largest frequency of the "
             "elements (and laws) is omega = %.6g rad/s; take a shorter step, an implicit scheme, "
             "or -allow_unstable",
             (double)dt, in.scheme->name, (double)(*limit / omega), (double)*limit, (double)omega);
  if (omega > 0) FsStepControlSetMaxStep(control, *limit * (1 + round_off) / omega);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StableStepCheckStart(const Run *run, FsIntegrator in, PetscReal dt, PetscReal limit)
{
  const PetscInt  max_iterations = 50;   /* iterations */
  const PetscReal tolerance      = 0.01; /* what differences leave of a frequency is below */
  Vec             mode;
  PetscReal       omega;

  PetscFunctionBeginUser;
  if (run->sys->linear || !FsStageHasLumpedMass(run->stage)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(run->s.q, &mode));
  PetscCall(VecSetRandom(mode, NULL));
  PetscCall(FsIntegratorHighestFrequency(in, &run->s, max_iterations, mode, &omega));
  PetscCall(VecDestroy(&mode));
  PetscCheck(omega * dt <= (1 + tolerance) * limit, run->comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g is beyond the stable step of %s, %.6g s: omega dt may be %.6g, and the "
             "largest frequency about "
             "the start, where "
             "the model is stiffer than at rest, is omega = %.6g rad/s; take a shorter step, an "
             "implicit scheme, or "
             "-allow_unstable",
             (double)dt, FsIntegratorGetInfo(in).scheme->name, (double)(limit / omega),
             (double)limit, (double)omega);
  PetscFunctionReturn(PETSC_SUCCESS);
}
