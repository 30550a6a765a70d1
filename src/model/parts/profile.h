/* profile.h: steel profiles by name, from the table share/profiles.csv. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PROFILE_H
#define FS_MODEL_PARTS_PROFILE_H

#include "element/element_prop.h"
#include <fs/options.h>

/* the lines of share/profiles.csv, ended by NULL; CMake makes the file that defines them */
extern const char *const profile_lines[];

/* The words of -part_<part>_profile_unit; the list ends with NULL. */
extern const char *const profile_units[];

/* ProfileSet - Sets the properties of the section to those of a profile.

   Input:
     part     name of the part, for messages
     profile  name of the profile
     unit     index of the model's unit of length in profile_units
     props    table of the kernel's properties, one of which is "section"
   Changed:
     given    properties that the user gives, and default values of the others; the function sets
              the shape and the dimensions of the section
   Collective. Input errors: there is no such profile; the user gives a dimension, too. */
PetscErrorCode ProfileSet(MPI_Comm comm, const char part[], const char profile[], int unit,
                          const ElementProp props[], double given[]);

#endif
