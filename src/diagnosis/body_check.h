/* body_check.h: warns of rigid bodies whose moments of inertia are impossible. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_BODY_CHECK_H
#define FS_DIAGNOSIS_BODY_CHECK_H

#include "model/model.h"

/* BodyCheckInertia - Warns of each part with bodies whose moments of inertia no distribution of
   mass can have.

   Each principal moment of inertia is at most the sum of the other two (triangle inequality). Plane
   models and bodies with a single moment are not checked, because they turn about one axis only.
   Collective. */
PetscErrorCode BodyCheckInertia(Model model);

#endif
