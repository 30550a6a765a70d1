/* gravity.h: the uniform acceleration field of gravity and of the moving ground. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_GRAVITY_H
#define FS_MODEL_LOADS_GRAVITY_H

#include "input/formula/expression.h"
#include "model/loads/harmonic_load.h"

/* The acceleration field: gravity times a factor, minus the acceleration of the ground. */
typedef struct {
  PetscReal  acceleration[3];  /* gravity [m/s2] */
  Expression time;             /* factor of acceleration, a formula of t; NULL without gravity */
  Expression base[3];          /* acceleration of the ground, formulas of t [m/s2]; NULL if 0 */
  Harmonic   base_harmonic[3]; /* harmonic part of base */
} Gravity;

/* GravityCreate - Reads gravity and the acceleration of the ground from the options. Collective. */
PetscErrorCode           GravityCreate(FsOptions o, Model model);
PetscErrorCode           GravityDestroy(Model model);
extern const FsOptionDoc gravity_options[];

/* ModelHasGravity - Returns whether the field may differ from 0 at some time. */
PetscBool ModelHasGravity(Model model);

/* ModelGravity - Evaluates the field at a time.

   Input:
     t         time [s]
     factor    FsLoading.factor, which multiplies the field except its harmonic part
     harmonic  FsLoading.harmonic, at which the harmonic part is evaluated
   Output:
     g         acceleration field [m/s2]; inertial forces are M (a - g)
   Collective. Input error: a formula has no finite value. */
PetscErrorCode ModelGravity(Model model, PetscReal t, PetscReal factor, const FsHarmonic *harmonic,
                            PetscReal g[3]);

#endif
