/* joint_friction.h: computes dry friction in a joint from the states of its nodes.

   The normal force of friction is the reaction in the constraints that keep the two points of the
   joint together. Therefore friction depends on the multipliers of these constraints. It does not
   depend on the multipliers of drivers, nor on moments. The law is in element/joint/friction.h.
   lambda[nrows] are the multipliers of the cell of the joint, and N = JOINT_DOFS. Bristles are
   explained in joint_state.h. No function here is collective or fails. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FORCES_JOINT_FRICTION_H
#define FS_ASSEMBLY_CONSTRAINTS_FORCES_JOINT_FRICTION_H

#include "assembly/constraints/joint_state.h"

/* JointFrictionForces - Adds the friction forces on the nodes and their derivatives.

   Output:
     r  [N] += forces
     K  [N][N] += derivatives of r by displacements and spins
     C  [N][N] += derivatives of r by velocities
     L  [N][JOINT_ROWS] += derivatives of r by multipliers
   K, C and L may be NULL, but only all three. */
void JointFrictionForces(const JointEvaluation *at, const double lambda[], double r[], double K[],
                         double C[], double L[][JOINT_ROWS]);

/* JointFrictionAlong - Returns the friction on the second node along a free coordinate.

   It is a force [N] or a moment [N m], and 0 if the coordinate has no friction. */
double JointFrictionAlong(const JointEvaluation *at, const double lambda[],
                          JointCoordinateKind kind);

/* JointFrictionPower - Returns the power that friction forces take from the motion [W].

   It may be negative while bristles give back energy. */
double JointFrictionPower(const JointEvaluation *at, const double lambda[]);

/* JointFrictionAccept - Moves the anchors of the bristles after a step that ends at this state.

   Input and output:
     bristle  [JOINT_COORDINATES], may be at->bristle */
void JointFrictionAccept(const JointEvaluation *at, Bristle bristle[]);

/* JointFrictionMargin - Returns the least margin (fs/switches.h) of the sliding coordinates.

   The margin of a coordinate that slides at the last accepted state is below 0 if it has reversed.
   It is PETSC_MAX_REAL if nothing slides. */
double JointFrictionMargin(const JointEvaluation *at);

/* friction_new_bristle - Returns a bristle without deflection and anchor. */
Bristle friction_new_bristle(const Friction *f);

/* friction_set_mode - Sets the mode of a bristle (fs/system_ops.h).

   Returns 1 if it is not free, else 0. */
int friction_set_mode(const Friction *f, FsFrictionMode mode, Bristle *bristle);

/* JointFrictionBend - Bends the released bristles so that a joint at rest keeps its present
   friction.

   The state of at is shortly after the last accepted one, and the joint may move in it. The bends
   give the same share of the friction limit at rest as the bristles and their dampers give now.
   Output:
     bristle  [JOINT_COORDINATES], may be at->bristle */
void JointFrictionBend(const JointEvaluation *at, Bristle bristle[]);

/* ---- friction state -------------------------------------------------------------------------- */

/* The bristles (joint_state.h) of all free coordinates: [njoints][ncells][JOINT_COORDINATES]. The
   pointer of a joint is NULL if it has no friction or no cells. */
typedef Bristle (**FrictionStates)[JOINT_COORDINATES];

/* Whether some joint of the model has friction, and friction that depends on normal forces. */
typedef struct {
  PetscBool any, by_normal_force;
} FrictionKinds;

/* FrictionStatesCreate - Allocates the states of all joints and resets them.

   Output:
     states  destroy it with FrictionStatesDestroy()
   Not collective. */
PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *states, FrictionKinds *kinds);
PetscErrorCode FrictionStatesDestroy(Model model, FrictionStates *states);

/* friction_states_reset - Sets all bristles to no deflection and no anchor. The next accepted state
   sets the anchors. */
void friction_states_reset(Model model, FrictionStates states);

/* friction_states_set_mode - Sets the mode of the bristles of this rank (fs/system_ops.h).

   Returns the number of bristles that are not free. */
PetscInt friction_states_set_mode(Model model, FrictionStates states, FsFrictionMode mode);

/* FrictionStatesArchive - Writes the states to an archive, or reads them from it. Collective. */
PetscErrorCode FrictionStatesArchive(Model model, FrictionStates states, FsArchive a);

#endif
