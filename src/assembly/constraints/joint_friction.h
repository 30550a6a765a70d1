/* joint_friction.h: dry friction of a joint at the states of its nodes (element/joint/friction.h). What presses is the joint's own
   reaction, so that forces depend on multipliers: on those of constraints that hold the points together, not on those of
   drivers, nor on moments. lambda[nrows]: the multipliers of the joint. Nothing here is collective or fails. */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_FRICTION_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_FRICTION_H

#include "joint_state.h"

/* r[N] += its forces on the nodes; K[N][N], C[N][N], L[N][JOINT_ROWS] += their derivatives by displacements and spins, by
   velocities and by multipliers, unless NULL (all or none). */
void JointFrictionForces(const JointEvaluation *at, const double lambda[], double r[], double K[],
                         double C[], double L[][JOINT_ROWS]);

/* Force or moment of friction on the second node along a coordinate [N] or [N m]; 0 without friction. */
double JointFrictionAlong(const JointEvaluation *at, const double lambda[],
                          JointCoordinateKind kind);

/* What all of it takes, less what bristles give back [W]. */
double JointFrictionPower(const JointEvaluation *at, const double lambda[]);

/* bristle[JOINT_COORDINATES] = where its bristles are held after a step that ends here. at->bristle may be bristle, in both. */
void JointFrictionAccept(const JointEvaluation *at, Bristle bristle[]);

/* bristle[JOINT_COORDINATES] = bent so that they hold at rest what they hold here; where, the next accepted state says. */
void JointFrictionInitialize(const JointEvaluation *at, Bristle bristle[]);

#endif
