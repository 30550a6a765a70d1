/* given_load.h: loads whose forces come from the program that runs the case, not from options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_GIVEN_LOAD_H
#define FS_MODEL_LOADS_GIVEN_LOAD_H

#include "model/loads/laws/law.h"

struct _n_Model;

/* A load with a force on each node of its set. The forces that the program gives change linearly in
   time from one step's end to the next; before the first step they are zero. If a function computes
   them, they are constant in each step. */
typedef struct {
  char      *name;
  PetscInt   n, *node; /* [n] local numbers of the nodes of the set that this rank owns */
  PetscReal *from, *to,
    *next;                /* [n][3] forces [N] at t_from and t_to; those that were given last */
  PetscReal t_from, t_to; /* [s]; the forces are `to` after t_to */
  PetscBool waits;        /* next counts for the next step */
  Law      *law;          /* owned; its formulas are the function. NULL without a function */
  PetscBool evaluated;    /* from and to are the values at law_x */
  PetscReal (*law_x)[LAW_VARIABLES]; /* [n] variables of the law */
} GivenLoad;

/* GivenLoadAdd - Adds the load of -load_<name>_given to the model.

   Collective. Input error: the nodes of the set have no displacements. */
PetscErrorCode GivenLoadAdd(struct _n_Model *model, const char name[], PetscInt set);
PetscErrorCode GivenLoadsDestroy(struct _n_Model *model);

/* GivenLoadAddLaw - Adds a load whose forces are those of a law at the start of each step.

   The load owns the members of the law. */
PetscErrorCode GivenLoadAddLaw(struct _n_Model *model, const Law *law);

/* given_load_function - Returns the name of a load whose forces a function computes once a step, or
   NULL. */
const char *given_load_function(const struct _n_Model *model);

/* given_loads_wait - Returns whether the program gives the forces of some load step by step. */
PetscBool given_loads_wait(const struct _n_Model *model);

/* GivenLoadsEvaluate - Computes the forces of functions at the start of a step.

   Call it before each step. For nodes with the same t, q and v as before, no function is called.
   Input:
     q, v  global vectors of displacements and velocities
   Collective. Input error: a force is not finite. */
PetscErrorCode GivenLoadsEvaluate(struct _n_Model *model, PetscReal t, Vec q, Vec v);

/* given_load_find - Returns the load of a name whose forces the program gives, or NULL. */
GivenLoad *given_load_find(struct _n_Model *model, const char name[]);

/* given_loads_start - Lets the forces that were given last be those at the time t_to. The step
   starts at t_from [s], with the forces of that time. It may be called again for the same step. */
void given_loads_start(struct _n_Model *model, PetscReal t_from, PetscReal t_to);

/* given_load_force - Computes the force f[3] on node k of the load at the time t. */
void given_load_force(const GivenLoad *load, PetscReal t, PetscInt k, PetscReal f[3]);

#endif
