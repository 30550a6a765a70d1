/* varying.h: properties of a part that vary from place to place, such as tapered sections.

   The user gives them as formulas of x, y and z. The kernel must have ElementKernel.varying. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_VARYING_H
#define FS_MODEL_VARYING_H

#include "element/element.h"
#include "input/formula/expression.h"
#include "mesh/mesh.h"

struct _n_Block;
struct _n_Model;

/* VaryingField - An entry of the given properties that is a formula. */
typedef struct {
  Expression      formula;
  ElementPropKind kind;
  int             entry; /* index of the entry */
} VaryingField;

/* Varying - The properties of a part. Some of them are formulas. */
typedef struct _n_Varying {
  int          n;
  VaryingField field[ELEMENT_MAX_GIVEN];   /* [n] */
  double       given[ELEMENT_MAX_GIVEN];   /* properties at the place of the last evaluation */
  double       largest[ELEMENT_MAX_PROPS]; /* largest amounts of the prepared properties */
  char         wrong[512];                 /* a message */
} * Varying;

/* VaryingFromOptions - Reads a property that contains x, y or z.

   Input:
     p      the property
     entry  its first index in the given properties
   Input/Output:
     varying  gets the formulas; it is created with the first one
   Output:
     set      whether the option has such a formula; if not, another function reads it
   Collective. Input errors: a formula does not parse, or the property cannot vary. */
PetscErrorCode VaryingFromOptions(FsOptions o, struct _n_Model *model, const char part[],
                                  const ElementKernel *kernel, const ElementProp *p, int entry,
                                  Varying *varying, PetscBool *set);
PetscErrorCode VaryingDestroy(Varying *varying);

/* VaryingHas - Returns whether an entry of the given properties is a formula. varying may be NULL.
 */
PetscBool VaryingHas(Varying varying, int entry);

/* VaryingAtFirst - Completes given by the formulas in the middle of the set's first cell of the
   kernel's shape.

   These properties stand for the part where only one section counts, such as the speed of waves.
   Collective. Input error: a formula has no valid value. */
PetscErrorCode VaryingAtFirst(struct _n_Model *model, const ElementKernel *kernel, PetscInt set,
                              Varying varying, double given[]);

/* VaryingSections - Computes the prepared properties at the points of ElementReference.sections.

   Returns NULL, or a text that says what is wrong; it is valid until the next call. */
const char *VaryingSections(const Geometry *g, const struct _n_Block *block, PetscInt element,
                            double sections[ELEMENT_SECTIONS][ELEMENT_MAX_PROPS]);

/* VaryingEnds - Computes the prepared properties at both ends of a beam.

   At an end without a valid section, such as the tip of a cone, they are those close to it. */
void VaryingEnds(const Geometry *g, const struct _n_Block *block, PetscInt element,
                 double ends[2][ELEMENT_MAX_PROPS]);

/* VaryingTraits - Makes varying->largest that of all ranks, after VaryingSections of all elements.

   Collective. */
PetscErrorCode VaryingTraits(struct _n_Model *model, struct _n_Block *block);

#endif
