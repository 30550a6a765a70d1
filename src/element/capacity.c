/* capacity.c: implements the utilisation of a bar: its axial force over its capacity. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"

static const ElementResult results[] = {
  {"utilisation", 1, "size of the axial force over the capacity in its direction", RESULT_SCALAR},
  {0,             0, 0,                                                            RESULT_SCALAR}
};

const char *capacity_check(const double capacity[2])
{
  return isnan(capacity[0]) && !isnan(capacity[1])
           ? "has a capacity_compression but no capacity, which is that of tension"
           : 0;
}

const ElementResult *capacity_results(const double capacity[2])
{
  return isnan(capacity[0]) ? 0 : results;
}

double utilisation(const double capacity[2], double force)
{
  return fabs(force) / (force < 0 && !isnan(capacity[1]) ? capacity[1] : capacity[0]);
}
