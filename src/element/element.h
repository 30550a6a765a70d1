/* element.h: the contract of element kernels. A kernel maps arrays to arrays; it knows neither mesh nor PETSc,
   allocates nothing and prints nothing.

   An element may have a linear part, constant M, C, K (matrices), and a nonlinear part that is evaluated at the
   state of its nodes (forces). A dof of a node is a displacement in global axes, or, from the fourth on, a rotation:
   forces on it are moments in the node's own axes, variations of it are spins in those axes, its velocity and
   acceleration are the angular velocity w and its derivative in those axes. */
#ifndef ELEMENT_H
#define ELEMENT_H

#include "shape.h"

enum {
  ELEMENT_MAX_NODES   = SHAPE_MAX_NODES,
  ELEMENT_MAX_DOFS    = 18, /* three nodes with rotations */
  ELEMENT_MAX_GIVEN   = 112,
  ELEMENT_MAX_PROPS   = 96,
  ELEMENT_MAX_RESULTS = 12
};

/* How a property is given by -part_<name>_<property>. It takes count entries of the given values, NAN where an
   optional one is absent; a choice gives the index of the word; a field is a formula of x, y, z, its values at the
   nodes are ElementReference.field and it has no entry. */
typedef enum {
  PROP_POSITIVE,
  PROP_NONNEGATIVE,
  PROP_REAL,
  PROP_VECTOR,
  PROP_REALS,
  PROP_CHOICE,
  PROP_FIELD
} ElementPropKind;
extern const char *const mass_words[]; /* "consistent", "lumped", NULL: a usual choice */
enum { MASS_CONSISTENT, MASS_LUMPED };

typedef struct {
  const char        *name;
  ElementPropKind    kind;
  int                required;
  double             value; /* default of a property that is not required */
  const char        *help;  /* meaning and [unit] */
  int                count; /* of PROP_REALS */
  const char *const *words; /* of PROP_CHOICE, ending with NULL */
} ElementProp;

/* A node as a nonlinear element sees it. */
typedef struct {
  double x[3], v[3], a[3]; /* position [m], velocity, acceleration in global axes */
  double q[4], R[9];       /* orientation: quaternion and matrix from the node's axes to the global ones; at first 1 */
  double w[3], wd[3];      /* angular velocity and its derivative in the node's axes */
  double turn[3];          /* rotation vector in its axes since the last accepted step; 0 where a support turns it */
} NodeState;

static inline NodeState node_at_rest(const double x[3])
{
  /* clang-format off */
  return (NodeState){.x = {x[0], x[1], x[2]}, .q = {1, 0, 0, 0}, .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  /* clang-format on */
}

typedef struct ElementKernel ElementKernel;

/* An element before it moves. */
typedef struct {
  const ElementKernel *kernel;
  const double (*x)[3]; /* [nn] nodes [m] */
  const double *field;  /* [nn] values of the formula, see PROP_FIELD; NULL: none was given */
  const double *prop;   /* of the block, as prepare made it */
} ElementReference;

/* An element at a state of its nodes. */
typedef struct {
  const ElementKernel *kernel;
  const NodeState     *node[ELEMENT_MAX_NODES];
  const double        *prop, *data; /* of the block; of the element, as setup made it */
  double               factor;      /* of a load: its value in time; 1 for others */
  double               gravity[3];  /* less the acceleration of the ground [m/s2]; mass feels node->a - gravity */
} ElementState;

/* What a solver must know before it meets a state. Each is 1 if it may be so at some state, 0 if it is so at none;
   tests/element/traits.c holds every kernel to its word.
     velocity      forces depend on velocities, C is not always zero: explicit schemes must iterate
     weight_turns  it has a first moment of mass about its nodes: gravity is a moment on them, and the model has mass that
                   moves even where no displacement is free
     pivots        M, C or K of the unloaded element has a negative eigenvalue (multipliers inside of an element): a
                   factorization must choose its pivots. Elements that lose stability under load do not count
     remembers     forces depend on more than the state, on what was at accepted steps (plasticity, friction): its data
                   would have to be kept and restored with the state */
typedef struct {
  int velocity, weight_turns, pivots, remembers;
} ElementTraits;

/* Results per element: a name, its number of components, the unit. */
typedef struct {
  const char *name;
  int         count;
  const char *help;
} ElementResult;

/* An element of nodes with nc dofs each, nd = nn nc dofs, node by node; nn = shape_nodes(shape). Its functions read what
   they need to know of it, the shape or the variant, from the kernel that their argument carries, so that elements
   of several shapes share them. A function is NULL where the element has no such thing, but for traits and directions,
   which every kernel has.
     prepare     from the given properties (as the table orders them) to prop[ELEMENT_MAX_PROPS]; NULL: they are the same
     traits      of elements with these properties
     directions  of the displacements x, y, z those on which the element's forces may act or depend, as bits 1, 2, 4; mass
                 does not count. Nodes get dofs in the directions of the model's elements
     setup       what depends on the reference configuration, into data[ndata]
     matrices    the linear part: M [kg], C [N s/m], K [N/m], each [nd][nd] and zero on entry. An element with forces has
                 its damping there and leaves C zero
     forces      the nonlinear part: adds to r[nd] its share of the residual (inertial + internal - external), and,
                 unless K is NULL, to K, C, M [nd][nd] the derivatives by displacements and spins, by velocities, by
                 accelerations. Returns 1 where the element has collapsed
     momentum    of the nonlinear part: adds M v to p[nd] [kg m/s, kg m2/s]
     energy      strain energy of the nonlinear part [J]
     power       that its dampers dissipate [W]
     result      the results, one after the other
   prepare, setup and matrices return NULL, or what is wrong ("has no length"); directions is asked of elements of which
   nothing is wrong. */
struct ElementKernel {
  const char        *name;
  Shape              shape;
  int                nc;      /* 1: z alone; 3: x, y, z; 6: with rotations */
  int                variant; /* which of the elements that its file describes, where there are several; named there */
  const ElementProp *props;   /* ends with a NULL name */
  int                ndata;
  const char *(*prepare)(const double given[], double prop[]);
  ElementTraits (*traits)(const double prop[]);
  int (*directions)(const ElementReference *ref);
  const char *(*setup)(const ElementReference *ref, double data[]);
  const char *(*matrices)(const ElementReference *ref, double M[], double C[], double K[]);
  int (*forces)(const ElementState *e, double r[], double K[], double C[], double M[]);
  void (*momentum)(const ElementState *e, double p[]);
  double (*energy)(const ElementState *e);
  double (*power)(const ElementState *e);
  const ElementResult *results; /* ends with a NULL name */
  void (*result)(const ElementState *e, double values[]);
};

/* registry.c: all kernels, ending with NULL. Kernels of one name form an element for cells of several shapes. */
extern const ElementKernel *const element_kernels[];

/* The kernels of loads on surfaces, ending with NULL: one property, the pressure [N/m2]. */
extern const ElementKernel *const pressure_kernels[];

/* The kernel of that name for cells of a shape, or the first of that name; NULL if there is none. */
const ElementKernel *element_find(const char name[], Shape shape);
const ElementKernel *element_find_any(const char name[]);

#endif
