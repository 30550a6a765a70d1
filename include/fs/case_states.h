/* case_states.h: states of a case as bytes.

   A program can keep the bytes in files of its own, send them to other processes, and return to the
   state in another case with the same options.

   FsCaseSaveState and FsCaseRestoreState (fs/case.h) save states and return to them. On several
   ranks each rank has the bytes of its own part, and the ranks must have the same parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_STATES_H
#define FS_CASE_STATES_H

#include <stddef.h>
#include <fs/case.h>

/* FsCaseStateToBytes - Copies a state to an array.

   Input:
     state  a state of a case that exists
     size   size of the array; 0 if the call only asks how large it must be
   Output:
     bytes   [size] the state; NULL if size is 0
     needed  number of bytes of the state
   Not collective. Input errors: an argument is NULL; the case of the state is destroyed; size is
   neither 0 nor large enough. */
FS_EXTERN PetscErrorCode FsCaseStateToBytes(FsCaseState state, size_t size, void *bytes,
                                            size_t *needed);

/* FsCaseStateFromBytes - Creates a state of a case from bytes of FsCaseStateToBytes.

   The steps after FsCaseRestoreState have the same bits as those after the state was saved. The
   histories of the case have no rows for the steps that led to the state in another case.
   Input:
     c            a case that is set up, with the same options as the case that had the state
     size, bytes  this rank's bytes
   Output:
     state  a new state of c; the caller destroys it by FsCaseStateDestroy, before or after c
   Collective. Input errors: those of FsCaseSaveState; the bytes are damaged, or are those of
   another model, of other options, of another version of fsolve or of another rank. The
   contents of files that the options name are not compared, except numbers of nodes and cells. */
FS_EXTERN PetscErrorCode FsCaseStateFromBytes(FsCase c, size_t size, const void *bytes,
                                              FsCaseState *state);

#endif
