/* memory_escape.h: leaves functions that cannot return an error code when memory runs out, by
   longjmp. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_MEMORY_ESCAPE_H
#define FS_BASE_MEMORY_ESCAPE_H

#include <setjmp.h>

/* memory_escape_set - Sets the place to which memory_escape() jumps when memory runs out; NULL
   means that it does not jump. Returns the place that was set before. The caller has called setjmp
   with the new place and keeps it. At the end the caller sets the old place again. */
jmp_buf *memory_escape_set(jmp_buf *place);

/* memory_escape - Leaves a function in which memory has run out, by a jump to the place of
   memory_escape_set(). Returns if no place is set.

   At the place, setjmp then returns 1. Memory that was allocated since setjmp is lost. Not
   collective. */
void memory_escape(void);

#endif
