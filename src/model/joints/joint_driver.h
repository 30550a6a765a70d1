/* joint_driver.h: the displacement or angle that a joint prescribes as a function of time.

   This value is a formula of t, or the time integral or the double time integral of one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_DRIVER_H
#define FS_MODEL_JOINTS_JOINT_DRIVER_H

#include <fs/options.h>
#include "input/formula/discontinuity.h"

typedef struct _n_JointDriver *JointDriver;

/* DriverKind - What the formula of a driver is: the value, its first or its second time
   derivative. */
typedef enum { DRIVER_VALUE, DRIVER_RATE, DRIVER_ACCELERATION } DriverKind;

/* DriverTimes - The interval over which a driver integrates its formula. */
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
     kind            what the formula is. DRIVER_VALUE: the value [m], [rad]. DRIVER_RATE: its rate
                     [m/s], [rad/s]; the value is 0 at times.start. DRIVER_ACCELERATION: its second
                     derivative [m/s2], [rad/s2]; the value and its rate are 0 at times.start
     times           interval over which this function integrates the formula
     dt              largest step of the differences that give derivatives [s], see expression.h
   Output:
     driver          the caller owns it
   The integral is accurate to round-off for smooth formulas. Collective. Input error: the text does
   not parse. The message names the option. */
PetscErrorCode JointDriverCreate(Symbols symbols, const char option[], const char text[],
                                 DriverKind kind, DriverTimes times, PetscReal dt,
                                 JointDriver *driver);
PetscErrorCode JointDriverDestroy(JointDriver *driver);

/* JointDriverValue - Computes f, the value and its first and second time derivative at t [s].

   Collective. Input error: the value or a derivative is not finite. */
PetscErrorCode JointDriverValue(JointDriver driver, PetscReal t, PetscReal f[3]);

/* JointDriverCorners - Finds jumps of the value and of its rate between the times from and to [s].

   Not collective. */
void JointDriverCorners(JointDriver driver, PetscReal from, PetscReal to, Discontinuities *corners);

/* JointDriverFormula - Returns the formula that the user gave, borrowed. */
Expression JointDriverFormula(JointDriver driver);

/* JointDriverOption - Returns the option of the formula, borrowed. */
const char *JointDriverOption(JointDriver driver);

/* JointDriverCheckTables - Raises an input error if the formula is outside a table at t.

   See ExpressionCheckTables. Collective. */
PetscErrorCode JointDriverCheckTables(JointDriver driver, PetscReal t);

#endif
