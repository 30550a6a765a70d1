/* version.c: says which version of fsolve the library is. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/version.h>

const char *FsVersion(void) { return FSOLVE_VERSION; }
