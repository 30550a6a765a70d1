/* model_checksum.h: computes numbers and checksums by which a file recognizes a model.
   The results do not depend on how the mesh is distributed over the ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_MODEL_CHECKSUM_H
#define FS_OUTPUT_MODEL_CHECKSUM_H

#include "model/model.h"

/* words_checksum - Returns a checksum of n words of 64 bits and of their positions.

   The words are a part of a longer sequence. The checksums of all parts add up to the checksum of
   the sequence.
   Input:
     first  position of the first word in the sequence */
uint64_t words_checksum(PetscInt64 first, PetscInt64 n, const void *words);

/* The numbers of ModelChecksum: four counts and a checksum. */
enum {
  CHECKSUM_NODES,
  CHECKSUM_CELLS,
  CHECKSUM_DOFS,        /* free dofs without multipliers */
  CHECKSUM_MULTIPLIERS, /* of joints */
  CHECKSUM_MESH,        /* checksum of node positions and cells */
  CHECKSUM_NUMBERS
};

/* ModelChecksum - Computes the numbers of the whole model, on all ranks. Collective. */
PetscErrorCode ModelChecksum(Model model, PetscInt64 number[CHECKSUM_NUMBERS]);

#endif
