/* element.h: the contract of element kernels: what an element computes, and from which arrays.

   A kernel consists of pure functions. It knows neither the mesh nor PETSc, it allocates nothing
   and it prints nothing. Read struct ElementType first; truss.c is an example. Most files need only
   one of the headers element_kernel.h, element_node.h, element_result.h and element_sizes.h.

   An element has a linear part (constant matrices M, C, K), or a nonlinear part that is evaluated
   at the state of its nodes, or both. The first three dofs of a node are displacements in global
   axes. The other three are rotations. The force on rotations is a moment in the node's own axes.
   The variation of rotations is a spin, which is an infinitesimal rotation, in the node's axes. The
   velocity and acceleration of rotations are the angular velocity w and dw/dt in the node's axes.

   Headers for other rooms:
     element_kernel.h             a kernel, which is a type of element with one shape
     element_node.h               the state of a node of elements
     element_prop.h               properties of elements that the user gives, and their tables
     element_result.h             the results of an element for output
     element_sizes.h              the largest lengths of the arrays of an element
     field.h                      vector fields of place and time
     line_load.h                  loads on lines, as the functions of elements take them
     beam/inside/beam_limits.h    how far a beam is from the limits of its theory
     beam/finite/bow_load.h       loads across beams with an axial force
     beam/inside/beam_line.h      results of a beam at equally spaced places along it
     beam/node_axes.h             the axes of a beam's section at a node, and the stiffnesses that a
                                  plane model does not use
     beam/varying/section_points.h  the points of beams whose section varies along them
     inertia/node_inertia.h       the inertia at a node, and accelerations under forces
     joint/bushing.h              a linear spring and damper between the points of a joint
     joint/friction.h             dry friction on a coordinate
     joint/joint.h                constraints between two nodes, or ground and a node
     joint/slider.h               a point of a node that slides along a line of beams
     law/uniaxial_law.h           uniaxial laws, for the names of their parameters
     section/rib_section.h        the section of a beam that stiffens a shell
     registry.h                   the list of all kernels
     shell/arcs/arc_volume.h      volume between shells and their curved surface
     shape.h                      the shapes of cells, their shape functions, and integrals over
                                  cells */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_H
#define FS_ELEMENT_ELEMENT_H

#include "element_kernel.h"
#include "element_prop.h"
#include "element_result.h"
#include "element_sizes.h"
#include "element_node.h"
#include "shape.h"
#include "math/lanes.h"
#include "field.h"
#include "line_load.h"

/* An element in the reference configuration. */
typedef struct ElementReference {
  const ElementKernel *kernel;
  const double (*x)[3]; /* [nn] positions of the nodes [m] */
  /* [nn] values at the nodes of a formula in x, y, z: a PROP_FIELD, or the field of a load; NULL if
     the user gave no formula */
  const double *field;
  const double *prop; /* [ELEMENT_MAX_PROPS] properties, from ElementType.prepare */
  /* [3] vector from the middle between the two nodes of an element on an arc to the middle of the
     arc [m]; 0 or NULL if the element is straight */
  const double *rise;
  /* [9] rotation from the first copy of a repeated pattern to this element, which turns directions
     that the user gives; NULL if it is not turned */
  const double *turn;
  const double *data; /* [ndata] from ElementType.setup, for ElementType.matrices; else NULL */
  /* [kernel->nsections] properties at points of the element, for the function setup of elements
     whose properties vary; else NULL. Beams have the points of element_sections(), other lines
     their middle, surfaces the points of shape_points() with reduced integration */
  const double (*sections)[ELEMENT_MAX_PROPS];
  /* where the properties of a beam jump between its nodes; NULL if nowhere */
  const struct SectionBreaks *breaks;
  /* [nn] unit normals of a smooth surface at the nodes, for surfaces with rotations. A normal is 0
     at a node where the element has its own. NULL if the model gives no normals */
  const double (*normals)[3];
  /* bits of the sides of a surface with rotations that stay straight in the surface between their
     nodes, because they are held at the nodes alone (StraightSidesFind()); bit i is the side from
     node i to the next one */
  int straight;
} ElementReference;

/* The unstrained state of an element at one point, relative to the mesh: what the element would be
   without stress. */
typedef struct ElementUnstrained {
  double length;  /* unstrained length that the user gives, over the length in the mesh; or 1 */
  double growth;  /* rate of length over length [1/s] */
  double initial; /* strain of the element in the mesh, which causes stress */
  double thermal; /* strain by temperature, which causes no stress */
  double curvature[2]; /* thermal curvatures about the section's y and z axes [1/m] */
} ElementUnstrained;

/* element_unstrained_points - Computes the points of an element at which its unstrained state
   (temperature, initial strain) is given, and returns their number.

   These points are the Gauss points of the stiffness; 2-node lines have two points. */
static inline int element_unstrained_points(Shape shape, ShapePoint points[])
{
  return shape_points(shape, shape == SHAPE_LINE, points);
}

/* An element at a state of its nodes. */
typedef struct ElementState {
  const ElementKernel *kernel;
  const NodeState     *node[ELEMENT_MAX_NODES]; /* [nn] */
  const double        *prop;   /* [ELEMENT_MAX_PROPS] properties, from ElementType.prepare */
  const double        *data;   /* [ndata] from ElementType.setup */
  double               t;      /* the time of the state [s] */
  double               factor; /* factor of a load at the time of the state; unused by parts */
  /* gravity minus the acceleration of the ground [m/s2]. Inertial forces at the nodes are mass
     times (a - gravity); beams also have weight between their nodes (beam/beam_load.c) */
  double gravity[3];
  /* [lateral_entries] loads between the nodes, from ElementType.add_lateral, or NULL */
  const double *lateral;
  /* [nstrain] strains at the integration points; NULL to compute them from node */
  const double *strain;
  /* velocity of the fluid around the element [m/s], from properties of the kind PROP_FLOW; NULL
     stands for 0 */
  const ElementField *flow;
  /* [nmemory] what the element remembers of the last accepted state; 0 in the mesh */
  const double *memory;
} ElementState;

/* A kernel can compute LANES elements at once, one in each lane of a vector register
   (math/lanes.h). There are two interfaces, because elements need different data. ElementLanes has
   positions of nodes, for elements with 3 dofs a node whose forces depend on positions alone.
   ElementGroup has pointers to node states, for elements with 6 dofs a node, which need rotations
   and velocities. */

/* LANES elements of a block, at rest at the positions of their nodes. */
typedef struct {
  const ElementKernel *kernel;
  const double        *prop;                    /* as in ElementState */
  const double        *data[LANES];             /* [ndata] of each element */
  double               factor;                  /* as in ElementState */
  Lanes                x[ELEMENT_MAX_NODES][3]; /* [nn][3] positions of the nodes [m] */
} ElementLanes;

/* LANES elements of one part at states of their nodes, for kernels with 6 dofs a node. The members
   are those of ElementState. */
typedef struct ElementGroup {
  const ElementKernel *kernel;
  const double        *prop;
  const double        *data[LANES];
  const double        *strain[LANES], *lateral[LANES]; /* NULL in all lanes, or not NULL in all */
  const NodeState     *node[ELEMENT_MAX_NODES][LANES];
  double               gravity[3];
} ElementGroup;

/* Traits of an element, which solvers need before they evaluate a state. A trait is 1 if it holds
   at some state, and 0 if it holds at no state. tests/element/traits.c checks every kernel.
     velocity         forces depend on velocities: C is not always zero, explicit schemes iterate
     gyroscopic       the only forces that depend on velocities are those of inertia that rotates
                      with a node; they depend on the angular velocity of this node alone
                      (inertia_forces.c). Then velocity is also 1, and explicit schemes iterate in
                      each node separately
     gravity_moments  gravity exerts moments on the nodes, even if no displacement is free: the mass
                      has a first moment about them, or the weight acts between them
     line_mass        the mass matrix at rest, times an acceleration, has the forces of the weight
                      between the nodes
     bows             the stiffness is not linear in the axial force, which bends elements inside
     pivots           M, C or K of the unloaded element has a negative eigenvalue, so that
                      factorizations must pivot (multipliers inside an element); a loss of stability
                      under load does not count
     remembers        forces depend on earlier accepted states (plasticity, friction), which the
                      function remember of ElementType keeps
     ranged           the element follows a law that describes a range of strains only (beyond)
     ill_conditioned  bending in a surface is much softer than stretching, so that large models need
                      factors: iterative solvers fail
     unsymmetric      M, C or K is unsymmetric at some state, so that conjugate gradients fail.
                      Kernels with rotations leave it 0: solvers never treat their tangents as
                      symmetric, because spins do not commute */
typedef struct ElementTraits {
  int velocity, gyroscopic, gravity_moments, line_mass, bows, pivots, remembers, ill_conditioned,
    unsymmetric, ranged;
} ElementTraits;

/* Characteristic numbers that follow from an element's properties. */
typedef struct {
  /* speed of the fastest waves in the unstressed element [m/s]; 0 without mass */
  double speed;
  double gyration; /* smallest radius of gyration of the section [m]; 0 without bending */
  /* wave impedance: the ratio of force and velocity in a small wave about the initial state. For a
     line: longitudinal waves [N s/m]. For a membrane: transverse waves, per length of the front [N
     s/m2]. The impedance is 0 without mass, or if there are several kinds of waves */
  double impedance;
} ElementScale;

/* Largest number of values of an element that are continued to its nodes. */
enum { RECOVERED_MAX = 10 };

/* A result in the middle of a surface that is continued to the nodes for extremes, because derived
   results follow from it. A list of such results ends with a count of 0. */
typedef struct {
  int at;    /* place of its first value among the results that are not derived */
  int count; /* 1 for a scalar, 2 for a vector 1, 2, 3 for a tensor 11, 22, 12 of the surface */
  int power; /* result / ElementType.smooth_length to this power varies smoothly in space */
} RecoveredResult;

/* A type of element: properties, functions and results, shared by its shapes.

   An element has nn = shape_nodes(shape) nodes with nc dofs each. Vectors have nd = nn nc entries,
   node by node; matrices [nd][nd] are stored row by row. Functions find the shape and the variant
   in the kernel of their argument. The functions traits and directions are required. Any other
   function is NULL if it has nothing to do. The functions prepare, setup and matrices return NULL,
   or the reason why the element is invalid ("has no length") as static text.
     prepare        computes prop[ELEMENT_MAX_PROPS] from given[ELEMENT_MAX_GIVEN], which is in the
                    order of props; if prepare is NULL, prop is a copy of given
     traits         returns the ElementTraits of elements with these properties
     scale          returns the ElementScale of elements with these properties; scale is NULL if
                    there are neither waves nor a section
     directions     returns bits 1, 2, 4 of the displacements x, y, z on which forces act or depend.
                    Mass does not count. A node has dofs in the directions of its elements. The
                    function is called after setup and matrices have succeeded
     setup          computes data[ndata] from the reference configuration
     idle           returns whether an element of a load does nothing, by what setup has computed;
                    NULL stands for no
     unstrain       replaces the entries of data[ndata] that depend on the unstrained state u, which
                    has one member for each of element_unstrained_points(). rest[ndata] is what
                    setup has computed. It is NULL if the type has no PROP_UNSTRAINED or no data
     small_unstrain is unstrain to first order in u, and is used if the element is linear
     free_motion    writes motion[nd], displacements and rotation vectors of the nodes that give a
                    linear element the unstrained state without stress. data is what setup has
                    computed. Types with a PROP_UNSTRAINED have free_motion or small_unstrain
     expands        returns whether the properties have coefficients of thermal expansion.
                    ElementUnstrained.thermal is then the temperature [K], and curvature its
                    gradients [K/m]. NULL stands for no
     matrices       writes the linear part M [kg], C [N s/m], K [N/m], which are zero on entry; an
                    element with forces leaves C and K zero
     forces         adds the residual of the nonlinear part (inertial + internal - external forces)
                    to r [N, N m]. The only external force of a part is its weight between the
                    nodes, as in line_load. Unless K is NULL, it adds the derivatives of r by
                    displacements and spins to K, by velocities to C, by accelerations to M. It
                    returns 1 if the element has collapsed, which rejects the step, otherwise 0. If
                    ElementState.strain is given, the internal forces are B^T times its stresses,
                    and K is B^T S B plus the second derivatives of the strains times these
                    stresses: B are the derivatives of the strains by displacements and spins, S
                    those of the stresses by the strains
     lanes_forces   writes r[nd], which the function forces would add, for LANES elements at rest; r
                    is NAN in lanes of collapsed elements. It is for types with 3 dofs a node, and
                    is called only if the trait velocity is 0
     group_forces   writes r[nd] and, unless K is NULL, K, C, M [nd][nd], which the function forces
                    would add, for LANES elements; r is NAN in lanes of collapsed elements. It is
                    for types of parts with 6 dofs a node
     strains        writes strain[nstrain] for LANES elements. The values are the strains at the
                    state of the nodes, plus 1 s times the strain rates by the velocities of the
                    nodes. If a caller passes increments as velocities, they are a linear
                    prediction. Newton's method predicts the strains of kernels with rotations,
                    whose stresses are linear in the strains. The function is NULL if forces does
                    not use ElementState.strain
     momentum       adds M v, with M of the nonlinear part, to p [kg m/s, kg m2/s]
     weight         adds the weight of the nonlinear part to p [N, N m], without that between the
                    nodes, for nodes with the acceleration of gravity as velocity; or NULL if
                    momentum does this
     energy         returns the strain energy of the nonlinear part [J]
     lanes_energy   the same for LANES elements at rest, NAN if collapsed; needed with lanes_forces
     group_energy   writes this energy for LANES elements; NULL: they are computed one by one
     power          returns the power that damping dissipates [W]
     result         writes all results in the order of the table; NULL for types without forces
     has_line_loads returns whether line_load has something to do; NULL stands for no
     line_load      adds the forces of a load between the nodes of LANES elements to r[nd], with the
                    signs of the function forces, and their derivatives to K[nd][nd]. The nodal
                    forces are not included: vector times the integral of N_i, or the weight of
                    masses. path . load.vector is the work of the load, or 0 for followers and
                    moments. path, r and K may be NULL
     inner_path     writes force[3] and path[3] of a load in ElementState.lateral: its work on what
                    bends the elements between their nodes is the integral of force . d(path)
     lateral_entries  returns the length of ElementState.lateral for these properties; NULL: 0
     add_lateral    adds a load between the nodes, times scale, to these numbers. The load is that
                    of lane 0, and length that of the element [m]. To make their places known,
                    concentrated loads are added with the scale 0 before all others
     end_result     replaces the results at the ends of an element by those of r[nd], which are its
                    internal and inertial forces less all loads on it
     linear_result  writes the results to first order in small displacements. e is the element at
                    rest in the reference configuration. u[nd] are displacements and rotation
                    vectors in global axes, and rate[nd] their time derivatives. Every type of a
                    part has this function
     derived        returns the table of derived results, such as extremes, which are nonlinear
                    functions of the other results and follow them in the output, or NULL
     requested      further derived results, which frames have only if the user names them, or NULL
     derive         writes all derived results to more from values, the other results; NULL for
                    beams, whose derived results need loads (beam/inside/beam_extremes.c)
     recovered      list of the results of surfaces from which derived results follow that are
                    extremes over the element; NULL if there is no such result. The types of all
                    shapes of a part have the same list
     smooth_length  returns the length [m] for RecoveredResult.power; NULL if all powers are 0
     surface_axes   writes the axes of these results in the mesh, two orthogonal unit vectors; x are
                    the positions of the nodes. It is required if there is a list
     raise_extremes raises the extremes in more to those of other values; required, too
     young_strain   returns the largest strain with Young's modulus by values, the results that are
                    not derived, otherwise 0. NULL stands for 0
     of_properties  does what element_of_properties() does; NULL stands for kernel
     nmemory        returns the number of numbers that an element with these properties remembers,
                    at most ELEMENT_MAX_MEMORY; NULL stands for 0. All numbers are 0 in the mesh.
                    Only types with forces, and without lanes_forces and group_forces, remember
     remember       writes memory[nmemory], what the element remembers if the state is accepted;
                    ElementState.memory is what it remembers so far. With the new memory the element
                    has the same forces and energy at this state. It is required if nmemory is not 0
     dissipated     returns the energy that the element has dissipated from the mesh to the state,
                    by what it remembers [J]; NULL stands for 0
     kinked         returns whether K jumps at the state, because the element follows a law that has
                    a kink there; NULL stands for no
     kink_margin    writes to now[ELEMENT_MAX_KINK] where its law is, and returns the margin of the
                    law's kinks (fs/switches.h) since the state that wrote before[], or INFINITY if
                    before is NULL. The function is NULL if the type has no such kinks
     stiffen        adds to K, the tangent stiffness, how much stiffer the law is where it is
                    stiffest; NULL stands for nothing
     beyond         returns how far the strain of the element is outside of the strains that its
                    law describes, relative to their range, or 0 if it is not outside, and sets
                    *strain. NULL stands for 0
     side_load      writes the forces of a load along a side on the rotations of its nodes. force[2]
                    are fixed in space [N]. They act at the ends of arm[2], which turn with the
                    nodes [m]. The side is from node number side to the next one. bow[3] integrates
                    the load times both shape functions [N]. NULL stands for no forces
     area_load      writes the forces of a load per area on the arcs of a curved surface, beside
                    those by the shape functions. The mean of the load is load[3] [N/m2]. The forces
                    force[nn] act on the nodes [N]. The members of lever[nn] are arm force^T [N m].
                    Their forces are fixed in space, and their arms turn with the nodes. NULL stands
                    for no forces
     edge           writes section[], the numbers of a PROP_EDGE, for an element at an edge. It
                    returns NULL, or why this is impossible. NULL stands for no such elements */
struct ElementType {
  const ElementProp *props; /* ends with a NULL name */
  const char *(*prepare)(const double given[], double prop[]);
  ElementTraits (*traits)(const double prop[]);
  ElementScale (*scale)(const double prop[]);
  int (*directions)(const ElementReference *ref);
  const char *(*setup)(const ElementReference *ref, double data[]);
  int (*idle)(const double data[]);
  void (*unstrain)(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                   double data[]);
  void (*small_unstrain)(const ElementReference *ref, const ElementUnstrained u[],
                         const double rest[], double data[]);
  void (*free_motion)(const ElementReference *ref, const ElementUnstrained u[], const double data[],
                      double motion[]);
  int (*expands)(const double prop[]);
  const char *(*matrices)(const ElementReference *ref, double M[], double C[], double K[]);
  int (*forces)(const ElementState *e, double r[], double K[], double C[], double M[]);
  void (*lanes_forces)(const ElementLanes *e, Lanes r[]);
  void (*group_forces)(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[], Lanes M[]);
  void (*strains)(const ElementGroup *e, Lanes strain[]);
  void (*momentum)(const ElementState *e, double p[]);
  void (*weight)(const ElementState *e, double p[]);
  double (*energy)(const ElementState *e);
  void (*group_energy)(const ElementGroup *e, Lanes *energy);
  void (*lanes_energy)(const ElementLanes *e, Lanes *energy);
  double (*power)(const ElementState *e);
  int (*has_line_loads)(const ElementKernel *kernel, const double prop[]);
  void (*line_load)(const ElementGroup *e, const ElementLineLoad *load, Lanes path[3], Lanes r[],
                    Lanes K[]);
  void (*inner_path)(const ElementGroup *e, const ElementLineLoad *, Lanes force[], Lanes path[]);
  int (*lateral_entries)(const double prop[]);
  void (*add_lateral)(const double prop[], const ElementLineLoad *load, double length, double scale,
                      double lateral[]);
  const ElementResult *results; /* ends with a NULL name */
  void (*result)(const ElementState *e, double values[]);
  void (*end_result)(const ElementState *e, const double r[], double values[]);
  void (*linear_result)(const ElementState *e, const double u[], const double rate[],
                        double values[]);
  const ElementResult *(*derived)(const double prop[]);
  const ElementResult *requested; /* ends with a NULL name */
  void (*derive)(const double prop[], const double values[], double more[]);
  const RecoveredResult *recovered;
  double (*smooth_length)(const double prop[]);
  void (*surface_axes)(const ElementKernel *kernel, const double x[][3], const double data[],
                       double axes[2][3]);
  void (*raise_extremes)(const double prop[], const double values[], double more[]);
  double (*young_strain)(const ElementKernel *kernel, const double prop[], const double values[]);
  int (*nmemory)(const ElementKernel *kernel, const double prop[]);
  void (*remember)(const ElementState *e, double memory[]);
  double (*dissipated)(const ElementState *e);
  int (*kinked)(const ElementState *e);
  double (*kink_margin)(const ElementState *e, const double before[], double now[]);
  void (*stiffen)(const ElementState *e, double K[]);
  double (*beyond)(const ElementState *e, double *strain);
  void (*side_load)(const ElementKernel *kernel, const double x[][3], const double data[], int side,
                    const double bow[3], double arm[2][3], double force[2][3]);
  void (*area_load)(const ElementKernel *kernel, const double x[][3], const double data[],
                    const double load[3], double force[][3], double lever[][9]);
  const char *(*edge)(const double prop[], double section[]);
  const ElementKernel *(*of_properties)(const ElementKernel *kernel, const double prop[]);
  /* 1 for beams: lines with the properties of section/section.h and axes of the section at the
     nodes */
  int has_section;
  int lumped;      /* 1 for lines that act on their nodes alone: springs and dampers */
  int divisible;   /* 1 for lines of which two in a row act as one: bars, trusses, cables, beams */
  int axial_force; /* place of a beam's axial force among the values of its results */
};

/* element_of_properties - Returns the kernel that stores the least data for elements with the
   properties prop.

   The result is kernel, or another kernel of the same type with a smaller ndata: beams whose mass
   is at the nodes need no inertia between them, and most shells no coupling of bending and
   stretching. Elements with a law (law/axial_law.h) have another type with the same properties. */
static inline const ElementKernel *element_of_properties(const ElementKernel *kernel,
                                                         const double         prop[])
{
  return kernel->type->of_properties ? kernel->type->of_properties(kernel, prop) : kernel;
}

#endif
