/* printable.c: shows control characters as text, so that names from outside cannot steer a
   terminal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "printing.h"

/* Returns the number of bytes of the UTF-8 character at the start of text, or 0 if it is a control
   character or is not UTF-8. The two-byte characters from 0x80 to 0x9f also control terminals. */
static size_t character_length(const char text[])
{
  const unsigned char *const b = (const unsigned char *)text;
  const size_t               n = b[0] < 0x80                   ? 1
                                 : b[0] >= 0xc2 && b[0] < 0xe0 ? 2
                                 : b[0] >= 0xe0 && b[0] < 0xf0 ? 3
                                                               : 4;

  if (b[0] < 0x20 || b[0] == 0x7f || (b[0] >= 0x80 && b[0] < 0xc2) || b[0] > 0xf4) return 0;
  for (size_t k = 1; k < n; k++)
    if ((b[k] & 0xc0) != 0x80) return 0;
  if ((b[0] == 0xc2 && b[1] < 0xa0) || (b[0] == 0xe0 && b[1] < 0xa0) ||
      (b[0] == 0xed && b[1] >= 0xa0) || (b[0] == 0xf0 && b[1] < 0x90) ||
      (b[0] == 0xf4 && b[1] >= 0x90))
    return 0; /* controls, longer codes than needed, surrogates, beyond the last character */
  return n;
}

PetscBool is_printable(const char text[])
{
  for (size_t n; *text; text += n) {
    n = character_length(text);
    if (!n) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

char *printable_copy(const char text[], const char kept[], char copy[], size_t size)
{
  size_t used = 0;

  while (*text && used + 4 < size) {
    const size_t n = strchr(kept, *text) ? 1 : character_length(text);

    if (n) {
      memcpy(copy + used, text, n);
      used += n;
    } else used += (size_t)snprintf(copy + used, size - used, "\\x%02x", (unsigned char)*text);
    text += n ? n : 1;
  }
  copy[used] = 0;
  return copy;
}
