/* shell.h: data and functions that the files of the shell share.

   shell.c explains the method. The functions are pure.
     shell_motion.h      motion of the edges and directors, strains and stresses
     shell_tangent.c     second derivatives
     shell_damping.c     damping
     shell_setup.c       reference configuration and masses
     shell_unstrained.c  temperature
     shell_results.c     forces, moments and strains
     shell_derived.c     stresses and failure, which follow from them
     arcs                lengths of curved lines between the nodes
     membrane            stiffness in the surface, with drilling rotations
     stiffness           stiffness, and shear of triangles
     laminate            properties and plies */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_H
#define FS_ELEMENT_SHELL_SHELL_H

#include "element/element_group.h"
#include "element/kernels.h"
#include "element/shell/laminate/shell_section.h"

/* Largest numbers of nodes (which is also that of edges), of products of edges, of membrane strains
   (products, bending of sides and drilling), of bending strains, of factors of arcs and of dofs of
   a shell element. */
enum {
  SHELL_NODES    = 4,
  SHELL_PRODUCTS = 5,
  SHELL_MEMBRANE = SHELL_PRODUCTS + SHELL_NODES + 1,
  SHELL_BENDS    = 10,
  SHELL_ARCS     = SHELL_NODES + 3,
  SHELL_DOFS     = 6 * SHELL_NODES
};

/* The mass of a shell for explicit schemes, besides MASS_CONSISTENT and MASS_LUMPED: a lumped mass
   whose rotary inertia is so large that rotations do not make the stable step shorter. */
enum { MASS_EXPLICIT = MASS_LUMPED + 1 };

/* Indices of prop, from shell_prepare(). Masses and stiffness are those of the reference surface.
 */
enum {
  SHELL_STIFFNESS, /* [8][8] of the strains of shell_section.h */
  SHELL_AREA = 64, /* mass per area [kg/m2] */
  SHELL_FIRST,     /* its first moment along the normal [kg/m] */
  SHELL_SPIN,      /* inertia about the normal over that about other axes */
  SHELL_SECOND,    /* its second moment [kg] */
  SHELL_MASS,      /* MASS_CONSISTENT, MASS_LUMPED or MASS_EXPLICIT */
  SHELL_THICKNESS, /* [m] */
  SHELL_OFFSET,    /* middle of the section above the reference surface [m] */
  SHELL_GYRATION,  /* root of bending stiffness over membrane stiffness [m] */
  /* stiffness per area of drilling rotations of a quadrilateral that bend no side [N/m] */
  SHELL_DRILLING,
  /* 1 if stretching, bending and shear are coupled, or if the mass has a first moment along the
     normal */
  SHELL_COUPLED,
  SHELL_DIRECTION,                   /* [3] first axis; 0 means that of the element */
  SHELL_PLIES = SHELL_DIRECTION + 3, /* number of plies; 0: isotropic, -1: a given stiffness */
  SHELL_DAMPING,                     /* beta [s]: stresses are S (s - s0 + beta ds/dt) */
  SHELL_ALL_PLIES,                   /* 1 if the results have the stresses of all plies */
  SHELL_EXPANDS,                     /* 1 if the material has coefficients of thermal expansion */
  /* [2][6] membrane strains and curvatures at which the shell has no stress, due to the temperature
     of the reference surface and its gradient along the normal. If SHELL_EXPANDS is 0, due to
     isotropic strains and their gradient */
  SHELL_FREE,
  SHELL_PLY = SHELL_FREE + 12 /* [SHELL_PLIES][PLY_NUMBERS] */
};

/* ShellStrains - The strains of a shell element, of which its energy is a quadratic function. A
   triangle has 3 products and 3 edges, and leaves the other members of these arrays at 0. */
typedef struct {
  Lanes product[SHELL_PRODUCTS]; /* products of edges [m2], for membrane strains */
  /* bending of each edge in the surface: the rotation of its second node about the director
     relative to the edge, less the rotation of its first node */
  Lanes side[SHELL_NODES];
  Lanes drill; /* mean rotation of the surface about the directors, relative to the nodes */
  Lanes bend[SHELL_BENDS]; /* products of edges and changes of directors [m], for curvatures */
  Lanes lift[SHELL_NODES]; /* products of edges and directors [m], for transverse shear */
} ShellStrains;
enum { SHELL_NSTRAIN = sizeof(ShellStrains) / sizeof(Lanes) };

/* Position of a member of ShellStrains among its numbers. */
#define SHELL_STRAIN(member) ((int)(offsetof(ShellStrains, member) / sizeof(Lanes)))

/* Numbers of the upper triangle of a symmetric matrix of n rows. */
#define SHELL_UPPER(n) ((n) * ((n) + 1) / 2)

/* ShellRest - The strains without stress, in the order of ShellStrains. */
typedef struct {
  double product[SHELL_PRODUCTS], side[SHELL_NODES], drill, bend[SHELL_BENDS], lift[SHELL_NODES];
} ShellRest;

/* ShellData - The constants of a shell element, which shell_setup() computes. Symmetric matrices
   are their upper triangles, row by row. Vectors are in the axes of the nodes, which are global
   axes at first. */
typedef struct {
  ShellRest rest;
  double    membrane[SHELL_UPPER(SHELL_MEMBRANE)]; /* of products [N/m3] and rotations [N m] */
  double    bending[SHELL_UPPER(SHELL_BENDS)];     /* [N/m] */
  double    shear[SHELL_UPPER(SHELL_NODES)];       /* [N/m] */
  double    director[SHELL_NODES][3];              /* normals of the nodes */
  /* weights of the two edges at each node, in the axes of the node, in the bending of the edge and
     in the drilling rotation [1/m] */
  double turn[SHELL_NODES][2][3], across[SHELL_NODES][2][3];
  /* factor of the parabola of each edge, which the bending of the edge makes (shell_membrane.c) */
  double bow[SHELL_NODES];
  double arc[SHELL_ARCS];      /* factors of bending strains in the products (shell_arcs.h) [m] */
  double inertia[SHELL_NODES]; /* rotary inertia of the nodes [kg m2] */
  /* mean membrane forces [N/m], moments [N] and transverse shear forces [N/m] per unit of each
     strain, for results */
  double force[3][SHELL_MEMBRANE], moment[3][SHELL_BENDS], transverse[2][SHELL_NODES];
  double axes[2][3];     /* basis of the surface at the middle */
  double temperature[2]; /* means of the temperature [K] and of its gradient [K/m] */
  /* ---- the members below are those of coupled sections alone ---- */
  double membrane_bending[SHELL_MEMBRANE][SHELL_BENDS]; /* of products [N/m2], of rotations [N] */
  double membrane_shear[SHELL_MEMBRANE][SHELL_NODES];   /* of products [N/m2], of rotations [N] */
  double bending_shear[SHELL_BENDS][SHELL_NODES];       /* [N/m] */
  double first[SHELL_NODES];                            /* first moment of the nodes [kg m] */
  double middle;                  /* mean height of the section's middle above the nodes [m] */
  double other[8][SHELL_NSTRAIN]; /* forces and moments by the strains of the other kinds */
  /* ---- the members below are those of sections that vary from place to place ---- */
  double mass[SHAPE_MAX_POINTS]; /* mass per area at ElementReference.sections [kg/m2] */
  double center;                 /* mean height of the center of mass above the nodes [m] */
  double free[12];               /* mean of SHELL_FREE */
} ShellData;
enum {
  SHELL_NDATA_VARYING = sizeof(ShellData) / sizeof(double),
  SHELL_NDATA_COUPLED = offsetof(ShellData, mass) / sizeof(double),
  SHELL_NDATA         = offsetof(ShellData, membrane_bending) / sizeof(double)
};

/* Offset of a member of ShellData, which counts doubles. */
#define SHELL_MEMBER(member) ((int)(offsetof(ShellData, member) / sizeof(double)))

/* shell_edges - Returns, for each edge of a shell element with nn nodes, the indices of its two
   nodes. The edges of a quadrilateral are two along its first parent coordinate, then two along its
   second one. */
static inline const int (*shell_edges(int nn))[2]
{
  static const int quadrilateral[SHELL_NODES][2] = {
    {0, 1},
    {3, 2},
    {0, 3},
    {1, 2}
  };
  static const int triangle[SHELL_NODES][2] = {
    {0, 1},
    {0, 2},
    {1, 2}
  };

  return nn == 3 ? triangle : quadrilateral;
}

/* shell_corners - Returns, for each node of a shell element with nn nodes, the indices of its two
   edges. In a triangle these numbers equal those of the nodes of each edge. */
static inline const int (*shell_corners(int nn))[2]
{
  static const int quadrilateral[SHELL_NODES][2] = {
    {0, 2},
    {0, 3},
    {1, 3},
    {1, 2}
  };

  return nn == 3 ? shell_edges(3) : quadrilateral;
}

/* shell_edge_between - Returns the index of the edge of node i and the next one in a shell element
   with nn nodes. */
static inline int shell_edge_between(int nn, int i)
{
  static const int edges[2][SHELL_NODES] = {
    {0, 2, 1, 0},
    {0, 3, 1, 2}
  };

  return edges[nn == 4][i];
}

/* shell_bends - Returns the two edges a, b from which each bending strain of a shell element is
   made: X_a . c_b + X_b . c_a, or X_a . c_a if both are the same. A triangle has the first
   three. */
static inline const int (*shell_bends(void))[2]
{
  static const int pairs[SHELL_BENDS][2] = {
    {0, 0},
    {1, 1},
    {2, 2},
    {3, 3},
    {0, 1},
    {2, 3},
    {0, 2},
    {0, 3},
    {1, 2},
    {1, 3}
  };

  return pairs;
}

/* shell_edge_scale - Returns the factor by which x_j - x_i must be multiplied to give the edge
   vector X of a shell element with nn nodes, the derivative of the position by a parent
   coordinate. */
static ALWAYS_INLINE double shell_edge_scale(int nn) { return nn == 3 ? 1 : 0.5; }

/* shell_membrane_strain - Returns the position of strain k of an element of nn nodes, without gaps,
   among the membrane strains of ShellStrains: products, bending of its sides, drilling. */
static ALWAYS_INLINE int shell_membrane_strain(int nn, int k)
{
  return nn == 4 || k < 3 ? k : k < 6 ? k + SHELL_PRODUCTS - 3 : SHELL_MEMBRANE - 1;
}

/* shell_product_count, shell_bend_count - Return the numbers of membrane and bending strains of an
   element of nn nodes. */
static ALWAYS_INLINE int shell_product_count(int nn) { return nn == 3 ? 3 : SHELL_PRODUCTS; }
static ALWAYS_INLINE int shell_bend_count(int nn) { return nn == 3 ? 3 : SHELL_BENDS; }

/* shell_strains - Computes the strains of LANES shell elements at a state of their nodes. If rates
   is not 0, it adds 1 s times the strain rates due to the velocities of the nodes. */
void shell_strains(const ElementGroup *e, int rates, ShellStrains *s);

/* shell_section_at - Returns the properties of a shell's section at Gauss point g of its surface,
   which differ from point to point if the section varies. */
static inline const double *shell_section_at(const ElementReference *ref, int g)
{
  return ref->sections ? ref->sections[g % ref->kernel->nsections] : ref->prop;
}

/* shell_mean - Returns the mean of an entry of the properties prop over the Gauss points of a shell
   element. */
static inline double shell_mean(const ElementReference *ref, int entry)
{
  const int n   = ref->sections ? ref->kernel->nsections : 1;
  double    sum = 0;

  for (int g = 0; g < n; g++) sum += shell_section_at(ref, g)[entry] / n;
  return sum;
}

/* The properties of shell sections: their table, their preparation and their scales. */
extern const ElementProp shell_props[];
const char              *shell_prepare(const double given[], double prop[]);
ElementScale             shell_scale(const double prop[]);
double shell_young_strain(const ElementKernel *kernel, const double prop[], const double values[]);
const char *shell_edge(const double prop[], double section[]);

/* shell_setup.c: members of ElementType. */
const char *shell_setup(const ElementReference *ref, double data[]);
const char *shell_matrices(const ElementReference *ref, double M[], double C[], double K[]);

/* shell_directors - Computes the directors of the nodes of a shell in the mesh. middle is the
   normal in the middle of the element, and stands for that of a corner without one. */
void shell_directors(const ElementReference *ref, const double middle[3], double director[][3]);

/* shell_area_load - Computes the forces of a load per area between a shell and the surface through
   its nodes (ElementType.area_load).

   Input:
     x      [nn] the nodes in the mesh [m]
     data   the data of the element, from shell_setup()
     load   the mean of the load [N/m2], in global axes
   Output:
     force  [nn] the forces on the nodes [N]
     lever  [nn] arm force^T [N m], with the component of the arm as the row. The arm is the
   director of the node, a unit vector, and the force is multiplied by a length */
void shell_area_load(const ElementKernel *kernel, const double x[][3], const double data[],
                     const double load[3], double force[][3], double lever[][9]);

void shell_side_load(const ElementKernel *kernel, const double x[][3], const double data[],
                     int side, const double bow[3], double arm[2][3], double force[2][3]);

/* shell_unstrained.c: members of ElementType. */
int  shell_expands(const double prop[]);
void shell_unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                    double data[]);
void shell_small_unstrain(const ElementReference *ref, const ElementUnstrained u[],
                          const double rest[], double data[]);

/* The results of a shell element, such as stresses. The second table is that of laminates whose
   plies expand. */
extern const ElementResult shell_results[], shell_warm_results[];

/* Places of results that are not derived among the values of an element. */
enum {
  MEMBRANE_FORCE,
  BENDING_MOMENT = 3,
  SHEAR_FORCE    = 6,
  NORMAL         = 8,
  STRAIN         = 11,
  TEMPERATURES   = 17
};
void shell_result(const ElementState *e, double values[]);
void shell_linear_result(const ElementState *e, const double u[], const double rate[],
                         double values[]);
const ElementResult *shell_derived(const double prop[]);
void                 shell_derive(const double prop[], const double values[], double more[]);

/* Members of ElementType for extremes at nodes. */
extern const RecoveredResult shell_recovered[], shell_warm_recovered[];
double                       shell_thickness(const double prop[]);
void shell_axes(const ElementKernel *kernel, const double x[][3], const double data[],
                double axes[2][3]);
void shell_raise(const double prop[], const double values[], double more[]);

/* ---- shell surface --------------------------------------------------------------------------- */

/* A point of the reference surface. */
typedef struct {
  double r, s;             /* parent coordinates */
  double axes[2][3], T[3]; /* basis of the surface, and its normal */
  double J[2][2];          /* J[a][d]: component along axis a of the tangent by coordinate d */
  double inverse[2][2];    /* of J: inverse[d][a] */
  double area;             /* area for which the point stands [m2] */
  /* weights of the edge vectors X_k of a quadrilateral in the tangents x_r and x_s, and weights of
     the lifts (shear strains of edges) in the transverse shear strains */
  double tangent[2][SHELL_NODES], lift[2][SHELL_NODES];
} ShellPoint;

/* ShellSurface - The n Gauss points of a shell element, and its middle, whose area is that of the
   element. */
typedef struct {
  int        n;
  ShellPoint point[SHAPE_MAX_POINTS], middle;
} ShellSurface;

/* shell_set_stiffness - Computes the stiffness matrix of a shell element. Also computes the mean
   forces and moments of the element that each of its strains causes if it is 1. Both are stored in
   data.

   Input:
     ref   the element in the mesh
     x     its Gauss points */
void shell_set_stiffness(const ElementReference *ref, const ShellSurface *x, ShellData *data);

#endif
