/* c_locale.c: reads and writes numbers with a decimal point, whatever locale the program has set.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "c_locale.h"
#include <stdlib.h>

locale_t c_locale_enter(void)
{
  static locale_t c; /* made once, because making it takes longer than reading a number */

  if (!c) c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return uselocale(c);
}

void c_locale_leave(locale_t before) { (void)uselocale(before); }

double c_locale_strtod(const char text[], char **end)
{
  const locale_t before = c_locale_enter();
  const double   value  = strtod(text, end);

  c_locale_leave(before);
  return value;
}
