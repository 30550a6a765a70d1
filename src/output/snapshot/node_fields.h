/* node_fields.h: computes displacements, velocities and other fields of nodes at a state.

   Components that supports fix or move have their prescribed values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_NODE_FIELDS_H
#define FS_OUTPUT_SNAPSHOT_NODE_FIELDS_H

#include "assembly/evaluation.h"

/* NodalField - A field of nodes. */
typedef enum {
  NODAL_DISPLACEMENT, /* [m], global axes */
  NODAL_VELOCITY,     /* [m/s] */
  NODAL_ACCELERATION, /* [m/s2] */
  NODAL_ROTATION,     /* unit quaternion (w, x, y, z), from the axes of the node to global axes */
  NODAL_ANGULAR_VELOCITY, /* [rad/s], global axes */
  NODAL_FIELDS
} NodalField;
enum { NODAL_MAX_VALUES = 4 }; /* largest number of values of a field at a node */

/* NodalFieldInfo - The name and the size of a field. */
typedef struct {
  const char *name;  /* name of the dataset in the file */
  int         count; /* number of values at a node */
} NodalFieldInfo;
extern const NodalFieldInfo nodal_field_info[NODAL_FIELDS];

/* nodal_fields - Returns how many fields a model has: all of them if some node has rotations, else
   the fields before NODAL_ROTATION. */
static inline int nodal_fields(PetscBool rotates)
{
  return rotates ? NODAL_FIELDS : NODAL_ROTATION;
}

/* NodalValue - Computes one field at a node that this rank owns.

   Components that the node does not have are 0.
   Input:
     ev     evaluation of a state; ev->nodes may be NULL
     field  the field
     node   index of the node
   Output:
     value  [count] the values; count is the member of NodalFieldInfo
   Not collective. */
PetscErrorCode NodalValue(const Evaluation *ev, NodalField field, PetscInt node, PetscReal value[]);

/* NodalValues - Computes the first nfields fields at all nodes that this rank owns.

   Input:
     ev       evaluation of a state; ev->nodes may be NULL
     nfields  number of fields, from NODAL_DISPLACEMENT on
   Output:
     values  [nfields] arrays of the caller: values[f] is [number of owned nodes][count of field f],
             or NULL if field f is not wanted
   Not collective. */
PetscErrorCode NodalValues(const Evaluation *ev, int nfields, PetscReal *const values[]);

#endif
