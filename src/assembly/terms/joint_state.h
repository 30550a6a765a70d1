/* joint_state.h: one joint, that is one cell of a Joint, at the states of its nodes. */
#ifndef JOINT_STATE_H
#define JOINT_STATE_H

#include "assembly/assembly.h"

typedef struct {
  const Joint *joint;
  PetscInt     e; /* its cell */
  JointState   state;
  double       angle; /* [rad] at the last accepted state: turns are counted from there */
} JointAt;

void JointGather(const Evaluation *ev, PetscInt joint, PetscInt e, double angle, JointAt *at);

/* lambda[nrows], from this rank's part of a global vector. */
void JointMultipliers(const Layout *l, const JointAt *at, const PetscScalar a[], double lambda[]);

/* Its dofs in local vectors: [JOINT_DOFS] of the nodes, then [nrows] multipliers. */
static inline const PetscInt *JointDofs(const JointAt *at)
{
  return at->joint->dofs + at->e * (JOINT_DOFS + at->joint->nrows);
}

/* A coordinate, see joint_coordinate; angles count turns. And how fast it changes. */
double JointCoordinate(const JointAt *at, JointCoordinateKind kind, double gradient[], double slope[]);
double JointRate(const JointAt *at, const double gradient[]);

/* r[JOINT_DOFS] += forces of its springs and dampers; unless NULL, K, C [JOINT_DOFS][JOINT_DOFS] += their derivatives. */
void JointSpringForces(const JointAt *at, double r[], double K[], double C[]);

/* Its rows at a level, [nrows]. */
void JointRows(const JointAt *at, FsConstraintLevel level, double rows[]);

/* Derivatives of its rows at a level, times scale, by displacements and spins, velocities and accelerations: added to
   [nrows][JOINT_DOFS] each. How the rows of accelerations change with displacements is left out: it is the step squared
   times what is there. */
void JointRowSlopes(const JointAt *at, FsConstraintLevel level, double scale, double K[], double C[], double M[]);

/* How its nodes turn along a shift; ground's columns stand for nothing. */
void JointColumns(Model model, const JointAt *at, const ChartColumns columns[], const ChartColumns *of_node[2]);

#endif
