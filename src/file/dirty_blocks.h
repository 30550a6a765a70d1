/* dirty_blocks.h: finds the pending records that touch a range of a file.

   A pending record is a change of some bytes that is in memory and not yet in the file
   (file_impl.h). The file is divided into blocks of equal size. Each block that a record touches
   has a list of its records, oldest first. The records of a range are then found without a pass
   over all records. The functions do not call PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_DIRTY_BLOCKS_H
#define FS_FILE_DIRTY_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

enum { DIRTY_BLOCK_SIZE = 4096 };

typedef struct {
  uint64_t number; /* the number of the block, its offset in the file / DIRTY_BLOCK_SIZE */
  /* n: the number of records that touch the block. capacity: the allocated length of record, 0 in a
     free slot. */
  size_t  n, capacity;
  size_t *record; /* [n] the records, as numbers whose meaning the caller defines */
} DirtyBlock;

/* DirtyBlocks - A hash table of blocks of a file and the pending records that touch them. All
   members are 0 if it is empty. */
typedef struct {
  size_t      n, slots; /* n: the number of blocks. slots: the size of the table, a power of two. */
  DirtyBlock *slot;     /* [slots] the slots of the table */
} DirtyBlocks;

/* dirty_blocks_add - Adds a record to the lists of all blocks of a file that it touches.

   Input:
     at, size  the record changes the bytes from at to at + size - 1 of the file
     record    the number of the record, whose meaning the caller defines
   Returns 0, or 1 if memory runs out; then the record may be in some of its blocks. */
int dirty_blocks_add(DirtyBlocks *blocks, uint64_t at, uint64_t size, size_t record);

/* dirty_blocks_find - Returns the list of the pending records that touch a block of a file, or NULL
   if there is no such record. The result is borrowed until the next call of dirty_blocks_add(). */
const DirtyBlock *dirty_blocks_find(const DirtyBlocks *blocks, uint64_t number);

/* dirty_blocks_clear - Removes all pending records of a file from the table, and frees its
   memory. */
void dirty_blocks_clear(DirtyBlocks *blocks);

#endif
