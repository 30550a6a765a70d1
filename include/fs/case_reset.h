/* case_reset.h: another set-up of a case, with other values of its options.

   An optimization changes a few numbers of a model again and again. It creates one case and resets
   it before each evaluation, instead of creating a case for each evaluation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_RESET_H
#define FS_CASE_RESET_H

#include <fs/case.h>

/* FsCaseReset - Returns a case to the time before its set-up, so that options can be set and
   FsCaseSetUp can be called again.

   The case keeps its options, functions, printer and monitor, and the arrays of FsCaseSetMesh,
   which must still exist. Later options override earlier ones. The results after the next set-up
   have the same bits as those of a new case. States that were saved before can only be destroyed.

   If a set-up fails after another one has succeeded, the reset drops the options, functions and
   meshes that were given in between. It also drops them if the set-up was not called. A misspelled
   name, for example, is refused once and is gone. Keep the arrays of the mesh of the last set-up
   that succeeded, because the next set-up may use them. Until a first set-up has succeeded, all
   options stay until later ones override them.

   The next set-up keeps the mesh, the elements and the constant matrices if only certain options
   have other values. These options are -gravity and accelerations of the ground, -damping_..., and
   _force, _moment, _traction and _time of loads, as well as constants of -let and tables that occur
   in these options alone. Files of meshes, imperfections and sections are then not read again. If
   such a file has changed, create another case. A case with functions of the program or with given
   motions always gets a new model. Call FsCaseSetMesh again if you have changed the arrays of a
   mesh.

   A case whose set-up has failed can be reset, too. Collective. Input error: a monitor of the case
   is running. */
FS_EXTERN PetscErrorCode FsCaseReset(FsCase c);

#endif
