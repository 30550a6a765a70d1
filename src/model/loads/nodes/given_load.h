/* given_load.h: loads whose forces come from the program that runs the case, not from options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_NODES_GIVEN_LOAD_H
#define FS_MODEL_LOADS_NODES_GIVEN_LOAD_H

#include "model/loads/laws/law.h"

struct _n_Model;

/* GivenLoad - A load with a force on each node of its set, and with a moment if it has six columns.

   The program gives the forces at the end of each step, and they change linearly in time within the
   step; before the first step they are 0. Or a function of the program computes the forces at the
   start of each step, and they are constant within the step. */
typedef struct _n_GivenLoad {
  char      *name;
  PetscInt   n, *node; /* [n] indices of the nodes of the set that this rank owns */
  PetscInt   columns;  /* 3: forces [N]; 6: forces, then moments [N m]; all in global axes */
  PetscReal *from, *to,
    *next; /* [n][columns] values at t_from, at t_to, and those that the program has given last */
  PetscReal t_from, t_to; /* start and end of the present step [s]; later the forces are `to` */
  PetscBool waits; /* whether the program has given values (next) for a step that has not started */
  /* law whose formulas are the function of the program, owned; NULL if the load has no function */
  Law      *law;
  PetscBool evaluated;               /* whether from and to are the forces of the law at law_x */
  PetscReal (*law_x)[LAW_VARIABLES]; /* [n] variables with which the law was evaluated last */
} GivenLoad;

/* GivenLoadAdd - Adds the load of -load_<name>_given, whose forces the program gives, to the model.

   Input:
     name     name of the load
     set      index of the set of nodes in Geometry.set_name
     moments  whether the program also gives moments
   Collective. Input errors: the nodes of the set have no displacements; the program gives moments,
   and a node of the set has no rotation. */
PetscErrorCode GivenLoadAdd(struct _n_Model *model, const char name[], PetscInt set,
                            PetscBool moments);
PetscErrorCode GivenLoadsDestroy(struct _n_Model *model);

/* GivenLoadAddLaw - Adds a load whose forces are those of a law at the start of each step. The
   load becomes the owner of the arrays and formulas of the law. */
PetscErrorCode GivenLoadAddLaw(struct _n_Model *model, const Law *law);

/* given_load_function - Returns the name of a load whose forces a function computes once a step, or
   NULL if there is no such load. */
const char *given_load_function(const struct _n_Model *model);

/* given_loads_wait - Returns the name of a load that expects the program to give its forces for
   each step, or NULL if there is no such load. */
const char *given_loads_wait(const struct _n_Model *model);

/* GivenLoadsEvaluate - Computes the forces of functions at the start of a step. Call it before each
   step. If a step is repeated from the same state, no function is called again.

   Input:
     t     time at the start of the step [s]
     q, v  global vectors of displacements and velocities at this time
   Collective. Input error: a force is not finite. */
PetscErrorCode GivenLoadsEvaluate(struct _n_Model *model, PetscReal t, Vec q, Vec v);

/* given_load_find - Returns the load with this name whose forces the program gives, or NULL if
   there is no such load. */
GivenLoad *given_load_find(struct _n_Model *model, const char name[]);

/* given_loads_start - Starts a step from t_from to t_to [s] of all loads whose forces the program
   gives: the forces change from those at t_from to the forces that the program has given last.

   If the step is repeated with another size, call the function again. */
void given_loads_start(struct _n_Model *model, PetscReal t_from, PetscReal t_to);

/* given_load_force - Computes the force f[0..2] and the moment f[3..5] on node number k of a load
   at the time t [s]. */
void given_load_force(const GivenLoad *load, PetscReal t, PetscInt k, PetscReal f[COMPONENTS]);

/* given_load_orients - Returns whether moments of a load turn against the axes of its nodes, so
   that the forces on the dofs depend on rotations: if the load has moments, and the model does not
   linearize rotations. */
PetscBool given_load_orients(const struct _n_Model *model, const GivenLoad *load);

#endif
