/* petsc_versions.h: hides the differences between the versions of PETSc, from 3.18 on.

   Code is written for the newest version. This header adds what older versions lack. No other
   file checks the version of PETSc; docs/install.md says how to try fsolve on several versions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_PETSC_VERSIONS_H
#define FS_PETSC_VERSIONS_H

#include <petscsnes.h>

#if PETSC_VERSION_LT(3, 18, 0)
#error "fsolve needs PETSc 3.18 or later"
#endif

/* PETSC_SUCCESS is an enumerator since 3.19. */
#if PETSC_VERSION_LT(3, 19, 0)
#define PETSC_SUCCESS 0
#endif

/* FsPartition - Calls PetscPartitionerPartition without edge weights, which are an argument since
   3.21. */
#if PETSC_VERSION_LT(3, 21, 0)
#define FsPartition(part, nparts, n, start, adjacency, weights, parts, is)                         \
  PetscPartitionerPartition(part, nparts, n, start, adjacency, weights, NULL, parts, is)
#else
#define FsPartition(part, nparts, n, start, adjacency, weights, parts, is)                         \
  PetscPartitionerPartition(part, nparts, n, start, adjacency, weights, NULL, NULL, parts, is)
#endif

#if PETSC_VERSION_LT(3, 21, 0)
#define SNESLineSearchShellSetApply SNESLineSearchShellSetUserFunc
#endif

/* VecFlag - Marks x with an infinite value if failed is true on this rank, so that a KSP stops. */
#if PETSC_VERSION_LT(3, 22, 0)
#define VecFlag(x, failed) ((failed) ? VecSetInf(x) : PETSC_SUCCESS)
#endif

/* The MPI type of a PetscBool, which is C's bool since 3.24. */
#if PETSC_VERSION_LT(3, 24, 0)
#define FS_MPI_BOOL MPIU_BOOL
#else
#define FS_MPI_BOOL MPI_C_BOOL
#endif

#if PETSC_VERSION_LT(3, 25, 0)
#define SNES_DIVERGED_FUNCTION_NANORINF SNES_DIVERGED_FNORM_NAN
#endif

#endif
