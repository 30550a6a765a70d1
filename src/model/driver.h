/* driver.h: what joints prescribe as a function of time: a formula of t, or the integral of one from the start on. */
#ifndef DRIVER_H
#define DRIVER_H

#include "input/expression.h"

typedef struct _n_Driver *Driver;

/* text is a formula of t, the value or, with rate, its derivative: then the value is 0 at t_start, and integrals are
   worked out piece by piece from there to t_end, to round-off for smooth formulas. Derivatives of formulas are differences over
   dt [s] and less: expression.h.
   Collective; an input error names the option. */
PetscErrorCode DriverCreate(MPI_Comm comm, const char option[], const char text[], PetscBool rate, PetscReal t_start,
                            PetscReal t_end, PetscReal dt, Driver *driver);
PetscErrorCode DriverDestroy(Driver *driver);

/* f, f', f'' at t. Collective: a value that is not finite is an error. */
PetscErrorCode DriverValue(Driver driver, PetscReal t, PetscReal f[3]);

#endif
