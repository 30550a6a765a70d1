/* export.h: marks the functions and variables that a shared library exports.

   fsolve is compiled with hidden visibility. Therefore its other symbols do not clash with the
   symbols of a program that links it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EXPORT_H
#define FS_EXPORT_H

#if defined(__cplusplus)
#define FS_LINKAGE extern "C"
#else
#define FS_LINKAGE extern
#endif

#if defined(__GNUC__)
#define FS_EXTERN FS_LINKAGE __attribute__((visibility("default")))
#else
#define FS_EXTERN FS_LINKAGE
#endif

#endif
