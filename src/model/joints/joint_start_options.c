/* joint_start_options.c: reads initial values of joint coordinates, and coordinates that are kept.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_start_options.h"
#include "members/member_ends.h"

const FsOptionDoc joint_start_options[] = {
  {"-assemble_keep",                    "<joint>.<coordinate>,...",
   "free coordinates, such as crank.angle, that do not change while positions are assembled"},
  {"-initial_<joint>_angle",            "<x>",
   "initial angle, counted from the reference configuration [rad]; also _displacement [m], "
   "_second_angle, _second_displacement; the rest follows as by -assemble positions"        },
  {"-initial_<joint>_angular_velocity", "<x>",
   "its initial rate [rad/s]; also _velocity [m/s], _second_angular_velocity, _second_velocity; "
   "the rest follows as by -assemble velocities"                                            },
  {NULL,                                NULL,                       NULL                    }
};

/* Reads the initial values of the joint start->name, if any. */
static PetscErrorCode ReadStart(FsOptions o, NamedJointStart *start)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    JointStart *x = &start->coordinate[k];

    *x = (JointStart){.value = 0};
    PetscCall(
      FsOptionsReal(o, FsOptionName(o, "-initial_%s_%s", start->name, joint_coordinate_names[k]),
                    &x->value, &x->has_value));
    PetscCall(FsOptionsReal(o, FsOptionName(o, "-initial_%s_%s", start->name, joint_rate_names[k]),
                            &x->rate, &x->has_rate));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the initial values of the joint that is called first, or first.second. */
static PetscErrorCode AddStart(FsOptions o, const char first[], const char second[],
                               JointStartOptions *starts)
{
  NamedJointStart *start = &starts->joint[starts->n++];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(start->name, sizeof start->name, "%s%s%s", first, second ? "." : "",
                          second ? second : ""));
  PetscCall(ReadStart(o, start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointStartOptionsRead(FsOptions o, const JointsOptions *joints,
                                     const MemberJointOptions *ends, JointStartOptions *starts)
{
  PetscInt    n    = joints->n + 2 * ends->nmembers;
  const char *kept = NULL;

  PetscFunctionBeginUser;
  *starts = (JointStartOptions){.n = 0};
  for (PetscInt i = 0; i < ends->nsplits; i++) n += ends->split[i].n;
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(n, &starts->joint));
  for (PetscInt i = 0; i < joints->n; i++)
    PetscCall(AddStart(o, joints->joint[i].name, NULL, starts));
  for (PetscInt i = 0; i < ends->nmembers; i++)
    for (int e = 0; e < 2; e++)
      if (ends->member[i].end[e].jointed)
        PetscCall(AddStart(o, ends->member[i].name, frame_end_names[e], starts));
  for (PetscInt i = 0; i < ends->nsplits; i++)
    for (PetscInt k = 0; k < ends->split[i].n; k++)
      PetscCall(AddStart(o, ends->split[i].part, ends->split[i].ends[k].set, starts));
  if (starts->n) PetscCall(FsOptionsList(o, "-assemble_keep", &kept, NULL));
  if (kept) PetscCall(PetscStrToArray(kept, ',', &starts->nkept, &starts->kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointStartOptionsFree(JointStartOptions *starts)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(starts->joint));
  PetscCall(PetscStrToArrayDestroy(starts->nkept, starts->kept));
  starts->nkept = 0;
  starts->kept  = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
