/* joints.h: the joints of a model, with their rows and cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINTS_H
#define FS_MODEL_JOINTS_JOINTS_H

#include "joint_driver.h"
#include "element/joint/joint.h"
#include "mesh/frame/pattern_copies.h"
#include "joint_bushing.h"
#include "joint_laws.h"

/* Initial value and rate of one coordinate, the same in each cell of the joint. */
typedef struct {
  PetscBool is_kept;             /* the assembly of positions does not change the coordinate */
  PetscBool has_value, has_rate; /* whether options give value and rate */
  PetscReal value, rate;         /* [m], [rad]; [m/s], [rad/s] */
} JointStart;

/* JointCopy - The axes of a joint's cell, and what follows from them.

   frame and other are unit vectors in the reference configuration. frame is fixed in the first
   node, other in the second node. The third vector is along the joint's axis. */
typedef struct {
  double   frame[3][3], other[3][3];
  Bushing  bushing;         /* 0 if the joint is not a bushing */
  JointRow row[JOINT_ROWS]; /* [nrows] constraints, then [nidle] idle rows of Joint */
} JointCopy;

/* Joint - All cells of a set that are joints of one kind.

   A cell that is a line joins its two end nodes. A cell that is a point joins ground, which is the
   first node of the joint, and its node, which is the second. Arrays [JOINT_COORDINATES] have the
   index JointCoordinateKind. A joint does not change after JointsCreate.

   If a pattern copies the cells, it copies the points and axes with them (joints.c). The
   options describe the first copy. */
typedef struct {
  char            *name;
  const JointType *type;     /* static, or own_type */
  JointType       *own_type; /* of a joint at the end of a member, otherwise NULL */
  PetscInt         set;
  PetscInt         support; /* the support whose rows these are; -1 for other joints */
  PetscInt         of_tie;  /* number of its tie (ties.h), from 1; 0 for other joints */
  JointCopy        first;   /* the axes that the options give */
  JointCopy       *turned;  /* [ncells] the axes of each cell; NULL if all have those of first */
  double           pitch;   /* of a screw [m/rad] */
  PetscBool        normal;  /* the axis is the normal of a plane model, because no axis is given */
  int              nrows, nidle; /* an idle row is left out: no dof of its nodes changes it */
  JointDriver      driver[JOINT_COORDINATES]; /* prescribes the coordinate; NULL without a driver */
  CoordinateLaw    law[JOINT_COORDINATES];    /* acts on a coordinate without a driver */
  PetscBool        acts; /* a law or the bushing exerts forces; friction does not count */
  JointStart       start[JOINT_COORDINATES]; /* initial values of the coordinate */
  PetscInt         ncells, ncells_all;       /* number of cells of this rank, and of all ranks */
  PetscInt        *cells;                    /* [ncells] in the order of the mesh */
  PetscInt *node; /* [ncells] the node that each cell joins to ground; NULL if the cells do */
  /* [ncells][JOINT_DOFS + nrows] indices in local vectors: six components of the first node, six
     components of the second node, multipliers. A dof is -1 if the node is ground or lacks the
     component */
  PetscInt *dofs;
  /* [ncells] reference vectors from each node to its point of the joint [m]; for ground the
     position of the point */
  double (*offset)[2][3];
  /* [ncells] L, from which the change of a distance is counted (distance, spring_damper) [m] */
  double *length;
} Joint;

/* Which initial values may be corrected to fit the joints. */
typedef struct {
  PetscBool positions, velocities;
} Assemble;

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

/* joint_with_step_motor - Returns the name of a joint with a motor that is called once a step.

   Returns NULL if no joint has such a motor. The result is the same on all ranks. */
const char *joint_with_step_motor(const struct _n_Model *model);

/* JointHasStepMotor - Returns whether a motor of the joint is called once a step. */
PetscBool JointHasStepMotor(const Joint *joint);

/* JointNoun - Returns "joint", "support" or "tie", for messages. */
static inline const char *JointNoun(const Joint *joint)
{
  return joint->support >= 0 ? "support" : joint->of_tie ? "tie" : "joint";
}

/* JointAxesAt - Returns the axes and rows of cell e of a joint. */
static inline const JointCopy *JointAxesAt(const Joint *joint, PetscInt e)
{
  return joint->turned ? &joint->turned[e] : &joint->first;
}

/* JointFindCopies - Finds how the cells of a joint are displaced from the first copy.

   Sets joint->turned, with the axes of each cell but without rows, if a pattern turns some cell.
   Output:
     motion  [ncells] the motion from the first copy to each cell
   Collective. In joints.c. */
PetscErrorCode JointFindCopies(Model model, Joint *joint, PatternMotion motion[]);

/* JointCouplesNodes - Returns whether the force of a joint on one node may depend on the motion of
   the other node.

   The dependence through the multipliers does not count. */
PetscBool JointCouplesNodes(const Joint *joint);

/* JointFindCells - Sets cells, ncells and ncells_all to the points and lines of joint->set.

   Collective. Input error: no rank has such a cell. */
PetscErrorCode JointFindCells(Model model, Joint *joint);

/* JointNodes - Gets the local numbers of the nodes of a joint's cell; node[0] is -1 for ground. */
void JointNodes(Model model, const Joint *joint, PetscInt element, PetscInt node[2]);

/* JointSetGroundedNodes - Makes a joint between ground and each of some nodes, at the nodes.

   Sets cells, node, ncells, ncells_all, offset and length. The cell of a node is the first cell of
   all ranks that has the node.
   Input:
     wanted  [nnodes] not 0 for the nodes
   Collective. */
PetscErrorCode JointSetGroundedNodes(Model model, const unsigned char wanted[], Joint *joint);

/* joint_complete_frame - Finds unit vectors frame[0] and frame[1] that are orthogonal to the given
   unit vector frame[2]. */
void joint_complete_frame(double frame[3][3]);

/* JointSetUpRows - Sets row, nrows and nidle of a joint from its type and drivers, and from the
   components of its nodes.

   Collective. Input errors: all rows are idle; a driver or a spring acts on a coordinate that the
   nodes cannot change. */
PetscErrorCode JointSetUpRows(Model model, Joint *joint);

/* JointEndsCoincide - Returns whether the two points of the joint's cell e are at one place in the
   reference configuration, up to round-off. size is that of the model [m], see ModelSize. */
PetscBool JointEndsCoincide(Model model, const Joint *joint, PetscInt e, PetscReal size);

/* JointCheckNodes - Checks that the nodes of a joint belong to parts and have the dofs that the
   joint needs. size is that of the model [m], see ModelSize.

   Collective. Input errors: a node belongs to no part; it does not rotate, although the joint needs
   rotations; it violates an idle row. The message names the place. */
PetscErrorCode JointCheckNodes(Model model, const Joint *joint, PetscReal size);

/* JointLinearBushing - Returns whether cell e of the joint acts as a bushing, and gets its matrices
   (joint_linear_bushing). */
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

/* JointDescribePlace - Prints a text such as "joint 'pivot' at (1, 2, 0)" for messages.

   Input:
     element  index of the cell in the joint
     size     size of text; 160 is enough */
void JointDescribePlace(Model model, const Joint *joint, PetscInt element, char text[],
                        size_t size);

#endif
