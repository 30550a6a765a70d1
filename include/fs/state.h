/* state.h: the state of a mechanical system, its loading, and how a stage changes the state.

   A state is (q, v, a, lambda, t). A loading says how much of the loads acts. A shift says how q,
   v and a depend on the unknown x of a stage. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STATE_H
#define FS_STATE_H

#include <fs/harmonic.h>
#include <fs/petsc_versions.h>

/* FsSystem - A mechanical system, system.h. */
typedef struct _n_FsSystem *FsSystem;

/* FsState - The state of a system at time t.

   The Vecs are global and have entries for the free dofs and for the multipliers.
   FsSystemStateCreate creates them for the caller, who destroys them. An integrator may exchange
   the handles for others of the same layout. The entries of q, v and a are
     displacement  q [m], v [m/s], a [m/s2]
     rotation      q is the rotation vector theta [rad] of a node, whose orientation is R = R_ref
                   exp(theta). R_ref is the orientation at the last accepted state. v is the angular
                   velocity in body axes [rad/s], and a is the time derivative of v. qd is the rate
                   theta' = T(theta)^-1 v (math/rotation.h)
     multiplier    a is lambda. v and q are the first and second time integral of lambda. These
                   integrals have no mechanical meaning, but let schemes treat all entries in the
                   same way

   qd, the time derivative of q, is a separate Vec if FsSystemHasRates returns PETSC_TRUE, else the
   same Vec as v. In arguments, v, a and qd may be NULL only if the function says so; NULL counts as
   zero. strain is NULL, or has element strains that FsSystemTangent uses instead of the strains at
   q (FsSystemStrains). The caller of FsSystemTangent owns strain. Besides,
   FsSystemResidual reads strain, but only at a state with midpoint. midpoint is
   PETSC_TRUE if the state is in the middle of a step from the last accepted state. Only schemes
   that conserve energy and angular momentum evaluate such states (FsSystemMidpointOps). Joints then
   act along the means of the directions and points at both ends of the step. */
typedef struct {
  PetscReal t; /* [s] */
  Vec       q, v, a, qd, strain;
  PetscBool midpoint;
} FsState;

/* FsLoading - How much of the loads and prescribed motions of the model acts at a state. */
typedef struct {
  /* the load factor, which multiplies all loads, gravity, motions of supports and joint drivers */
  PetscReal factor;
  /* PETSC_TRUE: supports and drivers prescribe positions only, and their velocities count as 0 */
  PetscBool quasistatic;
  /* the factor that multiplies the angular velocity of a rotating reference frame */
  PetscReal spin;
  /* the harmonic part of loads and prescribed motions, which is added to the other part; zero
     except in the analysis of a harmonic response */
  FsHarmonic harmonic;
} FsLoading;

/* FsLoadingOfMotion - Returns the loading of time steps: load factor 1, with the velocities of
   supports and drivers. */
static inline FsLoading FsLoadingOfMotion(void)
{
  const FsLoading loading = {
    1, PETSC_FALSE, 1, {0, 0, 0}
  };

  return loading;
}

/* FsLoadingOfEquilibrium - Returns the loading of an equilibrium: a given load factor, which also
   multiplies the angular velocity of a rotating reference frame, and supports without velocity. */
static inline FsLoading FsLoadingOfEquilibrium(PetscReal factor)
{
  const FsLoading loading = {
    factor, PETSC_TRUE, factor, {0, 0, 0}
  };

  return loading;
}

/* FsShift - How a state depends on the unknown vector x of a stage. Each time integration scheme
   has its own factors cm, cc and ck.

   The state is q = ck x + const, v = cc x + const and a = cm x + const. Therefore the tangent is
     dr/dx = cm M + cc C + ck K.
   If x is a displacement, ck has no unit, cc is in 1/s, and cm is in 1/s2. If rates is PETSC_TRUE,
   the time derivative qd of q is not v. Then q = ck x + const and qd = cc x + const; v follows from
   q and qd, and a = cm/cc v + const. */
typedef struct {
  PetscReal cm, cc, ck;
  PetscBool rates;
} FsShift;

#endif
