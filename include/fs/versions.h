/* versions.h: where the versions of PETSc differ, from 3.18 on. Nothing else in fsolve asks which one it is: code is written for the
   newest, and what older ones lack is made here. docs/install.md says how to try fsolve on several. */
#ifndef FS_VERSIONS_H
#define FS_VERSIONS_H

#include <petscsnes.h>

#if PETSC_VERSION_LT(3, 18, 0)
#error "fsolve needs PETSc 3.18 or later"
#endif

#if PETSC_VERSION_LT(3, 19, 0)
#define PETSC_SUCCESS 0 /* before, PETSC_SUCCESS was not; since, it is an enumerator */
#endif

/* A partitioner takes no weights of edges before. */
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

/* x is infinite on this rank, for a KSP to see that there are no factors. */
#if PETSC_VERSION_LT(3, 22, 0)
#define VecFlag(x, failed) ((failed) ? VecSetInf(x) : PETSC_SUCCESS)
#endif

/* The MPI type of a PetscBool, which is C's bool since. */
#if PETSC_VERSION_LT(3, 24, 0)
#define FS_MPI_BOOL MPIU_BOOL
#else
#define FS_MPI_BOOL MPI_C_BOOL
#endif

#if PETSC_VERSION_LT(3, 25, 0)
#define SNES_DIVERGED_FUNCTION_NANORINF SNES_DIVERGED_FNORM_NAN
#endif

#endif
