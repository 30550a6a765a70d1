/* plugins.h: loads the plug-ins that a run names, and adds what they have to the tables of fsolve.

   The tables of elements, types of joints and schemes belong to the process, and are read when a
   case is set up. They have what is built in, and what the plug-ins of the last call have. A shared
   library stays loaded until the process ends, because models that use its functions may live
   longer than the call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_PLUGIN_PLUGINS_H
#define FS_PLUGIN_PLUGINS_H

#include <fs/options.h>

/* The option -plugin for the manual. */
extern const FsOptionDoc plugin_options[];

/* PluginsFromOptions - Loads the plug-ins of the option -plugin on every rank, makes their
   elements, joints and schemes available to the next model, and removes those of other plug-ins
   from the tables.

   The reader o gets their names and versions (OptionsPlugins). Collective. Input errors: a file is
   missing, is no plug-in, or is one for another fsolve; a table is wrong or has a name that exists.
   The message says what to do. */
PetscErrorCode PluginsFromOptions(FsOptions o, MPI_Comm comm);

/* plugins_load - Does the same for the files paths, separated by commas, on one process, before MPI
   and PETSc start. NULL stands for no plug-ins.

   Output:
     names    [size] names and versions, "rubber 1.0, screws 2"; "" without plug-ins
     message  [size] what is wrong, if the result is 1
   Returns 0, or 1 if a plug-in cannot be used. The tables then have what is built in. Not
   collective. */
int plugins_load(const char paths[], char names[], char message[], size_t size);

#endif
