/* blas.h: names the BLAS library with which large matrices are factored. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_BLAS_H
#define FS_LINEAR_BLAS_H

#include <petscsys.h>

/* BlasMention - Writes which BLAS library factors a matrix, for the first line of a run.

   The libraries MUMPS, UMFPACK and CHOLMOD factor large matrices by dense blocks, so that their
   time depends on the BLAS. A user sees from the text whether he has the slow reference BLAS.
   Not collective.
   Input:
     n     number of rows of the matrix
     size  number of bytes of text; 256 suffice
   Output:
     text  [size] ", BLAS <path of the library>", with advice if it is Debian's reference BLAS; ""
           if the matrix is small, or if the library is part of the program */
PetscErrorCode BlasMention(PetscInt n, size_t size, char text[]);

#endif
