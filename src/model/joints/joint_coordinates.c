/* joint_coordinates.c: creates the drivers and laws of the free coordinates of a joint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_coordinates.h"
#include "presliding.h"

/* Creates the driver of one coordinate. */
static PetscErrorCode CreateDriver(Model model, const CoordinateOptions *x, DriverTimes times,
                                   int kind, Joint *j)
{
  char option[256];

  PetscFunctionBeginUser;
  PetscCall(
    PetscSNPrintf(option, sizeof option, "-joint_%s_%s", j->name,
                  x->driver_is_rate ? joint_rate_names[kind] : joint_coordinate_names[kind]));
  PetscCall(JointDriverCreate(model->symbols, option, x->driver,
                              x->driver_is_rate ? DRIVER_RATE : DRIVER_VALUE, times, model->dt,
                              &j->driver[kind]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointCoordinatesCreate(Model model, const CoordinateOptions options[],
                                      DriverTimes times, Joint *j)
{
  PetscFunctionBeginUser;
  j->acts = (PetscBool)joint_is_bushing(j->type);
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    char prefix[256];

    if (options[k].driver) PetscCall(CreateDriver(model, &options[k], times, k, j));
    PetscCall(
      PetscSNPrintf(prefix, sizeof prefix, "-joint_%s_%s", j->name, joint_coordinate_names[k]));
    PetscCall(CoordinateLawCreate(model->symbols, prefix, &options[k].law, &j->law[k]));
    if (coordinate_acts(&j->law[k])) j->acts = PETSC_TRUE;
    j->law[k].friction = friction_from_options(&options[k].friction, model->dt);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
