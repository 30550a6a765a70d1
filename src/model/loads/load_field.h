/* load_field.h: factors of loads that depend on the place, and moving loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_FIELD_H
#define FS_MODEL_LOADS_LOAD_FIELD_H

#include <petscmat.h>
#include "element/shape.h"
#include "input/formula/expression.h"
#include "model/components.h"

/* The weight of the field at one place in the force on one supported dof. */
typedef struct {
  PetscInt  dof, place; /* index in local vectors; index in MovingLoad.x */
  PetscReal weight;     /* [N] */
} MovingLoadEntry;

/* A load that moves over the model: a force on each node, or per length or area, times a formula of
   place and time, times g(t). */
typedef struct {
  char      *name;
  Expression time, field; /* g; formula of x, y, z, t */
  PetscInt   n;           /* places of this rank at which the field is evaluated */
  PetscReal (*x)[3];      /* [n] in the reference configuration [m] */
  Mat      matrix;        /* from values of the field at all places to global forces [N] */
  Vec      value;         /* of the field, work vector */
  PetscInt nsupport_entries;
  MovingLoadEntry
    *support_entry; /* [nsupport_entries] weights for dofs that supports fix or move */
} MovingLoad;

/* LoadFieldFromOptions - Reads the formula of x, y, z, t of a load; NULL if there is no formula.

   The caller owns it. Collective. */
PetscErrorCode LoadFieldFromOptions(FsOptions o, Model model, const char name[], Expression *field);

/* LoadFieldWeights - Integrates a field, at t = 0, times the shape functions over a cell.

   Input:
     x  nodes of the cell [m]
   Output:
     N  integral for each node of the cell */
void LoadFieldWeights(Expression field, Shape shape, const double x[][3], double N[]);

/* MovingLoadAdd - Adds a moving load.

   Input:
     cells   bits 1 << dimension of the cells of the set over which the load is distributed; 0 if it
             acts on the nodes
     first   first component: 0 for forces, 3 for moments
     value   [3] factor of the field
     field   the load becomes its owner
     time    g(t), the load becomes its owner
   Output:
     loaded  gets the bits of the loaded components x, y, z that some node of this rank has
   Collective. */
PetscErrorCode MovingLoadAdd(Model model, PetscInt set, int cells, int first,
                             const PetscReal value[3], Expression field, Expression time,
                             int *loaded);

/* MovingLoadAddForces - Adds the forces at t times a factor to a global vector. Collective. */
PetscErrorCode MovingLoadAddForces(Model model, const MovingLoad *load, PetscReal t,
                                   PetscReal factor, Vec f);

/* MovingLoadSupportForces - Adds the forces on supported dofs to the array of a local vector. */
void MovingLoadSupportForces(const MovingLoad *load, PetscReal t, PetscReal factor,
                             PetscScalar local[]);

/* MovingLoadOutsideTable - Applies ExpressionIsOutsideTable at all places of this rank at t. */
PetscBool MovingLoadOutsideTable(const MovingLoad *load, PetscReal t, char text[], size_t size);
PetscErrorCode MovingLoadsDestroy(Model model);

#endif
