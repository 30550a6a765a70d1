/* joints.h: the joints of a model: what the options say of one, its rows and its cells. Made by JointsCreate (model.h), and
   not changed afterwards. Begin at Joint. */
#ifndef FS_MODEL_JOINTS_JOINTS_H
#define FS_MODEL_JOINTS_JOINTS_H

#include "joint_driver.h"
#include "element/joint/joint.h"
#include "joint_bushing.h"
#include "joint_laws.h"
#include "joint_start.h"

/* All cells of a set that are joints of one kind: a line joins its two ends, whatever is between them; a point joins its
   node (the second one of the joint) to ground (the first one). Arrays by coordinate are indexed by
   JointCoordinateKind. */
typedef struct {
  char            *name;
  const JointType *type; /* static */
  PetscInt         set;
  double  frame[3][3]; /* unit vectors fixed in the first node, the third along the joint's axis */
  double  other[3][3]; /* the same in the second node; both as in the reference configuration */
  Bushing bushing;     /* of a bushing; 0: none */
  double  pitch;       /* of a screw [m/rad] */
  PetscBool normal;    /* the axis is the plane's normal, as none was given */
  JointRow  row[JOINT_ROWS]; /* [nrows] constraints, then [nidle] rows that are left out */
  int nrows, nidle; /* idle: the components of the nodes cannot change these rows (plane models) */
  JointDriver   driver[JOINT_COORDINATES]; /* prescribes the coordinate; NULL: it is free */
  CoordinateLaw law[JOINT_COORDINATES];    /* what acts on the coordinate where no driver does */
  PetscBool     acts;                      /* some law does, or the bushing; friction aside */
  JointStart    start[JOINT_COORDINATES];  /* what is asked of the coordinate at the start */
  PetscInt      ncells, ncells_all;        /* of this rank, of all ranks */
  PetscInt     *cells;                     /* [ncells] */
  PetscInt *
    dofs; /* [ncells][JOINT_DOFS + nrows] indices in local vectors: of the first node's six components, of
                             the second node's (-1: ground, or no such component), of the multipliers */
  double (*offset)
    [2][3]; /* [ncells] from each node to its point of the joint, reference configuration [m] */
  double *length; /* [ncells] distance of the points that a distance keeps [m] */
} Joint;

/* Whether its forces on one node may depend on the motion of the other beyond what its multipliers tell. */
PetscBool JointCouplesNodes(const Joint *joint);

extern const char
  *const joint_coordinate_names[JOINT_COORDINATES]; /* "displacement", "angle", ... */

/* node[2] = local numbers of the nodes of a joint's cell; node[0] = -1: ground. */
void JointNodes(Model model, const Joint *joint, PetscInt element, PetscInt node[2]);
/* Set row, nrows, nidle of a joint from its type and drivers and from the components that its nodes have. Collective.
   Input errors: no row is left; a driver or a spring acts on a coordinate that the nodes cannot change. */
PetscErrorCode JointSetUpRows(Model model, Joint *joint);
/* Input error, which names the first place: a node belongs to no part, does not rotate but would have to, or is where
   the joint's idle rows do not hold. Collective. */
PetscErrorCode JointCheckNodes(Model model, const Joint *joint);
/* joint_coordinates.c: what acts on the joint's free coordinates. Input errors: contradictions, a coordinate that is not free. */
PetscErrorCode JointCoordinatesFromOptions(FsOptions o, Model model, Joint *joint);
/* joint_linear_bushing of a cell of the joint (joint_bushing.h). */
static inline PetscBool JointLinearBushing(const Joint *joint, PetscInt e, Bushing *b)
{
  return joint_linear_bushing(joint->type, &joint->bushing, &joint->law[JOINT_DISPLACEMENT],
                              joint->length[e], b);
}
/* number[ncells] = which of all cells of the joint, in the order of the whole mesh, those of this rank are. Collective. */
PetscErrorCode JointCellNumbers(Model model, const Joint *joint, PetscInt number[]);
/* text = "joint 'pivot' at (1, 2, 0)", for messages; 160 characters suffice. */
void JointDescribePlace(Model model, const Joint *joint, PetscInt element, char text[],
                        size_t size);

#endif
