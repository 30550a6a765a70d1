/* energy_check.c: energy that the steps of a nonlinear model make from nothing. The nonlinear equations of a step have other solutions
   than the motion; where Newton's method finds one from a bad start, the step makes energy, and is cut back. And each
   step may make a little, and many of them much: that is told. */
#include "energy_check.h"

/* Whether enough moves in the step that ends at the state for its equations to have another solution as near: 1e-7 of the
   model's size, or of a radian. Less is round-off, or what differences leave of a motion that is prescribed. */
static PetscErrorCode Moves(const Run *run, const FsState *next, PetscReal dt, PetscBool *moves)
{
  const PetscReal near = 1e-7;
  PetscReal       square[FS_MEASURES], most;

  PetscFunctionBeginUser;
  PetscCall(run->sys->ops.measure(run->sys, next->v, square));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, square, FS_MEASURES, MPIU_REAL, MPI_SUM, run->comm));
  most   = PetscMax(PetscSqrtReal(square[FS_MEASURE_DISPLACEMENT]) / FsSystemCharacteristicLength(run->sys),
                    PetscSqrtReal(square[FS_MEASURE_ROTATION]));
  *moves = (PetscBool)(most * dt > near);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AuditCandidate(const Run *run, const FsState *next, FsStageInfo *info)
{
  PetscBool moves;

  PetscFunctionBeginUser;
  if (!RunJudgesSteps(run) || !run->reading.spurious_gain) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Moves(run, next, next->t - run->s.t, &moves));
  if (!moves) PetscFunctionReturn(PETSC_SUCCESS);
  info->ok     = PETSC_FALSE;
  info->reason = "the motion gains energy that no force accounts for (-allow_unstable accepts that)";
  PetscFunctionReturn(PETSC_SUCCESS);
}

void AuditBegin(Audit *audit, const Run *run)
{
  const Energy *e = &run->energy;

  *audit = (Audit){
    .least = e->kinetic + e->strain, .kinetic = e->kinetic, .strain = {e->strain, e->strain}
  };
}

/* Whether a gain matters beside what the motion has exchanged. */
static PetscBool matters(const Audit *audit, PetscReal gain)
{
  const PetscReal share = 0.5;

  return (PetscBool)(gain > share * (audit->kinetic + audit->strain[1] - audit->strain[0]));
}

PetscErrorCode AuditStep(Audit *audit, const Run *run, PetscReal dt)
{
  const Energy   *e    = &run->energy;
  const PetscReal free = e->kinetic + e->strain + e->damping - e->external;
  PetscBool       moves;

  PetscFunctionBeginUser;
  if (run->sys->linear) PetscFunctionReturn(PETSC_SUCCESS);
  audit->least     = PetscMin(audit->least, free);
  audit->kinetic   = PetscMax(audit->kinetic, e->kinetic);
  audit->strain[0] = PetscMin(audit->strain[0], e->strain);
  audit->strain[1] = PetscMax(audit->strain[1], e->strain);
  if (free - audit->least <= audit->gain || !matters(audit, free - audit->least)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Moves(run, &run->s, dt, &moves));
  if (!moves) PetscFunctionReturn(PETSC_SUCCESS);
  audit->gain = free - audit->least;
  audit->t    = run->s.t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warnings of mechanisms: what happens within a step is not seen. */
static PetscErrorCode JudgeSteps(const Run *run)
{
  const PetscInt  few = 5; /* of half a period: fewer do not tell what comes back */
  const PetscReal far = 1; /* [rad], about half of what leads a four-bar to its other branch */
  PetscInt        fewest;
  PetscReal       turned;
  const char     *joint;

  PetscFunctionBeginUser;
  PetscCall(ConfigurationMaxRotation(AssemblyConfiguration(AssemblyOf(run->sys)), &turned));
  if (run->sys->constraints && turned > far)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: a step turned a node by %.3g rad: a mechanism may come to another of its "
                           "branches in such a step; take shorter ones (-dt)\n",
                           (double)turned));
  PetscCall(StopsShortestContact(AssemblyOf(run->sys), &fewest, &joint));
  if (fewest < few)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: a contact with a stop of joint '%s' was over within %" PetscInt_FMT
                           " step%s: what it gives back and takes is wrong; take shorter steps (-dt), or a softer stop "
                           "(-joint_%s_..._stop_stiffness)\n",
                           joint, fewest, fewest == 1 ? "" : "s", joint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AuditConclude(const Audit *audit, const Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(JudgeSteps(run));
  if (audit->gain > 0 && matters(audit, audit->gain))
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: until t = %.6g the motion gained %.3g J that no force accounts for: take "
                           "shorter steps, or a scheme that dissipates more\n",
                           (double)audit->t, (double)audit->gain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AuditArchive(Audit *audit, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "audit"));
  PetscCall(FsArchiveReals(a, "least", 1, &audit->least));
  PetscCall(FsArchiveReals(a, "kinetic", 1, &audit->kinetic));
  PetscCall(FsArchiveReals(a, "strain", 2, audit->strain));
  PetscCall(FsArchiveReals(a, "gain", 1, &audit->gain));
  PetscCall(FsArchiveReals(a, "t", 1, &audit->t));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
