/* law.h: forces and moments on nodes, as formulas of time, place and the motion of the node.

   A law has the formulas of one load. If it has moments or formulas of rotations, it is a moment
   law, and its functions need the states of nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LAWS_LAW_H
#define FS_MODEL_LOADS_LAWS_LAW_H

#include "element/element.h"
#include "input/formula/expression.h"
#include "model/layout.h"
#include "model/loads/load_options.h"

/* Indices of the variables of a formula: time, displacement, velocity, place in the reference
   configuration, rotation vector from the reference configuration, angular velocity. All of them
   are in global axes. */
enum { LAW_T, LAW_U, LAW_V = 4, LAW_X = 7, LAW_R = 10, LAW_W = 13, LAW_VARIABLES = 16 };
/* t, ux, uy, uz, vx, vy, vz, x, y, z, rx, ry, rz, wx, wy, wz */
extern const char *const law_variables[LAW_VARIABLES];

/* A law. */
typedef struct {
  char *name; /* name of the load */
  /* force [N] or moment [N m] for each component, also per length or area; NULL if not given */
  Expression formula[COMPONENTS];
  PetscBool  has_rotations;  /* some formula is a moment or uses rotations: a moment law */
  PetscBool  per_step;       /* the formulas have their values at the start of a step */
  PetscBool  viscous;        /* some formula uses a velocity */
  PetscBool  time_dependent; /* some formula uses t */
  PetscInt   n;              /* number of nodes of the law that this rank owns */
  int       *node;           /* [n] local numbers of the nodes */
  PetscInt  *at; /* [n][3] indices into this rank's part of global vectors; -1: no free dof */
  /* [n] factor of the formula: 1, or the length [m] or area [m2] that belongs to the node */
  PetscReal *weight;
  PetscReal (*x)[3]; /* [n] places of the nodes in the reference configuration [m] */
} Law;

/* LawCreate - Creates the law that the options of a load describe.

   Output:
     law  the caller adds it to the model, by LawAdd or GivenLoadAddLaw
   Collective. Input errors name the option. */
PetscErrorCode LawCreate(Model model, const LoadOptions *options, PetscInt set, Law *law);

/* LawAdd - Adds a law to the model, which owns its members. */
PetscErrorCode LawAdd(Model model, const Law *law);
PetscErrorCode LawDestroy(Law *law); /* frees the members */
PetscErrorCode LawsDestroy(Model model);

/* ---- laws without rotations ----
   The arrays q, v, f are this rank's parts of global vectors of displacements, velocities and
   forces. The functions are not collective, except ModelCheckLaws. Forces may be infinite or NaN;
   ModelCheckLaws finds this. */

/* LawForces - Adds sign times the forces of a law at t [s] to f. */
void LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[],
               PetscReal sign, PetscScalar f[]);

/* LawSupportForces - Adds sign times the forces of a law on supported dofs at t [s] to local.

   Output:
     local  array of a local vector */
void LawSupportForces(const Layout *l, const Law *law, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal sign, PetscScalar local[]);

/* LawSlopes - Computes the derivatives of the forces on node number node of the law.

   Output:
     by_q  [3][3] derivatives by displacements [N/m]
     by_v  [3][3] derivatives by velocities [N s/m] */
void LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[],
               const PetscScalar v[], PetscReal by_q[9], PetscReal by_v[9]);

/* Time, displacements and velocities at one end of a step. */
typedef struct {
  PetscReal          t;
  const PetscScalar *q, *v;
} LawState;

/* LawWork - Returns the work of a law along the straight line from state end[0] to end[1] [J].

   Time and velocities vary linearly along the line. The integration is adaptive. Hence the work of
   a spring is accurate even if a contact begins or ends on the line. */
PetscReal LawWork(const Law *law, const LawState end[2]);

/* LawsFindNonFinite - Looks for a law without rotations that has no finite value at t, q, v.

   Output:
     text  part of a sentence with node, option, formula and arguments of the first such law;
           unchanged if all values are finite */
void LawsFindNonFinite(Model model, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                       char text[], size_t size);

/* ModelCheckLaws - Checks that all laws without rotations are finite at t, q, v (global vectors).

   Collective. Input error: a value is not finite. The message names node, option, formula and
   arguments. */
PetscErrorCode ModelCheckLaws(Model model, PetscReal t, Vec q, Vec v);

/* LawOutsideTable - Returns whether a formula of the law is outside a table at t.

   This must hold at some node of this rank for every motion of the node.
   Output:
     text  as in ExpressionIsOutsideTable */
PetscBool LawOutsideTable(const Law *law, PetscReal t, char text[], size_t size);

/* ---- moment laws ----
   The argument k is the index of a node in Law.node, and node is the state of this node. */

/* MomentLawForces - Computes f[COMPONENTS], the force in global axes and the moment in the axes of
   the node. */
void MomentLawForces(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double f[]);

/* MomentLawSlopes - Computes the derivatives of the force and moment of MomentLawForces.

   Output:
     K  [COMPONENTS][COMPONENTS] derivatives by displacements and spins
     C  [COMPONENTS][COMPONENTS] derivatives by velocities and angular velocities */
void MomentLawSlopes(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double K[],
                     double C[]);

/* A step of one node. */
typedef struct {
  PetscReal before, now; /* time at the start and at the end of the step [s] */
  /* displacement in global axes, and rotation vector in the axes of the node, from start to end */
  PetscReal moved[COMPONENTS];
  /* velocity in global axes, and angular velocity in the axes of the node, at the start */
  PetscReal rate[COMPONENTS];
} LawStep;

/* MomentLawWork - Returns the work of a moment law on one node along a step [J].

   Input:
     node  state at the end of the step */
PetscReal MomentLawWork(const Law *law, PetscInt k, const LawStep *step, const NodeState *node);

/* MomentLawsFindNonFinite - Looks for a moment law without a finite value.

   Input:
     nodes  states of all nodes of this rank
   Output:
     text   as in LawsFindNonFinite */
void MomentLawsFindNonFinite(Model model, PetscReal t, const NodeState nodes[], char text[],
                             size_t size);

/* ---- inside of this folder ---- */

/* law_variables_at - Sets the variables x at node number k of a law, from arrays q and v.

   Rotations are 0. Displacements and velocities are 0 in components that are missing or
   supported. */
void law_variables_at(const Law *law, PetscInt k, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal x[LAW_VARIABLES]);

/* law_non_finite_text - Writes a part of a sentence with the place of node number k of a law, the
   formula c that has no finite value there, and its variables x. */
void law_non_finite_text(Model model, const Law *law, PetscInt k, int c, const PetscReal x[],
                         char text[], size_t size);

/* moment_law_variables - Sets the variables x at node number k of a law, from its state. */
void moment_law_variables(const Law *law, PetscInt k, PetscReal t, const NodeState *node,
                          PetscReal x[LAW_VARIABLES]);

/* ---- law breaks ------------------------------------------------------------------------------ */

struct _n_Model;

/* LawWarnBreaks - Warns if the forces of a law are off because its formulas jump.

   A law is evaluated at nodes only, and each value stands for the length or area that belongs to
   the node. If a formula jumps at or between nodes, the sum of the forces is therefore not the
   integral of the formula. The function compares the sum with the integral in a few states of
   motion and warns if they differ by more than 1 %.
   Input:
     options, set  of the load; nothing is done if options->law_per is 0
   Collective. */
PetscErrorCode LawWarnBreaks(struct _n_Model *model, const LoadOptions *options, PetscInt set,
                             const Law *law);

#endif
