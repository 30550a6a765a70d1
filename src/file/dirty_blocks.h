/* dirty_blocks.h: finds the pending records that touch a range of a file.

   The file is divided into blocks of equal size. Each block that a record touches has a list of
   its records, oldest first. A range is then found without a pass over all records. Functions do
   not call PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_DIRTY_BLOCKS_H
#define FS_FILE_DIRTY_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

enum { DIRTY_BLOCK_SIZE = 4096 };

typedef struct {
  uint64_t number;      /* of the block: offset / DIRTY_BLOCK_SIZE */
  size_t   n, capacity; /* entries of record; capacity 0 marks a free slot of the table */
  size_t  *record;      /* [n] where the records are; the caller defines the numbers */
} DirtyBlock;

/* DirtyBlocks - A hash table of blocks; all members are 0 in an empty one. */
typedef struct {
  size_t      n, slots; /* blocks; size of the table, a power of two */
  DirtyBlock *slot;     /* [slots] */
} DirtyBlocks;

/* dirty_blocks_add - Adds a record that changes the bytes from at to at + size - 1.

   Returns 1 if memory runs out; then the record may be in some of its blocks. */
int dirty_blocks_add(DirtyBlocks *blocks, uint64_t at, uint64_t size, size_t record);

/* dirty_blocks_find - Returns a block by its number, NULL if no record touches it. The result is
   borrowed until the next call of dirty_blocks_add(). */
const DirtyBlock *dirty_blocks_find(const DirtyBlocks *blocks, uint64_t number);

/* dirty_blocks_clear - Removes all records and frees the memory. */
void dirty_blocks_clear(DirtyBlocks *blocks);

#endif
