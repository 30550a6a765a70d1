/* joint_driver.h: the displacement or angle that a joint prescribes as a function of time.

   This function is called the value of the driver. It is a formula of the time t, or the integral
   or double integral of a formula over time. */
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

/* DriverTimesFromOptions - Reads -t_start and -t_end, the first and the last time of the run
   (coordinate_options.c).

   Without the options both times are 0. Call the function if the model has joints, ties or supports
   with a motion, so that the two options are accepted in every analysis. Collective. */
PetscErrorCode DriverTimesFromOptions(FsOptions o, DriverTimes *times);

/* JointDriverCreate - Creates a driver from a formula of t.

   Input:
     option   name of the option that gives the formula, for messages
     kind     what the formula gives. DRIVER_VALUE: the value [m], [rad]. DRIVER_RATE: the rate of
              the value [m/s], [rad/s]; the value is 0 at times.start. DRIVER_ACCELERATION: the
              second derivative of the value [m/s2], [rad/s2]; the value and its rate are 0 at
              times.start
     times    interval over which a rate or acceleration is integrated; the integral is accurate to
              round-off for smooth formulas
     dt       interval over which an infinite second derivative is averaged
              (ExpressionDerivatives()) [s]
   Output:
     driver   the caller destroys it by JointDriverDestroy()
   Collective. Input error: the text is not a formula. */
PetscErrorCode JointDriverCreate(Symbols symbols, const char option[], const char text[],
                                 DriverKind kind, DriverTimes times, PetscReal dt,
                                 JointDriver *driver);
PetscErrorCode JointDriverDestroy(JointDriver *driver);

/* JointDriverValue - Computes f[3], the displacement or angle that a driver prescribes and its
   first and second time derivative, at the time t [s]. Collective. Input error: the value or a
   derivative is not finite. */
PetscErrorCode JointDriverValue(JointDriver driver, PetscReal t, PetscReal f[3]);

/* JointDriverCorners - Finds jumps of the displacement or angle that a driver prescribes, and of
   its rate, between the times from and to [s]. Not collective. */
void JointDriverCorners(JointDriver driver, PetscReal from, PetscReal to, Discontinuities *corners);

/* JointDriverFormula - Returns the formula that the user gave; the driver owns it. */
Expression JointDriverFormula(JointDriver driver);

/* JointDriverOption - Returns the name of the option of the formula; the driver owns it. */
const char *JointDriverOption(JointDriver driver);

/* JointDriverCheckTables - Raises an input error if the formula of a driver, at the time t [s],
   calls a table with an argument for which the table has no value. Collective. */
PetscErrorCode JointDriverCheckTables(JointDriver driver, PetscReal t);

#endif
