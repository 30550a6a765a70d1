/* state.h: the state of a mechanical system, its loading, and how a stage changes the state.

   A state is (q, v, a, lambda, t). A loading says how much of the loads acts. A shift says how q,
   v and a depend on the unknown x of a stage. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STATE_H
#define FS_STATE_H

#include <fs/fs.h>

/* FsSystem - A mechanical system, system.h. */
typedef struct _n_FsSystem *FsSystem;

/* FsState - The state of a system at time t.

   The Vecs are global and hold the free dofs and the multipliers. The program that creates the
   state owns them (FsSystemStateCreate). An integrator may exchange the handles for others of
   the same layout.
     displacement  q [m], v [m/s], a [m/s2]
     rotation      q is the rotation vector theta [rad] of the chart R = R_ref exp(theta). R_ref
                   is the orientation at the last accepted state. v is the angular velocity in
                   body axes [rad/s], and a its time derivative. qd is the rate theta' =
                   T(theta)^-1 v (math/rotation.h)
     multiplier    a is lambda. v and q are the first and second time integral of lambda. The
                   integrals have no meaning, but let schemes treat all entries alike

   qd, the rate of q, is a separate Vec if FsSystemHasRates, else the same Vec as v. In
   arguments, v, a and qd may be NULL only if the function says so; NULL counts as zero. strain
   is NULL, or element strains that a tangent uses instead of the strains at q (FsSystemStrains).
   The caller of FsSystemTangent owns it; no other function reads it. */
typedef struct {
  PetscReal t; /* [s] */
  Vec       q, v, a, qd, strain;
} FsState;

/* FsLoading - How much of the loading acts at the time of a state. */
typedef struct {
  PetscReal  factor;      /* multiplies all loads, gravity, motions of supports and joint drivers */
  PetscBool  quasistatic; /* supports and drivers prescribe positions; velocities count as 0 */
  PetscReal  spin;        /* multiplies the angular velocity of a rotating reference frame */
  FsHarmonic harmonic;    /* added to the other loads; zero except in harmonic response */
} FsLoading;

/* FsLoadingOfMotion - Returns the full loading, for time steps. */
static inline FsLoading FsLoadingOfMotion(void)
{
  const FsLoading loading = {
    1, PETSC_FALSE, 1, {0, 0, 0}
  };

  return loading;
}

/* FsLoadingOfEquilibrium - Returns the quasistatic loading with a load factor. */
static inline FsLoading FsLoadingOfEquilibrium(PetscReal factor)
{
  const FsLoading loading = {
    factor, PETSC_TRUE, factor, {0, 0, 0}
  };

  return loading;
}

/* FsShift - How a state depends on the unknown x of a stage.

   q = ck x + const, v = cc x + const and a = cm x + const, so the tangent is
     dr/dx = cm M + cc C + ck K.
   If x is a displacement, ck is a number, cc is in 1/s, and cm is in 1/s2. If rates is PETSC_TRUE,
   the rate qd is not v. Then q = ck x + const, qd = cc x + const, v follows from q and qd, and
   a = cm/cc v + const. */
typedef struct {
  PetscReal cm, cc, ck;
  PetscBool rates;
} FsShift;

#endif
