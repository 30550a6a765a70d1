/* placed_load.h: a load with a factor g(t) on its set of the mesh, for this folder alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_PLACED_LOAD_H
#define FS_MODEL_LOADS_PLACED_LOAD_H

#include "load_options.h"
#include "model/model.h"

/* PlacedLoad - A load with a factor g(t), its set, and the formula of its field. */
struct PlacedLoad {
  const LoadOptions *options;     /* borrowed */
  PetscInt           set;         /* set of the mesh on which the load acts */
  char               option[256]; /* "-load_<name>_time" */
  const char        *time;        /* the formula g(t); borrowed */
  Expression         field;       /* another factor, a formula of x, y, z, t; owned; NULL means 1 */
  PetscBool          is_moving;   /* whether field depends on t */
};

/* LoadPlace - Sets all members of load.

   Input:
     set   set of the mesh on which the load acts
   Output:
     load  the caller owns load->field
   Collective. Input errors: the field does not parse; a harmonic load that moves. */
PetscErrorCode LoadPlace(Model model, const LoadOptions *options, PetscInt set, PlacedLoad *load);

/* placed_load_factor - Returns the value of load->field at the point x; 1 if field is NULL.

   The field must not depend on t. */
PetscReal placed_load_factor(const PlacedLoad *load, const double x[3]);

/* placed_load_acts_on_cell - Returns whether a distributed load acts on a cell. */
PetscBool placed_load_acts_on_cell(const Geometry *g, const PlacedLoad *load, int cell);

/* placed_load_node_weights - Integrates load->field times each shape function over a cell.

   If field is NULL, it counts as 1, so that the integrals are the tributary lengths or areas of the
   nodes. The field must not depend on t.
   Output:
     N  [nn] integral for each node */
void placed_load_node_weights(const PlacedLoad *load, Shape shape, const double x[][3], double N[]);

/* ---- pressure at rest ------------------------------------------------------------------------ */

/* PressureAtRest - Adds the nodal forces of a pressure along the normals of the initial mesh.

   Input/Output:
     f  array of a local vector
   Collective. Input error: the set has no surfaces. A warning: nodes of the set have no dof in a
   direction of the pressure. */
PetscErrorCode PressureAtRest(Model model, const PlacedLoad *placed, PetscScalar f[]);

#endif
