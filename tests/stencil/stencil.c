/* stencil.c: operators whose rows repeat against the assembled matrices that they come from, on any
   number of ranks: products, diagonals, squares, combinations, conjugate gradients; for nodes of
   one dof and of several, and with odd nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "petsc_test.h"
#include "linear/conjugate_gradients.h"
#include "stencil/stencil.h"

enum { COLUMNS = 61, ROWS = 81, NODES = COLUMNS * ROWS };

/* A grid of nodes of so many dofs, those on two of its sides also linked across in a way that does
 * not repeat. */
typedef struct {
  PetscInt  dofs;
  PetscBool odd;
} Grid;

/* The node that one at a side is linked to, or -1. */
static PetscInt linked(const Grid *grid, PetscInt node)
{
  const PetscInt i = node % COLUMNS, j = node / COLUMNS;

  if (!grid->odd || (j > 0 && j < ROWS - 1)) return -1;
  return j == 0 ? (ROWS - 1) * COLUMNS + 7 * i % COLUMNS
                : 35 * i % COLUMNS; /* 7 times 35 is 1, modulo COLUMNS */
}

/* Add the block of a node and another, a number times a matrix of the dofs, whose units differ. */
static PetscErrorCode AddBlock(Mat A, const Grid *grid, PetscInt node, PetscInt other,
                               PetscReal value)
{
  static const PetscReal unit[] = {1, 2, 0.5, 1e-3, 3e-3, 1e-3};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < grid->dofs; a++)
    for (PetscInt b = 0; b < grid->dofs; b++)
      PetscCall(MatSetValue(A, grid->dofs * node + a, grid->dofs * other + b,
                            value * unit[a] * unit[b] * (a == b ? 1 : 0.1 / (PetscReal)(1 + a + b)),
                            INSERT_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A nine-point term, other coefficients beyond half of the grid; every row with the same pattern in
 * all terms. */
static PetscErrorCode CreateTerm(const Grid *grid, int term, PetscReal noise, Mat *A)
{
  const PetscInt most = 10 * grid->dofs;
  PetscMPIInt    rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  const PetscInt first = NODES * rank / size, last = NODES * (rank + 1) / size,
                 rows = grid->dofs * (last - first);

  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, most, NULL,
                         most, NULL, A));
  for (PetscInt node = first; node < last; node++) {
    for (PetscInt k = 0; k < 9; k++) {
      const PetscInt i = node % COLUMNS + k % 3 - 1, j = node / COLUMNS + k / 3 - 1,
                     other      = j * COLUMNS + i;
      const PetscReal stiffness = node / COLUMNS + other / COLUMNS > ROWS ? 3 : 2,
                      distance  = (PetscReal)PetscAbsInt(k - 4);
      const PetscReal value     = term == 0   ? 1 / PetscSqr(1 + distance)
                                  : term == 1 ? 0.1 * stiffness / (2 + distance)
                                              : stiffness * (k == 4 ? 8 : -1);

      if (i < 0 || i >= COLUMNS || j < 0 || j >= ROWS) continue;
      PetscCall(AddBlock(*A, grid, node, other, value * (1 + noise * (PetscReal)node)));
    }
    if (linked(grid, node) >= 0) PetscCall(AddBlock(*A, grid, node, linked(grid, node), -0.01));
  }
  PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Difference(Vec x, Vec y, PetscReal *difference)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(y, NORM_INFINITY, &norm));
  PetscCall(VecAXPY(x, -1, y));
  PetscCall(VecNorm(x, NORM_INFINITY, difference));
  *difference /= norm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Two matrices are one. */
static PetscErrorCode Compare(Mat A, Mat B, const char what[])
{
  const PetscReal rounding = 1e-14;
  PetscReal       difference, mine, square;
  Vec             x, y, z;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(B, &x, &y));
  PetscCall(VecDuplicate(x, &z));
  PetscCall(VecSetRandom(x, NULL));
  PetscCall(MatMult(A, x, y));
  PetscCall(MatMult(B, x, z));
  PetscCall(Difference(y, z, &difference));
  CHECK(difference < rounding, "%s: product off by %g", what, difference);
  PetscCall(MatMultAdd(A, x, x, y));
  PetscCall(MatMultAdd(B, x, x, z));
  PetscCall(Difference(y, z, &difference));
  CHECK(difference < rounding, "%s: product and vector off by %g", what, difference);
  PetscCall(VecCopy(x, y));
  PetscCall(MatMultAdd(A, x, y, y));
  PetscCall(Difference(y, z, &difference));
  CHECK(difference < rounding, "%s: product added to itself off by %g", what, difference);
  PetscCall(MatGetDiagonal(A, y));
  PetscCall(MatGetDiagonal(B, z));
  PetscCall(Difference(y, z, &difference));
  CHECK(difference < rounding, "%s: diagonal off by %g", what, difference);
  PetscCall(MatMult(B, x, z));
  PetscCall(VecDot(x, z, &square));
  PetscCall(StencilQuadraticForm(A, x, &mine));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &mine, 1, MPIU_REAL, MPI_SUM, PETSC_COMM_WORLD));
  CHECK(fabs(mine / square - 1) < rounding, "%s: square off by %g", what, mine / square - 1);
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscCall(VecDestroy(&z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateSolver(Mat A, KSP *ksp)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, ksp));
  PetscCall(KSPSetOperators(*ksp, A, A));
  PetscCall(KSPSetType(*ksp, KSPCG));
  PetscCall(KSPGetPC(*ksp, &pc));
  PetscCall(PCSetType(pc, PCJACOBI));
  PetscCall(KSPSetTolerances(*ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetNormType(*ksp, KSP_NORM_NATURAL));
  PetscCall(KSPSetInitialGuessNonzero(*ksp, PETSC_TRUE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve(PetscBool fused, Mat A, Vec b, Vec x, PetscInt *iterations)
{
  KSPConvergedReason reason;
  KSP                ksp;

  PetscFunctionBeginUser;
  PetscCall(CreateSolver(A, &ksp));
  if (fused) {
    PetscCall(StencilSolve(ksp, A, b, x, &reason, iterations));
  } else {
    PetscCall(KSPSolve(ksp, b, x));
    PetscCall(KSPGetConvergedReason(ksp, &reason));
    PetscCall(KSPGetIterationNumber(ksp, iterations));
  }
  CHECK(reason == KSP_CONVERGED_RTOL, "ends with PETSc's reason %d", (int)reason);
  PetscCall(KSPDestroy(&ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The same solution and number of iterations, with two reductions an iteration or one. */
static PetscErrorCode CompareSolvers(Mat A, Mat B, PetscBool single)
{
  PetscInt  iterations[2];
  PetscReal difference;
  Vec       b, x, y;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(B, &x, &b));
  PetscCall(VecDuplicate(x, &y));
  PetscCall(VecSetRandom(b, NULL));
  PetscCall(VecSetRandom(x, NULL));
  PetscCall(VecCopy(x, y));
  PetscCall(StencilUseSingleReduction(A, single));
  PetscCall(Solve(PETSC_TRUE, A, b, x, &iterations[0]));
  PetscCall(Solve(PETSC_FALSE, B, b, y, &iterations[1]));
  CHECK(iterations[0] == iterations[1] && iterations[0] > 5, "%d iterations, %d of PETSc",
        (int)iterations[0], (int)iterations[1]);
  PetscCall(Difference(x, y, &difference));
  CHECK(difference < 1e-12, "solutions differ by %g after as many iterations", difference);
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A right-hand side and a guess from sums of vectors, one of which is overwritten: the same solve
 * as from both where they are there. */
static PetscErrorCode CompareSums(Stencil s, Mat A)
{
  enum { N = 6 };
  static const PetscReal of[2][STENCIL_TERMS] = {
    {1, 0, 0},
    {0, 1, 0}
  };
  static const PetscReal c[STENCIL_SUMS][N] = {
    {0.3,  -2, 0,   1,  0.7, 0 },
    {1.5,  0,  0.4, -1, 0,   2 },
    {-0.2, 1,  0,   0,  3,   -1}
  };
  KSPConvergedReason reason;
  PetscInt           iterations[2];
  PetscReal          difference, lacking;
  Vec                vec[N], to[STENCIL_SUMS], b, r, x, direction;
  StencilSums        sums = {.n = N, .vec = vec};
  KSP                ksp;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &b, &r));
  PetscCall(VecDuplicate(b, &x));
  for (int i = 0; i < N; i++) PetscCall(VecDuplicate(b, &vec[i]));
  for (int i = 0; i < N; i++) PetscCall(VecSetRandom(vec[i], NULL));
  PetscCall(VecSetRandom(b, NULL));
  PetscCall(VecCopy(b, r));
  sums.loads = r;
  for (int k = 0; k < STENCIL_SUMS; k++) {
    PetscCall(VecDuplicate(b, &to[k]));
    PetscCall(VecZeroEntries(to[k]));
    PetscCall(VecMAXPY(to[k], N, c[k], vec));
    sums.c[k]  = c[k];
    sums.to[k] = k == 1 ? vec[3] : to[k];
    if (k == STENCIL_SUMS - 1) break;
    PetscCall(StencilCreateOperator(s, &sums.of[k]));
    PetscCall(StencilCombine(s, of[k], sums.of[k]));
    PetscCall(MatMultAdd(sums.of[k], to[k], b, b));
  }
  PetscCall(VecCopy(to[STENCIL_SUMS - 1], x));
  PetscCall(Solve(PETSC_TRUE, A, b, x, &iterations[0]));
  PetscCall(CreateSolver(A, &ksp));
  for (int k = 0; k < STENCIL_SUMS; k++)
    if (k != 1) PetscCall(VecZeroEntries(to[k]));
  PetscCall(StencilSolveSums(ksp, A, &sums, &direction, &lacking, &reason, &iterations[1]));
  CHECK(reason == KSP_CONVERGED_RTOL && iterations[0] == iterations[1],
        "from sums: reason %d, %d iterations, not %d", (int)reason, (int)iterations[1],
        (int)iterations[0]);
  PetscCall(VecAXPY(to[STENCIL_SUMS - 1], lacking, direction));
  PetscCall(Difference(to[STENCIL_SUMS - 1], x, &difference));
  CHECK(difference < 1e-12, "from sums the solution differs by %g", difference);
  PetscCall(Difference(vec[3], to[1], &difference));
  CHECK(difference < 1e-14, "a sum is off by %g", difference);
  for (int k = 0; k < STENCIL_SUMS - 1; k++) PetscCall(MatDestroy(&sums.of[k]));
  for (int k = 0; k < STENCIL_SUMS; k++) PetscCall(VecDestroy(&to[k]));
  for (int i = 0; i < N; i++) PetscCall(VecDestroy(&vec[i]));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&r));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All ranks choose as many reductions, and report it, from a number of ranks on; below nothing is
 * timed. A reduction may cost a third of a product. */
static PetscErrorCode CheckChoice(Mat A)
{
  ReductionChoice choice;
  PetscInt        most[2];
  PetscMPIInt     size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  PetscCall(SolverChooseReductions(A, size, &choice));
  most[0] = choice.single;
  most[1] = -(PetscInt)choice.single;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPIU_INT, MPI_MAX, PETSC_COMM_WORLD));
  CHECK(most[0] == -most[1], "ranks choose differently");
  CHECK(strstr(choice.note, choice.single ? ", one reduction an it" : ", two reductions an it"),
        "the note is '%s'", choice.note);
  PetscCall(SolverChooseReductions(A, size + 1, &choice));
  CHECK(!choice.single && !choice.note[0], "timed on too few ranks: '%s'", choice.note);
  CHECK(one_reduction_pays(17e-6, 20e-6) && !one_reduction_pays(17e-6, 180e-6), "wrong choice");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The vectors of a step and of the same made one by one. */
enum { STEP_Q, STEP_V, STEP_A, NEXT_Q, NEXT_V, NEXT_A, STEP_LOADS, STEP_WORK, STEP_VECS };

/* Loads act on the first, the last and a row between, on each rank: set *rows, and x[STEP_WORK] to
 * them. */
static PetscErrorCode SomeLoads(const Vec x[], PetscInt rows[3])
{
  const PetscScalar *all;
  PetscScalar       *some;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x[STEP_LOADS], &n));
  rows[0] = 0;
  rows[1] = n / 2;
  rows[2] = n - 1;
  PetscCall(VecZeroEntries(x[STEP_WORK]));
  PetscCall(VecGetArrayRead(x[STEP_LOADS], &all));
  PetscCall(VecGetArray(x[STEP_WORK], &some));
  for (int k = 0; k < 3; k++) some[rows[k]] = all[rows[k]];
  PetscCall(VecRestoreArray(x[STEP_WORK], &some));
  PetscCall(VecRestoreArrayRead(x[STEP_LOADS], &all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Q, V, A of x become those after the step, from the sums, a product and a division. Overwrites
 * x[STEP_LOADS]. */
static PetscErrorCode StepByStep(const StencilExplicitStep *step, const Vec x[])
{
  PetscFunctionBeginUser;
  PetscCall(
    VecAXPBYPCZ(x[STEP_Q], step->c[0][1], step->c[0][2], step->c[0][0], x[STEP_V], x[STEP_A]));
  PetscCall(VecAXPY(x[STEP_V], step->c[1][2], x[STEP_A]));
  PetscCall(MatMult(step->stiffness, x[STEP_Q], x[STEP_A]));
  PetscCall(VecAXPY(x[STEP_WORK], -1, x[STEP_A]));
  PetscCall(MatGetDiagonal(step->mass, x[STEP_LOADS]));
  PetscCall(VecPointwiseDivide(x[STEP_A], x[STEP_WORK], x[STEP_LOADS]));
  PetscCall(VecAXPY(x[STEP_V], step->h, x[STEP_A]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A step of central differences in one pass, loads on all rows or on some of them. */
static PetscErrorCode CompareStep(Stencil s, Mat stiffness, PetscBool some)
{
  static const PetscReal c[2][3] = {
    {1, 0.1, 0.005},
    {0, 1,   0.05 }
  };
  const PetscReal     rounding = 1e-13;
  PetscInt            rows[3];
  PetscReal           square, norm, difference;
  Vec                 x[STEP_VECS];
  StencilExplicitStep step = {
    .n = 3, .vec = x, .c = {c[0], c[1]},
            .stiffness = stiffness, .h = 0.05
  };

  PetscFunctionBeginUser;
  PetscCall(StencilCreateOperator(s, &step.mass));
  PetscCall(StencilCombine(s, (const PetscReal[]){1, 0, 0}, step.mass));
  for (int k = 0; k < STEP_VECS; k++) PetscCall(MatCreateVecs(stiffness, &x[k], NULL));
  for (int k = 0; k < STEP_VECS; k++) PetscCall(VecSetRandom(x[k], NULL));
  step.to[0] = x[NEXT_Q];
  step.to[1] = x[NEXT_V];
  step.a     = x[NEXT_A];
  step.loads = x[STEP_LOADS];
  if (some) {
    step.nrows = 3;
    step.rows  = rows;
    PetscCall(SomeLoads(x, rows));
  } else {
    step.nrows = -1;
    PetscCall(VecCopy(x[STEP_LOADS], x[STEP_WORK]));
  }
  PetscCall(StencilSolveAcceleration(&step, &square));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &square, 1, MPIU_REAL, MPI_SUM, PETSC_COMM_WORLD));
  PetscCall(VecNorm(x[NEXT_A], NORM_2, &norm));
  CHECK(fabs(square / (norm * norm) - 1) < rounding, "the sum of squares is off by %g",
        square / (norm * norm) - 1);
  PetscCall(StepByStep(&step, x));
  for (int k = 0; k < 3; k++) {
    PetscCall(Difference(x[NEXT_Q + k], x[STEP_Q + k], &difference));
    CHECK(difference < rounding, "of a step vector %d is off by %g", k, difference);
  }
  for (int k = 0; k < STEP_VECS; k++) PetscCall(VecDestroy(&x[k]));
  PetscCall(MatDestroy(&step.mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The operator stores few of a matrix's values. */
static PetscErrorCode CheckMemory(Mat A, PetscBool odd)
{
  const PetscReal part = odd ? 3 : 10;
  PetscMPIInt     size;
  MatInfo         info;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  PetscCall(MatGetInfo(A, MAT_GLOBAL_SUM, &info));
  CHECK(size > 1 || info.memory * part < 8 * info.nz_used, "%g bytes of %g values", info.memory,
        info.nz_used);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RunGrid(const Grid *grid)
{
  static const PetscReal c[2][STENCIL_TERMS] = {
    {40, 0.5, 1  },
    {3,  2,   0.1}
  };
  Mat term[STENCIL_TERMS], noisy, operator, assembled, sum;
  PetscReal length;
  Stencil   s;

  PetscFunctionBeginUser;
  for (int t = 0; t < STENCIL_TERMS; t++) PetscCall(CreateTerm(grid, t, 0, &term[t]));
  PetscCall(StencilCreate(term, &length, &s));
  CHECK(s && length > 8, "%g rows in a row alike", length);
  PetscCall(StencilCreateOperator(s, &operator));
  PetscCall(StencilCreateAssembled(s, &assembled));
  PetscCall(StencilDestroy(&s)); /* the operator keeps it */
  PetscCall(StencilCreate(term, &length, &s));
  PetscCall(CheckMemory(operator, grid->odd));
  for (int k = 0; k < 2; k++) { /* coefficients change */
    PetscCall(MatDuplicate(term[0], MAT_COPY_VALUES, &sum));
    PetscCall(MatScale(sum, c[k][0]));
    for (int t = 1; t < STENCIL_TERMS; t++)
      PetscCall(MatAXPY(sum, c[k][t], term[t], SAME_NONZERO_PATTERN));
    PetscCall(StencilCombine(s, c[k], operator));
    PetscCall(StencilCombine(s, c[k], assembled));
    PetscCall(Compare(operator, sum, "operator"));
    PetscCall(Compare(operator, assembled, "assembled"));
    PetscCall(CheckChoice(operator));
    for (int single = 0; single < 2; single++) {
      PetscCall(CompareSolvers(operator, sum, (PetscBool)single));
      PetscCall(CompareSums(s, operator));
    }
    for (int some = 0; some < 2; some++) PetscCall(CompareStep(s, operator,(PetscBool) some));
    PetscCall(MatDestroy(&sum));
  }
  PetscCall(MatDestroy(&operator));
  PetscCall(MatDestroy(&assembled));
  PetscCall(StencilDestroy(&s));
  PetscCall(CreateTerm(grid, 2, 1e-6, &noisy)); /* no two nodes are alike */
  PetscCall(MatDestroy(&term[2]));
  term[2] = noisy;
  PetscCall(StencilCreate(term, &length, &s));
  CHECK(!s && length < 8, "nodes that differ by 1e-6 were taken for one");
  for (int t = 0; t < STENCIL_TERMS; t++) PetscCall(MatDestroy(&term[t]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static const Grid grids[] = {
    {1, PETSC_FALSE},
    {3, PETSC_FALSE},
    {6, PETSC_FALSE},
    {2, PETSC_TRUE },
    {6, PETSC_TRUE }
  };

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(grids); k++) PetscCall(RunGrid(&grids[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
