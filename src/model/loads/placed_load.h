/* placed_load.h: a load with a factor g(t) on its set of the mesh; only for the files of
   this folder and of those in it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_PLACED_LOAD_H
#define FS_MODEL_LOADS_PLACED_LOAD_H

#include "load_options.h"
#include "model/loads/along/load_segment.h"
#include "model/loads/along/section_vector.h"
#include "model/loads/along/train.h"
#include "model/model.h"

/* PlacedLoad - A load with a factor g(t), its set, and the formula of its field. */
typedef struct PlacedLoad {
  const LoadOptions *options;     /* borrowed */
  PetscInt           set;         /* index in Geometry.set_name of the set on which the load acts */
  char               option[256]; /* "-load_<name>_time", for messages */
  /* a place between nodes at which the force or moment is concentrated, if the dimension of the
     place is not 0; the index of the cell is -1 on ranks that do not have the cell */
  MeshPlace   place;
  int         cells; /* bits of the dimensions of cells, as LoadOptions.cells */
  const char *time;  /* the formula g(t); borrowed */
  Expression  field; /* further factor, a formula of x, y, z, t; owned; NULL means 1 */
  /* [ncells] the part of each line on which the load acts; owned; NULL: it acts on whole cells */
  LoadSegment *segment;
  /* [ncells] the vector of a load in the axes of sections on each line, whose component `direction`
     is a further factor; borrowed; NULL: the load is in global axes */
  const SectionVector *vector;
  int                  direction;
  Train    *train;     /* axles that move along lines; field is then their place; owned; or NULL */
  PetscBool is_moving; /* whether field depends on t */
} PlacedLoad;

/* LoadPlace - Sets all members of a PlacedLoad from the options of the load.

   Input:
     options  options of the load, borrowed
     set      index of the set on which the load acts in Geometry.set_name
     place    the place of the load, if it is at a point; or NULL
   Output:
     load     the caller destroys it by PlacedLoadDestroy()
   Collective. Input errors: the field is not a formula; a load with a harmonic part moves; those of
   LoadSegmentsFind(). */
PetscErrorCode LoadPlace(Model model, const LoadOptions *options, PetscInt set,
                         const MeshPlace *place, PlacedLoad *load);

PetscErrorCode PlacedLoadDestroy(PlacedLoad *load);

/* placed_load_is_concentrated - Returns whether a load is concentrated at a place between nodes. */
PetscBool placed_load_is_concentrated(const PlacedLoad *load);

/* placed_load_factor - Returns the value of load->field at the point x [m]; 1 if field is NULL. The
   field must not depend on t. */
PetscReal placed_load_factor(const PlacedLoad *load, const double x[3]);

/* placed_load_acts_on_cell - Returns whether a distributed or concentrated load acts on a cell. */
PetscBool placed_load_acts_on_cell(const Geometry *g, const PlacedLoad *load, int cell);

/* placed_load_points - Computes the points at which a load on a cell, or on a node if it acts on
   nodes, is integrated, and returns their number.

   A concentrated load and a load on a node have one point, of size 1.
   Input:
     cell    index of the cell; ignored if the load acts on nodes
     x       [nn] positions of the nodes [m]
   Output:
     points  [SHAPE_MAX_CELL_POINTS]
     share   [SHAPE_MAX_CELL_POINTS] factor of the load at these points besides its field */
int placed_load_points(const PlacedLoad *load, int cell, Shape shape, const double x[][3],
                       ShapeCellPoint points[], double share[]);

/* placed_load_node_weights - Integrates load->field times each shape function over a cell.

   If field is NULL, the integrals are the tributary lengths or areas of the nodes. The field must
   not depend on t. For a concentrated load there are, instead of the integrals, the shape functions
   at its place times the field there.
   Input:
     cell  index of the cell
     x     [nn] positions of the nodes of the cell [m]
   Output:
     N     [nn] integral for each node [m] or [m2] */
void placed_load_node_weights(const PlacedLoad *load, int cell, Shape shape, const double x[][3],
                              double N[]);

/* ---- pressure at rest ------------------------------------------------------------------------ */

/* PressureAtRest - Computes the forces of a pressure on the nodes of a linear model, along the
   normals of the surfaces in the mesh. The factor g(t) is not included.

   The function prints a warning if nodes of the set have no dof in a direction of the pressure.
   Changed:
     f  [nlocal] array of a local vector, to which the forces are added
   Collective. Input error: the set has no surfaces. */
PetscErrorCode PressureAtRest(Model model, const PlacedLoad *placed, PetscScalar f[]);

/* LoadKeepForces - Keeps the forces of a load on the dofs of this rank and on supported dofs.

   Input:
     local  a local vector, whose array f this function gives back by VecRestoreArray()
     f      [nlocal] forces by this rank's elements [N], [N m]
   Changed:
     load   gets its forces
   Collective. */
PetscErrorCode LoadKeepForces(Model model, Vec local, PetscScalar **f, Load *load);

/* ---- levers ---------------------------------------------------------------------------------- */

/* LoadLeversCreate - Creates the levers of a load (Load), by which forces per length act on the
   bending of the sides of shells in their surface, and forces per area on their arcs.

   If the model is linearized, nodes do not turn the arms, and the moments of the levers are
   constant.
   Input:
     n, placed  the load is the sum of placed[n]
   Changed:
     load  gets its levers
     f     [nlocal] array of a local vector, to which the forces of loads per area are added [N],
           and the moments if the model is linearized [N m]
   Collective. */
PetscErrorCode LoadLeversCreate(Model model, int n, const PlacedLoad placed[], Load *load,
                                PetscScalar f[]);

#endif
