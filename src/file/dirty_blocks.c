/* dirty_blocks.c: finds the pending records that touch a range of a file, by a hash table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "dirty_blocks.h"

/* Returns the slot of a block, or the free slot where it belongs. The table has free slots. */
static DirtyBlock *find_slot(const DirtyBlocks *blocks, uint64_t number)
{
  /* the golden ratio spreads consecutive numbers: Knuth, The Art of Computer Programming 3, 6.4 */
  size_t k = (size_t)((number * 11400714819323198485u) >> 32) & (blocks->slots - 1);

  while (blocks->slot[k].capacity && blocks->slot[k].number != number)
    k = (k + 1) & (blocks->slots - 1);
  return &blocks->slot[k];
}

/* Doubles the table. Returns 1 if memory runs out. */
static int grow_table(DirtyBlocks *blocks)
{
  enum { FIRST = 256 };
  DirtyBlocks larger = {blocks->n, blocks->slots ? 2 * blocks->slots : FIRST, NULL};

  larger.slot = calloc(larger.slots, sizeof *larger.slot);
  if (!larger.slot) return 1;
  for (size_t k = 0; k < blocks->slots; k++)
    if (blocks->slot[k].capacity) *find_slot(&larger, blocks->slot[k].number) = blocks->slot[k];
  free(blocks->slot);
  *blocks = larger;
  return 0;
}

static int add_to_block(DirtyBlocks *blocks, uint64_t number, size_t record)
{
  enum { FIRST = 4 };
  DirtyBlock *block;

  if (2 * blocks->n >= blocks->slots && grow_table(blocks)) return 1;
  block = find_slot(blocks, number);
  if (block->n == block->capacity) {
    const size_t  capacity = block->capacity ? 2 * block->capacity : FIRST;
    size_t *const longer   = realloc(block->record, capacity * sizeof *longer);

    if (!longer) return 1;
    if (!block->capacity) blocks->n++;
    block->number   = number;
    block->record   = longer;
    block->capacity = capacity;
  }
  block->record[block->n++] = record;
  return 0;
}

int dirty_blocks_add(DirtyBlocks *blocks, uint64_t at, uint64_t size, size_t record)
{
  if (!size) return 0;
  for (uint64_t b = at / DIRTY_BLOCK_SIZE; b <= (at + size - 1) / DIRTY_BLOCK_SIZE; b++)
    if (add_to_block(blocks, b, record)) return 1;
  return 0;
}

const DirtyBlock *dirty_blocks_find(const DirtyBlocks *blocks, uint64_t number)
{
  const DirtyBlock *block = blocks->slots ? find_slot(blocks, number) : NULL;

  return block && block->capacity ? block : NULL;
}

void dirty_blocks_clear(DirtyBlocks *blocks)
{
  for (size_t k = 0; k < blocks->slots; k++) free(blocks->slot[k].record);
  free(blocks->slot);
  memset(blocks, 0, sizeof *blocks);
}
