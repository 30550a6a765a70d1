/* rotation_doubt.c: warns of large rotations that a scheme without dissipation computes.

   The trapezoidal rule, and all schemes that equal it at rho_inf = 1, conserve the energy of linear
   models. In large rotations their energy may grow without bound (Simo & Tarnow 1992; Kuhl &
   Crisfield 1999, section 3). A little dissipation, such as rho_inf = 0.9, prevents this. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "rotation_doubt.h"
#include "assembly/assembly.h"
#include "kinematics/configuration.h"

/* [rad] a rotation that the second-order terms of strains describe to 12 % only, 1 - cos(0.5) */
static const PetscReal LARGE = 0.5;
enum { SAMPLE = 8 }; /* orientations are read in one of this number of steps */

/* Whether the scheme conserves energy in small motions only. */
static PetscBool is_concerned(FsSystem sys, const FsIntegratorInfo *scheme)
{
  return (PetscBool)(scheme->implicit && !scheme->conditionally_stable && scheme->rho_inf >= 1 &&
                     !scheme->conserves && scheme->scheme->order == 2 && sys->rotations &&
                     (sys->strain || sys->all_strain));
}

PetscErrorCode RotationDoubtRead(RotationDoubt *d, FsSystem sys, PetscInt step, const FsState *s,
                                 const FsIntegratorInfo *scheme)
{
  PetscReal turn;

  PetscFunctionBeginUser;
  if (d->warned || step % SAMPLE || !is_concerned(sys, scheme)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConfigurationLargestTurn(AssemblyConfiguration(AssemblyOf(sys)), &turn));
  if (turn < LARGE) PetscFunctionReturn(PETSC_SUCCESS);
  d->warned = PETSC_TRUE;
  PetscCall(PetscFPrintf(
    sys->comm, stderr,
    "fsolve: warning: at t = %.6g a node has turned by %.2g rad: -integrator %s with rho_inf = 1 "
    "neither dissipates nor conserves energy in large rotations, so that it may grow; take "
    "-integrator energy_momentum, which conserves it, or %s-rho_inf 0.9\n",
    (double)s->t, (double)turn, scheme->scheme->name,
    scheme->scheme->tunable ? "" : "-integrator lms4 "));
  PetscFunctionReturn(PETSC_SUCCESS);
}
