/* test.h: checks that count. A test program ends with return TestReport(). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TEST_H
#define TEST_H

#include <math.h>
#include <stdio.h>

static int tests_passed, tests_failed;

/* A check with a message that shows the numbers. */
#define CHECK(condition, ...)                                                                      \
  do {                                                                                             \
    if (condition) tests_passed++;                                                                 \
    else {                                                                                         \
      tests_failed++;                                                                              \
      printf("%s:%d: failed: ", __FILE__, __LINE__);                                               \
      printf(__VA_ARGS__);                                                                         \
      printf("\n");                                                                                \
    }                                                                                              \
  } while (0)

#define CHECK_CLOSE(value, expected, tolerance, what)                                              \
  CHECK(fabs((double)(value) - (double)(expected)) <= (tolerance),                                 \
        "%s: %.15g, expected %.15g within %g", what, (double)(value), (double)(expected),          \
        (double)(tolerance))

/* Slope of log err over log h between the two last of n entries. */
static inline double slope(int n, const double h[], const double err[])
{
  return log(err[n - 1] / err[n - 2]) / log(h[n - 1] / h[n - 2]);
}

static inline int TestReport(void)
{
  printf("%d passed, %d failed\n", tests_passed, tests_failed);
  return tests_failed != 0;
}

#endif
