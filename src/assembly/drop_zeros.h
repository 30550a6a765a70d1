/* drop_zeros.h: matrices whose pattern has room for more entries than they have. Called by assembly/terms/linear_elements.c. */
#ifndef FS_ASSEMBLY_DROP_ZEROS_H
#define FS_ASSEMBLY_DROP_ZEROS_H

#include <fs/fs.h>

/* Replace *A, an assembled MATAIJ, by one without its zeros where these are most of it: *sparse. Collective. */
PetscErrorCode MatrixDropZeros(Mat *A, PetscBool *sparse);

#endif
