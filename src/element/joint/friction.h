/* friction.h: dry friction on a coordinate: a bristle that bends, and a slider that holds it: pure functions, like element
   kernels. Called by src/assembly, with the parameters that src/model reads. Begin at friction_force.

   The bristle is bent by z, the coordinate minus its anchor, and at most by [z] = +-1.1 stick: there it slips. With the
   limit F(v, N) = mu(v) arm N + preload and
     mu(v) = sliding + (sticking - sliding) exp(-(v/stribeck)^2)   (Stribeck)
   the force against the motion is F phi(s), s = ([z] + settle v)/stick: phi = s up to the limit, +-1 from +-1.1 on, with
   a smooth corner between. So within the limit it is a spring of the stiffness F/stick with a damper, which holds without
   any creep, and beyond it friction is exactly Coulomb's. After a step the anchor follows what has slipped
   (friction_limited_deflection), which leaves the force as it is: that is all there is to remember, and it moves from step to step
   alone.

   Why the damper: a mass that friction has stopped would swing on its bristle for ever. It acts within the limit, so that
   sliding does not know it, and in proportion to what the bristle holds. */
#ifndef FS_ELEMENT_JOINT_FRICTION_H
#define FS_ELEMENT_JOINT_FRICTION_H

typedef struct {
  double mu_kinetic, mu_static; /* coefficients of friction, sticking >= sliding */
  double
    stribeck; /* velocity over which one falls to the other [m/s] or [rad/s]; where they differ */
  double preload;    /* the part of the limit that does not depend on N [N] or [N m] */
  double arm;        /* of a coordinate that is an angle the radius of the pin [m]; 1 of others */
  double presliding; /* z at the limit [m] or [rad]; above 0 if there is friction */
  double settling_time; /* time in which a bristle comes to rest that carries no mass [s] */
} Friction;

/* The force or moment against the motion and its derivatives by z, v and N. */
typedef struct {
  double force, by_z, by_v, by_normal;
} FrictionForce;

static inline int friction_acts(const Friction *f) { return f->mu_static > 0 || f->preload > 0; }

/* At a deflection z [m] or [rad], a rate v of the coordinate and a normal force N >= 0 [N]. */
FrictionForce friction_force(const Friction *f, double z, double v, double normal);

/* [z], the deflection at the end of a step. */
double friction_limited_deflection(const Friction *f, double z);

#endif
