/* constraint_violations.h: how far each joint and each coupling has been off its constraints at most, and when. Read by output/history/joint_histories.c, told by
   analysis/run/reports.c. */
#ifndef FS_RECOVERY_CONSTRAINT_VIOLATIONS_H
#define FS_RECOVERY_CONSTRAINT_VIOLATIONS_H

#include "assembly/evaluation.h"

/* Of rows |Phi| in [m] and in [rad], of their rates |G v + dPhi/dt| in [m/s] and in [rad/s]. */
enum { VIOLATION_LENGTH, VIOLATION_ANGLE, VIOLATION_SPEED, VIOLATION_SPIN, VIOLATION_KINDS };

/* The largest so far, the t at which it was first; 0 of a kind of which there are no rows. */
typedef struct {
  PetscReal most[VIOLATION_KINDS], when[VIOLATION_KINDS];
} ConstraintViolation;

typedef struct _n_ConstraintViolations *ConstraintViolations;

/* Borrows the assembly. Not collective. */
PetscErrorCode ConstraintViolationsCreate(Assembly a, ConstraintViolations *v);
PetscErrorCode ConstraintViolationsDestroy(ConstraintViolations *v);

/* largest[0], largest[1]: of all rows at this state the largest |Phi| and |G v + dPhi/dt|; PETSC_MAX_REAL for NaN. ev was made with nodes.
   Collective, one reduction. */
PetscErrorCode ConstraintViolationsUpdate(ConstraintViolations v, const Evaluation *ev,
                                          PetscReal largest[2]);

/* Joints as they are given, then couplings. Told[ConstraintViolationsCount]: the largest of all ranks since Create; fastest: the largest speed of joints'
   nodes and points [m/s], and spin [rad/s]; collective. */
PetscInt       ConstraintViolationsCount(ConstraintViolations v);
const char    *ConstraintViolationsName(ConstraintViolations v, PetscInt i);
const char    *ConstraintViolationsKind(ConstraintViolations v,
                                        PetscInt             i); /* "joint", "coupling", "slider" */
PetscErrorCode ConstraintViolationsGetMax(ConstraintViolations v, ConstraintViolation told[],
                                          PetscReal fastest[2]);

#endif
