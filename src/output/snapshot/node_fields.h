/* node_fields.h: computes displacements, velocities and other fields of nodes at a state, and
   small motions about it, such as modes.

   Components that supports fix or move have their prescribed values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_NODE_FIELDS_H
#define FS_OUTPUT_SNAPSHOT_NODE_FIELDS_H

#include "assembly/term.h"
#include "element/element_result.h"
#include "snapshot.h"

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

/* NodalFieldInfo - The name, the size and the kind of a field. */
typedef struct {
  const char *name;  /* name of the dataset in the file */
  int         count; /* number of values at a node */
  ResultKind  kind;  /* RESULT_GLOBAL: a vector, which programs may draw as arrows */
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

/* NodalOrientation - Computes the rotation matrix of a node that this rank owns, from the axes of
   the node to global axes. Not collective. */
PetscErrorCode NodalOrientation(const Evaluation *ev, PetscInt node, double R[3][3]);

/* NodalAngularAccelerations - Computes the angular acceleration value[number of owned nodes][3]
   [rad/s2], in global axes, of all nodes that this rank owns. Not collective. */
PetscErrorCode NodalAngularAccelerations(const Evaluation *ev, PetscReal value[]);

/* NodalValues - Computes the first nfields fields at all nodes that this rank owns.

   Input:
     ev       evaluation of a state; ev->nodes may be NULL
     nfields  number of fields, from NODAL_DISPLACEMENT on
   Output:
     values  [nfields] arrays of the caller: values[f] is [number of owned nodes][count of field f],
             or NULL if field f is not wanted
   Not collective. */
PetscErrorCode NodalValues(const Evaluation *ev, int nfields, PetscReal *const values[]);

/* ---- mode shapes ----------------------------------------------------------------------------- */

/* ModeShapes - Small motions to be written. All pointers are borrowed. */
typedef struct {
  const char *group;   /* group of the file, such as "/modes" */
  PetscInt    n;       /* number of shapes */
  PetscInt    columns; /* 3 for displacements; 6 for displacements and infinitesimal rotations */
  /* whether <group>/frames/000001/displacement, ... are also written, which ParaView shows as
     snapshots */
  PetscBool  frames;
  const Vec *y; /* [n] imaginary parts; NULL if the shapes are real */
  /* [n] real parts: global vectors with rotations in body axes, whose entries of multipliers are
     ignored */
  const Vec *x;
} ModeShapes;

/* ModeShapesWrite - Writes shapes to <group>/shape, of the size [n][nodes][columns], in global
   axes.

   Imaginary parts are written to <group>/shape_imaginary. Both parts of a shape are multiplied by
   the sign from NodalShapeSign().
   Input:
     snapshots  have the table of nodes in whose order the values are written
     ev         evaluation of the state about which the nodes move
     shapes     the shapes
   Collective. */
PetscErrorCode ModeShapesWrite(File file, const Snapshots *snapshots, const Evaluation *ev,
                               const ModeShapes *shapes);

/* NodalShapeSign - Determines the sign with which a shape is written, so that it does not depend on
   the eigenvalue solver or on the number of ranks.

   The sign makes the first large entry of the shape positive, in the node order of the whole mesh.
   Input:
     ev     evaluation of the state about which the nodes move
     shape  the shape, as a global vector
   Output:
     sign  1 or -1
   Collective. */
PetscErrorCode NodalShapeSign(const Evaluation *ev, Vec shape, PetscReal *sign);

#endif
