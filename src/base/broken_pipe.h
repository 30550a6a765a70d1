/* broken_pipe.h: lines on the screen. */
#ifndef FS_BASE_BROKEN_PIPE_H
#define FS_BASE_BROKEN_PIPE_H

#include <fs/fs.h>

/* From now on a run outlives whoever reads its lines, as in | head: what nobody reads is thrown away, and is no error. Not collective. */
void IgnoreBrokenPipe(void);

#endif
