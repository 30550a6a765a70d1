/* body_check.h: warns of bodies whose moments of inertia no mass has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_BODY_CHECK_H
#define FS_DIAGNOSIS_BODY_CHECK_H

#include "model/model.h"

/* BodyCheckInertia - Warns of each part whose bodies break the triangle inequality.

   None of the principal moments of inertia of a mass in space exceeds the sum of the other two.
   Plane models and bodies with one moment only are not checked: they turn about one axis.
   Collective. */
PetscErrorCode BodyCheckInertia(Model model);

#endif
