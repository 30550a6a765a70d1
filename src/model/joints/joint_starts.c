/* joint_starts.c: sets initial values of joint coordinates, and coordinates that are kept. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "joint_start_options.h"

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
