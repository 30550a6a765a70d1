/* case_forces.c: forces on the dofs of a case at its present state, and places of its model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/case_forces.h>
#include "assembly/assembly.h"
#include "base/error.h"
#include "case_impl.h"
#include "input/formula/given.h"

/* ---- forces ---------------------------------------------------------------------------------- */

/* Parts - What of a state counts when forces are computed. */
typedef struct {
  PetscBool velocities, accelerations, multipliers;
  PetscBool supports; /* whether supports and drivers have velocities and accelerations */
} Parts;

/* Sets the entries of multipliers in x to 0, or all others. */
static PetscErrorCode ClearRows(Model model, PetscBool multipliers, Vec x)
{
  const Layout *l = &model->layout;
  PetscScalar  *values;
  PetscInt      next = 0;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(x, &values));
  for (PetscInt i = 0; i < l->end - l->first; i++) {
    PetscBool is_multiplier = PETSC_FALSE;

    if (next < l->nlocal_multipliers && l->multiplier[next] == i) {
      is_multiplier = PETSC_TRUE;
      next++;
    }
    if (is_multiplier == multipliers) values[i] = 0;
  }
  PetscCall(VecRestoreArray(x, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes r = residual + loads, which has no loads, with the given parts of the state. work[2] are
   vectors that are overwritten. */
static PetscErrorCode InnerForces(const Run *run, Parts parts, const Vec work[2], Vec r)
{
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 1, 1};
  FsLoading              loading = run->kind.loading;
  FsState                s       = run->s;
  Vec                    loads;

  PetscFunctionBeginUser;
  if (!parts.supports) loading.quasistatic = PETSC_TRUE;
  if (!parts.velocities) {
    PetscCall(VecZeroEntries(work[0]));
    s.v = s.qd = work[0];
  }
  PetscCall(VecCopy(run->s.a, work[1]));
  if (!parts.accelerations) PetscCall(ClearRows(run->model, PETSC_FALSE, work[1]));
  if (!parts.multipliers) PetscCall(ClearRows(run->model, PETSC_TRUE, work[1]));
  s.a = work[1];
  PetscCall(VecDuplicate(r, &loads));
  PetscCall(FsSystemResidual(run->sys, &s, &loading, &rows, r));
  PetscCall(AssemblyLoads(run->sys, &s, &loading, loads));
  PetscCall(VecAXPY(r, 1, loads));
  PetscCall(VecDestroy(&loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes forces without loads as sums of inner forces with more and with fewer parts of the
   state. */
static PetscErrorCode PartOfForces(const Run *run, FsForces which, Vec r)
{
  /* Each row has parts of a state, and the factors by which the inner forces with these parts enter
     the kinds of forces. */
  static const struct {
    Parts     parts;
    PetscReal factor[FS_FORCES_EXTERNAL];
  } rows[] = {
    {{0, 0, 0, 0}, {0, 1, -1, 1, -1}}, /* internal */
    {{1, 0, 0, 0}, {0, 0, 1, -1, 0} }, /* and damping */
    {{0, 0, 1, 0}, {0, 0, 0, -1, 1} }, /* internal and constraint */
    {{1, 1, 1, 1}, {0, 0, 0, 1, 0}  }  /* all of them */
  };
  Vec *work;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(r, 3, &work));
  PetscCall(VecZeroEntries(r));
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    if (rows[k].factor[which] == 0) continue;
    PetscCall(InnerForces(run, rows[k].parts, work, work[2]));
    PetscCall(VecAXPY(r, rows[k].factor[which], work[2]));
  }
  PetscCall(VecDestroyVecs(3, &work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ComputeForces(const Run *run, FsForces which, Vec r)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};

  PetscFunctionBeginUser;
  if (which == FS_FORCES_RESIDUAL)
    PetscCall(FsSystemResidual(run->sys, &run->s, &run->kind.loading, &rows, r));
  else if (which == FS_FORCES_EXTERNAL)
    PetscCall(AssemblyLoads(run->sys, &run->s, &run->kind.loading, r));
  else PetscCall(PartOfForces(run, which, r));
  PetscCall(ClearRows(run->model, PETSC_TRUE, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetForces(FsCase c, FsForces which, PetscInt *n, const PetscReal **values)
{
  static const char  name[] = "FsCaseGetForces";
  const PetscScalar *r;
  Run               *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, name, "n or values", n && values ? n : NULL, sizeof which, &which));
  PetscCall(CaseRunWithState(c, name, &run));
  PetscCheck(which >= FS_FORCES_RESIDUAL && which <= FS_FORCES_EXTERNAL, c->comm,
             PETSC_ERR_USER_INPUT, "%s: there are no forces with the number %d", name, (int)which);
  if (!c->forces) PetscCall(VecDuplicate(run->sys->vec, &c->forces));
  PetscCall(ComputeForces(run, which, c->forces));
  PetscCall(VecGetLocalSize(c->forces, n));
  PetscCall(VecGetArrayRead(c->forces, &r));
  *values = r;
  PetscCall(VecRestoreArrayRead(c->forces, &r)); /* the memory stays where it is */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetForces(FsCase c, FsForces which, PetscInt *n, const PetscReal **values)
{
  CASE_CALL(c, GetForces(c, which, n, values));
}

/* ---- motions of supports --------------------------------------------------------------------- */

/* Computes the residual with qva[derivative] of a motion changed by change at the present time. */
static PetscErrorCode ResidualOfMotion(Run *run, GivenMotion *m, int derivative, PetscReal change,
                                       Vec r)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  const GivenMotion      kept = *m;
  PetscErrorCode         ierr;

  PetscFunctionBeginUser;
  given_motion_at(&kept, run->s.t, m->to);
  m->to[derivative] += change;
  m->t_from = m->t_to = run->s.t;
  given_motions_changed(run->model->symbols);
  ierr = FsSystemResidual(run->sys, &run->s, &run->kind.loading, &rows, r);
  *m   = kept;
  given_motions_changed(run->model->symbols);
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the derivative r of the residual. Residuals are polynomials of degree 1 or 2 in
   velocities and accelerations, whose central differences are exact. A rotation of 1e-5, or a
   displacement that is as small beside the model, leaves an error of 1e-10. */
static PetscErrorCode MotionDerivative(Run *run, GivenMotion *m, PetscBool turns, int derivative,
                                       Vec r)
{
  PetscReal size = 1, change = 1;
  Vec       back;

  PetscFunctionBeginUser;
  if (derivative == 0) {
    if (!turns) PetscCall(ModelSize(run->model, &size));
    change = 1e-5 * (size > 0 ? size : 1);
  }
  PetscCall(VecDuplicate(r, &back));
  PetscCall(ResidualOfMotion(run, m, derivative, -change, back));
  PetscCall(ResidualOfMotion(run, m, derivative, change, r));
  PetscCall(VecAXPY(r, -1, back));
  PetscCall(VecScale(r, 1 / (2 * change)));
  PetscCall(VecDestroy(&back));
  PetscCall(ClearRows(run->model, PETSC_TRUE, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetMotionForces(FsCase c, const char support[], const PetscInt which[2],
                                      PetscInt *n, const PetscReal **values)
{
  static const char  name[] = "FsCaseGetMotionForces";
  const PetscBool    turns  = (PetscBool)(which[0] >= 3);
  const PetscScalar *r;
  GivenMotion       *motion;
  char               option[256];
  Run               *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, name, "support, n or values", support && n && values ? n : NULL,
                          2 * sizeof *which, which));
  PetscCall(CaseCheckSame(c, name, "support", support, strlen(support), support));
  PetscCall(CaseRunWithState(c, name, &run));
  PetscCheck(which[0] >= 0 && which[0] < COMPONENTS && which[1] >= 0 && which[1] < 3, c->comm,
             PETSC_ERR_USER_INPUT,
             "%s: component %" PetscInt_FMT " is not 0 to 5, or derivative %" PetscInt_FMT
             " is not 0 to 2",
             name, which[0], which[1]);
  PetscCall(PetscSNPrintf(option, sizeof option, "-support_%.150s_%s_%c", support,
                          turns ? "rotation" : "motion", (char)('x' + which[0] % 3)));
  motion = given_motion_find(run->model->symbols, option);
  PetscCheck(motion, c->comm, PETSC_ERR_USER_INPUT,
             "%s: there is no '%s given'; set this option before the set-up", name, option);
  if (!c->forces) PetscCall(VecDuplicate(run->sys->vec, &c->forces));
  PetscCall(MotionDerivative(run, motion, turns, (int)which[1], c->forces));
  PetscCall(VecGetLocalSize(c->forces, n));
  PetscCall(VecGetArrayRead(c->forces, &r));
  *values = r;
  PetscCall(VecRestoreArrayRead(c->forces, &r)); /* the memory stays where it is */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetMotionForces(FsCase c, const char support[], PetscInt component,
                                     PetscInt derivative, PetscInt *n, const PetscReal **values)
{
  const PetscInt which[2] = {component, derivative};

  CASE_CALL(c, GetMotionForces(c, support, which, n, values));
}

/* ---- damping and gathering ------------------------------------------------------------------- */

/* Copies the vectors of a damping of low rank, times the square roots of their factors. */
static PetscErrorCode CopyTerms(FsLowRank terms, PetscInt rows, PetscReal values[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < terms->n; k++) {
    const PetscReal    factor = PetscSqrtReal(terms->c[k]);
    const PetscScalar *w;

    PetscCall(VecGetArrayRead(terms->w[k], &w));
    for (PetscInt i = 0; i < rows; i++) values[k * rows + i] = factor * w[i];
    PetscCall(VecRestoreArrayRead(terms->w[k], &w));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetModalDamping(FsCase c, PetscInt *n, PetscInt *rows,
                                      const PetscReal **values)
{
  static const char name[] = "FsCaseGetModalDamping";
  FsLowRank         terms;
  Run              *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, name, "n, rows or values", n && rows && values ? n : NULL, 0, NULL));
  PetscCall(CaseRunWithState(c, name, &run));
  terms = run->sys->low_rank;
  *n    = terms ? terms->n : 0;
  PetscCall(VecGetLocalSize(run->sys->vec, rows));
  PetscCall(PetscFree(c->modal_damping));
  PetscCall(PetscMalloc1((size_t)(*n * *rows) + 1, &c->modal_damping));
  if (terms) PetscCall(CopyTerms(terms, *rows, c->modal_damping));
  *values = c->modal_damping;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetModalDamping(FsCase c, PetscInt *n, PetscInt *rows,
                                     const PetscReal **values)
{
  CASE_CALL(c, GetModalDamping(c, n, rows, values));
}

static PetscErrorCode Gather(FsCase c, PetscInt n, const PetscReal values[], PetscInt *total,
                             const PetscReal **all)
{
  static const char name[] = "FsCaseGather";
  PetscMPIInt       size, here = (PetscMPIInt)n, *count, *first;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, name, "total or all", total && all ? total : NULL, 0, NULL));
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(n < 0 || n > PETSC_MPI_INT_MAX || (n && !values)),
                          "%s: the values are NULL, or their number is negative or too large",
                          name));
  PetscCallMPI(MPI_Comm_size(c->comm, &size));
  PetscCall(PetscMalloc2((size_t)size, &count, (size_t)size + 1, &first));
  PetscCallMPI(MPI_Allgather(&here, 1, MPI_INT, count, 1, MPI_INT, c->comm));
  first[0] = 0;
  for (PetscMPIInt k = 0; k < size; k++) first[k + 1] = first[k] + count[k];
  *total = first[size];
  PetscCall(PetscFree(c->gathered));
  PetscCall(PetscMalloc1((size_t)*total + 1, &c->gathered));
  PetscCallMPI(
    MPI_Allgatherv(values, here, MPIU_REAL, c->gathered, count, first, MPIU_REAL, c->comm));
  PetscCall(PetscFree2(count, first));
  *all = c->gathered;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGather(FsCase c, PetscInt n, const PetscReal values[], PetscInt *total,
                            const PetscReal **all)
{
  CASE_CALL(c, Gather(c, n, values, total, all));
}

/* ---- places ---------------------------------------------------------------------------------- */

static PetscErrorCode FindPlace(FsCase c, const PetscReal point[3], PetscInt *place)
{
  static const char name[] = "FsCaseFindPlace";
  Run              *run;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, name, "point or place", point && place ? point : NULL,
                          3 * sizeof *point, point));
  PetscCall(CaseRunOf(c, name, &run));
  for (int k = 0; k < 3; k++)
    PetscCheck(isfinite(point[k]), c->comm, PETSC_ERR_USER_INPUT, "%s: the point is not finite",
               name);
  PetscCall(OutputFindPlace(run->recording.output, name, point, place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseFindPlace(FsCase c, const PetscReal point[3], PetscInt *place)
{
  CASE_CALL(c, FindPlace(c, point, place));
}

/* Raises an input error if an argument is NULL, differs between ranks, or is no place. */
static PetscErrorCode CheckPlace(FsCase c, const char name[], PetscInt place, const char argument[],
                                 const void *pointer, Run **run)
{
  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, name, argument, pointer, sizeof place, &place));
  PetscCall(CaseRunWithState(c, name, run));
  PetscCheck(place >= 0 && place < OutputPlaces((*run)->recording.output), c->comm,
             PETSC_ERR_USER_INPUT, "%s: there is no place %" PetscInt_FMT "; call FsCaseFindPlace",
             name, place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetPlaceMotion(FsCase c, PetscInt place, FsPlaceMotion *motion)
{
  Run       *run = NULL;
  PlaceValue found;

  PetscFunctionBeginUser;
  PetscCall(CheckPlace(c, "FsCaseGetPlaceMotion", place, "motion", motion, &run));
  PetscCall(OutputGetPlace(run->recording.output, place, ModelRunState(c->run), &found));
  for (int k = 0; k < 3; k++) {
    motion->displacement[k] = found.motion[0][k];
    motion->velocity[k]     = found.motion[1][k];
    motion->acceleration[k] = found.motion[2][k];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetPlaceMotion(FsCase c, PetscInt place, FsPlaceMotion *motion)
{
  CASE_CALL(c, GetPlaceMotion(c, place, motion));
}

static PetscErrorCode GetPlaceRows(FsCase c, PetscInt place, FsPlaceRows *rows)
{
  Run *run = NULL;

  PetscFunctionBeginUser;
  PetscCall(CheckPlace(c, "FsCaseGetPlaceRows", place, "rows", rows, &run));
  if (!c->place) PetscCall(PetscNew(&c->place));
  PetscCall(OutputGetPlace(run->recording.output, place, &run->s, c->place));
  *rows = (FsPlaceRows){.n       = c->place->n,
                        .row     = c->place->row,
                        .value   = &c->place->value[0][0],
                        .rotates = c->place->rotates};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetPlaceRows(FsCase c, PetscInt place, FsPlaceRows *rows)
{
  CASE_CALL(c, GetPlaceRows(c, place, rows));
}
