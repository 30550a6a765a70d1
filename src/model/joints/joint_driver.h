/* joint_driver.h: the displacement or angle that a joint prescribes, as a function of time: a formula of t, or the integral
   of such a formula. Made by joints.c, evaluated by prescribed_motion.c. Begin at JointDriverValue. */
#ifndef FS_MODEL_JOINTS_JOINT_DRIVER_H
#define FS_MODEL_JOINTS_JOINT_DRIVER_H

#include "input/formula/discontinuity.h"

typedef struct _n_JointDriver *JointDriver;

/* text is a formula of t. rate false: it is the value [m, rad]. rate true: it is the derivative of the value [m/s,
   rad/s]; the value is 0 at t_start [s] and is found by integration, to round-off for smooth formulas. It
   is integrated once, up to t_end [s]. Derivatives of the formula are differences over dt [s] and less, see
   expression.h. Collective. Input error, which names the option: text does not parse. */
PetscErrorCode JointDriverCreate(Symbols symbols, const char option[], const char text[],
                                 PetscBool rate, PetscReal t_start, PetscReal t_end, PetscReal dt,
                                 JointDriver *driver);
PetscErrorCode JointDriverDestroy(JointDriver *driver);

/* f[3] = the value and its first and second derivative at t [s]. Collective. Input error: one of them is not finite. */
PetscErrorCode JointDriverValue(JointDriver driver, PetscReal t, PetscReal f[3]);

/* Jumps of the value and of its rate between two times [s]; the option that gives it, borrowed. Not collective. */
void JointDriverCorners(JointDriver driver, PetscReal from, PetscReal to, Discontinuities *corners);
const char *JointDriverOption(JointDriver driver);

/* ExpressionCheckTables of its formula. */
PetscErrorCode JointDriverCheckTables(JointDriver driver, PetscReal t);

#endif
