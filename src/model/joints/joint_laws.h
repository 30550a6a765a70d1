/* joint_laws.h: what acts on a free coordinate u of a joint: springs, dampers, a motor and stops, as pure functions of t, u
   and the rate v = du/dt. Read by joint_coordinates.c, evaluated by src/assembly. Begin at coordinate_resistance.

   A stop gives a restitution e without knowing any mass. With the penetration x > 0 (of the upper one u - upper) and the
   rate w into the stop its force is F = k x phi(w), phi = (1 + e^2)/2 + (1 - e^2)/2 tanh(w/eps): k x on the way in, e^2 k x
   on the way out, so that e^2 of the energy comes back, and e of the velocity. F is never below 0, and has a corner at
   x = 0 alone. It is the sum of what has the potential (1 + e^2)/4 k x^2, which is all that there is at rest, and of
   what dissipates the power (1 - e^2)/2 k x w tanh(w/eps) >= 0. */
#ifndef FS_MODEL_JOINTS_JOINT_LAWS_H
#define FS_MODEL_JOINTS_JOINT_LAWS_H

#include "element/joint/friction.h"
#include "fs/options.h"
#include "input/formula/expression.h"

/* Units: of a displacement [m] and [N], of an angle [rad] and [N m]. */
typedef struct {
  PetscReal  stiffness, damping; /* of the linear spring and damper; 0: none */
  PetscReal  rest;               /* where the linear spring has no force */
  Expression spring;             /* resisting force, a formula of u; NULL: none */
  Expression damper;             /* resisting force, a formula of u and v */
  Expression motor;              /* force along the coordinate, a formula of t, u and v */
  PetscReal  lower, upper;       /* where the stops begin; infinite: none */
  PetscReal  stop_stiffness;     /* k */
  PetscReal  restitution;        /* e */
  PetscReal  stop_velocity;      /* eps [m/s], [rad/s]; any if e is 1 */
  Friction   friction;           /* friction_options.h; not part of what is asked here */
} CoordinateLaw;

/* Read -joint_<joint>_<coordinate>_stiffness and all the others. *given: the name of one that was given, from FsOptionName; NULL: none.
   law is to be destroyed, also after an error. Collective. Input errors: a formula that does not parse, values out of range,
   or without effect. */
PetscErrorCode CoordinateLawFromOptions(FsOptions o, Symbols symbols, const char joint[],
                                        const char coordinate[], CoordinateLaw *law,
                                        const char **set_option);
PetscErrorCode CoordinateLawDestroy(CoordinateLaw *law);

/* The options that are documented here: all but stiffness, damping and rest. */
extern const FsOptionDoc joint_law_options[];

typedef struct {
  PetscReal t, u, v; /* [s]; a coordinate and its rate */
} CoordinateState;

/* The force against the coordinate, that of the motor with the opposite sign, and with slopes its derivatives; NaN where a formula has no
   finite value. */
typedef struct {
  PetscReal force, by_u, by_v;
} Resistance;
Resistance coordinate_resistance(const CoordinateLaw *law, const CoordinateState *at,
                                 PetscBool slopes);

/* account[JOINT_ENERGIES] += energy of springs and stops, 0 at u = rest, u = 0 and without contact [J]; power that dampers and stops dissipate
   [W]. */
enum { JOINT_ENERGY, JOINT_DISSIPATION, JOINT_ENERGIES };
void coordinate_add_energies(const CoordinateLaw *law, const CoordinateState *at,
                             PetscReal energy[JOINT_ENERGIES]);

/* The force of the motor along the coordinate; 0 without one. */
PetscReal coordinate_motor(const CoordinateLaw *law, const CoordinateState *at);

/* Whether something acts at all; whether it depends on v; whether an account may be other than 0. */
PetscBool coordinate_acts(const CoordinateLaw *law);
PetscBool coordinate_depends_on_velocity(const CoordinateLaw *law);
PetscBool coordinate_has_energy(const CoordinateLaw *law, int energy);

/* The largest of |by_u| with stops that may be reached later, and |by_v|. */
void coordinate_slope_bounds(const CoordinateLaw *law, const CoordinateState *at, PetscReal *by_u,
                             PetscReal *by_v);

/* Whether it has stops, whose forces have a corner where u passes lower or upper. */
PetscBool coordinate_has_stops(const CoordinateLaw *law);

/* If a formula has no finite value at a point, or a spring none on the way from 0 to u: text[size] says which. Returns whether. */
PetscBool coordinate_find_non_finite(const CoordinateLaw *law, const CoordinateState *at,
                                     char text[], size_t size);

/* ExpressionIsOutsideTable of a motor that is a formula of t alone. */
PetscBool coordinate_outside_table(const CoordinateLaw *law, PetscReal t, char text[], size_t size);

#endif
