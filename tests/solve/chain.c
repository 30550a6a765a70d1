/* tridiagonal.c: factors of chains in pieces (direct/tridiagonal.h) solve to round-off, whatever
   the length, the order of the rows and the number of chains in a matrix, and with other values in
   the same pattern; what is no chain is refused, and a singular one fails. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "direct/tridiagonal.h"
#include "linear/solver.h"
#include "petsc_test.h"

/* A matrix of n dofs: chains of `each` of them, row i of the chains at (i stride) mod n, a prime to
 * n. */
typedef struct {
  PetscInt  n, each, stride;
  PetscBool ring, unsymmetric;
} Case;

static PetscErrorCode Link(Mat A, const Case *c, PetscInt i, PetscInt j, PetscReal value)
{
  const PetscInt row[] = {i * c->stride % c->n, j * c->stride % c->n};

  PetscFunctionBeginUser;
  PetscCall(MatSetValue(A, row[0], row[0], value, ADD_VALUES));
  PetscCall(MatSetValue(A, row[1], row[1], value, ADD_VALUES));
  PetscCall(MatSetValue(A, row[0], row[1], -value, ADD_VALUES));
  PetscCall(MatSetValue(A, row[1], row[0], c->unsymmetric ? -2 * value : -value, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Springs between neighbours, and to the ground of each dof: ground = 0 is singular. */
static PetscErrorCode Fill(Mat A, const Case *c, PetscReal ground)
{
  PetscInt first, last;

  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(A));
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt i = 0; i < c->n && first == 0; i++) {
    PetscCall(MatSetValue(A, i, i, ground, ADD_VALUES));
    if ((i + 1) % c->each && i + 1 < c->n) PetscCall(Link(A, c, i, i + 1, 1 + (PetscReal)(i % 7)));
  }
  if (c->ring && first == 0) PetscCall(Link(A, c, c->n - 1, 0, 1));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* |A x - b| for a random b, over |b| + |A| |x|; x solved by ksp. *solves: stages take it for a
 * solution. */
static PetscErrorCode SolveOne(KSP ksp, Mat A, PetscReal *off, PetscBool *solves)
{
  PetscReal     of_b, of_x, of_A;
  Vec           b, x, r;
  Equilibration plain = {.singular = PETSC_FALSE}; /* entries are about 1 */

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecDuplicate(b, &r));
  PetscCall(VecSetRandom(b, NULL));
  PetscCall(KSPSolve(ksp, b, x));
  PetscCall(MatCreateVecs(A, &plain.row, &plain.column));
  PetscCall(VecSet(plain.row, 1));
  PetscCall(VecSet(plain.column, 1));
  PetscCall(FactorCheckSolution(ksp, A, &plain, x, b, solves));
  PetscCall(EquilibrationDestroy(&plain));
  PetscCall(MatMult(A, x, r));
  PetscCall(VecAXPY(r, -1, b));
  PetscCall(VecNorm(r, NORM_INFINITY, off));
  PetscCall(VecNorm(b, NORM_INFINITY, &of_b));
  PetscCall(VecNorm(x, NORM_INFINITY, &of_x));
  PetscCall(MatNorm(A, NORM_INFINITY, &of_A));
  *off /= of_b + of_A * of_x;
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckSolves(const Case *c, Mat A, Tridiagonal chain)
{
  static const PetscReal ground[] = {10, 1e-6, 0};
  PetscReal              off;
  PetscBool              solves;
  KSP                    ksp;
  PC                     pc;

  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetTridiagonal(pc, chain));
  for (int k = 0; k < 3; k++) {
    PetscCall(Fill(A, c, ground[k]));
    PetscCall(KSPSetOperators(ksp, A, A));
    PetscCall(SolveOne(ksp, A, &off, &solves));
    if (ground[k] > 0)
      CHECK(solves && off < 1e-14, "%d dofs, ground %g: off by %g", (int)c->n, ground[k], off);
    else CHECK(!solves, "%d dofs: a singular chain was solved", (int)c->n);
  }
  PetscCall(KSPDestroy(&ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RunCase(const Case *c)
{
  PetscMPIInt ranks;
  PetscBool   fits;
  Tridiagonal chain;
  Mat         A;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
  PetscCall(
    MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, c->n, c->n, 3, NULL, 3, NULL, &A));
  PetscCall(Fill(A, c, 10));
  PetscCall(TridiagonalCreate(A, &chain));
  fits = (PetscBool)(ranks == 1 && c->n >= 128 && !c->ring && !c->unsymmetric);
  CHECK((chain != NULL) == fits, "%d dofs: taken for %s", (int)c->n, chain ? "a chain" : "none");
  if (chain) PetscCall(CheckSolves(c, A, chain));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static const Case cases[] = {
    {127,  127,  1,   PETSC_FALSE, PETSC_FALSE},
    {128,  128,  1,   PETSC_FALSE, PETSC_FALSE},
    {143,  143,  1,   PETSC_FALSE, PETSC_FALSE},
    {144,  144,  5,   PETSC_FALSE, PETSC_FALSE},
    {145,  145,  1,   PETSC_FALSE, PETSC_FALSE},
    {1000, 1000, 37,  PETSC_FALSE, PETSC_FALSE},
    {1003, 100,  1,   PETSC_FALSE, PETSC_FALSE},
    {1003, 1,    1,   PETSC_FALSE, PETSC_FALSE},
    {300,  300,  101, PETSC_TRUE,  PETSC_FALSE},
    {300,  300,  1,   PETSC_FALSE, PETSC_TRUE }
  };

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(cases); k++) PetscCall(RunCase(&cases[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
