/* newton.h: Newton's method as all solves use it: full steps, direct solves, convergence judged by its steps. */
#ifndef NEWTON_H
#define NEWTON_H

#include "system.h"

/* A SNES of that system of equations, with the user's options on top. r: a work vector; borrowed, as A and context. */
typedef struct {
  PetscErrorCode (*residual)(SNES, Vec x, Vec r, void *context);
  PetscErrorCode (*tangent)(SNES, Vec x, Mat A, Mat P, void *context);
  PetscErrorCode (*converged)(SNES, PetscInt it, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                              SNESConvergedReason *, void *context);
} NewtonProblem;
PetscErrorCode NewtonCreate(System sys, const NewtonProblem *problem, Vec r, Mat A, void *context, SNES *snes);

/* How far an iteration has come, judged by its last step, vectors of displacements, rotations and multipliers. start: what they
   began with; sized: displacements can be measured with the model, not only with what they have become. reason is
   set when it has converged or diverges, after PETSc's own tests. */
typedef struct {
  System    sys;
  PetscInt  dofs;
  PetscReal last; /* relative size of the step before */
} NewtonTest;
PetscErrorCode NewtonTestStep(NewtonTest *test, PetscInt iteration, PetscBool sized, Vec start, Vec sum, Vec step,
                              SNESConvergedReason *reason);

/* Take convergence back where constraints on positions, the rows of multipliers in the residual r (times scale), do not hold yet. */
PetscErrorCode NewtonTestConstraints(const NewtonTest *test, PetscReal scale, Vec r, SNESConvergedReason *reason);

/* solve.c: the end of EVENT_STAGE; its iterations are those of a stage. */
PetscErrorCode StageEnd(const StageInfo *before, StageInfo *info);

/* Why an iteration failed, in words. */
const char *newton_reason(SNESConvergedReason reason);

#endif
