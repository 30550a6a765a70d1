/* assembly.h: makes the system r(q, v, a, lambda, t) = 0 of a model.

   The residual r is the sum of the terms in term.h. Solvers see only the FsSystem. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_ASSEMBLY_H
#define FS_ASSEMBLY_ASSEMBLY_H

#include "kinematics/configuration.h"
#include <fs/options.h>
#include <fs/system.h>

typedef struct _n_Assembly *Assembly;

/* AssemblyCreateSystem - Creates the system of a model.

   Input:
     model          borrowed; it must outlive the system
     stabilization  how the integrator stabilizes constraints
   Output:
     sys            the caller destroys it, and the assembly with it
   Collective. Input error if -newton, -newton_mixed, -operator or -damping_stiffness do not suit
   the model. */
PetscErrorCode AssemblyCreateSystem(FsOptions o, Model model, FsStabilization stabilization,
                                    FsSystem *sys);

/* AssemblyOf - Returns the assembly of a system from AssemblyCreateSystem(). */
Assembly      AssemblyOf(FsSystem sys);
Model         AssemblyModel(Assembly a);         /* borrowed */
Configuration AssemblyConfiguration(Assembly a); /* borrowed */

/* AssemblyHasLaws - Determines whether forces of laws act. These are formulas, which may jump.

   The result is the same on all ranks. Not collective. */
PetscBool AssemblyHasLaws(Assembly a);

/* AssemblyArchive - Writes the chart of rotations and the history of all terms to an archive, or
   reads them from it. Collective. */
PetscErrorCode AssemblyArchive(Assembly a, FsArchive archive);

extern const FsOptionDoc assembly_options[];

#endif
