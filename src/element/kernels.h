/* kernels.h: every kernel by its symbol, for the registry, and functions that several kernels share. Inside of this
   folder. */
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

/* traits.c: functions for the members traits and directions of ElementKernel. */
ElementTraits traits_none(const double prop[]);            /* all 0 */
int           directions_all(const ElementReference *ref); /* x, y, z */
int           directions_along(const double n[3]); /* in which n has a component; any length */

/* inertia.c: a mass that turns with node number i of an element, whose nodes all have six dofs: its first moment
   s [kg m] and inertia J[9] [kg m2] about the node, in the node's axes. Call them from a kernel's momentum and traits; p has the size
   and meaning of ElementType.momentum. Its forces: element_group.h. */
void          inertia_momentum(const ElementState *e, int i, const double s[3], const double J[9],
                               double p[]);
ElementTraits inertia_traits(const double s[3], const double J[9]);
/* The matrix J[9] from its entries xx,yy,zz,xy,xz,yz. Returns NULL, or what is wrong: a negative eigenvalue. */
const char *inertia_matrix(const double given[6], double J[9]);
/* s and J about the node, of a mass [kg] with its center at center [m] from the node and the inertia about_center
   there. */
void inertia_about_node(double mass, const double center[3], const double about_center[9],
                        double s[3], double J[9]);

/* The reference of an element that is there, without a field; x[nn][3] is filled with the positions of its nodes. */
static inline ElementReference reference_of(const ElementState *e, double x[][3])
{
  for (int i = 0; i < shape_nodes(e->kernel->shape); i++)
    for (int c = 0; c < 3; c++) x[i][c] = e->node[i]->x[c];
  return (ElementReference){e->kernel, (const double(*)[3])x, 0, e->prop};
}

/* Speed of waves [m/s]; 0 without mass. stiffness [N] and mass [kg/m] of a line, or [N/m] and [kg/m2] of a surface. */
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

/* section.c: section_prepare is the member prepare of beams. Entries of prop; axes of the section: x along the beam. */
enum {
  SECTION_S =
    0, /* [6][6] stiffness by strains (axial, shear y, z) [N] and curvatures (x, y, z) [N m2] */
  SECTION_MASS    = 36, /* mass per length [kg/m] */
  SECTION_FIRST   = 37, /* [3] first moment per length about the line of nodes [kg] */
  SECTION_INERTIA = 40, /* [9] inertia per length about the line of nodes [kg m] */
  SECTION_DAMPING = 49, /* beta [s]: forces S (strain + beta d strain/dt) */
  SECTION_LUMPED  = 50, /* mass of displacements: MASS_CONSISTENT, MASS_LUMPED */
  SECTION_DIRECTION =
    51, /* [3] direction of the section's y axis, global axes; 0, 0, 0: see beam_setup.c */
  SECTION_AREA =
    54, /* [3] of a section by shape: area [m2], second moments about y, z [m4]; else 0 */
  SECTION_OFFSET  = 57, /* [2] its center from the line of nodes, y, z [m] */
  SECTION_RADIUS  = 59, /* outer radius of a round one [m], else 0 */
  SECTION_NPOINTS = 60, /* number of points where stresses of others are largest, at most 8 */
  SECTION_POINTS  = 61  /* [8][3] from its center y, z [m], shear stress by torque [1/m3] */
};
extern const ElementProp section_props[];
const char              *section_prepare(const double given[], double prop[]);
ElementScale             section_scale(const double prop[]);

/* section_stress.c: extreme[3] = largest and least axial stress and largest von Mises stress [N/m2] at two ends of a beam with a
   section by shape; ends[12]: force [N] and moment [N m] of the first one, of the second one, in the section's axes. */
void section_stresses(const double prop[], const double ends[12], double extreme[3]);

#endif
