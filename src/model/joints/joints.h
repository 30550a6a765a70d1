/* joints.h: the joints of a model, with their constraints and cells.

   A row of a joint is one of its constraints, an equation Phi = 0, which has one Lagrange
   multiplier. A free coordinate is a relative displacement or angle that the joint allows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINTS_H
#define FS_MODEL_JOINTS_JOINTS_H

#include "joint_driver.h"
#include "element/joint/joint.h"
#include "mesh/frame/pattern_copies.h"
#include "joint_bushing.h"
#include "joint_laws.h"

/* JointStart - Initial value and rate of one coordinate, the same in each cell of the joint. */
typedef struct {
  /* whether the assembly of the initial configuration must keep the coordinate (-assemble_keep) */
  PetscBool is_kept;
  PetscBool has_value, has_rate; /* whether options give value and rate */
  PetscReal value, rate;         /* [m], [rad]; [m/s], [rad/s] */
} JointStart;

/* JointCopy - The axes of a joint's cell, and the bushing and the rows, which depend on the axes.

   frame and other are three unit vectors in the reference configuration. frame is fixed in the
   first node, other in the second node. The third vector is along the joint's axis. */
typedef struct {
  double   frame[3][3], other[3][3];
  Bushing  bushing;         /* all 0 if the joint is not a bushing */
  JointRow row[JOINT_ROWS]; /* Joint.nrows rows, then Joint.nidle rows that are left out */
} JointCopy;

/* Joint - All cells of a set that are joints of one kind.

   A cell that is a line joins its two end nodes. A cell that is a point joins its node, which is
   the second node of the joint, to ground, which stands for the first node. Arrays
   [JOINT_COORDINATES] have the index JointCoordinateKind. A joint does not change after
   JointsCreate().

   If a pattern of a frame copies the cells, it copies the points and axes with them (joints.c). The
   options describe the first copy. */
typedef struct _n_Joint {
  char            *name;
  const JointType *type; /* a row of joint_types[], or own_type */
  /* type of a joint at the end of a member, whose rows depend on the releases; otherwise NULL */
  JointType *own_type;
  PetscInt   set;     /* index of the set of cells in Geometry.set_name */
  PetscInt   support; /* index of the support that has made the joint; -1 for other joints */
  PetscInt   of_tie;  /* number of the tie that has made the joint, from 1, or 0 */
  JointCopy  first;   /* the axes that the options give */
  JointCopy *turned;  /* [ncells] axes of each cell; NULL if all cells have those of first */
  double     pitch;   /* screw: advance per angle [m/rad] */
  /* whether the axis is the normal of a plane model, because the user gives no axis */
  PetscBool normal;
  /* number of constraint equations (rows), and of idle equations, which are left out because no dof
     of the nodes changes them */
  int           nrows, nidle;
  JointDriver   driver[JOINT_COORDINATES]; /* prescribes a coordinate; NULL without a driver */
  CoordinateLaw law[JOINT_COORDINATES];    /* forces on a coordinate without a driver */
  PetscBool     acts;      /* whether a law other than friction, or the bushing, exerts forces */
  PetscBool     remembers; /* whether a law remembers earlier states */
  JointStart    start[JOINT_COORDINATES]; /* initial values of the coordinates */
  PetscInt      ncells, ncells_all;       /* number of cells of this rank, and of all ranks */
  PetscInt     *cells; /* [ncells] indices of the cells in the mesh, in the order of the mesh */
  /* [ncells] node that each cell joins to ground, if JointSetGroundedNodes() has made the joint;
     otherwise NULL */
  PetscInt *node;
  /* [ncells][JOINT_DOFS + nrows] indices in local vectors: six components of the first node, six
     components of the second node, multipliers. A dof is -1 if the node is ground or lacks the
     component */
  PetscInt *dofs;
  /* [ncells] vectors, in the reference configuration, from each node of a cell to the point of the
     joint that is fixed in this node; for ground the position of the point [m] */
  double (*offset)[2][3];
  /* [ncells] distance and spring_damper: length of each cell at which the displacement coordinate
     is 0 [m] */
  double *length;
} Joint;

extern const char *const joint_coordinate_names[JOINT_COORDINATES]; /* "displacement", ... */
extern const char *const joint_rate_names[JOINT_COORDINATES];       /* "velocity", ... */

typedef struct _n_Model *Model;
struct _n_ConstraintOptions;

/* JointsCreate - Creates the joints of -joints, of ends of members, of ties and of supports.

   Call it after ComponentsCreate(). Collective. Input errors name the option or the place of
   the joint. */
PetscErrorCode JointsCreate(Model model, const struct _n_ConstraintOptions *options);
PetscErrorCode JointsDestroy(Model model);

/* JointsCheckName - Checks that no joint has the name of a coupling or slider.

   Input:
     kind  "coupling" or "slider"
     name  name of the coupling or slider
   Collective. Input error: a joint has this name. */
PetscErrorCode JointsCheckName(Model model, const char kind[], const char name[]);

/* JointIsOfUser - Returns whether the joint is one of -joints, not a part of a support or tie. */
static inline PetscBool JointIsOfUser(const Joint *joint)
{
  return (PetscBool)(joint->support < 0 && !joint->of_tie);
}

/* joint_with_step_motor - Returns the name of a joint with a motor whose function is called once a
   step, or NULL if no joint has such a motor. The model owns the name. The result is the same on
   all ranks. */
const char *joint_with_step_motor(const struct _n_Model *model);

/* JointHasStepMotor - Returns whether a joint has a motor whose function is called once a step. */
PetscBool JointHasStepMotor(const Joint *joint);

/* JointNoun - Returns "joint", "support" or "tie", for messages. */
static inline const char *JointNoun(const Joint *joint)
{
  return joint->support >= 0 ? "support" : joint->of_tie ? "tie" : "joint";
}

/* JointAxesAt - Returns the axes and constraint equations (rows) of cell e of a joint. */
static inline const JointCopy *JointAxesAt(const Joint *joint, PetscInt e)
{
  return joint->turned ? &joint->turned[e] : &joint->first;
}

/* JointFindCopies - Finds the motions that carry the first copy of a pattern to the copies that
   have the cells of a joint.

   If a pattern turns some cell, the function sets joint->turned, with the axes of each cell but
   without rows.
   Output:
     motion  [ncells] the motion from the first copy to the copy of each cell; the identity for
             cells in no pattern
   Collective. In joints.c. */
PetscErrorCode JointFindCopies(Model model, Joint *joint, PatternMotion motion[]);

/* JointCouplesNodes - Returns whether the force of a joint on one node may depend on the motion of
   the other node, for given multipliers. */
PetscBool JointCouplesNodes(const Joint *joint);

/* JointFindCells - Finds the points and lines of the set joint->set, which become the cells of the
   joint. Sets joint->cells, ncells and ncells_all.

   Collective. Input error: no rank has such a cell. */
PetscErrorCode JointFindCells(Model model, Joint *joint);

/* JointNodes - Gets the indices of the two nodes of cell number `element` of this rank's cells of a
   joint; node[0] is -1 for ground. */
void JointNodes(Model model, const Joint *joint, PetscInt element, PetscInt node[2]);

/* JointSetGroundedNodes - Makes a joint that connects each of some nodes to ground, at the position
   of the node. Each node gets one cell of the joint.

   For this cell, the function uses the first cell of the mesh that has the node, whatever its
   shape. It sets cells, node, ncells, ncells_all, offset and length of the joint.
   Input:
     wanted  [nnodes] not 0 for the nodes, the same on all ranks that have a node
   Collective. */
PetscErrorCode JointSetGroundedNodes(Model model, const unsigned char wanted[], Joint *joint);

/* joint_complete_frame - Finds unit vectors frame[0] and frame[1] that are orthogonal to the given
   unit vector frame[2]. */
void joint_complete_frame(double frame[3][3]);

/* JointSetUpRows - Determines the rows of a joint from its type and drivers, and leaves out the
   idle rows, which no component of the nodes changes. Sets nrows, nidle and the rows of the copies.

   Collective. Input errors: all rows are idle; a driver or a spring acts on a coordinate that the
   nodes cannot change. */
PetscErrorCode JointSetUpRows(Model model, Joint *joint);

/* JointEndsCoincide - Returns whether the two points of a joint's cell e coincide in the reference
   configuration, up to round-off. The argument size is that of the model, from ModelSize() [m]. */
PetscBool JointEndsCoincide(Model model, const Joint *joint, PetscInt e, PetscReal size);

/* JointCheckNodes - Checks that the nodes of a joint belong to parts and have the dofs that the
   joint needs. The argument size is that of the model, from ModelSize() [m].

   Collective. Input errors: a node belongs to no part; it has no rotations, although the joint
   needs them; the reference configuration violates an idle row. The message has the position. */
PetscErrorCode JointCheckNodes(Model model, const Joint *joint, PetscReal size);

/* JointLinearBushing - Returns whether cell e of the joint acts as a bushing, and gets the matrices
   with which it acts (joint_linear_bushing() of joint_bushing.h). */
static inline PetscBool JointLinearBushing(const Joint *joint, PetscInt e, Bushing *b)
{
  return joint_linear_bushing(joint->type, &JointAxesAt(joint, e)->bushing,
                              &joint->law[JOINT_DISPLACEMENT], joint->length[e], b);
}

/* JointCellNumbers - Gets the number of each cell of this rank among all cells of the joint.

   Output:
     number  [ncells] numbers from 0 to ncells_all - 1, in the order of the whole mesh
   Collective. */
PetscErrorCode JointCellNumbers(Model model, const Joint *joint, PetscInt number[]);

/* JointDescribePlace - Writes a text such as "joint 'pivot' at (1, 2, 0)" for messages.

   Input:
     element  index of the cell among this rank's cells of the joint
   Output:
     text     [size]; 160 bytes are enough */
void JointDescribePlace(Model model, const Joint *joint, PetscInt element, char text[],
                        size_t size);

/* ---- nodes of joints ------------------------------------------------------------------------- */

/* joint_holds_rotations - Returns whether a joint needs nodes with rotations.

   Joints that constrain rotations need them, and so do bushings. At the end of a member only
   constraints are considered that the nodes can violate: a hinge in a plane model does not need a
   node with rotations.
   Input:
     components  bits of all components that nodes of the model have, or of more components */
PetscBool joint_holds_rotations(const Joint *joint, int components);

/* JointNodesSetComponents - Gives components to nodes that are in no part, if several joints, or a
   joint and a support, connect them.

   Such a node has the displacements of the model. It also has the rotations of the model if the
   constraints of one of its joints depend on them. A node that is only in one joint gets no
   components. Call the function when all joints of -joints and of members have cells, axes and
   points. Collective. */
PetscErrorCode JointNodesSetComponents(Model model);

#endif
