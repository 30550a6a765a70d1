/* printable.h: shows control characters as text, so that names from outside cannot steer a
   terminal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_PRINTABLE_H
#define FS_BASE_PRINTABLE_H

#include <petscsys.h>

/* is_printable - Returns whether a text is UTF-8 without control characters. */
PetscBool is_printable(const char text[]);

/* printable_copy - Copies a text, and replaces control characters and bytes that are not UTF-8 by
   texts such as \x1b.

   Input:
     kept  control characters that are copied as they are, such as "\n"
   Output:
     copy  [size] the copy, cut to size. A size of four times the length of the text plus 1 is
           always enough
   Returns copy. */
char *printable_copy(const char text[], const char kept[], char copy[], size_t size);

#endif
