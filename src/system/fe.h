/* fe.h: inside of the System of a Model, for fe.c and energy.c. */
#ifndef FE_H
#define FE_H

#include "drive.h"
#include "system.h"

typedef struct {
  Model model;   /* borrowed */
  Mat   M, C, K; /* of the free dofs; C is NULL without damping */
  Drive drive;   /* NULL when no support moves */
} FE;

/* f += forces of the model's laws. */
PetscErrorCode ForceOfLaws(FE *fe, PetscReal t, Vec q, Vec v, Vec f);

/* frequency.c */
PetscErrorCode Frequency_FE(System sys, const State *s, PetscReal *omega, PetscReal *damping);

#endif
