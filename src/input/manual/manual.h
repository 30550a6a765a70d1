/* manual.h: the rows of the manual of all options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_MANUAL_MANUAL_H
#define FS_INPUT_MANUAL_MANUAL_H

#include <fs/options.h>

/* manual_row - Returns row k = 0, 1, ... of the manual, borrowed, or NULL behind the last one.
 *section becomes the title of its section. Not collective. */
const FsOptionDoc *manual_row(FsOptions o, int k, const char **section);

#endif
