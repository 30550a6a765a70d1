/* c_locale.h: reads and writes numbers with a decimal point, whatever locale the program has set.

   A program that links fsolve may call setlocale(LC_ALL, ""). Then strtod and printf of C use the
   decimal comma of the user's language. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_C_LOCALE_H
#define FS_BASE_C_LOCALE_H

#include <locale.h>

/* c_locale_enter - Sets the locale C for this thread. Returns the locale that was set before, for
   c_locale_leave(). */
locale_t c_locale_enter(void);

/* c_locale_leave - Sets again the locale that c_locale_enter() returned. */
void c_locale_leave(locale_t before);

/* c_locale_strtod - Reads a number from a text as strtod does, but always with a decimal point. */
double c_locale_strtod(const char text[], char **end);

#endif
