/* model_checksum.h: computes numbers and checksums by which a restart recognizes whether a file
   belongs to a model.

   The results do not depend on how the mesh is distributed over the ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_MODEL_CHECKSUM_H
#define FS_OUTPUT_MODEL_CHECKSUM_H

#include "model/model.h"

/* words_checksum - Returns a checksum of words of 64 bits and of their positions in a longer
   sequence.

   If the sequence is divided into parts, for instance among the ranks, the checksum of the sequence
   is the sum of the checksums of the parts.
   Input:
     first  position, in the sequence, of the first word of this part
     n      number of words of this part
     words  [n] the words
   Not collective. */
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

/* ModelChecksum - Computes the four counts and the checksum of the whole model.

   Output:
     number  the same on all ranks
   Collective. */
PetscErrorCode ModelChecksum(Model model, PetscInt64 number[CHECKSUM_NUMBERS]);

#endif
