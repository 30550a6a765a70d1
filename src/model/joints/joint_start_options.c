/* joint_start_options.c: reads initial values of joint coordinates, and coordinates that are kept.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "joint_start_options.h"

const FsOptionDoc joint_start_options[] = {
  {"-assemble_keep",                    "<joint>.<coordinate>,...",
   "free coordinates, such as crank.angle, that do not change while positions are assembled"},
  {"-initial_<joint>_angle",            "<x>",
   "initial angle, counted from the reference configuration [rad]; also _displacement [m], "
   "_second_angle, _second_displacement; the rest follows as by -assemble positions"        },
  {"-initial_<joint>_angular_velocity", "<x>",
   "its initial rate [rad/s]; also _velocity [m/s], _second_angular_velocity, _second_velocity; "
   "the "
   "rest follows as by -assemble velocities"                                                },
  {NULL,                                NULL,                       NULL                    }
};

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

/* Reads one word of -assemble_keep, such as "crank.angle". */
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

static PetscErrorCode KeptCoordinatesFromOptions(FsOptions o, Model model)
{
  const char *text;
  char      **word;
  int         n;
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-assemble_keep", &text, &set));
  if (!set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(
    model->assemble.positions, model->comm, PETSC_ERR_USER_INPUT,
    "-assemble_keep has no effect: positions are not assembled; give -assemble positions or all");
  PetscCall(PetscStrToArray(text, ',', &n, &word));
  for (int k = 0; k < n; k++) PetscCall(KeepCoordinate(model, word[k]));
  PetscCall(PetscStrToArrayDestroy(n, word));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -initial_<joint>_<what> of a coordinate. */
static PetscErrorCode NumberFromOptions(FsOptions o, Model model, const Joint *j, int kind,
                                        const char what[], PetscReal *x, PetscBool *set)
{
  const char *option = FsOptionName(o, "-initial_%s_%s", j->name, what);

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, option, x, set));
  if (*set) PetscCall(CheckFree(model, j, kind, option));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointStartsFromOptions(FsOptions o, Model model)
{
  const PetscInt n = count_joints_of_user(model);

  PetscFunctionBeginUser;
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      const Joint *j     = &model->joint[i];
      JointStart  *start = &model->joint[i].start[k];

      PetscCall(NumberFromOptions(o, model, j, k, joint_coordinate_names[k], &start->value,
                                  &start->has_value));
      PetscCall(
        NumberFromOptions(o, model, j, k, joint_rate_names[k], &start->rate, &start->has_rate));
      if (start->has_value) model->assemble.positions = PETSC_TRUE;
    }
  PetscCall(KeptCoordinatesFromOptions(o, model));
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      PetscCheck(!model->joint[i].start[k].is_kept || !model->joint[i].start[k].has_value,
                 model->comm, PETSC_ERR_USER_INPUT,
                 "-assemble_keep %s.%s and -initial_%s_%s: give one of them", model->joint[i].name,
                 joint_coordinate_names[k], model->joint[i].name, joint_coordinate_names[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
