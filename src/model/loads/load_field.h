/* load_field.h: factors of loads that depend on the place, and moving loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_FIELD_H
#define FS_MODEL_LOADS_LOAD_FIELD_H

#include <petscmat.h>
#include "element/shape.h"
#include "input/formula/expression.h"
#include "model/components.h"
#include "model/loads/line_load.h"

/* A part of the force or moment on one supported dof: weight times the field at one place. */
typedef struct {
  PetscInt  dof, place; /* index of the dof in local vectors; index of the place in MovingLoad.x */
  PetscReal weight;     /* [N], [N m] */
} MovingLoadEntry;

/* A load that moves over the model. It is a constant force or moment on each node, or per length or
   area, times the field times g(t). The field is a formula of place and time. */
typedef struct {
  char      *name;
  Expression time, field;  /* g(t); formula of x, y, z, t */
  PetscInt   n;            /* number of places of this rank at which the field is evaluated */
  PetscReal (*x)[3];       /* [n] places in the reference configuration [m] */
  int             *cell;   /* [n] cell of the place; -1 if it is a node */
  Mat              matrix; /* from values of the field at all places to forces in global vectors */
  Vec              value;  /* values of the field, a work vector */
  PetscInt         nsupport_entries;
  MovingLoadEntry *support_entry; /* [nsupport_entries] parts of forces on supported dofs */
} MovingLoad;

/* LoadFieldCreate - Creates the factor -load_<name>_field from its text, a formula of x, y, z, t.

   Output:
     field  the caller owns it; NULL if text is NULL
   Collective. Input error: the formula does not parse. */
PetscErrorCode LoadFieldCreate(Model model, const char name[], const char text[],
                               Expression *field);

/* LoadFieldWeights - Integrates a field at t = 0 times each shape function over a cell.

   The field may have breaks inside of the cell (model/fields/cell_field.h).
   Input:
     x  [nn] positions of the nodes of the cell [m]
   Output:
     N  [nn] integral for each node */
void LoadFieldWeights(Expression field, Shape shape, const double x[][3], double N[]);

/* MovingLoadAdd - Adds a moving load.

   Input:
     cells   bits 1 << dimension of the cells of the set over which the load is distributed; 0 if it
             acts on the nodes
     first   first component: 0 for forces, 3 for moments
     value   [3] force or moment that field and g(t) multiply [N], [N m], or per length or area
     field   formula of x, y, z, t; the load becomes its owner
     time    g(t); the load becomes its owner
     along   the same load along lines, whose forces from between the nodes at rest are added,
             or NULL
   Output:
     loaded  bits 1, 2, 4 are added for the loaded components x, y, z that some node of this rank
             has
   Collective. */
PetscErrorCode MovingLoadAdd(Model model, PetscInt set, int cells, int first,
                             const PetscReal value[3], Expression field, Expression time,
                             const LineLoad *along, int *loaded);

/* MovingLoadAddForces - Adds factor times the forces at t [s] to the global vector f.

   Collective. Input error: the field has no finite value at some place. */
PetscErrorCode MovingLoadAddForces(Model model, const MovingLoad *load, PetscReal t,
                                   PetscReal factor, Vec f);

/* MovingLoadSupportForces - Adds factor times the forces on supported dofs at t [s] to local.

   Output:
     local  array of a local vector */
void MovingLoadSupportForces(Model model, const MovingLoad *load, PetscReal t, PetscReal factor,
                             PetscScalar local[]);

/* MovingLoadOutsideTable - Returns whether the field is outside a table at t and some place of this
   rank.

   Output:
     text  as in ExpressionIsOutsideTable */
PetscBool MovingLoadOutsideTable(const MovingLoad *load, PetscReal t, char text[], size_t size);
PetscErrorCode MovingLoadsDestroy(Model model);

#endif
