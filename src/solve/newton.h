/* newton.h: Newton's method as all solves use it: full steps, direct solves, convergence judged by its steps. */
#ifndef NEWTON_H
#define NEWTON_H

#include "solver.h"

/* A SNES of that system of equations, with the user's options on top. r: a work vector; borrowed, as A and context. */
typedef struct {
  PetscErrorCode (*residual)(SNES, Vec x, Vec r, void *context);
  PetscErrorCode (*tangent)(SNES, Vec x, Mat A, Mat P, void *context);
  PetscErrorCode (*converged)(SNES, PetscInt it, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                              SNESConvergedReason *, void *context);
} NewtonProblem;
PetscErrorCode NewtonCreate(FsSystem sys, const NewtonProblem *problem, Vec r, Mat A, void *context, SNES *snes);

/* How far an iteration has come, judged by its last step, vectors of displacements, rotations and multipliers. start: what they
   began with; sized: displacements can be measured with the model, not only with what they have become. reason is
   set when it has converged or diverges, after PETSc's own tests. */
typedef struct {
  FsSystem  sys;
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
  PetscBool made;
  FsShift   shift;            /* it is for */
  PetscInt  solves;           /* that ended with it */
  PetscInt  iterations, last; /* of those solves, and of the last of them */
  PetscBool began;            /* the solve under way began with it, and has needed no other */
  PetscInt  pause;            /* solves to go before one may begin with it */
  PetscInt  wait;             /* how many after the next failure */
} NewtonMatrix;

/* Whether a solve begins with the matrix that there is; usable: it is for this shift. */
PetscBool NewtonBegins(const NewtonTest *test, PetscBool usable, NewtonMatrix *matrix);
/* Whether an iteration of it, after the first, keeps what there is. */
PetscBool NewtonKeeps(const NewtonTest *test, PetscInt iteration, const NewtonMatrix *matrix);
void      NewtonMade(NewtonMatrix *matrix, FsShift shift);
void      NewtonSolved(NewtonMatrix *matrix, PetscInt iterations, PetscBool converged);

/* Take convergence back where constraints on positions, the rows of multipliers in the residual r (times scale), do not hold yet. */
PetscErrorCode NewtonTestConstraints(const NewtonTest *test, PetscReal scale, Vec r, SNESConvergedReason *reason);

/* Why an iteration failed, in words. */
const char *newton_reason(SNESConvergedReason reason);

#endif
