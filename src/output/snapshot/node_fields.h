/* node_fields.h: computes displacements, velocities and other fields of nodes at a state.
   Supported components have their prescribed values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_NODE_FIELDS_H
#define FS_OUTPUT_SNAPSHOT_NODE_FIELDS_H

#include "assembly/evaluation.h"

typedef enum {
  NODAL_DISPLACEMENT, /* [m], global axes */
  NODAL_VELOCITY,     /* [m/s] */
  NODAL_ACCELERATION, /* [m/s2] */
  NODAL_ROTATION,     /* unit quaternion (w, x, y, z), from the axes of the node to global axes */
  NODAL_ANGULAR_VELOCITY, /* [rad/s], global axes */
  NODAL_FIELDS
} NodalField;
enum { NODAL_MAX_VALUES = 4 }; /* largest number of values of a field at a node */

typedef struct {
  const char *name;  /* of the dataset */
  int         count; /* values at a node */
} NodalFieldInfo;
extern const NodalFieldInfo nodal_field_info[NODAL_FIELDS];

/* nodal_fields - Returns the number of fields: all if nodes rotate, else those before
   NODAL_ROTATION. */
static inline int nodal_fields(PetscBool rotates)
{
  return rotates ? NODAL_FIELDS : NODAL_ROTATION;
}

/* NodalValue - Computes one field at a node that this rank owns.

   Components that the node does not have are 0. ev->nodes may be NULL.
   Output:
     value  [count] values, see NodalFieldInfo
   Not collective. */
PetscErrorCode NodalValue(const Evaluation *ev, NodalField field, PetscInt node, PetscReal value[]);

/* NodalValues - Computes the first nfields fields at all nodes that this rank owns.

   Input:
     values  [nfields] pointers to arrays of the caller; a field is skipped if its pointer is NULL
   Output:
     values  values[f] becomes [number of these nodes][count of field f]
   ev->nodes may be NULL. Not collective. */
PetscErrorCode NodalValues(const Evaluation *ev, int nfields, PetscReal *const values[]);

#endif
