/* varying.h: properties of a part that vary from place to place, such as tapered sections.

   The user gives them as formulas of the place, or as columns of a table of stations. The kernel
   must have ElementKernel.varying. A place has the coordinates x, y, z, the arc length s along the
   member, and its fraction of the member's length. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_FIELDS_VARYING_H
#define FS_MODEL_FIELDS_VARYING_H

#include "element/element.h"
#include "element/beam/section_points.h"
#include "input/formula/expression.h"
#include "mesh/mesh.h"
#include "model/parts/part_options.h"
#include "members/stations.h"

struct _n_Block;
struct _n_Model;

/* VaryingField - An entry of the given properties that is a formula or a column of stations. */
typedef struct {
  Expression      formula; /* NULL if it is a column */
  int             column;
  ElementPropKind kind;
  int             entry, mirror; /* index of the entry; of another one with its value, or -1 */
  int             power; /* largest power with which a stiffness grows: 3 for a shell's thickness */
} VaryingField;

/* Varying - The properties of a part. Some of them are formulas or columns. */
typedef struct _n_Varying {
  Stations     stations; /* NULL without */
  int          twist;    /* column of the kernel's PROP_FIELD; 0 without */
  int          n;
  VaryingField field[ELEMENT_MAX_GIVEN];   /* [n] */
  double       given[ELEMENT_MAX_GIVEN];   /* properties at the place of the last evaluation */
  double       largest[ELEMENT_MAX_PROPS]; /* largest amounts of the prepared properties */
  PetscInt     missed; /* number of elements whose points miss where a property jumps */
  /* largest error of the mean of a property in them, or of the mean of its power, relative to its
     largest value in the element */
  double error;
  char   wrong[512]; /* a message */
} * Varying;

/* VaryingStations - Creates *varying with the stations of a part; NULL without stations.

   Collective. Input errors: those of StationsCreate(), or a property is given twice. */
PetscErrorCode VaryingStations(struct _n_Model *model, const PartOptions *part,
                               const ElementKernel *kernel, Varying *varying);

/* VaryingAddProperty - Adds a property that stations have, or that is a formula of the place.

   Input:
     i      index of the property in the table of the kernel
     entry  its first index in the given properties
   Input/Output:
     varying  gets the columns or formulas; it is created with the first one
   Output:
     set      whether the property varies
   Collective. Input errors: a formula does not parse, or the property is given by stations and by
   its option. */
PetscErrorCode VaryingAddProperty(struct _n_Model *model, const PartOptions *part,
                                  const ElementKernel *kernel, int i, int entry, Varying *varying,
                                  PetscBool *set);
PetscErrorCode VaryingDestroy(Varying *varying);

/* VaryingNeedsMembers - Returns whether a formula or a table depends on the place in the member. */
PetscBool VaryingNeedsMembers(Varying varying);

/* PlaceAlong - Sets place[PLACE_VARIABLES] to the place at r, from -1 to 1, of a cell.

   along is its place in its member, or NULL. */
void PlaceAlong(const Geometry *g, int cell, const MemberPlace *along, double r,
                double place[PLACE_VARIABLES]);

/* VaryingTwist - Returns the twist of stations at r, from -1 to 1, of a cell. */
double VaryingTwist(Varying varying, const MemberPlace *along, double r);

/* VaryingHas - Returns whether an entry of the given properties is a formula. varying may be NULL.
 */
PetscBool VaryingHas(Varying varying, int entry);

/* VaryingAtFirst - Completes given by the formulas in the middle of the set's first cell of the
   kernel's shape.

   These properties stand for the part where only one section counts, such as the speed of waves.
   places are those of the mesh's cells in their members, or NULL. Collective. Input errors: a
   formula has no valid value, or a station has no valid section. */
PetscErrorCode VaryingAtFirst(struct _n_Model *model, const ElementKernel *kernel, PetscInt set,
                              const MemberPlace places[], Varying varying, double given[]);

/* VaryingValue - Returns a property at r, from -1 to 1, of a line. */
double VaryingValue(Varying varying, const VaryingField *field, const Geometry *g, int cell,
                    const MemberPlace *along, double r);

/* VaryingBreaks - Finds where the properties of an element jump or have corners inside of it.

   Output:
     breaks  the breaks that the points of the element can see. It has n = 0 for elements other than
             beams whose section varies
   Counts the element in varying->missed if its points do not see a break, and raises
   varying->error. */
void VaryingBreaks(const Geometry *g, const struct _n_Block *block, PetscInt element,
                   SectionBreaks *breaks);

/* VaryingSections - Computes the prepared properties at the points of ElementReference.sections.

   Input:
     breaks  of the element, from VaryingBreaks()
   Returns NULL, or a text that says what is wrong; it is valid until the next call. */
const char *VaryingSections(const Geometry *g, const struct _n_Block *block, PetscInt element,
                            const SectionBreaks *breaks,
                            double               sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS]);

/* VaryingMiddle - Computes the prepared properties at the middle of a surface. */
void VaryingMiddle(const Geometry *g, const struct _n_Block *block, PetscInt element,
                   double prop[ELEMENT_MAX_PROPS]);

/* VaryingHasDirection - Returns whether a vector is a formula. Its components are those in global
   axes, also in the copies of a pattern. varying may be NULL. */
PetscBool VaryingHasDirection(Varying varying);

/* VaryingEnds - Computes the prepared properties at both ends of a beam.

   At an end without a valid section, such as the tip of a cone, they are those close to it. */
void VaryingEnds(const Geometry *g, const struct _n_Block *block, PetscInt element,
                 double ends[2][ELEMENT_MAX_PROPS]);

/* VaryingTraits - Makes varying->largest that of all ranks, after VaryingSections of all elements.

   Collective. A warning: the points of elements miss where a property jumps. */
PetscErrorCode VaryingTraits(struct _n_Model *model, struct _n_Block *block);

#endif
