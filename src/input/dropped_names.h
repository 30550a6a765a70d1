/* dropped_names.h: options of names that a later list leaves out. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_DROPPED_NAMES_H
#define FS_INPUT_DROPPED_NAMES_H

#include "option_list.h"

/* DroppedName - A name that an earlier list has, and the last one has not. */
typedef struct {
  char        list[16]; /* the option of the lists, such as -supports */
  const char *name;     /* [length] borrowed, without a zero at its end */
  size_t      length;
} DroppedName;

/* listing_option - Writes to list[size] the option that lists a name, such as -probes for
   -probe_tip_point. Returns the rest, tip_point, or NULL if the option describes no name. Not
   collective, as all functions here. */
const char *listing_option(const char option[], char list[], size_t size);

/* option_names_one_of - Returns whether rest, from listing_option, starts with one of the names of
   a list, which are separated by commas. */
PetscBool option_names_one_of(const char names[], const char rest[]);

/* option_is_dropped - Returns whether an option describes a name that the last list leaves out.

   For example, a file may have -supports left,right and -support_right_fix z. With -supports left
   on the command line, -support_right_fix has no effect. The option must be given before the last
   list. If a file has the earlier list, the option must not be given where the last list is,
   because who gives both of them there means something else.
   Output:
     dropped  the name, if the result is PETSC_TRUE; may be NULL */
PetscBool option_is_dropped(FsOptionList supplied, const char option[], DroppedName *dropped);

#endif
