/* blas.c: finds the BLAS library of the running program. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* dladdr, RTLD_DEFAULT */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "blas.h"

/* Smallest matrix whose factorization depends on the BLAS. The factors of plane meshes of shells
   with 5,000 rows take 0.1 s, in which the reference BLAS costs 10 ms; those with 20,000 rows
   take a second, and up to 1.8 times as long with the reference BLAS. */
enum { BLAS_MATTERS_ROWS = 20000 };

PetscErrorCode BlasMention(PetscInt n, size_t size, char text[])
{
  Dl_info     info;
  void *const gemm = dlsym(RTLD_DEFAULT, "dgemm_");
  char       *path;

  PetscFunctionBeginUser;
  *text = 0;
  if (n < BLAS_MATTERS_ROWS || !gemm || !dladdr(gemm, &info) || !info.dli_fname)
    PetscFunctionReturn(PETSC_SUCCESS);
  path = realpath(info.dli_fname, NULL); /* Debian's alternatives are links */
  if (path && strstr(path, ".so"))
    PetscCall(PetscSNPrintf(text, size, ", BLAS %s%s", path,
                            strstr(path, "/blas/libblas.so")
                              ? " (the reference BLAS; libopenblas0-serial is faster)"
                              : ""));
  free(path);
  PetscFunctionReturn(PETSC_SUCCESS);
}
