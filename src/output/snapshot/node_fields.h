/* node_fields.h: values at nodes, for snapshots and probes: displacement, velocity, acceleration, orientation, angular
   velocity; supported components have their prescribed values. Begin at NodalValue. */
#ifndef FS_OUTPUT_SNAPSHOT_NODE_FIELDS_H
#define FS_OUTPUT_SNAPSHOT_NODE_FIELDS_H

#include "assembly/evaluation.h"

typedef enum {
  NODAL_DISPLACEMENT, /* [m], global axes */
  NODAL_VELOCITY,     /* [m/s] */
  NODAL_ACCELERATION, /* [m/s2] */
  NODAL_ROTATION,     /* unit quaternion (w, x, y, z), from the node's axes to the global ones */
  NODAL_ANGULAR_VELOCITY, /* [rad/s], global axes */
  NODAL_FIELDS
} NodalField;
enum { NODAL_MAX_VALUES = 4 }; /* values of a field at a node, at most */

typedef struct {
  const char *name;  /* of the dataset */
  int         count; /* values at a node */
} NodalFieldInfo;
extern const NodalFieldInfo nodal_field_info[NODAL_FIELDS];

/* How many fields nodes have, counted from the first on: all if they rotate, else those of displacements. */
static inline int nodal_fields(PetscBool rotates)
{
  return rotates ? NODAL_FIELDS : NODAL_ROTATION;
}

/* NodalValue: value[count] of one field at a node that this rank owns; 0 in components that it does not have.
   NodalValues: values[f] = array [nowned][count] of field f, made by the caller, for the first nfields fields; NULL: not wanted. The
   evaluation need not have nodes. Not collective. */
PetscErrorCode NodalValue(const Evaluation *ev, NodalField field, PetscInt node, PetscReal value[]);
PetscErrorCode NodalValues(const Evaluation *ev, int nfields, PetscReal *const values[]);

/* value[nowned][columns] = a small motion: displacements, and with six columns spins, in global axes, of the nodes that this rank
   owns. shape: a global vector, spins in body axes. Not collective. */
PetscErrorCode NodalShape(const Evaluation *ev, Vec shape, PetscInt columns, PetscReal value[]);

/* *sign = 1, or -1: by which a shape is multiplied when it is written. Collective. */
PetscErrorCode NodalShapeSign(const Evaluation *ev, Vec shape, PetscReal *sign);

#endif
