/* factor_check.c: the test of factors returns failed solves as a status, also if a library fails
   only in a later solve with the same factors. Factors that are damaged in one entry, and those of
   a matrix that is singular, fail in any units; good factors pass. So do factors of a mass matrix
   that are off by 1e-8, and not those that are off by 1e-4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "linear/solver.h"
#include "solve/constraint_solver.h"
#include "petsc_test.h"
#include "problems.h"

/* Solves left before the library fails. */
static int solves_left;

/* Solves with A = 2 I. */
static PetscErrorCode Apply(PC pc, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCheck(solves_left-- > 0, PetscObjectComm((PetscObject)pc), PETSC_ERR_LIB,
             "the library fails");
  PetscCall(VecCopy(b, x));
  PetscCall(VecScale(x, 0.5));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create(Mat A, KSP *ksp)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PetscObjectComm((PetscObject)A), ksp));
  PetscCall(KSPSetType(*ksp, KSPPREONLY));
  PetscCall(KSPSetOperators(*ksp, A, A));
  PetscCall(KSPGetPC(*ksp, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetApply(pc, Apply));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckFailures(void)
{
  FsSystem      sys;
  Equilibration e;
  Mat           A;
  Vec           x, b;
  KSP           ksp;
  PetscBool     solves;

  PetscFunctionBeginUser;
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, 8, 8, 1, NULL, 0, NULL, &A));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatShift(A, 2));
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(FsSystemCreate(PETSC_COMM_WORLD, &sys));
  PetscCall(EquilibrationCreate(sys, A, &e));
  for (int most = 0; most < 4; most++) {
    PetscCall(Create(A, &ksp));
    PetscCall(VecSet(b, 1));
    PetscCall(VecSet(x, 0.5));
    solves_left = most;
    PetscCall(FactorCheckSolution(ksp, A, &e, x, b, &solves));
    CHECK(solves == (most >= 1), "a step of refinement, %d solves: %d", most, (int)solves);
    solves_left = most;
    if (most) PetscCall(FactorCheckNonsingular(ksp, A, &e, x, &solves));
    if (most) CHECK(solves == (most >= 2), "a random side, %d solves: %d", most, (int)solves);
    PetscCall(KSPDestroy(&ksp));
  }
  PetscCall(EquilibrationDestroy(&e));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- mass matrices --------------------------------------------------------------------------- */

/* Factor by which the shell multiplies a right-hand side. */
static PetscReal inverse;

static PetscErrorCode ApplyInverse(PC pc, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  (void)pc;
  PetscCall(VecCopy(b, x));
  PetscCall(VecScale(x, inverse));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves with a mass matrix B = mass I by factors that are off by a part of them. */
static PetscErrorCode CheckMass(PetscReal mass, PetscReal error, PetscBool passes)
{
  BorderedMass m = {0};
  PetscBool    solved;
  Vec          x, b;
  PC           pc;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateSmall(6, &m.sys));
  PetscCall(WorkspaceCreate(m.sys, &m.work));
  m.B = m.sys->matrices.pattern; /* zeros */
  PetscCall(MatShift(m.B, mass));
  PetscCall(Create(m.B, &m.ksp));
  PetscCall(KSPGetPC(m.ksp, &pc));
  PetscCall(PCShellSetApply(pc, ApplyInverse));
  PetscCall(VecDuplicate(m.sys->vec, &x));
  PetscCall(VecDuplicate(x, &b));
  PetscCall(VecSetRandom(b, NULL));
  inverse = (1 + error) / mass;
  PetscCall(BorderedMassSolveFactored(&m, b, x, &solved));
  CHECK(solved == passes, "mass %g, factors off by %g: %d", mass, error, (int)solved);
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscCall(KSPDestroy(&m.ksp));
  PetscCall(WorkspaceDestroy(&m.work));
  PetscCall(FsSystemDestroy(&m.sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- units ----------------------------------------------------------------------------------- */

/* A clamped beam of plane elements: deflection and rotation of each node, then one multiplier. */
enum { NODES = 12, DOFS = 2 * NODES, ROWS = DOFS + 1 };

typedef struct {
  PetscReal length, stiffness; /* units */
  PetscReal row, column;       /* factors of the constraint, as the caller of a tangent chooses */
} Units;

/* An entry that is multiplied by 1 + size, and the stiffness of the clamp. */
typedef struct {
  PetscInt  row, column;
  PetscReal size, clamp;
} Damage;

static PetscReal length_of_test;

static PetscErrorCode SetEntries(Vec x, PetscReal of_rotations, PetscReal of_multiplier)
{
  PetscInt first, last;

  PetscFunctionBeginUser;
  PetscCall(VecGetOwnershipRange(x, &first, &last));
  for (PetscInt i = first; i < last; i++)
    PetscCall(VecSetValue(x, i,
                          i == DOFS ? of_multiplier
                          : i % 2   ? of_rotations
                                    : 1,
                          INSERT_VALUES));
  PetscCall(VecAssemblyBegin(x));
  PetscCall(VecAssemblyEnd(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Weights(FsSystem sys, Vec w)
{
  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(SetEntries(w, PetscSqr(length_of_test), 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddMultiplier(FsSystem sys, PetscReal factor, Vec x, Vec y)
{
  const PetscScalar *from;
  PetscScalar       *to;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(VecGetOwnershipRange(x, &first, &last));
  PetscCall(VecGetArrayRead(x, &from));
  PetscCall(VecGetArray(y, &to));
  if (first <= DOFS && DOFS < last) to[DOFS - first] += factor * from[DOFS - first];
  PetscCall(VecRestoreArray(y, &to));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const FsSystemConstraints one_constraint = {.add_multipliers = AddMultiplier};

static PetscErrorCode AddEntry(Mat A, const Damage *d, PetscInt i, PetscInt j, PetscReal value)
{
  PetscFunctionBeginUser;
  if (d && i == d->row && j == d->column) value *= 1 + d->size;
  PetscCall(MatSetValue(A, i, j, value, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the stiffness of the element between the nodes k and k + 1. */
static PetscErrorCode AddElement(Mat A, const Units *u, const Damage *d, PetscInt k)
{
  static const PetscReal of_beam[4][4] = {
    {12,  6,  -12, 6 },
    {6,   4,  -6,  2 },
    {-12, -6, 12,  -6},
    {6,   2,  -6,  4 }
  };

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < 4; i++)
    for (PetscInt j = 0; j < 4; j++)
      PetscCall(AddEntry(A, d, 2 * k + i, 2 * k + j,
                         of_beam[i][j] * u->stiffness *
                           PetscPowReal(u->length, (PetscReal)(i % 2 + j % 2))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The tangent of the beam. Its end moves as the rotation of its middle says. */
static PetscErrorCode CreateTangent(const Units *u, const Damage *d, Mat *A)
{
  const PetscInt  at[]    = {2 * (NODES - 1), NODES + 1};
  const PetscReal clamp   = d ? d->clamp : 1;
  const PetscReal value[] = {1, -0.4 * u->length};
  PetscMPIInt     rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, ROWS, ROWS, ROWS, NULL, ROWS,
                         NULL, A));
  for (PetscInt k = 0; k + 1 < NODES && rank == 0; k++) PetscCall(AddElement(*A, u, d, k));
  if (rank == 0) {
    PetscCall(MatSetValue(*A, 0, 0, clamp * 12 * u->stiffness, ADD_VALUES));
    PetscCall(MatSetValue(*A, 1, 1, clamp * 4 * u->stiffness * PetscSqr(u->length), ADD_VALUES));
    PetscCall(MatSetValue(*A, DOFS, DOFS, 0, ADD_VALUES));
    for (int k = 0; k < 2; k++) {
      PetscCall(AddEntry(*A, d, DOFS, at[k], u->row * value[k]));
      PetscCall(AddEntry(*A, d, at[k], DOFS, u->column * value[k]));
    }
  }
  PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *passes: factors of the damaged matrix pass for those of the matrix, or of itself if clamp < 1.
 *by_side: they pass for a load of the end and for a moment. */
static PetscErrorCode TryFactors(const Units *u, const Damage *d, PetscBool *by_side,
                                 PetscBool *passes)
{
  FsSystem      sys;
  Equilibration e;
  Mat           A, P;
  Vec           x, b;
  KSP           ksp;
  PC            pc;
  PetscBool     solved;

  PetscFunctionBeginUser;
  length_of_test = u->length;
  PetscCall(CreateTangent(u, d, &P));
  PetscCall(CreateTangent(u, d->clamp < 1 ? d : NULL, &A));
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(FsSystemCreate(PETSC_COMM_WORLD, &sys));
  sys->constraints          = &one_constraint;
  sys->ops.geometry.weights = Weights;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPSetOperators(ksp, P, P));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  PetscCall(EquilibrationCreate(sys, A, &e));
  *by_side = PETSC_TRUE;
  for (int k = 0; k < 2 && *by_side; k++) {
    PetscCall(SetEntries(b, k ? u->length : 0, 0));
    PetscCall(SolverSolve(ksp, b, x, &solved));
    if (solved) PetscCall(FactorCheckSolution(ksp, A, &e, x, b, &solved));
    *by_side = solved;
  }
  PetscCall(FactorCheckNonsingular(ksp, A, &e, x, passes));
  PetscCall(EquilibrationDestroy(&e));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscCall(MatDestroy(&A));
  PetscCall(MatDestroy(&P));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckUnits(const Units *u)
{
  static const struct {
    const char *name;
    Damage      damage;
    PetscBool   passes;
  } cases[] = {
    {"good factors",            {0, 0, 0, 1},                    PETSC_TRUE },
    {"round-off",               {NODES, NODES, 1e-15, 1},        PETSC_TRUE },
    {"a soft clamp",            {0, 0, 0, 1e-4},                 PETSC_TRUE },
    {"a deflection",            {NODES, NODES, 1e-4, 1},         PETSC_FALSE},
    {"a rotation",              {NODES + 1, NODES + 1, 1e-4, 1}, PETSC_FALSE},
    {"a coupling",              {NODES, NODES + 3, 1e-4, 1},     PETSC_FALSE},
    {"a row of constraints",    {DOFS, NODES + 1, 1e-4, 1},      PETSC_FALSE},
    {"a column of multipliers", {NODES + 1, DOFS, 1e-4, 1},      PETSC_FALSE},
    {"no clamp",                {0, 0, 0, 0},                    PETSC_FALSE}
  };

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(cases); k++) {
    PetscBool by_side = PETSC_FALSE, passes = PETSC_FALSE;

    PetscCall(TryFactors(u, &cases[k].damage, &by_side, &passes));
    CHECK(passes == cases[k].passes && (by_side || !cases[k].passes),
          "%s, units %g, %g, factors %g, %g: %d, %d", cases[k].name, u->length, u->stiffness,
          u->row, u->column, (int)by_side, (int)passes);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscMPIInt ranks;

  PetscFunctionBeginUser;
  PetscCall(CheckFailures());
  for (int k = -1; k <= 1; k++) {
    PetscCall(CheckMass(PetscPowReal(1e6, k), 1e-8, PETSC_TRUE));
    PetscCall(CheckMass(PetscPowReal(1e6, k), 1e-4, PETSC_FALSE));
  }
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
  for (int i = -1; i <= 1; i++)
    for (int k = -1; k <= 1; k++) {
      const PetscReal factor = PetscPowReal(1e6, k - i);
      const Units u = {PetscPowReal(1e6, i), PetscPowReal(1e6, -i), factor, k == 1 ? 1 : factor};

      if (ranks == 1 || k == i) PetscCall(CheckUnits(&u));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
