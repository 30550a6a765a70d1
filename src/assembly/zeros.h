/* zeros.h: matrices whose pattern has room for more entries than they have. Called by terms/linear.c. */
#ifndef ZEROS_H
#define ZEROS_H

#include <fs/fs.h>

/* Replace *A, an assembled MATAIJ, by one without its zeros where these are most of it: *sparse. Collective. */
PetscErrorCode MatrixDropZeros(Mat *A, PetscBool *sparse);

#endif
