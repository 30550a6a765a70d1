/* wide.h: loops over long arrays, compiled for wider registers, too, of which the processor gets what it has. */
#ifndef FS_MATH_WIDE_H
#define FS_MATH_WIDE_H

/* Of a function: without fused multiply-adds, so that all processors give the same bits. Sanitizers begin after the choice. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) &&   \
  !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SIMD_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SIMD_CLONES
#endif

/* Of a function that such ones use: it is compiled with them. */
#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* Send for what is at an address: of what is not read in the order of memory. */
#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

#endif
