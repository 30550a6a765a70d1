/* model.h: the mechanical model that the options describe: elements on a mesh in batches, which node has which dofs,
   supports, loads and initial fields. Kernels loop-free, blocks with the loop. */
#ifndef MODEL_H
#define MODEL_H

#include "element.h"
#include "expression.h"
#include "mesh.h"

/* All cells of a part that one kernel serves. dofs[ncells][nd] are indices into local vectors, node by node and component
   by component as the kernel orders them; -1 where a node has no such component. */
typedef struct {
  char                *part;
  const ElementKernel *kernel;
  double               prop[ELEMENT_MAX_PROPS];
  PetscInt             nd, ncells, *cells, *dofs;
} Block;

/* Components of a set's nodes held at zero or moved as functions of time. Bits 1, 2, 4 of fixed stand for x, y, z. */
typedef struct {
  char      *name;
  PetscInt   set;
  int        fixed;
  Expression motion[3]; /* of t [m]; NULL: at rest */
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

/* Forces on nodes as formulas of t and of the node's own displacement and velocity; at[n][3]: entries of this rank's part of global
   vectors, -1 where a component is missing or held. */
enum { LAW_VARIABLES = 7 };
extern const char *const law_variables[LAW_VARIABLES]; /* t, ux, uy, uz, vx, vy, vz */
typedef struct {
  Expression force[3]; /* [N]; NULL: none */
  PetscBool  viscous;  /* depends on the velocity */
  PetscInt   n, *at;
} Law;

typedef struct {
  char      *name;
  PetscInt   set;
  Expression displacement[3], velocity[3]; /* of x, y, z [m], [m/s]; NULL: zero */
} Initial;

/* Which components (bits 1, 2, 4 for x, y, z) each node has, and where they are. Global vectors hold the free dofs, local
   vectors all dofs of the rank's nodes, ghosts and supported ones included. */
typedef struct {
  unsigned char *components;      /* [nnodes] */
  unsigned char *supported;       /* [nnodes] the ones that are fixed or moved */
  PetscInt      *dof;             /* [nnodes][3] index in local vectors, or -1 */
  PetscInt       nlocal, *global; /* [nlocal] index in global vectors; -1: supported */
  PetscInt       nfree;           /* of all ranks */
  PetscInt       nmoved;
  MovedDof      *moved;
} Layout;

typedef struct _n_Model {
  MPI_Comm  comm;
  Mesh      mesh; /* its dm carries the section that belongs to layout */
  Layout    layout;
  PetscInt  nblocks, nsupports, nloads, nlaws, ninitials;
  Block    *block;
  Support  *support;
  Load     *load;
  Law      *law;
  Initial  *initial;
  PetscReal damping_mass, damping_stiffness; /* C += alpha M + beta K: alpha [1/s], beta [s] */
} * Model;

/* Everything that the options say about the model; input errors name the option and the remedy. Collective. */
PetscErrorCode ModelCreate(Options o, MPI_Comm comm, Model *model);
PetscErrorCode ModelDestroy(Model *model);

/* Set q and v of the state from -initials; supported dofs do not appear in them. Collective. */
PetscErrorCode ModelInitialState(Model model, State *s);

/* Local vectors from global ones; entries of supported dofs stay as they are. Collective. */
PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local);

/* Displacement, velocity and acceleration of a component that a support moves at t; dt is the time scale for differences.
   Collective: a motion without a finite value is an error. */
PetscErrorCode ModelMotion(Model model, PetscInt support, PetscInt component, PetscReal t, PetscReal dt,
                           PetscReal qva[3]);

/* f += the law's forces; q, v, f are this rank's parts of global vectors. And their derivatives at one of its nodes, 3 x 3 by rows. */
PetscErrorCode LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[], PetscScalar f[]);
PetscErrorCode LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                         PetscReal by_q[9], PetscReal by_v[9]);

/* Input error, naming option, formula and point, where a law has no finite value at a state. Collective. */
PetscErrorCode ModelCheckLaws(Model model, const State *s);

/* M, C, K [nd][nd] of one element of a block, with the model's damping in C. Degenerate elements have been refused
   by ModelCreate. */
PetscErrorCode ElementMatrices(Model model, const Block *block, PetscInt element, double M[], double C[],
                               double K[]); /* without it */
PetscErrorCode BlockMatrices(Model model, const Block *block, PetscInt element, double M[], double C[], double K[]);

/* Parts of ModelCreate, in this order. */
PetscErrorCode BlocksCreate(Options o, Model model);   /* block.c: cells and properties */
PetscErrorCode SupportsCreate(Options o, Model model); /* support.c */
PetscErrorCode LayoutCreate(Options o, Model model);   /* layout.c: dofs, section, index tables */
PetscErrorCode LoadsCreate(Options o, Model model);    /* load.c; law.c: those that depend on the motion */
PetscErrorCode LawFromOptions(Options o, Model model, const char name[], PetscInt set, PetscBool *found);
PetscErrorCode InitialsCreate(Options o, Model model); /* initial.c */
PetscErrorCode BlocksDestroy(Model model);
PetscErrorCode SupportsDestroy(Model model);
PetscErrorCode LayoutDestroy(Model model);
PetscErrorCode LoadsDestroy(Model model);
PetscErrorCode LawsDestroy(Model model);
PetscErrorCode InitialsDestroy(Model model);

extern const OptionDoc model_options[], support_options[], load_options[], initial_options[];

/* The manual's section on elements, made from the kernels' tables. */
PetscErrorCode BlockDocument(Options o);

#endif
