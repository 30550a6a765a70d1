/* joint_driver.h: the displacement or angle that a joint prescribes as a function of time.

   It is a formula of t, or the integral of such a formula. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_DRIVER_H
#define FS_MODEL_JOINTS_JOINT_DRIVER_H

#include "input/formula/discontinuity.h"

typedef struct _n_JointDriver *JointDriver;

/* JointDriverCreate - Creates a driver from a formula of t.

   Input:
     option          for messages
     text            the formula
     rate            if false, the formula is the value [m], [rad]; if true, it is the derivative
                     of the value [m/s], [rad/s], and the value is 0 at t_start
     t_start, t_end  interval over which a rate is integrated once [s]
     dt              largest step of the differences that give derivatives [s], see expression.h
   The integral is accurate to round-off for smooth formulas. Collective. Input error, which names
   the option: text does not parse. */
PetscErrorCode JointDriverCreate(Symbols symbols, const char option[], const char text[],
                                 PetscBool rate, PetscReal t_start, PetscReal t_end, PetscReal dt,
                                 JointDriver *driver);
PetscErrorCode JointDriverDestroy(JointDriver *driver);

/* JointDriverValue - Computes the value and its first and second derivative at t [s].

   Collective. Input error: one of them is not finite. */
PetscErrorCode JointDriverValue(JointDriver driver, PetscReal t, PetscReal f[3]);

/* JointDriverCorners - Finds jumps of the value and of its rate between two times [s].

   Not collective. */
void JointDriverCorners(JointDriver driver, PetscReal from, PetscReal to, Discontinuities *corners);

/* JointDriverOption - Returns the option of the formula, borrowed. */
const char *JointDriverOption(JointDriver driver);

/* JointDriverCheckTables - Applies ExpressionCheckTables to the formula at t. Collective. */
PetscErrorCode JointDriverCheckTables(JointDriver driver, PetscReal t);

#endif
