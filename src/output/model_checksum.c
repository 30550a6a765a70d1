/* model_checksum.c: computes numbers and checksums by which a file recognizes a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "model_checksum.h"

/* Mixes the bits of a 64-bit word (Steele, Lea & Flood 2014, splitmix64). */
static uint64_t mix_bits(uint64_t x)
{
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

uint64_t words_checksum(PetscInt64 first, PetscInt64 n, const void *words)
{
  uint64_t sum = 0, word;

  for (PetscInt64 i = 0; i < n; i++) {
    memcpy(&word, (const char *)words + 8 * i, sizeof word);
    sum += mix_bits(word ^ mix_bits((uint64_t)(first + i)));
  }
  return sum;
}

PetscErrorCode ModelChecksum(Model model, PetscInt64 number[CHECKSUM_NUMBERS])
{
  const Geometry *g   = &model->mesh->g;
  uint64_t        sum = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i]) sum += words_checksum(3 * (PetscInt64)g->node_number[i], 3, g->x[i]);
  for (int c = 0; c < g->ncells; c++)
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++)
      sum += mix_bits((uint64_t)g->node_number[g->conn[i]] ^
                      mix_bits(((uint64_t)g->cell_number[c] << 8) + (uint64_t)(i - g->offset[c])));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, model->comm));
  number[CHECKSUM_NODES]       = model->mesh->nnodes;
  number[CHECKSUM_CELLS]       = model->mesh->ncells;
  number[CHECKSUM_DOFS]        = model->layout.nfree - model->layout.nmultipliers;
  number[CHECKSUM_MULTIPLIERS] = model->layout.nmultipliers;
  number[CHECKSUM_MESH]        = (PetscInt64)sum;
  PetscFunctionReturn(PETSC_SUCCESS);
}
