/* joint_state.h: one joint, that is one cell of a Joint of the model, at the states of its nodes: coordinates,
   laws, constraint rows and their derivatives. For joint_term.c and constraints.c. N = JOINT_DOFS = 12:
   displacements and spins (body axes) of the first and the second node. Nothing here is collective or fails. Begin
   with JointGather. */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_STATE_H

#include "assembly/assembly.h"
#include "assembly/term.h"

/* What friction remembers of a coordinate: where its bristle is held [m] or [rad]; NAN: wherever it is bent by bend. */
typedef struct {
  double anchor, bend;
} Bristle;

typedef struct {
  const Joint   *joint;
  PetscInt       e; /* cell of the joint on this rank */
  JointState     state;
  double         t;       /* [s] */
  const Bristle *bristle; /* [JOINT_COORDINATES] of friction; NULL: there is none, or no forces are asked for */
} JointAt;

/* The sides of the dofs of a joint that does not join its nodes, see LocationCreate; NULL: it does. */
const unsigned char *JointSides(const Joint *j);
/* The same of its cell e: NULL also of one with rows of other ranks, where fronts want the nodes of a joint together (linear/multifrontal/interface.c). */
const unsigned char *JointCellSides(const Layout *l, const Joint *j, PetscInt e);

/* Gather joint (index in the model) and cell e at an evaluation with nodes. angle[JOINT_COORDINATES]: at the last accepted state; NULL
   where neither coordinates nor rows are asked for. at borrows from the model and from ev. */
void JointGather(const Evaluation *ev, PetscInt joint, PetscInt e, const double angle[], JointAt *at);

/* lambda[nrows] of the joint; a[]: this rank's part of the global vector of accelerations. */
void JointMultipliers(const Layout *l, const JointAt *at, const PetscScalar a[], double lambda[]);

/* Its dofs as indices in local vectors: [JOINT_DOFS] of the nodes (-1: none), then [nrows] multipliers. */
static inline const PetscInt *JointDofs(const JointAt *at)
{
  return at->joint->dofs + at->e * (JOINT_DOFS + at->joint->nrows);
}

/* A free coordinate [m] or [rad], angles with whole turns. gradient[N]: its derivative by displacements and spins;
   slope[N][N]: that of the gradient, unless NULL. JointRate: its rate [m/s] or [rad/s] from the gradient. */
double JointCoordinate(const JointAt *at, JointCoordinateKind kind, double gradient[], double slope[]);
double JointRate(const JointAt *at, const double gradient[]);

/* A point of the law of a coordinate, with JointCoordinate's gradient and slope; false: nothing acts on it. */
PetscBool JointLawPoint(const JointAt *at, JointCoordinateKind kind, double gradient[], double slope[],
                        CoordinateState *point);

/* A force against the motion of a coordinate, added to r[N], K[N][N], C[N][N] as below. */
void JointAddResistance(const JointAt *at, const Resistance *law, const double gradient[], const double slope[],
                        double r[], double K[], double C[]);

/* r[N] += forces of its laws (springs, dampers, motors, stops) on the nodes; K[N][N], C[N][N] += their derivatives by
   displacements and spins, and by velocities, unless NULL (both or none). */
void JointLawForces(const JointAt *at, double r[], double K[], double C[]);

/* r[N] += forces of its motors on the nodes; power of its motors and drivers [W]. */
PetscBool JointHasMotor(const Joint *joint);
void      JointMotorForces(const JointAt *at, double r[]);
double    JointMotorPower(const JointAt *at, const double lambda[]);

/* += the accounts of its laws (model/joints/joint_laws.h). */
void JointLawAccount(const JointAt *at, PetscReal account[JOINT_ENERGIES]);

/* If a law has no finite value and text is empty: text[size] = which, and where. */
void JointComplaint(Model model, const JointAt *at, char text[], size_t size);

/* joint_forces.c: r[N] = G^T lambda + forces of laws and friction. */
void JointForces(const JointAt *at, const double lambda[], double r[]);
/* The same, with JointRows behind them: r[N + nrows]. */
void JointResidual(const JointAt *at, const double lambda[], FsConstraintLevel level, double r[]);

/* joint_frequency.c: raise bound[] (term.h) to those of its laws and bushing. */
void JointBounds(const Layout *l, const Masses *mass, const JointAt *at, PetscReal bound[BOUNDS]);

/* joint_term.c: gather with what is remembered of the last accepted state: angles and bristles. */
void JointRecall(const Evaluation *ev, PetscInt joint, PetscInt e, JointAt *at);

/* Archive here[ncells][columns] of joint i under name_<i>, cells in the order of the whole mesh. Collective. */
PetscErrorCode JointArchive(Model model, FsArchive a, const char name[], PetscInt i, PetscInt columns, double here[]);

/* rows[nrows] = Phi, G v + dPhi/dt, or its time derivative; unscaled. */
void JointRows(const JointAt *at, FsConstraintLevel level, double rows[]);

/* K, C, M [nrows][N] += scale times the derivatives of its rows at a level by displacements and spins, velocities,
   and accelerations. How the acceleration rows change with displacements is left out: it is of the order of dt^2
   compared with what is there. G[nrows]: their gradient (joint_gradient). */
void JointRowSlopes(const JointAt *at, double G[][JOINT_DOFS], FsConstraintLevel level, double scale, double K[],
                    double C[], double M[]);

/* of_node[2] = the columns of its two nodes; ground, whose dofs are -1, gets those of the other node, which are
   not used. */
void JointColumns(Model model, const JointAt *at, const ChartColumns columns[], const ChartColumns *of_node[2]);

#endif
