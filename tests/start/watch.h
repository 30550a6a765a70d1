/* watch.h: kills this process when the one that waits for its answer is gone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_TESTS_START_WATCH_H
#define FS_TESTS_START_WATCH_H

/* watch_start - Starts a thread that waits for the other end of a connection to close, and then
   kills this process if a run is under way. Returns whether that worked. */
int watch_start(int connection);

/* watch_run - Says whether a run is under way: none is at the start. Kills this process if one is
   and the other end has closed already. */
void watch_run(int under_way);

#endif
