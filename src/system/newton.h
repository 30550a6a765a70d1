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
  PetscReal last, ratio, best; /* relative size of the step before; over the one before it, and the least of those */
  PetscReal first;             /* relative size of the first step */
  PetscReal curvature;         /* ratio of Newton's own steps over their size; 0: not known yet */
  PetscBool kept;              /* the matrix of the last step is of another point */
} NewtonTest;
PetscErrorCode NewtonTestStep(NewtonTest *test, PetscInt iteration, PetscBool sized, Vec start, Vec sum, Vec step,
                              SNESConvergedReason *reason);

/* Modified Newton: a matrix and its factors are kept while iterations without a new one are cheaper. Within a solve: while those
   still to come, at the rate that the last ones tell, cost less than a matrix. From solve to solve: until one takes more
   iterations than the average since the matrix was made, its making counted; where a solve that began so needed a new one
   all the same, the next ones do not, for twice as many each time. */
typedef struct {
  PetscBool made, rates;              /* there is one; for a line of q and qd */
  Line      line;                     /* it is for */
  PetscInt  solves, iterations, last; /* with it, and of the last one */
  PetscBool began, whole;             /* the solve under way began with it; and has needed no other */
  PetscInt  pause, wait;              /* solves to go before one may begin with it; how many after the next failure */
} NewtonMatrix;
PetscBool NewtonKeepsMatrix(const NewtonTest *test, PetscInt iteration, NewtonMatrix *matrix);
void      NewtonMadeMatrix(NewtonMatrix *matrix, PetscBool rates, Line line);
void      NewtonSolved(NewtonMatrix *matrix, PetscInt iterations, PetscBool converged);

/* Take convergence back where constraints on positions, the rows of multipliers in the residual r (times scale), do not hold yet. */
PetscErrorCode NewtonTestConstraints(const NewtonTest *test, PetscReal scale, Vec r, SNESConvergedReason *reason);

/* solve.c: the end of EVENT_STAGE; its iterations are those of a stage. */
PetscErrorCode StageEnd(const StageInfo *before, StageInfo *info);

/* Why an iteration failed, in words. */
const char *newton_reason(SNESConvergedReason reason);

#endif
