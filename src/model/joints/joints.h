/* joints.h: the joints of a model, with their rows and cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINTS_H
#define FS_MODEL_JOINTS_JOINTS_H

#include "joint_driver.h"
#include "element/joint/joint.h"
#include "joint_bushing.h"
#include "joint_laws.h"
#include "joint_start.h"

/* All cells of a set that are joints of one kind. A line joins its two end nodes. A point joins its
   node (the second node of the joint) to ground (the first). Arrays by coordinate are indexed by
   JointCoordinateKind. A joint does not change after JointsCreate. */
typedef struct {
  char            *name;
  const JointType *type; /* static */
  PetscInt         set;
  double  frame[3][3];  /* unit vectors fixed in the first node, the third along the joint's axis */
  double  other[3][3];  /* the same in the second node; both as in the reference configuration */
  Bushing bushing;      /* 0 for other types */
  double  pitch;        /* of a screw [m/rad] */
  PetscBool     normal; /* the axis is the normal of a plane model, because no axis is given */
  JointRow      row[JOINT_ROWS]; /* [nrows] constraints, then [nidle] rows that are left out */
  int           nrows, nidle;    /* idle rows: the components of the nodes cannot change them */
  JointDriver   driver[JOINT_COORDINATES]; /* prescribes the coordinate; NULL without a driver */
  CoordinateLaw law[JOINT_COORDINATES];    /* acts on a coordinate without a driver */
  PetscBool     acts;                      /* some law acts, or the bushing; friction aside */
  JointStart    start[JOINT_COORDINATES];  /* initial values of the coordinate */
  PetscInt      ncells, ncells_all;        /* of this rank, of all ranks */
  PetscInt     *cells;                     /* [ncells] */
  PetscInt     *dofs;     /* [ncells][JOINT_DOFS + nrows] indices in local vectors, see below */
  double (*offset)[2][3]; /* [ncells] from each node to its point of the joint, reference [m] */
  double *length;         /* [ncells] distance of the points that a distance keeps [m] */
} Joint;
/* The dofs of a cell are the six components of the first node, those of the second node, and the
   multipliers. A dof is -1 if the node is ground or lacks the component. */

/* Which initial values may be corrected to fit the joints. */
typedef struct {
  PetscBool positions, velocities;
} Assemble;

extern const char *const joint_coordinate_names[JOINT_COORDINATES]; /* "displacement", ... */

/* JointsCreate - Reads the joints from the options, after the components of nodes.

   Collective. Input errors name the option or the place. */
PetscErrorCode JointsCreate(FsOptions o, Model model);
PetscErrorCode JointsDestroy(Model model);

/* JointsDocument - Adds the manual's sections on joints, from the table of joint types. */
PetscErrorCode JointsDocument(FsOptions o);

/* JointsCheckName - Checks that no joint has the name of a coupling or slider.

   Input:
     kind  "coupling" or "slider"
   Collective. */
PetscErrorCode JointsCheckName(Model model, const char kind[], const char name[]);

/* JointCouplesNodes - Returns whether the force on one node may depend on the motion of the other.

   The dependence through the multipliers does not count. */
PetscBool JointCouplesNodes(const Joint *joint);

/* JointNodes - Returns the local numbers of the nodes of a joint's cell; node[0] = -1 is ground. */
void JointNodes(Model model, const Joint *joint, PetscInt element, PetscInt node[2]);

/* JointSetUpRows - Sets the rows of a joint from its type, drivers and the components of its nodes.

   Collective. Input errors: no row is left; a driver or a spring acts on a coordinate that the
   nodes cannot change. */
PetscErrorCode JointSetUpRows(Model model, Joint *joint);

/* JointCheckNodes - Checks that the nodes of a joint can have it.

   Collective. Input error, which names the first place: a node belongs to no part, does not rotate
   although it must, or violates an idle row. */
PetscErrorCode JointCheckNodes(Model model, const Joint *joint);

/* JointCoordinatesFromOptions - Reads drivers and laws of the free coordinates of a joint.

   Collective. Input errors: a contradiction, a coordinate that is not free. */
PetscErrorCode JointCoordinatesFromOptions(FsOptions o, Model model, Joint *joint);

/* JointLinearBushing - Applies joint_linear_bushing to a cell of the joint. */
static inline PetscBool JointLinearBushing(const Joint *joint, PetscInt e, Bushing *b)
{
  return joint_linear_bushing(joint->type, &joint->bushing, &joint->law[JOINT_DISPLACEMENT],
                              joint->length[e], b);
}

/* JointCellNumbers - Numbers the cells of this rank among all cells of the joint.

   Output:
     number  [ncells] in the order of the whole mesh
   Collective. */
PetscErrorCode JointCellNumbers(Model model, const Joint *joint, PetscInt number[]);

/* JointDescribePlace - Prints "joint 'pivot' at (1, 2, 0)" for messages; 160 characters suffice. */
void JointDescribePlace(Model model, const Joint *joint, PetscInt element, char text[],
                        size_t size);

#endif
