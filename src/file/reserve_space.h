/* reserve_space.h: disk space that is reserved for a file before it is written, so that a full disk is met between two changes of the
   file and not within one. Used by file.c. Not collective. */
#ifndef FS_FILE_RESERVE_SPACE_H
#define FS_FILE_RESERVE_SPACE_H

#include <fs/fs.h>

typedef struct {
  int       fd;       /* of the file, borrowed */
  long long reserved; /* bytes of the disk that are the file's, those beyond its end included */
  long long margin;   /* bytes that are to be free for what cannot wait, see DiskSpaceReserve */
} DiskSpace;

/* Reserve what a file of size bytes takes, and the margin. True: the disk, a quota or a limit (ulimit -f) does not have
   it, and nothing has changed. File systems that cannot reserve space always answer false. */
PetscBool DiskSpaceReserve(DiskSpace *disk_space, long long size);

/* Give back what is reserved beyond the end of the file. */
void DiskSpaceRelease(DiskSpace *disk_space);

#endif
