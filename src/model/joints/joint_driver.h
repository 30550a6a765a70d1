/* joint_driver.h: the displacement or angle that a joint prescribes as a function of time.

   This value is a formula of t, or the time integral of a formula of t. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_DRIVER_H
#define FS_MODEL_JOINTS_JOINT_DRIVER_H

#include <fs/options.h>
#include "input/formula/discontinuity.h"

typedef struct _n_JointDriver *JointDriver;

/* DriverTimes - The interval over which a driver integrates a rate. */
typedef struct {
  PetscReal start, end; /* [s] */
} DriverTimes;

/* DriverTimesFromOptions - Reads -t_start and -t_end (coordinate_options.c).

   It is the whole run; without these options both times are 0. Joints, ties and supports with a
   motion read them, and the options then have a meaning in every analysis. Collective. */
PetscErrorCode DriverTimesFromOptions(FsOptions o, DriverTimes *times);

/* JointDriverCreate - Creates a driver from a formula of t.

   Input:
     option          option that gives the formula, for messages
     text            the formula
     rate            if PETSC_FALSE, the formula is the value [m], [rad]. If PETSC_TRUE, it is the
                     time derivative of the value [m/s], [rad/s], and the value is 0 at
                     times.start
     times           interval over which this function integrates a rate
     dt              largest step of the differences that give derivatives [s], see expression.h
   Output:
     driver          the caller owns it
   The integral is accurate to round-off for smooth formulas. Collective. Input error: the text does
   not parse. The message names the option. */
PetscErrorCode JointDriverCreate(Symbols symbols, const char option[], const char text[],
                                 PetscBool rate, DriverTimes times, PetscReal dt,
                                 JointDriver *driver);
PetscErrorCode JointDriverDestroy(JointDriver *driver);

/* JointDriverValue - Computes f, the value and its first and second time derivative at t [s].

   Collective. Input error: the value or a derivative is not finite. */
PetscErrorCode JointDriverValue(JointDriver driver, PetscReal t, PetscReal f[3]);

/* JointDriverCorners - Finds jumps of the value and of its rate between the times from and to [s].

   Not collective. */
void JointDriverCorners(JointDriver driver, PetscReal from, PetscReal to, Discontinuities *corners);

/* JointDriverFormula - Returns the formula of the value or the rate, borrowed. */
Expression JointDriverFormula(JointDriver driver);

/* JointDriverOption - Returns the option of the formula, borrowed. */
const char *JointDriverOption(JointDriver driver);

/* JointDriverCheckTables - Raises an input error if the formula is outside a table at t.

   See ExpressionCheckTables. Collective. */
PetscErrorCode JointDriverCheckTables(JointDriver driver, PetscReal t);

#endif
