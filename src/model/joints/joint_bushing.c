/* joint_bushing.c: the matrices of bushings in the axes of their first nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_bushing.h"
#include <math.h>
#include "base/error.h"
#include "math/vector.h"

enum { B = BUSHING_STRAINS };

/* Computes out = F A F^T. F rotates both halves from the axes of the frame to those of the node. */
static void rotate_matrix(const double frame[3][3], const PetscReal A[], double out[])
{
  for (int i = 0; i < B; i++)
    for (int k = 0; k < B; k++) {
      out[B * i + k] = 0;
      for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++)
          out[B * i + k] +=
            frame[m][i % 3] * A[B * (i / 3 * 3 + m) + k / 3 * 3 + n] * frame[n][k % 3];
    }
}

/* Returns whether A has no part along the rotation about an axis of length 1. */
static PetscBool has_no_part_about(const double A[], const double axis[3])
{
  /* Relative to the largest rotational stiffness, or to the geometric mean of it and of the
     stiffness of a row, because rows have different units. It is the round-off of rotate_matrix(),
     about 1e-15; a spring that is 1e-13 of another one counts as none. The test
     tests/model/bushings.py has bushings that are free about an oblique axis, and others that are
     not. */
  const PetscReal rounding = 1e-13;
  PetscReal       largest  = 0;

  for (int i = 3; i < B; i++) largest = PetscMax(largest, PetscAbsReal(A[(B + 1) * i]));
  for (int i = 0; i < B; i++) {
    /* of a semidefinite matrix, whose entries are at most the roots of products of its diagonal */
    const PetscReal limit = rounding * PetscSqrtReal(PetscAbsReal(A[(B + 1) * i]) * largest);

    if (!(PetscAbsReal(A[B * i + 3] * axis[0] + A[B * i + 4] * axis[1] + A[B * i + 5] * axis[2]) <=
          (i < 3 ? limit : rounding * largest)))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* Sets the kind of rotation: about one free axis of the frame, or about any, or about none. */
static void find_free_axis(const double frame[3][3], Bushing *b)
{
  int nfree = 0, nidle = 0, axis = 2;

  for (int k = 2; k >= 0; k--) {
    if (!has_no_part_about(b->stiffness, frame[k])) continue;
    if (!nfree++) axis = k;
    if (has_no_part_about(b->damping, frame[k])) nidle++;
  }
  for (int c = 0; c < 3; c++) b->axis[c] = frame[axis][c];
  b->rotation = nidle == 3                 ? BUSHING_NO_ROTATION
                : nfree == 1 || nfree == 3 ? BUSHING_FREE
                                           : BUSHING_HELD;
}

void bushing_from_options(const BushingOptions *x, const double frame[3][3], Bushing *b)
{
  *b = (Bushing){.rotation = BUSHING_NO_ROTATION};
  rotate_matrix(frame, x->stiffness, b->stiffness);
  rotate_matrix(frame, x->damping, b->damping);
  find_free_axis(frame, b);
}

void bushing_of_springs(const double frame[3][3], const double stiffness[B], Bushing *b)
{
  PetscReal A[B * B] = {0};

  *b = (Bushing){.rotation = BUSHING_NO_ROTATION};
  for (int i = 0; i < B; i++) A[(B + 1) * i] = stiffness[i];
  rotate_matrix(frame, A, b->stiffness);
  find_free_axis(frame, b);
}

void bushing_turn(const Bushing *b, const double R[9], Bushing *turned)
{
  double axes[3][3];

  for (int i = 0; i < 9; i++) axes[i % 3][i / 3] = R[i];
  *turned = *b;
  rotate_matrix((const double(*)[3])axes, b->stiffness, turned->stiffness);
  rotate_matrix((const double(*)[3])axes, b->damping, turned->damping);
  mat_vec(R, b->axis, turned->axis);
}

PetscBool bushing_has_energy(const Bushing *b, int energy)
{
  const double *A = energy == JOINT_DISSIPATION ? b->damping : b->stiffness;

  for (int k = 0; k < B * B; k++)
    if (A[k] != 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool joint_linear_bushing(const JointType *type, const Bushing *own, const CoordinateLaw *law,
                               double length, Bushing *b)
{
  *b = *own;
  if (joint_is_bushing(type)) return PETSC_TRUE;
  if (type->nrows || length != 0 || law->rest != 0 || law->spring || law->damper || law->motor ||
      isfinite(law->lower) || isfinite(law->upper))
    return PETSC_FALSE;
  for (int c = 0; c < 3; c++) {
    b->rotation               = BUSHING_NO_ROTATION;
    b->stiffness[(B + 1) * c] = law->stiffness;
    b->damping[(B + 1) * c]   = law->damping;
  }
  return PETSC_TRUE;
}
