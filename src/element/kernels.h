/* kernels.h: every kernel by its symbol, and functions that several kernels share.

   It is for the files of this folder alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_KERNELS_H
#define FS_ELEMENT_KERNELS_H

#include <math.h>
#include "element.h"

extern const ElementKernel BarKernel;
extern const ElementKernel MembraneTriangleKernel, MembraneQuadrilateralKernel;
extern const ElementKernel MassKernel;
extern const ElementKernel SpringKernel, GroundSpringKernel;
extern const ElementKernel DamperKernel, GroundDamperKernel;
extern const ElementKernel AbsorberPointKernel, AbsorberLineKernel;
extern const ElementKernel ShellAbsorberKernel;
extern const ElementKernel BodyKernel;
extern const ElementKernel BeamKernel, Beam3Kernel;
extern const ElementKernel RotationalSpringKernel, GroundRotationalSpringKernel;
extern const ElementKernel TrussKernel, CableKernel;
extern const ElementKernel DragKernel;
extern const ElementKernel FiniteMembraneTriangleKernel, FiniteMembraneQuadrilateralKernel;
extern const ElementKernel ShellTriangleKernel, ShellQuadrilateralKernel;
extern const ElementKernel PressureTriangleKernel, PressureQuadrilateralKernel;
extern const ElementKernel ArcPressureTriangleKernel, ArcPressureQuadrilateralKernel;

/* Functions that many kernels use as traits and directions of ElementType. traits_none returns
   traits that are all 0. directions_all returns the bits of x, y and z, directions_along those of
   the components of n that are not 0. */
ElementTraits traits_none(const double prop[]);
int           directions_all(const ElementReference *ref);
int           directions_along(const double n[3]);

/* inertia.c: inertia of a mass that rotates with node i of an element with six dofs a node. The
   mass has the first moment s [kg m] and the inertia J[9] [kg m2] about the node, in the node's
   axes. Function inertia_forces of element_group.h computes the forces of the mass. */

/* inertia_momentum - Adds the momentum of a mass that rotates with node i of an element to p[nd],
   as ElementType.momentum does. s is its first moment, J its inertia about the node. */
void inertia_momentum(const ElementState *e, int i, const double s[3], const double J[9],
                      double p[]);

/* inertia_traits - Returns the traits of an element whose only forces are those of a mass that
   rotates with a node, with the first moment s and the inertia J about the node. */
ElementTraits inertia_traits(const double s[3], const double J[9]);

/* inertia_matrix - Computes the matrix J[9] from its entries xx, yy, zz, xy, xz, yz.

   Returns NULL, or static text if the matrix has a negative eigenvalue. */
const char *inertia_matrix(const double given[6], double J[9]);

/* inertia_about_node - Computes the first moment s and the inertia J of a mass about the node that
   carries it, in the node's axes.

   Input:
     mass          [kg]
     center        vector from the node to the center of mass [m]
     about_center  inertia about the center of mass [kg m2] */
void inertia_about_node(double mass, const double center[3], const double about_center[9],
                        double s[3], double J[9]);

/* turn_direction - Computes n[3], a direction given by the user, turned by the rotation ref->turn
   from the first copy of a repeated pattern to this element. */
static inline void turn_direction(const ElementReference *ref, const double given[3], double n[3])
{
  for (int i = 0; i < 3; i++)
    n[i] = ref->turn ? ref->turn[3 * i] * given[0] + ref->turn[3 * i + 1] * given[1] +
                         ref->turn[3 * i + 2] * given[2]
                     : given[i];
}

/* lump_rows - Lumps a mass matrix M[n][n]: replaces it by the diagonal matrix of the sums of its
   rows. */
static inline void lump_rows(int n, double M[])
{
  for (int i = 0; i < n; i++) {
    double sum = 0;

    for (int j = 0; j < n; j++) {
      sum += M[i * n + j];
      M[i * n + j] = 0;
    }
    M[i * n + i] = sum;
  }
}

/* reference_of - Returns a reference configuration whose positions of the nodes are those of the
   state e.

   Its other members are 0.
   Output:
     x  [nn] positions of the nodes; the result borrows this array */
static inline ElementReference reference_of(const ElementState *e, double x[][3])
{
  for (int i = 0; i < shape_nodes(e->kernel->shape); i++)
    for (int c = 0; c < 3; c++) x[i][c] = e->node[i]->x[c];
  return (ElementReference){.kernel = e->kernel, .x = (const double(*)[3])x, .prop = e->prop};
}

/* axial_mass - Writes M[6][6] of a line with three dofs at each of its two nodes.

   Input:
     mass    [kg]
     lumped  MASS_CONSISTENT or MASS_LUMPED */
void axial_mass(double mass, double lumped, double M[]);

/* wave_speed - Returns the speed of waves [m/s], or 0 if there is no mass.

   Input:
     stiffness  of a line [N] or of a surface [N/m]
     mass       of a line [kg/m] or of a surface [kg/m2] */
static inline double wave_speed(double stiffness, double mass)
{
  return mass > 0 ? sqrt(stiffness / mass) : 0;
}

/* The result "utilisation" of a bar, its axial force divided by the force that it bears. A kernel
   puts the two properties CAPACITY_PROPS into its table of properties. The argument capacity[2] of
   the next functions has the values of these properties [N]; a value is NAN if it is not given. */
/* clang-format off */
#define CAPACITY_PROPS                                                                \
  {"capacity", PROP_POSITIVE, 0, NAN,                                                 \
   "axial force that the bar bears [N], for utilisation", 0, 0},                      \
  {"capacity_compression", PROP_POSITIVE, 0, NAN,                                     \
   "the same in compression; default: capacity", 0, 0}
/* clang-format on */

/* capacity_check - Checks the two forces that a bar bears, in tension and in compression [N].
   Returns NULL, or static text that says what is wrong. */
const char *capacity_check(const double capacity[2]);

/* capacity_results - Returns the table with the result "utilisation" of bars, or NULL if the user
   gives no capacity. */
const ElementResult *capacity_results(const double capacity[2]);

/* utilisation - Returns the absolute axial force of a bar divided by its capacity [N] in tension or
   in compression. force [N] is positive in tension. */
double utilisation(const double capacity[2], double force);

/* Properties of elements that have an unstrained state, for the tables of kernels, as
   CAPACITY_PROPS is used; and functions for the unstrained state. */
/* clang-format off */
#define UNSTRAINED_PROPS                                                              \
  {"initial_strain", PROP_UNSTRAINED, 0, NAN,                                         \
   "strain in the mesh, tension positive", 0, 0},                                     \
  {"temperature", PROP_UNSTRAINED, 0, NAN,                                            \
   "above that without stress [K]; without t it is multiplied as loads without time are", 0, 0}, \
  {"expansion", PROP_EXPANSION, 0, 0,                                                 \
   "coefficient of thermal expansion, of temperature [1/K]", 0, 0}
/* clang-format on */

/* unstrained_mean - Returns the mean over an element of the strain at which it has no stress:
   thermal minus initial strain. */
double unstrained_mean(Shape shape, const ElementUnstrained u[]);

/* unstrained_stretch - Returns the ratio of the unstrained length to the length in the mesh, for
   elements of finite strains. Surfaces have this ratio in all directions. */
double unstrained_stretch(Shape shape, const ElementUnstrained u[]);

/* free_motion_even - Computes the motion of the nodes that gives an element its unstrained state
   without stress. It implements ElementType.free_motion for elements of three dofs a node with an
   even strain. */
void free_motion_even(const ElementReference *ref, const ElementUnstrained u[], const double data[],
                      double motion[]);

/* WinchMass - The mass of trusses and cables whose unstrained length the user gives. */
typedef struct {
  double mass, rate; /* [kg], its time derivative [kg/s] */
  int    lumped;     /* MASS_CONSISTENT or MASS_LUMPED */
} WinchMass;

/* winch_forces - Adds the inertial forces of a truss or cable whose mass changes with its
   unstrained length to r, and their derivatives to K, C and M unless K is NULL. */
void winch_forces(const WinchMass *m, const ElementState *e, double r[], double K[], double C[],
                  double M[]);

/* winch_momentum - Adds the momentum of a truss or cable whose mass changes with its unstrained
   length to p. */
void winch_momentum(const WinchMass *m, const ElementState *e, double p[]);

/* Indices of prop, the properties of a beam's section, which section.c computes from those that the
   user gives. The section's x axis is along the beam. */
enum {
  /* [6][6] stiffness of the section: forces and moments due to axial and shear strains (x, y, z)
     and curvatures (x, y, z) [N, N m, N m2] */
  SECTION_S       = 0,
  SECTION_MASS    = SECTION_S + 36,   /* mass per length [kg/m] */
  SECTION_FIRST   = SECTION_MASS + 1, /* [3] first moment per length about the line of nodes [kg] */
  SECTION_INERTIA = SECTION_FIRST + 3,   /* [9] inertia per length about the line of nodes [kg m] */
  SECTION_DAMPING = SECTION_INERTIA + 9, /* beta [s]: forces are S (strain + beta d strain/dt) */
  /* the kind of mass matrix: MASS_CONSISTENT, MASS_LUMPED or MASS_LINEAR */
  SECTION_LUMPED = SECTION_DAMPING + 1,
  /* [3] direction of the section's y axis in global axes; (0, 0, 0) means the default direction,
     which is horizontal */
  SECTION_DIRECTION = SECTION_LUMPED + 1,
  /* [4] area [m2] and second moments of area, integrals of z^2, y^2 and y z [m4], if the user gives
     the shape; otherwise 0 */
  SECTION_AREA = SECTION_DIRECTION + 3,
  SECTION_OFFSET =
    SECTION_AREA + 4, /* [2] y, z of the section's center from the line of nodes [m] */
  SECTION_SHEAR_CENTER =
    SECTION_OFFSET + 2, /* [2] y, z of the shear center from the section's center [m] */
  SECTION_RADIUS = SECTION_SHEAR_CENTER + 2, /* outer radius of a round section [m]; otherwise 0 */
  /* number of points with extreme stresses; 0 if the section is round */
  SECTION_NPOINTS = SECTION_RADIUS + 1,
  /* [SECTION_MAX_POINTS][3] for each point with extreme stresses: y, z from the center [m], shear
     stress per torque about the shear center [1/m3] */
  SECTION_POINTS     = SECTION_NPOINTS + 1,
  SECTION_MAX_POINTS = 64,
  /* which strain energy beams with two nodes have: corrected for a linear moment along them or
     not */
  SECTION_CORRECTION = SECTION_POINTS + 3 * SECTION_MAX_POINTS,
  SECTION_F          = SECTION_CORRECTION + 1 /* [6][6] flexibility, the inverse of S */
};

/* The words of the property "correction" of beams. */
enum { CORRECTION_FULL, CORRECTION_NONE, CORRECTION_AXIAL };

/* The mass of a beam with linear interpolation, besides MASS_CONSISTENT and MASS_LUMPED. */
enum { MASS_LINEAR = 2 };

/* The properties of beam sections: their table, their preparation and their scales (section.c). */
extern const ElementProp section_props[];
const char              *section_prepare(const double given[], double prop[]);
ElementScale             section_scale(const double prop[]);

/* section.c: stresses of a section whose shape the user has given, from f[6], its force [N]
   and moment [N m].

   section_linear_stress computes stress[4], linear functions of f: the axial stress at the point
                         (y, z) from the section's center is stress[0] + stress[1] y + stress[2] z,
                         and the torque about the shear center is stress[3]
   section_add_stresses  updates extreme[3], the largest axial stress, the smallest one and the
                         largest von Mises stress [N/m2]. They are NAN before the first update */
void section_linear_stress(const double prop[], const double f[6], double stress[4]);
void section_add_stresses(const double prop[], const double f[6], double extreme[3]);

#endif
