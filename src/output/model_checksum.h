/* model_checksum.h: numbers by which files know a model again, and checksums that do not depend on which rank has what. Used by checkpoint.c
   and provenance.c. */
#ifndef FS_OUTPUT_MODEL_CHECKSUM_H
#define FS_OUTPUT_MODEL_CHECKSUM_H

#include "model/model.h"

/* The sum over n words of 64 bits at places first, first + 1, ...: of words and places. Not collective. */
uint64_t words_checksum(PetscInt64 first, PetscInt64 n, const void *words);

/* Of all ranks; CHECKSUM_DOFS: the free ones, without multipliers; CHECKSUM_MESH: a checksum of places and connections, the same on any
   number of ranks. Collective. */
enum {
  CHECKSUM_NODES,
  CHECKSUM_CELLS,
  CHECKSUM_DOFS,
  CHECKSUM_MULTIPLIERS,
  CHECKSUM_MESH,
  CHECKSUM_NUMBERS
};
PetscErrorCode ModelChecksum(Model model, PetscInt64 number[CHECKSUM_NUMBERS]);

#endif
