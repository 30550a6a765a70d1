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

/* JointFrictionForces - Adds the friction forces of a joint cell on its two nodes, and their
   derivatives. N = JOINT_DOFS.

   Input:
     lambda  [nrows] Lagrange multipliers of the cell, from which the normal forces follow
   Changed:
     r       [N] += forces
     K       [N][N] += derivatives of r by displacements and spins
     C       [N][N] += derivatives of r by velocities
     L       [N][JOINT_ROWS] += derivatives of r by multipliers
   K, C and L are all given or all NULL. */
void JointFrictionForces(const JointEvaluation *at, const double lambda[], double r[], double K[],
                         double C[], double L[][JOINT_ROWS]);

/* JointFrictionAlong - Returns the friction on the second node of a joint cell along a free
   coordinate, a force [N] or a moment [N m], or 0. The normal forces follow from lambda[nrows], the
   multipliers of the cell. */
double JointFrictionAlong(const JointEvaluation *at, const double lambda[],
                          JointCoordinateKind kind);

/* JointFrictionPower - Returns the power [W] that the friction forces of a joint cell take from the
   motion. It may be negative while the elastic deflection that precedes sliding gives back energy.
   lambda[nrows] are the multipliers of the cell. */
double JointFrictionPower(const JointEvaluation *at, const double lambda[]);

/* JointFrictionAccept - Updates the friction of a joint cell after a step that has been accepted at
   this state: bristles, the imagined springs of sticking friction, move their anchors if they
   slide.

   Output:
     bristle  [JOINT_COORDINATES] the new bristles; may be at->bristle */
void JointFrictionAccept(const JointEvaluation *at, Bristle bristle[]);

/* JointFrictionMargin - Returns how far the sliding coordinates of a joint cell are from a
   reversal, the least over the coordinates. It is below 0 if a coordinate has reversed since the
   last accepted state, and PETSC_MAX_REAL if nothing slides. */
double JointFrictionMargin(const JointEvaluation *at);

/* JointFrictionBend - Bends the released bristles, the imagined springs of sticking friction, so
   that a joint at rest keeps its present friction force.

   The state of at is shortly after the last accepted one, and the joint may move in it. The bends
   give the same share of the friction limit at rest as the bristles and their dampers give now.
   Output:
     bristle  [JOINT_COORDINATES] the bristles of the cell; may be at->bristle */
void JointFrictionBend(const JointEvaluation *at, Bristle bristle[]);

/* ---- friction state -------------------------------------------------------------------------- */

/* The bristles (imagined springs whose deflection is the state of friction) of all free coordinates
   of all joints: [njoints][ncells][JOINT_COORDINATES]. The pointer of a joint is NULL if it has no
   friction or no cells. */
typedef Bristle (**FrictionStates)[JOINT_COORDINATES];

/* FrictionKinds - Whether some joint of the model has friction, and whether some friction depends
   on normal forces. */
typedef struct {
  PetscBool any, by_normal_force;
} FrictionKinds;

/* FrictionStatesCreate - Allocates the states of friction (bristles) of all joints on this rank,
   without deflection, and finds out which kinds of friction the model has.

   Output:
     states  the states, which the caller destroys by FrictionStatesDestroy()
     kinds   whether some joint has friction, and whether it depends on normal forces
   Not collective. */
PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *states, FrictionKinds *kinds);
PetscErrorCode FrictionStatesDestroy(Model model, FrictionStates *states);

/* friction_states_reset - Sets the states of friction of all joints to no deflection and no anchor.
   The next accepted state sets the anchors. */
void friction_states_reset(Model model, FrictionStates states);

/* friction_states_set_mode - Sets whether the friction of all joints on this rank follows its law,
   keeps sliding or sticking, or is released (FsFrictionMode). Returns the number of coordinates
   whose friction does not follow its law. */
PetscInt friction_states_set_mode(Model model, FrictionStates states, FsFrictionMode mode);

/* FrictionStatesArchive - Writes the states of friction of all joints to a checkpoint, or reads
   them from one. Collective. */
PetscErrorCode FrictionStatesArchive(Model model, FrictionStates states, FsArchive a);

#endif
