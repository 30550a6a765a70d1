/* law.h: forces and moments on nodes, as formulas of time, place and the motion of the node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LAW_H
#define FS_MODEL_LOADS_LAW_H

#include "element/element.h"
#include "input/formula/expression.h"
#include "model/layout.h"

/* Indices of the variables of a formula: time, displacement, velocity, place in the reference
   configuration, rotation vector since then, angular velocity. All of them are in global axes. */
enum { LAW_T, LAW_U, LAW_V = 4, LAW_X = 7, LAW_R = 10, LAW_W = 13, LAW_VARIABLES = 16 };
/* t, ux, uy, uz, vx, vy, vz, x, y, z, rx, ry, rz, wx, wy, wz */
extern const char *const law_variables[LAW_VARIABLES];

/* A law with moments or with formulas of rotations is a moment law; it needs the states of nodes.
   */
typedef struct {
  char      *name;                /* of the load */
  Expression formula[COMPONENTS]; /* [N], [N m], or per length or area of them; or NULL */
  PetscBool  has_rotations;       /* some formula is a moment or uses rotations: a moment law */
  PetscBool  viscous;             /* some formula uses a velocity */
  PetscBool  time_dependent;      /* some formula uses t */
  PetscInt   n;                   /* nodes that this rank owns */
  int       *node;                /* [n] local numbers of the nodes */
  PetscInt  *at;     /* [n][3] indices into this rank's part of global vectors; -1: no free dof */
  PetscReal *weight; /* [n] 1, or the length [m] or area [m2] of the node */
  PetscReal (*x)[3]; /* [n] places of the nodes [m] */
} Law;

/* LawFromOptions - Reads the formulas of a load and adds the law to the model.

   Output:
     found  whether the load has formulas
   Collective. Input errors name the option. */
PetscErrorCode LawFromOptions(FsOptions o, Model model, const char name[], PetscInt set,
                              PetscBool *found);
PetscErrorCode LawsDestroy(Model model);

/* ---- laws without rotations ----
   The arrays q, v, f are this rank's parts of global vectors. These functions are not collective.
   Their values may be infinite or NaN: call ModelCheckLaws. */

/* LawForces - Adds sign times the forces of a law at t [s] to f. */
void LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[],
               PetscReal sign, PetscScalar f[]);

/* LawSupportForces - Adds sign times the forces on supported dofs to a local array. */
void LawSupportForces(const Layout *l, const Law *law, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal sign, PetscScalar local[]);

/* LawSlopes - Computes the derivatives of the forces on node number node of the law.

   Output:
     by_q, by_v  [3][3] by displacement [N/m] and by velocity [N s/m] */
void LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[],
               const PetscScalar v[], PetscReal by_q[9], PetscReal by_v[9]);

typedef struct {
  PetscReal          t;
  const PetscScalar *q, *v;
} LawState;

/* LawWork - Returns the work of a law along the straight line between two states [J].

   Time and velocities vary linearly along the line. The integration is adaptive, so that a spring
   with a contact inside the step does the work of its potential. */
PetscReal LawWork(const Law *law, const LawState end[2]);

/* LawsFindNonFinite - Looks for a law without a finite value at t, q, v.

   Output:
     text  node, option, formula and arguments, as part of a sentence; unchanged if all laws are
           finite */
void LawsFindNonFinite(Model model, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                       char text[], size_t size);

/* ModelCheckLaws - Checks that all laws without rotations are finite at t, q, v (global vectors).

   Collective. Input error, which names node, option, formula and arguments. */
PetscErrorCode ModelCheckLaws(Model model, PetscReal t, Vec q, Vec v);

/* LawOutsideTable - Applies ExpressionIsOutsideTable at all nodes of the law on this rank, at t.

   A formula counts if its table does not cover t in any motion of the node. */
PetscBool LawOutsideTable(const Law *law, PetscReal t, char text[], size_t size);

/* ---- moment laws ----
   The argument k is the number of a node in the law, and node is its state. */

/* MomentLawForces - Computes force and moment (in the axes of the node), f[COMPONENTS]. */
void MomentLawForces(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double f[]);

/* MomentLawSlopes - Computes the derivatives K and C, [COMPONENTS][COMPONENTS].

   The variations are those of ElementType.forces. */
void MomentLawSlopes(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double K[],
                     double C[]);

/* A step that ends at the state of the node. */
typedef struct {
  PetscReal before, now;       /* time at both ends [s] */
  PetscReal moved[COMPONENTS]; /* displacement, and rotation vector in the axes of the node */
  PetscReal rate[COMPONENTS];  /* velocity and angular velocity before, in the axes of the node */
} LawStep;

/* MomentLawWork - Returns the work along a step [J]. */
PetscReal MomentLawWork(const Law *law, PetscInt k, const LawStep *step, const NodeState *node);

/* MomentLawsFindNonFinite - Does the same as LawsFindNonFinite, with the states of all nodes. */
void MomentLawsFindNonFinite(Model model, PetscReal t, const NodeState nodes[], char text[],
                             size_t size);

/* ---- inside of this folder ---- */

/* law_variables_at - Sets the variables x at node number k of a law, from arrays q and v.

   Rotations are 0, and so are the motions in missing or supported components. */
void law_variables_at(const Law *law, PetscInt k, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal x[LAW_VARIABLES]);

/* moment_law_variables - Sets the variables x from the state of the node. */
void moment_law_variables(const Law *law, PetscInt k, PetscReal t, const NodeState *node,
                          PetscReal x[LAW_VARIABLES]);

#endif
