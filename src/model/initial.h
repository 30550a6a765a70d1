/* initial.h: initial displacements, rotations and velocities of nodes, as formulas of place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_INITIAL_H
#define FS_MODEL_INITIAL_H

#include "input/formula/expression.h"
#include "model/components.h"

/* An initial field: initial values at the nodes of a set, in global axes, as formulas of x, y, z. A
   formula is NULL if the user does not give it. If several fields give a value of one node, the
   last field counts. */
typedef struct {
  char      *name;
  PetscInt   set;
  Expression displacement[COMPONENTS]; /* displacement [m], rotation vector [rad] */
  Expression velocity[COMPONENTS];     /* velocity [m/s], angular velocity [rad/s] */
} Initial;

/* InitialsCreate - Reads the initial fields from the options. Collective. */
PetscErrorCode           InitialsCreate(FsOptions o, Model model);
PetscErrorCode           InitialsDestroy(Model model);
extern const FsOptionDoc initial_options[];

/* ModelInitialState - Evaluates the initial fields.

   Output:
     q, v    global vectors of displacements and velocities. Rotation vectors and angular
             velocities are in global axes. Entries without an initial field are 0, except
             rotations of beams, which follow the slope of the displacements
     turned  number of nodes whose rotations follow it
   Collective. Input error: a formula has no finite value at some node. */
PetscErrorCode ModelInitialState(Model model, Vec q, Vec v, PetscInt *turned);

#endif
