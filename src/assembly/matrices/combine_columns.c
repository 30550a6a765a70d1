/* combine_columns.c: combines element matrices into tangents, with the chart columns of nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/term.h"
#include "math/rotation_lanes.h"
#include "math/wide.h"
#include "model/model.h"

/* A matrix of three rows, each of which fills a register. */
enum { PADDED = 4 };
typedef double PaddedMatrix[3][PADDED];

static ALWAYS_INLINE void pad_matrix(const double T[9], PaddedMatrix rows)
{
  for (int i = 0; i < 3; i++)
    for (int c = 0; c < PADDED; c++) rows[i][c] = c < 3 ? T[3 * i + c] : 0;
}

/* Adds x[3] T to y[3]. Most rows of C and M of two different nodes are 0, but a test for that costs
   as much as it saves. */
static ALWAYS_INLINE void add_padded_product(const double x[3], PaddedMatrix T, double y[PADDED])
{
  for (int c = 0; c < PADDED; c++) y[c] += x[0] * T[0][c] + x[1] * T[1][c] + x[2] * T[2][c];
}

/* Computes the three columns of the rotations of a node; the row stride is nd. */
SIMD_CLONES static void combine_rotations(PetscInt rows, PetscInt nd, const ChartColumns *of,
                                          const double K[], const double C[], const double M[],
                                          double A[])
{
  PaddedMatrix spin, velocity, acceleration; /* copies, which A does not alias */

  pad_matrix(of->spin, spin);
  pad_matrix(of->velocity, velocity);
  pad_matrix(of->acceleration, acceleration);
  for (PetscInt at = 0; at < rows * nd; at += nd) {
    double y[PADDED] = {0, 0, 0, 0};

    add_padded_product(K + at, spin, y);
    if (C) add_padded_product(C + at, velocity, y);
    if (M) add_padded_product(M + at, acceleration, y);
    for (int c = 0; c < 3; c++) A[at + c] = y[c];
  }
}

/* Computes A[n] = ck K + cc C + cm M; C and M may be NULL. */
SIMD_CLONES static void combine_matrices(PetscInt n, FsShift shift, const double K[],
                                         const double C[], const double M[], double *restrict A)
{
  if (C && M)
    for (PetscInt i = 0; i < n; i++) A[i] = shift.ck * K[i] + shift.cc * C[i] + shift.cm * M[i];
  else if (C || M) {
    const double *other = C ? C : M, factor = C ? shift.cc : shift.cm;

    for (PetscInt i = 0; i < n; i++) A[i] = shift.ck * K[i] + factor * other[i];
  } else
    for (PetscInt i = 0; i < n; i++) A[i] = shift.ck * K[i];
}

void CombineColumns(PetscInt rows, PetscInt nd, int nc, const ChartColumns *const columns[],
                    FsShift shift, const double K[], const double C[], const double M[], double A[])
{
  /* for displacements; the columns of rotations are overwritten below */
  combine_matrices(rows * nd, shift, K, C, M, A);
  for (PetscInt at = 3; at < nd && nc == COMPONENTS; at += nc)
    if (columns[at / nc])
      combine_rotations(rows, nd, columns[at / nc], K + at, C ? C + at : NULL, M ? M + at : NULL,
                        A + at);
}

/* The chart columns of one node of each element. */
typedef struct {
  Lanes spin[9], velocity[9], acceleration[9];
} LaneColumns;

static ALWAYS_INLINE void gather_columns(const ChartColumns *const of[LANES], LaneColumns *to)
{
  const double *spin[LANES], *velocity[LANES], *acceleration[LANES];

  for (int k = 0; k < LANES; k++) {
    spin[k]         = of[k]->spin;
    velocity[k]     = of[k]->velocity;
    acceleration[k] = of[k]->acceleration;
  }
  for (int i = 0; i < 9; i++) {
    to->spin[i]         = lanes_gather(spin, i);
    to->velocity[i]     = lanes_gather(velocity, i);
    to->acceleration[i] = lanes_gather(acceleration, i);
  }
}

SIMD_CLONES void CombineGroup(PetscInt nd, const ChartColumns *columns[][LANES], FsShift shift,
                              const Lanes K[], const Lanes C[], const Lanes M[], Lanes A[])
{
  for (PetscInt node = 0; node < nd; node += COMPONENTS) {
    LaneColumns of;

    gather_columns(columns[node / COMPONENTS], &of);
    for (PetscInt at = node; at < nd * nd; at += nd) {
      Lanes spin[3], velocity[3], acceleration[3];

      for (PetscInt i = at; i < at + 3; i++)
        A[i] = shift.ck * K[i] + shift.cc * C[i] + shift.cm * M[i];
      mat_t_vec(of.spin, K + at + 3, spin);
      mat_t_vec(of.velocity, C + at + 3, velocity);
      mat_t_vec(of.acceleration, M + at + 3, acceleration);
      for (int c = 0; c < 3; c++) A[at + 3 + c] = spin[c] + velocity[c] + acceleration[c];
    }
  }
}
