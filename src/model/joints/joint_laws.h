/* joint_laws.h: springs, dampers, motors and stops that act on a free coordinate u of a joint.

   All forces are functions of t, u and the rate v = du/dt. Functions are not collective unless
   their comment says otherwise.

   A stop has the coefficient of restitution e, whatever masses collide there. Let x > 0 be the
   penetration, which is u - upper for the upper stop, and w = dx/dt. The force is

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

/* CoordinateLaw - The forces on one coordinate u. If the coordinate is an angle, its unit is [rad]
   instead of [m], and a force is a moment. */
typedef struct {
  PetscReal stiffness, damping; /* of the linear spring [N/m] and damper [N s/m] */
  PetscReal rest;               /* value of u at which the linear spring has no force [m] */
  /* [LAW_NPROP] numbers of the law of this spring, whose initial stiffness is then stiffness;
     owned; NULL without a law */
  double    *uniaxial;
  Expression spring; /* resisting force, a formula of u; NULL if not given */
  Expression damper; /* resisting force, a formula of u and v; NULL if not given */
  Expression motor;  /* driving force, a formula of t, u, v; NULL if not given */
  /* whether the motor is a function of the calling program that is called once a step, so that its
     force is constant during the step */
  PetscBool motor_per_step;
  PetscReal lower, upper;   /* values of u at which stops begin; infinite without a stop */
  PetscReal stop_stiffness; /* k of both stops [N/m] */
  PetscReal restitution;    /* e of both stops */
  PetscReal stop_velocity;  /* eps [m/s], [rad/s]; unused if e is 1 */
  Friction  friction;       /* the functions below ignore it */
} CoordinateLaw;

/* coordinate_law_without_forces - Returns the law of a coordinate on which nothing acts. */
static inline CoordinateLaw coordinate_law_without_forces(void)
{
  return (CoordinateLaw){
    .lower = -INFINITY, .upper = INFINITY, .restitution = 1, .stop_velocity = 1};
}

/* CoordinateLawCreate - Creates the law of a coordinate, without friction.

   Input:
     prefix   prefix of the options of the coordinate, -joint_<joint>_<coordinate>, for messages
   Output:
     law      the caller destroys it by CoordinateLawDestroy(), even after an error
   Collective. Input error: a text is not a formula; the formula of the spring is not finite at u =
   0; the law of the spring is wrong or lacks a stiffness. */
PetscErrorCode CoordinateLawCreate(MPI_Comm comm, Symbols symbols, const char prefix[],
                                   const CoordinateLawOptions *options, CoordinateLaw *law);
PetscErrorCode CoordinateLawDestroy(CoordinateLaw *law);

/* CoordinateState - The state of a joint coordinate on which the forces depend. */
typedef struct {
  PetscReal     t, u, v; /* time [s], the coordinate and its rate */
  PetscReal     motor;   /* force of the motor in this step, if motor_per_step is PETSC_TRUE */
  const double *memory;  /* [LAW_MAX_MEMORY] what the law remembers; NULL: nothing yet */
} CoordinateState;

/* Resistance - A force against the motion of a joint coordinate u, and its derivatives by u and its
   rate v. */
typedef struct {
  PetscReal force, by_u, by_v;
} Resistance;

/* coordinate_resistance - Returns the sum of all forces against a joint coordinate: those of
   springs, dampers and stops, minus that of the motor, which acts along it.

   The force is NaN if a formula has no finite value.
   Input:
     slopes  whether to compute the derivatives */
Resistance coordinate_resistance(const CoordinateLaw *law, const CoordinateState *at,
                                 PetscBool slopes);

/* indices of the stored energy [J] and of the dissipated power [W] in an array */
enum { JOINT_ENERGY, JOINT_DISSIPATION, JOINT_ENERGIES };

/* coordinate_add_energies - Adds the energy that springs and stops of a joint coordinate store, and
   the power that its dampers and stops dissipate, to energy[].

   The energy of the linear spring, and that of its law, is 0 at u = rest, that of the nonlinear
   spring at u = 0, and that of a stop without contact. */
void coordinate_add_energies(const CoordinateLaw *law, const CoordinateState *at,
                             PetscReal energy[JOINT_ENERGIES]);

/* coordinate_law_memory - Computes what the law of a coordinate remembers if the state is accepted,
   memory[LAW_MAX_MEMORY], and returns the energy [J] that it has dissipated up to this state; 0 if
   there is no law. memory may be at->memory, or NULL. */
PetscReal coordinate_law_memory(const CoordinateLaw *law, const CoordinateState *at,
                                double memory[]);

/* coordinate_remembers - Returns whether the law of a coordinate remembers earlier states. */
PetscBool coordinate_remembers(const CoordinateLaw *law);

/* coordinate_kink_margin - Returns the margin of the kinks of the law of a coordinate between two
   states (fs/switches.h), INFINITY without kinks. The members t and motor are not used. */
PetscReal coordinate_kink_margin(const CoordinateLaw *law, const CoordinateState *from,
                                 const CoordinateState *to);

/* coordinate_law_beyond - Returns how far a coordinate is beyond the range that its law describes,
   such as the rows of a table, relative to the length of this range; 0 within it and without a law.
 */
PetscReal coordinate_law_beyond(const CoordinateLaw *law, PetscReal u);

/* coordinate_motor - Returns the force of the motor along the coordinate; 0 without a motor. */
PetscReal coordinate_motor(const CoordinateLaw *law, const CoordinateState *at);

/* coordinate_acts - Returns whether a force, such as that of a spring or motor, acts on a joint
   coordinate. */
PetscBool coordinate_acts(const CoordinateLaw *law);

/* coordinate_depends_on_velocity - Returns whether any force depends on v. */
PetscBool coordinate_depends_on_velocity(const CoordinateLaw *law);

/* coordinate_has_energy - Returns whether the forces on a joint coordinate may store energy
   (JOINT_ENERGY) or dissipate power (JOINT_DISSIPATION). */
PetscBool coordinate_has_energy(const CoordinateLaw *law, int energy);

/* coordinate_slope_bounds - Computes bounds of the stiffness and damping of the coordinate, from
   which a bound of the frequencies follows: |by_u| and |by_v| of the resistance. If there is a stop
   but no contact, the stiffness of the stop is added to |by_u|. */
void coordinate_slope_bounds(const CoordinateLaw *law, const CoordinateState *at, PetscReal *by_u,
                             PetscReal *by_v);

/* coordinate_has_stops - Returns whether the coordinate has a stop, whose force has a corner. */
PetscBool coordinate_has_stops(const CoordinateLaw *law);

/* coordinate_find_non_finite - Returns whether a formula, or the energy of a spring, is not finite
   at a state. A motor whose function is called once a step is not tested.

   Output:
     text  [size] message with the formula, or with the spring; unchanged if all is finite */
PetscBool coordinate_find_non_finite(const CoordinateLaw *law, const CoordinateState *at,
                                     char text[], size_t size);

/* coordinate_outside_table - Returns whether the formula of the motor, at the time t [s], calls a
   table with an argument for which the table has no value.

   Returns PETSC_FALSE if there is no motor, or if the formula depends on u or v.
   Output:
     text  [size] error message; set only if the result is PETSC_TRUE */
PetscBool coordinate_outside_table(const CoordinateLaw *law, PetscReal t, char text[], size_t size);

#endif
