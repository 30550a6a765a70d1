/* model_checksum.h: computes numbers and checksums by which a file recognizes a model.
   The results do not depend on how the mesh is distributed over the ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_MODEL_CHECKSUM_H
#define FS_OUTPUT_MODEL_CHECKSUM_H

#include "model/model.h"

/* words_checksum - Computes the checksum of n words of 64 bits and of their positions.

   The checksums of parts add up to the checksum of the whole.
   Input:
     first  position of words[0] in the whole sequence */
uint64_t words_checksum(PetscInt64 first, PetscInt64 n, const void *words);

enum {
  CHECKSUM_NODES,
  CHECKSUM_CELLS,
  CHECKSUM_DOFS,        /* free dofs without multipliers */
  CHECKSUM_MULTIPLIERS, /* of joints */
  CHECKSUM_MESH,        /* checksum of node positions and cells */
  CHECKSUM_NUMBERS
};

/* Computes the numbers of the whole model, on all ranks. Collective. */
PetscErrorCode ModelChecksum(Model model, PetscInt64 number[CHECKSUM_NUMBERS]);

#endif
