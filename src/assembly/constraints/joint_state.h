/* joint_state.h: evaluates one cell of a joint at the states of its nodes.

   It computes coordinates, forces of laws, constraint rows and their derivatives. N = JOINT_DOFS =
   12: displacements and spins (body axes) of the first node, then of the second one. Start with
   JointGather(), or with joint_term.h. Only JointArchive() is collective and can fail. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_STATE_H

#include "assembly/evaluation.h"
#include "assembly/term.h"

/* The state of friction on a coordinate, between two steps. */
typedef struct {
  double anchor; /* where the bristle is fixed [m] or [rad]; NAN: the next state defines it */
  double bend;   /* deflection while anchor is NAN [m] or [rad] */
} Bristle;

typedef struct {
  const Joint *joint;
  PetscInt     e; /* cell of the joint on this rank */
  JointState   state;
  double       t; /* [s] */

  /* [JOINT_COORDINATES]; NULL if the joint has no friction, or if JointGather() made this */
  const Bristle *bristle;
} JointEvaluation;

/* JointDofGroups - Returns the groups of the dofs of a joint, as LocationCreate() takes them.

   Returns NULL if the joint couples its nodes: then all dofs are in one group. */
const unsigned char *JointDofGroups(const Joint *j);

/* JointCellDofGroups - Returns the groups of the dofs of cell e, as AddByDofGroups() takes them.

   Returns NULL also for a cell with rows of other ranks, because the multifrontal solver needs both
   nodes of such a joint in one front (linear/multifrontal/interface.c). */
const unsigned char *JointCellDofGroups(const Layout *l, const Joint *j, PetscInt e);

/* JointGather - Gathers the states of the nodes of a cell, without friction.

   Input:
     ev     an evaluation with nodes
     joint  index of the joint in the model
     e      cell of the joint on this rank
     angle  [JOINT_COORDINATES] angles at the last accepted state [rad]; NULL if neither coordinates
            nor rows are needed
   Output:
     at     borrows from the model and from ev */
void JointGather(const Evaluation *ev, PetscInt joint, PetscInt e, const double angle[],
                 JointEvaluation *at);

/* JointMultipliers - Copies the multipliers of a cell.

   Input:
     a       this rank's part of the global vector of accelerations
   Output:
     lambda  [nrows] */
void JointMultipliers(const Layout *l, const JointEvaluation *at, const PetscScalar a[],
                      double lambda[]);

/* JointDofs - Returns the dofs of the cell as indices in local vectors.

   [JOINT_DOFS] of the nodes (-1: no dof), then [nrows] of the multipliers. */
static inline const PetscInt *JointDofs(const JointEvaluation *at)
{
  return at->joint->dofs + at->e * (JOINT_DOFS + at->joint->nrows);
}

/* JointCoordinate - Returns a free coordinate [m] or [rad]; angles count whole turns.

   Output:
     gradient  [N] its derivative by displacements and spins
     slope     [N][N] the derivative of gradient; may be NULL */
double JointCoordinate(const JointEvaluation *at, JointCoordinateKind kind, double gradient[],
                       double slope[]);

/* JointRate - Returns the rate of the coordinate that has this gradient [m/s] or [rad/s]. */
double JointRate(const JointEvaluation *at, const double gradient[]);

/* JointCoordinateState - Computes the arguments of the law of a coordinate.

   Output:
     gradient, slope  as those of JointCoordinate()
     point            time, coordinate and rate
   Returns PETSC_FALSE, and sets nothing, if no law acts on the coordinate. */
PetscBool JointCoordinateState(const JointEvaluation *at, JointCoordinateKind kind,
                               double gradient[], double slope[], CoordinateState *point);

/* JointAddResistance - Adds a force against the motion of a coordinate, and its derivatives.

   Input:
     gradient, slope  of the coordinate; slope is unused if K is NULL
   Output:
     r, K, C          as those of JointLawForces() */
void JointAddResistance(const JointEvaluation *at, const Resistance *law, const double gradient[],
                        const double slope[], double r[], double K[], double C[]);

/* JointLawForces - Adds the forces of springs, dampers, motors and stops on the nodes.

   Output:
     r     [N] forces
     K, C  [N][N] derivatives by displacements and spins, and by velocities; both NULL or none */
void JointLawForces(const JointEvaluation *at, double r[], double K[], double C[]);

/* JointHasMotor - Returns whether a motor acts on some coordinate of the joint. */
PetscBool JointHasMotor(const Joint *joint);

/* JointMotorForces - Adds the forces of motors on the nodes to r[N]. */
void JointMotorForces(const JointEvaluation *at, double r[]);

/* JointMotorPower - Returns the power of motors and drivers [W]. */
double JointMotorPower(const JointEvaluation *at, const double lambda[]);

/* JointLawAddEnergies - Adds the energy and the dissipated power of laws (joint_laws.h). */
void JointLawAddEnergies(const JointEvaluation *at, PetscReal energies[JOINT_ENERGIES]);

/* JointFindNonFinite - Looks for a law without a finite value.

   Output:
     text  [size] says which law and where; unchanged if it is not empty, or if all are finite */
void JointFindNonFinite(Model model, const JointEvaluation *at, char text[], size_t size);

/* JointForces - Computes r[N] = G^T lambda + forces of laws and friction. */
void JointForces(const JointEvaluation *at, const double lambda[], double r[]);

/* JointResidual - Computes r[N + nrows]: JointForces(), then JointRows() of the level. */
void JointResidual(const JointEvaluation *at, const double lambda[], FsConstraintLevel level,
                   double r[]);

/* JointFrequencyBounds - Raises bound[] (term.h) to those of the laws and the bushing. */
void JointFrequencyBounds(const Layout *l, const Masses *mass, const JointEvaluation *at,
                          PetscReal bound[BOUNDS]);

/* JointArchive - Writes values of the cells of joint i to an archive, or reads them from it.

   The entry is called <name>_<i>; its cells are in the order of the whole mesh.
   Input and output:
     values  [ncells][columns]
   Collective. */
PetscErrorCode JointArchive(Model model, FsArchive a, const char name[], PetscInt i,
                            PetscInt columns, double values[]);

/* JointRows - Computes the constraint rows: Phi, G v + dPhi/dt, or its time derivative; unscaled.

   Output:
     rows  [nrows] */
void JointRows(const JointEvaluation *at, FsConstraintLevel level, double rows[]);

/* JointRowSlopes - Adds scale times the derivatives of the rows of a level.

   The change of acceleration rows with displacements is neglected: it is of the order of dt^2
   compared with the other terms.
   Input:
     G        [nrows] gradient of the rows, from joint_gradient()
   Output:
     K, C, M  [nrows][N] derivatives by displacements and spins, velocities and accelerations */
void JointRowSlopes(const JointEvaluation *at, double G[][JOINT_DOFS], FsConstraintLevel level,
                    double scale, double K[], double C[], double M[]);

/* JointColumns - Finds the chart columns of the two nodes.

   Ground has no dofs, therefore its columns are not used; it gets those of the other node.
   Output:
     of_node  [2] borrowed from columns */
void JointColumns(Model model, const JointEvaluation *at, const ChartColumns columns[],
                  const ChartColumns *of_node[2]);

#endif
