/* free_motions.c: finds the rigid motions that nothing in a system resists, and fixes them.

   A rigid motion R is free if R . r(q) = 0 for the forces r of elements, supports and joints at any
   q. It is tested at random q, and with random multipliers. The derivative K R = 0 at one q
   is no test if forces are not balanced there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "free_motions.h"
#include "math/vector.h"
#include "system/force_units.h"
#include <petscblaslapack.h>

/* SAMPLES: of each kind; supports can resist N motions, which as many samples show */
enum { N = FS_RIGID_MOTIONS, SAMPLES = N + 2, COLUMNS = 2 * SAMPLES };

/* ---- free motions ---------------------------------------------------------------------------- */

/* Computes the rigid motions of the system at a state: about the mean of its nodes, as derivatives
   of q and with spins in body axes. */
static PetscErrorCode RigidMotionsAt(FsSystem sys, const FsState *at, const FsLoading *loading,
                                     Vec change[N], Vec spin[N])
{
  PetscFunctionBeginUser;
  PetscCall(sys->ops.geometry.rigid_motions(sys, at, loading, change));
  for (int k = 0; k < N; k++) {
    if (sys->rotations) PetscCall(sys->rotations->velocity(sys, at->q, change[k], spin[k]));
    else PetscCall(VecCopy(change[k], spin[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Multiplies x by a length in entries of displacements. */
static PetscErrorCode ScaleDisplacements(FreeMotions f, PetscReal length, Vec x)
{
  const PetscScalar *number;
  PetscScalar       *entry;
  PetscInt           n;
  Vec                numbers;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(f->work, &numbers));
  PetscCall(f->sys->ops.geometry.numbers(f->sys, numbers));
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(numbers, &number));
  PetscCall(VecGetArray(x, &entry));
  for (PetscInt i = 0; i < n; i++)
    if (number[i] >= 0 && (PetscInt64)number[i] % N < 3) entry[i] *= length;
  PetscCall(VecRestoreArray(x, &entry));
  PetscCall(VecRestoreArrayRead(numbers, &number));
  PetscCall(WorkspaceRestore(f->work, &numbers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets *at to a random state: with random multipliers and q = 0, or with a random q. */
static PetscErrorCode SetRandomState(FreeMotions f, PetscRandom random, PetscBool multipliers,
                                     FsState *at)
{
  const PetscReal small = 1e-6; /* strains, and angles [rad] */
  Vec             x;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(f->work, &x));
  PetscCall(VecZeroEntries(at->q));
  PetscCall(VecZeroEntries(at->a));
  PetscCall(VecSetRandom(x, random));
  PetscCall(VecShift(x, -0.5));
  if (!multipliers) {
    PetscCall(ScaleDisplacements(f, FsSystemCharacteristicLength(f->sys), x));
    PetscCall(VecAXPY(at->q, small, x));
  } else if (f->sys->constraints)
    PetscCall(f->sys->constraints->add_multipliers(f->sys, 1, x, at->a));
  PetscCall(WorkspaceRestore(f->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets column to the work of the forces at a state on the rigid motions about f->center, over
   the norm of the forces, in which moments are forces at a lever. */
static PetscErrorCode SampleForces(FreeMotions f, const FsState *at, Vec change[N], Vec spin[N],
                                   PetscScalar column[N])
{
  const FsLoading        loading = FsLoadingOfEquilibrium(0);
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, 1};
  FsState                place   = *at;
  PetscReal              size, center[3], arm[3], moment[3];
  Vec                    r, unit, undeformed;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(f->work, &r));
  PetscCall(WorkspaceGet(f->work, &unit));
  PetscCall(WorkspaceGet(f->work, &undeformed));
  if (f->sys->traits.linear) { /* all its states are like q = 0 */
    PetscCall(VecZeroEntries(undeformed));
    place.q = undeformed;
  }
  PetscCall(f->sys->ops.geometry.center(f->sys, &place, &loading, center));
  for (int c = 0; c < 3; c++) arm[c] = center[c] - f->center[c];
  PetscCall(RigidMotionsAt(f->sys, &place, &loading, change, spin));
  PetscCall(FsSystemResidual(f->sys, at, &loading, &rows, r));
  PetscCall(VecMDot(r, N, spin, column));
  PetscCall(FsSystemForceUnits(f->sys, unit));
  PetscCall(VecPointwiseMult(r, r, unit));
  PetscCall(VecNorm(r, NORM_2, &size));
  cross(arm, column, moment);
  for (int c = 0; c < 3; c++) column[3 + c] += moment[c];
  for (int k = 0; k < N; k++) column[k] = size > 0 ? column[k] / size : 0;
  PetscCall(WorkspaceRestore(f->work, &r));
  PetscCall(WorkspaceRestore(f->work, &unit));
  PetscCall(WorkspaceRestore(f->work, &undeformed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns in basis[n] the combinations of the rigid motions of q = 0 that are orthonormal. Motions
   that move no dof, such as the rotation of a straight cable about itself, are left out. */
static PetscErrorCode OrthonormalMotions(const Vec motion[N], PetscInt *n, PetscScalar basis[N][N])
{
  /* Relative to the largest square; rotations are arcs at the size of the model. A straight cable,
     whose nodes have no rotations, would have a free motion too many if it were smaller. */
  const PetscReal moves_nothing = 1e-12;
  PetscScalar     gram[N][N];
  PetscReal       square[N];

  PetscFunctionBeginUser;
  for (int k = 0; k < N; k++) PetscCall(VecMDot(motion[k], N, motion, gram[k]));
  PetscCall(LapackEigen(N, gram[0], square));
  *n = 0;
  for (int k = 0; k < N; k++) {
    if (!(square[k] > moves_nothing * square[N - 1])) continue;
    for (int i = 0; i < N; i++) basis[*n][i] = gram[k][i] / PetscSqrtReal(square[k]);
    (*n)++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the combinations of basis[n] that move no dof that supports fix on a beam or shell. The
   forces of slender models do so little work on some motions that they do not show it. */
static PetscErrorCode KeepUnsupported(FreeMotions f, const FsState *at, PetscReal length,
                                      PetscInt *n, PetscScalar basis[N][N])
{
  const FsLoading loading = FsLoadingOfEquilibrium(0);
  /* Relative to the largest square: 1e-6 of the largest motion of a supported dof, with rotations
     as arcs. Motions that a support fixes move its dof by about as much as the others do. */
  const PetscReal unmoved  = 1e-12;
  PetscScalar     A[N * N] = {0}, kept[N][N] = {{0}};
  PetscReal       square[N], gram[N][N];
  PetscInt        count = 0;

  PetscFunctionBeginUser;
  if (!*n || !f->sys->ops.geometry.supported) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(f->sys->ops.geometry.supported(f->sys, at, &loading, length, gram));
  for (PetscInt i = 0; i < *n; i++)
    for (PetscInt j = 0; j < *n; j++)
      for (int k = 0; k < N * N; k++)
        A[i * *n + j] += basis[i][k / N] * gram[k / N][k % N] * basis[j][k % N];
  PetscCall(LapackEigen(*n, A, square));
  for (PetscInt m = 0; m < *n; m++) {
    if (square[m] > unmoved * square[*n - 1]) continue;
    for (int i = 0; i < N; i++)
      for (PetscInt k = 0; k < *n; k++) kept[count][i] += A[m * *n + k] * basis[k][i];
    count++;
  }
  PetscCall(PetscArraycpy(basis[0], kept[0], N * N));
  *n = count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the combinations of basis[n] that do no work on the forces of all samples. */
static PetscErrorCode KeepFreeMotions(FreeMotions f, PetscInt n, PetscScalar basis[N][N],
                                      PetscScalar force[COLUMNS][N], FreeMotions motions)
{
  /* Work of the forces of a random state, relative to their norm [N] and to a motion of unit norm.
     The row "a weak spring holds nothing" of tests/relations/guards.py has a spring of 1e-12 and of
     1e-5 of the stiffness of its model. */
  const PetscReal free_work = 1e-9;
  PetscBLASInt    rows = (PetscBLASInt)n, columns = COLUMNS, one = 1, room = 34 * COLUMNS, info;
  PetscScalar     A[COLUMNS][N] = {{0}}, left[N * N], none[1], work[34 * COLUMNS];
  PetscReal       value[N];

  PetscFunctionBeginUser;
  motions->n = 0;
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  for (int j = 0; j < COLUMNS; j++)
    for (PetscInt k = 0; k < n; k++)
      for (int i = 0; i < N; i++) ((PetscScalar *)A)[j * n + k] += basis[k][i] * force[j][i];
  LAPACKgesvd_("A", "N", &rows, &columns, &A[0][0], &rows, value, left, &rows, none, &one, work,
               &room, &info);
  PetscCheck(!info, f->sys->comm, PETSC_ERR_LIB, "LAPACK's gesvd returns %d", (int)info);
  for (PetscInt m = 0; m < n; m++) {
    if (value[m] > free_work) continue;
    for (int i = 0; i < N; i++) {
      motions->twist[motions->n][i] = 0;
      for (PetscInt k = 0; k < n; k++)
        motions->twist[motions->n][i] += left[m * n + k] * basis[k][i];
    }
    motions->n++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FreeMotionsFind(FreeMotions f, PetscReal t)
{
  const FsLoading loading = FsLoadingOfEquilibrium(0);
  const PetscReal length  = FsSystemCharacteristicLength(f->sys);
  PetscScalar     force[COLUMNS][N], basis[N][N];
  PetscInt        n = 0;
  FsState         at;
  Vec            *change, *spin;
  PetscRandom     random;
  Vec             unit;

  PetscFunctionBeginUser;
  if (f->known) PetscFunctionReturn(PETSC_SUCCESS);
  f->known = PETSC_TRUE;
  if (!f->sys->ops.geometry.rigid_motions) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemStateCreate(f->sys, &at));
  at.t = t;
  PetscCall(VecZeroEntries(at.v));
  PetscCall(VecZeroEntries(at.q));
  PetscCall(PetscRandomCreate(f->sys->comm, &random));
  PetscCall(PetscRandomSetFromOptions(random));
  PetscCall(f->sys->ops.geometry.center(f->sys, &at, &loading, f->center));
  PetscCall(VecDuplicateVecs(f->sys->vec, N, &change));
  PetscCall(VecDuplicateVecs(f->sys->vec, N, &spin));
  PetscCall(WorkspaceGet(f->work, &unit));
  for (int j = 0; j < COLUMNS; j++) {
    PetscCall(SetRandomState(f, random, (PetscBool)(j >= SAMPLES), &at));
    PetscCall(SampleForces(f, &at, change, spin, force[j]));
    for (int k = 3; k < N; k++) force[j][k] /= length;
  }
  /* The last sample has q = 0. Rotations of nodes become arcs at a lever, to be compared with
     displacements. */
  PetscCall(FsSystemForceUnits(f->sys, unit));
  for (int k = 0; k < N; k++) {
    if (k >= 3) PetscCall(VecScale(change[k], 1 / length));
    PetscCall(VecPointwiseDivide(change[k], change[k], unit));
  }
  PetscCall(OrthonormalMotions(change, &n, basis));
  PetscCall(KeepUnsupported(f, &at, length, &n, basis));
  PetscCall(KeepFreeMotions(f, n, basis, force, f));
  for (PetscInt m = 0; m < f->n; m++)
    for (int k = 3; k < N; k++) f->twist[m][k] /= length;
  PetscCall(PetscRandomDestroy(&random));
  PetscCall(VecDestroyVecs(N, &change));
  PetscCall(VecDestroyVecs(N, &spin));
  PetscCall(FsSystemStateDestroy(&at));
  PetscCall(WorkspaceRestore(f->work, &unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FreeMotionsAt(FreeMotions f, const FsState *at, const FsLoading *loading,
                             const Vec change[], const Vec spin[])
{
  PetscReal   center[3], arm[3];
  PetscScalar factor[N];
  Vec        *rigid;

  PetscFunctionBeginUser;
  PetscCall(f->sys->ops.geometry.center(f->sys, at, loading, center));
  for (int c = 0; c < 3; c++) arm[c] = center[c] - f->center[c];
  PetscCall(VecDuplicateVecs(f->sys->vec, N, &rigid));
  PetscCall(f->sys->ops.geometry.rigid_motions(f->sys, at, loading, rigid));
  for (PetscInt m = 0; m < f->n; m++) {
    const PetscReal *twist = f->twist[m];
    double           moved[3];

    cross(&twist[3], arm, moved);
    for (int c = 0; c < 3; c++) {
      factor[c]     = twist[c] + moved[c];
      factor[3 + c] = twist[3 + c];
    }
    PetscCall(VecZeroEntries(change[m]));
    PetscCall(VecMAXPY(change[m], N, factor, rigid));
    if (f->sys->rotations)
      PetscCall(f->sys->rotations->velocity(f->sys, at->q, change[m], spin[m]));
    else PetscCall(VecCopy(change[m], spin[m]));
  }
  PetscCall(VecDestroyVecs(N, &rigid));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- fixed dofs ------------------------------------------------------------------------------ */

/* Sets x to the squares of the motions of each dof. A rotation counts as the displacement at a
   short lever arm. */
static PetscErrorCode MotionSquares(FreeMotions f, const Vec motion[], Vec numbers, Vec x)
{
  const PetscReal    arm = 0.01 * FsSystemCharacteristicLength(f->sys);
  const PetscScalar *number, *from;
  PetscScalar       *to;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(x));
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArray(x, &to));
  PetscCall(VecGetArrayRead(numbers, &number));
  for (PetscInt m = 0; m < f->n; m++) {
    PetscCall(VecGetArrayRead(motion[m], &from));
    for (PetscInt i = 0; i < n; i++)
      to[i] += PetscSqr(from[i] * ((PetscInt64)number[i] % N >= 3 ? arm : 1));
    PetscCall(VecRestoreArrayRead(motion[m], &from));
  }
  PetscCall(VecRestoreArrayRead(numbers, &number));
  PetscCall(VecRestoreArray(x, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the global dof with the largest square; the one with the least number, if several are as
   large. -1: nothing moves. */
static PetscErrorCode FindLargest(FreeMotions f, Vec squares, Vec numbers, PetscInt *dof)
{
  /* Relative to the largest square. Symmetric models have several equal ones, which differ by
     round-off; the dof that is fixed must be the same on any number of ranks. */
  const PetscReal    as_large = 1 - 1e-6;
  const PetscScalar *square, *number;
  PetscReal          most, least = PETSC_MAX_REAL;
  PetscInt           first, last, found = -1;

  PetscFunctionBeginUser;
  PetscCall(VecMax(squares, NULL, &most));
  PetscCall(VecGetOwnershipRange(squares, &first, &last));
  PetscCall(VecGetArrayRead(squares, &square));
  PetscCall(VecGetArrayRead(numbers, &number));
  for (PetscInt i = 0; i < last - first && most > 0; i++)
    if (square[i] >= as_large * most && number[i] >= 0 && number[i] < least) {
      least = number[i];
      found = first + i;
    }
  PetscCall(VecRestoreArrayRead(numbers, &number));
  PetscCall(VecRestoreArrayRead(squares, &square));
  most = least;
  PetscCallMPI(MPIU_Allreduce(&most, &least, 1, MPIU_REAL, MPIU_MIN, f->sys->comm));
  if (most > least) found = -1;
  PetscCallMPI(MPIU_Allreduce(&found, dof, 1, MPIU_INT, MPI_MAX, f->sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Removes from the motions what moves a dof: afterwards all of them leave it in place. */
static PetscErrorCode FixDof(FreeMotions f, PetscInt dof, const Vec motion[])
{
  const PetscInt n      = f->n;
  PetscScalar    row[N] = {0}, square = 0;
  PetscInt       first, last;
  Vec            sum;

  PetscFunctionBeginUser;
  PetscCall(VecGetOwnershipRange(motion[0], &first, &last));
  for (PetscInt m = 0; m < n && dof >= first && dof < last; m++)
    PetscCall(VecGetValues(motion[m], 1, &dof, &row[m]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, row, N, MPIU_SCALAR, MPI_SUM, f->sys->comm));
  for (PetscInt m = 0; m < n; m++) square += row[m] * row[m];
  PetscCall(VecDuplicate(motion[0], &sum));
  PetscCall(VecZeroEntries(sum));
  PetscCall(VecMAXPY(sum, n, row, (Vec *)motion));
  for (PetscInt m = 0; m < n; m++) PetscCall(VecAXPY(motion[m], -row[m] / square, sum));
  PetscCall(VecDestroy(&sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FreeMotionsChooseDofs(FreeMotions f, const Vec change[])
{
  Vec numbers, squares;

  PetscFunctionBeginUser;
  f->ndofs = 0;
  if (!f->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(f->sys->vec, &numbers));
  PetscCall(VecDuplicate(f->sys->vec, &squares));
  PetscCall(f->sys->ops.geometry.numbers(f->sys, numbers));
  while (f->ndofs < f->n) {
    PetscInt dof;

    PetscCall(MotionSquares(f, change, numbers, squares));
    PetscCall(FindLargest(f, squares, numbers, &dof));
    if (dof < 0) break;
    PetscCall(FixDof(f, dof, change));
    f->dof[f->ndofs++] = dof;
  }
  PetscCall(VecDestroy(&numbers));
  PetscCall(VecDestroy(&squares));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FreeMotionsFixDofs(FreeMotions f, Mat A)
{
  const PetscReal stiff = 1e8; /* times as stiff as the dof */
  PetscReal       most;
  PetscInt        first, last;
  Vec             diagonal;

  PetscFunctionBeginUser;
  if (f->hold == FS_HOLD_NONE || !f->ndofs) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(f->sys->vec, &diagonal));
  PetscCall(MatGetDiagonal(A, diagonal));
  PetscCall(VecNorm(diagonal, NORM_INFINITY, &most));
  PetscCall(VecGetOwnershipRange(diagonal, &first, &last));
  for (PetscInt k = 0; k < f->ndofs; k++) {
    const PetscInt dof = f->dof[k];
    PetscScalar    own;

    if (dof < first || dof >= last) continue;
    PetscCall(VecGetValues(diagonal, 1, &dof, &own));
    PetscCall(MatSetValue(A, dof, dof, stiff * (own > 0 ? own : most), ADD_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(VecDestroy(&diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FreeMotionsHoldLinear(FreeMotions f)
{
  const FsLoading loading = FsLoadingOfEquilibrium(0);
  FsState         at      = {.t = 0};
  Vec            *change, *spin;

  PetscFunctionBeginUser;
  if (f->hold == FS_HOLD_NONE || f->ndofs) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FreeMotionsFind(f, 0));
  PetscCall(VecDuplicate(f->sys->vec, &at.q));
  PetscCall(VecZeroEntries(at.q));
  PetscCall(VecDuplicateVecs(f->sys->vec, N, &change));
  PetscCall(VecDuplicateVecs(f->sys->vec, N, &spin));
  PetscCall(FreeMotionsAt(f, &at, &loading, change, spin));
  PetscCall(FreeMotionsChooseDofs(f, change));
  PetscCall(VecDestroyVecs(N, &change));
  PetscCall(VecDestroyVecs(N, &spin));
  PetscCall(VecDestroy(&at.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FreeMotionsArchive(FreeMotions motions, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "free_motions"));
  PetscCall(FsArchiveBool(a, "known", &motions->known));
  PetscCall(FsArchiveInt(a, "n", &motions->n));
  PetscCall(FsArchiveReals(a, "center", 3, motions->center));
  PetscCall(FsArchiveReals(a, "twist", N * N, &motions->twist[0][0]));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
