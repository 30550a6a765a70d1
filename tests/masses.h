/* masses.h: masses whose force laws switch, as systems and by their motions in closed form. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MASSES_H
#define MASSES_H

#include <fs/system.h>

/* One unknown, x'' = c - k x in each mode. */
typedef enum {
  BOUNCE,  /* falls on a spring without mass that only pushes: the force has a kink at x = 0, and no
              memory */
  STOP,    /* the same, but the spring pushes back less, by restitution^2, while the mass moves out:
              jumps at v = 0 */
  FRICTION /* on a spring, with dry friction: jumps at v = 0, where it may also stay */
} MassKind;
typedef enum { FREE, IN, OUT, FORTH, BACK, STUCK } MassMode;
typedef struct {
  MassKind  kind;
  PetscReal k, restitution, g, friction, x0, v0, t_end;
  PetscBool nowhere; /* it tells of no switches */
  MassMode  mode;
  PetscReal kept[2]; /* values whose change of sign ends the mode, at the last accepted state */
} Mass;

/* On one rank; m is borrowed, and its mode is changed. */
PetscErrorCode SystemCreateMass(Mass *m, FsSystem *sys);

/* A point of the motion, in the mode that follows, behind so many switches. */
typedef struct {
  double   t, x, v;
  MassMode mode;
  int      events;
} MassPiece;
MassPiece mass_start(const Mass *m);
void      mass_follow(const Mass *m, double t, MassPiece *p); /* to the time t, to 1e-13 */

#endif
