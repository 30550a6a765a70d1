/* buckling_modes.h: linear buckling about an equilibrium: the factors p at which K + p K' is singular, K the tangent there and K' its
   derivative as the loads grow by what they do from t to t + 1, along the displacements, rotations and multipliers that go with that
   linearly. Called by analysis/buckling.c. Begin with BucklingPencilCreate. */
#ifndef FS_EIGEN_BUCKLING_MODES_H
#define FS_EIGEN_BUCKLING_MODES_H

#include "pencil.h"

/* The pencil K x = p (-K') x at an equilibrium s at s->t: PencilCountBelow(p) tells how many x make K + p K' negative. K' is a central difference
   of sixth order over angles and strains of some 0.002, whose error is near round-off, 1e-11; the same states whatever the size of the
   load. *second, the caller's: K'', likewise. Input errors: nothing changes with the loads, or not in proportion to t; the equilibrium
   is critical itself. Collective. */
PetscErrorCode BucklingPencilCreate(FsSystem sys, const FsState *s, Pencil *pencil, Mat *second);

/* The n factors nearest to 0, of both signs, in this order, and all others up to the largest; shapes with a largest entry of 1.
   certified: inertia counts as many between -reach and reach; false where the loads are not conservative, or the equilibrium is not
   stable (unstable: in how many directions; 0 unknown where loads are not conservative). */
typedef struct {
  PetscInt   n, unstable;
  PetscReal *factor, *residual; /* [n]; residual: as in undamped_modes.h */
  /* [n] p^2/2 x K'' x over x K x: what the next order of the stiffness adds. Near 1 the factor is not one of the structure */
  PetscReal *second;
  Vec       *x; /* [n] */
  PetscBool  certified;
  PetscReal  bound;
  PetscInt   factorizations, solves;
} BucklingFactors;

/* Error: PETSC_ERR_NOT_CONVERGED where factors that inertia counts are not found, or there are none. Collective. */
PetscErrorCode BucklingFind(Pencil p, Mat second, PetscInt n, BucklingFactors *f);
PetscErrorCode BucklingDestroy(BucklingFactors *f);

#endif
