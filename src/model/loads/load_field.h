/* load_field.h: factors of loads that depend on the place, and moving loads.

   The field of a load is a formula of x, y, z and t, by which the load is multiplied
   (-load_<name>_field). If the field depends on t, the load moves over the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_FIELD_H
#define FS_MODEL_LOADS_LOAD_FIELD_H

#include <petscmat.h>
#include "element/shape.h"
#include "input/formula/expression.h"
#include "model/components.h"
#include "model/loads/line_load.h"

/* MovingLoadEntry - A contribution to the force or moment on one supported dof: weight times the
   field at one point. */
typedef struct {
  PetscInt  dof, place; /* index of the dof in local vectors; index of the point in MovingLoad.x */
  PetscReal weight;     /* [N], [N m] */
} MovingLoadEntry;

/* MovingLoad - A load that moves over the model: a constant force or moment on each node, or per
   length or area, times the field times g(t). */
typedef struct {
  char      *name;
  Expression time, field; /* g(t); the field */
  PetscInt   n;           /* number of points of this rank at which the field is evaluated */
  PetscReal (*x)[3];      /* [n] positions of these points in the reference configuration [m] */
  int *cell;              /* [n] cell that has each point; -1 if the point is a node */
  Mat  matrix;            /* multiplies the values of the field at all points, and gives the forces
                             on free dofs as a global vector */
  Vec              value; /* work vector with the values of the field at all points */
  PetscInt         nsupport_entries; /* number of contributions to forces on supported dofs */
  MovingLoadEntry *support_entry;    /* [nsupport_entries] */
} MovingLoad;

/* LoadFieldCreate - Creates the field of a load from the text of -load_<name>_field.

   Input:
     name   name of the load
     text   the formula, or NULL if the load has no field
   Output:
     field  the caller destroys it by ExpressionDestroy(); NULL if text is NULL
   Collective. Input error: the text is not a formula. */
PetscErrorCode LoadFieldCreate(Model model, const char name[], const char text[],
                               Expression *field);

/* LoadFieldWeights - Integrates a field, at t = 0, times each shape function over a cell, also if
   the field jumps inside the cell (model/fields/cell_field.h). Not collective.

   Input:
     x  [nn] positions of the nodes of the cell [m]
   Output:
     N  [nn] integral for each node */
void LoadFieldWeights(Expression field, Shape shape, const double x[][3], double N[]);

/* MovingLoadAdd - Adds a moving load to the model.

   Input:
     set     index of the set on which the load acts in Geometry.set_name
     cells   bit 1 << d is set if the load is distributed over the cells of dimension d of the set;
             0 if it acts on the nodes
     first   first component: 0 for forces, 3 for moments
     value   force or moment that is multiplied by the field and g(t) [N], [N m], or per length or
             area
     field   the field; the load becomes its owner
     time    g(t); the load becomes its owner
     along   the same load along the lines of beams, whose further forces are added (line_load.h);
             or NULL
   Changed:
     loaded  bits 1, 2, 4 are set for the components x, y, z on which the load acts and which some
             node of this rank has
   Collective. */
PetscErrorCode MovingLoadAdd(Model model, PetscInt set, int cells, int first,
                             const PetscReal value[3], Expression field, Expression time,
                             const LineLoad *along, int *loaded);

/* MovingLoadAddForces - Adds factor times the forces of a moving load, at the time t [s], to the
   global vector f. The factor must have g(t).

   Collective. Input error: the field has no finite value at some point. */
PetscErrorCode MovingLoadAddForces(Model model, const MovingLoad *load, PetscReal t,
                                   PetscReal factor, Vec f);

/* MovingLoadSupportForces - Adds factor times the forces of a moving load on supported dofs, at the
   time t [s], to the array of a local vector. Not collective.

   Changed:
     local  [nlocal] the array */
void MovingLoadSupportForces(Model model, const MovingLoad *load, PetscReal t, PetscReal factor,
                             PetscScalar local[]);

/* MovingLoadOutsideTable - Returns whether the field, at the time t [s] and some point of this
   rank, calls a table with an argument for which the table has no value. Not collective.

   Input:
     size  number of bytes of text
   Output:
     text  [size] error message; set only if the result is PETSC_TRUE */
PetscBool MovingLoadOutsideTable(const MovingLoad *load, PetscReal t, char text[], size_t size);
PetscErrorCode MovingLoadsDestroy(Model model);

#endif
