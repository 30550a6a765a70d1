/* undamped_modes.h: computes modes of free vibration and confirms their number by inertia.

   SLEPc's Krylov-Schur method with shift-and-invert finds them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_UNDAMPED_MODES_H
#define FS_EIGEN_UNDAMPED_MODES_H

#include "pencil.h"

/* Requested modes: the n lowest; all with mu < high; all with low < mu < high; the n nearest to
   low in frequency. mu is omega^2. */
typedef enum { MODES_LOWEST, MODES_BELOW, MODES_BETWEEN, MODES_NEAR } ModesKind;
typedef struct {
  ModesKind kind;
  PetscInt  n;         /* not used by MODES_BELOW and MODES_BETWEEN */
  PetscReal low, high; /* values of mu [1/s2] */
} ModesRequest;

/* Modes - The modes found, by ascending mu.

   If several modes have the same mu up to round-off, all are returned. Therefore n may be larger
   than requested. The member certified is PETSC_TRUE if the inertia counts n modes with mu between
   from and to. If from is -PETSC_MAX_REAL, there is no lower limit. If the pencil is not symmetric,
   inertia cannot count its modes, and certified is PETSC_FALSE. */
typedef struct {
  /* zeros: number of modes with mu = 0 up to round-off, rigid motions and mechanisms */
  PetscInt   n, zeros;
  PetscReal *mu; /* [n] [1/s2] */
  /* [n] imaginary part of mu; not 0 for flutter of a pencil that is not symmetric */
  PetscReal *growth;
  PetscReal *residual; /* [n] |K x - mu M x| / (|K x| + |mu M x|) */
  PetscBool *zero;     /* [n] PETSC_TRUE if mu = 0 up to round-off */
  Vec       *x;        /* [n] mode shapes, x . M x = 1 */
  PetscBool  certified;
  PetscReal  from, to;               /* limits of mu [1/s2] */
  PetscInt   factorizations, solves; /* numbers in the search */
} Modes;

/* ModesFind - Finds the requested modes.

   Raises PETSC_ERR_NOT_CONVERGED if the inertia counts more modes than are found. Collective. Input
   errors: the interval has no modes; the system has no mass. */
PetscErrorCode ModesFind(Pencil p, const ModesRequest *request, Modes *modes);
PetscErrorCode ModesDestroy(Modes *modes);

#endif
