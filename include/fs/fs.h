/* fs.h: PETSc, the versions of PETSc and fsolve, exit statuses, the export macro.

   This header is for programs that use the library and want all of these. Headers and sources of
   fsolve include the single headers instead, so that a change of the version or of an exit status
   compiles only the files anew that use it. To write a solver or a scheme, read system.h, then
   solve.h, then integrator.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FS_H
#define FS_FS_H

#include <petscsnes.h>
#include <fs/exit_status.h>
#include <fs/export.h>
#include <fs/harmonic.h>
#include <fs/petsc_versions.h>
#include <fs/version.h>

#endif
