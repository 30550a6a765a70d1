/* version.h: the version of fsolve, which CMakeLists.txt reads from here. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_VERSION_H
#define FS_VERSION_H

#define FS_VERSION_MAJOR 0
#define FS_VERSION_MINOR 2
#define FS_VERSION_SUBMINOR 0

#endif
