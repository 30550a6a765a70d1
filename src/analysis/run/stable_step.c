/* stable_step.c: checks the time step against the stability limit of explicit schemes.
   The limits come from bounds of the elements, and for nonlinear models also from the largest
   frequency at the initial state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stable_step.h"
#include "integrator/dispersion.h"
#include "assembly/frequency_bound.h"

PetscErrorCode StableStepCheck(FsOptions o, const Run *run, FsIntegrator integrator,
                               FsStepControl control, PetscReal dt, PetscReal *limit)
{
  const FsIntegratorInfo in        = FsIntegratorGetInfo(integrator);
  const PetscReal        round_off = 1e-5; /* relative: a step at the limit may be rounded */
  /* [rad/s]: higher frequencies belong to dofs with stiffness and without mass */
  const PetscReal no_mass = 1e100;
  /* below this limit of omega dt, the scheme grows by more than 1e-6 at any step */
  const PetscReal smallest_limit = 0.02;
  PetscReal       omega, damping;

  PetscFunctionBeginUser;
  PetscCall(AssemblyFrequency(AssemblyOf(run->sys), &run->s, &omega, &damping));
  PetscCheck(omega < no_mass, run->comm, PETSC_ERR_USER_INPUT,
             "-integrator %s has no stable step here: some node has stiffness but no mass; give it "
             "mass, or use an implicit scheme",
             in.scheme->name);
  PetscCall(IntegratorStableStep(o, in.scheme, in.rho_inf, damping, limit));
  PetscCheck(*limit > smallest_limit || dt * omega <= *limit, run->comm, PETSC_ERR_USER_INPUT,
             "-integrator %s grows at every step with these options (damping ratio %.3g at the "
             "largest frequency); use another one, such as central_difference, ce3, ce5 or an "
             "implicit one, or -allow_unstable",
             in.scheme->name, (double)damping);
  PetscCheck(dt * omega <= *limit * (1 + round_off), run->comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g is beyond the stable step of %s, %.6g s. The limit of omega dt is %.6g, and "
             "the largest frequency of elements and force laws is omega = %.6g rad/s. Use a "
             "shorter step, an implicit scheme, or -allow_unstable",
             (double)dt, in.scheme->name, (double)(*limit / omega), (double)*limit, (double)omega);
  if (omega > 0) FsStepControlSetMaxStep(control, *limit * (1 + round_off) / omega);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StableStepCheckStart(const Run *run, FsIntegrator in, PetscReal dt, PetscReal limit)
{
  const PetscInt  max_iterations = 50;
  const PetscReal tolerance      = 0.01; /* differences yield the frequency with a smaller error */
  Vec             mode;
  PetscReal       omega;

  PetscFunctionBeginUser;
  if (run->sys->traits.linear || !FsStageHasLumpedMass(run->stage))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(run->s.q, &mode));
  PetscCall(VecSetRandom(mode, NULL));
  PetscCall(FsIntegratorHighestFrequency(in, &run->s, max_iterations, mode, &omega));
  PetscCall(VecDestroy(&mode));
  PetscCheck(
    omega * dt <= (1 + tolerance) * limit, run->comm, PETSC_ERR_USER_INPUT,
    "-dt %.6g is beyond the stable step of %s, %.6g s. The limit of omega dt is %.6g, and the "
    "largest frequency of the initial state, which is stiffer than the unloaded model, is omega = "
    "%.6g rad/s. Use a shorter step, an implicit scheme, or -allow_unstable",
    (double)dt, FsIntegratorGetInfo(in).scheme->name, (double)(limit / omega), (double)limit,
    (double)omega);
  PetscFunctionReturn(PETSC_SUCCESS);
}
