/* undamped_modes.h: modes of free vibration of a pencil, found by SLEPc's Krylov-Schur method with shift and inversion, counted by
   inertia. Called by analysis/modes/modes.c. Begin with ModesFind. */
#ifndef FS_EIGEN_UNDAMPED_MODES_H
#define FS_EIGEN_UNDAMPED_MODES_H

#include "pencil.h"

/* Which: the n lowest; all below high; all from low to high; the n nearest to low. [1/s2] */
typedef enum { MODES_LOWEST, MODES_BELOW, MODES_BETWEEN, MODES_NEAR } ModesKind;
typedef struct {
  ModesKind kind;
  PetscInt  n;
  PetscReal low, high;
} ModesRequest;

/* What was found, by ascending mu. Modes that are equal up to round-off are all there or none is, so that there may be a
   few more than asked for. certified: the count by inertia between from and to is n (from -PETSC_MAX_REAL: of all below
   to); else the pencil is not symmetric, and has no such count. */
typedef struct {
  PetscInt   n, zeros; /* zeros: of which mu is 0 up to round-off: rigid motions and mechanisms */
  PetscReal *mu;       /* [n] [1/s2] */
  PetscReal *growth;   /* [n] imaginary part of mu of a pencil that is not symmetric: it flutters */
  PetscReal *residual; /* [n] |K x - mu M x| / (|K x| + |mu M x|) */
  PetscBool *zero;     /* [n] */
  Vec       *x;        /* [n], x M x = 1 */
  PetscBool  certified;
  PetscReal  from, to;
  PetscInt   factorizations, solves; /* by all factors */
} Modes;

/* Errors: PETSC_ERR_NOT_CONVERGED where modes that inertia counts are not found; input errors where an interval has none or
   the system has no mass. Collective. */
PetscErrorCode ModesFind(Pencil p, const ModesRequest *request, Modes *modes);
PetscErrorCode ModesDestroy(Modes *modes);

#endif
