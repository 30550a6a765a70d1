/* moving_load.h: loads whose field depends on time, so that they move over the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_MOVING_LOAD_H
#define FS_MODEL_LOADS_MOVING_LOAD_H

#include <petscmat.h>
#include "model/loads/line_load.h"

/* MovingLoadEntry - A contribution to the force or moment on one supported dof: weight times the
   field at one point. */
typedef struct {
  PetscInt  dof, place; /* index of the dof in local vectors, and of the point in MovingLoad.x */
  PetscReal weight;     /* [N], [N m] */
} MovingLoadEntry;

/* MovingLoad - A load that moves over the model: a constant force or moment on each node, or per
   length or area, times the field times g(t). */
typedef struct _n_MovingLoad {
  char      *name;
  Expression time, field; /* g(t); the field */
  PetscInt   n;           /* number of points of this rank at which the field is evaluated */
  PetscReal (*x)[3];      /* [n] positions of these points in the reference configuration [m] */
  int         *cell;      /* [n] cell that has each point; -1 if the point is a node */
  LoadSegment *segment; /* [ncells] the part of each line on which the load acts; NULL: all of it */
  Train       *train;   /* axles that move along lines, whose place is the field; or NULL */
  /* matrix that multiplies the values of the field at all points, and gives the forces on free dofs
     as a global vector */
  Mat              matrix;
  Vec              value;            /* work vector with the values of the field at all points */
  PetscInt         nsupport_entries; /* number of contributions to forces on supported dofs */
  MovingLoadEntry *support_entry;    /* [nsupport_entries] */
} MovingLoad;

/* MovingLoadAdd - Adds a moving load to the model.

   Input:
     placed  the load, with its set or place; the moving load takes over the field and segment
     first   first component: 0 for forces, 3 for moments
     time    g(t); the load becomes its owner
     along   the same load along the lines of beams, whose further forces are added (line_load.h);
             or NULL
   Changed:
     loaded  bits 1, 2, 4 are set for the components x, y, z on which the load acts and which some
             node of this rank has
   Collective. */
PetscErrorCode MovingLoadAdd(Model model, PlacedLoad *placed, int first, Expression time,
                             const LineLoad *along, int *loaded);

/* ModelWarnMovingFields - Warns of smooth fields that move over surfaces from t_start to t_end [s]
   and are narrower than the cells, so that the sum of their forces is wrong. Collective. */
PetscErrorCode ModelWarnMovingFields(struct _n_Model *model, PetscReal t_start, PetscReal t_end);

/* MovingLoadAddForces - Adds factor times the forces of a moving load, at the time t [s], to the
   global vector f. The factor must include the factor of time g(t).

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
