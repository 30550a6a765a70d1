/* assembly.h: makes the FsSystem r(q, v, a, lambda, t) = 0 of a Model: the sum of a table of terms (terms/), node
   states and charts (configuration.h), the matrices' pattern, energies, and what output asks of joints. Called by
   analysis/run/run.c and the room output; solvers see the FsSystem only. Begin with Residual_Assembly in assembly.c,
   then term.h. */
#ifndef FS_ASSEMBLY_ASSEMBLY_H
#define FS_ASSEMBLY_ASSEMBLY_H

#include "kinematics/configuration.h"
#include <fs/options.h>
#include <fs/system.h>

typedef struct _n_Assembly *Assembly;

/* The system of a model, which is borrowed and must outlive it; the caller destroys the system, and the Assembly
   with it. stabilization: how the integrator keeps constraints. Input errors: -newton, -newton_mixed, -operator or
   -damping_stiffness that do not go with the model. Collective. */
PetscErrorCode AssemblyCreateSystem(FsOptions o, Model model, FsStabilization stabilization,
                                    FsSystem *sys);

/* The assembly inside a system that AssemblyCreateSystem made, and the parts of an assembly. */
Assembly      AssemblyOf(FsSystem sys);
Model         AssemblyModel(Assembly a);         /* borrowed */
Configuration AssemblyConfiguration(Assembly a); /* borrowed */

/* What the system remembers of accepted states: the chart of rotations, and what terms do. */
PetscErrorCode AssemblyArchive(Assembly a, FsArchive archive);

extern const FsOptionDoc assembly_options[];

/* ---- a state, gathered once for all terms ------------------------------------------------------------------------ */

/* A state under a loading, as terms read it. Everything is borrowed and holds until the next Evaluate of the
   assembly. */
typedef struct {
  Assembly         assembly;
  const FsState   *s;
  const FsLoading *loading;
  const PrescribedMotion
    *motions; /* of supports and drivers at s->t: [m], [rad] and their first two derivatives */
  const NodeState *nodes; /* [nnodes] of this rank, ghosts included; NULL unless asked for */
  NodeSource each; /* of single nodes, after EvaluationPrepareResults, where there are no nodes */
  const NodeState *
    inertial; /* the same with velocities and accelerations against inertial space, see rotating_frame.h */
  /* [nlocal] of this rank, held and moved dofs included: instead of nodes in residuals of models where nothing else is looked at; NULL elsewhere */
  const PetscScalar *displacements;
  PetscReal gravity[3]; /* gravity less the ground's acceleration, times loading->factor [m/s2] */
} Evaluation;

/* Fill in *ev. s: v and a may be NULL, and are zero then; nodes: compute ev->nodes, too. Collective. Input error:
   a formula without a finite value. */
PetscErrorCode AssemblyEvaluate(Assembly a, const FsState *s, const FsLoading *loading,
                                PetscBool nodes, Evaluation *ev);

/* Before ElementResults, whenever something else may have been asked in between: gather what it needs. Without ev->nodes the states of
   nodes are made for one element at a time. Collective. */
PetscErrorCode EvaluationPrepareResults(Evaluation *ev);
/* values[ELEMENT_MAX_RESULTS] = the results of an element of a part, one after the other. Not collective. */
void ElementResults(const Evaluation *ev, const Block *b, PetscInt element, double values[]);

/* ---- joints; ev was made with nodes; joint: index in the model, e: cell of this rank ----------------------------- */

/* account[JOINT_ENERGIES] += energy of its springs and stops [J] and what its dampers, stops and friction dissipate [W]. */
PetscErrorCode JointAddEnergies(const Evaluation *ev, PetscInt joint, PetscInt e,
                                PetscReal energies[JOINT_ENERGIES]);
/* *value = force [N] or moment [N m] of friction on its second node along a free coordinate. */
PetscErrorCode JointFrictionValue(const Evaluation *ev, PetscInt joint, PetscInt e,
                                  JointCoordinateKind kind, double *value);
/* Power of its drivers and motors [W]. */
PetscErrorCode JointPower(const Evaluation *ev, PetscInt joint, PetscInt e, double *power);
/* The force [N] and the moment about the joint's point on its second node [N m] that the joint exerts on that
   node, in global axes, springs, dampers and all that included. ev->s->a has the multipliers. Not collective, as all here. */
PetscErrorCode JointReaction(const Evaluation *ev, PetscInt joint, PetscInt e,
                             double reaction[COMPONENTS]);
/* r[JOINT_DOFS] = what it adds to the residual of its two nodes: forces in global axes, moments in the axes of the node. */
PetscErrorCode JointNodalForces(const Evaluation *ev, PetscInt joint, PetscInt e, double r[]);
/* A free coordinate of the joint [m] or [rad]; angles count whole turns. */
double JointCoordinateValue(const Evaluation *ev, PetscInt joint, PetscInt e,
                            JointCoordinateKind kind);
/* *force = what coupling i exerts on its last coordinate [N] or [N m]; e: cell of its first joint on this rank. */
PetscErrorCode CouplingForce(const Evaluation *ev, PetscInt i, PetscInt e, PetscReal *force);
/* stops.c: the fewest accepted states that a contact with a stop of some joint has lasted, PETSC_MAX_INT where none is over, and whose.
   Collective. */
PetscErrorCode StopsShortestContact(Assembly a, PetscInt *shortest, const char **joint);
/* Of each slider, on the rank that has its sliding node (others: 0): how far along the path it is [m], and the force on that node [N].
   Collective. */
PetscErrorCode SlidersGetResults(const Evaluation *ev, PetscReal displacement[],
                                 PetscReal force[][3]);
/* Input error, which tells the place: a law of a coordinate has no finite value at a state. Collective. */
PetscErrorCode JointsCheckLaws(Assembly a, const FsState *s);

/* Whether forces of laws act: formulas, which may jump. The same on all ranks; not collective. */
PetscBool AssemblyHasLaws(Assembly a);

/* ---- frequency_bound.c ------------------------------------------------------------------------------------------------- */

/* *omega: an upper bound of the model's natural frequencies at a state [rad/s], which explicit schemes must
   resolve; infinite where a dof has stiffness and no mass. *damping: the damping ratio that goes with it.
   Collective. */
PetscErrorCode AssemblyFrequency(Assembly a, const FsState *s, PetscReal *omega,
                                 PetscReal *damping);

/* ---- energy_meter.c --------------------------------------------------------------------------------------------------- */

typedef struct {
  PetscReal kinetic, strain; /* of the state */
  PetscReal external;        /* work of loads and prescribed motions since the first reading */
  PetscReal damping;         /* energy dissipated by dampers since the first reading */
  /* linear [kg m/s], and angular about the origin [kg m2/s]; of free dofs; 0 in linear models */
  PetscReal momentum[3], angular[3];
  PetscBool
    spurious_gain; /* since the reading before more energy has come than any force accounts for */
} Energy; /* [J]; without numerical dissipation kinetic + strain + damping - external is constant */

PetscErrorCode EnergyArchive(Energy *e, FsArchive a);

/* Energies along a run. Read: those of a state that may follow the last accepted one. Accept: the state read last is the
   one from which work is summed. Work is summed from one accepted reading to the next, by the trapezoidal rule in the
   displacement: exact for the trapezoidal scheme, of second order for others. The meter borrows the assembly.
   Collective, but for Accept; a reading takes one reduction. */
typedef struct _n_EnergyMeter *EnergyMeter;
PetscErrorCode                 EnergyMeterCreate(Assembly a, EnergyMeter *meter); /* borrows a */
PetscErrorCode EnergyMeterRead(EnergyMeter meter, const FsState *s, const FsLoading *loading,
                               Energy *e);
void           EnergyMeterAccept(EnergyMeter meter);
PetscErrorCode EnergyMeterArchive(EnergyMeter meter, FsArchive a);
/* *force, *path: borrowed until the next Read, [pairs of all terms] (term.h) at the state that was accepted last. */
void EnergyMeterPairs(EnergyMeter meter, const PetscReal **force, const PetscReal **path);
/* The state that was accepted last, read from an archive, has other loads from here on. */
PetscErrorCode EnergyMeterRestart(EnergyMeter meter, const FsState *s, const FsLoading *loading);
PetscErrorCode EnergyMeterDestroy(EnergyMeter *meter);

#endif
