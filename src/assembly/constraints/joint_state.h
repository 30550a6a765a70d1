/* joint_state.h: one joint, that is one cell of a Joint of the model, at the states of its nodes: coordinates,
   laws, constraint rows and their derivatives. For joint_term.c and constraints.c. N = JOINT_DOFS = 12:
   displacements and spins (body axes) of the first and the second node. Nothing here is collective or fails. Begin
   with JointGather. */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_STATE_H

#include "assembly/evaluation.h"
#include "assembly/term.h"

/* What friction remembers of a coordinate: where its bristle is held [m] or [rad]; NAN: wherever it is bent by bend. */
typedef struct {
  double anchor, bend;
} Bristle;

typedef struct {
  const Joint *joint;
  PetscInt     e; /* cell of the joint on this rank */
  JointState   state;
  double       t; /* [s] */
  const Bristle
    *bristle; /* [JOINT_COORDINATES] of friction; NULL: there is none, or no forces are asked for */
} JointEvaluation;

/* The sides of the dofs of a joint that does not join its nodes, see LocationCreate; NULL: it does. */
const unsigned char *JointDofGroups(const Joint *j);
/* The same of its cell e: NULL also of one with rows of other ranks, where fronts want the nodes of a joint together (linear/multifrontal/interface.c). */
const unsigned char *JointCellDofGroups(const Layout *l, const Joint *j, PetscInt e);

/* Gather joint (index in the model) and cell e at an evaluation with nodes. angle[JOINT_COORDINATES]: at the last accepted state; NULL
   where neither coordinates nor rows are asked for. at borrows from the model and from ev. */
void JointGather(const Evaluation *ev, PetscInt joint, PetscInt e, const double angle[],
                 JointEvaluation *at);

/* lambda[nrows] of the joint; a[]: this rank's part of the global vector of accelerations. */
void JointMultipliers(const Layout *l, const JointEvaluation *at, const PetscScalar a[],
                      double lambda[]);

/* Its dofs as indices in local vectors: [JOINT_DOFS] of the nodes (-1: none), then [nrows] multipliers. */
static inline const PetscInt *JointDofs(const JointEvaluation *at)
{
  return at->joint->dofs + at->e * (JOINT_DOFS + at->joint->nrows);
}

/* A free coordinate [m] or [rad], angles with whole turns. gradient[N]: its derivative by displacements and spins;
   slope[N][N]: that of the gradient, unless NULL. JointRate: its rate [m/s] or [rad/s] from the gradient. */
double JointCoordinate(const JointEvaluation *at, JointCoordinateKind kind, double gradient[],
                       double slope[]);
double JointRate(const JointEvaluation *at, const double gradient[]);

/* A point of the law of a coordinate, with JointCoordinate's gradient and slope; false: nothing acts on it. */
PetscBool JointCoordinateState(const JointEvaluation *at, JointCoordinateKind kind,
                               double gradient[], double slope[], CoordinateState *point);

/* A force against the motion of a coordinate, added to r[N], K[N][N], C[N][N] as below. */
void JointAddResistance(const JointEvaluation *at, const Resistance *law, const double gradient[],
                        const double slope[], double r[], double K[], double C[]);

/* r[N] += forces of its laws (springs, dampers, motors, stops) on the nodes; K[N][N], C[N][N] += their derivatives by
   displacements and spins, and by velocities, unless NULL (both or none). */
void JointLawForces(const JointEvaluation *at, double r[], double K[], double C[]);

/* r[N] += forces of its motors on the nodes; power of its motors and drivers [W]. */
PetscBool JointHasMotor(const Joint *joint);
void      JointMotorForces(const JointEvaluation *at, double r[]);
double    JointMotorPower(const JointEvaluation *at, const double lambda[]);

/* += the accounts of its laws (model/joints/joint_laws.h). */
void JointLawAddEnergies(const JointEvaluation *at, PetscReal energies[JOINT_ENERGIES]);

/* If a law has no finite value and text is empty: text[size] = which, and where. */
void JointFindNonFinite(Model model, const JointEvaluation *at, char text[], size_t size);

/* joint_forces.c: r[N] = G^T lambda + forces of laws and friction. */
void JointForces(const JointEvaluation *at, const double lambda[], double r[]);
/* The same, with JointRows behind them: r[N + nrows]. */
void JointResidual(const JointEvaluation *at, const double lambda[], FsConstraintLevel level,
                   double r[]);

/* joint_frequency.c: raise bound[] (term.h) to those of its laws and bushing. */
void JointFrequencyBounds(const Layout *l, const Masses *mass, const JointEvaluation *at,
                          PetscReal bound[BOUNDS]);

/* joint_term.c: gather with what is remembered of the last accepted state: angles and bristles. */
void JointGatherWithHistory(const Evaluation *ev, PetscInt joint, PetscInt e, JointEvaluation *at);

/* Archive here[ncells][columns] of joint i under name_<i>, cells in the order of the whole mesh. Collective. */
PetscErrorCode JointArchive(Model model, FsArchive a, const char name[], PetscInt i,
                            PetscInt columns, double values[]);

/* rows[nrows] = Phi, G v + dPhi/dt, or its time derivative; unscaled. */
void JointRows(const JointEvaluation *at, FsConstraintLevel level, double rows[]);

/* K, C, M [nrows][N] += scale times the derivatives of its rows at a level by displacements and spins, velocities,
   and accelerations. How the acceleration rows change with displacements is left out: it is of the order of dt^2
   compared with what is there. G[nrows]: their gradient (joint_gradient). */
void JointRowSlopes(const JointEvaluation *at, double G[][JOINT_DOFS], FsConstraintLevel level,
                    double scale, double K[], double C[], double M[]);

/* of_node[2] = the columns of its two nodes; ground, whose dofs are -1, gets those of the other node, which are
   not used. */
void JointColumns(Model model, const JointEvaluation *at, const ChartColumns columns[],
                  const ChartColumns *of_node[2]);

#endif
