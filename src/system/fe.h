/* fe.h: inside of the System of a Model. */
#ifndef FE_H
#define FE_H

#include "drive.h"
#include "system.h"

typedef struct {
  Model         model;    /* borrowed */
  Mat           M, C, K;  /* of the elements' linear parts, on the free dofs; C, K are NULL where there is none */
  Vec           field[3]; /* forces of those parts in a unit acceleration in x, y, z; NULL without gravity */
  Drive         drive;    /* NULL when no support moves */
  Vec           local;    /* forces of elements, of a nonlinear model */
  ChartColumns *columns;  /* [nnodes] of the tangent under way */
  Vec turned; /* rotation vectors of the accepted steps since the energies were read, summed; NULL: no rotations */
  PetscReal factor; /* of all loads */
} FE;

/* f += forces of the model's laws. */
PetscErrorCode ForceOfLaws(FE *fe, PetscReal t, Vec q, Vec v, Vec f);

/* elements.c: what depends on the configuration, nonlinear elements and turning loads. r += their residual (NaN
   where an element collapsed), A += their tangent, see SystemOps. */
PetscErrorCode ElementsResidual(FE *fe, PetscReal t, Vec q, Vec v, Vec a, Vec r);
PetscErrorCode ElementsTangent(FE *fe, PetscReal t, Vec q, Vec qd, Vec v, Vec a, PetscReal cm, PetscReal cc,
                               PetscReal ck, Mat A);

/* Sums over this rank's nonlinear elements, and forces that loads (gravity included) apply through them and turning
   loads: applied += on free dofs; reaction[] += of motions (a motion: a component of a support that moves, in their
   order). */
typedef struct {
  PetscReal kinetic, strain; /* [J] */
  PetscReal power;           /* dissipated by dampers [W] */
} ElementSums;
PetscErrorCode ElementsBalance(FE *fe, const State *s, Vec momentum, Vec applied, PetscReal reaction[],
                               ElementSums *sums);

/* frequency.c */
PetscErrorCode Frequency_FE(System sys, const State *s, PetscReal *omega, PetscReal *damping);

#endif
