/* pencil.c: assembles the matrices of free vibration and counts eigenvalues by inertia. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/aij.h"
#include "pencil.h"
#include "factorization.h"
#include "system/force_units.h"

/* Covers the order of sums of element matrices, and equilibria up to Newton's tolerance. Relative
   to the largest entry of a row, or to the norm of M, with rotations times lengths, so that it has
   no unit. If it were too large, the counts of buckling under dead moments (random_composites.py)
   would be wrong in km. The rows "modes of a symmetric stiffness are counted" and "modes of a
   follower load are not" of tests/relations/guards.py are on both sides of it, in any units. */
static const PetscReal SYMMETRY_TOLERANCE = 1e-9;

static PetscErrorCode CountPencilRows(Pencil p)
{
  PetscReal sum;
  Vec       ones, rows;

  PetscFunctionBeginUser;
  if (!p->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(p->sys->vec, &ones));
  PetscCall(VecDuplicate(p->sys->vec, &rows));
  PetscCall(VecSet(ones, 1));
  PetscCall(VecZeroEntries(rows));
  PetscCall(p->sys->constraints->add_multipliers(p->sys, 1, ones, rows));
  PetscCall(VecNorm(rows, NORM_1, &sum));
  p->rows = (PetscInt)(sum + 0.5);
  PetscCall(VecDestroy(&rows));
  PetscCall(VecDestroy(&ones));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Assembles A = cm M + cc C + ck K; scale multiplies the rows and columns of multipliers. */
static PetscErrorCode BuildMatrix(Pencil p, const FsState *s, const FsLoading *loading,
                                  FsShift shift, PetscReal scale, Mat *A)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, scale, scale};

  PetscFunctionBeginUser;
  p->of_K = PETSC_FALSE; /* if it is K */
  if (!*A) PetscCall(FsSystemCreateMatrix(p->sys, PETSC_TRUE, A));
  if (p->sys->traits.linear) PetscCall(p->sys->ops.matrix.combine(p->sys, shift, *A));
  else PetscCall(FsSystemTangent(p->sys, s, loading, &rows, shift, *A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises sizes of rows of K so far that SYMMETRY_TOLERANCE covers the round-off of the rows that
   they share entries with. A moment about one axis of a node is an entry of the rows of the other
   two axes. Its round-off is that of the stiffest of the three. Overwrites p->work. */
static PetscErrorCode CoverRoundOff(Pencil p, Vec size)
{
  /* Round-off of a row, in machine epsilons of the sum of the sizes of the rows beside it: sums of
     ten elements of ten operations each. The row "factors under moments on heads that are joined
     twice" of tests/relations/guards_parts.py has rows of round-off beside stiff ones. */
  const PetscReal units = 100;
  Vec             neighbours;

  PetscFunctionBeginUser;
  PetscCall(AIJReplaceEntries(p->work, PETSC_TRUE));
  PetscCall(VecDuplicate(size, &neighbours));
  PetscCall(MatMult(p->work, size, neighbours));
  PetscCall(VecScale(neighbours, units * PETSC_MACHINE_EPSILON / SYMMETRY_TOLERANCE));
  PetscCall(VecPointwiseMax(size, size, neighbours));
  PetscCall(VecDestroy(&neighbours));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes A - A^T, which the caller destroys. Leaves A in p->work, also with rotations times
   lengths. */
static PetscErrorCode ComparableDifference(Pencil p, Mat A, Mat *difference)
{
  PetscFunctionBeginUser;
  p->has_absolute = PETSC_FALSE;
  PetscCall(FsSystemComparableMatrix(p->sys, A, &p->work));
  PetscCall(MatTranspose(p->work, MAT_INITIAL_MATRIX, difference));
  PetscCall(MatAXPY(*difference, -1, p->work, UNKNOWN_NONZERO_PATTERN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the largest entry of K - K^T over the largest entry of its row in K or in the initial K,
   or over the round-off of its neighbours. At a bifurcation rows of K may consist of round-off. */
static PetscErrorCode RowAsymmetry(Pencil p, PetscReal *asymmetry)
{
  Mat skew;
  Vec difference, size;

  PetscFunctionBeginUser;
  PetscCall(ComparableDifference(p, p->K, &skew));
  PetscCall(MatCreateVecs(p->K, &difference, &size));
  PetscCall(MatGetRowMaxAbs(skew, difference, NULL));
  PetscCall(MatGetRowMaxAbs(p->work, size, NULL));
  if (!p->initial_size) {
    PetscCall(VecDuplicate(size, &p->initial_size));
    PetscCall(VecCopy(size, p->initial_size));
  }
  PetscCall(VecPointwiseMax(size, size, p->initial_size));
  PetscCall(CoverRoundOff(p, size));
  PetscCall(VecShift(size, 1e-300)); /* rows of zeros; below the stiffness in any units */
  PetscCall(VecPointwiseDivide(difference, difference, size));
  PetscCall(VecMax(difference, NULL, asymmetry));
  PetscCall(VecDestroy(&difference));
  PetscCall(VecDestroy(&size));
  PetscCall(MatDestroy(&skew));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes |A - A^T| / |A|, with rotations times lengths. A difference below round_off |K| is
   covered by SYMMETRY_TOLERANCE. */
static PetscErrorCode FrobeniusAsymmetry(Pencil p, Mat A, PetscReal round_off, PetscReal *asymmetry)
{
  PetscReal size, stiffness = 0;
  Mat       skew;

  PetscFunctionBeginUser;
  if (round_off > 0) PetscCall(FsSystemStiffnessNorm(p->sys, p->K, NORM_FROBENIUS, &stiffness));
  PetscCall(ComparableDifference(p, A, &skew));
  PetscCall(MatNorm(skew, NORM_FROBENIUS, asymmetry));
  PetscCall(MatNorm(p->work, NORM_FROBENIUS, &size));
  PetscCall(MatDestroy(&skew));
  size       = PetscMax(size, round_off * stiffness / SYMMETRY_TOLERANCE);
  *asymmetry = size > 0 ? *asymmetry / size : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilHasSymmetricDamping(Pencil p, PetscBool *symmetric)
{
  PetscReal asymmetry;

  PetscFunctionBeginUser;
  PetscCall(FrobeniusAsymmetry(p, p->C, 0, &asymmetry));
  *symmetric = (PetscBool)(asymmetry <= SYMMETRY_TOLERANCE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ForgetFactors(Pencil p)
{
  p->of_K = PETSC_FALSE;
  return MatDestroy(&p->factors);
}

/* Sets p->symmetric and p->asymmetry from the asymmetries of K and M. */
static PetscErrorCode DecideSymmetry(Pencil p)
{
  const PetscBool before = p->symmetric;

  PetscFunctionBeginUser;
  p->asymmetry = PetscMax(p->asymmetry_of_K, p->asymmetry_of_M);
  p->symmetric = (PetscBool)(p->asymmetry <= SYMMETRY_TOLERANCE);
  if (p->symmetric != before) PetscCall(ForgetFactors(p)); /* they are of another kind */
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MeasureStiffnessSymmetry(Pencil p)
{
  PetscFunctionBeginUser;
  PetscCall(RowAsymmetry(p, &p->asymmetry_of_K));
  PetscCall(DecideSymmetry(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilMeasureMassSymmetry(Pencil p)
{
  PetscFunctionBeginUser;
  /* a derivative has rows of round-off */
  PetscCall(FrobeniusAsymmetry(p, p->M, p->round_off, &p->asymmetry_of_M));
  PetscCall(DecideSymmetry(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilCreateStiffness(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     Pencil *pencil)
{
  const FsShift of_k = {0, 0, 1, PETSC_FALSE};
  Pencil        p;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&p));
  p->sys = sys;
  PetscCall(CountPencilRows(p));
  PetscCall(BuildMatrix(p, s, loading, of_k, 1, &p->K));
  PetscCall(FsSystemMeanStiffness(sys, p->K, &p->scale));
  if (p->rows) PetscCall(BuildMatrix(p, s, loading, of_k, p->scale, &p->K));
  PetscCall(MatDuplicate(p->K, MAT_DO_NOT_COPY_VALUES, &p->work));
  PetscCall(MeasureStiffnessSymmetry(p));
  *pencil = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets p->rigid to the rigid motions of the dofs at s, with spins in body axes. */
static PetscErrorCode CreateRigidMotions(Pencil p, const FsState *s, const FsLoading *loading)
{
  FsSystem sys = p->sys;
  Vec      change;

  PetscFunctionBeginUser;
  if (!sys->ops.geometry.rigid_motions) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicateVecs(sys->vec, FS_RIGID_MOTIONS, &p->rigid));
  PetscCall(sys->ops.geometry.rigid_motions(sys, s, loading, p->rigid));
  if (!sys->rotations) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(sys->vec, &change));
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) {
    PetscCall(VecCopy(p->rigid[k], change));
    PetscCall(sys->rotations->velocity(sys, s->q, change, p->rigid[k]));
  }
  PetscCall(VecDestroy(&change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                            Pencil *pencil)
{
  const FsShift of_m = {1, 0, 0, PETSC_FALSE}, of_c = {0, 1, 0, PETSC_FALSE};
  Pencil        p;

  PetscFunctionBeginUser;
  PetscCall(PencilCreateStiffness(sys, s, loading, &p));
  PetscCall(BuildMatrix(p, s, loading, of_m, 0, &p->M));
  PetscCall(BuildMatrix(p, s, loading, of_c, 0, &p->C));
  PetscCall(PencilMeasureScales(p));
  PetscCall(CreateRigidMotions(p, s, loading));
  PetscCall(PencilMeasureMassSymmetry(p));
  *pencil = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilUpdateStiffness(Pencil p, const FsState *s, const FsLoading *loading)
{
  PetscFunctionBeginUser;
  PetscCall(BuildMatrix(p, s, loading, (FsShift){0, 0, 1, PETSC_FALSE}, p->scale, &p->K));
  PetscCall(MeasureStiffnessSymmetry(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilDestroy(Pencil *pencil)
{
  Pencil p = *pencil;

  PetscFunctionBeginUser;
  if (!p) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatDestroy(&p->K));
  PetscCall(MatDestroy(&p->M));
  PetscCall(MatDestroy(&p->C));
  PetscCall(MatDestroy(&p->work));
  PetscCall(MatDestroy(&p->factors));
  PetscCall(VecDestroy(&p->initial_size));
  if (p->rigid) PetscCall(VecDestroyVecs(FS_RIGID_MOTIONS, &p->rigid));
  PetscCall(PetscFree(*pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilUpdateSymmetricPart(Pencil p, const FsState *s, const FsLoading *loading)
{
  Mat transposed;

  PetscFunctionBeginUser;
  PetscCall(BuildMatrix(p, s, loading, (FsShift){0, 0, 1, PETSC_FALSE}, p->scale, &p->K));
  if (!p->sys->traits.symmetric) {
    PetscCall(MatTranspose(p->K, MAT_INITIAL_MATRIX, &transposed));
    PetscCall(MatAXPY(p->K, 1, transposed, SAME_NONZERO_PATTERN));
    PetscCall(MatScale(p->K, 0.5));
    PetscCall(MatDestroy(&transposed));
  }
  if (!p->symmetric) PetscCall(ForgetFactors(p)); /* they are of another kind */
  p->symmetric = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- inertia --------------------------------------------------------------------------------- */

static PetscErrorCode CopyToWork(Pencil p)
{
  PetscFunctionBeginUser;
  p->has_absolute = PETSC_FALSE;
  PetscCall(MatCopy(p->K, p->work, SAME_NONZERO_PATTERN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors p->work, and counts its negative pivots without those of the rows. */
static PetscErrorCode FactorWork(Pencil p, PetscInt *below)
{
  PetscInt  negative = 0;
  PetscBool singular;

  PetscFunctionBeginUser;
  p->of_K = PETSC_FALSE;
  PetscCall(FactorizationCompute(p->work, p->symmetric, &p->factors, &singular));
  p->factorizations++;
  if (p->symmetric && !singular) PetscCall(MatGetInertia(p->factors, &negative, NULL, NULL));
  *below = singular ? PENCIL_SINGULAR : negative - (p->symmetric ? p->rows : 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilFactor(Pencil p, PetscReal sigma, PetscInt *below)
{
  PetscFunctionBeginUser;
  PetscCall(CopyToWork(p));
  if (p->M) PetscCall(MatAXPY(p->work, -sigma, p->M, SAME_NONZERO_PATTERN));
  PetscCall(FactorWork(p, below));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilFactorStiffness(Pencil p, PetscInt *below)
{
  PetscFunctionBeginUser;
  if (!p->of_K) PetscCall(PencilFactor(p, 0, &p->negative));
  *below  = p->negative;
  p->of_K = (PetscBool)(*below != PENCIL_SINGULAR);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilFactorWeighted(Pencil p, PetscReal sigma, Vec weights, PetscInt *below)
{
  Vec diagonal;

  PetscFunctionBeginUser;
  PetscCall(CopyToWork(p));
  PetscCall(VecDuplicate(weights, &diagonal));
  PetscCall(VecCopy(weights, diagonal));
  PetscCall(VecScale(diagonal, -sigma));
  PetscCall(MatDiagonalSet(p->work, diagonal, ADD_VALUES));
  PetscCall(VecDestroy(&diagonal));
  PetscCall(FactorWork(p, below));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves with the factors for a random right-hand side, and refines the result. *change is the size
   of the refinement relative to the solution. */
static PetscErrorCode MeasureRefinement(Pencil p, const Equilibration *e, PetscReal *change)
{
  PetscReal of_x, of_d;
  Vec       x, b, d;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(p->K, &x, &b));
  PetscCall(VecDuplicate(x, &d));
  PetscCall(EquilibrationRandomSide(e, b));
  PetscCall(MatSolve(p->factors, b, x));
  PetscCall(MatMult(p->K, x, d));
  PetscCall(VecAYPX(d, -1, b));
  PetscCall(MatSolve(p->factors, d, b));
  PetscCall(EquilibrationNormOfUnknown(e, x, &of_x));
  PetscCall(EquilibrationNormOfUnknown(e, b, &of_d));
  *change = of_x > 0 && !PetscIsInfOrNanReal(of_x) ? of_d / of_x : PETSC_INFINITY;
  PetscCall(VecDestroy(&d));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilIsNonsingular(Pencil p, PetscBool *nonsingular)
{
  /* Largest relative change in a refinement step: the condition of K times round-off, which is
     about 1 if K is singular. The norms have no unit (Equilibration). Supports that leave a motion
     free, and almost free, are in tests/relations/guards.py (rows "supports hold" and "hinges
     hold"). */
  const PetscReal refinement = 1e-3;
  PetscReal       change     = PETSC_INFINITY;
  Equilibration   e;

  PetscFunctionBeginUser;
  PetscCall(EquilibrationCreate(p->sys, p->K, &e));
  if (!e.singular) PetscCall(MeasureRefinement(p, &e, &change));
  *nonsingular = (PetscBool)(change <= refinement);
  PetscCall(EquilibrationDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilCountBelow(Pencil p, PetscReal sigma, PetscInt *below)
{
  PetscFunctionBeginUser;
  PetscCheck(p->symmetric, p->sys->comm, PETSC_ERR_ARG_WRONGSTATE,
             "only symmetric pencils have an inertia");
  PetscCall(PencilFactor(p, sigma, below));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one vector ------------------------------------------------------------------------------ */

PetscErrorCode PencilDampingMult(Pencil p, Vec x, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(MatMult(p->C, x, y));
  if (p->sys->low_rank) PetscCall(FsLowRankMultAdd(p->sys->low_rank, 1, x, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilAbsMult(Pencil p, Vec x, Vec y)
{
  Vec absolute;

  PetscFunctionBeginUser;
  if (!p->has_absolute) {
    PetscCall(MatCopy(p->K, p->work, SAME_NONZERO_PATTERN));
    PetscCall(AIJReplaceEntries(p->work, PETSC_FALSE));
    p->has_absolute = PETSC_TRUE;
  }
  PetscCall(VecDuplicate(x, &absolute));
  PetscCall(VecCopy(x, absolute));
  PetscCall(VecAbs(absolute));
  PetscCall(MatMult(p->work, absolute, y));
  PetscCall(VecDestroy(&absolute));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PencilRayleigh(Pencil p, Vec x, Vec y, PetscReal *mu, PetscReal *round_off,
                              PetscReal *mass)
{
  /* Unit: round-off in the entries of K; rigid motions of beams leave 0.15 units. A mode below this
     mu counts as rigid or a mechanism. The rows "rigid motions of a free beam" and "one mechanism
     of a hinge" of tests/relations/guards.py count them in any units. A long thin beam that is not
     rigid is in tests/analysis/modes.py. */
  const PetscReal units = 10;
  /* Share of other modes in a vector: round-off, if nothing that moves is stiff. The largest mu
     counts with the square of it. */
  const PetscReal contamination = 1e-12;
  PetscScalar     stiffness, size, inertia;
  Vec             absolute;

  PetscFunctionBeginUser;
  PetscCall(MatMult(p->M, x, y));
  PetscCall(VecDot(y, x, &inertia));
  PetscCall(MatMult(p->K, x, y));
  PetscCall(VecDot(y, x, &stiffness));
  PetscCall(PencilAbsMult(p, x, y));
  PetscCall(VecDuplicate(x, &absolute));
  PetscCall(VecCopy(x, absolute));
  PetscCall(VecAbs(absolute));
  PetscCall(VecDot(y, absolute, &size));
  PetscCall(VecDestroy(&absolute));
  *mass = inertia;
  *mu   = stiffness / inertia;
  *round_off =
    units * PETSC_MACHINE_EPSILON * size / inertia + PetscSqr(contamination) * p->largest;
  PetscFunctionReturn(PETSC_SUCCESS);
}
