/* undamped_modes.h: computes modes of free vibration and confirms their number by inertia.

   SLEPc's Krylov-Schur method with shift-and-invert finds them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_UNDAMPED_MODES_H
#define FS_EIGEN_UNDAMPED_MODES_H

#include "pencil.h"

/* Requested modes: the n lowest; all below high; all from low to high; the n nearest to low
   [1/s2] */
typedef enum { MODES_LOWEST, MODES_BELOW, MODES_BETWEEN, MODES_NEAR } ModesKind;
typedef struct {
  ModesKind kind;
  PetscInt  n;
  PetscReal low, high;
} ModesRequest;

/* Modes - The modes found, by ascending mu.

   Clusters of modes that are equal up to round-off are complete, so there may be a few more than
   requested. certified means that the inertia counts n modes between from and to. If from is
   -PETSC_MAX_REAL, it counts all modes below to. A pencil that is not symmetric has no such
   count. */
typedef struct {
  /* zeros: number of modes with mu = 0 up to round-off, rigid motions and mechanisms */
  PetscInt   n, zeros;
  PetscReal *mu; /* [n] [1/s2] */
  /* [n] imaginary part of mu; not 0 for flutter of a pencil that is not symmetric */
  PetscReal *growth;
  PetscReal *residual; /* [n] |K x - mu M x| / (|K x| + |mu M x|) */
  PetscBool *zero;     /* [n] */
  Vec       *x;        /* [n], x M x = 1 */
  PetscBool  certified;
  PetscReal  from, to;
  PetscInt   factorizations, solves; /* by all factors */
} Modes;

/* ModesFind - Finds the requested modes.

   Errors: PETSC_ERR_NOT_CONVERGED if modes are missing that the inertia counts. Input errors: the
   interval has no modes, or the system has no mass. Collective. */
PetscErrorCode ModesFind(Pencil p, const ModesRequest *request, Modes *modes);
PetscErrorCode ModesDestroy(Modes *modes);

#endif
