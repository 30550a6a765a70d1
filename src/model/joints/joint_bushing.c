/* joint_bushing.c: reads the matrices of bushings from the options, and turns them into the axes
   of their first nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_bushing.h"
#include <math.h>
#include "base/error.h"
#include "math/vector.h"
#include "math/small_dense.h"

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
  if (type->nrows || length != 0 || law->rest != 0 || law->uniaxial || law->spring || law->damper ||
      law->motor || isfinite(law->lower) || isfinite(law->upper))
    return PETSC_FALSE;
  for (int c = 0; c < 3; c++) {
    b->rotation               = BUSHING_NO_ROTATION;
    b->stiffness[(B + 1) * c] = law->stiffness;
    b->damping[(B + 1) * c]   = law->damping;
  }
  return PETSC_TRUE;
}

/* ---- bushing options ------------------------------------------------------------------------- */

/* Returns whether the symmetric A[B][B] has no negative eigenvalue, up to round-off. The matrix is
   scaled to a unit diagonal, so that the units of rows do not matter. */
static PetscBool bushing_is_semidefinite(const PetscReal A[])
{
  /* Eigenvalue of a matrix whose diagonal is scaled to 1, so it has no unit. Round-off is about
     1e-15. The test tests/model/refused_joints.py has an indefinite matrix, and
     tests/model/bushings.py has others that are accepted. */
  const PetscReal small = 1e-12;
  PetscReal       S[B * B], V[B * B];

  for (int i = 0; i < B; i++)
    for (int k = 0; k < B; k++) {
      const PetscReal scale = PetscSqrtReal(PetscAbsReal(A[(B + 1) * i] * A[(B + 1) * k]));

      if (A[(B + 1) * i] < 0 || (scale == 0 && A[B * i + k] != 0)) return PETSC_FALSE;
      S[B * i + k] = scale > 0 ? A[B * i + k] / scale : 0;
    }
  small_eigen(B, S, V);
  for (int k = 0; k < B; k++)
    if (!(S[(B + 1) * k] >= -small)) return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscBool bushing_is_symmetric(const PetscReal A[])
{
  /* Relative to the geometric mean of both diagonal entries, because rows have different units. A
     user writes both entries of a pair with the same digits. A program that turns a matrix leaves a
     round-off of about 1e-15, also where an entry should be 0. The test
     tests/relations/guards_model.py has differences of 1e-14 and 1e-9. */
  const PetscReal rounding = 1e-12;

  for (int i = 0; i < B; i++)
    for (int k = 0; k < i; k++)
      if (PetscAbsReal(A[B * i + k] - A[B * k + i]) >
          rounding * PetscSqrtReal(PetscAbsReal(A[(B + 1) * i] * A[(B + 1) * k])))
        return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Reads A[B][B] from -joint_<joint>_<what>: its diagonal, or all entries row by row. */
static PetscErrorCode ReadMatrix(FsOptions o, MPI_Comm comm, const char joint[],
                                 const JointType *type, const char what[], PetscReal A[],
                                 PetscBool *set)
{
  const char *option = FsOptionName(o, "-joint_%s_%s", joint, what);
  PetscReal   value[BUSHING_ENTRIES];
  PetscInt    n = BUSHING_ENTRIES;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, B, &n, value, set));
  if (!*set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(joint_is_bushing(type), comm, PETSC_ERR_USER_INPUT,
             "%s: a %s joint is not a bushing; springs and dampers act on a coordinate: "
             "-joint_%s_<coordinate>_%s",
             option, type->name, joint, what);
  PetscCheck(n == B || n == BUSHING_ENTRIES, comm, PETSC_ERR_USER_INPUT,
             "%s: %" PetscInt_FMT " numbers; give the 6 on the diagonal, or all 36, row by row",
             option, n);
  for (int i = 0; i < n; i++) A[n == B ? (B + 1) * i : i] = value[i];
  PetscCheck(bushing_is_symmetric(A), comm, PETSC_ERR_USER_INPUT, "%s: the matrix is not symmetric",
             option);
  PetscCheck(bushing_is_semidefinite(A), comm, PETSC_ERR_USER_INPUT,
             "%s: the matrix has a negative eigenvalue: it would drive the motion", option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BushingOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                  const JointType *type, BushingOptions *b)
{
  PetscBool stiff, viscous;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(b, sizeof *b));
  PetscCall(ReadMatrix(o, comm, joint, type, "stiffness", b->stiffness, &stiff));
  PetscCall(ReadMatrix(o, comm, joint, type, "damping", b->damping, &viscous));
  PetscCheck(stiff || viscous || !joint_is_bushing(type), comm, PETSC_ERR_USER_INPUT,
             "joint '%s' is a bushing: give -joint_%s_stiffness or -joint_%s_damping", joint, joint,
             joint);
  PetscFunctionReturn(PETSC_SUCCESS);
}
