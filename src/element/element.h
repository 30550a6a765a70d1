/* element.h: the contract of element kernels. A kernel maps arrays to arrays; it knows neither mesh nor PETSc,
   allocates nothing and prints nothing. Called by src/model and src/assembly. Begin at struct ElementKernel; truss.c is
   an example.

   An element has a linear part, constant matrices M, C, K (matrices), or a nonlinear part that is evaluated at the
   state of its nodes (forces), or both. The first three dofs of a node are displacements in global axes. The others are
   rotations:
   the force on them is a moment in the node's own axes, their variation a spin (an infinitesimal rotation) in those
   axes, their velocity and acceleration are the angular velocity w and its time derivative in those axes. */
#ifndef FS_ELEMENT_ELEMENT_H
#define FS_ELEMENT_ELEMENT_H

#include "shape.h"
#include "math/lanes.h"

/* Sizes of arrays, in doubles where they hold numbers. */
enum {
  ELEMENT_MAX_NODES   = SHAPE_MAX_NODES,
  ELEMENT_MAX_DOFS    = 18,  /* three nodes with rotations */
  ELEMENT_MAX_GIVEN   = 112, /* given properties, see ElementPropKind */
  ELEMENT_MAX_PROPS   = 96,  /* properties as prepare makes them */
  ELEMENT_MAX_RESULTS = 32   /* components of all results, derived ones included */
};

/* The kind of a property -part_<name>_<property>, and which entries it has in the array of given properties. If it is
   not given, all of them are ElementProp.value. */
typedef enum {
  PROP_POSITIVE,    /* one number > 0 */
  PROP_NONNEGATIVE, /* one number >= 0 */
  PROP_IMPEDANCE,   /* one number >= 0, or ElementScale.impedance of the part -part_<name>_of */
  PROP_REAL,        /* one number */
  PROP_VECTOR,      /* three numbers */
  PROP_REALS,       /* count numbers */
  PROP_CHOICE,      /* one: the index of the word in words */
  PROP_FIELD /* none: a formula of x, y, z, whose values at the nodes are ElementReference.field */
} ElementPropKind;
extern const char *const
  mass_words[]; /* "consistent", "lumped", NULL: words of the property mass of many elements */
enum { MASS_CONSISTENT, MASS_LUMPED };

/* A property. A kernel's table of them ends with a NULL name. */
typedef struct {
  const char        *name;
  ElementPropKind    kind;
  int                required;
  double             value; /* default, where not required; NAN: none, prepare decides */
  const char        *help;  /* meaning and [unit] */
  int                count; /* of PROP_REALS */
  const char *const *words; /* of PROP_CHOICE, ending with NULL */
} ElementProp;

/* The state of a node. Rotations and their rates are 0, R = 1, at nodes that do not rotate. */
typedef struct {
  double x[3], v[3], a[3]; /* position [m], velocity, acceleration in global axes */
  double q[4],
    R[9]; /* quaternion and matrix from the node's axes to the global ones; 1 in the reference */
  double w[3], wd[3]; /* angular velocity and its derivative in the node's axes */
  double turn
    [3]; /* rotation vector since the last accepted step, in its axes; 0 if a support turns the node. With
                     -linearize: the rotation vector, w and wd are its derivatives, and R is 1 */
} NodeState;

/* A node in the reference configuration, at rest at x [m]. */
static inline NodeState node_at_rest(const double x[3])
{
  /* clang-format off */
  return (NodeState){.x = {x[0], x[1], x[2]}, .q = {1, 0, 0, 0}, .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  /* clang-format on */
}

typedef struct ElementKernel ElementKernel;

/* An element in the reference configuration. */
typedef struct {
  const ElementKernel *kernel;
  const double (*x)[3]; /* [nn] positions of the nodes [m] */
  const double             *
    field; /* [nn] values at the nodes of the formula of PROP_FIELD, or of the factor of a load; NULL: none was given */
  const double *prop;  /* [ELEMENT_MAX_PROPS] of the part, as prepare made them */
} ElementReference;

/* An element at a state of its nodes. */
typedef struct {
  const ElementKernel *kernel;
  const NodeState     *node[ELEMENT_MAX_NODES]; /* [nn] */
  const double        *prop;   /* [ELEMENT_MAX_PROPS] of the part, as prepare made them */
  const double        *data;   /* [ndata] of the element, as setup made them */
  double               factor; /* of loads: g(t) times the factor of the loading; of parts unused */
  double gravity[3]; /* gravity minus the acceleration of the ground [m/s2]; use a - gravity */
  const double *
    strain; /* [nstrain] strains of the integration points that forces takes; NULL: those of the nodes */
} ElementState;

/* LANES elements of a block, at rest at the positions of their nodes. */
typedef struct {
  const ElementKernel *kernel;
  const double        *prop;        /* [ELEMENT_MAX_PROPS] of the part, as prepare made them */
  const double        *data[LANES]; /* [ndata] of each */
  double               factor;      /* as in ElementState */
  Lanes                x[ELEMENT_MAX_NODES][3];
} ElementLanes;

/* LANES elements of a block at states of their nodes; members as in ElementState. */
typedef struct {
  const ElementKernel *kernel;
  const double        *prop;
  const double        *data[LANES], *strain[LANES]; /* of each; strain: NULL in all or in none */
  const NodeState     *node[ELEMENT_MAX_NODES][LANES];
  double               gravity[3];
} ElementGroup;

/* What solvers must know of an element before they meet a state. A trait is 1 if it holds at some state, 0 if it holds
   at none; tests/element/traits.c checks every kernel.
     velocity      forces depend on velocities, so that C is not always zero: explicit schemes must iterate
     gyroscopic    with velocity: on that of the inertia which turns with a node alone (inertia.c), by the angular velocity of the
                   node; explicit schemes need iterate in each node only
     gravity_moments  its mass has a first moment about its nodes: gravity exerts moments on them, and does so even where
                   no displacement is free
     pivots        M, C or K of the unloaded element has a negative eigenvalue, as with multipliers inside of an
                   element:
                   factorizations must pivot. Elements that lose stability under load do not count
     remembers     forces depend on earlier accepted states (plasticity, friction): data would have to be kept and
                   restored with the state
     unsymmetric   M, C or K is not symmetric at some state, so that conjugate gradients do not solve with it. Kernels
                   whose nodes rotate need not say so: spins do not commute, and no tangent of theirs counts as symmetric */
typedef struct {
  int velocity, gyroscopic, gravity_moments, pivots, remembers, unsymmetric;
} ElementTraits;

/* Sizes that go with an element's properties. */
typedef struct {
  double speed;    /* of its fastest waves, where it has no stress [m/s]; 0: it has no mass */
  double gyration; /* least radius of gyration of its section [m]; 0: it does not bend */
  double
    impedance; /* force over velocity in its waves at the start: of lines in longitudinal ones [N s/m], of
                       membranes that move in z per length of the front [N s/m2]; 0: it has no mass, or several kinds */
} ElementScale;

typedef enum {
  RESULT_SCALAR, /* one number */
  RESULT_LOCAL,  /* components in axes of the element or its section, of a vector or a tensor */
  RESULT_GLOBAL  /* a vector in global axes */
} ResultKind;

/* A result of an element for output. A kernel's table of them ends with a NULL name. */
typedef struct {
  const char *name;
  int         count; /* components */
  const char *help;  /* meaning and [unit] */
  ResultKind  kind;
} ElementResult;

/* An element with nn = shape_nodes(shape) nodes of nc dofs each. Vectors have nd = nn nc entries, node by node;
   matrices [nd][nd] are row by row. Functions find the shape and the variant in the kernel that their argument points
   to, so that several kernels can share them. traits and directions are needed; another function is NULL if there is
   nothing to do.
     prepare     from given[ELEMENT_MAX_GIVEN], in the order of props, to prop[ELEMENT_MAX_PROPS]; NULL: they are copied
     traits      see ElementTraits, for elements with these properties
     scale       see ElementScale, for elements with these properties; NULL: it has neither waves nor a section
     directions  bits 1, 2, 4 of the displacements x, y, z that the element's forces act on or depend on; mass does not
                 count. The nodes of a model get dofs in the directions of its elements. Asked only after setup and
                 matrices have found nothing wrong
     setup       data[ndata], which depend on the reference configuration
     matrices    the linear part: writes M [kg], C [N s/m], K [N/m], which are zero on entry. An element with forces
                 leaves C and K zero: its damping and stiffness belong there
     forces      the nonlinear part: adds its residual (inertial + internal - external forces) to r [N, N m] and, unless
                 K is NULL, the derivatives of it by displacements and spins to K, by velocities to C, by accelerations
                 to M. Returns 0, or 1 where the element has collapsed: then the step is rejected
                 With strains given: B^T S strain, B their derivative by the nodes and S the stiffness; then K is the derivative
                 of that as the strains change with the nodes by B: B^T S B, and second derivatives of strains times S strain
     lanes       r[nd] = what forces adds to r where nothing moves, of several elements at once; NAN in the lanes of those that have
                 collapsed. Of elements of 3 dofs a node, whose forces with these properties depend on no velocity. NULL: it has no such
     group       r[nd] = and, unless K is NULL, K, C, M [nd][nd] = what forces adds to them, of several elements at once; r is NAN in
                 the lanes of those that have collapsed. Of elements of 6 dofs a node without a factor. NULL: it has no such
     strains     strain[nstrain], of several elements at once = those of the nodes, of elements with forces whose stresses are linear in them, plus their rates
                 by the velocities of the nodes times 1 s: with a step of the nodes for velocities, what linearization foretells.
                 NULL: forces takes no strains
     momentum    adds M v of the nonlinear part to p [kg m/s, kg m2/s]
     energy      strain energy of the nonlinear part [J]
     group_energy  *energy = the same of the elements of a group; NULL: one by one
     energies    *energy = the same of several elements at once, of membranes that have collapsed NAN; needed where there are lanes and energy
     power       power that damping dissipates [W]
     result      values of all results, one after the other; NULL of linear elements
     linear_result  the same to first order in small displacements from the reference: e is the element there, at rest; u
                 and rate, [nd], are displacements and rotation vectors in global axes, and their rates. Every kernel of
                 a part has it; those without forces are never asked for another result
     derived     from prop: table of the results that follow from the others and are not linear in them, as extremes are; they
                 come behind them. NULL: elements with these properties have none
     derive      more = values of all derived results, one after the other, from those of the others
   prepare, setup and matrices return NULL, or what is wrong with the element ("has no length"), static text. */
typedef struct {
  const ElementProp *props; /* ends with a NULL name */
  const char *(*prepare)(const double given[], double prop[]);
  ElementTraits (*traits)(const double prop[]);
  ElementScale (*scale)(const double prop[]);
  int (*directions)(const ElementReference *ref);
  const char *(*setup)(const ElementReference *ref, double data[]);
  const char *(*matrices)(const ElementReference *ref, double M[], double C[], double K[]);
  int (*forces)(const ElementState *e, double r[], double K[], double C[], double M[]);
  void (*lanes_forces)(const ElementLanes *e, Lanes r[]);
  void (*group_forces)(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[], Lanes M[]);
  void (*strains)(const ElementGroup *e, Lanes strain[]);
  void (*momentum)(const ElementState *e, double p[]);
  double (*energy)(const ElementState *e);
  void (*group_energy)(const ElementGroup *e, Lanes *energy);
  void (*lanes_energy)(const ElementLanes *e, Lanes *energy);
  double (*power)(const ElementState *e);
  const ElementResult *results; /* ends with a NULL name */
  void (*result)(const ElementState *e, double values[]);
  void (*linear_result)(const ElementState *e, const double u[], const double rate[],
                        double values[]);
  const ElementResult *(*derived)(const double prop[]);
  void (*derive)(const double prop[], const double values[], double more[]);
} ElementType;

/* A kernel: a type of element with one shape. Kernels with the same name are one element with
   several shapes. */
struct ElementKernel {
  const char        *name;
  Shape              shape;
  int                nc;      /* dofs of a node: 1: z; 3: x, y, z; 6: x, y, z and rotations */
  int                variant; /* a constant of the type's file; it separates similar elements */
  int                ndata;   /* length of ElementState.data */
  int                nstrain; /* length of ElementState.strain, or 0 */
  const ElementType *type;
};

/* registry.c: all kernels of parts, ending with NULL. Kernels with the same name are one element for several shapes. */
extern const ElementKernel *const element_kernels[];

/* The kernels of pressure loads, ending with NULL. Their only property is the pressure [N/m2]. */
extern const ElementKernel *const pressure_kernels[];

/* element_find: the kernel of that name and shape; element_find_any: the first of that name. NULL if there is none. */
const ElementKernel *element_find(const char name[], Shape shape);
const ElementKernel *element_find_any(const char name[]);

#endif
