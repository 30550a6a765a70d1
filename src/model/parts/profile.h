/* profile.h: steel profiles by name, from the table share/profiles.csv. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PROFILE_H
#define FS_MODEL_PARTS_PROFILE_H

#include "element/element.h"
#include <fs/options.h>

/* The lines of share/profiles.csv; the list ends with NULL. CMake makes the file that defines it.
 */
extern const char *const profile_lines[];

/* The words of -part_<part>_profile_unit; the list ends with NULL. */
extern const char *const profile_units[];

/* ProfileSet - Sets the properties of the section to those of a profile.

   Input:
     part     name of the part, for messages
     profile  name of the profile
     unit     index of the model's unit of length in profile_units
     given    properties of a kernel with the property "section", with their default values where
              the user gives none
   Output:
     given    the shape and the dimensions of the profile
   Collective. Input errors: an unknown name, or a dimension that is given twice. */
PetscErrorCode ProfileSet(MPI_Comm comm, const char part[], const char profile[], int unit,
                          const ElementProp props[], double given[]);

#endif
