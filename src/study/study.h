/* study.h: many cases of a table in one run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_STUDY_H
#define FS_STUDY_STUDY_H

#include "many_cases.h"

#endif
