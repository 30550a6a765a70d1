/* modes_options.c: reads the options of -analysis modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "modes_options.h"
#include "math/vector.h"

/* clang-format off */
const FsOptionDoc modes_options[] = {
  {"-modes", "10",
   "number of modes: the lowest, or with -modes_near the nearest, and all that are equal",
   FS_INT(ModesOptions, selection.n, 1), FS_GIVEN(ModesOptions, n_given)},
  {"-modes_below", "<Hz>", "all modes below a frequency",
   FS_POSITIVE(ModesOptions, hertz[1]), FS_GIVEN(ModesOptions, below)},
  {"-modes_between", "<a,b>", "all modes in an interval [Hz]",
   FS_REALS(ModesOptions, hertz, 2), FS_GIVEN(ModesOptions, between)},
  {"-modes_near", "<Hz>", "the modes nearest to a frequency",
   FS_REAL(ModesOptions, hertz[0]), FS_GIVEN(ModesOptions, near)},
  {"-modes_damped", "false",
   "with dampers, damping and gyroscopic forces: complex modes (-modes alone; default true with "
   "-spin)", FS_BOOL(ModesOptions, damped), FS_DESCRIBED},
  {"-spin_speeds", "<w,...>",
   "damped modes of a rotating model at these speeds [rad/s] about the axis of -spin; their shapes "
   "identify them"},
  {"-modes_point", "0,0,0",
   "point about which rigid rotations are defined, for participation factors and effective masses",
   FS_REALS(ModesOptions, point, 3), FS_GIVEN(ModesOptions, point_given)},
  {NULL, NULL, NULL}
};
/* clang-format on */

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
  ModesRequest *w = &x->selection;
  PetscBool     below, between, near;

  PetscFunctionBeginUser;
  *x = (ModesOptions){.damped = rotating};
  PetscCall(FsOptionsReadRows(o, modes_options, NULL, x));
  below = x->below, between = x->between, near = x->near;
  PetscCheck(x->n_given + below + between <= 1 && below + between + near <= 1, comm,
             PETSC_ERR_USER_INPUT,
             "-modes, -modes_below and -modes_between exclude each other, and -modes_near goes "
             "with -modes alone: give one");
  PetscCheck(
    !between || (x->hertz[0] >= 0 && x->hertz[1] > x->hertz[0]), comm, PETSC_ERR_USER_INPUT,
    "-modes_between %.6g,%.6g: the second must be above the first, and neither may be negative",
    (double)x->hertz[0], (double)x->hertz[1]);
  PetscCheck(x->hertz[0] < 1e100 && x->hertz[1] < 1e100, comm, PETSC_ERR_USER_INPUT,
             "-modes_...: no structure has a frequency of 1e100 Hz");
  PetscCheck(
    x->damped || !rotating, comm, PETSC_ERR_USER_INPUT,
    "-modes_damped false: in a rotating frame gyroscopic forces couple the modes; remove it");
  PetscCheck(!x->damped || !(below || between || near), comm, PETSC_ERR_USER_INPUT,
             "complex modes (-modes_damped, -spin) cannot be counted: give the number of those "
             "nearest to 0 (-modes)");
  PetscCheck(!x->damped || !x->point_given, comm, PETSC_ERR_USER_INPUT,
             "-modes_point has no effect: complex modes (-modes_damped, -spin) have no effective "
             "masses; remove it");
  PetscCheck(!near || x->hertz[0] >= 0, comm, PETSC_ERR_USER_INPUT,
             "-modes_near %.6g: a frequency must not be negative", (double)x->hertz[0]);
  w->kind = below || (between && x->hertz[0] == 0) ? MODES_BELOW
            : between                              ? MODES_BETWEEN
            : near                                 ? MODES_NEAR
                                                   : MODES_LOWEST;
  w->low  = mu_from_hertz(x->hertz[0]);
  w->high = mu_from_hertz(x->hertz[1]);
  PetscCall(FsOptionsReal(o, "-t_start", &x->t_start, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadCampbellOptions(FsOptions o, MPI_Comm comm, CampbellOptions *x)
{
  PetscInt     three          = 3;
  PetscReal    spin[3]        = {0, 0, 0};
  PetscBool    in_equilibrium = PETSC_TRUE;
  ModesOptions modes          = {.damped = PETSC_TRUE};

  PetscFunctionBeginUser;
  *x = (CampbellOptions){.nspeeds = CAMPBELL_MAX_SPEEDS};
  PetscCall(FsOptionsReadRow(o, modes_options, "-modes", NULL, &modes));
  x->n = modes.selection.n;
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
  PetscCall(FsOptionsReadRow(o, modes_options, "-modes_damped", NULL, &modes));
  PetscCheck(modes.damped && in_equilibrium, comm, PETSC_ERR_USER_INPUT,
             "-spin_speeds: modes at a speed are damped and about the equilibrium there; remove "
             "-modes_damped false and -initial_static false");
  PetscFunctionReturn(PETSC_SUCCESS);
}
