/* joint_coordinates.h: the drivers and laws of the free coordinates of a joint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_COORDINATES_H
#define FS_MODEL_JOINTS_JOINT_COORDINATES_H

#include "model/model.h"

/* JointCoordinatesCreate - Sets driver, law and acts of a joint.

   Input:
     options  [JOINT_COORDINATES] one for each coordinate
     times    interval over which drivers integrate rates
   The name and the type of the joint must be set. Collective. Input errors: those of
   JointDriverCreate() and CoordinateLawCreate(). */
PetscErrorCode JointCoordinatesCreate(Model model, const CoordinateOptions options[],
                                      DriverTimes times, Joint *joint);

#endif
