/* gravity.h: the uniform acceleration field of gravity and of the moving ground. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_GRAVITY_H
#define FS_MODEL_LOADS_GRAVITY_H

#include "input/formula/expression.h"
#include "model/loads/harmonic_load.h"

/* Gravity - The acceleration field: gravity times a factor, minus the acceleration of the ground.
   The model moves relative to the ground. */
typedef struct {
  PetscReal  acceleration[3]; /* gravity [m/s2] */
  Expression time;            /* factor of gravity, a formula of t; NULL without gravity */
  Expression base[3]; /* acceleration of the ground, formulas of t [m/s2]; NULL if it is 0 */
  Harmonic   base_harmonic[3]; /* harmonic part of the acceleration of the ground [m/s2] */
} Gravity;

/* GravityOptions - The description of the gravity field and of the acceleration of the ground. Its
   formulas of t are borrowed from the options, and NULL if they are not given. */
typedef struct {
  PetscBool   given;           /* whether there is gravity */
  PetscReal   acceleration[3]; /* gravity [m/s2]; default 0 */
  const char *time;            /* factor of gravity; NULL: the factor of loads without their own */
  const char *base[3];         /* acceleration of the ground [m/s2] */
  PetscBool   has_base_harmonic[3]; /* whether base_harmonic is given */
  Harmonic    base_harmonic[3];     /* harmonic part of base [m/s2] */
} GravityOptions;

/* GravityFromOptions - Reads gravity and the acceleration of the ground.

   Output:
     x  description of the field; borrows texts of o
   Collective. Input error: the factor of gravity is given without gravity. */
PetscErrorCode           GravityFromOptions(FsOptions o, MPI_Comm comm, GravityOptions *x);
extern const FsOptionDoc gravity_options[];

/* GravityCreate - Creates the gravity field of a model, and the acceleration of its ground, as
   model->gravity. Collective. Input error: a text is not a formula. */
PetscErrorCode GravityCreate(Model model, const GravityOptions *x);
PetscErrorCode GravityDestroy(Model model);

/* ModelHasGravity - Returns whether gravity or the acceleration of the ground may differ from 0 at
   some time. */
PetscBool ModelHasGravity(Model model);

/* ModelGravity - Evaluates gravity minus the acceleration of the ground at a time.

   Input:
     t         time [s]
     factor    factor of the field except its harmonic part (FsLoading.factor)
     harmonic  moment of the harmonic motion at which the harmonic part is evaluated
               (FsLoading.harmonic)
   Output:
     g         acceleration field [m/s2]; inertial forces are M (a - g)
   Collective. Input error: a formula has no finite value. */
PetscErrorCode ModelGravity(Model model, PetscReal t, PetscReal factor, const FsHarmonic *harmonic,
                            PetscReal g[3]);

#endif
