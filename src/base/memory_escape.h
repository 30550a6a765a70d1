/* memory_escape.h: leaves functions that cannot return an error code when memory runs out, by
   longjmp. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_MEMORY_ESCAPE_H
#define FS_BASE_MEMORY_ESCAPE_H

#include <setjmp.h>

/* memory_escape_set - Sets the place to which memory_escape jumps; NULL means that it does not
   jump. Returns the place that was set before.

   The caller has called setjmp with the place and keeps it. At the end the caller sets the place
   again that was set before. */
jmp_buf *memory_escape_set(jmp_buf *place);

/* memory_escape - Jumps to the place that is set, where setjmp then returns 1. Returns if no place
   is set.

   Memory that was allocated since setjmp is lost. Not collective. */
void memory_escape(void);

#endif
