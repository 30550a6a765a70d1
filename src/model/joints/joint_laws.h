/* joint_laws.h: springs, dampers, motors and stops that act on a free coordinate u of a joint.

   They are pure functions of t, u and the rate v = du/dt.

   A stop has the restitution e without knowledge of any mass. Let x > 0 be the penetration, which
   is u - upper for the upper stop, and w the rate into the stop. The force is

     F = k x phi(w), phi = (1 + e^2)/2 + (1 - e^2)/2 tanh(w/eps).

   It is k x on the way in and e^2 k x on the way out. The stop returns e^2 of the energy and e of
   the velocity. F is never negative, and its only corner is at x = 0. One part of F has the
   potential (1 + e^2)/4 k x^2; it is the only part at rest. The other part dissipates the power
   (1 - e^2)/2 k x w tanh(w/eps) >= 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_LAWS_H
#define FS_MODEL_JOINTS_JOINT_LAWS_H

#include "element/joint/friction.h"
#include "fs/options.h"
#include "input/formula/expression.h"

/* The units are [m] and [N] for a displacement, [rad] and [N m] for an angle. */
typedef struct {
  PetscReal  stiffness, damping; /* of the linear spring and damper */
  PetscReal  rest;               /* coordinate at which the linear spring has no force */
  Expression spring;             /* resisting force, a formula of u; or NULL */
  Expression damper;             /* resisting force, a formula of u and v; or NULL */
  Expression motor;              /* force along the coordinate, a formula of t, u, v; or NULL */
  PetscReal  lower, upper;       /* positions of the stops; infinite without a stop */
  PetscReal  stop_stiffness;     /* k */
  PetscReal  restitution;        /* e */
  PetscReal  stop_velocity;      /* eps [m/s], [rad/s]; unused if e is 1 */
  Friction   friction;           /* friction_options.h; the functions below ignore it */
} CoordinateLaw;

/* CoordinateLawFromOptions - Reads the law of a coordinate from -joint_<joint>_<coordinate>_...

   Output:
     law         the caller destroys it, also after an error
     set_option  the last word of an option that is set; NULL if no option is set
   Collective. Input errors: a formula that does not parse, a value that is out of range or has no
   effect. */
PetscErrorCode CoordinateLawFromOptions(FsOptions o, Symbols symbols, const char joint[],
                                        const char coordinate[], CoordinateLaw *law,
                                        const char **set_option);
PetscErrorCode CoordinateLawDestroy(CoordinateLaw *law);

/* All options except _stiffness, _damping and _rest. */
extern const FsOptionDoc joint_law_options[];

typedef struct {
  PetscReal t, u, v; /* time [s], a coordinate and its rate */
} CoordinateState;

typedef struct {
  PetscReal force, by_u, by_v; /* force and its derivatives by u and v */
} Resistance;

/* coordinate_resistance - Returns the force against the coordinate, minus that of the motor.

   Input:
     slopes  whether the derivatives are needed
   The result is NaN if a formula has no finite value. */
Resistance coordinate_resistance(const CoordinateLaw *law, const CoordinateState *at,
                                 PetscBool slopes);

enum { JOINT_ENERGY, JOINT_DISSIPATION, JOINT_ENERGIES };

/* coordinate_add_energies - Adds the energy [J] and the dissipated power [W] of a coordinate.

   The energy of the linear spring is 0 at u = rest, that of the nonlinear spring at u = 0, and that
   of a stop without contact. */
void coordinate_add_energies(const CoordinateLaw *law, const CoordinateState *at,
                             PetscReal energy[JOINT_ENERGIES]);

/* coordinate_motor - Returns the force of the motor along the coordinate; 0 without a motor. */
PetscReal coordinate_motor(const CoordinateLaw *law, const CoordinateState *at);

/* coordinate_acts - Returns whether any force acts on the coordinate. */
PetscBool coordinate_acts(const CoordinateLaw *law);

/* coordinate_depends_on_velocity - Returns whether the force depends on v. */
PetscBool coordinate_depends_on_velocity(const CoordinateLaw *law);

/* coordinate_has_energy - Returns whether JOINT_ENERGY or JOINT_DISSIPATION may differ from 0. */
PetscBool coordinate_has_energy(const CoordinateLaw *law, int energy);

/* coordinate_slope_bounds - Computes |by_u|, plus that of a stop without contact, and |by_v|. */
void coordinate_slope_bounds(const CoordinateLaw *law, const CoordinateState *at, PetscReal *by_u,
                             PetscReal *by_v);

/* coordinate_has_stops - Returns whether there are stops; their forces have corners. */
PetscBool coordinate_has_stops(const CoordinateLaw *law);

/* coordinate_find_non_finite - Returns whether a formula or the energy of a spring is not finite.

   Output:
     text  the formula and its arguments; unchanged if all are finite */
PetscBool coordinate_find_non_finite(const CoordinateLaw *law, const CoordinateState *at,
                                     char text[], size_t size);

/* coordinate_outside_table - Applies ExpressionIsOutsideTable to a motor that depends only on t. */
PetscBool coordinate_outside_table(const CoordinateLaw *law, PetscReal t, char text[], size_t size);

#endif
