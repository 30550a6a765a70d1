/* memory_escape.h: leaves code without error codes when memory runs out. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_MEMORY_ESCAPE_H
#define FS_BASE_MEMORY_ESCAPE_H

#include <setjmp.h>

/* memory_escape_set - Lets memory_escape jump to a place; NULL: nowhere. Returns the place before.

   The caller keeps the place, and sets the one before again. */
jmp_buf *memory_escape_set(jmp_buf *place);

/* memory_escape - Jumps to the place, where setjmp returns 1. Returns if no place is set.

   Memory that was allocated since setjmp is lost. Local. */
void memory_escape(void);

#endif
