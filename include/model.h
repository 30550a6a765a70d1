/* model.h: the mechanical model that the options describe: elements on a mesh in batches, which node has which dofs,
   supports, loads and initial fields. */
#ifndef MODEL_H
#define MODEL_H

#include "chart.h"
#include "driver.h"
#include "element.h"
#include "joint.h"
#include "mesh.h"

/* All cells of a part, or of a load, that one kernel serves. dofs[ncells][nd] are indices into local vectors, node
   by node and component by component as the kernel orders them; -1 where a node has no such component. */
typedef struct {
  char                *part;
  Expression           time;  /* of a load: its factor; NULL: a part */
  Expression           field; /* of x, y, z, for the kernel's setup; NULL: none */
  double              *data;  /* [ncells][kernel->ndata] what setup left */
  const ElementKernel *kernel;
  double               prop[ELEMENT_MAX_PROPS];
  PetscInt             nd, ncells, *cells, *dofs;
  PetscLogEvent        event; /* of loops over its cells */
} Block;

/* Components of a node: displacements in x, y, z, then rotations about them. In sets of components they are the bits
   1, 2, 4, 8, 16, 32. */
enum { COMPONENTS = 6, DISPLACEMENTS = 7, ROTATIONS = 56 };
extern const char *const component_names[COMPONENTS]; /* "x", ..., "rotation about z" */

/* Components of a set's nodes held at zero or moved as functions of time. */
typedef struct {
  char      *name;
  PetscInt   set;
  int        fixed;
  Expression motion[COMPONENTS]; /* of t [m], rotation vector [rad]; NULL: at rest */
} Support;

/* A dof that a support moves, by its index in local vectors. */
typedef struct {
  PetscInt dof, support, component;
} MovedDof;

/* Nodal forces F g(t): F is sparse, entries of this rank's part of global vectors [N]. */
typedef struct {
  char      *name;
  Expression time; /* g */
  PetscInt   n, *at;
  PetscReal *force;
} Load;

/* Nodal loads that turn with their nodes, or do not while the dofs do: follower forces in the node's axes [N],
   moments in global axes [N m]. Times g(t). */
typedef struct {
  char      *name;
  Expression time; /* g */
  PetscBool  moment;
  PetscReal  vector[3];
  PetscInt   n, *node; /* owned nodes */
  PetscReal *weight;   /* [n] */
} OrientedLoad;

/* Forces on nodes as formulas of t and of the node's own displacement and velocity; at[n][3]: entries of this rank's
   part of global vectors, -1 where a component is missing or held. */
enum { LAW_VARIABLES = 7 };
extern const char *const law_variables[LAW_VARIABLES]; /* t, ux, uy, uz, vx, vy, vz */
typedef struct {
  Expression force[3]; /* [N]; NULL: none */
  PetscBool  viscous;  /* depends on the velocity */
  PetscInt   n, *at;
} Law;

/* All cells of a set that are joints of one kind: lines join their nodes, points a node to ground. dofs[ncells][JOINT_DOFS
   + nrows]: indices into local vectors, of the nodes (-1: ground, or no such component), then of the multipliers: dofs
   of the cell. What a driver moves, or a spring acts on, is a coordinate. */
typedef struct {
  char            *name;
  const JointType *type;
  PetscInt         set;
  double           frame[3][3], other[3][3]; /* axes in the first and the second node */
  JointRow         row[JOINT_ROWS];
  int              nrows, nidle;       /* after the rows those that say nothing to nodes with the model's components */
  Driver           driver[JOINT_FREE]; /* NULL: free */
  PetscReal        drive[JOINT_FREE][3]; /* at the time of NodesAt: f, f', f'' */
  PetscReal        stiffness[JOINT_FREE], damping[JOINT_FREE], rest[JOINT_FREE]; /* [N/m, N s/m, m; N m, N m s, 1] */
  PetscInt         ncells, ncells_all, *cells, *dofs;
  double (*offset)[2][3], *length; /* [ncells] */
  double *angle;                   /* [ncells] at the last accepted step: turns are counted from there */
} Joint;

typedef struct {
  char      *name;
  PetscInt   set;
  Expression displacement[COMPONENTS],
    velocity[COMPONENTS]; /* of x, y, z [m], [rad], [m/s], [rad/s], global axes; NULL: zero */
} Initial;

/* Which components each node has, and where they are. Global vectors hold the free dofs, local vectors all dofs of
   the rank's nodes, ghosts and supported ones included. Of three rotations three or one are free, or none. */
typedef struct {
  unsigned char *components;         /* [nnodes] */
  unsigned char *supported;          /* [nnodes] the ones that are fixed or moved */
  PetscInt      *dof;                /* [nnodes][COMPONENTS] index in local vectors, or -1 */
  PetscInt       nlocal, *global;    /* [nlocal] index in global vectors; -1: supported */
  PetscInt       nfree;              /* of all ranks, multipliers included */
  PetscInt       nmultipliers;       /* of all ranks */
  PetscInt       nmine, *multiplier; /* this rank's: where they are in its part of global vectors */
  PetscInt       first;              /* of this rank's part of global vectors */
  PetscBool      rotates;            /* some node of some rank has rotations */
  PetscInt       nmoved;
  MovedDof      *moved;
} Layout;

/* The state of each node as elements see it, and where rotations are counted from: nodes.c. */
typedef struct _n_Nodes *Nodes;

typedef struct _n_Model {
  MPI_Comm      comm;
  const char   *load_time; /* factor of loads that have none of their own */
  PetscReal     dt;        /* time scale over which prescribed motions are differenced [s] */
  Nodes         nodes;
  Mesh          mesh; /* its dm carries the section that belongs to layout */
  Layout        layout;
  PetscInt      nblocks, nparts, nsupports, nloads, noriented, nlaws, ninitials, njoints;
  Block        *block; /* of parts, then of loads */
  Joint        *joint;
  Support      *support;
  Load         *load;
  OrientedLoad *oriented;
  Law          *law;
  Initial      *initial;
  PetscReal     gravity[3];            /* [m/s2] */
  Expression    gravity_time, base[3]; /* factor of t; acceleration of the ground, motions are relative to it [m/s2] */
  PetscBool     assemble_positions, assemble_velocities; /* the initial ones may be corrected to fit the joints */
  PetscBool     linearize;                               /* small displacements and rotations about the start */
  PetscReal     damping_mass, damping_stiffness;         /* C += alpha M + beta K: alpha [1/s], beta [s] */
} * Model;

/* Everything that the options say about the model; input errors name the option and the remedy. Collective. */
/* dt: see Model; load_time: the factor of loads that have none of their own, a formula of t. */
PetscErrorCode ModelCreate(Options o, MPI_Comm comm, PetscReal dt, const char load_time[], Model *model);
PetscErrorCode ModelDestroy(Model *model);

/* Set q and v of the state from -initials; supported dofs do not appear in them. Collective. */
PetscErrorCode ModelInitialState(Model model, State *s);
/* Angular velocities, which are given in global axes, into those of the nodes; s is the origin of the chart. */
PetscErrorCode ModelTurnVelocities(Model model, State *s);

/* Local vectors from global ones; entries of supported dofs stay as they are. Collective. */
PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local);

/* Displacement, velocity and acceleration (rotation vector and its derivatives) of a component that a support moves at t.
   Collective: a motion without a finite value is an error. */
PetscErrorCode ModelMotion(Model model, PetscInt support, PetscInt component, PetscReal t, PetscReal qva[3]);

/* ---- nodes.c ---- */

/* Take the motions of supports and the drivers of joints at t, once per time. Collective. What follows is then for states at t. */
PetscErrorCode NodesAt(Nodes nodes, PetscReal t);
/* Equilibria: motions have no velocity and no acceleration, from the next NodesAt on. */
void NodesSetStatic(Nodes nodes, PetscBool still);
void NodesSetFactor(Nodes nodes, PetscReal factor); /* of the motions; 1 at first */
/* q, v, a of a component that a support moves. */
const PetscReal *NodesMotion(Nodes nodes, PetscInt support, PetscInt component);
/* The rotation vector that supports prescribe for a node, 0 where they do not. */
void NodesRotationVector(Nodes nodes, PetscInt node, double theta[3]);

/* One owned node from this rank's parts of global vectors; not collective. v, a may be NULL: at rest. */
void NodesOwned(Nodes nodes, PetscInt node, const PetscScalar q[], const PetscScalar v[], const PetscScalar a[],
                NodeState *state);

/* All nodes of this rank, ghosts included; borrowed, until the next call. Collective. */
PetscErrorCode NodesUpdate(Nodes nodes, PetscReal t, Vec q, Vec v, Vec a, NodeState **states);

/* Finite rotations: the chart of the owned nodes that rotate freely, and its step to the orientations of q. */
const Chart   *NodesChart(Nodes nodes);
const double  *NodesReference(Nodes nodes, PetscInt k); /* quaternion of the chart's k-th node where theta is 0 */
PetscErrorCode NodesMoveChart(Nodes nodes, Vec q);

PetscErrorCode NodesCreate(Model model, Nodes *nodes);
PetscErrorCode NodesDestroy(Nodes *nodes);

/* gravity.c: gravity less the acceleration of the ground at t: what is taken from accelerations. Collective:
   infinite values are errors. */
PetscErrorCode         GravityCreate(Options o, Model model);
PetscErrorCode         ModelGravity(Model model, PetscReal t, PetscReal g[3]);
PetscBool              ModelHasGravity(Model model);
PetscErrorCode         GravityDestroy(Model model);
extern const OptionDoc gravity_options[];

/* f += the law's forces; q, v, f are this rank's parts of global vectors. And their derivatives at one of its nodes,
   3 x 3 by rows. */
PetscErrorCode LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[], PetscScalar f[]);
PetscErrorCode LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                         PetscReal by_q[9], PetscReal by_v[9]);

/* Input error, naming option, formula and point, where a law has no finite value at a state. Collective. */
PetscErrorCode ModelCheckLaws(Model model, const State *s);

/* M, C, K [nd][nd] of one element of a block at the reference configuration; its linear part alone (of a linearized
   model: all); and either with the model's damping in C. Degenerate elements have been refused by ModelCreate. */
PetscErrorCode ElementMatrices(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);
PetscErrorCode ElementLinearPart(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);
PetscErrorCode BlockMatrices(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);
PetscErrorCode BlockLinearPart(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);

/* One element at the nodes' states of NodesUpdate: for its kernel; and its results. */
void BlockGather(Model model, const Block *block, PetscInt element, const NodeState nodes[], double factor,
                 const double gravity[3], ElementState *s);
void BlockResult(Model model, const Block *block, PetscInt element, const NodeState nodes[], double values[]);

extern const char *const joint_coordinate_names[JOINT_FREE]; /* "displacement", "angle" */

/* ---- joint_state.c ---- */

/* One joint at the nodes' states of NodesUpdate. */
void JointGather(Model model, const Joint *joint, PetscInt element, const NodeState nodes[], JointState *s);
/* The local numbers of its nodes; the first is -1: ground. */
void JointNodes(Model model, const Joint *joint, PetscInt element, PetscInt node[2]);
/* A coordinate, see joint_coordinate; angles count turns. */
double JointCoordinate(const Joint *joint, PetscInt element, JointCoordinateKind kind, const JointState *s,
                       double gradient[], double slope[]);
/* How fast a coordinate with that gradient changes. */
double JointRate(const JointState *s, const double gradient[]);
/* r[JOINT_DOFS] += forces of its springs and dampers; unless NULL, K, C [JOINT_DOFS][JOINT_DOFS] += their derivatives. */
void JointSpringForces(const Joint *joint, PetscInt element, const JointState *s, double r[], double K[], double C[]);
/* Force and moment about the joint's point that it exerts on its second node, in global axes [N, N m]. a: this rank's part of a global vector with the multipliers. */
void JointReaction(Model model, const Joint *joint, PetscInt element, const NodeState nodes[], const PetscScalar a[],
                   double reaction[COMPONENTS]);
/* Largest |Phi| and |G v + dPhi/dt| of this rank's joints. */
void JointsViolation(Model model, const NodeState nodes[], PetscReal most[2]);
/* Count turns from these states on. */
void JointsAccept(Model model, const NodeState nodes[]);
/* "joint 'pivot' at (1, 2, 0)"; size 160 will do. */
void JointPlace(Model model, const Joint *joint, PetscInt element, char text[], size_t size);

/* Whether a block is evaluated at every state. */
static inline PetscBool BlockIsNonlinear(Model model, const Block *block)
{
  return (PetscBool)(block->kernel->forces && !model->linearize);
}

/* A load that acts like an element, on the cells of a set that its kernels serve, with a value times a formula of t
   (of that option). Before LayoutCreate. */
PetscErrorCode BlockAddLoad(Model model, const char name[], PetscInt set, const ElementKernel *const kernels[],
                            double value, const char option[], const char time[], PetscInt *ncells);

/* Parts of ModelCreate, in this order. */
PetscErrorCode BlocksCreate(Options o, Model model);       /* block.c: cells and their properties */
PetscErrorCode SurfaceLoadsCreate(Options o, Model model); /* load.c: loads with kernels */
PetscErrorCode SupportsCreate(Options o, Model model);     /* support.c */
PetscErrorCode LayoutCreate(Options o, Model model);       /* layout.c: components of nodes */
PetscErrorCode JointsCreate(Options o, Model model);       /* joints.c: their rows depend on the components */
PetscErrorCode LayoutSetUp(Model model);                   /* dofs, section, index tables; then nodes.c */
PetscErrorCode LoadsCreate(Options o, Model model);        /* load.c; law.c: those that depend on the motion */
PetscErrorCode LawFromOptions(Options o, Model model, const char name[], PetscInt set, PetscBool *found);
PetscErrorCode InitialsCreate(Options o, Model model); /* initial.c */
PetscErrorCode BlocksDestroy(Model model);
PetscErrorCode SupportsDestroy(Model model);
PetscErrorCode JointsDestroy(Model model);
PetscErrorCode LayoutDestroy(Model model);
PetscErrorCode LoadsDestroy(Model model);
PetscErrorCode LawsDestroy(Model model);
PetscErrorCode InitialsDestroy(Model model);

extern const OptionDoc model_options[], support_options[], joint_options[], load_options[], initial_options[];

/* The manual's section on elements, made from the kernels' tables. */
PetscErrorCode BlockDocument(Options o);

#endif
