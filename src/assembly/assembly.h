/* assembly.h: the System of a Model: a table of terms that contribute to r (terms/), the configuration of the nodes, the
   pattern of the matrices, energies, and what output shows of joints. */
#ifndef ASSEMBLY_H
#define ASSEMBLY_H

#include "configuration.h"
#include <fs/options.h>
#include <fs/system.h>

typedef struct _n_Assembly *Assembly;

/* The system of a model (borrowed), and back. Input errors: what the model asks of solvers does not go together. */
PetscErrorCode AssemblyCreateSystem(FsOptions o, Model model, FsStabilization stabilization, FsSystem *sys);
Assembly       AssemblyOf(FsSystem sys);
Model          AssemblyModel(Assembly a);         /* borrowed */
Configuration  AssemblyConfiguration(Assembly a); /* borrowed */

extern const FsOptionDoc assembly_options[];

/* ---- a state, gathered once for all who ask about it -------------------------------------------------------------------- */

/* Borrowed arrays: until the next evaluation. */
typedef struct {
  Assembly         assembly;
  const FsState   *s;
  const FsLoading *loading;
  const Motions   *motions;    /* of supports and drivers at s->t */
  const NodeState *nodes;      /* [nnodes] of this rank, ghosts included; NULL where nobody asked for them */
  PetscReal        gravity[3]; /* less the acceleration of the ground, times the loading's factor [m/s2] */
} Evaluation;

/* nodes: whether their states are wanted. Collective. Input errors: formulas without a finite value. */
PetscErrorCode Evaluate(Assembly a, const FsState *s, const FsLoading *loading, PetscBool nodes, Evaluation *ev);

/* ---- joints, at an evaluation with nodes; e: a cell of this rank -------------------------------------------------------- */

/* Force and moment about the joint's point on its second node that it exerts on that node, in global axes [N, N m]. */
PetscErrorCode JointReaction(const Evaluation *ev, PetscInt joint, PetscInt e, double reaction[COMPONENTS]);
/* A free coordinate [m], [rad]; angles count turns. */
double JointCoordinateValue(const Evaluation *ev, PetscInt joint, PetscInt e, JointCoordinateKind kind);
/* Largest |Phi| and |G v + dPhi/dt| of this rank's joints; PETSC_MAX_REAL for NaN. */
void JointsViolation(const Evaluation *ev, PetscReal most[2]);

/* ---- frequency.c -------------------------------------------------------------------------------------------------------- */

/* Upper bound of the frequencies at a state [rad/s], with the damping ratio that goes with it: explicit schemes must
   resolve it. Infinite where a stiff dof has no mass. Collective. */
PetscErrorCode AssemblyFrequency(Assembly a, const FsState *s, PetscReal *omega, PetscReal *damping);

/* ---- balance.c ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  PetscReal kinetic, strain; /* of the state */
  PetscReal external;        /* work of loads and prescribed motions since the first reading */
  PetscReal damping;         /* energy dissipated by dampers since the first reading */
  PetscReal momentum[3],
    angular[3]; /* [kg m/s], about the origin [kg m2/s], of free dofs; of models with nonlinear elements, else 0 */
} Energy;       /* [J]; without numerical dissipation kinetic + strain + damping - external is constant */

/* Energies along a run: one reading of each of its states, in their order; the meter remembers the one before. Works are
   summed by the trapezoidal rule in the displacement: exact for the trapezoidal scheme, of second order for others.
   Collective, one reduction. */
typedef struct _n_EnergyMeter *EnergyMeter;
PetscErrorCode                 EnergyMeterCreate(Assembly a, EnergyMeter *meter); /* borrows a */
PetscErrorCode EnergyMeterRead(EnergyMeter meter, const FsState *s, const FsLoading *loading, Energy *e);
PetscErrorCode EnergyMeterDestroy(EnergyMeter *meter);

#endif
