/* screen.h: lines on the screen. */
#ifndef SCREEN_H
#define SCREEN_H

#include <fs/fs.h>

/* From now on a run outlives whoever reads its lines, as in | head: what nobody reads is thrown away, and is no error. Not collective. */
void ScreenOutliveReaders(void);

#endif
