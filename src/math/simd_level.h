/* simd_level.h: the level of SIMD_CLONES functions (wide.h) that this process uses.

   The loader selects it before main() starts: the highest one that the processor has, or the lowest
   one if the environment has FSOLVE_LANES=2 at that time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_SIMD_LEVEL_H
#define FS_MATH_SIMD_LEVEL_H

/* simd_lanes - Returns how many doubles an instruction of the level has: 4 with AVX2 and fused
   multiply-add, otherwise 2. */
int simd_lanes(void);

/* simd_level_problem - Returns why a value of FSOLVE_LANES cannot be used, or NULL.

   wanted: the value, or NULL if the variable is not set. */
const char *simd_level_problem(const char wanted[]);

#endif
