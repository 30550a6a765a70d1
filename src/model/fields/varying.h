/* varying.h: properties of a part that vary from place to place, such as tapered sections.

   The user gives these properties as formulas of the place, or as columns of a table of stations
   (members/stations.h). A place is a point of an element with its coordinates x, y, z, its arc
   length s along the member, and the fraction of the member's length. The kernel must have
   ElementKernel.varying. The given properties are those that the user gives, such as the radius of
   a section. The kernel's function prepare computes the prepared properties from them, such as
   stiffnesses. Functions are not collective unless their comment says otherwise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_FIELDS_VARYING_H
#define FS_MODEL_FIELDS_VARYING_H

#include "element/element_kernel.h"
#include "element/element_prop.h"
#include "element/element_sizes.h"
#include "element/beam/varying/section_points.h"
#include "input/formula/expression.h"
#include "mesh/mesh.h"
#include "model/parts/part_options.h"
#include "members/stations.h"

struct _n_Block;
struct _n_Model;

/* VaryingField - An entry of a part's properties that varies along it: a formula, or a column of a
   table of stations. */
typedef struct {
  Expression      formula; /* the formula; NULL if the entry is a column of the stations */
  int             column;  /* number of this column */
  ElementPropKind kind;    /* kind of the property that has the entry */
  /* index of the entry that varies, and of another entry with the same value, or -1 */
  int entry, mirror;
  /* largest power of the property to which a stiffness is proportional, such as 3 for the thickness
     of a shell */
  int power;
} VaryingField;

/* Varying - The properties of a part that vary from place to place. */
typedef struct _n_Varying {
  Stations     stations; /* the table; NULL if the part has no table */
  int          twist;    /* column of the twist in the table; 0 if it has no such column */
  int          n;        /* number of entries that vary */
  VaryingField field[ELEMENT_MAX_GIVEN];   /* [n] */
  double       given[ELEMENT_MAX_GIVEN];   /* properties at the place of the last evaluation */
  double       largest[ELEMENT_MAX_PROPS]; /* largest absolute value of each prepared property */
  /* number of elements in which the jump of a property lies unseen between points */
  PetscInt missed;
  /* largest error, in elements that miss a jump, of the mean of a property or of its power,
     relative to the largest value in the element */
  double error;
  char   wrong[512]; /* memory for the message that VaryingSections() returns */
} * Varying;

/* VaryingStations - Reads the table of stations of a part.

   Output:
     varying  has the table; NULL if the part has no table. The caller destroys it by
              VaryingDestroy()
   Collective. Input errors: the table is wrong (StationsCreate()), or a property is given by the
   table and by its option. */
PetscErrorCode VaryingStations(struct _n_Model *model, const PartOptions *part,
                               const ElementKernel *kernel, Varying *varying);

/* VaryingAddProperty - Finds out whether a property varies, and adds its columns or formulas to
   *varying if it does.

   Input:
     part, kernel  the part and the kernel of its elements
     i             index of the property in the table of the kernel
     entry         index of the first entry of the property in the given properties
   Changed:
     varying  created with the first property that varies
   Output:
     set      whether the property varies
   Collective. Input errors: a text is not a formula, or the property is given by the table and by
   its option. */
PetscErrorCode VaryingAddProperty(struct _n_Model *model, const PartOptions *part,
                                  const ElementKernel *kernel, int i, int entry, Varying *varying,
                                  PetscBool *set);
PetscErrorCode VaryingDestroy(Varying *varying);

/* VaryingNeedsMembers - Returns whether a formula or the table depends on the arc length s or on
   the fraction, so that the members of the mesh must be found. */
PetscBool VaryingNeedsMembers(Varying varying);

/* PlaceAlong - Computes the variables x, y, z, s and fraction of a point of a line cell.

   Input:
     along  arc lengths of the ends of the cell along its member; NULL if they are not known, and
            then s and fraction are 0
     r      position of the point in the cell, from -1 at the first end to 1 at the second end
   Output:
     place  values of the variables, in the order of place_variables[] */
void PlaceAlong(const Geometry *g, int cell, const MemberPlace *along, double r,
                double place[PLACE_VARIABLES]);

/* VaryingTwist - Returns the twist that the table gives at a point of a line cell [rad].

   Input:
     along  arc lengths of the ends of the cell along its member
     r      position of the point in the cell, from -1 at the first end to 1 at the second end */
double VaryingTwist(Varying varying, const MemberPlace *along, double r);

/* VaryingHas - Returns whether the user lets an entry of a part's properties vary from place to
   place. varying may be NULL. */
PetscBool VaryingHas(Varying varying, int entry);

/* VaryingAtFirst - Computes the given properties in the middle of the first cell of a part, which
   represent the part where a single section is needed, such as for the speed of waves.

   Input:
     kernel  kernel of the part's elements; only cells of its shape are considered
     set     index of the part's set in Geometry.set_name
     places  [number of the mesh's cells] arc lengths of the cells along their members; NULL if no
             formula needs them
   Changed:
     given   the entries that vary are set
   Collective. Input errors: a formula has no valid value, or a station has no valid section. */
PetscErrorCode VaryingAtFirst(struct _n_Model *model, const ElementKernel *kernel, PetscInt set,
                              const MemberPlace places[], Varying varying, double given[]);

/* VaryingValue - Returns the value of a varying property at the point r of a line cell, from -1 at
   the first end to 1 at the second end; along has the arc lengths of the ends. */
double VaryingValue(Varying varying, const VaryingField *field, const Geometry *g, int cell,
                    const MemberPlace *along, double r);

/* VaryingBreaks - Finds where the properties of an element jump or have corners (breaks) inside the
   element.

   If the points of the element cannot represent a break, the function counts the element in
   varying->missed, and updates varying->error.
   Output:
     breaks  the breaks that the points of the element represent; breaks->n is 0 unless the element
             is a beam whose section varies */
void VaryingBreaks(const Geometry *g, const struct _n_Block *block, PetscInt element,
                   SectionBreaks *breaks);

/* VaryingSections - Computes the prepared properties at the points of an element where its section
   is needed (ElementReference.sections).

   Input:
     breaks    breaks of the element, from VaryingBreaks()
   Output:
     sections  the properties at each point
   Returns NULL, or a text that says what is wrong with a section, valid until the next call. */
const char *VaryingSections(const Geometry *g, const struct _n_Block *block, PetscInt element,
                            const SectionBreaks *breaks,
                            double               sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS]);

/* VaryingMiddle - Computes the prepared properties at the middle of a surface. */
void VaryingMiddle(const Geometry *g, const struct _n_Block *block, PetscInt element,
                   double prop[ELEMENT_MAX_PROPS]);

/* VaryingHasDirection - Returns whether a direction is given by formulas. The formulas then give
   components in global axes, also in the copies of a pattern. varying may be NULL. */
PetscBool VaryingHasDirection(Varying varying);

/* VaryingSection - Computes the prepared properties at a place of a beam.

   If the place has no valid section, such as the tip of a cone, the properties at a place close to
   it are used.
   Input:
     r  position in the cell, from -1 at the first end to 1 at the second end */
void VaryingSection(const Geometry *g, const struct _n_Block *block, PetscInt element, double r,
                    double prop[ELEMENT_MAX_PROPS]);

/* VaryingTraits - Stores the largest values of a block's varying properties over all ranks in the
   block. Warns of elements in which a property jumps between integration points, so that the points
   miss the place of the jump. Call it after VaryingSections() of all elements. Collective. */
PetscErrorCode VaryingTraits(struct _n_Model *model, struct _n_Block *block);

#endif
