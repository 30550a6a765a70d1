/* components.h: the displacements and rotations of nodes, and which of them each node has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COMPONENTS_H
#define FS_MODEL_COMPONENTS_H

#include "mesh/mesh.h"

typedef struct _n_Model *Model;

/* The components of a node are the displacements in x, y, z, then the rotations about x, y, z. They
   have the numbers 0 to 5. Component c has the bit 1 << c in a number that stands for several
   components, such as DISPLACEMENTS. */
enum { COMPONENTS = 6, DISPLACEMENTS = 7, ROTATIONS = 56 };
extern const char *const component_names[COMPONENTS]; /* "x", ..., "rotation about z" */

/* ComponentsCreate - Determines the components of all nodes of elements.

   Nodes of membranes have the displacement z. Nodes of other elements have the displacements of the
   model. Nodes of beams and bodies also have rotations: all three in a spatial model, and the
   rotation about the normal in a plane model. Sets layout.components and layout.rotates, and
   allocates layout.supported. Call the function after BlocksCreate().
   Input:
     directions  displacements that the nodes of the model may have, bits 1, 2, 4 for x, y, z; or
                 DIRECTIONS_OF_PARTS if it has those in which some element acts
   Collective. */
enum { DIRECTIONS_OF_PARTS = -1 };
PetscErrorCode ComponentsCreate(Model model, int directions);

/* ModelPlaneNormal - Finds the normal of a plane model.

   A model is plane if its nodes have rotations about only one global axis.
   Output:
     normal  unit vector along a global axis; unchanged if the model is not plane
     plane   whether the model is plane
   Collective. */
PetscErrorCode ModelPlaneNormal(Model model, double normal[3], PetscBool *plane);

/* ModelWarnMissingComponent - Warns about nodes of a set that lack a component (a displacement or
   rotation) on which an option acts.

   The function ignores nodes without any component.
   Input:
     option     name of the option that acts on this component, for the warning
     set        index of the set in Geometry.set_name
     component  number of the component, 0 to 5
   Collective. */
PetscErrorCode ModelWarnMissingComponent(Model model, const char option[], PetscInt set,
                                         int component);

#endif
