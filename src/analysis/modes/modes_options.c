/* modes_options.c: reads the options of -analysis modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "modes_options.h"
#include "math/vector.h"

const FsOptionDoc modes_options[] = {
  {"-modes",         "10",
   "number of modes: the lowest, or with -modes_near the nearest, and all that are equal"         },
  {"-modes_below",   "<Hz>",    "all modes below a frequency"                                     },
  {"-modes_between", "<a,b>",   "all modes in an interval [Hz]"                                   },
  {"-modes_near",    "<Hz>",    "the modes nearest to a frequency"                                },
  {"-modes_damped",  "false",
   "with dampers, damping and gyroscopic forces: complex modes (-modes alone; default true with "
   "-spin)"                                                                                       },
  {"-spin_speeds",   "<w,...>",
   "damped modes of a rotating model at these speeds [rad/s] about the axis of -spin; their shapes "
   "identify them"                                                                                },
  {"-modes_point",   "0,0,0",
   "point about which rigid rotations are defined, for participation factors and effective masses"},
  {NULL,             NULL,      NULL                                                              }
};

PetscErrorCode ReadModesSweep(FsOptions o, PetscBool *sweep)
{
  const char *speeds;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-spin_speeds", &speeds, sweep));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal mu_from_hertz(PetscReal hertz) { return PetscSqr(2 * PETSC_PI * hertz); }

PetscErrorCode ReadModesOptions(FsOptions o, MPI_Comm comm, PetscBool rotating, ModesOptions *x)
{
  ModesRequest *w   = &x->selection;
  PetscInt      two = 2, three = 3;
  PetscBool     number, below, between, near, point;

  PetscFunctionBeginUser;
  *x   = (ModesOptions){.damped = rotating};
  w->n = 10;
  PetscCall(FsOptionsInt(o, "-modes", 1, &w->n, &number));
  PetscCall(FsOptionsPositive(o, "-modes_below", &x->hertz[1], &below));
  if (below) x->hertz[0] = 0;
  PetscCall(FsOptionsReals(o, "-modes_between", 2, &two, x->hertz, &between));
  PetscCall(FsOptionsReal(o, "-modes_near", &x->hertz[0], &near));
  PetscCall(FsOptionsReals(o, "-modes_point", 3, &three, x->point, &point));
  PetscCheck(number + below + between <= 1 && below + between + near <= 1, comm,
             PETSC_ERR_USER_INPUT,
             "-modes, -modes_below and -modes_between exclude each other, and -modes_near goes "
             "with -modes alone: give one");
  PetscCheck(
    !between || (x->hertz[0] >= 0 && x->hertz[1] > x->hertz[0]), comm, PETSC_ERR_USER_INPUT,
    "-modes_between %.6g,%.6g: the second must be above the first, and neither may be negative",
    (double)x->hertz[0], (double)x->hertz[1]);
  PetscCheck(x->hertz[0] < 1e100 && x->hertz[1] < 1e100, comm, PETSC_ERR_USER_INPUT,
             "-modes_...: no structure has a frequency of 1e100 Hz");
  PetscCall(FsOptionsBool(o, "-modes_damped", &x->damped, NULL));
  PetscCheck(
    x->damped || !rotating, comm, PETSC_ERR_USER_INPUT,
    "-modes_damped false: in a rotating frame gyroscopic forces couple the modes; remove it");
  PetscCheck(!x->damped || !(below || between || near), comm, PETSC_ERR_USER_INPUT,
             "complex modes (-modes_damped, -spin) cannot be counted: give the number of those "
             "nearest to 0 (-modes)");
  PetscCheck(!x->damped || !point, comm, PETSC_ERR_USER_INPUT,
             "-modes_point has no effect: complex modes (-modes_damped, -spin) have no effective "
             "masses; remove it");
  PetscCheck(!near || x->hertz[0] >= 0, comm, PETSC_ERR_USER_INPUT,
             "-modes_near %.6g: a frequency must not be negative", (double)x->hertz[0]);
  w->kind = below || (between && x->hertz[0] == 0) ? MODES_BELOW
            : between                              ? MODES_BETWEEN
            : near                                 ? MODES_NEAR
                                                   : MODES_LOWEST;
  PetscCall(FsOptionsReal(o, "-t_start", &x->t_start, NULL));
  w->low  = mu_from_hertz(x->hertz[0]);
  w->high = mu_from_hertz(x->hertz[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadCampbellOptions(FsOptions o, MPI_Comm comm, CampbellOptions *x)
{
  PetscInt  three   = 3;
  PetscReal spin[3] = {0, 0, 0};
  PetscBool damped = PETSC_TRUE, in_equilibrium = PETSC_TRUE;

  PetscFunctionBeginUser;
  *x = (CampbellOptions){.n = 10, .nspeeds = CAMPBELL_MAX_SPEEDS};
  PetscCall(FsOptionsInt(o, "-modes", 1, &x->n, NULL));
  PetscCall(FsOptionsReals(o, "-spin", 3, &three, spin, NULL));
  PetscCall(FsOptionsReals(o, "-spin_speeds", 1, &x->nspeeds, x->speed, NULL));
  x->unit = norm(spin);
  PetscCheck(
    x->unit > 0, comm, PETSC_ERR_USER_INPUT,
    "-spin_speeds without -spin: give the axis, as -spin 0,0,1 (its length has no effect)");
  for (PetscInt k = 0; k < x->nspeeds; k++)
    PetscCheck(x->speed[k] >= 0 && (k == 0 || x->speed[k] > x->speed[k - 1]), comm,
               PETSC_ERR_USER_INPUT,
               "-spin_speeds ...,%.6g: speeds [rad/s] must not be negative, and each must be above "
               "the one before",
               (double)x->speed[k]);
  PetscCall(FsOptionsReal(o, "-t_start", &x->t_start, NULL));
  PetscCall(FsOptionsBool(o, "-initial_static", &in_equilibrium, NULL));
  PetscCall(FsOptionsBool(o, "-modes_damped", &damped, NULL));
  PetscCheck(damped && in_equilibrium, comm, PETSC_ERR_USER_INPUT,
             "-spin_speeds: modes at a speed are damped and about the equilibrium there; remove "
             "-modes_damped false and -initial_static false");
  PetscFunctionReturn(PETSC_SUCCESS);
}
