/* bushing_options.c: reads and checks the matrices of bushings from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "bushing_options.h"
#include "math/small_dense.h"

enum { B = BUSHING_STRAINS };

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
