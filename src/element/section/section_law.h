/* section_law.h: beam sections whose material follows a uniaxial law: the forces of a section as
   functions of its strains.

   The section consists of fibres along the beam, whose strain changes linearly over the section.
   The law gives the stress of each fibre, and the sum over all fibres is the axial force and the
   bending moments. Shear and torsion are linear. Strains of a section are e[6]: axial strain, shear
   strains along y and z, twist, curvatures about y and z, at the line of nodes; f[6] are the
   forces and moments in the same order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SECTION_SECTION_LAW_H
#define FS_ELEMENT_SECTION_SECTION_LAW_H

#include "element/law/uniaxial_law.h"
#include "section.h"

/* Largest numbers of layers, of pieces of a section and of points along an element. */
enum { LAYERS_MAX = 1000, PIECES_MAX = 48, LAW_POINTS_MAX = 10 };

/* Entries of the properties of a section, after those of kernels.h:
     LAW_FIRST       stiffness E of the law [N/m2], its first argument
     LAW_LINEAR      tangent of the law without strain [N/m2], of which SECTION_S is made
     LAW_LAYERS      number of layers over the larger of height and width
     LAW_EXTENT      the larger of height and width [m]
     LAW_NPOINTS     number of points along an element
     LAW_POINTS      [2][LAW_POINTS_MAX] places of these points, from -1 to 1, and their weights,
                     whose sum is 1
     LAW_NPIECES     number of pieces; 0 if the section is round
     LAW_PIECES      [PIECES_MAX][6] trapezoids: z of both parallel sides, y of the ends of the
                     first one and of the second one, from the line of nodes [m]. A round section
                     has its inner and its outer radius and its center y, z instead
     SECTION_LAW     [LAW_NPROP] numbers of the law; LAW_KIND is 0 without a law */
enum {
  LAW_FIRST = SECTION_F + 36,
  LAW_LINEAR,
  LAW_LAYERS,
  LAW_EXTENT,
  LAW_NPOINTS,
  LAW_POINTS,
  LAW_NPIECES = LAW_POINTS + 2 * LAW_POINTS_MAX,
  LAW_PIECES,
  SECTION_LAW   = LAW_PIECES + 6 * PIECES_MAX,
  SECTION_NPROP = SECTION_LAW + LAW_NPROP
};
_Static_assert((int)SECTION_NPROP <= (int)ELEMENT_MAX_PROPS, "room for the properties of sections");

/* section_has_law - Returns whether the material of a section follows a law. prop is the result of
   section_prepare(). */
static inline int section_has_law(const double prop[]) { return prop[SECTION_LAW + LAW_KIND] > 0; }

/* Returns a . b of strains and forces of a section, or of two of either. */
static inline double dot6(const double a[6], const double b[6])
{
  double sum = 0;

  for (int i = 0; i < 6; i++) sum += a[i] * b[i];
  return sum;
}

/* Computes w = A v. */
static inline void times6(const double A[36], const double v[6], double w[6])
{
  for (int i = 0; i < 6; i++) w[i] = dot6(A + 6 * i, v);
}

/* SectionResponse - The answer of a section to its strains, per length of the beam. */
typedef struct {
  double energy;      /* [J/m] */
  double force[6];    /* derivative of energy by the strains */
  double tangent[36]; /* [6][6] second derivative; at a kink of the law the larger one */
} SectionResponse;

/* section_law_modulus - Computes LAW_FIRST and LAW_LINEAR of prop from the given properties, and
   the numbers of the law. Returns NULL, or static text that says what is wrong. */
const char *section_law_modulus(const double given[], double prop[]);

/* section_law_prepare - Computes the other entries of prop for a section with a law.

   Input:
     given  properties that the user gives
     shape  geometry of the section; NULL if the user gives stiffnesses
     prop   all entries of kernels.h, LAW_FIRST, LAW_LINEAR and SECTION_LAW
   Returns NULL, or static text that says why the section cannot follow the law. */
const char *section_law_prepare(const double given[], const SectionGeometry *shape, double prop[]);

/* section_law_respond - Computes the response r of a section with a law to its strains e[6]. */
void section_law_respond(const double prop[], const double e[6], SectionResponse *r);

/* section_law_soften - Computes the flexibility F[6][6], the inverse of the tangent of r. A tangent
   that is singular, because all fibres are on lines without stiffness, gets 1e-10 of the linear
   stiffness, or more if that is too little. */
void section_law_soften(const double prop[], const SectionResponse *r, double F[36]);

/* section_law_strains - Computes the strains e[6] of a section with a law under the forces f[6].
   Returns 0, or 1 if the section cannot bear the forces. */
int section_law_strains(const double prop[], const double f[6], double e[6]);

/* section_law_stress - Returns the axial stress [N/m2] at the point y, z from the section's center
   [m], at the strains e[6]. */
double section_law_stress(const double prop[], const double e[6], double y, double z);

/* section_law_kinked - Returns whether the tangent of a fibre jumps at the strains e[6]. */
int section_law_kinked(const double prop[], const double e[6]);

/* section_pieces - Divides the area inside of polygons into trapezoids.

   Input:
     s       geometry with nloops and loop
     offset  y, z of the section's center from the line of nodes, which is added [m]
   Output:
     piece   [PIECES_MAX][6] as LAW_PIECES
   Returns the number of trapezoids, or -1 if there are more than PIECES_MAX. */
int section_pieces(const SectionGeometry *s, const double offset[2], double piece[][6]);

#endif
