/* frame_pattern.c: reads the places of the copies of a pattern from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "frame_mesh.h"

/* Reads the numbers of copies and the vectors between them. */
static PetscErrorCode ReadCopiesAndVectors(FsOptions o, MPI_Comm comm, const char name[],
                                           FramePattern *p)
{
  static const char *const suffix[FRAME_DIRECTIONS] = {"", "2", "3"};
  const char *const        option                   = FsOptionName(o, "-pattern_%s_n", name);
  PetscReal                n[FRAME_DIRECTIONS]      = {1, 1, 1};
  PetscInt                 count                    = FRAME_DIRECTIONS;
  PetscBool                is_set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, 1, &count, n, &is_set));
  PetscCheck(is_set, comm, PETSC_ERR_USER_INPUT, "pattern '%s' has no number of copies: give %s",
             name, option);
  for (int d = 0; d < FRAME_DIRECTIONS; d++) {
    PetscInt three = 3;

    PetscCheck(n[d] >= 1 && n[d] == PetscFloorReal(n[d]) && n[d] < 1e9, comm, PETSC_ERR_USER_INPUT,
               "%s: %.6g copies; give whole numbers, at least 1", option, (double)n[d]);
    p->n[d] = (int)n[d];
    if (d && d >= count) continue;
    PetscCall(FsOptionsReals(o, FsOptionName(o, "-pattern_%s_vector%s", name, suffix[d]), 2, &three,
                             p->step[d], &is_set));
    PetscCheck(
      is_set || d == 0, comm, PETSC_ERR_USER_INPUT,
      "pattern '%s' has copies in direction %d: give -pattern_%s_vector%s, from copy to copy", name,
      d + 1, name, suffix[d]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FramePatternFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                       FramePattern *p)
{
  const char *const axis    = FsOptionName(o, "-pattern_%s_axis", name);
  PetscReal         degrees = 0, length;
  PetscInt          three   = 3;
  PetscBool         rotates;

  PetscFunctionBeginUser;
  PetscCall(ReadCopiesAndVectors(o, comm, name, p));
  PetscCall(FsOptionsReals(o, axis, 3, &three, p->axis, &rotates));
  length =
    PetscSqrtReal(p->axis[0] * p->axis[0] + p->axis[1] * p->axis[1] + p->axis[2] * p->axis[2]);
  PetscCheck(!rotates || length > 0, comm, PETSC_ERR_USER_INPUT, "%s has no direction", axis);
  PetscCheck(rotates || p->n[0] == 1 || p->step[0][0] != 0 || p->step[0][1] != 0 ||
               p->step[0][2] != 0,
             comm, PETSC_ERR_USER_INPUT,
             "pattern '%s': give -pattern_%s_vector, from copy to copy, or -pattern_%s_axis", name,
             name, name);
  if (!rotates) PetscFunctionReturn(PETSC_SUCCESS);
  for (int c = 0; c < 3; c++) p->axis[c] /= length;
  three = 3;
  PetscCall(
    FsOptionsReals(o, FsOptionName(o, "-pattern_%s_point", name), 2, &three, p->point, NULL));
  degrees = 360. / p->n[0];
  PetscCall(FsOptionsReal(o, FsOptionName(o, "-pattern_%s_angle", name), &degrees, NULL));
  p->angle = degrees * PETSC_PI / 180;
  /* 1e-9 is relative to the full turn: a user gives the angle as 360/n with ten digits or more, and
     a gap of less is no gap between nodes. tests/mesh/frames.py has patterns that close and others.
   */
  p->closed = p->step[0][0] == 0 && p->step[0][1] == 0 && p->step[0][2] == 0 && p->n[0] > 1 &&
              PetscAbsReal(PetscAbsReal(degrees) * p->n[0] - 360) < 1e-9 * 360;
  PetscFunctionReturn(PETSC_SUCCESS);
}
