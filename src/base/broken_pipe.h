/* broken_pipe.h: lets a run continue when the program that reads its lines ends, as in "|
   head". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_BROKEN_PIPE_H
#define FS_BASE_BROKEN_PIPE_H

#include <fs/fs.h>

/* IgnoreBrokenPipe - From now on, discards printed lines without an error if nobody reads them.
   Not collective. */
void IgnoreBrokenPipe(void);

#endif
