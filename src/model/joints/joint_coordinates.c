/* joint_coordinates.c: reads the drivers and laws of the free coordinates of a joint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "friction_options.h"

static const char *const rate_names[JOINT_COORDINATES] = {
  "velocity", "angular_velocity", "second_velocity", "second_angular_velocity"};

PetscErrorCode DriverTimesFromOptions(FsOptions o, DriverTimes *times)
{
  PetscFunctionBeginUser;
  times->start = 0;
  PetscCall(FsOptionsReal(o, "-t_start", &times->start, NULL));
  times->end = times->start;
  PetscCall(FsOptionsReal(o, "-t_end", &times->end, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the driver or the law of one coordinate; they exclude each other. */
static PetscErrorCode CoordinateFromOptions(FsOptions o, Model model, Joint *j, int kind)
{
  const char *option[2], *text[2], *law;
  DriverTimes times;
  PetscBool   set[2], any;
  int         rate;

  PetscFunctionBeginUser;
  option[0] = FsOptionName(o, "-joint_%s_%s", j->name, joint_coordinate_names[kind]);
  option[1] = FsOptionName(o, "-joint_%s_%s", j->name, rate_names[kind]);
  for (int k = 0; k < 2; k++) PetscCall(FsOptionsText(o, option[k], &text[k], &set[k]));
  rate = !set[0];
  any  = (PetscBool)(set[0] || set[1]);
  PetscCheck(!set[0] || !set[1], model->comm, PETSC_ERR_USER_INPUT,
             "%s and %s of joint '%s': give one of them", option[0], option[1], j->name);
  PetscCheck(!any || j->type->free[kind], model->comm, PETSC_ERR_USER_INPUT,
             "%s: a %s joint has no %s that is free", option[rate], j->type->name,
             joint_coordinate_names[kind]);
  PetscCall(DriverTimesFromOptions(o, &times));
  if (any)
    PetscCall(JointDriverCreate(model->symbols, option[rate], text[rate], (PetscBool)rate, times,
                                model->dt, &j->driver[kind]));
  PetscCall(CoordinateLawFromOptions(o, model->symbols, j->name, joint_coordinate_names[kind],
                                     &j->law[kind], &law));
  PetscCheck(!any || j->type->nrows, model->comm, PETSC_ERR_USER_INPUT,
             "%s: a %s cannot prescribe motions; use a distance", option[rate], j->type->name);
  PetscCheck(!law || j->type->free[kind], model->comm, PETSC_ERR_USER_INPUT,
             "-joint_%s_%s_%s: a %s joint has no %s that is free", j->name,
             joint_coordinate_names[kind], law, j->type->name, joint_coordinate_names[kind]);
  PetscCheck(
    !law || !any, model->comm, PETSC_ERR_USER_INPUT,
    "-joint_%s_%s_%s has no effect: %s prescribes the %s of joint '%s'; remove one of them",
    j->name, joint_coordinate_names[kind], law, option[rate], joint_coordinate_names[kind],
    j->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointCoordinatesFromOptions(FsOptions o, Model model, Joint *j)
{
  PetscFunctionBeginUser;
  j->acts = (PetscBool)joint_is_bushing(j->type);
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    PetscCall(CoordinateFromOptions(o, model, j, k));
    if (coordinate_acts(&j->law[k])) j->acts = PETSC_TRUE;
    PetscCall(JointFrictionFromOptions(o, model, j, k));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *joint_rate_name(int kind) { return rate_names[kind]; }
