/* nodal_inertia.h: accelerations of a model node by node, without a matrix: where all inertia is fixed to single nodes (lumped
   masses, bodies, sections that turn with them) and no force but that of such inertia depends on velocities. Called by
   assembly.c for the operations nodal and accelerate of FsSystemOps. */
#ifndef FS_ASSEMBLY_NODAL_INERTIA_H
#define FS_ASSEMBLY_NODAL_INERTIA_H

#include "element/node_inertia.h"
#include "assembly.h"

typedef struct _n_NodalInertia *NodalInertia;

/* FsSystemOps.nodal of a model whose velocities appear in forces by inertia alone. */
PetscErrorCode Nodal_Assembly(FsSystem sys, PetscBool *nodal);
/* a from a residual without a, and v += h a; nodes: at the state of the residual, of this rank (NULL where none turns). *norm: 2-norm of a, NAN
   where some node finds none. Collective. */
PetscErrorCode NodalInertiaAccelerate(NodalInertia nodal, const NodeState nodes[], PetscReal h,
                                      Vec residual, Vec v, Vec a, PetscReal *norm);
/* Whether the first of these has found it to be so; NULL: it has not been asked. */
PetscBool      HasNodalInertia(NodalInertia nodal);
PetscErrorCode NodalInertiaDestroy(NodalInertia *nodal);

#endif
