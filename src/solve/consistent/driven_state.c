/* driven_state.c: states of systems whose drivers prescribe all motion: positions by Newton's method, then velocities,
   accelerations and multipliers, by solves with [M G^T; G 0], in which G alone is regular. Begin with FsStageSolveKinematic. */
#include "start_coordinates.h"
#include "linear/solver.h"
#include "base/profile.h"

static const FsConstraintRows bordered = {FS_CONSTRAINT_ACCELERATION, 1, 1};
static const PetscReal        EXACT = 1e-14, LEFT = 1e-11; /* see StageSize */
static const char             singular[] = "the mechanism is where its joints lock or leave it several ways on",
                  uncertain[] = "the mechanism is so near to where its joints lock or leave it several ways on "
                                "that their reactions cannot be told, or friction leaves it none",
                  locked[]    = "the joints do not let the mechanism follow its drivers from here";

/* What fails is where s->b is largest. */
static PetscErrorCode Fail(FsStage s, const char reason[], FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok     = PETSC_FALSE;
  info->reason = reason;
  PetscCall(PlaceFailure(s->sys, "it is farthest off at", s->b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton's method; in all q may be corrected by so little that it stays on its branch. */
static PetscErrorCode Positions(FsStage s, FsState *state, FsStageInfo *info)
{
  enum { MOST = 25 };
  const PetscReal far   = 0.1; /* of the model's size, and rad */
  const FsSystem  sys   = s->sys;
  PetscReal       moved = 0, before = PETSC_MAX_REAL, off, size;
  PetscBool       solved;

  PetscFunctionBeginUser;
  PetscCall(StageViolation(s, FS_CONSTRAINT_POSITION, state, &off));
  for (PetscInt k = 0; k < MOST && off > EXACT && (off < before || off > LEFT); k++) {
    before = off;
    info->newton++;
    PetscCall(StageInertiaMatrix(s, state, &bordered));
    PetscCall(StageSolveMatrix(s, s->x, &solved));
    PetscCall(sys->constraints->add_multipliers(sys, -1, s->x, s->x));
    PetscCall(StageSize(s, s->x, &size));
    moved += size;
    if (!solved || !(moved <= far)) {
      PetscCall(Fail(s, solved ? locked : singular, info));
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (sys->rotations) {
      PetscCall(sys->rotations->compose(sys, state->q, s->x, s->r));
      PetscCall(VecCopy(s->r, state->q));
    } else PetscCall(VecAXPY(state->q, 1, s->x));
    PetscCall(StageViolation(s, FS_CONSTRAINT_POSITION, state, &off));
  }
  if (!(off <= LEFT)) PetscCall(Fail(s, locked, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Velocities(FsStage s, FsState *state, FsStageInfo *info)
{
  enum { MOST = 5 };
  PetscReal off, before = PETSC_MAX_REAL;
  PetscBool solved = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(StageInertiaMatrix(s, state, &bordered));
  PetscCall(StageViolation(s, FS_CONSTRAINT_VELOCITY, state, &off));
  for (PetscInt k = 0; k < MOST && off > 0 && off < before / 2; k++) {
    before = off;
    if (k) PetscCall(StageSolveAgain(s, s->x, &solved));
    else PetscCall(StageSolveMatrix(s, s->x, &solved));
    if (!solved) {
      PetscCall(Fail(s, singular, info));
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, s->x, s->x));
    PetscCall(VecAXPY(state->v, 1, s->x));
    PetscCall(StageViolation(s, FS_CONSTRAINT_VELOCITY, state, &off));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Also where forces depend on multipliers: those of the iteration before. */
static PetscErrorCode Accelerations(FsStage s, FsState *state, FsStageInfo *info)
{
  enum { MOST = 50 };
  const PetscReal exact = 1e-13, round_off = 1e-7; /* of the largest entry; what ill-conditioned joints may leave */
  const FsLoading loading = FsLoadingOfMotion();
  PetscReal       size    = PETSC_MAX_REAL, before, all;
  PetscBool       solved;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(state->a));
  PetscCall(StageInertiaMatrix(s, state, &bordered));
  for (PetscInt k = 0; k < MOST; k++) {
    before = size;
    PetscCall(FsSystemResidual(s->sys, state, &loading, &bordered, s->b));
    PetscCall(VecScale(s->b, -1));
    if (k) PetscCall(StageSolveAgain(s, s->x, &solved));
    else PetscCall(StageSolveMatrix(s, s->x, &solved));
    if (!solved) break;
    PetscCall(VecAXPY(state->a, 1, s->x));
    PetscCall(VecNorm(s->x, NORM_INFINITY, &size));
    PetscCall(VecNorm(state->a, NORM_INFINITY, &all));
    if (size <= exact * all || (k > 1 && size >= before && size <= round_off * all)) PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Fail(s, solved ? uncertain : singular, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSolveKinematic(FsStage s, FsState *state, FsStageInfo *info)
{
  const FsLoading   loading = FsLoadingOfMotion();
  const FsStageInfo before  = *info;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_STAGE));
  PetscCall(Positions(s, state, info));
  if (info->ok) PetscCall(FsStageCheckFlippedJoints(s, state, &loading, info));
  if (info->ok) PetscCall(Velocities(s, state, info));
  if (info->ok) PetscCall(Accelerations(s, state, info));
  if (info->ok) PetscCall(StageCheckBranches(s, state, &loading, info));
  PetscCall(StageEnd(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- ways to move ------------------------------------------------------------------------------------------------ */

PetscErrorCode FsStageGetMobility(FsStage s, PetscInt *ways)
{
  const PetscScalar *w;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(s->sys->constraints->weights(s->sys, s->b));
  PetscCall(VecGetLocalSize(s->b, &n));
  PetscCall(VecGetArrayRead(s->b, &w));
  *ways = 0;
  for (PetscInt i = 0; i < n; i++) *ways += w[i] == 0 ? -1 : 1;
  PetscCall(VecRestoreArrayRead(s->b, &w));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, ways, 1, MPIU_INT, MPI_SUM, s->sys->comm));
  *ways += FsSystemCountDroppedRows(s->sys);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSuggestDrivers(FsStage s, const FsState *state, char names[], size_t size, PetscInt *n)
{
  const FsSystem sys = s->sys;
  Held           h;
  PetscReal      off;
  PetscBool     *moves, solved;
  PetscInt       all = 0;
  char           name[160];

  PetscFunctionBeginUser;
  names[0] = 0;
  *n       = 0;
  if (sys->constraints->coordinates)
    PetscCall(sys->constraints->coordinates(sys, FS_COORDINATES_FREE, NULL, &all, NULL, NULL));
  if (!all || all > HELD_MOST) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(HeldCreate(s, FS_COORDINATES_FREE, &h));
  PetscCall(HeldRead(&h, state, PETSC_TRUE, &off));
  PetscCall(PetscMalloc1(h.n, &moves));
  PetscCall(HeldFindFree(&h, state, moves, &solved));
  for (PetscInt k = 0; k < h.n && solved; k++) {
    if (!moves[k]) continue;
    sys->constraints->coordinate_name(sys, h.of, k, name, sizeof name);
    if ((*n)++) PetscCall(PetscStrlcat(names, ", ", size));
    PetscCall(PetscStrlcat(names, name, size));
  }
  PetscCall(PetscFree(moves));
  PetscCall(HeldDestroy(&h));
  PetscFunctionReturn(PETSC_SUCCESS);
}
