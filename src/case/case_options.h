/* case_options.h: lists the options of all rooms for the manual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_CASE_OPTIONS_H
#define FS_CASE_CASE_OPTIONS_H

#include <fs/options.h>

/* CaseDocumentOptions - Adds the options of all rooms to the manual of o, section by section, in
   the order in which -help prints them. */
PetscErrorCode CaseDocumentOptions(FsOptions o);

#endif
