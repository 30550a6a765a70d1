/* wide.h: compiles loops over long arrays several times, for processors with narrow and with wide
   registers. The version for the processor is selected at run time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_WIDE_H
#define FS_MATH_WIDE_H

/* SIMD_CLONES - The attribute of a function with loops over long arrays. The compiler makes a
   version of the function for each kind of processor. The function uses no fused multiply-add, so
   that all processors give the same bits. Tests define FSOLVE_LANES, the number of doubles in a
   register, to compile one version alone. Sanitizers do not support the selection at run time. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) &&   \
  !defined(FSOLVE_LANES) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SIMD_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SIMD_CLONES
#endif

/* ALWAYS_INLINE - The attribute of a function that SIMD_CLONES functions call. It is compiled as a
   part of each of their versions. */
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
