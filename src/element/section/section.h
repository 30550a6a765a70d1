/* section.h: the properties that a user gives for a section, and what follows from its shape. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SECTION_SECTION_H
#define FS_ELEMENT_SECTION_SECTION_H

#include "element/law/uniaxial_law.h"
#include "outline.h"

/* Entries of given, in the order of section_props. */
enum {
  SECTION_SHAPE,
  WIDTH,
  HEIGHT,
  RADIUS,
  THICKNESS,
  FLANGE,
  WEB,
  FILLET,
  TOE,
  SLOPE,
  POLYGON,
  YOUNG = POLYGON + 2 * OUTLINE_MAX,
  POISSON,
  SHEAR_MODULUS,
  DENSITY,
  FACTOR_Y,
  FACTOR_Z,
  EA,
  GAY,
  GAZ,
  GJ,
  EIY,
  EIZ,
  STIFFNESS,
  MASS_LENGTH = STIFFNESS + 36,
  INERTIA     = MASS_LENGTH + 1,
  MASS_MATRIX = INERTIA + 6,
  CENTER      = MASS_MATRIX + 36,
  OFFSET      = CENTER + 2,
  DAMPING     = OFFSET + 2,
  MASS        = DAMPING + 1,
  CORRECTION  = MASS + 1,
  DIRECTION   = CORRECTION + 1,
  GIVEN_LAW   = DIRECTION + 3,
  LAYERS      = GIVEN_LAW + LAW_NGIVEN,
  POINTS
};

/* section_words - The names of the shapes, in the order of the values of SECTION_SHAPE. */
extern const char *const section_words[];

/* section_poisson - Returns the number nu of the formulas for shear areas.

   It is Poisson's ratio, or 0 if the user gives a shear modulus. The shear modulus of timber does
   not follow from E and nu, and nu = 0 gives the factor 5/6 of a rectangle. */
static inline double section_poisson(const double given[])
{
  return isnan(given[SHEAR_MODULUS]) ? given[POISSON] : 0;
}

/* section_geometry - Computes area, second moments, torsion constant and the other properties s of
   a section from the dimensions in given[], the properties that the user gives. Returns NULL, or
   static text that says why the dimensions are invalid. */
const char *section_geometry(const double given[], SectionGeometry *s);

/* section_flexibility - Computes the flexibility F[36] of a beam's section, the inverse of its
   symmetric, positive definite stiffness S[36], by the method of Gauss and Jordan. */
void section_flexibility(const double S[], double F[]);

/* section_is_uncoupled - Returns whether stretching, shear, torsion and bending of a section about
   the line of nodes are independent of each other. prop is the result of
   section_prepare(). */
int section_is_uncoupled(const double prop[]);

#endif
