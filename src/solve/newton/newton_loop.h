/* newton_loop.h: the iteration of Newton's method, for a SNES and its options.

   SNES asks for about ten options in each iteration and computes norms that no test reads. In a
   small system this takes longer than the mechanics. The loop here does the same arithmetic as
   SNESNEWTONLS, and therefore gives the same bits. It uses the linear solver, the line search, the
   tolerances, the monitors and the viewers of the SNES, and calls the callbacks of NewtonProblem
   with the SNES, whose iteration, solution, function and reason are set. Callbacks get the last
   step from NewtonLoopGetStep. If the user gives -snes_type, SNESSolve takes the place of the loop.

   A few unknowns on one rank need no KSP either (direct/dense_solve.h). If that elimination fails,
   the KSP takes over for the rest of the solve, and its failure is the one that is reported. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_NEWTON_LOOP_H
#define FS_SOLVE_NEWTON_NEWTON_LOOP_H

#include "newton.h"

/* NewtonLoop - The data of a loop of Newton's method: the problem r(x) = 0, which options the user
   has set, and the last step. All members are zero before NewtonLoopSetUp, except may_be_dense,
   which the owner may set. */
typedef struct {
  NewtonProblem problem; /* the callbacks */
  void         *context;
  PetscBool     by_user;        /* whether the user has set an option -snes_... */
  PetscBool     solver_by_user; /* whether the user has set an option of SNES, KSP or PC */
  /* whether the user has set -snes_type, so that SNESSolve takes the place of this loop */
  PetscBool petsc;
  PetscBool line; /* whether the SNES has a line search */
  /* whether small linear systems may be solved without the KSP, because nobody needs its factors */
  PetscBool may_be_dense;
  /* whether all linear systems of the present solve were solved without the KSP so far */
  PetscBool dense;
  /* number of iterations of the linear solver in the last solve of this loop */
  PetscInt linear;
  Vec      step; /* the last step of Newton's method; NULL before the first solve */
} NewtonLoop;

/* NewtonLoopSetUp - Prepares the loop of Newton's method for a SNES, and finds which options of
   SNES the user has set.

   Input:
     snes              a SNES that NewtonCreate has created
     problem, context  the callbacks and their last argument, the same as for NewtonCreate; problem
                       is copied, and context is borrowed
   Collective. */
PetscErrorCode NewtonLoopSetUp(NewtonLoop *f, SNES snes, const NewtonProblem *problem,
                               void *context);
PetscErrorCode NewtonLoopDestroy(NewtonLoop *f);

/* NewtonLoopSetLineSearch - Turns on or off a line search along each step of Newton's method, which
   looks for a critical point of the energy. snes is the one of NewtonLoopSetUp. Collective. */
PetscErrorCode NewtonLoopSetLineSearch(NewtonLoop *f, SNES snes, PetscBool search);

/* NewtonLoopSolve - Solves r(x) = 0 by Newton's method.

   Input:
     snes        the SNES of NewtonLoopSetUp
   Changed:
     x           the first iterate on entry, the last one on return
   Output:
     iterations  the number of iterations of Newton's method
     linear      the number of iterations of the linear solver in all of them; factors count as 1
     reason      why the iteration ended; negative if it failed
   Collective. */
PetscErrorCode NewtonLoopSolve(NewtonLoop *f, SNES snes, Vec x, PetscInt *iterations,
                               PetscInt *linear, SNESConvergedReason *reason);

/* NewtonLoopGetStep - Gives the last step of the present solve by Newton's method: step is set to a
   vector that f owns. Not collective. */
PetscErrorCode NewtonLoopGetStep(const NewtonLoop *f, SNES snes, Vec *step);

/* newton_loop_is_at_iterate - Returns whether the residual was evaluated last at the present
   iterate. A line search, and other solvers of SNES, may have evaluated it elsewhere. */
static inline PetscBool newton_loop_is_at_iterate(const NewtonLoop *f)
{
  return (PetscBool)(!f->petsc && !f->line);
}

#endif
