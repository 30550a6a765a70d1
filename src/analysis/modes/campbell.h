/* campbell.h: computes a Campbell diagram: damped modes of a rotating model at several speeds. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_CAMPBELL_H
#define FS_ANALYSIS_MODES_CAMPBELL_H

#include "analysis/run/model_analysis.h"

/* The functions of -analysis modes if the user has given -spin_speeds. */
extern const ModelAnalysis campbell_model_analysis;

#endif
