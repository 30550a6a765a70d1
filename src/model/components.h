/* components.h: the displacements and rotations of nodes, and which of them each node has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COMPONENTS_H
#define FS_MODEL_COMPONENTS_H

#include "mesh/mesh.h"

typedef struct _n_Model *Model;

/* The components of a node are the displacements in x, y, z, then the rotations about x, y, z. They
   have the numbers 0 to 5; a set of components has the bits 1, 2, 4, 8, 16, 32. */
enum { COMPONENTS = 6, DISPLACEMENTS = 7, ROTATIONS = 56 };
extern const char *const component_names[COMPONENTS]; /* "x", ..., "rotation about z" */

/* ComponentsFromOptions - Sets layout.components and layout.rotates, and allocates supported.

   Nodes of membranes have z. Nodes of other elements have the directions of the model, which are
   -directions or else all directions in which some element acts. Nodes of beams and bodies also
   have rotations: all three in space, and the one about the normal in a plane.
   Collective. A part of ModelCreate, after the blocks. */
PetscErrorCode ComponentsFromOptions(FsOptions o, Model model);

/* ModelPlaneNormal - Finds the normal of a plane model, whose nodes rotate about it alone.

   Output:
     normal  unit vector along a global axis; unchanged if the model is not plane
     plane   whether the model is plane
   Collective. */
PetscErrorCode ModelPlaneNormal(Model model, double normal[3], PetscBool *plane);

/* ModelWarnMissingComponent - Warns about nodes of a set that lack a component.

   Input:
     option     option that acts on this component, named in the warning
     component  0 to 5
   Nodes that belong to no part do not count. Collective. */
PetscErrorCode ModelWarnMissingComponent(Model model, const char option[], PetscInt set,
                                         int component);

#endif
