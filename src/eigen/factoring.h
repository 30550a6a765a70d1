/* factoring.h: SLEPc's start, and the direct solver that its problems have here. Used by the files of this folder. */
#ifndef FACTORING_H
#define FACTORING_H

#include <fs/fs.h>
#include <petscksp.h>

/* Before the first call of SLEPc, which has a start and an end of its own. */
PetscErrorCode SlepcStart(void);

/* ksp, of a spectral transformation, factors by MUMPS: L D L^T, whose signs count, or LU. */
PetscErrorCode FactoringOf(KSP ksp, PetscBool symmetric);

/* The same settings for factors of one's own, before their symbolic phase. */
PetscErrorCode FactoringSet(Mat factors);

#endif
