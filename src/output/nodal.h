/* nodal.h: fields of nodes: displacement and its derivatives, orientation and angular velocity, supported components
   included. */
#ifndef NODAL_H
#define NODAL_H

#include "assembly/assembly.h"

typedef enum {
  NODAL_DISPLACEMENT,
  NODAL_VELOCITY,
  NODAL_ACCELERATION,
  NODAL_ROTATION,         /* unit quaternion (w, x, y, z) */
  NODAL_ANGULAR_VELOCITY, /* in global axes */
  NODAL_FIELDS
} NodalField;
enum { NODAL_MOST = 4 }; /* values of a field at a node */

typedef struct {
  const char *name;
  int         count;
} NodalKind;
extern const NodalKind nodal_kind[NODAL_FIELDS];

/* How many of the fields nodes have, in this order: those that rotate have all. */
static inline int nodal_fields(PetscBool rotates) { return rotates ? NODAL_FIELDS : NODAL_ROTATION; }

/* At an evaluation, not collective: values[count] of one owned node, 0 where it has no such component; or the first fields of
   all owned ones, [][count] each. */
PetscErrorCode NodalValue(const Evaluation *ev, NodalField field, PetscInt node, PetscReal value[]);
PetscErrorCode NodalValues(const Evaluation *ev, int nfields, PetscReal *const values[]);

#endif
