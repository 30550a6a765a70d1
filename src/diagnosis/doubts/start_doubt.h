/* start_doubt.h: warns if a structure starts without the deformation of its constant loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_START_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_START_DOUBT_H

#include <fs/system.h>

/* WarnSuddenLoads - Warns if constant loads act suddenly on a structure that starts at rest in the
   mesh as given.

   Constant loads are gravity, and loads, settlements of supports and temperatures without a
   function of time if something else acts, too. There is no warning for mechanisms and free
   motions, for models with initial fields, with friction or in a rotating frame, and for models of
   more than 50,000 unknowns, whose factorization would take too long. s is the first state of a
   motion. Collective. */
PetscErrorCode WarnSuddenLoads(FsSystem sys, const FsState *s);

#endif
