/* joint_state.h: evaluates one cell of a joint at the states of its nodes.

   A cell of a joint is its connection between one pair of nodes. The functions compute coordinates,
   forces of laws, constraint rows and their derivatives. The N = JOINT_DOFS = 12 dofs are the
   displacements and spins of the first node, then those of the second node. Spins are in body axes.
   nrows is the number of constraint rows of the cell. Start with JointGather(), or with
   JointGatherWithHistory() (joint_term.h). Only JointArchive() is collective and can fail. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_STATE_H

#include "assembly/term.h"
#include "element/joint/joint.h"
#include "model/joints/joints.h"
#include "model/joints/joint_laws.h"

/* Bristle - The state of friction on a free coordinate between two steps.

   A bristle is an imagined spring. It sticks at its anchor, and the motion bends it. A bristle that
   slides keeps the force of bend. A bristle that holds does not slip. A released one yields by
   little motion, until it balances the other forces or reaches its limit. All members are doubles,
   because the archive stores them. */
typedef enum { BRISTLE_FREE, BRISTLE_SLIDES, BRISTLE_HOLDS, BRISTLE_RELEASED } BristleMode;
typedef struct {
  double anchor;     /* coordinate without deflection [m, rad]; NAN if not set yet */
  double bend;       /* deflection at the last accepted state, or while anchor is NAN [m, rad] */
  double rate;       /* rate of the coordinate at the last accepted state [m/s, rad/s] */
  double mode;       /* a BristleMode */
  double presliding; /* scale of the deflections before the joint slides, in this mode [m, rad] */
  double finest;     /* smallest presliding, from the law and the largest rate so far [m, rad] */
  double origin;     /* rate above which the motion of a released bristle counts [m/s, rad/s] */
} Bristle;
enum { BRISTLE_NUMBERS = sizeof(Bristle) / sizeof(double) };

/* StepMotor - The force of a motor whose function is called once a step. */
typedef struct {
  double          force; /* force [N] or moment [N m] of the motor */
  CoordinateState at;    /* the state at which the function was called */
  PetscBool       known; /* whether the function has been called */
} StepMotor;

/* JointEvaluation - One cell of a joint at a state. */
typedef struct {
  const Joint     *joint;
  const JointCopy *axes; /* axes and constraint equations of the cell */
  PetscInt         e;    /* index of the cell on this rank */
  JointState       state;
  double           t; /* time [s] */
  /* [JOINT_COORDINATES] states of friction; NULL without friction and after JointGather() */
  const Bristle *bristle;
  /* [JOINT_COORDINATES] forces of motors that are called once a step; NULL after JointGather() */
  const StepMotor *motor;
  PetscBool        viscous; /* whether forces depend on velocities; not set by JointGather() */
  /* [JOINT_COORDINATES] what laws remember; NULL if no law does, and after JointGather() */
  const double (*memory)[LAW_MAX_MEMORY];
  /* In the middle of a step (FsState.midpoint): whether the cell has means over the step, and then
     the matrices P (kinematics/midpoint.h) and mean offsets of both nodes. A node at rest has
     P = 1 */
  PetscBool has_means;
  double    mean[2][9], mean_offset[2][3];
} JointEvaluation;

/* JointGather - Prepares a joint cell for the other functions, without its friction.

   Input:
     ev     a state of the model in which ev->nodes is not NULL
     joint  index of the joint in the model
     e      index of the cell on this rank
     angle  [JOINT_COORDINATES] angles at the last accepted state [rad], from which whole turns
            follow; NULL if neither coordinates nor rows are needed
   Output:
     at     the cell, which borrows from the model and from ev */
void JointGather(const Evaluation *ev, PetscInt joint, PetscInt e, const double angle[],
                 JointEvaluation *at);

/* JointMultipliers - Copies the Lagrange multipliers of a joint cell out of the accelerations.

   Input:
     a       this rank's part of the global vector a, which contains the multipliers
   Output:
     lambda  [nrows] multipliers of the cell */
void JointMultipliers(const Layout *l, const JointEvaluation *at, const PetscScalar a[],
                      double lambda[]);

/* JointDofs - Returns the dofs of a joint cell as indices in local vectors, borrowed.

   The JOINT_DOFS dofs of the nodes come first (-1 for no dof), then the nrows multipliers. */
static inline const PetscInt *JointDofs(const JointEvaluation *at)
{
  return at->joint->dofs + at->e * (JOINT_DOFS + at->joint->nrows);
}

/* JointCoordinate - Returns a free coordinate of a joint cell [m] or [rad]. Angles include whole
   turns.

   Output:
     gradient  [N] derivative of the coordinate by displacements and spins
     slope     [N][N] derivative of gradient by displacements and spins; NULL if not needed */
double JointCoordinate(const JointEvaluation *at, JointCoordinateKind kind, double gradient[],
                       double slope[]);

/* JointRate - Returns the time derivative of a free coordinate of a joint cell [m/s] or [rad/s].

   Input:
     at        the cell and the state of its two nodes
     gradient  [JOINT_DOFS] its derivative by the motions of the nodes, from JointCoordinate() */
double JointRate(const JointEvaluation *at, const double gradient[]);

/* JointCoordinateState - Computes the arguments of a spring, damper or motor in a joint cell.

   Returns PETSC_FALSE, and sets nothing, if no law acts on the coordinate.
   Output:
     gradient  [N] derivative of the coordinate by displacements and spins
     slope     [N][N] derivative of gradient by displacements and spins; NULL if not needed
     point     time, coordinate and its time derivative */
PetscBool JointCoordinateState(const JointEvaluation *at, JointCoordinateKind kind,
                               double gradient[], double slope[], CoordinateState *point);

/* JointAddResistance - Adds a force along a free coordinate of a joint cell, such as that of a
   spring, to the forces on its two nodes, and its derivatives to matrices. N = JOINT_DOFS.

   Input:
     law              the force and its derivatives by coordinate and rate
     gradient, slope  from JointCoordinate(); slope is unused if K is NULL
   Output:
     r                [N] += forces on the nodes
     K                [N][N] += derivatives of r by displacements and spins
     C                [N][N] += derivatives of r by velocities
   K and C may be NULL, but only both. */
void JointAddResistance(const JointEvaluation *at, const Resistance *law, const double gradient[],
                        const double slope[], double r[], double K[], double C[]);

/* JointLawForces - Adds the forces of the springs, dampers, motors and stops of a joint cell.

   Output:
     r  [N] += forces
     K  [N][N] += derivatives of r by displacements and spins
     C  [N][N] += derivatives of r by velocities
   K and C may be NULL, but only both. */
void JointLawForces(const JointEvaluation *at, double r[], double K[], double C[]);

/* JointHasMotor - Returns whether a motor acts on a free coordinate of the joint. */
PetscBool JointHasMotor(const Joint *joint);

/* JointMotorForces - Adds the forces of the motors of a joint cell to r[JOINT_DOFS]. */
void JointMotorForces(const JointEvaluation *at, double r[]);

/* JointMotorPower - Returns the power that the motors and drivers of a joint cell supply [W].

   Input:
     lambda  [nrows] Lagrange multipliers of the cell */
double JointMotorPower(const JointEvaluation *at, const double lambda[]);

/* JointForceAlong - Returns the force [N] or moment [N m] of a joint cell on the second node along
   a coordinate. Its driver, motor, spring, damper and stops exert it; friction is not included.

   A positive force drives the coordinate towards larger values.
   Input:
     lambda  [nrows] Lagrange multipliers of the cell */
double JointForceAlong(const JointEvaluation *at, const double lambda[], JointCoordinateKind kind);

/* JointLawAddEnergies - Adds to energies[JOINT_ENERGIES] the energy of the springs and stops of a
   joint cell [J], and the power that its dampers and stops dissipate [W], without friction. */
void JointLawAddEnergies(const JointEvaluation *at, PetscReal energies[JOINT_ENERGIES]);

/* JointFindNonFinite - Finds a spring, damper or motor of a joint cell without a finite force.

   Input and output:
     text  [size] if it is empty and there is such a law, a description of the law and its place;
           otherwise it does not change */
void JointFindNonFinite(Model model, const JointEvaluation *at, char text[], size_t size);

/* JointArchive - Writes an array with a row for each cell of joint i to a checkpoint, or reads it.

   The entry of the archive is called <name>_<i>. It contains all cells in the order of the mesh.
   Input and output:
     values  [ncells][columns] values of the cells of this rank
   Collective. */
PetscErrorCode JointArchive(Model model, FsArchive a, const char name[], PetscInt i,
                            PetscInt columns, double values[]);

#endif
