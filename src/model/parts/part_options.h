/* part_options.h: what the options say about a part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PART_OPTIONS_H
#define FS_MODEL_PARTS_PART_OPTIONS_H

#include "element/element_kernel.h"
#include "element/element_prop.h"
#include "element/element_sizes.h"
#include "mesh/mesh_selection.h"
#include "members/stations.h"

/* the variables of formulas of the place: x, y, z, the arc length s along the member, and the
   fraction of the member's length */
enum { PLACE_X, PLACE_Y, PLACE_Z, PLACE_S, PLACE_FRACTION, PLACE_VARIABLES };
extern const char *const place_variables[PLACE_VARIABLES];

enum {
  MAX_LAWS            = 32, /* largest number of uniaxial laws */
  MAX_KERNELS         = 32, /* largest number of kernels of all elements */
  PART_MAX_PROPERTIES = 64  /* largest number of properties of an element */
};

/* PartProperty - What the options say about a property of the element. The text is borrowed from
   the options. */
typedef struct {
  PetscBool   given; /* whether the user gives the property */
  const char *text;  /* text of the value; not set for PROP_VECTOR, PROP_CHOICE, PROP_IMPEDANCE */
  PetscBool   is_formula; /* whether the text is a formula of the place, and not a number */
  /* "s" or "fraction", if the text is this name and the user has a constant of this name; else
     NULL */
  const char *constant;
  /* name of the part that the element ends, for PROP_IMPEDANCE and PROP_EDGE; NULL if it is not
     given */
  const char *of;
} PartProperty;

/* PartOptions - The description of a part. Texts are borrowed from the options, and NULL if they
   are not given. */
typedef struct _n_PartOptions {
  const char          *name;
  MeshSelection        cells;  /* cells of the part */
  const ElementKernel *kernel; /* one of the kernels of the element, which differ in their shapes */
  PartProperty         property[PART_MAX_PROPERTIES]; /* in the order of kernel->type->props */
  /* values of the properties in the order of the element's table; default values for properties
     that the user does not give or gives as formulas */
  double          value[ELEMENT_MAX_GIVEN];
  StationsOptions stations;         /* table of sections along members */
  PetscBool       has_section;      /* whether the element is a beam, which has a section */
  const char     *profile;          /* beams: name of the steel profile */
  int             profile_unit;     /* index in profile_units; default 0, which is m */
  PetscBool       has_profile_unit; /* whether profile_unit is given */
  PetscBool       has_expansion;    /* whether expansion is given */
  PetscReal       expansion;        /* coefficient of thermal expansion [1/K]; default 0 */
  const char     *loss_factor;      /* a number, or a formula of the frequency; NULL means 0 */
  PetscInt        section_places;   /* beams: number of places of results along an element, or 0 */
  const char *composite_with; /* names of parts, "a,b", that share cells with this one on purpose */
  PetscBool   has_start;      /* whether start is given */
  PetscReal   start[3];       /* end of a chain of lines where the arc length s is 0 [m] */
} PartOptions;

/* PartsFromOptions - Reads the parts of -parts.

   Output:
     names  [n] names, which the caller frees by PetscStrNArrayDestroy(); the parts borrow them
     parts  [n] descriptions, which the caller frees by PetscFree()
   Collective. Input errors: there is no part; a part has no element; a property has a wrong
   value. */
PetscErrorCode PartsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                PartOptions **parts);

/* PropertyReadNumbers - Reads the numbers of a property that is not a formula.

   Input:
     part    its name, for messages
     p       the property, with at least one entry
     option  name of the option
   Output:
     x      whether the option is given, and the name of the other part of a PROP_IMPEDANCE or
            PROP_EDGE
     value  [property_entries(p)] the numbers; unchanged, hence the default values, if the option is
            not given
   Collective. Input error: the value is not one of the property. In property_numbers.c. */
PetscErrorCode PropertyReadNumbers(FsOptions o, MPI_Comm comm, const PartOptions *part,
                                   const ElementProp *p, const char option[], PartProperty *x,
                                   double value[]);

/* UniaxialLawRead - Reads a uniaxial law and its parameters, whose options are <option> and
   <option>_<parameter>.

   Output:
     given  whether the option is given
     value  [LAW_NGIVEN] numbers for uniaxial_law_prepare(); unchanged if the option is not given
   Collective. Input error: an unknown law, a missing or wrong parameter. In property_numbers.c. */
PetscErrorCode UniaxialLawRead(FsOptions o, MPI_Comm comm, const char option[], PetscBool *given,
                               double value[]);

/* part_property - Returns the property of a part with a name; NULL if the part's element does not
   have it. */
const PartProperty *part_property(const PartOptions *part, const char name[]);

/* part_number - Returns the number that the user gives for a property of one entry; NAN if the user
   gives no number. */
double part_number(const PartOptions *part, const char name[]);

/* element_property_varies - Returns whether the user may give a property by a formula of the place,
   or by a column of a table of stations. */
PetscBool element_property_varies(const ElementKernel *kernel, const ElementProp *p);

/* formula_has_place - Returns whether a formula has one of the variables place_variables[first] to
   place_variables[end - 1]. */
PetscBool formula_has_place(const char text[], int first, int end);

/* PartsDocument - Adds the manual's section on parts and their elements, from their tables. */
PetscErrorCode PartsDocument(FsOptions o);

#endif
