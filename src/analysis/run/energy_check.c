/* energy_check.c: detects spurious energy growth in the steps of a transient run. The nonlinear
   equations of a step have several solutions. If Newton's method finds a wrong one from
   a bad start, the step gains energy, and it is cut back. Small gains of many steps add up, and the
   report warns of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "energy_check.h"
#include "assembly/constraints/joint_checks.h"

/* Determines whether the motion in a step of dt to the state next exceeds 1e-7 of the model size,
   or 1e-7 rad. Smaller motions are round-off or errors of differences of prescribed motions. Their
   equations have no second solution that is as near. The motion is the root of the sum of squares
   over all nodes. A motion that must not gain energy is in tests/model/laws.py. */
static PetscErrorCode DetectMotion(const Run *run, const FsState *next, PetscReal dt,
                                   PetscBool *moving)
{
  const PetscReal threshold = 1e-7; /* of the model size, or rad */
  PetscReal       square[FS_MEASURES], largest;

  PetscFunctionBeginUser;
  PetscCall(run->sys->ops.geometry.measure(run->sys, next->v, square));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, square, FS_MEASURES, MPIU_REAL, MPI_SUM, run->comm));
  largest = PetscMax(PetscSqrtReal(square[FS_MEASURE_DISPLACEMENT]) /
                       FsSystemCharacteristicLength(run->sys),
                     PetscSqrtReal(square[FS_MEASURE_ROTATION]));
  *moving = (PetscBool)(largest * dt > threshold);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyCheckCandidate(const Run *run, const FsState *next, FsStageInfo *info)
{
  PetscBool moving;

  PetscFunctionBeginUser;
  if (!RunChecksStepEnergy(run) || !run->recording.candidate_energy.spurious_gain)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DetectMotion(run, next, next->t - run->s.t, &moving));
  if (!moving) PetscFunctionReturn(PETSC_SUCCESS);
  info->ok = PETSC_FALSE;
  info->reason =
    "the motion gains energy that no force accounts for (-allow_unstable accepts that)";
  PetscFunctionReturn(PETSC_SUCCESS);
}

void EnergyCheckStart(EnergyCheck *check, const Run *run)
{
  const Energy *e = &run->recording.energy;

  *check = (EnergyCheck){
    .min_energy = e->kinetic + e->strain, .kinetic = e->kinetic, .strain = {e->strain, e->strain}
  };
}

/* Determines whether a gain is large beside the energy that the motion has exchanged. */
static PetscBool is_significant(const EnergyCheck *check, PetscReal gain)
{
  /* of the largest kinetic energy plus the range of the strain energy so far [J] */
  const PetscReal share = 0.5;

  return (PetscBool)(gain > share * (check->kinetic + check->strain[1] - check->strain[0]));
}

PetscErrorCode EnergyCheckStep(EnergyCheck *check, const Run *run, PetscReal dt)
{
  const Energy   *e          = &run->recording.energy;
  const PetscReal net_energy = e->kinetic + e->strain + e->damping - e->external;
  PetscBool       moving;

  PetscFunctionBeginUser;
  check->min_energy = PetscMin(check->min_energy, net_energy);
  check->kinetic    = PetscMax(check->kinetic, e->kinetic);
  check->strain[0]  = PetscMin(check->strain[0], e->strain);
  check->strain[1]  = PetscMax(check->strain[1], e->strain);
  if (net_energy - check->min_energy <= check->gain ||
      !is_significant(check, net_energy - check->min_energy))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DetectMotion(run, &run->s, dt, &moving));
  if (!moving) PetscFunctionReturn(PETSC_SUCCESS);
  check->gain = net_energy - check->min_energy;
  check->t    = run->s.t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns of steps that are too coarse for a mechanism or a contact. */
static PetscErrorCode WarnCoarseSteps(const Run *run)
{
  const PetscInt min_states = 5; /* states in half a period; fewer do not resolve a contact */
  /* [rad], about half of the rotation that moves a four-bar to its other branch */
  const PetscReal max_rotation = 1;
  PetscInt        fewest;
  PetscReal       rotation;
  const char     *joint;

  PetscFunctionBeginUser;
  PetscCall(ConfigurationMaxRotation(AssemblyConfiguration(AssemblyOf(run->sys)), &rotation));
  if (run->sys->constraints && rotation > max_rotation)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: a step rotated a node by %.3g rad: a mechanism may "
                           "change its branch in such a step; use shorter steps (-dt)\n",
                           (double)rotation));
  PetscCall(StopsShortestContact(AssemblyOf(run->sys), &fewest, &joint));
  if (fewest < min_states)
    PetscCall(
      PetscFPrintf(run->comm, stderr,
                   "fsolve: warning: a contact with a stop of joint '%s' lasted %" PetscInt_FMT
                   " step%s only: its impulse and its losses are wrong; use shorter steps (-dt), "
                   "or a softer stop (-joint_%s_..._stop_stiffness)\n",
                   joint, fewest, fewest == 1 ? "" : "s", joint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyCheckReport(const EnergyCheck *check, const Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(WarnCoarseSteps(run));
  if (check->gain > 0 && is_significant(check, check->gain))
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: until t = %.6g the motion gained %.3g J that no force "
                           "accounts for: use shorter steps, or a scheme with more dissipation\n",
                           (double)check->t, (double)check->gain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnergyCheckArchive(EnergyCheck *check, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "audit"));
  PetscCall(FsArchiveReals(a, "least", 1, &check->min_energy));
  PetscCall(FsArchiveReals(a, "kinetic", 1, &check->kinetic));
  PetscCall(FsArchiveReals(a, "strain", 2, check->strain));
  PetscCall(FsArchiveReals(a, "gain", 1, &check->gain));
  PetscCall(FsArchiveReals(a, "t", 1, &check->t));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
