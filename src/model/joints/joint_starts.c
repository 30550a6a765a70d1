/* joint_starts.c: reads and sets initial values of joint coordinates, and coordinates that are
   kept. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "joint_starts.h"
#include "members/member_ends.h"

/* Returns the number of joints of the user. Those of ties and supports are behind them. */
static PetscInt count_joints_of_user(Model model)
{
  PetscInt n = 0;

  while (n < model->njoints && JointIsOfUser(&model->joint[n])) n++;
  return n;
}

/* Checks that the coordinate of a joint, which an option names, is free. */
static PetscErrorCode CheckFree(Model model, const Joint *j, int kind, const char option[])
{
  PetscFunctionBeginUser;
  PetscCheck(j->type->free[kind], model->comm, PETSC_ERR_USER_INPUT,
             "%s: a %s joint has no %s that is free", option, j->type->name,
             joint_coordinate_names[kind]);
  PetscCheck(!j->driver[kind], model->comm, PETSC_ERR_USER_INPUT,
             "%s: the %s of joint '%s' has a driver, which prescribes it; remove one of them",
             option, joint_coordinate_names[kind], j->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Marks the coordinate that a word of -assemble_keep names, such as "crank.angle". */
static PetscErrorCode KeepCoordinate(Model model, const char word[])
{
  const char *dot    = strrchr(word, '.'), *names[JOINT_COORDINATES];
  Joint      *found  = NULL;
  int         chosen = -1;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < count_joints_of_user(model) && dot; i++) {
    const size_t n = strlen(model->joint[i].name);

    if (n == (size_t)(dot - word) && !strncasecmp(model->joint[i].name, word, n))
      found = &model->joint[i];
  }
  PetscCheck(found, model->comm, PETSC_ERR_USER_INPUT,
             "-assemble_keep %s: no joint of that name; give one of -joints, a dot, and one of its "
             "coordinates, such as %s.%s",
             word, model->joint[0].name, joint_coordinate_names[JOINT_ANGLE]);
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    names[k] = joint_coordinate_names[k];
    if (!strcasecmp(dot + 1, names[k])) chosen = k;
  }
  if (chosen < 0) {
    const char *near = FsNearestWord(dot + 1, JOINT_COORDINATES, names);

    SETERRQ(model->comm, PETSC_ERR_USER_INPUT,
            "-assemble_keep %s: joints have no coordinate '%s'; did you mean %s?", word, dot + 1,
            near ? near : joint_coordinate_names[JOINT_ANGLE]);
  }
  PetscCall(CheckFree(model, found, chosen, "-assemble_keep"));
  found->start[chosen].is_kept = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode KeepCoordinates(Model model, const JointStartOptions *starts)
{
  PetscFunctionBeginUser;
  PetscCheck(
    !starts->nkept || model->assemble.positions, model->comm, PETSC_ERR_USER_INPUT,
    "-assemble_keep has no effect: positions are not assembled; give -assemble positions or all");
  for (int k = 0; k < starts->nkept; k++) PetscCall(KeepCoordinate(model, starts->kept[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the initial value and rate of a coordinate of the joint j; NULL: there is no such joint. */
static PetscErrorCode SetStart(Model model, const char name[], Joint *j, int kind,
                               const JointStart *start)
{
  const char *const what[2] = {start->has_value ? joint_coordinate_names[kind] : NULL,
                               start->has_rate ? joint_rate_names[kind] : NULL};

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    char option[256];

    if (!what[k]) continue;
    PetscCall(PetscSNPrintf(option, sizeof option, "-initial_%s_%s", name, what[k]));
    PetscCheck(j, model->comm, PETSC_ERR_USER_INPUT,
               "%s: all components are released at '%s', so there is no joint; remove it", option,
               name);
    PetscCall(CheckFree(model, j, kind, option));
  }
  if (!j) PetscFunctionReturn(PETSC_SUCCESS);
  j->start[kind] = *start;
  if (start->has_value) model->assemble.positions = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointStartsSet(Model model, const JointStartOptions *starts)
{
  const PetscInt n = count_joints_of_user(model);

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < starts->n; i++) {
    const char *const name = starts->joint[i].name;
    Joint            *j    = NULL;

    for (PetscInt k = 0; k < n; k++)
      if (!strcmp(model->joint[k].name, name)) j = &model->joint[k];
    for (int k = 0; k < JOINT_COORDINATES; k++)
      PetscCall(SetStart(model, name, j, k, &starts->joint[i].coordinate[k]));
  }
  PetscCall(KeepCoordinates(model, starts));
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      PetscCheck(!model->joint[i].start[k].is_kept || !model->joint[i].start[k].has_value,
                 model->comm, PETSC_ERR_USER_INPUT,
                 "-assemble_keep %s.%s and -initial_%s_%s: give one of them", model->joint[i].name,
                 joint_coordinate_names[k], model->joint[i].name, joint_coordinate_names[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- joint start options --------------------------------------------------------------------- */

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
