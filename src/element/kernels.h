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
extern const ElementKernel BodyKernel;
extern const ElementKernel BeamKernel, Beam3Kernel;
extern const ElementKernel RotationalSpringKernel, GroundRotationalSpringKernel;
extern const ElementKernel TrussKernel, CableKernel;
extern const ElementKernel FiniteMembraneTriangleKernel, FiniteMembraneQuadrilateralKernel;
extern const ElementKernel PressureTriangleKernel, PressureQuadrilateralKernel;

/* traits.c: functions for the members traits and directions of ElementType.

   traits_none       returns no trait
   directions_all    returns the bits of x, y and z
   directions_along  returns the bits of the components of n that are not 0; n has any length */
ElementTraits traits_none(const double prop[]);
int           directions_all(const ElementReference *ref);
int           directions_along(const double n[3]);

/* inertia.c: the inertia of a mass that rotates with node i of an element with six dofs a node. It
   has the first moment s [kg m] and the inertia J[9] [kg m2] about the node, in the node's axes.
   Its forces are in element_group.h. */

/* inertia_momentum - Adds the momentum of the mass to p, as ElementType.momentum does. */
void inertia_momentum(const ElementState *e, int i, const double s[3], const double J[9],
                      double p[]);

/* inertia_traits - Returns the traits of an element with this mass. */
ElementTraits inertia_traits(const double s[3], const double J[9]);

/* inertia_matrix - Computes the matrix J[9] from its entries xx, yy, zz, xy, xz, yz.

   Returns NULL, or static text if the matrix has a negative eigenvalue. */
const char *inertia_matrix(const double given[6], double J[9]);

/* inertia_about_node - Computes the first moment s and the inertia J about the node.

   Input:
     mass          [kg]
     center        center of mass from the node [m]
     about_center  inertia about the center of mass [kg m2] */
void inertia_about_node(double mass, const double center[3], const double about_center[9],
                        double s[3], double J[9]);

/* reference_of - Returns the reference of an element at its nodes, without a field.

   Output:
     x  [nn] positions of the nodes; the caller must keep this array */
static inline ElementReference reference_of(const ElementState *e, double x[][3])
{
  for (int i = 0; i < shape_nodes(e->kernel->shape); i++)
    for (int c = 0; c < 3; c++) x[i][c] = e->node[i]->x[c];
  return (ElementReference){e->kernel, (const double(*)[3])x, 0, e->prop};
}

/* wave_speed - Returns the speed of waves [m/s], or 0 if there is no mass.

   The stiffness [N] and the mass [kg/m] are those of a line. Surfaces have [N/m] and [kg/m2]. */
static inline double wave_speed(double stiffness, double mass)
{
  return mass > 0 ? sqrt(stiffness / mass) : 0;
}

/* capacity.c: the derived result utilisation of a bar. A kernel puts CAPACITY_PROPS into its table
   of properties. Below, capacity[2] are their two values [N], NAN if they are not given. */
/* clang-format off */
#define CAPACITY_PROPS                                                                \
  {"capacity", PROP_POSITIVE, 0, NAN,                                                 \
   "axial force that the bar bears [N], for utilisation", 0, 0},                      \
  {"capacity_compression", PROP_POSITIVE, 0, NAN,                                     \
   "the same in compression; default: capacity", 0, 0}
/* clang-format on */

/* capacity_check - Returns NULL, or what is wrong with the two values as static text. */
const char *capacity_check(const double capacity[2]);

/* capacity_results - Returns the table of derived results, or NULL if there is no capacity. */
const ElementResult *capacity_results(const double capacity[2]);

/* utilisation - Returns an axial force [N], tension positive, over the capacity on its side. */
double utilisation(const double capacity[2], double force);

/* section.c: entries of prop for the section of a beam. The section's x axis is along the beam. */
enum {
  /* [6][6] stiffness by strains (axial, shear y, z) [N] and curvatures (x, y, z) [N m2] */
  SECTION_S       = 0,
  SECTION_MASS    = 36, /* mass per length [kg/m] */
  SECTION_FIRST   = 37, /* [3] first moment per length about the line of nodes [kg] */
  SECTION_INERTIA = 40, /* [9] inertia per length about the line of nodes [kg m] */
  SECTION_DAMPING = 49, /* beta [s]: forces S (strain + beta d strain/dt) */
  SECTION_LUMPED  = 50, /* mass of displacements: MASS_CONSISTENT, MASS_LUMPED */
  /* [3] direction of the section's y axis, global axes; 0, 0, 0: the default of beam_setup.c */
  SECTION_DIRECTION = 51,
  /* [3] area [m2], second moments about y, z [m4] of a section by shape; else 0 */
  SECTION_AREA    = 54,
  SECTION_OFFSET  = 57, /* [2] its center from the line of nodes, y, z [m] */
  SECTION_RADIUS  = 59, /* outer radius of a round section [m]; else 0 */
  SECTION_NPOINTS = 60, /* number of points with extreme stresses, at most 8; 0 if round */
  SECTION_POINTS  = 61  /* [8][3] y, z from the center [m], shear stress by torque [1/m3] */
};

/* section.c: members props, prepare and scale of the type of beams, see ElementType. */
extern const ElementProp section_props[];
const char              *section_prepare(const double given[], double prop[]);
ElementScale             section_scale(const double prop[]);

/* section_stresses - Computes the extreme stresses at the two ends of a beam (section_stress.c).

   The section must be given by shape.
   Input:
     ends     force [N] and moment [N m] of the first end, then of the second, in the section's axes
   Output:
     extreme  largest axial stress, smallest axial stress, largest von Mises stress [N/m2] */
void section_stresses(const double prop[], const double ends[12], double extreme[3]);

#endif
