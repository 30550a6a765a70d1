/* case_options.h: lists the options of all rooms for the manual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_CASE_OPTIONS_H
#define FS_CASE_CASE_OPTIONS_H

#include <fs/options.h>

/* CaseDocumentOptions - Adds the sections of the manual to o, in their order. */
PetscErrorCode CaseDocumentOptions(FsOptions o);

#endif
