/* model.h: the mechanical model that the options describe: elements on a mesh in batches, which node has which dofs,
   supports, loads and initial fields. */
#ifndef MODEL_H
#define MODEL_H

#include "driver.h"
#include "element/element.h"
#include "element/joint.h"
#include "mesh/mesh.h"

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

/* A dof that a support moves, by its index in local vectors. A motion is a component of a support that moves; motions
   are numbered support by support, the same on all ranks. */
typedef struct {
  PetscInt dof, support, component, motion;
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
  PetscReal        stiffness[JOINT_FREE], damping[JOINT_FREE], rest[JOINT_FREE]; /* [N/m, N s/m, m; N m, N m s, 1] */
  PetscInt         ncells, ncells_all, *cells, *dofs;
  double (*offset)[2][3], *length; /* [ncells] */
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
  PetscInt       nmoved;             /* of this rank */
  MovedDof      *moved;
  PetscInt       nmotions, *motion_of; /* [nlocal] the motion that a dof follows, or -1; NULL: no support moves */
} Layout;

typedef struct _n_Model {
  MPI_Comm      comm;
  const char   *load_time; /* factor of loads that have none of their own */
  PetscReal     dt;        /* time scale over which prescribed motions are differenced [s] */
  Mesh          mesh;      /* its dm carries the section that belongs to layout */
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
PetscErrorCode ModelCreate(FsOptions o, MPI_Comm comm, PetscReal dt, const char load_time[], Model *model);
PetscErrorCode ModelDestroy(Model *model);

/* q and v from -initials, by the components of nodes: rotation vectors and angular velocities in global axes. Supported
   dofs do not appear in them. Collective. */
PetscErrorCode ModelInitialState(Model model, Vec q, Vec v);

/* Local vectors from global ones; entries of supported dofs stay as they are. Collective. */
PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local);

/* What supports and drivers prescribe at a time: value and first and second derivative of each [m], [rad]; of a support the
   components of displacement and rotation vector that it moves, 0 for others. */
typedef struct {
  PetscReal (*support)[COMPONENTS][3]; /* [nsupports] */
  PetscReal (*driver)[JOINT_FREE][3];  /* [njoints] */
} Motions;
PetscErrorCode MotionsCreate(Model model, Motions *motions); /* all 0 */
PetscErrorCode MotionsDestroy(Motions *motions);
/* At t, all times factor; still: places without velocities and accelerations. Collective: a formula without a finite value is an
   input error. */
PetscErrorCode MotionsAt(Model model, PetscReal t, PetscReal factor, PetscBool still, const Motions *motions);

/* Diameter of the box around all nodes and points of joints [m]. Collective. */
PetscErrorCode ModelReach(Model model, PetscReal *reach);

/* gravity.c: gravity less the acceleration of the ground at t: what is taken from accelerations. Collective:
   infinite values are errors. */
PetscErrorCode           GravityCreate(FsOptions o, Model model);
PetscErrorCode           ModelGravity(Model model, PetscReal t, PetscReal g[3]);
PetscBool                ModelHasGravity(Model model);
PetscErrorCode           GravityDestroy(Model model);
extern const FsOptionDoc gravity_options[];

/* f += sign times the law's forces; q, v, f are this rank's parts of global vectors. And their derivatives at one of its nodes,
   3 x 3 by rows. */
void LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[], PetscReal sign,
               PetscScalar f[]);
void LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[], const PetscScalar v[],
               PetscReal by_q[9], PetscReal by_v[9]);

/* Input error, naming option, formula and point, where a law has no finite value at a time. Collective. */
PetscErrorCode ModelCheckLaws(Model model, PetscReal t, Vec q, Vec v);

/* M, C, K [nd][nd] of one element of a block at the reference configuration; its linear part alone (of a linearized
   model: all); and either with the model's damping in C. Degenerate elements have been refused by ModelCreate. */
PetscErrorCode ElementMatrices(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);
PetscErrorCode ElementLinearPart(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);
PetscErrorCode BlockMatrices(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);
PetscErrorCode BlockLinearPart(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);

/* One element at the states of this rank's nodes, for its kernel: factor, gravity as in ElementState; and its results. */
void BlockGather(Model model, const Block *block, PetscInt element, const NodeState nodes[], double factor,
                 const double gravity[3], ElementState *s);
void BlockResult(Model model, const Block *block, PetscInt element, const NodeState nodes[], double values[]);

extern const char *const joint_coordinate_names[JOINT_FREE]; /* "displacement", "angle" */

/* The local numbers of a joint's nodes; the first is -1: ground. */
void JointNodes(Model model, const Joint *joint, PetscInt element, PetscInt node[2]);
/* The rows of a joint of its type and drivers, those that its nodes can obey first. Input errors: none of them can be obeyed; a
   driver or a spring acts on what cannot change. */
PetscErrorCode JointMakeRows(Model model, Joint *joint);
/* Input error, with the first place: nodes that the joint cannot hold, or that do not fit it in the mesh. Collective. */
PetscErrorCode JointCheckNodes(Model model, const Joint *joint);
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
PetscErrorCode BlocksCreate(FsOptions o, Model model);       /* block.c: cells and their properties */
PetscErrorCode SurfaceLoadsCreate(FsOptions o, Model model); /* load.c: loads with kernels */
PetscErrorCode BlocksSetUp(Model model); /* block.c: what kernels make of each element; degenerate ones are refused */
PetscErrorCode SupportsCreate(FsOptions o, Model model); /* support.c */
PetscErrorCode LayoutCreate(FsOptions o, Model model);   /* layout.c: components of nodes */
PetscErrorCode JointsCreate(FsOptions o, Model model);   /* joints.c: their rows depend on the components */
PetscErrorCode LayoutSetUp(Model model);                 /* dofs, section, index tables */
PetscErrorCode LoadsCreate(FsOptions o, Model model);    /* load.c; law.c: those that depend on the motion */
PetscErrorCode LawFromOptions(FsOptions o, Model model, const char name[], PetscInt set, PetscBool *found);
PetscErrorCode InitialsCreate(FsOptions o, Model model); /* initial.c */
PetscErrorCode BlocksDestroy(Model model);
PetscErrorCode SupportsDestroy(Model model);
PetscErrorCode JointsDestroy(Model model);
PetscErrorCode LayoutDestroy(Model model);
PetscErrorCode LoadsDestroy(Model model);
PetscErrorCode LawsDestroy(Model model);
PetscErrorCode InitialsDestroy(Model model);

extern const FsOptionDoc model_options[], support_options[], joint_options[], load_options[], initial_options[];

/* The manual's section on elements, made from the kernels' tables. */
PetscErrorCode BlockDocument(FsOptions o);

#endif
