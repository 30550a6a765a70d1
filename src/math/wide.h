/* wide.h: compiles loops over long arrays for wide registers, which the processor selects at run
   time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_WIDE_H
#define FS_MATH_WIDE_H

/* Attribute of a function with loops over long arrays or with Lanes. On x86-64 it has two levels:
   - SSE2, which every processor has
   - AVX2 with fused multiply-add, x86-64-v3
   All processors of one level give the same bits; those of two levels agree to round-off.
   FSOLVE_LANES is the number of doubles in a register, if there is to be one level alone
   (CMakeLists.txt). Sanitizers do not support the selection at run time, and compilers before gcc
   12 do not know x86-64-v3. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) &&   \
  __GNUC__ >= 12 && !defined(FSOLVE_LANES) && !defined(__SANITIZE_ADDRESS__) &&                    \
  !defined(__SANITIZE_THREAD__)
#define SIMD_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define SIMD_CLONES
#endif

/* Attribute of a function that SIMD_CLONES functions call. It is compiled as a part of them. */
#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* Loads an address into the cache early, for memory that is not read in order. */
#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

#endif
