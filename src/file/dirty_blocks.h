/* dirty_blocks.h: finds the pending records that touch a range of a file.

   A pending record is a change of some bytes that is in memory and not yet in the file
   (journal_vfd.h). The file is divided into blocks of equal size. Each block that a record touches
   has a list of its records, oldest first. The records of a range are then found without a pass
   over all records. The functions do not call PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_DIRTY_BLOCKS_H
#define FS_FILE_DIRTY_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

enum { DIRTY_BLOCK_SIZE = 4096 };

typedef struct {
  uint64_t number;      /* the number of the block, its offset / DIRTY_BLOCK_SIZE */
  size_t   n, capacity; /* the number of records; the length of record, 0 in a free slot */
  size_t  *record;      /* [n] the records, as numbers whose meaning the caller defines */
} DirtyBlock;

/* DirtyBlocks - A hash table of blocks. All members are 0 if it is empty. */
typedef struct {
  size_t      n, slots; /* the number of blocks; the size of the table, a power of two */
  DirtyBlock *slot;     /* [slots] */
} DirtyBlocks;

/* dirty_blocks_add - Adds a record that changes the bytes from at to at + size - 1.

   Returns 1 if memory runs out; then the record may be in some of its blocks. */
int dirty_blocks_add(DirtyBlocks *blocks, uint64_t at, uint64_t size, size_t record);

/* dirty_blocks_find - Returns the block with a number, or NULL if no record touches this block. The
   result is borrowed until the next call of dirty_blocks_add(). */
const DirtyBlock *dirty_blocks_find(const DirtyBlocks *blocks, uint64_t number);

/* dirty_blocks_clear - Removes all records and frees the memory. */
void dirty_blocks_clear(DirtyBlocks *blocks);

#endif
