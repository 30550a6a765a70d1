/* initial.h: initial displacements, rotations and velocities of nodes, as formulas of place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_INITIAL_INITIAL_H
#define FS_MODEL_INITIAL_INITIAL_H

#include "input/formula/expression.h"
#include "mesh/mesh_selection.h"
#include "model/components.h"

/* Initial - An initial field: initial values at the nodes of a set, in global axes, as formulas of
   the coordinates x, y, z of a node. A formula is NULL if the user does not give it. If several
   fields give the same value of a node, the last field is used. */
typedef struct _n_Initial {
  char      *name;
  PetscInt   set;                      /* index of the set of nodes in Geometry.set_name */
  Expression displacement[COMPONENTS]; /* displacement [m], rotation vector [rad] */
  Expression velocity[COMPONENTS];     /* velocity [m/s], angular velocity [rad/s] */
} Initial;

/* InitialOptions - The description of an initial field. Its formulas of x, y, z are borrowed from
   the options, and NULL if they are not given. */
typedef struct {
  const char   *name;                     /* name of the field */
  MeshSelection nodes;                    /* nodes of the field */
  const char   *displacement[COMPONENTS]; /* displacement [m], rotation vector [rad] */
  const char   *velocity[COMPONENTS];     /* velocity [m/s], angular velocity [rad/s] */
} InitialOptions;

/* InitialsFromOptions - Reads the initial fields of -initials.

   Output:
     names     [n] the caller frees them by PetscStrNArrayDestroy(); the fields borrow them
     initials  [n] the caller frees them by PetscFree()
   Collective. Input error: a field has no formula. */
PetscErrorCode           InitialsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                             InitialOptions **initials);
extern const FsOptionDoc initial_options[];

/* InitialsCreate - Creates the initial fields that n descriptions describe.

   Collective. Input errors: there is no such set; a text is not a formula; no node of the set has
   the component to which a formula belongs. */
PetscErrorCode InitialsCreate(Model model, PetscInt n, const InitialOptions initials[]);
PetscErrorCode InitialsDestroy(Model model);

/* ModelInitialState - Computes the initial state from the initial fields.

   Output:
     q, v    global vectors of displacements and velocities. Rotation vectors and angular
             velocities are in global axes. Entries for which no field gives a value are 0, except
             rotations of beams, which follow the slope of the displacements
     turned  number of nodes, on all ranks, whose rotations follow the slope
   Collective. Input error: a formula has no finite value at some node. */
PetscErrorCode ModelInitialState(Model model, Vec q, Vec v, PetscInt *turned);

/* ---- initial rotations ----------------------------------------------------------------------- */

/* Initial rotations of beams that follow the slope of initial displacements.
   Without them a beam whose nodes are displaced alone starts with large shear strains. */

/* ModelFollowSlopes - Rotates the nodes of beams with the tangents of the beams that initial
   displacements bend.

   Only free rotations are changed that no initial field gives, at nodes whose displacement an
   initial field gives. If several beams meet at a node, the rotation fits the directions of all
   beams by least squares. The rotation about the tangent of a single beam is 0.
   Changed:
     q  global vector of the initial displacements and rotation vectors
   Output:
     n  number of nodes that are rotated, on all ranks
   Collective. */
PetscErrorCode ModelFollowSlopes(Model model, Vec q, PetscInt *n);

#endif
