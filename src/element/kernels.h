/* kernels.h: every kernel by its symbol, for the registry, and functions that several kernels share. Inside of this
   folder. */
#ifndef KERNELS_H
#define KERNELS_H

#include <math.h>
#include "element.h"

extern const ElementKernel BarKernel;
extern const ElementKernel MembraneTriangleKernel, MembraneQuadrilateralKernel;
extern const ElementKernel MassKernel;
extern const ElementKernel SpringKernel, GroundSpringKernel;
extern const ElementKernel DamperKernel, GroundDamperKernel;
extern const ElementKernel BodyKernel;
extern const ElementKernel BeamKernel, Beam3Kernel;
extern const ElementKernel RotationalSpringKernel, GroundRotationalSpringKernel;
extern const ElementKernel TrussKernel, CableKernel;
extern const ElementKernel FiniteMembraneTriangleKernel, FiniteMembraneQuadrilateralKernel;
extern const ElementKernel PressureTriangleKernel, PressureQuadrilateralKernel;

/* traits.c: functions for the members traits and directions of ElementKernel. */
ElementTraits traits_none(const double prop[]);            /* all 0 */
int           directions_all(const ElementReference *ref); /* x, y, z */
int           directions_along(const double n[3]);         /* in which n has a component; any length */

/* inertia.c: a mass that turns with node number i of an element, whose nodes all have six dofs: its first moment
   s [kg m] and inertia J[9] [kg m2] about the node, in the node's axes. Call them from a kernel's forces, momentum,
   traits. The arrays have the sizes and meaning of ElementKernel.forces and momentum; K NULL: residual only. */
void          inertia_forces(const ElementState *e, int i, const double s[3], const double J[9], double r[], double K[],
                             double C[], double M[]);
void          inertia_momentum(const ElementState *e, int i, const double s[3], const double J[9], double p[]);
ElementTraits inertia_traits(const double s[3], const double J[9]);
/* The matrix J[9] from its entries xx,yy,zz,xy,xz,yz. Returns NULL, or what is wrong: a negative eigenvalue. */
const char *inertia_matrix(const double given[6], double J[9]);
/* s and J about the node, of a mass [kg] with its center at center [m] from the node and the inertia about_center
   there. */
void inertia_about_node(double mass, const double center[3], const double about_center[9], double s[3], double J[9]);

/* Speed of waves [m/s]; 0 without mass. stiffness [N] and mass [kg/m] of a line, or [N/m] and [kg/m2] of a surface. */
static inline double wave_speed(double stiffness, double mass) { return mass > 0 ? sqrt(stiffness / mass) : 0; }

/* section.c: section_prepare is the member prepare of beams. Entries of prop; axes of the section: x along the beam. */
enum {
  SECTION_S         = 0,  /* [6][6] stiffness by strains (axial, shear y, z) [N] and curvatures (x, y, z) [N m2] */
  SECTION_MASS      = 36, /* mass per length [kg/m] */
  SECTION_FIRST     = 37, /* [3] first moment per length about the line of nodes [kg] */
  SECTION_INERTIA   = 40, /* [9] inertia per length about the line of nodes [kg m] */
  SECTION_DAMPING   = 49, /* beta [s]: forces S (strain + beta d strain/dt) */
  SECTION_LUMPED    = 50, /* mass of displacements: MASS_CONSISTENT, MASS_LUMPED */
  SECTION_DIRECTION = 51  /* [3] direction of the section's y axis, global axes; 0, 0, 0: see beam_setup.c */
};
extern const ElementProp section_props[];
const char              *section_prepare(const double given[], double prop[]);
ElementScale             section_scale(const double prop[]);

#endif
