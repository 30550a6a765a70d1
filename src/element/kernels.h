/* kernels.h: every kernel by its symbol, for the registry; and what several kernels share. */
#ifndef KERNELS_H
#define KERNELS_H

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

/* traits.c: declarations that several kernels share. */
ElementTraits traits_none(const double prop[]);
int           directions_all(const ElementReference *ref);
int           directions_along(const double n[3]); /* those in which n, of any length, has a component */

/* inertia.c: the inertia of a mass that turns with node i of an element of six dofs a node, for the functions forces and
   momentum of kernels: first moment s [kg m] and inertia J[9] [kg m2] about the node, in its axes. */
void inertia_forces(const ElementState *e, int i, const double s[3], const double J[9], double r[], double K[],
                    double C[], double M[]);
void inertia_momentum(const ElementState *e, int i, const double s[3], const double J[9], double p[]);
/* Of a mass that turns with its node, whether velocities matter (J and s not all zero), and whether weight turns it. */
ElementTraits inertia_traits(const double s[3], const double J[9]);
/* J[9] from xx,yy,zz,xy,xz,yz; NULL, or what is wrong. */
const char *inertia_matrix(const double given[6], double J[9]);
void inertia_about_node(double mass, const double center[3], const double about_center[9], double s[3], double J[9]);

/* section.c: from the given properties of a beam to its section. */
enum {
  SECTION_S         = 0,  /* [6][6] stiffness of (axial, shear y, z; twist, curvature y, z) */
  SECTION_MASS      = 36, /* per length [kg/m] */
  SECTION_FIRST     = 37, /* [3] first moment per length [kg] */
  SECTION_INERTIA   = 40, /* [9] per length, about the beam's axis [kg m] */
  SECTION_DAMPING   = 49, /* Kelvin-Voigt time [s] */
  SECTION_LUMPED    = 50, /* MASS_CONSISTENT, MASS_LUMPED */
  SECTION_DIRECTION = 51  /* [3] of the section's y axis; 0, 0, 0: by default */
};
extern const ElementProp section_props[];
const char              *section_prepare(const double given[], double prop[]);

#endif
