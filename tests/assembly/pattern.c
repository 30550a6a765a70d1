/* pattern.c: patterns of cells that name rows of any rank, against a table of all pairs that every
   rank keeps: every entry of the table is in the matrix, and no other. As scalars and in blocks, of
   which the matrix stores all or the upper triangle. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/matrices/pattern.h"
#include "petsc_test.h"

/* Rows of all ranks; cells, each with at most MOST dofs, of a node or of anywhere; a rank may have
 * no rows at all. */
enum { UNITS = 40, MOST = 12, CELLS = 60, N = 3 * UNITS };

typedef struct {
  PetscInt  bs, first, n, global[N + 2];
  PetscBool entry[N][N];
} Case;

static unsigned long long seed;

static PetscInt draw(PetscInt n)
{
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (PetscInt)((seed >> 33) % (unsigned long long)n);
}

/* Rows of this rank: units of 3, as the ranks draw them, alike on all; the last takes what is left.
 */
static void divide(Case *c, PetscMPIInt rank, PetscMPIInt size)
{
  PetscInt at = 0;

  for (PetscMPIInt r = 0; r < size; r++) {
    const PetscInt some = 3 * draw(2 * UNITS / size + 1), left = N - at;
    const PetscInt n = r == size - 1 ? left : r == 1 ? 0 : PetscMin(left, some);

    if (r == rank) c->first = at, c->n = n;
    at += n;
  }
}

/* Local indices run backwards and some are held; all ranks draw the same cells, each of some rank.
 */
static PetscErrorCode Fill(Case *c, PetscMPIInt rank, PetscMPIInt size, Pattern p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(&c->entry[0][0], N * N));
  for (PetscInt i = 0; i < N; i++) c->global[i] = draw(9) ? N - 1 - i : -1;
  for (PetscInt cell = 0; cell < CELLS; cell++) {
    const PetscInt n = 1 + draw(MOST), near = draw(N), owner = draw(size),
                   width = draw(3) ? 2 * MOST : N;
    PetscInt dofs[MOST];

    for (PetscInt i = 0; i < n; i++) dofs[i] = draw(7) ? (near + draw(width)) % N : -1;
    for (PetscInt i = 0; i < n; i++)
      for (PetscInt j = 0; j < n; j++)
        if (dofs[i] >= 0 && dofs[j] >= 0 && c->global[dofs[i]] >= 0 && c->global[dofs[j]] >= 0)
          c->entry[c->global[dofs[i]] / c->bs][c->global[dofs[j]] / c->bs] = PETSC_TRUE;
    if (owner == rank) PetscCall(PatternInsert(p, n, dofs, c->global));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Compare(const Case *c, MatType type, Mat A)
{
  PetscBool upper;
  PetscInt  wrong = 0, own;
  MatInfo   info;

  PetscFunctionBeginUser;
  PetscCall(PetscStrcmp(type, MATSBAIJ, &upper));
  if (upper) PetscCall(MatSetOption(A, MAT_GETROW_UPPERTRIANGULAR, PETSC_TRUE));
  PetscCall(MatGetLocalSize(A, &own, NULL));
  CHECK(own == c->n, "%s: a rank has %d rows instead of %d", type, (int)own, (int)c->n);
  for (PetscInt row = c->first; row < c->first + c->n; row++) {
    const PetscInt *column;
    PetscInt        n, expected = 0;

    for (PetscInt k = upper ? row : 0; k < N; k++)
      expected += c->entry[row / c->bs][k / c->bs] ? 1 : 0;
    PetscCall(MatGetRow(A, row, &n, &column, NULL));
    for (PetscInt k = 0; k < n; k++) {
      if (upper && column[k] < row) continue;
      wrong += !c->entry[row / c->bs][column[k] / c->bs];
      expected--;
    }
    PetscCall(MatRestoreRow(A, row, &n, &column, NULL));
    wrong += expected != 0;
  }
  CHECK(!wrong, "%s, blocks of %d: %d entries or rows are wrong", type, (int)c->bs, (int)wrong);
  PetscCall(MatGetInfo(A, MAT_LOCAL, &info));
  CHECK(info.nz_unneeded == 0 && info.mallocs == 0,
        "%s: room for %g entries too many, %g times too few", type, info.nz_unneeded, info.mallocs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static Case c;
  PetscMPIInt rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  for (PetscInt k = 0; k < 60; k++) {
    const MatType types[] = {MATAIJ, MATBAIJ, MATSBAIJ};
    Pattern       p;

    seed = (unsigned long long)k;
    c.bs = k % 2 ? 3 : 1;
    divide(&c, rank, size);
    PetscCall(PatternCreate(PETSC_COMM_WORLD, c.bs, c.n, k, &p));
    PetscCall(Fill(&c, rank, size, p));
    for (int t = 0; t < 3; t++) {
      Mat A;

      PetscCall(PatternCreateMatrix(p, types[t], &A));
      PetscCall(Compare(&c, types[t], A));
      PetscCall(MatDestroy(&A));
    }
    PetscCall(PatternDestroy(&p));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
