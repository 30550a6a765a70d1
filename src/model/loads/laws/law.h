/* law.h: forces and moments on nodes, as formulas of time, place and the motion of the node.

   A law has the formulas of one load. If the law has moments, or formulas of rotations, it is a
   moment law, whose functions need the states of nodes. A "place" in the variables of a formula is
   the position of the node in the reference configuration. Functions are not collective unless
   their comment says otherwise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LAWS_LAW_H
#define FS_MODEL_LOADS_LAWS_LAW_H

#include "element/element_node.h"
#include "input/formula/expression.h"
#include "model/layout.h"
#include "model/loads/load_options.h"

/* indices of the variables of a formula for forces on nodes: time, displacement, velocity, place,
   rotation vector from the reference configuration, angular velocity; all are in global axes */
enum { LAW_T, LAW_U, LAW_V = 4, LAW_X = 7, LAW_R = 10, LAW_W = 13, LAW_VARIABLES = 16 };
/* t, ux, uy, uz, vx, vy, vz, x, y, z, rx, ry, rz, wx, wy, wz */
extern const char *const law_variables[LAW_VARIABLES];

/* Law - The formulas of a load, and the nodes on which they act. */
typedef struct _n_Law {
  char    *name; /* name of the load */
  PetscInt set;  /* number of the set of nodes */
  int      per;  /* 0: the formulas are of a node; 1: per length; 2: per area */
  /* formulas of the force [N] or moment [N m] of each component, or of the force or moment per
     length or area; NULL if not given */
  Expression formula[COMPONENTS];
  PetscBool  has_rotations;  /* whether the law is a moment law */
  PetscBool  per_step;       /* whether the forces at the start of a step are used throughout it */
  PetscBool  viscous;        /* whether some formula uses a velocity */
  PetscBool  time_dependent; /* whether some formula uses t */
  PetscInt   n;              /* number of nodes of the law that this rank owns */
  int       *node;           /* [n] indices of the nodes */
  /* [n][3] index of each displacement of a node in this rank's part of global vectors; -1 if it is
     not a free dof */
  PetscInt *at;
  /* [n] factor of the formula: 1, or the length [m] or area [m2] that belongs to the node */
  PetscReal *weight;
  PetscReal (*x)[3]; /* [n] positions of the nodes in the reference configuration [m] */
} Law;

/* LawCreate - Creates the law that the options of a load describe.

   Input:
     set  index of the set of nodes in Geometry.set_name
   Output:
     law  the caller adds it to the model, by LawAdd() or GivenLoadAddLaw(), which then owns its
          arrays and formulas
   Collective. Input errors name the option. */
PetscErrorCode LawCreate(Model model, const LoadOptions *options, PetscInt set, Law *law);

/* LawAdd - Adds a law to the model, which becomes the owner of the law's arrays and formulas. */
PetscErrorCode LawAdd(Model model, const Law *law);
PetscErrorCode LawDestroy(Law *law); /* frees the arrays and formulas, not the struct */
PetscErrorCode LawsDestroy(Model model);

/* ---- laws without rotations ----
   The arrays q, v, f are this rank's parts of global vectors of displacements, velocities and
   forces. The functions are not collective, except ModelCheckLaws. Forces may be infinite or NaN;
   ModelCheckLaws finds this. */

/* LawForces - Adds sign times the forces of a law, formulas of the motion of nodes, at the time t
   [s] to f. */
void LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[],
               PetscReal sign, PetscScalar f[]);

/* LawSupportForces - Adds sign times the forces of a law on supported dofs, at the time t [s], to
   the array of a local vector.

   Input:
     l  layout of the dofs of this rank
   Changed:
     local  [nlocal] the array */
void LawSupportForces(const Layout *l, const Law *law, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal sign, PetscScalar local[]);

/* LawSlopes - Computes the derivatives of the force on a node at the time t [s].

   Input:
     node  index of the node in Law.node
   Output:
     by_q  [3][3] derivatives with respect to the displacements of the node [N/m]
     by_v  [3][3] derivatives with respect to the velocities of the node [N s/m] */
void LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[],
               const PetscScalar v[], PetscReal by_q[9], PetscReal by_v[9]);

/* LawState - Time [s], displacements and velocities at one end of a step, for the work of laws. */
typedef struct {
  PetscReal          t;
  const PetscScalar *q, *v;
} LawState;

/* LawWork - Returns the work of a law in a step from the state end[0] to the state end[1] [J].

   Time, displacements and velocities vary linearly between the two states. The integration is
   adaptive, so that the work of a spring is accurate even if a contact begins or ends in the
   step. */
PetscReal LawWork(const Law *law, const LawState end[2]);

/* LawsFindNonFinite - Searches for a law without rotations that has no finite value on this rank,
   at the time t [s] and the state q, v.

   Input:
     size  number of bytes of text
   Output:
     text  [size] part of a sentence with node, option, formula and arguments of the first such law;
           unchanged if all values are finite */
void LawsFindNonFinite(Model model, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                       char text[], size_t size);

/* ModelCheckLaws - Checks that all laws without rotations are finite, on all ranks, at a state.

   Input:
     t     time [s]
     q, v  global vectors of displacements and velocities
   Collective. Input error: a value is not finite. The message has the node, the option, the formula
   and its arguments. */
PetscErrorCode ModelCheckLaws(Model model, PetscReal t, Vec q, Vec v);

/* LawOutsideTable - Returns whether a formula of the law, at the time t [s] and some node of this
   rank, calls a table with an argument for which the table has no value, whatever the node's
   motion.

   Input:
     size  number of bytes of text
   Output:
     text  [size] error message; set only if the result is PETSC_TRUE */
PetscBool LawOutsideTable(const Law *law, PetscReal t, char text[], size_t size);

/* ---- moment laws ----
   The argument k is the index of a node in Law.node, and node is the state of this node. */

/* MomentLawForces - Computes f[COMPONENTS], the force on a node in global axes [N] and the moment
   in the axes of the node [N m], at the time t [s]. */
void MomentLawForces(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double f[]);

/* MomentLawSlopes - Computes the derivatives of the force and moment of MomentLawForces().

   Output:
     K  [COMPONENTS][COMPONENTS] derivatives with respect to displacements and small rotations
        (spins) about the axes of the node
     C  [COMPONENTS][COMPONENTS] derivatives with respect to velocities and angular velocities */
void MomentLawSlopes(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double K[],
                     double C[]);

/* LawStep - A step of one node, along which moment laws do work. */
typedef struct {
  PetscReal before, now; /* time at the start and at the end of the step [s] */
  /* displacement in global axes, and rotation vector in the axes of the node, from the start to the
     end of the step */
  PetscReal moved[COMPONENTS];
  /* velocity in global axes, and angular velocity in the axes of the node, at the start of the
     step */
  PetscReal rate[COMPONENTS];
} LawStep;

/* MomentLawWork - Returns the work of a moment law on one node along a step [J].

   Input:
     node  state at the end of the step */
PetscReal MomentLawWork(const Law *law, PetscInt k, const LawStep *step, const NodeState *node);

/* MomentLawsFindNonFinite - Searches for a moment law without a finite value on this rank, at the
   time t [s].

   Input:
     nodes  [nnodes] states of the nodes of this rank
     size   number of bytes of text
   Output:
     text   [size] part of a sentence with node, option, formula and arguments of the first such
            law; unchanged if all values are finite */
void MomentLawsFindNonFinite(Model model, PetscReal t, const NodeState nodes[], char text[],
                             size_t size);

/* ---- inside of this folder ---- */

/* law_variables_at - Computes the variables x of the formulas at node number k of a law, at the
   time t [s]; q and v are this rank's parts of global vectors.

   Rotations are set to 0, and so are displacements and velocities in components that the node does
   not have or that are supported. */
void law_variables_at(const Law *law, PetscInt k, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal x[LAW_VARIABLES]);

/* law_non_finite_text - Writes a part of a sentence, for a message, to text[size]. It has the
   position of node number k of a law, the formula of component c that has no finite value there,
   and the values x of its variables. */
void law_non_finite_text(Model model, const Law *law, PetscInt k, int c, const PetscReal x[],
                         char text[], size_t size);

/* moment_law_variables - Computes the variables x of the formulas at node number k of a moment law,
   at the time t [s], from the state of this node. */
void moment_law_variables(const Law *law, PetscInt k, PetscReal t, const NodeState *node,
                          PetscReal x[LAW_VARIABLES]);

/* ---- law breaks ------------------------------------------------------------------------------ */

struct _n_Model;

/* ModelWarnLawBreaks - Warns if the forces of laws per length or area are wrong because their
   formulas jump from place to place.

   A law is evaluated only at nodes, and each value is multiplied by the length or area that belongs
   to the node. If a formula jumps at or between nodes, the sum of the forces is therefore not the
   integral of the formula. The function compares the sum with the integral for a few motions of the
   nodes, and warns of each law for which they differ by more than 1 %.
   Input:
     t_start, t_end  first and last time of the run [s], or load factors in static analyses
   Collective. */
PetscErrorCode ModelWarnLawBreaks(struct _n_Model *model, PetscReal t_start, PetscReal t_end);

#endif
