/* element.h: the contract of element kernels: what an element computes, and from which arrays.

   A kernel consists of pure functions. It knows neither the mesh nor PETSc, it allocates nothing
   and it prints nothing. Read struct ElementType first; truss.c is an example.

   An element has a linear part (constant matrices M, C, K), or a nonlinear part that is evaluated
   at the state of its nodes, or both. The first three dofs of a node are displacements in global
   axes. The other three are rotations. The force on them is a moment in the node's own axes. Their
   variation is a spin (an infinitesimal rotation) in these axes. Their velocity and acceleration
   are the angular velocity w and its time derivative in these axes.

   Headers for other rooms:
     joint/bushing.h   a linear spring and damper between the points of a joint, in all six
                       directions
     joint/coupling.h  the share of one joint in a constraint between free coordinates of several
                       joints
     joint/friction.h  dry friction on a coordinate: a bristle that deflects, and a slider in
                       series
     joint/joint.h     constraints between two nodes, or between ground (as the first node) and a
                       node
     joint/slider.h    a point of a node that slides along a curve through the nodes of a line of
                       beams
     node_inertia.h    the total inertia at a node, and the accelerations of nodes under forces
     shape.h           the shapes of cells, their shape functions, and integrals over cells */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_H
#define FS_ELEMENT_ELEMENT_H

#include "shape.h"
#include "math/lanes.h"

/* Largest lengths of the arrays of an element. */
enum {
  ELEMENT_MAX_NODES   = SHAPE_MAX_NODES,
  ELEMENT_MAX_DOFS    = 18,  /* three nodes with rotations */
  ELEMENT_MAX_GIVEN   = 112, /* given properties, see ElementPropKind */
  ELEMENT_MAX_PROPS   = 96,  /* properties as prepare computes them */
  ELEMENT_MAX_RESULTS = 32   /* components of all results with the derived ones */
};

/* The kind of a property -part_<name>_<property>, and its entries in the array of given properties.
   If the user does not give it, all entries are ElementProp.value. */
typedef enum {
  PROP_POSITIVE,    /* one number > 0 */
  PROP_NONNEGATIVE, /* one number >= 0 */
  PROP_IMPEDANCE,   /* one number >= 0, or ElementScale.impedance of the part -part_<name>_of */
  PROP_REAL,        /* one number */
  PROP_VECTOR,      /* three numbers */
  PROP_REALS,       /* ElementProp.count numbers */
  PROP_CHOICE,      /* one number, the index of the word in ElementProp.words */
  PROP_FIELD        /* no number: a formula in x, y, z; ElementReference.field has its values */
} ElementPropKind;

/* Words of the property mass of many elements: "consistent", "lumped", NULL. */
extern const char *const mass_words[];
enum { MASS_CONSISTENT, MASS_LUMPED };

/* A property. The table of a type ends with a NULL name. */
typedef struct {
  const char        *name;
  ElementPropKind    kind;
  int                required;
  double             value; /* default value of an optional property; NAN: prepare decides */
  const char        *help;  /* meaning and [unit] */
  int                count; /* of PROP_REALS */
  const char *const *words; /* of PROP_CHOICE, ends with NULL */
} ElementProp;

/* The state of a node. A node without rotations has the identity R, and no rates of rotation. */
typedef struct {
  double x[3], v[3], a[3]; /* position [m], velocity, acceleration in global axes */
  /* unit quaternion and matrix from the node's axes to the global ones; identity in the
     reference */
  double q[4], R[9];
  double w[3], wd[3]; /* angular velocity and its time derivative in the node's axes */
  /* rotation vector since the last accepted step, in the node's axes; 0 if a support rotates the
     node. With -linearize it is the whole rotation vector, w and wd are its derivatives, R is 1 */
  double turn[3];
} NodeState;

/* node_at_rest - Returns a node in the reference configuration, at rest at x [m]. */
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
  /* [nn] values at the nodes of a PROP_FIELD or of the factor of a load; NULL if none is given */
  const double *field;
  const double *prop; /* [ELEMENT_MAX_PROPS] of the part, as prepare computed them */
} ElementReference;

/* An element at a state of its nodes. */
typedef struct {
  const ElementKernel *kernel;
  const NodeState     *node[ELEMENT_MAX_NODES]; /* [nn] */
  const double        *prop;   /* [ELEMENT_MAX_PROPS] of the part, as prepare computed them */
  const double        *data;   /* [ndata] of the element, as setup computed them */
  double               factor; /* of a load: g(t) times the factor of the loading; else unused */
  double               gravity[3]; /* gravity minus the ground's acceleration [m/s2]; use a - it */
  const double        *strain;     /* [nstrain] at the integration points; NULL: from the nodes */
} ElementState;

/* Several elements can be computed at once, one in each lane. There are two such interfaces,
   because elements need different data. ElementLanes has the positions of the nodes in registers,
   for elements with 3 dofs a node whose forces depend on positions alone. ElementGroup has pointers
   to whole node states, for elements with 6 dofs a node, which need rotations and velocities. */

/* LANES elements of a block, at rest at the positions of their nodes. */
typedef struct {
  const ElementKernel *kernel;
  const double        *prop;        /* [ELEMENT_MAX_PROPS] of the part, as prepare computed them */
  const double        *data[LANES]; /* [ndata] of each element */
  double               factor;      /* as in ElementState */
  Lanes                x[ELEMENT_MAX_NODES][3];
} ElementLanes;

/* LANES elements of a block at states of their nodes. The members are those of ElementState. */
typedef struct {
  const ElementKernel *kernel;
  const double        *prop;
  const double        *data[LANES];
  const double        *strain[LANES]; /* NULL in all lanes or in no lane */
  const NodeState     *node[ELEMENT_MAX_NODES][LANES];
  double               gravity[3];
} ElementGroup;

/* Properties of an element that solvers need before they evaluate a state. A trait is 1 if it holds
   at some state, and 0 if it holds at no state. tests/element/traits.c checks every kernel.
     velocity         forces depend on velocities, so that C is not always zero; explicit schemes
                      must iterate
     gyroscopic       set with velocity if only the inertia that rotates with a node depends on a
                      velocity, the angular velocity of this node (inertia_forces.c); explicit
                      schemes then iterate in each node alone
     gravity_moments  the mass has a first moment about the nodes, so that gravity exerts moments on
                      them, even if no displacement is free
     pivots           M, C or K of the unloaded element has a negative eigenvalue, so that
                      factorizations must pivot (multipliers inside an element); a loss of stability
                      under load does not count
     remembers        forces depend on earlier accepted states (plasticity, friction), so that data
                      would have to be saved and restored with the state
     unsymmetric      M, C or K is unsymmetric at some state, so that conjugate gradients fail;
                      kernels with rotations leave it 0, because spins do not commute and their
                      tangents never count as symmetric */
typedef struct {
  int velocity, gyroscopic, gravity_moments, pivots, remembers, unsymmetric;
} ElementTraits;

/* Wave speed, gyration and impedance that follow from an element's properties. */
typedef struct {
  double speed;    /* of the fastest waves in the unstressed element [m/s]; 0 without mass */
  double gyration; /* smallest radius of gyration of the section [m]; 0 without bending */
  /* force over velocity in waves of the initial state: longitudinal waves of a line [N s/m],
     transverse waves of a membrane per length of the front [N s/m2]; 0 without mass, or if there
     are several kinds of waves */
  double impedance;
} ElementScale;

typedef enum {
  RESULT_SCALAR, /* one number */
  RESULT_LOCAL,  /* components of a vector or tensor in axes of the element or its section */
  RESULT_GLOBAL  /* a vector in global axes */
} ResultKind;

/* A result of an element for output. The table of a type ends with a NULL name. */
typedef struct {
  const char *name;
  int         count; /* number of components */
  const char *help;  /* meaning and [unit] */
  ResultKind  kind;
} ElementResult;

/* A type of element: properties, functions and results, shared by its shapes.

   An element has nn = shape_nodes(shape) nodes with nc dofs each. Vectors have nd = nn nc entries,
   node by node; matrices [nd][nd] are stored row by row. Functions find the shape and the variant
   in the kernel of their argument. The functions traits and directions are required. Any other one
   is NULL if it has nothing to do. prepare, setup and matrices return NULL, or the reason why the
   element is invalid ("has no length") as static text.
     prepare        computes prop[ELEMENT_MAX_PROPS] from given[ELEMENT_MAX_GIVEN], which is in the
                    order of props; if it is NULL, given is copied
     traits         returns the ElementTraits of elements with these properties
     scale          returns the ElementScale of elements with these properties; it is NULL if there
                    are neither waves nor a section
     directions     returns bits 1, 2, 4 of the displacements x, y, z that forces act on or depend
                    on. Mass does not count. A node has dofs in the directions of its elements. The
                    function is called after setup and matrices have succeeded
     setup          computes data[ndata] from the reference configuration
     matrices       writes the linear part M [kg], C [N s/m], K [N/m], which are zero on entry; an
                    element with forces leaves C and K zero
     forces         adds the residual of the nonlinear part (inertial + internal - external forces)
                    to r [N, N m]. Unless K is NULL, it adds the derivatives by displacements and
                    spins to K, by velocities to C, by accelerations to M. It returns 0, or 1 if the
                    element has collapsed, which rejects the step. With ElementState.strain the
                    internal forces are B^T S strain, where B is the derivative of the strains by
                    the nodes and S the stiffness. Then K is B^T S B plus the second derivatives of
                    the strains times S strain
     lanes_forces   writes r[nd], the residual that forces adds at rest, for LANES elements; lanes
                    of collapsed elements are NAN. It is for types with 3 dofs a node, and is called
                    only if no force depends on velocities with these properties
     group_forces   writes r[nd] and, unless K is NULL, K, C, M [nd][nd], which forces adds, for
                    LANES elements; r is NAN in lanes of collapsed elements. It is for types with 6
                    dofs a node and without a factor
     strains        writes strain[nstrain] of the nodes plus its rate by the velocities of the nodes
                    times 1 s, for LANES elements whose stresses are linear in the strains. If the
                    velocities are a step of the nodes, this is the linear prediction of the
                    strains. It is NULL if forces does not use ElementState.strain
     momentum       adds M v of the nonlinear part to p [kg m/s, kg m2/s]
     energy         returns the strain energy of the nonlinear part [J]
     lanes_energy   writes the same for LANES elements at rest, NAN for collapsed membranes; it is
                    required if the type has lanes_forces and energy
     group_energy   writes the same for LANES elements of a group; if it is NULL, elements are
                    computed one by one
     power          returns the power that damping dissipates [W]
     result         writes the values of all results in their order; NULL for linear elements
     linear_result  writes the results to first order in small displacements. e is the element at
                    rest in the reference configuration. u and rate [nd] are displacements and
                    rotation vectors in global axes, and their rates. Every type of a part has it;
                    types without forces have no other function for results
     derived        returns the table of results that are nonlinear functions of the others, such as
                    extremes; they follow the others. It is NULL, or returns NULL, if no result is
                    derived
     derive         writes the values of all derived results to more, from the values of the
                    others */
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

/* All kernels of parts; the list ends with NULL. */
extern const ElementKernel *const element_kernels[];

/* The kernels of pressure loads; the list ends with NULL. Their property is the pressure [N/m2]. */
extern const ElementKernel *const pressure_kernels[];

/* element_find - Returns the kernel with this name and shape, or NULL if no kernel has them. */
const ElementKernel *element_find(const char name[], Shape shape);

/* element_find_any - Returns the first kernel with this name, or NULL if no kernel has it. */
const ElementKernel *element_find_any(const char name[]);

#endif
