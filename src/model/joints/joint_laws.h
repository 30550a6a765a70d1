/* joint_laws.h: springs, dampers, motors and stops that act on a free coordinate u of a joint.

   All forces are functions of t, u and the rate v = du/dt.

   A stop has the restitution e without knowledge of any mass. Let x > 0 be the penetration, which
   is u - upper for the upper stop, and w = dx/dt. The force is

     F = k x phi(w), phi = (1 + e^2)/2 + (1 - e^2)/2 tanh(w/eps).

   F is k x during compression and e^2 k x during restitution. Hence the body leaves the stop with
   e^2 times its energy and e times its velocity. F is never negative, and its only corner is at
   x = 0. One part of F has the potential (1 + e^2)/4 k x^2; at rest it is equal to F. The other
   part dissipates the power (1 - e^2)/2 k x w tanh(w/eps) >= 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_LAWS_H
#define FS_MODEL_JOINTS_JOINT_LAWS_H

#include "coordinate_options.h"
#include "element/joint/friction.h"
#include "input/formula/expression.h"

/* CoordinateLaw - The forces on one coordinate. If it is an angle, its unit is [rad] instead of
   [m], and a force is a moment. */
typedef struct {
  PetscReal  stiffness, damping; /* of the linear spring and damper */
  PetscReal  rest;               /* coordinate at which the linear spring has no force */
  Expression spring;             /* resisting force, a formula of u; NULL if not given */
  Expression damper;             /* resisting force, a formula of u and v; NULL if not given */
  Expression motor;              /* driving force, a formula of t, u, v; NULL if not given */
  PetscBool  motor_per_step;     /* the motor is a function that is called once a step */
  PetscReal  lower, upper;       /* positions of the stops; infinite without a stop */
  PetscReal  stop_stiffness;     /* k of both stops */
  PetscReal  restitution;        /* e of both stops */
  PetscReal  stop_velocity;      /* eps [m/s], [rad/s]; unused if e is 1 */
  Friction   friction;           /* the functions below ignore it */
} CoordinateLaw;

/* coordinate_law_without_forces - Returns the law of a coordinate on which nothing acts. */
static inline CoordinateLaw coordinate_law_without_forces(void)
{
  return (CoordinateLaw){
    .lower = -INFINITY, .upper = INFINITY, .restitution = 1, .stop_velocity = 1};
}

/* CoordinateLawCreate - Creates the law of a coordinate, without friction.

   Input:
     prefix  of the options of the coordinate, -joint_<joint>_<coordinate>, for messages
   Output:
     law     the caller destroys it, also after an error
   Collective. Input error: a formula does not parse, or that of a spring is not finite at 0. */
PetscErrorCode CoordinateLawCreate(Symbols symbols, const char prefix[],
                                   const CoordinateLawOptions *options, CoordinateLaw *law);
PetscErrorCode CoordinateLawDestroy(CoordinateLaw *law);

typedef struct {
  PetscReal t, u, v; /* time [s], a coordinate and its rate */
  PetscReal motor;   /* force of the motor in this step, if its function is called once a step */
} CoordinateState;

typedef struct {
  PetscReal force, by_u, by_v; /* force and its derivatives by u and v */
} Resistance;

/* coordinate_resistance - Returns the sum of all forces on the coordinate.

   Forces of springs, dampers and stops count positive against the coordinate. The force of the
   motor is subtracted. The force is NaN if a formula has no finite value.
   Input:
     slopes  whether to compute the derivatives */
Resistance coordinate_resistance(const CoordinateLaw *law, const CoordinateState *at,
                                 PetscBool slopes);

/* Indices of the stored energy and the dissipated power. */
enum { JOINT_ENERGY, JOINT_DISSIPATION, JOINT_ENERGIES };

/* coordinate_add_energies - Adds the stored energy [J] and the dissipated power [W].

   The linear spring has no energy at u = rest. The nonlinear spring has no energy at u = 0. A stop
   has no energy without contact. */
void coordinate_add_energies(const CoordinateLaw *law, const CoordinateState *at,
                             PetscReal energy[JOINT_ENERGIES]);

/* coordinate_motor - Returns the force of the motor along the coordinate; 0 without a motor. */
PetscReal coordinate_motor(const CoordinateLaw *law, const CoordinateState *at);

/* coordinate_acts - Returns whether any force acts on the coordinate. */
PetscBool coordinate_acts(const CoordinateLaw *law);

/* coordinate_depends_on_velocity - Returns whether any force depends on v. */
PetscBool coordinate_depends_on_velocity(const CoordinateLaw *law);

/* coordinate_has_energy - Returns whether an energy may differ from 0.

   Input:
     energy  JOINT_ENERGY or JOINT_DISSIPATION */
PetscBool coordinate_has_energy(const CoordinateLaw *law, int energy);

/* coordinate_slope_bounds - Computes |by_u| and |by_v| of the resistance.

   If there is a stop, but no contact, the stiffness of the stop is added to |by_u|. */
void coordinate_slope_bounds(const CoordinateLaw *law, const CoordinateState *at, PetscReal *by_u,
                             PetscReal *by_v);

/* coordinate_has_stops - Returns whether the coordinate has a stop, whose force has a corner. */
PetscBool coordinate_has_stops(const CoordinateLaw *law);

/* coordinate_find_non_finite - Returns whether a formula or the energy of a spring is not finite.

   Ignores a motor that is called once a step.
   Output:
     text  the formula and its arguments, or the spring without a finite energy; unchanged if all
           values are finite */
PetscBool coordinate_find_non_finite(const CoordinateLaw *law, const CoordinateState *at,
                                     char text[], size_t size);

/* coordinate_outside_table - Returns whether the formula of the motor is outside a table at t.

   Returns PETSC_FALSE if there is no motor, or if its formula depends on u or v.
   Output:
     text  as in ExpressionIsOutsideTable */
PetscBool coordinate_outside_table(const CoordinateLaw *law, PetscReal t, char text[], size_t size);

#endif
