/* friction.h: dry friction on a coordinate: a bristle that deflects, and a slider in series.

   The bristle connects the coordinate to an anchor. Its deflection z is the coordinate minus the
   position of the anchor. [z] is z limited to +-1.1 presliding, where the bristle slips. At the
   rate v and the normal force N, the limit of the friction force is

     F(v, N) = mu(v) arm N + preload
     mu(v)   = mu_kinetic + (mu_static - mu_kinetic) exp(-(v/stribeck)^2)   (Stribeck)

   The force against the motion is F phi(s), s = ([z] + settling_time v)/presliding. phi is s for
   small |s| and +-1 for |s| >= 1.1, with a smooth transition.

   Below the limit F, friction is a spring of the stiffness F/presliding with a damper; it does not
   creep. For |s| >= 1.1 it is exactly Coulomb's friction. After a step the anchor moves by the
   slip, so that z becomes [z] (friction_limited_deflection). This does not change the force. The
   position of the anchor is the only memory.

   A bristle that holds does not slip: [z] is z, and phi is s without a limit. |s| = 1 is then the
   limit of the friction force.

   Without the damper a mass that friction has stopped would oscillate on its bristle without end.
   The damper acts below the limit, in proportion to the force of the bristle, and not during
   sliding. The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_FRICTION_H
#define FS_ELEMENT_JOINT_FRICTION_H

typedef struct {
  double mu_kinetic, mu_static; /* coefficients of friction, mu_static >= mu_kinetic */
  double stribeck;              /* velocity scale of mu(v) if they differ [m/s] or [rad/s] */
  double preload;               /* part of the limit that does not depend on N [N] or [N m] */
  double arm;                   /* radius of the pin if the coordinate is an angle [m]; else 1 */
  /* scale of the deflection z before sliding [m] or [rad]; > 0 with friction */
  double presliding;
  /* the value of presliding in steps that end at the limit of sticking [m] or [rad] */
  double finest;
  /* the value of presliding in steps that should end at the limit of sticking, but may cross it [m]
     or [rad] */
  double widest;
  double growth;        /* finest grows to this time times the rate of the motion [s] */
  double settling_time; /* time in which a bristle without mass comes to rest [s] */
  int    holds;         /* 1: the bristle does not slip */
} Friction;

/* FrictionForce - The friction force or moment against the motion, and its derivatives by the
   deflection z, the rate v and the normal force N. */
typedef struct {
  double force, by_z, by_v, by_normal;
} FrictionForce;

/* friction_acts - Returns whether there is any friction. */
static inline int friction_acts(const Friction *f) { return f->mu_static > 0 || f->preload > 0; }

/* friction_force - Computes the dry friction force on a coordinate and its derivatives.

   Input:
     z       deflection of the bristle, the elastic displacement before sliding [m] or [rad]
     v       rate of the coordinate [m/s] or [rad/s]
     normal  normal force N >= 0 [N] */
FrictionForce friction_force(const Friction *f, double z, double v, double normal);

/* friction_limited_deflection - Returns the deflection z of a bristle (the elastic displacement
   before sliding), limited to +-1.1 presliding, where it slips. */
double friction_limited_deflection(const Friction *f, double z);

/* friction_held_deflection - Returns the deflection at which a bristle that must not slip has the
   same force at rest as one that may slip has at the deflection z. */
double friction_held_deflection(const Friction *f, double z);

/* friction_free_deflection - Returns the deflection, limited to +-1.1 presliding, at which a
   bristle that may slip has the same force at rest as one that must not slip has at the deflection
   held. */
double friction_free_deflection(const Friction *f, double held);

#endif
