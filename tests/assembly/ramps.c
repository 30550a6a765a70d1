/* piecewise_linear_vectors.c: products with vectors that are straight in pieces, against those with
   the vectors: pieces of any length, nodes of any number of rows, some of them cut off; round-off
   is kept apart from kinks, light entries from heavy ones, and vectors without long pieces are
   refused. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "recovery/piecewise_linear_vectors.h"
#include "petsc_test.h"

enum { N = 1200, VECTORS = 3 };

static unsigned long long seed;

/* Within -1 ... 1. */
static PetscReal draw(void)
{
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (PetscReal)(seed >> 11) / (PetscReal)(1ULL << 52) - 1;
}

/* y[VECTORS][n]: pieces of length rows, up to noise; the first vector is small, the last one level.
 */
static void fill(PetscInt n, PetscInt step, PetscInt length, PetscReal noise, PetscScalar y[][N])
{
  for (int k = 0; k < VECTORS; k++) {
    PetscReal begin[MAX_NODE_ROWS] = {0}, rise[MAX_NODE_ROWS] = {0};

    for (PetscInt i = 0; i < n; i++) {
      const PetscInt row = i % length;

      if (row < step) {
        begin[row] = draw();
        rise[row]  = k == VECTORS - 1 ? 0 : draw() / 100;
      }
      y[k][i] = (k ? 1 : 1e-9) * (begin[row % step] + rise[row % step] * (PetscReal)(row / step)) *
                (1 + noise * draw());
    }
  }
}

static PetscErrorCode Compare(PetscInt n, PetscInt step, PetscInt length, PetscScalar values[][N])
{
  const PetscReal roundings = 20 * PETSC_MACHINE_EPSILON; /* the ramps' own, and those of sums */
  const PetscScalar *const y[VECTORS] = {values[0], values[1], values[2]};
  PetscScalar              x[N];
  PetscReal                dot[VECTORS];
  PiecewiseLinear          r;

  PetscFunctionBeginUser;
  PetscCall(PiecewiseLinearCreate(VECTORS, n, step, y, &r));
  CHECK(r, "%d rows, %d a node, pieces of %d: not found", (int)n, (int)step, (int)length);
  if (!r) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < n; i++) x[i] = draw();
  PiecewiseLinearDot(r, x, dot);
  for (int k = 0; k < VECTORS; k++) {
    PetscReal sum = 0, size = 0, most = 0;

    for (PetscInt i = 0; i < n; i++) {
      sum += x[i] * y[k][i];
      size += PetscAbsReal(x[i]);
      most = PetscMax(most, PetscAbsReal(y[k][i]));
    }
    CHECK(PetscAbsReal(dot[k] - sum) <= roundings * size * most,
          "%d rows, %d a node, pieces of %d: vector %d off by %g", (int)n, (int)step, (int)length,
          k, dot[k] - sum);
  }
  PetscCall(PiecewiseLinearDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static PetscScalar y[VECTORS][N];
  const PetscScalar *all[VECTORS] = {y[0], y[1], y[2]};
  PiecewiseLinear    r;

  PetscFunctionBeginUser;
  for (PetscInt step = 1; step <= MAX_NODE_ROWS; step++)
    for (PetscInt nodes = 20; nodes <= 100; nodes += 37)
      for (PetscInt cut = 0; cut < step; cut++) {
        const PetscInt n = N - N % step - cut;

        fill(n, step, step * nodes, PETSC_MACHINE_EPSILON, y);
        PetscCall(Compare(n, step, step * nodes, y));
        fill(n, step, step * nodes - cut, PETSC_MACHINE_EPSILON, y);
        PetscCall(Compare(n, step, step * nodes - cut, y));
      }
  fill(N, 1, 4, 0, y);
  PetscCall(PiecewiseLinearCreate(VECTORS, N, 1, all, &r));
  CHECK(!r, "pieces of four nodes are taken");
  fill(N, 3, 300, 1e-12, y);
  PetscCall(PiecewiseLinearCreate(VECTORS, N, 3, all, &r));
  CHECK(!r, "vectors that are straight to 1e-12 are taken for straight");
  for (int k = 0; k < VECTORS; k++) {
    for (PetscInt i = 0; i < N; i++) y[k][i] = 1e-5 * draw();
    y[k][0] = 1e11;
  }
  PetscCall(PiecewiseLinearCreate(VECTORS, N, 1, all, &r));
  CHECK(!r, "entries that are small beside one of another node are taken for straight");
  fill(N, 1, 1, 0, y);
  PetscCall(PiecewiseLinearCreate(0, N, 1, all, &r));
  CHECK(!r || !PiecewiseLinearDestroy(&r), "no vector at all");
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
