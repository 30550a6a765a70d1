/* parameters.h: the parameters that only some time integration schemes have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_PARAMETERS_H
#define FS_INTEGRATOR_PARAMETERS_H

#include <fs/integrator.h>

/* IntegratorReadParameters - Reads the options of the parameters of the scheme options->scheme.

   If an option is absent, the parameter keeps its value. Collective. Input error: a parameter is
   outside of its range. */
PetscErrorCode IntegratorReadParameters(FsOptions o, MPI_Comm comm, FsIntegratorOptions *options);

#endif
