/* simd_select.c: hides wide registers from the selection of SIMD_CLONES functions, if the
   environment has FSOLVE_LANES=2.

   The loader selects the clones while it links the program. The compiler's code for it calls
   __cpu_indicator_init(), which the linker replaces by the function here (--wrap in
   CMakeLists.txt). At this time no function of another library can be called, not even getenv().
   The environment is therefore read from the system, by system calls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "wide.h"

#if defined(SIMD_LEVELS)
#include <fcntl.h>
#include <sys/syscall.h>

int __wrap___cpu_indicator_init(void);
int __real___cpu_indicator_init(void);

/* Features beyond the first 32, as __builtin_cpu_supports() reads them. */
extern unsigned __cpu_features2[] __attribute__((visibility("hidden")));
enum { WORD_OF_V3 = 2, BIT_OF_V3 = 2 };

static long system_call(long number, long a, long b, long c)
{
  long result;

  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c)
                   : "rcx", "r11", "memory");
  return result;
}

/* Compares the next character of the environment with FSOLVE_LANES=2. Returns 1 after the last one,
   which is 0. *agree: the number of characters that agree, or -1 after one that differs. */
static int completes_entry(char c, int *agree)
{
  static const char entry[] = "FSOLVE_LANES=2";

  if (*agree < 0 || c != entry[*agree]) {
    *agree = c ? -1 : 0;
    return 0;
  }
  return ++*agree == (int)sizeof entry;
}

static int environment_has_entry(void)
{
  char       text[512];
  const long file = system_call(SYS_open, (long)"/proc/self/environ", O_RDONLY | O_CLOEXEC, 0);
  long       n    = file < 0 ? 0 : 1;
  int        has = 0, agree = 0;

  while (n > 0 && !has) {
    n = system_call(SYS_read, file, (long)text, sizeof text);
    for (long i = 0; i < n && !has; i++) has = completes_entry(text[i], &agree);
  }
  if (file >= 0) system_call(SYS_close, file, 0, 0);
  return has;
}

int __wrap___cpu_indicator_init(void)
{
  static int done     = 0;
  const int  detected = __real___cpu_indicator_init();

  if (!done && environment_has_entry()) __cpu_features2[WORD_OF_V3] &= ~(unsigned)BIT_OF_V3;
  done = 1;
  return detected;
}
#endif
