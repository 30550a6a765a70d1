/* version.h: the version of fsolve, which CMakeLists.txt reads from here. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_VERSION_H
#define FS_VERSION_H

#include <fs/export.h>

#define FS_VERSION_MAJOR 0
#define FS_VERSION_MINOR 2
#define FS_VERSION_SUBMINOR 0

/* FS_VERSION_GE - Whether these headers are those of the version major.minor.subminor of fsolve, or
   of a later one. The three arguments are integer constants; the preprocessor can evaluate it:
   #if FS_VERSION_GE(0, 2, 0). */
#define FS_VERSION_GE(major, minor, subminor)                                                      \
  (FS_VERSION_MAJOR > (major) ||                                                                   \
   (FS_VERSION_MAJOR == (major) &&                                                                 \
    (FS_VERSION_MINOR > (minor) ||                                                                 \
     (FS_VERSION_MINOR == (minor) && FS_VERSION_SUBMINOR >= (subminor)))))

/* FsVersion - Returns the version of the library that runs, such as "0.2.0", which may differ from
   the version of the headers. The text is constant. Not collective; MPI need not run. */
FS_EXTERN const char *FsVersion(void);

#endif
