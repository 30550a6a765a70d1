/* manual.h: the rows of the manual of all options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_MANUAL_MANUAL_H
#define FS_INPUT_MANUAL_MANUAL_H

#include <fs/options.h>

/* manual_row - Returns row k = 0, 1, ... of the manual, or NULL if the manual has at most k rows.
   The row is not to be freed. Not collective.

   Output:
     section  title of the section of the manual that has the row */
const FsOptionDoc *manual_row(FsOptions o, int k, const char **section);

#endif
