/* model.h: the mechanical model that the options describe: elements in batches, which node has which dofs, supports,
   joints, loads and initial fields. ModelCreate makes it and nothing changes it afterwards; src/assembly makes a system
   of it, src/output shows it. Begin at struct _n_Model below, then ModelCreate in model.c.

   "Local vectors" have an entry for every dof of this rank's nodes (ghosts and supported dofs too) and for the
   multipliers of its joints; "global vectors" have the free dofs and multipliers only. Sets are indices of
   Geometry.set_name. Everything that a struct below points to is owned by the Model, unless it says borrowed. */
#ifndef FS_MODEL_MODEL_H
#define FS_MODEL_MODEL_H

#include "model/joints/joint_driver.h"
#include "element/element.h"
#include "model/joints/joints.h"
#include "mesh/mesh.h"

/* A part of a load or of a motion that varies as amplitude cos(omega t + phase): -..._harmonic. */
typedef struct {
  PetscReal amplitude, phase; /* in the unit of what varies, [rad] */
} Harmonic;

/* All cells of one part, or of one load, that have the shape of one kernel. */
typedef struct {
  char      *part;     /* name of the part or load */
  Expression time;     /* of a load: factor as a formula of t; NULL: a part */
  Harmonic   harmonic; /* of a load: of the factor */
  Expression
    field; /* formula of x, y, z (of a load: and t, without it) for the kernel's setup; NULL: none */
  double              *data;   /* [ncells][kernel->ndata] result of the kernel's setup */
  const ElementKernel *kernel; /* static */
  double               prop[ELEMENT_MAX_PROPS]; /* properties as the kernel's prepare made them */
  ElementResult
    results[ELEMENT_MAX_RESULTS + 1]; /* of a part: the derived ones last; ends with a NULL name */
  int      nvalues;                   /* components of those that are not derived */
  PetscInt nd;                        /* dofs of an element */
  PetscInt set;                       /* that has them */
  PetscInt ncells, *cells;            /* [ncells] cells of this rank */
  PetscInt             *
    dofs; /* [ncells][nd] index in local vectors, in the kernel's order; -1: the node lacks the component */
  double        loss;  /* of a part: loss factor of its structural damping */
  PetscLogEvent event; /* -log_view: loops over the cells */
} Block;

/* The components of a node are the displacements in x, y, z, then the rotations about x, y, z: numbers 0 to 5. A set of
   components has the bits 1, 2, 4, 8, 16, 32. */
enum { COMPONENTS = 6, DISPLACEMENTS = 7, ROTATIONS = 56 };
extern const char *const component_names[COMPONENTS]; /* "x", ..., "rotation about z" */

/* Components that are held at zero, or moved as functions of time, at all nodes of a set that have them. */
typedef struct {
  char     *name;
  PetscInt  set;
  int       fixed;           /* bits of the components that are held or moved */
  PetscReal moment_point[3]; /* point of the moment of its reaction [m] */
  PetscBool
    has_moment_point; /* else about is the mean of its nodes in the reference, see LayoutSetUp */
  Expression motion
    [COMPONENTS]; /* formulas of t: displacement [m], rotation vector [rad]; NULL: not moved */
  Harmonic harmonic[COMPONENTS];
} Support;

/* A dof that a support moves. A "motion" is a formula Support.motion[component]; motions are numbered support by
   support and component by component, the same on all ranks. */
typedef struct {
  PetscInt dof;                /* index in local vectors */
  PetscInt support, component; /* whose formula it follows */
  PetscInt motion;             /* number of that formula */
} MovedDof;

/* A dof that a support holds or moves, at a node of this rank, ghosts included. Where several hold it, it belongs to the
   last of them. */
typedef struct {
  PetscInt dof; /* index in local vectors */
  PetscInt node, component, support;
} SupportDof;

/* A load whose generalized forces do not depend on the state: F g(t). */
typedef struct {
  char      *name;
  Expression time; /* g */
  Harmonic   harmonic;
  PetscInt   n, *at; /* [n] where F is not zero: indices into this rank's part of global vectors */
  PetscReal *force;  /* [n] F there [N], [N m] */
  PetscInt nheld, *held; /* [nheld] held and moved dofs, in local vectors, on which it acts, too; */
  PetscReal *support_force; /* [nheld] this rank's share of F there */
} Load;

/* What the field of a moving load at one place exerts on one dof. */
typedef struct {
  PetscInt  dof, place; /* in local vectors; in MovingLoad.x */
  PetscReal weight;     /* [N] */
} MovingLoadEntry;

/* A load that moves over the model: its force on each node, or per length or area, times a formula of place and time, and g(t). */
typedef struct {
  char      *name;
  Expression time, field; /* g; formula of x, y, z, t */
  PetscInt   n;           /* places of this rank at which the field is evaluated */
  PetscReal (*x)[3];      /* [n] in the reference configuration [m] */
  Mat
                   matrix; /* global vectors of forces [N] from the field at all places, this rank's ones in its columns */
  Vec              value; /* of the field, scratch */
  PetscInt         nheld;
  MovingLoadEntry *held; /* [nheld] what is exerted on dofs that supports hold or move */
} MovingLoad;

/* A load whose generalized forces depend on the orientation of its nodes, which all rotate: a follower force, fixed in
   the node's axes, while displacements are in global axes; or a moment fixed in global axes, while rotations are in the
   node's axes. The force or moment on node[k] is weight[k] vector g(t). */
typedef struct {
  char      *name;
  Expression time; /* g */
  Harmonic   harmonic;
  PetscBool  moment;    /* a moment in global axes; false: a force in the node's axes */
  PetscReal  vector[3]; /* [N], [N m], or per length or area of them */
  PetscInt   n, *node;  /* [n] local numbers of nodes that this rank owns */
  PetscReal *weight;    /* [n] 1, or the length [m] or area [m2] that belongs to the node */
} FollowerLoad;

/* Forces and moments on nodes as formulas of t, of the node's own displacement and velocity, of its place in the reference
   configuration, and of its rotation vector since then and its angular velocity; all in global axes. */
enum { LAW_T, LAW_U, LAW_V = 4, LAW_X = 7, LAW_R = 10, LAW_W = 13, LAW_VARIABLES = 16 };
extern const char *const
  law_variables[LAW_VARIABLES]; /* t, ux, uy, uz, vx, vy, vz, x, y, z, rx, ry, rz, wx, wy, wz */
typedef struct {
  char *name; /* of the load */
  Expression
    formula[COMPONENTS]; /* forces [N], moments [N m], or per length or area of them; NULL: none */
  PetscBool
            has_rotations; /* some formula is a moment or uses rotations: it is one of Model.moment_law, and needs node states */
  PetscBool viscous;       /* some formula uses a velocity */
  PetscBool time_dependent; /* some formula uses t */
  PetscInt  n;              /* nodes that this rank owns */
  int      *node;           /* [n] numbers of the nodes on this rank */
  PetscInt *
    at; /* [n][3] indices into this rank's part of global vectors; -1: no such component, or held */
  PetscReal *weight; /* [n] 1, or the length [m] or area [m2] that belongs to the node */
  PetscReal (*x)[3]; /* [n] places of the nodes [m] */
} Law;

/* Initial values at the nodes of a set, in global axes: formulas of x, y, z; NULL: not given. Later ones prevail. */
typedef struct {
  char      *name;
  PetscInt   set;
  Expression displacement[COMPONENTS]; /* [m], rotation vector [rad] */
  Expression velocity[COMPONENTS];     /* [m/s], angular velocity [rad/s] */
} Initial;

/* Which components each node of this rank has, and where they are in local and global vectors. Of the three rotations
   of a node three, one or none are free. */
typedef struct {
  unsigned char *components; /* [nnodes] bits of the components that the node has */
  unsigned char *supported;  /* [nnodes] bits of those that are fixed or moved */
  PetscInt      *dof;    /* [nnodes][COMPONENTS] index in local vectors; -1: no such component */
  PetscInt       nlocal; /* size of local vectors */
  PetscInt   *global; /* [nlocal, and more: couplings.h] index in global vectors; -1: supported */
  PetscInt    nfree;  /* size of global vectors: free dofs and multipliers of all ranks */
  PetscInt    nmultipliers;       /* of all ranks */
  PetscInt    nlocal_multipliers; /* multipliers of this rank */
  PetscInt   *multiplier;         /* [nmine] indices into this rank's part of global vectors */
  PetscInt    first, end;         /* global indices at which that part begins, and behind it */
  PetscBool   rotates;            /* some node of some rank has rotations */
  PetscInt    nheld;              /* dofs of this rank that supports hold or move */
  SupportDof *held;               /* [nheld] */
  PetscInt    nmoved;             /* dofs of this rank that supports move */
  MovedDof   *moved;              /* [nmoved] */
  PetscInt    nmotions;           /* of all supports, the same on all ranks */
  PetscInt *
    motion_of; /* [nlocal] number of the motion that a dof follows, or -1; NULL: there is no motion */
} Layout;

/* All loads except those that act through kernels, which are blocks. */
typedef struct {
  const char *time;         /* borrowed; the factor, a formula of t, of loads that have none */
  PetscBool   time_used;    /* some load has the factor time */
  PetscInt   *set;          /* [number of -loads] where each load acts */
  char harmonic_option[96]; /* an option that gives a harmonic load or motion; empty if none does */
  PetscInt      nconstant, nfollower, nmoving, nlaws, nmoment_laws;
  Load         *constant;   /* [nconstant] */
  FollowerLoad *follower;   /* [nfollower] */
  MovingLoad   *moving;     /* [nmoving] */
  Law          *law;        /* [nlaws] without moments and rotations */
  Law          *moment_law; /* [nmoment_laws] with moments or rotations */
} Loads;

/* A uniform acceleration field: gravity times a factor, minus the acceleration of the ground. */
typedef struct {
  PetscReal  acceleration[3];  /* [m/s2] */
  Expression time;             /* factor of acceleration, a formula of t; NULL without gravity */
  Expression base[3];          /* acceleration of the ground, formulas of t [m/s2]; NULL if 0 */
  Harmonic   base_harmonic[3]; /* harmonic part of base */
} Gravity;

/* The steady rotation of the frame in which positions and velocities are measured. */
typedef struct {
  PetscBool active;      /* the angular velocity is not 0 */
  PetscReal velocity[3]; /* angular velocity [rad/s] */
  PetscReal point[3];    /* a point of the axis [m] */
} Spin;

/* Rayleigh damping C += mass M + stiffness K. */
typedef struct {
  PetscReal mass, stiffness; /* [1/s], [s] */
} Damping;

/* Which initial values may be corrected to fit the joints. */
typedef struct {
  PetscBool positions, velocities;
} Assemble;

typedef struct _n_Model {
  MPI_Comm  comm;
  Symbols   symbols;   /* names that formulas may use */
  PetscReal dt;        /* step of the differences that derive prescribed motions [s] */
  PetscBool linearize; /* use the matrices of the reference configuration throughout */
  Mesh      mesh;      /* its dm has the PetscSection that belongs to layout */
  Layout    layout;

  PetscInt nblocks, nparts; /* nparts: blocks of parts */
  Block   *block;           /* [nblocks] first those of parts, then those of loads */
  Damping  damping;

  PetscInt nsupports, ninitials;
  Support *support; /* [nsupports] */
  Initial *initial; /* [ninitials] */

  PetscInt             njoints;
  Joint               *joint;     /* [njoints] */
  struct _n_Couplings *couplings; /* couplings.h; NULL without couplings */
  struct _n_Sliders   *sliders;   /* sliders.h; NULL without sliders */
  Assemble             assemble;

  Loads   loads;
  Gravity gravity;
  Spin    spin;
} * Model;

/* Make the model that the options describe. The caller owns it. Collective. Input errors name the option and the
   remedy.
   dt [s]     see Model.dt
   load_time  borrowed for the life of the model, see Model.load_time */
PetscErrorCode ModelCreate(FsOptions o, MPI_Comm comm, PetscReal dt, const char load_time[],
                           Model *model);
PetscErrorCode ModelDestroy(Model *model);

/* Fill the global vectors q and v from -initials; 0 where nothing is given. Rotation vectors and angular velocities are
   in global axes. Collective. Input error: a formula without a finite value at some node. */
PetscErrorCode ModelInitialState(Model model, Vec q, Vec v);

/* Copy a global vector into a local one, ghosts included; local entries of supported dofs stay as they
   are. Collective. */
PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local);

/* What supports and drivers prescribe at a time: value and first and second time derivative of each [m], [rad]; of a
   support those components of displacement and rotation vector that it moves, 0 for others. */
typedef struct {
  PetscReal (*support)[COMPONENTS][3];       /* [nsupports] */
  PetscReal (*driver)[JOINT_COORDINATES][3]; /* [njoints] */
} PrescribedMotion;
PetscErrorCode PrescribedMotionCreate(Model model, PrescribedMotion *motions); /* all 0 */
PetscErrorCode PrescribedMotionDestroy(PrescribedMotion *motions);
/* Set motions to those at t [s] times factor; still: with velocities and accelerations 0; and their harmonic parts. Collective. Input error: a
   formula has no finite value. */
PetscErrorCode PrescribedMotionAt(Model model, PetscReal t, PetscReal factor, PetscBool quasistatic,
                                  const FsHarmonic *harmonic, const PrescribedMotion *motions);
/* Look for jumps between two times [s]. Input error, which names option and time: a displacement or an angle jumps. One
   that has a corner, so that a velocity jumps, is a warning. Collective. */
PetscErrorCode PrescribedMotionCheckJumps(Model model, PetscReal from, PetscReal to);

/* Input error, which names option, time and table: a formula of time has a table that ends before a run does, or begins after it.
   Collective. */
PetscErrorCode ModelCheckTables(Model model, PetscReal from, PetscReal to);

/* *reach = diameter of the ball around all nodes and points of joints, with its middle at the mean of the nodes, in the
   reference configuration [m]; 0 where all are at one place. Collective. */
PetscErrorCode ModelSize(Model model, PetscReal *model_size);

/* rotation_lengths.c. length[nnodes] [m]: what is at a node, by which its rotations count as displacements: the largest of the
   radii of gyration of its bodies, half the lengths of its elements, the arms of its joints. It depends neither on axes
   nor on what is elsewhere; 0 where there is nothing. Collective. */
PetscErrorCode ModelRotationLengths(Model model, double length[]);

/* masses.c: of each part, and behind them of all together: part[nparts + 1], in the mesh as it is given: mass [kg], center of mass [m],
   inertia about it [kg m2]. Collective. */
typedef struct {
  PetscReal mass, center[3], inertia[3][3];
} PartMass;
PetscErrorCode ModelMasses(Model model, PartMass part[]);

/* resultants.c: force [N] and moment about the origin [N m] of each load but laws, in the mesh as it is given, with factors of time 1. The
   caller frees the array by PetscFree; names are borrowed. Collective. */
typedef struct {
  const char *name;
  PetscReal   sum[COMPONENTS];
} Resultant;
PetscErrorCode ModelResultants(Model model, PetscReal t, PetscInt *n, Resultant **result);

/* harmonic_load.c. FromOptions: *h = amplitude and phase [degrees] of an option, *given: it is there. harmonic_value: of the part, or of its
   derivative of that order in time. */
PetscErrorCode HarmonicFromOptions(FsOptions o, Model model, const char option[], Harmonic *h,
                                   PetscBool *given);
PetscReal      harmonic_value(const Harmonic *h, const FsHarmonic *at, int derivative);

/* spin.c: a part of ModelCreate. Input error: what is not steady in the frame. */
PetscErrorCode           SpinCreate(FsOptions o, Model model);
extern const FsOptionDoc spin_options[];

/* gravity.c. g = factor times gravity minus the acceleration of the ground at t, and its harmonic part [m/s2]; inertial forces are M (a - g). Collective.
   Input error: a formula without a finite value. Create is a part of ModelCreate, Destroy of ModelDestroy. */
PetscErrorCode GravityCreate(FsOptions o, Model model);
PetscErrorCode ModelGravity(Model model, PetscReal t, PetscReal factor, const FsHarmonic *harmonic,
                            PetscReal g[3]);
PetscBool      ModelHasGravity(Model model);
PetscErrorCode GravityDestroy(Model model);
extern const FsOptionDoc gravity_options[];

/* LawForces: f += sign times the forces of a law at t [s]. LawSupportForces: the same on the components that supports hold, which
   take them to the ground, in the array local of a local vector. LawSlopes: their derivatives at the law's node number node,
   by displacement [N/m] and by velocity [N s/m], [3][3] row by row. q, v, f are the arrays of this rank's parts of
   global vectors. Not collective. Values may be infinite or NaN: ModelCheckLaws finds out. */
void LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[],
               PetscReal sign, PetscScalar f[]);
void LawSupportForces(const Layout *l, const Law *law, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal sign, PetscScalar local[]);
void LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[],
               const PetscScalar v[], PetscReal by_q[9], PetscReal by_v[9]);

/* The work [J] of a law along the straight line between two states, along which t and the velocities run evenly, too:
   adaptive, so that a spring that a step runs into, or through, does the work of its potential. Arrays as above. */
typedef struct {
  PetscReal          t;
  const PetscScalar *q, *v;
} LawState;
PetscReal LawWork(const Law *law, const LawState end[2]);

/* The same of a law that turns, at its node number k, from the state of the node at t. MomentLawForces: f[COMPONENTS], moments
   in the node's axes. MomentLawSlopes: K and C, [COMPONENTS][COMPONENTS], its derivatives as those of ElementKernel.forces.
   MomentLawWork [J]: along a step from before, that ends at node, dt [s] later, after the displacement and the rotation
   vector, in the node's axes, of moved[COMPONENTS]; rate[COMPONENTS]: velocity and angular velocity there, in the node's axes.
   before and now [s]: t at both ends. MomentLawsFindNonFinite: as LawsFindNonFinite, with the states of this rank's nodes. */
typedef struct {
  PetscReal before, now, moved[COMPONENTS], rate[COMPONENTS];
} LawStep;
void MomentLawForces(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double f[]);
void MomentLawSlopes(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double K[],
                     double C[]);
PetscReal MomentLawWork(const Law *law, PetscInt k, const LawStep *step, const NodeState *node);
void      MomentLawsFindNonFinite(Model model, PetscReal t, const NodeState nodes[], char text[],
                                  size_t size);

/* As ExpressionIsOutsideTable, at t at some node of the law on this rank, in whatever way it moves. */
PetscBool LawOutsideTable(const Law *law, PetscReal t, char text[], size_t size);

/* If a law has no finite value at t, q, v, arrays as above: text[size] = node, option, formula and arguments, as part of
   a sentence. Not collective. */
void LawsFindNonFinite(Model model, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                       char text[], size_t size);

/* Input error, which names node, option, formula and arguments, where a law has no finite value at t, q, v (global vectors).
   Collective. */
PetscErrorCode ModelCheckLaws(Model model, PetscReal t, Vec q, Vec v);

/* M [kg], C [N s/m], K [N/m], each [nd][nd] and overwritten, of one element of a block:
   ElementMatrices    linear and nonlinear part at the reference configuration
   ElementLinearPart  the linear part alone; with -linearize the same as ElementMatrices
   Block...           the same with the model's Rayleigh damping added to C
   Not collective. ModelCreate has refused degenerate elements, so none is met here. */
PetscErrorCode ElementMatrices(Model model, const Block *block, PetscInt element, double M[],
                               double C[], double K[]);
PetscErrorCode ElementLinearPart(Model model, const Block *block, PetscInt element, double M[],
                                 double C[], double K[]);
PetscErrorCode BlockMatrices(Model model, const Block *block, PetscInt element, double M[],
                             double C[], double K[]);
PetscErrorCode BlockLinearPart(Model model, const Block *block, PetscInt element, double M[],
                               double C[], double K[]);

/* BlockGather fills s with what the kernel needs of one element: nodes[nnodes] are the states of this rank's nodes,
   borrowed by s; factor and gravity as in ElementState. BlockResult: values[ELEMENT_MAX_RESULTS] = the results, one after the
   other, of an element whose own nodes have the states node[]; of parts. Not collective. */
void BlockGather(Model model, const Block *block, PetscInt element, const NodeState nodes[],
                 double factor, const double gravity[3], ElementState *s);
/* BlockGatherElements fills group with elements of the block, at nodes[]; strain: as in ElementState, of the block's first element, or NULL.
   BlockGatherGroup: with those from first on; lanes beyond the last element repeat it. Returns how many elements there are. Not collective. */
void     BlockGatherElements(Model model, const Block *block, const PetscInt element[LANES],
                             const NodeState nodes[], const double gravity[3], const double strain[],
                             ElementGroup *group);
PetscInt BlockGatherGroup(Model model, const Block *block, PetscInt first, const NodeState nodes[],
                          const double gravity[3], const double strain[], ElementGroup *group);
void BlockResult(Model model, const Block *block, PetscInt element, const NodeState *const node[],
                 double values[]);

/* Warn of nodes of a set that belong to parts but lack a component (0 to 5), which what option gives therefore does not
   reach. Collective. */
PetscErrorCode ModelWarnMissingComponent(Model model, const char option[], PetscInt set,
                                         int component);

/* connectivity_check.c: warn of nodes of elements that lie on each other unconnected, and of pieces of the model that hang together
   nowhere. Collective. */
PetscErrorCode ModelWarnUnconnected(Model model);
/* connectivity_check.c: whether joints and supports close loops from node to node, or couplings and sliders may; without any their rows are
   independent wherever the model moves to. Collective. */
PetscErrorCode ModelHasLoops(Model model, PetscBool *has_loops);

/* The dofs of element e, [nd]: more elements than a PetscInt can count dofs of have their place. */
static inline PetscInt *BlockDofs(const Block *block, PetscInt e)
{
  return block->dofs + (size_t)e * (size_t)block->nd;
}

/* The component of dof j of an element: with one dof a node it is z. */
static inline int BlockComponent(const Block *block, PetscInt j)
{
  return block->kernel->nc == 1 ? 2 : (int)(j % block->kernel->nc);
}

/* cell_cost.c: work[n], which the caller frees: what cells cost by the options of parts and joints; Block, Joint: of what this rank has of it, in the same
   unit. */
PetscErrorCode CellCostsFromOptions(FsOptions o, PetscInt *n, CellWork **work);
PetscReal      BlockCost(const Block *block);
PetscReal      JointCost(PetscInt ncells);

/* Whether the kernel's forces must be evaluated at every state; otherwise its constant matrices say all. */
static inline PetscBool BlockIsNonlinear(Model model, const Block *block)
{
  return (PetscBool)(block->kernel->forces && !model->linearize);
}

/* Whether -linearize has replaced the kernel's forces by its matrices in the mesh as it is given. */
static inline PetscBool BlockIsLinearized(Model model, const Block *block)
{
  return (PetscBool)(block->kernel->forces && model->linearize);
}

/* Add a load that acts through kernels (NULL-terminated), on the cells of a set that have their shapes: one block a
   kernel. value is the kernels' only property, time a formula of t (its factor), option the name under which errors in
   it are reported. *ncells = number of cells on all ranks; 0 is for the caller to refuse. Collective. Call it before
   LayoutCreate. */
PetscErrorCode BlockAddLoad(Model model, const char name[], PetscInt set,
                            const ElementKernel *const kernels[], double value, const char option[],
                            const char time[], Harmonic harmonic, PetscInt *ncells);

/* properties.c: given[ELEMENT_MAX_GIVEN] = a part's properties in the order of the kernel's table, defaults where none is
   given; an impedance may be that of a block that is there already. Input errors name the option. Collective. */
PetscErrorCode PropertiesFromOptions(FsOptions o, Model model, const char part[],
                                     const ElementKernel *kernel, double given[]);

/* load_field.c: factors of loads that depend on the place. FromOptions: *field = the formula of x, y, z, t, NULL if there is none. Weights: N[] =
   its integrals over a cell, at t = 0, times the shape functions. MovingLoadAdd: a load with components value[3] from component first (0, or 3:
   moments) on the nodes of a set, or spread over its cells, with bits 1 << dimension in cells; it becomes the owner of field; *acts |= bits of the components
   that some node has. MovingLoadOutsideTable: as ExpressionIsOutsideTable, at some place of this rank at t. MovingLoadAddForces: f += factor times the forces at t. Collective, but for Weights.
   MovingLoadSupportForces: the same of held and moved dofs, to the array of a local vector; not collective. */
PetscErrorCode LoadFieldFromOptions(FsOptions o, Model model, const char name[], Expression *field);
void           LoadFieldWeights(Expression field, Shape shape, const double x[][3], double N[]);
PetscErrorCode MovingLoadAdd(Model model, PetscInt set, int cells, int first,
                             const PetscReal value[3], Expression field, Expression time,
                             int *acts);
PetscBool MovingLoadOutsideTable(const MovingLoad *load, PetscReal t, char text[], size_t size);
PetscErrorCode MovingLoadAddForces(Model model, const MovingLoad *load, PetscReal t,
                                   PetscReal factor, Vec f);
void           MovingLoadSupportForces(const MovingLoad *load, PetscReal t, PetscReal factor,
                                       PetscScalar local[]);
PetscErrorCode MovingLoadsDestroy(Model model);

/* The parts of ModelCreate, in the order in which it calls them, and of ModelDestroy. All collective. */
PetscErrorCode BlocksCreate(FsOptions o, Model model); /* block.c: cells and their properties */
PetscErrorCode SurfaceLoadsCreate(FsOptions o, Model model); /* load.c: loads with kernels */
PetscErrorCode
BlocksSetUp(Model model); /* block.c: data of each element; refuses degenerate ones */
PetscErrorCode SupportsCreate(FsOptions o, Model model); /* support.c */
PetscErrorCode LayoutCreate(FsOptions o,
                            Model     model); /* layout.c: which components the nodes have */
PetscErrorCode
               JointsCreate(FsOptions o,
                            Model     model); /* joints.c: after the components, on which their rows depend */
PetscErrorCode LayoutSetUp(Model model); /* layout.c: dofs, PetscSection, index tables */
PetscErrorCode LoadsCreate(FsOptions o, Model model); /* load.c: all other loads */
/* law.c, for LoadsCreate: *found = whether the load name has -load_<name>_law_x, _y or _z; then it is added. */
PetscErrorCode LawFromOptions(FsOptions o, Model model, const char name[], PetscInt set,
                              PetscBool *found);
PetscErrorCode InitialsCreate(FsOptions o, Model model); /* initial.c */
PetscErrorCode BlocksDestroy(Model model);
PetscErrorCode SupportsDestroy(Model model);
PetscErrorCode JointsDestroy(Model model);
PetscErrorCode LayoutDestroy(Model model);
/* block_rows.c: *bs = size of the blocks that the rows of all nodes make up, 1: there are none such. Collective. */
PetscErrorCode ModelRowBlockSize(Model model, PetscInt *bs);
PetscErrorCode LoadsDestroy(Model model);
PetscErrorCode LawsDestroy(Model model);
PetscErrorCode InitialsDestroy(Model model);

extern const FsOptionDoc model_options[], support_options[], load_options[], initial_options[];

/* Add the manual's sections on parts and their elements and on joints, made from the tables of kernels and joint types. */
PetscErrorCode BlockDocument(FsOptions o);
PetscErrorCode JointsDocument(FsOptions o);

#endif
