/* dropped_names.h: options of names that a later list leaves out.

   With -supports left,right, the option -support_right_fix describes a name. If -supports left
   follows on the command line, the name "right" is dropped: its options have no effect, and are not
   an error. Functions are not collective. */
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

/* ReplacedList - A list of names in an options file that a later list in the same file replaces. */
typedef struct {
  const OptionEntry *earlier, *list; /* the list, and the later list that replaces it; borrowed */
  /* [length] a name that only the earlier list has; borrowed, without a zero at its end */
  const char *name;
  size_t      length;
} ReplacedList;

/* listing_option - Finds the option that lists the name which another option describes: -probes for
   -probe_tip_point.

   Writes the name of the second option to list[size]. Returns the end of the first option that
   starts with the name, "tip_point", or NULL if the option does not describe a name. */
const char *listing_option(const char option[], char list[], size_t size);

/* option_names_one_of - Returns whether an option, whose end `rest` is from listing_option(),
   describes one of the names in a list, which are separated by commas. */
PetscBool option_names_one_of(const char names[], const char rest[]);

/* option_is_dropped - Returns whether an option describes a name that the last list of such names
   leaves out, so that the option has no effect.

   The result is PETSC_TRUE only if the option was given before the last list. If the option and the
   last list are in the same options file, or both on the command line, only earlier lists there are
   considered. A wrong name there therefore remains an error. If the result is PETSC_TRUE and the
   pointer `dropped` is not NULL, *dropped becomes the name. */
PetscBool option_is_dropped(FsOptionList supplied, const char option[], DroppedName *dropped);

/* option_replaces_list - Returns whether a list of names replaces an earlier list in the same
   options file, and leaves out one of its names.

   A list that replaces one of another file, or of the command line, is meant to do so, because a
   variant of a case is described in this way. Two lists in one file are more often an oversight.
   Input:
     last  the last option of its name, which need not be a list
   Output:
     replaced  both lists; set only if the result is PETSC_TRUE */
PetscBool option_replaces_list(const OptionEntry *last, ReplacedList *replaced);

#endif
