/* part_options.h: what the options say about a part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PART_OPTIONS_H
#define FS_MODEL_PARTS_PART_OPTIONS_H

#include "element/element.h"
#include "mesh/mesh_selection.h"
#include "members/stations_options.h"

/* The variables of formulas of the place. */
enum { PLACE_X, PLACE_Y, PLACE_Z, PLACE_S, PLACE_FRACTION, PLACE_VARIABLES };
extern const char *const place_variables[PLACE_VARIABLES];

enum {
  MAX_KERNELS         = 32, /* of all elements */
  PART_MAX_PROPERTIES = 64  /* rows of an element's table */
};

/* PartProperty - What the options say about a row of the element's table of properties. The text is
   borrowed from the options. */
typedef struct {
  PetscBool given;
  const char
           *text; /* its value, if given and not one of PROP_VECTOR, PROP_CHOICE, PROP_IMPEDANCE */
  PetscBool is_formula; /* it is no number, but a formula of the place */
  const char *constant; /* s or fraction, if it has this name of a constant; else NULL */
  const char *of; /* of a PROP_IMPEDANCE or PROP_EDGE: the part that it bounds; NULL if not given */
} PartProperty;

/* PartOptions - The description of a part. The texts are borrowed from the options. */
typedef struct {
  const char          *name;
  MeshSelection        cells;
  const ElementKernel *kernel; /* one of those of its element, which differ in their shapes */
  PartProperty         property[PART_MAX_PROPERTIES]; /* as in the table of kernel->type->props */
  /* numbers of the properties, in the order of the table; those of properties that are not given,
     or are formulas, are the default values */
  double          value[ELEMENT_MAX_GIVEN];
  StationsOptions stations;
  const char     *profile;           /* of a beam; NULL without */
  int             profile_unit;      /* index in profile_units; 0, which is m */
  PetscBool       profile_in_metres; /* because no unit is given */
  PetscBool       has_expansion;
  PetscReal       expansion;   /* of heat [1/K]; 0 */
  const char     *loss_factor; /* a number, or a formula of the frequency; NULL means 0 */
  const char *composite_with;  /* "part,...": parts that share cells with this one as is meant; NULL
                                  without */
  PetscBool has_start;
  PetscReal start[3]; /* end of a chain of lines where its arc length is 0 [m] */
} PartOptions;

/* PartsFromOptions - Reads the parts of -parts.

   Output:
     names  [n] the caller frees them by PetscStrNArrayDestroy(); the parts borrow them
     parts  [n] the caller frees them by PetscFree()
   Collective. Input errors: no part; a part without an element; a property has a wrong
   value. */
PetscErrorCode PartsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                PartOptions **parts);

/* part_property - Returns the property of a name; NULL if the element does not have it. */
const PartProperty *part_property(const PartOptions *part, const char name[]);

/* element_property_varies - Returns whether a formula or a column of stations can give a property.
 */
PetscBool element_property_varies(const ElementKernel *kernel, const ElementProp *p);

/* formula_has_place - Returns whether a text has one of place_variables[first], ..., [end - 1]. */
PetscBool formula_has_place(const char text[], int first, int end);

/* PartsDocument - Adds the manual's section on parts and their elements, from their tables. */
PetscErrorCode PartsDocument(FsOptions o);

#endif
