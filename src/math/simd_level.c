/* simd_level.c: reports the level of SIMD_CLONES functions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>
#include "simd_level.h"
#include "wide.h"

int simd_lanes(void)
{
#if defined(SIMD_LEVELS)
  return __builtin_cpu_supports("x86-64-v3") ? 4 : 2;
#else
  return 2;
#endif
}

const char *simd_level_problem(const char wanted[])
{
  if (!wanted || (!strcmp(wanted, "2") && simd_lanes() == 2) ||
      (!strcmp(wanted, "4") && simd_lanes() == 4))
    return NULL;
  if (!strcmp(wanted, "2")) return "set it before the program starts";
  if (!strcmp(wanted, "4"))
    return "this processor, or this build, computes two numbers at a time; leave it out";
  return "choose 2, or 4 for a processor with AVX2 and fused multiply-add; without it, fsolve uses "
         "the most that the processor has";
}
