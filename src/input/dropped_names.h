/* dropped_names.h: options of names that a later list leaves out.

   A user lists names, for instance -supports left,right, and describes each name by options such as
   -support_right_fix. If the list is given again, as -supports left on the command line, the name
   "right" is dropped: its options have no effect, and are not an error. Functions are not
   collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_DROPPED_NAMES_H
#define FS_INPUT_DROPPED_NAMES_H

#include "option_list.h"

/* DroppedName - A name that an earlier list has, and the last list does not have. */
typedef struct {
  char        list[16]; /* the option of the lists, such as -supports */
  const char *name;     /* [length] borrowed, without a zero at its end */
  size_t      length;
} DroppedName;

/* listing_option - Finds the option that lists the name which another option describes: -probes for
   -probe_tip_point.

   Input:
     option  name of the option that describes a name
     size    number of bytes of list
   Output:
     list  [size] name of the option that lists names
   Returns the end of option that starts with the name, "tip_point". Returns NULL if the option does
   not describe a name. */
const char *listing_option(const char option[], char list[], size_t size);

/* option_names_one_of - Returns whether an option describes one of the names in a list.

   Input:
     names  the value of the option that lists names: names that are separated by commas
     rest   end of the option that starts with the name, from listing_option() */
PetscBool option_names_one_of(const char names[], const char rest[]);

/* option_is_dropped - Returns whether an option describes a name that the last list of such names
   leaves out.

   The result is PETSC_TRUE only if the option was given before the last list. An option that was
   given in the same options file as the last list, or with it on the command line, is compared only
   with earlier lists of the same file or of the command line, so that a wrong name there remains an
   error.
   Input:
     supplied  all options that were given
     option    name of the option
   Output:
     dropped  the name, set if the result is PETSC_TRUE; the pointer may be NULL */
PetscBool option_is_dropped(FsOptionList supplied, const char option[], DroppedName *dropped);

#endif
