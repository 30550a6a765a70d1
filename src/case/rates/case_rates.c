/* case_rates.c: the equations of motion of a case as ordinary differential equations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/case_rates.h>
#include "analysis/analysis.h"
#include "assembly/assembly.h"
#include "base/error.h"
#include "case/case_impl.h"
#include "input/formula/given.h"
#include "model/joints/joints.h"
#include "model/loads/nodes/given_load.h"

/* ---- models that have such equations --------------------------------------------------------- */

/* Returns what in this rank's part of the model has no ordinary differential equations, or NULL. */
static const char *find_obstacle(const Run *run)
{
  const FsSystem sys = run->sys;

  if (run->model->layout.nmultipliers > 0)
    return "constraints of joints, ties, couplings or sliders";
  if (sys->traits.friction) return "friction";
  if (sys->ops.history.switch_margins) return "stops, or laws of force that switch";
  if (AssemblyRemembers(AssemblyOf(sys))) return "elements or joints that remember their motion";
  if (given_load_function(run->model)) return "a load that is called once a step";
  if (joint_with_step_motor(run->model)) return "a motor that is called once a step";
  return NULL;
}

/* Replaces each mass by 1 where it is missing, and by 0 elsewhere. */
static PetscErrorCode MarkMissing(Vec mass)
{
  PetscScalar *m;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(mass, &n));
  PetscCall(VecGetArray(mass, &m));
  for (PetscInt i = 0; i < n; i++) m[i] = m[i] > 0 ? 0 : 1;
  PetscCall(VecRestoreArray(mass, &m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a dof has no mass. */
static PetscErrorCode CheckMass(FsCase c, const Run *run)
{
  Mat       M;
  Vec       mass;
  PetscReal least;
  char      place[FS_PLACE_SIZE];

  PetscFunctionBeginUser;
  PetscCall(FsCaseGetMatrix(c, 'M', &M));
  PetscCall(VecDuplicate(run->sys->vec, &mass));
  PetscCall(MatGetDiagonal(M, mass));
  PetscCall(MatDestroy(&M));
  PetscCall(VecMin(mass, NULL, &least));
  if (least <= 0) {
    PetscCall(MarkMissing(mass));
    PetscCall(FsSystemDescribeLargestDof(run->sys, mass, place, sizeof place));
  }
  PetscCall(VecDestroy(&mass));
  PetscCheck(
    least > 0, c->comm, PETSC_ERR_USER_INPUT,
    "another program cannot integrate this model: %s has no mass; give a density or a mass", place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gets the run of a case whose motion has ordinary differential equations, and opens its results.

   Input:
     function  name of the public function, for messages */
static PetscErrorCode RunWithRates(FsCase c, const char function[], Run **run)
{
  const char *obstacle;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckReady(c, function));
  PetscCheck(c->run && c->analysis == &transient_analysis, c->comm, PETSC_ERR_USER_INPUT,
             "%s: -analysis %s has no motion in time; take transient", function, c->analysis->name);
  PetscCall(ModelRunOpenResults(c->run));
  ModelRunReject(c->run);
  *run     = ModelRunGet(c->run);
  obstacle = find_obstacle(*run);
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(obstacle != NULL),
                          "another program cannot integrate this model, because it has %s; let "
                          "fsolve take the steps, as in co-simulation",
                          obstacle ? obstacle : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountCoordinates(FsCase c, PetscInt *n, PetscReal *size)
{
  Run *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseCountCoordinates", "n or size", n && size ? n : NULL, 0, NULL));
  PetscCall(RunWithRates(c, "FsCaseCountCoordinates", &run));
  PetscCall(CheckMass(c, run));
  PetscCall(VecGetLocalSize(run->s.q, n));
  *n *= 2;
  *size = FsSystemCharacteristicLength(run->sys);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseCountCoordinates(FsCase c, PetscInt *n, PetscReal *size)
{
  CASE_CALL(c, CountCoordinates(c, n, size));
}

/* ---- coordinates ----------------------------------------------------------------------------- */

/* Copies the first or the second half of the coordinates to a vector, or back. */
static PetscErrorCode CopyTo(Vec to, const PetscReal x[])
{
  PetscScalar *values;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(to, &n));
  PetscCall(VecGetArrayWrite(to, &values));
  PetscCall(PetscArraycpy(values, x, n));
  PetscCall(VecRestoreArrayWrite(to, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CopyFrom(Vec from, PetscReal x[])
{
  const PetscScalar *values;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(from, &n));
  PetscCall(VecGetArrayRead(from, &values));
  PetscCall(PetscArraycpy(x, values, n));
  PetscCall(VecRestoreArrayRead(from, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the number of coordinates is not that of this rank. */
static PetscErrorCode CheckNumber(FsCase c, const char function[], const Run *run, PetscInt n)
{
  PetscInt rows;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(run->s.q, &rows));
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(n != 2 * rows),
                          "%s: this rank has %" PetscInt_FMT " coordinates, not %" PetscInt_FMT,
                          function, 2 * rows, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the derivatives in time of displacements and rotation vectors. */
static PetscErrorCode ComputeFirstRates(Run *run)
{
  const FsSystem sys = run->sys;

  PetscFunctionBeginUser;
  if (sys->rotations) PetscCall(sys->rotations->rate(sys, run->s.q, run->s.v, run->s.qd));
  else if (run->s.qd != run->s.v) PetscCall(VecCopy(run->s.v, run->s.qd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes all derivatives in time at the present state, before the change of FsCaseFindChange. */
static PetscErrorCode ComputeRates(FsCase c, Run *run)
{
  FsStageInfo    info;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCall(ComputeFirstRates(run));
  if (c->changes) load_steps_hold_change(c->changes);
  ierr = FsStageAcceleration(run->stage, &run->s, &info);
  if (c->changes) load_steps_release(c->changes);
  PetscCall(ierr);
  PetscCheck(info.ok, run->comm, PETSC_ERR_NOT_CONVERGED, "t = %.6g: %s%s", (double)run->s.t,
             info.reason, info.place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetCoordinates(FsCase c, PetscReal t, PetscInt n, const PetscReal x[])
{
  static const char name[] = "FsCaseSetCoordinates";
  PetscBool         finite = (PetscBool)isfinite(t);
  Run              *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, name, "x", x, sizeof t, &t));
  PetscCall(RunWithRates(c, name, &run));
  PetscCall(CheckNumber(c, name, run, n));
  for (PetscInt k = 0; k < n; k++) finite = (PetscBool)(finite && isfinite(x[k]));
  PetscCall(
    CheckAllRanks(c->comm, (PetscBool)!finite, "%s: the time or a coordinate is not finite", name));
  run->s.t = t;
  PetscCall(CopyTo(run->s.q, x));
  PetscCall(CopyTo(run->s.v, x + n / 2));
  given_loads_start(run->model, t, t);
  given_motions_hold(run->model->symbols, t);
  PetscCall(ComputeRates(c, run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetCoordinates(FsCase c, PetscReal t, PetscInt n, const PetscReal x[])
{
  CASE_CALL(c, SetCoordinates(c, t, n, x));
}

static PetscErrorCode GetCoordinates(FsCase c, PetscInt n, PetscReal x[], PetscReal rate[])
{
  Run *run;

  PetscFunctionBeginUser;
  PetscCall(RunWithRates(c, "FsCaseGetCoordinates", &run));
  PetscCall(CheckNumber(c, "FsCaseGetCoordinates", run, n));
  PetscCall(ComputeFirstRates(run));
  if (x) PetscCall(CopyFrom(run->s.q, x));
  if (x) PetscCall(CopyFrom(run->s.v, x + n / 2));
  if (rate) PetscCall(CopyFrom(run->s.qd, rate));
  if (rate) PetscCall(CopyFrom(run->s.a, rate + n / 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetCoordinates(FsCase c, PetscInt n, PetscReal x[], PetscReal rate[])
{
  CASE_CALL(c, GetCoordinates(c, n, x, rate));
}

/* ---- results --------------------------------------------------------------------------------- */

/* Records the present state in place of the last row. */
static PetscErrorCode RecordState(Run *run)
{
  const FsStepInfo info = {.solve.ok = PETSC_TRUE};
  PetscInt         rows, frames;
  Energy           energy;

  PetscFunctionBeginUser;
  output_extent(run->recording.output, &rows, &frames);
  PetscCall(OutputRewind(run->recording.output, PetscMax(0, rows - 1), frames));
  PetscCall(EnergyMeterRead(run->recording.meter, &run->s, &run->kind.loading, &energy));
  PetscCall(OutputStep(run->recording.output, run->step, &run->s, &energy, &info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RecordCoordinates(FsCase c)
{
  Run           *run;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCall(RunWithRates(c, "FsCaseRecordCoordinates", &run));
  if (c->changes) load_steps_hold_change(c->changes);
  ierr = RecordState(run);
  if (c->changes) load_steps_release(c->changes);
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseRecordCoordinates(FsCase c) { CASE_CALL(c, RecordCoordinates(c)); }

/* ---- rotations ------------------------------------------------------------------------------- */

static PetscErrorCode LargestRotation(const Run *run, PetscReal *largest)
{
  const FsSystem sys = run->sys;

  PetscFunctionBeginUser;
  *largest = 0;
  if (sys->rotations) PetscCall(sys->rotations->rotation_increment(sys, run->s.q, NULL, largest));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPIU_REAL, MPI_MAX, run->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetLargestRotation(FsCase c, PetscReal *largest)
{
  Run *run;

  PetscFunctionBeginUser;
  PetscCall(RunWithRates(c, "FsCaseGetLargestRotation", &run));
  PetscCall(LargestRotation(run, largest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetLargestRotation(FsCase c, PetscReal *largest)
{
  CASE_NEEDS(largest);
  CASE_CALL(c, GetLargestRotation(c, largest));
}

static PetscErrorCode RenewRotations(FsCase c, PetscReal limit, PetscBool *changed)
{
  FsState  *states[1];
  PetscReal largest;
  Run      *run;

  PetscFunctionBeginUser;
  PetscCall(RunWithRates(c, "FsCaseRenewRotations", &run));
  PetscCall(LargestRotation(run, &largest));
  *changed = (PetscBool)(largest > limit);
  if (!*changed) PetscFunctionReturn(PETSC_SUCCESS);
  states[0] = &run->s;
  PetscCall(FsSystemAccept(run->sys, &run->s, 1, states));
  PetscCall(ComputeRates(c, run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseRenewRotations(FsCase c, PetscReal limit, PetscBool *changed)
{
  CASE_NEEDS(changed);
  CASE_CALL(c, RenewRotations(c, limit, changed));
}

/* ---- changes of loads ------------------------------------------------------------------------ */

static PetscErrorCode FindChange(FsCase c, PetscReal end, PetscReal *t)
{
  static const char name[] = "FsCaseFindChange";
  Run              *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, name, "t", t, sizeof end, &end));
  PetscCall(RunWithRates(c, name, &run));
  PetscCheck(!isnan(end), c->comm, PETSC_ERR_USER_INPUT, "%s: the time is not a number", name);
  if (!c->changes) {
    PetscCall(PetscNew(&c->changes));
    PetscCall(LoadStepsCreate(run->model, run->s.t, run->model->dt, c->changes));
  }
  *t = load_steps_next_change(c->changes, run->s.t, end);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseFindChange(FsCase c, PetscReal end, PetscReal *t)
{
  CASE_CALL(c, FindChange(c, end, t));
}
